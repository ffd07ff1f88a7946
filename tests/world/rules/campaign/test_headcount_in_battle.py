"""Everybody who began a battle is dead, captured, scattered or there still (C-BAT-04)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.campaign.clash import PLANNED, clash, judged, open_question, reply
from tests.world.rules.campaign.field import HOUR, Field, cavalry
from tests.world.rules.campaign.figures_of_battle import MOLE
from tests.world.rules.campaign.storm import FELL, STORMED, before_walls
from tests.world.rules.campaign.test_battle_dice import DETACHMENTS, SIDE, in_order
from tests.world.rules.campaign.test_routs import REAR
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.rout.notices import InRout

#: Nobody is taken, so that every commander lives to be told what has become of his men.
FREE: dict[str, list[tuple[int, ...]]] = {"capture": [(6,)] * 9, "escape of": [(1,)] * 9}


def there(field: Field) -> int:
    """All men under arms: in armies, in garrisons, and left in places."""
    sites = field.world.of(Stronghold)
    guards = sum(s.standing.soldiers + sum(d.soldiers for d in s.left) for s in sites)
    return guards + sum(army.strength for army in field.world.of(Army))


def fell(field: Field) -> int:
    """The dead, as each commander was told them of his own."""
    lost = {
        (at, notice.army): notice.lost
        for person in ("ney", "blake")
        for at, notice in field.told(person, BattleOver)
    }
    return sum(lost.values())


def scattered(field: Field) -> int:
    """Those who ran and did not come back."""
    told = [n.men for who in ("ney", "blake") for _, n in field.told(who, InRout) if n.men]
    return sum(int(found.group()) for men in told if (found := re.search(r"\d+", men)) is not None)


#: On a mole with Red behind him, a beaten Blake has nowhere to run; luck is against him there.
BEATEN: dict[str, list[tuple[int, ...]]] = {
    "battle roll of first": [(6, 6)],
    "battle roll of second": [(1, 1)],
    "morale check of second": [(6, 6)],
}
PLACES: dict[str, dict[str, Any]] = {
    "open": {"dice": FREE},
    "cornered": {"dice": FREE | BEATEN, "map_text": MOLE, "armies": REAR},
}


@given(SIDE, SIDE, st.integers(1, 10_000), st.sampled_from(sorted(PLACES)))
@pytest.mark.rule("C-BAT-04", "C-ROUT-03", "C-ROUT-04")
def test_dead_and_scattered_and_those_who_are_left_are_all_who_began(
    red: dict[str, Any], blue: dict[str, Any], seed: int, where: str
) -> None:
    field = clash(
        red["force"],
        blue["force"],
        ney={"traits": red["traits"]},
        blake={"traits": blue["traits"]},
        red={"morale": red["morale"], "supplies": red["supplies"]},
        blue={"morale": blue["morale"], "supplies": blue["supplies"]},
        seed=seed,
        **PLACES[where],
    )
    began = there(field)
    for person, side in (("ney", red), ("blake", blue)):
        field.force(7 * HOUR, person, f"battle_plan stand={side['stand']}")
    judged(field, PLANNED)
    in_order(field)
    assert there(field) + fell(field) + scattered(field) == began


@given(
    DETACHMENTS,
    DETACHMENTS,
    st.integers(1, 10_000),
    st.integers(1, 900),
    st.sampled_from(["disband", "prisoners", "march_out", "enlist"]),
)
@pytest.mark.rule("C-ASLT-07", "C-AFT-08", "C-BAT-04", "D-SIEGE-04")
def test_dead_captured_scattered_and_left_of_an_assault_are_all_who_began(
    outside: list[dict[str, Any]],
    inside: list[dict[str, Any]],
    seed: int,
    guards: int,
    fate: str,
) -> None:
    men = sum(each["soldiers"] for each in inside) + guards
    field = before_walls(
        "southby",
        [*outside, cavalry("Reserve", men)],
        inside=inside,
        site={"garrison": {"infantry": guards}},
        seed=seed,
        dice=FREE,
    ).answer(HOUR, "blake", "D-SIEGE-01", "hold")
    began = there(field)
    field.order(STORMED, "ney", "assault")
    if open_question(field, "D-BAT-01") is not None:
        field.answer(STORMED, "blake", "D-BAT-01", "hold")
    judged(field, FELL)
    in_order(field)
    disarmed = 0
    question = open_question(field, "D-SIEGE-04")
    if question is not None:
        disarmed = int(question.question.split(" ", maxsplit=1)[0])
        assert there(field) + disarmed + fell(field) + scattered(field) == began
        reply(field, FELL, question, fate)
    under_arms = there(field) + fell(field) + scattered(field)
    assert under_arms == began - (disarmed if fate in ("disband", "prisoners") else 0)
