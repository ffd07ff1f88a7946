"""What a commit writes, table by table, as rows."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

#: id, kind, body.
EntityRow = tuple[str, str, bytes]
#: id, axis, due (ms), rank, subject, kind, body.
TimelineRow = tuple[str, int, int, int, str, str, bytes]
#: seq, at (game ms), event, kind, body, chained hash.
JournalRow = tuple[int, int, str, str, bytes, bytes]
#: person, n, at (game ms), kind, body.
KnownRow = tuple[str, int, int, str, bytes]
#: person, n, id, kind, at (game ms), body.
NoticeRow = tuple[str, int, str, str, int, bytes]
#: person, n.
InboxRow = tuple[str, int]


class CommitRows(msgspec.Struct, frozen=True, kw_only=True):
    """Everything some events leave behind, and the fence it must pass.

    Ids within a table are unique, and an id is never both written and gone: the last change to it
    is the one that counts.

    Attributes:
        version: the ``due.version`` the world was read at; the commit raises it by one.
        term: the term of the claim under which the keeper works.
        next_due: wall us of the earliest event that is left, None if nothing is pending.
        now, answering: game and answering ms of the last event.
        seq, head: number and chain hash of the last journal line so far.
        line: the line of history the journal rows belong to.
        release: the release that wrote the journal rows.
        inbox: what was taken, which leaves the inbox.
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

    entities: Sequence[EntityRow] = ()
    entities_gone: Sequence[str] = ()
    timeline: Sequence[TimelineRow] = ()
    timeline_gone: Sequence[str] = ()
    journal: Sequence[JournalRow] = ()
    known: Sequence[KnownRow] = ()
    notices: Sequence[NoticeRow] = ()
    inbox: Sequence[InboxRow] = ()
