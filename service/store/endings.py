"""How campaigns ended: when, what was written of it, and whether their books are open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.instants import to_us

if TYPE_CHECKING:
    import asyncpg


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign's end: its wall instant (µs), the epilogue, and whether its books are open."""

    ended: int
    epilogue: str
    opened: bool


async def end_campaign(conn: asyncpg.Connection, campaign_id: str) -> bool:
    """Mark a campaign as ended: no keeper takes it any more, and whoever keeps it is fenced out.

    False if it was not running.
    """
    done: bool | None = await conn.fetchval(
        """WITH ended AS (
            UPDATE campaign SET state = 'ended', ended = clock_timestamp()
            WHERE id = $1 AND state = 'running' RETURNING id),
        fenced AS (UPDATE due SET term = term + 1, owner = NULL FROM ended
            WHERE campaign_id = ended.id)
        SELECT true FROM ended""",
        campaign_id,
    )
    return bool(done)


async def ending_of(conn: asyncpg.Connection, campaign_id: str) -> Ending | None:
    """How a campaign ended; None while it runs, and of one that there is not."""
    found = await conn.fetchrow(
        """SELECT ended, epilogue, opened IS NOT NULL AS opened FROM campaign
        WHERE id = $1 AND state = 'ended'""",
        campaign_id,
    )
    return None if found is None else Ending(**{**dict(found), "ended": to_us(found["ended"])})


async def set_epilogue(conn: asyncpg.Connection, campaign_id: str, epilogue: str) -> bool:
    """Write what became of it in place of what was written; False while the campaign runs."""
    done: bool | None = await conn.fetchval(
        """UPDATE campaign SET epilogue = $2 WHERE id = $1 AND state = 'ended' RETURNING true""",
        campaign_id,
        epilogue,
    )
    return bool(done)


async def open_books(conn: asyncpg.Connection, campaign_id: str) -> bool:
    """Open an ended campaign's books, for good; False if they are open, or it runs."""
    done: bool | None = await conn.fetchval(
        """UPDATE campaign SET opened = clock_timestamp()
        WHERE id = $1 AND state = 'ended' AND opened IS NULL RETURNING true""",
        campaign_id,
    )
    return bool(done)


async def ended_among(conn: asyncpg.Connection, campaign_ids: list[str]) -> set[str]:
    """Which of these campaigns have ended."""
    found = await conn.fetch(
        "SELECT id FROM campaign WHERE id = ANY($1) AND state = 'ended'", campaign_ids
    )
    return {row["id"] for row in found}


async def parts_played(conn: asyncpg.Connection, campaign_id: str) -> list[tuple[str, str, str]]:
    """Who had which part: role, person, and what the account is called."""
    found = await conn.fetch(
        """SELECT role, person, account.name FROM membership
        JOIN account ON account.id = account_id WHERE campaign_id = $1
        ORDER BY role, person, account.name, account.id""",
        campaign_id,
    )
    return [(row["role"], row["person"], row["name"]) for row in found]
