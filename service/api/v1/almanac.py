"""The almanac, the map as a drawing, and what a person keeps: markers and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.api.endpoint import Asked, Done, Endpoints, Parameter
from service.pace import TooMany
from service.papers.almanac import Almanac, almanac_of
from service.papers.drawn import whole
from service.papers.markers import (
    Marker,
    keep_notes,
    markers_of,
    notes_of,
    set_marker,
    take_marker,
)
from service.papers.painted import (
    AGAIN,
    LARGEST_WIDTH,
    LEAST_WIDTH,
    PICTURE_COST,
    USUAL_WIDTH,
    ManyWait,
    painted,
)
from service.people.parts import NotFound, require_own, require_voice, speaks_for
from service.store.session import writing

if TYPE_CHECKING:
    from world.pack import Maps

endpoints = Endpoints("Map and almanac")

_PERSON = "/campaigns/{campaign}/persons/{person}"

WIDTH = Parameter(
    "width",
    f"pixels across ({LEAST_WIDTH} to {LARGEST_WIDTH}; else {USUAL_WIDTH})",
    "integer",
)


class Drawing(msgspec.Struct, frozen=True):
    """The map as a person knows it: an SVG document, and what the colours of its marks mean."""

    svg: str
    key: dict[str, str]


class Marking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A marker to be set: a place by name or id, and a line of text."""

    place: str
    text: str


class Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person's notes."""

    text: str


@endpoints.get(f"{_PERSON}/almanac", gives=Almanac)
async def almanac(asked: Asked) -> Almanac:
    """What day it is, the weather where the person is, and the news they have heard."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=False)
        world = await asked.services.readings.world(conn, campaign)
        return await almanac_of(conn, world, campaign, person)


@endpoints.get(f"{_PERSON}/map", gives=Drawing)
async def drawing(asked: Asked) -> Drawing:
    """The map as a person knows it, with their own markers."""
    maps, svg = await _drawn(asked)
    return Drawing(svg.decode(), dict(maps.key))


@endpoints.picture(f"{_PERSON}/map.svg", media="image/svg+xml")
async def drawing_as_svg(asked: Asked) -> bytes:
    """The map as a person knows it, as an SVG document."""
    return (await _drawn(asked))[1]


@endpoints.picture(f"{_PERSON}/map.png", media="image/png", query=(WIDTH,), cost=PICTURE_COST)
async def drawing_as_png(asked: Asked) -> bytes:
    """The map as a person knows it, as a picture for chat and mail."""
    width = asked.number("width", USUAL_WIDTH, LEAST_WIDTH, LARGEST_WIDTH)
    _, svg = await _drawn(asked)
    try:
        return await painted(svg, asked.path["campaign"], asked.path["person"], width)
    except ManyWait as error:
        raise TooMany(AGAIN, str(error)) from None


async def _drawn(asked: Asked) -> tuple[Maps, bytes]:
    """How a campaign draws, and the whole map of the person asked for.

    Raises:
        NotAllowed: who asks does not speak for that person.
        NotFound: the game has no map.
    """
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        parts = await require_voice(conn, asked.known, campaign, person, to_speak=False)
        world = await asked.services.readings.world(conn, campaign)
        if world.pack.draw is None:
            raise NotFound("This game has no map.")
        mine = speaks_for(parts, person)
        own = await markers_of(conn, world, campaign, person) if mine else []
    maps = world.pack.draw
    return maps, await whole(maps, world, campaign, person, own)


@endpoints.get(f"{_PERSON}/markers", gives=list[Marker])
async def list_markers(asked: Asked) -> list[Marker]:
    """A person's own markers on the map."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        parts = await require_voice(conn, asked.known, campaign, person, to_speak=False)
        require_own(parts, person)
        world = await asked.services.readings.recent(conn, campaign)
        return await markers_of(conn, world, campaign, person)


@endpoints.post(f"{_PERSON}/markers", takes=Marking, gives=Marker, scope="read")
async def add_marker(asked: Asked) -> Marker:
    """Set a marker, in place of the one that stood there."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with writing(asked.pool) as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=True)
        world = await asked.services.readings.recent(conn, campaign)
        return await set_marker(conn, world, campaign, person, asked.body.place, asked.body.text)


@endpoints.delete(f"{_PERSON}/markers/{{place}}", gives=Done, scope="read")
async def remove_marker(asked: Asked) -> Done:
    """Take a marker away, by the id of its place."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with writing(asked.pool) as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=True)
        if not await take_marker(conn, campaign, person, asked.path["place"]):
            raise NotFound("You have no marker there; nothing was changed.")
    return Done(done=True)


@endpoints.get(f"{_PERSON}/notes", gives=Notes)
async def notes(asked: Asked) -> Notes:
    """A person's own notes."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        parts = await require_voice(conn, asked.known, campaign, person, to_speak=False)
        require_own(parts, person)
        return Notes(await notes_of(conn, campaign, person))


@endpoints.post(f"{_PERSON}/notes", takes=Notes, gives=Notes, scope="read")
async def write_notes(asked: Asked) -> Notes:
    """Keep a person's notes in place of those there were."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with writing(asked.pool) as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=True)
        await keep_notes(conn, campaign, person, asked.body.text)
    return Notes(asked.body.text)
