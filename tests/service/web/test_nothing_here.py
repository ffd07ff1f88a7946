"""An address that leads nowhere shows a page with a way back, whoever comes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.service.api.conftest import play
from tests.service.web.pages import page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.service.api.site import Site

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

__all__ = ["play"]


def test_an_address_that_leads_nowhere_shows_a_page_with_a_way_back(play: Play) -> None:
    async def story(here: Site) -> None:
        for path, method, status in (
            ("/nowhere/at/all", "GET", 404),
            ("/c/spring", "GET", 404),
            ("/", "POST", 405),
            ("/public/no-such-campaign", "GET", 404),
        ):
            shown = await page(here, path, method=method)
            assert shown.status == status, path
            assert "<h1>There is nothing here</h1>" in shown.text, path
            assert '<a class="button" href="/">' in shown.text, path
        assert (await page(here, "/api/v1/nowhere")).text.startswith("{")

    play(story)
