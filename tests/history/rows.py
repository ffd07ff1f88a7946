"""Rows of the yardstick, for the tests of each group."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from service.history.stage import Figures, historical_figures
from service.history.yardstick import YARDS, measured


def holds(row: str, low: Any, high: Any) -> None:
    """A row's simulated figure lies within the range of history, and the page shows that range."""
    yard = next(yard for yard in YARDS if yard.id == row)
    assert (yard.low, yard.high) == (Fraction(low), Fraction(high))
    assert Fraction(low) <= measured(row) <= Fraction(high), float(measured(row))


def leaves(row: str, **changed: str) -> None:
    """With other figures than those of the Hundred Days a row leaves its range.

    A name is written with ``__`` for the dot; ``rules="own"`` leaves the rules their own figures.
    """
    yard = next(yard for yard in YARDS if yard.id == row)
    figures: Figures = {} if changed.pop("rules", "") else historical_figures()
    figures |= {name.replace("__", "."): value for name, value in changed.items()}
    value = yard.measure(figures)
    assert not yard.holds(value), float(value)
