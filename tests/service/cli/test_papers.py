"""What somebody was told, and what their page shows, can be read from the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.intake.founding import found_campaign
from service.keeper.kept import open_kept
from service.keeper.turn import Turn
from service.packs import load_pack
from service.store.commit import commit
from service.store.due import beat, claim
from service.store.instants import clock_us
from service.store.session import open_pool
from tests.faults.daemons import ferry_posts, in_asyncio
from tests.service.cli.test_bad_input import FERRY
from tests.service.cli.typed import Typed, typed

load_pack(FERRY)


def _typed(dsn: str, *arguments: str) -> Typed:
    return typed(dsn, *arguments, "--pack", FERRY)


def _read(dsn: str, *arguments: str) -> Any:
    done = _typed(dsn, *arguments, "--json")
    assert done.status == 0, done.err
    return json.loads(done.out)


async def _played(dsn: str) -> None:
    """Twenty letters whose day has passed; the same seed drowns the same ones."""
    async with open_pool(dsn) as pool, pool.acquire() as conn:
        start = await clock_us(conn) - 86_400_000_000
        await found_campaign(pool, "c", ferry_posts(20), start=start, seed=1)
        await beat(conn, "d1", 1)
        taken = await claim(conn, "c", "d1", 1)
        assert taken is not None
        kept = await open_kept(conn, "c", taken.term)
        turn = Turn(kept)
        turn.slice(await clock_us(conn), limit=1_000)
        assert await commit(conn, turn.rows())


@pytest.fixture
def posted(dsn: str) -> str:
    """A ferry over which twenty letters have gone."""
    in_asyncio(_played(dsn))
    return dsn


def test_notices_are_read_in_words_and_in_parts_oldest_first(posted: str) -> None:
    told = _read(posted, "told", "c", "ben")
    came = [notice for notice in told if notice["kind"] == "came"]
    assert [notice["n"] for notice in told] == sorted(notice["n"] for notice in told)
    assert len(came) >= 8
    assert came[0]["parts"] == {"sender": "ann", "text": "letter 0"}
    assert "letter 0" in came[0]["text"]
    later = _read(posted, "told", "c", "ben", "--kind", "came", "--after", str(came[0]["n"]))
    assert later == came[1:]


def test_a_part_of_a_notice_is_printed_as_it_is(posted: str) -> None:
    done = _typed(posted, "told", "c", "ben", "--kind", "came", "--part", "text")
    assert done.status == 0, done.err
    assert done.out.splitlines()[0] == "letter 0"
    wrong = _typed(posted, "told", "c", "ben", "--kind", "came", "--part", "x")
    assert wrong.status == 2
    assert "it has: sender, text" in " ".join(wrong.err.split())


def test_a_page_shows_what_the_person_sees_and_nobody_elses(posted: str) -> None:
    page = _read(posted, "page", "c", "ben")
    assert page["person"] == "ben"
    assert page["letters"] >= 8
    assert "person: ben" in _typed(posted, "page", "c", "ben").out
    nobody = _typed(posted, "page", "c", "zoe")
    assert nobody.status == 2
    assert "'zoe'" in nobody.err
