"""Recurrences: when something comes round again, in game time or by clocks on real walls.

The next occurrence is worked out from the rule and an instant, never from when the last one ran, so
nothing drifts, nothing is skipped by a slow pass, and after an outage the sequence is the same.
Each occurrence has a *slot key*, the local date that names it: the same key is the same occurrence,
however often it is computed.

Occurrences by local date come exactly once per date through every change of the clocks: a time
skipped by a gap stands for the first instant after it, one that comes twice for the first of the
two, and a date that does not exist has none.  Time zones come from :mod:`world.zone`.
"""

from __future__ import annotations

import re
from datetime import timedelta

import msgspec

from world import zone
from world.calendar import Calendar
from world.errors import Fault, Refused

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


class Every(msgspec.Struct, frozen=True, tag="every"):
    """Game time: at ``offset`` and every ``period`` ms before and after it, whatever the date.

    Raises:
        Refused: E-RECUR when the period is not at least a millisecond.
    """

    period: int
    offset: int = 0

    def __post_init__(self) -> None:
        if self.period < 1:
            raise _refused(f"A period of {self.period} ms never passes", "give 1 ms or more")


class DailyGame(msgspec.Struct, frozen=True, tag="daily"):
    """Game time: every day of the campaign's calendar at ``hour:minute``, local."""

    hour: int
    minute: int = 0

    def __post_init__(self) -> None:
        _check_time(self.hour, self.minute)


class WeeklyGame(msgspec.Struct, frozen=True, tag="weekly"):
    """Game time: on every ``weekday`` (its name in the campaign's calendar) at ``hour:minute``."""

    weekday: str
    hour: int
    minute: int = 0

    def __post_init__(self) -> None:
        _check_time(self.hour, self.minute)


class MonthlyGame(msgspec.Struct, frozen=True, tag="monthly"):
    """Game time: on ``day`` of every month of the calendar, or on its last day if it is shorter."""

    day: int
    hour: int = 0
    minute: int = 0

    def __post_init__(self) -> None:
        _check_time(self.hour, self.minute)
        if self.day < 1:
            raise _refused(f"There is no day {self.day} in any month", "count days from 1")


class YearlyGame(msgspec.Struct, frozen=True, tag="yearly"):
    """Game time: every year on ``day`` of ``month``, or on the month's last day (C-TIME-05)."""

    month: int
    day: int
    hour: int = 0
    minute: int = 0

    def __post_init__(self) -> None:
        _check_time(self.hour, self.minute)
        if self.day < 1 or self.month < 1:
            raise _refused(f"There is no day {self.day} of month {self.month}", "count both from 1")


class WallRecurrence(msgspec.Struct, frozen=True, tag="wall"):
    """Wall time: on these weekdays (0 is Monday) at ``hour:minute`` in an IANA zone.

    A grid deadline such as Tuesday and Friday, 20:00, Europe/Berlin; see :func:`parse_wall`.

    Raises:
        Refused: E-RECUR for no weekday, a wrong one, or no time of day; E-ZONE for the zone.
    """

    weekdays: tuple[int, ...]
    hour: int
    minute: int
    zone: str

    def __post_init__(self) -> None:
        _check_time(self.hour, self.minute)
        if not self.weekdays or any(day not in range(7) for day in self.weekdays):
            raise _refused(
                f"{self.weekdays} are no weekdays", "name at least one, from 0 (Monday) to 6"
            )
        zone.zone(self.zone)

    def __str__(self) -> str:
        days = ", ".join(WEEKDAYS[day].capitalize() for day in sorted(set(self.weekdays)))
        return f"{days} {self.hour:02d}:{self.minute:02d} {self.zone}"


class WallEvery(msgspec.Struct, frozen=True, tag="wall_every"):
    """Wall time: every ``period`` seconds, counted from ``offset`` seconds after the epoch.

    A grid deadline of those who play fast: every 20 minutes; see :func:`parse_wall`.

    Raises:
        Refused: E-RECUR when the period is not at least a second.
    """

    period: int
    offset: int = 0

    def __post_init__(self) -> None:
        if self.period < 1:
            raise _refused(f"A period of {self.period} s never passes", "give 1 s or more")

    def __str__(self) -> str:
        for unit, seconds in _UNITS.items():
            if self.period % seconds == 0:
                return f"every {self.period // seconds}{unit}"
        return f"every {self.period}s"


#: Seconds by unit, the longest first.
_UNITS = {"h": 3600, "m": 60, "s": 1}

GameRecurrence = Every | DailyGame | WeeklyGame | MonthlyGame | YearlyGame
OnWalls = WallRecurrence | WallEvery
Recurrence = GameRecurrence | OnWalls


def next_after(rec: Recurrence, instant: int, calendar: Calendar | None) -> tuple[int, str]:
    """The first occurrence strictly after ``instant``, and the slot key that names it.

    Instants are game ms, for one on walls (:data:`OnWalls`) wall µs.  The calendar is needed for
    all recurrences in game time but :class:`Every`, which has one to name its slots by, if given.

    Raises:
        Refused: E-RECUR when the calendar has no such weekday or month; E-DATE where the years of
            a time zone end.
        Fault: when the calendar is missing.
    """
    if isinstance(rec, WallRecurrence):
        return _next_on_walls(rec, instant)
    if isinstance(rec, WallEvery):
        period, offset = rec.period * 1_000_000, rec.offset * 1_000_000
        due = offset + ((instant - offset) // period + 1) * period
        return due, f"@{due}"
    if isinstance(rec, Every):
        due = rec.offset + ((instant - rec.offset) // rec.period + 1) * rec.period
        # Several may fall on one date, and an hour may come twice: the instant tells them apart.
        return due, f"{calendar.local_date_key(due) if calendar else ''}@{due}"
    if calendar is None:
        raise Fault(f"{type(rec).__name__} goes by dates and needs the campaign's calendar")
    return _next_by_calendar(rec, instant, calendar)


def _next_on_walls(rec: WallRecurrence, wall_us: int) -> tuple[int, str]:
    # Whatever local time came before the one it is now has been shown: no earlier date is ahead.
    day = zone.local(rec.zone, wall_us).date()
    for _ in range(30):
        if day.weekday() in rec.weekdays:
            due = zone.occurrence(rec.zone, day, rec.hour, rec.minute)
            if due is not None and due > wall_us:
                return due, day.isoformat()
        day += timedelta(days=1)
    raise Fault(f"{rec} has no occurrence within a month of {wall_us}")


def _next_by_calendar(
    rec: DailyGame | WeeklyGame | MonthlyGame | YearlyGame, game_ms: int, calendar: Calendar
) -> tuple[int, str]:
    day = calendar.day_of(game_ms)  # no earlier date is ahead
    while True:
        day = _candidate(rec, day, calendar)
        due = calendar.time_on(day, rec.hour, rec.minute)
        if due is not None and due > game_ms:
            return due, calendar.day_key(day)
        day += 1


def _candidate(
    rec: DailyGame | WeeklyGame | MonthlyGame | YearlyGame, day: int, calendar: Calendar
) -> int:
    """The first day from ``day`` on that the recurrence falls on."""
    if isinstance(rec, DailyGame):
        return day
    if isinstance(rec, WeeklyGame):
        names = [name.casefold() for name in calendar.weekdays]
        if rec.weekday.casefold() not in names:
            raise _refused(
                f"The calendar has no weekday {rec.weekday!r}",
                f"name one of {', '.join(calendar.weekdays) or 'none, it has no weeks'}",
            )
        return day + (names.index(rec.weekday.casefold()) - calendar.weekday_of(day)) % len(names)
    year, month, of_month = calendar.civil(day)
    if isinstance(rec, YearlyGame):
        if rec.month > len(calendar.month_names):
            raise _refused(
                f"The calendar has no month {rec.month}", f"it has {len(calendar.month_names)}"
            )
        found = _clamped(calendar, year, rec.month, rec.day)
        return found if found >= day else _clamped(calendar, year + 1, rec.month, rec.day)
    while True:
        if calendar.month_days(year, month) and of_month <= rec.day:
            return _clamped(calendar, year, month, rec.day)
        of_month = 1
        year, month = (year, month + 1) if month < len(calendar.month_names) else (year + 1, 1)


def _clamped(calendar: Calendar, year: int, month: int, day: int) -> int:
    # A month that has no days this year (a leap day that is a month of its own) gives the day
    # before it, which is the last there is.
    return calendar.first_of(year, month) + min(day, calendar.month_days(year, month)) - 1


_EVERY = re.compile(r"every\s+(?P<count>[1-9][0-9]{0,5})\s*(?P<unit>[hms])[a-z]*", re.IGNORECASE)
_WALL = re.compile(
    r"(?P<days>[A-Za-z]+(?:(?:\s*,\s*|\s+and\s+|\s+)[A-Za-z]+)*)"
    r"\s*,?\s+(?P<hour>\d{1,2}):(?P<minute>\d{2})\s*,?\s+(?P<zone>\S+)"
)


def parse_wall(text: str) -> OnWalls:
    """Read a grid deadline as people write it: ``Tue and Fri 20:00 Europe/Berlin``.

    Weekdays may be cut short to three letters; ``daily`` means all seven.  ``every 20m`` is for
    those who play fast (``h``, ``m`` or ``s``).

    Raises:
        Refused: E-RECUR with the form expected; E-ZONE for an unknown zone.
    """
    short = _EVERY.fullmatch(text.strip())
    if short is not None:
        return WallEvery(int(short["count"]) * _UNITS[short["unit"].casefold()])
    match = _WALL.fullmatch(text.strip())
    if match is None:
        raise _refused(
            f"{text[:60]!r} is no deadline that comes round",
            "write weekdays, a time and a zone, such as Tue and Fri 20:00 Europe/Berlin",
        )
    days: set[int] = set()
    for word in re.split(r"[,\s]+", match["days"].casefold()):
        found = [n for n, name in enumerate(WEEKDAYS) if len(word) >= 3 and name.startswith(word)]
        if word == "daily":
            found = list(range(7))
        if not found and word != "and":
            raise _refused(
                f"{word[:20]!r} is no weekday", "write Monday or Mon, and so on, or daily"
            )
        days.update(found)
    return WallRecurrence(
        tuple(sorted(days)), int(match["hour"]), int(match["minute"]), match["zone"]
    )


def _check_time(hour: int, minute: int) -> None:
    if hour not in range(24) or minute not in range(60):
        raise _refused(f"{hour}:{minute:02d} is no time of day", "give 0:00 to 23:59")


def _refused(what: str, remedy: str) -> Refused:
    return Refused("E-RECUR", f"{what}; nothing was changed. Please {remedy}.")
