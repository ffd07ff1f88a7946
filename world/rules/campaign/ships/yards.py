"""Hired ships paid off, hands found, hulls mended (C-SHIP-02, C-SHIP-07, C-SHIP-11)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.errors import Refused
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.chests import require_funds
from world.rules.campaign.nouns.facts import StrengthChanged
from world.rules.campaign.nouns.fleet import Fleet, embarked, with_ship
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.helm import fleet_commanded, require_free_hands, require_ship
from world.rules.campaign.nouns.hold import stowage
from world.rules.campaign.nouns.report import report, report_fleet
from world.rules.campaign.nouns.rounding import stores
from world.rules.campaign.nouns.sea_chest import can_pay, pay
from world.rules.campaign.nouns.sea_facts import (
    FleetAtLeisure,
    FleetSetSail,
    FleetsMet,
    ShipsChanged,
)
from world.rules.campaign.nouns.ship import Ship, rate_of
from world.rules.campaign.nouns.ship import changed as refitted
from world.rules.campaign.nouns.waters import open_port, port_city
from world.rules.campaign.ships import figures
from world.rules.campaign.ships.events import HitMended
from world.rules.campaign.ships.leaving import leave
from world.rules.campaign.ships.notices import (
    CrewFound,
    RepairBegun,
    RepairOver,
    ShipsReleased,
)
from world.rules.campaign.ships.orders import (
    CrewOrder,
    ReleaseOrder,
    RepairOrder,
    not_hired,
    not_port,
    not_port_city,
    nothing_to_break_off,
    require_damage,
    require_hands,
)
from world.step import Step

chapter = Chapter("yards", "Hired ships paid off, hands found, hulls mended")
chapter.declare(ShipsReleased, CrewFound, RepairBegun, RepairOver)


def _require_port(step: Step, fleet: Fleet) -> None:
    """Refuse a fleet that does not lie in a port which is not an enemy's.

    Raises:
        Refused: E-NOT-PORT, or E-BUSY under sail.
    """
    if not open_port(step.world, fleet.place, fleet.faction):
        raise not_port()
    if fleet.voyage is not None:
        raise Refused("E-BUSY", f"{fleet.name} is under sail and sails on. Let it heave to first.")


# -- hired transports -----------------------------------------------------------------------------


@chapter.obeys(ReleaseOrder)
def release(step: Step, order: ReleaseOrder, hand: Hand) -> None:
    """Hired transports are paid off where they can be hired anew (O-RELEASE)."""
    fleet = fleet_commanded(step.world, hand, order.fleet, "release")
    require_free_hands(step.world, fleet)
    _require_port(step, fleet)
    ships = [require_ship(fleet, name) for name in order.ships]
    lots = stowage(step.world, fleet).lots
    for ship in ships:
        if not ship.hired:
            raise not_hired(ship.name)
        if lots[ship.name] or ship.cargo:
            raise Refused(
                "E-LOADED",
                f"The {ship.name} is still loaded; she stays. Land what she carries first.",
            )
    names = tuple(dict.fromkeys(ship.name for ship in ships))
    if not names:
        raise Refused("E-NOTHING", "No ship was named; nothing was done. Say ships=….")
    _paid_off(step, fleet, names, "they were paid off")


def _paid_off(step: Step, fleet: Fleet, names: tuple[str, ...], why: str) -> None:
    notice = ShipsReleased(
        fleet=fleet.name,
        ships=", ".join(names),
        place=scene(step.world).called(fleet.place),
        why=why,
    )
    report_fleet(step, fleet, notice, names[0])
    leave(step, fleet.id, names, why)


def unpaid_leave(step: Step, fleet_id: str) -> None:
    """Hired transports that are not paid leave as soon as they lie empty in a port (C-SHIP-02)."""
    fleet = step.get(Fleet, fleet_id)
    if not open_port(step.world, fleet.place, fleet.faction):
        return
    lots = stowage(step.world, fleet).lots
    names = tuple(
        ship.name for ship in fleet.present if ship.hired and not ship.cargo and not lots[ship.name]
    )
    if names:
        _paid_off(step, fleet, names, "nobody paid for them")


# -- hands ----------------------------------------------------------------------------------------


@chapter.obeys(CrewOrder)
def crew(step: Step, order: CrewOrder, hand: Hand) -> None:
    """Hands are bought in a city with a port, or found among the infantry aboard (O-CREW)."""
    world = step.world
    fleet = fleet_commanded(world, hand, order.fleet, "crew")
    require_free_hands(world, fleet)
    ship = require_ship(fleet, order.ship)
    require_hands(ship.name, order.number, rate_of(world, ship).crew - ship.crew)
    if order.source == "port":
        hands = order.number
        if not port_city(world, fleet.place) or not open_port(world, fleet.place, fleet.faction):
            raise not_port_city()
        price = hands * step.param(figures.CREW_PRICE)
        require_funds(fleet.name, can_pay(world, fleet), price)
        pay(step, fleet.id, price)
        source = f"bought in port for {price} doubloons"
    else:
        hands = _from_infantry(step, fleet, order.number)
        source = "from the infantry aboard"
    fleet = step.get(Fleet, fleet.id)
    manned = refitted(ship, crew=ship.crew + hands)
    step.put(with_ship(fleet, manned))
    step.happened(ShipsChanged(fleet=fleet.id, why="more hands"), f"crew/{fleet.id}")
    fleet = step.get(Fleet, fleet.id)
    notice = CrewFound(
        fleet=fleet.name, ship=ship.name, hands=hands, crew=manned.crew, source=source
    )
    report_fleet(step, fleet, notice, ship.name)


def _from_infantry(step: Step, fleet: Fleet, hands: int) -> int:
    """Foot soldiers go to the ropes for good (C-SHIP-07/a); returns the hands they make.

    Raises:
        Refused: E-NOT-ENOUGH.
    """
    each = max(1, step.param(figures.CREW_PER_INFANTRY))
    wanted = -(-hands // each)
    armies = embarked(step.world, fleet)
    have = sum(d.soldiers for army in armies for d in army.present if d.kind == "infantry")
    # A detachment keeps one man at least: nobody disbands a regiment for a sail.
    spare = sum(
        max(0, d.soldiers - 1) for army in armies for d in army.present if d.kind == "infantry"
    )
    if spare < wanted:
        raise Refused(
            "E-NOT-ENOUGH",
            f"{fleet.name} has {have} foot soldiers aboard, too few to spare {wanted}; nobody was"
            " sent to the ropes. Ask for fewer.",
        )
    left = wanted
    for army in armies:
        kept = []
        for detachment in army.detachments:
            take = 0
            if detachment.kind == "infantry" and not detachment.away:
                take = min(left, max(0, detachment.soldiers - 1))
            left -= take
            kept.append(msgspec.structs.replace(detachment, soldiers=detachment.soldiers - take))
        if tuple(kept) != army.detachments:
            step.put(msgspec.structs.replace(step.get(Army, army.id), detachments=tuple(kept)))
            step.happened(StrengthChanged(army=army.id, why="men went to the ropes"), army.id)
            notice = CrewFound(
                fleet=fleet.name,
                ship=fleet.name,
                hands=army.soldiers - step.get(Army, army.id).soldiers,
                crew=fleet.crew,
                source=f"out of the ranks of {army.name}",
            )
            if army.leader != fleet.leader:
                report(step, army, notice, "ropes")
    return hands


# -- hulls ----------------------------------------------------------------------------------------


@chapter.obeys(RepairOrder)
def repair(step: Step, order: RepairOrder, hand: Hand) -> None:
    """A ship goes into the yard, paid for in advance; or she leaves it (O-REPAIR, O-CANCEL)."""
    world = step.world
    fleet = fleet_commanded(world, hand, order.fleet, "repair")
    ship = require_ship(fleet, order.ship)
    if order.hits < 0:
        if not ship.mending:
            raise nothing_to_break_off(ship.name)
        _leave_yard(step, fleet, ship, "has left the yard as she is")
        return
    require_free_hands(world, fleet)
    _require_port(step, fleet)
    rate = rate_of(world, ship)
    damage = rate.hull - ship.hull - ship.mending
    require_damage(ship.name, order.hits, damage)
    hits = order.hits or damage
    price = stores(
        world.params, Fraction(rate.value, rate.hull) * hits * step.param(figures.REPAIR_PRICE)
    )
    require_funds(fleet.name, can_pay(world, fleet), price)
    pay(step, fleet.id, price)
    ship = refitted(ship, mending=ship.mending + hits)
    step.put(with_ship(step.get(Fleet, fleet.id), ship))
    if not ship.mended:
        _next_hit(step, fleet.id, ship)
    week = day.weeks(world.params, 1)
    fleet = step.get(Fleet, fleet.id)
    notice = RepairBegun(
        fleet=fleet.name,
        ship=ship.name,
        place=scene(world).called(fleet.place),
        hits=hits,
        price=price,
        next=step.now + week,
    )
    report_fleet(step, fleet, notice, ship.name)


def _next_hit(step: Step, fleet_id: str, ship: Ship) -> None:
    week = day.weeks(step.world.params, 1)
    pending = step.after(week, HitMended(subject=fleet_id, ship=ship.name), ship.name)
    step.put(with_ship(step.get(Fleet, fleet_id), refitted(ship, mended=pending)))


@chapter.handles(HitMended)
@chapter.when_gone(HitMended)
def hit_mended(step: Step, _: HitMended) -> None:
    """A week's work on her hull, in whatever fleet she is by now (C-SHIP-11)."""
    found = ((f, s) for f in step.of(Fleet) for s in f.ships if s.mended == step.id)
    fleet, ship = next(found, (None, None))
    if fleet is None or ship is None:
        return
    done = min(ship.mending, step.param(figures.REPAIR_HULL))
    mended = refitted(ship, hull=ship.hull + done, mending=ship.mending - done, mended="")
    step.put(with_ship(fleet, mended))
    if mended.mending:
        _next_hit(step, fleet.id, mended)
    fleet = step.get(Fleet, fleet.id)
    what = "has another hit made good" if mended.mending else "is mended"
    notice = RepairOver(fleet=fleet.name, ship=ship.name, what=what, hull=mended.hull)
    report_fleet(step, fleet, notice, ship.name)
    if not mended.mending:
        step.happened(FleetAtLeisure(fleet=fleet.id), f"mended/{fleet.id}")


def _leave_yard(step: Step, fleet: Fleet, ship: Ship, what: str) -> None:
    """She is taken out of the yard; what was paid for and not done is lost (C-SHIP-11)."""
    step.cancel(ship.mended)
    as_she_is = refitted(ship, mending=0, mended="")
    step.put(with_ship(step.get(Fleet, fleet.id), as_she_is))
    notice = RepairOver(fleet=fleet.name, ship=ship.name, what=what, hull=ship.hull)
    report_fleet(step, step.get(Fleet, fleet.id), notice, f"out/{ship.name}")
    step.happened(FleetAtLeisure(fleet=fleet.id), f"out/{fleet.id}/{ship.name}")


def _out_of_yard(step: Step, fleet_id: str, why: str) -> None:
    fleet = step.find(Fleet, fleet_id)
    if fleet is not None:
        for ship in fleet.ships:
            if ship.mending:
                _leave_yard(step, fleet, ship, f"has left the yard as she is: {why}")


@chapter.on(FleetSetSail)
def set_sail(step: Step, fact: FleetSetSail) -> None:
    """Whoever sails leaves the yard."""
    _out_of_yard(step, fact.fleet, "the fleet sails")


@chapter.on(FleetsMet)
def fleets_met(step: Step, fact: FleetsMet) -> None:
    """So does whoever meets the enemy."""
    for fleet in fact.fleets:
        _out_of_yard(step, fleet, "the enemy has come")
