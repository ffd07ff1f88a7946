"""Where an army goes that falls back or flees (C-ROUT-01/a)."""

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


def open_hexes(world: World, army: Army) -> tuple[str, ...]:
    """Neighbouring hexes an army can go back to, by label.

    Never one with an enemy army, water or, for wheels, no road.
    """
    ground = scene(world)
    near = (ground.atlas.label(at) for at in ground.atlas.neighbours(ground.hex(army.place)))
    return tuple(to for to in near if _open(world, army, to))


def retreat_to(world: World, army: Army, came_from: str) -> str | None:
    """The hex an army falls back to, or None where it has nowhere to go.

    The hex it came from; else the neighbour nearest to a friendly stronghold.
    """
    open_to = open_hexes(world, army)
    if came_from in open_to:
        return came_from
    return _nearest_home(world, army, open_to)


def flee_to(world: World, army: Army, field: str, wish: str = "") -> str | None:
    """The next hex of a flight from a field, or None where none is open.

    Away from the field: farther off if it can, else no nearer; the hex it wishes or came from
    among those, else the nearest to a friendly stronghold.
    """
    ground = scene(world)
    here = ground.distance(army.place, field)
    open_to = open_hexes(world, army)
    away = tuple(to for to in open_to if ground.distance(to, field) > here)
    away = away or tuple(to for to in open_to if ground.distance(to, field) == here)
    for known in (wish, army.came_from):
        if known in away:
            return known
    return _nearest_home(world, army, away)


def _nearest_home(world: World, army: Army, open_to: tuple[str, ...]) -> str | None:
    ground = scene(world)
    homes = [
        site.place for site in world.of(Stronghold) if friendly(world, army.faction, site.faction)
    ]
    return min(
        open_to,
        key=lambda to: (min((ground.distance(to, h) for h in homes), default=0), to),
        default=None,
    )


def _open(world: World, army: Army, to: str) -> bool:
    if barred(world, army, (army.place, to), "none"):
        return False
    there = world.at(to, Army)
    return not any(hostile(world, army.faction, other.faction) for other in there)
