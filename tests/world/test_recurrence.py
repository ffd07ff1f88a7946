"""What comes round: once per local date, strictly increasing, computed from the rule alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
from apscheduler.triggers.cron import CronTrigger
from hypothesis import given
from hypothesis import strategies as st

from tests.world.transitions import DAY_S, SECOND, Change, every_change, first_showing, seconds
from world import zone
from world.calendar import GregorianCalendar, Leap, Month, ScenarioCalendar
from world.entity import require_immutable
from world.errors import Fault, Refused
from world.recurrence import (
    DailyGame,
    Every,
    MonthlyGame,
    OnWalls,
    Recurrence,
    WallEvery,
    WallRecurrence,
    WeeklyGame,
    YearlyGame,
    next_after,
    parse_wall,
)

DAY = 86_400_000
HOUR = 3_600_000
CHANGES = st.deferred(lambda: st.sampled_from(every_change()))
ALL = (0, 1, 2, 3, 4, 5, 6)
WATERLOO = GregorianCalendar(start="1815-06-12T06:00")
BERLIN = GregorianCalendar(start="2025-03-28T12:00", zone="Europe/Berlin")
INVENTED = ScenarioCalendar(
    start="342-03-09T05:00",
    months=(Month("Thaw", 10), Month("Feast", 0), Month("Ash", 12)),
    weekdays=("Onesday", "Twosday", "Restday"),
    leap=(Leap(2, 2, 1),),
)


def _walls(rec: OnWalls, after: int) -> Iterator[tuple[int, str]]:
    while True:
        after, key = next_after(rec, after, None)
        yield after, key


# --- on walls ------------------------------------------------------------------------------------


def _expected(rec: WallRecurrence, first: date, count: int) -> list[tuple[int, str]]:
    """The occurrences of ``count`` local dates, by the definition of local time alone."""
    found = []
    for day in (first + timedelta(days=n) for n in range(count)):
        midnight = seconds(datetime(day.year, day.month, day.day, tzinfo=UTC))
        start = first_showing(rec.zone, midnight)
        exists = first_showing(rec.zone, midnight + DAY_S) > start
        if day.weekday() in rec.weekdays and exists:
            at = first_showing(rec.zone, midnight + rec.hour * 3600 + rec.minute * 60)
            found.append((at * SECOND, day.isoformat()))
    return found


def _check(change: Change, rec: WallRecurrence, days: int = 4) -> None:
    first = zone.local(rec.zone, change.at * SECOND).date() - timedelta(days=days)
    expected = _expected(rec, first, 2 * days + 1)
    midnight = datetime(first.year, first.month, first.day, tzinfo=UTC)
    before = first_showing(rec.zone, seconds(midnight)) * SECOND - 1
    assert list(itertools.islice(_walls(rec, before), len(expected))) == expected
    instants = [at for at, _ in expected]
    assert instants == sorted(set(instants))


def _at_the_change(change: Change) -> list[tuple[int, int]]:
    """Times of day that the change skips, repeats or touches."""
    times = []
    for edge, step in ((change.before, 0), (change.after, 0), (change.before, 1740)):
        minute = (change.at + edge + step) % DAY_S // 60
        times.append((minute // 60, minute % 60))
    return times


@given(
    CHANGES,
    st.sets(st.sampled_from(ALL), min_size=1),
    st.integers(0, 23),
    st.integers(0, 59),
)
def test_a_grid_deadline_falls_once_on_each_of_its_local_dates_in_every_zone(
    change: Change, weekdays: set[int], hour: int, minute: int
) -> None:
    for at in [*_at_the_change(change), (hour, minute)]:
        _check(change, WallRecurrence(tuple(sorted(weekdays)), *at, change.zone))


def test_so_it_does_around_the_changes_of_every_zone() -> None:
    # Every third of 22,857 at each run, in all zones; `make soak` tries all of them.
    for n, change in enumerate(every_change()[::3]):
        times = _at_the_change(change)
        _check(change, WallRecurrence(ALL, *times[n % len(times)], change.zone), days=1)


@pytest.mark.soak
def test_so_it_does_for_days_around_at_every_time_a_change_touches() -> None:
    for change in every_change():
        for at in _at_the_change(change):
            _check(change, WallRecurrence(ALL, *at, change.zone))


@given(
    CHANGES,
    st.integers(0, 23),
    st.integers(0, 59),
    st.integers(-3 * DAY_S * SECOND, 3 * DAY_S * SECOND),
)
def test_the_next_does_not_depend_on_when_one_asks(
    change: Change, hour: int, minute: int, step: int
) -> None:
    rec = WallRecurrence(ALL, hour, minute, change.zone)
    asked = change.at * SECOND + step
    due, key = next_after(rec, asked, None)
    assert due > asked
    for between in (asked + 1, (asked + due) // 2, due - 1):
        if asked <= between < due:
            assert next_after(rec, between, None) == (due, key)
    # And none lies in between: the one before it is not after the instant asked.
    earlier = next_after(rec, asked - 3 * DAY_S * SECOND, None)
    while earlier[0] < due:
        assert earlier[0] <= asked
        earlier = next_after(rec, earlier[0], None)


@pytest.mark.parametrize(
    ("text", "after", "expected"),
    [
        # A deadline keeps its hour through both changes of the year.
        (
            "Tue and Fri 20:00 Europe/Berlin",
            "2026-03-24T19:00:00+00:00",
            ["2026-03-27T19:00:00+00:00", "2026-03-31T18:00:00+00:00", "2026-04-03T18:00:00+00:00"],
        ),
        # Skipped: the first instant after the gap.
        (
            "daily 2:30 Europe/Berlin",
            "2026-03-28T12:00:00+00:00",
            ["2026-03-29T01:00:00+00:00", "2026-03-30T00:30:00+00:00"],
        ),
        # Twice: the first of the two.
        (
            "daily 2:30 Europe/Berlin",
            "2026-10-24T12:00:00+00:00",
            ["2026-10-25T00:30:00+00:00", "2026-10-26T01:30:00+00:00"],
        ),
        # Half an hour, at Lord Howe.
        (
            "daily 1:45 Australia/Lord_Howe",
            "2025-04-05T00:00:00+00:00",
            ["2025-04-05T14:45:00+00:00", "2025-04-06T15:15:00+00:00"],
        ),
        # No midnight: Brazil's days began at 1:00.
        (
            "daily 0:00 America/Sao_Paulo",
            "2017-10-14T12:00:00+00:00",
            ["2017-10-15T03:00:00+00:00", "2017-10-16T02:00:00+00:00"],
        ),
        # No such day at all, in Samoa.
        (
            "daily 20:00 Pacific/Apia",
            "2011-12-30T00:00:00+00:00",
            ["2011-12-30T06:00:00+00:00", "2011-12-31T06:00:00+00:00"],
        ),
    ],
)
def test_what_people_expect_of_a_deadline(text: str, after: str, expected: list[str]) -> None:
    at = datetime.fromisoformat(after)
    found = itertools.islice(_walls(parse_wall(text), _us(at)), len(expected))
    assert [_utc(us).isoformat() for us, _ in found] == expected


@given(
    st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Sydney"]),
    st.datetimes(datetime(2020, 1, 1), datetime(2036, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    st.sets(st.sampled_from(ALL), min_size=1),
    st.integers(0, 23),
    st.integers(0, 59),
)
def test_on_ordinary_dates_it_agrees_with_apscheduler(
    name: str, asked: datetime, weekdays: set[int], hour: int, minute: int
) -> None:
    due, _ = next_after(
        WallRecurrence(tuple(sorted(weekdays)), hour, minute, name), _us(asked), None
    )
    tz = zone.zone(name)
    days = [
        _utc(at).astimezone(tz) for at in range(_us(asked) - 86_400_000_000, due, 3_600_000_000)
    ]
    if len({day.utcoffset() for day in [*days, _utc(due).astimezone(tz)]}) > 1:
        return  # a change of the clocks lies between; these are looked at one by one
    trigger = CronTrigger(
        day_of_week=",".join(map(str, sorted(weekdays))), hour=hour, minute=minute, timezone=tz
    )
    # The trigger's "next" may be the instant asked; ours never is.
    theirs = trigger.get_next_fire_time(None, asked.astimezone(tz) + timedelta(microseconds=1))
    assert theirs == _utc(due)


def _us(at: datetime) -> int:
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


def _utc(us: int) -> datetime:
    return datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=us)


# --- in game time --------------------------------------------------------------------------------


@given(st.integers(1, 10**12), st.integers(-(10**12), 10**12), st.integers(-(10**13), 10**13))
def test_every_period_is_counted_from_its_offset_never_from_the_last_run(
    period: int, offset: int, asked: int
) -> None:
    due, _ = next_after(Every(period, offset), asked, None)
    assert asked < due <= asked + period
    assert (due - offset) % period == 0


def test_slots_of_a_period_are_told_apart_on_one_date() -> None:
    slots = set()
    at = 0
    for _ in range(48):
        at, key = next_after(Every(HOUR // 2), at, WATERLOO)
        slots.add(key)
    assert len(slots) == 48
    assert next_after(Every(HOUR), 0, WATERLOO) == (HOUR, f"1815-06-12@{HOUR}")
    assert next_after(Every(HOUR), 0, None) == (HOUR, f"@{HOUR}")


GAME_RECURRENCES: list[tuple[GregorianCalendar | ScenarioCalendar, Recurrence]] = [
    (WATERLOO, DailyGame(18)),
    (WATERLOO, WeeklyGame("friday", 20, 15)),
    (WATERLOO, MonthlyGame(31, 6)),
    (WATERLOO, YearlyGame(3, 1)),
    (WATERLOO, YearlyGame(2, 29, 12)),
    (BERLIN, DailyGame(2, 30)),
    (BERLIN, WeeklyGame("Sunday", 2, 30)),
    (INVENTED, DailyGame(0)),
    (INVENTED, WeeklyGame("Restday", 7)),
    (INVENTED, MonthlyGame(11, 1)),
    (INVENTED, YearlyGame(2, 1, 3)),
    (WATERLOO, Every(7 * DAY, 5)),
]


@pytest.mark.parametrize(("calendar", "rec"), GAME_RECURRENCES)
def test_game_occurrences_are_strictly_increasing_and_named_once(
    calendar: GregorianCalendar | ScenarioCalendar, rec: Recurrence
) -> None:
    at, keys, instants = -5 * DAY, [], []
    for _ in range(30):
        at, key = next_after(rec, at, calendar)
        keys.append(key)
        instants.append(at)
        assert key.startswith(calendar.local_date_key(at))
        assert next_after(rec, at - 1, calendar) == (at, key)
    assert len(set(keys)) == 30
    assert instants == sorted(set(instants))


@given(st.sampled_from(GAME_RECURRENCES), st.integers(-(10**11), 10**11))
def test_no_game_occurrence_is_passed_over(
    case: tuple[GregorianCalendar | ScenarioCalendar, Recurrence], asked: int
) -> None:
    calendar, rec = case
    due, key = next_after(rec, asked, calendar)
    assert due > asked
    assert next_after(rec, (asked + due) // 2, calendar) == (due, key)
    assert next_after(rec, due - 1, calendar) == (due, key)


def test_months_and_years_end_on_their_last_day() -> None:
    at, keys = WATERLOO.parse("1815-12-31"), []
    for _ in range(4):
        at, key = next_after(MonthlyGame(31), at, WATERLOO)
        keys.append(key)
    assert keys == ["1816-01-31", "1816-02-29", "1816-03-31", "1816-04-30"]
    at, keys = 0, []
    for _ in range(3):
        at, key = next_after(YearlyGame(2, 29), at, WATERLOO)
        keys.append(key)
    assert keys == ["1816-02-29", "1817-02-28", "1818-02-28"]


def test_a_month_only_some_years_have_gives_the_day_before_it() -> None:
    at, keys = INVENTED.parse("342-03-01"), []
    for _ in range(2):
        at, key = next_after(YearlyGame(2, 1), at, INVENTED)
        keys.append(key)
    assert keys == ["0343-01-10", "0344-02-01"]


@pytest.mark.rule("C-TIME-05")
def test_the_next_spring_is_the_next_first_of_march() -> None:
    foraged_in_spring = WATERLOO.parse("1816-04-10")
    due, key = next_after(YearlyGame(3, 1), foraged_in_spring, WATERLOO)
    assert key == "1817-03-01"
    assert WATERLOO.format(due) == "Saturday 1 March 1817, 00:00"


def test_a_daily_event_of_a_calendar_with_a_zone_falls_once_per_date() -> None:
    at, keys, lengths = BERLIN.parse("2025-03-28 12:00"), [], []
    for _ in range(4):
        due, key = next_after(DailyGame(2, 30), at, BERLIN)
        lengths.append((due - at) // (HOUR // 2))
        keys.append(key)
        at = due
    assert keys == ["2025-03-29", "2025-03-30", "2025-03-31", "2025-04-01"]
    assert lengths == [29, 47, 47, 48]


# --- said and refused ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "weekdays"),
    [
        ("Tue and Fri 20:00 Europe/Berlin", (1, 4)),
        ("tuesday, friday 20:00 Europe/Berlin", (1, 4)),
        ("  Fri,Tue  20:00, Europe/Berlin ", (1, 4)),
        ("Tue Fri 20:00 Europe/Berlin", (1, 4)),
        ("daily 20:00 Europe/Berlin", ALL),
    ],
)
def test_deadlines_are_read_as_people_write_them(text: str, weekdays: tuple[int, ...]) -> None:
    rec = parse_wall(text)
    assert rec == WallRecurrence(weekdays, 20, 0, "Europe/Berlin")
    assert parse_wall(str(rec)) == rec


@pytest.mark.parametrize(
    ("text", "period"),
    [("every 20m", 1200), ("Every 2 hours", 7200), ("every 15 s", 15), ("every 90 minutes", 5400)],
)
def test_short_grids_are_read_as_people_write_them(text: str, period: int) -> None:
    rec = parse_wall(text)
    assert rec == WallEvery(period)
    assert parse_wall(str(rec)) == rec


@given(st.integers(1, 10**6), st.integers(-(10**6), 10**6), st.integers(0, 2 * 10**15))
def test_a_short_grid_keeps_its_period_whenever_one_asks(
    period: int, offset: int, after: int
) -> None:
    rec = WallEvery(period, offset)
    due, key = next_after(rec, after, None)
    assert after < due <= after + period * 1_000_000
    assert (due - offset * 1_000_000) % (period * 1_000_000) == 0
    assert next_after(rec, due - 1, None) == (due, key)
    assert next_after(rec, due, None)[1] != key


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("every 0m", "E-RECUR", "Tue and Fri"),
        ("20:00", "E-RECUR", "Tue and Fri 20:00 Europe/Berlin"),
        ("Tue 20:00", "E-RECUR", "a zone"),
        ("Tu 20:00 UTC", "E-RECUR", "Mon"),
        ("and 20:00 UTC", "E-RECUR", "at least one"),
        ("Dienstag 20:00 Europe/Berlin", "E-RECUR", "'dienstag' is no weekday"),
        ("Tue 24:00 UTC", "E-RECUR", "0:00 to 23:59"),
        ("Tue 20:60 UTC", "E-RECUR", "0:00 to 23:59"),
        ("Tue 20:00 CEST", "E-ZONE", "Europe/Berlin"),
    ],
)
def test_what_is_no_deadline_is_refused_with_the_form_expected(
    text: str, code: str, hint: str
) -> None:
    with pytest.raises(Refused) as refused:
        parse_wall(text)
    assert refused.value.code == code
    assert hint in refused.value.text


def test_wrong_rules_are_refused() -> None:
    for make in (
        lambda: Every(0),
        lambda: Every(-5),
        lambda: DailyGame(24),
        lambda: DailyGame(0, -1),
        lambda: WeeklyGame("Friday", 7, 60),
        lambda: MonthlyGame(0),
        lambda: YearlyGame(0, 1),
        lambda: WallEvery(0),
        lambda: WallRecurrence((), 20, 0, "UTC"),
        lambda: WallRecurrence((7,), 20, 0, "UTC"),
        lambda: next_after(WeeklyGame("Restday", 7), 0, WATERLOO),
        lambda: next_after(YearlyGame(13, 1), 0, WATERLOO),
    ):
        with pytest.raises(Refused) as refused:
            make()
        assert refused.value.code == "E-RECUR"
        assert "nothing was changed" in refused.value.text


def test_a_calendar_is_asked_for_where_dates_are_needed() -> None:
    with pytest.raises(Fault, match="calendar"):
        next_after(DailyGame(6), 0, None)


@pytest.mark.parametrize(
    "rec",
    [
        *(rec for _, rec in GAME_RECURRENCES),
        parse_wall("Tue 20:00 UTC"),
        parse_wall("every 20m"),
    ],
)
def test_recurrences_are_stored_and_read_back(rec: Recurrence) -> None:
    require_immutable(type(rec))
    assert msgspec.json.decode(msgspec.json.encode(rec), type=Recurrence) == rec
