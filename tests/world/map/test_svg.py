"""The drawing of a map: whole, safe, the same every time, and true to what it shows."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from world.map.atlas import Atlas, OffMap, Tile, atlas_of
from world.map.control import control_of
from world.map.hexes import LAYOUTS, Grid, Hex, disc
from world.map.svg import Mark, draw
from world.map.svg_ink import Spot
from world.map.svg_outline import boundary, calm_line, cut
from world.map.svg_works import works_of
from world.map.text import parse

SVG = "{http://www.w3.org/2000/svg}"
ROOT = Path(__file__).parents[3]

COUNTRY = """\
map "Small Country" layout={layout}
terrain heath rough like=forest
0101:1010 flatland
0101:0204 sea
0707:0808 heath
0404:0405 hills
0901:1002 mountain
1009 marsh
0910 lake "Mere"
0305 city "Saltport" population=9000 port
0705 fortress "Kar Dun"
0508 town "Low & High" tower
0602 village "<Ling>"
0305--0705 highway "Salt way"
0705--0508 road
0508--0909 trail
0403--0409 river "Runnel"
region "The Marches" 0401:0809
station "S" 0305 "A"
station "S" 0705 "B" km=41 at=100,100
"""


def country(layout: str = "odd-q") -> Atlas:
    return parse(COUNTRY.format(layout=layout))


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314 - written by ourselves a moment ago


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in read(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_drawing_is_whole_and_names_everything(layout: str) -> None:
    atlas = country(layout)
    svg = draw(atlas, control=control_of(atlas), marks=[Mark(atlas.hexes[55], "II Corps")])
    written = texts(svg)
    for name in ("Small Country", "Saltport", "Kar Dun", "Low & High", "<Ling>", "Mere", "Runnel",
                 "THE MARCHES", "II Corps", "0101", "1010", "50 km", "N"):  # fmt: skip
        assert name in written, name
    for entry in ("City", "Fortress", "Fortified town", "Paved road", "Road", "Track", "River",
                  "Bridge", "Port", "Semaphore", "Hills", "Mountain", "Water"):  # fmt: skip
        assert entry in written, entry
    assert "Ford" not in written, "the legend explains only what the map shows"


def test_labels_can_be_left_out() -> None:
    written = texts(draw(country(), labels=False))
    assert "Saltport" not in written
    assert "0101" not in written
    assert "Small Country" in written


@given(st.text(max_size=40), st.text(max_size=40))
@settings(max_examples=50, deadline=None)
def test_any_text_is_only_ever_text(title: str, mark: str) -> None:
    grid = Grid()
    hexes = disc(grid.at(5, 5), 1)
    atlas = atlas_of(grid, [Tile(at, "flatland", name=mark, region=mark) for at in hexes])
    plain = atlas_of(grid, [Tile(at, "flatland", name="x", region="x") for at in hexes])
    svg = draw(atlas, title=title, marks=[Mark(hexes[0], mark)], note=title)
    kinds = {element.tag for element in read(svg).iter()}
    assert kinds <= {element.tag for element in read(draw(plain, title="x", note="x")).iter()}


def test_a_name_with_markup_is_escaped() -> None:
    atlas = parse('0101 hills town "<script>alert(1)</script>&\'"')
    svg = draw(atlas, title='"><script>', marks=[Mark(atlas.hexes[0], "</text><a>", "<b>")])
    assert "<script" not in svg
    assert "<a>" not in svg
    assert "<b>" not in svg
    assert "<script>alert(1)</script>&'" in texts(svg)


def test_control_characters_and_lone_surrogates_cannot_break_the_document() -> None:
    svg = draw(parse("0101 flatland"), title="a\x00b\x1bc\ud800d\ufffee\x85f")
    assert "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf" in texts(svg)
    svg.encode("utf-8")


def test_maps_of_any_shape_can_be_drawn() -> None:
    assert read(draw(atlas_of(Grid(), []))).tag == f"{SVG}svg"
    for text in ("0101 flatland", "0101 sea", "0101 sea\n0303 flatland", "0505:0507 lake"):
        assert read(draw(parse(text))).tag == f"{SVG}svg"
    ragged = atlas_of(Grid("even-r"), [Tile(at, "forest") for at in disc(Hex(9, 9), 3)])
    assert read(draw(ragged)).tag == f"{SVG}svg"


def test_a_mark_off_the_map_is_refused() -> None:
    with pytest.raises(OffMap):
        draw(country(), marks=[Mark(Hex(50, 50), "lost")])


def test_marks_of_one_hex_stand_side_by_side() -> None:
    atlas = parse("0101:0303 flatland")
    at = atlas.hex("0202")
    alone = draw(atlas, marks=[Mark(at, "A")])
    both = draw(atlas, marks=[Mark(at, "A"), Mark(at, "B", "red", "horse")])
    assert "B" in texts(both)
    assert "B" not in texts(alone)
    assert len(list(read(both).iter(f"{SVG}path"))) == len(list(read(alone).iter(f"{SVG}path"))) + 2


@given(
    st.sets(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=1, max_size=36),
    st.sampled_from(LAYOUTS),
)
def test_outlines_enclose_an_area_exactly(spots: set[tuple[int, int]], layout: str) -> None:
    grid = Grid(next(known for known in LAYOUTS if known == layout))
    loops = boundary(grid, [grid.at(*spot) for spot in spots])
    double = 0
    for loop in loops:
        assert len(set(loop)) == len(loop) >= 6
        pairs = zip(loop, [*loop[1:], loop[0]], strict=True)
        double += sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)
    # 3/2 sqrt(3) for a hex of side 1; corners are rounded to a thousandth.
    assert double / 2 == pytest.approx(len(spots) * 2_598_076, rel=2e-3)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_roads_and_rivers_run_exactly_through_the_bridge_where_they_cross(layout: str) -> None:
    atlas = country(layout)
    works = works_of(atlas)
    crossed = [
        at for at, side in atlas.sides.items() if side.river is not None and side.road is not None
    ]
    assert crossed
    roads = [spot for pieces in works.roads.values() for piece in pieces for spot in piece]
    rivers = [spot for _, line in works.rivers for spot in line]
    for at in crossed:
        (ax, ay), (bx, by) = atlas.grid.side(at.a, at.a.direction(at.b) or 0)
        middle: Spot = ((ax + bx) // 2, (ay + by) // 2)
        assert middle in roads
        assert middle in rivers


def test_every_road_edge_is_drawn_once_and_as_its_best_kind() -> None:
    atlas = parse("0101:0505 flatland\n0101-0102-0103 trail\n0102-0103-0104 road\n0102-0101 road")
    works = works_of(atlas)
    assert [len(piece) for piece in works.roads["trail"]] == []
    drawn = sum(len(piece) - 1 for piece in works.roads["road"])
    assert drawn == 3


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=20),
    st.sets(st.integers(0, 20), max_size=4),
)
def test_a_calmed_line_keeps_its_ends_its_fixed_points_and_its_hexes(
    headings: list[int], fixed: set[int]
) -> None:
    grid, at = Grid(), Hex(0, 0)
    line = [grid.centre(at)]
    for heading in headings:
        at = at.step(heading)
        line.append(grid.centre(at))
    kept = {line[i] for i in fixed if i < len(line)}
    spots = calm_line(line, kept)
    assert (spots[0], spots[-1]) == (line[0], line[-1])
    for home, spot in zip(line, spots, strict=True):
        away = ((spot[0] - home[0]) ** 2 + (spot[1] - home[1]) ** 2) ** 0.5
        assert away <= (0 if home in kept else 651)
    pieces = cut(line, kept)
    assert [p for piece in pieces for p in piece[1:]] == line[1:]


def test_neighbouring_owners_have_different_tints() -> None:
    atlas = parse("0101:0606 flatland\n" + "\n".join(
        f'{c:02d}{r:02d} town "T{c}{r}"' for c in (1, 3, 5) for r in (1, 3, 5)
    ))  # fmt: skip
    control = control_of(atlas)
    tint = {
        element.get("data-owner"): element.get("fill")
        for element in read(draw(atlas, control=control)).iter(f"{SVG}path")
        if element.get("data-owner")
    }
    assert set(tint) == set(control.values())
    assert len(tint) == 9
    touching = {
        frozenset((control[atlas.position(at)], control[atlas.position(n)]))
        for at in atlas.hexes
        for n in atlas.neighbours(at)
    }
    for pair in touching:
        assert len({tint[who] for who in pair}) == len(pair)


PROGRAM = """
import sys
from pathlib import Path
from world.map.control import control_of
from world.map.svg import Mark, draw
from world.map.text import parse
atlas = parse(Path(sys.argv[1]).read_text("utf-8"))
sys.stdout.write(draw(atlas, control=control_of(atlas), marks=[Mark(atlas.hexes[40], "A")]))
"""


def test_the_same_map_gives_the_same_bytes_under_every_hash_seed(tmp_path: Path) -> None:
    source = tmp_path / "map.txt"
    source.write_text(COUNTRY.format(layout="odd-q"), "utf-8")

    def run(seed: str) -> bytes:
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
        return subprocess.run(
            [sys.executable, "-c", PROGRAM, str(source)], env=env, check=True, capture_output=True
        ).stdout

    first = run("1")
    assert len(first) > 10_000
    assert run("2") == first


def test_two_maps_on_one_page_do_not_share_names() -> None:
    def names(svg: str) -> set[str]:
        return {element.get("id") or "" for element in read(svg).iter() if element.get("id")}

    one, other = names(draw(country())), names(draw(country("odd-r")))
    assert one
    assert not one & other


def test_an_unbridged_river_under_a_road_has_no_bridge() -> None:
    text = "0101:0303 flatland\n0201-0202-0203 road\nriver 0201/0202\n"
    assert "Bridge" in texts(draw(parse(text)))
    assert "Bridge" not in texts(draw(parse(text + "unbridged 0201/0202\n")))
    assert "Ford" in texts(draw(parse(text + "ford 0201/0202\n")))
