"""A referee looks ahead, and searches the journal with its dice, over HTTP."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from service.bridge import new_loop
from service.intake.founding import found_campaign
from service.packs import load_pack
from service.store.instants import clock_us
from tests.faults.daemons import ferry_posts
from tests.service.api.site import FERRY, Site, site
from tests.service.playing import play_on

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

SPRING = "/campaigns/spring"


@pytest.fixture
def play(dsn: str) -> Play:
    """Run a story against a server with a campaign of two days, of which one has passed."""

    def run(story: Callable[[Site], Awaitable[None]]) -> None:
        async def main() -> None:
            async with site(dsn) as here:
                load_pack(FERRY)
                async with here.pool.acquire() as conn:
                    start = await clock_us(conn) - 86_400_000_000
                files = ferry_posts(40, every_minutes=60)
                await found_campaign(here.pool, "spring", files, start=start, seed=1)
                await play_on(here.pool, "spring")
                await story(here)

        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(main())

    return run


def test_a_referee_looks_a_day_or_a_week_ahead_and_nobody_else_does(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        week = (await here.ask("GET", f"{SPRING}/coming?limit=500", gm)).body
        hour = (await here.ask("GET", f"{SPRING}/coming?hours=1", gm)).body
        assert 0 < len(hour) < len(week)
        assert hour == week[: len(hour)]
        assert all(one["wall"] for one in week)
        assert (await here.ask("GET", f"{SPRING}/coming?hours=169", gm)).status == 400
        for path in ("coming", "journal"):
            assert (await here.ask("GET", f"{SPRING}/{path}", ann)).status == 403

    play(story)


def test_the_journal_is_searched_by_kind_words_and_dice_page_by_page(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        seen: list[int] = []
        following: int | None = 2**53
        while following is not None:
            page = (await here.ask("GET", f"{SPRING}/journal?limit=7&before={following}", gm)).body
            seen += [one["seq"] for one in page["lines"]]
            following = page["next"]
        assert seen == list(range(seen[0], 0, -1))
        thrown = (await here.ask("GET", f"{SPRING}/journal?dice=1&limit=500", gm)).body["lines"]
        assert thrown
        assert all(one["dice"] for one in thrown)
        whole = (await here.ask("GET", f"{SPRING}/journal?limit=500", gm)).body["lines"]
        assert [one for one in whole if one["dice"]] == thrown
        said = (await here.ask("GET", f"{SPRING}/journal?words=LETTER+3%22", gm)).body["lines"]
        assert said
        assert {one["what"] for one in said} <= {one["what"] for one in whole}
        scripted = f"{SPRING}/journal?kind=scripted&limit=500"
        kinds = {one["what"] for one in (await here.ask("GET", scripted, gm)).body["lines"]}
        assert kinds == {"scripted"}
        none = await here.ask("GET", f"{SPRING}/journal?words=nowhere-at-all", gm)
        assert none.body == {"lines": [], "next": None}

    play(story)


def test_who_knows_of_a_letter_is_told_to_referees_and_to_nobody_else(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        body = b'{"kind":"kept","sender":"ben","text":"Sesame 100%"}'
        await here.pool.execute(
            "INSERT INTO known VALUES ('spring', 'ann', 9001, 0, 'kept', $1)", body
        )
        found = (await here.ask("GET", "/campaigns/spring/knowledge?about=sesame 100%25", gm)).body
        assert [(one["person"], one["parts"]["text"]) for one in found["learnt"]] == [
            ("ann", "Sesame 100%")
        ]
        none = (await here.ask("GET", "/campaigns/spring/knowledge?about=sesame_100", gm)).body
        assert none["learnt"] == []
        for path in ("knowledge?about=sesame", "persons/ann/knowledge"):
            assert (await here.ask("GET", f"/campaigns/spring/{path}", ann)).status == 403
            assert (await here.ask("GET", f"/campaigns/spring/{path}", gm)).status == 200

    play(story)
