"""The map as a person knows it: the ground, what was seen on it, and the person's own markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from couriers.offers import place_name
from couriers.prospect import places
from service.api.problem import words_of
from service.api.tags import has, tag_of
from service.pace import TooMany
from service.papers import drawn
from service.papers.markers import markers_of, set_marker, take_marker
from service.papers.painted import (
    AGAIN,
    LARGEST_WIDTH,
    LEAST_WIDTH,
    PICTURE_COST,
    USUAL_WIDTH,
    ManyWait,
    painted,
)
from service.people.parts import NotFound, require_voice, speaks_for
from service.store.campaigns import campaign_name
from service.store.session import writing
from service.web.frame import HEADERS
from service.web.papers import papers_of
from world.errors import BadInput, Refused

if TYPE_CHECKING:
    from service.papers.markers import Marker
    from service.web.frame import Look
    from world.pack import Maps
    from world.state import World


#: Pixels across of the picture that the page offers.
_KEPT_WIDTH = 1_600


async def _world(look: Look) -> tuple[World, Maps, list[Marker]]:
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    async with look.site.pool.acquire() as conn:
        parts = await require_voice(conn, look.known, campaign, person, to_speak=False)
        world = await look.site.readings.world(conn, campaign)
        if world.pack.draw is None:
            raise NotFound("This game has no map.")
        mine = speaks_for(parts, person)
        own = await markers_of(conn, world, campaign, person) if mine else []
        return world, world.pack.draw, own


async def chart(look: Look, *, wrong: str = "") -> web.Response:
    """The page with the map."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    world, maps, own = await _world(look)
    async with look.site.pool.acquire() as conn:
        name = await campaign_name(conn, campaign)
    return look.page(
        "map.html",
        status=422 if wrong else 200,
        campaign=campaign,
        person=person,
        name=name,
        title=world.pack.answers.title(world, person),
        papers=papers_of(world),
        own=own,
        spot=_spot(world, maps, person),
        key_of_marks=maps.key,
        places=places(world, person),
        picture_width=_KEPT_WIDTH,
        wrong=wrong,
    )


def _spot(world: World, maps: Maps, person: str) -> tuple[float, float] | None:
    """Where on the sheet its reader is, as far as their own view says."""
    view = world.pack.view(world, person)
    place = getattr(view, "place", None)
    if not place:
        return None
    return maps.spot(world.scene, view, {"place": place_name(world, place)})


async def ground(look: Look) -> web.Response:
    """The ground, as its reader believes it to be held."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    world, maps, _ = await _world(look)
    return _picture(look, await drawn.ground(maps, world, campaign, person))


async def marks(look: Look) -> web.Response:
    """What stands on it, as last seen."""
    world, maps, _ = await _world(look)
    return _picture(look, drawn.marks(maps, world, look.request.match_info["person"]))


async def markers(look: Look) -> web.Response:
    """What its reader has marked on it."""
    world, maps, own = await _world(look)
    return _picture(look, drawn.markers(maps, world, own))


async def whole(look: Look) -> web.Response:
    """All three sheets as one picture, to keep or to print."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    world, maps, own = await _world(look)
    return _picture(look, await drawn.whole(maps, world, campaign, person, own))


async def picture(look: Look) -> web.Response:
    """The same as a picture, so many pixels wide; it counts as many requests, as over the API."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    wide = look.request.query.get("width", "")
    known = wide.isascii() and wide.isdecimal() and len(wide) < 6
    width = int(wide) if known else (LARGEST_WIDTH + 1 if wide else USUAL_WIDTH)
    if not LEAST_WIDTH <= width <= LARGEST_WIDTH:
        raise BadInput(f"Give a width of {LEAST_WIDTH} to {LARGEST_WIDTH} pixels.")
    look.site.pace.take(look.known.account.id, cost=PICTURE_COST)
    world, maps, own = await _world(look)
    svg = await drawn.whole(maps, world, campaign, person, own)
    try:
        return _picture(look, await painted(svg, campaign, person, width), "image/png")
    except ManyWait as error:
        raise TooMany(AGAIN, str(error)) from None


async def mark(look: Look) -> web.Response:
    """Set a marker, or take one away."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    form = await look.form()
    world, _, _ = await _world(look)
    try:
        async with writing(look.site.pool) as conn:
            await require_voice(conn, look.known, campaign, person, to_speak=True)
            if form.get("do") == "take":
                await take_marker(conn, campaign, person, form.get("place", ""))
                said = "The marker was taken away."
            else:
                place, text = form.get("place", ""), form.get("text", "")
                made = await set_marker(conn, world, campaign, person, place, text)
                said = f"Marked {made.name}: {made.text}"
    except (Refused, BadInput) as error:
        return await chart(look, wrong=words_of(error))
    return look.go(f"/c/{campaign}/{person}/map", said=said)


def _picture(look: Look, body: bytes, media: str = "image/svg+xml") -> web.Response:
    tag = tag_of(body)
    headers = {**HEADERS, "ETag": tag, "Cache-Control": "private, no-cache"}
    if has(look.request, tag):
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type=media, headers=headers)
