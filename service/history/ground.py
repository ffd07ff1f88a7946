"""Plain test ground: places in a row, with roads of a given length and towers between them."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Any

import msgspec

_STEP_KM = 10


class Road(msgspec.Struct, frozen=True):
    """A road from the place before to a named place, so many km of a kind; '' is open country."""

    to: str
    km: int | Fraction
    kind: str = "highway"


class Line(msgspec.Struct, frozen=True):
    """A semaphore line of so many hops from the place before, so many km in all."""

    to: str
    km: int
    hops: int


def row(start: str, *ways: Road | Line, coast: bool = False) -> str:
    """The map of a row of places, the first at 0101; a way takes about a hex for each 10 km.

    With ``coast`` all of it lies by the sea.
    """
    steps = [max(round(way.km / _STEP_KM), 1) for way in ways]
    ends = [1, *(1 + column for column in accumulate(steps))]
    text = [
        'map "Plain ground" layout=odd-q',
        f"0101:{ends[-1]:02}01 flatland settlement=20",
        f'0101 flatland "{start}"',
    ]
    if coast:
        text += [f"{column:02}01 coast" for column in range(1, ends[-1] + 1)]
    for way, begins, end in zip(ways, ends, ends[1:], strict=False):
        text.append(f'{end:02}01 flatland "{way.to}"')
        if isinstance(way, Line):
            text += _stations(way, begins, end)
        elif way.kind:
            chain = "-".join(f"{column:02}01" for column in range(begins, end + 1))
            text.append(f'{chain} {way.kind} "Road to {way.to}" km={_km(way.km)}')
    return "\n".join([*text, ""])


def _stations(line: Line, begins: int, end: int) -> list[str]:
    hop = Fraction(line.km, line.hops)
    found = []
    for n in range(line.hops + 1):
        column = begins + (end - begins) * n // line.hops
        apart = f" km={_km(hop)}" if n else ""
        found.append(f'station "Line to {line.to}" {column:02}01 "Station {n + 1}"{apart}')
    return found


def _km(length: int | Fraction) -> str:
    """A length as a map writes it, to the metre."""
    metres = int(length * 1000)
    return f"{metres // 1000}.{metres % 1000:03}"


def cast(**places: str) -> dict[str, Any]:
    """Commanders of one side by the place each is in; they can pay whatever it costs."""
    return {
        "factions": {"france": {"name": "France"}},
        "commanders": {
            person: {
                "name": person.title(),
                "faction": "france",
                "at": place,
                "purse": 1_000_000_000,
            }
            for person, place in places.items()
        },
    }
