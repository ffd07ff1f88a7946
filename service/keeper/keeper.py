"""The keeper's loop: whatever is due takes place, is committed, and the rest waits its time.

One supervised loop.  It looks for campaigns to keep, advances those that are due in slices between
which the loop breathes, and has groups of batches committed while the next group is advanced.  A
campaign whose batch is under way is left alone until its outcome is known.
"""

from __future__ import annotations

import contextlib
import heapq
import time
from typing import TYPE_CHECKING

import structlog
import trio

from service.bridge import TookTooLong, from_asyncio
from service.intake.outage import enter_outage
from service.keeper import metrics
from service.keeper.commits import Committed, commit_all
from service.keeper.dbclock import DatabaseClock
from service.keeper.look import look, read_inboxes
from service.keeper.trial import try_apart
from service.keeper.turn import SLICE, Turn
from service.store.due import STALE, beat, release_claims
from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import Callable

    import asyncpg

    from service.keeper.kept import Kept

log = structlog.get_logger(__name__)

BEAT_EVERY = 0.5
LOOK_EVERY = 1.0
#: A group of batches is sent off at so many events, or after so many seconds.
GROUP_EVENTS = 500
GROUP_SECONDS = 0.05
#: Seconds of advancing after which the loop must breathe.
BREATH = 0.005
OUTAGE_AFTER = 120_000_000

Observer = "Callable[[Kept, Turn, int], None]"


class Keeper:
    """Keeps campaigns; see :meth:`run`.

    Args:
        pool: connections to the database.
        dsn: its address, for the child process that tries a suspect campaign.
        daemon: this daemon's name, new at every start.
        release: the newest release of structs it knows.
        outage_after: wall µs without a keeper that count as an outage.
        observe: called with (campaign, turn, wall µs) after each commit.
    """

    def __init__(
        self,
        pool: asyncpg.Pool,
        *,
        dsn: str,
        daemon: str,
        release: int,
        outage_after: int = OUTAGE_AFTER,
        observe: Callable[[Kept, Turn, int], None] | None = None,
    ) -> None:
        self.pool = pool
        self.dsn = dsn
        self.daemon = daemon
        self.release = release
        self.outage_after = outage_after
        self.observe = observe
        self.clock = DatabaseClock()
        self.kept: dict[str, Kept] = {}
        self.started = trio.Event()
        #: Called after each group of commits (plain call): somebody may have to be told.
        self.committed: Callable[[], None] | None = None
        self._heap: list[tuple[int, str]] = []
        self._busy: set[str] = set()
        self._trying: set[str] = set()
        self._doubtful: dict[str, set[str]] = {}
        self._doomed: dict[str, set[str]] = {}
        self._wake = trio.Event()
        self._look_now = True
        #: A look passed over campaigns under way: look again when they are through.
        self._passed_over = False
        self._slots = trio.CapacityLimiter(2)

    # -- what others call ------------------------------------------------------------------------

    def wake(self, _campaign: str = "") -> None:
        """Look at once: somebody has said something (plain call, from either loop)."""
        self._look_now = True
        self._wake.set()

    async def run(self) -> None:
        """Keep campaigns until cancelled; then leave in good order."""
        try:
            async with trio.open_nursery() as nursery:
                await self._beat()
                nursery.start_soon(self._heartbeat)
                self.started.set()
                await self._loop(nursery)
        finally:
            with trio.move_on_after(1.0, shield=True), contextlib.suppress(Exception):
                await from_asyncio(release_claims, self.pool, self.daemon, timeout=0.9)

    # -- the heartbeat ---------------------------------------------------------------------------

    async def _heartbeat(self) -> None:
        while True:
            await trio.sleep(BEAT_EVERY)
            with contextlib.suppress(TookTooLong):
                await self._beat()

    async def _beat(self) -> None:
        before = self.clock.now() - int(self.clock.age() * 1_000_000) if self.clock.read else None
        try:
            now = await from_asyncio(beat, self.pool, self.daemon, self.release, timeout=5.0)
        except TookTooLong:
            raise
        except Exception as error:  # noqa: BLE001 - the database may be away for a while
            log.warning("no_heartbeat", error=repr(error))
            return
        self.clock.set(now)
        if before is not None and now - before > self.outage_after:
            await self._was_away(before, now)

    async def _was_away(self, start: int, end: int) -> None:
        """Enter an outage for every campaign we kept, before anything of the gap is played."""
        for campaign_id in list(self.kept):
            with contextlib.suppress(GalloperError):
                await from_asyncio(enter_outage, self.pool, campaign_id, start, end)
        self.wake()

    # -- the loop --------------------------------------------------------------------------------

    async def _loop(self, nursery: trio.Nursery) -> None:
        looked = 0.0
        while True:
            if self.clock.age() > STALE:
                # Frozen or cut off: others may keep our campaigns by now, and an outage may have
                # to be entered before anything of the gap takes place.
                await trio.sleep(BEAT_EVERY / 5)
                continue
            if self._look_now or time.monotonic() - looked > LOOK_EVERY:
                self._look_now = False
                await self._look(nursery)
                looked = time.monotonic()
            group = await self._gather()
            if group:
                await self._slots.acquire_on_behalf_of(token := object())
                nursery.start_soon(self._commit, group, token)
                continue
            await self._rest(looked)

    async def _rest(self, looked: float) -> None:
        self._wake = trio.Event()
        if self._look_now:
            return
        seconds = looked + LOOK_EVERY - time.monotonic()
        head = self._head()
        if head is not None:
            seconds = min(seconds, (head - self.clock.now()) / 1_000_000)
        with trio.move_on_after(max(seconds, 0.0)):
            await self._wake.wait()

    async def _look(self, nursery: trio.Nursery) -> None:
        self._passed_over = bool(self._busy)
        have = frozenset(self.kept)
        skip = frozenset(self._busy | self._trying)
        try:
            seen = await from_asyncio(
                look,
                self.pool,
                self.daemon,
                self.release,
                have,
                self.outage_after,
                skip,
                frozenset(self._doomed),
                timeout=60.0,
            )
        except Exception as error:  # noqa: BLE001 - the database may be away for a while
            log.warning("no_look", error=repr(error))
            return
        for kept in seen.opened:
            kept.doubtful |= self._doubtful.get(kept.campaign_id, set())
            kept.doomed |= self._doomed.get(kept.campaign_id, set())
            self.kept[kept.campaign_id] = kept
            self._push(kept)
        for campaign_id, inputs in seen.inboxes.items():
            known = self.kept.get(campaign_id)
            if known is not None and campaign_id not in self._busy:
                known.inputs = inputs
                self._push(known)
        for campaign_id, term in seen.suspects:
            self._trying.add(campaign_id)
            nursery.start_soon(self._try_apart, campaign_id, term)
        metrics.KEPT.set(len(self.kept))

    def _push(self, kept: Kept) -> None:
        due = kept.inputs[0].received if kept.inputs else kept.next_due
        if kept.next_due is not None and due is not None:
            due = min(due, kept.next_due)
        if due is not None:
            heapq.heappush(self._heap, (due, kept.campaign_id))

    def _head(self) -> int | None:
        while self._heap:
            due, campaign_id = self._heap[0]
            kept = self.kept.get(campaign_id)
            if kept is not None and campaign_id not in self._busy and self._due(kept) == due:
                return due
            heapq.heappop(self._heap)
        return None

    @staticmethod
    def _due(kept: Kept) -> int | None:
        waits = [] if kept.next_due is None else [kept.next_due]
        if kept.inputs:
            waits.append(kept.inputs[0].received)
        return min(waits, default=None)

    async def _gather(self) -> list[Turn]:
        """Advance what is due, up to a group's size, breathing between slices."""
        now = self.clock.now()
        ready = self._ready(now)
        await self._read_before_limits(ready, now)
        started = breath = time.perf_counter()
        events, group = 0, []
        for kept in ready:
            if events >= GROUP_EVENTS or time.perf_counter() - started > GROUP_SECONDS:
                self._push(kept)
                continue
            turn = Turn(kept)
            more = True
            while more and events + turn.batch.events < GROUP_EVENTS:
                before = time.perf_counter()
                more = turn.slice(now, kept.slice)
                after = time.perf_counter()
                kept.pace(after - before, BREATH, SLICE)
                if after - breath > BREATH:
                    await trio.lowlevel.checkpoint()
                    breath = time.perf_counter()
                if after - started > GROUP_SECONDS:
                    break
            events += turn.batch.events
            self._busy.add(kept.campaign_id)
            group.append(turn)
        return group

    def _ready(self, now: int) -> list[Kept]:
        ready: list[Kept] = []
        while (head := self._head()) is not None and head <= now and len(ready) < GROUP_EVENTS:
            _, campaign_id = heapq.heappop(self._heap)
            kept = self.kept[campaign_id]
            ready.append(kept)
        return list(dict.fromkeys(ready))

    async def _read_before_limits(self, ready: list[Kept], now: int) -> None:
        """Whoever answered before a limit is heard before it: read the inbox first."""
        passing = [kept.campaign_id for kept in ready if kept.passes_limit(now)]
        if passing:
            inboxes = await from_asyncio(read_inboxes, self.pool, passing)
            for campaign_id, inputs in inboxes.items():
                self.kept[campaign_id].inputs = inputs

    async def _commit(self, group: list[Turn], token: object) -> None:
        try:
            with_events = [turn for turn in group if turn.batch.events]
            done = Committed([], [], 0)
            if with_events:
                try:
                    done = await from_asyncio(
                        commit_all, self.pool, [turn.rows() for turn in with_events], timeout=15.0
                    )
                except TookTooLong as error:
                    done = Committed(["unknown"] * len(with_events), [str(error)], 0)
            if done.errors:
                log.warning("commit_trouble", errors=done.errors[:5], count=len(done.errors))
            outcomes = dict(zip(map(id, with_events), done.outcomes, strict=True))
            for turn in group:
                self._settle(turn, outcomes.get(id(turn), "committed"), done.now)
            if self.committed is not None:
                self.committed()
        finally:
            # Cancelled on the way: the outcome is unknown, and so is the world.
            for turn in group:
                if turn.kept.campaign_id in self._busy:
                    self._drop(turn.kept)
            self._slots.release_on_behalf_of(token)
            self._wake.set()

    def _settle(self, turn: Turn, outcome: str, now: int) -> None:
        kept = turn.kept
        self._busy.discard(kept.campaign_id)
        self._look_now |= self._passed_over
        if outcome != "committed":
            (metrics.FENCED if outcome == "fenced" else metrics.DROPPED).inc()
            self._drop(kept)
            return
        if turn.batch.events:
            kept.version += 1
            metrics.COMMITS.inc()
            metrics.EVENTS.inc(turn.batch.events)
            for wall in turn.batch.walls:
                metrics.LATENESS.observe(max(now - wall, 0) / 1_000_000)
            self._doomed.pop(kept.campaign_id, None)
            if self.observe is not None:
                self.observe(kept, turn, now)
        if turn.failed is not None:
            metrics.FAILED.inc()
            self._doubtful.setdefault(kept.campaign_id, set()).add(turn.failed)
            self._drop(kept)
            return
        kept.next_due = kept.world.next_due()
        self._push(kept)

    def _drop(self, kept: Kept) -> None:
        """Forget a world; the next look reads it again."""
        self._busy.discard(kept.campaign_id)
        self.kept.pop(kept.campaign_id, None)
        self._look_now = True

    async def _try_apart(self, campaign_id: str, term: int) -> None:
        """Find the event that brings its keepers down, in a process of its own."""
        try:
            doomed = await try_apart(self.dsn, campaign_id, self.daemon, term)
            if doomed is not None:
                log.error("event_doomed", campaign=campaign_id, event_id=doomed)
                self._doomed.setdefault(campaign_id, set()).add(doomed)
        finally:
            self._trying.discard(campaign_id)
            self.wake()
