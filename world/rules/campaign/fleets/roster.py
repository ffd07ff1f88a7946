"""Ships that part and join, and commanders who go aboard and ashore (C-FLEET-01, C-SHIP-09)."""

from __future__ import annotations

import msgspec

from world.errors import Refused
from world.fact import Moved
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.fleets import notices
from world.rules.campaign.fleets.orders import (
    AshoreOrder,
    BoardOrder,
    JoinOrder,
    PartOrder,
    leads_an_army,
    no_shore,
    not_there,
    require_chest,
    require_ships,
)
from world.rules.campaign.nouns.admiralty import hand_over, take_command
from world.rules.campaign.nouns.command import require_free
from world.rules.campaign.nouns.commander import Commander, leader_of
from world.rules.campaign.nouns.commissioning import form, fresh_id
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.fleet import (
    Fleet,
    cannon,
    changed,
    embarked,
    fleets_at,
    without_ships,
)
from world.rules.campaign.nouns.helm import fleet_commanded, require_free_hands
from world.rules.campaign.nouns.hold import stowage
from world.rules.campaign.nouns.report import report_fleet
from world.rules.campaign.nouns.roll import renamed
from world.rules.campaign.nouns.sea_chest import add_aboard, chest_aboard
from world.rules.campaign.nouns.sea_facts import (
    FleetGone,
    FleetSetSail,
    ShipsChanged,
)
from world.rules.campaign.nouns.seafaring import joined_morale
from world.rules.campaign.nouns.voyaging import passengers, put_ashore
from world.rules.campaign.nouns.waters import on_coast
from world.rules.campaign.nouns.where import aboard_with, whereabouts
from world.state import World
from world.step import Step

chapter = Chapter("rosters", "Fleets that part and join, and who goes aboard")
chapter.declare(notices.FleetParted, notices.FleetsJoined)


# -- parting --------------------------------------------------------------------------------------


@chapter.obeys(PartOrder)
def part(step: Step, order: PartOrder, hand: Hand) -> None:
    """Some ships become a fleet of their own, under a captain (O-SPLIT)."""
    world = step.world
    fleet = fleet_commanded(world, hand, order.fleet, "part")
    require_free_hands(world, fleet)
    require_ships(fleet.name, [ship.name for ship in fleet.present], order.ships)
    going = frozenset(ship.name for each in order.ships if (ship := fleet.ship(each)))
    _require_empty(world, fleet, going)
    require_chest(fleet.name, order.money, chest_aboard(world, fleet))
    owner = hand.author if leader_of(world, hand.author) else fleet.leader or fleet.owner
    name = order.name.strip() or min(going)
    ships = tuple(ship for ship in fleet.ships if ship.name in going)
    new = changed(
        fleet,
        id=fresh_id(world, hand.author, name),
        name=name,
        owner=owner,
        leader="",
        ships=ships,
        chest=0,
        berths=(),
        voyage=None,
        loading=(),
        harbour="",
    )
    step.put(without_ships(fleet, going))
    form(step, new)
    if order.money:
        add_aboard(step, fleet.id, -order.money)
        add_aboard(step, new.id, order.money)
    step.happened(ShipsChanged(fleet=fleet.id, why="ships have parted"), f"part/{fleet.id}")
    rest = step.get(Fleet, fleet.id)
    notice = notices.FleetParted(
        fleet=rest.name,
        part=new.name,
        id=new.id,
        ships=", ".join(ship.name for ship in ships),
        leader="a captain",
    )
    report_fleet(step, rest, notice, new.id)
    step.tell(REFEREE, notice, new.id)


def _require_empty(world: World, fleet: Fleet, going: frozenset[str]) -> None:
    """Refuse to part with ships that carry troops: an army stays together.

    Raises:
        Refused: E-LOADED.
    """
    lots = stowage(world, fleet).lots
    loaded = sorted(name for name in going if lots.get(name))
    if loaded:
        raise Refused(
            "E-LOADED",
            f"{', '.join(loaded)} of {fleet.name} carry troops; the fleet stays together. Land"
            " them first.",
        )


# -- joining --------------------------------------------------------------------------------------


@chapter.obeys(JoinOrder)
def join(step: Step, order: JoinOrder, hand: Hand) -> None:
    """A fleet becomes part of another in the same hex (O-MERGE)."""
    world = step.world
    fleet = fleet_commanded(world, hand, order.fleet, "join")
    require_free_hands(world, fleet)
    into = next((f for f in fleets_at(world, fleet.place) if f.id == order.into), None)
    if into is None or into.id == fleet.id:
        raise not_there(order.into)
    require_free_hands(world, into)
    if hand.author not in (into.owner, into.leader, REFEREE):
        raise Refused(
            "E-NO-CONSENT",
            f"{into.name} is not yours; {fleet.name} stays a fleet of its own. Let its owner join"
            " his to yours.",
        )
    if into.disorder is not None:
        raise Refused(
            "E-OUT-OF-CONTROL",
            f"{into.name} is out of control; {fleet.name} stays a fleet of its own.",
        )
    step.happened(FleetSetSail(fleet=fleet.id, place=fleet.place), f"join/{fleet.id}")
    merge(step, fleet.id, into.id)


def merge(step: Step, fleet_id: str, into_id: str) -> None:
    """Ships, cargo, money and everybody aboard pass to the other fleet; nothing is lost."""
    world = step.world
    fleet, into = step.get(Fleet, fleet_id), step.get(Fleet, into_id)
    for work in (*fleet.loading,):
        step.cancel(work.event)
    if fleet.voyage is not None:
        step.cancel(fleet.voyage.pending)
    step.cancel(fleet.harbour)
    morale = joined_morale(world, into, fleet)
    ships, names = renamed(into, fleet.ships)
    berths = tuple(
        msgspec.structs.replace(berth, ships=tuple(names[name] for name in berth.ships))
        for berth in fleet.berths
    )
    whole = changed(
        into,
        ships=(*into.ships, *ships),
        berths=(*into.berths, *berths),
        morale=morale,
        unpaid=max(into.unpaid, fleet.unpaid),
    )
    step.put(whole)
    if fleet.chest:
        add_aboard(step, into.id, fleet.chest)
    _change_ships(step, fleet, into)
    step.remove(fleet, f"it joined {into.name}", successor=into.id)
    gone = FleetGone(fleet=fleet.id, place=fleet.place, faction=fleet.faction, leader=fleet.leader)
    step.happened(gone, fleet.id)
    step.happened(ShipsChanged(fleet=into.id, why="fleets have joined"), f"{into.id}/{fleet.id}")
    after = step.get(Fleet, into.id)
    notice = notices.FleetsJoined(
        fleet=after.name,
        other=fleet.name,
        ships=len(after.present),
        crew=after.crew,
        guns=cannon(world, after),
        morale=after.morale,
    )
    report_fleet(step, after, notice, fleet.id)
    if fleet.leader and fleet.leader != after.leader:
        step.tell(fleet.leader, notice, fleet.id)


def _change_ships(step: Step, fleet: Fleet, into: Fleet) -> None:
    """Whoever was aboard of the one is aboard of the other."""
    for army in embarked(step.world, fleet):
        step.put(msgspec.structs.replace(army, inside=into.id))
    people = [each.id for each in passengers(step.world, fleet)]
    if fleet.leader:
        people.append(fleet.leader)
    for person in people:
        commander = step.get(Commander, person)
        joint = bool(commander.army)
        step.put(msgspec.structs.replace(commander, fleet="" if joint else into.id))


# -- aboard and ashore ----------------------------------------------------------------------------


@chapter.obeys(BoardOrder)
def board(step: Step, order: BoardOrder, hand: Hand) -> None:
    """A commander without an army goes aboard, and leads the fleet if a captain did."""
    world = step.world
    require_free(world, hand.author)
    commander = step.find(Commander, hand.author)
    if commander is None or commander.army:
        raise leads_an_army()
    place = whereabouts(world, commander.id)
    fleet = next(
        (f for f in (fleets_at(world, place) if place else ()) if f.id == order.fleet), None
    )
    if fleet is None or not friendly(world, commander.faction, fleet.faction):
        raise not_there(order.fleet)
    before = aboard_with(world, commander.id)
    if before is not None and before.id == fleet.id:
        raise Refused("E-BUSY", f"You are aboard {fleet.name} already, and stay there.")
    if before is not None and before.leader == commander.id:
        hand_over(step, before)
    step.put(msgspec.structs.replace(step.get(Commander, commander.id), fleet=fleet.id, place=None))
    if not fleet.leader and fleet.owner == commander.id:
        take_command(step, step.get(Fleet, fleet.id), commander.id)


@chapter.obeys(AshoreOrder)
def ashore(step: Step, order: AshoreOrder, hand: Hand) -> None:  # noqa: ARG001 - it says all
    """A commander goes ashore; the fleet is left to a captain if he led it."""
    world = step.world
    require_free(world, hand.author)
    commander = step.find(Commander, hand.author)
    fleet = step.find(Fleet, commander.fleet) if commander is not None else None
    if commander is None or fleet is None or not commander.fleet:
        raise Refused("E-NOTHING", "You are aboard of no fleet by yourself; nothing was done.")
    require_free_hands(world, fleet)
    if not on_coast(world, fleet.place):
        raise no_shore()
    if fleet.leader == commander.id:
        hand_over(step, fleet)
    if not commander.army:
        put_ashore(step, commander.id, fleet.place)
        return
    step.happened(Moved(person=commander.id, place=fleet.place), commander.id)
