"""Commit the batches of several campaigns side by side (asyncio side, one crossing for all)."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

import msgspec

from service.store.commit import commit
from service.store.instants import clock_us
from service.store.session import writing

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from service.store.rows import CommitRows

Outcome = Literal["committed", "fenced", "unknown"]

#: Statements under way at once; more only queue up at the server's disk.
SIDE_BY_SIDE = 6


class Committed(msgspec.Struct):
    """Outcomes in the order of the batches, and the database's clock afterwards (wall µs)."""

    outcomes: list[Outcome]
    errors: list[str]
    now: int


async def commit_all(pool: asyncpg.Pool, batches: Sequence[CommitRows]) -> Committed:
    """Commit each batch under its own fence; a failure of one is private to it."""
    outcomes: list[Outcome] = ["unknown"] * len(batches)
    errors: list[str] = []
    left = iter(enumerate(batches))

    async def worker() -> None:
        # Each worker keeps its connection: campaign after campaign, without a queue at the pool.
        try:
            async with writing(pool) as conn:
                for index, rows in left:
                    try:
                        outcomes[index] = "committed" if await commit(conn, rows) else "fenced"
                    except Exception as error:  # noqa: BLE001 - reported, and the world is dropped
                        errors.append(f"{rows.campaign_id}: {error!r}")
                        if conn.is_closed():
                            return
        except Exception as error:  # noqa: BLE001 - no connection: outcomes stay unknown
            errors.append(repr(error))

    workers = min(SIDE_BY_SIDE, len(batches))
    await asyncio.gather(*(worker() for _ in range(workers)))
    try:
        async with pool.acquire() as conn:
            now = await clock_us(conn)
    except Exception as error:  # noqa: BLE001 - the next look will tell
        errors.append(repr(error))
        now = 0
    return Committed(outcomes, errors, now)
