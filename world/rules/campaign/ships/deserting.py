"""Ships whose crews will not go on: checks, desertion, return (C-SHIP-10)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.admiralty import hand_over, land
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.fleet import Fleet, embarked, with_ship, without_ships
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.hold import stowage
from world.rules.campaign.nouns.morale import CHECK_DICE
from world.rules.campaign.nouns.obeying import have_obeyed
from world.rules.campaign.nouns.report import report_fleet
from world.rules.campaign.nouns.sea_facts import CrewsCheck, ShipsChanged
from world.rules.campaign.nouns.ship import Ship
from world.rules.campaign.nouns.ship import changed as refitted
from world.rules.campaign.nouns.voyaging import passengers, put_ashore
from world.rules.campaign.nouns.waters import nearest_land
from world.rules.campaign.nouns.where import captain_of
from world.rules.campaign.nouns.wreck import close_fleet
from world.rules.campaign.ships import figures
from world.rules.campaign.ships.events import ShipReturns
from world.rules.campaign.ships.notices import ShipCheck, ShipDeserts
from world.step import Step

chapter = Chapter("deserting ships", "Ships whose crews will not go on")
chapter.declare(ShipCheck, ShipDeserts)


@chapter.on(CrewsCheck)
def crews_check(step: Step, fact: CrewsCheck) -> None:
    """Another chapter puts the ships of a fleet to the test."""
    check_ships(step, fact.fleet, fact.why)


def check_ships(step: Step, fleet_id: str, why: str) -> None:
    """Every ship is put to the test for herself; who fails sails off (C-SHIP-05/a, C-SHIP-10)."""
    for name in [ship.name for ship in step.get(Fleet, fleet_id).present]:
        fleet = step.find(Fleet, fleet_id)
        ship = fleet.ship(name) if fleet is not None else None
        if fleet is None or ship is None or ship.away:
            continue
        roll = step.roll(f"morale check of the {name} of {fleet_id}", step.param(CHECK_DICE))
        held = roll.total <= fleet.morale
        notice = ShipCheck(
            fleet=fleet.name,
            ship=name,
            why=why,
            roll=roll.total,
            morale=fleet.morale,
            outcome="it held" if held else "it failed",
        )
        report_fleet(step, fleet, notice, name)
        if not held:
            desert(step, fleet_id, name, roll.faces)


def desert(step: Step, fleet_id: str, name: str, check: tuple[int, ...]) -> None:
    """She puts everybody ashore who is not of her crew, and sails off; doubles, and for good."""
    fleet = step.get(Fleet, fleet_id)
    ship = fleet.ship(name)
    if ship is None:
        return
    dice = step.param(figures.DESERT_DAYS)
    roll = step.roll(f"days for which the {name} of {fleet_id} is away", dice)
    faces = roll.faces if step.param(figures.DOUBLES_ON) == "days_roll" else check
    for_good = max(Counter(faces).values(), default=0) > 1
    ashore = _put_ashore(step, fleet_id, name)
    fleet = step.get(Fleet, fleet_id)
    ship = fleet.ship(name)
    if ship is None:
        return
    step.cancel(ship.mended)
    notice = ShipDeserts(
        fleet=fleet.name, ship=name, what="has sailed off, nobody knows for how long", ashore=ashore
    )
    report_fleet(step, fleet, notice, name)
    if for_good:
        _gone(step, fleet, ship)
        return
    step.put(with_ship(fleet, refitted(ship, away=True, mending=0, mended="")))
    dawn = step.now
    for _ in range(roll.total):
        dawn = day.next_dawn(step.world, dawn)
    step.at(dawn, ShipReturns(subject=fleet_id, ship=name), name)
    _without_her(step, fleet_id, name)


def _gone(step: Step, fleet: Fleet, ship: Ship) -> None:
    """She never comes back; nobody is told so, it only becomes plain in time."""
    step.put(without_ships(fleet, frozenset((ship.name,))))
    _without_her(step, fleet.id, ship.name)


def _without_her(step: Step, fleet_id: str, name: str) -> None:
    fleet = step.get(Fleet, fleet_id)
    if not fleet.present:
        if fleet.leader:
            leader = fleet.leader
            hand_over(step, fleet, ", since no ship is left to him")
            put_ashore(step, leader, nearest_land(step.world, fleet.place))
        for commander in passengers(step.world, step.get(Fleet, fleet_id)):
            put_ashore(step, commander.id, nearest_land(step.world, fleet.place))
        close_fleet(step, step.get(Fleet, fleet_id), f"the {name} has sailed off")
        return
    step.happened(ShipsChanged(fleet=fleet_id, why="a ship has sailed off"), f"{fleet_id}/{name}")


def _put_ashore(step: Step, fleet_id: str, name: str) -> str:
    """Land the troops that she carries: detachments of which she has the larger part go whole."""
    world = step.world
    fleet = step.get(Fleet, fleet_id)
    last = len(fleet.present) == 1
    lots = stowage(world, fleet).lots.get(name, ())
    coast = nearest_land(world, fleet.place)
    landed = []
    for army in embarked(world, fleet):
        hers = tuple(
            lot.detachment
            for lot in lots
            if lot.army == army.id and lot.detachment and 2 * lot.share > Fraction(1)
        )
        if not hers and not last:
            continue
        landed.append(_land(step, fleet_id, army, hers, coast, whole=last))
    if not landed:
        return ""
    place = scene(world).called(coast)
    return f" {', '.join(landed)} was put ashore at {place}."


def _land(
    step: Step, fleet_id: str, army: Army, names: tuple[str, ...], coast: str, *, whole: bool
) -> str:
    """Land some detachments as an army of their own, or all of it where they cannot be parted."""
    if not whole and len(names) < len(army.present):
        known = {each.id for each in step.of(Army)}
        hand = Hand(author=REFEREE, receiver=captain_of(army.id), number=0, written=step.now)
        try:
            have_obeyed(
                step,
                "split",
                hand,
                detachments=names,
                name=f"{names[0]} ashore",
                leader="captain",
                army=army.id,
            )
        except Refused:
            pass
        else:
            part = next(each for each in step.of(Army) if each.id not in known)
            land(step, fleet_id, part.id, coast)
            return part.name
    land(step, fleet_id, army.id, coast)
    return army.name


@chapter.handles(ShipReturns)
def ship_returns(step: Step, event: ShipReturns) -> None:
    """A ship that sailed off is back with her fleet, wherever that is (C-SHIP-10)."""
    _back(step, event)


@chapter.when_gone(ShipReturns)
def nobody_to_return_to(step: Step, event: ShipReturns) -> None:
    """Who has no fleet left to return to sails home for good."""


def _back(step: Step, event: ShipReturns) -> None:
    fleet = step.find(Fleet, event.subject)
    ship = fleet.ship(event.ship) if fleet is not None else None
    if fleet is None or ship is None or not ship.away:
        return
    step.put(with_ship(fleet, refitted(ship, away=False)))
    fleet = step.get(Fleet, fleet.id)
    report_fleet(step, fleet, ShipDeserts(fleet=fleet.name, ship=ship.name, what="is back"), "back")
    step.happened(ShipsChanged(fleet=fleet.id, why="a ship is back"), f"back/{ship.name}")
