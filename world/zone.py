"""Local time in the zones of the IANA database: which instant a date and an hour name.

``zoneinfo`` is the one library of the machine used here.  It is data: given a zone's name and an
instant it always answers alike for one edition of the database, and it never reads a clock.

A local time that is skipped when clocks go forward stands for the first instant after the gap; one
that comes twice when they go back stands for the first of the two.  A date that a zone skips whole
(30 December 2011 in Samoa) has no instants at all.  Instants are whole microseconds since the Unix
epoch, UTC.
"""

from __future__ import annotations

import functools
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from world.errors import Refused

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NAIVE_EPOCH = _EPOCH.replace(tzinfo=None)
_MICROSECOND = timedelta(microseconds=1)
#: Entries of the database that are links to how the machine is set up, or count leap seconds.
_OF_THE_MACHINE = {"localtime", "posix", "posixrules", "right"}


@functools.cache
def zone(name: str) -> ZoneInfo:
    """The zone of that name.

    Raises:
        Refused: E-ZONE when the database has none.
    """
    try:
        if name.split("/", maxsplit=1)[0] not in _OF_THE_MACHINE:
            return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        pass
    raise Refused(
        "E-ZONE",
        f"There is no time zone {name[:60]!r}; nothing was changed. Write a name of the IANA"
        " database, such as Europe/Berlin, America/New_York or UTC.",
    )


def local(name: str, wall_us: int) -> datetime:
    """The local date and time at an instant, with ``fold`` set in an hour that comes again.

    Raises:
        Refused: E-ZONE; E-DATE outside the years 1 to 9999.
    """
    try:
        return (_EPOCH + timedelta(microseconds=wall_us)).astimezone(zone(name))
    except (OverflowError, ValueError):
        raise _out_of_range() from None


def first_instant(name: str, when: datetime) -> int:
    """The first instant at which local clocks show ``when`` (without a zone) or later.

    With ``when.fold`` set, the second of two, where there are two.

    Raises:
        Refused: E-ZONE; E-DATE outside the years 1 to 9999.
    """
    tz = zone(name)
    before = when.replace(tzinfo=tz, fold=0).utcoffset()
    after = when.replace(tzinfo=tz, fold=1).utcoffset()
    assert before is not None and after is not None  # noqa: PT018, S101 - zones always know
    try:
        if before >= after:  # an ordinary time, or one of two
            return (when - (after if when.fold else before) - _NAIVE_EPOCH) // _MICROSECOND
        instant = (when - before - _NAIVE_EPOCH) // _MICROSECOND
        # Skipped: clocks went forward between the two readings of it.
        earlier = (when - after - _NAIVE_EPOCH) // _MICROSECOND
    except OverflowError:
        raise _out_of_range() from None
    while instant - earlier > 1:
        middle = (instant + earlier) // 2
        if local(name, middle).replace(tzinfo=None) >= when:
            instant = middle
        else:
            earlier = middle
    return instant


def occurrence(name: str, day: date, hour: int, minute: int) -> int | None:
    """The instant that stands for ``hour:minute`` on a local date; None if there is no such date.

    Raises:
        Refused: E-ZONE; E-DATE outside the years 1 to 9999.
    """
    instant = first_instant(name, datetime.combine(day, time(hour, minute)))
    if local(name, instant).date() != day:
        # In a gap that runs into the next date; did this one exist at all?
        midnight = first_instant(name, datetime.combine(day, time()))
        if local(name, midnight).date() != day:
            return None
    return instant


def _out_of_range() -> Refused:
    return Refused(
        "E-DATE",
        "Time zones are known for the years 1 to 9999 only; nothing was changed. Give a date in"
        " that range, or use a fixed offset such as +00:00.",
    )
