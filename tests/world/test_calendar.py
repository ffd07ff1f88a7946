"""Calendars: instants and dates are each other's inverse, in words and in figures."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.world.transitions import every_change
from world.calendar import (
    Calendar,
    GameDate,
    GregorianCalendar,
    Leap,
    Month,
    ScenarioCalendar,
    Season,
    read_calendar,
)
from world.entity import require_immutable
from world.errors import BadScenario, Refused
from world.reckoning import GREGORIAN

MINUTE = 60_000
HOUR = 3_600_000
DAY = 86_400_000

WATERLOO = GregorianCalendar(start="1815-06-12T06:00")
BRUSSELS = GregorianCalendar(start="1815-06-12", zone="Europe/Brussels")
BERLIN = GregorianCalendar(start="2025-03-28T12:00", zone="Europe/Berlin")
CAESAR = GregorianCalendar(start="-43-03-15T11:00", zone="+00:50")
SINHOGI = ScenarioCalendar(
    start="0342-02-09T05:30:15",
    start_weekday="Restday",
    months=(Month("Thaw", 30), Month("Long Rain", 41), Month("Mid-Feast", 0), Month("Ash", 100)),
    weekdays=("Onesday", "Twosday", "Restday", "Market", "Fifthday"),
    seasons=(Season("wet", 2, 1), Season("dry", 4, 1)),
    leap=(Leap(4, 3, 1, offset=2), Leap(20, 3, 2), Leap(7, 4, -1)),
    era="of the Second Age",
)
MONTHS_OF_THE_REPUBLIC = (
    "Vendémiaire",
    "Brumaire",
    "Frimaire",
    "Nivôse",
    "Pluviôse",
    "Ventôse",
    "Germinal",
    "Floréal",
    "Prairial",
    "Messidor",
    "Thermidor",
    "Fructidor",
)
REPUBLIC = ScenarioCalendar(
    start="23-09-24",
    months=(*(Month(name, 30) for name in MONTHS_OF_THE_REPUBLIC), Month("Sansculottides", 5)),
    leap=(Leap(4, 13, 1, offset=3),),
)
CALENDARS: dict[str, Calendar] = {
    "waterloo": WATERLOO,
    "brussels": BRUSSELS,
    "berlin": BERLIN,
    "caesar": CAESAR,
    "sinhogi": SINHOGI,
    "republic": REPUBLIC,
}

calendars = st.sampled_from(sorted(CALENDARS)).map(CALENDARS.__getitem__)
instants = st.integers(-(10**13), 10**13) | st.integers(-3 * DAY, 3 * DAY)


# --- there and back ------------------------------------------------------------------------------


@given(calendars, instants)
def test_the_instant_of_a_date_is_the_instant_it_was_the_date_of(
    calendar: Calendar, at: int
) -> None:
    found = calendar.date(at)
    # Sun time had offsets of odd seconds, and its folds are told by them; see test_zone.
    assert calendar.instant(found) == at


@given(calendars, instants)
def test_a_later_instant_never_has_an_earlier_date(calendar: Calendar, at: int) -> None:
    assert calendar.day_of(at) <= calendar.day_of(at + DAY)
    year, month, day = calendar.civil(calendar.day_of(at))
    found = calendar.date(at)
    assert (found.year, found.month, found.day) == (year, month, day)
    assert calendar.day_start(at) <= at
    assert calendar.local_date_key(calendar.day_start(at)) == calendar.local_date_key(at)
    before = calendar.day_start(at) - 1
    assert calendar.local_date_key(before) != calendar.local_date_key(at)


@given(calendars, instants)
def test_what_is_written_is_read_back(calendar: Calendar, at: int) -> None:
    found = calendar.date(at)
    assume(found.fold == 0)
    to_the_minute = at - found.second * 1000 - found.millisecond
    assert calendar.parse(calendar.format(at)) == to_the_minute
    assert calendar.parse(calendar.format(at).upper()) == to_the_minute
    assert calendar.parse(calendar.format(at, "date")) == calendar.day_start(at)
    assert calendar.parse(calendar.local_date_key(at)) == calendar.day_start(at)
    figures = f"{calendar.local_date_key(at)} {calendar.format(at, 'time')}:{found.second:02d}"
    assert calendar.parse(figures) == at - found.millisecond
    assert calendar.parse(figures.replace(" ", "T")) == at - found.millisecond


@given(st.dates(), st.integers(-4000, 4000))
def test_days_are_counted_as_the_standard_library_counts_them(day: date, centuries: int) -> None:
    number = GREGORIAN.day_number(day.year, day.month, day.day)
    assert number - GREGORIAN.day_number(1, 1, 1) == day.toordinal() - 1
    assert GREGORIAN.civil(number) == (day.year, day.month, day.day)
    assert WATERLOO.weekdays[WATERLOO.weekday_of(number)] == f"{day:%A}"
    # Four centuries are a whole number of weeks: far years, before and after, go the same way.
    far = number + centuries * 146_097
    assert GREGORIAN.civil(far) == (day.year + 400 * centuries, day.month, day.day)
    assert WATERLOO.weekday_of(far) == WATERLOO.weekday_of(number)


def test_the_first_and_last_day_of_every_year_are_its_own() -> None:
    for year in range(1, 9999):
        number = date(year + 1, 1, 1).toordinal() + 365
        assert GREGORIAN.civil(number) == (year + 1, 1, 1)
        assert GREGORIAN.civil(number - 1) == (year, 12, 31)


@given(st.integers(-(10**6), 10**6))
def test_days_of_an_invented_year_follow_one_another(begin: int) -> None:
    for calendar, day in itertools.product((SINHOGI, REPUBLIC), range(begin, begin + 400)):
        year, month, of_month = calendar.civil(day)
        assert 1 <= of_month <= calendar.month_days(year, month)
        following = calendar.civil(day + 1)
        if of_month < calendar.month_days(year, month):
            assert following == (year, month, of_month + 1)
        else:
            assert following[2] == 1
            assert following[:2] > (year, month)
            for skipped in range(month + 1, following[1] if following[0] == year else 0):
                assert calendar.month_days(year, skipped) == 0
        assert calendar.first_of(year, month) + of_month - 1 == day
        weekdays = max(len(calendar.weekdays), 1)
        assert calendar.weekday_of(day + 1) == (calendar.weekday_of(day) + 1) % weekdays


# --- history -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "style", "words"),
    [
        ("1815-06-18 11:35", "datetime", "Sunday 18 June 1815, 11:35"),
        ("1815-06-16", "date", "16 June 1815"),
        ("1815-06-16 06:05", "time", "06:05"),
        ("1815-06-16 06:05:59", "short", "16 June, 06:05"),
        ("1815-03-01", "datetime", "Wednesday 1 March 1815, 00:00"),
        ("12000-02-29", "date", "29 February 12000"),
        ("-43-03-15", "date", "15 March -43"),
    ],
)
def test_dates_of_history_in_words(text: str, style: str, words: str) -> None:
    assert WATERLOO.format(WATERLOO.parse(text), style) == words  # type: ignore[arg-type]


def test_the_campaign_starts_at_its_start() -> None:
    assert WATERLOO.date(0) == GameDate(1815, 6, 12, 6, weekday="Monday", season="summer")
    assert WATERLOO.parse("12 June 1815, 06:00") == 0
    assert WATERLOO.local_date_key(0) == "1815-06-12"
    assert WATERLOO.local_date_key(4 * DAY) == "1815-06-16"
    assert WATERLOO.day_start(5 * HOUR) == -6 * HOUR
    assert WATERLOO.day_of_year(0) == 163
    assert CAESAR.local_date_key(0) == "-0043-03-15"


@pytest.mark.parametrize(
    ("day", "season"),
    [
        ("1815-02-28", "winter"),
        ("1815-03-01", "spring"),
        ("1815-05-31", "spring"),
        ("1815-06-01", "summer"),
        ("1815-11-30", "autumn"),
        ("1815-12-01", "winter"),
    ],
)
@pytest.mark.rule("C-TIME-05")
def test_spring_begins_on_the_first_of_march(day: str, season: str) -> None:
    assert WATERLOO.season(WATERLOO.parse(day)) == season


@pytest.mark.rule("C-TIME-02")
def test_it_is_day_from_dawn_up_to_dusk() -> None:
    dawn, dusk = 6 * 60, 18 * 60
    at = WATERLOO.parse("1815-06-16 06:00")
    assert WATERLOO.is_day(at, dawn, dusk)
    assert not WATERLOO.is_day(at - 1, dawn, dusk)
    assert WATERLOO.is_day(at + 12 * HOUR - 1, dawn, dusk)
    assert not WATERLOO.is_day(at + 12 * HOUR, dawn, dusk)


@given(calendars, instants, st.integers(0, 23), st.integers(0, 59))
def test_the_next_time_of_day_is_the_first_that_lies_ahead(
    calendar: Calendar, at: int, hour: int, minute: int
) -> None:
    due = calendar.next_time_of_day(at, hour, minute)
    assert at < due <= at + 25 * HOUR
    assert calendar.next_time_of_day(due - 1, hour, minute) == due
    found, before = calendar.date(due), calendar.date(due - 1)
    if (found.hour, found.minute) != (hour, minute):
        # Only where clocks skip that time, and then at the first instant after the gap.
        shown = (calendar.day_of(due), found.hour, found.minute)
        last = (calendar.day_of(due - 1), before.hour, before.minute)
        assert last < (shown[0], hour, minute) < shown or last < (last[0], hour, minute) < shown
    else:
        assert (found.second, found.millisecond) == (0, 0)


# --- zones ---------------------------------------------------------------------------------------


def test_a_calendar_with_a_zone_has_days_of_23_and_25_hours() -> None:
    lengths = [
        BERLIN.day_start(at + 26 * HOUR) - at
        for at in (
            BERLIN.parse("2025-03-29"),
            BERLIN.parse("2025-03-30"),
            BERLIN.parse("2025-10-26"),
        )
    ]
    assert lengths[0] == 24 * HOUR
    assert BERLIN.parse("2025-03-31") - BERLIN.parse("2025-03-30") == 23 * HOUR
    assert BERLIN.parse("2025-10-27") - BERLIN.parse("2025-10-26") == 25 * HOUR


def test_the_hour_that_comes_twice_is_told_apart() -> None:
    first = BERLIN.parse("2025-10-26 02:30")
    second = BERLIN.date(first + HOUR)
    assert (second.hour, second.minute, second.fold) == (2, 30, 1)
    assert BERLIN.instant(second) == first + HOUR


def test_a_time_that_clocks_skip_stands_for_the_first_instant_after_it() -> None:
    assert BERLIN.format(BERLIN.parse("2025-03-30 02:30"), "time") == "03:00"


@given(st.deferred(lambda: st.sampled_from(every_change())), st.integers(-3 * 86_400, 3 * 86_400))
def test_dates_and_instants_agree_around_every_change_of_every_zone(
    change: tuple[str, int, int, int], step: int
) -> None:
    name, at, _, _ = change
    start = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=at - 5 * 86_400)
    assume(2 < start.year < 9998)
    calendar = GregorianCalendar(start=f"{start:%Y-%m-%d %H:%M:%S}".zfill(19), zone=name)
    game = (5 * 86_400 + step) * 1000
    assert calendar.instant(calendar.date(game)) == game


def test_local_time_of_old_is_sun_time() -> None:
    # Brussels was 17 and a half minutes ahead of Greenwich until 1880.
    utc = GregorianCalendar(start="1815-06-12")
    assert BRUSSELS.date(HOUR) == utc.date(HOUR)


def test_where_a_zone_s_years_end_there_is_a_remedy() -> None:
    with pytest.raises(Refused, match="fixed offset"):
        BERLIN.parse("12000-01-01")
    with pytest.raises(Refused, match="fixed offset"):
        BERLIN.date(10**18)


# --- calendars of a scenario's own ---------------------------------------------------------------


def test_an_invented_calendar_in_words_and_figures() -> None:
    assert SINHOGI.date(0) == GameDate(342, 2, 9, 5, 30, 15, weekday="Restday", season="wet")
    assert SINHOGI.format(0) == "Restday 9 Long Rain 342 of the Second Age, 05:30"
    assert SINHOGI.format(0, "short") == "9 Long Rain, 05:30"
    assert SINHOGI.format(DAY, "datetime") == "Market 10 Long Rain 342 of the Second Age, 05:30"
    assert SINHOGI.parse("market 10 long rain 342") == DAY - 5 * HOUR - 30 * MINUTE - 15_000
    assert SINHOGI.local_date_key(0) == "0342-02-009"
    assert SINHOGI.season(-9 * DAY) == "dry"
    assert SINHOGI.month_names == ("Thaw", "Long Rain", "Mid-Feast", "Ash")


def test_an_invented_calendar_can_be_the_gregorian() -> None:
    same = ScenarioCalendar(
        start=WATERLOO.start,
        months=GREGORIAN.months,
        weekdays=WATERLOO.weekdays,
        start_weekday="Monday",
        seasons=WATERLOO.seasons,
        leap=(Leap(4, 2), Leap(100, 2, -1), Leap(400, 2)),
    )
    for at in range(-(10**13), 10**13, 123_456_789_012):
        assert same.date(at) == WATERLOO.date(at)
        assert same.format(at) == WATERLOO.format(at)


def test_the_republic_had_six_extra_days_in_its_third_year() -> None:
    lengths = [REPUBLIC.month_days(year, 13) for year in (1, 2, 3, 4, 7, 11)]
    assert lengths == [5, 5, 6, 5, 6, 6]
    assert REPUBLIC.date(0).weekday == ""
    assert REPUBLIC.format(0) == "24 Prairial 23, 00:00"


def test_a_scenario_file_s_calendar_is_read() -> None:
    spec = {
        "kind": "scenario",
        "start": "342-01-05",
        "months": [{"name": "Thaw", "days": 30}, {"name": "Ash", "days": 31}],
        "weekdays": ["Oneday", "Twoday"],
        "leap": [{"every": 4, "month": 2}],
        "seasons": [{"name": "wet", "month": 1, "day": 1}],
    }
    calendar = read_calendar(spec)
    assert calendar.format(0) == "Oneday 5 Thaw 342, 00:00"
    assert read_calendar({"kind": "gregorian", "start": "1815-06-12T06:00"}) == WATERLOO


@pytest.mark.parametrize(
    "text", ["1815-06-12", "1815-06-12T06:00", "1815-06-12T06:00:00", "'1815-06-12 06:00'"]
)
def test_a_start_is_read_as_yaml_and_toml_read_dates(text: str) -> None:
    calendar = read_calendar(yaml.safe_load(f"{{kind: gregorian, start: {text}}}"))
    assert calendar.local_date_key(0) == "1815-06-12"
    assert calendar.format(0, "time") in {"00:00", "06:00"}


@pytest.mark.parametrize("name", CALENDARS)
def test_a_calendar_is_stored_and_read_back(name: str) -> None:
    calendar = CALENDARS[name]
    require_immutable(type(calendar))
    calendar.date(0)
    stored = msgspec.json.encode(calendar, order="deterministic")
    again = msgspec.json.decode(stored, type=GregorianCalendar | ScenarioCalendar)
    assert again == calendar
    assert msgspec.json.encode(again, order="deterministic") == stored


# --- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("yesterday", "1815-06-12 06:00"),
        ("06/07/1815", "year first"),
        ("12 Juni 1815", "Monday 12 June 1815, 06:00"),
        ("31 June 1815", "that month has 30 days"),
        ("1815-02-29", "that month has 28 days"),
        ("1815-13-01", "There is no month 13"),
        ("1815-06-00", "There is no 0 June"),
        ("1815-06-12 24:00", "no time of day 24:00"),
        ("Sunday 12 June 1815", "is a Monday, not a Sunday"),
        ("12 June", "in words"),
        ("", "year first"),
        ("١٨١٥-06-12", "year first"),
        ("9" * 200, "year first"),
    ],
)
def test_what_is_no_date_is_refused_with_the_forms_that_are_read(text: str, hint: str) -> None:
    with pytest.raises(Refused) as refused:
        WATERLOO.parse(text)
    assert refused.value.code == "E-DATE"
    assert hint in refused.value.text
    assert "othing was changed" in refused.value.text


MONTHS = [{"name": "Thaw", "days": 30}, {"name": "Ash", "days": 31}]


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ({"kind": "julian", "start": "1-1-1"}, "julian"),
        ({"kind": "gregorian"}, "start"),
        ({"kind": "gregorian", "start": "12 June 1815"}, "1815-06-12T06:00"),
        ({"kind": "gregorian", "start": "1815-02-30"}, "28 days"),
        ({"kind": "gregorian", "start": "1815-02-20 25:00"}, "25:00"),
        ({"kind": "gregorian", "start": "1815-02-20", "zone": "Paris"}, "zone: There is no"),
        ({"kind": "gregorian", "start": "15000-01-01", "zone": "Europe/Paris"}, "start"),
        ({"kind": "scenario", "start": "1-1-1"}, "months"),
        ({"kind": "scenario", "start": "1-1-1", "months": []}, "months"),
        ({"kind": "scenario", "start": "1-1-1", "months": "Thaw"}, "months"),
        ({"kind": "scenario", "start": "1-1-1", "months": [{"name": "Thaw"}]}, "days"),
        (
            {"kind": "scenario", "start": "1-1-1", "months": [{"name": "Thaw", "days": -1}]},
            "fewer than 0",
        ),
        (
            {"kind": "scenario", "start": "1-1-1", "months": [{"name": "Thaw", "days": 0}]},
            "at least a day",
        ),
        (
            {"kind": "scenario", "start": "1-1-1", "months": [{"name": "1st", "days": 30}]},
            "begins with a letter",
        ),
        (
            {
                "kind": "scenario",
                "start": "1-1-1",
                "months": [*MONTHS, {"name": "thaw", "days": 1}],
            },
            "twice",
        ),
        (
            {
                "kind": "scenario",
                "start": "1-1-1",
                "months": MONTHS,
                "leap": [{"every": 4, "month": 3}],
            },
            "month from 1 to 2",
        ),
        (
            {
                "kind": "scenario",
                "start": "1-1-1",
                "months": MONTHS,
                "leap": [{"every": 0, "month": 1}],
            },
            "1 year or more",
        ),
        (
            {"kind": "scenario", "start": "1-1-1", "months": MONTHS, "start_weekday": "Monday"},
            "start_weekday",
        ),
        (
            {
                "kind": "scenario",
                "start": "1-1-1",
                "months": MONTHS,
                "seasons": [{"name": "wet", "month": 2, "day": 32}],
            },
            "season wet",
        ),
        (
            {
                "kind": "scenario",
                "start": "1-1-1",
                "months": MONTHS,
                "seasons": [
                    {"name": "wet", "month": 2, "day": 3},
                    {"name": "dry", "month": 1, "day": 3},
                ],
            },
            "order",
        ),
    ],
)
def test_a_wrong_calendar_says_what_was_found_and_what_is_expected(
    spec: dict[str, object], hint: str
) -> None:
    with pytest.raises(BadScenario) as bad:
        read_calendar(spec)
    assert hint in str(bad.value)


def test_dates_that_do_not_exist_are_refused_as_values_too() -> None:
    for wrong in (
        GameDate(1815, 2, 29),
        GameDate(1815, 0, 1),
        GameDate(1815, 6, 12, 24),
        GameDate(1815, 6, 12, 0, 60),
        GameDate(1815, 6, 12, 0, 0, 60),
        GameDate(1815, 6, 12, 0, 0, 0, 1000),
        GameDate(1815, 6, 12, -1),
    ):
        with pytest.raises(Refused) as refused:
            WATERLOO.instant(wrong)
        assert refused.value.code == "E-DATE"


def test_a_year_of_days_has_a_year_of_keys() -> None:
    for calendar in (WATERLOO, SINHOGI, REPUBLIC, BERLIN):
        keys = [calendar.day_key(calendar.day_of(0) + n) for n in range(400)]
        assert len(set(keys)) == 400
        assert all(a < b for a, b in itertools.pairwise(keys))
