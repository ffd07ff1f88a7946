"""One run of one contender, in a process of its own: ``python -m tests.benchmarks.contest JOB``.

JOB is a :class:`Job` as JSON; the result is one line of JSON.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from typing import Literal

import msgspec

from service.bridge import run
from service.opening import POOL
from service.store.rows import CommitRows
from tests.benchmarks.bare import replay
from tests.benchmarks.ground import in_asyncio
from tests.benchmarks.keeping import Matured, keep
from tests.benchmarks.letters import Shape
from tests.benchmarks.machine import Stopwatch
from tests.benchmarks.peers import letters_of, run_pgqueuer, run_procrastinate

ROOT = Path(__file__).resolve().parents[2]


class Job(msgspec.Struct):
    """What to run: who, on which database, on which shape, with the rows of which file.

    ``lead`` (seconds) is for galloper; ``first``, ``jobs`` and ``empty`` are for the job queues:
    which letters are theirs, and whether their jobs do nothing.
    """

    who: Literal["galloper", "bare", "pgqueuer", "procrastinate"]
    dsn: str
    postmaster: int
    shape: Shape
    rows: str
    record: bool = False
    late: bool = False
    lead: float = 5.0
    first: int = 0
    jobs: int = 0
    empty: bool = False


def in_child(job: Job) -> Matured | None:
    """Run it; None where campaigns were not open in time.

    Raises:
        subprocess.CalledProcessError: it failed, with its last words on stderr.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.contest", msgspec.json.encode(job).decode()],
        check=True,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=Matured | None)


def contend(job: Job) -> Matured | None:
    """Run one contender in this process."""
    rows = Path(job.rows)
    if job.who == "galloper":
        return run(_keep, job)
    recorded = msgspec.msgpack.decode(rows.read_bytes(), type=list[list[CommitRows]])
    watch = Stopwatch(job.postmaster)
    if job.who == "bare":
        spent = in_asyncio(replay(job.dsn, recorded, POOL, watch))
        return Matured(job.shape.total, spent, len(recorded))
    contender = run_pgqueuer if job.who == "pgqueuer" else run_procrastinate
    letters = letters_of([rows for group in recorded for rows in group])
    mine = letters[job.first : job.first + job.jobs]
    return Matured(job.jobs, in_asyncio(contender(job.dsn, mine, watch, empty=job.empty)), job.jobs)


async def _keep(job: Job) -> Matured | None:
    record = Path(job.rows) if job.record else None
    watch = Stopwatch(job.postmaster)
    return await keep(job.dsn, job.shape, job.lead, record, watch, late=job.late)


def main() -> None:
    """Entry of the child process."""
    logging.disable(logging.INFO)
    job = msgspec.json.decode(sys.argv[1].encode(), type=Job)
    sys.stdout.write(msgspec.json.encode(contend(job)).decode() + "\n")


if __name__ == "__main__":
    main()
