"""Pictures of measurements beside history: hand-written SVG, one lane a row, each to its scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape

from service.history.wording import in_figures
from service.history.yard import Yard
from service.history.yardstick import measured

_WIDTH = 860
_LANE = 58
_TOP = 64
_LEFT, _RIGHT = 24, 24
_AXIS = 420  # where the scale of a lane begins
_INK, _FAINT, _PAPER = "#2b2b2b", "#8a8a84", "#fcfbf8"
_BAND, _MARK, _DOT = "#dfe6df", "#a5742a", "#1f4e79"
_FONT = "font-family=\"'Source Sans 3', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif\""


def picture(title: str, yards: Iterable[Yard]) -> str:
    """The measurements of some rows, drawn beside history."""
    rows = list(yards)
    height = _TOP + _LANE * len(rows) + 20
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {_FONT} role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="{_PAPER}"/>',
        _text(_LEFT, 28, title, size=16, weight=600),
        *_legend(),
    ]
    for n, yard in enumerate(rows):
        parts += _lane(yard, _TOP + _LANE * n)
    return "\n".join([*parts, "</svg>", ""])


def _legend() -> Iterator[str]:
    y = 48
    yield f'<rect x="{_LEFT}" y="{y - 9}" width="26" height="11" fill="{_BAND}"/>'
    yield _text(_LEFT + 33, y, "history allows", colour=_FAINT, size=11)
    yield f'<path d="M{_LEFT + 129} {y - 10}v13" stroke="{_MARK}" stroke-width="2"/>'
    yield _text(_LEFT + 137, y, "a figure of history", colour=_FAINT, size=11)
    yield f'<circle cx="{_LEFT + 251}" cy="{y - 4}" r="4.5" fill="{_DOT}"/>'
    yield _text(_LEFT + 261, y, "simulated", colour=_FAINT, size=11)


def _lane(yard: Yard, top: int) -> Iterator[str]:
    value = measured(yard.id)
    shown = (yard.low, yard.high, value, *map(Fraction, yard.history))
    room = (yard.high - yard.low) * Fraction(3, 4)
    least = max(min(shown) - room, Fraction(0))
    scale = (_WIDTH - _RIGHT - _AXIS) / (max(shown) + room - least)

    def x(figure: Fraction | float) -> str:
        return f"{float(_AXIS + scale * (Fraction(figure) - least)):.1f}"

    middle = top + 26
    yield f'<path d="M{_LEFT} {top}H{_WIDTH - _RIGHT}" stroke="#e9e7e0"/>'
    for line, words in enumerate(_wrapped(yard.what)):
        yield _text(_LEFT + 40, top + 22 + 15 * line, words, size=13)
    yield _text(_LEFT, top + 22, yard.id, colour=_FAINT, size=13)
    yield f'<path d="M{_AXIS} {middle}H{_WIDTH - _RIGHT}" stroke="#cfcdc5"/>'
    band = f'width="{float(scale * (yard.high - yard.low)):.1f}" height="18" fill="{_BAND}"'
    yield f'<rect x="{x(yard.low)}" y="{middle - 9}" {band}/>'
    for mark in yard.history:
        yield f'<path d="M{x(mark)} {middle - 9}v18" stroke="{_MARK}" stroke-width="2"/>'
    yield f'<circle cx="{x(value)}" cy="{middle}" r="5" fill="{_DOT}"/>'
    yield _text(
        x(yard.low), middle + 22, in_figures(yard.low), colour=_FAINT, size=11, anchor="middle"
    )
    high = f"{in_figures(yard.high)} {yard.unit}"
    yield _text(x(yard.high), middle + 22, high, colour=_FAINT, size=11, anchor="middle")
    yield _text(x(value), middle - 12, in_figures(value), colour=_DOT, size=12, anchor="middle")


def _wrapped(text: str, most: int = 52) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > most:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _text(
    x: int | str,
    y: int,
    words: str,
    *,
    size: int,
    colour: str = _INK,
    weight: int = 400,
    anchor: str = "start",
) -> str:
    where = f'x="{x}" y="{y}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f'<text {where} font-weight="{weight}">{escape(words)}</text>'
