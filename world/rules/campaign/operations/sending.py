"""Agents sent out: the order, its price, and what the referee settles (C-OPS-01, C-OPS-02)."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from world.dates import DAY_MS
from world.errors import Refused
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns.author import correspondents
from world.rules.campaign.nouns.belief import believed_place
from world.rules.campaign.nouns.chests import require_funds
from world.rules.campaign.nouns.command import require_free
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.riding import believed_metres, ride_ms
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import is_governor, whereabouts
from world.rules.campaign.operations import figures
from world.rules.campaign.operations.events import AgentsArrive
from world.rules.campaign.operations.figures import Grade, price_of, target_of
from world.rules.campaign.operations.judging import ask_odds, ask_worth
from world.rules.campaign.operations.notices import OperationBegun
from world.rules.campaign.operations.orders import (
    OperationOrder,
    Sort,
    no_stronghold,
    no_way,
    nobody_there,
    nowhere,
    require_sum,
)
from world.rules.campaign.operations.undertaking import Operation, fitting
from world.state import World
from world.step import Step

chapter = Chapter("sending agents", "Agents sent out on operations")
chapter.declare(Operation, OperationBegun)


class Goal(NamedTuple):
    """Where agents are sent: a hex, and whom or what it is about."""

    place: str
    target: str = ""
    person: bool = False


@chapter.obeys(OperationOrder)
def send_out(step: Step, order: OperationOrder, hand: Hand) -> None:
    """Agents set out with their money; the referee settles their odds meanwhile (O-OPERATION)."""
    world = step.world
    require_free(world, hand.author)
    commander = step.find(Commander, hand.author)
    if commander is None:
        raise Refused("E-NOT-YOURS", "Only commanders send agents out; nobody set out. Name one.")
    place = whereabouts(world, commander.id)
    if place is None:
        raise nowhere()
    require_sum(order.money)
    goal = _goal(world, commander.id, order)
    rides = ride_ms(world, commander.id, place, goal.place)
    believed = ride_ms(world, commander.id, place, goal.place, believed=True)
    if rides is None or believed is None:
        raise no_way(order.to)
    likelihood, cost = _grades(world, commander.id, order.sort, place, goal)
    price = price_of(world.params, cost)
    money = order.money or price
    if money < price:
        raise Refused(
            "E-FUNDS",
            f"That costs {price} doubloons at least; nobody set out. Give it more, or leave money="
            " out.",
        )
    require_funds(commander.name, commander.purse, money)
    step.put(msgspec.structs.replace(commander, purse=commander.purse - money))
    operation = Operation(
        id=step.name("operation"),
        by=commander.id,
        home=place,
        sort=order.sort,
        goal=goal.place,
        target=goal.target,
        person=goal.person,
        plan=order.plan,
        price=price,
        money=money,
        wanted=target_of(world.params, likelihood),
        ability=fitting(commander, order.sort, order.ability),
    )
    step.put(operation)
    step.after(rides, AgentsArrive(subject=operation.id), operation.id)
    work = step.param(figures.WORK_DAYS) * DAY_MS
    notice = OperationBegun(
        goal=scene(world).called(goal.place), money=money, due=step.now + 2 * believed + work
    )
    step.tell(commander.id, notice, operation.id)
    ask_odds(step, operation.id)
    ask_worth(step, operation.id)


def _goal(world: World, author: str, order: OperationOrder) -> Goal:
    """Where the agents are sent, as their master knows it.

    Raises:
        Refused: E-NO-PATH.
    """
    said = order.to.strip().casefold()
    for site in world.of(Stronghold):
        if said in (site.id.casefold(), site.name.casefold()):
            return Goal(site.place, site.id)
    if order.sort == "envoys":
        raise no_stronghold(order.to)
    for key, name in correspondents(world, author).items():
        if said in (key.casefold(), name.casefold()):
            place = believed_place(world, author, key)
            if place is None:
                raise no_way(order.to)
            if is_governor(key):
                return Goal(place, key.partition(":")[2])
            return Goal(place, key, person=True)
    if order.sort == "spying":
        raise nobody_there(order.to)
    return Goal(scene(world).place(order.to))


def _grades(world: World, author: str, sort: Sort, place: str, goal: Goal) -> tuple[Grade, Grade]:
    """How likely an operation is, and how dear: as its example, if it is like one (C-OPS-E)."""
    if sort == "scouting":
        metres = believed_metres(world, author, place, goal.place)
        if metres is not None and metres <= world.params[figures.SCOUT_REACH] * 1000:
            return "high", "low"
    if sort == "spying" and goal.person:
        return "medium", "medium"
    if sort == "envoys":
        return "low", "high"
    usual = world.params[figures.DEFAULT_LIKELIHOOD]
    return usual, usual
