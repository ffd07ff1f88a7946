"""A voyage, hex by hex, worked out exactly; and fleets as they change hexes (C-FLEET-01)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import msgspec

from world.fact import Moved
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.fleet import WAKE, Fleet, changed, embarked, on_voyage, speed
from world.rules.campaign.nouns.ratio import ZERO, ratio
from world.rules.campaign.nouns.ship import metres_per_ms
from world.rules.campaign.nouns.sky import pace_factor
from world.rules.campaign.nouns.waters import sea_metres
from world.rules.campaign.nouns.where import captain_of
from world.state import World
from world.step import Step


def under_way(world: World, fleet: Fleet, now: int) -> Fleet:
    """The fleet with what it has sailed since its stretch began entered in its books."""
    voyage = fleet.voyage
    if voyage is None or voyage.since < 0 or now <= voyage.since:
        return fleet
    sailed = voyage.covered.value + voyage.speed.value * (now - voyage.since)
    covered = min(Fraction(sea_metres(world)), sailed)
    return on_voyage(fleet, covered=ratio(covered), since=now)


def lying_still(fleet: Fleet) -> Fleet:
    """The fleet with its voyage at a standstill."""
    return on_voyage(fleet, since=-1, speed=ZERO, pending="")


def pace(world: World, fleet: Fleet) -> Fraction:
    """Metres a millisecond that it makes in the weather over it (C-SHIP-04, C-WEA-03)."""
    return metres_per_ms(world, speed(world, fleet)) * pace_factor(world, fleet.place)


def due(world: World, fleet: Fleet, now: int, metres_a_ms: Fraction) -> int:
    """When it will be in the next hex."""
    assert fleet.voyage is not None  # noqa: S101 - asked of fleets under sail alone
    left = sea_metres(world) - fleet.voyage.covered.value
    return now + max(1, ceil(left / metres_a_ms))


def in_next_hex(fleet: Fleet) -> Fleet:
    """The fleet in the hex it was sailing to."""
    voyage = fleet.voyage
    assert voyage is not None and voyage.ahead is not None  # noqa: S101, PT018
    ahead = voyage.ahead
    return lying_still(on_voyage(moved(fleet, (ahead,)), at=voyage.at + 1, covered=ZERO))


def moved(fleet: Fleet, path: tuple[str, ...]) -> Fleet:
    """The fleet after it has gone along hexes, its course with it."""
    course = (fleet.place, *path)
    wake = (*fleet.wake, *course[:-1])[-WAKE:]
    return changed(fleet, place=path[-1], came_from=course[-2], wake=wake)


def carry_along(step: Step, fleet: Fleet) -> None:
    """Everybody aboard is where the fleet is, and news meets them there."""
    people = [fleet.leader or captain_of(fleet.id)]
    for army in embarked(step.world, fleet):
        step.put(msgspec.structs.replace(army, place=fleet.place, offset=None))
        people.append(army.leader or captain_of(army.id))
    people += [each.id for each in passengers(step.world, fleet)]
    for person in dict.fromkeys(people):
        step.happened(Moved(person=person, place=fleet.place), person)


def passengers(world: World, fleet: Fleet) -> tuple[Commander, ...]:
    """Commanders aboard who lead neither the fleet nor an army."""
    return tuple(
        each
        for each in world.of(Commander)
        if each.fleet == fleet.id and each.id != fleet.leader and not each.army
    )


def put_ashore(step: Step, person: str, place: str) -> None:
    """A commander without an army is on land from now on."""
    commander = step.find(Commander, person)
    if commander is None or not commander.fleet:
        return
    on_land = place if not commander.army else None
    step.put(msgspec.structs.replace(commander, fleet="", place=on_land))
    if not commander.army:
        step.happened(Moved(person=person, place=place), f"ashore/{person}")
