"""What a commander without a faction may open with (C-SPEC-01)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.field import (
    Field,
    army,
    artillery,
    cavalry,
    infantry,
    sides,
)
from world.errors import BadScenario
from world.rules.campaign.nouns.commander import Commander

#: All that the rules allow, and two batteries of ten.
OPENING = [
    infantry("Guards", 800, special="grenadiers"),
    infantry("1st Rifles", 600, special="skirmishers"),
    infantry("2nd Rifles", 600, special="skirmishers"),
    cavalry("Lances", 300, special="lancers"),
    artillery("Guns", 100, six_pounders=10),
    artillery("More guns", 100, six_pounders=10),
]


def opening(
    *detachments: dict[str, Any], params: dict[str, Any] | None = None, **more: Any
) -> Field:
    """Maria, of no faction, comes in with an army and money."""
    maria = {"name": "Duchess Maria", "purse": 700, **more}
    armies = {"hers": army("1001", list(detachments), name="Her Army", commander="maria")}
    return Field(sides(commanders={"maria": maria}, armies=armies), params=params)


def refused(*detachments: dict[str, Any], **more: Any) -> str:
    with pytest.raises(BadScenario) as problems:
        opening(*detachments, **more)
    return str(problems.value)


@pytest.mark.rule("C-SPEC-01")
def test_a_newcomer_opens_with_one_two_and_one_and_the_guns_his_foot_can_guard() -> None:
    """EX-48: two batteries need two detachments of foot, and the special ones are three."""
    field = opening(*OPENING)
    assert len(field.army("hers").detachments) == 6
    assert field.get(Commander, "maria").purse == 700
    # A third battery has its foot still; thirty guns in one detachment are three batteries.
    opening(*OPENING[:4], artillery("Thirty", 300, six_pounders=30))
    assert "found 4 batteries and 3 detachments of infantry; expected 4" in refused(
        *OPENING, artillery("Third", 100, six_pounders=20)
    )
    opening(*OPENING, artillery("Third", 100, six_pounders=20), infantry("Line", 900))


@pytest.mark.rule("C-SPEC-01")
def test_more_of_them_are_refused_by_number_and_name() -> None:
    for extra, words in (
        (infantry("G", 800, special="grenadiers"), "2 detachments of grenadiers; expected 1"),
        (infantry("S", 500, special="skirmishers"), "3 detachments of skirmishers; expected 2"),
        (cavalry("L", 300, special="lancers"), "2 detachments of lancers; expected 1"),
    ):
        assert words in refused(*OPENING, extra)


@pytest.mark.rule("C-SPEC-01", "C-DET-06")
def test_those_of_a_faction_take_what_their_faction_says() -> None:
    lances = [cavalry(f"Lances {n}", 300, special="lancers") for n in range(4)]
    opening(*lances, faction="red")
    opening(*lances, npc=True)  # nobody plays him
    assert "4 detachments of lancers" in refused(*lances)
