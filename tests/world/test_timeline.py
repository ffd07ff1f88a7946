"""The timeline: one total order that does not depend on when anything was written down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    consumes,
    invariant,
    rule,
)

from tests.packs.lab import Poke
from world.errors import Fault
from world.timeline import ANSWERING, GAME, Entry, Timeline, key_of


def entry(name: str, due: int, rank: int = 500, subject: str = "s", axis: int = GAME) -> Entry:
    return Entry(name, axis, due, rank, Poke(subject=subject, name="poke"))


entries = st.builds(
    entry,
    st.uuids().map(str),
    st.integers(-3, 3) | st.integers(-(2**62), 2**62),
    st.sampled_from([0, 100, 500, 1000]),
    st.sampled_from("abc"),
    st.sampled_from([GAME, ANSWERING]),
)


def taken(timeline: Timeline, axis: int) -> list[Entry]:
    found = []
    while (head := timeline.head(axis)) is not None:
        found.append(head)
        timeline.remove(head.id)
    return found


@given(st.data(), st.lists(entries, unique_by=lambda entry: entry.id))
def test_the_order_is_due_rank_subject_id_however_it_was_filled(
    data: st.DataObject, some: list[Entry]
) -> None:
    shuffled = data.draw(st.permutations(some))
    one_by_one, at_once = Timeline(), Timeline()
    for each in shuffled:
        one_by_one.add(each)
    at_once.load(some)
    for axis in (GAME, ANSWERING):
        wanted = sorted((e for e in some if e.axis == axis), key=key_of)
        assert taken(one_by_one, axis) == wanted
        assert taken(at_once, axis) == wanted
    assert len(one_by_one) == len(at_once) == 0


def test_a_name_is_pending_once() -> None:
    timeline = Timeline()
    timeline.add(entry("a", 1))
    with pytest.raises(Fault, match="on the timeline already"):
        timeline.add(entry("a", 2))
    assert timeline.head(GAME) == entry("a", 1)


class Changing(RuleBasedStateMachine):
    """Entries placed, taken off and placed again elsewhere under their names, against a dict."""

    names = Bundle("names")

    def __init__(self) -> None:
        super().__init__()
        self.timeline = Timeline()
        self.wanted: dict[str, Entry] = {}

    @rule(target=names, each=entries)
    def add(self, each: Entry) -> str:
        self.timeline.add(each)
        self.wanted[each.id] = each
        return each.id

    @rule(name=consumes(names))
    def remove(self, name: str) -> None:
        assert self.timeline.remove(name) == self.wanted.pop(name, None)

    @rule(name=names, due=st.integers(-3, 3), axis=st.sampled_from([GAME, ANSWERING]))
    def move(self, name: str, due: int, axis: int) -> None:
        self.timeline.remove(name)
        self.wanted[name] = entry(name, due, axis=axis)
        self.timeline.add(self.wanted[name])

    @rule()
    def take(self) -> None:
        for axis in (GAME, ANSWERING):
            head = self.timeline.head(axis)
            if head is not None:
                self.timeline.remove(head.id)
                del self.wanted[head.id]

    @rule()
    def reopen(self) -> None:
        self.timeline.load(list(self.wanted.values()))

    @invariant()
    def heads_are_right(self) -> None:
        for axis in (GAME, ANSWERING):
            mine = [each for each in self.wanted.values() if each.axis == axis]
            assert self.timeline.head(axis) == min(mine, key=key_of, default=None)
        assert len(self.timeline) == len(self.wanted)


TestChanging = Changing.TestCase
