"""Sieges, concentrations and food under the figures of the Hundred Days are those of history.

Sources: Henry Halleck, Elements of Military Art and Science (sieges); Encyclopædia Britannica, 11th
edition, Waterloo Campaign; Donald Engels, Alexander the Great and the Logistics of the Macedonian
Army; for losses on the march the histories of 1812 and 1813.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from service.history.page import pages
from service.history.yardstick import YARDS, measured
from tests.history.rows import holds, leaves


@pytest.mark.rule("C-SUP-05")
def test_row_16_marching_alone_costs_fewer_men_than_history_and_the_page_says_why() -> None:
    """1812: 95,000 of 301,000 in 52 days; the rules know hunger and desertion, but no sickness."""
    (yard,) = (yard for yard in YARDS if yard.id == "16")
    assert (yard.low, yard.high) == (Fraction(25), Fraction(45))
    assert measured("16") < yard.low
    page = pages()["history.md"]
    assert "(outside)" in page
    assert "Row 16 lies outside, and is meant to be seen" in page


@pytest.mark.rule("C-SIEGE-02", "C-SIEGE-04")
def test_row_17_a_fortress_falls_after_25_to_60_days_in_the_middle_and_14_to_130_at_most() -> None:
    """Halleck's list: 14, 21, 33, 59, over 120."""
    holds("17a", 25, 60)
    holds("17b", 14, 130)
    holds("17c", 14, 130)


@pytest.mark.rule("C-MARCH-02")
def test_row_19_the_cantonments_of_1815_are_at_charleroi_in_3_days_and_on_a_flank_in_6() -> None:
    """As the Britannica reckons it: about 3 days in the middle, about 6 on either flank."""
    holds("19a", Fraction(5, 2), 4)
    holds("19b", 4, 8)
    holds("19c", 4, 8)


@pytest.mark.rule("C-SUP-01")
def test_row_20_a_man_eats_1_to_1_5_kg_and_a_horse_9_to_10() -> None:
    holds("20a", 1, Fraction(3, 2))
    holds("20b", 9, 10)


@pytest.mark.rule("C-SIEGE-02", "C-MARCH-01")
def test_with_the_rules_own_figures_sieges_are_not_historical() -> None:
    """Then a fortress begins with a will to hold of 20."""
    leaves("17a", rules="own")


def test_each_figure_of_a_campaign_shows_in_its_row() -> None:
    leaves("17a", siege__threshold__fortress="20")
    leaves("19a", march__road_km_per_day="40", march__road_km_per_week="240")
    leaves("20a", supply__infantry_per_day="2")
