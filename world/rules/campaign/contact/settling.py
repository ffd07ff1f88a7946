"""How a meeting is settled: who slips away, who attacks, who may go on (C-BAT-01)."""

from __future__ import annotations

import msgspec

from world.decision import Decision
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.contact.notices import BattleOffered, NothingFought
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.engagements import (
    BattleJoined,
    EntersWalls,
    FallsBack,
    FreeToGo,
    HeldUp,
    MeetingOver,
)
from world.rules.campaign.nouns.faction import friendly, hostile
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.meeting import SWIFT_RATIO, Meeting, Party, way_barred
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.retreat import refuge, retreat_to
from world.rules.campaign.nouns.strength import strength
from world.step import Step

chapter = Chapter("standing off", "How meetings are settled: slipping away, attacking, going on")
chapter.declare(NothingFought, BattleOffered)

WITHDRAW_PAUSE = chapter.param(
    "battle.withdraw_pause_h", 24, "h", "C-BAT-01", "until an army can slip away again"
)
DECLINE_ALLOWED = chapter.param(
    "battle.decline_allowed",
    True,
    "bool",
    "C-BAT-01",
    "whether nothing is fought where nobody attacks; else whoever came up does",
)
_HOUR_MS = 3_600_000


def armies_of(step: Step, meeting: Meeting) -> list[Army]:
    """The armies of a meeting that are there still, outside walls."""
    found = [step.find(Army, party.army) for party in meeting.parties]
    return [
        army
        for army in found
        if army is not None and army.place == meeting.place and not army.inside
    ]


def at_odds(step: Step, meeting: Meeting) -> bool:
    """Whether any two of its armies are at war."""
    armies = armies_of(step, meeting)
    return any(
        hostile(step.world, one.faction, other.faction) for one in armies for other in armies
    )


def set_party(step: Step, meeting_id: str, army_id: str, **changes: object) -> None:
    """Change an army's part in a meeting."""
    meeting = step.find(Meeting, meeting_id)
    if meeting is None:
        return
    parties = tuple(
        msgspec.structs.replace(party, **changes) if party.army == army_id else party
        for party in meeting.parties
    )
    step.put(msgspec.structs.replace(meeting, parties=parties))


def overwhelming(step: Step, meeting: Meeting) -> frozenset[str]:
    """The armies of a side that is so much stronger that it waits for nobody (C-BAT-01/c)."""
    world = step.world
    armies = armies_of(step, meeting)
    for army in armies:
        side = [each for each in armies if friendly(world, army.faction, each.faction)]
        foes = [each for each in armies if hostile(world, army.faction, each.faction)]
        ours = sum(strength(world.params, each) for each in side)
        theirs = sum(strength(world.params, each) for each in foes)
        if foes and ours >= step.param(SWIFT_RATIO) * theirs:
            return frozenset(each.id for each in side)
    return frozenset()


def settle_if_complete(step: Step, meeting_id: str) -> None:
    """Settle a meeting whose plans are all in, and end one in which nobody is at war."""
    meeting = step.find(Meeting, meeting_id)
    if meeting is None:
        return
    if not at_odds(step, meeting):
        end(step, meeting)
        return
    if meeting.state != "pending":
        return
    strong = overwhelming(step, meeting)
    planless = [party for party in meeting.parties if not party.stand]
    if planless and (not strong or any(party.army in strong for party in planless)):
        return
    for party in planless:
        _close(step, party, "the enemy did not wait")
        set_party(step, meeting.id, party.army, stand="hold")
    _settle(step, step.get(Meeting, meeting.id), swift=bool(strong))


def _close(step: Step, party: Party, why: str) -> None:
    decision = step.find(Decision, party.decision)
    if decision is not None and decision.state == "open":
        withdraw(step, decision, why)


def drop_party(step: Step, meeting: Meeting, army_id: str) -> None:
    """An army takes no part any more; a meeting without two hostile sides is over."""
    party = meeting.party(army_id)
    if party is not None:
        _close(step, party, "the army is not there any more")
    left = msgspec.structs.replace(
        meeting,
        parties=tuple(party for party in meeting.parties if party.army != army_id),
        # Whoever was to fight it has to be found anew.
        state="pending" if meeting.state == "joined" else meeting.state,
    )
    step.put(left)
    settle_if_complete(step, meeting.id)


def _settle(step: Step, meeting: Meeting, *, swift: bool) -> None:
    """Who withdraws goes; then who attacks is announced; then who may go on does (C-BAT-01/a)."""
    step.put(msgspec.structs.replace(meeting, state="standoff"))
    for party in meeting.parties:
        # Where all of one side have slipped away there is nobody left to slip away from.
        if party.stand == "withdraw" and step.find(Meeting, meeting.id) is not None:
            _withdraw(step, meeting.id, party)
    now = step.find(Meeting, meeting.id)
    if now is None:
        return
    attackers = _attackers(step, now)
    if attackers and at_odds(step, now):
        _join_battle(step, now, attackers, swift=swift)
        return
    for army in armies_of(step, now):
        report(step, army, _nothing(step, army, "both stand where they are"), "settled")
    let_go(step, now)
    step.happened(MeetingOver(meeting=now.id, place=now.place), now.id)


def _attackers(step: Step, meeting: Meeting) -> list[str]:
    """Armies whose plan is to attack; where battle may not be declined, else those who came up."""
    armies = armies_of(step, meeting)
    with_enemies = {
        one.id
        for one in armies
        if any(hostile(step.world, one.faction, other.faction) for other in armies)
    }
    parties = [party for party in meeting.parties if party.army in with_enemies]
    found = [party.army for party in parties if party.stand == "attack"]
    if step.param(DECLINE_ALLOWED) or found:
        return found
    came_up = [party.army for party in parties if party.came_from]
    return came_up or [party.army for party in parties]


def _nothing(step: Step, army: Army, what: str) -> NothingFought:
    return NothingFought(army=army.name, place=scene(step.world).called(army.place), what=what)


def _withdraw(step: Step, meeting_id: str, party: Party) -> None:
    """One hex back, without a roll or a loss; or hold, where it cannot (C-BAT-01/b)."""
    army = step.find(Army, party.army)
    if army is None:
        return
    why = _must_hold(step, step.get(Meeting, meeting_id), army)
    walls = None if why else refuge(step.world, army)
    if walls is not None:
        _slip_away(step, meeting_id, army, walls.name)
        step.happened(EntersWalls(army=army.id, stronghold=walls.id), army.id)
        drop_party(step, step.get(Meeting, meeting_id), army.id)
        return
    to = None if why else retreat_to(step.world, army, army.came_from)
    if to is None:
        set_party(step, meeting_id, army.id, stand="hold")
        report(step, army, _nothing(step, army, why or "it has no way out"), "withdraw")
        return
    _slip_away(step, meeting_id, army, scene(step.world).called(to))
    step.happened(FallsBack(army=army.id, to=to), army.id)


def _must_hold(step: Step, meeting: Meeting, army: Army) -> str:
    """Why an army cannot slip away, whatever way there is; '' if it can."""
    pause = step.param(WITHDRAW_PAUSE) * _HOUR_MS
    if army.withdrew >= 0 and step.now - army.withdrew < pause:
        return "it slipped away only lately and must hold"
    for other in armies_of(step, meeting):
        party = meeting.party(other.id)
        if party is not None and party.unseen and hostile(step.world, army.faction, other.faction):
            return f"{other.name} came by surprise, and it must hold"
    return ""


def _slip_away(step: Step, meeting_id: str, army: Army, whither: str) -> None:
    for other in armies_of(step, step.get(Meeting, meeting_id)):
        what = f"{army.name} slipped away to {whither}"
        report(step, other, _nothing(step, other, what), f"withdraw/{army.id}")
    step.put(msgspec.structs.replace(army, withdrew=step.now))


def _join_battle(step: Step, meeting: Meeting, attackers: list[str], *, swift: bool) -> None:
    step.put(msgspec.structs.replace(meeting, state="joined"))
    armies = armies_of(step, meeting)
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
        meeting=meeting.id,
        place=meeting.place,
        attackers=attacking,
        defenders=defending,
        swift=swift,
    )
    step.happened(fact, meeting.id)


def let_go(step: Step, meeting: Meeting) -> None:
    """Armies on the march go on if nobody bars their way, else their march is over."""
    current = step.find(Meeting, meeting.id)
    for party in meeting.parties:
        army = step.find(Army, party.army)
        if army is None:
            continue
        freed = army.disorder is not None
        if freed:
            step.happened(FreeToGo(army=army.id), army.id)
            army = step.find(Army, party.army)
            if army is None or army.place != meeting.place:
                continue  # it has fled on
        if army.march is None or not army.march.halted:
            continue
        ahead = army.march.ahead
        barred = (
            current is not None
            and ahead is not None
            and way_barred(step.world, army.id, army.faction, army.place, ahead)
        )
        if barred:
            step.happened(HeldUp(army=army.id), army.id)
        elif not freed:
            step.happened(FreeToGo(army=army.id), army.id)


def end(step: Step, meeting: Meeting) -> None:
    """Nobody in it is at war any more: questions are taken back, marches go on."""
    for party in meeting.parties:
        _close(step, party, "there is no enemy any more")
    step.remove(meeting, "nobody in it is at war with another")
    let_go(step, meeting)
    step.happened(MeetingOver(meeting=meeting.id, place=meeting.place), meeting.id)
