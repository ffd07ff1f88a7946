"""Attacks and plans that are ordered (O-ATTACK, O-BATTLE-PLAN)."""

from __future__ import annotations

import msgspec

from world.errors import Refused
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.contact.chapter import meet_anew
from world.rules.campaign.contact.orders import (
    AttackOrder,
    BattlePlanOrder,
    friendly_army,
    no_battle,
    not_present,
)
from world.rules.campaign.contact.plans import STANDS, left_plan, plan_said
from world.rules.campaign.nouns.army import Army, Plan
from world.rules.campaign.nouns.command import commanded
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.facts import HostileAct
from world.rules.campaign.nouns.meeting import Meeting, meeting_of
from world.step import Step

chapter = Chapter("attacking", "Attacks and plans that are ordered")


@chapter.obeys(AttackOrder)
def attack(step: Step, order: AttackOrder, hand: Hand) -> None:
    """An army falls upon another in its place: they meet, if they have not met (O-ATTACK)."""
    world = step.world
    army = commanded(world, hand, order.army, "attack")
    said = order.target.strip().casefold()
    here = [a for a in world.at(army.place, Army) if a.id != army.id and not a.inside]
    target = next((a for a in here if said in (a.id.casefold(), a.name.casefold())), None)
    if target is None or army.inside:
        raise not_present(army.name, order.target)
    if friendly(world, army.faction, target.faction):
        raise friendly_army(target.name)
    plan = Plan(stand="attack", text=order.plan, objective=order.objective, retreat=order.retreat)
    meeting = meeting_of(world, army.place, army.id)
    if meeting is not None and meeting.state == "joined":
        raise Refused(
            "E-MEETING", f"{army.name} is about to fight already; your plan stands as you gave it."
        )
    act = HostileAct(by=hand.author, faction=army.faction, against=target.faction)
    step.happened(act, army.id)
    meeting = meeting_of(world, army.place, army.id)
    if meeting is not None and meeting.state == "pending":
        plan_said(step, meeting, army, plan)
        return
    meet_anew(step, army.id, plan)


@chapter.obeys(BattlePlanOrder)
def battle_plan(step: Step, order: BattlePlanOrder, hand: Hand) -> None:
    """A plan for the meeting that is pending, or one left in advance (O-BATTLE-PLAN)."""
    world = step.world
    army = commanded(world, hand, order.army, "battle_plan")
    plan = Plan(
        stand=STANDS.get(order.stand, ""),
        text=order.plan,
        objective=order.objective,
        retreat=order.retreat,
    )
    if order.standing:
        army = left_plan(army, plan)
        step.put(army)
    meeting = meeting_of(world, army.place, army.id)
    if meeting is None or meeting.state == "standoff":
        if not order.standing:
            raise no_battle(army.name)
        return
    if meeting.state == "pending" and plan.stand:
        plan_said(step, meeting, army, plan)
    elif not order.standing:
        _rewrite(step, meeting, army, plan)


def _rewrite(step: Step, meeting: Meeting, army: Army, plan: Plan) -> None:
    """Once battle is joined the words may still change, but not what the army does.

    Raises:
        Refused: E-MEETING.
    """
    party = meeting.party(army.id)
    if party is None or party.stand != plan.stand:
        raise Refused(
            "E-MEETING",
            f"{army.name} is about to fight and cannot do otherwise now; its plan stands. You may"
            " still write it anew with the same stand.",
        )
    parties = tuple(
        msgspec.structs.replace(each, plan=plan) if each.army == army.id else each
        for each in meeting.parties
    )
    step.put(msgspec.structs.replace(meeting, parties=parties))
