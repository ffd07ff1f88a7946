"""What only an archive of a campaign holds: what people said, word for word, and entities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import asyncpg

#: Rows that are read at once.
SHEAF = 500


async def said_after(
    conn: asyncpg.Connection, campaign_id: str, person: str, after: int
) -> list[tuple[int, dict[str, Any]]]:
    """What a person said, word for word, from a number on; each with its number."""
    found = await conn.fetch(
        """SELECT n, body FROM input
        WHERE campaign_id = $1 AND person = $2 AND n > $3 ORDER BY n LIMIT $4""",
        campaign_id,
        person,
        after,
        SHEAF,
    )
    return [(row["n"], {"n": row["n"], "said": msgspec.Raw(row["body"])}) for row in found]


async def entities_after(
    conn: asyncpg.Connection, campaign_id: str, after: str
) -> list[tuple[str, msgspec.Raw]]:
    """What was so at the end, by id, from an id on; each with its id."""
    found = await conn.fetch(
        """SELECT id, body FROM entity WHERE campaign_id = $1 AND id > $2 ORDER BY id LIMIT $3""",
        campaign_id,
        after,
        SHEAF,
    )
    return [(row["id"], msgspec.Raw(row["body"])) for row in found]


async def speakers(conn: asyncpg.Connection, campaign_id: str) -> list[str]:
    """Everybody who ever said anything in a campaign, or was told anything."""
    found = await conn.fetch(
        """SELECT person FROM input WHERE campaign_id = $1
        UNION SELECT person FROM notice WHERE campaign_id = $1
        UNION SELECT person FROM known WHERE campaign_id = $1""",
        campaign_id,
    )
    return [row["person"] for row in found]
