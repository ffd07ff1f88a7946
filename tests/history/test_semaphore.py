"""Telegrams under the figures of the Hundred Days take the time they took in history.

Sources: for Chappe's line between Paris and Lille (1794), its dispatches and the practice of its
stations the histories of the optical telegraph; for the line from Berlin to Koblenz (62 stations,
1833 to 1849) those of the Prussian telegraph.
"""

from __future__ import annotations

import pytest

from tests.history.rows import holds, leaves

pytestmark = pytest.mark.rule("C-SEM-02")


def test_row_1_a_first_sign_passes_fifteen_hops_in_5_to_12_minutes() -> None:
    """About 220 km on a clear day; Paris-Lille took 9 minutes, the Prussian line 7.5 over 62."""
    holds("1", 5, 12)


def test_row_2_a_message_of_36_signs_takes_25_to_40_minutes() -> None:
    """On the same line it took about 32 minutes."""
    holds("2", 25, 40)


def test_row_3_a_dispatch_of_27_signs_is_received_in_20_to_40_minutes() -> None:
    """The retaking of Condé, 30 August 1794, was received in Paris from 15:20 to 15:50."""
    holds("3", 20, 40)


def test_row_4_thirty_words_take_60_to_120_minutes_over_62_hops() -> None:
    """Berlin to Koblenz, 550 to 588 km, took about 90 minutes."""
    holds("4", 60, 120)


def test_row_5_one_sign_takes_5_to_10_minutes_over_62_hops() -> None:
    """In good weather it took 7.5 minutes on the Prussian line."""
    holds("5", 5, 10)


def test_row_6_a_line_works_in_15_to_25_of_100_hours_of_the_year() -> None:
    """Night, fog and heat left the French lines at most 2,190 of 8,760 hours."""
    holds("6", 15, 25)


def test_row_7_a_message_after_dusk_waits_until_about_a_quarter_hour_before_sunrise() -> None:
    """The French stations were manned from then on."""
    holds("7", 10, 20)


@pytest.mark.parametrize("row", ["1", "2", "3", "7"])
def test_with_the_rules_own_figures_telegrams_are_not_historical(row: str) -> None:
    """Then towers signal at once, by day and night."""
    leaves(row, rules="own")


def test_each_figure_of_a_line_shows_in_its_row() -> None:
    leaves("1", semaphore__hop_ms="60000")
    leaves("2", semaphore__symbol_ms="60000")
    leaves("7", semaphore__before_sunrise_min="60")
    leaves("6", semaphore__clear_days="4/5")
