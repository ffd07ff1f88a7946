"""10,000 notices through receivers that misbehave, past a daemon that is killed ten times."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import sys
import time
from typing import TYPE_CHECKING

from aiohttp import web

from service.intake.founding import found_campaign
from service.packs import load_pack
from service.store.session import open_pool
from tests.faults.daemons import FERRY, Daemon, ferry_posts, fetch, in_asyncio, rate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import asyncpg
    import pytest

NOTICES = 10_000
ENDPOINTS = 20
KILLS = 10
EACH = NOTICES // ENDPOINTS
#: The daemon under test tries again sooner than it would for people, and gives up as late.  Its
#: leases are four times its attempts, as otherwise, so that what a killed one held is soon free.
HASTE = """
import runpy
from service.notify import backoff, lane, webhook
import aiohttp
backoff.SCHEDULE = (0.2, 0.4, 0.8) + (1.0,) * 200
backoff.RESTS = (0.2, 0.4, 0.8)
webhook.TIMEOUT = aiohttp.ClientTimeout(total=1.0)
lane.LEASE = 4.0
runpy.run_module("service.cli", run_name="__main__", alter_sys=True)
"""

load_pack(FERRY)


class Endpoint:
    """A receiver: healthy, or one that fails in a way drawn anew for each request."""

    def __init__(self, number: int, *, strict: bool, healthy: bool) -> None:
        self.person = f"p{number:02d}"
        self.strict = strict
        self.healthy = healthy
        self.chance = random.Random(number)
        #: Each request as it came: the message's number, its id, when it came, how it was answered.
        self.came: list[tuple[int, str, float, str]] = []
        self.taken: dict[str, float] = {}
        self.ids: dict[str, set[str]] = {}

    async def take(self, request: web.Request) -> web.StreamResponse:
        body = json.loads(await request.read())
        number, message = body["data"]["sequence"], request.headers["webhook-id"]
        # What fails on a strict channel holds it up for a second: let it be rarer there.
        well = self.healthy or (self.strict and self.chance.random() < 0.7)
        how = "well" if well else self.chance.choices(*_WAYS)[0]
        self.came.append((number, message, time.monotonic(), how))
        self.ids.setdefault(body["data"]["notice"], set()).add(message)
        if how in {"well", "took and hung", "trickle"}:
            self.taken.setdefault(message, time.monotonic())
        return await _answer(request, how)


_WAYS = (
    ["well", "500", "429", "cut", "half", "hang", "took and hung", "trickle", "redirect"],
    [90, 3, 2, 1, 1, 0.5, 0.5, 1, 1],
)


async def _answer(request: web.Request, how: str) -> web.StreamResponse:
    match how:
        case "500":
            return web.Response(status=500)
        case "429":
            return web.Response(status=429, headers={"Retry-After": "0.3"})
        case "cut" | "half":
            assert request.transport is not None
            if how == "half":
                request.transport.write(b"HTTP/1.1 20")
            request.transport.close()
            return web.Response()
        case "hang" | "took and hung":
            await asyncio.sleep(5)
            return web.Response()
        case "trickle":
            response = web.StreamResponse(status=200)
            response.content_length = 40
            await response.prepare(request)
            with contextlib.suppress(ConnectionError):  # the status was enough for the sender
                for _ in range(40):
                    await response.write(b".")
                    await asyncio.sleep(0.1)
            return response
        case "redirect":
            return web.Response(status=307, headers={"Location": "http://169.254.169.254/"})
        case _:
            return web.Response(status=204)


@contextlib.asynccontextmanager
async def _listening(endpoints: list[Endpoint]) -> AsyncIterator[str]:
    app = web.Application()
    for endpoint in endpoints:
        app.router.add_post(f"/{endpoint.person}", endpoint.take)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


async def _tell(pool: asyncpg.Pool, address: str, endpoints: list[Endpoint]) -> None:
    """A channel for each person, and notices for each as a keeper's commits would leave them."""
    for endpoint in endpoints:
        await pool.execute(
            """INSERT INTO channel (campaign_id, id, person, kind, address, secret, strict)
            VALUES ('c', $1, $1, 'webhook', $2, '0123456789abcdef01234567', $3)""",
            endpoint.person,
            f"{address}/{endpoint.person}",
            endpoint.strict,
        )
    await pool.execute(
        """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
        SELECT 'c', id, n, id || '/' || n, 'came', n,
            convert_to('{"kind":"came","sender":"ann","text":"letter ' || n || '"}', 'UTF8')
        FROM channel, generate_series(1, $1::integer) AS n""",
        EACH,
    )
    await pool.execute("UPDATE due SET notices = notices + $1", NOTICES)


def _requests(endpoints: list[Endpoint]) -> int:
    return sum(len(one.came) for one in endpoints)


async def _waiting(dsn: str) -> int:
    rows = await fetch(
        dsn,
        """SELECT (SELECT count(*) FROM delivery) + (SELECT count(*) FROM due
            LEFT JOIN outbox USING (campaign_id) WHERE due.notices > coalesce(expanded, 0))""",
    )
    return int(rows[0][0])


def test_of_10000_notices_none_is_lost_doubled_in_name_or_out_of_order(
    dsn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Receivers that refuse, hang, cut, trickle and redirect; ten kills; strict and other ones."""
    endpoints = [
        Endpoint(n, strict=n % 7 == 0, healthy=n % 4 == 3) for n in range(ENDPOINTS)
    ]  # fmt: skip
    chance = random.Random(1815)
    hasty = [sys.executable, "-c", HASTE]
    runs: list[tuple[float, float]] = []

    async def story() -> None:
        async with _listening(endpoints) as address:
            async with open_pool(dsn) as pool:
                await found_campaign(pool, "c", ferry_posts(0), rate=rate("1:1"), seed=7)
                await _tell(pool, address, endpoints)
            for kill in range(KILLS + 1):
                running = Daemon(dsn, tmp_path / "daemon.log", program=hasty)
                try:
                    before = _requests(endpoints)
                    while _requests(endpoints) == before:  # noqa: ASYNC110 - another process
                        await asyncio.sleep(0.01)
                    began = time.monotonic()
                    if kill < KILLS:
                        await asyncio.sleep(0.2 + chance.random() * 0.4)
                        running.kill()
                        assert await _waiting(dsn), "there was something left to be done"
                    else:
                        while await _waiting(dsn):  # noqa: ASYNC110 - another process
                            await asyncio.sleep(0.2)
                        running.stop()
                    runs.append((began, time.monotonic()))
                finally:
                    running.close()

    in_asyncio(asyncio.wait_for(story(), 300))

    outcomes = in_asyncio(fetch(dsn, "SELECT outcome, count(*) FROM delivered GROUP BY 1"))
    assert {row[0]: row[1] for row in outcomes} == {"sent": NOTICES}
    for one in endpoints:
        assert len(one.taken) == EACH, "each was taken at least once"
        assert len(one.ids) == EACH
        assert all(len(ids) == 1 for ids in one.ids.values()), "and under one id"
        numbers = [number for number, *_ in one.came]
        assert list(dict.fromkeys(numbers)) == list(range(1, EACH + 1)), "first times in order"
        if one.strict:
            assert numbers == sorted(numbers), "nothing overtook anything"
    longest = max(_longest_wait(one, runs) for one in endpoints if one.healthy)
    assert longest < 4.0, "less than those that hang would keep it waiting one after another"
    came = [len(one.came) for one in endpoints]
    again = sum(came) - NOTICES
    with capsys.disabled():
        sys.stderr.write(
            f"\n{NOTICES:,} notices, {ENDPOINTS} receivers, {KILLS} kills: {sum(came):,} requests"
            f" ({again:,} again), a healthy receiver waited {longest * 1000:.0f} ms at most\n"
        )


def _longest_wait(one: Endpoint, runs: list[tuple[float, float]]) -> float:
    """The longest a healthy endpoint waited between two of its messages while a daemon ran."""
    longest = 0.0
    instants = [at for _, _, at, _ in one.came]
    for began, ended in runs:
        inside = [at for at in instants if began <= at <= ended]
        waits = [later - sooner for sooner, later in itertools.pairwise(inside)]
        longest = max([longest, *waits])
    return longest
