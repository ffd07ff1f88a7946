"""Hexes, their labels and their geometry."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.errors import BadInput
from world.map.hexes import LAYOUTS, STEPS, Grid, Hex, disc, line, ring

hexes = st.builds(Hex, st.integers(-200, 200), st.integers(-200, 200))
grids = st.builds(Grid, st.sampled_from(LAYOUTS), st.sampled_from((2, 3)))


@given(grids, st.data())
def test_label_and_hex_are_each_others_inverse(grid: Grid, data: st.DataObject) -> None:
    numbers = st.integers(1, grid.largest)
    column, row = data.draw(numbers), data.draw(numbers)
    at = grid.at(column, row)
    assert grid.column_row(at) == (column, row)
    label = grid.label(at)
    assert label == str(column).zfill(grid.digits) + str(row).zfill(grid.digits)
    assert grid.hex(label) == at


@given(grids, hexes)
def test_every_hex_has_one_column_and_row_even_outside_the_labels(grid: Grid, at: Hex) -> None:
    assert grid.at(*grid.column_row(at)) == at


@given(grids, st.text(max_size=8))
def test_any_text_is_a_label_or_refused(grid: Grid, text: str) -> None:
    try:
        at = grid.hex(text)
    except BadInput:
        return
    assert grid.label(at) == text


@pytest.mark.parametrize(
    "text", ["", "083", "08310", "0031", "0800", "٠٨٣١", "-831", "08 1", "²²²²"]
)
def test_what_is_no_label_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        Grid().hex(text)


@pytest.mark.parametrize(
    ("layout", "label", "neighbours"),
    [
        # In the order of the directions, clockwise from the north-east.
        ("odd-q", "0505", ["0604", "0605", "0506", "0405", "0404", "0504"]),
        ("odd-q", "0405", ["0505", "0506", "0406", "0306", "0305", "0404"]),
        ("even-q", "0505", ["0605", "0606", "0506", "0406", "0405", "0504"]),
        ("even-q", "0405", ["0504", "0505", "0406", "0305", "0304", "0404"]),
        ("odd-r", "0505", ["0504", "0605", "0506", "0406", "0405", "0404"]),
        ("odd-r", "0504", ["0603", "0604", "0605", "0505", "0404", "0503"]),
        ("even-r", "0505", ["0604", "0605", "0606", "0506", "0405", "0504"]),
        ("even-r", "0504", ["0503", "0604", "0505", "0405", "0404", "0403"]),
    ],
)
def test_neighbours_lie_where_the_layout_says(
    layout: str, label: str, neighbours: list[str]
) -> None:
    grid = Grid(next(known for known in LAYOUTS if known == layout))
    assert [grid.label(n) for n in grid.hex(label).neighbours()] == neighbours


def test_directions_are_named_by_the_compass() -> None:
    for grid in (Grid("odd-q"), Grid("odd-r")):
        here = Hex(0, 0)
        for name, (dq, dr) in zip(grid.directions, STEPS, strict=True):
            x, y = grid.centre(Hex(dq, dr))
            assert ("E" in name) == (x > 0), (grid, name)
            assert ("W" in name) == (x < 0), (grid, name)
            assert ("S" in name) == (y > 0), (grid, name)
            assert ("N" in name) == (y < 0), (grid, name)
        assert [here.direction(n) for n in here.neighbours()] == [0, 1, 2, 3, 4, 5]
    assert Hex(0, 0).direction(Hex(0, 0)) is None
    assert Hex(0, 0).direction(Hex(2, -1)) is None


@given(hexes, hexes, hexes)
def test_distance_is_a_distance(a: Hex, b: Hex, c: Hex) -> None:
    assert a.distance(b) == b.distance(a)
    assert (a.distance(b) == 0) == (a == b)
    assert a.distance(c) <= a.distance(b) + b.distance(c)
    assert (a.distance(b) == 1) == (b in a.neighbours())


@given(hexes, st.integers(0, 12))
def test_a_ring_holds_exactly_the_hexes_at_its_radius(centre: Hex, radius: int) -> None:
    found = ring(centre, radius)
    assert len(found) == len(set(found)) == (6 * radius or 1)
    assert all(centre.distance(at) == radius for at in found)
    assert all(a.distance(b) == 1 for a, b in pairwise(found))
    inside = disc(centre, radius)
    assert len(inside) == len(set(inside)) == 1 + 3 * radius * (radius + 1)
    assert all(centre.distance(at) <= radius for at in inside)


def test_a_ring_of_less_than_nothing_is_empty() -> None:
    assert ring(Hex(0, 0), -1) == ()
    assert disc(Hex(0, 0), -1) == ()


@given(hexes, hexes)
def test_a_straight_line_is_a_shortest_way_and_the_same_both_ways(a: Hex, b: Hex) -> None:
    found = line(a, b)
    assert found[0] == a
    assert found[-1] == b
    assert len(found) == a.distance(b) + 1
    assert all(p.distance(q) == 1 for p, q in pairwise(found))
    assert line(b, a) == found[::-1]


@given(hexes, hexes)
def test_a_straight_line_stays_within_half_a_hex_of_the_straight(a: Hex, b: Hex) -> None:
    grid, count = Grid(), a.distance(b)
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    for i, at in enumerate(line(a, b)):
        x, y = grid.centre(at)
        straight_x = ax + (bx - ax) * i / max(1, count)
        straight_y = ay + (by - ay) * i / max(1, count)
        assert (x - straight_x) ** 2 + (y - straight_y) ** 2 <= 1_010**2


@given(grids, hexes, st.integers(0, 5))
def test_neighbours_agree_to_the_unit_on_the_side_between_them(
    grid: Grid, at: Hex, direction: int
) -> None:
    start, end = grid.side(at, direction)
    assert grid.side(at.step(direction), (direction + 3) % 6) == (end, start)
    (x, y), (other_x, other_y) = grid.centre(at), grid.centre(at.step(direction))
    assert abs((start[0] + end[0]) - (x + other_x)) <= 2
    assert abs((start[1] + end[1]) - (y + other_y)) <= 2


@given(grids, hexes)
def test_corners_lie_one_side_from_the_middle(grid: Grid, at: Hex) -> None:
    x, y = grid.centre(at)
    for corner_x, corner_y in grid.corners(at):
        assert abs((corner_x - x) ** 2 + (corner_y - y) ** 2 - 1_000**2) <= 4_000
    assert all(isinstance(n, int) for corner in grid.corners(at) for n in corner)


def test_a_hex_without_a_label_is_refused_with_the_limits() -> None:
    with pytest.raises(BadInput, match="run from 1 to 99"):
        Grid().label(Grid().at(100, 1))
    assert Grid(digits=3).label(Grid().at(100, 1)) == "100001"
