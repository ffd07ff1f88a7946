"""A name is compared in one way, whoever asks: couriers, the rules, the page."""

from __future__ import annotations

import pytest

from world.naming import folded
from world.rules.campaign.answers import resolve_name


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("st-amand", "St. Amand"),
        ("II. Corps", "ii corps"),
        ("  ÉPERNAY ", "Epernay"),
        ("Groß Beeren", "gross beeren"),
    ],
)
def test_stops_hyphens_accents_and_capitals_do_not_count(written: str, known: str) -> None:
    assert folded(written) == folded(known) != ""


def test_the_rules_understand_a_name_as_couriers_do() -> None:
    known = {"ii": "II Corps", "iii": "III Corps", "st": "St. Amand"}
    assert resolve_name(known, "II. Corps") == ("ii",)
    assert resolve_name(known, "ii-corps") == ("ii",)
    assert resolve_name(known, "St Amand") == ("st",)


def test_what_is_no_name_at_all_folds_to_nothing() -> None:
    assert folded("—…!") == ""
    assert resolve_name({"ii": "II Corps"}, "—…!") == ()
