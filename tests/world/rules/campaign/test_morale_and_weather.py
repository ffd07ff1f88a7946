from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign.field import (
    DAY,
    HOUR,
    ROAD,
    SAMPLE,
    Field,
    army,
    infantry,
    sides,
)
from world.decision import Decision
from world.entity import Tombstone
from world.errors import BadScenario
from world.kernel.nouns import REFEREE
from world.rules.campaign.march.notices import MarchOver
from world.rules.campaign.morale import CheckTakesEffect, MoraleChanged, Stragglers
from world.rules.campaign.nouns.army import noncombatants
from world.rules.campaign.nouns.guns import working_guns
from world.rules.campaign.nouns.morale import MoraleCheck
from world.rules.campaign.nouns.sky import Weather, ranges, weather_at, weather_id
from world.rules.campaign.nouns.view import campaign_view
from world.rules.campaign.weather import WeatherNow

SMALL = [infantry(f"Foot {n}", 500) for n in range(4)]


def checked(roll: tuple[int, int], morale: int, force: Any = SAMPLE, **more: Any) -> Field:
    """An army that has just been put to the test at the end of a night march."""
    ney = {"name": "Marshal Ney", "faction": "red", "traits": more.pop("traits", [])}
    dice = {"morale check": [roll], **more.pop("dice", {})}
    first = army("0101", force, name="First Army", commander="ney", morale=morale, supplies=105_000)
    far = army("2005", SMALL, name="Second Army", commander="blake")
    field = Field(
        sides(armies={"first": first, "second": far}, commanders={"ney": ney}), dice=dice, **more
    )
    return field.order(0, "ney", "march to=0201 pace=none night=normal").run(DAY)


@pytest.mark.rule("C-MOR-03")
def test_a_check_holds_if_the_roll_is_at_most_the_morale() -> None:
    assert [n.outcome for _, n in checked((3, 3), 6).told("ney", MoraleCheck)] == ["it held"]
    failed = checked((3, 4), 6)
    assert [n.outcome for _, n in failed.told("ney", MoraleCheck)] == ["it failed"]
    assert [n.name for _, n in failed.told("ney", CheckTakesEffect)] == ["Defection"]
    three = checked((2, 1), 4, params={"morale.check_dice": "3d6"}, dice={"x": []})
    assert three.told("ney", MoraleCheck)


@pytest.mark.rule("C-MOR-03", "C-TRAIT-12", "C-MOR-T08", "C-MOR-T10")
def test_a_poet_reads_a_failed_check_two_rows_higher() -> None:
    """EX-20."""
    plain = checked((4, 4), 6)
    assert [n.name for _, n in plain.told("ney", CheckTakesEffect)] == ["Desertion"]
    assert plain.army("first").supplies == 94_500
    poet = checked((4, 4), 6, traits=["poet"])
    assert [n.name for _, n in poet.told("ney", CheckTakesEffect)] == ["Camp followers"]
    grown = noncombatants(poet.world, poet.army("first"))
    assert grown == 1_400 + 260
    top = checked((5, 5), 6, traits=["poet"])
    assert [n.name for _, n in top.told("ney", CheckTakesEffect)] == ["Grumbling"]


@pytest.mark.rule("C-MOR-T05", "C-MOR-04")
def test_major_desertion_takes_a_fifth_of_the_sample_army_and_of_its_stock() -> None:
    """EX-21."""
    field = checked((2, 3), 4)
    after = field.army("first")
    assert [d.soldiers for d in after.detachments] == [640, 600, 600, 640, 640, 480, *[160] * 3, 80]
    assert after.soldiers == 4_160
    assert after.supplies == 84_000
    assert (after.wagons, after.cannon) == (25, 10)
    assert noncombatants(field.world, after) == 1_140
    assert working_guns(field.world, after).count == 8
    wheels = checked((2, 3), 4, params={"morale.desertion_hits_wheels": True}).army("first")
    assert (wheels.wagons, wheels.cannon) == (20, 8)


@pytest.mark.rule("C-MOR-T03")
def test_mass_desertion_takes_three_tenths() -> None:
    assert checked((1, 2), 2).army("first").count("infantry") == 560 * 2 + 525 * 2 + 560 + 420
    one = checked((1, 2), 2, [infantry("Last", 1)])
    assert one.army("first").soldiers == 1  # 0.7 of a man is a man, half up
    none = checked((1, 2), 2, [infantry("Last", 1)], params={"morale.t3_loss": 60})
    assert isinstance(none.world.entities["first"], Tombstone)


@pytest.mark.rule("C-MOR-T09", "C-MOR-T11", "C-MOR-08")
def test_stragglers_are_away_and_come_back_at_dawn_but_somebody_stays() -> None:
    field = checked((5, 6), 8, SMALL, dice={"which detachment": [(1,)], "days ": [(1, 1)]})
    assert [d.away for d in field.army("first").detachments] == [True, False, False, False]
    assert field.army("first").soldiers == 1_500
    field.run(3 * DAY - 1)
    assert field.army("first").detachments[0].away
    field.run(3 * DAY)  # away for two days from the dawn on which they failed
    assert not field.army("first").detachments[0].away
    assert [n.what for _, n in field.told("ney", Stragglers)] == [
        "stay behind, nobody knows how long",
        "are back",
    ]
    all_but_one = checked((4, 5), 8, SMALL, dice={"that straggle": [(6,)]})
    assert [d.away for d in all_but_one.army("first").detachments].count(False) == 1
    nobody = checked((4, 5), 8, SMALL, params={"morale.absent_keep": 4})
    assert not any(d.away for d in nobody.army("first").detachments)


@pytest.mark.rule("C-MOR-T12")
def test_a_failed_twelve_does_nothing() -> None:
    field = checked((6, 6), 11)
    assert [n.name for _, n in field.told("ney", CheckTakesEffect)] == ["Grumbling"]
    assert field.army("first").soldiers == 5_200


@pytest.mark.rule("C-MOR-T02", "C-MOR-T04", "C-MOR-T06", "C-MOR-T07")
@pytest.mark.parametrize(
    ("roll", "row", "dice", "count"),
    [
        ((1, 1), 2, {"leaves": [(1,), (19,), (20,), (20,)]}, 2),
        ((1, 3), 4, {"that defect": [(3,)]}, 3),
        ((3, 3), 6, {"leaves": [(1,), (3,), (4,), (6,)]}, 2),
        ((3, 4), 7, {}, 1),
    ],
)
def test_those_who_want_to_go_over_are_drawn_and_the_referee_is_told(
    roll: tuple[int, int], row: int, dice: Any, count: int
) -> None:
    field = checked(roll, 1 if row == 2 else row - 1, SMALL, dice=dice)
    turned = [
        fact
        for line in field.journal()
        for fact in msgspec.json.decode(line).get("facts", [])
        if fact["kind"] == "detachments_turn"
    ]
    assert [(fact["row"], len(fact["detachments"])) for fact in turned] == [(row, count)]
    assert field.told("gm", CheckTakesEffect)
    assert field.army("first").soldiers == 2_000 - 500 * count


@pytest.mark.rule("C-MOR-01", "C-MOR-02")
def test_morale_moves_between_its_bounds_and_its_commander_is_told() -> None:
    def worn(morale: int, **more: Any) -> Field:
        first = army("0101", SMALL, name="First Army", commander="ney", morale=morale)
        far = army("2005", SMALL, name="Second Army", commander="blake")
        field = Field(
            sides(armies={"first": first, "second": far}),
            dice={"morale check": [(6, 6)] if morale < 2 else [(1, 1)]},
            **more,
        )
        return field.order(0, "ney", "march to=2001 pace=forced").run(6 * DAY + 13 * HOUR)

    field = worn(9)
    assert [(n.was, n.now) for _, n in field.told("ney", MoraleChanged)] == [(9, 8)]
    assert worn(1).army("first").morale == 0
    assert worn(0).told("ney", MoraleChanged) == []
    assert worn(4, params={"morale.min": 4}).told("ney", MoraleChanged) == []
    beloved = Field(
        sides(commanders={"ney": {"name": "Ney", "faction": "red", "traits": ["beloved"]}})
    )
    assert (beloved.army("first").resting, beloved.army("first").morale) == (10, 10)
    plain = Field(params={"morale.resting": 7})
    assert plain.army("first").morale == 7
    capped = Field(
        sides(commanders={"ney": {"name": "Ney", "faction": "red", "traits": ["beloved"]}}),
        params={"morale.max": 9},
    )
    assert capped.army("first").resting == 9


# -- weather --------------------------------------------------------------------------------------


@pytest.mark.rule("C-WEA-01")
def test_each_dawn_the_seasons_row_is_rolled_and_commanders_are_told_of_a_change() -> None:
    field = Field(dice={"weather": [(5,), (6,), (6,), (1,)]}).run(4 * DAY)
    weather = field.get(Weather, "weather:")
    assert (weather.condition, weather.since) == ("fair", 4 * DAY)
    told = [(at // DAY, n.condition) for at, n in field.told("ney", WeatherNow)]
    assert told == [(2, "bad"), (4, "fair")]  # summer: 1-5 fair, 6 bad
    assert len(field.told("blake", WeatherNow)) == 2


@pytest.mark.rule("C-WEA-01")
@pytest.mark.parametrize(
    ("date", "faces"),
    [
        ("1815-04-01", ["fair", "fair", "fair", "fair", "bad", "very bad"]),
        ("1815-07-01", ["fair", "fair", "fair", "fair", "fair", "bad"]),
        ("1815-10-01", ["fair", "fair", "fair", "bad", "bad", "very bad"]),
        ("1815-01-01", ["fair", "fair", "fair", "bad", "bad", "very bad"]),
    ],
)
def test_the_rows_of_the_four_seasons(date: str, faces: list[str]) -> None:
    for face, condition in enumerate(faces, start=1):
        scenario = sides(calendar={"start": f"{date} 06:00"})
        field = Field(scenario, dice={"weather": [(face,)]}).run(DAY)
        assert field.get(Weather, "weather:").condition == condition


@pytest.mark.rule("C-WEA-01")
def test_a_table_that_leaves_a_face_out_is_reported() -> None:
    assert ranges("1-4/5/6") is not None
    for wrong in ("1-3/5/6", "1-6/6/-", "1-4/5", "0-4/5/6", "fair"):
        assert ranges(wrong) is None
    with pytest.raises(BadScenario, match=r"weather\.table\.summer"):
        Field(params={"weather.table.summer": "1-3/5/6"})


@pytest.mark.rule("C-WEA-01", "D-WEA-01")
def test_the_referee_may_set_the_weather_and_it_may_last_longer_than_a_day() -> None:
    field = Field().run(DAY)
    field.answer(DAY + HOUR, "gm", "D-WEA-01", "very_bad")
    assert field.get(Weather, "weather:").condition == "very bad"
    slow = Field(dice={"weather": [(6,), (6,)]}, params={"weather.period_days": 3}).run(2 * DAY)
    assert [d for d in slow.world.of(Decision) if d.rule == "D-WEA-01"] == []
    assert slow.run(3 * DAY).get(Weather, "weather:").condition == "bad"


@pytest.mark.rule("C-WEA-01")
def test_regions_have_weather_of_their_own_where_the_scenario_says_so() -> None:
    text = ROAD + 'weather "West" 0101:0905\nweather "East" 1001:2005\n'
    field = Field(
        map_text=text,
        params={"weather.region_mode": "regions"},
        dice={"weather": [(6,), (1,)]},
    ).run(DAY)
    assert weather_at(field.world, "2001").condition == "bad"
    assert weather_at(field.world, "0101").condition == "fair"
    assert field.told("ney", WeatherNow) == []
    assert [n.condition for _, n in field.told("blake", WeatherNow)] == ["bad"]


@pytest.mark.rule("C-WEA-02", "C-WEA-03", "D-WEA-02")
def test_the_referee_may_have_bad_weather_do_more_than_usual() -> None:
    def with_effect(effect: str) -> Field:
        field = Field(dice={"weather": [(6,)]}).run(DAY)
        field.answer(DAY, "gm", "D-WEA-02", effect)
        field.order(DAY, "ney", "march to=0301")
        return field.run(DAY + 12 * HOUR)

    assert with_effect("usual").army("first").place == "0301"
    assert with_effect("slowed").army("first").place == "0201"
    assert with_effect("stopped").army("first").place == "0101"


@pytest.mark.rule("C-WEA-03")
def test_bad_weather_does_not_slow_marches_and_very_bad_weather_halves_them() -> None:
    def marched(face: int, **params: Any) -> str:
        scenario = sides(calendar={"start": "1815-04-01 06:00"})
        field = Field(
            scenario,
            dice={"weather": [(face,)]},
            params={k.replace("__", "."): v for k, v in params.items()},
        )
        field.order(DAY, "ney", "march to=0501")
        return field.run(DAY + 12 * HOUR).army("first").place

    assert [marched(face) for face in (1, 5, 6)] == ["0301", "0301", "0201"]
    assert marched(5, weather__bad_pace_factor="0.5") == "0201"
    assert marched(6, weather__very_bad_pace_factor="1") == "0301"


def test_weather_that_changes_in_the_course_of_a_day_changes_the_march_from_then_on() -> None:
    field = Field().order(DAY, "ney", "march to=0301")
    field.answer(DAY + 6 * HOUR, "gm", "D-WEA-01", "very_bad").run(3 * DAY)
    assert [at for at, _ in field.told("ney", MarchOver)] == [
        2 * DAY + 3 * HOUR
    ]  # and the next day was fair


@pytest.mark.rule("C-WEA-01", "D-WEA-01")
@pytest.mark.parametrize(
    ("params", "days", "regions"),
    [({}, 7, 1), ({"weather.period_days": 3}, 2, 1), ({"weather.region_mode": "regions"}, 7, 2)],
)
def test_the_referee_sees_the_weeks_weather_as_it_then_comes_and_nobody_else_does(
    params: dict[str, Any], days: int, regions: int
) -> None:
    text = ROAD + 'weather "West" 0101:0905\nweather "East" 1001:2005\n'
    params = {"weather.table.summer": "1-2/3-4/5-6", **params}
    field = Field(map_text=text, params=params, dice={"weather": []}).run(DAY + HOUR)
    seen = campaign_view(field.pack.view(field.world, REFEREE)).forecast
    assert len(seen) == days * regions
    assert len({each.region for each in seen}) == regions
    assert not campaign_view(field.pack.view(field.world, "ney")).forecast
    for each in sorted(seen, key=lambda day: day.at):
        field.run(each.at)
        assert field.get(Weather, weather_id(each.region)).condition == each.condition
    assert len({each.condition for each in seen}) > 1


@pytest.mark.rule("C-WEA-01", "D-WEA-01")
def test_where_each_dawn_waits_for_the_referee_nothing_is_foretold() -> None:
    field = Field(params={"decision.waits": ["D-WEA-01"]})
    assert not campaign_view(field.pack.view(field.world, REFEREE)).forecast
