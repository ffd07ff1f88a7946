"""The database opened, for a command or for the daemon."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec

from service.bridge import from_asyncio, held
from service.database import open_database
from service.store.schema import ensure_current, upgrade
from service.store.session import open_pool

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import asyncpg

    from service.config import Config

POOL = 12


class Store(msgspec.Struct):
    """A database that is ready: its address and a pool of connections."""

    dsn: str
    pool: asyncpg.Pool


@asynccontextmanager
async def open_store(config: Config) -> AsyncIterator[Store]:
    """Open the database for a command or a daemon, with the schema this release needs.

    The embedded database is ours alone and is upgraded on the way; a server of the operator's is
    upgraded by ``galloper db upgrade``, and refused while it is older or newer.

    Raises:
        GalloperError: it does not answer, or its schema is not ours.
    """
    async with open_database(config.database_url, config.data, passing=config.passing) as dsn:
        if config.database_url is None:
            await from_asyncio(upgrade, dsn, timeout=120.0)
        else:
            await from_asyncio(ensure_current, dsn, timeout=30.0)
        async with held(open_pool(dsn, size=POOL), timeout=20.0) as pool:
            yield Store(dsn, pool)
