"""Commanders: the persons people play, and the traits that bear on the rules (C-CMD, C-TRAIT)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from world.entity import Entity
from world.pack import Chapter
from world.state import World

chapter = Chapter("commanders", "Commanders and the traits that bear on marches and sieges")

BELOVED = chapter.param(
    "trait.beloved.resting", 1, "morale", "C-TRAIT-01", "added to the army's resting morale"
)
BRUTAL = chapter.param(
    "trait.brutal.threshold", -1, "points per week", "C-TRAIT-02", "further loss of the besieged"
)
IRONSIDES = chapter.param(
    "trait.ironsides.threshold", 5, "points", "C-TRAIT-09", "added to the threshold he defends"
)
LOGISTICIAN_COLUMN = chapter.param(
    "trait.logistician.column", Fraction(1, 2), "factor", "C-TRAIT-10", "on his column's length"
)
OUTRIDER = chapter.param(
    "trait.outrider.radius", 3, "hexes", "C-TRAIT-11", "how far he scouts while he has horse"
)
POET = chapter.param(
    "trait.poet.shift",
    2,
    "higher on the table",
    "C-TRAIT-12",
    "how much higher he reads failed checks",
)
POET_CAP = chapter.param(
    "trait.poet.cap", 12, "row", "C-TRAIT-12", "the last row he can read a check on"
)
RANGER_VERY_BAD = chapter.param(
    "trait.ranger.very_bad",
    True,
    "bool",
    "C-TRAIT-14",
    "whether he keeps his radius in very bad weather, too",
)
SIEGE_ENGINEER = chapter.param(
    "trait.siege_engineer.weeks", 1, "week", "C-TRAIT-16", "a set of engines takes him"
)
SPARTAN = chapter.param(
    "trait.spartan.factor", Fraction(1, 2), "factor", "C-TRAIT-17", "on noncombatants"
)
SPARTAN_GAIN = chapter.param(
    "trait.spartan.gain_factor", Fraction(1, 2), "factor", "C-TRAIT-17", "on new noncombatants"
)

Trait = Literal[
    "beloved",
    "brutal",
    "ironsides",
    "logistician",
    "outrider",
    "poet",
    "ranger",
    "siege engineer",
    "spartan",
]


class Commander(Entity, frozen=True, tag="commander"):
    """A person who commands.

    Attributes:
        name: as others speak of him, title included.
        faction: the side he is on; a commander without one is a faction by himself.
        army: id of the army he leads and is with; '' for none.
        place: hex label where he is while he leads no army.
        npc: whether nobody plays him; the referee answers for him (C-NPC-01).
        purse: his doubloons, from which telegrams are paid.
    """

    name: str
    faction: str
    traits: tuple[Trait, ...] = ()
    army: str = ""
    place: str | None = None
    npc: bool = False
    purse: int = 0


chapter.declare(Commander)


def has_trait(world: World, person: str, trait: Trait) -> bool:
    """Whether a person, if there is one, has a trait; captains have none (C-CAP-01)."""
    commander = world.find(Commander, person) if person else None
    return commander is not None and trait in commander.traits
