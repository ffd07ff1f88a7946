"""What people say is kept, once, whoever else is at work."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from service.store.commit import commit
from service.store.inbox import waiting_inputs
from service.store.inputs import receive
from service.store.instants import clock_us, to_datetime, to_us
from service.store.keys import KeyReused
from service.store.session import writing
from tests.service.store.making import make_campaign, rows

if TYPE_CHECKING:
    from collections.abc import Callable

    Play = Callable[[Callable[[asyncpg.Pool], Any]], Any]


def test_the_same_key_again_changes_nothing_and_finds_the_first(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        first = await receive(pool, "c", "ney", "k", b'{"order":1}')
        again = await receive(pool, "c", "ney", "k", b'{"order":1}')
        assert not first.again
        assert again.again
        assert (again.n, again.received) == (first.n, first.received)
        assert (await receive(pool, "c", "soult", "k", b"{}")).n == 1
        assert len(await waiting_inputs(pool, "c")) == 2

    play(story)


def test_the_same_key_for_other_words_is_refused(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await receive(pool, "c", "ney", "k", b'{"order":1}')
        with pytest.raises(KeyReused, match=r"number 1.*Send again with a new key"):
            await receive(pool, "c", "ney", "k", b'{"order":2}')
        waiting = await waiting_inputs(pool, "c")
        assert [said.body for said in waiting] == [b'{"order":1}']

    play(story)


def test_many_at_once_are_numbered_without_gap_or_double(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        said = await asyncio.gather(
            *(
                receive(pool, "c", person, f"key {n % 40}", b"%d" % (n % 40))
                for n in range(80)
                for person in ("ney", "soult")
            )
        )
        assert sum(not one.again for one in said) == 80
        for person in ("ney", "soult"):
            mine = [one for one in await waiting_inputs(pool, "c") if one.person == person]
            # In the order of their instants, too: a number that had to be tried again is later.
            assert [one.n for one in mine] == list(range(1, 41))

    play(story)


def test_nobody_waits_for_the_keepers_transaction(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as keeper:
            await make_campaign(keeper)
            await receive(pool, "c", "ney", "before", b"{}")
            async with keeper.transaction():
                assert await commit(keeper, rows(inbox=[("ney", 1)]))
                async with asyncio.timeout(4):  # before any limit ends the other
                    assert (await receive(pool, "c", "ney", "during", b"{}")).n == 2
        assert [said.n for said in await waiting_inputs(pool, "c")] == [2]

    play(story)


def test_what_was_received_before_and_committed_after_others_is_not_lost(play: Play) -> None:
    """Ids and instants are taken before commit: the keeper must not read on from the last one."""

    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as keeper, pool.acquire() as slow:
            await make_campaign(keeper)
            transaction = slow.transaction()
            await transaction.start()
            early = await receive(slow, "c", "ney", "k", b"{}")
            late = await receive(pool, "c", "soult", "k", b"{}")
            assert early.received < late.received
            assert [said.person for said in await waiting_inputs(pool, "c")] == ["soult"]
            assert await commit(keeper, rows(inbox=[("soult", 1)]))
            await transaction.commit()
            assert [said.person for said in await waiting_inputs(pool, "c")] == ["ney"]
            assert await commit(keeper, rows(version=2, inbox=[("ney", 1)]))
            assert await waiting_inputs(pool, "c") == []
            assert await pool.fetchval("SELECT count(*) FROM input") == 2

    play(story)


def test_inputs_are_taken_by_instant_then_person_then_number(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        for person, n, us in (("soult", 1, 5), ("ney", 2, 5), ("ney", 1, 5), ("grouchy", 1, 4)):
            await pool.execute(
                "INSERT INTO input VALUES ('c', $1, $2, $3, $4, '')",
                person, n, to_datetime(us), f"{n}",
            )  # fmt: skip
            await pool.execute("INSERT INTO inbox VALUES ('c', $1, $2)", person, n)
        waiting = await waiting_inputs(pool, "c")
        assert [(said.received, said.person, said.n) for said in waiting] == [
            (4, "grouchy", 1), (5, "ney", 1), (5, "ney", 2), (5, "soult", 1),
        ]  # fmt: skip
        assert [said.person for said in await waiting_inputs(pool, "c", limit=1)] == ["grouchy"]

    play(story)


def test_received_is_the_instant_it_came_not_that_of_its_transaction(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with pool.acquire() as conn, conn.transaction():
            await conn.execute("SELECT 1")
            later = await clock_us(conn)
            assert (await receive(conn, "c", "ney", "k", b"{}")).received >= later

    play(story)


@pytest.mark.parametrize("us", [0, 1, -1, 1796016064186816, 253402300799999999])
def test_instants_are_exact_to_the_microsecond(us: int) -> None:
    assert to_us(to_datetime(us)) == us
