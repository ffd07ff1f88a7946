"""A map drawn like the sheets of an old general staff: paper, ink, and little colour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from world.map.atlas import Atlas
from world.map.edges import edge
from world.map.hexes import Hex
from world.map.svg_frame import MARGIN, frame, legend, legend_height
from world.map.svg_ground import Sheet, grid_lines, ground, sheet_of, terrain_marks
from world.map.svg_ink import (
    BORDER,
    FAINT,
    PAPER,
    REGION,
    SERIF,
    TINTS,
    UNIT,
    Spot,
    number,
    path,
    words,
)
from world.map.svg_marks import mark_drawn, names_of_marks, stand_of
from world.map.svg_outline import boundary, sides_of, straight_loop
from world.map.svg_places import (
    Box,
    Mark,
    Room,
    captions,
    place_captions,
    places,
    river_names,
)
from world.map.svg_works import (
    Works,
    crossings,
    mouths,
    rivers,
    roads,
    semaphores,
    station_points,
    works_of,
)

__all__ = ["Mark", "draw", "marks_over", "spot_of"]


def draw(
    atlas: Atlas,
    *,
    title: str | None = None,
    labels: bool = True,
    control: Mapping[int, str] | None = None,
    marks: Sequence[Mark] = (),
    note: str = "",
) -> str:
    """The map as one SVG document, ready to print; the same atlas gives the same bytes.

    Args:
        atlas: the map; one without hexes gives an empty sheet.
        title: what stands above it; the atlas's own title if not given.
        labels: whether to write names and the numbers of hexes.
        control: owner by hex index, as from ``control_of``; tints the ground and draws borders.
        marks: troops and other things to show.
        note: a line of small print below, for credits.
    """
    heading = atlas.title if title is None else title
    if not atlas.tiles:
        return _document(400, 200, ['<rect width="400" height="200" fill="' + PAPER + '"/>'])
    sheet = sheet_of(atlas)
    width, height, x, y, below = _page(atlas, sheet, heading)
    body = [f'<rect width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>']
    body.append(f'<g transform="translate({x:.1f} {y:.1f})">')
    clip = f"sheet-{atlas.version[:8]}"
    body.append(
        f'<clipPath id="{clip}"><rect x="{number(sheet.left)}" y="{number(sheet.top)}" '
        f'width="{number(sheet.right - sheet.left)}" height="{number(sheet.bottom - sheet.top)}"/>'
        "</clipPath>"
    )
    body.append(f'<g clip-path="url(#{clip})">')
    body.extend(_inside(atlas, sheet, control, marks, labels=labels))
    body.append("</g></g>")
    body.extend(frame(atlas, sheet, heading, (x, y), width, labels=labels))
    body.extend(legend(atlas, width, height - below - MARGIN + 26, note))
    return _document(width, height, body)


def marks_over(atlas: Atlas, marks: Sequence[Mark], *, title: str | None = None) -> str:
    """Marks with their texts on a sheet of glass: laid over the map of that title, they fit.

    Raises:
        OffMap: a mark stands beside the map.
    """
    if not atlas.tiles:
        return _document(400, 200, [])
    sheet = sheet_of(atlas)
    width, height, x, y, _ = _page(atlas, sheet, atlas.title if title is None else title)
    body = [f'<g transform="translate({x:.1f} {y:.1f})">']
    standing = stand_of(atlas, marks)
    body.extend(map(mark_drawn, standing, standing.values()))
    paper = Box(sheet.left, sheet.top, sheet.right, sheet.bottom)
    body.extend(names_of_marks(atlas, standing, paper))
    return _document(width, height, [*body, "</g>"])


def spot_of(atlas: Atlas, here: Hex) -> tuple[float, float]:
    """Where the middle of a hex lies on the map's page, from its upper left corner."""
    _, _, x, y, _ = _page(atlas, sheet_of(atlas), atlas.title)
    across, down = atlas.grid.centre(here)
    return x + across / UNIT, y + down / UNIT


def _page(atlas: Atlas, sheet: Sheet, heading: str) -> tuple[float, float, float, float, float]:
    """Width and height of the page, where hex (0, 0) is on it, and how much the legend takes."""
    width = (sheet.right - sheet.left) / UNIT + 2 * MARGIN
    below = legend_height(atlas, width)
    top = MARGIN + (64 if heading else 16)
    height = (sheet.bottom - sheet.top) / UNIT + top + MARGIN + below
    return width, height, MARGIN - sheet.left / UNIT, top - sheet.top / UNIT, below


def _document(width: float, height: float, body: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="{SERIF}">'
        + "\n".join(body)
        + "</svg>\n"
    )


def _inside(
    atlas: Atlas,
    sheet: Sheet,
    control: Mapping[int, str] | None,
    marks: Sequence[Mark],
    *,
    labels: bool,
) -> Iterator[str]:
    works = works_of(atlas)
    owners = _owners(atlas, sheet, control or {})
    yield from ground(atlas, sheet, mouths(atlas), _tints(atlas, owners))
    yield from terrain_marks(atlas, sheet, _busy(atlas, works).free)
    yield grid_lines(atlas)
    yield from _borders(atlas, owners)
    if labels:
        yield from _numbers(atlas)
        yield from _regions(atlas)
    yield from rivers(works)
    yield from roads(works)
    yield from crossings(atlas)
    yield from semaphores(atlas)
    yield from places(atlas)
    standing = stand_of(atlas, marks)
    yield from map(mark_drawn, standing, standing.values())
    if labels:
        room = Room(Box(sheet.left, sheet.top, sheet.right, sheet.bottom))
        for box in _taken(atlas, works):
            room.take(box)
        for box in standing.values():
            room.take(box)
        yield from place_captions(captions(atlas, standing), room)
        yield from river_names(works.rivers, room)


def _dots(line: list[Spot], apart: float = 150) -> Iterator[Spot]:
    """Points along a line, no further apart than that."""
    for (ax, ay), (bx, by) in pairwise(line):
        count = int(max(abs(bx - ax), abs(by - ay)) // apart) + 1
        for k in range(count):
            yield ax + (bx - ax) * k / count, ay + (by - ay) * k / count
    yield line[-1]


def _lines(works: Works) -> Iterator[list[Spot]]:
    for pieces in works.roads.values():
        yield from pieces
    for _, line in works.rivers:
        yield line


def _busy(atlas: Atlas, works: Works) -> Room:
    """Room that roads, rivers and towns need for themselves, and where no tree may stand."""
    room = Room()
    for line in _lines(works):
        for x, y in _dots(line):
            room.take(Box(x - 150, y - 130, x + 150, y + 170))
    for tile in atlas.tiles:
        if tile.name:
            x, y = atlas.grid.centre(tile.hex)
            room.take(Box(x - 330, y - 330, x + 330, y + 380))
    return room


def _taken(atlas: Atlas, works: Works) -> Iterator[Box]:
    """Where no name should be written: strongholds, villages, ports, towers, roads, rivers."""
    sizes = {"fortress": 300, "city": 290, "town": 170}
    for site in atlas.strongholds:
        x, y = atlas.grid.centre(site.hex)
        r = sizes[site.kind]
        yield Box(x - r, y - r, x + r, y + r)
    for tile in atlas.tiles:
        x, y = atlas.grid.centre(tile.hex)
        if tile.port:
            yield Box(x - 560, y - 190, x - 280, y + 170)
        if tile.name and tile.hex not in atlas.stronghold_by_hex and not atlas.is_water(tile.hex):
            yield Box(x - 60, y - 60, x + 60, y + 60)
    for line in atlas.semaphores:
        for x, y in station_points(atlas, line):
            yield Box(x - 130, y - 380, x + 130, y)
    for spots in _lines(works):
        for dot in _dots(spots, 130):
            yield Box(dot[0] - 55, dot[1] - 55, dot[0] + 55, dot[1] + 55)


def _numbers(atlas: Atlas) -> Iterator[str]:
    """The label of each hex, small, at its upper rim."""
    lift = 640 if atlas.grid.top == "flat" else 680
    yield f'<g font-size="6" fill="{FAINT}" fill-opacity="0.7" text-anchor="middle">'
    for here in atlas.hexes:
        x, y = atlas.grid.centre(here)
        yield f'<text x="{number(x)}" y="{number(y - lift)}">{atlas.label(here)}</text>'
    yield "</g>"


def _regions(atlas: Atlas) -> Iterator[str]:
    """Names of regions, wide and pale over the middle of each."""
    areas: dict[str, list[Hex]] = {}
    for tile in atlas.tiles:
        if tile.region and not atlas.is_water(tile.hex):
            areas.setdefault(tile.region, []).append(tile.hex)
    for region, area in areas.items():
        centres = [atlas.grid.centre(here) for here in area]
        x = sum(point[0] for point in centres) / len(centres)
        y = sum(point[1] for point in centres) / len(centres)
        size = min(34.0, 12 + len(area) ** 0.5 * 1.6)
        yield (
            f'<text x="{number(x)}" y="{number(y)}" font-size="{size:.1f}" text-anchor="middle" '
            f'letter-spacing="{size * 0.35:.1f}" fill="{REGION}" fill-opacity="0.42">'
            f"{words(region.upper())}</text>"
        )


def _owners(atlas: Atlas, sheet: Sheet, control: Mapping[int, str]) -> dict[Hex, str]:
    """Who holds what, drawn out under the shore and to the rim so that no tint ends too early."""
    held = {atlas.hexes[i]: who for i, who in control.items() if 0 <= i < len(atlas.hexes)}
    found = dict(held)
    for here in sorted(sheet.drawn):
        beside = [held[n] for n in here.neighbours() if n in held]
        rim = here not in atlas.index
        if here not in held and beside and (rim or atlas.is_water(here)):
            found[here] = beside[0]
    return found


def _tints(atlas: Atlas, owners: Mapping[Hex, str]) -> Iterator[str]:
    """Ground tinted by owner; neighbours never share a tint while there are tints enough."""
    areas: dict[str, list[Hex]] = {}
    touching: dict[str, set[str]] = {}
    for here, who in owners.items():
        areas.setdefault(who, []).append(here)
        around = {owners[n] for n in here.neighbours() if n in owners}
        touching.setdefault(who, set()).update(around - {who})
    tint: dict[str, str] = {}
    for who in sorted(areas, key=lambda who: (-len(areas[who]), who)):
        used = {tint.get(other) for other in touching[who]}
        tint[who] = next((colour for colour in TINTS if colour not in used), TINTS[-1])
        d = "".join(map(straight_loop, boundary(atlas.grid, areas[who])))
        yield path(d, fill=tint[who], fill_opacity=0.17, fill_rule="evenodd", data_owner=words(who))


def _borders(atlas: Atlas, owners: Mapping[Hex, str]) -> Iterator[str]:
    """The line between two owners, on land."""
    land = [here for here in atlas.hexes if here in owners and not atlas.is_water(here)]
    there = set(land)
    between = {
        edge(here, n)
        for here in land
        for n in here.neighbours()
        if n in there and owners[n] != owners[here]
    }
    if between:
        yield path(
            sides_of(atlas.grid, between), fill="none", stroke=BORDER, stroke_width=1.6,
            stroke_dasharray="7 3 1.5 3", stroke_linecap="round", stroke_opacity=0.75,
        )  # fmt: skip
