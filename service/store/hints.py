"""Notifications between daemons: hints only, at most one a transaction and always last."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncpg

CHANNEL = "galloper"


async def hint(conn: asyncpg.Connection, campaign_id: str) -> None:
    """Tell the daemons that a campaign has something new in its inbox."""
    await conn.execute("SELECT pg_notify($1, $2)", CHANNEL, campaign_id)


async def ping(conn: asyncpg.Connection, payload: str) -> None:
    """Send a notification to ourselves."""
    await conn.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
