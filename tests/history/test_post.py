"""Riders, relays and news under the figures of the Hundred Days take the time they took in history.

Sources: the contracts of the house of Taxis (Brussels-Paris); for riders and for letters of
merchants the histories of the post; for March 1815 the dates of the landing and of its news.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.history.rows import holds, leaves


@pytest.mark.rule("C-MSG-02")
def test_row_8_brussels_to_paris_by_relay_post_takes_40_to_60_hours() -> None:
    """The Taxis contract allowed 44 hours in summer and 54 in winter."""
    holds("8a", 40, 60)
    holds("8b", 40, 60)


@pytest.mark.rule("C-MSG-02")
def test_row_8_winter_takes_1_15_to_1_3_times_as_long_as_summer() -> None:
    """54 hours to 44 are 1.23."""
    holds("8c", Fraction(115, 100), Fraction(130, 100))


@pytest.mark.rule("C-MSG-02")
def test_row_9_a_lone_courier_makes_60_to_100_km_a_day() -> None:
    """Without relays: the cursus publicus 75, urgent riders 84 to 90."""
    holds("9", 60, 100)


@pytest.mark.rule("C-MSG-02")
def test_row_10_the_mail_from_paris_is_in_lyon_in_2_to_3_days() -> None:
    """465 km by the road of the time; the mail took 2 days and 8 hours."""
    holds("10", 2, 3)


@pytest.mark.rule("C-MSG-02", "C-SEM-02")
def test_row_11_the_landing_at_golfe_juan_is_known_in_paris_on_4_or_5_march() -> None:
    """Landed on 1 March 1815; known on the 5th, by post to Lyon and 400 km of telegraph."""
    holds("11a", 4, 5)


@pytest.mark.rule("C-SEM-02")
def test_row_11_the_last_400_km_are_signalled_in_daylight() -> None:
    """Early in March the towers can be seen from about six to about six."""
    holds("11b", 6, 18)


@pytest.mark.rule("C-NEWS-01")
def test_row_18_news_goes_50_to_110_km_a_day() -> None:
    """Letters of Antwerp merchants 54 to 69, the news of Trafalgar 104."""
    holds("18a", 50, 110)
    holds("18b", 50, 110)


@pytest.mark.parametrize("row", ["8a", "8b", "8c", "10", "18a"])
def test_with_the_rules_own_figures_the_post_is_not_historical(row: str) -> None:
    """Then riders change no horses, all seasons are one, and news makes 20 km a day."""
    leaves(row, rules="own")


def test_each_figure_of_the_post_shows_in_its_row() -> None:
    leaves("8a", message__kmpd_relay="240")
    leaves("8c", message__season_factors="winter=3/2")
    leaves("9", message__kmpd_friendly="120")
    leaves("11a", message__kmpd_relay="100")
    leaves("18b", news__kmpd_coast="150")
