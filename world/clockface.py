"""What a clock's readings are worked out from: anchors, holds, and the lines through them.

A time that never runs backwards is a line over wall time made of straight pieces.  A face has one
for game time and one for answering time, worked out once and read by bisection in whole numbers.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Literal

import msgspec

from world.errors import Fault, Refused

SECOND = 1_000_000

HoldKind = Literal["pause", "outage", "freeze"]


class Segment(msgspec.Struct, frozen=True):
    """From ``wall`` (µs) on, where game time stands at ``game`` (µs of game), time runs num:den."""

    wall: int
    game: int
    num: int
    den: int


class Hold(msgspec.Struct, frozen=True, order=True):
    """A stretch of wall time, from ``start`` up to but not including ``end``, in which time stands.

    A ``pause`` or a ``freeze`` (an outage the campaign chose to sit out) stops game time and
    answering time; an ``outage`` stops answering time only.  The end is always given: a pause
    nobody lifts ends by itself.

    Raises:
        Refused: E-CLOCK-END when it would not last, E-CLOCK-REASON when no reason or no author is
            given.
    """

    start: int
    end: int
    reason: str
    by: str
    kind: HoldKind

    def __post_init__(self) -> None:
        if self.end <= self.start:
            raise Refused(
                "E-CLOCK-END",
                f"The {self.kind} would end ({utc(self.end)}) no later than it begins"
                f" ({utc(self.start)}). The clock was left as it was; give a later end.",
            )
        if not self.reason.strip() or not self.by.strip():
            raise Refused(
                "E-CLOCK-REASON",
                f"A {self.kind} needs a reason and somebody who answers for it. The clock was left"
                " as it was; say why time should stand, everybody will read it.",
            )

    @property
    def stops_game(self) -> bool:
        """Whether game time stands too, not only answering time."""
        return self.kind != "outage"


class ClockFace:
    """A clock compiled for reading: breakpoints worked out once, found by bisection.

    ``game(wall_us)``, ``wall(game_ms)``, ``answering(wall_us)`` and ``answering_wall(ms)`` mean
    what they mean on :class:`world.clock.Clock`; a reading costs a fraction of a microsecond.
    """

    __slots__ = ("_answering", "answering", "game", "wall")

    game: Callable[[int], int]
    wall: Callable[[int], int | None]
    answering: Callable[[int], int]

    def __init__(self, start: int, segments: tuple[Segment, ...], holds: tuple[Hold, ...]) -> None:
        game = _Line(_pieces(segments, union(h for h in holds if h.stops_game)))
        one_to_one = (Segment(start, 0, 1, 1),)
        self._answering = _Line(_pieces(one_to_one, union(holds)))
        self.game = game.at
        self.wall = game.reach
        self.answering = self._answering.at

    def answering_wall(self, ms: int) -> int:
        """The earliest wall µs at which answering time has reached ``ms``."""
        wall = self._answering.reach(ms)
        if wall is None:  # answering time runs at 1:1 after its last hold
            raise Fault("answering time stands for ever; the clock's holds are broken")
        return wall


def union(holds: Iterable[Hold]) -> list[tuple[int, int]]:
    """The stretches covered by holds, apart from one another and in order."""
    stretches: list[tuple[int, int]] = []
    for hold in sorted(holds):
        if stretches and hold.start <= stretches[-1][1]:
            stretches[-1] = (stretches[-1][0], max(stretches[-1][1], hold.end))
        else:
            stretches.append((hold.start, hold.end))
    return stretches


def utc(wall_us: int) -> str:
    """A wall instant as people read it, to the second: ``2026-03-01 20:00:00 UTC``."""
    try:
        moment = datetime.fromtimestamp(wall_us // SECOND, UTC)
    except (ValueError, OverflowError, OSError):
        return f"{wall_us} µs after 1970-01-01 UTC"
    return f"{moment:%Y-%m-%d %H:%M:%S} UTC"


# One straight stretch of a line: from wall µs ``wall`` on, the time read is
# (value + (wall instant - wall) * num) // den.
_Piece = tuple[int, int, int, int]


class _Line:
    """A time that never runs backwards, as straight pieces over wall time."""

    __slots__ = ("_dens", "_firsts", "_last", "_nums", "_values", "_walls")

    def __init__(self, pieces: list[_Piece]) -> None:
        self._walls = [wall for wall, _, _, _ in pieces]
        self._values = [value for _, value, _, _ in pieces]
        self._nums = [num for _, _, num, _ in pieces]
        self._dens = [den for _, _, _, den in pieces]
        #: What is read at the beginning of each piece.
        self._firsts = [value // den for _, value, _, den in pieces]
        self._last = pieces[-1]

    def at(self, wall_us: int) -> int:
        wall, value, num, den = self._last
        if wall_us < wall:
            place = bisect_right(self._walls, wall_us) - 1
            if place < 0:
                return 0
            wall, value = self._walls[place], self._values[place]
            num, den = self._nums[place], self._dens[place]
        return (value + (wall_us - wall) * num) // den

    def reach(self, ms: int) -> int | None:
        # The last piece that begins with less is the one in which ``ms`` is reached: the line is
        # continuous, so at the end of that piece it has been.
        place = bisect_left(self._firsts, ms) - 1
        if place < 0:
            return self._walls[0]
        num = self._nums[place]
        if num == 0:
            return None
        return self._walls[place] - (self._values[place] - ms * self._dens[place]) // num


def _pieces(segments: tuple[Segment, ...], stands: list[tuple[int, int]]) -> list[_Piece]:
    pieces: list[_Piece] = []
    ends: list[int | None] = [*(segment.wall for segment in segments[1:]), None]
    for segment, until in zip(segments, ends, strict=True):
        at, value, den = segment.wall, segment.game * segment.den, segment.den * 1000
        first = bisect_right(stands, at, key=lambda stand: stand[1])
        for start, end in stands[first:]:
            if until is not None and start >= until:
                break
            if start > at:
                pieces.append((at, value, segment.num, den))
                value += (start - at) * segment.num
            pieces.append((max(at, start), value, 0, den))
            at = end
        if until is None or at < until:
            pieces.append((at, value, segment.num, den))
    return pieces
