"""Exact fractions as entities keep them: stretches of road covered, shares of a day."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

import msgspec


class Ratio(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A fraction in lowest terms, ``num/den``; make it with :func:`ratio`."""

    num: int = 0
    den: int = 1

    @property
    def value(self) -> Fraction:
        """As a number to reckon with."""
        return _fraction(self.num, self.den)


@lru_cache(maxsize=1024)
def _fraction(num: int, den: int) -> Fraction:
    """The same few are asked for again and again: what was covered, a pace, nothing."""
    return Fraction(num, den)


ZERO = Ratio()


def total(ratios: Iterable[Ratio]) -> Fraction:
    """The sum of some, brought to lowest terms once."""
    num, den = 0, 1
    for each in ratios:
        num, den = num * each.den + each.num * den, den * each.den
    return Fraction(num, den)


def ratio(value: Fraction | int) -> Ratio:
    """A number as an entity keeps it."""
    return Ratio(value.numerator, value.denominator)
