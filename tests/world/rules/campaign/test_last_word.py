"""The referee's last word on results that are held back for him (C-GEN-08, D-GEN-02)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign import sea as at_sea
from tests.world.rules.campaign.clash import PLANNED, fought, open_question, reply
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry
from tests.world.rules.campaign.sea import Gulf
from tests.world.rules.campaign.storm import FELL, before_walls, stormed
from tests.world.rules.campaign.test_aftermath import city
from tests.world.rules.campaign.test_harrying import DUSK, harrying
from tests.world.rules.campaign.test_living_off_the_land import risen
from tests.world.rules.campaign.test_morale_and_weather import SMALL, checked
from world.decision import Decision
from world.rules.campaign.aftermath.notices import OrderKept, Pillaged, StoresFound
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.captives.notices import Escaped, Taken
from world.rules.campaign.harrying.notices import RaidOver
from world.rules.campaign.morale import CheckTakesEffect
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.morale import MoraleCheck
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.sieges.notices import GatesOpen

WEEK = 7 * DAY
LOOK: dict[str, Any] = {"referee.review_delay_h": 2}


def held_back(field: Field, about: str = "") -> Decision:
    """The result that is held back; nobody but the referee is asked."""
    question = open_question(field, "D-GEN-02", about)
    assert question is not None
    assert (question.who, question.default, question.mode) == ("gm", "let_stand", "waits")
    assert [option.name for option in question.options][:2] == ["let_stand", "reroll"]
    return question


# -- weeks of sieges ------------------------------------------------------------------------------


def week(faces: tuple[int, int], option: str = "", again: tuple[int, int] = (6, 6)) -> Field:
    """The first week of the siege of a town, whose threshold is nine then."""
    field = before_walls(dice={"week of the siege": [faces, again]}, params=LOOK)
    field.run(WEEK)
    question = held_back(field)
    assert not field.told("ney", GatesOpen)
    if option:
        reply(field, WEEK + HOUR, question, option)
    return field


@pytest.mark.rule("C-GEN-08", "C-SIEGE-04", "D-GEN-02")
def test_the_roll_of_a_siege_may_be_looked_at_before_the_gates_open() -> None:
    silent = week((5, 6))
    assert "came to 11 against a threshold of 9: the gates open" in held_back(silent).question
    assert silent.run(WEEK + 2 * HOUR).told("ney", GatesOpen)
    assert week((5, 6), "let_stand").told("ney", GatesOpen)
    assert not week((5, 6), "shut").told("ney", GatesOpen)
    assert week((1, 1), "open").told("ney", GatesOpen)
    assert week((1, 1), "reroll").told("ney", GatesOpen)
    assert not week((5, 6), "reroll", again=(1, 1)).told("ney", GatesOpen)


@pytest.mark.rule("C-GEN-08", "C-SIEGE-06")
def test_the_roll_of_a_siege_that_is_lifted_meanwhile_comes_to_nothing() -> None:
    field = week((6, 6)).order(WEEK + HOUR, "ney", "lift").run(2 * WEEK)
    assert not field.told("ney", GatesOpen)
    assert not field.get(Stronghold, "southby").gates_open


# -- checks ---------------------------------------------------------------------------------------


def a_check(option: str, roll: tuple[int, int] = (4, 4)) -> Field:
    """An army of morale six at the end of a night march."""
    field = checked(roll, 6, SMALL, params=LOOK, dice={"morale check": [roll, (1, 2)]})
    question = held_back(field)
    assert not field.told("ney", MoraleCheck)
    reply(field, DAY + HOUR, question, option)
    return field


@pytest.mark.rule("C-GEN-08", "D-GEN-02", "C-MOR-03")
def test_a_check_stands_is_thrown_again_or_comes_out_as_the_referee_has_it() -> None:
    stands = a_check("let_stand")
    assert [n.roll for _, n in stands.told("ney", MoraleCheck)] == [8]
    assert [n.name for _, n in stands.told("ney", CheckTakesEffect)] == ["Desertion"]
    again = a_check("reroll")
    assert [(n.roll, n.outcome) for _, n in again.told("ney", MoraleCheck)] == [(3, "it held")]
    holds = a_check("holds")
    # What he is told of the dice agrees with what came of them.
    assert [(n.roll, n.outcome) for _, n in holds.told("ney", MoraleCheck)] == [(6, "it held")]
    assert holds.army("first").soldiers == 2000
    row = a_check("row_10", (1, 1))
    assert [(n.roll, n.outcome) for _, n in row.told("ney", MoraleCheck)] == [(7, "it failed")]
    assert [n.name for _, n in row.told("ney", CheckTakesEffect)] == ["Camp followers"]
    silent = checked((4, 4), 6, SMALL, params=LOOK).run(DAY + 2 * HOUR)
    assert silent.told("ney", CheckTakesEffect)


@pytest.mark.rule("C-GEN-08", "C-ARMY-05")
def test_an_army_that_has_gone_into_another_meanwhile_is_past_its_check() -> None:
    field = fought(
        rolls=((6, 5), (3, 3)),
        dice={"capture": [(6,)], "morale check": [(6, 6)] * 3},
        armies={"corps": army("1101", SMALL, name="Corps", owner="blake")},
        params=LOOK,
    )
    reply(field, PLANNED, held_back(field, "The battle"), "let_stand")
    assert field.army("second").place == "1101"
    field.order(PLANNED, "blake", "merge into=corps leader=blake").run(PLANNED + 3 * HOUR)
    assert field.refusals("blake") == []
    assert field.army("corps").leader == "blake"
    assert field.army("corps").disorder is None
    assert not field.told("blake", MoraleCheck)


@pytest.mark.rule("C-GEN-08", "D-GEN-02", "C-ROUT-02")
def test_the_test_of_a_beaten_army_may_be_looked_at_before_it_runs() -> None:
    def beaten(option: str) -> Field:
        field = fought(
            rolls=((6, 5), (3, 3)),
            dice={"capture": [(6,)], "morale check": [(6, 6), (1, 1)]},
            params=LOOK,
        )
        reply(field, PLANNED + HOUR, held_back(field, "The battle"), "let_stand")
        assert field.told("ney", BattleOver)
        question = held_back(field, "After a lost battle")
        assert {o.name for o in question.options} == {"let_stand", "reroll", "holds", "fails"}
        assert field.army("second").disorder is None
        reply(field, PLANNED + 2 * HOUR, question, option)
        return field

    assert beaten("let_stand").army("second").disorder is not None
    assert beaten("fails").army("second").disorder is not None
    assert beaten("holds").army("second").disorder is None
    assert beaten("reroll").army("second").disorder is None


@pytest.mark.rule("C-GEN-08", "D-GEN-02", "C-NAV-07")
def test_the_test_of_a_beaten_fleet_may_be_looked_at_before_it_flees() -> None:
    def beaten(option: str) -> Gulf:
        dice: Any = {"morale check": [(6, 6), (1, 1)], "capture": [(6,)]}
        field = at_sea.fought(rolls=((6, 6), (1, 1)), dice=dice, params=LOOK)
        reply(field, at_sea.FOUGHT, held_back(field, "The naval battle"), "let_stand")
        at_sea.over(field)
        question = held_back(field, "After a lost battle")
        assert {o.name for o in question.options} == {"let_stand", "reroll", "holds", "fails"}
        assert field.fleet("eastern").disorder is None
        reply(field, at_sea.SPREAD, question, option)
        return field

    assert beaten("let_stand").fleet("eastern").disorder is not None
    assert beaten("fails").fleet("eastern").disorder is not None
    assert beaten("holds").fleet("eastern").disorder is None
    assert beaten("reroll").fleet("eastern").disorder is None


@pytest.mark.rule("C-GEN-08", "D-GEN-02", "C-HARRY-03")
def test_the_throw_of_harriers_may_be_looked_at_before_anybody_suffers() -> None:
    def harried(face: int, option: str) -> tuple[int, int, str]:
        field = harrying("kill", face=face, params=LOOK).run(DAY + DUSK)
        question = held_back(field, "harried Second Army")
        assert field.army("second").soldiers == 1000
        reply(field, DAY + DUSK + HOUR, question, option)
        ((_, over),) = field.told("ney", RaidOver)
        return field.army("second").soldiers, over.roll, over.outcome

    assert harried(6, "let_stand") == (960, 6, "it succeeded")
    # Horse succeed on three or more.
    assert harried(6, "failure") == (1000, 2, "it was beaten off")
    assert harried(1, "success") == (960, 3, "it succeeded")
    silent = harrying("kill", face=6, params=LOOK).run(DAY + DUSK + 2 * HOUR)
    assert silent.army("second").soldiers == 960


# -- after a fall ---------------------------------------------------------------------------------


def fallen(**dice: Any) -> Field:
    """A town is stormed: the battle's result stands, and its stores are looked at."""
    wanted: Any = {"stores of": [(5,), (2,)], **dice}
    field = stormed(params=LOOK, dice=wanted)
    reply(field, FELL, held_back(field, "The battle"), "let_stand")
    return field


@pytest.mark.rule("C-GEN-08", "D-GEN-02", "C-AFT-07")
def test_what_is_found_in_a_place_may_be_looked_at_before_the_victor_is_asked() -> None:
    def found(option: str) -> list[int]:
        field = fallen()
        question = held_back(field, "supplies are found")
        assert open_question(field, "D-AFT-01") is None
        reply(field, FELL + HOUR, question, option)
        assert open_question(field, "D-AFT-01") is not None
        assert field.get(Stronghold, "southby").stores == field.told("ney", StoresFound)[0][1].found
        return [n.found for _, n in field.told("ney", StoresFound)]

    assert found("let_stand") == [50_000]
    assert found("reroll") == [20_000]
    assert found("points_1") == [10_000]
    assert found("points_0") == [0]
    silent = fallen().run(FELL + 2 * HOUR)
    assert [n.found for _, n in silent.told("ney", StoresFound)] == [50_000]


@pytest.mark.rule("C-GEN-08", "D-GEN-02", "C-AFT-03")
def test_the_check_that_keeps_order_may_be_looked_at_before_anybody_pillages() -> None:
    def kept(option: str) -> Field:
        field = fallen(**{"morale check": [(6, 6), (1, 1)]})
        reply(field, FELL, held_back(field, "supplies are found"), "let_stand")
        field.order(FELL, "ney", "aftermath stronghold=southby choice=order ransom=true")
        question = held_back(field, "After the fall of Southby")
        assert not field.told("ney", Pillaged)
        reply(field, FELL + HOUR, question, option)
        return field

    assert kept("row_12").told("ney", Pillaged)
    assert kept("holds").told("ney", OrderKept)
    assert kept("reroll").told("ney", OrderKept)
    assert not kept("holds").told("ney", Pillaged)


# -- those who slip away, and those who rise ------------------------------------------------------


@pytest.mark.rule("C-GEN-08", "C-AFT-05", "D-GEN-02")
@pytest.mark.parametrize(
    ("face", "option", "away"),
    [
        (3, "", True),
        (4, "", False),
        (3, "let_stand", True),
        (4, "escapes", True),
        (3, "taken", False),
        (4, "reroll", True),
    ],
)
def test_whether_somebody_slips_away_may_be_looked_at_before_anybody_knows(
    face: int, option: str, *, away: bool
) -> None:
    wood = {"name": "General Wood", "faction": "blue", "at": "2001"}
    field = city(
        more_commanders={"wood": wood}, dice={"escape of wood": [(face,), (1,)]}, params=LOOK
    )
    question = held_back(field, "General Wood")
    assert ("has got away" in question.question) == (face == 3)
    hidden = field.get(Commander, "wood")
    assert (hidden.place, hidden.captor, hidden.riding) == (None, "", "")
    # In hiding he goes nowhere, and nobody is told of him.
    field.force(field.world.now, "wood", "ride to=1605")
    assert field.refusals("wood") == ["E-NOT-PRESENT"]
    assert not field.told("ney", Escaped)
    assert not field.told("ney", Taken)
    if option:
        reply(field, field.world.now, question, option)
    else:
        field.run(field.world.now + 2 * HOUR)
    found = field.get(Commander, "wood")
    assert (found.captor, bool(found.riding)) == ("" if away else "ney", away)
    assert len(field.told("ney", Escaped)) == away


@pytest.mark.rule("C-GEN-08", "C-REV-02", "D-GEN-02")
@pytest.mark.parametrize(
    ("option", "men"), [("", [2000]), ("let_stand", [2000]), ("reroll", None), ("nobody", [])]
)
def test_how_many_rise_may_be_looked_at_before_they_do(option: str, men: list[int] | None) -> None:
    field = risen(params=LOOK)
    question = held_back(field, "rise against")
    assert not rebels(field)
    if option:
        reply(field, field.world.now, question, option)
    else:
        field.run(field.world.now + 2 * HOUR)
    thrown = sum(b"size of the revolt" in line for line in field.journal())
    assert thrown == (2 if option == "reroll" else 1)
    if men is None:
        (army,) = rebels(field)
        men = [army.soldiers]
    assert [army.soldiers for army in rebels(field)] == men


def rebels(field: Field) -> list[Army]:
    return [each for each in field.world.of(Army) if each.name.startswith("Rebels")]


@pytest.mark.rule("C-GEN-08")
def test_without_time_to_look_nothing_is_held_back() -> None:
    field = fought(
        [infantry("Line", 1000)],
        rolls=((6, 5), (3, 3)),
        dice={"capture": [(6,)], "morale check": [(6, 6)]},
    )
    assert not [d for d in field.world.of(Decision) if d.rule == "D-GEN-02"]
