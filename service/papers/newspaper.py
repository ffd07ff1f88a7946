"""What visitors without an account read of a public campaign: the news, a while after it was told.

It is what is told in the country, as news reached anybody, and nothing else: no letter, no report,
no army.  It is later than the players' own by as much as spectators are.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

from couriers.news import NewsHeard
from couriers.offers import place_name
from service.intake.reading import NoSuchCampaign
from service.papers.drawn import of_places
from service.store.campaigns import campaign_name
from service.store.memberships import spectators_behind
from service.store.public import heard_until, is_public
from world.entity import kind_of

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings
    from world.state import World

_HOUR_MS = 3_600_000
#: Stories on the front page, and records that are looked through for them.
STORIES, _READ = 30, 2_000
#: Seconds for which a newspaper lies as it was printed: visitors are many.
_LIES = 15.0
_printed: dict[str, tuple[float, Newspaper, tuple[tuple[str, str], ...]]] = {}


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """A tale: its number on the map, or 0; when it happened, where, and how it is told."""

    n: int
    date: str
    place: str
    text: str


class Newspaper(msgspec.Struct, frozen=True, kw_only=True):
    """What is told in a campaign by the date up to which visitors see; the newest first."""

    id: str
    name: str
    date: str
    stories: list[Story]
    map: bool


async def newspaper(conn: asyncpg.Connection, readings: Readings, campaign_id: str) -> Newspaper:
    """The newspaper of a public campaign.

    Raises:
        NoSuchCampaign: nobody may look on there, whether there is such a campaign or not.
    """
    return (await _print(conn, readings, campaign_id))[0]


async def news_map(conn: asyncpg.Connection, readings: Readings, campaign_id: str) -> bytes | None:
    """The country with the places of the stories on it, as SVG; None in a game without a map.

    Nobody's troops are on it, and nobody's borders.

    Raises:
        NoSuchCampaign: nobody may look on there, whether there is such a campaign or not.
    """
    _, places = await _print(conn, readings, campaign_id)
    world = await readings.recent(conn, campaign_id)
    if world.pack.draw is None:
        return None
    return await of_places(world.pack.draw, world, campaign_id, places)


async def _print(
    conn: asyncpg.Connection, readings: Readings, campaign_id: str
) -> tuple[Newspaper, tuple[tuple[str, str], ...]]:
    if not await is_public(conn, campaign_id):
        raise NoSuchCampaign("There is no public campaign of that name.")
    lies = _printed.get(campaign_id)
    if lies is not None and time.monotonic() - lies[0] < _LIES:
        return lies[1], lies[2]
    world = await readings.world(conn, campaign_id)
    until = world.now - await spectators_behind(conn, campaign_id) * _HOUR_MS
    stories, places = _stories(
        world, await heard_until(conn, campaign_id, kind_of(NewsHeard), until, _READ)
    )
    paper = Newspaper(
        id=campaign_id,
        name=await campaign_name(conn, campaign_id) or campaign_id,
        date=world.calendar.format(until, "datetime"),
        stories=stories,
        map=world.pack.draw is not None,
    )
    while len(_printed) > 100:
        _printed.pop(next(iter(_printed)))
    _printed[campaign_id] = (time.monotonic(), paper, places)
    return paper, places


def _stories(
    world: World, rows: list[tuple[int, bytes]]
) -> tuple[list[Story], tuple[tuple[str, str], ...]]:
    """Each tale once, as it was first told, the latest first; and where to mark which on a map."""
    first: dict[tuple[str, str, int], NewsHeard] = {}
    for _, body in reversed(rows):
        told = world.pack.record_decoder.decode(body)
        if isinstance(told, NewsHeard):
            first.setdefault((told.event, told.place, told.happened), told)
    tales = sorted(first.values(), key=lambda one: (-one.happened, one.place, one.text))[:STORIES]
    numbers: dict[str, int] = {}
    for one in tales:
        if one.place:
            numbers.setdefault(one.place, len(numbers) + 1)
    stories = [
        Story(
            n=numbers.get(one.place, 0),
            date=world.calendar.format(one.happened, "date"),
            place=place_name(world, one.place),
            text=one.text,
        )
        for one in tales
    ]
    return stories, tuple((place, str(n)) for place, n in numbers.items())
