"""Deadlines on a grid of real time: when the turn that takes orders closes (K-RUL-15)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from world.clock import Clock
from world.kernel.nouns import CLOCK_ID, Occurrence, Recurring
from world.recurrence import OnWalls, WallEvery, WallRecurrence, next_after, parse_wall
from world.rules.kingdoms.nouns.figures import turns
from world.rules.kingdoms.nouns.game import GAME_ID

if TYPE_CHECKING:
    from world.param import Params
    from world.rules.kingdoms.nouns.turn import Turn
    from world.state import World
    from world.step import Step

#: Name of the recurrence that runs along the grid.
RECURRENCE: Final = "turn"
HOUR_MS: Final = 3_600_000
HOUR_US: Final = 3_600_000_000
#: Instants of the grid that are passed over at most before it is said to have no further one.
_LONGEST: Final = 1_000


def grid(params: Params) -> OnWalls | None:
    """The grid on which turns close, or None (``k.turn.deadline``).

    Raises:
        Refused: E-RECUR, E-ZONE; it is not written as weekdays, time and zone.
    """
    text = params[turns.DEADLINE]
    return None if text == "none" else _parsed(text)


@functools.lru_cache(maxsize=64)
def _parsed(text: str) -> OnWalls:
    return parse_wall(text)


def first_deadline(rec: OnWalls, since: int) -> int:
    """The first instant of the grid (wall µs) a turn may close at, counted from *since*.

    It is one period away at least and less than two, where the grid is even: the instant after the
    first that is not before *since*.
    """
    return next_after(rec, next_after(rec, since - 1, None)[0], None)[0]


def earlier(rec: OnWalls, hours: int) -> OnWalls:
    """The grid so many hours earlier."""
    if isinstance(rec, WallEvery):
        return WallEvery(rec.period, (rec.offset - hours * 3600) % rec.period)
    days, hour = divmod(rec.hour - hours, 24)
    weekdays = tuple(sorted({(day + days) % 7 for day in rec.weekdays}))
    return WallRecurrence(weekdays, hour, rec.minute, rec.zone)


def zone_of(rec: OnWalls) -> str:
    """The zone by whose clocks a grid is told."""
    return rec.zone if isinstance(rec, WallRecurrence) else "UTC"


def wall_now(step: Step) -> int:
    """The wall instant (µs) of a step, whichever of the two times stands."""
    face = step.world.face
    return max(face.wall(step.now) or 0, face.answering_wall(step.answering), step.received)


def due(world: World, turn: Turn) -> int | None:
    """The wall instant (µs) at which a turn closes; None where no deadline is set.

    It is on the grid and in no pause, and leaves the players ``k.turn.least_h`` of their own time.
    """
    recurring = world.find(Recurring, world.secret.name(f"{RECURRENCE}/{GAME_ID}"))
    if recurring is None or not isinstance(recurring.when, OnWalls):
        return None
    pending = world.timeline.entries.get(recurring.pending)
    if pending is None or not isinstance(pending.event, Occurrence):
        return None
    at = pending.event.closes
    clock = world.get(Clock, CLOCK_ID)
    for _ in range(_LONGEST):
        if is_due(world, turn, at) and not clock.holds_at(at):
            return at
        at = next_after(recurring.when, at, None)[0]
    return None


def is_due(world: World, turn: Turn, at: int) -> bool:
    """Whether an instant of the grid (wall µs) is the turn's deadline, or comes after it."""
    least = world.params[turns.LEAST_H] * HOUR_MS
    return at >= turn.deadline and world.face.answering(at) - turn.opened >= least
