"""Hints: a notification says that somebody has said something, so that nobody waits for the poll.

Nothing relies on them.  The connection is opened again whenever it breaks; the keeper sends itself
a ping and counts those that do not come back, since some poolers and replicas swallow them.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import asyncpg
import structlog

from service.keeper.metrics import PINGS_LOST
from service.store.hints import CHANNEL, ping
from service.store.session import open_connection

if TYPE_CHECKING:
    from collections.abc import Callable

log = structlog.get_logger(__name__)

#: Seconds between two pings, and how long one may take.
PING_EVERY = 30.0
PING_WITHIN = 2.0


async def listen(dsn: str, daemon: str, heard: Callable[[str], None]) -> None:
    """Call *heard* with the payload of every notification, for ever (asyncio side)."""
    while True:
        try:
            await _listen_once(dsn, daemon, heard)
        except Exception as error:  # noqa: BLE001 - hints come back; polling goes on meanwhile
            log.info("hints_lost", error=type(error).__name__)
        await asyncio.sleep(1.0)


async def _listen_once(dsn: str, daemon: str, heard: Callable[[str], None]) -> None:
    conn = await open_connection(dsn, name="galloper hints")
    back = asyncio.Event()
    mine = f"ping {daemon}"

    def received(_conn: Any, _pid: int, _channel: str, payload: Any) -> None:
        if payload == mine:
            back.set()
        elif not str(payload).startswith("ping "):
            heard(str(payload))

    try:
        await conn.add_listener(CHANNEL, received)
        while True:
            back.clear()
            await ping(conn, mine)
            try:
                async with asyncio.timeout(PING_WITHIN):
                    await back.wait()
            except TimeoutError:
                PINGS_LOST.inc()
                log.warning("ping_lost", note="hints do not arrive; polling goes on")
            await asyncio.sleep(PING_EVERY)
    finally:
        with contextlib.suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            conn.terminate()
