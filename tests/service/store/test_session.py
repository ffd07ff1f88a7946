"""Whoever dies, freezes or hangs lets go within ten seconds, and nobody else is held up."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from service.bridge import from_asyncio, guest_run
from service.store.commit import commit
from service.store.due import STALE, beat, claim
from service.store.session import (
    COMMAND_TIMEOUT,
    IDLE_IN_TRANSACTION,
    TRANSACTION_TIMEOUT,
    open_connection,
    open_pool,
    writing,
)
from tests.service.store.making import make_campaign, rows
from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Play = Callable[[Callable[[asyncpg.Pool], Any]], Any]

# A client that comes to a halt in the middle of its transaction, with the campaign's row locked.
HALTS = {
    "between statements": """
    await conn.execute("UPDATE due SET now = 1")
    print("halted", flush=True)
    time.sleep(600)
""",
    "in the middle of a COPY": """
    await conn.execute("UPDATE due SET now = 1")
    async def source():
        yield b"c\\tney\\t1\\t1\\tseen\\t\\\\\\\\x\\n" * 1000
        print("halted", flush=True)
        time.sleep(600)
        yield b""
    await conn.copy_to_table("known", source=source())
""",
}


@contextmanager
def halted(dsn: str, where: str) -> Iterator[subprocess.Popen[str]]:
    program = f"""
import asyncio, sys, time
from service.store.due import beat, claim
from service.store.session import open_connection
async def main():
    conn = await open_connection(sys.argv[1])
    await beat(conn, "halted", 1)
    await claim(conn, "c", "halted", 1)
    transaction = conn.transaction()
    await transaction.start()
{HALTS[where]}
asyncio.run(main())
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program, dsn], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "halted\n"
        yield process
    finally:
        process.kill()
        process.communicate()


def test_every_limit_is_under_ten_seconds(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        for name in (
            "idle_in_transaction_session_timeout",
            "client_connection_check_interval",
            "lock_timeout",
            "transaction_timeout",
            "tcp_user_timeout",
        ):
            value = await pool.fetchval(
                "SELECT setting::integer FROM pg_settings WHERE name = $1", name
            )
            # Over a unix socket there is no TCP to be set.
            assert 0 < value < 10_000 or (name.startswith("tcp_") and value == 0)
        assert max(IDLE_IN_TRANSACTION, TRANSACTION_TIMEOUT, COMMAND_TIMEOUT * 1000) < 10_000

    play(story)


def test_a_killed_clients_locks_are_free_at_once(play: Play, dsn: str) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn)
            with halted(dsn, "between statements") as client:
                client.kill()
                # Before any limit ends its session for it.
                async with asyncio.timeout(IDLE_IN_TRANSACTION / 1000 - 0.5):
                    assert await commit(conn, rows(term=1))
            assert await conn.fetchval("SELECT now FROM due") == 0

    play(story)


def test_a_frozen_clients_locks_are_free_within_ten_seconds(play: Play, dsn: str) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn)
            with halted(dsn, "between statements") as client:
                client.send_signal(signal.SIGSTOP)
                begun = time.monotonic()
                assert await commit(conn, rows(term=1))
                assert time.monotonic() - begun < 10

    play(story)


@pytest.mark.parametrize("where", HALTS)
def test_a_frozen_owner_is_taken_over_within_five_seconds(play: Play, dsn: str, where: str) -> None:
    """None of PostgreSQL's limits ends a session in the middle of a COPY; a claim does."""

    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn)
            with halted(dsn, where) as client:
                client.send_signal(signal.SIGSTOP)
                silent, tried = "SELECT now() - beat > $1 FROM daemon WHERE id = 'halted'", 0
                taken = None
                while taken is None:
                    await beat(conn, "new", 1)
                    # A machine busy with other things does not count: looks do.
                    tried += await conn.fetchval(silent, timedelta(seconds=STALE))
                    taken = await claim(conn, "c", "new", 1)
                    await asyncio.sleep(0.1)
                assert await conn.fetchval(silent, timedelta(seconds=STALE))
                assert tried <= 2, "the first look ends its session, the second takes its place"
                assert (taken.term, taken.tries) == (2, 1)
                assert await commit(conn, rows(version=taken.version, term=2))
            assert await conn.fetchval("SELECT count(*) FROM known") == 0

    play(story)


def test_a_claim_does_not_end_a_commit_that_only_takes_its_time(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as slow, writing(pool) as conn:
            await make_campaign(conn)
            transaction = slow.transaction()
            await transaction.start()
            await slow.execute("UPDATE due SET now = 5")
            working = asyncio.create_task(slow.execute("SELECT pg_sleep(2)"))
            await beat(conn, "new", 1)
            assert await claim(conn, "c", "new", 1) is None
            await working
            await transaction.commit()
            assert await claim(conn, "c", "new", 1)
            assert await conn.fetchval("SELECT now FROM due") == 5

    play(story)


def test_a_cancelled_write_gives_its_connection_up_without_waiting(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        lent: list[Any] = []

        async def hang() -> None:
            async with writing(pool) as conn:
                lent.append(conn._con)
                async with conn.transaction():
                    await conn.execute("SELECT pg_sleep(600)")

        task = asyncio.create_task(hang())
        await sleeping(pool)
        task.cancel()
        # The query would go on for ten minutes, and its own limit is eight seconds.
        async with asyncio.timeout(TRANSACTION_TIMEOUT / 1000 - 1):
            with pytest.raises(asyncio.CancelledError):
                await task
        assert lent[0].is_closed()
        assert await pool.fetchval("SELECT 1") == 1, "the pool has others"

    play(story)


async def sleeping(pool: asyncpg.Pool) -> None:
    """Wait until a query of this database sleeps."""
    async with asyncio.timeout(30):
        while not await pool.fetchval(  # noqa: ASYNC110 - the server's doing
            """SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event = 'PgSleep'"""
        ):
            await asyncio.sleep(0.01)


async def fail(pool: asyncpg.Pool, error: type[Exception]) -> Any:
    """Fail inside a transaction; returns the connection it was on."""
    lent = None
    try:
        async with writing(pool) as conn, conn.transaction():
            lent = conn._con
            if error is GalloperError:
                raise GalloperError("refused")
            await conn.execute("SELECT 1 / 0")
    except error:
        return lent
    raise AssertionError("nothing failed")


def test_an_error_the_server_reports_costs_no_connection(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        for error in (asyncpg.DivisionByZeroError, GalloperError):
            lent = await fail(pool, error)
            assert not lent.is_closed()

    play(story)


def test_a_transaction_left_open_is_not_handed_to_the_next(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with pool.acquire() as conn:
            lent = conn._con
            await conn.execute("BEGIN; INSERT INTO due (campaign_id) VALUES ('left')")
        assert not lent.is_in_transaction()
        assert await pool.fetchval("SELECT count(*) FROM due") == 0

    play(story)


def test_closing_a_pool_takes_a_second_however_its_queries_hang(dsn: str) -> None:
    async def story() -> None:
        async with open_pool(dsn) as pool:
            hanging = asyncio.create_task(pool.execute("SELECT pg_sleep(600)"))
            await sleeping(pool)
            begun = time.monotonic()
        # Nothing else would end it before its own limit.
        assert time.monotonic() - begun < COMMAND_TIMEOUT - 1
        with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
            await hanging

    asyncio.run(story())


def test_a_database_that_is_not_there_is_told_in_words(dsn: str) -> None:
    async def story() -> None:
        with pytest.raises(GalloperError, match=r"does not answer.*Nothing was changed"):
            async with open_pool(dsn.replace("/test_", "/nonsuch_")):
                pass

    asyncio.run(story())


@pytest.mark.trio(run=guest_run)
async def test_a_pool_serves_trio_by_the_bridge(pool: asyncpg.Pool) -> None:
    assert await from_asyncio(pool.fetchval, "SELECT 42") == 42


def test_a_single_connection_has_the_same_limits(dsn: str) -> None:
    async def story() -> None:
        conn = await open_connection(dsn)
        assert await conn.fetchval("SHOW transaction_timeout") == f"{TRANSACTION_TIMEOUT // 1000}s"
        await conn.close()

    asyncio.run(story())
