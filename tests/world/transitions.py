"""Every change of the clocks in every zone, read from the database's own files.

What the tests of local time are checked against is worked out here from offsets and instants alone,
without the rules for gaps and folds that ``datetime`` has.
"""

from __future__ import annotations

import functools
import struct
from bisect import bisect_left
from datetime import UTC, datetime, timedelta
from importlib import resources
from typing import NamedTuple

from world import zone

SECOND = 1_000_000
DAY_S = 86_400
#: Rules for the time after the last recorded change are followed up to here, 2036.
UNTIL = 2_082_758_400
#: No rule of the database changes the clocks twice in this many seconds.
STRIDE = 14 * DAY_S
EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - local time, as the tests compare it


class Change(NamedTuple):
    """At ``at`` (seconds since the epoch) a zone's offset goes from ``before`` to ``after``."""

    zone: str
    at: int
    before: int
    after: int


@functools.cache
def zones() -> tuple[str, ...]:
    """Every zone that differs from the others, by the first of its names."""
    names = resources.files("tzdata").joinpath("zones").read_text("ascii").split()
    seen: dict[bytes, str] = {}
    for name in sorted(names):
        seen.setdefault(_file(name), name)
    return tuple(sorted(seen.values()))


@functools.cache
def changes(name: str) -> tuple[Change, ...]:
    """The changes of a zone's offset, in order, up to 2036."""
    recorded = _recorded(name)
    found = []
    for at in sorted({*recorded, *_ruled(name, max(recorded, default=0))}):
        before, after = offset(name, at - 1), offset(name, at)
        if before != after:
            found.append(Change(name, at, before, after))
    return tuple(found)


@functools.cache
def every_change() -> tuple[Change, ...]:
    return tuple(change for name in zones() for change in changes(name))


def offset(name: str, at: int) -> int:
    """Seconds east of UTC at an instant."""
    shift = datetime.fromtimestamp(at, UTC).astimezone(zone.zone(name)).utcoffset()
    assert shift is not None
    return int(shift.total_seconds())


def first_showing(name: str, local: int) -> int:
    """The first instant at which local clocks show ``local`` or later, both as seconds.

    By the definition: stretch by stretch between two changes, in the order of time.
    """
    known = changes(name)
    first = bisect_left(known, local - 3 * DAY_S, key=lambda change: change.at)
    around = known[first : bisect_left(known, local + 3 * DAY_S, key=lambda change: change.at)]
    if not around:
        return local - (known[first - 1].after if first else offset(name, local))
    begin, shift = None, around[0].before
    for change in around:
        if local < change.at + shift:
            break
        begin, shift = change.at, change.after
    return local - shift if begin is None else max(begin, local - shift)


def seconds(local: datetime) -> int:
    return (local.replace(tzinfo=None) - EPOCH) // timedelta(seconds=1)


def _recorded(name: str) -> list[int]:
    # RFC 8536: a version 1 block, then a version 2 one with 64-bit times.
    data = _file(name)
    isut, isstd, leap, times, types, chars = struct.unpack_from(">6l", data, 20)
    second = 44 + times * 5 + types * 6 + chars + leap * 8 + isstd + isut
    times = struct.unpack_from(">l", data, second + 20 + 12)[0]
    return [at for at in struct.unpack_from(f">{times}q", data, second + 44) if at > -(2**35)]


def _ruled(name: str, since: int) -> list[int]:
    if b"," not in _file(name).splitlines()[-1]:
        return []  # no rule by which clocks change for ever
    found = []
    for left in range(since, UNTIL, STRIDE):
        low, high, before = left, left + STRIDE, offset(name, left)
        if before != offset(name, high):
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (middle, high) if offset(name, middle) == before else (low, middle)
            found.append(high)
    return found


def _file(name: str) -> bytes:
    return resources.files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()
