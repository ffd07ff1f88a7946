"""A game that is over by its own rules: its referee is told so, and is the one to end it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from service.scenario_files import read_files
from tests.service.api.conftest import play
from tests.service.api.site import Site
from tests.service.web.pages import page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

__all__ = ["play"]

OVER = "The game is over: Arvale has won."


def test_a_victory_puts_the_end_of_the_campaign_before_its_referee_and_nobody_else(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        await here.campaign("ring", read_files(Path("four_crowns")))
        gm = await here.member("ring", "gm@example.org", "gm")
        ada = await here.member("ring", "ada@example.org", "player", "ada")
        browser = {who: await here.session_of(who) for who in (gm, ada)}
        pages = ("/c/ring/table", "/c/ring/gm", "/c/ring/ending")
        for path in pages:
            assert OVER not in (await page(here, path, browser[gm])).text
        await here.pool.execute(
            """UPDATE entity SET body = convert_to(replace(replace(convert_from(body, 'UTF8'),
                '"state":"forming"', '"state":"over"'),
                '"winner":null', '"winner":"kingdom-ada"'), 'UTF8')
            WHERE campaign_id = 'ring' AND id = 'game'"""
        )
        await here.pool.execute("UPDATE due SET version = version + 1")
        for path in pages:
            assert OVER in (await page(here, path, browser[gm])).text
        assert OVER not in (await page(here, "/c/ring/ada", browser[ada])).text
        for who, said in ((gm, OVER), (ada, "")):
            assert (await here.ask("GET", "/campaigns/ring", who)).body["over"] == said
        # Nothing has ended it: its referee does, by the form that stands there.
        ended = await here.ask("POST", "/campaigns/ring/ending", gm, json={"sure": "ring"})
        assert ended.status == 200
        assert OVER not in (await page(here, "/c/ring/gm", browser[gm])).text

    play(story)
