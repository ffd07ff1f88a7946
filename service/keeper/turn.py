"""A turn: advance a campaign's world a little, and the rows in which that is committed.

The only place of the service that runs events.  The world is advanced in memory, outside any
transaction; its batch is committed under the fence; where the commit fails or its outcome is
unknown, the world is dropped and read again.
"""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import astuple

from service.store.rows import CommitRows
from world.advance import StepFailed, advance
from world.batch import Batch
from world.entity import kind_of
from world.journal import encoder

if TYPE_CHECKING:
    from service.keeper.kept import Kept
    from world.state import World

log = structlog.get_logger(__name__)

#: The latest wall instant (µs) the store can hold, in the year 294247: on a clock that hardly
#: goes, what is due later waits until it is looked at again then.
LAST = 2**63 - 1

#: Events between two breaths of the loop; 50 of them take a few milliseconds at most.
SLICE = 50


class Turn:
    """A campaign's batch on its way to the store.

    ``failed`` is the id of an event whose handler raised for the first time: after the commit the
    world is opened afresh and the event tried once more.  ``spoilt`` says that it could not even be
    written down: the batch was thrown away, and the event is to be set aside unrun.
    """

    __slots__ = ("batch", "failed", "kept", "spoilt")

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.batch = Batch()
        self.failed: str | None = None
        self.spoilt = False

    def slice(self, until: int, limit: int = SLICE) -> bool:
        """Run up to *limit* events due by the wall instant *until* (µs); True if more are due."""
        kept = self.kept
        try:
            advance(
                kept.world,
                kept.until(until),
                inputs=kept.inputs,
                into=self.batch,
                limit=limit,
                doubtful=kept.doubtful,
                doomed=kept.doomed,
            )
        except StepFailed as failure:
            self.failed = failure.entry.id
            # What an error says may quote a letter; its words are for the referee alone.
            log.warning(
                "step_failed",
                campaign=kept.campaign_id,
                event_id=failure.entry.id,
                kind=kind_of(type(failure.entry.event)),
                error=type(failure.error).__name__,
                where="".join(traceback.format_tb(failure.error.__traceback__)),
            )
            if failure.spoilt:
                self.spoilt, self.batch = True, Batch()
            return False
        return self.batch.more

    def rows(self) -> CommitRows:
        """The batch as the rows of one commit."""
        kept = self.kept
        kept.next_due = kept.world.next_due()
        return commit_rows(
            self.batch,
            campaign_id=kept.campaign_id,
            version=kept.version,
            term=kept.term,
            line=kept.line,
            world=kept.world,
            next_due=kept.next_due,
        )


def commit_rows(
    batch: Batch,
    *,
    campaign_id: str,
    version: int,
    term: int,
    line: int,
    world: World,
    next_due: int | None,
) -> CommitRows:
    """A batch as rows; see :class:`service.store.rows.CommitRows`."""
    encode = encoder.encode
    changed, placed = batch.changed.values(), batch.placed.values()
    return CommitRows(
        campaign_id=campaign_id,
        version=version,
        term=term,
        next_due=None if next_due is None else min(next_due, LAST),
        now=world.now,
        answering=0,
        seq=world.seq,
        head=world.head,
        line=line,
        release=world.pack.release,
        entities=[(entity.id, kind_of(type(entity)), encode(entity)) for entity in changed],
        timeline=[
            (
                entry.id,
                entry.axis,
                entry.due,
                entry.rank,
                entry.event.subject,
                kind_of(type(entry.event)),
                encode(entry.event),
            )
            for entry in placed
        ],
        timeline_gone=[entry_id for entry_id in batch.unplaced if entry_id not in batch.placed],
        journal=list(map(astuple, batch.journal_rows)),
        known=list(map(astuple, batch.known_rows)),
        notices=[row[:-1] for row in map(astuple, batch.notice_rows)],
        inbox=[(said.person, said.n) for said in batch.taken],
    )
