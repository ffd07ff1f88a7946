"""The kernel's chapter: in every pack, before all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.clock import Clock
from world.decision import Decision
from world.dispatch import OrderHandedOver
from world.entity import Tombstone
from world.fact import Begun, Reopened
from world.kernel import deciding, figures, hearing, nouns, recurring, releasing
from world.pack import Chapter
from world.release import SHAPES_ID, Shapes

if TYPE_CHECKING:
    from world.step import Step

chapter = Chapter("kernel", "Clock, recurrences, decisions, quarantine, and what people say")
chapter.declare(
    Clock,
    Decision,
    Tombstone,
    Shapes,
    nouns.Recurring,
    nouns.Quarantined,
    nouns.Waiting,
    nouns.Stranded,
    nouns.DecisionAsked,
    nouns.DecisionExpires,
    nouns.DecisionNoted,
    nouns.DecisionSettled,
    nouns.DecisionChanged,
    nouns.SaidInVain,
    nouns.ClockChanged,
    nouns.CorrectionMade,
    nouns.EventQuarantined,
    nouns.EventStranded,
)
chapter.params += [
    figures.SETTLE_MS,
    figures.MAX_PAUSE_DAYS,
    figures.FASTEST,
    figures.REMINDER_HOURS,
    figures.DECISION_HOURS,
]

chapter.handles(nouns.Occurrence)(recurring.occur)
chapter.handles(nouns.TimeLimit)(deciding.time_limit)
chapter.handles(nouns.Reminder)(deciding.remind)
chapter.handles(nouns.HoldEnds)(hearing.hold_ends)
chapter.settles(nouns.ReleaseQuarantine)(releasing.release)
chapter.news(nouns.DecisionAsked)(deciding.open_still)
chapter.news(nouns.DecisionExpires)(deciding.open_still)
chapter.news(nouns.DecisionNoted)(deciding.open_still)
chapter.news(nouns.DecisionChanged)(deciding.unanswered_still)
chapter.on(OrderHandedOver)(hearing.handed_over)


@chapter.handles(nouns.Founded)
def founded(step: Step, event: nouns.Founded) -> None:
    """The clock starts, the pack sets up its entities, scripted players get their lines."""
    step.put(event.clock)
    _put_shapes(step)
    step.world.pack.found(step)
    for line in event.script:
        said = line.input
        step.at(line.at, nouns.Scripted(subject=said.person, input=said), f"{said.person}/{said.n}")
    step.happened(Begun())


def _put_shapes(step: Step) -> None:
    pack = step.world.pack
    step.put(Shapes(id=SHAPES_ID, release=pack.release, versions=pack.upgrades.versions))


@chapter.handles(nouns.Renewed)
def renewed(step: Step, event: nouns.Renewed) -> None:
    """A later release writes its versions down; what it upgraded is kept with them."""
    del event
    _put_shapes(step)
    step.happened(Reopened())


@chapter.handles(nouns.Heard)
def heard(step: Step, event: nouns.Heard) -> None:
    """Something a person said comes into force."""
    step.received = event.input.received
    hearing.hear(step, event.input)


@chapter.handles(nouns.Scripted)
def scripted(step: Step, event: nouns.Scripted) -> None:
    """Something a scripted player says comes into force, if a real one could have said it."""
    hearing.hear(step, event.input, checked=False)
