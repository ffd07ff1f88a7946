"""A turn: advance a campaign's world a little, and the rows in which that is committed.

The only place of the service that runs events.  The world is advanced in memory, outside any
transaction; its batch is committed under the fence; where the commit fails or its outcome is
unknown, the world is dropped and read again.
"""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

import structlog

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
                until,
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
        """The batch as the columns of one commit."""
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
    """A batch as columns; see :class:`service.store.rows.CommitRows`."""
    rows = CommitRows(
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
    )
    encode = encoder.encode
    for entity in batch.changed.values():
        rows.entities_id.append(entity.id)
        rows.entities_kind.append(kind_of(type(entity)))
        rows.entities_body.append(encode(entity))
    placed = batch.placed
    for entry in placed.values():
        rows.timeline_id.append(entry.id)
        rows.timeline_axis.append(entry.axis)
        rows.timeline_due.append(entry.due)
        rows.timeline_rank.append(entry.rank)
        rows.timeline_subject.append(entry.event.subject)
        rows.timeline_kind.append(kind_of(type(entry.event)))
        rows.timeline_body.append(encode(entry.event))
    rows.timeline_gone = [entry_id for entry_id in batch.unplaced if entry_id not in placed]
    for journal in batch.journal_rows:
        rows.journal_seq.append(journal.seq)
        rows.journal_at.append(journal.at)
        rows.journal_event.append(journal.event)
        rows.journal_kind.append(journal.kind)
        rows.journal_body.append(journal.body)
        rows.journal_hash.append(journal.hash)
    for known in batch.known_rows:
        rows.known_person.append(known.person)
        rows.known_n.append(known.n)
        rows.known_at.append(known.at)
        rows.known_kind.append(known.kind)
        rows.known_body.append(known.body)
    for notice in batch.notice_rows:
        rows.notice_person.append(notice.person)
        rows.notice_n.append(notice.n)
        rows.notice_id.append(notice.id)
        rows.notice_kind.append(notice.kind)
        rows.notice_at.append(notice.at)
        rows.notice_body.append(notice.body)
    for said in batch.taken:
        rows.inbox_person.append(said.person)
        rows.inbox_n.append(said.n)
    return rows
