"""Receivers that answer by a script, and campaigns whose channels are sent on."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import trio
from aiohttp import web

from service.bridge import from_asyncio
from service.config import Config
from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.notify.dispatcher import Dispatcher
from service.packs import load_pack
from service.store.deliveries import Sent, Words, recent_deliveries, say
from tests.faults.daemons import ferry_posts, rate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    import asyncpg

load_pack("tests.packs.ferry:PACK")


async def at_work(pool: asyncpg.Pool) -> int:
    """How many channels are sent on; 0 once all that was sent is written down (trio side)."""
    count: int = await from_asyncio(
        pool.fetchval, "SELECT count(*) FROM channel WHERE owner IS NOT NULL"
    )
    return count


class Got:
    """A request as it came."""

    def __init__(self, request: web.Request, body: bytes) -> None:
        self.path = request.path_qs
        self.headers = request.headers.copy()
        self.body = body


class Scripted:
    """Keeps what it is sent, and answers from a script; 204 when that is over."""

    def __init__(self, *script: Callable[[], web.StreamResponse | Awaitable[Any]]) -> None:
        self.script = list(script)
        self.got: list[Got] = []

    async def take(self, request: web.Request) -> web.StreamResponse:
        self.got.append(Got(request, await request.read()))
        if not self.script:
            return web.Response(status=204)
        answer = self.script.pop(0)()
        return answer if isinstance(answer, web.StreamResponse) else await answer

    @asynccontextmanager
    async def listen(self) -> AsyncIterator[str]:
        """Its address, for as long as it listens on this machine."""
        app = web.Application(client_max_size=20_000_000)
        app.router.add_route("*", "/{tail:.*}", self.take)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield f"http://127.0.0.1:{runner.addresses[0][1]}"
        finally:
            await runner.cleanup()


class Sender:
    """A campaign of ann and ben, with channels on which a real dispatcher sends."""

    def __init__(self, pool: asyncpg.Pool, folder: Path) -> None:
        self.pool = pool
        self.config = Config(data=folder, allow_private=True, daemon="d1")

    async def begin(self, *addresses: str, words: int = 0) -> list[str]:
        """Found it, add ben's channels, and have some words sent on the first (trio side)."""

        async def begun() -> list[str]:
            await found_campaign(self.pool, "c", ferry_posts(0), rate=rate("1:1"), seed=7)
            made = [
                (
                    await add_channel(
                        self.pool, Readings(), "c", "ben", address, reach=self.config.reach
                    )
                )["id"]
                for address in addresses
            ]
            await self.write(made[0], words)
            return made

        found: list[str] = await from_asyncio(begun)
        return found

    async def write(self, channel: str, count: int, text: str = "…") -> None:
        """Have words sent on a channel (asyncio side)."""
        for n in range(count):
            words = Words(kind="ping", title=f"Message {n + 1}", text=text)
            assert await say(self.pool, "c", channel, words)

    async def send(self, until: Callable[[], bool]) -> None:
        """Run a dispatcher until a condition holds and what was done is written (trio side)."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Dispatcher(self.pool, self.config).run)
            with trio.fail_after(30):
                while not until():  # noqa: ASYNC110 - what another side does
                    await trio.sleep(0.02)
                while await at_work(self.pool):  # noqa: ASYNC110 - the same
                    await trio.sleep(0.02)
            nursery.cancel_scope.cancel()

    async def sent(self, channel: str) -> list[Sent]:
        """How a channel's messages fared, the oldest first (trio side)."""

        async def read() -> list[Sent]:
            async with self.pool.acquire() as conn:
                return await recent_deliveries(conn, "c", channel)

        return (await from_asyncio(read))[::-1]
