"""Connections: how they are opened, bounded and given up.

Whatever hangs is noticed within ten seconds, on both sides: a frozen client loses its transaction
and with it its locks, a frozen server its client.  Pooled connections keep no state between uses
(no SET, no LISTEN, no session advisory locks), which spares a round trip at every release.
"""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import asyncpg

from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

IDLE_IN_TRANSACTION = 5_000
"""Milliseconds a session may sit in a transaction without a word from its client."""

TRANSACTION_TIMEOUT = 8_000
"""Milliseconds a transaction may take in all (PostgreSQL 17 and newer)."""

COMMAND_TIMEOUT = 9.0
"""Seconds the client waits for one answer; then the connection is given up."""

_SETTINGS = {
    "timezone": "UTC",
    "idle_in_transaction_session_timeout": f"{IDLE_IN_TRANSACTION}",
    "client_connection_check_interval": "2000",
    "lock_timeout": "7000",
    "tcp_keepalives_idle": "3",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "5",
    "tcp_user_timeout": "8000",
    # Statements here are few, simple and run thousands of times: never plan them again.
    "plan_cache_mode": "force_generic_plan",
    "jit": "off",
}


async def _begin_session(conn: asyncpg.Connection) -> None:
    if conn.get_server_version().major >= 17:
        await conn.execute(f"SET transaction_timeout = {TRANSACTION_TIMEOUT}")


async def _keep(_conn: asyncpg.Connection) -> None:
    """Stand in for asyncpg's reset query; an open transaction it has rolled back before this."""


async def open_connection(dsn: str, name: str = "galloper") -> asyncpg.Connection:
    """Open one connection with the settings of the pool; the caller closes it."""
    conn = await asyncpg.connect(
        dsn,
        timeout=COMMAND_TIMEOUT,
        command_timeout=COMMAND_TIMEOUT,
        statement_cache_size=1024,
        server_settings={**_SETTINGS, "application_name": name},
    )
    try:
        await _begin_session(conn)
    except BaseException:
        conn.terminate()
        raise
    return conn


async def close(conn: asyncpg.Connection, limit: float = 1.0) -> None:
    """Say goodbye to the server; a loop too busy to hear its answer in time is no fault."""
    with contextlib.suppress(TimeoutError):
        await conn.close(timeout=limit)


@asynccontextmanager
async def open_pool(
    dsn: str, *, size: int = 8, name: str = "galloper", **settings: str
) -> AsyncIterator[asyncpg.Pool]:
    """Open a pool of up to ``size`` connections; closing takes a second at most.

    ``settings`` are further settings of the sessions.  For writes use :func:`writing`, not
    ``pool.acquire``.

    Raises:
        GalloperError: the database does not answer.
    """
    try:
        pool = await asyncpg.create_pool(
            dsn,
            min_size=min(2, size),
            max_size=size,
            timeout=COMMAND_TIMEOUT,
            command_timeout=COMMAND_TIMEOUT,
            max_inactive_connection_lifetime=0,
            statement_cache_size=1024,
            max_cached_statement_lifetime=0,
            server_settings={**_SETTINGS, "application_name": name, **settings},
            init=_begin_session,
            reset=_keep,
        )
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise GalloperError(
            f"The database does not answer ({type(error).__name__}: {error}). Nothing was changed. "
            "Check that it runs and that the address is right, then start again."
        ) from None
    try:
        yield pool
    finally:
        try:
            async with asyncio.timeout(1.0):
                await pool.close()
        except TimeoutError:
            pool.terminate()


@asynccontextmanager
async def writing(pool: asyncpg.Pool, timeout: float = 5.0) -> AsyncIterator[Any]:  # noqa: ASYNC109
    """Lend a connection for a write.

    If the block is cancelled or fails in any way that leaves its outcome unknown, the connection is
    terminated at once: no rollback, no reset that could wait for a server that does not answer.
    An error the server reported (``asyncpg.PostgresError``) leaves the connection in use.
    """
    conn = await pool.acquire(timeout=timeout)
    try:
        yield conn
    except (asyncpg.PostgresError, GalloperError):
        raise
    except BaseException:
        # One that was lost has gone from the pool already.
        with suppress(asyncpg.InterfaceError):
            conn.terminate()
        raise
    finally:
        await pool.release(conn)
