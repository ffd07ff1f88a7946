"""The keeper's loop: whatever is due takes place, is committed, and the rest waits its time.

One supervised loop.  It looks for campaigns to keep, advances those that are due in slices between
which the loop breathes, and has groups of batches committed while the next group is advanced.  A
campaign whose batch is under way is left alone until its outcome is known.
"""

from __future__ import annotations

import contextlib
import time
from collections import deque
from typing import TYPE_CHECKING

import structlog
import trio

from service.bridge import TookTooLong, from_asyncio
from service.keeper import metrics
from service.keeper.agenda import Agenda
from service.keeper.commits import Committed, commit_all
from service.keeper.dbclock import DatabaseClock
from service.keeper.group import Group
from service.keeper.heartbeat import end_silence, heartbeat
from service.keeper.kept import CannotOpen, settle_memory
from service.keeper.look import Looking, give_back, look, read_inboxes
from service.keeper.shelf import Shelf
from service.keeper.trial import try_apart
from service.keeper.turn import Turn
from service.store.due import STALE, release_claims
from service.trouble import named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import asyncpg

    from service.keeper.commits import Way
    from service.keeper.kept import Kept

log = structlog.get_logger(__name__)

BEAT_EVERY = 0.5
LOOK_EVERY = 0.5
#: Seconds before a campaign that could not be tried apart is tried again.
TRY_AGAIN = 5.0
#: Campaigns taken off the agenda at once.
AT_ONCE = 64
#: Groups on their way to the database at once: while one is written the next is advanced.
SLOTS = 4
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
        #: Turns under way to the database, by campaign; and turns run ahead upon those, to be sent
        #: when these are known to be kept, then in ``_next``.
        self._busy: dict[str, Turn] = {}
        self._ahead: dict[str, Turn] = {}
        self._next: deque[Turn] = deque()
        #: Something was said in these while they were busy: nothing is run in them till it is read.
        self._unread: set[str] = set()
        self._agenda = Agenda(self.kept, lambda one: one in self._busy or one in self._unread)
        self._trying: set[str] = set()
        self.shelf = Shelf()
        self._doubtful: dict[str, set[str]] = {}
        self._doomed: dict[str, set[str]] = {}
        self._wake = trio.Event()
        self._look_now = True
        self._way: Way = "together"
        self._slots = trio.CapacityLimiter(SLOTS)

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
        try:
            while (now := await self._heard_of()) is None:
                # Until it is entered the clock is not read, so that nothing of the gap is played.
                await from_asyncio(
                    end_silence, self.pool, self.daemon, self.outage_after, timeout=60.0
                )
                self.wake()
        except TookTooLong:
            raise
        except Exception as error:  # noqa: BLE001 - the database may be away for a while
            log.warning("no_heartbeat", error=type(error).__name__)
            return
        self.clock.set(now)

    async def _heard_of(self) -> int | None:
        return await from_asyncio(
            heartbeat, self.pool, self.daemon, self.release, self.outage_after, timeout=5.0
        )

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
            if group.turns:
                await self._slots.acquire_on_behalf_of(token := object())
                nursery.start_soon(self._commit, group, token)
                continue
            if await self._run_ahead():
                continue
            await self._rest(looked)

    async def _rest(self, looked: float) -> None:
        self._wake = trio.Event()
        if self._look_now or self._next:
            return
        seconds = looked + LOOK_EVERY - time.monotonic()
        head = self._agenda.head()
        if head is not None:
            seconds = min(seconds, (head - self.clock.now()) / 1_000_000)
        with trio.move_on_after(max(seconds, 0.0)):
            await self._wake.wait()

    async def _look(self, nursery: trio.Nursery) -> None:
        looking = Looking(
            pool=self.pool,
            daemon=self.daemon,
            release=self.release,
            outage_after=self.outage_after,
            have=frozenset(self.kept),
            skip=frozenset(self._trying.union(self._busy, self.shelf.resting())),
            tried=frozenset(self._doomed),
        )
        try:
            seen = await from_asyncio(look, looking, timeout=60.0)
        except Exception as error:  # noqa: BLE001 - the database may be away for a while
            log.warning("no_look", error=type(error).__name__)
            return
        self._lay_aside(seen.unreadable)
        for kept in seen.opened:
            kept.doubtful |= self._doubtful.get(kept.campaign_id, set())
            kept.doomed |= self._doomed.get(kept.campaign_id, set())
            self.kept[kept.campaign_id] = kept
            self.shelf.take(kept.campaign_id)
            self._agenda.enter(kept)
        if seen.opened:
            settle_memory()
        self._unread.clear()
        self._unread.update(seen.passed_over & looking.have)
        self._look_now |= seen.more or not self._unread <= self._busy.keys()
        for campaign_id, inbox in seen.inboxes.items():
            known = self.kept.get(campaign_id)
            if known is not None and campaign_id not in self._busy:
                known.hear(inbox)
                self._agenda.enter(known)
        for campaign_id, term in seen.suspects:
            self._trying.add(campaign_id)
            nursery.start_soon(self._try_apart, campaign_id, term)
        metrics.KEPT.set(len(self.kept))

    def _lay_aside(self, unreadable: Mapping[str, CannotOpen]) -> None:
        """Let be what cannot be opened; it has been given back."""
        for campaign_id, why in unreadable.items():
            self.kept.pop(campaign_id, None)
            self.shelf.put(campaign_id, why)

    async def _gather(self) -> Group:
        """Advance what is due, up to a group's size."""
        now = self.clock.now()
        group = Group()
        while self._next and not group.is_full():
            turn = self._next.popleft()
            group.events += turn.batch.events
            group.take(turn)
        while not group.is_full() and (ready := self._agenda.take(now, AT_ONCE)):
            if not await self._read_before_limits(ready, now):
                await trio.sleep(BEAT_EVERY / 5)
                return group
            for kept in ready:
                if self.kept.get(kept.campaign_id) is not kept:
                    continue
                if group.is_full():
                    self._agenda.enter(kept)
                else:
                    turn = self._busy[kept.campaign_id] = Turn(kept)
                    await group.run(turn, now)
                    group.take(turn)
        return group

    async def _read_before_limits(self, ready: list[Kept], now: int) -> bool:
        """Whoever answered before a limit is heard before it: read the inbox first.

        False: it could not be read, and nothing may be run.
        """
        passing = [kept.campaign_id for kept in ready if kept.passes_limit(now)]
        if not passing:
            return True
        try:
            inboxes, unreadable = await from_asyncio(read_inboxes, self.pool, passing)
            for campaign_id in unreadable:
                await self._give_back(campaign_id, self.kept[campaign_id].term)
        except Exception as error:  # noqa: BLE001 - the database may be away for a while
            log.warning("inboxes_not_read", error=type(error).__name__)
            for kept in ready:
                self._agenda.enter(kept)
            return False
        self._lay_aside(unreadable)
        for campaign_id, inbox in inboxes.items():
            self.kept[campaign_id].hear(inbox)
        return True

    async def _give_back(self, campaign_id: str, term: int) -> None:
        try:
            await from_asyncio(give_back, self.pool, campaign_id, self.daemon, term, timeout=5.0)
        except Exception as error:  # noqa: BLE001 - it is given back when it is tried again
            log.warning("not_given_back", campaign=campaign_id, error=type(error).__name__)

    async def _run_ahead(self) -> bool:
        """While batches are under way, run on in campaigns that have more to do.

        What is run ahead is sent when the batch before it is known to be kept, and forgotten with
        its world otherwise.  Returns whether anything was run.
        """
        now = self.clock.now()
        group = Group()
        for campaign_id, turn in list(self._busy.items()):
            if group.is_full():
                break
            # The loop breathes while it runs: what was under way a moment ago may be through.
            if (
                self._busy.get(campaign_id) is turn
                and turn.batch.more
                and campaign_id not in self._ahead
                and campaign_id not in self._unread
                and not turn.kept.passes_limit(now)
            ):
                ahead = self._ahead[campaign_id] = Turn(turn.kept)
                await group.run(ahead, now)
        return group.events > 0

    async def _commit(self, group: Group, token: object) -> None:
        try:
            done = Committed([], [], 0, self._way)
            if group.rows:
                try:
                    done = await from_asyncio(
                        commit_all, self.pool, group.rows, self._way, timeout=15.0
                    )
                except TookTooLong as error:
                    done = Committed(["unknown"] * len(group.rows), [named(error)], 0, self._way)
            if done.way == "apart":
                # For good: a group of one, or one under way since before, knows no better.
                self._way = "apart"
            if done.errors:
                log.warning("commit_trouble", errors=done.errors[:5], count=len(done.errors))
            outcomes = iter(done.outcomes)
            for turn in group.turns:
                self._settle(turn, next(outcomes) if turn.batch.events else "committed", done.now)
            if self.committed is not None:
                self.committed()
        finally:
            # Cancelled on the way: the outcome is unknown, and so is the world.
            for turn in group.turns:
                if self._busy.get(turn.kept.campaign_id) is turn:
                    self._drop(turn.kept)
            self._slots.release_on_behalf_of(token)
            self._wake.set()

    def _settle(self, turn: Turn, outcome: str, now: int) -> None:
        kept = turn.kept
        del self._busy[kept.campaign_id]
        self._look_now |= kept.campaign_id in self._unread
        if outcome != "committed":
            (metrics.FENCED if outcome == "fenced" else metrics.DROPPED).inc()
            self._drop(kept)
            return
        if turn.batch.events:
            kept.version += 1
            metrics.COMMITS.inc()
            metrics.EVENTS.inc(turn.batch.events)
            metrics.LATENESS.add(now - wall for wall in turn.batch.walls)
            self._doomed.pop(kept.campaign_id, None)
            if doubtful := self._doubtful.get(kept.campaign_id):
                # What has run or was set aside is judged afresh should it come again.
                doubtful.difference_update(row.event for row in turn.batch.journal_rows)
                kept.doubtful = set(doubtful)
            if self.observe is not None:
                self.observe(kept, turn, now)
        if turn.failed is not None:
            metrics.FAILED.inc()
            suspects = self._doomed if turn.spoilt else self._doubtful
            suspects.setdefault(kept.campaign_id, set()).add(turn.failed)
            self._drop(kept)
            return
        ahead = self._ahead.pop(kept.campaign_id, None)
        if ahead is not None:
            self._busy[kept.campaign_id] = ahead
            self._next.append(ahead)
            return
        kept.next_due = kept.world.next_due()
        self._look_now |= kept.must_read()
        self._agenda.enter(kept)

    def _drop(self, kept: Kept) -> None:
        """Forget a world, with what was run ahead in it; the next look reads it again."""
        self._busy.pop(kept.campaign_id, None)
        self._ahead.pop(kept.campaign_id, None)
        self.kept.pop(kept.campaign_id, None)
        kept.world.let_go()
        self._look_now = True

    async def _try_apart(self, campaign_id: str, term: int) -> None:
        """Find the event that brings its keepers down, in a process of its own."""
        try:
            doomed = await try_apart(self.dsn, campaign_id, self.daemon, term)
            if doomed is not None:
                log.error("event_doomed", campaign=campaign_id, event_id=doomed)
                self._doomed.setdefault(campaign_id, set()).add(doomed)
            else:
                await trio.sleep(TRY_AGAIN)  # it may have failed to start: not again at once
        except CannotOpen as why:
            self._lay_aside({campaign_id: why})
            await self._give_back(campaign_id, term)
        except OSError as error:
            log.warning("not_tried_apart", campaign=campaign_id, error=type(error).__name__)
            await trio.sleep(TRY_AGAIN)
        finally:
            self._trying.discard(campaign_id)
            self.wake()
