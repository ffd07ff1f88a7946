"""Every dusk the crews are paid and the troops aboard victualled (C-SHIP-02, C-SHIP-05)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Option
from world.fact import Begun
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.recurrence import DailyGame
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.fleet import Fleet, changed, embarked
from world.rules.campaign.nouns.hold import eats_nothing_aboard, emptied
from world.rules.campaign.nouns.provisions import daily_need
from world.rules.campaign.nouns.report import report_fleet, tell_if_aboard
from world.rules.campaign.nouns.sea_chest import can_pay, chest_aboard, pay
from world.rules.campaign.nouns.sea_facts import FleetFormed
from world.rules.campaign.nouns.upkeep import daily_cost, hire
from world.rules.campaign.ships.deserting import check_ships, desert
from world.rules.campaign.ships.events import ArrearsJudged, PayDay
from world.rules.campaign.ships.notices import CrewsUnpaid, FleetReturn
from world.rules.campaign.ships.yards import unpaid_leave
from world.step import Step

chapter = Chapter("upkeep of fleets", "What fleets cost, and crews that are not paid")
chapter.declare(FleetReturn, CrewsUnpaid)


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """Every fleet is paid every dusk."""
    for fleet in step.of(Fleet):
        _every_dusk(step, fleet.id)


@chapter.on(FleetFormed)
def fleet_formed(step: Step, fact: FleetFormed) -> None:
    """A new fleet is paid from its first dusk on."""
    _every_dusk(step, fact.fleet)


def _every_dusk(step: Step, fleet_id: str) -> None:
    hour, minute = day.time_of(step.param(day.DUSK)) or (18, 0)
    event = PayDay(subject=fleet_id, fleet=fleet_id)
    step.every("fleet pay day", DailyGame(hour, minute), event)


@chapter.handles(PayDay)
def pay_day(step: Step, event: PayDay) -> None:
    """The day's cost is paid from the chest aboard, or the owner's if he is there (C-SHIP-05)."""
    fleet = step.find(Fleet, event.subject)
    if fleet is None or fleet.id != event.fleet:
        step.stop("fleet pay day", event.fleet)  # it joined another, which is paid for both
        return
    _victual(step, fleet)
    cost = daily_cost(step.world, fleet)
    if not fleet.present or cost == 0:
        return
    if pay(step, fleet.id, cost):
        _paid(step, fleet.id, cost)
    else:
        _unpaid(step, fleet.id, cost)


@chapter.when_gone(PayDay)
def nobody_is_paid(step: Step, event: PayDay) -> None:
    """A fleet that is no more costs nothing."""


def _victual(step: Step, fleet: Fleet) -> None:
    """Troops aboard that are short of food tonight are helped out of the hold (C-SHIP-03/a)."""
    for army in embarked(step.world, fleet):
        short = daily_need(step.world, army) - army.supplies
        if short <= 0 or eats_nothing_aboard(step.world, army):
            continue
        fleet = step.get(Fleet, fleet.id)
        given = min(short, fleet.cargo)
        if given:
            step.put(changed(fleet, ships=emptied(fleet, given)))
            now = step.get(Army, army.id)
            step.put(msgspec.structs.replace(now, supplies=now.supplies + given))


def _paid(step: Step, fleet_id: str, cost: int) -> None:
    fleet = step.get(Fleet, fleet_id)
    if fleet.unpaid:
        step.put(changed(fleet, unpaid=0))
    notice = FleetReturn(
        fleet=fleet.name,
        cost=cost,
        hire=hire(step.world, fleet),
        left=chest_aboard(step.world, fleet),
        cargo=fleet.cargo,
    )
    tell_if_aboard(step, fleet, notice)


def _unpaid(step: Step, fleet_id: str, cost: int) -> None:
    """Hired ships leave where they can; the crews of the others wait, for a week at a time."""
    fleet = step.get(Fleet, fleet_id)
    days = fleet.unpaid + 1
    step.put(changed(fleet, unpaid=days))
    notice = CrewsUnpaid(fleet=fleet.name, cost=cost, has=can_pay(step.world, fleet), days=days)
    report_fleet(step, fleet, notice)
    unpaid_leave(step, fleet_id)
    left = step.find(Fleet, fleet_id)
    if left is None or not left.present:
        return
    if days % step.param(day.WEEK_DAYS) == 0:
        _ask(step, left)


def _ask(step: Step, fleet: Fleet) -> None:
    ask(
        step,
        "D-SHIP-02",
        f"The crews of {fleet.name} have been without pay for {fleet.unpaid} days. What do they"
        " do?",
        who=REFEREE,
        options=(
            Option(name="check", text="every ship is put to the test for herself"),
            Option(name="desert", text="they sail off, every ship"),
            Option(name="wait", text="they wait another week"),
        ),
        default="check",
        then=ArrearsJudged(subject=fleet.id),
        about=(fleet.id,),
        label=fleet.id,
    )


@chapter.settles(ArrearsJudged)
def arrears_judged(step: Step, then: ArrearsJudged, choice: Choice) -> None:
    """Each unpaid week crews are tested, unless the referee says otherwise (D-SHIP-02)."""
    fleet = step.find(Fleet, then.subject)
    if fleet is None:
        return
    if choice.option == "check" and choice.amends is None:
        check_ships(step, fleet.id, "a week without pay")
    elif choice.option == "desert":
        for ship in fleet.present:
            desert(step, fleet.id, ship.name, ())
