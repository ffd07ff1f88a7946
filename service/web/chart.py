"""The map as a person knows it: the ground, and on a second sheet what was seen on it."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from aiohttp import web

from service.api.problem import NotFound
from service.people.parts import require_voice
from service.store.campaigns import campaign_name
from service.web.frame import HEADERS

if TYPE_CHECKING:
    from service.web.frame import Look
    from world.pack import Maps, View

#: Grounds kept as drawn: one takes a second where the country is large.
_KEPT = 24
_drawn: OrderedDict[tuple[str, tuple[tuple[int, str], ...]], bytes] = OrderedDict()
#: Drawing takes a core: one at a time leaves the other to the game.
_drawing = ThreadPoolExecutor(1, thread_name_prefix="map")


async def _known(look: Look) -> tuple[Maps, Any, View]:
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    async with look.site.pool.acquire() as conn:
        await require_voice(conn, look.known, campaign, person, to_speak=False)
        world = await look.site.readings.world(conn, campaign)
    maps = world.pack.draw
    if maps is None:
        raise NotFound("This game has no map.")
    return maps, world.scene, world.pack.view(world, person)


async def chart(look: Look) -> web.Response:
    """The page with the map."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    await _known(look)
    async with look.site.pool.acquire() as conn:
        name = await campaign_name(conn, campaign)
        world = await look.site.readings.recent(conn, campaign)
    return look.page(
        "map.html",
        campaign=campaign,
        person=person,
        name=name,
        title=world.pack.answers.title(world, person),
    )


async def ground(look: Look) -> web.Response:
    """The ground, as its reader believes it to be held."""
    maps, scene, view = await _known(look)
    holders = maps.holders(scene, view)
    key = (look.request.match_info["campaign"], holders)
    body = _drawn.get(key)
    if body is None:
        loop = asyncio.get_running_loop()
        drawn = await loop.run_in_executor(_drawing, maps.ground, scene, holders)
        body = _drawn[key] = drawn.encode()
        while len(_drawn) > _KEPT:
            _drawn.popitem(last=False)
    return _picture(look, body)


async def marks(look: Look) -> web.Response:
    """What stands on it, as last seen."""
    maps, scene, view = await _known(look)
    return _picture(look, maps.marks(scene, view).encode())


def _picture(look: Look, body: bytes) -> web.Response:
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {**HEADERS, "ETag": tag, "Cache-Control": "private, no-cache"}
    if look.request.headers.get("If-None-Match") == tag:
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type="image/svg+xml", headers=headers)
