"""Paper and ink: the colours of the drawing, numbers and text as SVG wants them."""

from __future__ import annotations

from html import escape
from typing import TypeAlias

#: A point in milli-units (thousandths of a hex side).
Point: TypeAlias = tuple[int, int]
#: The same after smoothing.
Spot: TypeAlias = tuple[float, float]

#: Milli-units to one unit of the drawing: a hex side is 40 units long.
UNIT = 25

PAPER = "#f6efdd"
LAND = "#f3ead2"
INK = "#2d2a26"
FAINT = "#8a7f6a"
SEA = "#d3dedb"
SEA_LINE = "#9fb4b3"
RIVER = "#5f7f8c"
ROAD = "#4a3b2c"
SIGNAL = "#9c3d2e"
BORDER = "#a4553f"
REGION = "#6d5a3f"

#: Washes laid under the terrain's marks.
WASH = {
    "hills": "#e9d9b6",
    "mountain": "#dcc6a0",
    "forest": "#d9dfbd",
    "marsh": "#dde4d3",
}

#: Tints of ground under different control; no two neighbours get the same.
TINTS = ("#b5533c", "#4f7896", "#8a8f3c", "#7d5a86", "#c08a2e", "#4f8a74", "#8c6b52", "#6d6d74")

#: The first is a name that most systems know to stand for a serif face.
SERIF = (
    "Garamond,'EB Garamond','Cormorant Garamond','Hoefler Text',Baskerville,'Libre Caslon Text',"
    "'Times New Roman','DejaVu Serif',serif"
)


def number(value: float) -> str:
    """Milli-units as a number of the drawing, to a tenth of a unit."""
    text = f"{value / UNIT:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def at(point: Spot) -> str:
    """A point as SVG writes it in a path."""
    return f"{number(point[0])} {number(point[1])}"


def words(text: str) -> str:
    """Text fit to stand in an SVG element or attribute, whatever it holds."""
    return escape("".join(c if _allowed(c) else "\ufffd" for c in text), quote=True)


def _allowed(c: str) -> bool:
    code = ord(c)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return c in "\t\n\r"
    return not (0xD800 <= code < 0xE000 or code in (0xFFFE, 0xFFFF))


def middle(a: Spot, b: Spot) -> Spot:
    """The point half-way between two."""
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def path(d: str, **attributes: str | float) -> str:
    """A path element; underscores in attribute names stand for hyphens."""
    said = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<path d="{d}"{said}/>'
