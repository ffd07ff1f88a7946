"""The dispatcher's loop: notices become deliveries, and lanes with something due are run.

One supervised loop.  It never holds up the keeper, and no lane holds up another: each runs in a
task of its own, and its failures are private to it.
"""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

import asyncpg
import structlog
import trio

from service.bridge import from_asyncio, held
from service.intake.reading import Readings
from service.notify.arranging import after_outage, arranging_of
from service.notify.chats import opened_chats
from service.notify.guard import look_up
from service.notify.kind import Means
from service.notify.lane import run_lane
from service.notify.posts import Posts
from service.notify.relay import Relay
from service.notify.vapid import PushKeys
from service.notify.webhook import open_session
from service.ops import RelayState
from service.packs import pack_named
from service.store.campaigns import campaign_pack
from service.store.gaps import caught_up, close_gaps, waited_long
from service.store.held import arrange_again, due_held, release, wait_for_outage
from service.store.lanes import Lane, lanes
from service.store.outbox import expand, lock_outbox, unexpanded

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from service.config import Config

log = structlog.get_logger(__name__)

POLL = 1.0
#: Lanes run side by side; those that failed last have places of their own, so that receivers that
#: hang keep nobody waiting who is well.
SIDE_BY_SIDE = 128
AILING = 16
#: Seconds one run of a lane may take.
LANE_SECONDS = 300.0
_PAGE = 1_000


class Dispatcher:
    """Sends notices; see :meth:`run`."""

    def __init__(self, pool: asyncpg.Pool, config: Config) -> None:
        self.pool = pool
        self.config = config
        self.readings = Readings()
        self.relay = None if config.smtp is None else Relay(config.smtp)
        self._wake = trio.Event()
        self._again = True
        self._running: set[tuple[str, str]] = set()
        self._places = trio.CapacityLimiter(SIDE_BY_SIDE)
        self._sickbeds = trio.CapacityLimiter(AILING)

    def wake(self) -> None:
        """Look at once (plain call)."""
        self._again = True
        self._wake.set()

    def relay_state(self) -> RelayState | None:
        """How the relay is; None where no mail leaves."""
        if self.relay is None:
            return None
        since = self.relay.down_since
        return RelayState(None if since is None else int(since * 1_000_000), self.relay.why)

    async def run(self) -> None:
        """Send until cancelled; attempts under way are given a second, then given up."""
        async with (
            held(_means(self.pool, self.config, self.relay)) as means,
            trio.open_nursery() as nursery,
        ):
            await self._loop(nursery, means)

    async def _loop(self, nursery: trio.Nursery, means: Means) -> None:
        looked = 0.0
        while True:
            if not self._again:
                self._wake = trio.Event()
                with trio.move_on_after(max(looked + POLL - time.monotonic(), 0.0)):
                    await self._wake.wait()
            self._again = False
            looked = time.monotonic()
            try:
                due = await from_asyncio(_due, self.pool, self.config.daemon, timeout=30.0)
            except Exception as error:  # noqa: BLE001 - the database may be away for a while
                log.warning("no_dispatch", error=type(error).__name__)
                continue
            for lane in due:
                key = (lane.campaign_id, lane.channel_id)
                if key not in self._running:
                    self._running.add(key)
                    nursery.start_soon(self._run_lane, means, lane)

    async def _run_lane(self, means: Means, lane: Lane) -> None:
        made = 0
        try:
            async with self._sickbeds if lane.ailing else self._places:
                made = await from_asyncio(
                    run_lane,
                    self.pool,
                    means,
                    self.readings,
                    lane,
                    timeout=LANE_SECONDS,
                )
        except Exception as error:  # noqa: BLE001 - one lane's trouble is its own
            log.warning("lane_failed", campaign=lane.campaign_id, error=type(error).__name__)
        finally:
            self._running.discard((lane.campaign_id, lane.channel_id))
            if made:
                self.wake()


@contextlib.asynccontextmanager
async def _means(pool: asyncpg.Pool, config: Config, relay: Relay | None) -> AsyncIterator[Means]:
    session = open_session(config.reach, look_up)
    try:
        async with opened_chats(config.reach) as chats:
            yield Means(
                session=session,
                posts=Posts(session),
                config=config,
                pool=pool,
                chats=chats,
                push_keys=PushKeys(pool, config),
                relay=relay,
            )
    finally:
        await session.close()
        if relay is not None:
            await relay.close()


async def _due(pool: asyncpg.Pool, daemon: str) -> list[Lane]:
    """Expand new notices, let go what waited for this hour, then list the lanes with work."""
    async with pool.acquire() as conn:
        for which, work in (
            (unexpanded, _expand),
            (caught_up, _close_gaps),
            (waited_long, _tell_of_gaps),
            (due_held, release),
        ):
            for campaign_id in await which(conn):
                try:
                    await work(conn, campaign_id)
                except Exception as error:  # noqa: BLE001 - one campaign's trouble is its own
                    # It is looked at again in a second, and so are all others.
                    log.warning("not_expanded", campaign=campaign_id, error=type(error).__name__)
        return await lanes(conn, daemon)


async def _expand(conn: asyncpg.Connection, campaign_id: str) -> None:
    name = await campaign_pack(conn, campaign_id)
    arranging = None if name is None else arranging_of(pack_named(name))
    while await expand(conn, campaign_id, _PAGE, arranging) == _PAGE:
        pass


async def _close_gaps(conn: asyncpg.Connection, campaign_id: str) -> None:
    """What waited for the end of an outage leaves, now that the campaign is past it."""
    async with conn.transaction():
        await lock_outbox(conn, campaign_id)
        await _let_go(conn, campaign_id)
        await close_gaps(conn, campaign_id)


async def _tell_of_gaps(conn: asyncpg.Connection, campaign_id: str) -> None:
    """It leaves although the campaign is not past it yet: nobody waits for ever."""
    async with conn.transaction():
        await lock_outbox(conn, campaign_id)
        await _let_go(conn, campaign_id)


async def _let_go(conn: asyncpg.Connection, campaign_id: str) -> None:
    for person in await wait_for_outage(conn, campaign_id):
        await arrange_again(conn, campaign_id, person, after_outage, after_outage=True)
