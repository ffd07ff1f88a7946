"""The daemon put together: database, keeper, dispatcher, HTTP; started and stopped in order."""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec
import structlog
import trio

from service.api.server import serve_http
from service.api.streams import Streams
from service.bridge import from_asyncio, held
from service.config import host_and_port
from service.housekeeping import keep_house
from service.keeper.hints import listen
from service.keeper.keeper import Keeper
from service.notify.dispatcher import Dispatcher
from service.notify.mail_signature import signing_key
from service.opening import Store, open_store
from service.packs import RELEASE
from service.post.clerk import Clerk
from service.post.door import open_door

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from service.config import Config
    from service.keeper.kept import Kept
    from service.keeper.turn import Turn

log = structlog.get_logger(__name__)


class Daemon(msgspec.Struct):
    """A daemon that runs: its store, keeper and dispatcher, and the ports it listens on.

    ``mail_port`` is the one that the relay brings mail to; None where no mail is taken in.
    """

    store: Store
    keeper: Keeper
    dispatcher: Dispatcher
    port: int
    mail_port: int | None = None


@asynccontextmanager
async def run_daemon(
    config: Config, observe: Callable[[Kept, Turn, int], None] | None = None
) -> AsyncIterator[Daemon]:
    """Run a daemon for as long as the block lasts.

    On leaving: listening stops (for mail first), the keeper ends after its slice, the dispatcher
    gives up its attempts, the pool closes, the embedded server stops last.
    """
    host, _ = host_and_port(config.listen)
    if config.smtp is not None and config.smtp.dkim is not None:
        signing_key(config.smtp.dkim)  # what is wrong with it is said now, not at the first mail
    async with open_store(config) as store:
        keeper = Keeper(
            store.pool,
            dsn=store.dsn,
            daemon=config.daemon,
            release=RELEASE,
            observe=observe,
        )
        dispatcher = Dispatcher(store.pool, config)
        streams = Streams(store.pool)

        def committed() -> None:
            dispatcher.wake()
            streams.wake()

        keeper.committed = committed
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keeper.run)
            nursery.start_soon(dispatcher.run)
            nursery.start_soon(keep_house, store.pool)
            await keeper.started.wait()
            hints = asyncio.get_running_loop().create_task(
                listen(store.dsn, config.daemon, keeper.wake)
            )
            try:
                server = serve_http(
                    config,
                    store.pool,
                    keeper.clock.age,
                    streams=streams,
                    shelved=keeper.shelf.reasons,
                    relay=dispatcher.relay_state,
                )
                async with (
                    held(server) as listening,
                    _mail_taken(store, config, dispatcher.wake, nursery) as mail_port,
                ):
                    log.info("serving", address=f"http://{host}:{listening}", daemon=config.daemon)
                    yield Daemon(store, keeper, dispatcher, listening, mail_port)
            finally:
                hints.cancel()
                with contextlib.suppress(Exception), trio.CancelScope(shield=True):
                    await from_asyncio(_ended, hints, timeout=1.0)
                nursery.cancel_scope.cancel()


@asynccontextmanager
async def _mail_taken(
    store: Store, config: Config, told: Callable[[], None], nursery: trio.Nursery
) -> AsyncIterator[int | None]:
    """Take mail in, where the operator wants it; gives the port."""
    if config.mail_in is None:
        yield None
        return
    clerk = Clerk(store.pool, config, told)
    nursery.start_soon(clerk.run)
    async with held(open_door(store.pool, config, clerk.wake)) as port:
        log.info("taking_mail", port=port, protocol=config.mail_in.protocol)
        yield port


async def _ended(task: asyncio.Task[None]) -> None:
    with contextlib.suppress(asyncio.CancelledError):
        await task
