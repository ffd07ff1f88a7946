"""Commit what happened in several campaigns in one transaction, so that they share its cost.

Each campaign passes its own fence and all of it is written or nothing.  One that does not pass, or
whose row somebody else holds just now, is left out, and the others go on.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from service.store.arrays import literal
from service.store.commit import COPY_FROM

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from service.store.rows import CommitRows

# Rows are locked in the order of their ids, and none is waited for: two daemons that both take a
# campaign for theirs can neither lock one another out nor hold up the rest of a group.
_FENCE = """WITH mine AS (
    SELECT want.* FROM unnest($1::text::text[], $2::text::bigint[], $3::text::bigint[],
        $4::text::bigint[], $5::text::bigint[], $6::text::bigint[], $7::text::bigint[],
        $8::text::bytea[], $9::text::integer[], $10::text::integer[])
        AS want (campaign_id, version, term, next_due, now, answering, seq, head, line, notices)
    JOIN due ON due.campaign_id = want.campaign_id
    WHERE due.version = want.version AND due.term = want.term
    ORDER BY due.campaign_id FOR UPDATE OF due SKIP LOCKED)
UPDATE due SET version = due.version + 1, next_due = mine.next_due, now = mine.now,
    answering = mine.answering, seq = mine.seq, head = mine.head, line = mine.line,
    notices = due.notices + mine.notices, tries = 0
FROM mine WHERE due.campaign_id = mine.campaign_id RETURNING due.campaign_id"""

# What is written behind the fence: SQL with {0}, {1}, … for its parameters, and the columns of
# CommitRows that are these parameters.
_PARTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "entity": (
        """INSERT INTO entity (campaign_id, id, kind, body)
    SELECT * FROM unnest({0}::text[], {1}::text[], {2}::text[], {3}::bytea[])
    ON CONFLICT (campaign_id, id) DO UPDATE SET kind = excluded.kind, body = excluded.body""",
        ("campaign_id", "entities_id", "entities_kind", "entities_body"),
    ),
    "entity_gone": (
        """DELETE FROM entity USING unnest({0}::text[], {1}::text[]) AS u (campaign_id, id)
    WHERE entity.campaign_id = u.campaign_id AND entity.id = u.id""",
        ("campaign_id", "entities_gone"),
    ),
    "timeline": (
        """INSERT INTO timeline (campaign_id, id, axis, due, rank, subject, kind, body)
    SELECT * FROM unnest({0}::text[], {1}::text[], {2}::smallint[], {3}::bigint[],
        {4}::smallint[], {5}::text[], {6}::text[], {7}::bytea[])
    ON CONFLICT (campaign_id, id) DO UPDATE SET axis = excluded.axis, due = excluded.due,
        rank = excluded.rank, subject = excluded.subject, kind = excluded.kind,
        body = excluded.body""",
        (
            "campaign_id", "timeline_id", "timeline_axis", "timeline_due", "timeline_rank",
            "timeline_subject", "timeline_kind", "timeline_body",
        ),
    ),
    "timeline_gone": (
        """DELETE FROM timeline USING unnest({0}::text[], {1}::text[]) AS u (campaign_id, id)
    WHERE timeline.campaign_id = u.campaign_id AND timeline.id = u.id""",
        ("campaign_id", "timeline_gone"),
    ),
    "journal": (
        """INSERT INTO journal (campaign_id, line, release, seq, at, event, kind, body, hash)
    SELECT * FROM unnest({0}::text[], {1}::integer[], {2}::integer[], {3}::bigint[],
        {4}::bigint[], {5}::text[], {6}::text[], {7}::bytea[], {8}::bytea[])""",
        (
            "campaign_id", "line", "release", "journal_seq", "journal_at", "journal_event",
            "journal_kind", "journal_body", "journal_hash",
        ),
    ),
    "known": (
        """INSERT INTO known (campaign_id, person, n, at, kind, body)
    SELECT * FROM unnest({0}::text[], {1}::text[], {2}::bigint[], {3}::bigint[], {4}::text[],
        {5}::bytea[])""",
        ("campaign_id", "known_person", "known_n", "known_at", "known_kind", "known_body"),
    ),
    "notice": (
        """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
    SELECT * FROM unnest({0}::text[], {1}::text[], {2}::bigint[], {3}::text[], {4}::text[],
        {5}::bigint[], {6}::bytea[])""",
        (
            "campaign_id", "notice_person", "notice_n", "notice_id", "notice_kind", "notice_at",
            "notice_body",
        ),
    ),
    "inbox": (
        """DELETE FROM inbox USING unnest({0}::text[], {1}::text[], {2}::bigint[])
        AS u (campaign_id, person, n)
    WHERE inbox.campaign_id = u.campaign_id AND inbox.person = u.person AND inbox.n = u.n""",
        ("campaign_id", "inbox_person", "inbox_n"),
    ),
}  # fmt: skip

# Columns of CommitRows with one value for all of a campaign's rows.
_ONE = frozenset(("campaign_id", "line", "release"))

# Tables that are only ever appended to: many rows go there by COPY, under these columns' names.
_COPIED = {
    "journal": (
        "campaign_id", "line", "release", "seq", "at", "event", "kind", "body", "hash"
    ),
    "known": ("campaign_id", "person", "n", "at", "kind", "body"),
    "notice": ("campaign_id", "person", "n", "id", "kind", "at", "body"),
}  # fmt: skip


async def commit_together(
    conn: asyncpg.Connection, batches: Sequence[CommitRows]
) -> frozenset[str]:
    """Write what happened in several campaigns; returns the ids of those it was written for.

    Nothing was written for the others: they stand elsewhere than their keeper thinks, or somebody
    holds them just now; :func:`service.store.commit.commit` waits and tells which.  After an error
    that the server reported nothing was written for any of them; after any other exception the
    outcome is unknown for all.

    ``conn`` is a connection outside a transaction; no campaign comes twice.
    """
    async with conn.transaction():
        passed = await conn.fetch(
            _FENCE,
            literal([rows.campaign_id for rows in batches]),
            literal([rows.version for rows in batches]),
            literal([rows.term for rows in batches]),
            literal([rows.next_due for rows in batches]),
            literal([rows.now for rows in batches]),
            literal([rows.answering for rows in batches]),
            literal([rows.seq for rows in batches]),
            literal([rows.head for rows in batches]),
            literal([rows.line for rows in batches]),
            literal([len(rows.notice_n) for rows in batches]),
        )
        done = frozenset(row[0] for row in passed)
        await _write(conn, [rows for rows in batches if rows.campaign_id in done])
    return done


async def _write(conn: asyncpg.Connection, batches: Sequence[CommitRows]) -> None:
    wanted: list[str] = []
    copied: list[str] = []
    arguments: list[str] = []
    for name, (_, columns) in _PARTS.items():
        count = sum(len(getattr(rows, columns[-1])) for rows in batches)
        if count >= COPY_FROM and name in _COPIED:
            copied.append(name)
        elif count:
            wanted.append(name)
            arguments += map(literal, _columns(batches, columns))
    if wanted:
        await conn.execute(_statement(tuple(wanted)), *arguments)
    for table in copied:
        await conn.copy_records_to_table(
            table,
            columns=_COPIED[table],
            records=zip(*_columns(batches, _PARTS[table][1]), strict=True),
        )


def _columns(batches: Sequence[CommitRows], columns: tuple[str, ...]) -> list[list[Any]]:
    """The columns of one table, of all campaigns one after another."""
    counts = [len(getattr(rows, columns[-1])) for rows in batches]
    found: list[list[Any]] = []
    for column in columns:
        parts = (getattr(rows, column) for rows in batches)
        if column in _ONE:
            parts = (repeat(part, count) for part, count in zip(parts, counts, strict=True))
        found.append(list(chain.from_iterable(parts)))
    return found


@lru_cache(maxsize=256)
def _statement(wanted: tuple[str, ...]) -> str:
    """The statement that writes these parts."""
    parts = []
    parameter = 0
    for name in wanted:
        sql, columns = _PARTS[name]
        numbers = [f"${parameter + place}::text" for place in range(1, len(columns) + 1)]
        parameter += len(columns)
        parts.append(sql.format(*numbers))
    *first, last = parts
    if not first:
        return last
    named = ",\n".join(f"part_{n} AS (\n    {part})" for n, part in enumerate(first))
    return f"WITH {named}\n{last}"
