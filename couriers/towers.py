"""Semaphore lines as a pack lays them out: towers in order, and what may keep one from working."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Protocol, cast

import msgspec

from couriers import figures, offers

if TYPE_CHECKING:
    from world.state import World


class Tower(msgspec.Struct, frozen=True):
    """A station of a line.

    Attributes:
        place: where it stands; lines that have a station in one place meet there.
        name: how it is spoken of.
        hop: metres from the station before it; 0 where nobody has measured.
    """

    place: str
    name: str
    hop: int = 0


class SemaphoreLine(msgspec.Struct, frozen=True):
    """Towers in order, from one end to the other.

    ``symbol_ms`` and ``hop_ms`` are the line's own pace where it differs from the campaign's
    (``semaphore.symbol_ms``, ``semaphore.hop_ms``).
    """

    id: str
    towers: tuple[Tower, ...]
    symbol_ms: int | None = None
    hop_ms: int | None = None


class LaysTowers(Protocol):
    """What a pack with semaphores answers; without it there are none."""

    def semaphores(self, world: World) -> tuple[SemaphoreLine, ...]:
        """Every line of the map, in id order; a marked place on no line is a line of one tower."""
        ...

    def tower_fault(self, world: World, line: str, n: int, person: str) -> str | None:
        """Why the nth tower of a line does not pass on a person's message now, or None if it does.

        ``out of order``, ``held by the enemy``, ``in fog`` …; optional.
        """
        ...

    def in_sight(self, world: World, place: str, hexes: int) -> tuple[str, ...]:
        """Persons within so many hexes of a tower's place, in id order; optional.

        For 0 hexes those in the place itself, as also where a pack does not say.
        """
        ...


class Stretch(msgspec.Struct, frozen=True, order=True, gc=False):
    """Part of a line a message runs over: from one tower to another."""

    line: str
    start: int
    end: int


def lines(world: World) -> dict[str, SemaphoreLine]:
    """The lines of the map by id; none where the pack has no towers."""
    offered = getattr(world.pack.answers, "semaphores", None)
    return {} if offered is None else {line.id: line for line in offered(world)}


def at_place(known: dict[str, SemaphoreLine], place: str) -> tuple[tuple[str, int], ...]:
    """The towers in a place, as line and number."""
    return tuple(
        (line.id, n)
        for line in known.values()
        for n, tower in enumerate(line.towers)
        if tower.place == place
    )


def in_sight(world: World, place: str) -> tuple[str, ...]:
    """Persons who can read a tower, in id order (C-SEM-02/a)."""
    offered = getattr(world.pack.answers, "in_sight", None)
    if offered is None:
        return world.pack.answers.in_place(world, place)
    return tuple(offered(world, place, world.params[figures.SIGHT_HEXES]))


def tower_near(world: World, known: dict[str, SemaphoreLine], person: str) -> str | None:
    """The place of a tower somebody can read, his own place before others; None without one."""
    here = world.pack.answers.whereabouts(world, person)
    if here is None:
        return None
    if at_place(known, here):
        return here
    if world.params[figures.SIGHT_HEXES] == 0:
        return None
    places = sorted({tower.place for line in known.values() for tower in line.towers})
    return next((place for place in places if person in in_sight(world, place)), None)


def fault(world: World, line: SemaphoreLine, n: int, person: str) -> str | None:
    """Why a tower does not pass on a person's message now; None if it does."""
    answers = world.pack.answers
    if world.params[figures.HELD] == "holder":
        master = offers.holder(world, line.towers[n].place)
        if master is not None and answers.stance(world, person, master) == "hostile":
            return "held by the enemy"
    offered = getattr(answers, "tower_fault", None)
    return None if offered is None else cast("str | None", offered(world, line.id, n, person))


def route(known: dict[str, SemaphoreLine], start: str, end: str) -> tuple[Stretch, ...] | None:
    """The way of a message from tower to tower, by the fewest hops, then the fewest lines.

    Lines meet where they have a tower in one place.  None where no line leads there.
    """
    heap: list[tuple[int, int, tuple[Stretch, ...], str, int]] = [
        (0, 1, (Stretch(line, n, n),), line, n) for line, n in at_place(known, start)
    ]
    heapq.heapify(heap)
    seen: set[tuple[str, int]] = set()
    while heap:
        hops, changes, way, line, n = heapq.heappop(heap)
        place = known[line].towers[n].place
        if place == end:
            return tuple(part for part in way if part.start != part.end) or way[:1]
        if (line, n) in seen:
            continue
        seen.add((line, n))
        for beside in (n - 1, n + 1):
            if 0 <= beside < len(known[line].towers):
                longer = (*way[:-1], Stretch(line, way[-1].start, beside))
                heapq.heappush(heap, (hops + 1, changes, longer, line, beside))
        for other, m in at_place(known, place):
            if other != line:
                changed = (*way, Stretch(other, m, m))
                heapq.heappush(heap, (hops, changes + 1, changed, other, m))
    return None
