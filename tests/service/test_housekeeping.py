"""What is old is forgotten; what may still be asked for is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import trio

from service.bridge import from_asyncio, guest_run
from service.housekeeping import BODIES_KEPT, DAEMONS_KEPT, keep_house

if TYPE_CHECKING:
    import asyncpg

_FILL = """
INSERT INTO daemon (id, release, beat)
    SELECT name, 1, clock_timestamp() - days * interval '1 day'
    FROM (VALUES ('new', 0), ('old', $1::integer + 1), ('owner', $1::integer + 1))
        AS d (name, days);
"""
_SENT = """
INSERT INTO delivered (campaign_id, channel_id, person, n, id, outcome, attempt, last_status,
                       created, done, body)
    SELECT 'c', 'hook', 'ann', n, 'msg_' || n, 'sent', 1, '204', clock_timestamp(),
        clock_timestamp() - n * interval '1 day', 'bytes'
    FROM generate_series(0, 2 * $1::integer) AS n;
"""
_OWNED = "INSERT INTO due (campaign_id, owner) VALUES ('c', 'owner')"


@pytest.mark.trio(run=guest_run)
async def test_old_bytes_and_daemons_that_are_gone_are_forgotten(pool: asyncpg.Pool) -> None:
    """A daemon that still owns a campaign stays, so that the campaign can be taken over."""

    async def fill() -> None:
        await pool.execute(_FILL, DAEMONS_KEPT)
        await pool.execute(_SENT, BODIES_KEPT)
        await pool.execute(_OWNED)

    async def left() -> tuple[set[str], int, int]:
        daemons = await pool.fetch("SELECT id FROM daemon")
        sent = await pool.fetchrow("SELECT count(*), count(body) FROM delivered")
        return {row[0] for row in daemons}, sent[0], sent[1]

    await from_asyncio(fill)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keep_house, pool)
        with trio.fail_after(20):
            while (await from_asyncio(left))[0] != {"new", "owner"}:  # noqa: ASYNC110 - polled
                await trio.sleep(0.02)
        nursery.cancel_scope.cancel()
    _, messages, bodies = await from_asyncio(left)
    assert (messages, bodies) == (2 * BODIES_KEPT + 1, BODIES_KEPT)
