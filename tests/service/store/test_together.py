"""Several campaigns are committed at once as each would be by itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from service.store.commit import commit
from service.store.parts import COPY_FROM
from service.store.session import writing
from service.store.together import commit_together
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

    from service.store.rows import CommitRows

    Play = Callable[[Callable[[asyncpg.Pool], Any]], Any]

TABLES = ("entity", "timeline", "journal", "known", "notice", "inbox", "due")


async def everything(pool: asyncpg.Pool) -> dict[str, Any]:
    """All rows, without the instants at which they were written."""
    found = {}
    for table in TABLES:
        records = await pool.fetch(f"SELECT * FROM {table}")  # noqa: S608
        found[table] = sorted(
            repr({key: value for key, value in record.items() if key != "created"})
            for record in records
        )
    return found


def full(campaign_id: str, many: int, version: int = 1, term: int = 0, **more: Any) -> CommitRows:
    """Rows for every table, *many* in each."""
    numbers = range(1, many + 1)
    return rows(
        campaign_id,
        version,
        term,
        next_due=7,
        now=5,
        head=b"head",
        entities_gone=["gone"],
        timeline_gone=["over"],
        inbox=[("ann", 1)],
        **{
            **entities(numbers),
            **timeline(numbers),
            **journal(numbers),
            **known("ann", numbers),
            **notices({"ann": numbers, "gm": range(1, 3)}),
            **more,
        },
    )


async def make(pool: asyncpg.Pool, *names: str) -> None:
    """Campaigns that have something to lose."""
    async with writing(pool) as conn:
        for name in names:
            await make_campaign(conn, name, entities=[("gone", "x", b"{}")])
            await conn.execute("INSERT INTO inbox VALUES ($1, 'ann', 1)", name)
            await conn.execute(
                "INSERT INTO timeline VALUES ($1, 'over', 0, 1, 1, 's', 'k', '{}')", name
            )


@pytest.mark.parametrize("many", [1, COPY_FROM + 5], ids=["few", "many"])
def test_the_same_rows_are_written_together_and_apart(play: Play, many: int) -> None:
    batches = [full("a", many), full("b", many + 1), rows("c", next_due=None)]

    async def together(pool: asyncpg.Pool) -> dict[str, Any]:
        await make(pool, "a", "b", "c")
        async with writing(pool) as conn:
            assert await commit_together(conn, batches) == {"a", "b", "c"}
        return await everything(pool)

    async def story(pool: asyncpg.Pool) -> None:
        first = await together(pool)
        for table in (*TABLES, "campaign"):
            await pool.execute(f"TRUNCATE {table}")
        await make(pool, "a", "b", "c")
        async with writing(pool) as conn:
            for batch in batches:
                assert await commit(conn, batch)
        assert await everything(pool) == first

    play(story)


def test_who_stands_elsewhere_is_left_out_whole_and_the_others_go_on(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool, "a", "b", "c", "d")
        before = await everything(pool)
        batches = [
            full("a", 3),
            full("b", 3, version=9),
            full("c", 3, term=4),
            full("nobody", 3),
        ]
        async with writing(pool) as conn:
            assert await commit_together(conn, batches) == {"a"}
        after = await everything(pool)
        for table in TABLES:
            others = [row for row in after[table] if "'campaign_id': 'a'" not in row]
            assert others == [row for row in before[table] if "'campaign_id': 'a'" not in row]
        assert await pool.fetchval("SELECT version FROM due WHERE campaign_id = 'a'") == 2

    play(story)


def test_who_is_held_by_somebody_is_not_waited_for(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool, "a", "b")
        async with pool.acquire() as holder, holder.transaction():
            await holder.execute("SELECT FROM due WHERE campaign_id = 'b' FOR UPDATE")
            async with writing(pool) as conn, asyncio.timeout(4):
                assert await commit_together(conn, [full("a", 2), full("b", 2)]) == {"a"}
        async with writing(pool) as conn:
            assert await commit(conn, full("b", 2))

    play(story)


def test_an_error_of_one_undoes_all_and_says_so(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool, "a", "b")
        before = await everything(pool)
        twice = full("b", 2, notices=[("ann", 1, "x", "k", 1, b""), ("ann", 1, "y", "k", 1, b"")])
        async with writing(pool) as conn:
            with pytest.raises(asyncpg.UniqueViolationError):
                await commit_together(conn, [full("a", 2), twice])
        assert await everything(pool) == before

    play(story)


def test_stale_groups_of_two_daemons_do_not_lock_one_another_out(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        names = [f"c{n:02d}" for n in range(30)]
        await make(pool, *names)

        async def try_all(order: list[str]) -> frozenset[str]:
            async with writing(pool) as conn:
                return await commit_together(conn, [full(name, 1) for name in order])

        one, other = await asyncio.gather(try_all(names), try_all(names[::-1]))
        assert not one & other
        assert one | other == set(names)

    play(story)
