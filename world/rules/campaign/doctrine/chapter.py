"""Doctrine: how it is given, what wakes it, and the terse reports of captains (C-CAP-01)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.dates import DAY_MS
from world.dispatch import Dispatch, OrderTookHold
from world.entity import kind_of
from world.fact import Begun
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.doctrine.acting import act, enemies_in_sight
from world.rules.campaign.doctrine.figures import CAPTAIN_FORAGE, NPC_ACT, NPC_FORAGE
from world.rules.campaign.doctrine.notices import TerseReport
from world.rules.campaign.doctrine.orders import (
    PLAIN,
    DoctrineOrder,
    nobody_to_follow,
    require_sense,
)
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.agenda import KEPT_BY
from world.rules.campaign.nouns.army import Army, Doctrine
from world.rules.campaign.nouns.command import commanded
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.facts import (
    ArmiesJoined,
    ArmyEntered,
    ArmyFormed,
    ArmyGone,
    ArmySetOut,
    ArmyStood,
    AtLeisure,
    CaptainStops,
    HandedBack,
    LeaderChanged,
    Sighted,
    StockStands,
)
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.provisions import daily_need, days_left
from world.rules.campaign.nouns.report import account_of, in_words
from world.rules.campaign.nouns.returns import return_of
from world.rules.campaign.nouns.sight import activity_of
from world.rules.campaign.nouns.where import (
    CAPTAIN,
    army_led_by,
    army_of_office,
    captain_of,
    whereabouts,
)
from world.step import Step
from world.timeline import Event

chapter = Chapter("doctrine", "What captains and commanders nobody plays do by themselves")
chapter.declare(TerseReport)


class DoctrineWakes(Event, frozen=True, tag="doctrine_wakes"):
    """Something has happened that an army's doctrine may answer, after all else of an instant."""

    rank: ClassVar[int] = 715


class ReportDue(Event, frozen=True, tag="report_due"):
    """A captain writes a terse report."""

    rank: ClassVar[int] = day.RANK_DUSK_STRENGTH


# -- giving it ------------------------------------------------------------------------------------


@chapter.obeys(DoctrineOrder)
def instruct(step: Step, order: DoctrineOrder, hand: Hand) -> None:
    """An army has a doctrine from now on, in place of the one it had."""
    army = commanded(step.world, hand, order.army, PLAIN[order.act])
    require_sense(order)
    if order.act == "follow":
        other = step.find(Army, order.whom)
        if other is None or other.id == army.id or other.faction != army.faction:
            raise nobody_to_follow(army.name, order.whom)
    doctrine = Doctrine(
        act=order.act, whom=order.whom, forage_under=order.forage, report_days=order.report
    )
    give(step, army, doctrine)


def give(step: Step, army: Army, doctrine: Doctrine) -> None:
    """Put a doctrine down, and wake it."""
    step.cancel(army.doctrine.report)
    if doctrine.report_days:
        due = step.after(doctrine.report_days * DAY_MS, ReportDue(subject=army.id), army.id)
        doctrine = msgspec.structs.replace(doctrine, report=due)
    step.put(msgspec.structs.replace(army, doctrine=doctrine))
    _wake(step, army.id)


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """Commanders nobody plays, and captains, begin with the usual doctrine."""
    for army in step.of(Army):
        _usual(step, army.id)


@chapter.on(ArmyFormed)
def army_formed(step: Step, fact: ArmyFormed) -> None:
    """So does a new army."""
    _usual(step, fact.army)


@chapter.on(LeaderChanged)
def leader_changed(step: Step, fact: LeaderChanged) -> None:
    """An army under somebody new keeps to what such a one does."""
    _usual(step, fact.army)


def _usual(step: Step, army_id: str) -> None:
    army = step.get(Army, army_id)
    leader = leader_of(step.world, army.leader)
    step.cancel(army.doctrine.report)
    if leader is not None and leader.npc:
        usual = Doctrine(
            act="defend" if step.param(NPC_ACT) == "defend" else "hold",
            forage_under=step.param(NPC_FORAGE),
        )
    elif leader is None:
        usual = Doctrine(forage_under=step.param(CAPTAIN_FORAGE))
    else:
        usual = Doctrine()
    if usual != army.doctrine:
        step.put(msgspec.structs.replace(army, doctrine=usual))


# -- what wakes it --------------------------------------------------------------------------------


def _wake(step: Step, army_id: str) -> None:
    """Have an army's doctrine looked at when all that falls on this instant is done.

    Several causes may wake it at once; to look twice does nothing twice.
    """
    army = step.find(Army, army_id)
    if army is not None and army.id == army_id and army.doctrine != Doctrine():
        step.at(step.now, DoctrineWakes(subject=army.id), army.id)


@chapter.handles(DoctrineWakes)
def wakes(step: Step, event: DoctrineWakes) -> None:
    """The army does what its doctrine says."""
    act(step, event.subject)


@chapter.when_gone(DoctrineWakes)
def nobody_wakes(step: Step, event: DoctrineWakes) -> None:
    """An army that is no more does nothing."""


@chapter.on(Sighted)
def sighted(step: Step, fact: Sighted) -> None:
    """The enemy is in sight: whoever defends a place goes inside."""
    if fact.army:
        _wake(step, fact.army)


@chapter.on(ArmyStood)
def army_stood(step: Step, fact: ArmyStood) -> None:
    """A march is over."""
    _wake(step, fact.army)


@chapter.on(AtLeisure)
def at_leisure(step: Step, fact: AtLeisure) -> None:
    """Something that kept the army busy is over."""
    _wake(step, fact.army)


@chapter.on(StockStands)
def stock_stands(step: Step, fact: StockStands) -> None:
    """The evening's muster is in."""
    army = step.find(Army, fact.army)
    if army is not None and fact.days < army.doctrine.forage_under:
        _wake(step, fact.army)


@chapter.on(ArmySetOut)
def army_set_out(step: Step, fact: ArmySetOut) -> None:
    """Whoever follows an army and stands beside it sets out with it."""
    for army in step.at_place(fact.place, Army):
        if army.doctrine.act == "follow" and army.doctrine.whom == fact.army:
            _wake(step, army.id)


@chapter.on(ArmyEntered)
def army_entered(step: Step, fact: ArmyEntered) -> None:
    """Whoever follows an army and sees it move makes after it."""
    for army in step.of(Army):
        if army.doctrine.act == "follow" and army.doctrine.whom == fact.army:
            _wake(step, army.id)


@chapter.on(CaptainStops)
def captain_stops(step: Step, fact: CaptainStops) -> None:
    """A captain who was surprised acts in defence alone until he has orders (C-CAP-02)."""
    army = step.find(Army, fact.army)
    if army is not None and not army.leader and army.doctrine.act == "follow":
        doctrine = msgspec.structs.replace(army.doctrine, paused=True)
        step.put(msgspec.structs.replace(army, doctrine=doctrine))


@chapter.on(OrderTookHold)
def order_took_hold(step: Step, fact: OrderTookHold) -> None:
    """A fresh order ends what doctrine had the army do; it still forages and reports."""
    hand = fact.hand
    order = step.world.pack.decode_order(fact.order)
    word = kind_of(type(order))
    if hand.in_advance or "army" not in order.__struct_fields__ or word in step.param(KEPT_BY):
        return
    if hand.receiver.startswith(CAPTAIN):
        army = army_of_office(step.world, hand.receiver)
    else:
        named = str(getattr(order, "army", ""))
        army = step.find(Army, named) if named else army_led_by(step.world, hand.author)
    if army is None or word in ("doctrine", "queue") or army.doctrine == Doctrine():
        return
    doctrine = msgspec.structs.replace(army.doctrine, act="hold", whom="", paused=False)
    step.put(msgspec.structs.replace(army, doctrine=doctrine))


@chapter.on(HandedBack)
def handed_back(step: Step, fact: HandedBack) -> None:
    """Whom the referee played acts by himself again."""
    army = army_of_office(step.world, fact.person) or army_led_by(step.world, fact.person)
    if army is not None:
        _wake(step, army.id)


@chapter.on(ArmiesJoined)
def armies_joined(step: Step, fact: ArmiesJoined) -> None:
    """Whom an army followed has become part of another, which is followed now."""
    _followed(step, fact.army, fact.into)


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """Whom an army followed is no more."""
    _followed(step, fact.army, "")


def _followed(step: Step, was: str, now: str) -> None:
    for army in step.of(Army):
        doctrine = army.doctrine
        if doctrine.act == "follow" and doctrine.whom == was:
            if now and now != army.id:
                changed = msgspec.structs.replace(doctrine, whom=now)
            else:
                changed = msgspec.structs.replace(doctrine, act="hold", whom="")
            step.put(msgspec.structs.replace(army, doctrine=changed))


# -- terse reports --------------------------------------------------------------------------------


@chapter.handles(ReportDue)
def report_due(step: Step, event: ReportDue) -> None:
    """A captain writes how he stands; of an army nobody plays the referee hears."""
    army = step.find(Army, event.subject)
    if army is None or army.doctrine.report != step.id:
        return
    again = step.after(army.doctrine.report_days * DAY_MS, ReportDue(subject=army.id), army.id)
    doctrine = msgspec.structs.replace(army.doctrine, report=again)
    step.put(msgspec.structs.replace(army, doctrine=doctrine))
    world = step.world
    enemies = enemies_in_sight(step, army)
    words = "; ".join(f"{each.name} in {scene(world).called(each.where)}" for each in enemies)
    doing, _ = activity_of(world, army)
    notice = TerseReport(
        army=army.name,
        does={"marching": "is marching", "standing": "stands"}.get(doing, f"is {doing}"),
        place=scene(world).called(army.place),
        its_return=return_of(world, army),
        days=days_left(daily_need(world, army), army.supplies),
        enemy=f" In sight: {words}." if words else "",
    )
    leader = leader_of(world, army.leader)
    if leader is not None:
        step.tell(REFEREE if leader.npc else leader.id, notice, army.id)
        return
    if whereabouts(world, army.owner) == army.place:
        step.tell(army.owner, notice, army.id)
        return
    seen = [found for each in enemies if (found := step.find(Army, each.subject)) is not None]
    step.write(
        Dispatch(
            sender=captain_of(army.id),
            to=army.owner,
            text=in_words(step, notice),
            written=step.now,
            start=army.place,
            enclosed=account_of(step, army, *seen),
            receipt=False,
            label=f"report/{army.id}",
        )
    )


@chapter.when_gone(ReportDue)
def nobody_reports(step: Step, event: ReportDue) -> None:
    """An army that is no more reports no more."""
