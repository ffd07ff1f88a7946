"""The names of what stands on a map: each can be read, however close together things stand."""

from __future__ import annotations

import random
import re
from itertools import combinations

from world.map.svg import Mark, marks_over
from world.map.svg_ink import UNIT
from world.map.svg_marks import SIZE
from world.map.svg_places import Box, width_of
from world.map.text import parse

#: Written twice, for its halo; this one is the ink.
_NAME = re.compile(
    r'<text x="([-0-9.]+)" y="([-0-9.]+)"[^>]* text-anchor="(\w+)"[^>]* fill="#[^>]*>([^<]*)</text>'
)
ATLAS = parse("0101:1212 flatland")


def crowd() -> list[Mark]:
    """Eleven bodies of troops in three neighbouring hexes."""
    found = [Mark(ATLAS.hex("0606"), f"Corps number {n}, 3 h ago?") for n in range(5)]
    found += [Mark(ATLAS.hex("0607"), f"Brigade {n}", "red", "horse") for n in range(4)]
    return [*found, Mark(ATLAS.hex("0706"), "The Guard"), Mark(ATLAS.hex("0705"), "Sappers")]


def boxes(drawn: str) -> dict[str, Box]:
    """About which paper each name takes."""
    found = {}
    for x, y, anchor, text in _NAME.findall(drawn):
        width = width_of(text, SIZE)
        left = float(x) * UNIT - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        top = float(y) * UNIT - 0.76 * SIZE * UNIT
        found[text] = Box(left, top, left + width, top + SIZE * UNIT)
    return found


def test_no_name_of_a_crowd_is_written_over_another() -> None:
    placed = boxes(marks_over(ATLAS, crowd()))
    assert set(placed) == {mark.text for mark in crowd()}
    for (one, here), (other, there) in combinations(placed.items(), 2):
        # To a tenth of a unit, as the drawing says it.
        assert here.overlap(there) < 0.1 * UNIT * width_of(one, SIZE), (one, other)


def test_a_name_stands_below_what_stands_alone() -> None:
    (box,) = boxes(marks_over(ATLAS, [Mark(ATLAS.hex("0606"), "The Guard")])).values()
    _, y = ATLAS.grid.centre(ATLAS.hex("0606"))
    assert box.top > y


def test_names_stand_where_they_stand_in_whatever_order_others_hexes_are_listed() -> None:
    marks = crowd()
    alone = boxes(marks_over(ATLAS, marks))
    by_hex = {here: [one for one in marks if one.hex == here] for here in {m.hex for m in marks}}
    for seed in range(5):
        hexes = sorted(by_hex, key=str)
        random.Random(seed).shuffle(hexes)
        mixed = [one for here in hexes for one in by_hex[here]]
        assert boxes(marks_over(ATLAS, mixed)) == alone
