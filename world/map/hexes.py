"""Hexes: axial coordinates inside, column-row labels such as ``0831`` outside.

Lengths on the drawing are in thousandths of a hex side ("milli-units"), always whole numbers, so
that two hexes sharing a corner agree on it exactly.  The y axis points down.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from world.errors import BadInput

Layout = Literal["odd-q", "even-q", "odd-r", "even-r"]
Top = Literal["flat", "pointy"]

LAYOUTS: tuple[Layout, ...] = ("odd-q", "even-q", "odd-r", "even-r")

#: Axial steps to the six neighbours, clockwise, beginning in the north-east.
STEPS: tuple[tuple[int, int], ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))

FLAT_DIRECTIONS = ("NE", "SE", "S", "SW", "NW", "N")
POINTY_DIRECTIONS = ("NE", "E", "SE", "SW", "W", "NW")

#: Digits of a column or a row number: two up to 99, three above.
MIN_DIGITS, MAX_DIGITS = 2, 3

_LABEL = re.compile(r"[0-9]+")


class Hex(msgspec.Struct, frozen=True, order=True, array_like=True, gc=False):
    """One hex in axial coordinates; labels belong to a ``Grid``."""

    q: int
    r: int

    def step(self, direction: int) -> Hex:
        """The neighbour in a direction, 0 to 5 clockwise from the north-east (see ``STEPS``)."""
        dq, dr = STEPS[direction]
        return Hex(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple[Hex, ...]:
        """The six neighbours, clockwise from the north-east, on the map or not."""
        return tuple(Hex(self.q + dq, self.r + dr) for dq, dr in STEPS)

    def distance(self, other: Hex) -> int:
        """Steps from here to there over open ground."""
        dq, dr = other.q - self.q, other.r - self.r
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def direction(self, other: Hex) -> int | None:
        """The direction in which a neighbour lies, or None if ``other`` is not a neighbour."""
        step = (other.q - self.q, other.r - self.r)
        return STEPS.index(step) if step in STEPS else None


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at exactly ``radius`` steps, clockwise; the hex itself for radius 0."""
    if radius <= 0:
        return (centre,) if radius == 0 else ()
    # Start due north(-west) and walk each side of the big hexagon in turn.
    at = Hex(centre.q + STEPS[5][0] * radius, centre.r + STEPS[5][1] * radius)
    found: list[Hex] = []
    for side in (1, 2, 3, 4, 5, 0):
        for _ in range(radius):
            found.append(at)
            at = at.step(side)
    return tuple(found)


def disc(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at most ``radius`` steps away, from the middle outwards."""
    return tuple(at for distance in range(radius + 1) for at in ring(centre, distance))


def line(start: Hex, end: Hex) -> tuple[Hex, ...]:
    """The hexes of the straight line between two hexes, both included; the same both ways."""
    if end < start:
        return line(end, start)[::-1]
    count = start.distance(end)
    if count == 0:
        return (start,)
    # Exact arithmetic in parts of 12 x count; the small push off the line settles ties one way.
    scale = 12 * count
    found = []
    for i in range(count + 1):
        fq = 12 * (start.q * (count - i) + end.q * i) + 1
        fr = 12 * (start.r * (count - i) + end.r * i) + 2
        found.append(_nearest(fq, fr, scale))
    return tuple(found)


def _nearest(fq: int, fr: int, scale: int) -> Hex:
    fs = -fq - fr
    q, r, s = ((2 * f + scale) // (2 * scale) for f in (fq, fr, fs))
    if q + r + s:
        off_q, off_r, off_s = (abs(n * scale - f) for n, f in ((q, fq), (r, fr), (s, fs)))
        if off_q > off_r and off_q > off_s:
            q = -r - s
        elif off_r > off_s:
            r = -q - s
    return Hex(q, r)


class Grid(msgspec.Struct, frozen=True):
    """How hexes are laid out and named.

    ``layout`` is the usual name of the offset: ``odd-q`` (flat tops, the default) sets the columns
    02, 04, … half a hex lower, ``even-q`` the columns 01, 03, …; ``odd-r`` and ``even-r`` (pointy
    tops) push rows to the right likewise.  (The names count columns from 0, labels from 1.)
    ``digits`` is the width of a column or row number in a label.
    """

    layout: Layout = "odd-q"
    digits: int = MIN_DIGITS

    @property
    def top(self) -> Top:
        """``flat`` or ``pointy``."""
        return "flat" if self.layout.endswith("q") else "pointy"

    @property
    def directions(self) -> tuple[str, ...]:
        """Names of the directions 0 to 5."""
        return FLAT_DIRECTIONS if self.top == "flat" else POINTY_DIRECTIONS

    @property
    def largest(self) -> int:
        """The largest column or row number a label can hold."""
        return int(10**self.digits) - 1

    def at(self, column: int, row: int) -> Hex:
        """The hex of a column and a row, both counted from 1."""
        c, r = column - 1, row - 1
        match self.layout:
            case "odd-q":
                return Hex(c, r - (c - (c & 1)) // 2)
            case "even-q":
                return Hex(c, r - (c + (c & 1)) // 2)
            case "odd-r":
                return Hex(c - (r - (r & 1)) // 2, r)
            case "even-r":
                return Hex(c - (r + (r & 1)) // 2, r)

    def column_row(self, at: Hex) -> tuple[int, int]:
        """Column and row of a hex, both counted from 1: the inverse of ``at``."""
        q, r = at.q, at.r
        match self.layout:
            case "odd-q":
                return q + 1, r + (q - (q & 1)) // 2 + 1
            case "even-q":
                return q + 1, r + (q + (q & 1)) // 2 + 1
            case "odd-r":
                return q + (r - (r & 1)) // 2 + 1, r + 1
            case "even-r":
                return q + (r + (r & 1)) // 2 + 1, r + 1

    def label(self, at: Hex) -> str:
        """The label of a hex, such as ``0831``: column, then row.

        Raises ``BadInput`` for a hex whose column or row has no number of ``digits`` digits.
        """
        column, row = self.column_row(at)
        if not (1 <= column <= self.largest and 1 <= row <= self.largest):
            raise BadInput(
                f"column {column}, row {row} has no label of {self.digits} digits each; "
                f"columns and rows run from 1 to {self.largest}"
            )
        return f"{column:0{self.digits}d}{row:0{self.digits}d}"

    def hex(self, label: str) -> Hex:
        """The hex a label names; the inverse of ``label``.

        Raises ``BadInput`` when the text is not a label of this grid.
        """
        if len(label) != 2 * self.digits or not label.isascii() or not _LABEL.fullmatch(label):
            raise BadInput(
                f"'{label[:20]}' is not a hex; expected {self.digits} digits for the column and "
                f"{self.digits} for the row, such as {self.label(self.at(1, 1))}"
            )
        column, row = int(label[: self.digits]), int(label[self.digits :])
        if not column or not row:
            raise BadInput(f"{label} is not a hex; columns and rows count from 1")
        return self.at(column, row)

    def centre(self, at: Hex) -> tuple[int, int]:
        """The middle of a hex in milli-units; the middle of the hex (0, 0) is the origin."""
        if self.top == "flat":
            return 1500 * at.q, _half_width(2 * at.r + at.q)
        return _half_width(2 * at.q + at.r), 1500 * at.r

    def corners(self, at: Hex) -> tuple[tuple[int, int], ...]:
        """The six corners in milli-units, clockwise; side ``d`` runs from corner d to d + 1."""
        if self.top == "flat":
            x, k = 1500 * at.q, 2 * at.r + at.q
            up, level, down = _half_width(k - 1), _half_width(k), _half_width(k + 1)
            return (
                (x + 500, up),
                (x + 1000, level),
                (x + 500, down),
                (x - 500, down),
                (x - 1000, level),
                (x - 500, up),
            )
        y, k = 1500 * at.r, 2 * at.q + at.r
        left, middle, right = _half_width(k - 1), _half_width(k), _half_width(k + 1)
        return (
            (middle, y - 1000),
            (right, y - 500),
            (right, y + 500),
            (middle, y + 1000),
            (left, y + 500),
            (left, y - 500),
        )

    def side(self, at: Hex, direction: int) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two ends of the side towards a direction, in milli-units."""
        corners = self.corners(at)
        return corners[direction], corners[(direction + 1) % 6]


def _half_width(count: int) -> int:
    """``count`` times half the distance between opposite sides, rounded to a milli-unit."""
    return (count * 866_025_403_784 + 500_000_000) // 1_000_000_000
