"""The schema's version: read, compared with what this program knows, and brought up to date."""

from __future__ import annotations

from typing import Literal

import asyncpg
import msgspec

from migrations import HEAD
from service.store.session import close
from world.errors import GalloperError


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


async def schema_state(dsn: str) -> SchemaState:
    """Read where the schema stands; changes nothing."""
    conn = await asyncpg.connect(dsn, timeout=10, command_timeout=10)
    try:
        found: str | None = await conn.fetchval("SELECT version_num FROM alembic_version")
    except asyncpg.UndefinedTableError:
        found = None
    finally:
        await close(conn)
    if found is None:
        return SchemaState("empty", None, HEAD)
    if found == HEAD:
        return SchemaState("current", found, HEAD)
    # Alembic takes a second to import: only where there is something to migrate.
    from service.store.upgrading import revisions  # noqa: PLC0415

    return SchemaState("behind" if found in revisions() else "newer", found, HEAD)


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


async def upgrade(dsn: str) -> SchemaState:
    """Bring the schema up to date, in one transaction; several daemons may do so at once.

    Returns the state found before.  Afterwards ``pool.expire_connections()`` where a pool is open:
    its prepared statements are of the old schema.

    Raises:
        SchemaMismatch: the schema is newer than this program.
        GalloperError: another upgrade did not finish within the time it was waited for.
    """
    before = await schema_state(dsn)
    if before.state == "newer":
        await ensure_current(dsn)
    if before.state != "current":
        from service.store.upgrading import run_migrations  # noqa: PLC0415 - see schema_state

        await run_migrations(dsn)
    return before
