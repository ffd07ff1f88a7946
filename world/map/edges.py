"""What lies on the edges between hexes: roads, rivers, bridges, fords."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Literal

import msgspec

from world.map.hexes import Hex

RoadKind = Literal["highway", "road", "trail"]
CrossingKind = Literal["bridge", "ford", "unbridged"]
Bank = Literal["left", "right"]

#: Best first; where several roads share an edge the best one counts.
ROAD_KINDS: tuple[RoadKind, ...] = ("highway", "road", "trail")
CROSSING_KINDS: tuple[CrossingKind, ...] = ("bridge", "ford", "unbridged")
BANKS: tuple[Bank, ...] = ("left", "right")


class Edge(msgspec.Struct, frozen=True, order=True, array_like=True, gc=False):
    """The edge between two neighbouring hexes; ``a`` is the smaller.  Make it with ``edge``."""

    a: Hex
    b: Hex


def edge(one: Hex, other: Hex) -> Edge:
    """The edge between two hexes, whichever comes first."""
    return Edge(one, other) if one < other else Edge(other, one)


def meet(one: Edge, other: Edge) -> bool:
    """Whether two different edges share a corner."""
    shared = {one.a, one.b} & {other.a, other.b}
    if len(shared) != 1:
        return False
    a, b = ({one.a, one.b} | {other.a, other.b}) - shared
    return a.distance(b) == 1


def runs(edges: Iterable[Edge]) -> tuple[tuple[Edge, ...], ...]:
    """Edges cut where one does not meet the next, so that each piece is one unbroken course."""
    found: list[list[Edge]] = []
    for at in edges:
        if found and meet(found[-1][-1], at):
            found[-1].append(at)
        else:
            found.append([at])
    return tuple(tuple(run) for run in found)


class RoadLine(msgspec.Struct, frozen=True):
    """A road as drawn: the hexes it passes, and the length of the whole line where known."""

    name: str
    kind: RoadKind
    hexes: tuple[Hex, ...]
    metres: int | None = None

    def step_lengths(self) -> tuple[int | None, ...]:
        """Metres of each step; they differ by at most one and add up to ``metres``."""
        steps = len(self.hexes) - 1
        if self.metres is None:
            return (None,) * steps
        marks = [self.metres * i // steps for i in range(steps + 1)]
        return tuple(after - before for before, after in pairwise(marks))


class RiverLine(msgspec.Struct, frozen=True):
    """A river, or an unbroken part: edges in the order of its course, each meeting the next."""

    name: str
    edges: tuple[Edge, ...]


class Crossing(msgspec.Struct, frozen=True):
    """What the map says about crossing a river at one edge."""

    edge: Edge
    kind: CrossingKind
    name: str = ""


class Road(msgspec.Struct, frozen=True):
    """The road over one edge: the best kind there, every name, and its length if given."""

    kind: RoadKind
    names: tuple[str, ...] = ()
    metres: int | None = None


class River(msgspec.Struct, frozen=True):
    """The river along one edge and how it is crossed there.

    ``bridge`` carries everything; ``ford`` is a known crossing place; at an ``unbridged`` edge
    nothing helps.  A step is a fording when there is no bridge (C-MAP-04).
    """

    name: str
    crossing: CrossingKind = "unbridged"
    crossing_name: str = ""


class Side(msgspec.Struct, frozen=True):
    """All there is on one edge.  ``coastal``: both hexes are coastal land (C-MAP-04)."""

    road: Road | None = None
    river: River | None = None
    coastal: bool = False

    @property
    def fording(self) -> bool:
        """Whether a step over this edge is a fording: a river without a bridge (C-MAP-04)."""
        return self.river is not None and self.river.crossing != "bridge"


def river_along(chain: tuple[Hex, ...], bank: Bank = "right") -> tuple[Edge, ...]:
    """Turn a river drawn through hexes into the edges along one side of that chain.

    The river runs along the ``bank`` side of every hex of the chain as one looks downstream, so
    the chain's own hexes lie all on the other bank and every road that leaves the chain on the
    river's side crosses it exactly once.  At both ends the river is taken to go straight.  Two
    neighbours must follow one another; a chain of fewer than two hexes gives no edges.

    Edges come in the order of the course, each once; some may touch hexes that are not on a map.
    """
    course: list[Edge] = []
    last = len(chain) - 1
    for i, at in enumerate(chain):
        if last < 1:
            break
        ahead = at.direction(chain[i + 1]) if i < last else None
        back = at.direction(chain[i - 1]) if i > 0 else None
        if ahead is None:
            ahead = (back + 3) % 6 if back is not None else None
        if back is None:
            back = (ahead + 3) % 6 if ahead is not None else None
        if ahead is None or back is None:
            raise ValueError("a river's chain must go from hex to neighbouring hex")
        # From the side we came in by, round the hex on the chosen hand, to the side we leave by.
        turn = 1 if bank == "left" else -1
        direction = (back + turn) % 6
        while direction != ahead:
            here = edge(at, at.step(direction))
            if course and course[-1] == here:
                course.pop()  # a bend so sharp that the river would run up a spur and back
            else:
                course.append(here)
            direction = (direction + turn) % 6
            if direction == back:
                break
    return tuple(dict.fromkeys(course))
