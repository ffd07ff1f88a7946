"""Factions, and how they stand to one another (C-TALK-04)."""

from __future__ import annotations

from typing import Literal

from world.answers import Stance
from world.entity import Entity
from world.pack import Chapter
from world.param import Param
from world.state import World

chapter = Chapter("factions", "Factions, war and alliance")

Saying = Literal["war", "alliance", "neither"]

INITIAL: Param[Stance] = chapter.param(
    "stance.initial",
    "neutral",
    "relation",
    "C-TALK-04",
    "between factions about which the scenario says nothing",
    choices=("neutral", "hostile", "allied"),
)


class Faction(Entity, frozen=True, tag="faction"):
    """A side; ``head`` is the commander who declares war and alliance, if there is one.

    ``rules`` are its own, in words (C-DET-06); ``uniform`` and ``hat`` what its troops wear of whom
    nothing else is said (C-DET-04).
    """

    name: str
    head: str = ""
    rules: str = ""
    uniform: str = ""
    hat: str = ""


class Declared(Entity, frozen=True, tag="declared"):
    """What two factions have declared towards one another; ``one`` is the smaller id."""

    one: str
    other: str
    one_says: Saying = "neither"
    other_says: Saying = "neither"

    @property
    def stance(self) -> Stance:
        """War if either declares it, alliance if both do, otherwise neither."""
        said = {self.one_says, self.other_says}
        if "war" in said:
            return "hostile"
        return "allied" if said == {"alliance"} else "neutral"


chapter.declare(Faction, Declared)


def declared_id(a: str, b: str) -> str:
    """The id of what two factions have declared."""
    return f"declared:{min(a, b)}:{max(a, b)}"


def declared_between(world: World, a: str, b: str) -> Declared:
    """What two factions have declared, or what they begin with."""
    found = world.find(Declared, declared_id(a, b))
    if found is not None:
        return found
    starts: dict[Stance, Saying] = {"neutral": "neither", "hostile": "war", "allied": "alliance"}
    says = starts[world.params[INITIAL]]
    return Declared(
        id=declared_id(a, b), one=min(a, b), other=max(a, b), one_says=says, other_says=says
    )


def stance(world: World, a: str, b: str) -> Stance:
    """How two factions stand to one another; a place nobody holds ('') is neutral to all."""
    if a == b and a:
        return "own"
    if not a or not b:
        return "neutral"
    return declared_between(world, a, b).stance


def hostile(world: World, a: str, b: str) -> bool:
    """Whether two factions are at war."""
    return stance(world, a, b) == "hostile"


def friendly(world: World, a: str, b: str) -> bool:
    """Whether two factions are one, or allied."""
    return stance(world, a, b) in ("own", "allied")


def name_of(world: World, faction: str) -> str:
    """A faction's name; a commander without one is a faction by himself."""
    found = world.find(Faction, faction)
    return found.name if found is not None else faction
