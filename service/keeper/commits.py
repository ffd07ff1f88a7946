"""Commit the batches of several campaigns (asyncio side, one crossing for all).

They share one transaction, whose cost (a sync of the disk, most of all) is then one of many.  What
cannot share it is committed by itself: a failure of one campaign stays private to it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal

import asyncpg
import msgspec

from service.store.commit import commit
from service.store.instants import clock_us
from service.store.session import writing
from service.store.together import commit_together
from service.trouble import named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.store.rows import CommitRows

Outcome = Literal["committed", "fenced", "unknown"]
Way = Literal["together", "apart"]

#: Statements under way at once where campaigns are committed by themselves; more only queue up at
#: the server's disk.
SIDE_BY_SIDE = 6


class Committed(msgspec.Struct):
    """Outcomes in the order of the batches, and the database's clock afterwards (wall µs).

    ``errors`` names what went wrong, never in its own words, which may quote what was written.
    ``way`` is the one to go next time: *apart* when the server turned out unable to commit several
    campaigns at once, as a cluster is whose tables are distributed.
    """

    outcomes: list[Outcome]
    errors: list[str]
    now: int
    way: Way


async def commit_all(
    pool: asyncpg.Pool, batches: Sequence[CommitRows], way: Way = "together"
) -> Committed:
    """Commit each batch under its own fence; a failure of one is private to it."""
    done = Committed(["unknown"] * len(batches), [], 0, way)
    left = list(range(len(batches)))
    if way == "together" and len(batches) > 1:
        left = await _together(pool, batches, done)
    if left:
        await _apart(pool, batches, left, done)
    try:
        async with pool.acquire() as conn:
            done.now = await clock_us(conn)
    except Exception as error:  # noqa: BLE001 - the next look will tell
        done.errors.append(named(error))
    return done


async def _together(
    pool: asyncpg.Pool, batches: Sequence[CommitRows], done: Committed
) -> list[int]:
    """Commit them in one transaction; returns which are still to be committed by themselves."""
    everyone = list(range(len(batches)))
    try:
        async with writing(pool) as conn:
            written = await commit_together(conn, batches)
    except asyncpg.PostgresError as error:
        # Rolled back, and perhaps one of them alone was at fault.
        if isinstance(error, asyncpg.FeatureNotSupportedError):
            done.way = "apart"
        done.errors.append(f"together: {named(error)}")
        return everyone
    except Exception as error:  # noqa: BLE001 - reported, and the worlds are dropped
        done.errors.append(f"together: {named(error)}")
        return []
    for index in everyone:
        if batches[index].campaign_id in written:
            done.outcomes[index] = "committed"
    return [index for index in everyone if done.outcomes[index] != "committed"]


async def _apart(
    pool: asyncpg.Pool, batches: Sequence[CommitRows], left: Sequence[int], done: Committed
) -> None:
    """Commit each in a transaction of its own."""
    indices = iter(left)

    async def worker() -> None:
        # Each worker keeps its connection: campaign after campaign, without a queue at the pool.
        try:
            async with writing(pool) as conn:
                for index in indices:
                    rows = batches[index]
                    try:
                        passed = await commit(conn, rows)
                        done.outcomes[index] = "committed" if passed else "fenced"
                    except Exception as error:  # noqa: BLE001 - reported, and the world is dropped
                        done.errors.append(f"{rows.campaign_id}: {named(error)}")
                        if conn.is_closed():
                            return
        except Exception as error:  # noqa: BLE001 - no connection: outcomes stay unknown
            done.errors.append(named(error))

    workers = min(SIDE_BY_SIDE, len(left))
    await asyncio.gather(*(worker() for _ in range(workers)))
