"""How quickly pages come: ``python tests/benchmarks/pages.py``.

A daemon keeps a thousand live campaigns; a process of its own asks it for players' desks, a hundred
a second at steady instants, each player with a session of their own, whatever came of the request
before (an open load: a slow answer holds none up).  Then for the map of a country of nearly 10,000
hexes: the two sheets that a map is, at first and when nothing has changed.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import aiohttp
import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from service import embedded
from service.bridge import new_loop
from service.intake.founding import found_campaign
from service.keeper.kept import Settings, encode_settings
from service.keeper.turn import commit_rows
from service.packs import pack_named
from service.people.accounts import register
from service.people.sessions import open_session
from service.people.who import Membership
from service.store.campaigns import NewCampaign, create_campaign
from service.store.instants import clock_us
from service.store.memberships import add_member
from service.store.schema import upgrade
from service.store.session import open_pool, writing
from tests.benchmarks.machine import describe
from tests.faults.daemons import Daemon
from tests.packs.conformance import read_bundled
from world.campaign import found
from world.dice import Secret
from world.scenario.scenario import read_scenario

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from service.people.who import Account

T = TypeVar("T")

PERSON = "maria"
#: Campaigns of one player: nobody may ask more than twenty times a second.
EACH = 10
#: Labels of four digits go so far: 9,801 hexes.
WIDE = 99


class Seat(msgspec.Struct, frozen=True):
    """A player's session, and a campaign to look into."""

    secret: str
    campaign: str


class Times(msgspec.Struct, frozen=True):
    """Milliseconds from when a request was to be sent to the last byte of its answer."""

    ms: list[float]
    wrong: int

    def line(self, what: str) -> str:
        """The quantiles in a line."""
        kept = sorted(self.ms)
        p50, p90, p99 = (kept[min(len(kept) - 1, int(len(kept) * q))] for q in (0.5, 0.9, 0.99))
        return (
            f"{what}: p50 {p50:.1f} ms, p90 {p90:.1f} ms, p99 {p99:.1f} ms, worst {kept[-1]:.1f} ms"
            f" of {len(kept)} answers, {self.wrong} wrong"
        )


async def make(dsn: str, campaigns: int) -> list[Seat]:
    """Campaigns that have just begun, each with a world of its own, and players for them."""
    pack = pack_named("campaign")
    files = read_bundled("small_war")
    scenario = read_scenario(files, pack)
    seats: list[Seat] = []
    async with open_pool(dsn, size=4) as pool:
        for first in range(0, campaigns, EACH):
            async with writing(pool) as conn:
                account = await register(conn, f"player{first}@example.org", "A player")
                secret = await open_session(conn, account, "a benchmark")
                for n in range(first, min(first + EACH, campaigns)):
                    now = await clock_us(conn)
                    seed = Secret.of_seed(n)
                    world, batch = found(pack, scenario, secret=seed, start=now)
                    name = f"war-{n}"
                    rows = commit_rows(
                        batch,
                        campaign_id=name,
                        version=0,
                        term=0,
                        line=0,
                        world=world,
                        next_due=world.next_due(),
                    )
                    campaign = NewCampaign(
                        id=name,
                        name=name,
                        pack=pack.name,
                        release=pack.release,
                        scenario=scenario.title,
                        settings=encode_settings(Settings(files=files)),
                        secret=seed.bytes,
                        provable=False,
                    )
                    await create_campaign(conn, campaign, rows)
                    await add_member(conn, part(name, account))
                    seats.append(Seat(secret, name))
    return seats


def part(campaign: str, account: Account) -> Membership:
    """The part of a player."""
    return Membership(campaign_id=campaign, account_id=account.id, role="player", person=PERSON)


def country(side: int) -> dict[str, str]:
    """A small war in a country of side x side hexes, most of it plain."""
    files = read_bundled("small_war")
    whole = f"0101:{side:02d}{side:02d} flatland"
    text = files["map.txt"].replace("0101:1210 flatland", whole)
    return {**files, "map.txt": text}


async def make_country(dsn: str, side: int) -> Seat:
    """A campaign on a large map, and a player in it."""
    async with open_pool(dsn, size=4) as pool:
        await found_campaign(pool, "country", country(side), seed=1)
        async with writing(pool) as conn:
            account = await register(conn, "general@example.org", "A general")
            secret = await open_session(conn, account, "a benchmark")
            await add_member(conn, part("country", account))
    return Seat(secret, "country")


async def ask(http: aiohttp.ClientSession, address: str, seat: Seat, path: str) -> tuple[int, int]:
    """Status and length of an answer."""
    cookie = {"Cookie": f"galloper={seat.secret}"}
    async with http.get(f"{address}/c/{seat.campaign}/{PERSON}{path}", headers=cookie) as got:
        return got.status, len(await got.read())


async def load(address: str, seats: list[Seat], rate: int, seconds: int) -> Times:
    """Ask at steady instants, whatever becomes of what was asked before."""
    chosen = random.Random(1)
    took: list[float] = []
    wrong = 0

    async def once(due: float, seat: Seat) -> None:
        nonlocal wrong
        try:
            status, _ = await ask(http, address, seat, "")
        except aiohttp.ClientError:
            status = 0
        took.append((time.monotonic() - due) * 1000)
        wrong += status != 200

    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as http:
        begin = time.monotonic()
        async with asyncio.TaskGroup() as group:
            for n in range(rate * seconds):
                due = begin + n / rate
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                group.create_task(once(due, chosen.choice(seats)))
    return Times(took, wrong)


async def maps(address: str, seat: Seat, times: int) -> dict[str, Times]:
    """The sheets of a map: drawn, and looked at again."""
    found = {}
    async with aiohttp.ClientSession() as http:
        for what, path, many in (
            ("ground, drawn", "/map/ground.svg", 1),
            ("ground, again", "/map/ground.svg", times),
            ("marks", "/map/marks.svg", times),
        ):
            took, wrong = [], 0
            for _ in range(many):
                before = time.monotonic()
                status, _ = await ask(http, address, seat, path)
                took.append((time.monotonic() - before) * 1000)
                wrong += status != 200
                # Nobody may ask more often than twenty times a second.
                await asyncio.sleep(0.06)
            found[what] = Times(took, wrong)
    return found


def cpu_seconds(process: int) -> float:
    """What a process has used of all cores so far: less than the clock shows on a busy machine."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def in_its_own_process(task: Callable[..., Coroutine[Any, Any, T]], *given: Any) -> T:
    """Run an asyncio function in another process, as a browser is one."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found: T = pool.apply(run, (task, *given))
        return found


def run(task: Callable[..., Coroutine[Any, Any, T]], *given: Any) -> T:
    """Run one of the asyncio functions above."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(task(*given))


def main() -> None:
    """Make, ask, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--campaigns", type=int, default=1000)
    parser.add_argument("--rate", type=int, default=100, help="desks a second")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--side", type=int, default=WIDE, help="columns and rows of the large map")
    wanted = parser.parse_args()
    print(describe().sentence())
    with tempfile.TemporaryDirectory(prefix="galloper-pages-") as directory:
        server = embedded.enter(Path(directory), {"max_connections": "100"})
        try:
            dsn = server.dsn("postgres")
            run(upgrade, dsn)
            seats = run(make, dsn, wanted.campaigns)
            general = run(make_country, dsn, wanted.side)
            daemon = Daemon(dsn, Path(directory) / "daemon.log")
            try:
                address = daemon.address()
                in_its_own_process(load, address, seats, wanted.rate, 5)
                spent = cpu_seconds(daemon.process.pid)
                times = in_its_own_process(load, address, seats, wanted.rate, wanted.seconds)
                spent = cpu_seconds(daemon.process.pid) - spent
                print(times.line(f"desks, {wanted.rate}/s over {len(seats)} campaigns"))
                print(f"the daemon used {spent / len(times.ms) * 1000:.1f} ms of CPU a desk")
                for what, one in in_its_own_process(maps, address, general, 100).items():
                    print(one.line(f"map of {wanted.side**2:,} hexes, {what}"))
            finally:
                daemon.close()
        finally:
            embedded.leave(server)


if __name__ == "__main__":
    main()
