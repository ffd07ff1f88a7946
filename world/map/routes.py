"""Ways over the map: distances by scipy, the way itself walked back by the smallest label.

Only *distances* come from scipy.  They are exact, because costs are whole numbers small enough for
floating point to hold; predecessors are not used, because between ways of equal cost they differ
from one version of scipy to the next.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from world.errors import Fault
from world.map.atlas import NOTHING, Atlas, Tile
from world.map.edges import River, Road, edge
from world.map.hexes import Hex

Costs: TypeAlias = npt.NDArray[np.int64]

#: The largest whole number up to which floating point misses none.
EXACT = 2**53


class Move(msgspec.Struct, frozen=True):
    """One step from a hex to a neighbour, with everything that may decide what it costs.

    ``metres`` is the length of the step: the road's own, or ``map.hex_step_km`` (C-MAP-01).
    """

    origin: Tile
    target: Tile
    metres: int
    road: Road | None = None
    river: River | None = None
    coastal: bool = False

    @property
    def fording(self) -> bool:
        """Whether the step is a fording (C-MAP-04)."""
        return self.river is not None and self.river.crossing != "bridge"


CostOf: TypeAlias = Callable[[Move], int | None]


class Mover(msgspec.Struct, frozen=True):
    """How somebody moves: ``cost`` of a step as a whole number (ms or metres), None for no way.

    ``key`` stands for everything ``cost`` depends on (pace, side, who holds what): two movers
    with one key must cost alike, for matrices are kept by it.
    """

    key: str
    cost: CostOf


class Matrix(msgspec.Struct, frozen=True):
    """The map as one mover sees it: steps forth from each hex, and the same read backwards."""

    forth: csr_array[np.float64]
    back: csr_array[np.int64]


class Reach(msgspec.Struct, frozen=True):
    """Least costs from one or several hexes to every hex of the map.

    ``costs`` goes by hex index and holds -1 where there is no way.
    """

    atlas: Atlas
    costs: Costs

    def to(self, at: Hex) -> int | None:
        """The least cost to a hex, or None where there is no way.  Raises ``OffMap``."""
        cost = int(self.costs[self.atlas.position(at)])
        return None if cost < 0 else cost

    def within(self, limit: int) -> tuple[Hex, ...]:
        """The hexes that cost at most ``limit``, in the order of their labels."""
        found = np.flatnonzero((self.costs >= 0) & (self.costs <= limit))
        return tuple(self.atlas.hexes[i] for i in found)


class Routes:
    """Ways over one atlas.  What is kept between calls only saves time: results never depend on it.

    Args:
        atlas: the map.
        keep: how many movers' matrices, and how many one-to-all results, are kept at most.
    """

    def __init__(self, atlas: Atlas, keep: int = 16) -> None:
        self.atlas = atlas
        self._keep = keep
        self._matrices: OrderedDict[str, Matrix] = OrderedDict()
        self._reaches: OrderedDict[tuple[str, tuple[int, ...]], Reach] = OrderedDict()

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every step between neighbours of the map, by origin and then by target."""
        atlas = self.atlas
        sides, tiles, index = atlas.sides, atlas.tiles, atlas.index
        plain = atlas.parameters.step_metres
        found = []
        for tile in tiles:
            targets = sorted(index[n] for n in tile.hex.neighbours() if n in index)
            for target in targets:
                other = tiles[target]
                side = sides.get(edge(tile.hex, other.hex), NOTHING)
                metres = plain
                if side.road is not None and side.road.metres is not None:
                    metres = side.road.metres
                found.append(Move(tile, other, metres, side.road, side.river, side.coastal))
        return tuple(found)

    @cached_property
    def _ends(self) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        index = self.atlas.index
        origins = np.array([index[move.origin.hex] for move in self.moves], dtype=np.int32)
        targets = np.array([index[move.target.hex] for move in self.moves], dtype=np.int32)
        return origins, targets

    def matrix(self, mover: Mover) -> Matrix:
        """The matrix of a mover, built once for each ``mover.key``.

        Raises ``Fault`` if a cost is not a whole number of at least 1, or so large that a sum of
        them could not be exact.
        """
        known = self._matrices.get(mover.key)
        if known is None:
            known = self._build(mover)
            self._matrices[mover.key] = known
            if len(self._matrices) > self._keep:
                self._matrices.popitem(last=False)
        else:
            self._matrices.move_to_end(mover.key)
        return known

    def _build(self, mover: Mover) -> Matrix:
        costs = [mover.cost(move) for move in self.moves]
        largest = EXACT // max(1, len(self.atlas.tiles))
        for move, cost in zip(self.moves, costs, strict=True):
            if cost is not None and not (type(cost) is int and 1 <= cost <= largest):
                origin, target = (
                    self.atlas.label(move.origin.hex),
                    self.atlas.label(move.target.hex),
                )
                raise Fault(
                    f"mover {mover.key}: the step {origin}-{target} costs {cost!r}; "
                    f"a cost is None or a whole number from 1 to {largest}"
                )
        open_ = np.array([cost is not None for cost in costs], dtype=bool)
        values = np.array([cost for cost in costs if cost is not None], dtype=np.int64)
        origins, targets = (ends[open_] for ends in self._ends)
        shape = (len(self.atlas.tiles), len(self.atlas.tiles))
        forth = csr_array((values.astype(np.float64), (origins, targets)), shape=shape)
        back = csr_array((values, (targets, origins)), shape=shape)
        back.sort_indices()
        return Matrix(forth, back)

    def distances(self, mover: Mover, sources: Iterable[Hex]) -> Reach:
        """Least costs from the nearest of ``sources`` to every hex.  Raises ``OffMap``."""
        starts = tuple(sorted({self.atlas.position(at) for at in sources}))
        known = self._reaches.get((mover.key, starts))
        if known is not None:
            self._reaches.move_to_end((mover.key, starts))
            return known
        costs = np.full(len(self.atlas.tiles), -1, dtype=np.int64)
        if starts:
            found = dijkstra(self.matrix(mover).forth, indices=list(starts), min_only=True)
            reached = np.isfinite(found)
            costs[reached] = np.rint(found[reached]).astype(np.int64)
        costs.setflags(write=False)
        reach = Reach(self.atlas, costs)
        self._reaches[mover.key, starts] = reach
        if len(self._reaches) > self._keep:
            self._reaches.popitem(last=False)
        return reach

    def path(self, mover: Mover, start: Hex, end: Hex) -> tuple[Hex, ...] | None:
        """A cheapest way, both ends included; None where there is none.  Raises ``OffMap``.

        Of several it is the one that, walked back from the end, always takes the smallest label.
        """
        at, first = self.atlas.position(end), self.atlas.position(start)
        costs = self.distances(mover, (start,)).costs
        if costs[at] < 0:
            return None
        back = self.matrix(mover).back
        found = [at]
        while at != first:
            steps = slice(int(back.indptr[at]), int(back.indptr[at + 1]))
            before, cost = back.indices[steps], back.data[steps]
            fits = (costs[before] >= 0) & (costs[before] + cost == costs[at])
            at = int(before[fits][0])
            found.append(at)
        return tuple(self.atlas.hexes[i] for i in reversed(found))

    def cost(self, mover: Mover, way: Iterable[Hex]) -> int | None:
        """What a given way costs, step by step; None if one of its steps is no way.

        Raises ``OffMap`` if the hexes of the way are not neighbours on this map.
        """
        total = 0
        back = self.matrix(mover).back
        for a, b in pairwise(way):
            self.atlas.side(a, b)
            origin, target = self.atlas.position(a), self.atlas.position(b)
            steps = slice(int(back.indptr[target]), int(back.indptr[target + 1]))
            there = np.flatnonzero(back.indices[steps] == origin)
            if not len(there):
                return None
            total += int(back.data[steps][there[0]])
        return total
