"""Who looks on sees what was so a while ago, and a stranger not even that there is a campaign."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest
from aiohttp import web

from service.api.openapi import BASE
from service.api.routes import CHAPTERS
from service.bridge import new_loop
from service.pace import Pace
from service.web import frame
from service.web.routes import enter_pages
from tests.service.api.site import Site, site
from tests.service.api.test_streaming import tell
from tests.service.web.pages import page, session

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

HOUR = 3_600_000
_KEY = re.compile(r'value="[0-9a-f]{24}"')


@pytest.fixture
def play(dsn: str) -> Play:
    """Run a story against a server."""

    def run(story: Callable[[Site], Awaitable[None]]) -> None:
        async def main() -> None:
            async with site(dsn, Pace(1e6, 10**6)) as here:
                await here.campaign("spring")
                await story(here)

        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(main())

    return run


def test_whom_one_may_follow_are_those_who_had_been_told_something_by_then(play: Play) -> None:
    async def story(here: Site) -> None:
        account = await here.account("eve@example.org")
        gm = await here.member("spring", "gm@example.org", "gm")
        made = await here.ask(
            "POST", "/campaigns/spring/invitations", gm, json={"role": "spectator"}
        )
        eve, seen = await here.token(account), await session(here, account)
        await here.ask("POST", "/me/invitations", eve, json={"secret": made.body["secret"]})
        async with here.pool.acquire() as conn:
            now = (await here.readings.world(conn, "spring")).now
        # "zed" has gone since: the world of now does not know him; ben has come since.
        for person, n, hours in (("ann", 1, 80), ("ann", 2, 60), ("zed", 1, 90), ("ben", 1, 60)):
            await tell(here, n, person)
            await here.pool.execute(
                "UPDATE notice SET at = $1 WHERE person = $2 AND n = $3",
                now - hours * HOUR,
                person,
                n,
            )
        watch = "/campaigns/spring/watch"
        listed = (await here.ask("GET", watch, eve)).body
        assert [one["person"] for one in listed] == ["ann", "zed"]
        shown = (await page(here, "/c/spring/watch", seen)).text
        assert re.findall(r'href="/c/spring/watch/(\w+)"', shown) == ["ann", "zed"]
        for person, status in (("ann", 200), ("zed", 200), ("ben", 404), ("nobody", 404)):
            assert (await here.ask("GET", f"{watch}/{person}", eve)).status == status
            assert (await page(here, f"/c/spring/watch/{person}", seen)).status == status
        early = await here.ask("GET", f"{watch}/ben", eve)
        assert early.raw == (await here.ask("GET", f"{watch}/nobody", eve)).raw

    play(story)


def declared() -> list[tuple[str, str]]:
    """Method and address of all that is about a campaign, as pages and API declare them."""
    app = web.Application()
    # Routes are only listed here, never followed: a site of nothing will do.
    enter_pages(app, frame.Site._make([None] * len(frame.Site._fields)))
    pages = {
        (route.method, route.resource.canonical)
        for route in app.router.routes()
        if route.method in {"GET", "POST"} and route.resource is not None
    }
    api = {(one.method, BASE + one.path) for chapter in CHAPTERS for one in chapter.all}
    return sorted(one for one in pages | api if "{campaign}" in one[1])


def test_a_stranger_is_told_the_same_of_a_campaign_as_of_none(play: Play) -> None:
    async def story(here: Site) -> None:
        account = await here.account("eve@example.org")
        token, secret = await here.token(account), await session(here, account)
        apart = []
        for method, path in declared():
            said = [
                await asked(here, method, path, campaign, token, secret)
                for campaign in ("spring", "nonesuch")
            ]
            if said[0] != said[1] or said[0][0] < 400:
                apart.append((method, path, said[0][0], said[1][0]))
        assert apart == []

    play(story)


def test_whoever_is_written_to_is_one_part_of_an_address_whatever_stands_in_the_name(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        token = await here.member("spring", "ann@example.org", "player", "ann")
        secret = await here.session_of(token)
        for to, there in (
            ("a\r\nX-Evil: 1", "a%0AX-Evil%3A%201"),
            ("../../me?x#y", "..%2F..%2Fme%3Fx%23y"),
            ("captain:guard", "captain%3Aguard"),
        ):
            shown = await page(here, "/c/spring/ann/letters", secret, {"to": to})
            assert (shown.status, shown.location) == (303, f"/c/spring/ann/letters/{there}")

    play(story)


async def asked(
    here: Site, method: str, path: str, campaign: str, token: str, secret: str
) -> tuple[int, str]:
    """Status and text of an answer, without the campaign's name and whatever is fresh each time."""
    path = re.sub(r"\{\w+\}", "1", path.replace("{campaign}", campaign))
    if path.startswith(BASE):
        got = await here.ask(method, path.removeprefix(BASE), token, json={})
        return got.status, got.raw.decode().replace(campaign, "")
    shown = await page(here, path, secret, {} if method == "POST" else None)
    return shown.status, _KEY.sub("", shown.text.replace(campaign, "") + shown.location)
