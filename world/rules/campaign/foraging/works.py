"""A day's work: ordered for the next dawn, done at dusk, broken off by others (C-TIME-07)."""

from __future__ import annotations

from typing import Literal

import msgspec

from world.errors import Refused
from world.pack import Chapter
from world.rules.campaign.foraging.events import ForageEnds, TorchEnds, WorkBegins
from world.rules.campaign.foraging.notices import WorkBroken, WorkOrdered
from world.rules.campaign.foraging.orders import marching
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army, Work
from world.rules.campaign.nouns.command import require_no_meeting
from world.rules.campaign.nouns.engagements import BattleJoined
from world.rules.campaign.nouns.facts import ArmySetOut, AtLeisure, DayWorkBegan, Halted
from world.rules.campaign.nouns.meeting import meeting_of
from world.rules.campaign.nouns.report import report, tell_if_led
from world.rules.campaign.nouns.siege import siege_of
from world.step import Step
from world.timeline import Event

chapter = Chapter("day works", "A day's work: how it begins, and what breaks it off")
FORAGE_DAYS = chapter.param("forage.duration_days", 1, "day", "C-FOR-01", "how long foraging takes")
TORCH_DAYS = chapter.param("torch.duration_days", 1, "day", "C-TOR-01", "how long torching takes")
chapter.declare(WorkOrdered, WorkBroken)


Kind = Literal["forage", "torch"]


def require_free(step: Step, army: Army, kind: str) -> None:
    """Refuse work for an army that marches, meets the enemy, is shut in or has other plans.

    Raises:
        Refused: E-MEETING, E-BUSY, E-BESIEGED.
    """
    require_no_meeting(step.world, army)
    if army.march is not None:
        raise marching(army.name, kind)
    if army.inside and siege_of(step.world, army.place) is not None:
        raise Refused(
            "E-BESIEGED",
            f"{army.name} is shut in and cannot {kind} beyond the walls; it stays inside.",
        )
    other = next((w for w in army.works if w.kind != kind and not w.under_way), None)
    if other is not None:
        raise Refused(
            "E-BUSY",
            f"{army.name} is to {other.kind} on the next day already, and does so. Halt it first"
            f" if it is to {kind} instead.",
        )


def plan(step: Step, army: Army, kind: Kind, hexes: tuple[str, ...]) -> None:
    """Put a day's work down, in place of one of its kind not yet begun (C-TIME-07)."""
    kept = []
    for work in army.works:
        if work.under_way:
            kept.append(work)
        else:
            step.cancel(work.event)
    begins = day.work_begins(step.world, step.now)
    event = step.at(begins, WorkBegins(subject=army.id), kind)
    new = Work(
        kind="forage" if kind == "forage" else "torch", hexes=hexes, begins=begins, event=event
    )
    step.put(msgspec.structs.replace(army, works=(*kept, new)))
    tell_if_led(step, army, WorkOrdered(army=army.name, what=kind, begins=begins))


@chapter.handles(WorkBegins)
def work_begins(step: Step, event: Event) -> None:
    """The men go out, unless something keeps them."""
    army = step.find(Army, event.subject)
    work = work_of(army, step.id)
    if army is None or work is None:
        return
    why = _kept_in(step, army)
    if why:
        _break(step, army, (work,), why)
        return
    if any(each.under_way for each in army.works):  # longer work that this takes the place of
        _break(step, army, tuple(w for w in army.works if w.under_way), "other work was ordered")
        army = step.get(Army, army.id)
    ends: Event = ForageEnds(subject=army.id)
    days = step.param(FORAGE_DAYS)
    if work.kind == "torch":
        ends, days = TorchEnds(subject=army.id), step.param(TORCH_DAYS)
    dusk = day.next_dusk(step.world, step.now)
    for _ in range(days - 1):
        dusk = day.next_dusk(step.world, dusk)
    begun = msgspec.structs.replace(work, under_way=True, event=step.at(dusk, ends))
    others = tuple(w for w in army.works if w.event != work.event)
    step.put(msgspec.structs.replace(army, works=(begun, *others)))
    step.happened(DayWorkBegan(army=army.id), army.id)


def _kept_in(step: Step, army: Army) -> str:
    """Why an army cannot go to work at dawn; '' if it can."""
    if army.march is not None:
        return "it is on the march"
    meeting = meeting_of(step.world, army.place, army.id)
    if meeting is not None and meeting.state == "pending":
        return "it stands before the enemy"
    if army.inside and siege_of(step.world, army.place) is not None:
        return "it is shut in"
    return ""


def work_of(army: Army | None, event: str) -> Work | None:
    """The work of an army that waits for an event."""
    if army is None:
        return None
    return next((work for work in army.works if work.event == event), None)


def finished(step: Step, event: Event) -> tuple[Army, Work] | None:
    """The army whose work ends with an event, freed of it, and the work; None if it was dropped."""
    army = step.find(Army, event.subject)
    work = work_of(army, step.id)
    if army is None or work is None:
        return None
    free = msgspec.structs.replace(army, works=tuple(w for w in army.works if w is not work))
    step.put(free)
    step.happened(AtLeisure(army=free.id), f"work/{free.id}")
    if free.inside and siege_of(step.world, free.place) is not None:
        report(step, free, WorkBroken(army=free.name, what=work.kind, why="it is shut in"))
        return None
    return free, work


def nobody_works(step: Step, event: Event) -> None:
    """An army that is no more works no more."""


for each_end in (WorkBegins, ForageEnds, TorchEnds):
    chapter.when_gone(each_end)(nobody_works)


# -- what breaks it off ---------------------------------------------------------------------------


@chapter.on(ArmySetOut)
def army_set_out(step: Step, fact: ArmySetOut) -> None:
    """Who moves off leaves his work."""
    drop(step, fact.army, "it moved off")


@chapter.on(Halted)
def halted(step: Step, fact: Halted) -> None:
    """A halt breaks off a day's work, too (O-HALT)."""
    drop(step, fact.army, "it was told to halt")


@chapter.on(BattleJoined)
def battle_joined(step: Step, fact: BattleJoined) -> None:
    """A battle breaks off a day's work."""
    for army in (*fact.attackers, *fact.defenders):
        drop(step, army, "it came to a battle")


def drop(step: Step, army_id: str, why: str) -> None:
    """Break off what an army does and means to do."""
    army = step.find(Army, army_id)
    if army is not None and army.works:
        _break(step, army, army.works, why)


def _break(step: Step, army: Army, works: tuple[Work, ...], why: str) -> None:
    events = {work.event for work in works}
    for event in sorted(events):
        step.cancel(event)
    left = tuple(work for work in army.works if work.event not in events)
    step.put(msgspec.structs.replace(army, works=left))
    step.happened(AtLeisure(army=army.id), f"broken/{army.id}/{why}")
    for kind in sorted({work.kind for work in works}):
        report(step, army, WorkBroken(army=army.name, what=kind, why=why), f"{kind}/{why}")
