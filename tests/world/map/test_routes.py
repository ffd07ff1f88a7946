"""Ways over the map: exact costs, the same way everywhere, and nothing kept that could matter."""

from __future__ import annotations

import heapq
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from world.errors import Fault
from world.map.atlas import Atlas, OffMap
from world.map.hexes import Hex
from world.map.routes import Routes
from world.map.steps import Costs, Move, Mover, Steps, Tariff
from world.map.text import parse

ROOT = Path(__file__).parents[3]


def by_land(move: Move) -> int | None:
    """Metres on land; twice as many off the road; a fording costs 5 km more."""
    if "sea" in (move.origin.terrain, move.target.terrain):
        return None
    metres = move.metres if move.road is not None else 2 * move.metres
    return metres + (5_000 if move.fording else 0)


LAND = Mover("land", by_land)
STEPS = Mover("steps", lambda _: 1)


def plain_dijkstra(atlas: Atlas, mover: Mover, start: Hex) -> dict[Hex, int]:
    """Least costs without scipy, from the map itself."""
    done: dict[Hex, int] = {}
    queue = [(0, start.q, start.r)]
    while queue:
        cost, q, r = heapq.heappop(queue)
        at = Hex(q, r)
        if at in done:
            continue
        done[at] = cost
        for n in atlas.neighbours(at):
            side = atlas.side(at, n)
            step = mover.cost(
                Move(
                    atlas.tile(at), atlas.tile(n), atlas.step_metres(at, n),
                    side.road, side.river, side.coastal,
                )
            )  # fmt: skip
            if step is not None and n not in done:
                heapq.heappush(queue, (cost + step, n.q, n.r))
    return done


@st.composite
def lands(draw: st.DrawFn) -> Atlas:
    size = 7
    lines = [f"0101:{size:02d}{size:02d} flatland"]
    for column, row in draw(
        st.sets(st.tuples(st.integers(1, size), st.integers(1, size)), max_size=15)
    ):
        lines.append(f"{column:02d}{row:02d} sea")
    sea = {line[:4] for line in lines[1:]}
    for column in draw(st.lists(st.integers(1, size), max_size=3)):
        for row in range(1, size):
            a, b = f"{column:02d}{row:02d}", f"{column:02d}{row + 1:02d}"
            if a not in sea and b not in sea:
                lines.append(f"{a}-{b} road km={draw(st.integers(1, 20))}")
    for column, row in draw(
        st.sets(st.tuples(st.integers(1, size), st.integers(1, size - 1)), max_size=12)
    ):
        lines.append(f"river {column:02d}{row:02d}/{column:02d}{row + 1:02d}")
    return parse("\n".join(lines))


@given(lands(), st.integers(0, 48), st.integers(0, 48))
@settings(max_examples=60, deadline=None)
def test_distances_and_ways_agree_with_a_plain_search(atlas: Atlas, first: int, last: int) -> None:
    routes = Routes(atlas)
    start, end = atlas.hexes[first], atlas.hexes[last]
    expected = plain_dijkstra(atlas, LAND, start)
    reach = routes.distances(LAND, [start])
    assert {at: reach.to(at) for at in atlas.hexes if reach.to(at) is not None} == expected
    way = routes.path(LAND, start, end)
    if way is None:
        assert end not in expected
        return
    assert way[0] == start
    assert way[-1] == end
    assert all(a.distance(b) == 1 for a, b in pairwise(way))
    assert routes.cost(LAND, way) == expected[end]
    # Walked back, each step goes to the smallest label from which the cost comes out exactly.
    for before, here in pairwise(way):
        fits = [
            n
            for n in atlas.neighbours(here)
            if n in expected
            and routes.cost(LAND, (n, here)) is not None
            and expected[n] + (routes.cost(LAND, (n, here)) or 0) == expected[here]
        ]
        assert before == fits[0]


@given(lands(), st.lists(st.integers(0, 48), min_size=1, max_size=4))
@settings(max_examples=30, deadline=None)
def test_from_several_places_the_nearest_counts(atlas: Atlas, starts: list[int]) -> None:
    sources = [atlas.hexes[i] for i in starts]
    reach = Routes(atlas).distances(LAND, sources)
    each = [plain_dijkstra(atlas, LAND, source) for source in sources]
    for at in atlas.hexes:
        costs = [known[at] for known in each if at in known]
        assert reach.to(at) == (min(costs) if costs else None)


def test_one_way_costs_are_kept_apart() -> None:
    """Down the river is quicker than up: the matrix is not assumed to be symmetric."""
    atlas = parse("0101:0104 flatland")
    first, last = atlas.hexes[0], atlas.hexes[-1]
    stream = Mover("boat", lambda move: 1 if move.target.hex.r > move.origin.hex.r else 5)
    routes = Routes(atlas)
    assert routes.distances(stream, [first]).to(last) == 3
    assert routes.distances(stream, [last]).to(first) == 15
    assert routes.path(stream, last, first) == atlas.hexes[::-1]


def test_a_road_that_goes_round_is_taken_when_it_is_quicker() -> None:
    atlas = parse("0101:0303 flatland\n0101-0201-0301 road\n0101-0201-0302 trail")
    corner, far = atlas.hex("0101"), atlas.hex("0302")
    way = Routes(atlas).path(LAND, corner, far)
    assert way == tuple(map(atlas.hex, ("0101", "0201", "0302")))


def test_no_way_is_none_and_a_place_off_the_map_is_refused() -> None:
    atlas = parse("0101 flatland\n0201 sea\n0301 flatland")
    routes = Routes(atlas)
    a, sea, b = atlas.hexes
    assert routes.path(LAND, a, b) is None
    assert routes.path(LAND, a, a) == (a,)
    assert routes.cost(LAND, (a, sea)) is None
    assert routes.cost(LAND, (a,)) == 0
    assert routes.distances(LAND, [a]).to(b) is None
    assert routes.distances(LAND, []).to(a) is None
    for start, end in ((a, Hex(9, 9)), (Hex(9, 9), a)):
        with pytest.raises(OffMap):
            routes.path(LAND, start, end)
    with pytest.raises(OffMap):
        routes.cost(LAND, (a, b))


def test_within_lists_what_can_be_reached_in_the_order_of_labels() -> None:
    atlas = parse("0101:0505 flatland\n0303 sea")
    middle = atlas.hex("0202")
    found = Routes(atlas).distances(STEPS, [middle]).within(1)
    assert [atlas.label(at) for at in found] == [
        "0102", "0103", "0201", "0202", "0203", "0302", "0303",
    ]  # fmt: skip
    land = Routes(atlas).distances(LAND, [middle])
    assert atlas.hex("0303") not in land.within(10**9)
    assert len(land.within(10**9)) == 24


@given(lands(), st.integers(0, 48), st.integers(0, 48))
@settings(max_examples=30, deadline=None)
def test_costs_reckoned_all_at_once_are_those_of_one_step_after_the_other(
    atlas: Atlas, first: int, last: int
) -> None:
    def costs(steps: Steps) -> Costs:
        sea = steps.marked(lambda move: "sea" in (move.origin.terrain, move.target.terrain))
        metres = steps.by_length(lambda metres: metres)
        return np.where(sea, 0, np.where(steps.road, metres, 2 * metres) + 5_000 * steps.fording)

    routes, ends = Routes(atlas), (atlas.hexes[first], atlas.hexes[last])
    at_once = Tariff(("land", 2), costs)
    assert at_once.costs(routes.steps).tolist() == LAND.costs(routes.steps).tolist()
    assert routes.path(at_once, *ends) == routes.path(LAND, *ends)
    assert routes.distances(at_once, ends[:1]).within(10**9) == (
        Routes(atlas).distances(LAND, ends[:1]).within(10**9)
    )


@pytest.mark.parametrize("cost", [-1, 2**53])
def test_a_cost_out_of_bounds_among_many_is_a_fault_that_names_the_step(cost: int) -> None:
    atlas = parse("0101:0102 flatland")
    wrong = Tariff("wrong", lambda _: np.array([1, cost]))
    with pytest.raises(Fault, match=r"mover wrong: the step 0102-0101 costs"):
        Routes(atlas).path(wrong, *atlas.hexes)


@pytest.mark.parametrize("cost", [0, -1, 1.5, True, 2**53, "9"])
def test_a_cost_that_could_not_be_exact_is_a_fault_that_names_the_step(cost: object) -> None:
    atlas = parse("0101:0102 flatland")
    wrong = Mover("wrong", lambda _: cost)  # type: ignore[arg-type,return-value]
    with pytest.raises(Fault, match=r"mover wrong: the step 0101-0102 costs"):
        Routes(atlas).path(wrong, *atlas.hexes)


def test_large_costs_stay_exact() -> None:
    """A year in milliseconds per step, plus one: the last digit must not be rounded away."""
    atlas = parse("0101:9901 flatland")
    year = 365 * 86_400_000 + 1
    reach = Routes(atlas).distances(Mover("slow", lambda _: year), [atlas.hexes[0]])
    assert reach.to(atlas.hexes[-1]) == 98 * year


def test_a_matrix_is_built_once_for_each_mover_and_old_ones_are_let_go() -> None:
    atlas = parse("0101:0303 flatland")
    routes = Routes(atlas, keep=2)
    asked: list[str] = []

    def mover(name: str) -> Mover:
        def cost(move: Move) -> int:
            asked.append(name)
            return move.metres

        return Mover(name, cost)

    a, b = atlas.hexes[0], atlas.hexes[-1]
    ways = {name: routes.path(mover(name), a, b) for name in ("x", "y", "x")}
    assert len(asked) == 2 * len(routes.steps.moves)
    routes.path(mover("z"), a, b)
    asked.clear()
    assert routes.path(mover("x"), a, b) == ways["x"], "the latest used two are kept"
    assert asked == []
    assert routes.matrix(mover("y")) is not None
    assert len(asked) == len(routes.steps.moves)


def test_what_is_kept_cannot_be_changed_by_who_gets_it() -> None:
    atlas = parse("0101:0303 flatland")
    reach = Routes(atlas).distances(STEPS, [atlas.hexes[0]])
    with pytest.raises(ValueError, match="read-only"):
        reach.costs[0] = 7


PROGRAM = """
from world.map.routes import Routes
from world.map.steps import Mover
from world.map.control import control_of
from world.map.text import parse
atlas = parse('0101:2020 flatland\\n0505 town "A"\\n1515 town "B"\\n0916 town "C"')
routes = Routes(atlas)
mover = Mover("m", lambda move: move.metres)
for end in atlas.hexes[::7]:
    print("-".join(map(atlas.label, routes.path(mover, atlas.hexes[0], end))))
print(atlas.version, control_of(atlas))
"""


def test_ways_and_control_are_the_same_under_every_hash_seed() -> None:
    def run(seed: str) -> bytes:
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        return subprocess.run(
            [sys.executable, "-c", PROGRAM], env=env, check=True, capture_output=True, cwd=ROOT
        ).stdout

    first = run("1")
    assert len(first.splitlines()) == 59
    assert run("2") == first
