"""Round the map: title, border with column and row numbers, legend, scale, north."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from world.map.atlas import Atlas, StrongholdSite
from world.map.edges import ROAD_KINDS
from world.map.hexes import Hex
from world.map.svg_ground import Sheet
from world.map.svg_ink import (
    FAINT,
    INK,
    LAND,
    RIVER,
    ROAD,
    SEA,
    SIGNAL,
    UNIT,
    WASH,
    number,
    path,
    words,
)
from world.map.svg_places import anchor, symbol
from world.map.svg_works import tower

#: Blank paper round the map, in units of the drawing.
MARGIN = 64

#: Width of one entry of the legend and height of a line of it.
ENTRY, ROW = 132, 30


def frame(
    atlas: Atlas,
    sheet: Sheet,
    heading: str,
    origin: tuple[float, float],
    width: float,
    *,
    labels: bool,
) -> Iterator[str]:
    """Title and border; ``origin`` is where the hex (0, 0) has its middle on the page."""
    left, top = origin[0] + sheet.left / UNIT, origin[1] + sheet.top / UNIT
    wide, high = (sheet.right - sheet.left) / UNIT, (sheet.bottom - sheet.top) / UNIT
    for gap, stroke in ((0, 1.2), (20, 0.6), (24, 2.2)):
        yield (
            f'<rect x="{left - gap:.1f}" y="{top - gap:.1f}" width="{wide + 2 * gap:.1f}" '
            f'height="{high + 2 * gap:.1f}" fill="none" stroke="{INK}" stroke-width="{stroke}"/>'
        )
    if heading:
        size = min(38.0, (width - 2 * MARGIN) / max(1, len(heading)) / 0.78)
        yield (
            f'<text x="{width / 2:.1f}" y="{top - 42:.1f}" font-size="{size:.1f}" '
            f'letter-spacing="{size * 0.12:.1f}" text-anchor="middle" fill="{INK}">'
            f"{words(heading)}</text>"
        )
    if labels:
        yield from _rim(atlas, (left, top, left + wide, top + high), origin)


def _rim(
    atlas: Atlas, inner: tuple[float, float, float, float], origin: tuple[float, float]
) -> Iterator[str]:
    """Column numbers above and below, row numbers left and right."""
    left, top, right, bottom = inner
    columns: dict[int, float] = {}
    rows: dict[int, float] = {}
    for here in atlas.hexes:
        column, row = atlas.grid.column_row(here)
        x, y = atlas.grid.centre(here)
        columns.setdefault(column, x / UNIT + origin[0])
        rows.setdefault(row, y / UNIT + origin[1])
    yield f'<g font-size="9.5" fill="{FAINT}" text-anchor="middle">'
    digits = atlas.grid.digits
    spots = [(n, x, y) for n, x in columns.items() for y in (top - 7, bottom + 14)]
    spots += [(n, x, y + 3) for n, y in rows.items() for x in (left - 10, right + 10)]
    for n, x_, y_ in spots:
        yield f'<text x="{x_:.1f}" y="{y_:.1f}">{n:0{digits}d}</text>'
    yield "</g>"


Entry = tuple[str, Callable[[float, float], str]]


def _entries(atlas: Atlas) -> list[Entry]:
    """What the map shows, and only that."""
    found: list[Entry] = []
    origin = Hex(0, 0)
    kinds = {site.kind for site in atlas.strongholds}
    for kind, word in (("city", "City"), ("fortress", "Fortress"), ("town", "Fortified town")):
        for known in kinds:
            if known == kind:
                site = StrongholdSite("", origin, known, "")
                found.append((word, lambda x, y, site=site: symbol(site, x, y)))  # type: ignore[misc]
    road_kinds = {road.kind for road in atlas.roads}
    words_ = {"highway": "Paved road", "road": "Road", "trail": "Track"}
    found.extend((words_[kind], _sample_road(kind)) for kind in ROAD_KINDS if kind in road_kinds)
    if atlas.rivers:
        found.append(("River", _sample_line(RIVER, 3.2, "")))
    crossing = {s.river.crossing for s in atlas.sides.values() if s.river is not None}
    if "bridge" in crossing:
        found.append(("Bridge", _sample_bridge))
    if "ford" in crossing:
        found.append(("Ford", _sample_ford))
    if any(tile.port for tile in atlas.tiles):
        found.append(("Port", _sample_port))
    if any(tile.tower for tile in atlas.tiles):
        found.append(("Semaphore", _sample_tower))
    shown = {tile.terrain for tile in atlas.tiles}
    for terrain, colour in WASH.items():
        if terrain in shown:
            found.append((terrain.capitalize(), _sample_wash(colour)))
    if any(atlas.is_water(tile.hex) for tile in atlas.tiles):
        found.append(("Water", _sample_wash(SEA)))
    return found


def _sample_road(kind: str) -> Callable[[float, float], str]:
    if kind == "highway":
        outer, inner = _sample_line(ROAD, 4.4, ""), _sample_line(LAND, 2.2, "")
        return lambda x, y: outer(x, y) + inner(x, y)
    return _sample_line(ROAD, 1.7, "") if kind == "road" else _sample_line(ROAD, 1.2, "5 3")


def _sample_line(colour: str, width: float, dashes: str) -> Callable[[float, float], str]:
    more = {"stroke_dasharray": dashes} if dashes else {}

    def line(x: float, y: float) -> str:
        d = f"M{number(x - 420)} {number(y)}H{number(x + 420)}"
        return path(d, stroke=colour, stroke_width=width, **more)

    return line


def _sample_bridge(x: float, y: float) -> str:
    river = f"M{number(x)} {number(y - 260)}V{number(y + 260)}"
    rails = "".join(f"M{number(x - 140)} {number(y + dy)}H{number(x + 140)}" for dy in (-85, 85))
    return path(river, stroke=RIVER, stroke_width=3.2) + path(rails, stroke=INK, stroke_width=1.3)


def _sample_ford(x: float, y: float) -> str:
    river = f"M{number(x)} {number(y - 260)}V{number(y + 260)}"
    stones = "".join(f"M{number(x + dx)} {number(y)}h0" for dx in (-130, -45, 45, 130))
    return path(river, stroke=RIVER, stroke_width=3.2) + path(
        stones, stroke=INK, stroke_width=2.6, stroke_linecap="round"
    )


def _sample_port(x: float, y: float) -> str:
    return path(anchor(x, y), fill="none", stroke=INK, stroke_width=1.1)


def _sample_tower(x: float, y: float) -> str:
    return path(
        tower(x, y + 200), fill=LAND, stroke=SIGNAL, stroke_width=1.1, stroke_linejoin="round"
    )


def _sample_wash(colour: str) -> Callable[[float, float], str]:
    def wash(x: float, y: float) -> str:
        d = f"M{number(x - 330)} {number(y - 210)}h{number(660)}v{number(420)}h{number(-660)}Z"
        return path(d, fill=colour, stroke=FAINT, stroke_width=0.6)

    return wash


def _columns(width: float) -> int:
    return max(1, int((width - 2 * MARGIN - 470) // ENTRY)) if width > 700 else 1


def legend_height(atlas: Atlas, width: float) -> float:
    """Room the legend needs below the map, in units of the drawing."""
    rows = -(-len(_entries(atlas)) // _columns(width))
    return max(2, rows) * ROW + (90 if _columns(width) == 1 else 16)


def legend(atlas: Atlas, width: float, top: float, note: str) -> Iterator[str]:
    """Signs and what they mean, a scale, north, and the small print."""
    columns = _columns(width)
    entries = _entries(atlas)
    left = float(MARGIN)
    for i, (word, sample) in enumerate(entries):
        x = left + (i % columns) * ENTRY + 22
        y = top + 24 + (i // columns) * ROW
        yield sample(x * UNIT, y * UNIT)
        yield (
            f'<text x="{x + 28:.1f}" y="{y + 4:.1f}" font-size="12.5" fill="{INK}">'
            f"{words(word)}</text>"
        )
    rows = -(-len(entries) // columns)
    if columns == 1:
        yield from _scale(atlas, left, top + 24 + rows * ROW, width - 2 * MARGIN)
    else:
        yield from _scale(atlas, width - MARGIN - 420, top + 38, 440)
    if note:
        y = top + 24 + max(2, rows) * ROW + 8
        yield (
            f'<text x="{width - MARGIN:.1f}" y="{y:.1f}" font-size="10" font-style="italic" '
            f'text-anchor="end" fill="{FAINT}">{words(note)}</text>'
        )


def _scale(atlas: Atlas, left: float, top: float, room: float) -> Iterator[str]:
    """A bar in kilometres: one step between hexes is what the rules count for it."""
    step = atlas.parameters.step_metres
    units_per_km = 1732 / UNIT * 1000 / step
    room = min(room, 440) - 60
    # The longest of 1, 2, 5, 10, … km that fits.
    lengths = [b * 10**e for e in range(6) for b in (1, 2, 5)]
    km = max((n for n in lengths if n * units_per_km <= room), default=1)
    bar = km * units_per_km
    parts = 5 if km % 5 == 0 else 4 if km % 4 == 0 else 2 if km % 2 == 0 else 1
    for i in range(parts):
        fill = INK if i % 2 == 0 else LAND
        yield (
            f'<rect x="{left + bar * i / parts:.1f}" y="{top:.1f}" width="{bar / parts:.1f}" '
            f'height="5" fill="{fill}" stroke="{INK}" stroke-width="0.8"/>'
        )
    for share, word in ((0.0, "0"), (1.0, f"{km} km")):
        yield (
            f'<text x="{left + bar * share:.1f}" y="{top - 6:.1f}" font-size="11" '
            f'text-anchor="middle" fill="{INK}">{word}</text>'
        )
    metres = f"{step / 1000:g} km"
    yield (
        f'<text x="{left:.1f}" y="{top + 24:.1f}" font-size="11" font-style="italic" '
        f'fill="{INK}">From hex to hex {metres}</text>'
    )
    x, y = left + bar + 44, top + 6
    yield (
        f'<path d="M{x:.1f} {y - 24:.1f}l6 30l-6 -6l-6 6Z" fill="{INK}"/>'
        f'<text x="{x:.1f}" y="{y - 28:.1f}" font-size="13" text-anchor="middle" '
        f'fill="{INK}">N</text>'
    )
