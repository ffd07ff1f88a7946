"""When people want to be told, as JSON; most have no row and are told everything at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncpg


async def read_preference(
    conn: asyncpg.Connection, campaign_id: str, person: str, *, to_change: bool = False
) -> bytes | None:
    """A person's preferences as they were kept; None where they have none.

    Read *to_change* them, nobody else does until the end of this transaction.
    """
    body: bytes | None = await conn.fetchval(
        f"""SELECT body FROM preference WHERE campaign_id = $1 AND person = $2
        {"FOR UPDATE" if to_change else ""}""",  # noqa: S608 - words of ours
        campaign_id,
        person,
    )
    return body


async def keep_preference(
    conn: asyncpg.Connection, campaign_id: str, person: str, body: bytes
) -> None:
    """Keep a person's preferences in place of those before."""
    await conn.execute(
        """INSERT INTO preference (campaign_id, person, body) VALUES ($1, $2, $3)
        ON CONFLICT (campaign_id, person) DO UPDATE SET body = excluded.body,
            changed = clock_timestamp()""",
        campaign_id,
        person,
        body,
    )
