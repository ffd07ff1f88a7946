"""Hours: when riders ride and semaphores work, and how long work takes that stands still between.

*Windows* is a function from an instant to the window ``[opens, closes)`` that contains it or is the
next after it.  Instants are game ms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from world.errors import Fault
from world.sun import sun

if TYPE_CHECKING:
    from world.dates import Calendar

_MINUTE = 60_000
#: Windows looked at before the sun is said never to rise; the polar night is shorter.
_LONGEST_NIGHT = 200


class Window(NamedTuple):
    """A stretch of time in which work goes on."""

    opens: int
    closes: int


Windows = Callable[[int], Window]


def always(at: int) -> Window:
    """A window that never closes."""
    return Window(at, at + (1 << 62))


def worked(windows: Windows, start: int, work: int) -> int:
    """The first instant by which *work* ms of open time have passed since *start*.

    No work is done at once, however late the hour.
    """
    if windows is always or work == 0:
        return start + work
    at = start
    while True:
        opens, closes = windows(at)
        at = max(at, opens)
        if work <= closes - at:
            return at + work
        work -= closes - at
        at = closes


def by_day(calendar: Calendar, first: int, last: int) -> Windows:
    """From the hour *first* to the hour *last* of every local day."""

    def window(at: int) -> Window:
        day = calendar.day_of(at) - 1
        while True:
            opens, closes = _time(calendar, day, first * 60), _time(calendar, day, last * 60)
            if at < closes and opens < closes:
                return Window(opens, closes)
            day += 1

    return window


def by_sun(calendar: Calendar, latitude: int, before: int, after: int) -> Windows:
    """From *before* minutes before sunrise to *after* minutes after sunset, local mean time.

    ``latitude`` is in millionths of a degree.  A calendar with years of another length is set
    against ours by the share of the year that has passed.
    """

    def window(at: int) -> Window:
        day = calendar.day_of(at) - 1
        for _ in range(_LONGEST_NIGHT):
            noon = _time(calendar, day, 720)
            rises, sets = sun(latitude, _day_of_our_year(calendar, noon))
            opens = _time(calendar, day, 0) + (rises - before) * _MINUTE
            closes = _time(calendar, day, 0) + (sets + after) * _MINUTE
            if at < closes and rises < sets:
                return Window(opens, closes)
            day += 1
        raise Fault(f"at latitude {latitude} millionths the sun does not rise for 200 days")

    return window


def _day_of_our_year(calendar: Calendar, at: int) -> int:
    year = calendar.civil(calendar.day_of(at))[0]
    length = calendar.first_of(year + 1, 1) - calendar.first_of(year, 1)
    return min(1 + (calendar.day_of_year(at) - 1) * 365 // length, 365)


def _time(calendar: Calendar, day: int, minute: int) -> int:
    """An instant by minutes of a day; where clocks skip it, the first after."""
    days, minute = divmod(minute, 1440)
    at = calendar.time_on(day + days, *divmod(minute, 60))
    # A zone may skip a whole date (Samoa, 30 December 2011): then the next one's midnight.
    return _time(calendar, day + days + 1, 0) if at is None else at
