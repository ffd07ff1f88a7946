"""Wall instants: int microseconds since the Unix epoch here, ``timestamptz`` in the database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncpg

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_us(instant: datetime) -> int:
    """Exact microseconds since the Unix epoch of what asyncpg read."""
    return (instant - _EPOCH) // _MICROSECOND


def to_datetime(us: int) -> datetime:
    """What asyncpg wants for a ``timestamptz``; the exact inverse of :func:`to_us`."""
    return _EPOCH + timedelta(microseconds=us)


async def clock_us(conn: asyncpg.Connection) -> int:
    """Read real time: the database's ``clock_timestamp()``, the one clock all daemons share."""
    return to_us(await conn.fetchval("SELECT clock_timestamp()"))
