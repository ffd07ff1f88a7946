"""The pages can be kept as an app: without that an iPhone shows none of their notices."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.service.api.conftest import play
from tests.service.api.site import Site
from tests.service.web.pages import page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

__all__ = ["play"]


def test_every_page_names_a_manifest_that_its_policy_allows_with_icons_that_are_there(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        front = await page(here, "/")
        assert '<link rel="manifest" href="/manifest.webmanifest">' in front.text
        async with here.http.get(f"{here.address}/") as got:
            assert "manifest-src 'self'" in got.headers["Content-Security-Policy"]
        async with here.http.get(f"{here.address}/manifest.webmanifest") as got:
            assert got.content_type == "application/manifest+json"
            told = json.loads(await got.read())
        assert (told["display"], told["scope"], told["start_url"]) == ("standalone", "/", "/")
        for icon in told["icons"]:
            async with here.http.get(here.address + icon["src"]) as got:
                assert (got.status, got.content_type) == (200, icon["type"])
                body = await got.read()
            if icon["type"] == "image/png":
                # Its header: width and height, as the manifest has them.
                wide, high = (int.from_bytes(body[at : at + 4], "big") for at in (16, 20))
                assert f"{wide}x{high}" == icon["sizes"]
                assert f'<link rel="apple-touch-icon" href="{icon["src"]}">' in front.text

    play(story)
