"""A daemon may be killed at any moment: history, notices and people do not notice."""

from __future__ import annotations

import asyncio
import json
import random
import re
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest

from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.notify.reach import Reach
from service.packs import load_pack
from service.store.due import STALE
from service.store.session import open_pool
from tests.faults.daemons import (
    FERRY,
    Daemon,
    Receiver,
    ferry_posts,
    fetch,
    in_asyncio,
    rate,
    silent_for,
    wait_until,
)
from world.journal import chained

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 30
POSTS = 700
SPEED = "12000:1"

load_pack(FERRY)


async def _found(
    dsn: str, campaign: str, files: dict[str, str], speed: str, hook: str = ""
) -> None:
    async with open_pool(dsn) as pool:
        await found_campaign(pool, campaign, files, rate=rate(speed), seed=7)
        if hook:
            for person in ("ann", "ben"):
                await add_channel(
                    pool, Readings(), campaign, person, hook, reach=Reach(private=True)
                )


async def _journal(dsn: str, campaign: str) -> list[tuple[Any, ...]]:
    rows = await fetch(
        dsn,
        "SELECT seq, at, event, kind, body, hash FROM journal WHERE campaign_id = $1 ORDER BY seq",
        campaign,
    )
    return [tuple(row) for row in rows]


def _comparable(lines: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Lines without the one thing that tells two campaigns apart: the wall instant they began."""
    start = re.compile(rb'("(?:start|wall|changed)":)\d{16}')
    return [(*line[:4], start.sub(rb"\g<1>0", line[4])) for line in lines]


def _chain_holds(lines: list[tuple[Any, ...]]) -> bool:
    head = bytes(32)
    for *_, body, link in lines:
        head = chained(head, body)
        if head != link:
            return False
    return True


async def _seq(dsn: str, campaign: str) -> int:
    rows = await fetch(dsn, "SELECT seq FROM due WHERE campaign_id = $1", campaign)
    return int(rows[0][0])


def test_kill_9_at_30_moments_leaves_the_journal_of_an_undisturbed_run_and_each_notice_once(
    dsn: str, tmp_path: Path
) -> None:
    """Thirty kills at random moments of a run; the same lines, no notice lost or renamed."""
    files = ferry_posts(POSTS)
    chance = random.Random(1815)  # the moments are random, and the same in every run
    receiver = Receiver()
    lines = 2 * POSTS + 1

    async def story() -> int:
        async with receiver.listen() as hook:
            # 10 game minutes between letters: one every 0.05 s, for 35 s.
            await _found(dsn, "disturbed", files, SPEED, hook)
            kills = 0
            while kills < KILLS:
                running = Daemon(dsn, tmp_path / "daemon.log")
                before = await _seq(dsn, "disturbed")
                while await _seq(dsn, "disturbed") == before:  # noqa: ASYNC110 - another process
                    await asyncio.sleep(0.05)
                await asyncio.sleep(chance.random() * 0.4)
                running.kill()
                await silent_for(dsn, STALE)
                kills += 1
            running = Daemon(dsn, tmp_path / "daemon.log")
            try:
                while True:
                    rows = await fetch(
                        dsn,
                        """SELECT (SELECT count(*) FROM journal WHERE kind <> 'occurrence'
                                   AND kind <> 'time_limit') AS lines,
                            (SELECT count(*) FROM delivery)
                            + (SELECT count(*) FROM due LEFT JOIN outbox USING (campaign_id)
                               WHERE due.notices > coalesce(expanded, 0)) AS waiting""",
                    )
                    if rows[0]["lines"] >= lines and not rows[0]["waiting"]:
                        break
                    await asyncio.sleep(0.2)
            finally:
                running.stop()
            return kills

    assert in_asyncio(asyncio.wait_for(story(), 900)) == KILLS

    disturbed = in_asyncio(_journal(dsn, "disturbed"))
    assert _chain_holds(disturbed)
    undisturbed = _played_undisturbed(files, disturbed[-1][1])
    assert _comparable(disturbed) == _comparable(undisturbed)[: len(disturbed)]

    told = in_asyncio(
        fetch(
            dsn, "SELECT id, person FROM notice WHERE campaign_id = 'disturbed' AND person <> 'gm'"
        )
    )
    assert len(told) > POSTS / 2
    assert set(receiver.by_notice) == {row["id"] for row in told}
    assert all(len(ids) == 1 for ids in receiver.by_notice.values())


def _played_undisturbed(files: dict[str, str], until: int) -> list[tuple[Any, ...]]:
    """The same campaign in one piece, by the kernel alone."""
    from service.packs import pack_named  # noqa: PLC0415
    from world.dice import Secret  # noqa: PLC0415
    from world.scenario.scenario import read_scenario  # noqa: PLC0415
    from world.simulation import Simulation  # noqa: PLC0415

    pack = pack_named("ferry")
    simulation = Simulation(pack, _at_rate(read_scenario(files, pack)), Secret.of_seed(7))
    return [
        (row.seq, row.at, row.event, row.kind, row.body, row.hash) for row in simulation.run(until)
    ]


def _at_rate(scenario: Any) -> Any:
    import msgspec  # noqa: PLC0415

    return msgspec.structs.replace(scenario, rate=rate(SPEED))


def _owner(dsn: str, campaign: str) -> str | None:
    rows = in_asyncio(fetch(dsn, "SELECT owner FROM due WHERE campaign_id = $1", campaign))
    return rows[0][0] if rows else None


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "frozen"])
def test_a_daemon_that_is_gone_is_taken_over_within_five_seconds(
    dsn: str, tmp_path: Path, how: signal.Signals
) -> None:
    """Another daemon goes on; a frozen one that wakes again changes nothing.

    A machine busy with other things may be late once; it is given three chances.
    """
    took = []
    for campaign in ("first", "second", "third"):
        took.append(_take_over(dsn, tmp_path, how, campaign))
        if took[-1] < 5.0:
            break
    assert min(took) < 5.0


def _take_over(dsn: str, tmp_path: Path, how: signal.Signals, campaign: str) -> float:
    """Seconds from a signal to one of two daemons until the other goes on with its campaign."""
    in_asyncio(_found(dsn, campaign, ferry_posts(400, every_minutes=1), "600:1"))
    first = Daemon(dsn, tmp_path / f"{campaign}-first.log")
    second: Daemon | None = None
    try:
        first.address()
        owner = wait_until(lambda: _owner(dsn, campaign), what="an owner")
        second = Daemon(dsn, tmp_path / f"{campaign}-second.log")
        second.address()
        first.signal(how)
        gone = time.monotonic()
        at = in_asyncio(_seq(dsn, campaign))
        wait_until(
            lambda: _owner(dsn, campaign) != owner and in_asyncio(_seq(dsn, campaign)) > at,
            what="the second daemon going on",
        )
        took = time.monotonic() - gone
        if how is signal.SIGSTOP:
            first.signal(signal.SIGCONT)
        reached = in_asyncio(_seq(dsn, campaign))
        wait_until(lambda: in_asyncio(_seq(dsn, campaign)) > reached + 20, what="more events")
    finally:
        first.close()
        if second is not None:
            second.close()
    lines = in_asyncio(_journal(dsn, campaign))
    assert _chain_holds(lines)
    assert len({line[2] for line in lines}) == len(lines)
    return took


def test_two_daemons_on_one_database_never_run_one_event_twice(dsn: str, tmp_path: Path) -> None:
    """Ten thousand events over forty campaigns, while daemons freeze and wake in turn."""
    campaigns = [f"c{n:02}" for n in range(40)]
    files = ferry_posts(125, every_minutes=2)

    async def found_all() -> None:
        for campaign in campaigns:
            await _found(dsn, campaign, files, "900:1")

    in_asyncio(found_all())
    daemons = [Daemon(dsn, tmp_path / f"{n}.log") for n in range(2)]
    try:
        for running in daemons:
            running.address()
        wanted = len(campaigns) * 250

        async def count() -> int:
            rows = await fetch(
                dsn, "SELECT count(*) FROM journal WHERE kind IN ('scripted', 'landed')"
            )
            return int(rows[0][0])

        turn = 0
        ends = time.monotonic() + 240
        while in_asyncio(count()) < wanted:
            assert time.monotonic() < ends, "not all events took place"
            frozen = daemons[turn % 2]
            frozen.signal(signal.SIGSTOP)
            time.sleep(2.6)  # longer than a heartbeat may be old: the other one takes over
            frozen.signal(signal.SIGCONT)
            time.sleep(0.4)
            turn += 1
    finally:
        for running in daemons:
            running.close()

    rows = in_asyncio(
        fetch(dsn, "SELECT campaign_id, event, body FROM journal ORDER BY campaign_id, seq")
    )
    events = [(row["campaign_id"], row["event"]) for row in rows]
    assert len(set(events)) == len(events)
    assert sum(json.loads(row["body"])["entry"]["event"]["kind"] == "landed" for row in rows) == (
        len(campaigns) * 125
    )
    for campaign in campaigns:
        assert _chain_holds(in_asyncio(_journal(dsn, campaign)))


def test_ctrl_c_stops_in_time_and_loses_nothing(dsn: str, tmp_path: Path) -> None:
    """What was committed stays, what was not is still due, and the next daemon goes on at once."""
    in_asyncio(_found(dsn, "busy", ferry_posts(400, every_minutes=1), "600:1"))
    running = Daemon(dsn, tmp_path / "daemon.log")
    try:
        running.address()
        wait_until(lambda: in_asyncio(_seq(dsn, "busy")) > 5, what="some events")
        running.signal(signal.SIGINT)
        # Whoever does not stop by himself in time is ended with another status.
        assert running.process.wait(timeout=30) == 0
    finally:
        running.close()
    lines = in_asyncio(_journal(dsn, "busy"))
    assert _chain_holds(lines)
    assert in_asyncio(_seq(dsn, "busy")) == len(lines)


def test_a_database_that_does_not_answer_is_said_so_with_status_2(tmp_path: Path) -> None:
    """No traceback, no password, and what to do."""
    nowhere = "postgresql://referee:secret@127.0.0.1:1/galloper"
    running = Daemon(nowhere, tmp_path / "daemon.log")
    try:
        assert running.process.wait(timeout=60) == 2
    finally:
        running.close()
    said = (tmp_path / "daemon.log").read_text()
    assert "Traceback" not in said
    assert "secret" not in said
    assert "DATABASE_URL" in said
