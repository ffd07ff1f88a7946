"""Two job queues at the same work: a job a letter, which writes the letter's rows in a transaction.

The rows are ready in memory, and a job writes them by one statement, so that what is measured is
the queue.  Time runs from the first job's start to the last one's end.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import asyncpg
import pgqueuer
import procrastinate
from pgqueuer.types import QueueExecutionMode
from procrastinate.types import JSONDict

from service.opening import POOL
from tests.benchmarks.letters import WARM
from tests.benchmarks.machine import Spent, Stopwatch

if TYPE_CHECKING:
    from service.store.rows import CommitRows, NoticeRow

_LETTER = """WITH state AS (
    INSERT INTO entity (campaign_id, id, kind, body) VALUES ($1, $2, $3, $4)
    ON CONFLICT (campaign_id, id) DO UPDATE SET kind = excluded.kind, body = excluded.body),
gone AS (DELETE FROM timeline WHERE campaign_id = $1 AND id = $5),
line AS (
    INSERT INTO journal (campaign_id, line, release, seq, at, event, kind, body, hash)
    VALUES ($1, 0, $6, $7, $8, $9, $10, $11, $12))
INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
VALUES ($1, $13, $14, $15, $16, $8, $17), ($1, $18, $19, $20, $21, $8, $22)"""

_BATCH = 100  # jobs PgQueuer takes at a time: the quickest of 10, 100 and 1,000
_WORKERS = 4  # Procrastinate's workers fetch a job at a time: so many together were the quickest


def letters_of(recorded: list[CommitRows]) -> list[tuple[Any, ...]]:
    """The arguments of the statement for each letter."""
    letters: list[tuple[Any, ...]] = []
    for rows in recorded:
        if rows.campaign_id.startswith(WARM):
            continue
        letters += [
            (
                rows.campaign_id, *entity, gone, rows.release, *line,
                *_told(rows.notices[2 * i]), *_told(rows.notices[2 * i + 1]),
            )
            for i, (entity, gone, line) in enumerate(
                zip(rows.entities, rows.timeline_gone, rows.journal, strict=True)
            )
        ]  # fmt: skip
    return letters


def _told(notice: NoticeRow) -> tuple[Any, ...]:
    person, n, notice_id, kind, _, body = notice
    return person, n, notice_id, kind, body


class _Meter:
    """When the first job began and the last one ended."""

    def __init__(
        self, pool: asyncpg.Pool, letters: list[tuple[Any, ...]], watch: Stopwatch, *, empty: bool
    ) -> None:
        self.pool = pool
        self.letters = letters
        self.watch = watch
        self.empty = empty
        self.left = len(letters)
        self.spent = Spent(0, 0, 0)

    async def job(self, number: int) -> None:
        if not self.watch.started:
            self.watch.start()
        if not self.empty:
            async with self.pool.acquire() as conn:
                await conn.execute(_LETTER, *self.letters[number])
        self.left -= 1
        if self.left == 0:
            self.spent = self.watch.spent()


async def run_pgqueuer(
    dsn: str, letters: list[tuple[Any, ...]], watch: Stopwatch, *, empty: bool, batch: int = _BATCH
) -> Spent:
    """PgQueuer on a pool of asyncpg; returns what that took."""
    pool = await asyncpg.create_pool(dsn, min_size=POOL, max_size=POOL)
    meter = _Meter(pool, letters, watch, empty=empty)
    async with pool:
        queue = pgqueuer.PgQueuer.from_asyncpg_pool(pool)

        @queue.entrypoint("letter")
        async def letter(job: pgqueuer.Job) -> None:
            assert job.payload is not None
            await meter.job(int(job.payload))

        numbers = range(len(letters))
        await pgqueuer.Queries.from_asyncpg_pool(pool).enqueue(
            ["letter"] * len(numbers), [str(n).encode() for n in numbers], [0] * len(numbers)
        )
        await queue.run(batch_size=batch, mode=QueueExecutionMode.drain)
    return meter.spent


async def run_procrastinate(
    dsn: str,
    letters: list[tuple[Any, ...]],
    watch: Stopwatch,
    *,
    empty: bool,
    workers: int = _WORKERS,
) -> Spent:
    """Procrastinate on a pool of psycopg, its jobs' rows through asyncpg."""
    pool = await asyncpg.create_pool(dsn, min_size=POOL, max_size=POOL)
    meter = _Meter(pool, letters, watch, empty=empty)
    connector = procrastinate.PsycopgConnector(conninfo=dsn, min_size=POOL, max_size=POOL)
    app = procrastinate.App(connector=connector)

    @app.task(name="letter")
    async def letter(number: int) -> None:
        await meter.job(number)

    async with pool, app.open_async():
        jobs: list[JSONDict] = [{"number": n} for n in range(len(letters))]
        await letter.batch_defer_async(*jobs)
        async with asyncio.TaskGroup() as group:
            for _ in range(workers):
                group.create_task(
                    app.run_worker_async(
                        wait=False,
                        concurrency=max(1, POOL // workers),
                        listen_notify=False,
                        install_signal_handlers=False,
                    )
                )
    return meter.spent
