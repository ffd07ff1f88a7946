"""Morale: what moves it, the check, and the table of failed checks (C-MOR)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import ClassVar

import msgspec

from world.decision import Choice
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army, Detachment, gained_points
from world.rules.campaign.nouns.facts import (
    ArmyGone,
    CheckCalled,
    CheckFailed,
    DetachmentRenamed,
    DetachmentsTurn,
    MoraleMoves,
    StrengthChanged,
    Unexpected,
)
from world.rules.campaign.nouns.garrison import counters_of
from world.rules.campaign.nouns.morale import (
    MAX,
    MIN,
    Checked,
    check_held_back,
    reviewed_check,
    tell_check,
    throw_check,
)
from world.rules.campaign.nouns.ratio import ratio
from world.rules.campaign.nouns.report import report, report_place
from world.rules.campaign.nouns.rounding import people, stores
from world.rules.campaign.nouns.stronghold import Stronghold
from world.step import Step
from world.timeline import Event

chapter = Chapter("morale", "Morale, checks, and what failed checks bring")

T2_LEAVE = chapter.param("morale.t2_leave_in20", 19, "in 20", "C-MOR-T02", "who mutinies")
T3_LOSS = chapter.param("morale.t3_loss", 30, "%", "C-MOR-T03", "mass desertion")
T4_COUNT = chapter.param("morale.t4_count", "1d6", "detachments", "C-MOR-T04", "who defects")
T5_LOSS = chapter.param("morale.t5_loss", 20, "%", "C-MOR-T05", "major desertion")
T6_LEAVE = chapter.param("morale.t6_leave_in6", 3, "in 6", "C-MOR-T06", "who splits off")
T7_COUNT = chapter.param("morale.t7_count", 1, "detachment", "C-MOR-T07", "who defects")
T8_LOSS = chapter.param("morale.t8_loss", 10, "%", "C-MOR-T08", "desertion")
T9_COUNT = chapter.param("morale.t9_count", "1d6", "detachments", "C-MOR-T09", "stragglers")
T9_DAYS = chapter.param("morale.t9_days", "2d6", "days", "C-MOR-T09", "how long they are away")
T10_POINTS = chapter.param("morale.t10_nc_points", 5, "% of S", "C-MOR-T10", "more followers")
T11_COUNT = chapter.param("morale.t11_count", 1, "detachment", "C-MOR-T11", "stragglers")
T11_DAYS = chapter.param("morale.t11_days", "2d6", "days", "C-MOR-T11", "how long they are away")
HITS_WHEELS = chapter.param(
    "morale.desertion_hits_wheels",
    False,
    "bool",
    "C-MOR-04",
    "whether wagons and guns are lost with deserters",
)
ABSENT_KEEP = chapter.param(
    "morale.absent_keep", 1, "detachment", "C-MOR-08", "that stay with the colours"
)


class MoraleChanged(Notice, frozen=True, tag="morale_changed"):
    """Morale has moved (M-MOR-02)."""

    title: ClassVar[str] = "Morale of {army}: {now}"
    wording: ClassVar[str] = (
        "The morale of {army} went from {was} to {now} (resting {resting}): {why}."
    )
    army: str
    was: int
    now: int
    resting: int
    why: str


class CheckTakesEffect(Notice, frozen=True, tag="check_takes_effect"):
    """What a failed check brought (M-MOR-03)."""

    title: ClassVar[str] = "{army}: {name}"
    wording: ClassVar[str] = "{name} in {army}: {effect}"
    army: str
    name: str
    effect: str


class Stragglers(Notice, frozen=True, tag="stragglers"):
    """Detachments straggle, or are back (M-MOR-05)."""

    title: ClassVar[str] = "{army}: stragglers {what}"
    wording: ClassVar[str] = "{detachments} of {army} {what}."
    army: str
    detachments: str
    what: str


chapter.declare(MoraleChanged, CheckTakesEffect, Stragglers)


class StragglerReturns(Event, frozen=True, tag="straggler_returns"):
    """A detachment that straggled is back at dawn."""

    rank: ClassVar[int] = day.RANK_TIMERS
    detachment: str


class CheckReviewed(Event, frozen=True, tag="check_reviewed"):
    """A check stands, is thrown again or replaced (D-GEN-02, C-GEN-08)."""

    why: str
    found: Checked


@chapter.on(MoraleMoves)
def morale_moves(step: Step, fact: MoraleMoves) -> None:
    """Morale changes within its bounds (C-MOR-01, C-MOR-02)."""
    army = step.find(Army, fact.army)
    if army is None:
        _moves_behind_walls(step, fact)
        return
    moved = max(step.param(MIN), min(army.morale + fact.by, step.param(MAX)))
    if moved == army.morale:
        return
    step.put(msgspec.structs.replace(army, morale=moved))
    notice = MoraleChanged(
        army=army.name, was=army.morale, now=moved, resting=army.resting, why=fact.why
    )
    report(step, army, notice)


def _moves_behind_walls(step: Step, fact: MoraleMoves) -> None:
    """Troops left in a place have a morale of their own; its standing garrison has not.

    C-STR-02/a, C-STR-05/b.
    """
    stronghold = step.find(Stronghold, fact.army)
    if stronghold is None or not stronghold.left:
        return
    counters = counters_of(step.world, stronghold)
    moved = max(step.param(MIN), min(counters.morale + fact.by, step.param(MAX)))
    if moved == counters.morale:
        return
    kept = msgspec.structs.replace(counters, morale=moved)
    step.put(msgspec.structs.replace(stronghold, left_counters=kept))
    notice = MoraleChanged(
        army=f"the troops left in {stronghold.name}",
        was=counters.morale,
        now=moved,
        resting=counters.resting,
        why=fact.why,
    )
    report_place(step, stronghold, notice, f"morale/{fact.why}")


@chapter.on(CheckCalled)
def check(step: Step, fact: CheckCalled) -> None:
    """An army is put to the test; what a failed check brings stands in the table (C-MOR-03)."""
    army = step.find(Army, fact.army)
    if army is None:
        return
    found = throw_check(step, army)
    then = CheckReviewed(subject=army.id, why=fact.why, found=found)
    if not check_held_back(step, army, fact.why, found, then, rows=True):
        _checked(step, army, fact.why, found)


@chapter.settles(CheckReviewed)
def check_reviewed(step: Step, then: CheckReviewed, choice: Choice) -> None:
    """The check is as the referee has it; then it takes effect (C-GEN-08).

    An army that has gone into another meanwhile is past it.
    """
    army = step.find(Army, then.subject)
    if army is not None and army.id == then.subject:
        _checked(step, army, then.why, reviewed_check(step, army, then.found, choice.option))


def _checked(step: Step, army: Army, why: str, found: Checked) -> None:
    tell_check(step, army, why, found)
    if not found.held:
        _takes_effect(step, army, found.row, why)


@chapter.on(CheckFailed)
def check_failed(step: Step, fact: CheckFailed) -> None:
    """A check that another chapter called has failed, and the table applies (C-MOR-T)."""
    army = step.find(Army, fact.army)
    if army is not None:
        _takes_effect(step, army, fact.row, fact.why)


def _takes_effect(step: Step, army: Army, row: int, why: str) -> None:
    _ROWS.get(row, _nothing)(step, army)
    army_after = step.find(Army, army.id)
    if army_after is not None:
        words = f"{army.name} has failed a morale check after {why}."
        step.happened(Unexpected(army=army.id, what="morale", words=words), army.id)


# -- the table ------------------------------------------------------------------------------------


def _nothing(step: Step, army: Army) -> None:
    """Row 12 (C-MOR-T12)."""
    effect = "nothing comes of it."
    report(step, army, CheckTakesEffect(army=army.name, name="Grumbling", effect=effect))


def _desertion(name: str, loss: int, step: Step, army: Army) -> None:
    """Rows 3, 5 and 8: each detachment and the stock lose a share (C-MOR-04)."""
    params = step.world.params
    keep = Fraction(100 - loss, 100)
    wheels = keep if params[HITS_WHEELS] else Fraction(1)

    def after(detachment: Detachment) -> Detachment:
        if detachment.away:
            return detachment
        return msgspec.structs.replace(
            detachment,
            soldiers=people(params, detachment.soldiers * keep),
            wagons=people(params, detachment.wagons * wheels),
            six=people(params, detachment.six * wheels),
            eighteen=people(params, detachment.eighteen * wheels),
        )

    shrunk = tuple(after(detachment) for detachment in army.detachments)
    left = tuple(detachment for detachment in shrunk if detachment.soldiers)
    after_army = msgspec.structs.replace(
        army, detachments=left, supplies=stores(params, army.supplies * keep)
    )
    gone = army.soldiers - after_army.soldiers
    effect = f"{gone} men and {army.supplies - after_army.supplies} supplies are gone."
    report(step, army, CheckTakesEffect(army=army.name, name=name, effect=effect), gone=not left)
    if not left:
        step.remove(army, "its last men deserted")
        fact = ArmyGone(army=army.id, place=army.place, faction=army.faction, leader=army.leader)
        step.happened(fact, army.id)
        return
    step.put(after_army)
    step.happened(StrengthChanged(army=army.id, why=name.lower()), army.id)


def _drawn(step: Step, army: Army, count: int) -> tuple[Detachment, ...]:
    """Detachments drawn at random from those present, each as likely as any other."""
    pool = list(army.present)
    drawn = []
    for _ in range(min(count, len(pool))):
        choice = step.pick(f"which detachment of {army.id}", pool)
        pool.remove(choice)
        drawn.append(choice)
    return tuple(drawn)


def _straggle(step: Step, army: Army, count: int, dice: str) -> None:
    """Rows 9 and 11: detachments are away for a while (C-MOR-08)."""
    most = max(0, len(army.present) - step.param(ABSENT_KEEP))
    drawn = _drawn(step, army, min(count, most))
    names = {detachment.name for detachment in drawn}
    away = tuple(
        msgspec.structs.replace(d, away=True) if d.name in names and not d.away else d
        for d in army.detachments
    )
    step.put(msgspec.structs.replace(army, detachments=away))
    half = day.half_of(step.world, step.now)
    first = step.now if not half.night and half.start == step.now else None
    for detachment in drawn:
        days = step.roll(f"days {detachment.name} of {army.id} is away", dice).total
        dawn = first if first is not None else day.next_dawn(step.world, step.now)
        for _ in range(days):
            dawn = day.next_dawn(step.world, dawn)
        event = StragglerReturns(subject=army.id, detachment=detachment.name)
        step.at(dawn, event, detachment.name)
    listed = ", ".join(sorted(names)) or "Nobody"
    notice = Stragglers(
        army=army.name, detachments=listed, what="stay behind, nobody knows how long"
    )
    report(step, army, notice)
    step.happened(StrengthChanged(army=army.id, why="stragglers"), army.id)


def _followers(step: Step, army: Army) -> None:
    """Row 10: camp followers (C-MOR-T10)."""
    points = gained_points(step.world, army, step.param(T10_POINTS))
    step.put(msgspec.structs.replace(army, extra_nc=ratio(army.extra_nc.value + points)))
    effect = f"followers come to it, {float(points):g} for every hundred soldiers."
    report(step, army, CheckTakesEffect(army=army.name, name="Camp followers", effect=effect))
    step.happened(StrengthChanged(army=army.id, why="camp followers"), army.id)


def _turn(row: int, name: str, step: Step, army: Army, leaving: tuple[Detachment, ...]) -> None:
    """Rows 2, 4, 6 and 7: who wants to go over is drawn; what becomes of them is announced."""
    names = tuple(detachment.name for detachment in leaving)
    listed = ", ".join(names) or "nobody"
    effect = f"{listed} will not follow any longer."
    notice = CheckTakesEffect(army=army.name, name=name, effect=effect)
    report(step, army, notice)
    step.tell(REFEREE, notice, f"{army.id}/{row}")
    step.happened(DetachmentsTurn(army=army.id, row=row, detachments=names), army.id)


def _each(step: Step, army: Army, k: int, n: int) -> tuple[Detachment, ...]:
    return tuple(d for d in army.present if step.chance(f"{d.name} of {army.id} leaves", k, n))


def _mutiny(step: Step, army: Army) -> None:
    _turn(2, "Mutiny", step, army, _each(step, army, step.param(T2_LEAVE), 20))


def _defections(step: Step, army: Army) -> None:
    count = step.roll(f"detachments of {army.id} that defect", step.param(T4_COUNT)).total
    _turn(4, "Defections", step, army, _drawn(step, army, count))


def _splits(step: Step, army: Army) -> None:
    _turn(6, "The army splits", step, army, _each(step, army, step.param(T6_LEAVE), 6))


def _one_defection(step: Step, army: Army) -> None:
    _turn(7, "Defection", step, army, _drawn(step, army, step.param(T7_COUNT)))


def _stragglers(step: Step, army: Army) -> None:
    count = step.roll(f"detachments of {army.id} that straggle", step.param(T9_COUNT)).total
    _straggle(step, army, count, step.param(T9_DAYS))


def _straggler(step: Step, army: Army) -> None:
    _straggle(step, army, step.param(T11_COUNT), step.param(T11_DAYS))


_ROWS: dict[int, Callable[[Step, Army], None]] = {
    2: _mutiny,
    3: lambda step, army: _desertion("Mass desertion", step.param(T3_LOSS), step, army),
    4: _defections,
    5: lambda step, army: _desertion("Major desertion", step.param(T5_LOSS), step, army),
    6: _splits,
    7: _one_defection,
    8: lambda step, army: _desertion("Desertion", step.param(T8_LOSS), step, army),
    9: _stragglers,
    10: _followers,
    11: _straggler,
}


@chapter.handles(StragglerReturns)
def straggler_returns(step: Step, event: StragglerReturns) -> None:
    """A straggler is back wherever its army then is (C-MOR-08)."""
    army = step.find(Army, event.subject)
    if army is None:
        return
    back = tuple(
        msgspec.structs.replace(d, away=False) if d.away and d.name == event.detachment else d
        for d in army.detachments
    )
    step.put(msgspec.structs.replace(army, detachments=back))
    notice = Stragglers(army=army.name, detachments=event.detachment, what="are back")
    report(step, army, notice)
    step.happened(StrengthChanged(army=army.id, why="stragglers are back"), army.id)


@chapter.on(DetachmentRenamed)
def detachment_renamed(step: Step, fact: DetachmentRenamed) -> None:
    """A straggler comes back under the name his detachment now has."""
    for entry in list(step.world.timeline.entries.values()):
        event = entry.event
        if not isinstance(event, StragglerReturns) or event.detachment != fact.old:
            continue
        if event.subject == fact.came_from:
            step.cancel(entry.id)
            back = StragglerReturns(subject=fact.army, detachment=fact.new)
            step.at(entry.due, back, f"{fact.new}/{entry.id}")


@chapter.when_gone(StragglerReturns)
def nobody_to_return_to(step: Step, event: StragglerReturns) -> None:
    """Stragglers of an army that is no more go home."""
