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


#: Lines that one search looks through; it goes on from there when it is asked again.
_LOOKED_THROUGH = 20_000


async def search_lines(
    conn: asyncpg.Connection,
    campaign_id: str,
    *,
    kind: str = "",
    words: str = "",
    dice: bool = False,
    before: int = 2**53,
    limit: int = 100,
) -> tuple[list[JournalLine], int | None]:
    """Search the line of history being written, the newest first.

    Args:
        kind: of events; any if empty.
        words: text that stands in a line, in whatever case.
        dice: only lines in which dice were thrown.
        before: only lines of lower numbers.
        limit: how many at most.

    Returns the lines, and the number to go on before, None at the beginning of history.
    """
    head = await conn.fetchrow("SELECT line, seq FROM due WHERE campaign_id = $1", campaign_id)
    if head is None:
        return [], None
    top = min(before, head["seq"] + 1)
    floor = max(top - _LOOKED_THROUGH, 0)
    found = await conn.fetch(
        """SELECT line, seq, at, event, kind, release, body, hash FROM journal
        WHERE campaign_id = $1 AND line = $2 AND seq < $3 AND seq >= $4
            AND ($5 = '' OR kind = $5)
            AND ($6 = '' OR position(lower($6) IN lower(convert_from(body, 'UTF8'))) > 0)
            AND (NOT $7 OR position('"dice":[{'::bytea IN body) > 0)
        ORDER BY seq DESC LIMIT $8""",
        campaign_id,
        head["line"],
        top,
        floor,
        kind,
        words,
        dice,
        limit,
    )
    lines = [JournalLine(*row) for row in found]
    if len(lines) == limit:
        return lines, lines[-1].seq
    return lines, floor if floor > 1 else None
