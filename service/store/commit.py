"""The keeper's one write: what some events did, committed together or not at all.

A statement does it all, in one round trip and its own transaction: its first part is lock and fence
in one (an UPDATE of ``due`` that finds its row only at the expected version and term), and every
other part joins the fence's result, so that without the fence nothing is written.  Where many rows
are only appended they follow by COPY in the same transaction, which costs about half as much a row
(``tests/benchmarks/store_commit.py`` compares).
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from service.store.parts import PARTS, Written, copy, parts_sql, written

if TYPE_CHECKING:
    import asyncpg

    from service.store.rows import CommitRows

_FENCE = """WITH fence AS (
    UPDATE due SET version = version + 1, next_due = $4, now = $5, answering = $6, seq = $7,
                   head = $8, line = $9, notices = notices + $10, tries = 0
    WHERE campaign_id = $1 AND version = $2 AND term = $3
    RETURNING version)"""
_FIXED = 10


@lru_cache(maxsize=512)
def _statement(parts: tuple[int, ...]) -> str:
    """The statement that writes the parts with these indices."""
    named = [
        f"{PARTS[index].field}_part AS (\n    {sql})"
        for index, sql in zip(parts, parts_sql(parts, _FIXED + 1, "fence"), strict=True)
    ]
    return ",\n".join([_FENCE, *named]) + "\nSELECT count(*) FROM fence"


async def commit(conn: asyncpg.Connection, rows: CommitRows) -> bool:
    """Write what some events did, if the campaign still stands where the keeper read it.

    Returns False, with nothing written, when another commit or another owner's claim came first:
    drop the world and read it again.  After an exception (a lost connection, a cancel) the outcome
    is unknown: drop the world, terminate the connection (``session.writing`` does), read again.

    ``conn`` is a connection, not a pool.  In a transaction of the caller's it is part of that.
    """
    found = written((rows,))
    if not found.copied:
        return await _write(conn, rows, found)
    async with conn.transaction():
        if not await _write(conn, rows, found):
            return False
        await copy(conn, found.copied, (rows,))
    return True


async def _write(conn: asyncpg.Connection, rows: CommitRows, found: Written) -> bool:
    passed = await conn.fetchval(
        _statement(found.parts),
        rows.campaign_id,
        rows.version,
        rows.term,
        rows.next_due,
        rows.now,
        rows.answering,
        rows.seq,
        rows.head,
        rows.line,
        len(rows.notices),
        *found.arguments,
    )
    return bool(passed)
