"""Migrations run by alembic, under a lock of our own; imported only where there is work to do."""

from __future__ import annotations

import asyncio
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

import asyncpg
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


def _config(folder: str) -> Config:
    config = Config()
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "newline")
    return config


def revisions() -> list[str]:
    """Every revision this program knows, newest first."""
    with as_file(files("migrations")) as folder:
        script = ScriptDirectory.from_config(_config(str(folder)))
        return [revision.revision for revision in script.walk_revisions()]


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


async def run_migrations(dsn: str) -> None:
    """Bring the schema to the newest revision, in one transaction.

    Raises:
        GalloperError: another upgrade did not finish within :data:`LOCK_WAIT` seconds.
    """

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


def _busy() -> GalloperError:
    return GalloperError(
        f"Another process has been upgrading this database for more than {LOCK_WAIT} s. "
        "Nothing was changed. Wait for it to end, then run again: galloper db upgrade"
    )
