"""What people say: heard once, in order, and what cannot be is told to its author alone."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs import mill
from tests.packs.lab import Act, Noted, Poke, Rang, lab, log_of, logged
from tests.packs.play import DAY, HOUR, MINUTE, SECOND, Play, begin, order
from world.clock import Clock
from world.errors import Refused
from world.order import Hand
from world.pack import Chapter, Pack
from world.said import (
    AnswerDecision,
    GiveOrder,
    HoldClock,
    Outage,
    ResumeClock,
    Saying,
    SetRate,
    decode,
    encode,
)
from world.step import Step

HOUR_MS = 3_600_000


def _said(step: Step, hand: Hand) -> None:
    logged(step, hand.author, hand.number, hand.written, hand.received)


def unchanged(play: Play, other: Play) -> bool:
    return play.kept()[:2] == other.kept()[:2]


# --- one door ------------------------------------------------------------------------------------

sayings: st.SearchStrategy[Saying] = st.one_of(
    st.builds(GiveOrder, order=st.just(msgspec.Raw(b'{"order":"act","name":"x"}'))),
    st.builds(
        AnswerDecision,
        decision=st.text(max_size=9),
        option=st.text(max_size=9),
        text=st.text(max_size=9),
        revision=st.integers(1, 9),
    ),
    st.builds(
        HoldClock,
        reason=st.text(max_size=9),
        until=st.integers(0, 2**60),
        start=st.none() | st.integers(0, 2**60),
    ),
    st.just(ResumeClock()),
    st.builds(SetRate, numerator=st.integers(-9, 9), denominator=st.integers(-9, 9)),
    st.builds(
        Outage,
        start=st.integers(0, 2**60),
        end=st.integers(0, 2**60),
        policy=st.sampled_from(["catch_up", "freeze"]),
    ),
)


@given(sayings)
def test_what_is_said_is_the_same_from_its_kept_bytes(saying: Saying) -> None:
    kept = encode(saying)
    assert decode(kept) == saying
    assert encode(decode(kept)) == kept


@given(sayings)
def test_whatever_is_said_is_heard_or_refused_and_never_breaks_the_campaign(
    saying: Saying,
) -> None:
    play = begin(lab(x=lambda step, _: logged(step, "x")))
    play.run(HOUR, [play.says("ann", saying, MINUTE)])
    play.kept()
    assert len(play.journal) == 2


def test_an_order_tells_who_gave_it_when_and_when_it_was_received() -> None:
    play = begin(lab(said=_said))
    said = [
        play.says("ben", order(Act(name="said")), MINUTE),
        play.says("ann", order(Act(name="said")), MINUTE),
        play.says("ann", order(Act(name="said")), MINUTE + 1),
    ]
    play.run(HOUR, sorted(said, key=lambda s: (s.received, s.person, s.n)))
    assert log_of(play.world) == (
        f"ann 1 60000 {said[1].received}",
        f"ben 1 60000 {said[0].received}",
        f"ann 2 60000 {said[2].received}",
    )
    assert [(s.person, s.n) for s in play.taken] == [("ann", 1), ("ben", 1), ("ann", 2)]


def test_a_refusal_is_told_to_its_author_alone_with_code_and_reason() -> None:
    def no(_step: Step, _: Hand) -> None:
        raise Refused("E-NO-PATH", "There is no path; nobody set out.")

    play = begin(lab(no=no))
    play.run(HOUR, [play.says("ann", order(Act(name="no")), MINUTE)])
    (told,) = play.told("ann", "said_in_vain")
    assert told == {
        "kind": "said_in_vain",
        "what": "Your order “act name=no”",
        "reason": "There is no path; nobody set out.",
        "code": "E-NO-PATH",
    }
    assert len(play.notices) == 1


def test_a_refusal_inside_what_an_order_brought_about_undoes_all_of_it() -> None:
    def act(step: Step, _: Hand) -> None:
        logged(step, "begun")
        step.happened(Rang(name="no"))

    def no(step: Step, _: Rang) -> None:
        step.learn("ben", Noted(text="secret"))
        raise Refused("E-NO", "No.")

    def again(step: Step, _: Hand) -> None:
        step.happened(Rang(name="fine"))
        logged(step, "fine")

    play = begin(lab(act=act, no=no, again=again, fine=lambda *_: None))
    said = [
        play.says("ann", order(Act(name="act")), MINUTE),
        play.says("ann", order(Act(name="again")), 2 * MINUTE),
    ]
    play.run(HOUR, said)
    assert log_of(play.world) == ("fine",)
    assert play.known == []


# --- orders on their way -------------------------------------------------------------------------


def test_what_is_ordered_of_somebody_present_is_done_at_once_and_announced() -> None:
    play = begin(mill.PACK)
    play.run(HOUR, [play.says("abel", order(mill.Lend(to="bruno", coins=3)), MINUTE)])
    assert play.world.get(mill.Carter, "bruno").loan == 3
    (line,) = play.lines("heard")
    assert [fact["kind"] for fact in line["facts"]] == ["order_took_hold", "order_obeyed"]


@pytest.mark.parametrize(("coins", "loan", "answer"), [(3, 3, "done"), (99, 0, "E-PURSE")])
def test_what_is_ordered_of_somebody_absent_takes_hold_on_receipt_and_is_answered(
    coins: int, loan: int, answer: str
) -> None:
    play = begin(mill.PACK)
    said = [
        play.says("bruno", order(mill.Cart(sacks=0)), MINUTE),
        play.says("abel", order(mill.Lend(to="bruno", coins=coins)), 2 * MINUTE),
    ]
    play.run(31 * MINUTE, said)
    assert play.world.get(mill.Carter, "bruno").loan == 0
    assert not play.told("abel")
    play.run(33 * MINUTE)
    assert play.world.get(mill.Carter, "bruno").loan == loan
    assert play.happened("run") == [32 * MINUTE]
    (told,) = play.told("abel", "word")
    assert told["text"] == f"lend to=bruno coins={coins}: {answer}"


def test_an_order_refused_on_receipt_leaves_nothing_of_what_it_had_begun() -> None:
    class Vain(mill.Lend, frozen=True, tag="vain"):
        pass

    chapter = Chapter("vain", "begins and gives up")

    @chapter.obeys(Vain)
    def vain(step: Step, said: Vain, hand: Hand) -> None:
        mill.lend(step, said, hand)
        raise Refused("E-VAIN", "In vain.")

    pack = Pack(
        name="mill",
        release=1,
        chapters=(mill.carting, mill.mill, mill.post, chapter),
        answers=mill.Answers(),
        view=mill.view,
        scene=lambda _scenario: None,
        found=mill.found,
    )
    play = begin(pack)
    said = [
        play.says("bruno", order(mill.Cart(sacks=0)), MINUTE),
        play.says("abel", order(Vain(to="bruno", coins=1)), 2 * MINUTE),
    ]
    play.run(HOUR - 1, said)
    assert play.world.get(mill.Carter, "bruno").loan == 0
    (told,) = play.told("abel", "word")
    assert told["text"] == "vain to=bruno: E-VAIN"
    (line,) = play.lines("run")
    assert "changed" not in line


def test_nobody_can_be_ordered_who_cannot_be_written_to() -> None:
    play, other = begin(mill.PACK), begin(mill.PACK)
    play.run(MINUTE, [play.says("abel", order(mill.Lend(to="cain")), MINUTE)])
    assert unchanged(play, other)
    assert play.told("abel", "said_in_vain")[0]["code"] == "E-UNKNOWN-ADDRESSEE"


def test_the_referees_orders_ride_nowhere() -> None:
    play = begin(mill.PACK)
    said = [
        play.says("bruno", order(mill.Cart(sacks=0)), MINUTE),
        play.says("gm", order(mill.Lend(to="bruno", coins=2)), 2 * MINUTE),
    ]
    play.run(3 * MINUTE, said)
    assert play.world.get(mill.Carter, "bruno").loan == 2


# --- the clock -----------------------------------------------------------------------------------


def test_everybody_is_told_what_becomes_of_the_clock_and_why() -> None:
    play = begin(lab())
    said = [
        play.says("gm", HoldClock(reason="supper", until=play.at(2 * HOUR)), HOUR),
        play.says("gm", SetRate(numerator=4), 3 * HOUR),
    ]
    play.run(5 * HOUR, said)
    for person in ("gm", "ann", "ben"):
        paused, resumed, rate = play.told(person, "clock_changed")
        assert (paused["what"], paused["by"]) == ("paused", "gm")
        assert "supper" in paused["detail"]
        assert "2026-03-01 21:00:00 UTC" in paused["detail"]
        assert (resumed["what"], resumed["by"]) == ("resumed", "itself")
        assert rate["what"] == "set to 4:1"


def test_a_pause_within_a_longer_one_is_announced_with_the_end_they_have_together() -> None:
    play = begin(lab())
    said = [
        play.says("gm", HoldClock(reason="supper", until=play.at(9 * HOUR)), HOUR),
        play.says("ann", HoldClock(reason="bath", until=play.at(3 * HOUR)), 2 * HOUR),
    ]
    play.run(8 * HOUR, said)
    details = [told["detail"] for told in play.told("ben", "clock_changed")]
    assert len(details) == 2
    assert all("2026-03-02 04:00:00 UTC" in detail for detail in details)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (HoldClock(reason="", until=2**60), "E-CLOCK-REASON"),
        (HoldClock(reason="supper", until=0), "E-CLOCK-END"),
        (HoldClock(reason="supper", until=2**60), "E-CLOCK-LONG"),
        (HoldClock(reason="supper", start=5, until=2**60), "E-CLOCK-PAST"),
        (ResumeClock(), "E-CLOCK-RUNNING"),
        (SetRate(numerator=-1), "E-CLOCK-RATE"),
        (SetRate(numerator=1, denominator=0), "E-CLOCK-RATE"),
    ],
)
def test_a_clock_that_cannot_be_changed_so_is_left_alone(body: Saying, code: str) -> None:
    play, other = begin(lab()), begin(lab())
    play.run(HOUR, [play.says("gm", body, MINUTE)])
    assert unchanged(play, other)
    (told,) = play.told("gm", "said_in_vain")
    assert told["code"] == code
    assert told["what"] == "Your change of the clock"
    assert not play.told("ann")


def test_the_longest_pause_is_a_figure_of_the_scenario() -> None:
    play = begin(lab(), "params: {clock.max_pause_days: 2}")
    long = HoldClock(reason="supper", until=play.at(2 * DAY + MINUTE + 1))
    short = HoldClock(reason="supper", until=play.at(2 * DAY + MINUTE))
    play.run(HOUR, [play.says("gm", long, MINUTE), play.says("gm", short, MINUTE)])
    assert [told["code"] for told in play.told("gm", "said_in_vain")] == ["E-CLOCK-LONG"]
    assert len(play.world.get(Clock, "clock").holds) == 1


def test_a_clock_changed_late_keeps_what_has_been_played() -> None:
    def found(step: Step) -> None:
        for hour in (1, 2, 3):
            step.at(hour * HOUR_MS, Poke(subject="x", name="tick"), str(hour))

    play = begin(lab(found=found, tick=lambda step, _: logged(step, step.now)))
    late = play.says("gm", HoldClock(reason="supper", until=play.at(10 * HOUR)), 90 * MINUTE)
    play.run(2 * HOUR)
    play.run(3 * HOUR, [late])
    assert log_of(play.world) == (str(HOUR_MS), str(2 * HOUR_MS))
    assert play.world.face.game(play.at(2 * HOUR)) == 2 * HOUR_MS
    play.run(11 * HOUR + SECOND)
    assert log_of(play.world)[2:] == (str(3 * HOUR_MS),)
    assert play.happened("poke")[-1] == 11 * HOUR
