"""Commanders: the persons people play, and the traits that bear on the rules (C-CMD, C-TRAIT)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.param import Param
from world.state import World

chapter = Chapter("commanders", "Commanders and the traits that bear on marches and sieges")

BELOVED = chapter.param(
    "trait.beloved.resting", 1, "morale", "C-TRAIT-01", "added to the army's resting morale"
)
BRUTAL = chapter.param(
    "trait.brutal.threshold", -1, "points per week", "C-TRAIT-02", "further loss of the besieged"
)
CRUSADER = chapter.param(
    "trait.crusader.bonus",
    1,
    "bonus",
    "C-TRAIT-04",
    "in battle with armies led by commanders of another faith",
)
EMPTY_FAITH = chapter.param(
    "trait.crusader.empty_is_same",
    True,
    "bool",
    "C-TRAIT-04",
    "whether two commanders of no stated faith are of one faith",
)
DEFENSIVE_ENGINEER = chapter.param(
    "trait.defensive_engineer.bonus",
    2,
    "bonus",
    "C-TRAIT-05",
    "added to the walls he defends in an assault",
)
GUARDIAN_CASUALTIES = chapter.param(
    "trait.guardian.casualties", -5, "% points", "C-TRAIT-07", "on his army's losses in battle"
)
GUARDIAN_CAPTURE = chapter.param(
    "trait.guardian.capture", -1, "in 6", "C-TRAIT-07", "on the chance of his capture in battle"
)
HONORABLE_REVOLT = chapter.param(
    "trait.honorable.revolt",
    -1,
    "in 6",
    "C-TRAIT-08",
    "on the chance of revolts against his foraging, torching and levies",
)
IRONSIDES = chapter.param(
    "trait.ironsides.threshold", 5, "points", "C-TRAIT-09", "added to the threshold he defends"
)
LOGISTICIAN_COLUMN = chapter.param(
    "trait.logistician.column", Fraction(1, 2), "factor", "C-TRAIT-10", "on his column's length"
)
LOGISTICIAN_CAPACITY = chapter.param(
    "trait.logistician.capacity", 20, "%", "C-TRAIT-10", "more that his army can carry"
)
LOGISTICIAN_JOINT: Param[Literal["own_part", "whole", "none"]] = chapter.param(
    "trait.logistician.joint_column",
    "own_part",
    "mode",
    "C-TRAIT-10",
    "what of a column of several armies he shortens: his own army's part, all of it, or nothing",
    choices=("own_part", "whole", "none"),
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
STUBBORN_DRAW = chapter.param(
    "trait.stubborn.covers_draw",
    False,
    "bool",
    "C-TRAIT-18",
    "whether a drawn battle costs his army no morale either",
)
VANQUISHER_CASUALTIES = chapter.param(
    "trait.vanquisher.casualties", 5, "% points", "C-TRAIT-19", "on his enemy's losses in battle"
)
VANQUISHER_CAPTURE = chapter.param(
    "trait.vanquisher.capture",
    1,
    "in 6",
    "C-TRAIT-19",
    "on the chance of capturing the enemy commander in battle",
)
VANQUISHER_ANY_WIN = chapter.param(
    "trait.vanquisher.capture_on_any_win",
    True,
    "bool",
    "C-BAT-05",
    "whether that chance is there after narrow victories, too",
)
VETERAN_CHECK = chapter.param(
    "trait.veteran.rolls_check",
    False,
    "bool",
    "C-TRAIT-20",
    "whether his beaten army is tested like any other",
)
SPARTAN = chapter.param(
    "trait.spartan.factor", Fraction(1, 2), "factor", "C-TRAIT-17", "on noncombatants"
)
SPARTAN_HELPERS = chapter.param(
    "trait.spartan.halves_gun_helpers",
    True,
    "bool",
    "C-TRAIT-17",
    "whether he does with fewer of those, too, who make powder and shot",
)
SPARTAN_GAIN = chapter.param(
    "trait.spartan.gain_factor", Fraction(1, 2), "factor", "C-TRAIT-17", "on new noncombatants"
)

Trait = Literal[
    "beloved",
    "brutal",
    "commando",
    "crusader",
    "defensive engineer",
    "duelist",
    "guardian",
    "honorable",
    "ironsides",
    "logistician",
    "outrider",
    "poet",
    "raider",
    "ranger",
    "magic touch",
    "siege engineer",
    "spartan",
    "stubborn",
    "vanquisher",
    "veteran",
]


Ability = Literal["shock", "manoeuvre", "artillery", "reconnaissance", "tomfoolery"]


class Scores(msgspec.Struct, frozen=True, gc=False):
    """The five abilities of a commander (C-CMD-03, C-CMD-A)."""

    shock: int = 0
    manoeuvre: int = 0
    artillery: int = 0
    reconnaissance: int = 0
    tomfoolery: int = 0


class Commander(Entity, frozen=True, tag="commander"):
    """A person who commands.

    Attributes:
        name: as others speak of him, title included.
        faction: the side he is on; a commander without one is a faction by himself.
        army: id of the army he leads and is with; '' for none.
        fleet: id of the fleet he leads or is aboard of without an army; '' for none.
        place: hex label where he is while he leads no army.
        npc: whether nobody plays him; the referee answers for him (C-NPC-01).
        purse: his doubloons: the chest of the army he is with, from which telegrams are paid, too.
        faith: in his own words; '' where nothing is said of it.
        age: in years; 0 where nobody has asked yet.
        captor: the person who holds him prisoner, '' while he is free; ``held`` the army or
            stronghold that keeps him.
        riding: the hex he rides to alone, '' while he does not; until he is there he has no place.
        successor: whom he has named to lead in his stead (C-RET-02).
        stead: the office of the army he led when he was taken, which opens his letters;
            ``may_write`` whether his captor lets him write.
        with_army: the army he rides with though another leads it (C-ARMY-05); '' for none.
        of: whose people he is one of (C-RET-01); '' for nobody's.
        books: of the spells that somebody with a magic touch can learn himself; ``spells`` are
            those he has in his head (C-TRAIT-15).
        temperament: of somebody nobody plays (C-NPC-01); '' where nothing is said of it.
        title: as it stands before his name; ``gender`` in his own words (C-CMD-02).
        stands_in: whether his player plays him only while the one whose people he is one of is a
            prisoner (C-PRIS-02).
        offered: whether this is a place that waits for a player to say who he is (O-ENROL).
        wish: the first trait of somebody who is too young for one yet (C-CMD-05).
    """

    name: str
    faction: str
    traits: tuple[Trait, ...] = ()
    army: str = ""
    fleet: str = ""
    place: str | None = None
    npc: bool = False
    purse: int = 0
    faith: str = ""
    age: int = 0
    scores: Scores = Scores()
    captor: str = ""
    held: str = ""
    riding: str = ""
    successor: str = ""
    stead: str = ""
    may_write: bool = False
    with_army: str = ""
    of: str = ""
    temperament: str = ""
    books: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    title: str = ""
    gender: str = ""
    offered: bool = False
    stands_in: bool = False
    wish: Trait | Literal[""] = ""


chapter.declare(Commander)


def leader_of(world: World, person: str) -> Commander | None:
    """The commander of that id, if there is one; a captain's army has none."""
    return world.find(Commander, person) if person else None


def has_trait(world: World, person: str, trait: Trait) -> bool:
    """Whether a person, if there is one, has a trait; captains have none (C-CAP-01)."""
    commander = world.find(Commander, person) if person else None
    return commander is not None and trait in commander.traits
