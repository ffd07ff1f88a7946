"""Commit what happened in several campaigns in one transaction, so that they share its cost.

Each campaign passes its own fence and all of it is written or nothing.  One that does not pass, or
whose row somebody else holds just now, is left out, and the others go on.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from service.store.arrays import literal
from service.store.parts import copy, parts_sql, written

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
            literal([len(rows.notices) for rows in batches]),
        )
        done = frozenset(row[0] for row in passed)
        await _write(conn, [rows for rows in batches if rows.campaign_id in done])
    return done


async def _write(conn: asyncpg.Connection, batches: Sequence[CommitRows]) -> None:
    found = written(batches)
    if found.parts:
        await conn.execute(_statement(found.parts), *found.arguments)
    await copy(conn, found.copied, batches)


@lru_cache(maxsize=256)
def _statement(parts: tuple[int, ...]) -> str:
    """The statement that writes the parts with these indices."""
    *first, last = parts_sql(parts, 1)
    if not first:
        return last
    named = ",\n".join(f"part_{n} AS (\n    {part})" for n, part in enumerate(first))
    return f"WITH {named}\n{last}"
