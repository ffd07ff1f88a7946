"""The journal, read by ranges of its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    import asyncpg


class JournalLine(msgspec.Struct, frozen=True, gc=False):
    """A line of the journal; ``at`` in game ms, ``hash`` chained over all lines before it."""

    line: int
    seq: int
    at: int
    event: str
    kind: str
    release: int
    body: bytes
    hash: bytes


async def read_journal(
    conn: asyncpg.Connection,
    campaign_id: str,
    line: int = 0,
    after: int = 0,
    limit: int = 1000,
) -> list[JournalLine]:
    """Read the lines of one line of history that follow number ``after``, in order."""
    found = await conn.fetch(
        """SELECT line, seq, at, event, kind, release, body, hash FROM journal
        WHERE campaign_id = $1 AND line = $2 AND seq > $3 ORDER BY seq LIMIT $4""",
        campaign_id,
        line,
        after,
        limit,
    )
    return [JournalLine(*row) for row in found]


async def last_lines(
    conn: asyncpg.Connection, campaign_id: str, line: int = 0, limit: int = 100
) -> list[JournalLine]:
    """Read the last lines of one line of history, oldest first."""
    found = await conn.fetch(
        """SELECT line, seq, at, event, kind, release, body, hash FROM journal
        WHERE campaign_id = $1 AND line = $2 ORDER BY seq DESC LIMIT $3""",
        campaign_id,
        line,
        limit,
    )
    return [JournalLine(*row) for row in reversed(found)]
