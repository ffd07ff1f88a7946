"""Quarantine: an event that cannot be carried out is set aside, and its subject's queue with it.

Everything about other subjects goes on.  The referee is asked to run the event again or to skip it;
where nobody says anything it is skipped, so that nothing waits for ever.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from world.decision import Option, Question
from world.entity import Tombstone, kind_of
from world.kernel.deciding import ask
from world.kernel.figures import DECISION_HOURS
from world.kernel.nouns import (
    REFEREE,
    EventQuarantined,
    EventStranded,
    Heard,
    Quarantined,
    ReleaseQuarantine,
    Scripted,
    Stranded,
    Waiting,
)
from world.said import GiveOrder
from world.timeline import Entry

if TYPE_CHECKING:
    from world.state import World
    from world.step import Step
    from world.timeline import Event

RULE = "D-KERNEL-QUARANTINE"

_json = msgspec.json.Encoder(order="deterministic")
_HOUR_MS = 3_600_000
_ADDRESS = re.compile(r"0x[0-9a-fA-F]+")
_LONGEST = 500
_FRAMES = 6


class KeptEntry(msgspec.Struct, frozen=True):
    """An entry set aside: its place on the timeline, and the event as it was."""

    id: str
    axis: int
    due: int
    rank: int
    event: msgspec.Raw


def _kept(entry: Entry) -> msgspec.Raw:
    return msgspec.Raw(_json.encode(entry))


def again(step: Step, raw: msgspec.Raw) -> Entry:
    """An entry as it was before it was set aside."""
    kept = msgspec.json.decode(raw, type=KeptEntry)
    event: Event = step.world.pack.event_decoder.decode(kept.event)
    return Entry(kept.id, kept.axis, kept.due, kept.rank, event)


def account(failure: Exception) -> str:
    """What went wrong and where, in words that are the same on every machine."""
    words = _ADDRESS.sub("0x…", f"{type(failure).__name__}: {failure}")
    frames = []
    trace = failure.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        frames.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    where = ", ".join(reversed(frames[-_FRAMES:]))
    return f"{words[:_LONGEST]} ({where})"


def blocking(world: World, event: Event) -> Quarantined | None:
    """What an event must wait behind, if anything: a quarantined one about the same subject.

    Answers and changes of the clock never wait: the referee whose own order failed must be able to
    say what becomes of it, and a player's answer must not miss its time.
    """
    if not world.blocked:
        return None
    if isinstance(event, Heard | Scripted) and not isinstance(event.input.body, GiveOrder):
        return None
    standing = world.blocked.get(event.subject)
    if standing is None and type(world.entities.get(event.subject)) is Tombstone:
        heir = world.resolve(event.subject)
        standing = None if heir is None else world.blocked.get(heir.id)
    return None if standing is None else world.get(Quarantined, min(standing))


def quarantine(step: Step, entry: Entry, error: str) -> None:
    """Set an event aside and ask the referee."""
    subject = entry.event.subject
    kind = kind_of(type(entry.event))
    time = 0
    while (quarantined_id := step.name(f"quarantine/{time}")) in step.world.entities:
        time += 1  # it was run again before, and has failed again
    decision = ask(
        step,
        Question(
            rule=RULE,
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
        label=str(time),
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
    step.tell(REFEREE, EventQuarantined(event=kind, subject=subject, error=error), str(time))


def wait_behind(step: Step, quarantined: Quarantined, entry: Entry) -> None:
    """A later event about the same subject waits."""
    named = step.name(f"waiting/{quarantined.id}")
    step.put(Waiting(id=named, behind=quarantined.id, entry=_kept(entry)))


def behind(step: Step, quarantined: Quarantined) -> tuple[Waiting, ...]:
    """What waits behind a quarantined event, in id order; the timeline knows its true order."""
    return tuple(one for one in step.of(Waiting) if one.behind == quarantined.id)


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
