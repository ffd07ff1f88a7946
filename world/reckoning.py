"""Counting days: how months and leap years make a year, for any calendar with whole days.

Days are numbered in one row, day 0 being the first of year 0, which exists; years before it are
negative.  Everything is exact for any year, far past and far future alike.
"""

from __future__ import annotations

import functools

import msgspec

from world.errors import BadScenario, Refused


class Month(msgspec.Struct, frozen=True):
    """A month's name and its days in a common year (0 for one that only leap years have)."""

    name: str
    days: int


class Leap(msgspec.Struct, frozen=True):
    """Every ``every`` years, in years ``offset`` past a multiple, ``month`` has ``days`` more.

    Rules add up, and ``days`` may be negative: every 4 years one more, every 100 one less, every
    400 one more is the Gregorian rule.
    """

    every: int
    month: int
    days: int = 1
    offset: int = 0


class Reckoning:
    """The lengths of months and years, compiled for conversion between day numbers and dates.

    Raises:
        BadScenario: when a month or a year could come out shorter than nothing.
    """

    __slots__ = ("_civil", "_cycle_days", "_cycle_years", "_leaps", "_year", "months", "widths")

    def __init__(self, months: tuple[Month, ...], leaps: tuple[Leap, ...]) -> None:
        self.months = months
        self._leaps = leaps
        self._year = sum(month.days for month in months)
        shortest = [month.days for month in months]
        longest = [month.days for month in months]
        for leap in leaps:
            if leap.every < 1 or leap.month not in range(1, len(months) + 1):
                raise BadScenario(
                    f"leap rule every {leap.every} years in month {leap.month}: expected 1 year or"
                    f" more, and a month from 1 to {len(months)}"
                )
            shortest[leap.month - 1] += min(0, leap.days)
            longest[leap.month - 1] += max(0, leap.days)
        if min(shortest, default=-1) < 0 or sum(shortest) < 1:
            raise BadScenario(
                "months: expected at least one, none with fewer than 0 days in any year, and at"
                " least a day in every year"
            )
        #: Figures that the number of a month, and of a day, can take; two at least.
        self.widths = (max(2, len(str(len(months)))), max(2, len(str(max(longest)))))
        # One long cycle has a whole number of days; the year of a day is guessed from it.
        self._cycle_years = 1
        for leap in leaps:
            self._cycle_years *= leap.every
        self._cycle_days = self._before(self._cycle_years)
        # A day is asked for by everybody who does something on it.
        self._civil = functools.lru_cache(maxsize=1024)(self._work_out)

    def month_days(self, year: int, month: int) -> int:
        """Days of a month (from 1) in a year."""
        return self.months[month - 1].days + sum(
            leap.days
            for leap in self._leaps
            if leap.month == month and (year - leap.offset) % leap.every == 0
        )

    def day_number(self, year: int, month: int, day: int) -> int:
        """The number of a date's day.

        Raises:
            Refused: E-DATE for a date the calendar does not have.
        """
        if month not in range(1, len(self.months) + 1):
            raise Refused(
                "E-DATE",
                f"There is no month {month}; this calendar has {len(self.months)}. Nothing was"
                " changed; give another date.",
            )
        length = self.month_days(year, month)
        if day not in range(1, length + 1):
            raise Refused(
                "E-DATE",
                f"There is no {day} {self.months[month - 1].name} {year}; that month has {length}"
                " days. Nothing was changed; give another date.",
            )
        return self.first_of(year, month) + day - 1

    def first_of(self, year: int, month: int) -> int:
        """The number of the day a month begins on, or would if it has none this year."""
        return self._before(year) + sum(self.month_days(year, m) for m in range(1, month))

    def civil(self, day: int) -> tuple[int, int, int]:
        """Year, month and day of the month of a day number."""
        return self._civil(day)

    def _work_out(self, day: int) -> tuple[int, int, int]:
        year = day * self._cycle_years // self._cycle_days
        while self._before(year) > day:
            year -= 1
        while self._before(year + 1) <= day:
            year += 1
        left = day - self._before(year)
        month = 1
        while left >= (length := self.month_days(year, month)):
            left -= length
            month += 1
        return year, month, left + 1

    def _before(self, year: int) -> int:
        """Days from the beginning of year 0 to the beginning of ``year``."""
        days = self._year * year
        for leap in self._leaps:
            days += leap.days * (
                (year - 1 - leap.offset) // leap.every - (-1 - leap.offset) // leap.every
            )
        return days


#: January to December; years are numbered as astronomers do, 0 being the year before 1.
GREGORIAN = Reckoning(
    tuple(
        Month(name, days)
        for name, days in (
            ("January", 31),
            ("February", 28),
            ("March", 31),
            ("April", 30),
            ("May", 31),
            ("June", 30),
            ("July", 31),
            ("August", 31),
            ("September", 30),
            ("October", 31),
            ("November", 30),
            ("December", 31),
        )
    ),
    (Leap(4, 2, 1), Leap(100, 2, -1), Leap(400, 2, 1)),
)
