"""Exact fractions as entities keep them: stretches of road covered, shares of a day."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Ratio(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A fraction in lowest terms, ``num/den``; make it with :func:`ratio`."""

    num: int = 0
    den: int = 1

    @property
    def value(self) -> Fraction:
        """As a number to reckon with."""
        return Fraction(self.num, self.den)


ZERO = Ratio()


def ratio(value: Fraction | int) -> Ratio:
    """A number as an entity keeps it."""
    exact = Fraction(value)
    return Ratio(exact.numerator, exact.denominator)
