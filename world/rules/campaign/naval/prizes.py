"""Prizes: ships that have struck, and the hands that bring them in (C-NAV-06)."""

from __future__ import annotations

from world.rules.campaign.nouns.fleet import Fleet, changed, with_ship
from world.rules.campaign.nouns.roll import own_name
from world.rules.campaign.nouns.sea_facts import ShipsChanged
from world.rules.campaign.nouns.ship import PRIZE_HULL, Ship, skeleton, skeleton_hands
from world.rules.campaign.nouns.ship import changed as refitted
from world.rules.campaign.nouns.wreck import lose_ship
from world.state import World
from world.step import Step


def spare_hands(world: World, ship: Ship) -> int:
    """Hands that a ship can give away and still fight (C-SHIP-06)."""
    least = int(skeleton(world, ship)) + 1
    return max(0, ship.crew - least)


def take_prize(step: Step, fleet_id: str, name: str, captor_id: str) -> str:
    """A ship joins the fleet she has struck to, if that has a skeleton crew for her.

    Her old crew are prisoners and so are the troops aboard; what is in her hold stays there.
    Returns what became of her, in words.
    """
    world = step.world
    fleet = step.get(Fleet, fleet_id)
    ship = fleet.ship(name)
    assert ship is not None  # noqa: S101 - the caller has just found her
    captor = step.get(Fleet, captor_id)
    needed = skeleton_hands(world, ship)
    manned = _hands_from(world, captor, needed)
    lose_ship(step, fleet_id, name, captor=captor_id)
    captor = step.get(Fleet, captor_id)
    if manned is None:
        return " Nobody has the hands to bring her in, and she is set adrift."
    for other in manned:
        captor = with_ship(captor, other)
    as_called = own_name((each.name for each in captor.ships), name)
    prize = refitted(
        ship,
        name=as_called,
        crew=needed,
        hull=step.param(PRIZE_HULL),
        hired=False,
        mending=0,
        mended="",
    )
    step.put(changed(captor, ships=(*captor.ships, prize)))
    step.happened(ShipsChanged(fleet=captor_id, why="a prize"), f"prize/{fleet_id}/{name}")
    called = "" if as_called == name else f" as the {as_called}"
    return f" She is a prize of {captor.name}{called}, with {needed} hands aboard."


def _hands_from(world: World, captor: Fleet, needed: int) -> list[Ship] | None:
    """The captor's ships after they have given hands to a prize; None where they cannot.

    Whoever can spare most gives first; nobody gives so many that she could not fight.
    """
    changed_ships = []
    left = needed
    for ship in sorted(captor.present, key=lambda s: (-spare_hands(world, s), s.name)):
        gives = min(left, spare_hands(world, ship))
        if gives:
            changed_ships.append(refitted(ship, crew=ship.crew - gives))
            left -= gives
    return changed_ships if left == 0 else None
