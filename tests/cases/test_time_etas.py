"""Due times: what is shown stays put until something that is written down moves it."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.clock import Clock, new_clock
from world.recurrence import Every, next_after

SECOND = 1_000_000
HOUR = 3600 * SECOND
DAY = 24 * HOUR
START = 1_772_391_600 * SECOND
RATES = st.sampled_from([(1, 1), (1, 3), (2, 7), (24, 1), (3600, 1)])


# webDiplomacy#726: a due time that moved without a logged cause.
@given(RATES, st.integers(1, 60 * 86_400_000))
def test_an_eta_read_every_hour_until_arrival_is_constant(rate: tuple[int, int], due: int) -> None:
    clock = new_clock(START, *rate)
    shown = clock.wall(due)
    assert shown is not None
    stored = msgspec.json.encode(clock)
    for hour in range(min((shown - START - 1) // HOUR + 1, 500)):
        now = START + hour * HOUR
        read = msgspec.json.decode(stored, type=Clock)  # as a page does, each time anew
        assert read.wall(due) == shown
        assert read.game(now) < due
        left = due - read.game(now)
        assert abs((shown - now) * rate[0] // (rate[1] * 1000) - left) <= 1 + rate[0] // 1000
    assert clock.game(shown) >= due


# The same, where something explains it: each change moves the ETA once, by what it says.
def test_an_eta_moves_only_with_a_change_and_by_what_the_change_says() -> None:
    clock = new_clock(START)
    due = 10 * 86_400_000
    seen: list[int | None] = []
    held = (START + 2 * DAY + 5 * HOUR, START + 2 * DAY + 8 * HOUR)
    for hour in range(10 * 24):
        now = START + hour * HOUR
        if now == held[0]:
            clock = clock.pause(now, held[1], "supper", "referee")
        if now == START + 6 * DAY:
            clock = clock.rerate(now, 2)
        seen.append(clock.wall(due))
    assert list(dict.fromkeys(seen)) == [
        START + 10 * DAY,
        START + 10 * DAY + 3 * HOUR,
        START + 6 * DAY + (4 * DAY + 3 * HOUR) // 2,
    ]


# zond/diplicity#72: a far deadline was refused by the timer underneath.
@pytest.mark.parametrize("rate", [(1, 3), (1, 1), (3600, 1)])
@pytest.mark.parametrize("due", [2**31 - 1, 2**31, 2**32, 400 * 86_400_000, 2**53])
def test_an_order_that_takes_400_days_and_more_has_a_due_time(
    rate: tuple[int, int], due: int
) -> None:
    clock = new_clock(START, *rate)
    wall = clock.wall(due)
    assert wall is not None
    assert wall - START == -(-due * 1000 * rate[1] // rate[0])
    assert clock.game(wall) >= due > clock.game(wall - 1)
    assert clock.answering(clock.answering_wall(due)) == due
    assert next_after(Every(due), 0, None)[0] == due


# simple-calendar#621: time kept as a counter in memory was lost on reload.
def test_time_derives_from_a_stored_anchor_and_not_from_reading_it() -> None:
    def reading(clock: Clock) -> tuple[int, int]:
        return clock.game(START + 100 * DAY + 1), clock.answering(START + 100 * DAY + 1)

    clock = new_clock(START, 1, 3).pause(START + DAY, START + 2 * DAY, "move", "referee")
    untouched = clock.rerate(START + 3 * DAY, 24)
    for step in range(1000):
        clock.game(START + step * HOUR)
        clock.wall(step)
    assert reading(clock.rerate(START + 3 * DAY, 24)) == reading(untouched)
    # 1 1/3 days have run (a day's pause between), then 97 days at 24:1, and the last microsecond.
    game = (3 - 1) * 86_400_000 // 3 + 97 * 24 * 86_400_000
    assert reading(untouched) == (game, 99 * 86_400_000)
