"""Meetings: hostile armies in one hex halt, and their commanders say what they will do (C-BAT-01).

This chapter settles everything up to the battle: who holds, who lets pass, who slips away.  Where
somebody attacks it announces :class:`BattleJoined`; the chapter on battles will fight it.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.decision import Choice, Decision, Option
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.contact.notices import ArmiesMeet, BattleOffered, NothingFought
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask, limit_ms
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.facts import (
    ArmyEntered,
    ArmyFormed,
    ArmyGone,
    ArmyLeftWalls,
    BattleJoined,
    EntersWalls,
    FallsBack,
    FreeToGo,
    HeldUp,
    MeetingBegan,
    StanceChanged,
)
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.army import Stand
from world.rules.campaign.nouns.meeting import Meeting, Party, way_barred
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.retreat import refuge, retreat_to
from world.step import Step
from world.timeline import Event

chapter = Chapter("contact", "Meetings of hostile armies, up to the battle")

PLAN_HOURS = chapter.param(
    "battle.plan_timeout_h", Fraction(24), "h", "C-BAT-01", "time to make a plan when armies meet"
)
WITHDRAW_PAUSE = chapter.param(
    "battle.withdraw_pause_h", 24, "h", "C-BAT-01", "until an army can slip away again"
)
LATE_ARRIVALS = chapter.param(
    "battle.late_arrivals",
    "join",
    "mode",
    "C-BAT-01",
    "whether an army that comes up joins the meeting, or opens another once that is settled",
    choices=("join", "wait"),
)
_HOUR_MS = 3_600_000

_OPTIONS = (
    Option(name="attack", text="attack"),
    Option(name="hold", text="hold the ground"),
    Option(name="let_pass", text="stand, and let the enemy pass"),
    Option(name="withdraw", text="slip away by one hex"),
)
_STANDS: dict[str, Stand] = {
    "attack": "attack",
    "hold": "hold",
    "let_pass": "let pass",
    "withdraw": "withdraw",
}


chapter.declare(ArmiesMeet, NothingFought, BattleOffered)


class PlanIn(Event, frozen=True, tag="plan_in"):
    """A commander's plan for a meeting is settled (D-BAT-01)."""

    army: str


# -- meeting --------------------------------------------------------------------------------------


@chapter.on(ArmyEntered)
def army_entered(step: Step, fact: ArmyEntered) -> None:
    """Who leaves a hex leaves the meeting there; who enters one may find the enemy in it."""
    for meeting in step.world.at(fact.came_from, Meeting):
        if meeting.party(fact.army) is not None:
            drop_party(step, meeting, fact.army)
    meet(step, fact.army, fact.came_from)


@chapter.on(ArmyLeftWalls)
def army_left_walls(step: Step, fact: ArmyLeftWalls) -> None:
    """An army that comes out of the gates may find the enemy before them."""
    meet(step, fact.army, "")


@chapter.on(ArmyFormed)
def army_formed(step: Step, fact: ArmyFormed) -> None:
    """An army that comes into being may find the enemy where it does."""
    meet(step, fact.army, "")


def meet(step: Step, army_id: str, came_from: str) -> None:
    """Begin a meeting, or join the one there, if an enemy stands in the army's hex."""
    world = step.world
    army = step.find(Army, army_id)
    if army is None or army.inside:
        return
    here = [a for a in world.at(army.place, Army) if not a.inside and a.id != army.id]
    enemies = [a for a in here if hostile(world, army.faction, a.faction)]
    if not enemies:
        return
    there = next(iter(world.at(army.place, Meeting)), None)
    if there is not None and there.state == "pending":
        if step.param(LATE_ARRIVALS) == "join" and there.party(army.id) is None:
            _join(step, there, army, came_from)
        return
    parties = [Party(army=army.id, came_from=came_from)]
    sides = {army.faction, *(enemy.faction for enemy in enemies)}
    for other in here:
        if any(hostile(world, other.faction, side) for side in sides):
            old = there.party(other.id) if there is not None else None
            parties.append(Party(army=other.id, came_from=old.came_from if old else ""))
    if there is not None:
        step.remove(there, "the armies met anew")
    meeting = Meeting(
        id=step.name(f"meeting/{army.place}"),
        place=army.place,
        parties=tuple(sorted(parties, key=lambda party: party.army)),
        since=step.now,
    )
    step.put(meeting)
    armies = tuple(party.army for party in meeting.parties)
    step.happened(MeetingBegan(meeting=meeting.id, place=meeting.place, armies=armies), meeting.id)
    limit = limit_ms(world.params, "D-BAT-01", step.param(PLAN_HOURS))
    for party in meeting.parties:
        _ask_plan(step, meeting.id, party.army, limit)
    settle_if_complete(step, meeting.id)


def _join(step: Step, meeting: Meeting, army: Army, came_from: str) -> None:
    """An army that comes up joins the meeting; the deadline stays (C-BAT-01/d)."""
    joined = msgspec.structs.replace(
        meeting, parties=(*meeting.parties, Party(army=army.id, came_from=came_from))
    )
    step.put(joined)
    step.happened(MeetingBegan(meeting=meeting.id, place=meeting.place, armies=(army.id,)), army.id)
    limits = [
        decision.limit
        for party in meeting.parties
        if (decision := step.find(Decision, party.decision)) is not None
        and decision.state == "open"
        and decision.limit is not None
    ]
    longest = limit_ms(step.world.params, "D-BAT-01", step.param(PLAN_HOURS))
    left = max(limits) - step.answering if limits else longest
    _ask_plan(step, meeting.id, army.id, max(left, 1))
    settle_if_complete(step, meeting.id)


def _ask_plan(step: Step, meeting_id: str, army_id: str, limit: int) -> None:
    """Tell a commander what he has met and ask for his plan; a captain holds (C-CAP-02)."""
    meeting = step.get(Meeting, meeting_id)
    army = step.get(Army, army_id)
    ground = scene(step.world)
    at = ground.hex(meeting.place)
    others = [step.get(Army, party.army) for party in meeting.parties if party.army != army_id]
    enemies = [o.name for o in others if hostile(step.world, army.faction, o.faction)]
    notice = ArmiesMeet(
        army=army.name,
        others=", ".join(enemies),
        place=ground.called(meeting.place),
        ground="rough" if ground.atlas.is_rough(at) else "open",
    )
    report(step, army, notice)
    decision = ""
    stand: Stand = "hold"
    leader = step.find(Commander, army.leader) if army.leader else None
    if leader is not None:
        stand = ""
        decision = ask(
            step,
            "D-BAT-01",
            f"{army.name} stands before {', '.join(enemies)} in {notice.place}. What does it do?",
            who=REFEREE if leader.npc else leader.id,
            options=_OPTIONS,
            default="hold",
            then=PlanIn(subject=meeting.id, army=army.id),
            about=(meeting.id,),
            limit=limit,
            free_text=True,
            label=army.id,
        )
    _set_party(step, meeting_id, army_id, decision=decision, stand=stand)


def _set_party(step: Step, meeting_id: str, army_id: str, **changes: str) -> None:
    meeting = step.find(Meeting, meeting_id)
    if meeting is None:
        return
    parties = tuple(
        # What is settled already (a plan that takes its default at once) is not unsettled again.
        msgspec.structs.replace(
            party, **{k: v for k, v in changes.items() if not (k == "stand" and party.stand)}
        )
        if party.army == army_id
        else party
        for party in meeting.parties
    )
    step.put(msgspec.structs.replace(meeting, parties=parties))


def drop_party(step: Step, meeting: Meeting, army_id: str) -> None:
    """An army takes no part any more; a meeting without two hostile sides is over."""
    party = meeting.party(army_id)
    decision = step.find(Decision, party.decision) if party is not None else None
    if decision is not None and decision.state == "open":
        withdraw(step, decision, "the army is not there any more")
    left = msgspec.structs.replace(
        meeting, parties=tuple(party for party in meeting.parties if party.army != army_id)
    )
    step.put(left)
    settle_if_complete(step, meeting.id)


# -- settling -------------------------------------------------------------------------------------


@chapter.settles(PlanIn)
def plan_in(step: Step, then: PlanIn, choice: Choice) -> None:
    """A plan is in; when all are, the meeting is settled."""
    meeting = step.find(Meeting, then.subject)
    if meeting is None or meeting.state != "pending":
        return
    _set_party(step, meeting.id, then.army, stand=_STANDS[choice.option])
    settle_if_complete(step, meeting.id)


def settle_if_complete(step: Step, meeting_id: str) -> None:
    """Settle a meeting whose plans are all in, and end one in which nobody is at war."""
    meeting = step.find(Meeting, meeting_id)
    if meeting is None:
        return
    if not _at_odds(step, meeting):
        _end(step, meeting)
    elif meeting.state == "pending" and all(party.stand for party in meeting.parties):
        _settle(step, meeting)


def _at_odds(step: Step, meeting: Meeting) -> bool:
    armies = _armies(step, meeting)
    return any(
        hostile(step.world, one.faction, other.faction) for one in armies for other in armies
    )


def _armies(step: Step, meeting: Meeting) -> list[Army]:
    found = [step.find(Army, party.army) for party in meeting.parties]
    return [
        army
        for army in found
        if army is not None and army.place == meeting.place and not army.inside
    ]


def _settle(step: Step, meeting: Meeting) -> None:
    """Who withdraws goes; then who attacks is announced; then who may go on does (C-BAT-01/a)."""
    step.put(msgspec.structs.replace(meeting, state="standoff"))
    for party in meeting.parties:
        if party.stand == "withdraw":
            _withdraw(step, meeting.id, party)
    meeting_now = step.find(Meeting, meeting.id)
    if meeting_now is None:
        return
    attackers = [party.army for party in meeting_now.parties if party.stand == "attack"]
    if attackers and _at_odds(step, meeting_now):
        _join_battle(step, meeting_now, attackers)
    elif not attackers:
        for army in _armies(step, meeting_now):
            what = "both stand where they are"
            report(step, army, _nothing(step, army, what), "settled")
    _let_go(step, meeting_now)


def _nothing(step: Step, army: Army, what: str) -> NothingFought:
    return NothingFought(army=army.name, place=scene(step.world).called(army.place), what=what)


def _withdraw(step: Step, meeting_id: str, party: Party) -> None:
    """One hex back, without a roll or a loss; or hold, where there is no way (C-BAT-01/b)."""
    army = step.find(Army, party.army)
    if army is None:
        return
    recently = (
        army.withdrew >= 0 and step.now - army.withdrew < step.param(WITHDRAW_PAUSE) * _HOUR_MS
    )
    walls = None if recently else refuge(step.world, army)
    if walls is not None:
        _slip_away(step, meeting_id, army, walls.name)
        step.happened(EntersWalls(army=army.id, stronghold=walls.id), army.id)
        drop_party(step, step.get(Meeting, meeting_id), army.id)
        return
    to = None if recently else retreat_to(step.world, army, party.came_from)
    if to is None:
        meeting = step.get(Meeting, meeting_id)
        parties = tuple(
            msgspec.structs.replace(each, stand="hold") if each.army == army.id else each
            for each in meeting.parties
        )
        step.put(msgspec.structs.replace(meeting, parties=parties))
        why = "it slipped away only lately and must hold" if recently else "it has no way out"
        report(step, army, _nothing(step, army, why), "withdraw")
        return
    _slip_away(step, meeting_id, army, scene(step.world).called(to))
    step.happened(FallsBack(army=army.id, to=to), army.id)


def _slip_away(step: Step, meeting_id: str, army: Army, whither: str) -> None:
    for other in _armies(step, step.get(Meeting, meeting_id)):
        what = f"{army.name} slipped away to {whither}"
        report(step, other, _nothing(step, other, what), f"withdraw/{army.id}")
    step.put(msgspec.structs.replace(army, withdrew=step.now))


def _join_battle(step: Step, meeting: Meeting, attackers: list[str]) -> None:
    armies = _armies(step, meeting)
    names = {army.id: army.name for army in armies}
    attacking = tuple(army for army in attackers if army in names)
    defending = tuple(army.id for army in armies if army.id not in attacking)
    notice = BattleOffered(
        place=scene(step.world).called(meeting.place),
        attackers=", ".join(names[army] for army in attacking),
        defenders=", ".join(names[army] for army in defending) or "one another",
    )
    step.tell(REFEREE, notice, meeting.id)
    for army in armies:
        report(step, army, notice, "battle")
    fact = BattleJoined(
        meeting=meeting.id, place=meeting.place, attackers=attacking, defenders=defending
    )
    step.happened(fact, meeting.id)


def _let_go(step: Step, meeting: Meeting) -> None:
    """Armies on the march go on if nobody bars their way, else their march is over."""
    current = step.find(Meeting, meeting.id)
    for party in meeting.parties:
        army = step.find(Army, party.army)
        if army is None or army.march is None or not army.march.halted:
            continue
        ahead = army.march.ahead
        barred = (
            current is not None
            and ahead is not None
            and way_barred(step.world, army.id, army.faction, army.place, ahead)
        )
        step.happened(HeldUp(army=army.id) if barred else FreeToGo(army=army.id), army.id)


def _end(step: Step, meeting: Meeting) -> None:
    for party in meeting.parties:
        decision = step.find(Decision, party.decision)
        if decision is not None and decision.state == "open":
            withdraw(step, decision, "there is no enemy any more")
    step.remove(meeting, "nobody in it is at war with another")
    _let_go(step, meeting)


# -- what changes a meeting -----------------------------------------------------------------------


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """An army that is no more has met nobody."""
    for meeting in step.world.at(fact.place, Meeting):
        if meeting.party(fact.army) is not None:
            drop_party(step, meeting, fact.army)


@chapter.on(StanceChanged)
def stance_changed(step: Step, fact: StanceChanged) -> None:
    """Peace ends meetings, and war begins them where armies stand together."""
    if fact.was == "hostile":
        for meeting in step.of(Meeting):
            settle_if_complete(step, meeting.id)
    if fact.now == "hostile":
        for army in step.of(Army):
            if army.faction == fact.one and not any(
                meeting.party(army.id) for meeting in step.world.at(army.place, Meeting)
            ):
                meet(step, army.id, "")
