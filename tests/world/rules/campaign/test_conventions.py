from __future__ import annotations

from fractions import Fraction

import pytest

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from world.decision import Decision
from world.errors import BadScenario
from world.param import Params
from world.rules import campaign
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.asking import limit_ms
from world.rules.campaign.nouns.in_sight import InSight
from world.rules.campaign.nouns.rounding import ROUND_PEOPLE, combined, people, stores


def params(**overrides: object) -> Params:
    return Params(campaign.pack().params, {k.replace("__", "."): v for k, v in overrides.items()})


@pytest.mark.rule("C-GEN-01")
def test_the_pack_names_its_parent_author_and_revision() -> None:
    about = campaign.pack().about
    for word in ("CATAPHRACT", "Sam Sorensen", "1.0.1", "2026-04-03"):
        assert word in about


@pytest.mark.rule("C-GEN-02")
def test_a_misspelt_figure_makes_the_scenario_invalid_and_is_named_with_its_line() -> None:
    with pytest.raises(BadScenario, match=r"march\.road_km_per_dya.*march\.road_km_per_day"):
        Field(params={"march.road_km_per_dya": 30})


@pytest.mark.rule("C-GEN-03", "C-GEN-07")
def test_every_roll_is_in_the_journal_with_its_reason() -> None:
    field = Field().order(0, "ney", "march to=0301 pace=none night=normal").run(2 * DAY)
    rolls = [line for line in field.journal() if b"morale check of first" in line]
    assert rolls
    assert b'"2d6"' in rolls[0]


@pytest.mark.rule("C-GEN-04")
def test_heads_are_rounded_half_up_and_stores_down() -> None:
    figures = params()
    assert people(figures, Fraction(75, 2)) == 38
    assert people(figures, Fraction(149, 4)) == 37
    assert stores(figures, Fraction(399, 4)) == 99
    assert people(params(round__people="down"), Fraction(75, 2)) == 37
    assert stores(params(round__stores="up"), Fraction(399, 4)) == 100
    assert figures[ROUND_PEOPLE] == "half_up"


@pytest.mark.rule("C-GEN-05")
def test_factors_come_before_amounts_and_limits_last() -> None:
    assert combined(10, factors=(2, Fraction(1, 2)), amounts=(-3, 1)) == 8
    assert combined(10, factors=(2,), cap=15, amounts=(1,)) == 15
    assert combined(1, amounts=(-2,), least=0) == 0


@pytest.mark.rule("C-GEN-06")
def test_a_waiting_decision_takes_its_default_after_a_day_and_others_take_it_at_once() -> None:
    figures = params()
    assert limit_ms(figures, "D-SIEGE-03") == 24 * HOUR
    own = params(decision__timeout_overrides=("D-SIEGE-03=48",))
    assert limit_ms(own, "D-SIEGE-03") == 48 * HOUR
    assert limit_ms(own, "D-SIEGE-01") == 24 * HOUR
    field = Field().run(DAY)
    weather = [d for d in field.world.of(Decision) if d.rule == "D-WEA-01"]
    assert [d.mode for d in weather] == ["at_once"]
    waits = Field(params={"decision.waits": ["D-WEA-01"]}).run(DAY)
    assert [d.mode for d in waits.world.of(Decision) if d.rule == "D-WEA-01"] == ["waits"]


@pytest.mark.rule("C-GEN-06")
def test_a_time_limit_that_is_none_is_reported() -> None:
    with pytest.raises(BadScenario, match="D-SIEGE-03=48"):
        Field(params={"decision.timeout_overrides": ["D-SIEGE-03: soon"]})


@pytest.mark.rule("C-TIME-02")
def test_daylight_runs_from_six_to_six_by_the_campaigns_clock() -> None:
    field = Field()
    light = day.half_of(field.world, 0)
    assert (light.night, light.start, light.end) == (False, 0, 12 * HOUR)
    dark = day.half_of(field.world, 12 * HOUR)
    assert (dark.night, dark.start, dark.end) == (True, 12 * HOUR, 24 * HOUR)
    assert dark.date == light.date
    before = day.half_of(field.world, 12 * HOUR - 1)
    assert not before.night
    assert day.half_of(field.world, 23 * HOUR).date == light.date
    assert day.half_of(field.world, 24 * HOUR).date == light.date + 1


@pytest.mark.rule("C-TIME-02")
def test_a_night_in_which_clocks_go_back_is_an_hour_longer() -> None:
    calendar = {"start": "2025-10-25 06:00", "zone": "Europe/Berlin"}
    field = Field(sides(calendar=calendar))
    night = day.half_of(field.world, 13 * HOUR)
    assert night.length == 13 * HOUR
    assert day.half_of(field.world, night.end).length == 12 * HOUR


@pytest.mark.rule("C-TIME-02")
def test_dawn_and_dusk_are_the_scenarios_to_set_in_that_order() -> None:
    field = Field(params={"clock.dawn": "05:00", "clock.dusk": "16:30"})
    assert day.half_of(field.world, 0).end == int(10.5 * HOUR)
    with pytest.raises(BadScenario, match=r"clock\.dusk"):
        Field(params={"clock.dawn": "18:00", "clock.dusk": "06:00"})


@pytest.mark.rule("C-TIME-03")
def test_what_falls_on_one_dawn_happens_in_the_order_of_the_rules() -> None:
    night_arrival, night_end = day.RANK_NIGHT_ARRIVAL, day.RANK_NIGHT_END
    ranks = [night_arrival, night_end, day.RANK_WEATHER, day.RANK_TIMERS, day.RANK_DAY_BEGINS]
    assert ranks == sorted(set(ranks))
    # Movement before what is delivered or said at the same instant, dusk after both.
    assert day.RANK_DAY_BEGINS < day.RANK_MOVE < 500 < day.RANK_DUSK_FORCED
    field = Field().order(0, "ney", "march to=0601 night=normal").run(DAY)
    rows = [row for batch in field.batches for row in batch.journal_rows if row.at == DAY]
    kinds = [row.kind for row in rows]
    dawn = ["step_made_by_night", "night_over", "occurrence", "occurrence", "march_day_begins"]
    assert kinds[:5] == dawn


@pytest.mark.rule("C-TIME-04")
def test_weeks_and_months_are_so_many_days() -> None:
    figures = params()
    assert day.weeks(figures, 2) == 14 * DAY
    assert day.months(figures, 1) == 30 * DAY
    assert day.months(params(calendar__month_days=28), 1) == 28 * DAY


@pytest.mark.rule("C-TIME-05")
@pytest.mark.parametrize(
    ("date", "season"),
    [
        ("1815-02-28", "winter"),
        ("1815-03-01", "spring"),
        ("1815-05-31", "spring"),
        ("1815-06-01", "summer"),
        ("1815-09-01", "autumn"),
        ("1815-12-01", "winter"),
    ],
)
def test_spring_begins_on_the_first_of_march_and_seasons_last_three_months(
    date: str, season: str
) -> None:
    field = Field(sides(calendar={"start": f"{date} 06:00"}))
    assert day.season_of(field.world, 0) == season


@pytest.mark.rule("C-TIME-05")
def test_spring_is_where_the_scenario_puts_it() -> None:
    calendar = {"start": "1815-03-10 06:00"}
    field = Field(sides(calendar=calendar), params={"calendar.spring_start": "03-21"})
    assert day.season_of(field.world, 0) == "winter"
    assert day.season_of(field.world, 12 * DAY) == "spring"


@pytest.mark.rule("C-TIME-06")
def test_whoever_is_concerned_is_told_as_things_happen_and_may_answer_at_any_moment() -> None:
    field = Field().order(0, "ney", "march to=0201").run(7 * HOUR)
    assert field.army("first").place == "0201"
    field.order(7 * HOUR, "ney", "march to=0101").run(14 * HOUR)
    assert field.army("first").place == "0201"
    field.run(30 * HOUR)
    assert field.army("first").place == "0101"


@pytest.mark.rule("C-TIME-06", "D-GEN-01")
def test_whoever_says_nothing_to_what_he_is_told_carries_on() -> None:
    armies = {
        "first": army("0101", [infantry("Line", 1000)], name="First Army", commander="ney"),
        "second": army("0602", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
    }

    def sighted() -> tuple[Field, int]:
        field = Field(sides(armies=armies)).order(0, "ney", "march to=0801")
        now = next(
            hours * HOUR for hours in range(4 * 24) if field.run(hours * HOUR).told("ney", InSight)
        )
        assert field.army("first").place != "0801"
        assert not [d for d in field.world.of(Decision) if d.who == "ney"]
        return field, now

    silent, _ = sighted()
    assert silent.run(6 * DAY).army("first").place == "0801"
    warned, now = sighted()
    warned.order(now, "ney", "march to=0101").run(6 * DAY)
    assert warned.army("first").place == "0101"


@pytest.mark.rule("C-TIME-07")
def test_a_march_begins_at_once_in_its_half_of_the_day_and_otherwise_with_it() -> None:
    at_noon = Field().order(6 * HOUR, "ney", "march to=0201").run(12 * HOUR)
    assert at_noon.army("first").place == "0201"
    at_night = Field().order(13 * HOUR, "ney", "march to=0201").run(DAY + 6 * HOUR - 1)
    assert at_night.army("first").place == "0101"
    assert at_night.run(DAY + 6 * HOUR).army("first").place == "0201"


@pytest.mark.rule("C-TIME-07")
def test_a_newer_march_replaces_the_older() -> None:
    field = Field().order(0, "ney", "march to=2001").order(HOUR, "ney", "march to=0201")
    field.run(5 * DAY)
    assert field.army("first").place == "0201"
    assert field.army("first").march is None
