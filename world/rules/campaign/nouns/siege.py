"""A siege while it lasts (C-SIEGE)."""

from __future__ import annotations

from typing import Literal

from world.entity import Entity
from world.pack import Chapter
from world.state import World

chapter = Chapter("sieges", "Sieges while they last")

EMPTY_FALLS = chapter.param(
    "assault.empty_falls",
    True,
    "bool",
    "C-ASLT-01",
    "whether a place with no soldiers in it falls at once",
)


class Siege(Entity, frozen=True, tag="siege"):
    """Armies that shut in a stronghold.

    Attributes:
        stronghold, place: what is besieged, and the label of its hex.
        faction: the side that besieges it.
        armies: the besieging armies, the one that opened it first.
        fleets: the fleets that shut it in from the sea (C-BLK-01).
        offer: what it would yield on to whoever lands, where ships alone lie before it.
        state: ``opening`` until both sides have made their plans, then ``running``.
        since: game instant (ms) at which it began; weekly reckonings are counted from there.
        weeks: finished weeks.
        attacked: whether the besiegers were attacked in the week that runs (C-SIEGE-03).
        resupplied: days of food that got in during that week.
        worn: points of defence that engines have taken, where they do so only once.
        plan, answer: the plans of besieger and defender.
        asked: open decisions about plans.
    """

    stronghold: str
    place: str
    faction: str
    armies: tuple[str, ...]
    state: Literal["opening", "running"] = "opening"
    since: int = 0
    weeks: int = 0
    attacked: bool = False
    resupplied: int = 0
    worn: int = 0
    plan: str = ""
    answer: str = ""
    asked: tuple[str, ...] = ()
    fleets: tuple[str, ...] = ()
    offer: Literal["", "yield", "terms"] = ""

    @property
    def by_sea_alone(self) -> bool:
        """Whether fleets blockade the place and no army lies before it."""
        return bool(self.fleets) and not self.armies


chapter.declare(Siege)


def siege_of(world: World, place: str) -> Siege | None:
    """The siege in a hex, if there is one."""
    return world.derived(("sieges by place",), lambda: _by_place(world)).get(place)


def siege_by(world: World, army: str) -> Siege | None:
    """The siege in which an army or a fleet takes part."""
    return world.derived(("sieges by army",), lambda: _by_army(world)).get(army)


def _by_place(world: World) -> dict[str, Siege]:
    return {siege.place: siege for siege in reversed(world.of(Siege))}


def _by_army(world: World) -> dict[str, Siege]:
    return {
        each: siege
        for siege in reversed(world.of(Siege))
        for each in (*siege.armies, *siege.fleets)
    }
