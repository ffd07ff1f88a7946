"""What a commit writes, as columns: the driver sends a column as one array."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True, kw_only=True)
class CommitRows:
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

    entities_id: list[str] = field(default_factory=list)
    entities_kind: list[str] = field(default_factory=list)
    entities_body: list[bytes] = field(default_factory=list)
    entities_gone: list[str] = field(default_factory=list)

    timeline_id: list[str] = field(default_factory=list)
    timeline_axis: list[int] = field(default_factory=list)
    timeline_due: list[int] = field(default_factory=list)
    timeline_rank: list[int] = field(default_factory=list)
    timeline_subject: list[str] = field(default_factory=list)
    timeline_kind: list[str] = field(default_factory=list)
    timeline_body: list[bytes] = field(default_factory=list)
    timeline_gone: list[str] = field(default_factory=list)

    journal_seq: list[int] = field(default_factory=list)
    journal_at: list[int] = field(default_factory=list)
    journal_event: list[str] = field(default_factory=list)
    journal_kind: list[str] = field(default_factory=list)
    journal_body: list[bytes] = field(default_factory=list)
    journal_hash: list[bytes] = field(default_factory=list)

    known_person: list[str] = field(default_factory=list)
    known_n: list[int] = field(default_factory=list)
    known_at: list[int] = field(default_factory=list)
    known_kind: list[str] = field(default_factory=list)
    known_body: list[bytes] = field(default_factory=list)

    notice_person: list[str] = field(default_factory=list)
    notice_n: list[int] = field(default_factory=list)
    notice_id: list[str] = field(default_factory=list)
    notice_kind: list[str] = field(default_factory=list)
    notice_at: list[int] = field(default_factory=list)
    notice_body: list[bytes] = field(default_factory=list)

    inbox_person: list[str] = field(default_factory=list)
    inbox_n: list[int] = field(default_factory=list)
