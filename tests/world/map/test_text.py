"""The text form of maps: what it says, what it refuses, and that nothing is lost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from world.errors import BadScenario
from world.map.atlas import Station, StrongholdSite
from world.map.edges import Crossing, RoadLine, edge
from world.map.hexes import LAYOUTS, Grid
from world.map.terrain import MapParameters, Terrain
from world.map.text import parse, read
from world.map.writing import to_text
from world.scenario.problems import MistakesFound, Problems

SMALL = """\
map "Valley" layout=odd-q
terrain heath rough like=forest
0101:0605 flatland settlement=20
0101:0105 sea
0303 forest
0204 flatland city "Port Sol" population=9000 port tower settlement=40   # the capital
0503 hills fortress "Haut-Fort" id=high-fort
0404 heath village "Ling"
0605 marsh coast region="East" weather=Fens

0204-0304-0403-0503 highway "High road" km=31
0303--0603 trail

river "Sol" 0303/0304 0304/0403 0404/0403
bridge 0403/0404 "Old bridge"
region "Low" 0204 0201:0302
weather "Coast" 0201:0205
station "Line" 0204 "Quay"
station "Line" 0503 "Keep" km=28.25 at=-10,+200
"""


def refused(text: str) -> list[str]:
    with pytest.raises(BadScenario) as caught:
        parse(text, "m.txt")
    assert isinstance(caught.value, MistakesFound)
    assert caught.value.count == len(caught.value.problems)
    return [str(problem) for problem in caught.value.problems]


def test_every_word_of_the_text_form_reaches_the_atlas() -> None:
    atlas = parse(SMALL)
    at = atlas.hex
    assert atlas.title == "Valley"
    assert atlas.grid == Grid("odd-q")
    assert len(atlas.tiles) == 30
    assert atlas.terrains == (Terrain("heath", rough=True, like="forest"),)
    assert atlas.strongholds == (
        StrongholdSite("high-fort", at("0503"), "fortress", "Haut-Fort"),
        StrongholdSite("port-sol", at("0204"), "city", "Port Sol", 9000),
    )
    capital = atlas.tile(at("0204"))
    assert (capital.port, capital.tower, capital.settlement) == (True, True, 40)
    assert (capital.region, capital.weather) == ("Low", "Coast")
    fens = atlas.tile(at("0605"))
    assert (fens.terrain, fens.coast, fens.region, fens.weather) == ("marsh", True, "East", "Fens")
    assert atlas.tile(at("0404")).name == "Ling"
    assert atlas.tile(at("0303")).terrain == "forest"
    assert atlas.tile(at("0303")).settlement == 20
    assert atlas.roads == (
        RoadLine("High road", "highway", tuple(map(at, ("0204", "0304", "0403", "0503"))), 31_000),
        RoadLine("", "trail", tuple(map(at, ("0303", "0403", "0503", "0603")))),
    )
    (river,) = atlas.rivers
    assert river.name == "Sol"
    assert river.edges == tuple(
        edge(at(a), at(b)) for a, b in (("0303", "0304"), ("0304", "0403"), ("0404", "0403"))
    )
    assert atlas.crossings == (Crossing(edge(at("0404"), at("0403")), "bridge", "Old bridge"),)
    (line,) = atlas.semaphores
    assert line.stations == (
        Station(at("0204"), "Quay"),
        Station(at("0503"), "Keep", 28_250, (-10, 200)),
    )
    assert atlas.tile(at("0503")).tower


@pytest.mark.rule("C-MAP-03")
def test_a_map_may_call_country_dense_or_sparse_and_stays_under_the_bound() -> None:
    text = "0101 flatland settlement=dense\n0102 hills settlement=sparse"
    assert [tile.settlement for tile in parse(text).tiles] == [40, 10]
    other = MapParameters(settlement_sparse=5, settlement_dense=60)
    assert [tile.settlement for tile in parse(text, parameters=other).tiles] == [60, 5]
    with pytest.raises(BadScenario, match=r"expected settlement= with at most 30"):
        parse(text, parameters=MapParameters(settlement_max=30))


@pytest.mark.rule("C-MAP-03")
def test_settlement_is_sparse_on_land_and_nothing_on_water_where_the_map_is_silent() -> None:
    atlas = parse("0101 flatland\n0102 sea\n0103 hills settlement=70")
    assert [tile.settlement for tile in atlas.tiles] == [10, 0, 70]
    other = parse("0101 flatland", parameters=MapParameters(settlement_sparse=5))
    assert other.tiles[0].settlement == 5


def test_one_hexes_own_line_beats_a_rectangle_wherever_it_stands() -> None:
    atlas = parse("0202 forest\n0101:0303 flatland\n0102:0302 hills\n0303 sea")
    terrain = {atlas.label(tile.hex): tile.terrain for tile in atlas.tiles}
    assert terrain == {
        "0101": "flatland", "0102": "hills", "0103": "flatland",
        "0201": "flatland", "0202": "forest", "0203": "flatland",
        "0301": "flatland", "0302": "hills", "0303": "sea",
    }  # fmt: skip


def test_three_digit_labels_are_taken_from_the_first_one() -> None:
    atlas = parse('100001:101002 flatland\n100001 town "Far"')
    assert [atlas.label(at) for at in atlas.hexes] == ["100001", "100002", "101001", "101002"]
    assert refused("0101 flatland\n100001 flatland")[0].startswith("m.txt:2:1: found '100001'")


def test_windows_line_ends_a_byte_order_mark_and_comments_are_fine() -> None:
    text = '\ufeff# a map\r\n0101 flatland "A # B" # more\r\n\r\n0102 sea\r\n'
    atlas = parse(text)
    assert atlas.tiles[0].name == "A # B"
    assert len(atlas.tiles) == 2


def test_names_may_hold_quotes_and_backslashes() -> None:
    atlas = parse(r'0101 flatland "The \"Old\" \\ Mill"')
    assert atlas.tiles[0].name == 'The "Old" \\ Mill'
    assert parse(to_text(atlas)) == atlas


MISTAKES = [
    ("0101 flatlnad", "m.txt:1:6: found 'flatlnad'; expected flatland"),
    ("0101 xyzzy", "m.txt:1:6: found 'xyzzy'; expected one of: flatland, hills"),
    ("0000 flatland", "m.txt:1:1: found '0000'; expected a hex of 4 digits"),
    ("010 flatland", "m.txt:1:1: found '010'; expected a hex of 4 digits"),
    ("0101", "m.txt:1: found 0101 without a terrain"),
    ("0101 sea port", "m.txt:1: found a port on water"),
    ("0101 lake coast", "m.txt:1: found a coast on water"),
    ('0101 sea town "A"', "m.txt:1: found a town on water"),
    ("0101 hills forest", "m.txt:1:12: found 'forest'; expected one terrain only"),
    ("0101 hills\n0101 forest", "m.txt:2:6: found terrain 'forest' for a hex to which line 1 gave"),
    ('0101 hills "A"\n0101 "B"', "m.txt:2:6: found name 'B' for a hex to which line 1 gave 'A'"),
    ('0101 hills town city "A"', "m.txt:1:17: found 'city'; expected one stronghold only"),
    ("0101 hills town", "m.txt:1:12: found a town without a name"),
    ('0101 hills town "A" id=B', "m.txt:1:21: found the id 'B'; expected id="),
    ('0101 hills town "東京"', "m.txt:1:17: found the id ''; expected id="),
    (
        '0101 hills town "A"\n0102 hills town "A"',
        "m.txt:2: found a second stronghold with the id 'a' (line 1)",
    ),
    (
        '0101 hills town "A"\n0101 hills city "A" id=b',
        "m.txt:2: found a second stronghold in 0101 (line 1)",
    ),
    ("0101 hills population=5", "m.txt:1:12: found 'population=5'; expected population= only"),
    ('0101 hills town "A" population=five', "m.txt:1:21: found 'population=five'; expected"),
    ("0101 hills settlement=-1", "m.txt:1:12: found 'settlement=-1'; expected settlement= with"),
    ("0101 hills setlement=1", "m.txt:1:12: found 'setlement=1'; expected settlement="),
    ("0101 hills settlement=", "m.txt:1:12: found 'settlement='; expected something after"),
    ("0101 hills settlement=1 settlement=2", "m.txt:1:25: found 'settlement=2'; expected settle"),
    ('0101 hills "A', "m.txt:1:12: found a name that does not end"),
    ('0101 hills ""', "m.txt:1:12: found an empty name"),
    ('0101 hills " A"', "m.txt:1:12: found the name ' A'"),
    ('0101 hills "A\x07"', "m.txt:1:12: found the name 'A\\u0007'"),
    ("0101 hi\x00lls", "m.txt:1:6: found 'hi\\u0000lls'; expected text without control"),
    ('0101 hills "A" "B"', "m.txt:1:16: found 'B'; expected one name fewer"),
    ("wood 0101", "m.txt:1:1: found 'wood'; expected a hex such as 0101"),
    ('"wood" 0101', "m.txt:1:1: found 'wood'; expected a hex such as 0101"),
    ("include http://localhost/x", "m.txt:1:1: found 'include'; expected a map in one file"),
    ('0101 hills\nmap "Late"', "m.txt:2:1: found a map line here; expected it once, before"),
    ("map layout=odd-z", "m.txt:1:5: found 'layout=odd-z'; expected odd-"),
    ("terrain hills\n0101 hills", "m.txt:1:9: found 'hills'; expected a word that does not mean"),
    ("terrain Heath", "m.txt:1:9: found 'Heath'; expected a terrain's name in small letters"),
    ("terrain heath wet", "m.txt:1:15: found 'wet'; expected rough, water or like="),
    ("terrain", "m.txt:1:1: found no word; expected the name of a terrain"),
    ("0203:0101 sea", "m.txt:1:1: found '0203:0101'; expected the upper left hex first"),
    ("0101:0202", "m.txt:1:1: found a rectangle without a terrain"),
    ('0101:0202 sea "Sea"', "m.txt:1:15: found 'Sea'; expected no quoted name here"),
    ("001001:999999 sea", "m.txt:1:1: found 998001 more hexes; expected rectangles that cover"),
    ("001001:400300 sea", "m.txt: found 120000 hexes; expected at most 100000"),
    ("", "m.txt: found no hexes; expected lines such as: 0101 flatland"),
    ("0101:0303 hills\n0101-0103 road", "m.txt:2:1: found 0101-0103, which are 2 steps apart"),
    ("0101:0303 hills\n0101-0101 road", "m.txt:2:1: found 0101-0101, which are 0 steps apart"),
    ("0101:0303 hills\n0101- road", "m.txt:2:6: found ''; expected a hex of 4 digits"),
    ("0101:0303 hills\n0101-0102", "m.txt:2:1: found a line without a kind; expected one of"),
    ("0101:0303 hills\n0101-0102 raod", "m.txt:2:11: found 'raod'; expected road"),
    ("0101:0303 hills\n0101-0102 road km=0", "m.txt:2:16: found 'km=0'; expected km= with a len"),
    ("0101:0303 hills\n0101-0102 road km=1.2345", "m.txt:2:16: found 'km=1.2345'; expected km="),
    ("0101:0303 hills\n0101--0303 road km=0.001", "m.txt:2:17: found 1 m for 3 steps"),
    ("0101:0303 hills\n0101-0102 road side=left", "m.txt:2:16: found 'side=left'; expected no "),
    ("0101:0303 hills\n0101-0102 river side=up", "m.txt:2:17: found 'side=up'; expected one of"),
    ("0101 hills\n0101-0102 road", "m.txt:2:6: found '0102'; expected hexes that the map has"),
    ("0101 hills\n0102 sea\n0101-0102 road", "m.txt:3: found a road through the water hex 0102"),
    ("0103 hills\n0303 hills\n0103--0303 road", "m.txt:3: found a straight line over 02"),
    ("0101:0303 hills\nriver", "m.txt:2:1: found no edges; expected edges such as"),
    ("0101:0303 hills\nriver 0101", "m.txt:2:7: found '0101'; expected an edge: two neighbouring"),
    ("0101:0303 hills\nriver 0101/0103", "m.txt:2:7: found 0101/0103, which are 2 steps apart"),
    (
        "0101:0303 hills\nriver 0101/0102 0202/0302",
        "m.txt:2:17: found '0202/0302', which does not touch the edge before it",
    ),
    ("0101:0202 sea\n0101-0102 river", "m.txt:2: found a river none of whose edges lies between"),
    ("0101:0303 hills\nbridge", "m.txt:2:1: found no edge; expected an edge such as"),
    ("0101:0303 hills\nford 0101/0102", "m.txt:2: found a crossing at 0101/0102, where no river"),
    (
        "0101:0303 hills\nriver 0101/0102\nford 0101/0102\nbridge 0102/0101",
        "m.txt:4: found a second crossing at 0101/0102 (line 3)",
    ),
    ("0101 hills\nregion 0101", "m.txt:2:1: found a region without a name; expected its name"),
    ('0101 hills\nregion "A"', "m.txt:2:1: found no hexes; expected hexes such as"),
    ('0101 hills\nweather "A" 0102', "m.txt:2:13: found '0102'; expected hexes that the map has"),
    ('0101 hills\nstation "A"', "m.txt:2:1: found a station without its line or its hex"),
    ('0101 hills\nstation "A" 0101', "m.txt:2: found the semaphore line 'A' with one station"),
    (
        '0101:0102 hills\nstation "A" 0101 km=3\nstation "A" 0102',
        "m.txt:2: found km= at the first station of a line",
    ),
    (
        '0101:0102 hills\nstation "A" 0101\nstation "A" 0101',
        "m.txt:3: found two stations in 0101 one after the other; expected km=",
    ),
    (
        '0101 hills\n0102 sea\nstation "A" 0101\nstation "A" 0102',
        "m.txt:4: found a station on water",
    ),
    (
        '0101:0102 hills\nstation "A" 0101\nstation "A" 0102 at=1001,0',
        "m.txt:3:18: found 'at=1001,0'; expected at=RIGHT,DOWN",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "report"), MISTAKES, ids=[text for text, _ in MISTAKES])
def test_a_mistake_is_reported_once_with_its_place_and_what_was_expected(
    text: str, report: str
) -> None:
    found = refused(text)
    assert len(found) == 1, found
    assert found[0].startswith(report), found[0]


def test_all_mistakes_of_a_file_are_reported_at_once_in_order() -> None:
    text = "0101 flatlnad\n0102 sea port\n0101-0102 raod km=x\nnonsense\n"
    assert [problem.split(" ")[0] for problem in refused(text)] == [
        "m.txt:1:6:",
        "m.txt:2:",
        "m.txt:3:11:",
        "m.txt:4:1:",
    ]


def test_mistakes_gather_over_several_files() -> None:
    problems = Problems()
    assert read("0101 bog", problems, "a.txt") is None
    assert read("0101 hills", problems, "b.txt") is not None
    assert read("0101 fen", problems, "c.txt") is None
    assert [problem.file for problem in problems] == ["a.txt", "c.txt"]
    with pytest.raises(BadScenario, match=r"(?s)a\.txt:1:6.*c\.txt:1:6.*2 mistakes"):
        problems.stop()


def test_a_file_of_the_wrong_kind_gives_a_report_that_can_be_read() -> None:
    with pytest.raises(BadScenario) as caught:
        parse("%PDF-1.7\n" * 5_000)
    assert len(str(caught.value).splitlines()) == 102
    assert "… and 900 more" in str(caught.value)


WORDS_TEXT = """
0101 0102 0201 0202 0101:0303 0101-0102-0202 0101--0303 0101/0102 0102/0202 0101-0202 0909
000 0101: :0101 0101/ -- 0101-- map terrain river bridge ford unbridged region weather station
flatland hills forest sea lake light-green ocean town city fortress port tower coast village
heath rough water like=sea "A" "B" "" " " " "A settlement=20 settlement=x population=7 id=a
km=3 km=0 km=2.5 at=3,4 side=left layout=even-r layout=odd-q road highway trail #x = x= =x
"""
WORDS = st.sampled_from(WORDS_TEXT.split())
LINES = st.lists(WORDS, max_size=7).map(" ".join)


@given(st.text(max_size=300) | st.lists(LINES, max_size=12).map("\n".join))
@example("0101--0301 road\n0101 hills\n0301 hills")
@example("²101 hills")
@example("9" * 5_000 + " hills")
@example('0101 hills settlement="' + "9" * 80 + '"')
@settings(max_examples=300, deadline=None)
def test_any_text_is_an_atlas_or_a_report_and_what_is_read_survives_writing(text: str) -> None:
    try:
        atlas = parse(text)
    except BadScenario:
        return
    again = parse(to_text(atlas))
    assert again == atlas
    assert to_text(again) == to_text(atlas)
    assert again.version == atlas.version


@st.composite
def map_texts(draw: st.DrawFn) -> str:
    """Whole maps without a mistake, with some of everything."""
    layout = draw(st.sampled_from(LAYOUTS))
    grid = Grid(layout)

    def label(column: int, row: int) -> str:
        return grid.label(grid.at(column, row))

    lines = [f'map "Drawn" layout={layout}', "0101:0606 flatland"]
    lines.extend(f"06{row:02d} sea" for row in draw(st.sets(st.integers(1, 6), max_size=2)))
    spots = st.tuples(st.integers(1, 5), st.integers(1, 6))
    for n, (column, row) in enumerate(draw(st.lists(spots, unique=True, max_size=5))):
        kind = draw(st.sampled_from(("town", "city", "fortress")))
        flags = draw(st.sets(st.sampled_from(("port", "tower", "coast"))))
        lines.append(
            f'{label(column, row)} {kind} "Ort {n}" population={n * 1000} {" ".join(sorted(flags))}'
        )
    columns = draw(st.lists(st.integers(1, 4), max_size=3))
    for column in columns:
        chain = "-".join(label(column, row) for row in range(1, 7))
        name = draw(st.sampled_from(("", '"Weg"')))
        km = draw(st.sampled_from(("", "km=51.234")))
        kind = draw(st.sampled_from(("highway", "road", "trail")))
        lines.append(f"{chain} {kind} {name} {km}")
    if draw(st.booleans()):
        side = draw(st.sampled_from(("left", "right")))
        lines.append(f'0301-0302-0303-0304 river "Bach" side={side}')
    if draw(st.booleans()):
        lines.extend(('station "L" 0101 "a"', 'station "L" 0103 "b" km=19.9 at=5,-5'))
    return "\n".join(lines)


@given(map_texts())
@settings(max_examples=60, deadline=None)
def test_writing_an_atlas_and_reading_it_again_loses_nothing(text: str) -> None:
    atlas = parse(text)
    again = parse(to_text(atlas))
    assert again == atlas
    assert again.version == atlas.version


def test_plain_text_mapper_files_are_read() -> None:
    atlas = parse(
        '0101 light-green town "Old Town" 30\n0102 green fir-forest\n0103 water\n0201 ocean\n'
        '0202 grey mountains\n0203 light-green castle "Keep"\n0101-0102 trail "Path" 20\n'
    )
    assert [tile.terrain for tile in atlas.tiles] == [
        "flatland", "forest", "lake", "sea", "mountain", "flatland",
    ]  # fmt: skip
    assert [(site.id, site.kind) for site in atlas.strongholds] == [
        ("keep", "fortress"),
        ("old-town", "town"),
    ]


def test_the_example_of_the_docs_is_a_map_without_mistakes() -> None:
    page = Path(__file__).parents[3].joinpath("docs", "scenario-map.md").read_text("utf-8")
    blocks = re.findall(r"```\n(map .*?)```", page, re.DOTALL)
    assert blocks
    for block in blocks:
        atlas = parse(block, "docs/scenario-map.md")
        assert parse(to_text(atlas)) == atlas


def test_a_map_of_ten_thousand_hexes_is_read() -> None:
    text = "\n".join(f"{c:03d}{r:03d} forest" for c in range(1, 101) for r in range(1, 101))
    atlas = parse(text)
    assert len(atlas.tiles) == 10_000
    assert parse("001001:100100 forest") == atlas
