"""The keeper: what is due takes place and is kept, whatever goes wrong around it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
import trio

from service.bridge import from_asyncio, guest_run
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.intake.speak import answer_decision, give_order
from service.keeper import trial
from service.keeper.keeper import Keeper
from service.packs import load_pack
from service.store.instants import clock_us
from tests.cases.kept import pause_briefly
from tests.faults.daemons import rate
from world.clock import Clock
from world.decision import Decision
from world.kernel.nouns import CLOCK_ID, Quarantined, Waiting

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from world.state import World

pytestmark = pytest.mark.trio(run=guest_run)

load_pack("tests.packs.ferry:PACK")
load_pack("tests.packs.trouble:PACK")

TROUBLE = {"scenario.yaml": "title: Trouble\npack: trouble\n"}


async def asked(fn: Callable[..., Awaitable[Any]], *args: Any, **kwargs: Any) -> Any:
    """Await an asyncio coroutine function from trio."""

    async def call() -> Any:
        return await fn(*args, **kwargs)

    return await from_asyncio(call, timeout=30)


async def until(condition: Callable[[], Awaitable[Any]], seconds: float = 20) -> Any:
    """Wait until an async condition holds; its value."""
    with trio.fail_after(seconds):
        while not (value := await condition()):  # noqa: ASYNC110 - of another process
            await trio.sleep(0.02)
        return value


async def world_of(pool: asyncpg.Pool, campaign: str) -> World:
    """The campaign's world as committed."""

    async def read() -> World:
        async with pool.acquire() as conn:
            return await Readings().world(conn, campaign)

    return await from_asyncio(read)


async def kinds_of(pool: asyncpg.Pool, campaign: str) -> list[str]:
    """Kinds of the journal's lines."""

    async def read() -> list[str]:
        rows = await pool.fetch(
            "SELECT kind FROM journal WHERE campaign_id = $1 ORDER BY seq", campaign
        )
        return [row["kind"] for row in rows]

    return await from_asyncio(read)


def keeper_on(pool: asyncpg.Pool, dsn: str, name: str = "d1", **options: Any) -> Keeper:
    """A keeper under test."""
    return Keeper(pool, dsn=dsn, daemon=name, release=1, **options)


async def test_an_order_takes_hold_at_once_and_what_follows_at_its_time(
    pool: asyncpg.Pool, dsn: str
) -> None:
    """The thinnest path, end to end: said, kept, heard, due, told."""
    await asked(found_campaign, pool, "c", TROUBLE, rate=rate("600:1"), seed=1)
    keeper = keeper_on(pool, dsn)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keeper.run)
        await keeper.started.wait()
        receipt = await asked(
            give_order, pool, Readings(), "c", "ann", "poke who=ben how=ok", key="k1"
        )
        keeper.wake()

        async def done() -> bool:
            return await kinds_of(pool, "c") == ["founded", "heard", "poked"]

        await until(done)
        again = await asked(
            give_order, pool, Readings(), "c", "ann", "poke who=ben how=ok", key="k1"
        )
        nursery.cancel_scope.cancel()
    assert not receipt.again
    assert again.again
    assert again.n == receipt.n


async def test_an_event_that_raises_twice_is_set_aside_and_all_others_go_on(
    pool: asyncpg.Pool, dsn: str
) -> None:
    """Later events about its subject wait; the referee lets it be skipped, and they go on."""
    await asked(found_campaign, pool, "c", TROUBLE, rate=rate("600:1"), seed=1)
    keeper = keeper_on(pool, dsn)
    readings = Readings()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keeper.run)
        await keeper.started.wait()
        for who, how in (("ben", "raise"), ("ben", "ok"), ("ann", "ok")):
            await asked(give_order, pool, readings, "c", "ann", f"poke who={who} how={how}")
        keeper.wake()

        async def settled() -> bool:
            world = await world_of(pool, "c")
            return len(world.of(Quarantined)) == len(world.of(Waiting)) == 1

        await until(settled)
        world = await world_of(pool, "c")
        aside = world.of(Quarantined)[0]
        assert aside.subject == "ben"
        assert "poked too hard" in aside.error
        await asked(answer_decision, pool, readings, "c", "gm", "D-KERNEL-QUARANTINE", "skip")
        keeper.wake()

        async def released() -> bool:
            return not (await world_of(pool, "c")).of(Quarantined)

        await until(released)

        async def both() -> bool:
            return (await kinds_of(pool, "c")).count("poked") == 4

        # ben's failed one, ann's, ben's that came to wait, and ben's when it was let go
        await until(both)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("how", ["hang", "die"])
async def test_an_event_that_hangs_or_kills_its_keepers_is_found_and_set_aside(
    pool: asyncpg.Pool, dsn: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After three keepers gone the campaign is tried in a process of its own."""
    monkeypatch.setattr(trial, "EVENT_SECONDS", 5.0)
    await asked(found_campaign, pool, "c", TROUBLE, rate=rate("60000:1"), seed=1)
    for who, what in (("ben", how), ("ann", "ok")):
        await asked(give_order, pool, Readings(), "c", "ann", f"poke who={who} how={what}")

    async def as_if_three_keepers_had_died() -> None:
        await pool.execute("UPDATE due SET tries = 3, owner = 'dead', term = 3")
        await pool.execute(
            "INSERT INTO daemon (id, beat, release) VALUES ('dead', now() - interval '9 s', 1)"
        )

    await from_asyncio(as_if_three_keepers_had_died)
    keeper = keeper_on(pool, dsn)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keeper.run)

        async def settled() -> bool:
            world = await world_of(pool, "c")
            return bool(world.of(Quarantined)) and (await kinds_of(pool, "c")).count("poked") == 2

        await until(settled, 40)
        nursery.cancel_scope.cancel()
    world = await world_of(pool, "c")
    assert "hung or killed" in world.of(Quarantined)[0].error


async def test_a_gap_of_all_keepers_counts_as_an_outage_that_eats_no_time_limit(
    pool: asyncpg.Pool, dsn: str
) -> None:
    """Game events of the gap catch up; answering time stood still in it."""
    files = {"scenario.yaml": "title: Ferry\npack: ferry\n"}

    async def an_hour_ago() -> int:
        async with pool.acquire() as conn:
            return await clock_us(conn) - 3_600_000_000

    start = await from_asyncio(an_hour_ago)
    # A day passes every half hour: the toll is asked twice in the gap, with two hours to answer.
    await asked(found_campaign, pool, "c", files, rate=rate("48:1"), seed=1, start=start)

    async def created_then() -> None:
        await pool.execute("UPDATE campaign SET created = to_timestamp($1 / 1e6)", start)

    await from_asyncio(created_then)
    keeper = keeper_on(pool, dsn)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keeper.run)

        async def caught_up() -> bool:
            return (await kinds_of(pool, "c")).count("occurrence") == 2

        await until(caught_up)
        nursery.cancel_scope.cancel()
    kinds = await kinds_of(pool, "c")
    assert kinds[1] == "heard"  # the outage, before anything of the gap
    world = await world_of(pool, "c")
    clock = world.get(Clock, CLOCK_ID)
    assert [hold.kind for hold in clock.holds] == ["outage"]
    asked_in_gap = [d for d in world.of(Decision) if d.rule == "D-TOLL"]
    assert [d.state for d in asked_in_gap] == ["open", "open"]
    # Two hours are left of answering time, though an hour of the wall has passed since.
    assert all((d.limit or 0) >= 7_200_000 for d in asked_in_gap)


async def test_a_pause_stops_game_time_and_ends_by_itself(pool: asyncpg.Pool, dsn: str) -> None:
    """Nothing of the game happens in it, and everything is later by its length."""
    await asked(found_campaign, pool, "c", TROUBLE, rate=rate("600:1"), seed=1)
    keeper = keeper_on(pool, dsn)
    readings = Readings()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keeper.run)
        await keeper.started.wait()

        async def now() -> int:
            async with pool.acquire() as conn:
                return await clock_us(conn)

        ends = await pause_briefly(pool, "dinner")
        keeper.wake()
        await asked(give_order, pool, readings, "c", "ann", "poke who=ben how=ok")
        keeper.wake()
        came: list[float] = []

        async def poked() -> bool:
            return "poked" in await kinds_of(pool, "c")

        await until(poked)
        came.append(await from_asyncio(now) - ends)
        nursery.cancel_scope.cancel()
    # A game minute at 600:1 is 0.1 s, counted from the end of the pause.
    assert came[0] >= 100_000
    assert (await kinds_of(pool, "c")).count("hold_ends") == 1


async def test_a_lost_connection_in_a_commit_costs_nothing_and_repeats_nothing(
    pool: asyncpg.Pool, dsn: str
) -> None:
    """Backends are shot while the keeper works; the journal is whole and each event ran once."""
    files = {
        "scenario.yaml": "title: Ferry\npack: ferry\nscript:\n"
        + "".join(
            f"- {{at: +{n}m, person: ann, order: 'post to=ben text=\"no {n}\"'}}\n"
            for n in range(1, 200)
        )
    }
    await asked(found_campaign, pool, "c", files, rate=rate("3000:1"), seed=1)
    keeper = keeper_on(pool, dsn)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keeper.run)
        await keeper.started.wait()
        ends = time.monotonic() + 4.0
        while time.monotonic() < ends:
            await asked(_shoot_backends, dsn)
            await trio.sleep(0.15)

        async def all_landed() -> bool:
            try:
                return (await kinds_of(pool, "c")).count("landed") == 199
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                return False

        await until(all_landed, 40)
        nursery.cancel_scope.cancel()

    async def events() -> list[str]:
        rows = await pool.fetch("SELECT event FROM journal")
        return [row["event"] for row in rows]

    names = await from_asyncio(events)
    assert len(set(names)) == len(names)


async def _shoot_backends(dsn: str) -> None:
    conn = await asyncpg.connect(dsn, server_settings={"application_name": "shooter"})
    try:
        await conn.execute(
            """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = 'galloper'"""
        )
    finally:
        await conn.close()
