"""Instants as a reader says them: by the campaign's calendar, and by the clock on the wall."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from babel.dates import format_datetime, format_timedelta, get_day_names, get_month_names

from service.language.catalogue import ENGLISH, english
from world import zone
from world.calendar import GregorianCalendar
from world.clock import utc
from world.errors import Refused

if TYPE_CHECKING:
    from service.language.catalogue import Tongue
    from service.language.reader import Reader
    from world.state import World

#: How a date of the game is put together; the names of days and months are the calendar's own,
#: but for the Gregorian one, whose names everybody has in their language.
GAME: Final = english("{weekday} {day} {month} {year}, {clock}")
GAME_BARE: Final = english("{day} {month} {year}, {clock}")
#: How a real date is written (letters as in Unicode's date patterns).
WALL: Final = english("EEE d MMM y, HH:mm")
_UTC = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2} UTC")
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


def game(world: World, at: int, tongue: Tongue) -> str:
    """A game instant (ms) in the campaign's calendar."""
    calendar = world.calendar
    if tongue.code == ENGLISH:
        return calendar.format(at, "datetime")
    date = calendar.date(at)
    weekday, month = date.weekday, calendar.month_names[date.month - 1]
    if isinstance(calendar, GregorianCalendar):
        weekday = get_day_names("wide", locale=tongue.locale)[calendar.weekdays.index(weekday)]
        month = get_month_names("wide", locale=tongue.locale)[date.month]
    return tongue.phrase(GAME if weekday else GAME_BARE).format(
        weekday=weekday,
        day=date.day,
        month=month,
        year=f"{date.year} {calendar.era_name}".rstrip(),
        clock=f"{date.hour:02d}:{date.minute:02d}",
    )


def wall(at: int, reader: Reader) -> str:
    """A real instant (µs) by the reader's clock: "Tue 1 Dec 2026, 21:00 CET"."""
    try:
        local = zone.local(reader.zone, at)
    except Refused:  # no date that a clock could show
        return utc(at)
    shown = format_datetime(local, reader.tongue.phrase(WALL), locale=reader.tongue.locale)
    name = local.tzname() or ""
    # Many zones have no letters, only figures: of those nobody knows what they are counted from.
    return f"{shown} {name if name[:1].isalpha() else f'UTC{local.isoformat()[-6:]}'}"


def said(text: str, reader: Reader) -> str:
    """A text; by the reader's clock if it is a real instant as the rules write one.

    They write it in UTC, to the second, since they know no reader: see :func:`world.clock.utc`.
    """
    if not _UTC.fullmatch(text):
        return text
    try:
        moment = datetime.strptime(text, "%Y-%m-%d %H:%M:%S UTC").replace(tzinfo=UTC)
    except ValueError:  # a thirteenth month
        return text
    return wall(int(moment.timestamp()) * 1_000_000, reader)


def away(at: int, reader: Reader) -> str:
    """How far a real instant (µs) is from when it is read: "in 5 hours"; "" where nobody knows.

    Whole units that have begun count: nobody is told that there is more time than there is.
    """
    if reader.now is None:
        return ""
    seconds = (at - reader.now) // 1_000_000
    unit = next((u for u in (_DAY, _HOUR, _MINUTE) if abs(seconds) >= 2 * u), _MINUTE)
    whole = timedelta(seconds=int(seconds / unit) * unit)
    return format_timedelta(
        whole, "minute", threshold=2, add_direction=True, locale=reader.tongue.locale
    )
