"""Where an army goes that falls back (C-ROUT-01/a)."""

from __future__ import annotations

from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.faction import friendly, hostile
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.stronghold import Stronghold, stronghold_at
from world.rules.campaign.nouns.way import barred
from world.state import World


def refuge(world: World, army: Army) -> Stronghold | None:
    """A friendly stronghold in an army's hex that is not besieged, if there is one."""
    stronghold = stronghold_at(world, army.place)
    if stronghold is None or siege_of(world, army.place) is not None:
        return None
    return stronghold if friendly(world, army.faction, stronghold.faction) else None


def retreat_to(world: World, army: Army, came_from: str) -> str | None:
    """The hex an army falls back to, or None where it has nowhere to go.

    The hex it came from; else the neighbour nearest to a friendly stronghold; never one with an
    enemy army, water or, for wheels, no road.
    """
    ground = scene(world)
    near = [ground.atlas.label(at) for at in ground.atlas.neighbours(ground.hex(army.place))]
    open_to = [to for to in near if _open(world, army, to)]
    if came_from in open_to:
        return came_from
    homes = [
        site.place for site in world.of(Stronghold) if friendly(world, army.faction, site.faction)
    ]
    if not open_to:
        return None
    return min(
        open_to, key=lambda to: (min((ground.distance(to, h) for h in homes), default=0), to)
    )


def _open(world: World, army: Army, to: str) -> bool:
    if barred(world, army, (army.place, to), "none"):
        return False
    there = world.at(to, Army)
    return not any(hostile(world, army.faction, other.faction) for other in there)
