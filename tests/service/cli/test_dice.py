"""Dice can be proved once a campaign has ended, and by nobody before."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import asyncpg

from service.bridge import new_loop
from service.intake.founding import found_campaign
from service.keeper.kept import open_kept
from service.keeper.turn import Turn
from service.packs import load_pack
from service.store.commit import commit
from service.store.due import beat, claim
from service.store.instants import clock_us
from service.store.session import open_pool
from tests.faults.daemons import ferry_posts
from tests.service.cli.test_bad_input import FERRY, galloper

load_pack(FERRY)


async def _played(dsn: str) -> str:
    """A campaign of twenty letters, all of whose days have passed; its commitment."""
    async with open_pool(dsn) as pool, pool.acquire() as conn:
        start = await clock_us(conn) - 86_400_000_000
        founded = await found_campaign(pool, "c", ferry_posts(20), start=start)
        await beat(conn, "d1", 1)
        taken = await claim(conn, "c", "d1", 1)
        assert taken is not None
        kept = await open_kept(conn, "c", taken.term)
        turn = Turn(kept)
        turn.slice(await clock_us(conn), limit=1_000)
        assert await commit(conn, turn.rows())
        return founded.commitment


def _run(coroutine: Any) -> Any:
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(coroutine)


async def _forge(dsn: str) -> None:
    conn = await asyncpg.connect(dsn)
    await conn.execute(
        """UPDATE journal SET body = convert_to(regexp_replace(convert_from(body, 'UTF8'),
            '"faces":\\[\\d+\\]', '"faces":[21]'), 'UTF8')
        WHERE seq = (SELECT max(seq) FROM journal WHERE kind = 'landed')"""
    )
    await conn.close()


def test_every_die_can_be_proved_once_the_secret_is_published(dsn: str) -> None:
    """Bound at the start, published at the end, thrown again; a forged line is found."""
    commitment = _run(_played(dsn))
    before = galloper(dsn, "campaign", "verify", "c")
    shown = json.loads(galloper(dsn, "campaign", "show", "c", "--json", "--pack", FERRY).stdout)
    ended = json.loads(galloper(dsn, "campaign", "end", "c", "--json").stdout)
    sound = galloper(dsn, "campaign", "verify", "c", "--json")
    _run(_forge(dsn))
    forged = galloper(dsn, "campaign", "verify", "c", "--json")

    assert before.returncode == 2
    assert b"published when its campaign ends" in before.stderr.replace(b"\n", b" ")
    assert shown["dice"] == f"bound by {commitment}"
    assert ended["proof"]["commitment"] == commitment
    assert ended["secret"] not in json.dumps(shown)
    assert sound.returncode == 0
    assert json.loads(sound.stdout)["dice"] == 20
    assert forged.returncode == 1
    assert len(json.loads(forged.stdout)["faults"]) == 2
