"""The events of the turn's own clockwork; each is about the game and names the turn it is for."""

from __future__ import annotations

from world.timeline import Event


class OpenTurn(Event, frozen=True, tag="open_turn"):
    """The turn that is coming takes orders from now on."""

    number: int


class CloseTurn(Event, frozen=True, tag="close_turn"):
    """The turn takes no more orders, and those it holds are carried out.

    ``closes`` is the wall instant (µs) of the deadline at which it does; 0 without.
    """

    number: int
    closes: int = 0


class BeginYear(Event, frozen=True, tag="begin_year"):
    """A new year begins (K-YEA-04)."""

    year: int


class DeadlineFell(Event, frozen=True, tag="deadline_fell"):
    """An instant of the grid has passed; what was received up to ``closes`` (wall µs) counts."""

    closes: int = 0


class RemindDue(Event, frozen=True, tag="remind_due"):
    """It is time to remind who has not ordered, before a deadline (K-NOT-17)."""

    closes: int = 0


class AskAboutMissing(Event, frozen=True, tag="ask_about_missing"):
    """A turn has been open for long and orders are missing: the referee is asked (K-DEC-04)."""

    number: int


class MissingAnswer(Event, frozen=True, tag="missing_answer"):
    """The referee has said what becomes of missing orders (K-DEC-04)."""

    number: int
    closes: int = 0
