"""The almanac: what day it is, the weather where one is, and what news one has heard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from couriers.news import NewsHeard
from couriers.offers import place_name
from service.store.papers import known_of

if TYPE_CHECKING:
    import asyncpg

    from world.state import World

NEWEST = 200


class Heard(msgspec.Struct, frozen=True, kw_only=True):
    """News as it was heard: when and where it reached one, when and where it happened."""

    n: int
    date: str
    text: str
    happened: str
    place: str
    heard: str
    days: int


class Month(msgspec.Struct, frozen=True, kw_only=True):
    """The month's sheet: its name, the names of weekdays, and its weeks; None beside the month."""

    name: str
    weekdays: list[str]
    weeks: list[list[int | None]]
    today: int


class Almanac(msgspec.Struct, frozen=True, kw_only=True):
    """The almanac of a person: ``place`` and ``weather`` are "" where nobody says."""

    date: str
    season: str
    month: Month
    place: str
    weather: str
    news: list[Heard]


async def almanac_of(conn: asyncpg.Connection, world: World, campaign: str, person: str) -> Almanac:
    """The almanac as it lies open now; news the newest first."""
    view = world.pack.view(world, person)
    place = getattr(view, "place", None)
    rows = await known_of(conn, campaign, person, ["news_heard"], NEWEST)
    calendar = world.calendar
    news = []
    for row in rows:
        record = world.pack.record_decoder.decode(row.body)
        if isinstance(record, NewsHeard):
            news.append(
                Heard(
                    n=row.n,
                    date=calendar.format(row.at, "datetime"),
                    text=record.text,
                    happened=calendar.format(record.happened, "date"),
                    place=place_name(world, record.place),
                    heard=place_name(world, record.heard),
                    days=(row.at - record.happened) // 86_400_000,
                )
            )
    return Almanac(
        date=calendar.format(world.now, "datetime"),
        season=calendar.season(world.now),
        month=_month(world),
        place=place_name(world, place) if place else "",
        weather=str(getattr(view, "weather", "") or "").replace("_", " "),
        news=news,
    )


def _month(world: World) -> Month:
    calendar = world.calendar
    today = calendar.date(world.now)
    first = calendar.first_of(today.year, today.month)
    weekdays = list(calendar.weekdays)
    days: list[int | None] = list(range(1, calendar.month_days(today.year, today.month) + 1))
    if weekdays:
        days = [*[None] * calendar.weekday_of(first), *days]
    wide = len(weekdays) or 10
    days += [None] * (-len(days) % wide)
    return Month(
        name=f"{calendar.month_names[today.month - 1]} {today.year}",
        weekdays=weekdays,
        weeks=[days[at : at + wide] for at in range(0, len(days), wide)],
        today=today.day,
    )
