"""Streams of notices: who listens, and who has something new (asyncio side).

One task looks for all streams of the process, when this daemon's keeper has committed something and
once a second besides: other daemons commit as well, and nothing relies on being told.  A look costs
a few statements however many listen; only whoever has news reads them.  The same look ends the
streams of those who have signed out, lost their part, or whose token was revoked.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import TYPE_CHECKING

import structlog

from service.pace import TooMany
from service.people.parts import may_read
from service.store.listening import in_force, last_notice_numbers, notice_counts, parts_of_all

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import asyncpg

    from service.people.who import Who

log = structlog.get_logger(__name__)

#: Seconds between two looks where nobody says that there is something new, and the least there are
#: between any two: a busy keeper commits a hundred times a second.
POLL = 1.0
PAUSE = 0.05
#: Streams one account may have open in a process, and all accounts together.
OF_ONE = 8
OF_ALL = 2_000
#: Streams that read their news at the same time: the pool is there for others, too.
SIDE_BY_SIDE = 3


class Listener:
    """Whoever listens to one person's notices.

    Attributes:
        campaign, person: whose notices.
        account, credential: who listens, proved by what.
        latest: number of the newest notice, as far as was looked.
        seen: how many notices the campaign had when that was looked up; -1 before it ever was.
            Each has his own, for he may come while the others are looked after.
        news: set when ``latest`` has grown, or it is over.
        over: nothing more is to be sent.
        gone: tells whether the other side has left.
    """

    __slots__ = (
        "account",
        "campaign",
        "credential",
        "gone",
        "latest",
        "news",
        "over",
        "person",
        "seen",
    )

    def __init__(
        self, who: Who, campaign: str, person: str, gone: Callable[[], bool] = bool
    ) -> None:
        self.account = who.account.id
        self.credential = who.credential
        self.campaign = campaign
        self.person = person
        self.latest = 0
        self.seen = -1
        self.news = asyncio.Event()
        self.over = False
        self.gone = gone

    def end(self) -> None:
        """Send nothing more."""
        self.over = True
        self.news.set()


class Streams:
    """The streams of one process; ``reading`` is the gate through which they read their news."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool
        self._listeners: set[Listener] = set()
        self._wake = asyncio.Event()
        self._closing = False
        self.reading = asyncio.Semaphore(SIDE_BY_SIDE)

    def wake(self) -> None:
        """Something was committed (plain call)."""
        if self._listeners:
            self._wake.set()

    def __len__(self) -> int:
        return len(self._listeners)

    @contextlib.contextmanager
    def listening(
        self, who: Who, campaign: str, person: str, gone: Callable[[], bool] = bool
    ) -> Iterator[Listener]:
        """Listen for as long as the block lasts.

        What was committed before the block began is read there; later news are announced.

        Raises:
            TooMany: the account, or everybody together, has too many streams open.
        """
        mine = sum(one.account == who.account.id for one in self._listeners)
        if mine >= OF_ONE or len(self._listeners) >= OF_ALL:
            whose = "You have" if mine >= OF_ONE else "The server has"
            raise TooMany(
                10, f"{whose} too many streams open; no other was opened. Close one, or wait 10 s."
            )
        listener = Listener(who, campaign, person, gone)
        if self._closing:
            listener.end()
        self._listeners.add(listener)
        self._wake.set()
        try:
            yield listener
        finally:
            self._listeners.discard(listener)

    def close(self) -> None:
        """End all streams, and every one that is still to be opened."""
        self._closing = True
        for listener in self._listeners:
            listener.end()

    async def run(self) -> None:
        """Look, until cancelled."""
        while True:
            self._wake.clear()
            began = time.monotonic()
            try:
                if self._listeners:
                    await self._look(list(self._listeners))
            except Exception as error:  # noqa: BLE001 - the database may be away for a while
                log.info("streams_not_looked_after", error=type(error).__name__)
            await asyncio.sleep(PAUSE)
            with contextlib.suppress(TimeoutError):
                # Where nobody listens there is nothing to look for until somebody does.
                rest = max(began + POLL - time.monotonic(), 0.0) if self._listeners else None
                async with asyncio.timeout(rest):
                    await self._wake.wait()

    async def _look(self, listeners: list[Listener]) -> None:
        async with self._pool.acquire() as conn:
            await self._end_those_without_right(conn, listeners)
            counts = await notice_counts(conn, {one.campaign for one in listeners})
            news = [one for one in listeners if counts.get(one.campaign, one.seen) != one.seen]
            if not news:
                return
            last = await last_notice_numbers(conn, {(one.campaign, one.person) for one in news})
        for one in news:
            one.seen = counts[one.campaign]
            latest = last[one.campaign, one.person]
            if latest > one.latest:
                one.latest = latest
                one.news.set()

    async def _end_those_without_right(
        self, conn: asyncpg.Connection, listeners: list[Listener]
    ) -> None:
        known = await in_force(conn, {one.credential for one in listeners})
        parts = await parts_of_all(conn, {one.account for one in listeners})
        for one in listeners:
            allowed = may_read(parts.get((one.account, one.campaign), []), one.person)
            if one.credential not in known or not allowed or one.gone():
                one.end()
