"""Finding a database: the server of ``DATABASE_URL``, or the embedded one."""

from __future__ import annotations

import asyncio
import threading
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import asyncpg
import trio

from service import embedded
from service.bridge import from_asyncio
from service.store.server import add_database
from service.store.session import close
from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

DATABASE = "galloper"
"""The database that is made on the embedded server."""

OLDEST_SERVER = 14
"""The oldest PostgreSQL that has all we use."""

_ANSWER_LIMIT = 5.0  # seconds a DATABASE_URL has to answer
_RECOVERY_LIMIT = 600.0  # seconds a server that says it is starting up is waited for


@asynccontextmanager
async def open_database(
    url: str | None, data_dir: Path, *, passing: bool = False
) -> AsyncIterator[str]:
    """Give the DSN of a database that answers, for as long as the block runs; from trio.

    With ``url`` (of ``DATABASE_URL``) it is that one.  Without, it is the embedded server in
    ``data_dir``: made at first, adopted if it runs already, shared with other daemons that use the
    directory, and stopped when the last of them leaves; at once where the directory is ``passing``.

    Raises:
        GalloperError: it does not answer, or cannot be started; never names a password.
    """
    if url:
        await from_asyncio(check_url, url, timeout=_ANSWER_LIMIT * 2)
        yield url
        return
    cancel = threading.Event()
    try:
        server = await trio.to_thread.run_sync(
            partial(_enter, data_dir, cancel), abandon_on_cancel=True
        )
    except BaseException:
        cancel.set()  # tells the thread, which trio left behind
        raise
    try:
        dsn = server.dsn(DATABASE)
        await from_asyncio(
            make_database, server.dsn("postgres"), DATABASE, timeout=_RECOVERY_LIMIT + 10
        )
        yield dsn
    finally:
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(partial(embedded.leave, server, passing=passing))


def _enter(data_dir: Path, cancel: threading.Event) -> embedded.Server:
    server = embedded.enter(data_dir, cancel=cancel)
    if cancel.is_set():  # too late for whoever waited; nobody else would leave it
        embedded.leave(server)
        raise embedded.Cancelled("Waiting for the database was given up; it was stopped again.")
    return server


async def check_url(url: str) -> None:
    """See that a database answers at ``url`` and is new enough; a coroutine of asyncio.

    Raises:
        GalloperError: what is wrong and what to do, without the password.
    """
    where = describe(url)
    try:
        conn = await asyncpg.connect(url, timeout=_ANSWER_LIMIT)
    except (
        OSError,
        ValueError,  # an address that cannot be read; asyncpg lets urllib's error through
        asyncpg.PostgresError,
        asyncpg.InterfaceError,
    ) as error:
        raise GalloperError(
            f"The database at {where} (DATABASE_URL) does not answer: {_reason(error, url)}. "
            "Nothing was changed. Check that the server runs, that address, user and password are "
            "right and that the database exists; or unset DATABASE_URL to use the embedded one."
        ) from None
    try:
        version = conn.get_server_version()
    finally:
        await close(conn)
    if version.major < OLDEST_SERVER:
        raise GalloperError(
            f"The database at {where} is PostgreSQL {version.major}; galloper needs "
            f"{OLDEST_SERVER} or newer. Nothing was changed. Upgrade the server, or unset "
            "DATABASE_URL to use the embedded one."
        )


async def make_database(dsn: str, name: str) -> None:
    """Make the database ``name`` if there is none; ``dsn`` names another of the same server.

    A server that is still recovering is waited for.
    """
    conn = await _connect_when_ready(dsn)
    try:
        await add_database(conn, name)
    finally:
        await close(conn)


async def _connect_when_ready(dsn: str) -> asyncpg.Connection:
    async with asyncio.timeout(_RECOVERY_LIMIT):
        while True:
            try:
                return await asyncpg.connect(dsn, timeout=_ANSWER_LIMIT)
            except asyncpg.CannotConnectNowError:
                await asyncio.sleep(0.1)


def describe(url: str) -> str:
    """Name a database for people and logs: user, host, port and database, no password."""
    try:
        parts = urlsplit(url)
        user, host, port = parts.username, parts.hostname, parts.port
    except ValueError:
        return "an address that cannot be read"
    if parts.scheme not in ("postgresql", "postgres"):
        return "an address that does not begin with postgresql://"
    place = host or "the local socket"
    return f"{user + '@' if user else ''}{place}{f':{port}' if port else ''}{parts.path}"


def _reason(error: Exception, url: str) -> str:
    """Say what went wrong without repeating any part of the URL that might be secret."""
    if isinstance(error, ValueError | asyncpg.InterfaceError):  # they quote the address
        return "the address cannot be understood; it looks like postgresql://user@host:5432/name"
    text = str(error) or type(error).__name__
    try:
        password = urlsplit(url).password
    except ValueError:
        return type(error).__name__
    for secret in {password, unquote(password)} if password else ():
        text = text.replace(secret, "***")
    return text
