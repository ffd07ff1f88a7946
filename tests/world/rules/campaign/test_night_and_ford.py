from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, cavalry, infantry, sides
from world.rules.campaign.ford import AtFord
from world.rules.campaign.march.notices import MarchOver
from world.rules.campaign.night import WrongRoad
from world.rules.campaign.nouns import stretch
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.fording import ford_delay
from world.rules.campaign.nouns.morale import MoraleCheck
from world.rules.campaign.nouns.pace import paced
from world.rules.campaign.nouns.view import campaign_view
from world.state import World

FORKS = """\
map "Forks" layout=odd-q
0101:1009 flatland
0105-0205-0305-0405-0505-0605-0705 road
0205-0204-0203-0202 road
0305-0304-0303-0302 road
0105 fortress "Westwall"
1009 city "Eastham"
1001 town "Southby"
"""
RIVER = """\
map "A river" layout=odd-q
0101:0905 flatland
0103-0203-0303 road
0303-0402-0503 road
0101 fortress "Westwall"
0905 city "Eastham"
0901 town "Southby"
river "Brook" 0301/0401 0302/0401 0302/0402 0303/0402 0303/0403 0304/0403 0304/0404
ford 0303/0402
bridge 0302/0401
"""
FOOT = [infantry("Line", 1000)]
Dice = dict[str, list[tuple[int, ...]]]


def led(detachments: list[dict[str, Any]], at: str, far: str, **more: Any) -> dict[str, Any]:
    return sides(
        armies={
            "first": army(at, detachments, name="First Army", commander="ney"),
            "second": army(far, FOOT, name="Second Army", commander="blake"),
        },
        **more,
    )


def night_field(**more: Any) -> Field:
    return Field(led(FOOT, "0105", "1009"), map_text=FORKS, **more)


def ford_field(detachments: list[dict[str, Any]], **more: Any) -> Field:
    return Field(led(detachments, "0103", "0905"), map_text=RIVER, **more)


# -- night ----------------------------------------------------------------------------------------


@pytest.mark.rule("C-NIGHT-01")
def test_a_night_march_makes_ten_km_and_twenty_forced() -> None:
    field = night_field(dice={"morale check": [(1, 1)], "wrong road": [(6,)] * 9})
    field.order(0, "ney", "march to=0705 pace=none night=normal").run(DAY - 1)
    assert field.army("first").place == "0105"
    field.run(DAY)
    assert field.army("first").place == "0205"
    forced = night_field(dice={"morale check": [(1, 1)], "wrong road": [(6,)] * 9})
    forced.order(0, "ney", "march to=0705 pace=none night=forced").run(DAY)
    assert forced.army("first").place == "0305"


@pytest.mark.rule("C-NIGHT-01", "C-MARCH-02")
def test_a_night_march_may_follow_a_day_march_and_the_date_counts_once() -> None:
    dice = {"morale check": [(1, 1)] * 9, "wrong road": [(6,)] * 9}
    field = night_field(dice=dice).order(0, "ney", "march to=0705 night=normal").run(DAY - 1)
    assert len(field.army("first").diary) == 1
    assert field.run(DAY).army("first").place == "0405"
    strict = night_field(dice=dice, params={"night.with_day_march": False})
    strict.order(0, "ney", "march to=0705 night=normal").run(DAY - 1)
    assert strict.army("first").place == "0305"


@pytest.mark.rule("C-NIGHT-01")
def test_nobody_marches_off_the_road_by_night_unless_the_scenario_lets_him() -> None:
    field = night_field().force(0, "ney", "march path=0106 night=normal")
    assert field.refusals("ney") == ["E-NIGHT-OFFROAD"]
    allowed = night_field(params={"night.offroad": "allowed"})
    allowed.force(0, "ney", "march path=0106 pace=none night=normal").run(3 * DAY)
    assert allowed.army("first").place == "0106"


@pytest.mark.rule("C-NIGHT-01")
def test_the_ceiling_of_long_columns_leaves_night_paces_alone() -> None:
    field = night_field()
    gait = paced(field.world, field.army("first"), "forced", night=True, on_road=True, long=True)
    assert gait.metres == 20_000
    capped = night_field(
        params={"night.long_column": "capped", "march.long_column_forced_km_per_day": 15}
    )
    gait = paced(capped.world, capped.army("first"), "forced", night=True, on_road=True, long=True)
    assert gait.metres == 15_000


@pytest.mark.rule("C-NIGHT-02")
def test_every_night_march_ends_with_one_check_at_dawn() -> None:
    dice = {"morale check": [(1, 1)] * 9, "wrong road": [(6,)] * 9}
    field = night_field(dice=dice).order(0, "ney", "march to=0205 pace=none night=forced")
    field.run(3 * DAY)
    assert [at for at, _ in field.told("ney", MarchOver)] == [18 * HOUR]
    assert [at for at, _ in field.told("ney", MoraleCheck)] == [DAY]
    by_day = night_field().order(0, "ney", "march to=0205").run(3 * DAY)
    assert by_day.told("ney", MoraleCheck) == []


@pytest.mark.rule("C-NIGHT-01", "C-NIGHT-02", "C-NIGHT-03")
def test_a_forced_night_past_two_forks() -> None:
    # Two steps with a fork after each: 5 is right, 2 is wrong; at dawn the check holds.
    dice = {"wrong road at": [(5,), (2,)], "which wrong": [(1,)], "morale check": [(2, 6)]}
    field = night_field(dice=dice)
    field.order(0, "ney", "march to=0705 pace=none night=forced").run(DAY - 1)
    assert field.told("ney", WrongRoad) == []
    field.run(DAY)
    assert [(at, n.place) for at, n in field.told("ney", WrongRoad)] == [(DAY, "0305")]
    assert [n.outcome for _, n in field.told("ney", MoraleCheck)] == ["it held"]


@pytest.mark.rule("C-NIGHT-03")
def test_a_wrong_road_is_followed_until_dawn_and_hidden_until_then() -> None:
    dice = {"wrong road at": [(2,)], "which wrong": [(1,)], "morale check": [(1, 1)] * 9}
    field = night_field(dice=dice)
    field.order(13 * HOUR, "ney", "march to=0705 pace=normal night=forced").run(DAY - 1)
    lost = field.army("first")
    assert lost.march is not None
    assert lost.march.astray == "0205"
    shown = field.pack.view(field.world, "ney").armies[0]  # type: ignore[attr-defined]
    assert (shown.place, shown.march.way, shown.march.arrives) == ("0105", (), None)
    field.run(DAY + 7 * HOUR)
    told = [notice.place for _, notice in field.told("ney", WrongRoad)]
    assert told == ["0205"]
    field.run(10 * DAY)
    assert field.army("first").place == "0705"


@pytest.mark.rule("C-NIGHT-03")
def test_the_wrong_road_is_drawn_at_random_among_those_it_did_not_come_by() -> None:
    many = FORKS + "0205-0306 road\n0205-0206 road\n"
    dice: Dice = {"wrong road at": [(1,)], "morale check": [(1, 1)] * 9}
    places = set()
    for seed in range(12):
        field = Field(led(FOOT, "0105", "1009"), map_text=many, seed=seed, dice=dice)
        field.order(0, "ney", "march to=0705 pace=none night=forced").run(DAY)
        places.add(field.army("first").place)
    assert places == {"0204", "0206", "0306"}
    first = set()
    for seed in range(4):
        params = {"night.wrong_road": "first"}
        scenario = led(FOOT, "0105", "1009")
        field = Field(scenario, map_text=many, seed=seed, dice=dice, params=params)
        field.order(0, "ney", "march to=0705 pace=none night=forced").run(DAY)
        first.add(field.army("first").place)
    assert first == {"0204"}


@pytest.mark.rule("C-NIGHT-03", "C-MAP-04")
def test_what_makes_a_fork_is_the_scenarios_to_say() -> None:
    dice = {"wrong road at": [(1,)] * 9, "morale check": [(1, 1)] * 9}
    field = night_field(dice=dice, params={"map.fork_min_onward_roads": 3})
    field.order(0, "ney", "march to=0705 night=forced").run(2 * DAY)
    assert field.told("ney", WrongRoad) == []


# -- fords ----------------------------------------------------------------------------------------


@pytest.mark.rule("C-FORD-01", "C-FORD-02")
def test_six_thousand_foot_stand_a_day_and_a_half_at_the_river() -> None:
    foot = ford_field([infantry(f"Regiment {n}", 1000) for n in range(6)])
    assert float(ford_delay(foot.world, foot.army("first"))) == 1.5
    older = ford_field(
        [infantry(f"Regiment {n}", 1000) for n in range(6)],
        params={"ford.column_km_per_unit": "1.6"},
    )
    assert float(ford_delay(older.world, older.army("first"))) == 1
    horse = ford_field([cavalry(f"Horse {n}", 1000) for n in range(6)])
    assert ford_delay(horse.world, horse.army("first")) == 0
    light = ford_field([infantry("Rifles", 3000, special="skirmishers"), cavalry("Horse", 500)])
    assert ford_delay(light.world, light.army("first")) == 0
    foot.order(0, "ney", "march path=0203,0303,0402").run(4 * DAY)
    # 20 km of road take the first day; 1.5 daylights at the river; then 10 km of road.
    assert [at for at, _ in foot.told("ney", MarchOver)] == [2 * DAY + 12 * HOUR]
    assert [at for at, _ in foot.told("ney", AtFord)] == [DAY]
    horse.order(0, "ney", "march path=0203,0303,0402").run(4 * DAY)
    assert [at for at, _ in horse.told("ney", MarchOver)] == [DAY + 6 * HOUR]


@pytest.mark.rule("C-FORD-01")
def test_a_halt_at_the_river_keeps_what_was_waited_there() -> None:
    field = ford_field([infantry(f"Regiment {n}", 1000) for n in range(6)])
    field.order(0, "ney", "march path=0203,0303,0402").order(DAY + 6 * HOUR, "ney", "halt")
    field.order(DAY + 8 * HOUR, "ney", "march path=0402").run(5 * DAY)
    assert [at for at, _ in field.told("ney", MarchOver)] == [3 * DAY + 2 * HOUR]


@pytest.mark.rule("C-FORD-03")
def test_wheels_are_refused_at_a_ford_and_go_round_by_the_bridge() -> None:
    field = ford_field([infantry("Line", 1000, wagons=5)])
    field.force(0, "ney", "march path=0203,0303,0402")
    assert field.refusals("ney") == ["E-FORD-WHEELS"]
    dry = ford_field([infantry("Line", 1000, wagons=5)], params={"ford.wheels": "allowed"})
    dry.force(0, "ney", "march path=0203,0303,0402")
    assert dry.refusals("ney") == []


@pytest.mark.rule("C-WEA-02", "D-WEA-02")
@pytest.mark.parametrize(
    ("effect", "over"), [("usual", DAY + 7 * HOUR), ("rivers_up", 2 * DAY + 6 * HOUR)]
)
def test_the_referee_may_have_the_rivers_up_in_bad_weather(effect: str, over: int) -> None:
    weather = {"weather": [(5,), (1,), (1,), (1,)]}
    params = {"weather.table.summer": "1-4/5/6"}
    field = ford_field([cavalry("Horse", 400)], dice=weather, params=params)
    field.order(0, "ney", "march path=0203,0303").run(DAY)
    field.answer(DAY, "gm", "D-WEA-02", effect)
    field.order(DAY + HOUR, "ney", "march path=0402").run(6 * DAY)
    assert field.told("ney", MarchOver)[-1][0] == over


@pytest.mark.rule("C-WEA-03", "C-MARCH-09")
def test_before_a_closed_ford_no_arrival_is_foretold_and_none_is_sought_for_years(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A page is drawn again and again: it must not walk four thousand half days ahead in vain."""
    field = ford_field(
        [cavalry("Horse", 400)],
        dice={"weather": [(6,)] * 9},
        params={"weather.table.summer": "1-4/5/6"},
    )
    field.order(0, "ney", "march path=0203,0303,0402").run(DAY + HOUR)
    looked: list[int] = []
    ahead = stretch.stretch

    def counted(world: World, army: Army, now: int) -> stretch.Stretch:
        looked.append(now)
        return ahead(world, army, now)

    monkeypatch.setattr(stretch, "stretch", counted)
    page = campaign_view(field.pack.view(field.world, "ney"))
    shown = page.require_army("").march
    assert shown is not None
    assert shown.arrives is None
    # Longer than the weeks whose marches could keep it standing, and not much longer.
    assert 2 * 14 < len(looked) < 40


@pytest.mark.rule("C-WEA-03")
def test_fords_are_closed_in_very_bad_weather_until_it_clears() -> None:
    weather = {"weather": [(6,), (6,), (1,), (1,), (1,)]}
    params = {"weather.table.summer": "1-4/5/6"}
    field = ford_field([cavalry("Horse", 400)], dice=weather, params=params)
    field.order(0, "ney", "march path=0203,0303,0402").run(6 * DAY)
    # Fair until dawn of the second day, then two days of storm.
    assert [at for at, _ in field.told("ney", MarchOver)] == [3 * DAY + 6 * HOUR]
    assert "too high" in field.told("ney", AtFord)[0][1].wait
    open_all = ford_field(
        [cavalry("Horse", 400)],
        dice=weather,
        params={**params, "weather.very_bad_closes_fords": False},
    )
    open_all.order(0, "ney", "march path=0203,0303,0402").run(6 * DAY)
    assert [at for at, _ in open_all.told("ney", MarchOver)] == [DAY + 12 * HOUR]
