"""Attacks and plans that are ordered at sea (O-ATTACK, O-BATTLE-PLAN)."""

from __future__ import annotations

import msgspec

from world.errors import Refused
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.naval.meeting import meet_anew
from world.rules.campaign.naval.orders import (
    EngageOrder,
    SeaPlanOrder,
    friendly_fleet,
    no_battle,
    not_present,
)
from world.rules.campaign.naval.plans import STANDS, left_plan, plan_said
from world.rules.campaign.nouns.army import Plan
from world.rules.campaign.nouns.encounter import Encounter, battle_of, encounter_of
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.facts import HostileAct
from world.rules.campaign.nouns.fleet import Fleet, fleets_at
from world.rules.campaign.nouns.helm import fleet_commanded
from world.step import Step

chapter = Chapter("attacking at sea", "Attacks and plans that are ordered at sea")


@chapter.obeys(EngageOrder)
def engage(step: Step, order: EngageOrder, hand: Hand) -> None:
    """A fleet falls upon another in its hex: they meet, if they have not met (O-ATTACK)."""
    world = step.world
    fleet = fleet_commanded(world, hand, order.fleet, "attack")
    said = order.target.strip().casefold()
    here = [f for f in fleets_at(world, fleet.place) if f.id != fleet.id]
    target = next((f for f in here if said in (f.id.casefold(), f.name.casefold())), None)
    if target is None or not fleet.present:
        raise not_present(fleet.name, order.target)
    if friendly(world, fleet.faction, target.faction):
        raise friendly_fleet(target.name)
    plan = Plan(stand="attack", text=order.plan, objective=order.objective, retreat=order.retreat)
    encounter = encounter_of(world, fleet.place, fleet.id)
    fights = battle_of(world, fleet.place, fleet.id) is not None
    if fights or (encounter is not None and encounter.state == "joined"):
        raise Refused(
            "E-MEETING", f"{fleet.name} is about to fight already; your plan stands as it was."
        )
    act = HostileAct(by=hand.author, faction=fleet.faction, against=target.faction)
    step.happened(act, fleet.id)
    encounter = encounter_of(world, fleet.place, fleet.id)
    if encounter is not None and encounter.state == "pending":
        plan_said(step, encounter, fleet, plan)
        return
    meet_anew(step, fleet.id, plan)


@chapter.obeys(SeaPlanOrder)
def sea_plan(step: Step, order: SeaPlanOrder, hand: Hand) -> None:
    """A plan for the meeting that is pending, or one left in advance (O-BATTLE-PLAN)."""
    world = step.world
    fleet = fleet_commanded(world, hand, order.fleet, "battle_plan")
    plan = Plan(
        stand=STANDS.get(order.stand, ""),
        text=order.plan,
        objective=order.objective,
        retreat=order.retreat,
    )
    if order.standing:
        fleet = left_plan(fleet, plan)
        step.put(fleet)
    encounter = encounter_of(world, fleet.place, fleet.id)
    if encounter is None or encounter.state == "standoff":
        if not order.standing:
            raise no_battle(fleet.name)
        return
    if encounter.state == "pending" and plan.stand:
        plan_said(step, encounter, fleet, plan)
    elif not order.standing:
        _rewrite(step, encounter, fleet, plan)


def _rewrite(step: Step, encounter: Encounter, fleet: Fleet, plan: Plan) -> None:
    """Once battle is joined the words may still change, but not what the fleet does.

    Raises:
        Refused: E-MEETING.
    """
    flag = encounter.flag(fleet.id)
    if flag is None or flag.stand != plan.stand:
        raise Refused(
            "E-MEETING",
            f"{fleet.name} is about to fight and cannot do otherwise now; its plan stands. You may"
            " still write it anew with the same stand.",
        )
    flags = tuple(
        msgspec.structs.replace(each, plan=plan) if each.fleet == fleet.id else each
        for each in encounter.flags
    )
    step.put(msgspec.structs.replace(encounter, flags=flags))
