"""The ground of the drawing: land, washes and marks of terrain, sea with its coast lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import msgspec

from world.map.atlas import Atlas
from world.map.hexes import Hex
from world.map.svg_ink import (
    FAINT,
    INK,
    LAND,
    SEA,
    SEA_LINE,
    WASH,
    Point,
    at,
    number,
    path,
)
from world.map.svg_outline import boundary, calm_loop, smooth_loop, weathered
from world.map.terrain import TERRAINS


class Sheet(msgspec.Struct, frozen=True):
    """The part of the plane the map fills, in milli-units, and what is drawn in each hex of it.

    A map that is a full rectangle of columns and rows is drawn out to a straight edge: the half
    hexes along the rim are filled like the hex beside them.  ``drawn`` holds those, too.
    """

    left: int
    top: int
    right: int
    bottom: int
    drawn: dict[Hex, str]


def sheet_of(atlas: Atlas) -> Sheet:
    """The sheet of a map; worked out once, and kept with it."""
    kept: Sheet | None = atlas.__dict__.get("_sheet")
    if kept is None:
        kept = atlas.__dict__["_sheet"] = _sheet(atlas)
    return kept


def _sheet(atlas: Atlas) -> Sheet:
    like = {terrain.name: terrain.like for terrain in atlas.terrains}
    drawn: dict[Hex, str] = {}
    for tile in atlas.tiles:
        terrain = like.get(tile.terrain, tile.terrain)
        if atlas.is_water(tile.hex):
            terrain = "sea" if terrain not in ("sea", "lake") else terrain
        drawn[tile.hex] = terrain if terrain in TERRAINS else "flatland"
    corners = [corner for here in atlas.hexes for corner in atlas.grid.corners(here)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    spots = [atlas.grid.column_row(here) for here in atlas.hexes]
    columns, rows = {c for c, _ in spots}, {r for _, r in spots}
    if len(spots) == (max(columns) - min(columns) + 1) * (max(rows) - min(rows) + 1):
        for here in atlas.hexes:
            for n in here.neighbours():
                if n not in drawn:
                    column, row = atlas.grid.column_row(n)
                    nearest = atlas.grid.at(
                        min(max(column, min(columns)), max(columns)),
                        min(max(row, min(rows)), max(rows)),
                    )
                    drawn[n] = drawn[nearest]
    return Sheet(left, top, right, bottom, drawn)


def ground(
    atlas: Atlas, sheet: Sheet, mouths: frozenset[Point], tints: Iterable[str] = ()
) -> Iterator[str]:
    """Land, washes, ``tints`` laid over both, then water with lines along its coasts.

    ``mouths`` are corners where a river ends; the coast passes through them exactly.
    """
    land = [here for here, terrain in sheet.drawn.items() if terrain not in ("sea", "lake")]
    yield path(_area(atlas, land, frozenset()), fill=LAND)
    for terrain, colour in WASH.items():
        area = [here for here, drawn in sheet.drawn.items() if drawn == terrain]
        if area:
            yield path(_area(atlas, area, frozenset()), fill=colour, fill_opacity=0.85)
    yield from tints
    water = [here for here, terrain in sheet.drawn.items() if terrain in ("sea", "lake")]
    if water:
        yield from _water(atlas, water, mouths)


def _area(atlas: Atlas, area: list[Hex], sharp: frozenset[Point]) -> str:
    return "".join(
        smooth_loop(weathered(calm_loop(loop, sharp), sum(map(sum, loop))))
        for loop in boundary(atlas.grid, area)
    )


def _water(atlas: Atlas, water: list[Hex], mouths: frozenset[Point]) -> Iterator[str]:
    coast = _area(atlas, water, mouths)
    # Named after the map, for pages that show several.
    name = f"water-{atlas.version[:8]}"
    yield f'<clipPath id="{name}">{path(coast, clip_rule="evenodd")}</clipPath>'
    yield path(coast, fill=SEA, fill_rule="evenodd")
    yield f'<g clip-path="url(#{name})" fill="none" stroke-linejoin="round">'
    # Engravers' lines along the shore: ever wider strokes, each with its inside painted out.
    for distance, line in ((15.0, 0.35), (10.5, 0.5), (6.5, 0.65), (3.0, 0.8)):
        yield path(coast, stroke=SEA_LINE, stroke_width=2 * distance + line)
        yield path(coast, stroke=SEA, stroke_width=2 * distance - line)
    yield "</g>"
    yield path(coast, fill="none", stroke=INK, stroke_width=1.1, stroke_linejoin="round")


# -- marks of terrain ----------------------------------------------------------------------------


def scattered(here: Hex, count: int) -> Iterator[tuple[int, int, int]]:
    """Places inside a hex that look strewn but are the same every time: right, down, variant."""
    seed = (here.q * 73_856_093) ^ (here.r * 19_349_663) ^ 0x5BD1E995
    for i in range(count):
        seed = (seed * 1_103_515_245 + 12_345 + i) % 2**31
        # One mark in each sixth of the hex, so that they neither clump nor line up.
        corner = CELLS[i % len(CELLS)]
        yield (
            corner[0] + (seed >> 7) % 240 - 120,
            corner[1] + (seed >> 15) % 240 - 120,
            (seed >> 23) % 4,
        )


CELLS = ((-360, -420), (360, -430), (-620, 20), (20, 60), (610, 0), (-330, 460), (380, 440))


def _tree(x: int, y: int, variant: int) -> str:
    """A clump of leaves, lit from the upper left."""
    w = 62 + 9 * variant
    return (
        f"M{at((x - w, y))}C{at((x - 1.6 * w, y - w))} {at((x - 0.7 * w, y - 1.9 * w))} "
        f"{at((x, y - 1.5 * w))}C{at((x + 0.9 * w, y - 2 * w))} {at((x + 1.7 * w, y - 0.9 * w))} "
        f"{at((x + w, y))}C{at((x + 0.5 * w, y + 0.5 * w))} {at((x - 0.5 * w, y + 0.5 * w))} "
        f"{at((x - w, y))}ZM{at((x + 0.1 * w, y + 0.45 * w))}H{number(x + 1.9 * w)}"
    )


def _hill(x: int, y: int, variant: int) -> str:
    w = 150 + 25 * variant
    top = y - 110 - 12 * variant
    strokes = [f"M{at((x - w, y + 40))}Q{at((x - w // 2, top))} {at((x, top + 10))}"]
    strokes.append(f"Q{at((x + w // 2, top))} {at((x + w, y + 40))}")
    for i in range(1, 5):
        sx = x + w * (i - 1) // 4 - 20
        strokes.append(f"M{at((sx, top + 12 * i + 18))}L{at((sx + 22, top + 75 + 14 * i))}")
    return "".join(strokes)


def _mountain(x: int, y: int, variant: int) -> str:
    h, w = 300 + 40 * variant, 190 + 15 * variant
    strokes = [f"M{at((x - w, y + 60))}L{at((x, y + 60 - h))}L{at((x + w, y + 60))}"]
    for i in range(1, 6):
        share = i / 6
        sx, sy = x + w * share, y + 60 - h * (1 - share)
        strokes.append(f"M{at((sx - 8, sy + 14))}L{at((sx - 30 - 40 * share, y + 70))}")
    return "".join(strokes)


def _reed(x: int, y: int, variant: int) -> str:
    w = 110 + 15 * variant
    return (
        f"M{at((x - w, y))}H{number(x + w)}M{at((x - w // 2, y + 45))}H{number(x + w // 2)}"
        f"M{at((x, y))}V{number(y - 85)}M{at((x - 30, y))}L{at((x - 55, y - 65))}"
        f"M{at((x + 30, y))}L{at((x + 55, y - 65))}"
    )


_MARKS: dict[str, tuple[Callable[[int, int, int], str], int, dict[str, str | float]]] = {
    "forest": (_tree, 7, {"fill": "#c6cfa6", "stroke": "#66704c", "stroke_width": 0.65}),
    "hills": (_hill, 3, {"fill": "none", "stroke": "#9a7d55", "stroke_width": 0.75}),
    "mountain": (_mountain, 3, {"fill": "#e6d5b3", "stroke": "#6b563a", "stroke_width": 0.9}),
    "marsh": (_reed, 4, {"fill": "none", "stroke": "#6f8a86", "stroke_width": 0.7}),
}


def terrain_marks(atlas: Atlas, sheet: Sheet, free: Callable[[int, int], bool]) -> Iterator[str]:
    """Trees, hachures and reeds, only where the paper is ``free``."""
    for terrain, (mark, count, style) in _MARKS.items():
        pieces: list[tuple[int, str]] = []
        for here in sorted(sheet.drawn):
            if sheet.drawn[here] != terrain:
                continue
            x, y = atlas.grid.centre(here)
            for dx, dy, variant in scattered(here, count if count != 3 else 7):
                if count == 3 and variant > 1:
                    continue
                if free(x + dx, y + dy):
                    pieces.append((y + dy, mark(x + dx, y + dy, variant)))
        if pieces:
            # From the top down, so that nearer marks stand before those behind them.
            yield path("".join(d for _, d in sorted(pieces)), stroke_linecap="round", **style)


def grid_lines(atlas: Atlas) -> str:
    """The hexes themselves, as faint as can still be counted by."""
    pieces = []
    for here in atlas.hexes:
        for direction in range(6):
            n = here.step(direction)
            if direction < 3 or n not in atlas.index:
                start, end = atlas.grid.side(here, direction)
                pieces.append(f"M{at(start)}L{at(end)}")
    return path("".join(pieces), fill="none", stroke=FAINT, stroke_width=0.5, stroke_opacity=0.32)
