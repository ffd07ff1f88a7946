"""Nouns of a semaphore line at work: the wire, the signals on it, and what happens to them."""

from __future__ import annotations

from typing import ClassVar

from couriers.towers import Stretch
from world.entity import Entity
from world.timeline import Event

#: Messages pass after riders of the same instant have come in.
RANK = 610


class Wire(Entity, frozen=True, tag="wire"):
    """A line as it works: the signal it carries, those that wait, and whether today is clear."""

    line: str
    busy: str | None = None
    waiting: tuple[str, ...] = ()
    clear: bool = True
    opening: str = ""


class Signal(Entity, frozen=True, tag="signal"):
    """A message on one line.

    Attributes:
        telegram, line: what, and where.
        entry: the tower from which it is signalled.
        low, high: the towers it has still to reach, the entry between them.
        then: further stretches it is to run over, for a message to one place.
        rank, came: its priority (0 first), and when it came to the line (game ms).
        hops: how far from its entry it stands complete; -1 before it does there.
        work: ms of signalling to the next tower.
        calls: the tower that must answer before it goes on, if one was silent.
        until: when it is given up.
    """

    telegram: str
    line: str
    entry: int
    low: int
    high: int
    then: tuple[Stretch, ...] = ()
    rank: int = 1
    came: int = 0
    hops: int = -1
    work: int = 0
    calls: int | None = None
    until: int | None = None


class SignalGoesOn(Event, frozen=True, tag="signal_goes_on"):
    """The work of a signal is done up to its next tower, or goes on in the morning."""

    rank: ClassVar[int] = RANK


class TowerCalled(Event, frozen=True, tag="tower_called"):
    """A silent tower is called again."""

    rank: ClassVar[int] = RANK


class LineOpens(Event, frozen=True, tag="line_opens"):
    """The towers of a line can be seen again."""

    rank: ClassVar[int] = RANK


class SignalledBack(Event, frozen=True, tag="signalled_back"):
    """Word that a message was stopped has come back along the line."""

    rank: ClassVar[int] = RANK
    station: str


class DayOfLine(Event, frozen=True, tag="day_of_line"):
    """A new day: is it clear along the line?"""

    rank: ClassVar[int] = 100
