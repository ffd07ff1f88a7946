"""Recurrences: the next occurrence is placed before the handler of this one runs.

An occurrence is named by ``(name, subject, local date)``, so none is run twice or lost.  Game
recurrences stand on the game axis.  Wall recurrences are *grid deadlines*: they stand on the
answering axis, ``settle`` after their instant, and are set again on their grid whenever the clock
changes, since a pause must move them to the next deadline and never off the hour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.clock import Clock
from world.errors import Fault
from world.kernel.figures import SETTLE_MS
from world.kernel.happening import happen
from world.kernel.nouns import CLOCK_ID, Occurrence, Recurring
from world.recurrence import OnWalls, next_after
from world.timeline import ANSWERING, GAME, Entry

if TYPE_CHECKING:
    from world.step import Step

#: How many occurrences inside holds are passed over before a recurrence is called a fault.
_HELD = 10_000


def place_next(step: Step, recurring: Recurring, after: int | None) -> None:
    """Place the occurrence after *after* (game ms, or wall µs for a grid deadline; None: now)."""
    world = step.world
    if isinstance(recurring.when, OnWalls):
        face = world.face
        if after is None:
            # Game time may stand; answering time tells how late it really is.
            after = max(face.wall(step.now) or 0, face.answering_wall(step.answering))
        instant, slot = next_after(recurring.when, after, None)
        for _ in range(_HELD):
            if not step.get(Clock, CLOCK_ID).holds_at(instant):
                break
            instant, slot = next_after(recurring.when, instant, None)
        else:
            raise Fault(f"the recurrence {recurring.name!r} falls into holds for ever")
        axis, closes = ANSWERING, instant
        due = face.answering(instant) + step.param(SETTLE_MS)
    else:
        due, slot = next_after(recurring.when, step.now if after is None else after, world.calendar)
        axis, closes = GAME, 0
    entry_id = world.secret.name(f"{recurring.name}/{recurring.subject}/{slot}")
    event = Occurrence(subject=recurring.subject, recurring=recurring.id, slot=slot, closes=closes)
    rank = occurrence_rank(step, recurring)
    step.start(Entry(entry_id, axis, due, rank, event))
    step.put(msgspec.structs.replace(recurring, pending=entry_id))


def occurrence_rank(step: Step, recurring: Recurring) -> int:
    """An occurrence ranks as the event it brings about."""
    event = step.world.pack.event_decoder.decode(recurring.event)
    return int(type(event).rank)


def occur(step: Step, event: Occurrence) -> None:
    """Run one occurrence: place the next, then do what recurs."""
    entry = step.entry
    recurring = step.find(Recurring, event.recurring)
    if recurring is None or recurring.pending != entry.id:
        return  # stopped, or set again for another slot
    if _is_gone(step, recurring.subject):
        # This once the pack or the referee hears of it, not every day from now on.
        step.remove(recurring, "what it was about is gone")
    else:
        place_next(step, recurring, after=event.closes or entry.due)
    inner = step.world.pack.event_decoder.decode(recurring.event)
    if "closes" in inner.__struct_fields__:
        # A grid deadline's handler learns the instant up to which what was received counts.
        inner = msgspec.structs.replace(inner, closes=event.closes)
    happen(step, inner)


def _is_gone(step: Step, subject: str) -> bool:
    world = step.world
    return world.buried(subject) and world.resolve(subject) is None


def set_aside(step: Step, entry: Entry) -> Entry:
    """What to keep of an entry that cannot run now: the recurrence behind it goes on."""
    event = entry.event
    if not isinstance(event, Occurrence):
        return entry
    recurring = step.get(Recurring, event.recurring)
    if recurring.pending == entry.id:
        place_next(step, recurring, after=event.closes or entry.due)
    inner = step.world.pack.event_decoder.decode(recurring.event)
    return Entry(entry.id, entry.axis, entry.due, entry.rank, inner)


def set_again(step: Step, wall_now: int) -> None:
    """Set every grid deadline again on its grid, after the clock has changed."""
    for recurring in step.of(Recurring):
        if isinstance(recurring.when, OnWalls):
            pending = step.world.timeline.entries.get(recurring.pending)
            if pending is None or not isinstance(pending.event, Occurrence):
                continue
            if pending.event.closes < wall_now:
                continue  # its instant has passed, it is only settling
            step.cancel(recurring.pending)
            # One that falls on this very instant is looked at again as well.
            place_next(step, recurring, after=wall_now - 1)
