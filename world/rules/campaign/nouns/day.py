"""Day and night, the order of things within a day, and spans of time (C-TIME-02 to C-TIME-05)."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from world.dates import DAY_MS, Calendar, Local
from world.pack import Chapter
from world.param import Param, Params
from world.state import World

chapter = Chapter("time", "Day and night, the order of events inside a day, lengths of time")

DAWN = chapter.param("clock.dawn", "06:00", "time", "C-TIME-02", "when daylight begins")
DUSK = chapter.param("clock.dusk", "18:00", "time", "C-TIME-02", "when daylight ends")
WEEK_DAYS = chapter.param("calendar.week_days", 7, "days", "C-TIME-04", "length of a week")
MONTH_DAYS = chapter.param("calendar.month_days", 30, "days", "C-TIME-04", "length of a month")
HALF_YEAR_DAYS = chapter.param(
    "calendar.half_year_days", 182, "days", "C-TIME-04", "length of a half-year"
)
YEAR_DAYS = chapter.param("calendar.year_days", 365, "days", "C-TIME-04", "length of a year")
SPRING = chapter.param(
    "calendar.spring_start", "03-01", "month-day", "C-TIME-05", "the day spring begins"
)
ACTION_START = chapter.param(
    "order.day_action_start",
    "next_dawn",
    "mode",
    "C-TIME-07",
    "whether a day's work begins at the next dawn, or at once where it is light",
    choices=("next_dawn", "at_once"),
)

# The order of what falls on one instant (C-TIME-03).  Dawn: an army that marched by night arrives,
# its night ends with a check, the weather changes, spells are learnt, weekly timers run, harriers
# ride out, the day's marches begin.  Then movement at its exact time, before words are delivered or
# said (500); last what dusk brings.
RANK_NIGHT_ARRIVAL = 90
RANK_NIGHT_END = 100
RANK_WEATHER = 110
RANK_STUDIES = 115
RANK_TIMERS = 120
RANK_HARRIERS = 125
RANK_DAY_BEGINS = 130
RANK_MOVE = 400
RANK_DUSK_WORK = 600
RANK_DUSK_PAY = 610
RANK_DUSK_EATS = 620
RANK_DUSK_FORCED = 640
RANK_DUSK_SPOILS = 650
RANK_DUSK_STRENGTH = 660
RANK_NIGHT_BEGINS = 700

SEASONS = ("spring", "summer", "autumn", "winter")
_TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_MONTH_DAY = re.compile(r"(\d{1,2})-(\d{1,2})")


class Half(msgspec.Struct, frozen=True):
    """The light or the dark half of a day.

    Attributes:
        night: whether it is the dark one.
        start, end: game instants (ms); it runs from start up to but not including end.
        date: number of the local day on which it began; a night belongs to the evening's date.
    """

    night: bool
    start: int
    end: int
    date: int

    @property
    def length(self) -> int:
        """How long it lasts (ms)."""
        return self.end - self.start


@lru_cache(maxsize=64)  # every event asks when it is light
def time_of(text: str) -> tuple[int, int] | None:
    """Hour and minute of a time of day; None if the text is none."""
    found = _TIME.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def month_day(text: str) -> tuple[int, int] | None:
    """Month and day of ``03-01``; None if the text is no such thing."""
    found = _MONTH_DAY.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def mistakes(params: Params) -> list[tuple[Param[str], str]]:
    """Figures of this chapter that no day can be built on, with what is expected."""
    found = []
    dawn, dusk = time_of(params[DAWN]), time_of(params[DUSK])
    if dawn is None:
        found.append((DAWN, "a time of day such as 06:00"))
    if dusk is None or (dawn is not None and dusk <= dawn):
        found.append((DUSK, "a time of day after clock.dawn, such as 18:00"))
    if month_day(params[SPRING]) is None:
        found.append((SPRING, "a month and a day such as 03-01"))
    return found


def half_of(world: World, now: int) -> Half:
    """The half of the day that runs at an instant (C-TIME-02)."""
    calendar: Calendar = world.calendar
    dawn, dusk = time_of(world.params[DAWN]), time_of(world.params[DUSK])
    assert dawn is not None and dusk is not None  # noqa: S101, PT018 - see mistakes()
    local = calendar.local(now)
    minute = local.ms // 60_000
    if dawn[0] * 60 + dawn[1] <= minute < dusk[0] * 60 + dusk[1]:
        start = _time_on(calendar, local.day, dawn)
        return Half(False, start, calendar.next_time_of_day(now, *dusk), local.day)  # noqa: FBT003
    date = local.day if minute >= dusk[0] * 60 + dusk[1] else local.day - 1
    start = _time_on(calendar, date, dusk)
    return Half(True, start, calendar.next_time_of_day(now, *dawn), date)  # noqa: FBT003


def before(half: Half) -> Half:
    """The other kind of half, ending where this one begins; only its end and its kind count."""
    return Half(not half.night, half.start, half.start, half.date)


def _time_on(calendar: Calendar, day: int, time: tuple[int, int]) -> int:
    at = calendar.time_on(day, *time)
    if at is None:  # the clocks skip it that day: the first instant after the gap
        at = calendar.instant_of(Local(day, (time[0] * 60 + time[1]) * 60_000, 0))
    return at


def next_dusk(world: World, now: int) -> int:
    """The first dusk after an instant."""
    half = half_of(world, now)
    return half_of(world, half.end).end if half.night else half.end


def next_dawn(world: World, now: int) -> int:
    """The first dawn after an instant."""
    half = half_of(world, now)
    return half.end if half.night else half_of(world, half.end).end


def work_begins(world: World, now: int) -> int:
    """When a day's work that is ordered at an instant begins (C-TIME-07/a)."""
    if world.params[ACTION_START] == "at_once" and not half_of(world, now).night:
        return now
    return next_dawn(world, now)


def weeks(params: Params, count: int) -> int:
    """So many weeks in ms (C-TIME-04)."""
    return count * params[WEEK_DAYS] * DAY_MS


def months(params: Params, count: int) -> int:
    """So many months in ms (C-TIME-04)."""
    return count * params[MONTH_DAYS] * DAY_MS


def season_of(world: World, now: int) -> str:
    """The season by the months since spring began, a quarter of the year each (C-TIME-05)."""
    calendar: Calendar = world.calendar
    date = calendar.date(now)
    start = month_day(world.params[SPRING]) or (1, 1)
    year = len(calendar.month_names)
    passed = (date.month - start[0] - (date.day < start[1])) % year
    return SEASONS[passed * len(SEASONS) // year]


def spring_of(world: World, now: int) -> int:
    """The year of the last beginning of spring: what the land bears counts from it (C-TIME-05)."""
    date = world.calendar.date(now)
    start = month_day(world.params[SPRING]) or (1, 1)
    return int(date.year) - ((date.month, date.day) < start)
