"""The map as a person knows it: the ground, and on a second sheet what was seen on it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from aiohttp import web

from service.api.problem import NotFound
from service.api.tags import has, tag_of
from service.people.parts import require_voice
from service.store.campaigns import campaign_name
from service.web.frame import HEADERS
from service.web.papers import papers_of

if TYPE_CHECKING:
    from service.web.frame import Look
    from world.pack import Maps, View
    from world.state import World

#: Grounds kept as drawn: one takes a second where the country is large.
_KEPT = 24
_drawn: OrderedDict[tuple[str, tuple[tuple[int, str], ...]], bytes] = OrderedDict()
#: Drawing takes a core: one at a time leaves the other to the game.
_drawing = ThreadPoolExecutor(1, thread_name_prefix="map")


async def _world(look: Look) -> tuple[World, Maps]:
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    async with look.site.pool.acquire() as conn:
        await require_voice(conn, look.known, campaign, person, to_speak=False)
        world = await look.site.readings.world(conn, campaign)
    if world.pack.draw is None:
        raise NotFound("This game has no map.")
    return world, world.pack.draw


def _view(look: Look, world: World) -> View:
    return world.pack.view(world, look.request.match_info["person"])


async def chart(look: Look) -> web.Response:
    """The page with the map."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    world, _ = await _world(look)
    async with look.site.pool.acquire() as conn:
        name = await campaign_name(conn, campaign)
    return look.page(
        "map.html",
        campaign=campaign,
        person=person,
        name=name,
        title=world.pack.answers.title(world, person),
        papers=papers_of(world),
    )


async def ground(look: Look) -> web.Response:
    """The ground, as its reader believes it to be held."""
    world, maps = await _world(look)
    holders = maps.holders(world.scene, _view(look, world))
    key = (look.request.match_info["campaign"], holders)
    body = _drawn.get(key)
    if body is None:
        loop = asyncio.get_running_loop()
        drawn = await loop.run_in_executor(_drawing, maps.ground, world.scene, holders)
        body = _drawn[key] = drawn.encode()
        while len(_drawn) > _KEPT:
            _drawn.popitem(last=False)
    return _picture(look, body)


async def marks(look: Look) -> web.Response:
    """What stands on it, as last seen."""
    world, maps = await _world(look)
    return _picture(look, maps.marks(world.scene, _view(look, world)).encode())


def _picture(look: Look, body: bytes) -> web.Response:
    tag = tag_of(body)
    headers = {**HEADERS, "ETag": tag, "Cache-Control": "private, no-cache"}
    if has(look.request, tag):
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type="image/svg+xml", headers=headers)
