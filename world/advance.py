"""Advance a world: run what is due, in one total order over all actors.

Between the two axes the order is by wall instant, game before inputs before answering time; within
an axis ``(due, rank, subject, id)``.  Only events change entities, so many small advances equal one
big advance, to the last byte.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from world.batch import Batch
from world.errors import Fault
from world.keeping import keep
from world.kernel.deciding import revise_open
from world.kernel.happening import happen
from world.kernel.nouns import Heard
from world.kernel.quarantine import account, blocking, quarantine, wait_behind
from world.kernel.recurring import set_aside
from world.step import Step
from world.timeline import ANSWERING, GAME, Entry

if TYPE_CHECKING:
    from collections.abc import Container

    from world.said import Input
    from world.state import World


class StepFailed(Exception):  # noqa: N818 - not an error to show: the keeper tries again first
    """A handler raised; nothing of its step was kept, and its event is still due.

    The caller commits the batch so far, opens the world afresh and advances again with the event's
    id among the *doubtful*: if it fails once more it is quarantined.

    ``spoilt`` says that it could be run but not written down: neither world nor batch is sound any
    more.  Both are thrown away, and the event is among the *doomed* from then on.
    """

    def __init__(self, entry: Entry, error: Exception, *, spoilt: bool = False) -> None:
        super().__init__(f"{entry.event!r}: {error!r}")
        self.entry = entry
        self.error = error
        self.spoilt = spoilt


def advance(
    world: World,
    until: int,
    *,
    inputs: deque[Input] | None = None,
    into: Batch | None = None,
    limit: int | None = None,
    doubtful: Container[str] = (),
    doomed: Container[str] = (),
) -> Batch:
    """Run everything due up to and including the wall instant *until* (µs).

    Args:
        world: changed in place; the batch holds what is to be written of it.
        inputs: things said, in the order ``(received, person, n)``, all received by *until*; taken
            from the left as they come into force.
        into: a batch to go on with.
        limit: the most events to run now; ``Batch.more`` tells whether something is left.
        doubtful: ids of events that failed once on a world since opened afresh.
        doomed: ids of events that hung or killed a process: quarantined without being run.

    Raises:
        StepFailed: a handler raised for the first time; the batch so far is sound.
    """
    batch = Batch() if into is None else into
    batch.more = False
    inputs = deque() if inputs is None else inputs
    left = limit
    while True:
        entry, wall = _next(world, inputs)
        if wall is None or wall > until:
            return batch
        if left is not None:
            if left == 0:
                batch.more = True
                return batch
            left -= 1
        if entry is None:
            _hear(world, inputs[0], batch, doubtful, doomed)
            inputs.popleft()
        elif entry.axis == GAME:
            # An event put back by the referee is due in the past; time never runs backwards.
            run_entry(world, entry, max(entry.due, world.now), None, batch, doubtful, doomed)
        else:
            now = max(world.now, world.face.game(wall))
            run_entry(world, entry, now, entry.due, batch, doubtful, doomed)
        batch.walls.append(wall)


def _next(world: World, inputs: deque[Input]) -> tuple[Entry | None, int | None]:
    """What comes next and its wall instant (µs); no entry with an instant means an input."""
    timeline, face = world.timeline, world.face
    entry = timeline.head(GAME)
    wall = None if entry is None else face.wall(entry.due)
    if inputs:
        received = inputs[0].received
        if wall is None or received < wall:
            entry, wall = None, received
    other = timeline.head(ANSWERING)
    if other is not None:
        other_wall = face.answering_wall(other.due)
        if wall is None or other_wall < wall:
            entry, wall = other, other_wall
    return entry, wall


def upcoming(world: World, until: int, inputs: deque[Input]) -> str | None:
    """The name of the event that :func:`advance` would run next, if any is due by *until*."""
    entry, wall = _next(world, inputs)
    if wall is None or wall > until:
        return None
    if entry is not None:
        return entry.id
    return world.secret.name(f"input/{inputs[0].person}/{inputs[0].n}")


def _hear(
    world: World,
    said: Input,
    batch: Batch,
    doubtful: Container[str],
    doomed: Container[str],
) -> None:
    face = world.face
    now = max(world.now, face.game(said.received))
    name = world.secret.name(f"input/{said.person}/{said.n}")
    entry = Entry(name, GAME, now, Heard.rank, Heard(subject=said.person, input=said))
    # What comes late comes into force with what has happened meanwhile.
    answering = face.answering(max(said.received, face.wall(world.now) or 0))
    # Taken with its event, quarantined or not: what was said is in the journal either way.
    run_entry(world, entry, now, answering, batch, doubtful, doomed, said)
    batch.taken.append(said)


def run_entry(
    world: World,
    entry: Entry,
    now: int,
    answering: int | None,
    batch: Batch,
    doubtful: Container[str] = (),
    doomed: Container[str] = (),
    said: Input | None = None,
) -> None:
    """Run one entry at a game instant, keep what it did in the batch, and take it off.

    Raises:
        StepFailed: its handler raised, and its id is not among the *doubtful*.
    """
    if world.reads is not None:
        world.reads.clear()
    step = Step(world, entry, now, answering, 0 if said is None else said.received)
    pending = world.timeline.remove(entry.id)
    try:
        error = _do(step, doubtful, doomed)
    except BaseException:
        # Whatever it was, a signal or lack of memory included: the world is as it was before.
        step.drop()
        if pending is not None:
            world.timeline.add(pending)
        raise
    finally:
        step.close()
    world.now = now
    if pending is not None:
        batch.unplace(entry.id)
    batch.events += 1
    try:
        keep(step, batch, error)
    except MemoryError:
        raise
    except Exception as failure:
        raise StepFailed(entry, failure, spoilt=True) from failure


def _do(step: Step, doubtful: Container[str], doomed: Container[str]) -> str:
    """Run the step's event, or quarantine it; returns why it was quarantined."""
    entry = step.entry
    try:
        if entry.id in doomed:
            raise Fault("the event hung or killed its process")
        _handle(step, entry)
        if step.world.about:
            revise_open(step, list(step.touched()))
    except MemoryError:
        raise
    except Exception as failure:
        if entry.id not in doubtful and entry.id not in doomed:
            raise StepFailed(entry, failure) from failure
        step.drop()
        error = account(failure)
        try:
            aside = set_aside(step, entry)
        except Exception:  # noqa: BLE001 - its recurrence is what is broken: the event alone, then
            step.drop()
            aside = entry
        quarantine(step, aside, error)
        return error
    return ""


def _handle(step: Step, entry: Entry) -> None:
    quarantined = blocking(step.world, entry.event)
    if quarantined is not None:
        wait_behind(step, quarantined, set_aside(step, entry))
    else:
        happen(step, entry.event)
