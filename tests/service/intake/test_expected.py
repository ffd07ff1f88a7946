"""The receipt of an order says when it should be there, as far as its author can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from service.intake import expected
from service.intake.expected import said_to
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.intake.speak import give_order
from service.language.reader import Reader
from service.papers.letters import prospects
from tests.packs.conformance import read_bundled

if TYPE_CHECKING:
    from collections.abc import Callable

    import asyncpg


def test_a_march_and_a_letter_say_when_and_nothing_else_does(play: Callable[..., Any]) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        readings = Readings()
        await found_campaign(pool, "spring", dict(read_bundled("small_war")), seed=11)
        async with pool.acquire() as conn:
            world = await readings.world(conn, "spring")

        async def given(person: str, words: str, key: str = "") -> Any:
            return (await give_order(pool, readings, "spring", person, words, key)).expected

        letter = await given("maria", 'letter to=otto text="Where do you stand?"')
        assert (letter.rides, letter.dates) == (True, prospects(world, "maria", "otto").expected)
        assert letter.first < letter.last
        assert f"he is at {letter.place} by " in said_to(letter, world, Reader())
        march = await given("reuss", "march to=Ledabruck", "once")
        assert march.place.startswith("Ledabruck")
        assert (march.rides, march.first > world.now) == (False, True)
        assert march.dates == (world.calendar.format(march.first, "datetime"),) * 2
        german = said_to(march, world, Reader(language="de", zone="Europe/Berlin"))
        assert german.startswith(" Wenn sich nichts ändert, ist Ledabruck ")
        assert await given("reuss", "march to=Ledabruck", "once") is None, "it left when first said"
        assert await given("reuss", "rest weeks=1") is None
        assert await given("gm", "march to=Ledabruck army=relief") is None

    play(story)


def test_an_order_that_is_kept_is_never_answered_by_a_fault_in_foreseeing_it(
    play: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(expected, "prospect", broken)

    async def story(pool: asyncpg.Pool) -> None:
        await found_campaign(pool, "spring", dict(read_bundled("small_war")), seed=11)
        receipt = await give_order(
            pool, Readings(), "spring", "maria", 'letter to=otto text="Come."'
        )
        assert receipt.expected is None
        assert await pool.fetchval("SELECT count(*) FROM input WHERE person = 'maria'") == 1

    play(story)
