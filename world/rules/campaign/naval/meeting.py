"""Meetings: hostile fleets in one hex heave to, and their commanders say what they do (C-NAV-01).

Where somebody attacks :class:`SeaBattleJoined` is announced, and :class:`SeaBattleFought` comes
back.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.knowledge.picture import seen_by
from world.pack import Chapter
from world.rules.campaign.naval.plans import ask_plan
from world.rules.campaign.naval.settling import (
    at_odds,
    drop_flag,
    end,
    fleets_of,
    let_go,
    settle_if_complete,
)
from world.rules.campaign.nouns.army import Plan
from world.rules.campaign.nouns.asking import limit_ms
from world.rules.campaign.nouns.encounter import Encounter, Flag, encounter_of
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.facts import StanceChanged
from world.rules.campaign.nouns.fleet import Fleet, fleets_at
from world.rules.campaign.nouns.sea_facts import (
    FleetEntered,
    FleetFormed,
    FleetGone,
    FleetsMet,
    SeaBattleFought,
    ShipsChanged,
)
from world.rules.campaign.nouns.seafaring import figure
from world.rules.campaign.nouns.sight import FleetSeen
from world.rules.campaign.nouns.where import captain_of
from world.step import Step

chapter = Chapter("meetings at sea", "Meetings of hostile fleets, up to the battle")


def plan_limit(step: Step) -> int:
    """Answering time for the plans of a meeting (C-BAT-01)."""
    hours = Fraction(figure(step.world, "battle.plan_timeout_h", default=Fraction(24)))
    return limit_ms(step.world.params, "D-NAV-01", hours)


@chapter.on(FleetEntered)
def fleet_entered(step: Step, fact: FleetEntered) -> None:
    """Who leaves a hex leaves the meeting there; who enters one may find the enemy in it."""
    for encounter in step.world.at(fact.came_from, Encounter):
        if encounter.flag(fact.fleet) is not None:
            drop_flag(step, encounter, fact.fleet)
    meet(step, fact.fleet, fact.came_from)


@chapter.on(FleetFormed)
def fleet_formed(step: Step, fact: FleetFormed) -> None:
    """A fleet that comes into being may find the enemy where it does."""
    meet(step, fact.fleet, "")


@chapter.on(ShipsChanged)
def ships_changed(step: Step, fact: ShipsChanged) -> None:
    """A ship that comes back to her fleet may bring it before the enemy again."""
    fleet = step.find(Fleet, fact.fleet)
    if fleet is not None and fleet.present and encounter_of(step.world, fleet.place, fleet.id):
        return
    if fleet is not None:
        meet(step, fleet.id, "")


def meet(step: Step, fleet_id: str, came_from: str, plan: Plan | None = None) -> None:
    """Begin a meeting, or join the one there, if an enemy lies in the fleet's hex.

    With a ``plan`` its commander has said already what he does.
    """
    fleet = step.find(Fleet, fleet_id)
    if fleet is None or not fleet.present:
        return
    here = [other for other in fleets_at(step.world, fleet.place) if other.id != fleet.id]
    if not any(hostile(step.world, fleet.faction, other.faction) for other in here):
        return
    there = next(iter(step.world.at(fleet.place, Encounter)), None)
    if there is not None and there.state != "standoff":
        joins = figure(step.world, "battle.late_arrivals", default="join") == "join"
        if joins and there.flag(fleet.id) is None:
            _join(step, there, _flag(step, fleet, here, came_from, plan))
        return
    _begin(step, fleet, there, _flag(step, fleet, here, came_from, plan))


def meet_anew(step: Step, fleet_id: str, plan: Plan) -> None:
    """A fleet attacks where both sides stood off: they meet again at once (O-ATTACK)."""
    fleet = step.get(Fleet, fleet_id)
    there = next(iter(step.world.at(fleet.place, Encounter)), None)
    old = there.flag(fleet_id) if there is not None else None
    meet(step, fleet_id, old.came_from if old is not None else "", plan)


def _flag(
    step: Step, fleet: Fleet, here: list[Fleet], came_from: str, plan: Plan | None = None
) -> Flag:
    """A fleet's part, with everything that only the moment of the meeting can tell."""
    foes = [each for each in here if hostile(step.world, fleet.faction, each.faction)]
    return Flag(
        fleet=fleet.id,
        came_from=came_from,
        stand=plan.stand if plan is not None else "",
        plan=plan or Plan(),
        unseen=_unseen(step, fleet, foes),
        morale=fleet.morale,
    )


def _unseen(step: Step, fleet: Fleet, foes: list[Fleet]) -> bool:
    """Whether no lookout of the enemy's has had a fleet in sight before (C-NAV-M3)."""
    watchers = sorted({foe.leader or captain_of(foe.id) for foe in foes})
    seen = (seen_by(step.world, FleetSeen, watcher, fleet.id) for watcher in watchers)
    return not any(each is not None and each.in_sight for each in seen)


def _begin(step: Step, fleet: Fleet, there: Encounter | None, mine: Flag) -> None:
    world = step.world
    here = fleets_at(world, fleet.place)
    enemies = [each for each in here if hostile(world, fleet.faction, each.faction)]
    sides = {fleet.faction, *(enemy.faction for enemy in enemies)}
    flags = [mine]
    for other in here:
        if other.id != fleet.id and any(hostile(world, other.faction, side) for side in sides):
            old = there.flag(other.id) if there is not None else None
            flags.append(_flag(step, other, list(here), old.came_from if old is not None else ""))
    if there is not None:
        step.remove(there, "the fleets met anew")
    limit = plan_limit(step)
    encounter = Encounter(
        id=step.name(f"encounter/{fleet.place}"),
        place=fleet.place,
        flags=tuple(sorted(flags, key=lambda flag: flag.fleet)),
        since=step.now,
        deadline=step.answering + limit,
    )
    step.put(encounter)
    fleets = tuple(flag.fleet for flag in encounter.flags)
    met = FleetsMet(encounter=encounter.id, place=encounter.place, fleets=fleets)
    step.happened(met, encounter.id)
    for flag in encounter.flags:
        ask_plan(step, encounter.id, flag.fleet, limit)
    settle_if_complete(step, encounter.id)


def _join(step: Step, encounter: Encounter, flag: Flag) -> None:
    """A fleet that comes up joins the meeting; the deadline stays (C-BAT-01/d)."""
    joined = msgspec.structs.replace(encounter, flags=(*encounter.flags, flag), state="pending")
    step.put(joined)
    met = FleetsMet(encounter=encounter.id, place=encounter.place, fleets=(flag.fleet,))
    step.happened(met, flag.fleet)
    ask_plan(step, encounter.id, flag.fleet, max(1, encounter.deadline - step.answering))
    settle_if_complete(step, encounter.id)


# -- what changes a meeting -----------------------------------------------------------------------


@chapter.on(SeaBattleFought)
def fought(step: Step, fact: SeaBattleFought) -> None:
    """Whoever won holds the hex and sails where he likes; who stayed though beaten is barred."""
    encounter = step.find(Encounter, fact.encounter)
    if encounter is None:
        return
    stay = {fleet.id for fleet in fleets_of(step, encounter)}
    flags = tuple(
        msgspec.structs.replace(flag, came_from="") if flag.fleet in fact.winners else flag
        for flag in encounter.flags
        if flag.fleet in stay
    )
    after = msgspec.structs.replace(encounter, flags=flags, state="standoff")
    step.put(after)
    if at_odds(step, after):
        let_go(step, after)
    else:
        end(step, after)


@chapter.on(FleetGone)
def fleet_gone(step: Step, fact: FleetGone) -> None:
    """A fleet that is no more has met nobody."""
    for encounter in step.world.at(fact.place, Encounter):
        if encounter.flag(fact.fleet) is not None:
            drop_flag(step, encounter, fact.fleet)


@chapter.on(StanceChanged)
def stance_changed(step: Step, fact: StanceChanged) -> None:
    """Peace ends meetings, and war begins them where fleets lie together."""
    if fact.was == "hostile":
        for encounter in step.of(Encounter):
            settle_if_complete(step, encounter.id)
    if fact.now == "hostile":
        for fleet in step.of(Fleet):
            met = encounter_of(step.world, fleet.place, fleet.id)
            if fleet.faction == fact.one and met is None:
                meet(step, fleet.id, "")
