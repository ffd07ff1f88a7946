"""What the rules ask at sea: of whom, with which options, and what happens where nobody answers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.field import DAY, HOUR, army, infantry
from tests.world.rules.campaign.sea import (
    MET,
    Gulf,
    fleet,
    fought,
    gulf,
    judged,
    off_eastport,
    over,
    ship,
)
from tests.world.rules.campaign.test_fleets import alone
from world.decision import Decision
from world.rules.campaign.naval.notices import FleetRetreats, SeaBattleOver
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.encounter import Encounter, SeaBattle
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.meeting import Meeting

HELD: Any = {"morale check of": [(1, 1)] * 9}
DRAWN: Any = ((3, 1), (3, 1))
LINE = [ship("One"), ship("Two")]
#: Both have said what they fight for.
PLANS = {
    "hawke": 'sea_plan stand=attack objective="the convoy"',
    "conflans": 'sea_plan stand=hold objective="the roads"',
}


def drawn(*, stand: str = "hold", **more: Any) -> Gulf:
    """Hawke attacks and Conflans stands, and they throw the same."""
    return over(fought(LINE, LINE, rolls=DRAWN, dice=HELD, stand=stand, **more))


def morale(field: Gulf) -> tuple[int, int]:
    return field.fleet("western").morale, field.fleet("eastern").morale


# -- a drawn battle -------------------------------------------------------------------------------


@pytest.mark.rule("C-NAV-R0", "C-NAV-02")
def test_a_drawn_battle_costs_both_a_twentieth_of_their_hands_and_a_quarter_of_the_damage() -> None:
    field = drawn()
    for each in ("western", "eastern"):
        # 5 % of 1,000 hands; 25 % of 148 guns' Fleet Damage of 5 is 1.25, so a hit.
        assert (field.fleet(each).crew, field.fleet(each).hull) == (950, 15)
    outcomes = {n.outcome for who in PLANS for _, n in field.told(who, SeaBattleOver)}
    assert outcomes == {"has fought a drawn battle"}


@pytest.mark.rule("C-NAV-R0")
@pytest.mark.parametrize(
    ("stand", "after"),
    # Where both attack there is neither attacker nor defender (C-BAT-01/a).
    [("hold", (8, 9)), ("attack", (9, 9))],
)
def test_only_an_attacker_loses_heart_by_a_drawn_battle(stand: str, after: tuple[int, int]) -> None:
    assert morale(drawn(stand=stand)) == after


@pytest.mark.rule("C-NAV-R0", "C-NAV-07")
def test_nobody_goes_back_is_tested_or_taken_in_a_drawn_battle() -> None:
    field = drawn(conflans={"traits": ["vanquisher"]})
    for each in ("western", "eastern"):
        assert (field.fleet(each).place, field.fleet(each).disorder) == ("1004", None)
    assert not [c.id for c in field.world.of(Commander) if c.captor]
    assert not any(field.told(who, FleetRetreats) for who in PLANS)
    assert not [line for line in field.journal() if b"morale check of" in line]
    # They lie before one another still; either may attack again.
    assert [each.state for each in field.world.of(Encounter)] == ["standoff"]


@pytest.mark.rule("C-NAV-R0", "C-NAV-02")
@pytest.mark.parametrize(
    ("throws", "said"),
    [
        ((3, 3), ("It did not attain its objective: the", "It kept its objective: the roads")),
        ((6, 2), ("It attained its objective: the convoy", "It did not attain its objective")),
        ((2, 6), ("It did not attain its objective: the", "It attained its objective: the roads")),
    ],
)
def test_the_victor_attains_his_objective_and_in_a_draw_the_defender_keeps_it(
    throws: tuple[int, int], said: tuple[str, str]
) -> None:
    rolls = {"western": [(throws[0], 1)], "eastern": [(throws[1], 1)]}
    dice = {f"naval battle roll of {each}": faces for each, faces in rolls.items()}
    field = off_eastport(LINE, LINE, dice={**HELD, **dice})
    for person, plan in PLANS.items():
        field.order(MET + HOUR, person, plan)
    over(judged(field))
    words = [field.told(person, SeaBattleOver)[0][1].objective for person in PLANS]
    assert [words[n].strip().startswith(said[n]) for n in (0, 1)] == [True, True]


# -- who is asked, and what holds where nobody answers ---------------------------------------------


@pytest.mark.rule("D-NAV-01", "D-NAV-02", "C-GEN-06")
def test_a_battle_that_nobody_judges_is_fought_with_what_was_found_and_plans_worth_nothing() -> (
    None
):
    field = off_eastport(LINE, LINE)
    field.answer(MET + HOUR, "hawke", "D-NAV-01", "attack")
    field.answer(MET + HOUR, "conflans", "D-NAV-01", "hold")
    [asked] = field.asked("gm", "D-NAV-01")
    assert [each.name for each in asked.options] == ["as_found", "as_written"]
    assert asked.default == "as_found"
    assert {each.default for each in field.asked("gm", "D-NAV-02")} == {"0"}
    field.run(MET + 24 * HOUR)
    assert not field.told("hawke", SeaBattleOver)
    field.run(MET + 26 * HOUR)
    assert [n.modifiers for _, n in field.told("hawke", SeaBattleOver)] == ["nothing"]


@pytest.mark.rule("D-NAV-03", "C-NAV-07")
def test_a_beaten_fleet_goes_back_along_its_course_and_the_referee_may_say_otherwise() -> None:
    field = over(fought(LINE, LINE, rolls=((6, 1), (2, 1)), dice=HELD))
    [asked] = [each for each in field.world.of(Decision) if each.rule == "D-NAV-03"]
    assert (asked.who, asked.default) == ("gm", "back")
    assert [each.name for each in asked.options] == ["back", "as_written", "stays"]
    there = field.fleet("eastern").place
    assert there != "1004"
    assert field.run(4 * DAY).fleet("eastern").place == there


@pytest.mark.rule("D-NAV-04", "C-NAV-05")
def test_a_captain_shares_his_hits_out_by_himself() -> None:
    rolls = ((6, 1), (2, 1))
    aboard: Any = {"conflans": {"at": "2001"}, "blue": {"commander": "", "owner": "conflans"}}
    field = fought(LINE, LINE, rolls=rolls, dice=HELD, **aboard)
    asked = [each for each in field.world.of(Decision) if each.rule == "D-NAV-04"]
    assert not [each for each in asked if each.who != "hawke"]
    over(field)
    assert sum(each.hull for each in field.fleet("eastern").ships) == 13


@pytest.mark.rule("D-SHIP-01", "C-SHIP-01")
def test_ships_cost_what_they_are_worth_unless_the_referee_says_otherwise_in_time() -> None:
    rich = {"anson": {"name": "Anson", "faction": "red", "at": "0204", "purse": 20_000}}
    field = Gulf(alone(fleets={"western": fleet("0405", [ship("W")], name="W", commander="hawke")},
                       commanders=rich))  # fmt: skip
    field.order(HOUR, "anson", "buy_ship rate=fifth_rate names=Ariel")
    [asked] = field.asked("gm", "D-SHIP-01")
    assert ([o.name for o in asked.options], asked.default) == (
        ["value", "dearer", "none_here"],
        "value",
    )
    assert field.get(Commander, "anson").purse == 5_000
    field.run(3 * DAY)
    assert not field.asked("gm", "D-SHIP-01")
    assert field.get(Commander, "anson").purse == 5_000
    assert [f.present[0].name for f in field.world.of(Fleet) if f.owner == "anson"] == ["Ariel"]


@pytest.mark.rule("D-SHIP-02", "C-SHIP-05", "C-SHIP-10")
def test_unpaid_crews_are_asked_about_every_week_and_wait_where_the_referee_says_so() -> None:
    poor = {"hawke": {"name": "Hawke", "faction": "red", "purse": 0}}
    western = fleet("0405", [ship("A"), ship("B")], name="W", commander="hawke")
    weeks = {"morale check of the": [(6, 6)] * 9, "days for which the": [(1, 2, 4)] * 9}
    spec = alone(fleets={"western": western}, commanders=poor)
    waits = {"decision.waits": ["D-SHIP-02"]}
    field = Gulf(spec, costly=True, dice=weeks, params=waits).run(6 * DAY + 13 * HOUR)
    [asked] = field.asked("gm", "D-SHIP-02")
    assert ([o.name for o in asked.options], asked.default) == (
        ["check", "desert", "wait"],
        "check",
    )
    field.answer(6 * DAY + 14 * HOUR, "gm", "D-SHIP-02", "wait").run(13 * DAY)
    assert len(field.fleet("western").present) == 2
    field.run(13 * DAY + 13 * HOUR)
    assert field.asked("gm", "D-SHIP-02")
    # Nobody answers: every ship is tested, and here fails.
    assert field.run(15 * DAY).fleet("western").present == ()


@pytest.mark.rule("D-BLK-01", "D-FLEET-01", "C-GEN-06")
def test_what_nobody_waits_for_at_sea_takes_its_default_at_once() -> None:
    field = Gulf(gulf())
    waiting = field.pack.params["decision.waits"].default
    at_once = {"D-BLK-01", "D-FLEET-01", "D-SHIP-01", "D-SHIP-02", "D-NAV-03"}
    assert not at_once & set(waiting)
    assert {"D-NAV-01", "D-NAV-02", "D-NAV-04"} <= set(waiting)


# -- armies and fleets ----------------------------------------------------------------------------


@pytest.mark.rule("C-BAT-06")
def test_an_army_on_the_shore_and_a_fleet_off_it_do_not_fight() -> None:
    shore = army("0203", [infantry("Blues", 2000)], name="Blues", commander="conflans")
    field = Gulf(
        gulf(
            commanders={"anson": {"name": "Anson", "faction": "red", "at": "0101"}},
            fleets={"eastern": None},
            armies={"blues": shore},
        )
    )
    field.order(0, "hawke", "sail to=0203").run(2 * DAY)
    assert field.fleet("western").place == field.army("blues").place == "0203"
    assert not list(field.world.of(Meeting)) + list(field.world.of(Encounter))
    assert not list(field.world.of(SeaBattle))
    field.force(2 * DAY, "hawke", "engage target=blues")
    field.force(2 * DAY, "conflans", "attack target=western")
    assert field.refusals("hawke") == ["E-NOT-PRESENT"]
    assert field.refusals("conflans") == ["E-NOT-PRESENT"]
