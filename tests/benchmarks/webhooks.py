"""How many webhooks a second reach a healthy receiver, beside a bare loop posting the same bytes.

    python tests/benchmarks/webhooks.py [--messages 5000] [--endpoints 10] [--rounds 3] [--json]

*galloper* is the dispatcher as the daemon runs it: it counts each attempt, signs and posts the kept
bytes in order, and moves the delivery to what is done, durably.  *bare* posts these bytes with
aiohttp, one request after another on as many endpoints, and keeps nothing.  The receiver is a
process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import aiohttp
import msgspec
import trio
from aiohttp import web
from rich.console import Console
from rich.table import Table

# Run as a script, the folder of this file is on the path and the project's is not.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service import embedded
from service.bridge import from_asyncio, held, run
from service.config import Config
from service.intake.founding import found_campaign
from service.notify.dispatcher import Dispatcher
from service.packs import load_pack
from service.store.schema import upgrade
from service.store.session import open_pool
from tests.benchmarks.machine import Machine, describe
from tests.packs import ferry
from world.clock import Rate

if TYPE_CHECKING:
    from collections.abc import Iterator

    import asyncpg

_FILES = {"scenario.yaml": "title: Webhooks\npack: ferry\n"}


class Report(msgspec.Struct):
    """Webhooks a second in each round and CPU for each (us), and the shares of the medians.

    The CPU is that of the process that sends; its share is how much less the bare loop takes, and
    hardly depends on what else the machine does.
    """

    machine: Machine
    messages: int
    endpoints: int
    galloper: list[float]
    bare: list[float]
    share: float
    galloper_cpu: list[float]
    bare_cpu: list[float]
    cpu_share: float


class Round(NamedTuple):
    """Webhooks a second, and microseconds of CPU for each."""

    rate: float
    cpu: float


class Watch:
    """How long something takes, by the clock and of this process's CPU."""

    def __init__(self) -> None:
        self._began = time.perf_counter(), time.process_time()

    def seconds(self) -> float:
        return time.perf_counter() - self._began[0]

    def round(self, count: int) -> Round:
        took = time.perf_counter() - self._began[0]
        cpu = time.process_time() - self._began[1]
        return Round(count / took, cpu / count * 1e6)


@contextlib.contextmanager
def receiver() -> Iterator[str]:
    """A receiver that takes everything, in a process of its own; its address."""
    child = subprocess.Popen(
        [sys.executable, __file__, "--receive"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None
        yield child.stdout.readline().strip()
    finally:
        child.kill()
        child.wait()


async def receive() -> None:
    """Take everything, until killed."""

    async def take(request: web.Request) -> web.Response:
        await request.read()
        return web.Response(status=204)

    app = web.Application()
    app.router.add_post("/{tail:.*}", take)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.Event().wait()


async def tell(pool: asyncpg.Pool, address: str, endpoints: int, messages: int) -> None:
    """Leave notices as a keeper's commits do, and a channel for each of their persons."""
    await pool.execute("TRUNCATE channel, notice, delivery, delivered, outbox, outbox_person")
    await pool.execute(
        """INSERT INTO channel (campaign_id, id, person, kind, address, secret)
        SELECT 'c', 'e' || e, 'e' || e, 'webhook', $1 || '/' || e, '0123456789abcdef01234567'
        FROM generate_series(1, $2::integer) AS e""",
        address,
        endpoints,
    )
    await pool.execute(
        """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
        SELECT 'c', id, n, id || '/' || n, 'came', n, convert_to(
            '{"kind":"came","sender":"ann","text":"March at once with all you have."}', 'UTF8')
        FROM channel, generate_series(1, $1::integer) AS n""",
        messages // endpoints,
    )
    await pool.execute("UPDATE due SET notices = $1", messages // endpoints * endpoints)
    await pool.execute("CHECKPOINT")


async def deliver(
    pool: asyncpg.Pool, folder: Path, address: str, endpoints: int, messages: int
) -> Round:
    """Let the dispatcher send everything."""
    await from_asyncio(tell, pool, address, endpoints, messages, timeout=60.0)
    dispatcher = Dispatcher(pool, Config(data=folder, allow_private=True, daemon="bench"))
    want = messages // endpoints * endpoints
    async with trio.open_nursery() as nursery:
        watch = Watch()
        nursery.start_soon(dispatcher.run)
        while (sent := await from_asyncio(_sent, pool)) < want:  # noqa: ASYNC110 - another writes
            # Looked at the more often the less is left, so that looking hardly counts.
            await trio.sleep(min(max(watch.seconds() * (want - sent) / (want + sent), 0.02), 1.0))
        done = watch.round(want)
        nursery.cancel_scope.cancel()
    return done


async def _sent(pool: asyncpg.Pool) -> int:
    count: int = await pool.fetchval("SELECT count(*) FROM delivered WHERE outcome = 'sent'")
    return count


async def post(pool: asyncpg.Pool) -> Round:
    """Post what was delivered once more, with nothing around it."""
    rows = await pool.fetch(
        """SELECT channel_id, address, delivered.body FROM delivered
        JOIN channel ON channel.id = channel_id ORDER BY channel_id, number"""
    )
    by_endpoint: dict[str, list[bytes]] = {}
    for row in rows:
        by_endpoint.setdefault(row["address"], []).append(row["body"])

    async def loop(session: aiohttp.ClientSession, address: str, bodies: list[bytes]) -> None:
        for body in bodies:
            async with session.post(
                address, data=body, headers={"Content-Type": "application/json"}
            ) as response:
                assert response.status == 204

    async with aiohttp.ClientSession() as session:
        watch = Watch()
        await asyncio.gather(*(loop(session, *one) for one in by_endpoint.items()))
        return watch.round(len(rows))


async def measure(dsn: str, folder: Path, options: argparse.Namespace) -> Report:
    """Run both in turn."""
    galloper, bare = [], []
    with receiver() as address:
        async with held(open_pool(dsn)) as pool:
            await from_asyncio(_found, pool)
            for _ in range(options.rounds):
                galloper.append(
                    await deliver(pool, folder, address, options.endpoints, options.messages)
                )
                bare.append(await from_asyncio(post, pool, timeout=120.0))
    rates = [one.rate for one in galloper], [one.rate for one in bare]
    cpus = [one.cpu for one in galloper], [one.cpu for one in bare]
    share = statistics.median(rates[0]) / statistics.median(rates[1])
    cpu_share = statistics.median(cpus[1]) / statistics.median(cpus[0])
    return Report(describe(), options.messages, options.endpoints, *rates, share, *cpus, cpu_share)


async def _found(pool: asyncpg.Pool) -> None:
    await found_campaign(pool, "c", _FILES, rate=Rate(1, 1), seed=7)


def show(report: Report, console: Console) -> None:
    """Print a report for people."""
    table = Table(title=f"{report.messages:,} webhooks to {report.endpoints} endpoints")
    for column in ("who", "webhooks/s (median)", "of bare", "CPU µs", "of bare ", "rounds"):
        table.add_column(column, justify="left" if column == "who" else "right")
    for who, runs, share, cpu, cpu_share in (
        ("galloper", report.galloper, report.share, report.galloper_cpu, report.cpu_share),
        ("bare aiohttp loop", report.bare, 1.0, report.bare_cpu, 1.0),
    ):
        table.add_row(
            who,
            f"{statistics.median(runs):,.0f}",
            f"{share:.0%}",
            f"{statistics.median(cpu):,.0f}",
            f"{cpu_share:.0%}",
            " ".join(f"{one:,.0f}" for one in runs),
        )
    console.print(report.machine.sentence(), highlight=False)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--messages", type=int, default=5_000)
    parser.add_argument("--endpoints", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--receive", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.receive:
        asyncio.run(receive())
        return
    load_pack(f"{ferry.__name__}:PACK")
    with tempfile.TemporaryDirectory(prefix="galloper-bench-") as directory:
        folder = Path(directory)
        server = embedded.enter(folder, {})
        try:
            dsn = server.dsn("postgres")
            asyncio.run(upgrade(dsn))
            report = run(measure, dsn, folder, options)
        finally:
            embedded.leave(server)
    assert report is not None
    if options.json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(report)).decode() + "\n")
    else:
        show(report, Console())


if __name__ == "__main__":
    main()
