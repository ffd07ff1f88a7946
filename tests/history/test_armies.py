"""Armies under the figures of the Hundred Days march as they did in history.

Sources: Carl von Clausewitz, On War, book V, chapters 9 to 12; Antoine-Henri Jomini; for the march
from Vienna to Austerlitz the histories of 1805.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.history.rows import holds, leaves


@pytest.mark.rule("C-MARCH-02")
def test_row_12_an_army_makes_12_to_20_km_a_day_over_twenty_days_with_rests() -> None:
    """Clausewitz counts two German miles, 15 km; in 1812 it was 12 to 17."""
    holds("12", 12, 20)


@pytest.mark.rule("C-MARCH-01")
def test_row_13_a_division_makes_20_to_27_km_on_a_days_march() -> None:
    """Clausewitz counts three German miles, 22.6 km."""
    holds("13a", 20, 27)


@pytest.mark.rule("C-MARCH-01")
def test_row_13_a_days_march_takes_8_to_12_hours() -> None:
    """Clausewitz: 8 to 10 in level country, 10 to 12 in hills, for three German miles."""
    holds("13b", 8, 12)


@pytest.mark.rule("C-MARCH-05", "C-NIGHT-01")
def test_row_14_a_forced_march_of_two_days_makes_80_to_115_km() -> None:
    """Davout's men made 112 km in 44 hours."""
    holds("14", 80, 115)


@pytest.mark.rule("C-COL-01")
def test_row_15_a_corps_of_30_000_passes_a_point_in_one_and_a_half_to_four_hours() -> None:
    """After Jomini and Clausewitz."""
    holds("15", Fraction(3, 2), 4)


@pytest.mark.parametrize("row", ["12", "13b", "15"])
def test_with_the_rules_own_figures_marches_are_not_historical(row: str) -> None:
    """Then armies make 100 km a week, and their columns are twice as long."""
    leaves(row, rules="own")


def test_each_figure_of_a_march_shows_in_its_row() -> None:
    leaves("12", march__road_km_per_week="150", march__road_days_per_week="7")
    leaves("13a", march__road_km_per_day="30")
    leaves("14", night__forced_km="40")
    leaves("15", column__wheels_per_km="20")
