"""Outlines and smooth lines: hexagons are how the map is kept, not how it has to look."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from world.map.edges import Edge
from world.map.hexes import Grid, Hex
from world.map.svg_ink import Point, Spot, at, middle


def boundary(grid: Grid, hexes: Collection[Hex]) -> list[list[Point]]:
    """The closed outlines of an area, each a list of corners walked clockwise round it.

    Three hexes meet in a corner, so an outline passes every corner at most once and each corner
    has exactly one that follows.
    """
    area = set(hexes)
    follows: dict[Point, Point] = {}
    for here in sorted(area):
        for direction in range(6):
            if here.step(direction) not in area:
                start, end = grid.side(here, direction)
                follows[start] = end
    loops = []
    while follows:
        start, corner = follows.popitem()
        loop = [start]
        while corner != start:
            loop.append(corner)
            corner = follows.pop(corner)
        loops.append(loop)
    return loops


def calm_loop(loop: Sequence[Point], fixed: Collection[Point] = ()) -> list[Spot]:
    """An outline without the zigzag of the hexes, about as large as before; ``fixed`` stays.

    Each pass pulls every corner towards its neighbours and then pushes it back a little further
    (Taubin's smoothing), so that a lake of one hex does not dry up.
    """
    spots: list[Spot] = [(float(x), float(y)) for x, y in loop]
    still = {i for i, corner in enumerate(loop) if corner in fixed}
    for pull in (0.5, -0.52, 0.5, -0.52, 0.4):
        spots = [
            spot if i in still else _pulled(spots[i - 1], spot, spots[(i + 1) % len(spots)], pull)
            for i, spot in enumerate(spots)
        ]
    return spots


def weathered(loop: Sequence[Spot], seed: int, reach: float = 70) -> list[Spot]:
    """An outline with small bays and headlands, the same every time, at most ``reach`` deep."""
    spots = list(loop)
    noise = (seed * 2_654_435_761 + 97) % 2**32
    for share in (1.0, 0.55):
        finer: list[Spot] = []
        for i, here in enumerate(spots):
            after = spots[(i + 1) % len(spots)]
            noise = (noise * 1_664_525 + 1_013_904_223) % 2**32
            push = ((noise >> 12) % 2_001 / 1_000 - 1) * reach * share
            x, y = after[0] - here[0], after[1] - here[1]
            length = max(1.0, (x * x + y * y) ** 0.5)
            half = middle(here, after)
            finer += [here, (half[0] - y / length * push, half[1] + x / length * push)]
        spots = finer
    return spots


def calm_line(line: Sequence[Point], fixed: Collection[Point] = (), passes: int = 3) -> list[Spot]:
    """An open line without zigzag; its ends and the points in ``fixed`` stay where they are.

    No point moves by more than two thirds of a hex side, so that one still sees which hexes the
    line passes.
    """
    spots: list[Spot] = [(float(x), float(y)) for x, y in line]
    still = {0, len(line) - 1} | {i for i, point in enumerate(line) if point in fixed}
    for _ in range(passes):
        spots = [
            spot if i in still else _pulled(spots[i - 1], spot, spots[i + 1], 0.5)
            for i, spot in enumerate(spots)
        ]
    return [_tied(spot, home) for spot, home in zip(spots, line, strict=True)]


def _tied(spot: Spot, home: Point, reach: float = 650) -> Spot:
    x, y = spot[0] - home[0], spot[1] - home[1]
    length = (x * x + y * y) ** 0.5
    if length <= reach:
        return spot
    return home[0] + x * reach / length, home[1] + y * reach / length


def _pulled(before: Spot, here: Spot, after: Spot, pull: float) -> Spot:
    return (
        here[0] + pull * ((before[0] + after[0]) / 2 - here[0]),
        here[1] + pull * ((before[1] + after[1]) / 2 - here[1]),
    )


def smooth_loop(loop: Sequence[Spot]) -> str:
    """A closed line through the middle of each piece, every corner rounded."""
    pieces = [f"M{at(middle(loop[-1], loop[0]))}"]
    for i, corner in enumerate(loop):
        pieces.append(f"Q{at(corner)} {at(middle(corner, loop[(i + 1) % len(loop)]))}")
    return "".join(pieces) + "Z"


def curve(spots: Sequence[Spot]) -> str:
    """A smooth line through every point (Catmull-Rom, written as cubic curves)."""
    pieces = [f"M{at(spots[0])}"]
    for i, (here, after) in enumerate(pairwise(spots)):
        before = spots[max(0, i - 1)]
        beyond = spots[min(len(spots) - 1, i + 2)]
        out = (here[0] + (after[0] - before[0]) / 6, here[1] + (after[1] - before[1]) / 6)
        back = (after[0] - (beyond[0] - here[0]) / 6, after[1] - (beyond[1] - here[1]) / 6)
        pieces.append(f"C{at(out)} {at(back)} {at(after)}")
    return "".join(pieces)


def cut(line: Sequence[Point], sharp: Collection[Point]) -> list[list[Point]]:
    """A line cut at the points where it may turn sharply; each piece keeps both its ends."""
    pieces = [[line[0]]]
    for i, point in enumerate(line[1:], start=1):
        pieces[-1].append(point)
        if point in sharp and i < len(line) - 1:
            pieces.append([point])
    return [piece for piece in pieces if len(piece) > 1]


def course(grid: Grid, edges: Sequence[Edge]) -> list[Point]:
    """The corners a run of edges passes, from the first to the last."""
    ends = [grid.side(edge.a, edge.a.direction(edge.b) or 0) for edge in edges]
    if len(ends) == 1:
        return list(ends[0])
    first = set(ends[0]) - set(ends[1])
    # Two edges of a small triangle share one corner only, so exactly one is left over.
    corners = [min(first)]
    for side in ends:
        corners.append(side[0] if side[1] == corners[-1] else side[1])
    return corners


def straight_loop(loop: Sequence[Point]) -> str:
    """A closed line along the sides themselves."""
    return "M" + "L".join(map(at, loop)) + "Z"


def sides_of(grid: Grid, edges: Collection[Edge]) -> str:
    """Straight pieces along many edges, as one path."""
    pieces = []
    for edge in sorted(edges):
        start, end = grid.side(edge.a, edge.a.direction(edge.b) or 0)
        pieces.append(f"M{at(start)}L{at(end)}")
    return "".join(pieces)
