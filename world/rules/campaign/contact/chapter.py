"""Meetings: hostile armies in one hex halt, and their commanders say what they will do (C-BAT-01).

Where somebody attacks :class:`BattleJoined` is announced, and :class:`BattleFought` comes back.
"""

from __future__ import annotations

import msgspec

from world.dates import DAY_MS
from world.knowledge.picture import seen_by
from world.pack import Chapter
from world.rules.campaign.contact.plans import ask_plan
from world.rules.campaign.contact.settling import (
    armies_of,
    at_odds,
    drop_party,
    end,
    let_go,
    settle_if_complete,
)
from world.rules.campaign.nouns.army import Army, Plan
from world.rules.campaign.nouns.asking import limit_ms
from world.rules.campaign.nouns.battle import Battle
from world.rules.campaign.nouns.engagements import (
    ArmyLeftWalls,
    BattleFought,
    MeetingBegan,
    MeetingOver,
)
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.facts import (
    ArmiesJoined,
    ArmyEntered,
    ArmyFormed,
    ArmyGone,
    ArmySplit,
    SideChanged,
    StanceChanged,
)
from world.rules.campaign.nouns.formation import caught_at
from world.rules.campaign.nouns.meeting import PLAN_HOURS, Meeting, Party, meeting_of
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.nouns.stronghold import stronghold_at
from world.rules.campaign.nouns.where import captain_of, commander_inside, governor_of
from world.step import Step

chapter = Chapter("contact", "Meetings of hostile armies, up to the battle")

LATE_ARRIVALS = chapter.param(
    "battle.late_arrivals",
    "join",
    "mode",
    "C-BAT-01",
    "whether an army that comes up joins the meeting, or opens another once that is settled",
    choices=("join", "wait"),
)
CHOSEN_DAYS = chapter.param(
    "battle.chosen_days",
    1,
    "day",
    "C-BAT-M04",
    "so long before the enemy comes, an army has chosen its ground",
)

#: What an army does that breaks out of a besieged place: a sortie is a battle (O-LEAVE).
SORTIE = Plan(stand="attack", text="a sortie")


@chapter.on(ArmyEntered)
def army_entered(step: Step, fact: ArmyEntered) -> None:
    """Who leaves a hex leaves the meeting there; who enters one may find the enemy in it."""
    army = step.find(Army, fact.army)
    if army is not None:
        step.put(msgspec.structs.replace(army, entered=step.now, came_from=fact.came_from))
    for meeting in step.world.at(fact.came_from, Meeting):
        if meeting.party(fact.army) is not None:
            drop_party(step, meeting, fact.army)
    meet(step, fact.army, fact.came_from)


@chapter.on(ArmyLeftWalls)
def army_left_walls(step: Step, fact: ArmyLeftWalls) -> None:
    """An army that comes out of the gates may find the enemy before them."""
    meet(step, fact.army, "", SORTIE if fact.sortie else None)


@chapter.on(ArmyFormed)
def army_formed(step: Step, fact: ArmyFormed) -> None:
    """An army that comes into being may find the enemy where it does."""
    if meeting_of(step.world, fact.place, fact.army) is None:
        meet(step, fact.army, "")


@chapter.on(ArmySplit)
def army_split(step: Step, fact: ArmySplit) -> None:
    """Where both sides stood off, a part stands as the whole did (C-ARMY-04)."""
    meeting = meeting_of(step.world, fact.place, fact.army)
    if meeting is None:
        return
    whole = meeting.party(fact.army)
    assert whole is not None  # noqa: S101 - it is its meeting
    part = msgspec.structs.replace(whole, army=fact.part, decision="")
    step.put(msgspec.structs.replace(meeting, parties=(*meeting.parties, part)))


@chapter.on(ArmiesJoined)
def armies_joined(step: Step, fact: ArmiesJoined) -> None:
    """An army that is part of another has met nobody by itself; the whole has."""
    meeting = meeting_of(step.world, fact.place, fact.army)
    if meeting is None:
        return
    into = step.get(Army, fact.into)
    mine = meeting.party(fact.army)
    if meeting.party(into.id) is None and not into.inside and mine is not None:
        party = msgspec.structs.replace(mine, army=into.id, decision="")
        meeting = msgspec.structs.replace(meeting, parties=(*meeting.parties, party))
        step.put(meeting)
    drop_party(step, meeting, fact.army)


def meet(step: Step, army_id: str, came_from: str, plan: Plan | None = None) -> None:
    """Begin a meeting, or join the one there, if an enemy stands in the army's hex.

    With a ``plan`` its commander has said already what he does.
    """
    army = step.find(Army, army_id)
    if army is None or army.inside:
        return
    here = [a for a in step.world.at(army.place, Army) if not a.inside and a.id != army.id]
    if not any(hostile(step.world, army.faction, other.faction) for other in here):
        return
    there = next(iter(step.world.at(army.place, Meeting)), None)
    if there is not None and there.state != "standoff":
        fought = any(b.state == "review" for b in step.world.at(army.place, Battle))
        joins = step.param(LATE_ARRIVALS) == "join" and not fought
        if joins and there.party(army.id) is None:
            _join(step, there, _party(step, army, here, came_from, plan))
        return
    _begin(step, army, there, _party(step, army, here, came_from, plan))


def meet_anew(step: Step, army_id: str, plan: Plan) -> None:
    """An army attacks where both sides stood off: they meet again at once (O-ATTACK)."""
    army = step.get(Army, army_id)
    there = next(iter(step.world.at(army.place, Meeting)), None)
    old = there.party(army_id) if there is not None else None
    meet(step, army_id, old.came_from if old is not None else "", plan)


def _party(
    step: Step, army: Army, here: list[Army], came_from: str, plan: Plan | None = None
) -> Party:
    """An army's part, with everything that only the moment of the meeting can tell."""
    foes = [each for each in here if hostile(step.world, army.faction, each.faction)]
    stood = army.entered < 0 or step.now - army.entered >= step.param(CHOSEN_DAYS) * DAY_MS
    return Party(
        army=army.id,
        came_from=came_from,
        stand=plan.stand if plan is not None else "",
        plan=plan or Plan(),
        chosen=stood,
        unseen=_unseen(step, army, foes),
        caught=caught_at(step.world, army, step.now),
        morale=army.morale,
        sortie=plan is SORTIE,
    )


def _unseen(step: Step, army: Army, foes: list[Army]) -> bool:
    """Whether no scout of the enemy's has had an army in sight before (C-BAT-M05)."""
    world = step.world
    watchers = {foe.leader or captain_of(foe.id) for foe in foes}
    site = stronghold_at(world, army.place)
    if site is not None and any(foe.faction == site.faction for foe in foes):
        inside = commander_inside(world, site)
        watchers.add(inside.id if inside is not None else governor_of(site.id))
    seen = (seen_by(world, ArmySeen, watcher, army.id) for watcher in sorted(watchers))
    return not any(each is not None and each.in_sight for each in seen)


def _begin(step: Step, army: Army, there: Meeting | None, mine: Party) -> None:
    world = step.world
    here = [a for a in world.at(army.place, Army) if not a.inside]
    enemies = [a for a in here if hostile(world, army.faction, a.faction)]
    sides = {army.faction, *(enemy.faction for enemy in enemies)}
    parties = [mine]
    for other in here:
        if other.id != army.id and any(hostile(world, other.faction, side) for side in sides):
            old = there.party(other.id) if there is not None else None
            came_from = old.came_from if old is not None else ""
            parties.append(_party(step, other, here, came_from))
    if there is not None:
        step.remove(there, "the armies met anew")
    limit = limit_ms(world.params, "D-BAT-01", step.param(PLAN_HOURS))
    meeting = Meeting(
        id=step.name(f"meeting/{army.place}"),
        place=army.place,
        parties=tuple(sorted(parties, key=lambda party: party.army)),
        since=step.now,
        deadline=step.answering + limit,
    )
    step.put(meeting)
    armies = tuple(party.army for party in meeting.parties)
    step.happened(MeetingBegan(meeting=meeting.id, place=meeting.place, armies=armies), meeting.id)
    for party in meeting.parties:
        ask_plan(step, meeting.id, party.army, limit)
    settle_if_complete(step, meeting.id)


def _join(step: Step, meeting: Meeting, party: Party) -> None:
    """An army that comes up joins the meeting; the deadline stays (C-BAT-01/d)."""
    joined = msgspec.structs.replace(meeting, parties=(*meeting.parties, party), state="pending")
    step.put(joined)
    began = MeetingBegan(meeting=meeting.id, place=meeting.place, armies=(party.army,))
    step.happened(began, party.army)
    left = meeting.deadline - step.answering
    if not meeting.deadline:  # a meeting of an earlier release
        left = limit_ms(step.world.params, "D-BAT-01", step.param(PLAN_HOURS))
    ask_plan(step, meeting.id, party.army, max(left, 1))
    settle_if_complete(step, meeting.id)


# -- what changes a meeting -----------------------------------------------------------------------


@chapter.on(BattleFought)
def battle_fought(step: Step, fact: BattleFought) -> None:
    """Whoever won holds the field and goes where he likes; who stayed though beaten is barred."""
    meeting = step.find(Meeting, fact.meeting) if fact.meeting else None
    if meeting is None:
        return
    stay = {army.id for army in armies_of(step, meeting)}
    parties = tuple(
        msgspec.structs.replace(party, came_from="") if party.army in fact.winners else party
        for party in meeting.parties
        if party.army in stay
    )
    after = msgspec.structs.replace(meeting, parties=parties, state="standoff")
    step.put(after)
    if at_odds(step, after):
        let_go(step, after)
        _latecomers(step, after.place)
    else:
        end(step, after)


@chapter.on(MeetingOver)
def meeting_over(step: Step, fact: MeetingOver) -> None:
    """Who came up too late for a meeting has his own once that is settled."""
    _latecomers(step, fact.place)


def _latecomers(step: Step, place: str) -> None:
    for army in step.at_place(place, Army):
        meetings = step.at_place(place, Meeting)
        if not any(meeting.party(army.id) is not None for meeting in meetings):
            meet(step, army.id, army.came_from)


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


@chapter.on(SideChanged)
def side_changed(step: Step, fact: SideChanged) -> None:
    """Who serves another side has done with its meetings, and may find enemies where it stands."""
    army = step.find(Army, fact.army)
    if army is None:
        return
    for meeting in step.at_place(army.place, Meeting):
        if meeting.party(army.id) is not None:
            drop_party(step, meeting, army.id)
    meet(step, army.id, "")
