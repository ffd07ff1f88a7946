"""The benchmark runs, and what it compares is the same work."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from rich.console import Console

from tests.benchmarks.contest import Job, in_child
from tests.benchmarks.ground import Ground, ground, in_asyncio
from tests.benchmarks.letters import Shape
from tests.benchmarks.mature import measure, options, show

# All columns but those that tell when a row was written or which daemon wrote it.
TABLES = {
    "entity": "campaign_id, id, kind, body",
    "timeline": "campaign_id, id, body",
    "journal": "campaign_id, line, release, seq, at, event, kind, body, hash",
    "known": "campaign_id, person, n, body",
    "notice": "campaign_id, person, n, id, kind, at, body",
    "due": "campaign_id, version, now, seq, head, line, notices",
}


async def everything(dsn: str) -> dict[str, list[Any]]:
    """What matured campaigns leave behind, without the clocks that each run sets."""
    conn = await asyncpg.connect(dsn)
    try:
        found = {}
        for table, columns in TABLES.items():
            where = "WHERE kind <> 'clock'" if table == "entity" else ""
            rows = await conn.fetch(f"SELECT {columns} FROM {table} {where}")  # noqa: S608
            found[table] = sorted(map(tuple, rows))
        return found
    finally:
        await conn.close()


def run_and_read(place: Ground, job: Job) -> dict[str, list[Any]] | None:
    with place.fresh(job.shape) as dsn:
        job.dsn = dsn
        matured = in_child(job)
        return None if matured is None else in_asyncio(everything(dsn))


@pytest.mark.parametrize("shape", [Shape(1, 60), Shape(5, 3)], ids=["one", "several"])
def test_the_bare_loop_writes_the_very_rows_the_keeper_wrote(shape: Shape) -> None:
    with ground({"fsync": "off"}) as place, tempfile.TemporaryDirectory() as folder:
        rows = str(Path(folder) / "rows")
        keeper, lead = None, 3.0
        while keeper is None:
            job = Job("galloper", "", place.postmaster, shape, rows, record=True, lead=lead)
            keeper = run_and_read(place, job)
            lead *= 2
        bare = run_and_read(place, Job("bare", "", place.postmaster, shape, rows))
    assert bare == keeper
    matured = [row for row in keeper["journal"] if row[0].startswith("c") and row[6] == "arrive"]
    assert len(matured) == shape.total
    assert not keeper["timeline"]


def test_the_benchmark_reports_every_contender() -> None:
    tiny = "--shape single --letters 10 --rounds 1 --jobs 5 --seconds 1 --campaigns 10"
    report = measure(options(tiny.split()), Console(quiet=True), {"fsync": "off"})
    peers = [who for name in ("pgqueuer", "procrastinate") for who in (name, f"{name}, empty job")]
    assert [result.who for result in report.results] == ["galloper", "bare", *peers]
    assert all(result.rate > 0 for result in report.results)
    assert report.lateness is not None
    assert 0 < report.lateness.p50 <= report.lateness.p99 <= report.lateness.worst
    show(report, Console(quiet=True))
