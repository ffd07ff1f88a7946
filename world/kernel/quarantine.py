"""Quarantine: an event that cannot be carried out is set aside, and its subject's queue with it.

Everything about other subjects goes on.  The referee is asked to run the event again or to skip it;
where nobody says anything it is skipped, so that nothing waits for ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.decision import Choice, Option, Question
from world.entity import kind_of
from world.kernel.deciding import ask
from world.kernel.figures import DECISION_HOURS
from world.kernel.nouns import (
    REFEREE,
    EventQuarantined,
    EventStranded,
    Quarantined,
    ReleaseQuarantine,
    Stranded,
)
from world.timeline import Entry, Event

if TYPE_CHECKING:
    from world.step import Step

_json = msgspec.json.Encoder(order="deterministic")
_HOUR_MS = 3_600_000


class KeptEntry(msgspec.Struct, frozen=True):
    """An entry set aside: its place on the timeline, and the event as it was."""

    id: str
    axis: int
    due: int
    rank: int
    event: msgspec.Raw


def _kept(entry: Entry) -> msgspec.Raw:
    return msgspec.Raw(_json.encode(entry))


def _again(step: Step, raw: msgspec.Raw) -> Entry:
    kept = msgspec.json.decode(raw, type=KeptEntry)
    event: Event = step.world.pack.event_decoder.decode(kept.event)
    return Entry(kept.id, kept.axis, kept.due, kept.rank, event)


def quarantine(step: Step, entry: Entry, error: str) -> None:
    """Set an event aside and ask the referee."""
    subject = entry.event.subject
    kind = kind_of(type(entry.event))
    quarantined_id = step.name("quarantine")
    decision = ask(
        step,
        Question(
            rule="D-KERNEL-QUARANTINE",
            question=f"The event {kind} about {subject} failed: {error}. What becomes of it?",
            who=REFEREE,
            options=(
                Option(name="again", text="run it again, then what waits behind it"),
                Option(name="skip", text="skip it and go on with what waits behind it"),
            ),
            default="skip",
            then=ReleaseQuarantine(subject=quarantined_id, quarantined=quarantined_id),
            limit_ms=step.param(DECISION_HOURS) * _HOUR_MS,
        ),
    )
    step.put(
        Quarantined(
            id=quarantined_id,
            subject=subject,
            entry=_kept(entry),
            error=error,
            release=step.world.pack.release,
            decision=decision,
        )
    )
    step.tell(REFEREE, EventQuarantined(event=kind, subject=subject, error=error))


def wait_behind(step: Step, quarantined: Quarantined, entry: Entry) -> None:
    """A later event about the same subject waits."""
    step.put(msgspec.structs.replace(quarantined, waiting=(*quarantined.waiting, _kept(entry))))


def release(step: Step, then: ReleaseQuarantine, choice: Choice) -> None:
    """Put back what was set aside, with or without the event that failed."""
    quarantined = step.find(Quarantined, then.quarantined)
    if quarantined is None:
        return
    step.remove(quarantined, f"the referee chose to {choice.option}")
    raws = quarantined.waiting
    if choice.option == "again":
        raws = (quarantined.entry, *raws)
    for raw in raws:
        step.start(_again(step, raw))


def strand(step: Step, event: Event, because: str) -> None:
    """List an event whose subject is gone and which the pack has no outcome for."""
    kind, subject = kind_of(type(event)), event.subject
    step.put(
        Stranded(
            id=step.name("stranded"),
            subject=subject,
            event=msgspec.Raw(_json.encode(event)),
            because=because,
        )
    )
    step.tell(REFEREE, EventStranded(event=kind, subject=subject, because=because))
