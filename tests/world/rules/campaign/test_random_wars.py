"""Whole wars in which everybody orders at random: nothing fails, and the books always balance.

CI wages 200 small wars and two great ones for 60 days each; ``make soak`` wages 4,000 and 40.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import settings

from tests.world.rules.campaign import ledger
from tests.world.rules.campaign.random_war import again, heads, wage
from world.said import AnswerDecision

#: 60 at a desk, 200 in CI, 4,000 under ``make soak``.
WARS = 2 * settings().max_examples
#: So many of them are one test.
BLOCK = 10
#: What is said a day in a small war, and in the great one.
A_DAY, MUCH_A_DAY = 3, 30
#: How long a war lasts.
DAYS = 60


@pytest.mark.parametrize("block", range(WARS // BLOCK))
def test_in_small_wars_nothing_fails_and_the_books_balance(block: int) -> None:
    """One of each ten is played again from what was said, and its journal is the same."""
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        war = wage("small_war", seed, DAYS, A_DAY)
        if seed % BLOCK == block % BLOCK:
            assert again("small_war", seed, DAYS, war.said) == war.head


@pytest.mark.parametrize("seed", range(max(2, WARS // 100)))
def test_in_the_hundred_days_nothing_fails_and_the_books_balance(seed: int) -> None:
    wage("hundred_days", seed, DAYS, MUCH_A_DAY)


def test_wars_are_the_same_in_another_process_under_another_hash_seed() -> None:
    seeds = [901, 902]
    code = f"from tests.world.rules.campaign.random_war import heads; print(heads({seeds}, 30, 4))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "4711"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str(heads(seeds, 30, 4))


def test_what_a_war_is_made_of_takes_place_in_some() -> None:
    """Commanders at random are no test of what never happens to them."""
    kinds = set().union(*(wage("small_war", seed, 20, 8).kinds for seed in SHORT))
    assert kinds >= WANTED, sorted(WANTED - kinds)


#: Wars that are soon waged.
SHORT = (2, 7, 9, 12, 14, 17, 19, 22, 23, 25, 33, 43)
#: What is seldom, such as a levy that comes together, is left to long wars.
WANTED = {
    "they_fight",
    "army_beaten",
    "walls_stormed",
    "place_fell",
    "siege week",
    "commander_taken",
    "army_split",
    "forage_ends",
    "torch_ends",
    "taxes_come",
    "revolt_breaks_out",
    "night_over",
    "rider_lost",
    "fee",
    "then:garrison_chosen",
    "then:aftermath_chosen",
}


# -- the books are kept ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["supper", "strength_changed", "taxes_come"])
def test_a_loss_or_gain_that_nothing_announces_is_found(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one name fewer in the tables the same war does not balance."""
    for table in ("SOURCES", "SINKS"):
        fewer: dict[str, Any] = {**getattr(ledger, table)}
        fewer.pop(name, None)
        monkeypatch.setattr(ledger, table, fewer)
    with pytest.raises(AssertionError, match="by none of"):
        _ = [wage("small_war", seed, 20, 8) for seed in SHORT]


def test_a_war_in_which_nobody_answers_is_another() -> None:
    """Replaying can fail: the journal hangs on everything that was said."""
    war = wage("small_war", 1, 15, A_DAY)
    fewer = [each for each in war.said if not isinstance(each.body, AnswerDecision)]
    assert len(fewer) < len(war.said)
    assert again("small_war", 1, 15, fewer) != war.head
