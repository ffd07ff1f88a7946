"""The database server itself: databases on it."""

from __future__ import annotations

import contextlib

import asyncpg


async def add_database(conn: asyncpg.Connection, name: str) -> None:
    """Make the database ``name``, if there is none yet."""
    if await conn.fetchval("SELECT true FROM pg_database WHERE datname = $1", name) is None:
        # Another daemon may be quicker.
        with contextlib.suppress(asyncpg.DuplicateDatabaseError, asyncpg.UniqueViolationError):
            await conn.execute(f'CREATE DATABASE "{name}"')
