"""The wear of forced marching (C-MARCH-07)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.pack import Chapter
from world.rules.campaign.march import notices
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.facts import CheckCalled, MoraleMoves
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.stretch import Stretch
from world.step import Step
from world.timeline import Event

chapter = Chapter("forced marches", "The wear of forced marching")

WEAR_DAYS = chapter.param(
    "march.forced_wear_days",
    7,
    "forced days",
    "C-MARCH-07",
    "forced days that wear an army down once",
)
MORALE_LOSS = chapter.param(
    "march.forced_morale_loss", 1, "morale", "C-MARCH-07", "morale lost each time"
)
COUNTER_RESET = chapter.param(
    "march.forced_counter_reset",
    "never",
    "mode",
    "C-MARCH-07",
    "whether forced days add up for ever, or a week without one clears them",
    choices=("never", "after_a_week"),
)
chapter.declare(notices.ForcedWeek)


class ForcedDateEnds(Event, frozen=True, tag="forced_date_ends"):
    """Dusk after a date on which an army forced its march."""

    rank: ClassVar[int] = day.RANK_DUSK_FORCED
    date: int


def note(step: Step, found: Stretch) -> None:
    """Place the dusk at which a forced date counts, the first time it is forced."""
    march = found.army.march
    if march is None or found.why:
        return
    pace = march.night if found.half.night else march.day
    if pace != "forced":
        return
    before = step.get(Army, found.army.id).diary
    entry = next((entry for entry in before if entry.date == found.half.date), None)
    if entry is not None and (entry.forced or entry.night_forced):
        return
    dusk = day.next_dusk(step.world, step.now)
    step.at(dusk, ForcedDateEnds(subject=found.army.id, date=found.half.date))


@chapter.handles(ForcedDateEnds)
def forced_date_ends(step: Step, event: ForcedDateEnds) -> None:
    """A forced date counts once, however it was forced; enough of them wear an army down."""
    army = step.find(Army, event.subject)
    if army is None:
        return
    count = army.forced_days
    pause = event.date - army.forced_last
    if step.param(COUNTER_RESET) == "after_a_week" and pause > step.param(day.WEEK_DAYS):
        count = 0
    count += 1
    worn = count >= step.param(WEAR_DAYS)
    step.put(
        msgspec.structs.replace(army, forced_days=0 if worn else count, forced_last=event.date)
    )
    if worn:
        report(step, army, notices.ForcedWeek(army=army.name, days=count), str(event.date))
        why = "a week of forced marching"
        loss = -step.param(MORALE_LOSS)
        step.happened(MoraleMoves(army=army.id, by=loss, why=why), f"forced/{event.date}")
        step.happened(CheckCalled(army=army.id, why=why), f"forced/{event.date}")


@chapter.when_gone(ForcedDateEnds)
def gone(step: Step, event: ForcedDateEnds) -> None:
    """An army that is no more is not worn any further."""
