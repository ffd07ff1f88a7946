"""Lost riders: how often, where, who reads what they carried, and what the referee may change."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from couriers.letter import Letter
from couriers.writing import WriteLetter
from tests.couriers.game import DAY, HOUR, Game, people, road
from tests.packs import table

#: Chi-square, one in a hundred: for 1, 5 and 19 degrees of freedom.
CHI_1, CHI_5, CHI_19 = 6.635, 15.086, 36.191

INTERCEPT: dict[str, Any] = {"message.intercept_default": "true"}
SILENT: dict[str, Any] = {"couriers.asked": ["D-NEWS-01"]}
RULE: dict[str, Any] = {"message.safe_hostile": "5/6"}


def chi_square(counts: list[int], expected: list[float]) -> float:
    return sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True))


def write(to: str = "ben", **rest: Any) -> WriteLetter:
    return WriteLetter(to=to, text="The keys are under the stone.", **rest)


def through_enemy_land(*, seed: int = 1, **params: Any) -> Game:
    """Ann at a, Ben at d; b and c between, in red's land; eve of red stands at c."""
    roads = [road("a", "b", 60, "march"), road("b", "c", 60, "march"), road("c", "d", 60, "march")]
    return Game(
        roads,
        [*people(ann="a", ben="d"), {"id": "eve", "place": "c", "side": "red"}],
        lands={"march": "red"},
        wars=["blue-red"],
        seed=seed,
        params={"message.safe_hostile": "0", **params},
    )


# -- dice -----------------------------------------------------------------------------------------


@pytest.mark.rule("C-MSG-02")
def test_one_rider_in_twenty_is_lost_in_friendly_country() -> None:
    game = Game([road("a", "b", 80)], people(ann="a", ben="b"), seed=7)
    rounds = 400
    for _ in range(rounds):
        game.say("ann", write(copies=5))
    faces = Counter(face for face, dice in game.dice("safe") if dice == "1d20")
    thrown = 5 * rounds
    assert sum(faces.values()) == thrown
    assert chi_square([faces[n] for n in range(1, 21)], [thrown / 20] * 20) < CHI_19
    game.until(4 * DAY)
    lost = sum(copy.fate == "lost" for letter in game.all(Letter) for copy in letter.copies)
    assert chi_square([lost, thrown - lost], [thrown / 20, thrown * 19 / 20]) < CHI_1
    assert lost == faces[20]


@pytest.mark.rule("C-MSG-03")
def test_one_rider_in_six_is_lost_in_hostile_country() -> None:
    game = through_enemy_land(seed=8, **RULE, **SILENT)
    rounds = 240
    for _ in range(rounds):
        game.say("ann", write(copies=5))
    faces = Counter(face for face, _ in game.dice("safe"))
    assert chi_square([faces[n] for n in range(1, 7)], [5 * rounds / 6] * 6) < CHI_5
    game.until(4 * DAY)
    lost = sum(copy.fate == "lost" for letter in game.all(Letter) for copy in letter.copies)
    assert chi_square([lost, 5 * rounds - lost], [5 * rounds / 6, 25 * rounds / 6]) < CHI_1


@pytest.mark.rule("C-MSG-03")
@pytest.mark.parametrize(("mode", "dice"), [("worst_once", "1d6"), ("each_country", "1d24")])
def test_mixed_country_is_one_risk_or_one_for_each_kind(mode: str, dice: str) -> None:
    roads = [road("a", "b", 80), road("b", "c", 60, "march")]
    game = Game(
        roads,
        people(ann="a", ben="c"),
        lands={"march": "red"},
        wars=["blue-red"],
        params={"message.mixed_safety": mode},
    )
    game.say("ann", write())
    assert [thrown for _, thrown in game.dice("safe")] == [dice]  # 5/6; 19/20 x 5/6 = 19/24


# -- the moment -----------------------------------------------------------------------------------


@pytest.mark.rule("C-MSG-05")
def test_a_rider_is_lost_half_way_and_nobody_but_the_referee_hears_of_it() -> None:
    game = through_enemy_land()
    game.say("ann", write())  # 180 km at 60 a day: three days
    game.until(36 * HOUR - 1)
    assert game.one(Letter).copies[0].fate == "riding"
    game.until(36 * HOUR)
    (copy,) = game.one(Letter).copies
    assert (copy.fate, copy.place) == ("lost", "b")
    game.until(30 * DAY)
    assert [notice["kind"] for notice in game.told("ann")] == ["letter_sent"]
    assert game.told("ben") == game.told("eve") == []
    asked = game.told("gm", "decision_asked")[0]
    assert (asked["at"], asked["default"]) == (36 * HOUR, "vanishes")
    assert "captured" in asked["options"]


@pytest.mark.rule("C-MSG-05")
def test_another_copy_of_a_lost_letter_still_arrives() -> None:
    game = Game([road("a", "b", 80)], people(ann="a", ben="b"), seed=2)
    for _ in range(12):
        game.say("ann", write(copies=5))
    game.until(3 * DAY)
    fates = [sorted(copy.fate for copy in letter.copies) for letter in game.all(Letter)]
    some_lost = [found for found in fates if "lost" in found]
    assert some_lost
    assert all("delivered" in found for found in some_lost)


# -- captured -------------------------------------------------------------------------------------


@pytest.mark.rule("C-MSG-05")
def test_where_the_scenario_says_so_the_nearest_enemy_on_the_way_reads_it() -> None:
    game = through_enemy_land(**INTERCEPT)
    game.say("ann", write())
    game.until(36 * HOUR)
    (taken,) = game.told("eve", "letter_intercepted")
    assert (taken["name"], taken["to_name"]) == ("Ann", "Ben")
    assert taken["text"] == "The keys are under the stone."
    assert game.one(Letter).copies[0].fate == "captured"
    assert game.one(Letter).reader is None


@pytest.mark.rule("C-MSG-05")
def test_without_an_enemy_on_the_way_a_lost_rider_only_vanishes() -> None:
    game = through_enemy_land(**INTERCEPT)
    game.say("eve", table.Go(to=None))
    game.say("ann", write())
    game.until(36 * HOUR)
    assert game.one(Letter).copies[0].fate == "lost"
    assert "captured" not in game.told("gm", "decision_asked")[0]["options"]


@pytest.mark.rule("C-MSG-05", "D-MSG-01")
def test_the_referee_may_have_a_lost_letter_captured_from_then_on() -> None:
    game = through_enemy_land()
    game.say("ann", write())
    game.until(40 * HOUR)
    game.answer("D-MSG-01", "captured")
    assert game.told("eve", "letter_intercepted")[0]["at"] == 40 * HOUR
    assert game.one(Letter).copies[0].fate == "captured"


@pytest.mark.rule("C-MSG-05", "D-MSG-01")
def test_the_referee_may_let_a_lost_rider_be_late() -> None:
    game = through_enemy_land()
    game.say("ann", write())
    game.until(40 * HOUR)
    game.answer("D-MSG-01", "late")
    # Half of three days was left; it takes him twice that, from when the referee says so.
    game.until(40 * HOUR + 72 * HOUR - 1)
    assert game.told("ben") == []
    game.until(40 * HOUR + 72 * HOUR)
    assert len(game.told("ben", "letter_came")) == 1


@pytest.mark.rule("C-MSG-05", "C-GEN-06", "D-MSG-01")
def test_what_an_enemy_has_read_stays_read() -> None:
    game = through_enemy_land(**INTERCEPT)
    game.say("ann", write())
    game.until(40 * HOUR)
    game.answer("D-MSG-01", "vanishes")
    assert game.one(Letter).copies[0].fate == "lost"
    assert len(game.told("eve", "letter_intercepted")) == 1


@pytest.mark.rule("C-MSG-05")
def test_an_order_that_is_captured_is_obeyed_by_nobody() -> None:
    game = through_enemy_land(**INTERCEPT)
    game.say("ann", table.Task(who="ben", what="dig"))
    game.until(10 * DAY)
    assert len(game.told("eve", "letter_intercepted")) == 1
    assert game.world.get(table.Person, "ben").done == ()
    assert game.world.get(table.Person, "eve").done == ()


@pytest.mark.rule("C-MSG-05")
def test_a_scenario_that_does_not_ask_applies_the_default_silently() -> None:
    game = through_enemy_land(**INTERCEPT, **SILENT)
    game.say("ann", write())
    game.until(36 * HOUR)
    assert game.told("gm") == []
    assert len(game.told("eve", "letter_intercepted")) == 1
