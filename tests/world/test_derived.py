"""What follows from entities is kept between questions, and is never anything but what is so."""

from __future__ import annotations

import functools
import sys
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs.lab import Act, Thing, lab
from tests.packs.play import HOUR, SECOND, Play, begin, order
from world.entity import Tombstone
from world.errors import Fault, Refused
from world.state import World


def value_of(world: World, name: str) -> int:
    thing = world.find(Thing, name)
    return thing.value if thing is not None else -1


def worth(world: World, place: str) -> int:
    """The values of all things in a place."""
    return sum(thing.value for thing in world.at(place, Thing))


def kept_worth(world: World, place: str) -> int:
    return world.derived(("worth", place), lambda: worth(world, place))


def kept_value(world: World, name: str) -> int:
    return world.derived(("value", name), lambda: value_of(world, name))


def asked(world: World) -> dict[str, object]:
    """Every question there is, answered from what is kept where it is."""
    found: dict[str, object] = {name: kept_value(world, name) for name in "abc"}
    found |= {place: kept_worth(world, place) for place in "xy"}
    found["all"] = world.derived(("all",), lambda: tuple(t.id for t in world.of(Thing)))
    # One value that rests on others.
    found["sum"] = world.derived(("sum",), lambda: kept_worth(world, "x") + kept_worth(world, "y"))
    found["gone"] = world.derived(("gone",), lambda: [world.buried(name) for name in "abc"])
    return found


def afresh(world: World) -> dict[str, object]:
    """The same, worked out now."""
    found: dict[str, object] = {name: value_of(world, name) for name in "abc"}
    found |= {place: worth(world, place) for place in "xy"}
    found["all"] = tuple(t.id for t in world.of(Thing))
    found["sum"] = worth(world, "x") + worth(world, "y")
    found["gone"] = [isinstance(world.entities.get(name), Tombstone) for name in "abc"]
    return found


MOVES = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.sampled_from(["x", "y", None, "gone", "merged"]),
        st.booleans(),
    )
)


@given(MOVES)
def test_what_is_kept_is_what_would_be_worked_out_afresh(
    moves: list[tuple[str, str | None, bool]],
) -> None:
    def move(step: Any, hand: Any) -> None:
        name, place, fails = moves[hand.number - 1]
        found = step.find(Thing, name)
        if place in ("gone", "merged"):
            if found is not None and found.id == name:
                heir = next((t.id for t in step.of(Thing) if t.id != name), None)
                step.remove(found, "gone", heir if place == "merged" else None)
        else:
            step.put(Thing(id=name, place=place, value=hand.number))
        assert asked(step.world) == afresh(step.world)
        if fails:
            raise Refused("E-NO", "no")

    play = begin(lab(move=move))
    for n in range(len(moves)):
        play.run(n * SECOND + SECOND, [play.says("ann", order(Act(name="move")), n * SECOND)])
        assert asked(play.world) == afresh(play.world)
        assert not play.world.stale()
    play.reopen()
    assert asked(play.world) == afresh(play.world)


def _yard(play: Play | None = None) -> World:
    world = (play or begin(lab())).world
    for name, place in (("a", "yard"), ("b", "yard"), ("c", "barn")):
        world.set(Thing(id=name, place=place, value=1))
    return world


def test_a_value_is_worked_out_once_until_what_it_was_read_from_changes() -> None:
    world, times = _yard(), []

    def make() -> int:
        times.append(1)
        return worth(world, "yard")

    assert [world.derived(("k",), make) for _ in range(3)] == [2, 2, 2]
    world.set(msgspec.structs.replace(world.get(Thing, "c"), value=9))
    assert (world.derived(("k",), make), len(times)) == (2, 1)
    world.set(msgspec.structs.replace(world.get(Thing, "a"), value=5))
    assert (world.derived(("k",), make), len(times)) == (6, 2)
    world.set(Thing(id="d", place="yard", value=7))
    assert (world.derived(("k",), make), len(times)) == (13, 3)
    world.unset("d")
    assert (world.derived(("k",), make), len(times)) == (6, 4)


def test_what_was_not_there_may_come() -> None:
    world = _yard()
    assert world.derived(("k",), lambda: value_of(world, "new")) == -1
    world.set(Thing(id="new", value=3))
    assert world.derived(("k",), lambda: value_of(world, "new")) == 3


def test_what_answers_for_the_gone_is_followed() -> None:
    world = _yard()

    def heir() -> int:
        return world.derived(("k",), lambda: value_of(world, "a"))

    world.set(Tombstone(id="a", was="thing", because="merged", successor="b"))
    assert heir() == 1
    world.set(msgspec.structs.replace(world.get(Thing, "b"), value=4))
    assert heir() == 4
    world.set(Tombstone(id="b", was="thing", because="merged", successor="c"))
    assert heir() == 1
    world.set(Tombstone(id="c", was="thing", because="gone"))
    assert heir() == -1


def test_what_fails_is_not_kept() -> None:
    world = _yard()
    with pytest.raises(Fault):
        world.derived(("k",), lambda: world.get(Thing, "nobody"))
    assert world.derived(("k",), lambda: 7) == 7


def test_whoever_follows_causes_sees_through_what_is_kept() -> None:
    world = _yard()
    for _ in range(2):
        world.reads = set()
        world.derived(("outer",), lambda: kept_worth(world, "yard") + 1)
        assert world.reads == {"place:yard", "a", "b"}
    world.reads = None


def test_nothing_is_shared_between_worlds() -> None:
    one, other = _yard(), _yard()
    one.set(msgspec.structs.replace(one.get(Thing, "a"), value=50))
    for world, expected in ((one, 51), (other, 2)):
        assert kept_worth(world, "yard") == expected


def test_a_value_that_goes_by_more_than_it_reads_is_found_out() -> None:
    """The check that other tests rest on: what depends on the instant is no derived value."""
    play = begin(lab())
    world = _yard(play)
    world.derived(("now",), lambda: world.now)
    assert not world.stale()
    world.now += HOUR
    assert world.stale() == [("now",)]


def test_a_world_that_is_let_go_is_held_by_nothing_it_keeps() -> None:
    """The keeper takes worlds out of the garbage collector's sight."""
    world = begin(lab()).world
    before = sys.getrefcount(world)
    world.derived(("now",), functools.partial(value_of, world, "a"))
    assert sys.getrefcount(world) > before
    world.let_go()
    assert sys.getrefcount(world) == before
