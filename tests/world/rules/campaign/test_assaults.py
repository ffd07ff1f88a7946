"""Assaults upon strongholds: walls, handicaps, losses, and what follows (C-ASLT)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.clash import facts, judged
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, cavalry, infantry
from tests.world.rules.campaign.storm import FELL, LOST, STORMED, WON, before_walls, stormed
from world.rules.campaign.battle.notices import AssaultOff, AssaultOrdered, BattleOver
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.morale import MoraleCheck
from world.rules.campaign.nouns.siege import Siege
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.sieges.notices import SiegeOver

WEEK = 7 * DAY


def over(field: Field, person: str = "ney") -> BattleOver:
    """What a commander is told of his army's part; of the garrison's he hears, too."""
    told = [notice for _, notice in field.told(person, BattleOver)]
    return next(n for n in reversed(told) if not n.army.startswith("the garrison"))


def men(field: Field, army_id: str) -> list[int]:
    return [detachment.soldiers for detachment in field.army(army_id).detachments]


def site(field: Field, place: str) -> Stronghold:
    return field.get(Stronghold, place)


MIXED = [
    infantry("Guards", 700, special="grenadiers"),
    cavalry("Lancers", 300, special="lancers"),
    cavalry("Horse", 500),
]


def engines_and_assault(**more: Any) -> Field:
    """Two sets of engines before a city in which Blake stands with five hundred foot."""
    return before_walls(
        "eastham",
        MIXED,
        inside=[infantry("Foot", 500)],
        site={"garrison": {"infantry": 0}},
        red={"engines": {"ready": 2}},
        dice={
            "week of the siege": [(1, 1)] * 2,
            "battle roll of first": [(3, 4)],
            "battle roll of second": [(4, 4)],
            "morale check of first": [(3, 4)],
        },
        **more,
    ).answer(HOUR, "blake", "D-SIEGE-01", "hold")


@pytest.mark.rule("C-ENG-02", "C-ASLT-02", "C-ASLT-03", "C-ASLT-05", "C-ASLT-06", "C-ASLT-07")
def test_an_assault_after_a_week_of_engines_is_beaten_off() -> None:
    """EX-29: 7 + 2 - 1 against 8 + 2; stormers lose 20% and two of morale, defenders 5%."""
    field = engines_and_assault().run(WEEK + HOUR)
    assert site(field, "eastham").defence == 2
    at = WEEK + 2 * HOUR
    field.order(at, "ney", "assault").answer(at, "blake", "D-BAT-01", "hold")
    judged(field, at)
    # Lancers, Grenadiers and horse are one each: 1,500 to 500 is +2.
    assert over(field).modifiers == "numbers +2, storming walls -1"
    assert over(field, "blake").modifiers == "walls +2"
    assert (over(field).margin, over(field).outcome) == ("by 2", "Defeat")
    assert men(field, "first") == [560, 240, 400]
    assert men(field, "second") == [475]
    assert (field.army("first").morale, field.army("second").morale) == (7, 10)
    # It is tested in its lines, and goes on besieging.
    assert [(n.roll, n.morale) for _, n in field.told("ney", MoraleCheck)] == [(7, 7)]
    assert field.army("first").place == "2001"
    assert field.world.of(Siege)
    later = engines_and_assault().run(2 * WEEK + HOUR)
    assert site(later, "eastham").defence == 0


@pytest.mark.rule("C-ASLT-03", "C-ASLT-02")
@pytest.mark.parametrize(("place", "walls"), [("southby", 3), ("eastham", 4), ("westwall", 5)])
def test_walls_are_worth_three_four_or_five(place: str, walls: int) -> None:
    field = stormed(place, [infantry("Line", 3000)], inside=[infantry("Foot", 2000)])
    assert over(field, "blake").modifiers == f"walls +{walls}"
    assert over(field).modifiers == "storming walls -1"
    assert [n.defence for _, n in field.told("ney", AssaultOrdered)] == [walls]


@pytest.mark.rule("C-ASLT-04", "C-TRAIT-05")
def test_open_gates_undo_the_walls_and_their_engineer() -> None:
    def modifiers(*, opened: bool) -> str:
        field = before_walls(
            inside=[infantry("Foot", 2000)],
            blake={"traits": ["defensive engineer"]},
            dice={"week of the siege": [(6, 6) if opened else (1, 1)], "morale check": [(1, 1)]},
        ).answer(HOUR, "blake", "D-SIEGE-01", "hold")
        field.run(WEEK + HOUR)
        at = WEEK + 2 * HOUR
        if opened:
            field.answer(at, "blake", "D-SIEGE-03", "fight")
        field.order(at, "ney", "assault").answer(at, "blake", "D-BAT-01", "hold")
        return over(judged(field, at), "blake").modifiers

    assert modifiers(opened=False) == "walls +3, a defensive engineer +2"
    assert modifiers(opened=True) == "nothing"


@pytest.mark.rule("C-ASLT-06", "C-ASLT-07")
def test_whoever_loses_an_assault_bleeds_more_and_nobody_does_after_a_draw() -> None:
    even = {"force": [infantry("Line", 3000)], "inside": [infantry("Foot", 2750)]}
    won = stormed(rolls=WON, **even)  # type: ignore[arg-type]
    # 12 - 1 against 2 + 3: won by six. The defenders lose 20 + 10%, their commander's half more.
    assert over(won).margin == "by 6"
    assert over(won, "blake").lost == 825
    assert men(won, "first") == [2850]
    drawn = stormed(rolls=((5, 5), (3, 3)), **even)  # type: ignore[arg-type]
    assert over(drawn).outcome == "A drawn battle"
    assert men(drawn, "first") == [2850]
    assert men(drawn, "second") == [2612]  # 5% of 2,750 is 137.5, rounded to 138
    assert (drawn.army("first").morale, drawn.army("second").morale) == (8, 9)
    assert drawn.army("first").place == "1005"
    assert site(drawn, "southby").holder == "blake"
    assert drawn.world.of(Siege)


@pytest.mark.rule("C-ASLT-07", "C-AFT-01")
def test_a_place_that_is_stormed_falls_and_everybody_hears_of_it() -> None:
    field = stormed()
    assert site(field, "southby").holder == "ney"
    assert not field.world.of(Siege)
    news = {fact["event"] for fact in facts(field, "newsworthy")}
    assert news == {"siege", "battle", "fall"}


@pytest.mark.rule("C-ASLT-07", "C-ROUT-02", "C-ROUT-03")
def test_a_beaten_stormer_leaves_his_lines_only_if_he_fails_his_check() -> None:
    held = stormed(rolls=LOST)
    assert held.army("first").place == "1005"
    assert held.army("first").disorder is None
    assert held.world.of(Siege)
    failed = stormed(rolls=LOST, dice={"morale check": [(6, 6)], "hexes that": [(2,)]})
    assert failed.army("first").disorder is not None
    assert not failed.run(FELL + DAY).world.of(Siege)
    assert failed.told("ney", SiegeOver)
    assert failed.army("first").place != "1005"
    hex_back = stormed(rolls=LOST, params={"assault.attacker_retreat": "hex"})
    assert hex_back.army("first").place != "1005"


@pytest.mark.rule("C-ASLT-01", "C-SIEGE-01")
def test_only_besiegers_storm_and_an_assault_ends_with_its_siege() -> None:
    field = before_walls().order(STORMED, "ney", "lift")
    field.force(2 * HOUR, "ney", "assault")
    assert field.refusals("ney") == ["E-NOT-BESIEGING"]
    off = before_walls(inside=[infantry("Foot", 1000)], force=[infantry("Line", 3000)])
    off.answer(HOUR, "blake", "D-SIEGE-01", "hold").order(HOUR, "ney", "assault")
    off.order(2 * HOUR, "ney", "lift")
    assert [n.why for _, n in off.told("ney", AssaultOff)] == ["the siege is over"]
    off.run(3 * DAY)
    assert not off.told("ney", BattleOver)


@pytest.mark.rule("C-MULTI-05", "C-ASLT-07", "C-AFT-05")
def test_a_defender_who_is_beaten_while_his_side_holds_the_walls_is_tested_and_may_be_taken() -> (
    None
):
    def beaten(capture: int, check: tuple[int, int]) -> Field:
        brock = {"name": "General Brock", "faction": "blue"}
        field = before_walls(
            "southby",
            [infantry("Line", 6000)],
            inside=[infantry("Foot", 1000)],
            armies={
                "fourth": army(
                    "1005", [infantry("D", 4000)], name="Fourth", commander="brock", inside=True
                )
            },
            more_commanders={"brock": brock},
            dice={
                "battle roll of first": [(5, 5)],
                "battle roll of second": [(1, 1)],
                "battle roll of fourth": [(6, 6)],
                "capture of blake": [(capture,)],
                "capture of ney": [(6,)],
                "morale check": [check] * 3,
            },
        )
        for person in ("blake", "brock"):
            field.answer(HOUR, person, "D-SIEGE-01", "hold")
        field.order(HOUR, "ney", "assault")
        for person in ("blake", "brock"):
            field.answer(HOUR, person, "D-BAT-01", "hold")
        return judged(field, FELL)

    # 12 + 3 beats 10 - 1; Blake's 2 + 3 is beaten by four, behind walls that hold.
    field = beaten(6, (6, 6))
    assert "itself beaten by 4" in over(field, "blake").margin
    assert site(field, "southby").holder == "blake"
    assert field.army("second").inside == "southby"
    assert field.army("second").disorder is not None
    steady = beaten(6, (1, 1))
    assert steady.army("second").disorder is None
    assert steady.get(Commander, "blake").captor == ""
    assert beaten(1, (1, 1)).get(Commander, "blake").captor == "ney"
