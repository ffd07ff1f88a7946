"""Notifications between daemons: hints only, at most one a transaction and always last."""

from __future__ import annotations

import asyncpg
import structlog

log = structlog.get_logger(__name__)

CHANNEL = "galloper"


async def hint(conn: asyncpg.Connection, campaign_id: str) -> None:
    """Tell the daemons that a campaign has something new in its inbox."""
    await conn.execute("SELECT pg_notify($1, $2)", CHANNEL, campaign_id)


async def try_hint(conn: asyncpg.Connection, campaign_id: str) -> None:
    """As :func:`hint`, after the work is done: a hint that cannot be given is not missed."""
    try:
        await hint(conn, campaign_id)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
        log.info("no_hint", campaign=campaign_id, error=type(error).__name__)


async def ping(conn: asyncpg.Connection, payload: str) -> None:
    """Send a notification to ourselves."""
    await conn.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)
