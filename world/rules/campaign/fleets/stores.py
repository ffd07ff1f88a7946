"""Supplies and money taken aboard and landed by order (O-EMBARK, O-DISEMBARK, C-MON-01)."""

from __future__ import annotations

from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.fleets.boats import (
    StowOrder,
    UnstowOrder,
    no_room,
    not_enough,
    not_present,
    require_amounts,
)
from world.rules.campaign.fleets.carrying import sea_open
from world.rules.campaign.fleets.embarking import named_ships, require_ready
from world.rules.campaign.fleets.loading import order_work, require_boats
from world.rules.campaign.fleets.notices import MoneyAboard
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.chests import add_money, money_of
from world.rules.campaign.nouns.fleet import Fleet, Stevedoring
from world.rules.campaign.nouns.helm import fleet_commanded
from world.rules.campaign.nouns.hold import filled, stowage
from world.rules.campaign.nouns.report import report_fleet
from world.rules.campaign.nouns.sea_chest import add_aboard, chest_aboard
from world.rules.campaign.nouns.stronghold import Stronghold
from world.step import Step

chapter = Chapter("stores aboard", "Supplies and money that go aboard and ashore")
chapter.declare(MoneyAboard)

Party = Army | Stronghold


@chapter.obeys(StowOrder)
def stow(step: Step, order: StowOrder, hand: Hand) -> None:
    """Stores come aboard from an army or a stronghold of the author's."""
    fleet = fleet_commanded(step.world, hand, order.fleet, "stores")
    require_amounts(order.supplies, order.money)
    require_ready(step, fleet)
    giver = _party(step, fleet, order.source)
    if hand.author not in (*_masters(giver), REFEREE):
        raise Refused(
            "E-NOT-YOURS", f"{giver.name} is not yours to take from; nothing was ordered."
        )
    has = giver.stores if isinstance(giver, Stronghold) else giver.supplies
    if order.supplies > has:
        raise not_enough(giver.name, has)
    if order.money > money_of(step, giver):
        raise not_enough(giver.name, money_of(step, giver))
    if order.supplies:
        ships = named_ships(fleet, order.ships)
        if filled(step.world, fleet, order.supplies, ships) is None:
            raise no_room(fleet.name, stowage(step.world, fleet).free)
        _boats(step, fleet, giver, "load", order.supplies, ships)
    if order.money:
        _require_shore(step, fleet, giver)
        add_money(step, giver, -order.money)
        add_aboard(step, fleet.id, order.money)
        _tell_money(step, fleet.id, giver.name, "have come aboard from", order.money)


@chapter.obeys(UnstowOrder)
def unstow(step: Step, order: UnstowOrder, hand: Hand) -> None:
    """Stores are landed for an army or a stronghold, whose it may be."""
    fleet = fleet_commanded(step.world, hand, order.fleet, "stores")
    require_amounts(order.supplies, order.money)
    require_ready(step, fleet)
    taker = _party(step, fleet, order.to)
    if order.supplies > fleet.cargo:
        raise not_enough(fleet.name, fleet.cargo)
    if order.money > chest_aboard(step.world, fleet):
        raise not_enough(fleet.name, chest_aboard(step.world, fleet))
    if order.supplies:
        _boats(step, fleet, taker, "unload", order.supplies, ())
    if order.money:
        _require_shore(step, fleet, taker)
        add_aboard(step, fleet.id, -order.money)
        add_money(step, taker, order.money)
        _tell_money(step, fleet.id, taker.name, "have gone from it to", order.money)


def _party(step: Step, fleet: Fleet, other: str) -> Party:
    found = step.find(Army, other) or step.find(Stronghold, other)
    if found is None or found.place != fleet.place:
        raise not_present(other)
    return found


def _masters(party: Party) -> tuple[str, ...]:
    if isinstance(party, Stronghold):
        return (party.holder,)
    return (party.owner, party.leader)


def _boats(
    step: Step, fleet: Fleet, party: Party, kind: str, supplies: int, ships: tuple[str, ...]
) -> None:
    """Put the boats to work; between an army aboard and the hold they have nothing to do."""
    coast = require_boats(step, fleet)
    _require_shore(step, fleet, party)
    work = Stevedoring(
        kind="load" if kind == "load" else "unload",
        other=party.id,
        supplies=supplies,
        ships=ships,
        coast=coast,
    )
    order_work(step, fleet, work)


def _require_shore(step: Step, fleet: Fleet, party: Party) -> None:
    """Refuse to pass a blockade, or siege lines.

    Raises:
        Refused: E-BESIEGED.
    """
    walls = party if isinstance(party, Stronghold) else step.find(Stronghold, party.inside)
    why = sea_open(step, fleet, walls) if walls is not None else ""
    if why:
        raise Refused(
            "E-BESIEGED", f"{why}, and nothing gets in or out by sea; nothing was ordered."
        )


def _tell_money(step: Step, fleet_id: str, other: str, what: str, money: int) -> None:
    fleet = step.get(Fleet, fleet_id)
    notice = MoneyAboard(fleet=fleet.name, other=other, what=what, money=money)
    report_fleet(step, fleet, notice, f"money/{other}")
