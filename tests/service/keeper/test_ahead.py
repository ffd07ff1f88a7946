"""A campaign is run on while its last batch is committed, and nothing comes of it too soon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
import trio
from prometheus_client import REGISTRY

from service.bridge import from_asyncio, guest_run
from service.intake.founding import found_campaign
from service.keeper.keeper import Keeper
from service.packs import load_pack
from service.store.inputs import receive
from service.store.instants import clock_us
from tests.benchmarks.letters import APART, COUNT, DUE_MS, PACK
from world.advance import advance
from world.campaign import found
from world.clock import Rate
from world.dice import Secret
from world.kernel.nouns import REFEREE
from world.said import HoldClock, encode
from world.scenario.scenario import read_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.keeper.kept import Kept
    from service.keeper.turn import Turn

pytestmark = pytest.mark.trio(run=guest_run)

load_pack("tests.benchmarks.letters:PACK")

FILES = {"scenario.yaml": "title: Letters\npack: letters\n"}
LETTERS = 3_000
TAKEN_AWAY = (1, 700, 1_400)  # after so many letters
ONE_TO_ONE = Rate(1, 1)


async def now_of(pool: asyncpg.Pool) -> int:
    async def now() -> int:
        async with pool.acquire() as conn:
            return await clock_us(conn)

    return await from_asyncio(now)


async def asked(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    async def call() -> Any:
        return await fn(*args, **kwargs)

    return await from_asyncio(call, timeout=30)


async def letters_due(
    pool: asyncpg.Pool, letters: int, apart_ms: int = 0, rate: Rate = ONE_TO_ONE, later: int = 0
) -> int:
    """Found a campaign whose letters are due *later* µs from now; the wall µs from which on."""
    due = await now_of(pool) + later
    await asked(
        found_campaign, pool, "c", FILES, seed=1, rate=rate,
        start=due - DUE_MS * 1000 * rate.den // rate.num,
        overrides={COUNT.name: str(letters), APART.name: str(apart_ms)},
    )  # fmt: skip
    return due


class Watched:
    """A keeper, and whether it was ahead of a batch when that was committed."""

    def __init__(self, pool: asyncpg.Pool, dsn: str) -> None:
        self.keeper = Keeper(pool, dsn=dsn, daemon="d1", release=1, observe=self.observe)
        self.letters = 0
        self.ahead = 0
        self.kinds: set[str] = set()
        self.changed = trio.Event()

    def observe(self, kept: Kept, turn: Turn, _now: int) -> None:
        self.kinds.update(row.kind for row in turn.batch.journal_rows)
        self.letters += sum(row.kind == "arrive" for row in turn.batch.journal_rows)
        self.ahead += kept.campaign_id in self.keeper._ahead
        self.changed.set()
        self.changed = trio.Event()

    async def until(self, letters: int) -> None:
        with trio.fail_after(60):
            while self.letters < letters:
                await self.changed.wait()


def by_itself(start: int) -> bytes:
    """The hash of the journal that one undisturbed advance writes."""
    scenario = read_scenario(FILES, PACK, {COUNT.name: str(LETTERS), APART.name: "0"})
    world, _ = found(PACK, scenario, secret=Secret.of_seed(1), start=start)
    advance(world, start + 2 * DUE_MS * 1000)
    return world.head


async def test_a_backlog_is_run_ahead_of_its_commits_to_the_same_journal(
    pool: asyncpg.Pool, dsn: str
) -> None:
    due = await letters_due(pool, LETTERS)
    watched = Watched(pool, dsn)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(watched.keeper.run)
        await watched.until(LETTERS)
        nursery.cancel_scope.cancel()
    assert watched.ahead
    head = await asked(pool.fetchval, "SELECT head FROM due WHERE campaign_id = 'c'")
    assert head == by_itself(due - DUE_MS * 1000)


async def test_what_was_run_ahead_of_a_lost_campaign_is_forgotten(
    pool: asyncpg.Pool, dsn: str
) -> None:
    """Somebody takes the campaign away, over and over; still every event happens once."""
    fenced = REGISTRY.get_sample_value("galloper_fenced_total") or 0
    due = await letters_due(pool, LETTERS)
    watched = Watched(pool, dsn)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(watched.keeper.run)
        for letters in TAKEN_AWAY:
            await watched.until(letters)
            await asked(pool.execute, "UPDATE due SET term = term + 1, owner = NULL")
        await watched.until(LETTERS)
        nursery.cancel_scope.cancel()
    assert watched.ahead
    head = await asked(pool.fetchval, "SELECT head FROM due WHERE campaign_id = 'c'")
    assert head == by_itself(due - DUE_MS * 1000)
    # What was run ahead did not even try to be kept.
    assert (REGISTRY.get_sample_value("galloper_fenced_total") or 0) - fenced <= len(TAKEN_AWAY)


async def test_what_is_said_to_a_campaign_that_is_always_busy_is_heard(
    pool: asyncpg.Pool, dsn: str
) -> None:
    """Letters fall due faster than anybody keeps up with; a pause holds those that are left."""
    await letters_due(pool, 24_000, apart_ms=1, rate=Rate(25, 1), later=6_000_000)
    watched = Watched(pool, dsn)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(watched.keeper.run)
        await watched.until(500)
        pause = HoldClock(reason="dinner", until=await now_of(pool) + 3_600_000_000)
        await asked(receive, pool, "c", REFEREE, "k", encode(pause))
        watched.keeper.wake()
        with trio.fail_after(60):
            while "heard" not in watched.kinds:
                await watched.changed.wait()
        nursery.cancel_scope.cancel()
    assert watched.letters < 24_000
