"""What the atlas answers about hexes, edges and rivers."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.errors import BadInput
from world.map.atlas import Atlas, OffMap, Tile, atlas_of
from world.map.edges import Edge, RoadLine, edge, meet, river_along, runs
from world.map.hexes import Grid, Hex, disc
from world.map.terrain import MapParameters
from world.map.text import parse


def chain(atlas: Atlas, labels: str) -> tuple[Hex, ...]:
    return tuple(atlas.hex(label) for label in labels.split("-"))


@pytest.mark.rule("C-MAP-02")
def test_rough_and_water_terrains_are_lists_a_scenario_may_change() -> None:
    text = "terrain heath rough\nterrain tarn water\n0101 heath\n0102 tarn\n0103 hills\n0104 sea"
    plain = parse(text)
    assert [plain.is_rough(at) for at in plain.hexes] == [True, False, True, False]
    assert [plain.is_water(at) for at in plain.hexes] == [False, True, False, True]
    other = parse(text, parameters=MapParameters(rough_terrains=("sea",), water_terrains=()))
    assert [other.is_rough(at) for at in other.hexes] == [True, False, False, True]
    assert [other.is_water(at) for at in other.hexes] == [False, True, False, False]
    assert plain.version != other.version


@pytest.mark.rule("C-MAP-01")
def test_a_step_is_ten_kilometres_unless_the_road_says_otherwise() -> None:
    text = "0101:0303 flatland\n0101-0102-0103 road km=17.001\n0201-0202 road"
    atlas = parse(text)
    a, b, c = chain(atlas, "0101-0102-0103")
    assert (atlas.step_metres(a, b), atlas.step_metres(b, c)) == (8_500, 8_501)
    assert atlas.step_metres(c, b) == 8_501
    assert atlas.step_metres(*chain(atlas, "0201-0202")) == 10_000
    assert atlas.step_metres(*chain(atlas, "0301-0302")) == 10_000
    purist = parse(text, parameters=MapParameters(step_metres=8_660))
    assert purist.step_metres(*chain(atlas, "0301-0302")) == 8_660


@given(st.integers(1, 50), st.integers(1, 10**6))
def test_a_roads_length_is_shared_to_the_last_metre(steps: int, metres: int) -> None:
    road = RoadLine("", "road", tuple(Hex(0, r) for r in range(steps + 1)), metres)
    lengths = [length for length in road.step_lengths() if length is not None]
    assert len(lengths) == steps
    assert sum(lengths) == metres
    assert max(lengths) - min(lengths) <= 1


@pytest.mark.rule("C-MAP-04")
def test_of_several_roads_on_an_edge_the_best_counts_and_all_names_are_kept() -> None:
    atlas = parse(
        '0101:0202 flatland\n0101-0102 trail "A" km=1\n0102-0101 highway "B" km=9\n'
        '0101-0102 highway "C" km=8\n0101-0102 road'
    )
    road = atlas.side(*chain(atlas, "0101-0102")).road
    assert road is not None
    assert (road.kind, road.names, road.metres) == ("highway", ("A", "B", "C"), 8_000)


@pytest.mark.rule("C-MAP-04")
def test_a_step_is_a_fording_over_a_river_without_a_bridge() -> None:
    atlas = parse(
        "0101:0505 flatland\n"
        "0101-0102-0103-0104-0105 road\n"
        'river "Ems" 0101/0102\nriver 0102/0103\nriver 0103/0104\nriver 0104/0105\n'
        "river 0201/0202\nriver 0202/0203\nriver 0203/0204\n"
        'ford 0102/0103\nunbridged 0103/0104\nbridge 0104/0105 "Long Bridge"\n'
        "ford 0201/0202\nbridge 0202/0203\n"
    )

    def crossing(a: str, b: str) -> tuple[str, bool]:
        side = atlas.side(atlas.hex(a), atlas.hex(b))
        assert side.river is not None
        assert atlas.is_fording(atlas.hex(b), atlas.hex(a)) == side.fording
        return side.river.crossing, side.fording

    assert crossing("0101", "0102") == ("bridge", False), "a road brings its bridge"
    assert crossing("0102", "0103") == ("ford", True)
    assert crossing("0103", "0104") == ("unbridged", True)
    assert crossing("0104", "0105") == ("bridge", False)
    assert crossing("0201", "0202") == ("ford", True)
    assert crossing("0202", "0203") == ("bridge", False)
    assert crossing("0203", "0204") == ("unbridged", True)
    assert not atlas.is_fording(atlas.hex("0301"), atlas.hex("0302"))
    named = atlas.side(atlas.hex("0104"), atlas.hex("0105")).river
    assert named is not None
    assert named.crossing_name == "Long Bridge"


@pytest.mark.rule("C-MAP-04")
def test_an_edge_is_coastal_between_two_coastal_land_hexes() -> None:
    atlas = parse("0101:0105 sea\n0201:0305 flatland\n0303 flatland coast\n0305 lake")
    by_sea = chain(atlas, "0201-0202")
    assert all(atlas.is_coastal(at) for at in by_sea)
    assert not atlas.is_coastal(atlas.hex("0101")), "water is not coastal land"
    assert not atlas.is_coastal(atlas.hex("0302"))
    assert atlas.is_coastal(atlas.hex("0303")), "marked by hand"
    assert atlas.is_coastal(atlas.hex("0304")), "a lake has a shore"
    assert atlas.side(*by_sea).coastal
    assert not atlas.side(*chain(atlas, "0202-0302")).coastal
    assert atlas.side(*chain(atlas, "0202-0303")).coastal
    assert not atlas.side(*chain(atlas, "0101-0201")).coastal


@pytest.mark.rule("C-MAP-04")
def test_a_fork_has_enough_roads_onward_besides_the_one_come_by() -> None:
    text = "0101:0505 flatland\n0301-0302-0303-0304 road\n0202-0302 trail\n0303-0403 road"
    atlas = parse(text)
    a, b, c, d = chain(atlas, "0301-0302-0303-0304")
    assert atlas.is_fork(b, a)
    assert atlas.onward_roads(b, a) == chain(atlas, "0202-0303")
    assert not atlas.is_fork(d, c)
    assert atlas.onward_roads(d, c) == ()
    assert atlas.is_fork(c, d)
    narrow = parse(text, parameters=MapParameters(fork_min_onward_roads=3))
    assert not narrow.is_fork(b, a)


def test_a_place_off_the_map_is_refused_in_words() -> None:
    atlas = parse("0101:0303 flatland")
    with pytest.raises(
        OffMap, match="0404 is not on this map; its hexes lie between 0101 and 0303"
    ):
        atlas.hex("0404")
    with pytest.raises(BadInput, match="is not a hex"):
        atlas.hex("Paris")
    outside = Hex(50, 50)
    for ask in (atlas.tile, atlas.neighbours, atlas.is_water, atlas.is_coastal, atlas.position):
        with pytest.raises(OffMap):
            ask(outside)
    with pytest.raises(OffMap, match="0101 and 0103 are not neighbours"):
        atlas.side(*chain(atlas, "0101-0103"))
    with pytest.raises(BadInput, match="the map's lines: none"):
        atlas.semaphore("Paris-Lille")


def test_hexes_and_neighbours_come_in_the_order_of_labels_whatever_the_layout() -> None:
    for layout in ("odd-q", "even-q", "odd-r", "even-r"):
        atlas = parse(f"map layout={layout}\n0303:0505 flatland\n0101:0205 hills")
        labels = [atlas.label(at) for at in atlas.hexes]
        assert labels == sorted(labels)
        assert [atlas.index[at] for at in atlas.hexes] == list(range(len(labels)))
        around = [atlas.label(n) for n in atlas.neighbours(atlas.hex("0404"))]
        assert around == sorted(around)
        assert len(around) == 6
        assert len(atlas.neighbours(atlas.hex("0101"))) in (2, 3)


def test_hops_of_a_semaphore_line_are_given_or_counted_in_hexes() -> None:
    atlas = parse(
        '0101:0505 flatland\nstation "L" 0101\nstation "L" 0101 km=2.9\nstation "L" 0104\n'
        'station "M" 0202\nstation "M" 0203'
    )
    line = atlas.semaphore("L")
    assert [atlas.hop_metres(line, i) for i in range(3)] == [0, 2_900, 30_000]
    assert [atlas.label(tile.hex) for tile in atlas.tiles if tile.tower] == [
        "0101", "0104", "0202", "0203",
    ]  # fmt: skip


def test_an_atlas_can_be_kept_as_bytes() -> None:
    atlas = parse('0101:0303 flatland\n0101 town "A"\nriver "B" 0101/0102\n0101-0102 road "C"')
    again = msgspec.json.decode(msgspec.json.encode(atlas), type=Atlas)
    assert again == atlas
    assert again.version == atlas.version
    assert again.side(*chain(atlas, "0101-0102")) == atlas.side(*chain(atlas, "0101-0102"))


def test_an_atlas_cannot_be_changed() -> None:
    atlas = parse("0101 flatland")
    with pytest.raises(AttributeError):
        setattr(atlas, "title", "Other")  # noqa: B010 - mypy forbids what is tried here
    with pytest.raises(TypeError):
        atlas.index[Hex(9, 9)] = 3  # type: ignore[index]


def test_the_order_in_which_tiles_are_given_does_not_matter() -> None:
    grid = Grid("odd-r")
    tiles = [Tile(at, "flatland") for at in disc(grid.at(5, 5), 3)]
    assert atlas_of(grid, tiles) == atlas_of(grid, reversed(tiles))


# -- rivers drawn through hexes ----------------------------------------------------------------


@st.composite
def courses(draw: st.DrawFn) -> tuple[Hex, ...]:
    """Chains of hexes that never turn back on themselves."""
    at, heading = Hex(0, 0), draw(st.integers(0, 5))
    found = [at]
    for turn in draw(st.lists(st.sampled_from((-1, 0, 0, 1)), min_size=1, max_size=12)):
        heading = (heading + turn) % 6
        at = at.step(heading)
        if at in found or sum(at.distance(before) == 1 for before in found) > 1:
            break
        found.append(at)
    return tuple(found) if len(found) > 1 else (Hex(0, 0), Hex(0, 0).step(heading))


@given(courses(), st.sampled_from(("left", "right")))
def test_a_river_moved_to_one_side_is_one_unbroken_course_along_the_chain(
    course: tuple[Hex, ...], bank: str
) -> None:
    edges = river_along(course, "left" if bank == "left" else "right")
    assert len(runs(edges)) == 1
    assert len(set(edges)) == len(edges)
    for at in edges:
        assert (at.a in course) != (at.b in course), "the chain lies all on one bank"


@given(courses())
def test_left_and_right_together_enclose_the_chain(course: tuple[Hex, ...]) -> None:
    left, right = river_along(course, "left"), river_along(course, "right")
    rim = {edge(at, n) for at in course for n in at.neighbours() if n not in course}
    ends = rim - set(left) - set(right)
    assert not set(left) & set(right)
    # What neither side holds are the two edges straight ahead of the source and the mouth.
    assert ends == {
        edge(course[0], course[0].step(((course[0].direction(course[1]) or 0) + 3) % 6)),
        edge(course[-1], course[-1].step(((course[-1].direction(course[-2]) or 0) + 3) % 6)),
    }


@given(courses(), st.sampled_from(("left", "right")))
def test_a_road_across_the_chain_crosses_the_river_once_and_one_along_it_never(
    course: tuple[Hex, ...], bank: str
) -> None:
    edges = set(river_along(course, "left" if bank == "left" else "right"))
    assert not any(edge(a, b) in edges for a, b in pairwise(course))
    for before, here, after in zip(course, course[1:], course[2:], strict=False):
        back, ahead = here.direction(before), here.direction(after)
        assert back is not None
        assert ahead is not None
        turn = 1 if bank == "left" else -1
        near = {(back + turn * k) % 6 for k in range(1, (ahead - back) * turn % 6)}
        for direction in range(6):
            crossed = edge(here, here.step(direction)) in edges
            if direction not in (back, ahead):
                assert crossed == (direction in near)


def test_a_sharp_bend_leaves_no_spur() -> None:
    here = Hex(0, 0)
    for direction in range(6):
        for turn in (2, 4):
            second = here.step(direction)
            bend = (here, second, second.step((direction + turn) % 6))
            for bank in ("left", "right"):
                edges = river_along(bend, "left" if bank == "left" else "right")
                assert len(runs(edges)) == 1, (direction, turn, bank)


def test_a_chain_that_jumps_is_refused_and_a_single_hex_gives_nothing() -> None:
    with pytest.raises(ValueError, match="neighbouring"):
        river_along((Hex(0, 0), Hex(0, 2)))
    assert river_along((Hex(0, 0),)) == ()
    assert river_along(()) == ()


def test_a_river_through_hexes_stops_at_the_sea_and_at_the_rim() -> None:
    atlas = parse('0101:0505 flatland\n0101:0105 sea\n0103-0203-0303-0403-0503 river "Yser"')
    assert atlas.rivers
    for river in atlas.rivers:
        assert river.name == "Yser"
        for at in river.edges:
            assert at.a in atlas
            assert at.b in atlas
            assert not atlas.is_water(at.a)
            assert not atlas.is_water(at.b)
        assert len(runs(river.edges)) == 1


def test_edges_meet_at_a_corner_or_not_at_all() -> None:
    a, b = Hex(0, 0), Hex(1, 0)
    here = edge(a, b)
    assert edge(b, a) == here
    touching = [
        edge(at, n) for at in disc(a, 2) for n in at.neighbours() if meet(here, edge(at, n))
    ]
    assert len(set(touching)) == 4
    assert not meet(here, here)
    assert not meet(here, Edge(Hex(5, 5), Hex(5, 6)))
