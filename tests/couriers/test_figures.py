"""The figures of couriers: those of the rules have the rules' values, all are declared once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from couriers import CHAPTERS, figures
from world.param import Param

#: Section 41 of the campaign rules.
OF_THE_RULES: dict[str, Any] = {
    "message.kmpd_friendly": 80,
    "message.safe_friendly": Fraction(19, 20),
    "message.kmpd_hostile": 60,
    "message.safe_hostile": Fraction(5, 6),
    "message.mixed_safety": "worst_once",
    "message.follow": True,
    "message.destination": "believed",
    "message.intercept_default": False,
    "message.kmpd_sea": 100,
    "order.absent_by_courier": True,
    "news.kmpd_land": 20,
    "news.kmpd_coast": 100,
    "news.digits": 1,
    "semaphore.price": 1,
    "semaphore.price_unit": "character",
    "semaphore.delay": 0,
    "semaphore.sight_hexes": 0,
    "talk.parley": True,
}

DECLARED = [figure for chapter in CHAPTERS for figure in chapter.params]


@pytest.mark.rule("C-GEN-02")
@pytest.mark.parametrize("name", sorted(OF_THE_RULES))
def test_a_figure_of_the_rules_has_the_rules_value(name: str) -> None:
    (figure,) = [figure for figure in DECLARED if figure.name == name]
    assert figure.default == OF_THE_RULES[name]


@pytest.mark.rule("C-GEN-02")
def test_every_figure_is_declared_once_with_its_unit_and_rule() -> None:
    written = [value for value in vars(figures).values() if isinstance(value, Param)]
    assert sorted(f.name for f in DECLARED) == sorted(f.name for f in written)
    assert len({figure.name for figure in DECLARED}) == len(DECLARED)
    assert all(figure.unit and figure.rule and figure.about for figure in DECLARED)
