"""Measurements as they are printed."""

from __future__ import annotations

from fractions import Fraction


def in_figures(value: Fraction) -> str:
    """A measurement to three or four significant digits, without idle zeros.

    Rounded exactly, half to even, so that every machine prints the same.
    """
    places = 2 if value < 10 else 1
    scaled = round(value * 10**places)
    text = f"{scaled // 10**places}.{scaled % 10**places:0{places}}"
    return text.rstrip("0").rstrip(".")
