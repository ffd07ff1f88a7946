"""The clock: two times, exact to the microsecond, whose past no change can touch."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from world.clock import (
    DAY,
    MAX_PAUSE,
    Clock,
    Hold,
    Rate,
    new_clock,
    parse_rate,
)
from world.entity import require_immutable
from world.errors import Fault, Refused

SECOND = 1_000_000
HOUR = 3600 * SECOND
START = 1_772_391_600_000_000  # a Sunday evening in March 2026

RATES = [(0, 1), (1, 3), (1, 1), (2, 7), (24, 1), (997, 1000), (3600, 1), (1, 86_400), (86_400, 1)]

rates = st.sampled_from(RATES) | st.tuples(st.integers(0, 5000), st.integers(1, 5000))
#: Steps from one change to the next: mostly odd microseconds, sometimes days.
steps = st.integers(0, 5000) | st.integers(0, 40 * DAY)
spans = st.integers(1, 5000) | st.integers(1, 10 * DAY)

Change = Callable[[Clock, int], Clock]


def _paused(span: int) -> Change:
    return lambda clock, now: clock.pause(
        now, max(now, clock.changed) + span, "supper", "referee", max_pause=10**18
    )


def _scheduled(ahead: int, span: int) -> Change:
    def change(clock: Clock, now: int) -> Clock:
        start = max(now, clock.changed) + ahead
        return clock.schedule_hold(
            start, start + span, "holiday", "referee", now=now, max_pause=10**18
        )

    return change


def _resumed(clock: Clock, now: int) -> Clock:
    if any(hold.stops_game for hold in clock.holds_at(max(now, clock.changed))):
        return clock.resume(now)
    return clock


changes: st.SearchStrategy[Change] = st.one_of(
    st.builds(_paused, spans),
    st.builds(_scheduled, spans, spans),
    st.just(_resumed),
    rates.map(lambda rate: lambda clock, now: clock.rerate(now, *rate)),
    spans.map(lambda span: lambda clock, now: clock.outage(now, now + span)),
    spans.map(lambda span: lambda clock, now: clock.freeze(now, now + span)),
)


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[int, Clock]]:
    """Clocks, each with the instant of the change that led to it, the first with its start."""
    clock = new_clock(START, *draw(rates))
    now = START + draw(st.integers(-DAY, DAY))
    history = [(START, clock)]
    for change in draw(st.lists(changes, max_size=8)):
        now += draw(steps)
        clock = change(clock, now)
        history.append((now, clock))
    return history


clocks = histories().map(lambda history: history[-1][1])


def _instants(clock: Clock) -> list[int]:
    """Every instant at which the clock bends, with its neighbours, and some far away."""
    bends = {clock.start, clock.changed, START - DAY, START + 400 * DAY, START + 10**16}
    bends |= {segment.wall for segment in clock.segments}
    bends |= {at for hold in clock.holds for at in (hold.start, hold.end)}
    return sorted({at + step for at in bends for step in (-1000, -1, 0, 1, 499, 1000)})


def _standing(clock: Clock, since: int, until: int, *, game: bool) -> int:
    """How long time stood between two instants, counted cut by cut: the slow way."""
    cuts = sorted(
        {since, until} | {at for h in clock.holds for at in (h.start, h.end) if since < at < until}
    )
    return sum(
        right - left
        for left, right in itertools.pairwise(cuts)
        if any(h.start <= left < h.end for h in clock.holds if h.stops_game or not game)
    )


def _slow_game(clock: Clock, wall: int) -> int:
    """Game time by the definition: in fractions, from the anchor before."""
    if wall < clock.start:
        return 0
    anchor = [segment for segment in clock.segments if segment.wall <= wall][-1]
    ran = wall - anchor.wall - _standing(clock, anchor.wall, wall, game=True)
    return int((anchor.game + ran * Fraction(anchor.num, anchor.den)) // 1000)


# --- the pair ------------------------------------------------------------------------------------


@given(clocks)
@example(new_clock(START, 1, 3))
@example(new_clock(START, 3600, 1))
def test_readings_follow_the_definition_at_every_bend(clock: Clock) -> None:
    for wall in _instants(clock):
        assert clock.game(wall) == _slow_game(clock, wall)
        if wall >= START:
            ran = wall - START - _standing(clock, START, wall, game=False)
            assert clock.answering(wall) == ran // 1000


@given(clocks, st.lists(st.integers(1, 10**12), max_size=5))
def test_wall_is_the_earliest_microsecond_at_which_game_time_is_reached(
    clock: Clock, more: list[int]
) -> None:
    reached = {clock.game(wall) for wall in _instants(clock)}
    for game in sorted({max(1, g + step) for g in reached for step in (-1, 0, 1)} | set(more)):
        wall = clock.wall(game)
        if wall is None:
            assert clock.segments[-1].num == 0
            assert clock.game(START + 10**18) < game
        else:
            assert clock.game(wall) >= game
            assert clock.game(wall - 1) < game


@given(clocks, st.lists(st.integers(1, 10**12), max_size=5))
def test_answering_wall_is_the_earliest_microsecond_too(clock: Clock, more: list[int]) -> None:
    reached = {clock.answering(wall) for wall in _instants(clock)}
    for ms in sorted({max(1, a + step) for a in reached for step in (-1, 0, 1)} | set(more)):
        wall = clock.answering_wall(ms)
        assert clock.answering(wall) == ms
        assert clock.answering(wall - 1) == ms - 1


@given(clocks)
def test_game_and_wall_are_a_galois_pair_from_the_start_on(clock: Clock) -> None:
    walls = [wall for wall in _instants(clock) if wall >= START]
    games = sorted({clock.game(wall) for wall in walls})
    for wall in walls:
        for game in games:
            image = clock.wall(game)
            assert (image is not None and image <= wall) == (game <= clock.game(wall))


@given(clocks)
def test_neither_time_ever_runs_backwards(clock: Clock) -> None:
    walls = _instants(clock)
    for read in (clock.game, clock.answering):
        readings = [read(wall) for wall in walls]
        assert readings == sorted(readings)


@pytest.mark.parametrize("rate", RATES)
def test_before_the_start_both_times_are_zero(rate: tuple[int, int]) -> None:
    clock = new_clock(START, *rate)
    for wall in (START, START - 1, START - 1_000_001, 0, -START, -(10**20)):
        assert clock.game(wall) == 0
        assert clock.answering(wall) == 0
    assert clock.wall(0) == clock.wall(-5) == START
    assert clock.answering_wall(0) == clock.answering_wall(-5) == START


@pytest.mark.rule("C-TIME-01")
def test_a_game_day_lasts_a_real_day_by_default() -> None:
    clock = new_clock(START)
    assert clock.game(START + DAY) == 86_400_000
    assert clock.wall(86_400_000) == START + DAY


@pytest.mark.parametrize(
    ("num", "den", "after_us", "game_ms"),
    [
        (1, 3, 3 * HOUR, 3_600_000),
        (1, 3, 3 * HOUR - 1, 3_599_999),
        (3600, 1, SECOND, 3_600_000),
        (3600, 1, 1, 3),
        (14_400, 1, 60 * SECOND, 10 * 86_400_000),
    ],
)
def test_rates_are_exact(num: int, den: int, after_us: int, game_ms: int) -> None:
    assert new_clock(START, num, den).game(START + after_us) == game_ms


# --- the past ------------------------------------------------------------------------------------


@given(histories())
def test_no_change_touches_the_past(history: list[tuple[int, Clock]]) -> None:
    for (_, before), (now, after) in itertools.pairwise(history):
        for wall in [now, *_instants(before), *_instants(after)]:
            if wall <= now:
                assert after.game(wall) == before.game(wall)
                assert after.answering(wall) == before.answering(wall)


def test_a_new_rate_does_not_round_up_the_millisecond_that_is_not_over() -> None:
    clock = new_clock(START, 1, 3)  # 2,999 µs on: 999 2/3 µs of game
    for num, den in ((1, 1), (0, 1), (3600, 1), (1, 7)):
        assert clock.rerate(START + 2999, num, den).game(START + 2999) == 0


@given(histories())
def test_no_change_makes_game_time_leap(history: list[tuple[int, Clock]]) -> None:
    for now, clock in history[1:]:
        fastest = max(segment.num // segment.den for segment in clock.segments)
        assert clock.game(now + 1) - clock.game(now) <= 1 + fastest // 1000


@given(histories(), st.data())
def test_tidying_changes_no_reading(history: list[tuple[int, Clock]], data: st.DataObject) -> None:
    clock = history[-1][1]
    extra = [
        Hold(start, start + data.draw(spans), "kept", "referee", kind)
        for hold in clock.holds
        for kind in ("pause", "outage")
        for start in (hold.start,)
    ]
    crowded = msgspec.structs.replace(clock, holds=tuple(sorted({*clock.holds, *extra})))
    later = max([clock.changed, *(hold.end for hold in crowded.holds)]) + HOUR
    tidied = crowded.rerate(later, 12345, 7)
    tidied = tidied.pause(later, later + 1, "to tidy", "referee").resume(later)
    assert len(tidied.holds) <= len(crowded.holds)
    for wall in _instants(crowded):
        if wall <= later:
            assert tidied.game(wall) == crowded.game(wall)
            assert tidied.answering(wall) == crowded.answering(wall)


@given(histories())
def test_a_clock_is_stored_and_read_back_byte_for_byte(history: list[tuple[int, Clock]]) -> None:
    clock = history[-1][1]
    clock.game(START)  # a compiled face must not reach the stored body
    stored = msgspec.json.encode(clock, order="deterministic")
    again = msgspec.json.decode(stored, type=Clock)
    assert again == clock
    assert msgspec.json.encode(again, order="deterministic") == stored


def test_a_clock_is_an_entity_with_immutable_fields() -> None:
    require_immutable(Clock)


def test_a_clock_without_an_anchor_is_a_fault() -> None:
    with pytest.raises(Fault):
        Clock(start=START, segments=(), changed=START)


@given(st.lists(rates, min_size=1, max_size=20), st.integers(1, 10**9))
def test_many_rate_changes_lose_less_than_a_microsecond_of_game_each(
    series: list[tuple[int, int]], step: int
) -> None:
    clock = new_clock(START)
    now, exact, rate = START, Fraction(0), Fraction(1)
    for num, den in series:
        now += step
        exact += step * rate
        clock, rate = clock.rerate(now, num, den), Fraction(num, den)
    assert 0 <= exact / 1000 - clock.game(now) < 1 + Fraction(len(series), 1000)


# --- changes -------------------------------------------------------------------------------------


def test_a_pause_stops_both_times_and_ends_by_itself() -> None:
    clock = new_clock(START).pause(START + HOUR, START + 3 * HOUR, "supper", "Ann")
    assert clock.game(START + 2 * HOUR) == clock.answering(START + 2 * HOUR) == 3_600_000
    assert clock.game(START + 4 * HOUR) == clock.answering(START + 4 * HOUR) == 2 * 3_600_000
    assert clock.stands_at(START + 2 * HOUR)
    assert not clock.stands_at(START + 3 * HOUR)
    assert [hold.reason for hold in clock.holds_at(START + 2 * HOUR)] == ["supper"]


def test_nested_pauses_count_as_their_union() -> None:
    clock = new_clock(START)
    clock = clock.pause(START, START + 4 * HOUR, "supper", "Ann")
    clock = clock.pause(START + HOUR, START + 2 * HOUR, "telephone", "Bea")
    clock = clock.pause(START + 3 * HOUR, START + 6 * HOUR, "a walk", "Cem")
    assert clock.game(START + 6 * HOUR) == 0
    assert clock.game(START + 7 * HOUR) == 3_600_000


def test_one_persons_resume_leaves_the_pause_of_another() -> None:
    clock = new_clock(START)
    clock = clock.pause(START, START + 4 * HOUR, "supper", "Ann")
    clock = clock.pause(START, START + 6 * HOUR, "a walk", "Cem")
    assert clock.resume(START + HOUR, by="Cem").wall(1) == START + 4 * HOUR + 1000
    assert clock.resume(START + HOUR).wall(1) == START + HOUR + 1000


def test_resume_keeps_what_is_scheduled_for_later() -> None:
    clock = new_clock(START).schedule_hold(
        START + 10 * HOUR, START + 12 * HOUR, "holiday", "Ann", now=START
    )
    clock = clock.pause(START, START + 2 * HOUR, "supper", "Ann").resume(START + HOUR)
    assert clock.game(START + 12 * HOUR) == 9 * 3_600_000


def test_pausing_moves_every_eta_by_the_length_of_the_pause() -> None:
    clock = new_clock(START, 4)
    later = clock.pause(START + HOUR, START + 3 * HOUR, "supper", "Ann")
    for game in (20_000_000, 123_456_789, 400 * 86_400_000):
        before, after = clock.wall(game), later.wall(game)
        assert before is not None
        assert after == before + 2 * HOUR


def test_a_new_rate_leaves_time_limits_where_they_were() -> None:
    clock = new_clock(START)
    faster = clock.rerate(START + HOUR, 3600)
    assert faster.answering_wall(86_400_000) == clock.answering_wall(86_400_000) == START + DAY
    assert faster.wall(86_400_000) == START + HOUR + 23 * SECOND


def test_an_outage_cannot_eat_a_time_limit_while_game_time_catches_up() -> None:
    clock = new_clock(START).outage(START + HOUR, START + 11 * HOUR)
    assert clock.answering(START + 11 * HOUR) == 3_600_000
    assert clock.answering_wall(2 * 3_600_000) == START + 12 * HOUR
    assert clock.game(START + 11 * HOUR) == 11 * 3_600_000


def test_a_frozen_outage_stops_both_times() -> None:
    clock = new_clock(START).freeze(START + HOUR, START + 11 * HOUR)
    assert clock.game(START + 11 * HOUR) == clock.answering(START + 11 * HOUR) == 3_600_000


def test_a_freeze_that_reaches_behind_the_last_change_leaves_settled_game_time() -> None:
    clock = new_clock(START).rerate(START + 2 * HOUR, 2)
    frozen = clock.freeze(START + HOUR, START + 4 * HOUR)
    assert frozen.game(START + 2 * HOUR) == clock.game(START + 2 * HOUR)
    assert frozen.game(START + 4 * HOUR) == clock.game(START + 2 * HOUR)
    assert frozen.answering(START + 4 * HOUR) == 3_600_000
    behind = clock.freeze(START, START + HOUR)
    assert behind.game(START + HOUR) == clock.game(START + HOUR)
    assert behind.answering(START + 2 * HOUR) == 3_600_000


def test_rate_zero_means_stopped_and_the_limits_of_people_run_on() -> None:
    clock = new_clock(START).rerate(START + HOUR, 0)
    assert clock.game(START + 400 * DAY) == 3_600_000
    assert clock.wall(3_600_000) == START + HOUR
    assert clock.wall(3_600_001) is None
    assert clock.answering(START + 2 * HOUR) == 2 * 3_600_000
    assert clock.rate_at(START + 2 * HOUR) == Rate(0, 1)
    assert clock.stands_at(START + 2 * HOUR)
    again = clock.rerate(START + 3 * HOUR, 1)
    assert again.wall(3_600_001) == START + 3 * HOUR + 1000


def test_setting_the_rate_that_holds_changes_nothing() -> None:
    clock = new_clock(START, 2, 6)
    assert clock.rerate(START + 12_345, 1, 3) is clock


def test_a_rate_set_before_the_start_counts_from_the_start() -> None:
    clock = new_clock(START).rerate(START - DAY, 4)
    assert len(clock.segments) == 1
    assert clock.game(START + HOUR) == 4 * 3_600_000


def test_a_stepped_back_machine_clock_counts_as_the_instant_of_the_last_change() -> None:
    clock = new_clock(START).rerate(START + HOUR, 2)
    back = clock.rerate(START + HOUR - 5000, 3)
    assert back == clock.rerate(START + HOUR, 3)
    assert back.game(START + HOUR - 1000) == clock.game(START + HOUR - 1000)


def test_a_far_instant_is_as_good_as_a_near_one() -> None:
    clock = new_clock(START)
    assert clock.wall(400 * 86_400_000) == START + 400 * DAY
    assert clock.wall(2**31) == START + 2**31 * 1000
    assert clock.game(START + 2**63) == 2**63 // 1000
    assert clock.answering_wall(2**40) == START + 2**40 * 1000


# --- refusals ------------------------------------------------------------------------------------


def _refusals() -> dict[str, tuple[str, Callable[[], object]]]:
    clock = new_clock(START)
    paused = clock.pause(START, START + 25 * DAY, "holiday", "Ann")
    ahead = clock.schedule_hold(START + DAY, START + 2 * DAY, "feast", "Ann", now=START)
    gone = Hold(START, START + 1, "past", "Ann", "pause")
    return {
        "negative rate": ("E-CLOCK-RATE", lambda: clock.rerate(START, -1)),
        "divided by zero": ("E-CLOCK-RATE", lambda: clock.rerate(START, 1, 0)),
        "negative from the start": ("E-CLOCK-RATE", lambda: new_clock(START, -1, 3)),
        "ends before it begins": ("E-CLOCK-END", lambda: clock.pause(START, START, "x", "Ann")),
        "no reason": ("E-CLOCK-REASON", lambda: clock.pause(START, START + 1, " ", "Ann")),
        "nobody": ("E-CLOCK-REASON", lambda: clock.pause(START, START + 1, "x", "")),
        "too long": (
            "E-CLOCK-LONG",
            lambda: clock.pause(START, START + MAX_PAUSE + 1, "x", "Ann"),
        ),
        "too long by settings": (
            "E-CLOCK-LONG",
            lambda: clock.pause(START, START + 2 * DAY, "x", "Ann", max_pause=DAY),
        ),
        "too long in one row": (
            "E-CLOCK-LONG",
            lambda: paused.pause(START + 24 * DAY, START + 31 * DAY, "x", "Bea"),
        ),
        "too long scheduled on": (
            "E-CLOCK-LONG",
            lambda: paused.schedule_hold(START + 25 * DAY, START + 31 * DAY, "x", "Bea", now=START),
        ),
        "in the past": (
            "E-CLOCK-PAST",
            lambda: clock.schedule_hold(START, START + DAY, "x", "Ann", now=START + 1),
        ),
        "not paused": ("E-CLOCK-RUNNING", lambda: clock.resume(START + 1)),
        "only scheduled": ("E-CLOCK-RUNNING", lambda: ahead.resume(START + 1)),
        "not theirs": ("E-CLOCK-RUNNING", lambda: paused.resume(START + 1, by="Bea")),
        "stopped by rate": (
            "E-CLOCK-RUNNING",
            lambda: clock.rerate(START, 0).resume(START + 1),
        ),
        "over already": ("E-CLOCK-RUNNING", lambda: clock.cancel_hold(gone, now=START + 5)),
        "empty outage": ("E-CLOCK-END", lambda: clock.outage(START + 1, START + 1)),
        "empty freeze": ("E-CLOCK-END", lambda: clock.freeze(START + 1, START)),
    }


@pytest.mark.parametrize("case", _refusals())
def test_a_refused_change_says_what_was_left_and_what_to_do(case: str) -> None:
    code, change = _refusals()[case]
    with pytest.raises(Refused) as refused:
        change()
    assert refused.value.code == code
    assert "left as it was" in refused.value.text


def test_the_refusal_of_a_resume_names_what_would_help() -> None:
    ahead = new_clock(START).schedule_hold(START + DAY, START + 2 * DAY, "feast", "Ann", now=START)
    with pytest.raises(Refused, match="2026-03-02 19:00:00 UTC: cancel"):
        ahead.resume(START)
    with pytest.raises(Refused, match="set a rate"):
        new_clock(START, 0).resume(START)
    with pytest.raises(Refused, match="runs at 1:3"):
        new_clock(START, 1, 3).resume(START)


def test_the_refusal_of_a_long_pause_names_the_latest_end_that_is_allowed() -> None:
    paused = new_clock(START).pause(START, START + 25 * DAY, "holiday", "Ann")
    with pytest.raises(Refused, match=r"30 days, 0:00:00.*no later than 2026-03-31 19:00:00 UTC"):
        paused.pause(START + 24 * DAY, START + 31 * DAY, "x", "Bea")
    paused.pause(START + 24 * DAY, START + 30 * DAY, "x", "Bea")


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("1", (1, 1)),
        ("0", (0, 1)),
        ("0:5", (0, 1)),
        ("3600:1", (3600, 1)),
        (" 1:3 ", (1, 3)),
        ("1/3", (1, 3)),
        ("4 : 6", (2, 3)),
        ("0.25", (1, 4)),
        ("2.50", (5, 2)),
        ("0.0", (0, 1)),
    ],
)
def test_rates_are_read_exactly(text: str, rate: tuple[int, int]) -> None:
    assert parse_rate(text) == Rate(*rate)
    assert parse_rate(str(Rate(*rate))) == Rate(*rate)


@pytest.mark.parametrize(
    "text", ["", "-1", "-1:3", "1:0", "1:-3", "fast", "nan", "1e9", ".5", "1:2:3", "٣", "9" * 99]
)
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_rate(text)
    assert refused.value.code == "E-CLOCK-RATE"
