"""Quarantine: what cannot be carried out is set aside, asked about, and never forgotten."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.packs.lab import Act, Poke, PokeLast, Thing, lab, log_of, logged, question
from tests.packs.play import HOUR, MINUTE, Play, answer, begin, kept_of, order
from world.advance import StepFailed, advance
from world.batch import Batch
from world.decision import Decision
from world.journal import encoder
from world.kernel.nouns import Quarantined, Recurring, Waiting
from world.pack import Pack
from world.recurrence import Every
from world.said import HoldClock
from world.step import Step

HOUR_MS = 3_600_000
RULE = "D-KERNEL-QUARANTINE"


def bench(**actions: Any) -> Pack:
    """At one o'clock something fails for a; at two and three more is due, for a and for b."""

    def found(step: Step) -> None:
        step.put(Thing(id="switch"))
        for name in ("a", "b"):
            step.put(Thing(id=name))
            for hour in (1, 2, 3):
                event = Poke(subject=name, name="poke")
                step.at(hour * HOUR_MS, event, f"{name}/{hour}")

    def poke(step: Step, event: Poke) -> None:
        thing = step.get(Thing, event.subject)
        step.put(msgspec.structs.replace(thing, log=(*thing.log, str(step.now // HOUR_MS))))
        step.roll("luck", "1d6")
        step.after(5, Poke(subject=event.subject, name="never"), "never")
        if event.subject == "a" and step.get(Thing, "switch").value == 0:
            raise ZeroDivisionError("a cannot be")
        step.cancel(step.after(5, Poke(subject=event.subject, name="never"), "never again"))

    def mend(step: Step, _: Any) -> None:
        step.put(Thing(id="switch", value=1))

    usual = {"poke": poke, "mend": mend, "never": lambda *_: None}
    return lab(found=found, **{**usual, **actions})


def log(play: Play, name: str) -> tuple[str, ...]:
    return play.world.get(Thing, name).log


def test_a_first_failure_leaves_world_and_timeline_as_they_were_to_the_byte() -> None:
    play = begin(bench())
    play.run(HOUR - 1)
    before = kept_of(play.world)
    batch = Batch()
    with pytest.raises(StepFailed, match="a cannot be") as caught:
        advance(play.world, play.at(HOUR), into=batch)
    # b comes after a, so that nothing has happened at all.
    assert caught.value.entry.event.subject == "a"
    assert kept_of(play.world) == before
    assert (batch.events, batch.journal_rows, batch.changed) == (0, [], {})


def test_the_second_failure_sets_the_event_aside_and_the_rest_goes_on() -> None:
    play = begin(bench())
    play.keep(4 * HOUR)
    assert log(play, "a") == ()
    assert log(play, "b") == ("1", "2", "3")
    (quarantined,) = play.world.of(Quarantined)
    assert quarantined.subject == "a"
    assert quarantined.release == 1
    assert quarantined.error.startswith("ZeroDivisionError: a cannot be (test_quarantine.py:")
    assert len(play.world.of(Waiting)) == 2
    (told,) = play.told("gm", "event_quarantined")
    assert (told["event"], told["subject"]) == ("poke", "a")
    (asked,) = play.world.of(Decision)
    assert (asked.rule, asked.who, asked.default) == (RULE, "gm", "skip")
    assert len(play.failed) == 1  # what waits has not been tried


def test_nothing_of_the_failed_step_is_kept_but_that_it_failed() -> None:
    play = begin(bench())
    play.keep(HOUR)
    (line,) = [line for line in play.lines("poke") if line.get("error")]
    assert "dice" not in line
    assert {entity["kind"] for entity in line["changed"].values()} == {"decision", "quarantined"}
    assert {entry["event"]["kind"] for entry in line["started"]} == {
        "reminder",
        "time_limit",
    }
    assert {told["person"] for told in line["told"]} == {"gm"}


def test_run_again_runs_it_and_then_what_waited_in_its_order() -> None:
    play = begin(bench())
    said = [
        play.says("gm", order(Act(name="mend")), 3 * HOUR + MINUTE),
        play.says("gm", answer(RULE, "again"), 4 * HOUR),
    ]
    play.keep(5 * HOUR, said)
    assert log(play, "a") == ("4", "4", "4")
    assert not play.world.of(Quarantined)
    assert play.world.blocked == {}
    assert len(play.failed) == 1
    again = [line["entry"]["due"] for line in play.lines("poke") if line["at"] == 4 * HOUR_MS]
    assert [due / HOUR_MS for due in again] == [1, 2, 3]


def test_skipping_drops_it_and_goes_on_with_what_waited() -> None:
    play = begin(bench())
    said = [
        play.says("gm", order(Act(name="mend")), 3 * HOUR + MINUTE),
        play.says("gm", answer(RULE, "skip"), 4 * HOUR),
    ]
    play.keep(5 * HOUR, said)
    assert log(play, "a") == ("4", "4")


def test_where_the_referee_says_nothing_it_is_skipped_so_that_nothing_waits_for_ever() -> None:
    play = begin(bench(), "params: {decision.quarantine_h: 2}")
    play.keep(3 * HOUR - MINUTE, [play.says("gm", order(Act(name="mend")), 2 * HOUR + MINUTE)])
    assert log(play, "a") == ()
    play.keep(4 * HOUR)
    assert log(play, "a") == ("3", "3")


def test_what_fails_when_run_again_is_quarantined_again_under_names_of_its_own() -> None:
    play = begin(bench())
    play.keep(4 * HOUR - 1)
    play.keep(5 * HOUR, [play.says("gm", answer(RULE, "again"), 4 * HOUR)])
    assert len(play.failed) == 2
    assert len(play.world.of(Quarantined)) == 1
    assert len(play.world.of(Waiting)) == 2
    decisions = play.world.of(Decision)
    assert sorted(d.state for d in decisions) == ["answered", "open"]
    ids = [notice.id for notice in play.notices]
    assert len(set(ids)) == len(ids)
    said = [
        play.says("gm", order(Act(name="mend")), 6 * HOUR),
        play.says("gm", answer(RULE, "again"), 7 * HOUR),
    ]
    play.keep(8 * HOUR, said)
    assert log(play, "a") == ("7", "7", "7")


def test_names_and_dice_of_an_event_run_again_are_those_it_would_have_had() -> None:
    sound = begin(bench())
    sound.run(30 * MINUTE, [sound.says("gm", order(Act(name="mend")), 0)])
    sound.run(2 * HOUR - 1)
    play = begin(bench())
    said = [
        play.says("gm", order(Act(name="mend")), 90 * MINUTE),
        play.says("gm", answer(RULE, "again"), 100 * MINUTE),
    ]
    play.keep(2 * HOUR - 1, said)
    dice = {line["entry"]["id"]: line["dice"] for line in sound.lines("poke") if "dice" in line}
    assert len(dice) == 2
    for line in play.lines("poke"):
        if "dice" in line:
            assert dice[line["entry"]["id"]] == line["dice"]


def test_an_event_about_what_became_of_its_subject_waits_as_well() -> None:
    def merge(step: Step, _: Any) -> None:
        step.remove(step.get(Thing, "b"), "merged", successor="a")

    play = begin(bench(merge=merge))
    play.keep(4 * HOUR, [play.says("ann", order(Act(name="merge")), 90 * MINUTE)])
    assert len(play.world.of(Quarantined)) == 1
    assert log(play, "a") == ()
    assert len(play.world.of(Waiting)) == 4


def test_what_it_costs_to_wait_does_not_grow_with_how_many_wait() -> None:
    """A list that is written down anew for each would cost the square of their number."""

    def found(step: Step) -> None:
        for minute in range(300):
            step.at(HOUR_MS + minute * 60_000, Poke(subject="x", name="fail"), str(minute))

    def fail(_step: Step, _: Any) -> None:
        raise ValueError("never")

    play = begin(lab(found=found, fail=fail))
    play.keep(7 * HOUR)
    assert len(play.world.of(Waiting)) == 299
    waited = [len(row.body) for row in play.journal if row.kind == "poke"][1:]
    assert max(waited) - min(waited) < 20
    assert max(waited) < 1_000
    assert sum(len(body) for body in play.entities.values()) < 300 * 1_000


def test_events_that_waited_under_an_early_release_are_let_go_as_well() -> None:
    """It kept them in a list on what they waited for."""
    play = begin(bench())
    play.keep(4 * HOUR)
    (quarantined,) = play.world.of(Quarantined)
    entries = tuple(one.entry for one in play.world.of(Waiting))
    for one in play.world.of(Waiting):
        del play.entities[one.id]
    early = msgspec.structs.replace(quarantined, waiting=entries)
    play.entities[quarantined.id] = encoder.encode(early)
    play.reopen()
    said = [
        play.says("gm", order(Act(name="mend")), 4 * HOUR + MINUTE),
        play.says("gm", answer(RULE, "skip"), 5 * HOUR),
    ]
    play.keep(6 * HOUR, said)
    assert log(play, "a") == ("5", "5")


def test_an_event_that_hung_its_process_is_set_aside_without_being_run() -> None:
    def hang(step: Step, _: Any) -> None:
        raise AssertionError("it was run")

    play = begin(lab(found=lambda step: _at_one(step, "hang"), hang=hang))
    (name,) = play.world.timeline.entries
    batch = advance(play.world, play.at(2 * HOUR), doomed={name})
    play.write(batch)
    (quarantined,) = play.world.of(Quarantined)
    assert "hung or killed its process" in quarantined.error
    play.kept()


def _at_one(step: Step, name: str) -> None:
    step.at(HOUR_MS, Poke(subject="x", name=name))


def test_an_account_of_a_failure_is_the_same_on_every_machine() -> None:
    def fail(_step: Step, _: Any) -> None:
        raise ValueError(f"{object()!r} " + "long " * 1000)

    play = begin(lab(found=lambda step: _at_one(step, "fail"), fail=fail))
    play.keep(2 * HOUR)
    (quarantined,) = play.world.of(Quarantined)
    assert "0x…" in quarantined.error
    assert "/" not in quarantined.error
    assert len(quarantined.error) < 1000


# --- recurrences ---------------------------------------------------------------------------------


def test_a_recurrence_whose_occurrence_failed_keeps_recurring_and_none_is_lost_or_twice() -> None:
    def found(step: Step) -> None:
        step.put(Thing(id="switch"))
        step.every("tick", Every(HOUR_MS), Poke(subject="x", name="tick"))

    def tick(step: Step, _: Any) -> None:
        if step.now == 2 * HOUR_MS:
            raise ValueError("two o'clock")
        logged(step, step.entry.due // HOUR_MS)

    play = begin(lab(found=found, tick=tick))
    play.keep(5 * HOUR)
    assert log_of(play.world) == ("1",)
    (recurring,) = play.world.of(Recurring)
    assert play.world.timeline.entries[recurring.pending].due == 6 * HOUR_MS
    play.keep(8 * HOUR, [play.says("gm", answer(RULE, "again"), 5 * HOUR + MINUTE)])
    assert log_of(play.world) == ("1", "2", "3", "4", "5", "6", "7", "8")


def test_a_recurrence_stopped_while_its_occurrences_wait_runs_those_and_no_more() -> None:
    def found(step: Step) -> None:
        step.every("tick", Every(HOUR_MS), Poke(subject="x", name="tick"))

    def tick(step: Step, _: Any) -> None:
        if step.now == HOUR_MS:
            raise ValueError("one o'clock")
        logged(step, step.entry.due // HOUR_MS)

    def stop(step: Step, _: Any) -> None:
        assert step.stop("tick", "x")

    play = begin(lab(found=found, tick=tick, stop=stop))
    said = [
        play.says("ann", order(Act(name="stop")), 3 * HOUR + MINUTE),
        play.says("gm", answer(RULE, "skip"), 5 * HOUR),
    ]
    play.keep(9 * HOUR, said)
    assert log_of(play.world) == ("2", "3")


# --- what people say -----------------------------------------------------------------------------


def _people(**actions: Any) -> Pack:
    def bad(step: Step, _: Any) -> None:
        if step.find(Thing, "mended") is None:
            raise KeyError("bad")
        logged(step, "bad", step.received)

    def mend(step: Step, _: Any) -> None:
        step.put(Thing(id="mended"))

    def good(step: Step, hand: Any) -> None:
        logged(step, "good", hand.author, hand.number)

    return lab(**{"bad": bad, "good": good, "mend": mend, **actions})


def test_an_order_that_failed_is_kept_and_its_authors_later_orders_wait() -> None:
    play = begin(_people())
    said = [
        play.says("ann", order(Act(name="bad")), MINUTE),
        play.says("ann", order(Act(name="good")), 2 * MINUTE),
        play.says("ben", order(Act(name="good")), 3 * MINUTE),
    ]
    play.keep(HOUR, said)
    assert log_of(play.world) == ("good ben 1",)
    assert play.taken == said  # kept for ever, and not heard a second time
    more = [
        play.says("gm", order(Act(name="mend")), 2 * HOUR),
        play.says("gm", answer(RULE, "again"), 3 * HOUR),
    ]
    play.keep(4 * HOUR, more)
    received = said[0].received
    assert log_of(play.world) == ("good ben 1", f"bad {received}", "good ann 2")


def test_an_order_given_up_is_reported_to_its_author() -> None:
    play = begin(_people())
    said = [
        play.says("ann", order(Act(name="bad")), MINUTE),
        play.says("gm", answer(RULE, "skip"), HOUR),
    ]
    play.keep(2 * HOUR, said)
    (told,) = play.told("ann", "said_in_vain")
    assert told["what"] == "Your order “act name=bad”"
    assert "failed" in told["reason"]


def test_answers_and_the_clock_never_wait_or_the_referee_would_lock_himself_out() -> None:
    def bad(_step: Step, _: Any) -> None:
        raise KeyError("bad")

    def found(step: Step) -> None:
        step.ask(question("good", limit_ms=HOUR_MS))

    def good(step: Step, choice: Any) -> None:
        logged(step, choice.option, choice.by)

    play = begin(lab(found=found, bad=bad, good=good))
    said = [
        play.says("gm", order(Act(name="bad")), MINUTE),
        play.says("ann", order(Act(name="bad")), MINUTE),
        play.says("ann", answer("D-LAB-01", "blue"), 2 * MINUTE),
        play.says("gm", HoldClock(reason="supper", until=play.at(2 * HOUR)), 3 * MINUTE),
        play.says("gm", answer(RULE, "skip"), 4 * MINUTE),
        play.says("gm", answer(RULE, "skip"), 5 * MINUTE),
    ]
    play.keep(HOUR, said)
    assert log_of(play.world) == ("blue ann",)
    assert play.told("gm", "clock_changed")
    assert not play.world.of(Quarantined)


def test_two_failures_about_one_subject_are_told_apart() -> None:
    # A referee's answer that fails about nobody less than himself, behind an order that failed.
    def bad(_step: Step, _: Any) -> None:
        raise KeyError("bad")

    def found(step: Step) -> None:
        step.ask(question("bad", who="gm", default="red", limit_ms=9 * HOUR_MS))

    play = begin(lab(found=found, bad=bad, good=lambda step, _: logged(step, "good")))
    said = [
        play.says("gm", order(Act(name="bad")), MINUTE),
        play.says("gm", answer("D-LAB-01", "blue"), 2 * MINUTE),
        play.says("gm", order(Act(name="good")), 3 * MINUTE),
    ]
    play.keep(10 * MINUTE, said)
    assert len(play.world.of(Quarantined)) == 2
    assert len(play.world.blocked["gm"]) == 2
    for minute in (11, 12):
        assert log_of(play.world) == ()
        play.reopen()
        play.keep(minute * MINUTE, [play.says("gm", answer(RULE, "skip"), minute * MINUTE)])
    assert log_of(play.world) == ("good",)
    assert play.world.blocked == {}


def test_an_outcome_that_cannot_be_carried_out_ends_the_question_when_it_is_given_up() -> None:
    def found(step: Step) -> None:
        step.ask(question("bad"))

    def bad(_step: Step, _: Any) -> None:
        raise KeyError("bad")

    play = begin(lab(found=found, bad=bad))
    play.keep(2 * HOUR)
    states = {d.rule: d.state for d in play.world.of(Decision)}
    assert states == {"D-LAB-01": "open", RULE: "open"}
    play.keep(4 * HOUR, [play.says("gm", answer(RULE, "skip"), 3 * HOUR)])
    states = {d.rule: d.state for d in play.world.of(Decision)}
    assert states == {"D-LAB-01": "withdrawn", RULE: "answered"}
    assert play.told("ann", "decision_changed")


def test_an_order_this_release_does_not_know_is_set_aside_and_not_lost() -> None:
    play = begin(_people())
    unknown = order(Act(name="good"))
    unknown = msgspec.structs.replace(unknown, order=msgspec.Raw(b'{"order":"dance"}'))
    said = [
        play.says("ann", unknown, MINUTE),
        play.says("gm", answer(RULE, "skip"), HOUR),
    ]
    play.keep(2 * HOUR, said)
    (told,) = play.told("ann", "said_in_vain")
    assert told["what"] == "Your order"


def test_events_of_one_instant_wait_in_their_order() -> None:
    def found(step: Step) -> None:
        step.put(Thing(id="switch"))
        step.at(HOUR_MS, Poke(subject="a", name="fail"))
        for place in ("3", "1", "2"):
            step.at(HOUR_MS, PokeLast(subject="a", name="note"), place)

    def fail(_step: Step, _: Any) -> None:
        raise ValueError("no")

    def note(step: Step, _: Any) -> None:
        logged(step, step.id)

    play = begin(lab(found=found, fail=fail, note=note))
    wanted = tuple(sorted(e.id for e in play.world.timeline.entries.values() if e.rank == 800))
    play.keep(3 * HOUR, [play.says("gm", answer(RULE, "skip"), 2 * HOUR)])
    assert log_of(play.world) == wanted
