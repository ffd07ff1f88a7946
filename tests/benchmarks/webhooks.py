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
from typing import TYPE_CHECKING

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
    """Webhooks a second in each round, and the share of the medians."""

    machine: Machine
    messages: int
    endpoints: int
    galloper: list[float]
    bare: list[float]
    share: float


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
) -> float:
    """Let the dispatcher send everything; webhooks a second."""
    await from_asyncio(tell, pool, address, endpoints, messages, timeout=60.0)
    dispatcher = Dispatcher(pool, Config(data=folder, allow_private=True, daemon="bench"))
    want = messages // endpoints * endpoints
    async with trio.open_nursery() as nursery:
        began = time.perf_counter()
        nursery.start_soon(dispatcher.run)
        while await from_asyncio(_sent, pool) < want:  # noqa: ASYNC110 - another side writes
            await trio.sleep(0.01)
        took = time.perf_counter() - began
        nursery.cancel_scope.cancel()
    return want / took


async def _sent(pool: asyncpg.Pool) -> int:
    count: int = await pool.fetchval("SELECT count(*) FROM delivered WHERE outcome = 'sent'")
    return count


async def post(pool: asyncpg.Pool) -> float:
    """Post what was delivered once more, with nothing around it; webhooks a second."""
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
        began = time.perf_counter()
        await asyncio.gather(*(loop(session, *one) for one in by_endpoint.items()))
        return len(rows) / (time.perf_counter() - began)


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
    share = statistics.median(galloper) / statistics.median(bare)
    return Report(describe(), options.messages, options.endpoints, galloper, bare, share)


async def _found(pool: asyncpg.Pool) -> None:
    await found_campaign(pool, "c", _FILES, rate=Rate(1, 1), seed=7)


def show(report: Report, console: Console) -> None:
    """Print a report for people."""
    table = Table(title=f"{report.messages:,} webhooks to {report.endpoints} endpoints")
    for column in ("who", "webhooks/s (median)", "of bare", "rounds"):
        table.add_column(column, justify="left" if column == "who" else "right")
    for who, runs, share in (
        ("galloper", report.galloper, report.share),
        ("bare aiohttp loop", report.bare, 1.0),
    ):
        rounds = " ".join(f"{one:,.0f}" for one in runs)
        table.add_row(who, f"{statistics.median(runs):,.0f}", f"{share:.0%}", rounds)
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
