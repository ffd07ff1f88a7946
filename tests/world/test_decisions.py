"""Decisions: three kinds, answered, amended, revised, withdrawn or left to their default."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
import pytest

from tests.packs import mill
from tests.packs.lab import Act, Poke, Thing, lab, log_of, logged, question
from tests.packs.play import HOUR, MINUTE, SECOND, Play, answer, begin, order
from world.advance import StepFailed
from world.decision import Choice, Decision, Option
from world.pack import Pack
from world.said import AnswerDecision, HoldClock, Outage, Saying, SetRate
from world.step import Step

HOUR_MS = 3_600_000
Mode = Literal["waits", "at_once", "beforehand"]
MODES: list[Mode] = ["waits", "at_once", "beforehand"]


def asked(mode: Mode = "waits", **fields: Any) -> Callable[[Step], None]:
    """The founding of a campaign in which ann is asked, within an hour, red or blue."""

    def found(step: Step) -> None:
        due = HOUR_MS if mode == "beforehand" else None
        step.ask(question("settled", mode=mode, due=due, **fields))

    return found


def settled(step: Step, choice: Choice) -> None:
    logged(step, step.now, choice.option, choice.by, choice.amends)


def pack(mode: Mode = "waits", **fields: Any) -> Pack:
    return lab(found=asked(mode, **fields), settled=settled, touch=_touch)


def _touch(step: Step, _: Any) -> None:
    thing = step.find(Thing, "thing") or Thing(id="thing")
    step.put(msgspec.structs.replace(thing, value=thing.value + 1))


def decision(play: Play) -> Decision:
    (found,) = play.world.of(Decision)
    return found


def says(play: Play, option: str, minute: int, person: str = "ann", **more: Any) -> Any:
    body = AnswerDecision(decision=decision(play).id, option=option, **more)
    return play.says(person, body, minute * MINUTE)


# --- the three kinds -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "log"),
    [
        ("waits", [(HOUR_MS, "red", None, None)]),
        ("at_once", [(0, "red", None, None)]),
        ("beforehand", [(HOUR_MS, "red", None, None)]),
    ],
)
def test_without_an_answer_the_default_is_taken(mode: Mode, log: list[Any]) -> None:
    play = begin(pack(mode)).run(3 * HOUR)
    assert log_of(play.world) == tuple(" ".join(map(str, line)) for line in log)
    assert decision(play).state == "defaulted"
    assert decision(play).choice == "red"
    (told,) = play.told("ann", "decision_settled")
    assert told["choice"] == "red"
    assert "default" in told["how"]


@pytest.mark.parametrize(
    ("mode", "log"),
    [
        ("waits", [(30 * 60_000, "blue", "ann", None)]),
        ("at_once", [(0, "red", None, None), (30 * 60_000, "blue", "ann", "red")]),
    ],
)
def test_an_answer_settles_from_its_own_instant_on(mode: Mode, log: list[Any]) -> None:
    play = begin(pack(mode))
    play.run(3 * HOUR, [says(play, "blue", 30)])
    assert log_of(play.world) == tuple(" ".join(map(str, line)) for line in log)
    assert decision(play).state == "answered"
    assert (decision(play).choice, decision(play).settled) == ("blue", 30 * 60_000)
    assert play.happened("time_limit") == []  # nothing is left armed
    (told,) = play.told("ann", "decision_settled")
    assert "your answer" in told["how"]


def test_an_answer_given_beforehand_takes_hold_when_it_is_due() -> None:
    """As the default would have: somebody asked ahead does not bring the matter forward."""
    play = begin(pack("beforehand"))
    play.run(HOUR - 1, [says(play, "blue", 30)])
    assert log_of(play.world) == ()
    assert (decision(play).state, decision(play).choice) == ("open", "blue")
    (noted,) = play.told("ann", "decision_noted")
    assert (noted["choice"], noted["due"]) == ("blue", HOUR_MS)
    assert not play.told("ann", "decision_settled")
    play.reopen()
    play.run(3 * HOUR)
    assert log_of(play.world) == (f"{HOUR_MS} blue ann None",)
    assert (decision(play).state, decision(play).settled) == ("answered", HOUR_MS)
    (told,) = play.told("ann", "decision_settled")
    assert (told["choice"], "your answer" in told["how"]) == ("blue", True)


def test_an_answer_given_beforehand_may_be_thought_better_of_until_it_is_due() -> None:
    play = begin(pack("beforehand", free_text=True))
    said = [says(play, "blue", 10, text="gladly"), says(play, "red", 20), says(play, "blue", 70)]
    play.run(3 * HOUR, said)
    assert log_of(play.world) == (f"{HOUR_MS} red ann None",)
    assert (decision(play).choice, decision(play).text) == ("red", "")
    (late,) = play.told("ann", "said_in_vain")
    assert "came too late" in late["reason"]


def test_confirming_what_was_applied_at_once_does_not_apply_it_again() -> None:
    play = begin(pack("at_once"))
    play.run(3 * HOUR, [says(play, "red", 30)])
    assert log_of(play.world) == ("0 red None None",)
    assert decision(play).state == "answered"


def test_who_is_asked_is_told_the_options_the_default_and_the_limit() -> None:
    play = begin(pack())
    (told,) = play.told("ann", "decision_asked")
    assert told["question"] == "Red or blue?"
    assert told["options"] == "red: red; blue: blue"
    assert (told["default"], told["limit"]) == ("red", HOUR_MS)
    assert not play.told("ben")


def test_asker_and_settler_of_a_question_applied_at_once_have_labels_of_their_own() -> None:
    def found(step: Step) -> None:
        step.name("egg")
        step.ask(question("settled", mode="at_once"))

    def egg(step: Step, _: Any) -> None:
        logged(step, step.name("egg"))

    assert len(log_of(begin(lab(found=found, settled=egg)).world)) == 1


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("person", "option", "more", "code", "words"),
    [
        ("ann", "green", {}, "E-OPTION", "choose one of: red, blue"),
        ("ben", "blue", {}, "E-NO-DECISION", "No such decision is put to you"),
        ("gm", "blue", {}, "E-NO-DECISION", "No such decision is put to you"),
        ("ann", "blue", {"revision": 2}, "E-REVISION", "Read it again"),
        ("ann", "blue", {"text": "but gladly"}, "E-ANSWER-TEXT", "no words of your own"),
    ],
    ids=["unknown option", "someone else's", "the referee", "another revision", "own words"],
)
def test_an_answer_that_does_not_fit_changes_nothing_and_says_why(
    mode: Mode, person: str, option: str, more: dict[str, Any], code: str, words: str
) -> None:
    play, idle = begin(pack(mode)), begin(pack(mode))
    play.run(31 * MINUTE, [says(play, option, 30, person, **more)])
    assert play.kept().entities == idle.kept().entities
    assert play.kept().timeline == idle.kept().timeline
    (told,) = play.told(person, "said_in_vain")
    assert told["code"] == code
    assert words in told["reason"]


def test_a_decision_that_never_was_cannot_be_told_from_someone_elses() -> None:
    play = begin(pack())
    never = AnswerDecision(decision="0" * 20, option="blue")
    play.run(HOUR - 1, [play.says("ben", never, MINUTE), says(play, "blue", 2, "ben")])
    first, second = play.told("ben", "said_in_vain")
    assert first == second


def test_answering_twice_settles_once_and_the_second_is_told_that_it_came_too_late() -> None:
    play = begin(pack())
    play.run(3 * HOUR, [says(play, "blue", 10), says(play, "red", 11)])
    assert log_of(play.world) == ("600000 blue ann None",)
    (told,) = play.told("ann", "said_in_vain")
    assert "settled already (blue)" in told["reason"]
    assert "too late" in told["reason"]


@pytest.mark.parametrize(("micro", "option"), [(-1, "blue"), (0, "blue"), (1, "red")])
def test_an_answer_counts_up_to_the_very_microsecond_of_its_limit(micro: int, option: str) -> None:
    play = begin(pack())
    body = AnswerDecision(decision=decision(play).id, option="blue")
    play.run(2 * HOUR, [play.says("ann", body, HOUR + micro)])
    assert decision(play).choice == option


def test_own_words_reach_the_settler_where_the_question_takes_them() -> None:
    def words(step: Step, choice: Choice) -> None:
        logged(step, choice.option, choice.text)

    play = begin(lab(found=asked(free_text=True), settled=words))
    play.run(HOUR, [says(play, "red", 1, text="with a black flag")])
    assert log_of(play.world) == ("red with a black flag",)
    assert decision(play).text == "with a black flag"


def test_a_default_that_is_no_option_is_a_fault_of_the_pack() -> None:
    with pytest.raises(Exception, match="default 'green' is none of the options"):
        begin(pack(default="green"))


def test_a_question_asked_beforehand_needs_its_instant() -> None:
    with pytest.raises(Exception, match="needs its due instant"):
        begin(lab(found=lambda s: _ask(s, question("settled", mode="beforehand"))))


def _ask(step: Step, what: Any) -> None:
    step.ask(what)


def test_a_question_that_nothing_settles_is_a_fault_when_it_is_asked() -> None:
    with pytest.raises(Exception, match="nothing settles Poke"):
        begin(
            lab(found=lambda s: _ask(s, question(Poke(subject="a", name="b")))),
        )


# --- revision and withdrawal ---------------------------------------------------------------------


def _revised(change: Callable[[Decision], Decision | None]) -> Play:
    def revise(_step: Step, asked_: Decision, subject: str) -> Decision | None:
        assert subject == "thing"
        return change(asked_)

    play = begin(lab(found=asked(), settled=settled, touch=_touch, revise=revise))
    return play.run(10 * MINUTE, [play.says("ben", order(Act(name="touch")), 5 * MINUTE)])


def test_a_question_whose_subject_changes_is_revised_with_its_old_limit() -> None:
    options = (Option(name="red", text="red"), Option(name="green", text="green"))
    play = _revised(
        lambda d: msgspec.structs.replace(d, question="Red or green?", options=options, limit=None)
    )
    assert decision(play).revision == 2
    assert decision(play).limit == HOUR_MS
    (told,) = play.told("ann", "decision_changed")
    assert told["question"] == "Red or green?"
    body = AnswerDecision(decision=decision(play).id, option="red", revision=1)
    play.run(20 * MINUTE, [play.says("ann", body, 15 * MINUTE)])
    assert play.told("ann", "said_in_vain")[0]["code"] == "E-REVISION"
    body = msgspec.structs.replace(body, option="green", revision=2)
    play.run(30 * MINUTE, [play.says("ann", body, 25 * MINUTE)])
    assert log_of(play.world) == ("1500000 green ann None",)
    assert play.world.next_due() is None  # answered, so nothing is left armed


def test_a_revised_question_still_takes_its_default_at_the_old_limit() -> None:
    play = _revised(lambda d: msgspec.structs.replace(d, question="Still?")).run(3 * HOUR)
    assert play.happened("time_limit") == [HOUR]
    assert log_of(play.world) == (f"{HOUR_MS} red None None",)


def test_a_question_taken_back_never_settles_and_is_told() -> None:
    play = _revised(lambda _: None)
    play.run(5 * HOUR, [says(play, "blue", 20)])
    assert decision(play).state == "withdrawn"
    assert log_of(play.world) == ()
    assert play.happened("time_limit") == []
    (told,) = play.told("ann", "decision_changed")
    assert "withdrawn" in told["what"]
    assert "withdrawn" in play.told("ann", "said_in_vain")[0]["reason"]


def test_a_question_that_is_no_longer_about_something_is_left_alone_by_it() -> None:
    play = _revised(lambda d: msgspec.structs.replace(d, about=("other",)))
    assert decision(play).revision == 2
    for afresh in (False, True):
        if afresh:
            play.reopen()
        play.run(20 * MINUTE, [play.says("ben", order(Act(name="touch")), 15 * MINUTE)])
        assert decision(play).revision == 2
        assert play.world.about == {"other": {decision(play).id}}


def test_what_was_answered_beforehand_is_void_when_the_question_changes() -> None:
    """It was an answer to another question: asked anew, and without an answer the default."""

    def revise(_step: Step, asked_: Decision, _subject: str) -> Decision:
        return msgspec.structs.replace(asked_, question="Red or blue, now?")

    found = asked("beforehand")
    play = begin(lab(found=found, settled=settled, touch=_touch, revise=revise))
    touched = play.says("ben", order(Act(name="touch")), 20 * MINUTE)
    play.run(30 * MINUTE, [says(play, "blue", 10), touched])
    assert (decision(play).state, decision(play).choice, decision(play).revision) == (
        "open",
        None,
        2,
    )
    play.run(3 * HOUR)
    assert log_of(play.world) == (f"{HOUR_MS} red None None",)
    assert decision(play).state == "defaulted"


def test_a_question_answered_beforehand_and_taken_back_never_settles() -> None:
    def revise(_step: Step, _asked: Decision, _subject: str) -> None:
        return None

    found = asked("beforehand")
    play = begin(lab(found=found, settled=settled, touch=_touch, revise=revise))
    touched = play.says("ben", order(Act(name="touch")), 20 * MINUTE)
    play.run(3 * HOUR, [says(play, "blue", 10), touched])
    assert (decision(play).state, decision(play).choice) == ("withdrawn", None)
    assert log_of(play.world) == ()


def test_a_script_answers_a_question_without_an_answer_before_one_that_has_one() -> None:
    def found(step: Step) -> None:
        for name in "ab":
            step.ask(question("settled", mode="beforehand", due=HOUR_MS), name)

    script = """script:
  - {at: +20m, person: ann, order: answer D-LAB-01 option=blue}
  - {at: +30m, person: ann, order: answer D-LAB-01 option=blue}
  - {at: +40m, person: ann, order: answer D-LAB-01 option=red}
"""
    play = begin(lab(found=found, settled=settled), script).run(2 * HOUR)
    assert sorted(d.choice or "" for d in play.world.of(Decision)) == ["blue", "red"]


def test_a_pack_that_would_leave_a_question_as_it_was_tells_nobody() -> None:
    play = _revised(lambda d: d)
    assert decision(play).revision == 1
    assert not play.told("ann", "decision_changed")


def test_a_revision_whose_default_is_no_option_is_a_fault() -> None:
    with pytest.raises(StepFailed, match="default 'green'"):
        _revised(lambda d: msgspec.structs.replace(d, default="green"))


# --- time ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "limit"),
    [
        (SetRate(numerator=24), HOUR),
        (SetRate(numerator=0), HOUR),
        (SetRate(numerator=1, denominator=90), HOUR),
        ("pause", HOUR + 2 * HOUR + 1),
        ("outage", HOUR + 7 * HOUR),
        ("freeze", HOUR + 7 * HOUR),
    ],
)
def test_time_to_answer_runs_whatever_the_rate_stands_in_pauses_and_no_outage_eats_it(
    body: Saying | str, limit: int
) -> None:
    play = begin(pack())
    person, at = "gm", 20 * MINUTE
    if body == "pause":
        body = HoldClock(reason="supper", until=play.at(at + 2 * HOUR + 1))
    elif isinstance(body, str):
        person, policy = "keeper", "freeze" if body == "freeze" else "catch_up"
        end = play.at(at + 7 * HOUR)
        body = Outage(start=play.at(at), end=end, policy=policy)  # type: ignore[arg-type]
    play.run(20 * HOUR, [play.says(person, body, at)])
    assert play.happened("time_limit") == [limit]


@pytest.mark.parametrize(
    ("body", "due"),
    [(SetRate(numerator=4), 20 * MINUTE + 10 * MINUTE), (SetRate(numerator=0), None)],
)
def test_a_question_asked_beforehand_goes_by_game_time(body: Saying, due: int | None) -> None:
    play = begin(pack("beforehand"))
    play.run(20 * HOUR, [play.says("gm", body, 20 * MINUTE)])
    assert play.happened("time_limit") == ([] if due is None else [due])


def test_a_question_asked_during_an_outage_has_its_whole_time_afterwards() -> None:
    def found(step: Step) -> None:
        step.at(2 * HOUR_MS, Poke(subject="x", name="ask"))

    play = begin(lab(found=found, ask=lambda s, _: _ask(s, question("settled")), settled=settled))
    outage = Outage(start=play.at(HOUR), end=play.at(9 * HOUR))
    play.run(20 * HOUR, [play.says("keeper", outage, HOUR)])
    assert play.happened("poke") == [2 * HOUR]
    assert play.happened("time_limit") == [10 * HOUR]


def test_what_was_said_late_asks_with_its_whole_time() -> None:
    play = begin(lab(found=_hourly, hour=settled_nothing, ask=_asks, settled=settled))
    late = play.says("ben", order(Act(name="ask")), 10 * SECOND)
    play.run(5 * HOUR)
    play.run(20 * HOUR, [late])
    assert decision(play).asked == 5 * HOUR_MS
    assert play.happened("time_limit") == [6 * HOUR]


def _asks(step: Step, _: Any) -> None:
    step.ask(question("settled"))


def settled_nothing(_step: Step, _: Any) -> None:
    pass


def _hourly(step: Step) -> None:
    step.at(5 * HOUR_MS, Poke(subject="x", name="hour"))


# --- scripts -------------------------------------------------------------------------------------


def test_a_script_answers_the_oldest_open_question_of_a_rule() -> None:
    def found(step: Step) -> None:
        step.ask(question("settled"), "1")
        step.at(1000, Poke(subject="x", name="ask"))

    def ask(step: Step, _: Any) -> None:
        step.ask(question("settled"), "2")
        step.ask(question("settled", rule="D-LAB-02"), "3")
        step.ask(question("settled", who="ben"), "4")

    script = """script:
  - {at: +20m, person: ann, order: answer D-LAB-01 option=blue}
  - {at: +30m, person: ann, order: answer D-LAB-01 option=blue}
  - {at: +40m, person: ann, order: answer D-LAB-01 option=blue}
"""
    play = begin(lab(found=found, ask=ask, settled=settled), script).run(2 * HOUR)
    settled_at = {
        (d.asked, d.rule, d.who): d.settled
        for d in play.world.of(Decision)
        if d.state == "answered"
    }
    assert settled_at == {
        (0, "D-LAB-01", "ann"): 20 * 60_000,
        (1000, "D-LAB-01", "ann"): 30 * 60_000,
    }
    (told,) = play.told("ann", "said_in_vain")
    assert told["code"] == "E-NO-DECISION"


def test_answers_of_the_mill_by_rule_are_those_of_the_person_who_gives_them() -> None:
    play = begin(mill.PACK)
    said = [
        play.says("abel", answer("D-FEAST-01", "dance"), 8 * HOUR),
        play.says("bruno", answer("D-FEAST-01", "sleep"), 9 * HOUR),
    ]
    play.run(20 * HOUR, said)
    choices = {d.who: (d.choice, d.settled) for d in play.world.of(Decision)}
    noon = 12 * HOUR_MS
    assert choices == {"abel": ("dance", noon), "bruno": ("sleep", noon)}


# --- reminders -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hours", "figure", "reminded"),
    [(48, 6, 42), (48, 12, 36), (8, 6, 6), (1, 6, None)],
)
def test_whoever_has_not_answered_is_reminded_once_before_the_limit(
    hours: int, figure: int, reminded: int | None
) -> None:
    play = begin(pack(limit_ms=hours * HOUR_MS), f"params: {{decision.reminder_h: {figure}}}")
    if reminded is not None:
        play.run(reminded * HOUR - SECOND)
    assert play.told("ann", "decision_expires") == []
    play.run(3 * 24 * HOUR)
    told = play.told("ann", "decision_expires")
    assert len(told) == (reminded is not None)
    assert all(one["default"] == "red" for one in told)


@pytest.mark.parametrize("mode", MODES)
def test_nobody_is_reminded_of_what_he_has_answered_or_what_is_in_force(mode: Mode) -> None:
    def found(step: Step) -> None:
        due = 48 * HOUR_MS if mode == "beforehand" else None
        step.ask(question("settled", mode=mode, due=due, limit_ms=48 * HOUR_MS))

    play = begin(lab(found=found, settled=settled))
    play.run(HOUR)
    play.run(3 * 24 * HOUR, [says(play, "blue", 90)] if mode != "at_once" else [])
    assert play.told("ann", "decision_expires") == []
