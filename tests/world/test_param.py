"""Figures of the rules as a scenario writes them: every scalar of a scenario is text."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from world.errors import BadScenario
from world.param import Param


@pytest.mark.rule("C-GEN-02")
@pytest.mark.parametrize(
    ("default", "written", "meant"),
    [
        (80, "165", 165),
        (1, "-2", -2),
        (Fraction(1, 2), "19/20", Fraction(19, 20)),
        (Fraction(1, 2), "0.95", Fraction(19, 20)),
        (Fraction(1, 2), "2", Fraction(2)),
        (True, "off", False),
        ("believed", "actual", "actual"),
        (("battle",), ["fall", "siege"], ("fall", "siege")),
        (("battle",), "fall, siege", ("fall", "siege")),
    ],
)
def test_a_scenario_overrides_a_figure_in_words(default: Any, written: Any, meant: Any) -> None:
    assert Param("x", default, "unit", "C-GEN-02").accept(written) == meant


@pytest.mark.rule("C-GEN-02")
@pytest.mark.parametrize(
    ("default", "written"),
    [(80, "many"), (80, "8.5"), (Fraction(1, 2), "1/0"), (True, "perhaps"), (80, ["80"])],
)
def test_a_figure_of_another_kind_is_refused_by_name(default: Any, written: Any) -> None:
    with pytest.raises(BadScenario, match=r"speed: .*expected"):
        Param("speed", default, "km/day", "C-GEN-02").accept(written)
