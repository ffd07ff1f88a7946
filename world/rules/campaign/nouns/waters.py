"""Where ships can go: over water, along coasts, into ports, and never across land (C-FLEET-01).

A fleet lies in a hex of water or in one of coastal land: off its coast, or in its port.  Nobody
sails through land, so that a fleet leaves a coast for the waters it came from.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from world.errors import Refused
from world.map.hexes import Hex
from world.map.steps import Costs, Steps, Tariff
from world.rules.campaign.nouns.ground import Scene, relation, scene
from world.rules.campaign.nouns.stronghold import Stronghold, stronghold_at
from world.state import World

#: Hexes one voyage may be ordered over.
LONGEST = 2_000


def is_water(world: World, label: str) -> bool:
    """Whether a hex is water."""
    ground = scene(world)
    return ground.hex(label) in ground.water


def navigable(world: World, label: str) -> bool:
    """Whether a fleet can lie in a hex."""
    return _navigable(scene(world), scene(world).hex(label))


def can_lie(ground: Scene, label: str) -> bool:
    """The same of a scene whose world is not there yet."""
    return _navigable(ground, ground.hex(label))


def _navigable(ground: Scene, at: Hex) -> bool:
    return at in ground.water or ground.atlas.is_coastal(at)


def _is_rim(ground: Scene, at: Hex) -> bool:
    """Whether the sea off a hex lies beyond the map (it is marked ``coast``)."""
    return ground.atlas.tile(at).coast


def _open(ground: Scene, a: Hex, b: Hex) -> bool:
    """Whether there is water from one neighbour to the other, a coast at one end at most.

    Along the rim of the map there is, too, between hexes that are both marked as coast.
    """
    if a in ground.water or b in ground.water:
        return _navigable(ground, a) and _navigable(ground, b)
    return _is_rim(ground, a) and _is_rim(ground, b)


def in_port(world: World, label: str) -> bool:
    """Whether a hex is a port that ships can reach."""
    ground = scene(world)
    at = ground.hex(label)
    return ground.atlas.tile(at).port and _navigable(ground, at)


def port_city(world: World, label: str) -> bool:
    """Whether a hex is a city with a port (C-SHIP-07)."""
    site = stronghold_at(world, label)
    return site is not None and site.sort == "city" and in_port(world, label)


def open_port(world: World, label: str, faction: str) -> bool:
    """Whether a hex is a port whose holder is no enemy of a faction."""
    return in_port(world, label) and not relation(world, label, faction, world.now).hostile


def on_coast(world: World, label: str) -> bool:
    """Whether a hex is coastal land, where troops can go aboard and ashore (C-FLEET-02)."""
    return not is_water(world, label) and navigable(world, label)


def inshore(world: World, label: str) -> bool:
    """Whether a hex is coastal water: a coast, or water beside land."""
    ground = scene(world)

    def find() -> bool:
        if not is_water(world, label):
            return navigable(world, label)
        at = ground.hex(label)
        return any(n not in ground.water for n in ground.atlas.neighbours(at))

    return ground.once(("inshore", label), find)


def shore_of(world: World, label: str) -> Literal["", "water", "coast", "port", "port city"]:
    """What ships find in a hex."""
    if is_water(world, label):
        return "water"
    if not navigable(world, label):
        return ""
    if not in_port(world, label):
        return "coast"
    return "port city" if port_city(world, label) else "port"


def steps_from(world: World, here: str, came_from: str) -> tuple[str, ...]:
    """The neighbours a fleet can sail to from a hex, in the order of their labels.

    From a coast only into the waters from which it came; into any if it has not moved yet.
    """
    ground = scene(world)

    def find() -> tuple[str, ...]:
        at = ground.hex(here)
        near = [n for n in ground.atlas.neighbours(at) if _open(ground, at, n)]
        if at not in ground.water and came_from and came_from != here:
            same = _waters(ground, at, ground.hex(came_from))
            near = [n for n in near if not same or n in same]
        return tuple(ground.labels[n] for n in near)

    return ground.once(("sea steps", here, came_from), find)


def _waters(ground: Scene, at: Hex, came_from: Hex) -> frozenset[Hex]:
    """The neighbours of a coast that touch one another all the way to the one somebody came from.

    Beyond the rim of the map there is water round a hex that is marked as coast.
    """
    around = at.neighbours()
    rim = _is_rim(ground, at)

    def wet(n: Hex) -> bool:
        if n not in ground.labels:
            return rim
        return _open(ground, at, n)

    if came_from not in around or not wet(came_from):
        return frozenset()
    first = around.index(came_from)
    found = {came_from}
    for direction in (1, -1):
        place = first
        while True:
            place = (place + direction) % len(around)
            if not wet(around[place]) or around[place] in found:
                break
            found.add(around[place])
    return frozenset(found)


def _sailor(world: World) -> Tariff:
    """How ways over water are chosen: by their length, from water or along the rim alone."""
    ground = scene(world)

    def costs(steps: Steps) -> Costs:
        metres = ground.atlas.parameters.step_metres
        hexes = ground.atlas.hexes
        open_ = np.fromiter(
            (
                _open(ground, hexes[a], hexes[b])
                and (hexes[a] in ground.water or _is_rim(ground, hexes[a]))
                for a, b in zip(steps.origins.tolist(), steps.targets.tolist(), strict=True)
            ),
            dtype=bool,
            count=len(steps.moves),
        )
        return np.where(open_, metres, 0).astype(np.int64)

    return Tariff("fleet", costs)


def sea_way(
    world: World, name: str, start: str, came_from: str, waypoints: tuple[str, ...]
) -> tuple[str, ...]:
    """The shortest way over water from a hex through others in turn to the last of them.

    ``name`` is whose way it is, for the refusal.

    Raises:
        Refused: E-NO-PATH.
    """
    found, before = [start], came_from
    for goal in waypoints:
        if goal == found[-1]:
            continue
        leg = _leg(world, found[-1], before, goal)
        if leg is None:
            ground = scene(world)
            raise Refused(
                "E-NO-PATH",
                f"There is no way over water from {ground.called(found[-1])} to"
                f" {ground.called(goal)}. Give a hex of water, a coast or a port that {name} can"
                f" reach; it goes on as before.",
            )
        before = leg[-2]
        found.extend(leg[1:])
        if len(found) > LONGEST:
            raise Refused(
                "E-NO-PATH",
                f"That way is over {LONGEST} hexes long; nothing was ordered. Order a part of it.",
            )
    return tuple(found)


def _leg(world: World, start: str, came_from: str, goal: str) -> tuple[str, ...] | None:
    if not navigable(world, goal):
        return None
    if is_water(world, start):
        return _path(world, start, goal)
    best: tuple[int, str, tuple[str, ...]] | None = None
    for first in steps_from(world, start, came_from):
        rest = (first,) if first == goal else _path(world, first, goal)
        if rest is None or start in rest:
            continue
        if best is None or (len(rest), first) < best[:2]:
            best = (len(rest), first, rest)
    return (start, *best[2]) if best is not None else None


def _path(world: World, start: str, goal: str) -> tuple[str, ...] | None:
    ground = scene(world)
    way = ground.routes.path(_sailor(world), ground.hex(start), ground.hex(goal))
    return tuple(ground.labels[at] for at in way) if way is not None else None


def sea_metres(world: World) -> int:
    """Length of a step over water in metres (C-MAP-01)."""
    return scene(world).atlas.parameters.step_metres


def nearest_land(world: World, label: str) -> str:
    """The land nearest to a hex: itself, or the first by distance and label."""
    ground = scene(world)

    def find() -> str:
        if not is_water(world, label):
            return label
        at = ground.hex(label)
        land = [
            (at.distance(tile.hex), ground.labels[tile.hex])
            for tile in ground.atlas.tiles
            if tile.hex not in ground.water
        ]
        return min(land)[1] if land else label

    return ground.once(("nearest land", label), find)


def coastal_site(world: World, stronghold: Stronghold) -> bool:
    """Whether a stronghold lies on the coast (C-BLK-01)."""
    return on_coast(world, stronghold.place)
