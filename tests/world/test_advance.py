"""Advancing a world: one order over all actors, the same however it is cut up."""

from __future__ import annotations

import subprocess
import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs import ferry, mill, replay
from tests.packs.lab import (
    Act,
    Poke,
    PokeFirst,
    PokeLast,
    lab,
    log_of,
    logged,
    question,
)
from tests.packs.play import (
    HOUR,
    MINUTE,
    SECOND,
    START,
    Play,
    Story,
    answer,
    begin,
    order,
    ordered,
)
from world.advance import StepFailed, advance, upcoming
from world.batch import Batch
from world.pack import Pack
from world.said import HoldClock, Input, Outage, ResumeClock, Saying, SetRate
from world.step import Step

HOUR_MS = 3_600_000
END = 60 * HOUR

#: Instants on which much falls together, a breath beside them, and any other.
offsets = (
    st.integers(0, 60).map(lambda hour: hour * HOUR)
    | st.builds(lambda hour, step: hour * HOUR + step, st.integers(1, 60), st.integers(-2, 2))
    | st.integers(1, 60 * 60).map(lambda minute: minute * MINUTE)
    | st.integers(0, END)
)
spans = st.sampled_from([1, 999, SECOND, MINUTE, HOUR, 7 * HOUR]) | st.integers(1, 20 * HOUR)


class Words(NamedTuple):
    """Something said *offset* µs after the start; ``span`` is how long a hold lasts."""

    offset: int
    person: str
    body: Saying | str
    span: int = 0
    ahead: int = 0


_letters = st.builds(
    ferry.Post, to=st.sampled_from(["ann", "ben", "cid"]), text=st.text(max_size=9)
)
ferry_words = st.builds(Words, offsets, st.sampled_from(["ann", "ben"]), _letters.map(order)) | (
    st.builds(
        Words,
        offsets,
        st.just("ann"),
        st.sampled_from(["fair", "dear", "free"]).map(lambda option: answer("D-TOLL", option)),
    )
)

carters = st.sampled_from(["abel", "bruno"])
mill_orders = (
    st.builds(mill.Cart, to=st.sampled_from(["mill", "village"]), sacks=st.integers(0, 3))
    | st.sampled_from([mill.Halt(), mill.Merge(), mill.Burn(), mill.Bluster()])
    | st.builds(mill.Lend, to=st.sampled_from(["abel", "bruno", "cain"]), coins=st.integers(0, 9))
).map(order)
mill_answers = st.sampled_from(
    [
        answer("D-TOLL-01", "pay"),
        answer("D-TOLL-01", "run", "catch me"),
        answer("D-FEAST-01", "dance"),
        answer("D-FEAST-01", "sing"),
    ]
)
referee = st.sampled_from(
    [
        order(mill.Jam()),
        order(mill.Jam(free=True)),
        answer("D-PRICE-01", "raise"),
        answer("D-KERNEL-QUARANTINE", "again"),
        answer("D-KERNEL-QUARANTINE", "skip"),
    ]
)
clock_words = (
    st.builds(Words, offsets, st.just("gm"), st.sampled_from(["hold", "outage", "freeze"]), spans)
    | st.builds(Words, offsets, st.just("gm"), st.just("hold"), spans, spans)
    | st.builds(
        Words,
        offsets,
        st.just("gm"),
        st.sampled_from([ResumeClock(), SetRate(numerator=0), SetRate(numerator=7, denominator=3)])
        | st.builds(SetRate, numerator=st.integers(0, 9), denominator=st.integers(1, 5)),
    )
)
mill_words = (
    st.builds(Words, offsets, carters, mill_orders)
    | st.builds(Words, offsets, carters, mill_answers)
    | st.builds(Words, offsets, st.just("gm"), referee)
    | clock_words
)


#: What is said in every example, so that the mill is never idle.
DAILY = [
    *(Words(h * HOUR, "abel", order(mill.Cart(sacks=h % 2))) for h in range(1, 60, 5)),
    *(Words(h * HOUR, "bruno", order(mill.Cart(sacks=0))) for h in range(2, 60, 3)),
    *(Words(h * HOUR + MINUTE, "abel", order(mill.Lend(to="bruno"))) for h in range(3, 60, 7)),
    *(Words(h * HOUR, "bruno", order(mill.Merge())) for h in range(5, 60, 4)),
    *(Words(h * HOUR, "abel", order(mill.Burn())) for h in range(6, 60, 9)),
    *(Words(h * HOUR + 30 * MINUTE, "gm", answer("D-PRICE-01", "raise")) for h in range(4, 60, 6)),
    *(Words(h * HOUR + 30 * MINUTE, "abel", answer("D-TOLL-01", "run")) for h in range(4, 60, 8)),
]


def spoken(play: Play, words: list[Words]) -> list[Input]:
    """Number what is said in the order in which it is received."""
    inputs = []
    for offset, person, body, span, ahead in sorted(words, key=lambda w: (w.offset, w.person)):
        now = play.at(offset)
        if body == "hold":
            start = now + ahead if ahead else None
            hold = HoldClock(reason="supper", start=start, until=now + ahead + span)
            inputs.append(play.says(person, hold, offset))
        elif isinstance(body, str):
            outage = Outage(
                start=now, end=now + span, policy="freeze" if body == "freeze" else "catch_up"
            )
            inputs.append(play.says("keeper", outage, offset))
        else:
            inputs.append(play.says(person, body, offset))
    return ordered(inputs)


class Cut(NamedTuple):
    """Advance to ``offset`` with at most ``limit`` events a batch; open the world afresh then."""

    offset: int
    limit: int | None
    afresh: bool


cuts = st.lists(
    st.builds(Cut, offsets, st.sampled_from([None, 1, 2, 7]), st.booleans()), max_size=8
)


def in_one_go(pack: Pack, words: list[Words]) -> Story:
    play = begin(pack)
    return play.keep(END, spoken(play, words)).story()


def in_pieces(pack: Pack, words: list[Words], pieces: list[Cut]) -> Story:
    play = begin(pack)
    inputs = spoken(play, words)
    for cut in sorted(pieces, key=lambda cut: cut.offset):
        now = play.at(cut.offset)
        play.keep(cut.offset, [s for s in inputs if s.received <= now], limit=cut.limit)
        inputs = [said for said in inputs if said.received > now]
        if cut.afresh:
            play.reopen()
    return play.keep(END, inputs, limit=1).story()


@given(words=st.lists(ferry_words, max_size=8), pieces=cuts)
def test_the_ferry_is_the_same_however_time_is_cut(words: list[Words], pieces: list[Cut]) -> None:
    assert in_pieces(ferry.PACK, words, pieces) == in_one_go(ferry.PACK, words)


@given(words=st.lists(mill_words, max_size=12).map(lambda words: DAILY + words), pieces=cuts)
def test_the_mill_is_the_same_however_time_is_cut(words: list[Words], pieces: list[Cut]) -> None:
    assert in_pieces(mill.PACK, words, pieces) == in_one_go(mill.PACK, words)


# --- processes -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["0", "1", "4242"])
def test_another_process_with_another_hash_seed_writes_the_same_bytes(seed: str) -> None:
    root = Path(__file__).parents[2]
    run = subprocess.run(
        [sys.executable, "-m", "tests.packs.replay"],
        cwd=root,
        env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == replay.digest()


def test_the_story_that_is_compared_has_everything_in_it() -> None:
    play = replay.played()
    kinds = {row.kind for row in play.journal}
    assert kinds >= {"occurrence", "heard", "arrive", "rot", "spill", "run", "time_limit", "grind"}
    assert "hold_ends" in kinds
    assert any(line.get("error") for line in play.lines())
    assert play.told("abel", "decision_changed")
    assert play.told("gm", "clock_changed")
    assert len(play.failed) == 1


# --- the order of instants -----------------------------------------------------------------------


def _say(name: str) -> Callable[[Step, Any], None]:
    return lambda step, _: logged(step, name, step.now)


def _meeting(step: Step) -> None:
    """An hour on: events of every rank, and the end of a time limit."""
    for subject in ("b", "a"):
        step.at(HOUR_MS, PokeLast(subject=subject, name="last"), "1")
        step.at(HOUR_MS, Poke(subject=subject, name="usual"), "2")
        step.at(HOUR_MS, PokeFirst(subject=subject, name="first"), "3")
    step.ask(question("limit", limit_ms=HOUR_MS))


def _named(name: str) -> Callable[[Step, Any], None]:
    return lambda step, event: logged(step, name, getattr(event, "subject", ""))


MEETING = lab(
    found=_meeting,
    first=_named("first"),
    usual=_named("usual"),
    last=_named("last"),
    said=_named("said"),
    limit=_named("limit"),
)


def test_at_one_instant_the_game_comes_first_then_what_is_said_then_time_limits() -> None:
    play = begin(MEETING)
    play.run(2 * HOUR, [play.says("ann", order(Act(name="said")), HOUR)])
    assert log_of(play.world) == (
        "first a", "first b", "usual a", "usual b", "last a", "last b", "said ", "limit ",
    )  # fmt: skip
    assert play.walls == [play.at(HOUR)] * 8


@pytest.mark.parametrize(("step", "place"), [(-1, 0), (0, 6), (1, 7)])
def test_a_microsecond_decides_between_what_is_said_and_what_is_due(step: int, place: int) -> None:
    play = begin(MEETING)
    play.run(2 * HOUR, [play.says("ann", order(Act(name="said")), HOUR + step)])
    assert log_of(play.world).index("said ") == place


def test_what_a_scripted_player_says_comes_after_what_the_game_brings_at_that_instant() -> None:
    play = begin(MEETING, "script: [{at: +1h, person: ann, order: act name=said}]")
    play.run(2 * HOUR)
    assert log_of(play.world)[-2:] == ("said ", "limit ")


def test_nothing_is_run_before_its_instant_and_everything_at_it() -> None:
    play = begin(MEETING)
    play.run(HOUR - 1)
    assert log_of(play.world) == ()
    assert play.world.now == 0  # looking does not move it
    play.run(HOUR)
    assert len(log_of(play.world)) == 7


def test_what_was_said_late_takes_hold_after_what_has_happened_and_never_before() -> None:
    play = begin(lab(found=_hours, hour=_say("hour"), said=_say("said")))
    late = play.says("ann", order(Act(name="said")), HOUR + 5 * SECOND)
    play.run(3 * HOUR)
    play.run(3 * HOUR, [late])
    assert log_of(play.world)[-1] == f"said {3 * HOUR_MS}"


def _hours(step: Step) -> None:
    for hour in range(1, 6):
        step.at(hour * HOUR_MS, Poke(subject="clock", name="hour"), str(hour))


@given(
    words=st.lists(mill_words, max_size=10).map(lambda words: DAILY + words),
    delays=st.lists(st.integers(0, 5 * HOUR), min_size=1),
)
def test_time_never_runs_backwards_in_the_journal_however_late_things_are_heard(
    words: list[Words], delays: list[int]
) -> None:
    play = begin(mill.PACK)
    inputs = spoken(play, words)
    arrivals = sorted(
        (said.received - play.start + delays[n % len(delays)], n) for n, said in enumerate(inputs)
    )
    for offset, n in arrivals:
        play.keep(offset, [inputs[n]])
    play.keep(END + 6 * HOUR)
    assert len(play.taken) == len(inputs)
    instants = [row.at for row in play.journal]
    assert instants == sorted(instants)
    play.kept()


# --- clocks --------------------------------------------------------------------------------------


def _due(body: Saying | None, offset: int = 4 * HOUR, *, person: str = "gm") -> int:
    """When, in µs after the start, an event due in ten game hours takes place."""

    def begun(step: Step) -> None:
        step.at(10 * HOUR_MS, Poke(subject="x", name="hour"))

    play = begin(lab(found=begun, hour=_say("hour")))
    inputs = [] if body is None else [play.says(person, body, offset)]
    play.run(100 * HOUR, inputs)
    assert log_of(play.world) == (f"hour {10 * HOUR_MS}",)
    return play.happened("poke")[0]


def test_a_new_rate_a_pause_and_a_freeze_move_what_is_due_exactly_as_they_should() -> None:
    at = START
    assert _due(None) == 10 * HOUR
    assert _due(SetRate(numerator=2)) == 7 * HOUR
    assert _due(SetRate(numerator=1, denominator=3)) == 22 * HOUR
    assert _due(HoldClock(reason="supper", until=at + 6 * HOUR + 1)) == 12 * HOUR + 1
    later = HoldClock(reason="supper", start=at + 9 * HOUR, until=at + 11 * HOUR)
    assert _due(later) == 12 * HOUR
    over = HoldClock(reason="supper", start=at + 20 * HOUR, until=at + 21 * HOUR)
    assert _due(over) == 10 * HOUR
    for policy, moved in (("freeze", 26 * HOUR), ("catch_up", 0)):
        outage = Outage(start=at + 4 * HOUR, end=at + 30 * HOUR, policy=policy)  # type: ignore[arg-type]
        assert _due(outage, person="keeper") == 10 * HOUR + moved


def test_resuming_early_gives_back_what_was_left_of_the_pause() -> None:
    def begun(step: Step) -> None:
        step.at(10 * HOUR_MS, Poke(subject="x", name="hour"))

    play = begin(lab(found=begun, hour=_say("hour")))
    hold = HoldClock(reason="supper", until=play.at(50 * HOUR))
    said = [play.says("gm", hold, 2 * HOUR), play.says("gm", ResumeClock(), 5 * HOUR)]
    play.run(60 * HOUR, said)
    assert play.happened("poke") == [13 * HOUR]


def test_while_the_clock_stands_people_may_speak_and_their_time_runs() -> None:
    def begun(step: Step) -> None:
        step.at(2 * HOUR_MS, Poke(subject="x", name="hour"))
        step.ask(question("limit", limit_ms=3 * HOUR_MS))

    play = begin(lab(found=begun, hour=_say("hour"), said=_say("said"), limit=_say("limit")))
    play.run(
        90 * HOUR,
        [
            play.says("gm", SetRate(numerator=0), HOUR),
            play.says("ann", order(Act(name="said")), 2 * HOUR),
            play.says("gm", SetRate(numerator=1), 10 * HOUR),
        ],
    )
    assert log_of(play.world) == (
        f"said {HOUR_MS}", f"limit {HOUR_MS}", f"hour {2 * HOUR_MS}",
    )  # fmt: skip
    assert play.happened("time_limit") == [3 * HOUR]
    assert play.happened("poke") == [11 * HOUR]


@pytest.mark.parametrize("second", [HoldClock(reason="guests", until=START + 9 * HOUR), None])
def test_the_end_of_a_pause_is_told_once_when_time_runs_again(second: HoldClock | None) -> None:
    play = begin(lab())
    said = [play.says("gm", HoldClock(reason="supper", until=play.at(5 * HOUR)), HOUR)]
    if second is not None:
        said.append(play.says("gm", second, 2 * HOUR))
    # At half the rate, so that a game millisecond would be two of the reader's.
    said.append(play.says("gm", SetRate(numerator=1, denominator=2), 3 * HOUR))
    play.run(20 * HOUR, said)
    resumed = [told for told in play.told("ann", "clock_changed") if told["what"] == "resumed"]
    assert len(resumed) == 1
    ends = 5 * HOUR if second is None else 9 * HOUR
    (at,) = play.happened("hold_ends")
    assert ends < at <= ends + 1000


def test_the_end_of_a_pause_called_off_by_hand_is_not_told_again() -> None:
    play = begin(lab())
    said = [
        play.says("gm", HoldClock(reason="supper", until=play.at(5 * HOUR)), HOUR),
        play.says("gm", ResumeClock(), 2 * HOUR),
    ]
    play.run(20 * HOUR, said)
    assert [told["what"] for told in play.told("ben", "clock_changed")] == ["paused", "resumed"]
    assert play.happened("hold_ends") == []
    assert play.world.next_due() is None


def test_a_scheduled_pause_whose_rate_changes_first_still_ends_when_it_ends() -> None:
    play = begin(lab())
    hold = HoldClock(reason="holiday", start=play.at(10 * HOUR), until=play.at(12 * HOUR))
    said = [
        play.says("gm", hold, HOUR),
        play.says("gm", SetRate(numerator=4), 2 * HOUR),
        play.says("keeper", Outage(start=play.at(3 * HOUR), end=play.at(4 * HOUR)), 3 * HOUR),
    ]
    play.run(20 * HOUR, said)
    (at,) = play.happened("hold_ends")
    assert 12 * HOUR < at <= 12 * HOUR + 1000


def test_an_outage_entered_for_time_already_played_does_not_touch_what_was_played() -> None:
    def begun(step: Step) -> None:
        step.at(2 * HOUR_MS, Poke(subject="x", name="hour"))
        step.at(3 * HOUR_MS, Poke(subject="x", name="hour"), "2")

    play = begin(lab(found=begun, hour=_say("hour")))
    play.run(2 * HOUR)
    outage = Outage(start=play.at(HOUR), end=play.at(9 * HOUR), policy="freeze")
    play.run(20 * HOUR, [play.says("keeper", outage, HOUR)])
    assert play.happened("poke") == [2 * HOUR, 10 * HOUR]


# --- limits and failures -------------------------------------------------------------------------


def test_a_limit_is_kept_and_more_says_whether_something_is_left() -> None:
    play = begin(MEETING)
    for count in range(1, 8):
        batch = advance(play.world, play.at(HOUR), limit=1)
        assert batch.events == len(batch.journal_rows) == len(batch.walls) == 1
        assert batch.more == (count < 7)
    batch = advance(play.world, play.at(HOUR), limit=0)
    assert not batch.more
    assert batch.events == 0


def test_a_failing_event_names_itself_and_what_ran_before_it_is_sound() -> None:
    def begun(step: Step) -> None:
        step.at(HOUR_MS, Poke(subject="a", name="fine"))
        step.at(HOUR_MS, PokeLast(subject="b", name="bad"))

    def bad(_step: Step, _: Any) -> None:
        raise ValueError("broken")

    play = begin(lab(found=begun, fine=_say("fine"), bad=bad))
    batch = Batch()
    with pytest.raises(StepFailed, match="broken") as caught:
        advance(play.world, play.at(2 * HOUR), into=batch)
    assert isinstance(caught.value.entry.event, PokeLast)
    assert isinstance(caught.value.error, ValueError)
    assert batch.events == len(batch.walls) == 1
    assert upcoming(play.world, play.at(2 * HOUR), deque()) == caught.value.entry.id
    play.write(batch)
    play.kept()


def test_upcoming_names_what_advance_would_run() -> None:
    play = begin(MEETING)
    said = deque([play.says("ann", order(Act(name="said")), HOUR)])
    names = []
    while (name := upcoming(play.world, play.at(HOUR), said)) is not None:
        names.append(name)
        play.write(advance(play.world, play.at(HOUR), inputs=said, limit=1))
    assert names == [row.event for row in play.journal[1:]]
