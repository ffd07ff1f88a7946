"""The way an army takes, and what bars it (C-MARCH-04, C-FORD-03, C-NIGHT-01)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil

import msgspec
import numpy as np

from world.dates import DAY_MS
from world.errors import Refused
from world.map.hexes import Hex
from world.map.steps import Costs, Goer, Steps, Tariff
from world.rules.campaign.nouns.army import Army, column_length
from world.rules.campaign.nouns.fording import can_ford, ford_delay
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.marching import Pace
from world.rules.campaign.nouns.pace import LONG_COLUMN, NIGHT_OFFROAD, WHEELS_OFFROAD, paced
from world.state import World

#: Hexes one march may be ordered over.
LONGEST = 2_000

_WORDS = {
    "E-MARCH-WHEELS": (
        "{army} has wagons or guns and there is no road from {a} to {b}. Give a way on roads, or"
        " abandon the wheels first."
    ),
    "E-FORD-WHEELS": (
        "{army} has wagons or guns and there is no bridge between {a} and {b}. Give a way over a"
        " bridge, or abandon the wheels first."
    ),
    "E-NIGHT-OFFROAD": (
        "There is no road from {a} to {b}, and nobody marches off the road by night. Order the"
        " march for the day alone, or another way."
    ),
    "E-NO-PATH": "There is no way on land from {a} to {b}. Give another goal, or another way.",
}


class Bars(msgspec.Struct, frozen=True):
    """What an army and its order cannot pass: roadless steps, fords, roadless steps by night."""

    roadless: bool
    fords: bool
    dark: bool


def bars(world: World, army: Army, night: Pace) -> Bars:
    """What bars the way of an army on the march."""
    params = world.params
    return Bars(
        roadless=army.wheels > 0 and params[WHEELS_OFFROAD] == "forbidden",
        fords=not can_ford(world, army),
        dark=night != "none" and params[NIGHT_OFFROAD] == "forbidden",
    )


def barred(world: World, army: Army, step: tuple[str, str], night: Pace) -> str:
    """Why an army cannot take a step between neighbours: a refusal's code, or ''."""
    ground = scene(world)
    a, b = ground.hex(step[0]), ground.hex(step[1])
    if b in ground.water:
        return "E-NO-PATH"
    found = bars(world, army, night)
    on_road = ground.atlas.on_road(a, b)
    if found.roadless and not on_road:
        return "E-MARCH-WHEELS"
    if found.fords and ground.atlas.is_fording(a, b):
        return "E-FORD-WHEELS"
    return "E-NIGHT-OFFROAD" if found.dark and not on_road else ""


def refusal(world: World, army: Army, step: tuple[str, str], code: str) -> Refused:
    """The refusal of a step, in words."""
    ground = scene(world)
    words = _WORDS[code].format(army=army.name, a=ground.called(step[0]), b=ground.called(step[1]))
    return Refused(code, f"{words} {army.name} goes on as before.")


def way_mover(world: World, army: Army, day: Pace, night: Pace, *, free: bool = False) -> Goer:
    """How routes are chosen for an army: by the time they take in fair weather.

    With ``free`` nothing but water bars the way, to see whether there would be one.
    """
    ground = scene(world)
    found = Bars(False, False, False) if free else bars(world, army, night)  # noqa: FBT003
    long = column_length(world, army) > world.params[LONG_COLUMN]
    ford = ford_delay(world, army)
    halves = (day != "none") + (night != "none")
    speeds = []
    for on_road in (False, True):
        km = Fraction(0)
        for pace, dark in ((day, False), (night, True)):
            if pace != "none":
                km += paced(world, army, pace, night=dark, on_road=on_road, long=long).metres
        speeds.append(km)
    off, on = speeds
    wading = ceil(ford * DAY_MS / halves)

    def costs(steps: Steps) -> Costs:
        took = np.where(steps.road, _times(steps, on), _times(steps, off))
        closed = ground.wet[steps.targets] | (took == 0)
        if found.roadless or found.dark:
            closed |= ~steps.road
        if found.fords:
            closed |= steps.fording
        return np.where(closed, 0, took + wading * steps.fording)

    key = f"army/{off}/{on}/{wading}/{found.roadless:d}{found.fords:d}{found.dark:d}"
    return Tariff(key, costs)


def _times(steps: Steps, speed: Fraction) -> Costs:
    """Ms for each step at so many metres a day, at least one; 0 at no pace."""
    return steps.by_length(lambda metres: max(1, ceil(metres * DAY_MS / speed)) if speed > 0 else 0)


def way(
    world: World,
    army: Army,
    waypoints: tuple[str, ...],
    day: Pace,
    night: Pace,
    *,
    literal: bool,
) -> tuple[str, ...]:
    """The quickest way from where an army stands through hexes in turn to the last of them.

    With ``literal`` a neighbour that is named is gone to straight, be there a road or not.

    Raises:
        Refused: E-NO-PATH, E-MARCH-WHEELS, E-FORD-WHEELS or E-NIGHT-OFFROAD.
    """
    ground = scene(world)
    mover = way_mover(world, army, day, night)
    found = [army.place]
    for goal in waypoints:
        start = found[-1]
        if goal == start:
            continue
        a, b = ground.hex(start), ground.hex(goal)
        if literal and a.distance(b) == 1:
            code = barred(world, army, (start, goal), night)
            if code:
                raise refusal(world, army, (start, goal), code)
            found.append(goal)
        else:
            leg = ground.routes.path(mover, a, b)
            if leg is None:
                raise _no_way(world, army, a, b, day, night)
            found.extend(ground.labels[at] for at in leg[1:])
        if len(found) > LONGEST:
            raise Refused(
                "E-NO-PATH",
                f"That way is over {LONGEST} hexes long; nothing was ordered. Order a part of it.",
            )
    return tuple(found)


def _no_way(world: World, army: Army, a: Hex, b: Hex, day: Pace, night: Pace) -> Refused:
    """Say what bars every way, by looking for one that nothing but water bars."""
    ground = scene(world)
    free = ground.routes.path(way_mover(world, army, day, night, free=True), a, b)
    labels = tuple(ground.atlas.label(at) for at in free or ())
    for step in pairwise(labels):
        code = barred(world, army, step, night)
        if code:
            return refusal(world, army, step, code)
    return refusal(world, army, (ground.atlas.label(a), ground.atlas.label(b)), "E-NO-PATH")
