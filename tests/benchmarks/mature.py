"""How many letters mature a second, beside a bare asyncpg loop and two job queues.

    python tests/benchmarks/mature.py [--shape one] [--letters N] [--rounds 3] [--json]

A letter matures: its entity changes, its entry leaves the timeline, the journal gains a line, and
two notices are written, all in one durable transaction.  Every contender runs in a process of its
own on a fresh copy of the same database, all on one embedded PostgreSQL with fsync on; they take
turns, and the median of the rounds is shown.  docs/performance.md says more.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec
from rich.console import Console
from rich.table import Table

# Run as a script, the folder of this file is on the path and the project's is not.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.contest import Job, in_child
from tests.benchmarks.ground import Ground, ground
from tests.benchmarks.letters import Shape
from tests.benchmarks.machine import Machine, describe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.benchmarks.keeping import Matured

SHAPES = {
    "one": Shape(1, 100_000),
    "ten": Shape(1_000, 10),
    "single": Shape(1_000, 1),
}
PEERS: tuple[Literal["pgqueuer", "procrastinate"], ...] = ("pgqueuer", "procrastinate")

_RATE = 200  # letters a second, for lateness
_LONGEST_LEAD = 300.0


class Result(msgspec.Struct):
    """Medians for one contender on one shape; CPU µs a letter, of the program and the server."""

    shape: str
    who: str
    letters: int
    rate: float
    of_bare: float
    cpu_us: float
    server_us: float
    commits: int
    rates: list[float]


class Lateness(msgspec.Struct):
    """How late events were committed at a steady rate, in ms on the database's clock."""

    campaigns: int
    rate: float
    seconds: float
    p50: float
    p99: float
    worst: float


class Report(msgspec.Struct):
    """Everything a run found."""

    machine: Machine
    rounds: int
    results: list[Result]
    lateness: Lateness | None


class Contest:
    """Contenders taking turns on one server."""

    def __init__(self, place: Ground, folder: Path, say: Console) -> None:
        self.place = place
        self.folder = folder
        self.say = say
        self.lead = 5.0

    def galloper(self, shape: Shape, rows: str, *, record: bool, late: bool = False) -> Matured:
        while True:
            with self.place.fresh(shape) as dsn:
                job = Job(
                    "galloper",
                    dsn,
                    self.place.postmaster,
                    shape,
                    rows,
                    record=record,
                    late=late,
                    lead=self.lead,
                )
                matured = in_child(job)
            if matured is not None:
                return matured
            if self.lead > _LONGEST_LEAD:
                raise SystemExit(f"campaigns were not opened within {self.lead:.0f} s; giving up")
            self.lead *= 1.6

    def bare(self, shape: Shape, rows: str) -> Matured:
        """Let the bare loop write what galloper wrote."""
        with self.place.fresh(shape) as dsn:
            return _surely(in_child(Job("bare", dsn, self.place.postmaster, shape, rows)))

    def peers(self, shape: Shape, rows: str, jobs: int) -> Iterator[tuple[str, Matured]]:
        """Let the job queues run, each with letters of its own, and with jobs that do nothing."""
        many = min(jobs, shape.total // len(PEERS))
        with self.place.fresh(shape) as dsn:
            for n, who in enumerate(PEERS):
                job = Job(who, dsn, self.place.postmaster, shape, rows, first=n * many, jobs=many)
                yield who, _surely(in_child(job))
                job.empty = True
                yield f"{who}, empty job", _surely(in_child(job))

    def on(self, name: str, shape: Shape, rounds: int, jobs: int) -> Iterator[Result]:
        """Let all contenders run on a shape, in turn."""
        rows = str(self.folder / f"{name}.rows")
        self.say.print(f"[dim]{name}: founding {shape.campaigns:,} campaigns", highlight=False)
        self.galloper(shape, rows, record=True)
        runs: dict[str, list[Matured]] = {}
        for turn in range(rounds):
            self.say.print(f"[dim]{name}: round {turn + 1} of {rounds}", highlight=False)
            runs.setdefault("galloper", []).append(self.galloper(shape, rows, record=False))
            runs.setdefault("bare", []).append(self.bare(shape, rows))
            for who, run in self.peers(shape, rows, jobs):
                runs.setdefault(who, []).append(run)
        bare = statistics.median(run.rate for run in runs["bare"])
        for who, all_runs in runs.items():
            rate = statistics.median(run.rate for run in all_runs)
            yield Result(
                shape=name,
                who=who,
                letters=all_runs[0].letters,
                rate=rate,
                of_bare=rate / bare,
                cpu_us=statistics.median(run.spent.cpu / run.letters * 1e6 for run in all_runs),
                server_us=statistics.median(
                    run.spent.server / run.letters * 1e6 for run in all_runs
                ),
                commits=int(statistics.median(run.commits for run in all_runs)),
                rates=[run.rate for run in all_runs],
            )

    def lateness(self, campaigns: int, seconds: int) -> Lateness:
        """Let letters fall due at a steady rate, spread over the campaigns."""
        each = max(1, _RATE * seconds // campaigns)
        stagger = 1000 // _RATE
        shape = Shape(campaigns, each, stagger, stagger * campaigns)
        self.say.print(f"[dim]lateness: {shape.total:,} letters", highlight=False)
        run = self.galloper(shape, "", record=False, late=True)
        late = sorted(run.lateness)
        cuts = statistics.quantiles(late, n=100)
        return Lateness(
            campaigns=campaigns,
            rate=len(late) / run.spent.seconds,
            seconds=run.spent.seconds,
            p50=statistics.median(late) / 1000,
            p99=cuts[98] / 1000,
            worst=late[-1] / 1000,
        )


def _surely(matured: Matured | None) -> Matured:
    assert matured is not None
    return matured


def show(report: Report, console: Console) -> None:
    """Print what was found as tables."""
    console.print(report.machine.sentence(), highlight=False)
    table = Table(title=f"letters matured a second (median of {report.rounds})")
    for heading in ("shape", "who"):
        table.add_column(heading, no_wrap=True)
    for heading in ("letters", "letters/s", "of bare", "CPU µs", "server µs", "commits", "runs"):
        table.add_column(heading, justify="right")
    shape = ""
    for result in report.results:
        new = result.shape != shape
        if new:
            shape = result.shape
            table.add_section()
        table.add_row(
            shape if new else "",
            result.who,
            f"{result.letters:,}",
            f"{result.rate:,.0f}",
            f"{result.of_bare:.0%}",
            f"{result.cpu_us:.0f}",
            f"{result.server_us:.0f}",
            f"{result.commits:,}",
            " ".join(f"{rate:,.0f}" for rate in result.rates),
        )
    console.print(table)
    if (late := report.lateness) is not None:
        table = Table(title=f"lateness at {late.rate:.0f} letters/s, {late.campaigns:,} campaigns")
        for heading in ("seconds", "p50", "p99", "worst"):
            table.add_column(heading, justify="right")
        table.add_row(
            f"{late.seconds:.0f}",
            f"{late.p50:.1f} ms",
            f"{late.p99:.1f} ms",
            f"{late.worst:.1f} ms",
        )
        console.print(table)


def measure(
    options: argparse.Namespace, say: Console, settings: dict[str, str] | None = None
) -> Report:
    """Run what was asked for; *settings* are the server's, durable if not said otherwise."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="galloper-bench-")))
        place = stack.enter_context(ground(settings))
        contest = Contest(place, folder, say)
        results: list[Result] = []
        for name in options.shape or SHAPES:
            shape = SHAPES[name]
            if options.letters:
                shape = scaled(shape, options.letters)
            results += contest.on(name, shape, options.rounds, options.jobs)
        lateness = None
        if options.seconds:
            lateness = contest.lateness(options.campaigns, options.seconds)
        return Report(describe(), options.rounds, results, lateness)


def scaled(shape: Shape, letters: int) -> Shape:
    """The same shape with about so many letters in all."""
    if shape.campaigns == 1:
        return Shape(1, letters)
    return Shape(max(1, letters // shape.letters), shape.letters)


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--shape", action="append", choices=SHAPES, help="only this; repeatable")
    parser.add_argument("--letters", type=int, default=0, help="about so many letters a shape")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each contender")
    parser.add_argument("--jobs", type=int, default=2_000, help="letters the job queues get")
    parser.add_argument(
        "--seconds", type=int, default=30, help="how long to measure lateness; 0: not at all"
    )
    parser.add_argument(
        "--campaigns", type=int, default=1_000, help="campaigns lateness is measured over"
    )
    return parser.parse_args(arguments)


def main() -> None:
    chosen = options()
    report = measure(chosen, Console(stderr=True))
    if chosen.json:
        print(msgspec.json.format(msgspec.json.encode(report)).decode())
    else:
        show(report, Console())


if __name__ == "__main__":
    main()
