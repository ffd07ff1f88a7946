"""Advancing a world: one order over all actors, the same however it is cut up."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.packs import ferry, mill
from tests.packs.play import DAY, HOUR, MINUTE, SECOND, Play, Story, answer, begin, order, ordered
from world.pack import Pack
from world.said import HoldClock, Input, Outage, ResumeClock, Saying, SetRate

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
