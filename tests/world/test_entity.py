"""Entities: immutable all the way down, and never gone without a trace."""

from __future__ import annotations

import datetime as dt
import enum
from fractions import Fraction
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs.lab import Act, Poke, Thing, lab, log_of, logged
from tests.packs.play import HOUR, MINUTE, SECOND, Play, begin, order
from world.advance import StepFailed
from world.entity import Entity, Tombstone, require_immutable
from world.errors import Fault, Refused
from world.fact import Fact
from world.kernel.nouns import Stranded
from world.notice import Notice, Record
from world.order import Order
from world.pack import Chapter, Pack
from world.step import Step
from world.timeline import Event


class Arm(enum.Enum):
    HORSE = "horse"
    FOOT = "foot"


class Part(msgspec.Struct, frozen=True):
    men: int
    colours: frozenset[str] = frozenset()


class Loose(msgspec.Struct):
    men: int


def struct_with(hint: Any, base: Any = Entity) -> Any:
    words = {"title": "", "wording": ""}
    return msgspec.defstruct(
        "Sample", [("field", hint)], bases=(base,), frozen=True, kw_only=True, namespace=words
    )


def _nothing(_step: Step, _event: Any) -> None:
    pass


@pytest.mark.parametrize(
    "hint",
    [
        int,
        str | None,
        bool,
        bytes,
        tuple[int, ...],
        tuple[str, int],
        frozenset[str],
        Arm,
        Literal["a", 1],
        Part,
        tuple[Part, ...] | None,
        msgspec.Raw,
    ],
    ids=str,
)
def test_what_cannot_change_in_place_is_allowed(hint: Any) -> None:
    require_immutable(struct_with(hint))


@pytest.mark.parametrize(
    "hint",
    [
        list[int],
        dict[str, int],
        set[str],
        float,
        int | float,
        tuple[float, ...],
        tuple[list[int], ...],
        frozenset[float],
        bytearray,
        Loose,
        tuple[Loose, ...],
        dt.datetime,
        Fraction,
        Any,
        tuple,
    ],
    ids=str,
)
def test_what_could_change_in_place_or_by_machine_is_refused(hint: Any) -> None:
    with pytest.raises(Fault, match=r"field|Loose"):
        require_immutable(struct_with(hint))


def test_the_check_names_field_and_remedy() -> None:
    with pytest.raises(Fault, match=r"Sample\.field has the type .*list.*use int, str, .*tuple"):
        require_immutable(struct_with(list[int]))


@pytest.mark.parametrize("base", [Entity, Event, Fact, Notice, Order, Record])
def test_a_pack_with_a_mutable_struct_is_not_composed(base: Any) -> None:
    sample = struct_with(list[int], base)
    chapter = Chapter("loose", "declares what could change")
    if base in {Entity, Notice, Record}:
        chapter.declare(sample)
    elif base is Event:
        chapter.handles(sample)(_nothing)
    elif base is Fact:
        chapter.on(sample)(_nothing)
    else:
        chapter.obeys(sample)(lambda _step, _order, _hand: None)
    with pytest.raises(Fault, match=r"Sample\.field"):
        lab(chapter)


def test_an_entity_cannot_be_changed_in_place() -> None:
    thing = Thing(id="thing")
    with pytest.raises(AttributeError):
        thing.value = 3  # type: ignore[misc]


# --- removal -------------------------------------------------------------------------------------


def _count(step: Step, event: Poke) -> None:
    thing = step.get(Thing, event.subject)
    step.put(msgspec.structs.replace(thing, value=thing.value + 1))


def _three(step: Step) -> None:
    for name in ("a", "b", "c"):
        step.put(Thing(id=name))
        step.at(2 * 3_600_000, Poke(subject=name, name="poke"), name)


def _removed(step: Step, because: str, *pairs: tuple[str, str | None]) -> None:
    for name, successor in pairs:
        step.remove(step.get(Thing, name), because, successor=successor)


def _played(pack: Pack) -> Play:
    play = begin(pack)
    return play.run(3 * HOUR, [play.says("ann", order(Act(name="act")), HOUR)])


def test_a_removed_entity_leaves_a_tombstone_that_its_successor_answers_for() -> None:
    play = _played(
        lab(
            found=_three,
            act=lambda step, _: _removed(step, "merged", ("a", "b"), ("b", "c")),
            poke=_nothing,
        )
    )
    assert play.world.get(Thing, "a") == play.world.get(Thing, "c")
    stone = Tombstone(id="a", was="thing", because="merged", successor="b")
    assert play.world.entities["a"] == stone
    assert [thing.id for thing in play.world.of(Thing)] == ["c"]
    play.reopen()
    assert play.world.get(Thing, "a").id == "c"


def test_events_about_the_gone_happen_to_the_successor() -> None:
    play = _played(
        lab(found=_three, act=lambda step, _: _removed(step, "merged", ("a", "b")), poke=_count)
    )
    assert play.world.get(Thing, "b").value == 2
    assert play.world.get(Thing, "c").value == 1
    assert not play.world.of(Stranded)


def test_events_about_the_gone_without_successor_go_where_the_pack_says() -> None:
    play = _played(
        lab(
            found=_three,
            act=lambda step, _: _removed(step, "burnt", ("a", "b"), ("b", None)),
            poke=_count,
            orphans=(Poke,),
            gone=lambda step, event: logged(step, event.subject, "is gone"),
        )
    )
    assert log_of(play.world) == ("a is gone", "b is gone")
    assert not play.world.of(Stranded)
    assert play.world.get(Thing, "c").value == 1


def test_what_finds_neither_successor_nor_outcome_is_listed_for_the_referee() -> None:
    play = _played(
        lab(found=_three, act=lambda step, _: _removed(step, "burnt", ("a", None)), poke=_count)
    )
    (stranded,) = play.world.of(Stranded)
    assert stranded.subject == "a"
    assert stranded.because == "burnt"
    assert msgspec.json.decode(stranded.event)["name"] == "poke"
    (told,) = play.told("gm", "event_stranded")
    assert told["subject"] == "a"
    assert not play.told("ann")


def _twice(step: Step, _: Any) -> None:
    stale = step.get(Thing, "a")
    step.remove(stale, "burnt")
    step.remove(stale, "burnt")


def test_nothing_is_removed_twice_and_nothing_succeeds_itself() -> None:
    with pytest.raises(StepFailed, match="gone already"):
        _played(lab(found=_three, act=_twice, poke=_nothing))
    with pytest.raises(StepFailed, match="succeed itself"):
        _played(
            lab(found=_three, act=lambda step, _: _removed(step, "x", ("a", "a")), poke=_nothing)
        )


def test_an_id_that_never_was_is_a_fault_of_the_pack() -> None:
    play = _played(lab(found=_three, act=_nothing, poke=_nothing))
    assert play.world.find(Thing, "nobody") is None
    assert play.world.find(Tombstone, "a") is None
    with pytest.raises(Fault, match="no living Thing answers to 'nobody'"):
        play.world.get(Thing, "nobody")


def test_a_ring_of_successors_is_a_fault_and_not_an_endless_search() -> None:
    play = _played(lab(found=_three, act=_nothing, poke=_nothing))
    for name, successor in (("a", "b"), ("b", "a")):
        play.world.set(Tombstone(id=name, was="thing", because="ring", successor=successor))
    with pytest.raises(Fault, match="ring"):
        play.world.find(Thing, "a")


# --- looking things up ---------------------------------------------------------------------------


def test_things_come_in_the_order_of_their_ids_whatever_was_done_first() -> None:
    def shuffle(step: Step, _: Any) -> None:
        for name in ("z", "m", "b", "q"):
            step.put(Thing(id=name, place="yard"))
        step.put(msgspec.structs.replace(step.get(Thing, "m"), place="barn"))
        step.remove(step.get(Thing, "q"), "burnt")
        step.put(Thing(id="a", place="yard"))

    pack = lab(act=shuffle)
    play = begin(pack)
    play.run(HOUR, [play.says("ann", order(Act(name="act")), MINUTE)])
    for _ in range(2):
        assert [thing.id for thing in play.world.of(Thing)] == ["a", "b", "m", "z"]
        assert [thing.id for thing in play.world.at("yard", Thing)] == ["a", "b", "z"]
        assert [thing.id for thing in play.world.at("barn", Thing)] == ["m"]
        assert play.world.at("moon", Thing) == ()
        among = play.world.among(("moon", "yard", "barn"), Thing)
        assert [thing.id for thing in among] == ["a", "b", "m", "z"]
        play.reopen()


def test_whoever_follows_causes_is_told_everything_that_was_looked_up() -> None:
    play = _played(
        lab(found=_three, act=lambda step, _: _removed(step, "merged", ("a", "b")), poke=_nothing)
    )
    world = play.world
    world.reads = set()
    world.find(Thing, "nobody")
    assert world.reads == {"nobody"}
    world.reads = set()
    world.get(Thing, "a")
    assert world.reads == {"a", "b"}
    world.reads = set()
    world.of(Thing)
    assert world.reads == {"kind:Thing", "b", "c"}
    world.reads = set()
    world.at("yard", Thing)
    assert world.reads == {"place:yard"}
    world.reads = set()
    world.set(Thing(id="d", place="barn"))
    assert [thing.id for thing in world.among(("moon", "barn"), Thing)] == ["d"]
    assert world.reads == {"place:moon", "place:barn", "d"}
    play.run(4 * HOUR, [play.says("ann", order(Act(name="act")), 3 * HOUR + 1)], doubtful=_All())
    assert world.reads >= {"a"}  # of the last step alone
    assert "place:yard" not in world.reads


class _All:
    def __contains__(self, _: object) -> bool:
        return True


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["x", "y", None, "gone"]))))
def test_indexes_are_those_of_a_world_opened_afresh(moves: list[tuple[str, str | None]]) -> None:
    def move(step: Step, hand: Any) -> None:
        name, place = moves[hand.number - 1]
        found = step.find(Thing, name)
        if place == "gone":
            if found:
                step.remove(found, "gone")
        else:
            step.put(Thing(id=name, place=place, value=hand.number))
        if hand.number % 3 == 0:
            raise Refused("E-NO", "no")

    play = begin(lab(move=move))
    play.run(
        HOUR, [play.says("ann", order(Act(name="move")), n * SECOND) for n in range(len(moves))]
    )
    seen = [(play.world.of(Thing), *(play.world.at(place, Thing) for place in "xy"))]
    play.reopen()
    seen.append((play.world.of(Thing), *(play.world.at(place, Thing) for place in "xy")))
    assert seen[0] == seen[1]
