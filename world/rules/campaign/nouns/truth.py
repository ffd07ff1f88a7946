"""What a sighting would say if whoever made it looked again now: for the referee alone."""

from __future__ import annotations

import msgspec

from world.knowledge.picture import Sighting
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.faction import stance
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.sight import (
    ArmySeen,
    FleetSeen,
    PlaceSeen,
    StanceSeen,
    as_seen,
    fleet_seen,
    place_seen,
)
from world.rules.campaign.nouns.stronghold import Stronghold
from world.state import World


def as_it_is(world: World, seen: Sighting) -> Sighting | None:
    """The same sighting as things are; None where its subject is no more."""
    now, observer, source = world.now, seen.observer, seen.source
    match seen:
        case ArmySeen():
            army = world.find(Army, seen.subject)
            return as_seen(world, army) if army is not None and army.id == seen.subject else None
        case FleetSeen():
            fleet = world.find(Fleet, seen.subject)
            if fleet is None or fleet.id != seen.subject:
                return None
            return fleet_seen(world, fleet, observer, now, source)
        case PlaceSeen():
            stronghold = world.find(Stronghold, seen.subject)
            if stronghold is None:
                return None
            return place_seen(world, stronghold, observer, now, source)
        case StanceSeen():
            _, one, other = seen.subject.split(":")
            return msgspec.structs.replace(seen, stance=stance(world, one, other))
    return None
