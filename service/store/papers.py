"""What reached a person: the record of what they know, and the notices they were sent; by pages.

A page is asked for by number within one person's papers.  That is safe where ids in general are
not: only the fenced owner of a campaign numbers them, one commit after another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.arrays import literal
from service.store.instants import to_us

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg


class KnownRecord(msgspec.Struct, frozen=True, gc=False):
    """The ``n``-th line of what a person knows, at a game instant (ms)."""

    n: int
    at: int
    kind: str
    body: bytes


class SentNotice(msgspec.Struct, frozen=True, gc=False):
    """The ``n``-th notice of a person: ``at`` game ms, ``created`` wall us."""

    n: int
    id: str
    kind: str
    at: int
    created: int
    body: bytes


async def read_known(
    conn: asyncpg.Connection, campaign_id: str, person: str, after: int = 0, limit: int = 100
) -> list[KnownRecord]:
    """Read what a person knows from number ``after`` on, oldest first."""
    found = await conn.fetch(
        """SELECT n, at, kind, body FROM known
        WHERE campaign_id = $1 AND person = $2 AND n > $3 ORDER BY n LIMIT $4""",
        campaign_id,
        person,
        after,
        limit,
    )
    return [KnownRecord(*row) for row in found]


async def read_notices(
    conn: asyncpg.Connection, campaign_id: str, person: str, after: int = 0, limit: int = 100
) -> list[SentNotice]:
    """Read a person's notices from number ``after`` on, oldest first."""
    found = await conn.fetch(
        """SELECT n, id, kind, at, created, body FROM notice
        WHERE campaign_id = $1 AND person = $2 AND n > $3 ORDER BY n LIMIT $4""",
        campaign_id,
        person,
        after,
        limit,
    )
    return [SentNotice(r[0], r[1], r[2], r[3], to_us(r[4]), r[5]) for r in found]


async def notices_numbered(
    conn: asyncpg.Connection, campaign_id: str, person: str, numbers: Sequence[int]
) -> list[SentNotice]:
    """Read those of a person's notices that have these numbers, oldest first."""
    found = await conn.fetch(
        """SELECT n, id, kind, at, created, body FROM notice
        WHERE campaign_id = $1 AND person = $2 AND n = ANY ($3::text::bigint[]) ORDER BY n""",
        campaign_id,
        person,
        literal(numbers),
    )
    return [SentNotice(r[0], r[1], r[2], r[3], to_us(r[4]), r[5]) for r in found]


async def last_notices(
    conn: asyncpg.Connection, campaign_id: str, person: str, limit: int
) -> list[SentNotice]:
    """Read a person's newest notices, the newest first."""
    found = await conn.fetch(
        """SELECT n, id, kind, at, created, body FROM notice
        WHERE campaign_id = $1 AND person = $2 ORDER BY n DESC LIMIT $3""",
        campaign_id,
        person,
        limit,
    )
    return [SentNotice(r[0], r[1], r[2], r[3], to_us(r[4]), r[5]) for r in found]


async def last_known(
    conn: asyncpg.Connection, campaign_id: str, person: str, before: int, limit: int
) -> list[KnownRecord]:
    """Read what a person knows from before a number, the newest first."""
    found = await conn.fetch(
        """SELECT n, at, kind, body FROM known
        WHERE campaign_id = $1 AND person = $2 AND n < $3 ORDER BY n DESC LIMIT $4""",
        campaign_id,
        person,
        before,
        limit,
    )
    return [KnownRecord(*row) for row in found]


async def known_of(
    conn: asyncpg.Connection, campaign_id: str, person: str, kinds: list[str], limit: int
) -> list[KnownRecord]:
    """Read the newest of what a person knows of some kinds, the newest first."""
    found = await conn.fetch(
        """SELECT n, at, kind, body FROM known
        WHERE campaign_id = $1 AND person = $2 AND kind = ANY($3) ORDER BY n DESC LIMIT $4""",
        campaign_id,
        person,
        kinds,
        limit,
    )
    return [KnownRecord(*row) for row in found]


async def told_until(conn: asyncpg.Connection, campaign_id: str, until: int) -> list[str]:
    """Who was told anything by a game instant (ms), in the order of their ids.

    Reads the first notice of each person, which is their earliest, and nothing of the others.
    """
    found = await conn.fetch(
        """WITH RECURSIVE first AS (
            (SELECT person, at FROM notice WHERE campaign_id = $1 ORDER BY person, n LIMIT 1)
            UNION ALL
            SELECT later.person, later.at FROM first, LATERAL (
                SELECT person, at FROM notice WHERE campaign_id = $1 AND person > first.person
                ORDER BY person, n LIMIT 1) AS later)
        SELECT person FROM first WHERE at <= $2 ORDER BY person""",
        campaign_id,
        until,
    )
    return [row[0] for row in found]


async def notices_until(
    conn: asyncpg.Connection, campaign_id: str, person: str, until: int, before: int, limit: int
) -> list[SentNotice]:
    """Read a person's notices of up to a game instant (ms), from before a number, newest first."""
    found = await conn.fetch(
        """SELECT n, id, kind, at, created, body FROM notice
        WHERE campaign_id = $1 AND person = $2 AND at <= $3 AND n < $4 ORDER BY n DESC LIMIT $5""",
        campaign_id,
        person,
        until,
        before,
        limit,
    )
    return [SentNotice(r[0], r[1], r[2], r[3], to_us(r[4]), r[5]) for r in found]


#: Reads a campaign's own part of the table by its key, and nobody else's; a further index would
#: cost every commit more than the few who ask would gain.
WHO_LEARNT = """SELECT person, n, at, kind, body FROM known
    WHERE campaign_id = $1 AND position(lower($2) IN lower(convert_from(body, 'UTF8'))) > 0
    ORDER BY at DESC, person, n DESC LIMIT $3"""


async def who_learnt(
    conn: asyncpg.Connection, campaign_id: str, words: str, limit: int
) -> list[tuple[str, KnownRecord]]:
    """Whose record speaks of an id or has these words, and the line: the newest first."""
    found = await conn.fetch(
        WHO_LEARNT,
        campaign_id,
        words,
        limit,
    )
    return [(row["person"], KnownRecord(*row[1:])) for row in found]
