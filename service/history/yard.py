"""A yard: one published figure of history, and how what is measured beside it is come by."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Literal

import msgspec

from service.history.stage import Figures

Group = Literal["semaphore", "post", "armies", "campaigns"]


class Yard(msgspec.Struct, frozen=True, kw_only=True):
    """One figure to be met.

    Attributes:
        id: the row of the yardstick, with a letter where a row has several figures.
        what: what is simulated; ``unit`` of everything that follows.
        low, high: between which it must fall.
        history: single figures the sources give, for the drawing.
        source: those figures in words, with where they come from.
        measure: plays a campaign under given figures, and says what came of it.
    """

    id: str
    group: Group
    what: str
    unit: str
    low: Fraction
    high: Fraction
    history: tuple[float, ...]
    source: str
    measure: Callable[[Figures], Fraction]

    def holds(self, value: Fraction) -> bool:
        """Whether a measurement falls within the range."""
        return self.low <= value <= self.high
