"""The keeper's one write: what some events did, committed together or not at all.

A statement does it all, in one round trip and its own transaction: its first part is lock and fence
in one (an UPDATE of ``due`` that finds its row only at the expected version and term), and every
other part joins the fence's result, so that without the fence nothing is written.  Where many rows
are only appended they follow by COPY in the same transaction, which costs about half as much a row
(``tests/benchmarks/store_commit.py`` compares).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, Any

from service.store.arrays import literal

if TYPE_CHECKING:
    import asyncpg

    from service.store.rows import CommitRows

_FENCE = """WITH fence AS (
    UPDATE due SET version = version + 1, next_due = $4, now = $5, answering = $6, seq = $7,
                   head = $8, line = $9, notices = notices + $10, tries = 0
    WHERE campaign_id = $1 AND version = $2 AND term = $3
    RETURNING version)"""

# A part of the statement: what it is called, its SQL with {0}, {1}, … for its own parameters, and
# the columns of CommitRows that are these parameters.  A part without rows is left out, so that a
# commit of one event does not pay for the tables it does not touch.
_PARTS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "entities",
        """INSERT INTO entity (campaign_id, id, kind, body)
    SELECT $1, u.* FROM fence, unnest({0}::text[], {1}::text[], {2}::bytea[]) AS u
    ON CONFLICT (campaign_id, id) DO UPDATE SET kind = excluded.kind, body = excluded.body""",
        ("entities_id", "entities_kind", "entities_body"),
    ),
    (
        "entities_gone",
        "DELETE FROM entity USING fence WHERE campaign_id = $1 AND id = ANY({0}::text[])",
        ("entities_gone",),
    ),
    (
        "timeline",
        """INSERT INTO timeline (campaign_id, id, axis, due, rank, subject, kind, body)
    SELECT $1, u.* FROM fence, unnest({0}::text[], {1}::smallint[], {2}::bigint[],
        {3}::smallint[], {4}::text[], {5}::text[], {6}::bytea[]) AS u
    ON CONFLICT (campaign_id, id) DO UPDATE SET axis = excluded.axis, due = excluded.due,
        rank = excluded.rank, subject = excluded.subject, kind = excluded.kind,
        body = excluded.body""",
        (
            "timeline_id",
            "timeline_axis",
            "timeline_due",
            "timeline_rank",
            "timeline_subject",
            "timeline_kind",
            "timeline_body",
        ),
    ),
    (
        "timeline_gone",
        "DELETE FROM timeline USING fence WHERE campaign_id = $1 AND id = ANY({0}::text[])",
        ("timeline_gone",),
    ),
    (
        "journal",
        """INSERT INTO journal (campaign_id, line, release, seq, at, event, kind, body, hash)
    SELECT $1, $9, $11, u.* FROM fence, unnest({0}::bigint[], {1}::bigint[], {2}::text[],
        {3}::text[], {4}::bytea[], {5}::bytea[]) AS u""",
        (
            "journal_seq",
            "journal_at",
            "journal_event",
            "journal_kind",
            "journal_body",
            "journal_hash",
        ),
    ),
    (
        "known",
        """INSERT INTO known (campaign_id, person, n, at, kind, body)
    SELECT $1, u.* FROM fence, unnest({0}::text[], {1}::bigint[], {2}::bigint[], {3}::text[],
        {4}::bytea[]) AS u""",
        ("known_person", "known_n", "known_at", "known_kind", "known_body"),
    ),
    (
        "notice",
        """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
    SELECT $1, u.* FROM fence, unnest({0}::text[], {1}::bigint[], {2}::text[], {3}::text[],
        {4}::bigint[], {5}::bytea[]) AS u""",
        ("notice_person", "notice_n", "notice_id", "notice_kind", "notice_at", "notice_body"),
    ),
    (
        "inbox",
        """DELETE FROM inbox USING fence, unnest({0}::text[], {1}::bigint[]) AS u (person, n)
    WHERE inbox.campaign_id = $1 AND inbox.person = u.person AND inbox.n = u.n""",
        ("inbox_person", "inbox_n"),
    ),
)
_FIXED = 11

# The parts that are only ever appended to, as COPY wants them: table, and for each of its columns
# where it comes from (a column of CommitRows, or one value for all rows).
_COPIED: dict[str, tuple[tuple[str, str], ...]] = {
    "journal": (
        ("seq", "journal_seq"),
        ("at", "journal_at"),
        ("event", "journal_event"),
        ("kind", "journal_kind"),
        ("body", "journal_body"),
        ("hash", "journal_hash"),
        ("campaign_id", "campaign_id"),
        ("line", "line"),
        ("release", "release"),
    ),
    "known": (
        ("person", "known_person"),
        ("n", "known_n"),
        ("at", "known_at"),
        ("kind", "known_kind"),
        ("body", "known_body"),
        ("campaign_id", "campaign_id"),
    ),
    "notice": (
        ("person", "notice_person"),
        ("n", "notice_n"),
        ("id", "notice_id"),
        ("kind", "notice_kind"),
        ("at", "notice_at"),
        ("body", "notice_body"),
        ("campaign_id", "campaign_id"),
    ),
}

COPY_FROM = 40
"""Rows of one appended table from which COPY is quicker than a part of the statement."""


@lru_cache(maxsize=512)
def _statement(wanted: tuple[int, ...]) -> str:
    """The statement that writes the parts with these indices."""
    parts = [_FENCE]
    parameter = _FIXED
    for index in wanted:
        name, sql, columns = _PARTS[index]
        numbers = [f"${parameter + place}::text" for place in range(1, len(columns) + 1)]
        parameter += len(columns)
        parts.append(f"{name}_part AS (\n    {sql.format(*numbers)})")
    # $11 is named even where no journal row uses it: the driver counts parameters.
    return ",\n".join(parts) + "\nSELECT count(*) + 0 * $11::integer FROM fence"


async def commit(conn: asyncpg.Connection, rows: CommitRows) -> bool:
    """Write what some events did, if the campaign still stands where the keeper read it.

    Returns False, with nothing written, when another commit or another owner's claim came first:
    drop the world and read it again.  After an exception (a lost connection, a cancel) the outcome
    is unknown: drop the world, terminate the connection (``session.writing`` does), read again.

    ``conn`` is a connection, not a pool.  In a transaction of the caller's it is part of that.
    """
    wanted: list[int] = []
    copied: list[str] = []
    for index, (name, _, columns) in enumerate(_PARTS):
        count = len(getattr(rows, columns[0]))
        if count >= COPY_FROM and name in _COPIED:
            copied.append(name)
        elif count:
            wanted.append(index)
    if not copied:
        return await _write(conn, rows, tuple(wanted))
    async with conn.transaction():
        if not await _write(conn, rows, tuple(wanted)):
            return False
        for table in copied:
            values = [getattr(rows, source) for _, source in _COPIED[table]]
            await conn.copy_records_to_table(
                table,
                columns=[column for column, _ in _COPIED[table]],
                records=zip(
                    *(value if isinstance(value, list) else repeat(value) for value in values),
                    strict=False,  # what repeats does so for ever
                ),
            )
    return True


async def _write(conn: asyncpg.Connection, rows: CommitRows, wanted: tuple[int, ...]) -> bool:
    arguments: list[Any] = [
        rows.campaign_id,
        rows.version,
        rows.term,
        rows.next_due,
        rows.now,
        rows.answering,
        rows.seq,
        rows.head,
        rows.line,
        len(rows.notice_n),
        rows.release,
    ]
    for index in wanted:
        arguments.extend(literal(getattr(rows, column)) for column in _PARTS[index][2])
    return bool(await conn.fetchval(_statement(wanted), *arguments))
