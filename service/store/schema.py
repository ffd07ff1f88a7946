"""The schema's version: read, compared with what this program knows, and brought up to date."""

from __future__ import annotations

import asyncio
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any, Literal

import asyncpg
import msgspec
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from world.errors import GalloperError

if TYPE_CHECKING:
    from sqlalchemy import Connection

LOCK_WAIT = 60
"""Seconds an upgrade waits for another one to finish."""

_STEP_LIMIT = 3600.0  # a migration of a large database may take its time


class SchemaState(msgspec.Struct, frozen=True):
    """Where the schema stands: ``found`` in the database, ``known`` to this program as newest.

    *empty*: nothing there yet.  *behind*: ``galloper db upgrade`` is needed.  *newer*: a newer
    program has upgraded it.
    """

    state: Literal["empty", "behind", "current", "newer"]
    found: str | None
    known: str


class SchemaMismatch(GalloperError):  # noqa: N818
    """The database's schema is not the one this program works with; nothing was changed."""


def _config(folder: str) -> Config:
    config = Config()
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return config


def _revisions() -> list[str]:
    """Every revision this program knows, newest first."""
    with as_file(files("migrations")) as folder:
        script = ScriptDirectory.from_config(_config(str(folder)))
        return [revision.revision for revision in script.walk_revisions()]


async def schema_state(dsn: str) -> SchemaState:
    """Read where the schema stands; changes nothing."""
    known = _revisions()
    conn = await asyncpg.connect(dsn, timeout=10, command_timeout=10)
    try:
        found: str | None = await conn.fetchval("SELECT version_num FROM alembic_version")
    except asyncpg.UndefinedTableError:
        found = None
    finally:
        await conn.close(timeout=1)
    if found is None:
        return SchemaState("empty", None, known[0])
    if found == known[0]:
        return SchemaState("current", found, known[0])
    return SchemaState("behind" if found in known else "newer", found, known[0])


async def ensure_current(dsn: str) -> None:
    """Refuse to work on a schema that is not this program's.

    Raises:
        SchemaMismatch: it is empty, behind or newer; the message says what to do.
    """
    state = await schema_state(dsn)
    match state.state:
        case "current":
            return
        case "empty":
            raise SchemaMismatch(
                "The database has no tables yet. Nothing was changed. Run: galloper db upgrade"
            )
        case "behind":
            raise SchemaMismatch(
                f"The database's schema is at {state.found}, this program needs {state.known}. "
                "Nothing was changed. Run: galloper db upgrade"
            )
        case "newer":
            raise SchemaMismatch(
                f"The database's schema is at {state.found}, newer than the {state.known} this "
                "program knows. Nothing was changed. Install the newer galloper that upgraded it."
            )


def _upgrade(connection: Connection) -> None:
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{LOCK_WAIT}s'")
    # Alembic takes no lock: the second of two would run the same revision again.
    connection.exec_driver_sql("LOCK TABLE alembic_version IN ACCESS EXCLUSIVE MODE")
    with as_file(files("migrations")) as folder:
        config = _config(str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


async def _make_version_table(conn: asyncpg.Connection) -> None:
    """Make what is locked; IF NOT EXISTS is no protection against another one doing the same."""
    while True:
        try:
            await conn.execute(
                """CREATE TABLE IF NOT EXISTS alembic_version
                (version_num varchar(32) NOT NULL CONSTRAINT alembic_version_pkc PRIMARY KEY)"""
            )
        except (asyncpg.UniqueViolationError, asyncpg.DuplicateTableError):
            await asyncio.sleep(0.05)
        else:
            return


async def upgrade(dsn: str) -> SchemaState:
    """Bring the schema up to date, in one transaction; several daemons may do so at once.

    Returns the state found before.  Afterwards ``pool.expire_connections()`` where a pool is open:
    its prepared statements are of the old schema.

    Raises:
        SchemaMismatch: the schema is newer than this program.
        GalloperError: another upgrade did not finish within :data:`LOCK_WAIT` seconds.
    """
    before = await schema_state(dsn)
    if before.state == "newer":
        await ensure_current(dsn)
    if before.state == "current":
        return before

    async def connect(*_args: Any, **_kwargs: Any) -> asyncpg.Connection:
        return await asyncpg.connect(dsn, timeout=10, command_timeout=_STEP_LIMIT)

    conn = await connect()
    try:
        await _make_version_table(conn)
    finally:
        await conn.close(timeout=1)
    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)
    except asyncpg.LockNotAvailableError as error:
        raise _busy() from error
    except Exception as error:
        if isinstance(getattr(error, "orig", None), asyncpg.LockNotAvailableError) or (
            getattr(error, "sqlstate", None) == "55P03"
        ):
            raise _busy() from error
        raise
    finally:
        await engine.dispose()
    return before


def _busy() -> GalloperError:
    return GalloperError(
        f"Another process has been upgrading this database for more than {LOCK_WAIT} s. "
        "Nothing was changed. Wait for it to end, then run again: galloper db upgrade"
    )
