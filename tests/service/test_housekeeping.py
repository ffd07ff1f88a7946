"""What is old is forgotten; what may still be asked for is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import trio

from service.bridge import from_asyncio, guest_run
from service.housekeeping import BODIES_KEPT, DAEMONS_KEPT, keep_house, tidy
from service.store.deliveries import count_deliveries, recent_deliveries

if TYPE_CHECKING:
    from collections.abc import Callable

    import asyncpg

    Play = Callable[[Callable[[asyncpg.Pool], Any]], Any]

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
_TOLD = """
INSERT INTO held (campaign_id, channel_id, person, n, id, due, created)
    SELECT 'c', 'hook ' || (due IS NULL), 'ann', n, 'held_' || n || (due IS NULL), due,
        clock_timestamp() - n * interval '1 day'
    FROM generate_series(1, 2 * $1::integer) AS n,
        (VALUES (NULL::timestamptz), ('infinity')) AS d (due);
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


def test_what_digests_told_is_forgotten_and_never_told_once_more(play: Play) -> None:
    """Its id stays among what is done, and is no message; what still waits stays as it is."""

    async def story(pool: asyncpg.Pool) -> None:
        await pool.execute(_TOLD, BODIES_KEPT)
        before = {row[0] for row in await pool.fetch("SELECT id FROM held")}
        await tidy(pool)
        held = await pool.fetch("SELECT id, due, created FROM held")
        done = {row[0]: row[1] for row in await pool.fetch("SELECT id, outcome FROM delivered")}
        assert before == {row["id"] for row in held} | set(done)
        assert done
        assert set(done.values()) == {"sent"}
        told = [row["id"] for row in held if row["due"] is None]
        assert len(told) == BODIES_KEPT - 1, "what was told lately stays, too"
        assert len(held) == len(told) + 2 * BODIES_KEPT
        async with pool.acquire() as conn:
            assert await recent_deliveries(conn, "c", "hook true") == []
            assert set((await count_deliveries(conn, "c")).values()) == {0}

    play(story)
