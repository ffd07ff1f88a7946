"""A commit writes everything or nothing, and only for whoever still has the right to."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from service.store.campaigns import CampaignExists, list_campaigns, show_campaign
from service.store.commit import commit
from service.store.inbox import waiting_inputs
from service.store.inputs import receive
from service.store.journal import last_lines, read_journal
from service.store.papers import read_known, read_notices
from service.store.parts import COPY_FROM
from service.store.session import writing
from service.store.worlds import load_world
from tests.service.store.making import (
    entities,
    journal,
    known,
    make_campaign,
    notices,
    rows,
    timeline,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    Play = Callable[[Callable[[asyncpg.Pool], Any]], Any]

TABLES = ("entity", "timeline", "journal", "known", "notice", "inbox", "due")


async def everything(conn: asyncpg.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables a commit may touch."""
    return {
        table: sorted(tuple(row)[:9] for row in await conn.fetch(f"SELECT * FROM {table}"))  # noqa: S608
        for table in TABLES
    }


@pytest.mark.parametrize("size", [1, COPY_FROM - 1, COPY_FROM, 500])
def test_everything_is_written_whichever_way_is_quicker(play: Play, size: int) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        numbers = range(1, size + 1)
        async with writing(pool) as conn:
            await make_campaign(conn, **entities(range(3)), **timeline(range(3)))
            for n in range(3):
                await receive(pool, "c", "ney", f"key {n}", b"{}")
            written = rows(
                next_due=12, now=34, answering=56, head=b"head", line=0, release=7,
                **{**entities(range(1, size + 3), b"changed"), "entities_gone": ["e0"]},
                **{**timeline(range(1, size + 3)), "timeline_gone": ["t0"]},
                **journal(numbers), **known("ney", numbers),
                **notices({"ney": numbers, "soult": numbers}),
                inbox=[("ney", 1), ("ney", 3)],
            )  # fmt: skip
            assert await commit(conn, written)
            world = await load_world(conn, "c")
        assert world is not None
        assert sorted(world.entities) == sorted(
            (f"e{n}", "thing", b"changed") for n in range(1, size + 3)
        )
        assert sorted(world.timeline) == sorted(
            (f"t{n}", n % 2, n, n % 5, f"e{n}", "event", b'{"n":%d}' % n)
            for n in range(1, size + 3)
        )
        due = world.due
        assert (due.version, due.next_due, due.now, due.answering) == (2, 12, 34, 56)
        assert (due.seq, due.head, due.line, due.tries) == (size, b"head", 0, 0)
        assert world.known_n == {"ney": size}
        assert world.notice_n == {"ney": size, "soult": size}
        assert [waiting.n for waiting in await waiting_inputs(pool, "c")] == [2]
        lines = await read_journal(pool, "c")
        assert [(line.seq, line.at, line.event) for line in lines] == [
            (n, 10 * n, f"t{n}") for n in numbers
        ]
        assert {(line.line, line.release, line.kind) for line in lines} == {(0, 7, "event")}
        assert [line.hash for line in lines] == [n.to_bytes(32) for n in numbers]
        assert await last_lines(pool, "c", limit=2) == lines[-2:]
        assert [record.n for record in await read_known(pool, "c", "ney", after=size - 1)] == [size]
        told = await read_notices(pool, "c", "soult", limit=500)
        assert [(notice.n, notice.id) for notice in told] == [(n, f"soult/{n}") for n in numbers]
        shown = await show_campaign(pool, "c")
        assert shown is not None
        assert shown.notices == 2 * size

    play(story)


@pytest.mark.parametrize("size", [1, 100])
@pytest.mark.parametrize(
    "fence", [{"version": 0}, {"version": 2}, {"term": 1}, {"campaign_id": "d"}]
)
def test_whoever_is_fenced_out_writes_nothing(play: Play, size: int, fence: dict[str, Any]) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn, **entities(range(3)), **timeline(range(3)))
            before = await everything(conn)
            stale = rows(
                **fence,
                **{**entities(range(1, size)), "entities_gone": ["e0"]},
                **{**timeline(range(1, size)), "timeline_gone": ["t0"]},
                **journal(range(1, size + 1)),
                **known("ney", range(1, size + 1)),
                **notices({"ney": range(1, size + 1)}),
            )
            assert not await commit(conn, stale)
            assert await everything(conn) == before

    play(story)


@pytest.mark.parametrize("size", [1, 100])
def test_a_row_that_fails_takes_all_the_others_with_it(play: Play, size: int) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn)
            assert await commit(conn, rows(**notices({"ney": range(5, 6)})))
            before = await everything(conn)
            clashing = rows(
                version=2,
                **entities(range(3)),
                **journal(range(1, size + 1)),
                **notices({"ney": range(5, 5 + size)}),
            )
            with pytest.raises(asyncpg.UniqueViolationError):
                await commit(conn, clashing)
            assert await everything(conn) == before
            assert await commit(conn, rows(version=2)), "the connection is as good as before"

    play(story)


def test_of_many_commits_at_once_one_is_made(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn)

        async def attempt(number: int) -> bool:
            async with writing(pool) as conn:
                return await commit(conn, rows(**journal(range(1, 60)), now=number))

        results = await asyncio.gather(*(attempt(n) for n in range(8)))
        assert sorted(results) == [False] * 7 + [True]
        assert len(await read_journal(pool, "c")) == 59

    play(story)


def test_campaigns_do_not_wait_for_each_other(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as one, writing(pool) as other:
            await make_campaign(one, "c")
            await make_campaign(one, "d")
            async with one.transaction():
                assert await commit(one, rows("c", **entities(range(50))))
                async with asyncio.timeout(4):  # before any limit ends the other
                    assert await commit(other, rows("d", **entities(range(50))))

    play(story)


def test_a_cancelled_commit_leaves_all_or_nothing_and_its_connection_is_given_up(
    play: Play,
) -> None:
    """Whether it happened is unknown to whoever was cancelled; the version tells, read again."""

    async def story(pool: asyncpg.Pool) -> None:
        lent: dict[int, asyncpg.Connection] = {}
        under_way: dict[int, asyncpg.Connection] = {}

        async def attempt(done: int) -> None:
            async with writing(pool) as conn:
                lent[conn.get_server_pid()] = under_way[done] = conn._con
                numbers = range(100 * done + 1, 100 * done + 61)
                written = rows(version=done + 1, **journal(numbers), **entities(range(60)))
                assert await commit(conn, written)
                del under_way[done]

        async def standing(conn: asyncpg.Connection) -> int:
            """How many commits were made, once every session given up has ended."""
            while await conn.fetchval(  # noqa: ASYNC110 - it is another process that ends
                "SELECT count(*) FROM pg_stat_activity WHERE pid = ANY($1)",
                [pid for pid, other in lent.items() if other.is_closed()],
            ):
                await asyncio.sleep(0.001)
            version, count = await conn.fetchrow(
                "SELECT version, (SELECT count(*) FROM journal) FROM due"
            )
            assert count == 60 * (version - 1), "all of each or nothing"
            return int(version) - 1

        async with pool.acquire() as watcher:
            await make_campaign(watcher)
            begun = time.monotonic()
            await attempt(0)
            usual = time.monotonic() - begun
            done = 1
            outcomes = set()
            for step in range(40):
                task = asyncio.create_task(attempt(done))
                await asyncio.sleep(usual * step / 25)
                task.cancel()
                (outcome,) = await asyncio.gather(task, return_exceptions=True)
                before, done = done, await standing(watcher)
                assert done in {before, before + 1}
                outcomes.add((type(outcome), done - before))
                if before in under_way:
                    assert under_way.pop(before).is_closed()
            assert (asyncio.CancelledError, 0) in outcomes
            assert (type(None), 0) not in outcomes, "what was reported as done is done"

    play(story)


def test_a_campaigns_id_is_taken_once(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn, "c", **entities(range(3)))
            before = await everything(conn)
            with pytest.raises(CampaignExists, match="nothing was changed"):
                await make_campaign(conn, "c", **entities(range(9)))
            assert await everything(conn) == before
            await make_campaign(conn, "d")
        assert [campaign.id for campaign in await list_campaigns(pool)] == ["c", "d"]
        assert await show_campaign(pool, "e") is None

    play(story)


def test_a_world_is_read_as_of_one_commit(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn)
        stop = asyncio.Event()

        async def write() -> None:
            version = 1
            async with writing(pool) as conn:
                while not stop.is_set():
                    body = str(version + 1).encode()
                    assert await commit(
                        conn,
                        rows(
                            version=version,
                            **entities(range(20), body),
                            **notices({"ney": range(version, version + 1)}),
                        ),
                    )
                    version += 1

        async def read() -> None:
            async with writing(pool) as conn:
                for _ in range(100):
                    world = await load_world(conn, "c")
                    assert world is not None
                    version = world.due.version
                    bodies = {body for _, _, body in world.entities}
                    assert bodies == ({str(version).encode()} if version > 1 else set())
                    assert world.notice_n == ({"ney": version - 1} if version > 1 else {})
            stop.set()

        await asyncio.gather(write(), read())

    play(story)


def test_bodies_are_kept_to_the_byte_and_shown_as_text(play: Play) -> None:
    """Spaces, the order of keys, escaped NUL: what was hashed is what is there."""
    body = '{"b":1,  "a":"Café \\u0000 \\" Ligny"}'.encode()

    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn, **entities(range(1), body))
            world = await load_world(conn, "c")
            assert world is not None
            assert world.entities == [("e0", "thing", body)]
            assert await conn.fetchval("SELECT body FROM entity_text") == body.decode()
            for view in await conn.fetch(
                "SELECT viewname FROM pg_views WHERE schemaname = 'public'"
            ):
                await conn.fetch(f"SELECT * FROM {view[0]}")  # noqa: S608

    play(story)
