"""What visitors see who have no account: public campaigns, their news and a map of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from service.api.tags import has, tag_of
from service.papers.newspaper import news_map, newspaper
from service.people.parts import NotFound
from service.store.public import public_campaigns
from service.web.frame import HEADERS

if TYPE_CHECKING:
    from service.web.frame import Look

_MOST = 50


async def campaigns(look: Look) -> web.Response:
    """The campaigns at which anybody may look on."""
    async with look.site.pool.acquire() as conn:
        found = await public_campaigns(conn, _MOST)
    return look.page("public_list.html", campaigns=found)


async def paper(look: Look) -> web.Response:
    """The news of one."""
    async with look.site.pool.acquire() as conn:
        found = await newspaper(conn, look.site.readings, look.request.match_info["campaign"])
    return look.page("public.html", paper=found)


async def country(look: Look) -> web.Response:
    """Where it happened."""
    async with look.site.pool.acquire() as conn:
        body = await news_map(conn, look.site.readings, look.request.match_info["campaign"])
    if body is None:
        raise NotFound("This game has no map.")
    tag = tag_of(body)
    headers = {**HEADERS, "ETag": tag, "Cache-Control": "public, max-age=15"}
    if has(look.request, tag):
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type="image/svg+xml", headers=headers)
