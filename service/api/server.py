"""The HTTP server: health, metrics, the API and the pages (asyncio side)."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from service.api.answering import LARGEST_BODY, faults
from service.api.endpoint import Services
from service.api.routes import enter_routes
from service.api.streams import Streams
from service.config import host_and_port
from service.intake.reading import Readings
from service.ops import RelayState, Shape
from service.pace import Pace
from service.store.instants import clock_us
from service.web.frame import Site
from service.web.routes import enter_pages
from service.web.signing_in import later
from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    import asyncpg

    from service.config import Config

#: A heartbeat older than this many seconds means that the keeper does not keep.
STALE_BEAT = 5.0
#: Seconds after which what is still open at the end is given up.
SHUTDOWN = 1.0


@asynccontextmanager
async def serve_http(
    config: Config,
    pool: asyncpg.Pool,
    beat_age: Callable[[], float],
    pace: Pace | None = None,
    *,
    streams: Streams | None = None,
    shelved: Callable[[], dict[str, str]] = dict,
    relay: Callable[[], RelayState | None] = lambda: None,
) -> AsyncIterator[int]:
    """Serve until the block ends; gives the port (chosen by the system where it was 0).

    ``GET /healthz`` answers 200 while the database answers and the keeper's heartbeat is fresh,
    else 503; ``GET /metrics`` is Prometheus's text; the API is under ``/api/v1``, as
    ``/api/v1/openapi.json`` describes it; everything else are pages.

    Raises:
        GalloperError: the address is taken or not ours.
    """
    app = web.Application(client_max_size=LARGEST_BODY, middlewares=[faults])

    async def healthz(_request: web.Request) -> web.Response:
        problems = {}
        try:
            async with pool.acquire(timeout=2.0) as conn:
                await clock_us(conn)
        except Exception as error:  # noqa: BLE001 - whatever it is, we are not healthy
            problems["database"] = type(error).__name__
        if beat_age() > STALE_BEAT:
            problems["keeper"] = f"no heartbeat for {beat_age():.0f} s"
        body = {"status": "ok" if not problems else "failing", **problems}
        return web.json_response(body, status=200 if not problems else 503)

    async def metrics(_request: web.Request) -> web.Response:
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    app.router.add_get("/healthz", healthz)
    app.router.add_get("/metrics", metrics)
    readings, pace, streams = Readings(), pace or Pace(), streams or Streams(pool)
    shape = Shape(shelved, config.backup_stamp, relay)
    app.cleanup_ctx.append(_looked_after(streams))
    app.on_shutdown.append(_ending(streams))
    services = Services(pool, readings, streams, shape, config, partial(later, app), pace)
    enter_routes(app, services, pace)
    enter_pages(app, Site(pool, readings, config, pace, shape))
    host, port = host_and_port(config.listen)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUTDOWN)
    await runner.setup()
    try:
        site = web.TCPSite(runner, host, port, reuse_address=True)
        try:
            await site.start()
        except OSError as error:
            raise GalloperError(
                f"Cannot listen on {host}:{port} ({error.strerror}); nothing was started. Stop what"
                " uses it, or choose another address with --listen."
            ) from None
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


def _looked_after(streams: Streams) -> Callable[[web.Application], AsyncIterator[None]]:
    async def context(_app: web.Application) -> AsyncIterator[None]:
        task = asyncio.get_running_loop().create_task(streams.run())
        yield
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    return context


def _ending(streams: Streams) -> Callable[[web.Application], Awaitable[None]]:
    async def end(_app: web.Application) -> None:
        streams.close()

    return end
