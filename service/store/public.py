"""Campaigns at which anybody may look on, and the news that was told in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncpg


async def set_public(conn: asyncpg.Connection, campaign_id: str, *, public: bool) -> bool:
    """Let anybody look on, or nobody any more; False if there is no such campaign."""
    done: bool | None = await conn.fetchval(
        "UPDATE campaign SET public = $2 WHERE id = $1 RETURNING true", campaign_id, public
    )
    return bool(done)


async def public_campaigns(conn: asyncpg.Connection, limit: int) -> list[tuple[str, str]]:
    """Ids and names of the campaigns at which anybody may look on, the newest first."""
    found = await conn.fetch(
        "SELECT id, name FROM campaign WHERE public ORDER BY created DESC, id LIMIT $1", limit
    )
    return [(row["id"], row["name"]) for row in found]


async def is_public(conn: asyncpg.Connection, campaign_id: str) -> bool:
    """Whether anybody may look on."""
    found: bool | None = await conn.fetchval(
        "SELECT public FROM campaign WHERE id = $1", campaign_id
    )
    return bool(found)


#: Reads a campaign's own part of the table by its key, like WHO_LEARNT; what is printed of it lies
#: for a while.
HEARD_UNTIL = """SELECT at, body FROM known WHERE campaign_id = $1 AND kind = $2 AND at <= $3
    ORDER BY at DESC, person, n DESC LIMIT $4"""


async def heard_until(
    conn: asyncpg.Connection, campaign_id: str, kind: str, until: int, limit: int
) -> list[tuple[int, bytes]]:
    """Records of a kind that anybody had by a game instant (ms), with theirs: the newest first."""
    found = await conn.fetch(
        HEARD_UNTIL,
        campaign_id,
        kind,
        until,
        limit,
    )
    return [(row["at"], row["body"]) for row in found]
