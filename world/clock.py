"""A campaign's clock: which game time, and which answering time, a wall instant has.

Two times are read from it, and neither ever runs backwards:

* *game time* (whole ms, 0 when the campaign starts) runs at the clock's rate and stands in pauses
  and freezes;
* *answering time* (whole ms, 0 at the same wall instant) runs at 1:1 whatever the rate, and stands
  in every hold, outages of the service included.  Time limits of people are kept in it.

Wall instants are whole microseconds since the Unix epoch, UTC.  Before the start both times are 0.

The clock is a chain of :class:`Segment` anchors, so a new rate never touches the past, and a set of
:class:`Hold` intervals, each with an end; nested and overlapping holds count as their union.  All
arithmetic is in whole numbers.  ``wall(g)`` is the earliest microsecond at which game time has
reached ``g``: ``game(wall(g)) >= g``, and one microsecond sooner it is less.

Changes return a new clock.  A change is given the wall instant ``now`` at which it takes hold and
leaves both times as they were at every instant up to ``now``.  Where the world may be ahead of the
instant an input was received, pass ``max(received, clock.wall(world.now))``.  A ``now`` earlier
than the last change (the machine's clock stepped back) counts as the instant of that change.
"""

from __future__ import annotations

import functools
import re
from bisect import bisect_right
from collections.abc import Iterable
from datetime import timedelta
from math import gcd

import msgspec

from world.clockface import ClockFace, Hold, HoldKind, Segment, union, utc
from world.entity import Entity
from world.errors import Fault, Refused

__all__ = [
    "MAX_PAUSE",
    "Clock",
    "ClockFace",
    "Hold",
    "HoldKind",
    "Rate",
    "Segment",
    "new_clock",
    "parse_rate",
    "utc",
]

DAY = 86_400_000_000

#: The longest unbroken pause unless the settings say otherwise, in wall microseconds.
MAX_PAUSE = 30 * DAY


class Rate(msgspec.Struct, frozen=True):
    """Game time per wall time as a ratio of whole numbers; ``Rate(0, 1)`` means stopped.

    Raises:
        Refused: E-CLOCK-RATE when the rate is negative or divided by zero.
    """

    num: int = 1
    den: int = 1

    def __post_init__(self) -> None:
        if self.num < 0 or self.den < 1:
            raise Refused(
                "E-CLOCK-RATE",
                f"A clock cannot run at {self.num}:{self.den}. The rate was left as it was; give"
                " two whole numbers such as 1:1, 3600:1 or 1:3, or 0 to stop the clock.",
            )

    def __str__(self) -> str:
        return f"{self.num}:{self.den}"


_RATE = re.compile(r"(?P<whole>\d{1,12})(?:\.(?P<part>\d{1,12})|\s*[:/]\s*(?P<den>\d{1,12}))?")


def parse_rate(text: str) -> Rate:
    """Read ``4``, ``1:3``, ``1/3``, ``0.25`` or ``0`` exactly, in lowest terms.

    Raises:
        Refused: E-CLOCK-RATE for anything else, a negative rate included.
    """
    match = _RATE.fullmatch(text.strip()) if text.isascii() else None
    if match is None or (match["den"] is not None and int(match["den"]) == 0):
        raise Refused(
            "E-CLOCK-RATE",
            f"{text[:40]!r} is no rate of a clock. The rate was left as it was; write game time per"
            " real time, such as 1:1, 3600:1, 1:3 or 0.5, or 0 to stop the clock.",
        )
    den = int(match["den"] or 10 ** len(match["part"] or ""))
    num = int(match["whole"]) if match["part"] is None else int(match["whole"] + match["part"])
    common = gcd(num, den)
    return Rate(num // common, den // common)


class Clock(Entity, frozen=True, kw_only=True, dict=True, gc=True, tag="clock"):
    """Which game time and which answering time it is; make one with :func:`new_clock`.

    ``start`` is the wall instant of game 0; ``segments`` say at which rate time runs from when on;
    ``holds`` are in order of their beginning; ``changed`` is the wall instant up to which the past
    is settled.
    """

    id: str = "clock"
    start: int
    segments: tuple[Segment, ...]
    holds: tuple[Hold, ...] = ()
    changed: int

    def __post_init__(self) -> None:
        if not self.segments or self.segments[0].wall != self.start or self.segments[0].game:
            raise Fault("a clock's first segment begins at its start, at game time 0")

    # A struct is frozen, but its face depends on nothing else: it is kept beside the fields and
    # takes no part in equality or in the stored body.
    @functools.cached_property
    def _face(self) -> ClockFace:
        return ClockFace(self.start, self.segments, self.holds)

    def face(self) -> ClockFace:
        """The compiled form of this clock, for loops that read it often."""
        return self._face

    # --- reading ---------------------------------------------------------------------------------

    def game(self, wall_us: int) -> int:
        """Game time in whole ms at a wall instant (C-TIME-01); 0 before the start."""
        return self._face.game(wall_us)

    def wall(self, game_ms: int) -> int | None:
        """The earliest wall µs at which game time has reached ``game_ms``.

        The start for 0 and less; None only when the clock stands at rate 0 and never gets there.
        """
        return self._face.wall(game_ms)

    def answering(self, wall_us: int) -> int:
        """Answering time in whole ms at a wall instant; 0 before the start."""
        return self._face.answering(wall_us)

    def answering_wall(self, ms: int) -> int:
        """The earliest wall µs at which answering time has reached ``ms``."""
        return self._face.answering_wall(ms)

    def rate_at(self, wall_us: int) -> Rate:
        """The rate set for a wall instant, whether or not a hold stops the clock then."""
        place = bisect_right(self.segments, wall_us, key=lambda segment: segment.wall) - 1
        segment = self.segments[max(place, 0)]
        return Rate(segment.num, segment.den)

    def holds_at(self, wall_us: int) -> tuple[Hold, ...]:
        """The holds in force at a wall instant, in order of their beginning."""
        return tuple(hold for hold in self.holds if hold.start <= wall_us < hold.end)

    def stands_at(self, wall_us: int) -> bool:
        """Whether game time stands at a wall instant: before the start, in a hold, at rate 0."""
        return (
            wall_us < self.start
            or self.rate_at(wall_us).num == 0
            or any(hold.stops_game for hold in self.holds_at(wall_us))
        )

    # --- changing --------------------------------------------------------------------------------

    def pause(
        self, now_us: int, until_us: int, reason: str, by: str, *, max_pause: int = MAX_PAUSE
    ) -> Clock:
        """Stop both times from now until ``until_us``; pauses nest as their union.

        Raises:
            Refused: E-CLOCK-END, E-CLOCK-REASON, or E-CLOCK-LONG when time would stand for longer
                than ``max_pause`` without a break, pauses already running counted in.
        """
        now = max(now_us, self.changed)
        return self._pausing(Hold(now, until_us, reason, by, "pause"), now, max_pause)

    def schedule_hold(
        self,
        start: int,
        end: int,
        reason: str,
        by: str,
        *,
        now: int,
        max_pause: int = MAX_PAUSE,
    ) -> Clock:
        """Arrange a pause that begins later, or now.

        Raises:
            Refused: as :meth:`pause`; E-CLOCK-PAST when it would begin before ``now``.
        """
        now = max(now, self.changed)
        if start < now:
            raise Refused(
                "E-CLOCK-PAST",
                f"A pause cannot begin in the past ({utc(start)}; it is {utc(now)}). The clock was"
                " left as it was; pause from now on, or give a later beginning.",
            )
        return self._pausing(Hold(start, end, reason, by, "pause"), now, max_pause)

    def resume(self, now_us: int, by: str | None = None) -> Clock:
        """End the pauses running now (only those of ``by``, if given); time goes on at once.

        Pauses that are scheduled for later stay; see :meth:`cancel_hold`.

        Raises:
            Refused: E-CLOCK-RUNNING when there is none to end.
        """
        now = max(now_us, self.changed)
        running = {h for h in self.holds_at(now) if h.stops_game and by in {None, h.by}}
        if not running:
            whose = "" if by is None else f" of {by}"
            raise Refused(
                "E-CLOCK-RUNNING",
                f"No pause{whose} is running, so there is none to end; the clock was left as it"
                f" was. {self._hint(now)}",
            )
        return self._without(running, now)

    def cancel_hold(self, hold: Hold, *, now: int) -> Clock:
        """Call off a scheduled pause, or end a running one.

        Raises:
            Refused: E-CLOCK-RUNNING when the clock has no such hold, or it is over already.
        """
        now = max(now, self.changed)
        if hold not in self.holds or hold.end <= now:
            raise Refused(
                "E-CLOCK-RUNNING",
                f"The {hold.kind} from {utc(hold.start)} to {utc(hold.end)} is over or was called"
                f" off before; the clock was left as it was. {self._hint(now)}",
            )
        return self._without({hold}, now)

    def rerate(self, now_us: int, num: int, den: int = 1) -> Clock:
        """Run at ``num:den`` from now on; 0 stops game time until the next change of rate.

        Game time goes on from the whole microsecond of game it has reached.  Answering time is not
        touched.  Setting the rate that holds already changes nothing.

        Raises:
            Refused: E-CLOCK-RATE for a negative rate or one divided by zero.
        """
        rate = Rate(num, den)
        now = max(now_us, self.changed)
        last = self.segments[-1]
        if rate.num * last.den == last.num * rate.den:
            return self
        wall = max(now, self.start)
        kept = self.segments[:-1] if last.wall == wall else self.segments
        anchor = Segment(wall, _game_us(self, wall), rate.num, rate.den)
        return msgspec.structs.replace(self, segments=(*kept, anchor), changed=now)

    def outage(
        self, start: int, end: int, reason: str = "the service was away", by: str = "keeper"
    ) -> Clock:
        """Let answering time stand for an outage of the service; game time catches up.

        Enter it on return, before anything of the gap is played: it settles what answering time was
        from ``start`` on, and leaves it as it was up to then.

        Raises:
            Refused: E-CLOCK-END when ``end`` is not after ``start``.
        """
        return self._holding((Hold(start, end, reason, by, "outage"),), self.changed)

    def freeze(
        self, start: int, end: int, reason: str = "the service was away", by: str = "keeper"
    ) -> Clock:
        """Let both times stand for an outage, as campaigns may choose.

        Game time up to the last change of the clock is settled; should the outage reach further
        back, only answering time stands for that part.

        Raises:
            Refused: E-CLOCK-END when ``end`` is not after ``start``.
        """
        frozen_from = max(start, self.changed)
        holds = []
        if start < frozen_from:
            holds.append(Hold(start, min(end, frozen_from), reason, by, "outage"))
        if frozen_from < end:
            holds.append(Hold(frozen_from, end, reason, by, "freeze"))
        if not holds:  # an empty span: let it be refused as one
            holds.append(Hold(start, end, reason, by, "freeze"))
        return self._holding(holds, frozen_from if frozen_from < end else self.changed)

    # --- inside ----------------------------------------------------------------------------------

    def _pausing(self, hold: Hold, now: int, max_pause: int) -> Clock:
        pauses = [h for h in self.holds if h.kind == "pause"]
        for start, end in union([*pauses, hold]):
            if start <= hold.start < end and end - start > max_pause:
                raise Refused(
                    "E-CLOCK-LONG",
                    f"Time would stand from {utc(start)} to {utc(end)} without a break, and the"
                    f" longest pause allowed is {timedelta(microseconds=max_pause)}. The clock was"
                    f" left as it was; choose an end no later than {utc(start + max_pause)}.",
                )
        return self._holding((hold,), now)

    def _holding(self, more: Iterable[Hold], changed: int) -> Clock:
        holds = _tidy({*self.holds, *more}, changed)
        return msgspec.structs.replace(self, holds=holds, changed=changed)

    def _without(self, gone: set[Hold], now: int) -> Clock:
        shortened = [msgspec.structs.replace(hold, end=now) for hold in gone if hold.start < now]
        holds = _tidy({*self.holds, *shortened} - gone, now)
        return msgspec.structs.replace(self, holds=holds, changed=now)

    def _hint(self, now: int) -> str:
        if self.rate_at(now).num == 0:
            return "The clock stands because its rate is 0: set a rate to let it run."
        ahead = [hold for hold in self.holds if hold.start > now]
        if ahead:
            return f"The next pause begins at {utc(ahead[0].start)}: cancel that one."
        return f"It runs at {self.rate_at(now)}."


def new_clock(start: int, num: int = 1, den: int = 1) -> Clock:
    """A clock whose game time is 0 at the wall instant ``start`` (µs) and runs at num:den.

    Raises:
        Refused: E-CLOCK-RATE for a negative rate or one divided by zero.
    """
    rate = Rate(num, den)
    return Clock(start=start, segments=(Segment(start, 0, rate.num, rate.den),), changed=start)


def _game_us(clock: Clock, wall_us: int) -> int:
    """Game time in whole µs at an instant of the last segment, for the next one's anchor."""
    last = clock.segments[-1]
    ran = wall_us - last.wall
    for start, end in union(hold for hold in clock.holds if hold.stops_game):
        ran -= max(0, min(end, wall_us) - max(start, last.wall))
    return last.game + ran * last.num // last.den


def _tidy(holds: set[Hold], settled: int) -> tuple[Hold, ...]:
    """In order, without those wholly past that another hold covers: they change no reading.

    Who paused when stands in the journal; the clock keeps what its readings need.
    """
    kept: list[Hold] = []
    all_to = game_to = min((hold.start for hold in holds), default=0)
    for hold in sorted(holds, key=lambda h: (h.start, -h.end, not h.stops_game, h)):
        covered = hold.end <= (game_to if hold.stops_game else all_to)
        if covered and hold.end <= settled:
            continue
        kept.append(hold)
        all_to = max(all_to, hold.end)
        if hold.stops_game:
            game_to = max(game_to, hold.end)
    return tuple(sorted(kept))
