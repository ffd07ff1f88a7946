"""Feeds: the page on which one makes a link to them, and what programs get by that link."""

from __future__ import annotations

import email.utils
from typing import TYPE_CHECKING

from aiohttp import web

from service.api.tags import has, tag_of
from service.people.feeds import (
    COST,
    Given,
    calendar_feed,
    close_feeds,
    notices_feed,
    open_feeds,
    require_feeds,
)
from service.people.secret import digest
from service.store.campaigns import campaign_name
from service.store.feeds import feed_made
from service.store.session import writing
from service.web.frame import HEADERS
from service.web.papers import papers_of
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from service.web.frame import Look

#: Where the two feeds of a link are.
CALENDAR, NOTICES = "/feeds/{secret}/calendar.ics", "/feeds/{secret}/notices.atom"


async def feeds(look: Look, *, secret: str = "") -> web.Response:
    """The page; *secret* is of a link that was just made, and is shown here and never again."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    async with look.site.pool.acquire() as conn:
        await require_feeds(conn, look.known, campaign, person)
        name = await campaign_name(conn, campaign)
        world = await look.site.readings.recent(conn, campaign)
        made = await feed_made(conn, campaign, look.known.account.id, person)
    return look.page(
        "feeds.html",
        campaign=campaign,
        person=person,
        name=name,
        title=world.pack.answers.title(world, person),
        papers=papers_of(world),
        made=None if made is None else look.clock(made),
        calendar=look.address(CALENDAR.format(secret=secret)) if secret else "",
        notices=look.address(NOTICES.format(secret=secret)) if secret else "",
    )


async def change(look: Look) -> web.Response:
    """Make a link, in place of the one there is, or let it open nothing."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    form = await look.form()
    async with writing(look.site.pool) as conn:
        match form.get("do"):
            case "make":
                secret = await open_feeds(conn, look.known, campaign, person)
            case "end":
                await close_feeds(conn, look.known, campaign, person)
                there = f"/c/{campaign}/{person}/feeds"
                return look.go(there, said="The link opens nothing any more.")
            case _:
                raise BadInput("That is nothing a feed can do. Nothing was changed.")
    return await feeds(look, secret=secret)


async def calendar(look: Look) -> web.Response:
    """Deadlines and what is expected when, for a calendar."""
    return await _given(look, calendar_feed, "text/calendar")


async def notices(look: Look) -> web.Response:
    """What one was told, for a feed reader."""
    return await _given(look, notices_feed, "application/atom+xml")


async def _given(
    look: Look, make: Callable[..., Awaitable[Given]], content_type: str
) -> web.Response:
    """A feed, or that it is as it was; whoever asks too often waits, whatever the address."""
    site, secret = look.site, look.request.match_info["secret"]
    site.pace.take(f"feed {digest(secret).hex()}", cost=COST)
    given = await make(site.pool, site.readings, secret, look.address(""))
    tag = tag_of(given.body)
    headers = {**HEADERS, "ETag": tag, "Cache-Control": "private, no-cache"}
    if given.changed:
        seconds = given.changed // 1_000_000
        headers["Last-Modified"] = email.utils.formatdate(seconds, usegmt=True)
    if has(look.request, tag):
        return web.Response(status=304, headers=headers)
    return web.Response(
        body=given.body, content_type=content_type, charset="utf-8", headers=headers
    )
