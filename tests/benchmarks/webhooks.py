"""How many webhooks a second reach a healthy receiver, beside a bare loop posting the same bytes.

    python tests/benchmarks/webhooks.py [--messages 5000] [--endpoints 10] [--rounds 3] [--json]

*galloper* is the dispatcher as the daemon runs it: it counts each attempt, signs and posts the kept
bytes in order, and moves the delivery to what is done, durably.  *bare* posts these bytes with an
aiohttp session, one request after another on as many endpoints, and keeps nothing.  The receiver is
a process of its own.  Both have posted some messages before their time is taken.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import subprocess
import sys
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

from service.bridge import from_asyncio, held, run
from service.config import Config
from service.intake.founding import found_campaign
from service.notify.dispatcher import Dispatcher
from service.packs import load_pack
from service.store.schema import upgrade
from service.store.session import open_pool
from tests.benchmarks.ground import Ground, ground
from tests.benchmarks.machine import Machine, Stopwatch, describe
from tests.packs import ferry
from tests.service.notify.sending import at_work
from world.clock import Rate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    import asyncpg

_FILES = {"scenario.yaml": "title: Webhooks\npack: ferry\n"}


class Options(msgspec.Struct, frozen=True):
    """What is sent, to how many endpoints, and how often."""

    messages: int
    endpoints: int
    rounds: int


class Report(msgspec.Struct):
    """Webhooks a second in each round and CPU for each (us), and the shares of the medians.

    The CPU is that of the process that sends; its share is how much less the bare loop takes, and
    hardly depends on what else the machine does.  The database server's CPU comes on top of it.
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
    server_cpu: list[float]


class Round(NamedTuple):
    """Webhooks a second, and microseconds of CPU for each: the sender's, the database server's."""

    rate: float
    cpu: float
    server: float


def _round(watch: Stopwatch, count: int) -> Round:
    spent = watch.spent()
    return Round(count / spent.seconds, spent.cpu / count * 1e6, spent.server / count * 1e6)


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

    async def take(request: web.BaseRequest) -> web.Response:
        await request.read()
        return web.Response(status=204)

    runner = web.ServerRunner(web.Server(take, access_log=None))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}", flush=True)
    await asyncio.Event().wait()


async def tell(pool: asyncpg.Pool, address: str, endpoints: int, messages: int) -> None:
    """Leave notices as a keeper's commits do, and a channel for each person; nobody looks yet."""
    async with pool.acquire() as conn, conn.transaction():
        # The dispatcher looks once a second, and is to find all of it or nothing.
        await conn.execute("UPDATE due SET notices = 0")
        await conn.execute("TRUNCATE channel, notice, delivery, delivered, outbox, outbox_person")
        await conn.execute(
            """INSERT INTO channel (campaign_id, id, person, kind, address, secret)
            SELECT 'c', 'e' || e, 'e' || e, 'webhook', $1 || '/' || e, '0123456789abcdef01234567'
            FROM generate_series(1, $2::integer) AS e""",
            address,
            endpoints,
        )
        await conn.execute(
            """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
            SELECT 'c', id, n, id || '/' || n, 'came', n, convert_to(
                '{"kind":"came","sender":"ann","text":"March at once with all you have."}', 'UTF8')
            FROM channel, generate_series(1, $1::integer) AS n""",
            messages // endpoints,
        )
    await pool.execute("CHECKPOINT")


async def deliver(
    pool: asyncpg.Pool, dispatcher: Dispatcher, address: str, options: Options, watch: Stopwatch
) -> Round:
    """Let a running dispatcher send everything."""
    want = options.messages // options.endpoints * options.endpoints
    await from_asyncio(tell, pool, address, options.endpoints, options.messages, timeout=60.0)
    watch.start()
    await from_asyncio(pool.execute, "UPDATE due SET notices = $1", want)
    dispatcher.wake()
    while (sent := await from_asyncio(_sent, pool)) < want:
        # Looked at the more often the less is left, so that looking hardly counts.
        took = watch.seconds()
        await trio.sleep(min(max(took * (want - sent) / (want + sent), 0.02), 1.0))
    done = _round(watch, want)
    while await at_work(pool):  # noqa: ASYNC110 - another leaves its lanes
        await trio.sleep(0.02)
    return done


async def _sent(pool: asyncpg.Pool) -> int:
    count: int = await pool.fetchval("SELECT count(*) FROM delivered WHERE outcome = 'sent'")
    return count


async def post(pool: asyncpg.Pool, session: aiohttp.ClientSession, watch: Stopwatch) -> Round:
    """Post what was delivered once more, with nothing around it."""
    rows = await pool.fetch(
        """SELECT channel_id, address, delivered.body FROM delivered
        JOIN channel ON channel.id = channel_id ORDER BY channel_id, number"""
    )
    by_endpoint: dict[str, list[bytes]] = {}
    for row in rows:
        by_endpoint.setdefault(row["address"], []).append(row["body"])

    async def loop(address: str, bodies: list[bytes]) -> None:
        for body in bodies:
            async with session.post(
                address, data=body, headers={"Content-Type": "application/json"}
            ) as response:
                assert response.status == 204

    watch.start()
    await asyncio.gather(*(loop(*one) for one in by_endpoint.items()))
    return _round(watch, len(rows))


async def measure(place: Ground, options: Options) -> Report:
    """Run both in turn, after a few messages by each that are not counted."""
    galloper: list[Round] = []
    bare: list[Round] = []
    watch = Stopwatch(place.postmaster)
    few = msgspec.structs.replace(options, messages=options.endpoints * 20)
    dsn, folder = place.server.dsn("postgres"), place.server.cluster.parent
    async with (
        held(open_pool(dsn)) as pool,
        held(_session()) as session,
        trio.open_nursery() as nursery,
    ):
        await from_asyncio(_found, pool)
        dispatcher = Dispatcher(pool, Config(data=folder, allow_private=True, daemon="bench"))
        nursery.start_soon(dispatcher.run)
        with receiver() as address:
            for number in range(options.rounds + 1):
                now = options if number else few
                galloper.append(await deliver(pool, dispatcher, address, now, watch))
                bare.append(await from_asyncio(post, pool, session, watch, timeout=120.0))
        nursery.cancel_scope.cancel()
    del galloper[0], bare[0]
    rates = [one.rate for one in galloper], [one.rate for one in bare]
    cpus = [one.cpu for one in galloper], [one.cpu for one in bare]
    return Report(
        machine=describe(),
        messages=options.messages,
        endpoints=options.endpoints,
        galloper=rates[0],
        bare=rates[1],
        share=statistics.median(rates[0]) / statistics.median(rates[1]),
        galloper_cpu=cpus[0],
        bare_cpu=cpus[1],
        cpu_share=statistics.median(cpus[1]) / statistics.median(cpus[0]),
        server_cpu=[one.server for one in galloper],
    )


@contextlib.asynccontextmanager
async def _session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def _found(pool: asyncpg.Pool) -> None:
    await found_campaign(pool, "c", _FILES, rate=Rate(1, 1), seed=7)


def show(report: Report, console: Console) -> None:
    """Print a report for people."""
    table = Table(title=f"{report.messages:,} webhooks to {report.endpoints} endpoints")
    for column in ("who", "a second", "of bare", "CPU µs", "of bare ", "server µs", "rounds"):
        table.add_column(column, justify="left" if column == "who" else "right")
    for who, runs, share, cpu, cpu_share, server in (
        (
            "galloper",
            report.galloper,
            report.share,
            report.galloper_cpu,
            report.cpu_share,
            f"{statistics.median(report.server_cpu):,.0f}",
        ),
        ("bare aiohttp loop", report.bare, 1.0, report.bare_cpu, 1.0, ""),
    ):
        table.add_row(
            who,
            f"{statistics.median(runs):,.0f}",
            f"{share:.0%}",
            f"{statistics.median(cpu):,.0f}",
            f"{cpu_share:.0%}",
            server,
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
    given = parser.parse_args()
    if given.receive:
        asyncio.run(receive())
        return
    options = Options(given.messages, given.endpoints, given.rounds)
    load_pack(f"{ferry.__name__}:PACK")
    with ground() as place:
        asyncio.run(upgrade(place.server.dsn("postgres")))
        report = run(measure, place, options)
    assert report is not None
    if given.json:
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(report)).decode() + "\n")
    else:
        show(report, Console())


if __name__ == "__main__":
    main()
