"""Strongholds, ports, marks, and the names of things, placed so that they can be read."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec

from world.map.atlas import Atlas, StrongholdSite
from world.map.hexes import Hex
from world.map.svg_ink import (
    INK,
    LAND,
    RIVER,
    SEA,
    UNIT,
    Spot,
    at,
    middle,
    number,
    path,
    words,
)

MarkKind = Literal["foot", "horse", "point"]

MARK_COLOURS = {
    "blue": "#34567a",
    "red": "#a23b2e",
    "green": "#4d6b3c",
    "black": "#2d2a26",
    "white": "#f6efdd",
    "yellow": "#c79a35",
}


class Mark(msgspec.Struct, frozen=True):
    """Something that stands on the map today: a corps, a rider, a report.

    ``colour`` is one of ``MARK_COLOURS``; an unknown one is drawn black.
    """

    hex: Hex
    text: str = ""
    colour: str = "blue"
    kind: MarkKind = "foot"


class Box(msgspec.Struct, frozen=True, order=True):
    """A rectangle taken up by a symbol or a name, in milli-units."""

    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        """Shared area in square milli-units."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return width * height if width > 0 and height > 0 else 0.0


class Room:
    """Paper already written on, asked for by place; ``bounds`` is where the paper ends."""

    CELL = 2_000

    def __init__(self, bounds: Box | None = None) -> None:
        self._bounds = bounds
        self._cells: dict[tuple[int, int], list[Box]] = {}

    def take(self, box: Box) -> None:
        """Write on it."""
        for key in self._keys(box):
            self._cells.setdefault(key, []).append(box)

    def cost(self, box: Box) -> float:
        """How much of a box lies on what is taken, and ten times what lies off the paper."""
        others = {other for key in self._keys(box) for other in self._cells.get(key, ())}
        cost = sum(box.overlap(other) for other in sorted(others))
        if self._bounds is not None:
            area = (box.right - box.left) * (box.bottom - box.top)
            cost += 10 * (area - box.overlap(self._bounds))
        return cost

    def free(self, x: float, y: float) -> bool:
        """Whether a point is clear of everything taken."""
        key = (int(x // self.CELL), int(y // self.CELL))
        return not any(
            box.left <= x <= box.right and box.top <= y <= box.bottom
            for box in self._cells.get(key, ())
        )

    def _keys(self, box: Box) -> Iterator[tuple[int, int]]:
        for column in range(int(box.left // self.CELL), int(box.right // self.CELL) + 1):
            for row in range(int(box.top // self.CELL), int(box.bottom // self.CELL) + 1):
                yield column, row


# -- symbols -------------------------------------------------------------------------------------


def star_fort(x: float, y: float, radius: float) -> str:
    """A fortress: a trace of five bastions."""
    points = []
    for i in range(20):
        # Point of the bastion, its flanks, and the curtain between, round the clock.
        reach = (1.0, 0.68, 0.56, 0.68)[i % 4]
        angle = math.radians(-90 + i * 18 + (0, -3, 0, 3)[i % 4])
        points.append((x + radius * reach * math.cos(angle), y + radius * reach * math.sin(angle)))
    return "M" + "L".join(at(point) for point in points) + "Z"


def circle(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    arc = f"a{number(radius)} {number(radius)} 0 1 0"
    return f"M{at((x - radius, y))}{arc} {number(2 * radius)} 0{arc} {number(-2 * radius)} 0Z"


def symbol(site: StrongholdSite, x: float, y: float) -> str:
    """A stronghold: star fort, walled city or town."""
    if site.kind == "fortress":
        return path(star_fort(x, y, 300), fill=INK, stroke=LAND, stroke_width=1.2) + path(
            circle(x, y, 70), fill=LAND
        )
    if site.kind == "city":
        return (
            path(circle(x, y, 285), fill=LAND, stroke=INK, stroke_width=1.5)
            + path(circle(x, y, 190), fill=INK)
            + path(circle(x, y, 60), fill=LAND)
        )
    return path(circle(x, y, 165), fill=LAND, stroke=INK, stroke_width=1.6) + path(
        circle(x, y, 55), fill=INK
    )


def anchor(x: float, y: float) -> str:
    """A port."""
    return (
        f"M{at((x, y - 150))}V{number(y + 130)}M{at((x - 70, y - 80))}H{number(x + 70)}"
        f"M{at((x - 130, y + 40))}Q{at((x - 100, y + 140))} {at((x, y + 140))}"
        f"Q{at((x + 100, y + 140))} {at((x + 130, y + 40))}{circle(x, y - 185, 35)}"
    )


def places(atlas: Atlas) -> Iterator[str]:
    """Villages, ports and strongholds."""
    dots = [
        circle(*atlas.grid.centre(tile.hex), 55)
        for tile in atlas.tiles
        if tile.name and tile.hex not in atlas.stronghold_by_hex and not atlas.is_water(tile.hex)
    ]
    if dots:
        yield path("".join(dots), fill=INK)
    for site in atlas.strongholds:
        yield symbol(site, *atlas.grid.centre(site.hex))
    ports = [atlas.grid.centre(tile.hex) for tile in atlas.tiles if tile.port]
    if ports:
        yield path(
            "".join(anchor(x - 420, y + 20) for x, y in ports),
            fill="none", stroke=INK, stroke_width=1.1, stroke_linecap="round",
        )  # fmt: skip


# -- names ---------------------------------------------------------------------------------------


def name(  # noqa: PLR0913 - a name on a map has this many properties
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    anchor_at: str = "start",
    style: str = "normal",
    weight: str = "normal",
    colour: str = INK,
    halo: str = LAND,
    spacing: float = 0,
    turn: float = 0,
) -> str:
    """A name with a halo of paper round its letters; (x, y) is on its base line."""
    said = (
        f'x="{number(x)}" y="{number(y)}" font-size="{size:g}" text-anchor="{anchor_at}" '
        f'font-style="{style}" font-weight="{weight}"'
    )
    if spacing:
        said += f' letter-spacing="{spacing:g}"'
    if turn:
        said += f' transform="rotate({turn:.1f} {at((x, y))})"'
    body = words(text)
    # Written twice, because not every renderer can paint the outline below the letters.
    return (
        f'<text {said} fill="none" stroke="{halo}" stroke-width="{size * 0.26:.1f}" '
        f'stroke-linejoin="round" stroke-opacity="0.85">{body}</text>'
        f'<text {said} fill="{colour}">{body}</text>'
    )


def width_of(text: str, size: float) -> float:
    """About how wide a name is, in milli-units."""
    return 0.56 * size * len(text) * UNIT


class Caption(msgspec.Struct, frozen=True):
    """A name that wants a place beside a point; ``must`` is written even if it has to overlap."""

    text: str
    x: int
    y: int
    size: float
    gap: int
    must: bool = True
    weight: str = "normal"
    style: str = "normal"
    colour: str = INK
    halo: str = LAND


def captions(atlas: Atlas, standing: Mapping[Mark, Box]) -> list[Caption]:
    """The names of places and marks, the weightiest first."""
    found: list[tuple[tuple[int, int, str], Caption]] = []
    ranks = {"city": 0, "fortress": 1, "town": 2}
    sizes = {"city": 17.0, "fortress": 13.5, "town": 12.0}
    gaps = {"city": 400, "fortress": 400, "town": 270}
    for site in atlas.strongholds:
        x, y = atlas.grid.centre(site.hex)
        weight = "bold" if site.kind == "city" else "normal"
        caption = Caption(site.name, x, y, sizes[site.kind], gaps[site.kind], weight=weight)
        found.append(((ranks[site.kind], -site.population, site.id), caption))
    for tile in atlas.tiles:
        if not tile.name or tile.hex in atlas.stronghold_by_hex:
            continue
        x, y = atlas.grid.centre(tile.hex)
        if atlas.is_water(tile.hex):
            caption = Caption(tile.name, x, y, 15, 0, style="italic", colour=RIVER, halo=SEA)
            found.append(((3, 0, tile.name), caption))
        else:
            caption = Caption(tile.name, x, y, 10.5, 150, must=False, style="italic")
            found.append(((4, 0, tile.name), caption))
    for mark, box in standing.items():
        if mark.text:
            x, y = round((box.left + box.right) / 2), round((box.top + box.bottom) / 2)
            caption = Caption(mark.text, x, y, 11, 300, weight="bold", style="italic")
            found.append(((3, 1, mark.text), caption))
    return [caption for _, caption in sorted(found, key=lambda pair: pair[0])]


def place_captions(wanted: list[Caption], room: Room) -> Iterator[str]:
    """Write each name where it overlaps least with symbols and with names already written."""
    for caption in wanted:
        spots = [(room.cost(box) + dislike, box, side) for dislike, box, side in _spots(caption)]
        cost, box, side = min(spots, key=lambda spot: spot[0])
        if not caption.must and cost > 150_000:
            continue
        room.take(box)
        x = {"start": box.left, "end": box.right, "middle": (box.left + box.right) / 2}[side]
        base = box.bottom - 0.24 * caption.size * UNIT
        yield name(
            caption.text, x, base, caption.size, anchor_at=side, weight=caption.weight,
            style=caption.style, colour=caption.colour, halo=caption.halo,
        )  # fmt: skip


def _spots(caption: Caption) -> Iterator[tuple[float, Box, str]]:
    """Boxes beside a point, the best liked first."""
    width, height = width_of(caption.text, caption.size), caption.size * UNIT
    if caption.weight == "bold":
        width *= 1.1
    x, y, gap = caption.x, caption.y, caption.gap
    if not gap:
        yield 0, Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2), "middle"
        return
    for i, (dx, dy) in enumerate(((1, 0), (-1, 0), (1, -1), (1, 1), (-1, -1), (-1, 1))):
        middle_y = y + dy * gap * 0.85
        shift = gap if dy == 0 else gap * 0.6
        left = x + shift if dx > 0 else x - shift - width
        box = Box(left, middle_y - height / 2, left + width, middle_y + height / 2)
        yield 2_000.0 * i, box, "start" if dx > 0 else "end"
    for i, dy in enumerate((-1, 1)):
        middle_y = y + dy * (gap + height / 2)
        box = Box(x - width / 2, middle_y - height / 2, x + width / 2, middle_y + height / 2)
        yield 9_000.0 + 2_000 * i, box, "middle"


def river_names(lines: list[tuple[str, list[Spot]]], room: Room) -> Iterator[str]:
    """Each river's name once, beside its longest line, where it is straight and free."""
    longest: dict[str, list[Spot]] = {}
    for river, line in lines:
        if river and len(line) > len(longest.get(river, [])):
            longest[river] = line
    for river, line in longest.items():
        length = width_of(river, 12) * 1.15
        best: tuple[float, float, float, float, list[Box]] | None = None
        for i in range(len(line)):
            j = next(
                (k for k in range(i + 1, len(line)) if math.dist(line[i], line[k]) > length), 0
            )
            if not j:
                break
            bend = max(_off(line[i], line[j], spot) for spot in line[i : j + 1])
            for hand in (-1, 1):
                place = _along(line[i], line[j], hand * (210 + bend))
                boxes = _beads(*place, length)
                cost = sum(map(room.cost, boxes)) + 150 * bend + 40 * abs(i + j - len(line))
                if best is None or cost < best[0]:
                    best = (cost, *place, boxes)
        if best is None:
            continue
        _, x, y, turn, boxes = best
        for box in boxes:
            room.take(box)
        lift = math.radians(turn + 90)
        yield name(
            river, x + 90 * math.cos(lift), y + 90 * math.sin(lift), 12, anchor_at="middle",
            style="italic", colour=RIVER, spacing=1.2, turn=turn,
        )  # fmt: skip


def _off(a: Spot, b: Spot, spot: Spot) -> float:
    """How far a point lies from the straight through two others."""
    cross = (b[0] - a[0]) * (spot[1] - a[1]) - (b[1] - a[1]) * (spot[0] - a[0])
    return abs(cross) / max(1.0, math.dist(a, b))


def _along(a: Spot, b: Spot, away: float) -> tuple[float, float, float]:
    """The middle of a stretch, moved sideways, and the angle at which a name reads along it."""
    turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    if not -90 < turn <= 90:
        turn += 180 if turn < 0 else -180
    side = math.radians(turn + 90)
    x, y = middle(a, b)
    return x + away * math.cos(side), y + away * math.sin(side), turn


def _beads(x: float, y: float, turn: float, length: float) -> list[Box]:
    """A slanting name as a string of boxes."""
    count = max(2, round(length / 220))
    found = []
    for i in range(count):
        share = (i + 0.5) / count - 0.5
        bx = x + share * length * math.cos(math.radians(turn))
        by = y + share * length * math.sin(math.radians(turn))
        found.append(Box(bx - 120, by - 120, bx + 120, by + 120))
    return found
