"""Migrations run by alembic, under a lock of our own; imported only where there is work to do."""

from __future__ import annotations

import asyncio
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any

import asyncpg
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from service.store.session import close
from world.errors import GalloperError

if TYPE_CHECKING:
    from sqlalchemy import Connection

LOCK_WAIT = 60
"""Seconds an upgrade waits for another one to finish."""

_LOCK_NOT_AVAILABLE = "55P03"
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
    # Alembic takes no lock: the second of two would run the same revision again.  This one shuts
    # out other upgrades and leaves the version readable.
    connection.exec_driver_sql("LOCK TABLE alembic_version IN SHARE ROW EXCLUSIVE MODE")
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
        except (  # whichever of its parts the other one made first
            asyncpg.UniqueViolationError,
            asyncpg.DuplicateTableError,
            asyncpg.DuplicateObjectError,
        ):
            await asyncio.sleep(0.05)
        else:
            return


async def run_migrations(dsn: str) -> None:
    """Bring the schema to the newest revision, in one transaction.

    Raises:
        GalloperError: another upgrade did not finish within :data:`LOCK_WAIT` seconds, or a
            statement failed.
    """

    async def connect(*_args: Any, **_kwargs: Any) -> asyncpg.Connection:
        return await asyncpg.connect(dsn, timeout=10, command_timeout=_STEP_LIMIT)

    conn = await connect()
    try:
        await _make_version_table(conn)
    finally:
        await close(conn)
    engine = create_async_engine("postgresql+asyncpg://", async_creator=connect, poolclass=NullPool)
    try:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade)
    except (DBAPIError, asyncpg.PostgresError) as error:
        # Statements of SQLAlchemy's own raise its errors, the files' those of the driver.
        cause = getattr(error, "orig", error)
        if getattr(cause, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
            raise _busy() from error
        raise GalloperError(
            f"The schema could not be brought up to date: {cause}. Nothing was changed. If the "
            "database holds something else, give galloper one of its own; then run again: "
            "galloper db upgrade"
        ) from error
    finally:
        await engine.dispose()


def _busy() -> GalloperError:
    return GalloperError(
        f"Another process has been upgrading this database for more than {LOCK_WAIT} s. "
        "Nothing was changed. Wait for it to end, then run again: galloper db upgrade"
    )
