"""Armies and fleets in one hex: they do not fight each other (C-BAT-06)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.clash import judged
from tests.world.rules.campaign.field import DAY, army, infantry
from tests.world.rules.campaign.sea import Gulf, gulf, ship
from tests.world.rules.campaign.test_battles import met
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.nouns.battle import Battle
from world.rules.campaign.nouns.meeting import Meeting


def ashore(
    *,
    raiders: str = "0205",
    landing: str = "0204",
    fleet: str = "0206",
    men: int = 1000,
    **more: Any,
) -> Gulf:
    """Hawke's squadron lies off a coast; Blue raiders march upon it by land."""
    scenario = gulf(
        commanders={"dundas": {"name": "General Dundas", "faction": "blue"}},
        armies={
            "landing": army(
                landing, [infantry("L", men)], name="Landing", commander="wolfe", supplies=0
            ),
            "raiders": army(raiders, [infantry("L", 1000)], name="Raiders", commander="dundas"),
        },
    )
    scenario["fleets"]["western"]["at"] = fleet
    scenario["fleets"]["western"]["ships"] = [ship("Dauntless"), ship("Thunderchild")]
    scenario["fleets"]["eastern"]["at"] = "1004"
    return Gulf(scenario, **more)


@pytest.mark.rule("C-BAT-06")
def test_an_army_that_marches_upon_a_fleet_meets_nobody_and_goes_on() -> None:
    field = ashore().order(0, "dundas", "march to=0207").run(2 * DAY)
    assert field.army("raiders").place == "0207"
    assert not field.world.of(Meeting)
    assert not field.world.of(Battle)
    target = ashore().order(0, "dundas", "march to=0206").run(DAY)
    target.force(DAY, "dundas", 'attack target="Western Squadron"')
    assert target.refusals("dundas") == ["E-NOT-PRESENT"]


@pytest.mark.rule("C-BAT-06", "C-FLEET-02")
def test_troops_aboard_fight_on_land_only_once_they_have_landed() -> None:
    field = ashore(landing="0207", fleet="0207", men=100)
    field.order(0, "wolfe", "embark fleet=western").run(2 * DAY)
    assert field.army("landing").inside == "western"
    field.order(2 * DAY, "dundas", "march to=0207").run(3 * DAY)
    assert field.army("raiders").place == "0207"
    assert not field.world.of(Meeting)
    field.order(3 * DAY, "wolfe", "disembark").run(6 * DAY)
    assert field.army("landing").inside == ""
    assert [m.place for m in field.world.of(Meeting)] == ["0207"]


@pytest.mark.rule("C-BAT-06")
def test_ships_off_a_battlefield_are_silent_unless_the_rules_are_set_otherwise() -> None:
    def modifiers(**params: Any) -> tuple[str, str]:
        field = ashore(raiders="0206", landing="0205", params=params)
        at = met(field.order(0, "wolfe", "march to=0206"))
        field.answer(at, "wolfe", "D-BAT-01", "attack").answer(at, "dundas", "D-BAT-01", "hold")
        judged(field, at)
        told = [field.told(person, BattleOver)[-1][1] for person in ("wolfe", "dundas")]
        return told[0].modifiers, told[1].modifiers

    assert modifiers() == ("nothing", "chosen ground +1")
    loud = modifiers(**{"battle.shore_bombardment": True})
    # Far more guns than the other side, which has none: at the cap.
    assert loud == ("guns +5", "chosen ground +1")
