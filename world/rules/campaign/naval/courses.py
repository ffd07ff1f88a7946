"""Where a fleet goes that falls back or flees (C-NAV-07, C-NAV-08)."""

from __future__ import annotations

from collections.abc import Iterable

from world.rules.campaign.naval import figures
from world.rules.campaign.nouns.faction import friendly, hostile
from world.rules.campaign.nouns.fleet import Fleet, fleets_at
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.waters import in_port, steps_from
from world.state import World


def course_back(world: World, fleet: Fleet, hexes: int, field: str) -> tuple[str, ...]:
    """The hexes through which a fleet goes back from a field: at most so many, and none if shut in.

    By default along its course; where that ends or the enemy lies on it, toward the nearest
    friendly port and away from the field.  It stops in such a port, and never enters a hex with an
    enemy fleet.
    """
    here, came_from = fleet.place, fleet.came_from
    back = world.params[figures.RETREAT_PATH] == "back"
    course = _course_before(fleet, field) if back else []
    homes = _homes(world, fleet, field)
    found: list[str] = []
    while len(found) < hexes:
        open_to = [
            to
            for to in steps_from(world, here, came_from)
            if to not in (field, *found) and not enemy_at(world, fleet, to)
        ]
        to = _along(course, open_to, here)
        if to is None:
            course = []
            if here in homes:
                break
            to = _homeward(world, open_to, here, field, homes)
        if to is None:
            break
        found.append(to)
        came_from, here = here, to
    return tuple(found)


def _course_before(fleet: Fleet, field: str) -> list[str]:
    """The course by which a fleet came, without what it has gone back of it from a field."""
    wake = list(fleet.wake)
    if field not in wake:
        return wake
    at = len(wake) - 1 - wake[::-1].index(field)
    before, since = wake[:at], [*wake[at + 1 :], fleet.place]
    while before and since and before[-1] == since[0]:
        before.pop()
        since.pop(0)
    return before


def _along(course: list[str], open_to: list[str], here: str) -> str | None:
    """The hex before on its course, if it can go there."""
    while course:
        to = course.pop()
        if to != here:
            return to if to in open_to else None
    return None


def _homeward(
    world: World, open_to: Iterable[str], here: str, field: str, homes: frozenset[str]
) -> str | None:
    distance = scene(world).distance
    away = distance(here, field)

    def badness(to: str) -> tuple[bool, int, str]:
        home = min((distance(to, port) for port in homes), default=0)
        return distance(to, field) < away, home, to

    return min(open_to, key=badness, default=None)


def _homes(world: World, fleet: Fleet, field: str) -> frozenset[str]:
    """The ports of friends, the field excepted."""
    return frozenset(
        site.place
        for site in world.of(Stronghold)
        if site.place != field
        and friendly(world, fleet.faction, site.faction)
        and in_port(world, site.place)
    )


def in_friendly_port(world: World, fleet: Fleet, field: str) -> bool:
    """Whether it lies in a friend's port already, where it need not flee any farther."""
    return fleet.place in _homes(world, fleet, field)


def enemy_at(world: World, fleet: Fleet, place: str) -> bool:
    """Whether an enemy fleet lies in a hex."""
    return any(hostile(world, fleet.faction, other.faction) for other in fleets_at(world, place))
