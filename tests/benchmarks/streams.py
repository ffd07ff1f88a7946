"""How soon many hear: ``python tests/benchmarks/streams.py``.

A daemon has a thousand streams of notices open, each a connection of its own from another process,
eight to an account as its browser windows would have.  Notices are committed as another daemon's
keeper commits them (this one is not told and has to look), one for everybody at a time.  Printed
are how long it takes from the commit until all have heard, what the daemon uses while nothing is
committed, and what a notice costs it for each who hears it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import asyncpg
import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service import embedded
from service.api.streams import OF_ONE
from service.intake.founding import found_campaign
from service.packs import load_pack
from service.people.accounts import make_token, register
from service.people.who import Membership
from service.store.memberships import add_member
from service.store.schema import upgrade
from service.store.session import open_pool, writing
from tests.benchmarks.machine import describe
from tests.benchmarks.pages import cpu_seconds, run
from tests.faults.daemons import FERRY, Daemon
from tests.service.api.site import FILES

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

PERSON = "ann"
#: Streams that are being opened at the same time.
AT_ONCE = 50
#: Seconds to wait for what has to come.
PATIENCE = 120.0


class Seat(msgspec.Struct, frozen=True):
    """An account's token, and the campaign to whose notices it listens."""

    token: str
    campaign: str


class Report(msgspec.Struct, frozen=True):
    """What was measured.

    Attributes:
        streams: how many listened.
        opened: seconds until all streams were open.
        idle: part of a core that the daemon used while all listened and nothing came.
        heard: for each notice, seconds from its commit until the first and the last had heard it.
        cost: milliseconds of the daemon's CPU for each notice and each who heard it.
    """

    streams: int
    opened: float
    idle: float
    heard: list[tuple[float, float]]
    cost: float

    def lines(self) -> list[str]:
        """It in words."""
        last = sorted(last for _, last in self.heard)
        first = sorted(first for first, _ in self.heard)
        middle = len(last) // 2
        return [
            f"{self.streams} streams open after {self.opened:.1f} s",
            f"idle: the daemon used {self.idle * 100:.1f} % of a core",
            (
                f"all heard {last[middle]:.2f} s after the commit, the first {first[middle]:.2f} s"
                f" (medians of {len(last)} notices; worst {last[-1]:.2f} s)"
            ),
            (
                f"the daemon used {self.cost * self.streams:.0f} ms of CPU a notice,"
                f" {self.cost:.2f} ms for each who heard it"
            ),
        ]


async def make(dsn: str, streams: int) -> list[Seat]:
    """A campaign and a player for every few streams."""
    load_pack(FERRY)
    seats: list[Seat] = []
    async with open_pool(dsn, size=4) as pool:
        for n in range(-(-streams // OF_ONE)):
            name = f"ferry-{n}"
            await found_campaign(pool, name, FILES, seed=n)
            async with writing(pool) as conn:
                account = await register(conn, f"player{n}@example.org", "A player")
                token = await make_token(conn, account, "a benchmark", ("read",))
                part = Membership(
                    campaign_id=name, account_id=account.id, role="player", person=PERSON
                )
                await add_member(conn, part)
            seats += [Seat(token, name)] * OF_ONE
    return seats[:streams]


async def commit(dsn: str, n: int) -> float:
    """The n-th notice for everybody, as a keeper's commit leaves it; when it was committed."""
    body = json.dumps({"kind": "clock_changed", "what": f"no {n}", "by": "x", "detail": "y"})
    conn = await asyncpg.connect(dsn)
    try:
        async with conn.transaction():
            await conn.execute(
                """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
                SELECT campaign_id, $1, $2, $3, 'clock_changed', 0, $4 FROM due""",
                PERSON,
                n,
                f"notice-{n}",
                body.encode(),
            )
            await conn.execute("UPDATE due SET notices = notices + 1")
        return time.monotonic()
    finally:
        await conn.close()


async def listen(address: str, seats: list[Seat], rounds: int, pipe: Connection) -> None:
    """Open all streams and say so; then say of each notice when the first and the last heard it."""
    heard: dict[int, list[float]] = {n: [] for n in range(1, rounds + 1)}
    gate = asyncio.Semaphore(AT_ONCE)
    opened = 0

    async def one(http: aiohttp.ClientSession, seat: Seat) -> None:
        nonlocal opened
        path = f"/api/v1/campaigns/{seat.campaign}/persons/{PERSON}/stream?after=0"
        async with gate:
            got = await http.get(address + path, headers={"Authorization": f"Bearer {seat.token}"})
            if got.status != 200:
                raise AssertionError(f"no stream: {got.status} {await got.text()}")
            await got.content.readline()
        opened += 1
        if opened == len(seats):
            pipe.send(time.monotonic())
        expected = 1
        while expected <= rounds:
            line = await got.content.readline()
            if not line:
                raise AssertionError("a stream ended")
            if line.startswith(b"id: "):
                if int(line[4:]) != expected:
                    raise AssertionError(f"{line!r} came where {expected} was to come")
                heard[expected].append(time.monotonic())
                if len(heard[expected]) == len(seats):
                    pipe.send((heard[expected][0], heard[expected][-1]))
                expected += 1
        got.close()

    connector = aiohttp.TCPConnector(limit=0)
    timeout = aiohttp.ClientTimeout(total=None)
    async with (
        aiohttp.ClientSession(connector=connector, timeout=timeout) as http,
        asyncio.TaskGroup() as group,
    ):
        for seat in seats:
            group.create_task(one(http, seat))


def in_its_own_process(address: str, seats: list[Seat], rounds: int, pipe: Connection) -> None:
    """Listen, in a process that was started for it."""
    run(listen, address, seats, rounds, pipe)


def told(pipe: Connection) -> Any:
    """What the listeners say next."""
    if not pipe.poll(PATIENCE):
        raise TimeoutError(f"The listeners said nothing for {PATIENCE:.0f} s.")
    return pipe.recv()


def measure(streams: int, rounds: int, idle: float, settings: dict[str, str]) -> Report:
    """Open, wait, commit; *idle* is seconds."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    spawn = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory(prefix="galloper-streams-") as directory:
        server = embedded.enter(Path(directory), {"max_connections": "100", **settings})
        try:
            dsn = server.dsn("postgres")
            run(upgrade, dsn)
            seats = run(make, dsn, streams)
            daemon = Daemon(dsn, Path(directory) / "daemon.log")
            here, there = spawn.Pipe()
            try:
                address = daemon.address()
                began = time.monotonic()
                given = (address, seats, rounds, there)
                listeners = spawn.Process(target=in_its_own_process, args=given, daemon=True)
                listeners.start()
                there.close()
                try:
                    opened = told(here) - began
                    return _measured(daemon.process.pid, dsn, here, (streams, rounds, idle, opened))
                finally:
                    listeners.kill()
                    listeners.join()
            finally:
                daemon.close()
        finally:
            embedded.leave(server)


def _measured(
    process: int, dsn: str, pipe: Connection, given: tuple[int, int, float, float]
) -> Report:
    streams, rounds, idle, opened = given
    before, began = cpu_seconds(process), time.monotonic()
    time.sleep(idle)
    used = (cpu_seconds(process) - before) / (time.monotonic() - began)
    heard = []
    before = cpu_seconds(process)
    for n in range(1, rounds + 1):
        committed = run(commit, dsn, n)
        first, last = told(pipe)
        heard.append((first - committed, last - committed))
    spent = cpu_seconds(process) - before
    return Report(streams, opened, used, heard, spent * 1000 / (streams * rounds))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--notices", type=int, default=10, help="committed one after another")
    parser.add_argument("--idle", type=float, default=20.0, help="seconds without a notice")
    wanted = parser.parse_args()
    print(describe().sentence())
    for line in measure(wanted.streams, wanted.notices, wanted.idle, {}).lines():
        print(line)


if __name__ == "__main__":
    main()
