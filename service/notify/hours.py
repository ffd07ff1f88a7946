"""At which instant a notice leaves: quiet hours, quiet days and digests, in a person's zone.

Whole microseconds since the Unix epoch; nothing here reads a clock.  All of it holds through every
change of the clocks: what is found is never in quiet hours, never before the instant asked about,
and there is one digest a local date at most.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

import msgspec

from service.notify.preferences import WEEKDAYS, minutes
from world.zone import first_instant, local

if TYPE_CHECKING:
    from service.notify.preferences import Preferences

_MINUTE = 60_000_000
_DAY = timedelta(days=1)
#: Local dates within which there is a digest: a week, six quiet days after it and one that a zone
#: skips.
_DATES = 16


class Leaving(msgspec.Struct, frozen=True):
    """How a notice leaves: alone or in a *digest*; ``due`` is when (wall us), None at once."""

    due: int | None = None
    digest: bool = False


def leaves(
    wanted: Preferences, kind: str, chapter: str, now: int, *, urgent: bool = False
) -> Leaving | None:
    """How a notice that is there by *now* (wall us) leaves; None if it is not told at all."""
    how = wanted.how(kind, chapter)
    if how == "off":
        return None
    if urgent and wanted.urgent:
        return Leaving()
    if how == "digest":
        return Leaving(next_digest(wanted, now), digest=True)
    opens = open_from(wanted, now)
    return Leaving(opens if opens > now else None)


def is_quiet(wanted: Preferences, at: int) -> bool:
    """Whether an instant is in a person's quiet hours or on a quiet day of theirs."""
    shown = local(wanted.zone, at)
    if WEEKDAYS[shown.weekday()] in wanted.quiet_days:
        return True
    if wanted.quiet is None:
        return False
    begin, end = wanted.quiet
    minute = shown.hour * 60 + shown.minute
    return begin <= minute < end if begin < end else minute >= begin or minute < end


def open_from(wanted: Preferences, at: int) -> int:
    """The first instant from *at* on that is not quiet."""
    while is_quiet(wanted, at):
        at = _changes(wanted, at)
    return at


def next_digest(wanted: Preferences, after: int) -> int:
    """The first digest later than an instant."""
    begin = local(wanted.zone, after).date() - _DAY
    found = [_digest_on(wanted, begin + n * _DAY) for n in range(_DATES + 7)]
    return min(instant for instant in found if instant is not None and instant > after)


def _digest_on(wanted: Preferences, day: date) -> int | None:
    """The digest of a local date: at its hour, or when that date's quiet hours let it leave.

    A weekly one that falls on a quiet day leaves on the next that is not.
    """
    if wanted.digest_day:
        back = (day.weekday() - WEEKDAYS.index(wanted.digest_day)) % 7
        earlier = (day - n * _DAY for n in range(1, back + 1))
        if any(_open_on(wanted, one) is not None for one in earlier):
            return None
    return _open_on(wanted, day)


def _open_on(wanted: Preferences, day: date) -> int | None:
    """The digest's hour on a local date, or the first instant after or before it that is open."""
    hour, minute = divmod(minutes(wanted.digest_at), 60)
    for asked in (time(hour, minute), time()):
        opens = open_from(wanted, first_instant(wanted.zone, datetime.combine(day, asked)))
        if local(wanted.zone, opens).date() == day:
            return opens
    return None


def _changes(wanted: Preferences, at: int) -> int:
    """A later instant, up to which all is as quiet as at *at*.

    It is the next midnight or end of quiet hours, or a change of the clocks before that.
    """
    shown = local(wanted.zone, at)
    into = shown.hour * 60 + shown.minute
    ends = [1440]
    if wanted.quiet is not None and wanted.quiet[1] > into:
        ends.append(wanted.quiet[1])
    begun = at - (shown.second * 1_000_000 + shown.microsecond)
    later = begun + (min(ends) - into) * _MINUTE
    offset = shown.utcoffset()
    if local(wanted.zone, later).utcoffset() == offset:
        return later
    before, changed = at // 1_000_000, -(-later // 1_000_000)
    while changed - before > 1:
        middle = (before + changed) // 2
        if local(wanted.zone, middle * 1_000_000).utcoffset() == offset:
            before = middle
        else:
            changed = middle
    return changed * 1_000_000
