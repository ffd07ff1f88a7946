"""Deadlines through changes of local clocks: where others skipped, repeated or never came back.

The triggers of APScheduler 3 are well kept and wrong on these dates; each test shows what they say
and what is said here.  Should one of theirs fail after an upgrade, the fault has been mended there:
take that half of the test out.
"""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from apscheduler.triggers.cron import CronTrigger

from world import zone
from world.recurrence import WallRecurrence, next_after, parse_wall

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _us(at: str) -> int:
    return (datetime.fromisoformat(at) - EPOCH) // timedelta(microseconds=1)


def _of_days(text: str) -> WallRecurrence:
    rec = parse_wall(text)
    assert isinstance(rec, WallRecurrence)
    return rec


def _ours(text: str, after: str, count: int) -> list[str]:
    rec, at, found = _of_days(text), _us(after), []
    for _ in range(count):
        at, key = next_after(rec, at, None)
        shown = zone.local(rec.zone, at)
        assert zone.local(rec.zone, _us(shown.isoformat())) == shown
        found.append(f"{key}: {shown.isoformat()}")
    return found


def _theirs(name: str, after: str, count: int, **fields: int | str) -> list[str]:
    """What a running scheduler does: it asks again at the instant of each firing."""
    tz = zone.zone(name)
    trigger = CronTrigger(timezone=tz, **fields)
    last, now, found = None, datetime.fromisoformat(after).astimezone(tz), []
    for _ in range(count):
        last = now = trigger.get_next_fire_time(last, now)
        found.append(now.isoformat())
    return found


# apscheduler#606: the midnight job skipped the day after clocks went forward.
def test_midnight_is_not_skipped_when_clocks_go_forward() -> None:
    after = "2022-03-12T12:00:00-08:00"
    assert _theirs("US/Pacific", after, 2, hour=0, minute=0) == [
        "2022-03-13T00:00:00-08:00",
        "2022-03-15T00:00:00-07:00",
    ]
    assert _ours("daily 0:00 US/Pacific", after, 3) == [
        "2022-03-13: 2022-03-13T00:00:00-08:00",
        "2022-03-14: 2022-03-14T00:00:00-07:00",
        "2022-03-15: 2022-03-15T00:00:00-07:00",
    ]


# apscheduler#529: on weekdays at midnight, the Monday after was missed.
def test_the_monday_after_clocks_went_forward_is_not_missed() -> None:
    after = "2021-03-12T00:00:00.000001-06:00"
    weekdays = "Mon Tue Wed Thu Fri"
    assert _theirs("US/Central", after, 1, day_of_week="0-4", hour=0, minute=0) == [
        "2021-03-16T00:00:00-05:00"
    ]
    assert _ours(f"{weekdays} 0:00 US/Central", after, 2) == [
        "2021-03-15: 2021-03-15T00:00:00-05:00",
        "2021-03-16: 2021-03-16T00:00:00-05:00",
    ]


# apscheduler#1059: a time that does not exist was returned.
@pytest.mark.parametrize("minute", [0, 30])
def test_a_time_that_does_not_exist_is_never_returned(minute: int) -> None:
    after = "2013-03-09T12:00:00-05:00"
    theirs = _theirs("US/Eastern", after, 1, hour=2, minute=minute)
    assert theirs == [f"2013-03-10T02:{minute:02d}:00-05:00"]
    assert zone.local("US/Eastern", _us(theirs[0])).isoformat() != theirs[0]
    assert _ours(f"daily 2:{minute:02d} US/Eastern", after, 2) == [
        "2013-03-10: 2013-03-10T03:00:00-04:00",
        f"2013-03-11: 2013-03-11T02:{minute:02d}:00-04:00",
    ]


# The same with a gap of midnight itself, in Brazil: theirs leaves the day out.
def test_a_day_without_midnight_has_its_deadline_all_the_same() -> None:
    after = "2017-10-14T12:00:00-03:00"
    assert _theirs("America/Sao_Paulo", after, 1, hour=0, minute=0) == ["2017-10-16T00:00:00-02:00"]
    assert _ours("daily 0:00 America/Sao_Paulo", after, 2) == [
        "2017-10-15: 2017-10-15T01:00:00-02:00",
        "2017-10-16: 2017-10-16T00:00:00-02:00",
    ]


# apscheduler#980: in the hour that comes twice, the next of 1:00 was 1:00, for ever.
def test_the_next_is_always_later_than_the_last_in_the_hour_that_comes_twice() -> None:
    tz = zone.zone("Europe/London")
    trigger = CronTrigger(hour="1-23/2", minute=0, timezone=tz)
    now = datetime(2024, 10, 27, 1, 0, tzinfo=tz)
    last, theirs = now, []
    for _ in range(5):
        last = trigger.get_next_fire_time(last, now)
        theirs.append(last.isoformat())
    assert theirs == ["2024-10-27T01:00:00+00:00"] * 5
    assert _ours("daily 1:00 Europe/London", "2024-10-26T12:00:00+01:00", 3) == [
        "2024-10-27: 2024-10-27T01:00:00+01:00",
        "2024-10-28: 2024-10-28T01:00:00+00:00",
        "2024-10-29: 2024-10-29T01:00:00+00:00",
    ]


# apscheduler#1021: catching up on missed firings in that hour never ended.
def test_catching_up_in_the_hour_that_comes_twice_ends() -> None:
    tz = zone.zone("America/New_York")
    trigger = CronTrigger(hour=1, minute=0, second=10, timezone=tz)
    now = datetime(2025, 11, 2, 1, 0, 10, 10, tzinfo=tz)
    due, theirs = datetime(2025, 11, 2, 1, 0, 10, tzinfo=tz), 0
    while due <= now and theirs < 50:
        due, theirs = trigger.get_next_fire_time(due, now), theirs + 1
    assert theirs == 50
    rec = parse_wall("daily 1:00 America/New_York")
    missed, at = [], _us("2025-10-30T12:00:00-04:00")
    until = _us("2025-11-02T01:30:00-05:00")
    while (step := next_after(rec, at, None))[0] <= until:
        at = step[0]
        missed.append(step[1])
    assert missed == ["2025-10-31", "2025-11-01", "2025-11-02"]


# Once per local date: theirs fires twice on the day clocks go back.
@pytest.mark.parametrize(
    ("name", "hour", "minute", "after"),
    [
        ("Europe/Berlin", 2, 30, "2025-10-25T12:00:00+02:00"),
        ("Australia/Lord_Howe", 1, 45, "2025-04-05T12:00:00+11:00"),
    ],
)
def test_a_deadline_in_the_hour_that_comes_twice_comes_once(
    name: str, hour: int, minute: int, after: str
) -> None:
    theirs = _theirs(name, after, 2, hour=hour, minute=minute)
    assert theirs[0][:10] == theirs[1][:10]
    ours = _ours(f"daily {hour}:{minute:02d} {name}", after, 3)
    assert len({line[:10] for line in ours}) == 3
    assert ours[0].endswith(theirs[0])


# Whenever it is asked, and over both changes of a year, in zones of all kinds.
@pytest.mark.parametrize(
    "name",
    [
        "Europe/Berlin",
        "America/New_York",
        "America/Sao_Paulo",
        "America/St_Johns",
        "Australia/Lord_Howe",
        "Africa/Casablanca",
        "Asia/Kathmandu",
        "Pacific/Apia",
        "Pacific/Chatham",
    ],
)
def test_a_year_has_one_deadline_on_each_of_its_dates(name: str) -> None:
    for hour, minute in ((0, 0), (0, 30), (2, 0), (2, 30), (23, 59)):
        rec = WallRecurrence((0, 1, 2, 3, 4, 5, 6), hour, minute, name)
        at, keys, instants = _us("2010-12-31T12:00:00+00:00"), [], []
        for _ in range(800):
            at, key = next_after(rec, at, None)
            keys.append(key)
            instants.append(at)
        days = [datetime.fromisoformat(key) for key in keys]
        steps = {later - day for day, later in itertools.pairwise(days)}
        # Samoa had no 30 December in 2011.
        assert steps == {timedelta(days=1)} | ({timedelta(days=2)} if "Apia" in name else set())
        assert instants == sorted(set(instants))


# HeroesLounge#197: a deadline was stored as local time and read as UTC.
def test_a_deadline_is_stored_with_its_zone_and_its_instants_are_utc() -> None:
    rec = _of_days("Tue 20:00 Europe/Berlin")
    assert rec.zone == "Europe/Berlin"
    assert (rec.hour, rec.minute) == (20, 0)
    at, _ = next_after(rec, _us("2026-07-01T00:00:00+00:00"), None)
    assert at == _us("2026-07-07T18:00:00+00:00")
    for elsewhere in ("UTC", "America/New_York", "Asia/Tokyo"):
        other = WallRecurrence(rec.weekdays, rec.hour, rec.minute, elsewhere)
        assert next_after(other, _us("2026-07-01T00:00:00+00:00"), None)[0] != at


# mee6#157 and its like: the next was computed from the last run, so it drifted.
def test_a_late_run_does_not_move_the_next_one() -> None:
    rec = parse_wall("daily 20:00 Europe/Berlin")
    due, _ = next_after(rec, _us("2026-07-01T00:00:00+00:00"), None)
    on_time, _ = next_after(rec, due, None)
    for late in (1, 1_000_000, 3_600_000_000, 80_000_000_000):
        assert next_after(rec, due + late, None)[0] == on_time
