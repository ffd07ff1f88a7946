"""Galloper at work: the keeper as the daemon runs it, on campaigns that fall due at one instant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import trio

from service.bridge import from_asyncio, held
from service.keeper import keeper as keeper_module
from service.keeper.commits import Committed, Way, commit_all
from service.keeper.keeper import Keeper
from service.opening import POOL
from service.packs import load_pack
from service.store.instants import clock_us
from service.store.rows import CommitRows
from service.store.session import open_pool
from tests.benchmarks.ground import WARM
from tests.benchmarks.letters import PACK, REFERENCE, Shape, set_off
from tests.benchmarks.letters import WARM as WARM_ID
from tests.benchmarks.machine import Spent, Stopwatch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import asyncpg

    from service.keeper.kept import Kept
    from service.keeper.turn import Turn

_WARM_BEFORE = 1_500_000  # wall us before the rest is due
_SETTLED = 0.5  # seconds to wait for whatever is unexpectedly still to come


class Matured(msgspec.Struct):
    """How a run went: letters, what it took (seconds on the database's clock), transactions.

    ``lateness`` has the wall us from due to committed of each event, where it was asked for.
    """

    letters: int
    spent: Spent
    commits: int
    lateness: list[int] = []

    @property
    def rate(self) -> float:
        return self.letters / self.spent.seconds


async def keep(
    dsn: str,
    shape: Shape,
    lead: float,
    record: Path | None,
    stopwatch: Stopwatch,
    *,
    late: bool,
) -> Matured | None:
    """Run the keeper until every letter has matured, and time that from the instant they are due.

    None: campaigns were still being opened when they fell due; give it a longer lead.

    Args:
        dsn: a fresh copy of the shape's database.
        shape: what is in it.
        lead: seconds until the letters are due; by then every campaign must have been opened.
        record: where to write the rows of every commit, for others to replay.
        stopwatch: counts what it takes.
        late: keep the lateness of each event.
    """
    load_pack(REFERENCE)
    written: list[list[CommitRows]] = []
    if record is not None:
        _record(written)
    async with held(open_pool(dsn, size=POOL)) as pool, trio.open_nursery() as nursery:
        now = await from_asyncio(_clock, pool)
        due = now + int(lead * 1_000_000)
        await from_asyncio(_set_off, pool, due)
        watch = _Watch(shape.total, late=late)
        keeper = Keeper(pool, dsn=dsn, daemon="bench", release=PACK.release, observe=watch.observe)
        nursery.start_soon(keeper.run)
        await _until(keeper, due - 100_000)
        if len(keeper.kept) != shape.campaigns + WARM or watch.warm != WARM:
            nursery.cancel_scope.cancel()
            return None
        stopwatch.start()
        await watch.done.wait()
        spent = stopwatch.spent()
        await trio.sleep(_SETTLED)
        nursery.cancel_scope.cancel()
    if record is not None:
        await trio.Path(record).write_bytes(msgspec.msgpack.encode(written))
    spent.seconds = (watch.last - due) / 1_000_000
    return Matured(watch.letters, spent, watch.commits, watch.lateness)


async def _until(keeper: Keeper, wall: int) -> None:
    await keeper.started.wait()
    await trio.sleep(max(0, wall - keeper.clock.now()) / 1_000_000)


class _Watch:
    """Counts what the keeper reports."""

    def __init__(self, total: int, *, late: bool) -> None:
        self.total = total
        self.late = late
        self.letters = 0
        self.commits = 0
        self.warm = 0
        self.last = 0
        self.lateness: list[int] = []
        self.done = trio.Event()

    def observe(self, kept: Kept, turn: Turn, now: int) -> None:
        if kept.campaign_id.startswith(WARM_ID):
            self.warm += turn.batch.events
            return
        self.letters += turn.batch.events
        self.commits += 1
        self.last = max(self.last, now)
        if self.late:
            self.lateness.extend(now - wall for wall in turn.batch.walls)
        if self.letters >= self.total:
            self.done.set()


def _record(written: list[list[CommitRows]]) -> None:
    """Have the keeper's commits noted on their way to the database."""

    async def noted(
        pool: asyncpg.Pool, batches: Sequence[CommitRows], way: Way = "together"
    ) -> Committed:
        written.append(list(batches))
        return await commit_all(pool, batches, way)

    keeper_module.commit_all = noted  # type: ignore[attr-defined]


async def _clock(pool: asyncpg.Pool) -> int:
    async with pool.acquire() as conn:
        return await clock_us(conn)


async def _set_off(pool: asyncpg.Pool, due: int) -> None:
    async with pool.acquire() as conn:
        await set_off(conn, due, due - _WARM_BEFORE)
