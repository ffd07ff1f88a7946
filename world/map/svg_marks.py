"""What stands on a map today, and its names: none over another as long as there is room."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

import msgspec

from world.map.atlas import Atlas
from world.map.hexes import Hex
from world.map.svg_ink import FAINT, INK, PAPER, UNIT, at, path
from world.map.svg_places import MARK_COLOURS, Box, Mark, Room, circle, name, width_of

SIZE = 11.0
_HIGH = SIZE * UNIT
#: How many marks stand side by side in a hex before the next stand below them.
_ABREAST = 3
#: How often a name may step aside, each time by its own height.
_STEPS = 7
#: Dislike of a step aside, and of each lesser side of the mark (square milli-units).
_STEP, _SIDE = 12_000, 2_500
#: How far about a mark the names of the ground are looked for (milli-units).
_NEAR = 4_500


class Spot(msgspec.Struct, frozen=True):
    """Where a name may stand: how little it is liked there, its box, and which end is fixed."""

    dislike: float
    box: Box
    side: str
    away: bool


def stand_of(atlas: Atlas, marks: Sequence[Mark]) -> dict[Mark, Box]:
    """Where each mark stands: in rows within its hex, below a stronghold.  Raises ``OffMap``."""
    by_hex: dict[Hex, list[Mark]] = {}
    for mark in dict.fromkeys(marks):
        atlas.tile(mark.hex)
        by_hex.setdefault(mark.hex, []).append(mark)
    found: dict[Mark, Box] = {}
    for here, group in by_hex.items():
        x, y = atlas.grid.centre(here)
        y += 480 if atlas.tile(here).name else 0
        for i, mark in enumerate(group):
            row = i // _ABREAST
            abreast = min(_ABREAST, len(group) - row * _ABREAST)
            at_x = x - 310 * (abreast - 1) + 620 * (i % _ABREAST)
            at_y = y + 360 * row
            found[mark] = Box(at_x - 270, at_y - 145, at_x + 270, at_y + 145)
    return found


def mark_drawn(mark: Mark, box: Box) -> str:
    """A block of troops as on old plans, parted for horse; a disc for anything else."""
    colour = MARK_COLOURS.get(mark.colour, INK)
    if mark.kind == "point":
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        return path(circle(x, y, 115), fill=colour, stroke=INK, stroke_width=1.0)
    corners = [
        (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)
    ]  # fmt: skip
    outline = "M" + "L".join(map(at, corners)) + "Z"
    half = "M" + "L".join(map(at, corners[:3])) + "Z"
    fill = PAPER if mark.kind == "horse" else colour
    drawn = path(outline, fill=fill, stroke=INK, stroke_width=1.1)
    if mark.kind == "horse":
        drawn += path(half, fill=colour, stroke=INK, stroke_width=0.8)
    return drawn


def names_of_marks(atlas: Atlas, standing: Mapping[Mark, Box], paper: Box) -> Iterator[str]:
    """The marks' names: below them, or where they cover least; what stands aside has a line to it.

    The same marks give the same bytes, in whatever order they were listed.
    """
    room = Room(paper)
    for box in standing.values():
        room.take(box)
    for box in _ground_names(atlas, standing.values()):
        room.take(box)
    lines, said = [], []
    for mark, box in sorted(standing.items(), key=_order):
        if not mark.text:
            continue
        spot = _best(room, mark.text, box)
        room.take(spot.box)
        if spot.away:
            lines.append(_leader(box, spot.box))
        ends = {"start": spot.box.left, "end": spot.box.right}
        x = ends.get(spot.side, (spot.box.left + spot.box.right) / 2)
        y = spot.box.bottom - 0.24 * _HIGH
        said.append(name(mark.text, x, y, SIZE, anchor_at=spot.side))
    if lines:
        yield path("".join(lines), fill="none", stroke=FAINT, stroke_width=1.0)
    yield from said


def _best(room: Room, text: str, box: Box) -> Spot:
    """The first place that is free; where none is, the one that covers least."""
    best: tuple[float, Spot] | None = None
    for spot in _spots(text, box):
        covered = room.cost(spot.box)
        if not covered:
            return spot
        if best is None or covered + spot.dislike < best[0]:
            best = (covered + spot.dislike, spot)
    assert best is not None  # noqa: S101 - there are always some places
    return best[1]


def _order(pair: tuple[Mark, Box]) -> tuple[float, float, str, str]:
    mark, box = pair
    return box.top, box.left, mark.text, mark.colour


def _spots(text: str, box: Box) -> Iterator[Spot]:
    """Where a mark's name may stand, the best liked first: below, above, beside, then farther."""
    width = width_of(text, SIZE)
    middle, level = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    for step in range(_STEPS):
        lower, upper = box.bottom + 20 + step * _HIGH, box.top - 20 - step * _HIGH
        right, left = box.right + 60, box.left - 60
        for i, (x, y, side) in enumerate(
            (
                (middle - width / 2, lower, "middle"),
                (middle - width / 2, upper - _HIGH, "middle"),
                (right, level - _HIGH / 2 + step * _HIGH, "start"),
                (left - width, level - _HIGH / 2 + step * _HIGH, "end"),
                (right, level - _HIGH / 2 - step * _HIGH, "start"),
                (left - width, level - _HIGH / 2 - step * _HIGH, "end"),
            )
        ):
            yield Spot(
                step * _STEP + i * _SIDE, Box(x, y, x + width, y + _HIGH), side, away=step > 1
            )


def _leader(mark: Box, said: Box) -> str:
    """A line from a mark to the nearest edge of a name that had to stand aside."""
    x, y = (mark.left + mark.right) / 2, (mark.top + mark.bottom) / 2
    to_x = min(max(x, said.left), said.right)
    to_y = min(max(y, said.top), said.bottom)
    edge_x = min(max(to_x, mark.left), mark.right)
    edge_y = min(max(to_y, mark.top), mark.bottom)
    return f"M{at((edge_x, edge_y))}L{at((to_x, to_y))}"


def _ground_names(atlas: Atlas, standing: Collection[Box]) -> Iterator[Box]:
    """About where the ground's own symbols and names are, near what stands on it."""
    for tile in atlas.tiles:
        if not tile.name or atlas.is_water(tile.hex):
            continue
        x, y = atlas.grid.centre(tile.hex)
        if not any(abs(x - box.left) < _NEAR and abs(y - box.top) < _NEAR for box in standing):
            continue
        site = atlas.stronghold_by_hex.get(tile.hex)
        reach, size = (300, 13.5) if site is not None else (60, 10.5)
        yield Box(x - reach, y - reach, x + reach, y + reach)
        width, high = width_of(tile.name, size), size * UNIT / 2
        yield Box(x + reach + 100, y - high, x + reach + 100 + width, y + high)
