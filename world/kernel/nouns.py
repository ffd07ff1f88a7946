"""The kernel's own entities, events and notices."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.clock import Clock
from world.entity import Entity
from world.notice import Notice
from world.recurrence import Recurrence
from world.said import Input
from world.timeline import RANK_FIRST, RANK_LAST, RANK_SAID, Event

CLOCK_ID = "clock"
#: The referee's office, to which every campaign can turn.
REFEREE = "gm"
#: Words that stand in addresses of pages where a person's id stands in others: nobody is called so,
#: or he had no desk.
ADDRESSES = frozenset(
    (
        "archive.zip",
        "asides",
        "begun",
        "coming",
        "ending",
        "journal",
        "knows",
        "table",
        "things",
        "watch",
    )
)


class Recurring(Entity, frozen=True, tag="recurring"):
    """A recurrence that is kept going: the next occurrence is placed before the handler runs."""

    name: str
    subject: str
    when: Recurrence
    event: msgspec.Raw
    pending: str = ""


class Quarantined(Entity, frozen=True, tag="quarantined"):
    """An event whose handler failed twice; later events about its subject wait behind it.

    Each that waits is a :class:`Waiting` of its own; ``waiting`` has those that an early release
    wrote down in the list itself, which grew dearer with every one.
    """

    subject: str
    entry: msgspec.Raw
    error: str
    release: int
    decision: str = ""
    waiting: tuple[msgspec.Raw, ...] = ()


class Waiting(Entity, frozen=True, tag="waiting"):
    """An event that waits until the quarantined one it is ``behind`` is settled."""

    behind: str
    entry: msgspec.Raw


class Stranded(Entity, frozen=True, tag="stranded"):
    """An event about something gone, for which the pack has no outcome: listed for the referee."""

    subject: str
    event: msgspec.Raw
    because: str


class ScriptedLine(msgspec.Struct, frozen=True, gc=False):
    """A scripted player's words and their game instant (ms)."""

    at: int
    input: Input


class Founded(Event, frozen=True, tag="founded"):
    """The campaign begins: the clock starts, the pack sets up its entities, scripts are placed."""

    rank: ClassVar[int] = RANK_FIRST
    clock: Clock
    script: tuple[ScriptedLine, ...] = ()


class Renewed(Event, frozen=True, tag="renewed"):
    """A later release has opened the campaign: what it upgraded is kept in its new shape."""

    rank: ClassVar[int] = RANK_FIRST
    release: int


class Occurrence(Event, frozen=True, tag="occurrence"):
    """One occurrence of a recurrence.

    ``slot`` is its local date; ``closes`` the wall µs of a grid deadline, 0 in game time.
    """

    rank: ClassVar[int] = RANK_LAST
    recurring: str
    slot: str
    closes: int = 0


class TimeLimit(Event, frozen=True, tag="time_limit"):
    """The time to answer a decision has passed."""

    rank: ClassVar[int] = RANK_LAST
    decision: str


class Reminder(Event, frozen=True, tag="reminder"):
    """The time to answer a decision has nearly passed."""

    rank: ClassVar[int] = RANK_LAST
    decision: str


class Heard(Event, frozen=True, tag="heard"):
    """Something said by a person comes into force."""

    rank: ClassVar[int] = RANK_SAID
    input: Input


class Scripted(Event, frozen=True, tag="scripted"):
    """Something a scripted player says at a game instant; part of the scenario."""

    rank: ClassVar[int] = RANK_SAID
    input: Input


class HoldEnds(Event, frozen=True, tag="hold_ends"):
    """A pause ends by itself; the segment was written when it began, this only announces it."""

    until: int


class ReleaseQuarantine(Event, frozen=True, tag="release_quarantine"):
    """The referee has said what becomes of a quarantined event."""

    quarantined: str


class DecisionAsked(Notice, frozen=True, tag="decision_asked"):
    """Somebody is asked; ``limit`` is the answering time at which the default is taken."""

    thread: ClassVar[str] = "decision {decision}"
    topic: ClassVar[str] = "Your decision: {question}"
    title: ClassVar[str] = "Your decision: {question}"
    wording: ClassVar[str] = (
        "{question}\nYou may answer: {options}. Without an answer {limit:limit} it will be:"
        " {default}."
    )
    collapse: ClassVar[str] = "decision/{decision}"
    about: ClassVar[str] = "{decision}"
    not_after: ClassVar[str] = "{limit:limit}"
    decision: str
    question: str
    options: str
    default: str
    limit: int | None


class DecisionExpires(Notice, frozen=True, tag="decision_expires"):
    """A decision is open still, and what happens without an answer soon will."""

    thread: ClassVar[str] = "decision {decision}"
    topic: ClassVar[str] = "Your decision: {question}"
    title: ClassVar[str] = "Still your decision: {question}"
    wording: ClassVar[str] = (
        "{question}\nNobody has answered yet. You may answer: {options}. Without an answer"
        " {limit:limit} it will be: {default}."
    )
    collapse: ClassVar[str] = "decision/{decision}"
    about: ClassVar[str] = "{decision}"
    not_after: ClassVar[str] = "{limit:limit}"
    urgent: ClassVar[bool] = True
    decision: str
    question: str
    options: str
    default: str
    limit: int | None


class DecisionNoted(Notice, frozen=True, tag="decision_noted"):
    """A question asked beforehand was answered; the answer takes hold when it is due."""

    thread: ClassVar[str] = "decision {decision}"
    topic: ClassVar[str] = "Your decision: {question}"
    title: ClassVar[str] = "Noted: {choice}"
    wording: ClassVar[str] = (
        "{question}\nYou said: {choice}. It takes hold {due:when}; until then you may answer"
        " otherwise."
    )
    collapse: ClassVar[str] = "noted/{decision}"
    about: ClassVar[str] = "{decision}"
    decision: str
    question: str
    choice: str
    due: int


class DecisionSettled(Notice, frozen=True, tag="decision_settled"):
    """A decision is settled, by an answer or by its default."""

    thread: ClassVar[str] = "decision {decision}"
    topic: ClassVar[str] = "Your decision: {question}"
    title: ClassVar[str] = "Decided: {choice}"
    wording: ClassVar[str] = "{question}\nIt is settled {how:phrase}: {choice}."
    phrases: ClassVar[tuple[str, ...]] = (
        "by your answer",
        "by its default, since nobody answered in time",
    )
    decision: str
    question: str
    choice: str
    how: str


class DecisionChanged(Notice, frozen=True, tag="decision_changed"):
    """The question has changed or was withdrawn while it was open."""

    thread: ClassVar[str] = "decision {decision}"
    topic: ClassVar[str] = "Your decision: {question}"
    title: ClassVar[str] = "A question has changed"
    wording: ClassVar[str] = "{question}\n{what:phrase}"
    phrases: ClassVar[tuple[str, ...]] = (
        "The question has changed; read it again before you answer.",
        "The question was withdrawn: what it was about has changed",
        "The question was withdrawn: {}",
    )
    collapse: ClassVar[str] = "changed/{decision}"
    about: ClassVar[str] = "{decision}"
    decision: str
    question: str
    what: str


class SaidInVain(Notice, frozen=True, tag="said_in_vain"):
    """What a person said could not come into force, and why."""

    title: ClassVar[str] = "Not carried out"
    wording: ClassVar[str] = "{what:phrase} was not carried out: {reason}"
    phrases: ClassVar[tuple[str, ...]] = (
        "Your order",
        "Your order “{}”",
        "Your answer “{}”",
        "Your correction of {}",
        "Your change of the clock",
    )
    what: str
    reason: str
    code: str = ""


class ClockChanged(Notice, frozen=True, tag="clock_changed"):
    """The campaign's clock was paused, resumed or set to another rate."""

    title: ClassVar[str] = "The clock: {what:phrase}"
    wording: ClassVar[str] = "{detail:phrase}"
    phrases: ClassVar[tuple[str, ...]] = (
        "paused",
        "will pause at {}",
        "resumed",
        "set to {}",
        "was unattended",
        "Reason: {}. It resumes by itself at {}.",
        "Game time runs again.",
        "Every expected time moves with it; time limits of people do not.",
        "The service was away; time limits were extended.",
        "The pause has run its time ({}).",
    )
    what: str
    by: str
    detail: str


class CorrectionMade(Notice, frozen=True, tag="correction_made"):
    """A referee has changed what is so; told to the referees alone."""

    title: ClassVar[str] = "Corrected: {what} {entity}"
    wording: ClassVar[str] = "{what} {entity} was corrected: {changes}\nReason: {reason}"
    entity: str
    what: str
    changes: str
    reason: str
    by: str


class EventQuarantined(Notice, frozen=True, tag="event_quarantined"):
    """An event could not be carried out by the program; the referee is asked what to do."""

    title: ClassVar[str] = "An event failed and waits for you"
    wording: ClassVar[str] = (
        "The event {event} about {subject} failed twice: {error}. Everything else goes on; later "
        "events about the same subject wait behind it."
    )
    event: str
    subject: str
    error: str


class EventStranded(Notice, frozen=True, tag="event_stranded"):
    """An event concerned something gone and nobody took it over."""

    title: ClassVar[str] = "An event has nobody to happen to"
    wording: ClassVar[str] = "The event {event} was about {subject}, which is gone: {because}."
    event: str
    subject: str
    because: str
