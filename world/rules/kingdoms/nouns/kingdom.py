"""A kingdom: its name, ruler, place, traits and levels (K-SET-02 to K-SET-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import msgspec

from world.entity import Entity
from world.rules.kingdoms.nouns.ratings import Levels, Rating

if TYPE_CHECKING:
    from world.state import World

TraitKind = Literal["advanced", "robust", "accelerated", "lagging", "fragile", "obsolete"]
TRAIT_KINDS: Final[tuple[TraitKind, ...]] = (
    "advanced",
    "robust",
    "accelerated",
    "lagging",
    "fragile",
    "obsolete",
)


class Trait(msgspec.Struct, frozen=True, gc=False):
    """One of the six kinds, for one rating (K-TRT-03 to K-TRT-08)."""

    kind: TraitKind
    rating: Rating

    def __str__(self) -> str:
        return f"{self.kind.capitalize()} {self.rating.capitalize()}"


class Omen(msgspec.Struct, frozen=True, gc=False):
    """Pips added to a kingdom's rolls from one turn to another, by their numbers (K-EVT-04).

    ``what`` is how people call it: an omen, or what an opportunity brought besides levels
    (K-DEC-08), which may add no pips at all.
    """

    pips: int
    first: int
    last: int
    what: str = "an omen"


class Kingdom(Entity, frozen=True, tag="kingdom"):
    """A kingdom.

    Attributes:
        name: as its player chose it.
        ruler: the person who plays it; one kingdom each (K-SET-03).
        place: its location, a compass direction (K-SET-04).
        traits: for the whole game (K-SET-05).
        levels: as they stand; only :mod:`world.rules.kingdoms.nouns.levels` changes them in play.
        state: ``submitted`` until the referee approves it or has ``returned`` it (K-DEC-01), then
            ``in_play``, or ``removed`` (K-DEC-06).
        passing: whether it passes every turn, since its player has left (K-DEC-06).
        used: special actions of this year that count (K-TRN-03), one entry a use.
        omens: what stargazers promised or dreaded; those that have ended are taken out.
    """

    name: str
    ruler: str
    place: str
    traits: tuple[Trait, ...] = ()
    levels: Levels = Levels()
    state: Literal["submitted", "returned", "in_play", "removed"] = "submitted"
    passing: bool = False
    used: tuple[str, ...] = ()
    omens: tuple[Omen, ...] = ()


def kingdom_id(person: str) -> str:
    """The id of the kingdom that a person creates."""
    return f"kingdom-{person}"


def in_play(world: World) -> tuple[Kingdom, ...]:
    """The kingdoms in play, in id order."""
    return tuple(kingdom for kingdom in world.of(Kingdom) if kingdom.state == "in_play")


def ruled_by(world: World, person: str) -> Kingdom | None:
    """The kingdom a person rules, in play or still to be approved; None where there is none."""
    for kingdom in world.of(Kingdom):
        if kingdom.ruler == person and kingdom.state in {"submitted", "in_play"}:
            return kingdom
    return None


def name_of(world: World, kingdom: str) -> str:
    """A kingdom's name, whatever has become of it."""
    found = world.find(Kingdom, kingdom)
    return kingdom if found is None else found.name
