"""Pauses and rates: a reason, a limit and an end; cancel cancels; 0 means stopped."""

from __future__ import annotations

import msgspec
import pytest

from world import zone
from world.clock import DAY, Clock, Hold, Rate, new_clock, parse_rate
from world.errors import Refused
from world.recurrence import next_after, parse_wall

HOUR = 3_600_000_000
START = 1_772_391_600_000_000


# diplicity-react#1057: an extension clicked six times in seconds pushed a deadline out by months.
def test_one_extension_asked_six_times_is_one_extension() -> None:
    clock = new_clock(START)
    until = START + 7 * DAY
    for click in range(6):
        clock = clock.pause(START + click * 1_000_000, until, "holiday", "Ann")
    assert clock.answering_wall(1) == until + 1_000
    assert clock.wall(1) == until + 1_000


def test_extensions_one_after_another_have_a_cap() -> None:
    clock = new_clock(START)
    for week in range(1, 5):
        clock = clock.pause(START + week, START + week * 7 * DAY, "a little longer", "Ann")
    with pytest.raises(Refused) as refused:
        clock.pause(START + 5, START + 35 * DAY, "a little longer", "Ann")
    assert refused.value.code == "E-CLOCK-LONG"
    assert clock.game(START + 28 * DAY) == 0
    assert clock.game(START + 29 * DAY) == 86_400_000


def test_a_deadline_at_a_fixed_hour_stays_on_its_hour_whatever_is_extended() -> None:
    grid = parse_wall("Tue and Fri 20:00 Europe/Berlin")
    clock = new_clock(START).pause(START + HOUR, START + 5 * DAY + 1234567, "fair", "Ann")
    due, key = next_after(grid, START, None)
    while clock.holds_at(due):
        due, key = next_after(grid, due, None)
    assert key == "2026-03-10"
    assert zone.local("Europe/Berlin", due).isoformat() == "2026-03-10T20:00:00+01:00"


# diplicity-react#1058: an endless pause by an interested party.
def test_every_pause_has_a_reason_a_maximum_and_an_automatic_end() -> None:
    clock = new_clock(START)
    for until, reason, code in (
        (START + 31 * DAY, "a long holiday", "E-CLOCK-LONG"),
        (2**62, "for ever", "E-CLOCK-LONG"),
        (START + DAY, "", "E-CLOCK-REASON"),
        (START, "nothing", "E-CLOCK-END"),
    ):
        with pytest.raises(Refused) as refused:
            clock.pause(START, until, reason, "Ann")
        assert refused.value.code == code
    paused = clock.pause(START, START + 30 * DAY, "a long holiday", "Ann")
    # Nobody does anything: the end is part of the clock already.
    assert paused.game(START + 31 * DAY) == 86_400_000


def test_a_pause_cannot_be_prolonged_by_touching_pieces_of_several_people() -> None:
    clock = new_clock(START).pause(START, START + 15 * DAY, "holiday", "Ann")
    clock = clock.schedule_hold(START + 20 * DAY, START + 33 * DAY, "holiday", "Cem", now=START + 1)
    with pytest.raises(Refused, match="without a break"):
        clock.schedule_hold(START + 15 * DAY, START + 20 * DAY, "between", "Bea", now=START + 2)


# PZServerDiscordBot#149: the abort was acknowledged, and yet the job fired.
def test_a_cancelled_pause_does_not_come() -> None:
    clock = new_clock(START)
    planned = clock.schedule_hold(START + DAY, START + 2 * DAY, "feast", "Ann", now=START)
    (hold,) = planned.holds
    off = planned.cancel_hold(hold, now=START + HOUR)
    assert off.holds == ()
    for wall in range(START, START + 3 * DAY, HOUR):
        assert off.game(wall) == clock.game(wall)
        assert not off.holds_at(wall)
    with pytest.raises(Refused, match="called off before"):
        off.cancel_hold(hold, now=START + HOUR)


def test_the_next_pause_named_is_the_one_that_comes() -> None:
    clock = new_clock(START)
    for day in (3, 1, 2):
        begins = START + day * DAY
        clock = clock.schedule_hold(begins, begins + HOUR, f"day {day}", "Ann", now=START)
    first = clock.holds[0]
    clock = clock.cancel_hold(first, now=START)
    with pytest.raises(Refused, match="next pause begins at 2026-03-03 19:00:00 UTC"):
        clock.resume(START)
    assert [hold.reason for hold in clock.holds] == ["day 2", "day 3"]
    assert clock.wall(2 * 86_400_000 + 1) == START + 2 * DAY + HOUR + 1_000


def test_a_running_pause_is_ended_from_now_on_and_not_from_its_beginning() -> None:
    clock = new_clock(START).pause(START, START + 5 * HOUR, "supper", "Ann")
    (hold,) = clock.holds
    ended = clock.cancel_hold(hold, now=START + 2 * HOUR)
    assert ended.holds == (Hold(START, START + 2 * HOUR, "supper", "Ann", "pause"),)
    assert ended.game(START + 3 * HOUR) == 3_600_000


# pah-irc#76: texts that state a fixed figure whatever the setting.
@pytest.mark.parametrize("days", [1, 7, 45])
def test_the_maximum_named_in_a_refusal_is_the_one_that_is_set(days: int) -> None:
    clock = new_clock(START)
    with pytest.raises(Refused) as refused:
        clock.pause(START, START + 100 * DAY, "fair", "Ann", max_pause=days * DAY)
    assert f"longest pause allowed is {days} day" in refused.value.text
    assert ("30 days" in refused.value.text) is (days == 30)
    clock.pause(START, START + days * DAY, "fair", "Ann", max_pause=days * DAY)


# Calendaria#268: rate 0 silently became rate 1.
@pytest.mark.parametrize("zero", ["0", "0:1", "0/7", "0.0"])
def test_rate_zero_means_stopped_and_stays_zero_in_the_store(zero: str) -> None:
    rate = parse_rate(zero)
    assert rate == Rate(0, 1)
    clock = new_clock(START).rerate(START + HOUR, rate.num, rate.den)
    again = msgspec.json.decode(msgspec.json.encode(clock), type=Clock)
    for stopped in (clock, again, new_clock(START - HOUR, 0).rerate(START, 0, 5)):
        assert stopped.rate_at(START + 2 * HOUR) == Rate(0, 1)
        assert stopped.game(START + 400 * DAY) == stopped.game(START + HOUR)
    assert clock.wall(3_600_001) is None


def test_no_change_of_rate_makes_the_clock_jump() -> None:
    # There is no way to set the clock forward or back: only how fast it goes from now on.
    clock = new_clock(START)
    for rate in ((3600, 1), (0, 1), (1, 3600), (10**6, 1), (1, 1)):
        before = clock.game(START + HOUR)
        clock = clock.rerate(START + HOUR, *rate)
        assert clock.game(START + HOUR) == before
    undone = new_clock(START).rerate(START + HOUR, 10**6).rerate(START + HOUR, 1)
    assert undone.wall(10**9) == new_clock(START).wall(10**9)
