"""What a commit writes, as columns: the driver sends a column as one array."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class CommitRows(msgspec.Struct, frozen=True, kw_only=True):
    """Everything some events leave behind, and the fence it must pass.

    Every group of columns is a table's rows, equally long.  Ids within a group are unique, and an
    id is never both written and gone: the last change to it is the one that counts.

    Attributes:
        version: the ``due.version`` the world was read at; the commit raises it by one.
        term: the term of the claim under which the keeper works.
        next_due: wall us of the earliest event that is left, None if nothing is pending.
        now, answering: game and answering ms of the last event.
        seq, head: number and chain hash of the last journal line so far.
        line: the line of history the journal rows belong to.
        release: the release that wrote the journal rows.
    """

    campaign_id: str
    version: int
    term: int
    next_due: int | None
    now: int
    answering: int
    seq: int
    head: bytes
    line: int
    release: int

    entities_id: Sequence[str] = ()
    entities_kind: Sequence[str] = ()
    entities_body: Sequence[bytes] = ()
    entities_gone: Sequence[str] = ()

    timeline_id: Sequence[str] = ()
    timeline_axis: Sequence[int] = ()
    timeline_due: Sequence[int] = ()
    timeline_rank: Sequence[int] = ()
    timeline_subject: Sequence[str] = ()
    timeline_kind: Sequence[str] = ()
    timeline_body: Sequence[bytes] = ()
    timeline_gone: Sequence[str] = ()

    journal_seq: Sequence[int] = ()
    journal_at: Sequence[int] = ()
    journal_event: Sequence[str] = ()
    journal_kind: Sequence[str] = ()
    journal_body: Sequence[bytes] = ()
    journal_hash: Sequence[bytes] = ()

    known_person: Sequence[str] = ()
    known_n: Sequence[int] = ()
    known_at: Sequence[int] = ()
    known_kind: Sequence[str] = ()
    known_body: Sequence[bytes] = ()

    notice_person: Sequence[str] = ()
    notice_n: Sequence[int] = ()
    notice_id: Sequence[str] = ()
    notice_kind: Sequence[str] = ()
    notice_at: Sequence[int] = ()
    notice_body: Sequence[bytes] = ()

    inbox_person: Sequence[str] = ()
    inbox_n: Sequence[int] = ()
