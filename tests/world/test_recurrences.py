"""Recurrences in a running campaign: none twice, none lost, deadlines on their grid."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs.lab import Act, Deadline, Poke, Thing, lab, log_of, logged
from tests.packs.play import DAY, HOUR, MINUTE, SECOND, START, Play, answer, begin, order, ordered
from world.clock import Clock
from world.kernel.nouns import Recurring
from world.order import Hand
from world.pack import Pack
from world.recurrence import DailyGame, Every, Recurrence, WallEvery, WallRecurrence
from world.said import HoldClock, Outage, ResumeClock, SetRate
from world.step import Step
from world.timeline import GAME

HOUR_MS = 3_600_000
BERLIN = ZoneInfo("Europe/Berlin")
#: Every evening at nine, by the clocks of Berlin; the start is a Sunday at eight.
EVENING = WallRecurrence((0, 1, 2, 3, 4, 5, 6), 21, 0, "Europe/Berlin")
FIRST = HOUR


def local(wall_us: int) -> datetime:
    return datetime.fromtimestamp(0, UTC) + timedelta(microseconds=wall_us)


def _deadline(step: Step, event: Any) -> None:
    at = local(event.closes).astimezone(BERLIN)
    logged(step, f"{at:%m-%d %H:%M}")


def _said(step: Step, hand: Hand) -> None:
    logged(step, "said", (hand.received - START) // 1000)


def grid(when: Recurrence = EVENING, **actions: Any) -> Pack:
    def found(step: Step) -> None:
        step.every("evening", when, Deadline(subject="turn", name="deadline"))

    return lab(found=found, **{"deadline": _deadline, "said": _said, **actions})


# --- game time -----------------------------------------------------------------------------------


def test_a_recurrence_comes_every_time_and_once() -> None:
    def found(step: Step) -> None:
        step.every("tick", Every(HOUR_MS, 7), Poke(subject="x", name="tick"))
        step.every("dawn", DailyGame(6), Poke(subject="x", name="dawn"))

    play = begin(
        lab(
            found=found,
            tick=lambda step, _: logged(step, "tick", step.now),
            dawn=lambda step, _: logged(step, "dawn", step.now),
        )
    )
    play.run(3 * DAY)
    ticks = [f"tick {hour * HOUR_MS + 7}" for hour in range(72)]
    dawns = [f"dawn {(24 * day + 6) * HOUR_MS}" for day in range(3)]
    assert sorted(log_of(play.world)) == sorted(ticks + dawns)
    names = [row.event for row in play.journal if row.kind == "occurrence"]
    assert len(set(names)) == len(names) == 75


def test_the_next_is_placed_before_the_handler_runs_and_so_outlives_its_failure() -> None:
    play = begin(lab(found=_tick, tick=_sometimes_fails))
    play.keep(5 * HOUR + MINUTE)
    assert log_of(play.world) == (str(HOUR_MS), str(2 * HOUR_MS))  # four and five wait behind three
    assert [entry.due for entry in play.world.timeline.entries.values() if entry.axis == GAME] == [
        6 * HOUR_MS
    ]
    play.keep(8 * HOUR, [play.says("gm", answer("D-KERNEL-QUARANTINE", "skip"), 330 * MINUTE)])
    late = str(330 * 60_000)
    assert log_of(play.world)[2:] == (late, late, *(str(h * HOUR_MS) for h in (6, 7, 8)))


def _tick(step: Step) -> None:
    step.every("tick", Every(HOUR_MS), Poke(subject="x", name="tick"))


def _sometimes_fails(step: Step, _: Any) -> None:
    if step.now == 3 * HOUR_MS:
        raise ValueError("three o'clock")
    logged(step, step.now)


def test_a_stopped_recurrence_does_not_come_again_and_can_be_started_anew() -> None:
    def stop(step: Step, _: Any) -> None:
        logged(step, step.stop("tick", "x"), step.stop("tick", "x"), step.stop("tock", "x"))

    def start(step: Step, _: Any) -> None:
        step.every("tick", Every(HOUR_MS), Poke(subject="x", name="tick"))

    play = begin(lab(found=_tick, tick=_sometimes_fails, stop=stop, start=start))
    said = [
        play.says("ann", order(Act(name="stop")), 90 * MINUTE),
        play.says("ann", order(Act(name="start")), 210 * MINUTE),
    ]
    play.run(5 * HOUR + MINUTE, said)
    assert log_of(play.world) == (
        str(HOUR_MS), "True False False", str(4 * HOUR_MS), str(5 * HOUR_MS),
    )  # fmt: skip
    assert [entry.due for entry in play.world.timeline.entries.values()] == [6 * HOUR_MS]


def test_a_recurrence_started_over_a_running_one_takes_its_place() -> None:
    def start(step: Step, _: Any) -> None:
        step.every("tick", Every(2 * HOUR_MS), Poke(subject="x", name="tick"))

    play = begin(lab(found=_tick, tick=_sometimes_fails, start=start))
    play.run(6 * HOUR, [play.says("ann", order(Act(name="start")), 90 * MINUTE)])
    assert log_of(play.world) == tuple(str(h * HOUR_MS) for h in (1, 2, 4, 6))
    assert len(play.world.of(Recurring)) == 1


def test_a_recurrence_may_stop_itself() -> None:
    def tick(step: Step, event: Any) -> None:
        logged(step, step.now)
        if step.now == 2 * HOUR_MS:
            assert step.stop("tick", event.subject)

    play = begin(lab(found=_tick, tick=tick)).run(9 * HOUR)
    assert log_of(play.world) == (str(HOUR_MS), str(2 * HOUR_MS))
    assert play.world.next_due() is None


def test_what_recurs_about_something_gone_happens_to_its_successor() -> None:
    play = _subject_removed(successor="heir")
    assert play.world.get(Thing, "heir").value == 4
    assert not play.told("gm", "event_stranded")


def test_what_recurs_about_something_gone_for_good_is_reported_once_and_ends() -> None:
    play = _subject_removed(successor=None)
    assert len(play.told("gm", "event_stranded")) == 1
    assert not play.world.of(Recurring)
    assert play.world.next_due() is None


def _subject_removed(successor: str | None) -> Play:
    def found(step: Step) -> None:
        step.put(Thing(id="x"))
        step.put(Thing(id="heir"))
        step.every("tick", Every(HOUR_MS), Poke(subject="x", name="tick"))

    def tick(step: Step, event: Any) -> None:
        thing = step.get(Thing, event.subject)
        step.put(msgspec.structs.replace(thing, value=thing.value + 1))

    def remove(step: Step, _: Any) -> None:
        step.remove(step.get(Thing, "x"), "gone", successor=successor)

    play = begin(lab(found=found, tick=tick, remove=remove))
    return play.run(5 * HOUR, [play.says("ann", order(Act(name="remove")), 90 * MINUTE)])


# --- grid deadlines ------------------------------------------------------------------------------


def test_a_deadline_falls_on_its_hour_and_settles_a_second_later() -> None:
    play = begin(grid()).run(2 * DAY)
    assert log_of(play.world) == ("03-01 21:00", "03-02 21:00")
    assert play.happened("occurrence") == [FIRST + SECOND, FIRST + DAY + SECOND]


def test_a_short_grid_settles_and_stays_on_its_period_through_a_pause() -> None:
    def deadline(step: Step, event: Any) -> None:
        logged(step, "fell", (event.closes - START) // SECOND)

    play = begin(grid(WallEvery(20), deadline=deadline))
    pause = HoldClock(reason="tea", until=play.at(70 * SECOND))
    play.run(3 * MINUTE, [play.says("gm", pause, 25 * SECOND)])
    assert log_of(play.world) == tuple(f"fell {n}" for n in (20, 80, 100, 120, 140, 160))


@pytest.mark.parametrize(
    ("received", "heard"),
    [(-1, 200_000), (-1, 999_999), (0, 500_000), (1, 500_000), (900_000, 900_000)],
)
def test_what_was_received_in_time_is_heard_before_the_deadline_however_late_it_is_kept(
    received: int, heard: int
) -> None:
    counted: list[bool] = []

    def said(step: Step, hand: Hand) -> None:
        logged(step, "said", hand.received)

    def deadline(step: Step, event: Any) -> None:
        counted.extend(int(line.split()[1]) <= event.closes for line in log_of(step.world))

    play = begin(grid(deadline=deadline, said=said))
    word = play.says("ann", order(Act(name="said")), FIRST + received)
    play.run(FIRST + heard - 1)  # the keeper has looked already, and seen nothing
    play.run(FIRST + heard, [word])
    play.run(FIRST + 2 * SECOND)
    assert counted == [received <= 0]


def test_the_time_to_settle_is_a_figure_of_the_scenario() -> None:
    play = begin(grid(), "params: {clock.settle_ms: 30000}").run(DAY)
    assert play.happened("occurrence") == [FIRST + 30 * SECOND]


HOLDS = {
    "a pause over one deadline": ([("hold", 30 * MINUTE, 2 * HOUR)], ["03-02 21:00"]),
    "a pause over three": ([("hold", 30 * MINUTE, 70 * HOUR)], ["03-04 21:00"]),
    "a pause that ends at the deadline": (
        [("hold", 30 * MINUTE, HOUR)],
        ["03-01 21:00", "03-02 21:00"],
    ),
    "a pause that begins at the deadline": ([("hold", HOUR, 2 * HOUR)], ["03-02 21:00"]),
    "a pause while it settles": ([("hold", HOUR + 1, 5 * HOUR)], ["03-01 21:00", "03-02 21:00"]),
    "an outage over it": ([("outage", 30 * MINUTE, 2 * HOUR)], ["03-02 21:00"]),
    "a freeze over it": ([("freeze", 30 * MINUTE, 2 * HOUR)], ["03-02 21:00"]),
    "another rate": ([("rate", 30 * MINUTE, 7)], ["03-01 21:00", "03-02 21:00"]),
    "no rate at all": ([("rate", 30 * MINUTE, 0)], ["03-01 21:00", "03-02 21:00"]),
    "a pause called off in time": (
        [("hold", 30 * MINUTE, 70 * HOUR), ("resume", 40 * MINUTE, 0)],
        ["03-01 21:00", "03-02 21:00"],
    ),
    "a pause called off too late": (
        [("hold", 30 * MINUTE, 70 * HOUR), ("resume", 90 * MINUTE, 0)],
        ["03-02 21:00"],
    ),
}


def _changes(play: Play, changes: list[tuple[str, int, int]]) -> list[Any]:
    said = []
    for what, at, end in changes:
        if what == "hold":
            said.append(play.says("gm", HoldClock(reason="supper", until=play.at(end)), at))
        elif what == "resume":
            said.append(play.says("gm", ResumeClock(), at))
        elif what == "rate":
            said.append(play.says("gm", SetRate(numerator=end), at))
        else:
            outage = Outage(
                start=play.at(at),
                end=play.at(end),
                policy="freeze" if what == "freeze" else "catch_up",
            )
            said.append(play.says("keeper", outage, at))
    return said


@pytest.mark.parametrize("case", HOLDS)
def test_a_change_of_the_clock_moves_a_deadline_to_the_next_and_never_off_the_hour(
    case: str,
) -> None:
    changes, wanted = HOLDS[case]
    play = begin(grid())
    play.run(4 * DAY, _changes(play, changes))
    assert list(log_of(play.world)[: len(wanted)]) == wanted
    play.reopen()
    play.kept()


_spans = st.integers(1, 40 * HOUR) | st.sampled_from([HOUR, DAY, 1, 999, SECOND])
_change_lists = st.lists(
    st.tuples(
        st.sampled_from(["hold", "outage", "freeze", "rate", "resume"]),
        st.integers(0, 5 * DAY) | st.integers(0, 5 * 24).map(lambda hour: hour * HOUR),
        _spans,
    ),
    max_size=6,
)


@given(_change_lists)
def test_whatever_is_done_to_the_clock_a_deadline_is_on_its_hour_and_once_a_date(
    changes: list[tuple[str, int, int]],
) -> None:
    play = begin(grid())
    ends = [
        (what, at, span % 3 if what == "rate" else at + span) for what, at, span in sorted(changes)
    ]
    said = sorted(_changes(play, sorted(ends, key=lambda c: c[1])), key=lambda s: s.received)
    play.run(9 * DAY, ordered(said))
    dates = [line.split()[0] for line in log_of(play.world)]
    assert all(line.endswith(" 21:00") for line in log_of(play.world))
    assert dates == sorted(set(dates))
    # None is lost: what is missing lay in a stretch in which time stood or we were away.
    clock = play.world.get(Clock, "clock")
    for day in range(8):
        instant = play.at(FIRST + day * DAY)
        if f"{local(instant):%m-%d}" not in dates:
            assert clock.holds_at(instant) or clock.answering(instant + SECOND) >= _answered(play)


def _answered(play: Play) -> int:
    """Answering time (ms) at which the play has ended: what settles then has not come yet."""
    return play.world.face.answering(play.at(9 * DAY))


@pytest.mark.parametrize(
    ("start", "days", "zone", "hour", "minute"),
    [
        ("2026-03-27T12:00", 5, "Europe/Berlin", 2, 30),  # 02:30 does not exist on the 29th
        ("2026-10-23T12:00", 5, "Europe/Berlin", 2, 30),  # 02:30 comes twice on the 25th
        ("2026-04-03T00:00", 5, "Australia/Lord_Howe", 1, 45),  # half an hour, twice
        ("2026-10-02T00:00", 5, "Australia/Lord_Howe", 2, 15),  # half an hour, skipped
        ("2026-03-27T12:00", 5, "America/Godthab", 23, 30),
        ("2026-09-03T12:00", 5, "America/Santiago", 0, 0),  # midnight does not exist on the 6th
    ],
)
def test_a_deadline_comes_once_per_local_date_through_every_change_of_the_clocks(
    start: str, days: int, zone: str, hour: int, minute: int
) -> None:
    when = WallRecurrence((0, 1, 2, 3, 4, 5, 6), hour, minute, zone)
    instants: list[int] = []

    def deadline(step: Step, event: Any) -> None:
        instants.append(event.closes)

    began = datetime.fromisoformat(start).replace(tzinfo=ZoneInfo(zone))
    first = int(began.timestamp()) * SECOND
    play = begin(grid(when, deadline=deadline), start=first)
    for day in range(days):
        play.run((day + 1) * DAY)
        play.reopen()
    dates = [line["entry"]["event"]["slot"] for line in play.lines("occurrence")]
    assert instants == sorted(instants)
    assert len(dates) == len(set(dates))
    wanted = {(began + timedelta(days=d)).date().isoformat() for d in range(1, days)}
    assert wanted <= {*dates}


def test_a_deadline_set_while_the_clock_stands_at_no_rate_is_not_in_the_past() -> None:
    def start(step: Step, _: Any) -> None:
        step.every("evening", EVENING, Deadline(subject="turn", name="deadline"))

    play = begin(lab(start=start, deadline=_deadline))
    said = [
        play.says("gm", SetRate(numerator=0), 10 * MINUTE),
        play.says("ann", order(Act(name="start")), 3 * DAY),
    ]
    play.run(5 * DAY, said)
    assert log_of(play.world) == ("03-04 21:00", "03-05 21:00")


def test_every_event_of_a_grid_learns_up_to_when_it_counts() -> None:
    play = begin(grid()).run(DAY)
    (line,) = play.lines("occurrence")
    assert line["entry"]["event"]["closes"] == play.at(FIRST)
    assert line["entry"]["event"]["slot"] == "2026-03-01"
