"""Local time in the zones of the IANA database: which instant a date and an hour name.

The database is the ``tzdata`` package this release depends on, not the one a machine happens to
have, so that every machine reads a zone alike.  It is data: nothing here looks at a clock.

A local time that is skipped when clocks go forward stands for the first instant after the gap; one
that comes twice when they go back stands for the first of the two.  A date that a zone skips whole
(30 December 2011 in Samoa) has no instants at all.  Instants are whole microseconds since the Unix
epoch, UTC.
"""

from __future__ import annotations

import functools
import re
from datetime import UTC, date, datetime, time, timedelta
from importlib import resources
from typing import cast
from zoneinfo import ZoneInfo

from world.errors import Refused

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NAIVE_EPOCH = _EPOCH.replace(tzinfo=None)
_MICROSECOND = timedelta(microseconds=1)
_SECOND = timedelta(seconds=1)
_NAME = re.compile(r"[A-Za-z0-9_+-]+(?:/[A-Za-z0-9_+-]+)*")


@functools.cache
def zone(name: str) -> ZoneInfo:
    """The zone of that name.

    Raises:
        Refused: E-ZONE when the database has none.
    """
    if _NAME.fullmatch(name):
        entry = resources.files("tzdata").joinpath("zoneinfo", *name.split("/"))
        try:
            with entry.open("rb") as data:
                return ZoneInfo.from_file(data, key=name)
        except (ValueError, OSError):
            pass  # a directory, a list, or nothing at all
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
    return _resolve(zone(name), when)[0]


def occurrence(name: str, day: date, hour: int, minute: int) -> int | None:
    """The instant that stands for ``hour:minute`` on a local date; None if there is no such date.

    Raises:
        Refused: E-ZONE; E-DATE outside the years 1 to 9999.
    """
    tz = zone(name)
    instant, skipped = _resolve(tz, datetime.combine(day, time(hour, minute)))
    if skipped and local(name, instant).date() != day:
        # The gap runs into the next date; did this one exist at all?
        midnight, _ = _resolve(tz, datetime.combine(day, time()))
        if local(name, midnight).date() != day:
            return None
    return instant


def _resolve(tz: ZoneInfo, when: datetime) -> tuple[int, bool]:
    """The instant that stands for a local time, and whether clocks skip that time."""
    before = cast("timedelta", when.replace(tzinfo=tz, fold=0).utcoffset())
    after = cast("timedelta", when.replace(tzinfo=tz, fold=1).utcoffset())
    try:
        if before >= after:  # an ordinary time, or one of two
            chosen = after if when.fold else before
            return (when - chosen - _NAIVE_EPOCH) // _MICROSECOND, False
        # Skipped: clocks went forward between the two readings of it, on a whole second.
        not_yet = (when - after - _NAIVE_EPOCH) // _SECOND
        reached = -((_NAIVE_EPOCH + before - when) // _SECOND)
    except OverflowError:
        raise _out_of_range() from None
    while reached - not_yet > 1:
        middle = (reached + not_yet) // 2
        shown = (_EPOCH + timedelta(seconds=middle)).astimezone(tz)
        if shown.replace(tzinfo=None) >= when:
            reached = middle
        else:
            not_yet = middle
    return reached * 1_000_000, True


def _out_of_range() -> Refused:
    return Refused(
        "E-DATE",
        "Time zones are known for the years 1 to 9999 only; nothing was changed. Give a date in"
        " that range, or use a fixed offset such as +00:00.",
    )
