"""What was received in time counts, however late it is kept; what was not is told so."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import pytest
import trio

from service.bridge import from_asyncio, guest_run
from service.intake.founding import found_campaign
from service.keeper.keeper import Keeper
from service.packs import load_pack
from service.store.instants import clock_us
from tests.packs.grid import closing
from world.said import GiveOrder, encode

if TYPE_CHECKING:
    import asyncpg

pytestmark = pytest.mark.trio(run=guest_run)

load_pack("tests.packs.grid:PACK")

_RECEIVE = """WITH kept AS (
    INSERT INTO input (campaign_id, person, n, key, body)
    VALUES ('c', $1, $2, $3, $4) RETURNING campaign_id, person, n, received)
INSERT INTO inbox (campaign_id, person, n) SELECT campaign_id, person, n FROM kept"""


async def _counted(pool: asyncpg.Pool) -> list[tuple[str, str]]:
    rows = await pool.fetch("SELECT person, body FROM known WHERE campaign_id = 'c' ORDER BY n")
    return [(row["person"], row["body"].decode()) for row in rows]


async def test_an_input_received_before_a_grid_deadline_but_committed_after_it_counts(
    pool: asyncpg.Pool, dsn: str
) -> None:
    """Its transaction is held open over the deadline; one that begins later is too late."""

    async def found() -> int:
        files = {"scenario.yaml": "title: G\npack: grid\n"}
        begun = await found_campaign(pool, "c", files, seed=1)
        return closing(begun.start)

    closes = await from_asyncio(found, timeout=30)
    keeper = Keeper(pool, dsn=dsn, daemon="d1", release=1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keeper.run)
        await keeper.started.wait()

        async def say_over_the_deadline() -> tuple[int, int]:
            async with pool.acquire() as conn:
                while await clock_us(conn) < closes - 2_000_000:  # noqa: ASYNC110 - its clock
                    await asyncio.sleep(0.02)
                transaction = conn.transaction()
                await transaction.start()
                body = encode(GiveOrder(order=msgspec.Raw(b'{"order":"vote"}')))
                await conn.execute(_RECEIVE, "ann", 1, "k1", body)
                received = await clock_us(conn)
                await asyncio.sleep((closes - received) / 1_000_000 + 0.05)
                await transaction.commit()
                committed = await clock_us(conn)
                await conn.execute(_RECEIVE, "ben", 1, "k2", body)
                return received, committed

        received, committed = await from_asyncio(say_over_the_deadline, timeout=90)
        assert received < closes < committed
        with trio.fail_after(30):
            counted: list[tuple[str, str]] = []
            while not counted:
                await trio.sleep(0.05)
                counted = await from_asyncio(_counted, pool)
        nursery.cancel_scope.cancel()
    assert [person for person, _ in counted] == ["clerk"]
    assert "in time: ann; late: ben" in counted[0][1]
