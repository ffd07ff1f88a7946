from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.campaign.field import (
    DAY,
    FEWER,
    HOUR,
    ROAD,
    SAMPLE,
    Field,
    army,
    artillery,
    cavalry,
    infantry,
    sides,
)
from world.errors import Refused
from world.ordertext import parse_order
from world.rules.campaign.march.forced import ForcedDateEnds
from world.rules.campaign.march.notices import (
    AlreadyThere,
    ColumnLength,
    ForcedWeek,
    MarchBarred,
    MarchOver,
    WeeklyHalt,
)
from world.rules.campaign.nouns.day import half_of
from world.rules.campaign.nouns.pace import is_long, paced
from world.rules.campaign.nouns.stretch import expected_arrival, settled, share_done

HORSE = [cavalry("Horse", 400)]
LIGHT = [infantry("Light", 1500, special="skirmishers")]
FOOT = [infantry("Line", 1000)]
LONG = [infantry(f"Regiment {n}", 2400) for n in range(10)] + [
    cavalry("Horse", 3000, wagons=60),
]


def led(detachments: list[dict[str, Any]], at: str = "0101", **more: Any) -> dict[str, Any]:
    far = army("2005", FOOT, name="Second Army", commander="blake")
    first = army(at, detachments, name="First Army", commander="ney", **more)
    return {"first": first, "second": far}


def field_of(detachments: list[dict[str, Any]], at: str = "0101", **more: Any) -> Field:
    commanders = {"ney": {"name": "Marshal Ney", "faction": "red", **more.pop("ney", {})}}
    spec = sides(armies=led(detachments, at), commanders=commanders)
    return Field(spec, **more)


def arrivals(field: Field) -> list[int]:
    return [at for at, _ in field.told("ney", MarchOver)]


# -- the worked examples ---------------------------------------------------------------------------


@pytest.mark.rule("C-MARCH-01", "C-MARCH-02")
def test_130_km_by_road_take_until_noon_of_the_ninth_day() -> None:
    field = field_of(SAMPLE).order(0, "ney", "march to=1401").run(10 * DAY)
    assert arrivals(field) == [8 * DAY + 6 * HOUR]
    assert [at for at, _ in field.told("ney", WeeklyHalt)] == [5 * DAY]
    assert [notice.on for _, notice in field.told("ney", WeeklyHalt)] == [7 * DAY]
    assert field.army("first").place == "1401"


@pytest.mark.rule("C-MARCH-05")
def test_130_km_by_forced_march_take_until_ten_of_the_fifth_day() -> None:
    field = field_of(SAMPLE).order(0, "ney", "march to=1401 pace=forced").run(10 * DAY)
    assert arrivals(field) == [4 * DAY + 4 * HOUR]
    assert field.army("first").forced_days == 5


@pytest.mark.rule("C-MARCH-05", "C-MARCH-07")
def test_a_week_of_forced_marching_costs_morale_and_a_check_at_dusk_of_the_seventh_day() -> None:
    dice = {"morale check": [(4, 5)], "that straggle": [(2,)], "days ": [(2, 4), (5, 6)]}
    field = field_of([*FOOT, *[infantry(f"Foot {n}", 500) for n in range(4)]], dice=dice)
    field.order(0, "ney", "march to=2001 pace=forced").run(6 * DAY + 12 * HOUR)
    after = field.army("first")
    assert after.morale == 8
    assert after.forced_days == 0
    assert [at for at, _ in field.told("ney", ForcedWeek)] == [6 * DAY + 12 * HOUR]
    assert len([d for d in after.detachments if d.away]) == 2
    field.run(14 * DAY)  # away on days 8 to 13 and 8 to 18, back at dawn of days 14 and 19
    assert len([d for d in field.army("first").detachments if d.away]) == 1
    field.run(18 * DAY - 1)
    assert len([d for d in field.army("first").detachments if d.away]) == 1
    assert not [d for d in field.run(18 * DAY).army("first").detachments if d.away]


@pytest.mark.rule("C-MARCH-05")
def test_seven_forced_days_make_210_km() -> None:
    field = field_of(FOOT, dice={"morale check": [(1, 1)]})
    field.order(0, "ney", "march to=2001 pace=forced").run(7 * DAY)
    assert arrivals(field) == [6 * DAY + 4 * HOUR]  # 190 km of road is all there is
    long = field_of(FOOT, dice={"morale check": [(1, 1)]})
    path = "0201,0301,0401,0501,0601,0701,0801,0901,1001,1101,1201,1301,1401,1501,1601,1701"
    path += ",1801,1901,2001,1901,1801,1701"
    long.order(0, "ney", f"march path={path} pace=forced").run(7 * DAY)
    assert arrivals(long) == []
    assert long.army("first").place == "1801"  # 21 steps: 210 km
    assert sum(d.metres.value for d in long.army("first").diary) == 210_000


@pytest.mark.rule("C-MARCH-06", "C-ARMY-07")
def test_cavalry_alone_makes_sixty_km_forced_and_420_in_a_week() -> None:
    field = field_of(HORSE, dice={"morale check": [(1, 1)]})
    there = ",".join(f"{n:02d}01" for n in range(2, 21))
    back = ",".join(f"{n:02d}01" for n in range(19, 0, -1))
    field.order(0, "ney", f"march path={there},{back},{there} pace=forced").run(DAY)
    assert field.army("first").place == "0701"
    field.run(7 * DAY)
    assert sum(d.metres.value for d in field.army("first").diary) == 420_000
    with_wagon = field_of([cavalry("Horse", 400, wagons=1)])
    with_wagon.order(0, "ney", "march to=1401 pace=forced").run(DAY)
    assert with_wagon.army("first").place == "0401"


@pytest.mark.rule("C-MARCH-06")
def test_only_the_forced_pace_by_day_of_cavalry_is_raised() -> None:
    field = field_of(HORSE)
    for pace, night, km in (("normal", False, 20), ("normal", True, 10), ("forced", True, 20)):
        gait = paced(
            field.world,
            field.army("first"),
            pace,  # type: ignore[arg-type]
            night=night,
            on_road=True,
            long=False,
        )
        assert gait.metres == km * 1000


@pytest.mark.rule("C-MARCH-03", "C-MARCH-04", "C-SPEC-04")
def test_off_the_road_wheels_are_refused_foot_is_halved_and_skirmishers_are_not() -> None:
    wheels = field_of(SAMPLE)
    wheels.force(0, "ney", "march path=0102")
    assert wheels.refusals("ney") == ["E-MARCH-WHEELS"]
    assert wheels.army("first").march is None
    foot = field_of(FOOT).order(0, "ney", "march path=0102").run(DAY)
    assert arrivals(foot) == [12 * HOUR]
    forced = field_of(FOOT).order(0, "ney", "march path=0102 pace=forced").run(DAY)
    assert arrivals(forced) == [8 * HOUR]
    light = field_of(LIGHT).order(0, "ney", "march path=0102").run(DAY)
    assert arrivals(light) == [6 * HOUR]
    swift = field_of(LIGHT).order(0, "ney", "march path=0102,0103,0104 pace=forced").run(DAY)
    assert arrivals(swift) == [12 * HOUR]


@pytest.mark.rule("C-MARCH-03")
def test_off_the_road_the_weeks_kilometres_are_halved_too() -> None:
    field = field_of(FOOT)
    path = ",".join(f"{n:02d}03" for n in range(2, 15))
    field.order(0, "ney", f"march path=0102,0103,{path}").run(5 * DAY)
    assert field.army("first").place == "0403"  # 50 km in five days
    assert field.told("ney", WeeklyHalt)


@pytest.mark.rule("C-MARCH-08", "C-COL-01", "C-TRAIT-10")
def test_a_column_over_ten_km_makes_ten_km_a_day_and_half_as_long_under_a_logistician() -> None:
    field = field_of(LONG).order(0, "ney", "march to=1001").run(12 * HOUR)
    assert field.army("first").place == "0201"
    told = [notice for _, notice in field.told("ney", ColumnLength)]
    assert [notice.metres for notice in told] == [14_650]
    field.run(7 * DAY)
    assert field.army("first").place == "0601"  # 50 km a week
    forced = field_of(LONG, dice={"morale check": [(1, 1)]})
    forced.order(0, "ney", "march to=1801 pace=forced").run(7 * DAY)
    assert forced.army("first").place == "1501"  # 140 km a week
    swift = field_of(LONG, ney={"traits": ["logistician"]})
    assert not is_long(swift.world, swift.army("first"))
    swift.order(0, "ney", "march to=1001").run(DAY)
    assert swift.army("first").place == "0301"


# -- limits ----------------------------------------------------------------------------------------


@pytest.mark.rule("C-MARCH-02")
def test_a_forced_march_may_go_on_where_a_normal_one_must_halt() -> None:
    field = field_of(FOOT, dice={"morale check": [(1, 1)]})
    field.order(0, "ney", "march to=2001").run(5 * DAY + HOUR)
    assert field.told("ney", WeeklyHalt)
    field.order(5 * DAY + HOUR, "ney", "march to=2001 pace=forced").run(6 * DAY)
    assert field.army("first").place == "1301"  # 100 km and eleven hours at 30 km a day
    strict = field_of(FOOT, params={"march.forced_may_follow": False})
    strict.order(0, "ney", "march to=2001").order(5 * DAY, "ney", "march to=2001 pace=forced")
    assert strict.run(6 * DAY).army("first").place == "1101"


@pytest.mark.rule("C-MARCH-02")
def test_a_week_is_the_last_seven_days_or_the_calendars_if_the_scenario_says_so() -> None:
    # The campaign begins on a Monday: Monday to Friday, and again from the next Monday on.
    calendar = field_of(FOOT, params={"march.week_window": "calendar"})
    calendar.order(0, "ney", "march to=2001").run(8 * DAY)
    assert calendar.army("first").place == "1301"
    thursday = sides(armies=led(FOOT), calendar={"start": "1815-06-15 06:00"})
    sliding = Field(thursday).order(0, "ney", "march to=2001").run(6 * DAY)
    by_week = Field(thursday, params={"march.week_window": "calendar"})
    by_week.order(0, "ney", "march to=2001").run(6 * DAY)
    assert sliding.army("first").place == "1101"
    assert by_week.army("first").place == "1301"


@pytest.mark.rule("C-MARCH-09")
def test_very_bad_weather_halves_what_the_army_could_otherwise_do() -> None:
    field = field_of(LONG, dice={"weather": [(6,)] * 9}, params={"weather.table.summer": "1-4/5/6"})
    field.order(12 * HOUR, "ney", "march to=1001").run(2 * DAY)
    assert settled(field.world, field.army("first"), 2 * DAY).march is not None
    assert sum(d.metres.value for d in field.army("first").diary) == 5_000


@pytest.mark.rule("C-MARCH-09")
def test_the_pace_is_reckoned_anew_at_each_edge() -> None:
    field = field_of(FOOT).order(0, "ney", "march path=0201,0202,0203").run(30 * HOUR)
    # 10 km of road in six hours, then 10 km of open country in twelve.
    assert field.army("first").place == "0202"
    assert field.run(54 * HOUR - 1).army("first").place == "0202"
    assert field.run(54 * HOUR).army("first").place == "0203"


@pytest.mark.rule("C-MARCH-08")
def test_a_column_that_shrinks_marches_faster_from_that_moment_on() -> None:
    walkers = [infantry(f"Regiment {n}", 2400) for n in range(10)] + [cavalry("Horse", 3000)]
    field = field_of(walkers, dice={"morale check": [(1, 2)]})
    field.world.set(msgspec.structs.replace(field.army("first"), morale=2))
    field.order(0, "ney", "march to=1001 night=normal").run(DAY)
    assert field.told("ney", ColumnLength)[-1][1].state == "short enough again"


# -- columns ---------------------------------------------------------------------------------------


def two_corps(**second: Any) -> dict[str, Any]:
    half = [infantry(f"Regiment {n}", 2400) for n in range(6)]
    return sides(
        commanders={
            "ney": {"name": "Marshal Ney", "faction": "red"},
            "soult": {"name": "Marshal Soult", "faction": "red"},
            "blake": {"name": "General Blake", "faction": "blue"},
        },
        armies={
            "first": army("0101", half, name="First Corps", commander="ney"),
            "other": army(second.pop("at", "0101"), half, name="Other Corps", commander="soult"),
        },
    )


@pytest.mark.rule("C-COL-02", "C-MARCH-08")
def test_friends_who_set_out_together_are_one_column_named_or_not() -> None:
    field = Field(two_corps())
    field.order(0, "ney", "march to=1001").order(0, "soult", "march to=1001").run(HOUR)
    assert is_long(field.world, field.army("first"))
    assert is_long(field.world, field.army("other"))
    field.run(DAY)
    assert {field.army("first").place, field.army("other").place} == {"0201"}
    apart = Field(two_corps(), params={"column.same_day_counts": False})
    apart.order(0, "ney", "march to=1001").order(0, "soult", "march to=1001").run(DAY)
    assert apart.army("first").place == "0301"


@pytest.mark.rule("C-COL-02")
def test_a_named_column_holds_armies_of_different_days_until_one_leaves_the_road() -> None:
    field = Field(two_corps(at="0201"))
    field.order(0, "soult", "march path=0301,0401,0402 column=main")
    field.order(0, "ney", "march to=1001 column=main").run(HOUR)
    assert is_long(field.world, field.army("first"))
    field.run(3 * DAY)
    assert field.army("other").place == "0402"
    assert not is_long(field.world, field.army("first"))


# -- where one stands ------------------------------------------------------------------------------


def test_an_order_to_go_where_one_is_is_a_wait_and_not_a_journey() -> None:
    field = field_of(FOOT).order(0, "ney", "march to=Westwall").run(DAY)
    assert len(field.told("ney", AlreadyThere)) == 1
    assert field.army("first").march is None
    assert not field.army("first").diary


@pytest.mark.rule("C-MARCH-09")
def test_whoever_turns_about_on_the_road_goes_back_the_way_he_came_at_the_same_pace() -> None:
    field = field_of(FOOT).order(0, "ney", "march to=0201")
    field.order(3 * HOUR, "ney", "march path=0102").run(2 * DAY)
    # 5 km back on the road in three hours, then 10 km of open country at 10 km a day.
    assert arrivals(field) == [DAY + 6 * HOUR]
    back = field_of(FOOT).order(0, "ney", "march to=0201").order(4 * HOUR, "ney", "march to=0101")
    assert arrivals(back.run(DAY)) == [8 * HOUR]
    assert back.army("first").offset is None


def test_whoever_goes_on_the_way_he_was_going_loses_nothing() -> None:
    field = field_of(FOOT).order(0, "ney", "march to=0501")
    field.order(3 * HOUR, "ney", "march to=0301").run(DAY)
    assert arrivals(field) == [12 * HOUR]


@pytest.mark.rule("C-TIME-07")
def test_a_halted_army_stands_between_the_hexes_and_goes_on_from_there() -> None:
    field = field_of(FOOT).order(0, "ney", "march to=0301").order(3 * HOUR, "ney", "halt")
    stands = field.army("first")
    assert stands.march is None
    assert stands.place == "0101"
    assert stands.offset is not None
    assert (stands.offset.towards, stands.offset.metres.value) == ("0201", Fraction(5_000))
    field.order(4 * HOUR, "ney", "march to=0201").run(8 * HOUR)
    assert arrivals(field) == [7 * HOUR]
    again = field_of(FOOT).force(0, "ney", "halt")
    assert again.refusals("ney") == ["E-NOT-MOVING"]


def test_a_march_that_is_due_completes_though_it_has_nothing_left_to_go() -> None:
    field = field_of(FOOT).order(0, "ney", "march to=0201").order(6 * HOUR - 1, "ney", "halt")
    nearly = field.army("first")
    assert nearly.offset is not None
    done = msgspec.structs.replace(nearly.offset, metres=type(nearly.offset.metres)(10_000))
    field.world.set(msgspec.structs.replace(nearly, offset=done))
    field.order(7 * HOUR, "ney", "march to=0201").run(8 * HOUR)
    assert field.army("first").place == "0201"
    assert field.army("first").march is None


def test_several_legs_are_marched_in_the_order_they_were_named() -> None:
    field = field_of(FOOT).order(0, "ney", "march path=0301,0303 to=0101").run(8 * DAY)
    moved = [
        line for line in field.journal() if b'"kind":"army_entered"' in line and b"first" in line
    ]
    places = [msgspec.json.decode(line)["facts"] for line in moved]
    seen = [f["place"] for facts in places for f in facts if f["kind"] == "army_entered"]
    assert seen[:2] == ["0201", "0301"]
    assert "0303" in seen
    assert seen[-1] == "0101"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("march to=Nowhere", "E-NO-PATH"),
        ("march to=9999", "E-NO-PATH"),
        ("march", "E-NO-PATH"),
        ("march to=0201 pace=none", "E-SYNTAX"),
        ("march path=0102 night=normal", "E-NIGHT-OFFROAD"),
    ],
)
def test_an_order_that_cannot_be_is_refused_with_its_code_and_changes_nothing(
    text: str, code: str
) -> None:
    field = field_of(FOOT)
    before = field.army("first")
    field.force(0, "ney", text)
    assert field.refusals("ney") == [code]
    assert field.army("first") == before


@pytest.mark.parametrize("army_id", ["second", "nobody"])
def test_anothers_army_is_refused_like_one_that_does_not_exist(army_id: str) -> None:
    field = field_of(FOOT)
    with pytest.raises(Refused) as refused:
        field.order(0, "ney", f"march to=0201 army={army_id}")
    assert refused.value.code == "E-NOT-YOURS"
    assert refused.value.text.replace(army_id, "") == (
        "'' is no army of yours; nothing was ordered. Yours are: first."
    )


def test_a_goal_over_the_sea_is_no_path() -> None:
    island = ROAD + "0901:1105 sea\n1003 flatland\n"
    text = (
        island.replace('1005 town "Southby" population=2000\n', "")
        .replace(
            "0101-0201-0301-0401-0501-0601-0701-0801-0901-1001 road", "0101-0201-0301-0401 road"
        )
        .replace("1001-1101-1201", "1201")
    )
    field = Field(sides(armies=led(FOOT)), map_text=text)
    field.force(0, "ney", "march to=1003")
    assert field.refusals("ney") == ["E-NO-PATH"]


def test_guns_that_join_on_the_way_make_a_roadless_march_end_with_a_reason() -> None:
    field = field_of(FOOT).order(0, "ney", "march path=0102,0103")
    field.run(HOUR)
    gunned = msgspec.structs.replace(
        field.army("first"),
        detachments=(
            *field.army("first").detachments,
            *field_of([artillery("Guns", 50, six_pounders=5)]).army("first").detachments,
        ),
    )
    field.world.set(gunned)
    field.run(2 * DAY)
    assert field.army("first").march is None
    assert field.told("ney", MarchBarred)


# -- properties ------------------------------------------------------------------------------------


def moves(field: Field) -> list[tuple[int, str]]:
    found = [(0, "0101")]
    for batch in field.batches:
        for row in batch.journal_rows:
            facts = msgspec.json.decode(row.body).get("facts", [])
            found.extend(
                (row.at, fact["place"])
                for fact in facts
                if fact["kind"] == "army_entered" and fact["army"] == "first"
            )
    return found


ORDERS = st.lists(
    st.tuples(
        st.integers(0, 9 * 24),
        st.sampled_from(["1001", "2001", "0101", "0301", "0103", "0505", "0704"]),
        st.sampled_from(["none", "normal", "forced"]),
        st.sampled_from(["none", "normal", "forced"]),
        st.booleans(),
    ),
    min_size=1,
    max_size=6,
)


@FEWER
@given(ORDERS, st.integers(1, 50))
@pytest.mark.rule("C-MARCH-02", "C-MARCH-09")
def test_no_army_ever_outruns_its_pace_or_its_week(orders: Any, seed: int) -> None:
    field = field_of(FOOT, seed=seed)
    for hour, to, pace, night, halt in sorted(orders):
        field.force(
            hour * HOUR, "ney", "halt" if halt else f"march to={to} pace={pace} night={night}"
        )
    field.run(14 * DAY)
    first = field.army("first")
    diary = {entry.date: entry for entry in first.diary}
    for date, entry in diary.items():
        fastest = 30_000 if entry.forced else 20_000
        assert entry.metres.value <= fastest
        week = [diary[d] for d in range(date - 6, date + 1) if d in diary]
        if not any(e.forced or e.night_forced for e in week):
            assert len(week) <= 5
        assert sum(e.effort.value for e in week) <= 210_000
    trail = moves(field)
    for (start, a), (end, b) in pairwise(trail):
        assert field.world.scene.distance(a, b) <= 1
        # No ten km in less than at a forced march's pace, 30 km in twelve hours of daylight.
        assert a == b or end - start >= 4 * HOUR - 2 or (a, b) in _doubled(trail)


def _doubled(trail: list[tuple[int, str]]) -> set[tuple[str, str]]:
    """Steps back over a way half gone: the hex was entered, but not from its middle."""
    return {
        (b, c)
        for (_, a), (_, b), (_, c) in zip(trail, trail[1:], trail[2:], strict=False)
        if a == c
    }


@FEWER
@given(
    st.sampled_from(["0301", "0501", "0105", "1401", "0505"]),
    st.sampled_from(["normal", "forced"]),
    st.integers(0, 23),
)
def test_the_arrival_foretold_is_the_arrival(to: str, pace: str, hour: int) -> None:
    field = field_of(FOOT, dice={"morale check": [(1, 1)] * 9})
    field.order(hour * HOUR, "ney", f"march to={to} pace={pace}")
    foretold = expected_arrival(field.world, field.army("first"), hour * HOUR)
    assert foretold is not None
    for at in range(hour * HOUR, foretold, 7 * HOUR):
        field.run(at)
        march = field.pack.view(field.world, "ney").armies[0].march  # type: ignore[attr-defined]
        assert march is None or march.arrives == foretold
    field.run(foretold)
    assert arrivals(field) == [foretold]


@pytest.mark.parametrize(
    ("hour", "words", "known"),
    [
        (8, "to=0505", True),
        (8, "to=0301 pace=forced", True),
        (14, "to=0301", True),
        (8, "to=0101", False),  # it is there
        (14, "to=0301 night=normal", False),  # by night nobody knows how far he comes
        (8, "to=0301 army=second", False),  # not his
    ],
)
def test_an_order_is_told_when_it_should_be_there_as_the_page_shows_it_then(
    hour: int, words: str, known: bool
) -> None:
    field = field_of(FOOT)
    field.run(hour * HOUR)
    field.world.now = hour * HOUR  # as whoever reads it finds it
    order = parse_order(field.pack, f"march {words}")
    told = order.foreseen(field.world, "ney")
    assert (told is not None) is known
    if told is None:
        return
    field.order(hour * HOUR, "ney", f"march {words}")
    march = field.pack.view(field.world, "ney").armies[0].march  # type: ignore[attr-defined]
    assert told.at == march.arrives


def test_a_march_split_into_many_advances_is_the_same_to_the_last_byte() -> None:
    def journal(stops: range) -> list[bytes]:
        field = field_of(SAMPLE).order(0, "ney", "march to=1401 night=forced")
        for at in stops:
            field.run(at)
        return field.run(9 * DAY).journal()

    assert journal(range(0)) == journal(range(0, 9 * DAY, 5 * HOUR))


def test_forced_days_count_once_a_date_and_add_up_with_pauses_between() -> None:
    field = field_of(FOOT, dice={"morale check": [(1, 1)] * 20})
    field.order(0, "ney", "march to=0301 pace=forced night=forced").run(3 * DAY)
    assert field.army("first").forced_days == 1
    field.order(3 * DAY, "ney", "march to=0101 pace=forced").run(12 * DAY)
    assert field.army("first").forced_days == 2
    assert half_of(field.world, 0).date in {e.date for e in field.army("first").diary}
    assert ForcedDateEnds.rank < 660


def test_how_far_an_army_is_on_its_step_is_worked_out_when_somebody_looks() -> None:
    field = field_of(FOOT).order(0, "ney", "march to=0201")
    assert share_done(field.world, field.army("first"), 90 * 60_000).value == Fraction(1, 4)
    field.order(3 * HOUR, "ney", "march path=0102")
    assert share_done(field.world, field.army("first"), 4 * HOUR).value == 0  # on the way back
    assert share_done(field.world, field.army("second"), 4 * HOUR).value == 0
