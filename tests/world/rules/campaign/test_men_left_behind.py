"""Troops left behind walls fight with what they came with, and what befalls them changes it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.clash import judged
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.morale import MoraleChanged
from world.rules.campaign.nouns.garrison import garrison_force
from world.rules.campaign.nouns.stronghold import Counters, Stronghold

STORMED = 4 * DAY + 2 * HOUR


def left_behind(morale: int = 5, guard: int = 400, **more: Any) -> Field:
    """Ney has left his Guard in Westwall, a fortress with its usual 300, and gone away."""
    first = army(
        "0101",
        [infantry("Guard", guard), infantry("Line", 600)],
        name="First Army",
        commander="ney",
        morale=morale,
    )
    second = army("0201", [infantry("Foot", 3000)], name="Second Army", commander="blake")
    spec = sides(armies={"first": first, "second": second})
    field = Field(spec, **more).order(HOUR, "ney", "detach_garrison detachments=Guard")
    return field.order(2 * HOUR, "ney", "march to=0105").run(3 * DAY)


def stormed(mine: tuple[int, int], theirs: tuple[int, int], **more: Any) -> Field:
    """Blake storms the place with one throw, and the garrison fights with another."""
    dice = {"battle roll of second": [mine], "battle roll of westwall": [theirs]}
    field = left_behind(**more, dice=dice).order(3 * DAY, "blake", "march to=0101").run(4 * DAY)
    field.order(4 * DAY, "blake", "besiege stronghold=westwall plan=x")
    field.order(4 * DAY + HOUR, "blake", "assault plan=ladders").run(STORMED)
    return judged(field, STORMED).run(4 * DAY + 12 * HOUR)


def place(field: Field) -> Stronghold:
    return field.get(Stronghold, "westwall")


def counters(field: Field) -> Counters:
    found = place(field).left_counters
    assert found is not None
    return found


@pytest.mark.rule("C-STR-05", "C-STR-02")
@pytest.mark.parametrize(
    ("morale", "guard", "together"),
    # The standing 300 have 9: (5 x 400 + 2700) / 700 is 6.7, (11 x 3000 + 2700) / 3300 is 10.8.
    [(5, 400, 6), (11, 3000, 10), (9, 400, 9)],
)
def test_a_garrison_has_the_mean_morale_of_its_standing_men_and_those_left_there(
    morale: int, guard: int, together: int
) -> None:
    field = left_behind(morale, guard)
    assert garrison_force(field.world, place(field)).morale == together


@pytest.mark.rule("C-STR-05", "C-BAT-M03")
def test_a_garrison_of_weary_men_fights_as_such() -> None:
    words = stormed((1, 1), (6, 6)).told("blake", BattleOver)[0][1].modifiers
    assert "morale +3" in words  # Blake's 9 against 6
    fresh = stormed((1, 1), (6, 6), morale=9).told("blake", BattleOver)[0][1].modifiers
    assert "morale" not in fresh


@pytest.mark.rule("C-STR-05", "C-MOR-01")
def test_those_left_behind_take_heart_from_an_assault_beaten_off() -> None:
    field = stormed((1, 1), (6, 6))
    assert counters(field).morale == 7
    assert place(field).faction == "red"


@pytest.mark.rule("C-STR-05", "C-SUP-04")
def test_a_hungry_evening_behind_walls_costs_a_point_of_morale() -> None:
    field = left_behind(hungry=True)
    assert counters(field).morale == 2  # three evenings without bread
    # On the first Ney is there still; of the others only a rider could tell him.
    told = [n for _, n in field.told("ney", MoraleChanged) if "left in Westwall" in n.army]
    assert [(notice.was, notice.now) for notice in told] == [(5, 4)]


@pytest.mark.rule("C-STR-05", "C-AFT-01")
def test_a_place_that_falls_forgets_what_its_men_had_come_with() -> None:
    field = stormed((6, 6), (1, 1))
    fallen = place(field)
    assert (fallen.faction, fallen.left, fallen.left_counters) == ("blue", (), None)
    assert fallen.left_hungry == 0
