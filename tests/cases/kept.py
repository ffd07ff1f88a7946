"""A campaign kept by a real keeper on a real database, for the cases that need one."""

from __future__ import annotations

import contextlib
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import trio

from service.bridge import from_asyncio
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.intake.speak import change_clock
from service.keeper.keeper import Keeper
from service.store.campaigns import CampaignRow, show_campaign
from service.store.instants import clock_us
from tests.faults.daemons import rate
from world.errors import Refused
from world.said import HoldClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    import asyncpg

    from world.state import World


async def asked(fn: Callable[..., Awaitable[Any]], *args: Any, **kwargs: Any) -> Any:
    """Await an asyncio coroutine function from trio."""

    async def call() -> Any:
        return await fn(*args, **kwargs)

    return await from_asyncio(call, timeout=30)


async def until(condition: Callable[[], Awaitable[Any]], seconds: float = 30) -> Any:
    """Wait until an async condition holds; its value."""
    with trio.fail_after(seconds):
        while not (value := await condition()):  # noqa: ASYNC110 - of another task or process
            await trio.sleep(0.02)
        return value


class Campaign:
    """A campaign of a pack of the tests, called ``c``, in a fresh database."""

    def __init__(self, pool: asyncpg.Pool, dsn: str) -> None:
        self.pool = pool
        self.dsn = dsn

    async def found(self, pack: str, script: str = "", speed: str = "1", **more: Any) -> int:
        """Found it; gives the wall instant (µs) of its beginning."""
        files = {"scenario.yaml": f"title: A test\npack: {pack}\n{script}"}
        options = {"seed": 1, **more}
        founded = await asked(found_campaign, self.pool, "c", files, rate=rate(speed), **options)
        return int(founded.start)

    @asynccontextmanager
    async def kept(self, daemon: str = "d1", **options: Any) -> AsyncIterator[Keeper]:
        """A keeper for as long as the block lasts."""
        keeper = Keeper(self.pool, dsn=self.dsn, daemon=daemon, release=1, **options)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keeper.run)
            await keeper.started.wait()
            yield keeper
            nursery.cancel_scope.cancel()

    async def say(
        self, keeper: Keeper | None, fn: Callable[..., Any], *args: Any, **more: Any
    ) -> Any:
        """Say something by one of the intake's functions, and wake the keeper."""
        receipt = await asked(fn, self.pool, Readings(), "c", *args, **more)
        if keeper is not None:
            keeper.wake()
        return receipt

    async def fetch(self, query: str, *arguments: Any) -> list[Any]:
        """Rows of the database."""

        async def read() -> list[Any]:
            return list(await self.pool.fetch(query, *arguments))

        return await from_asyncio(read)

    async def value(self, query: str, *arguments: Any) -> Any:
        """The one value of a query."""
        return (await self.fetch(query, *arguments))[0][0]

    async def until(self, query: str, *arguments: Any, seconds: float = 30) -> Any:
        """Wait until a query gives something true; that."""

        async def holds() -> Any:
            return await self.value(query, *arguments)

        return await until(holds, seconds)

    async def kinds(self) -> list[str]:
        """Kinds of the journal's lines."""
        return [row[0] for row in await self.fetch("SELECT kind FROM journal ORDER BY seq")]

    async def told(self, person: str, kind: str) -> list[dict[str, Any]]:
        """Notices of a kind to a person."""
        import msgspec  # noqa: PLC0415

        rows = await self.fetch(
            "SELECT body FROM notice WHERE person = $1 AND kind = $2 ORDER BY n", person, kind
        )
        return [msgspec.json.decode(row[0]) for row in rows]

    async def world(self) -> World:
        """The world as anybody reads it, from what is committed."""

        async def read() -> World:
            async with self.pool.acquire() as conn:
                return await Readings().world(conn, "c")

        return await from_asyncio(read)

    async def shown(self) -> CampaignRow:
        """What the list of campaigns shows of it."""
        row: CampaignRow | None = await asked(show_campaign, self.pool, "c")
        assert row is not None
        return row

    async def now(self) -> int:
        """The database's clock (wall µs)."""

        async def read() -> int:
            async with self.pool.acquire() as conn:
                return await clock_us(conn)

        return await from_asyncio(read)


async def pause_briefly(pool: asyncpg.Pool, reason: str) -> int:
    """Pause for a second, or for as long as this machine takes to say so; its end (wall µs)."""

    async def now() -> int:
        async with pool.acquire() as conn:
            return await clock_us(conn)

    for seconds in (1, 4, 16):
        ends = await from_asyncio(now) + seconds * 1_000_000
        with contextlib.suppress(Refused):
            await asked(change_clock, pool, Readings(), "c", HoldClock(reason=reason, until=ends))
            return ends
    raise AssertionError("a pause that is over before it is said")


class Transaction:
    """A transaction on a connection of its own, for as long as the block lasts; from trio."""

    def __init__(self, campaign: Campaign, statement: str) -> None:
        self.campaign = campaign
        self.statement = statement
        self.conn: Any = None

    async def __aenter__(self) -> None:
        async def begin() -> Any:
            conn = await self.campaign.pool.acquire()
            await conn.execute("BEGIN")
            await conn.execute(self.statement)
            return conn

        self.conn = await from_asyncio(begin)

    async def __aexit__(self, *_: object) -> None:
        async def end() -> None:
            await self.conn.execute("ROLLBACK")
            await self.campaign.pool.release(self.conn)

        await from_asyncio(end)
