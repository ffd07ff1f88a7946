"""Ways over the map: distances by scipy, the way itself walked back by the smallest label.

Only *distances* come from scipy.  They are exact, because costs are whole numbers small enough for
floating point to hold; predecessors are not used, because between ways of equal cost they differ
from one version of scipy to the next.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterable
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from world.map.atlas import Atlas
from world.map.hexes import Hex
from world.map.steps import Costs, Goer, Steps

if TYPE_CHECKING:
    from scipy.sparse import csr_array


class Matrix(msgspec.Struct, frozen=True):
    """The map as one goer sees it: what each step costs, 0 for no way, and the same as a matrix."""

    costs: Costs
    forth: csr_array[np.float64]


class Reach(msgspec.Struct, frozen=True, dict=True):
    """Least costs from one or several hexes to every hex of the map.

    ``costs`` goes by hex index and holds -1 where there is no way; ``fares`` is what the steps cost
    from which it came.
    """

    atlas: Atlas
    costs: Costs
    steps: Steps
    fares: Costs

    def to(self, at: Hex) -> int | None:
        """The least cost to a hex, or None where there is no way.  Raises ``OffMap``."""
        cost = int(self.costs[self.atlas.position(at)])
        return None if cost < 0 else cost

    def within(self, limit: int) -> tuple[Hex, ...]:
        """The hexes that cost at most ``limit``, in the order of their labels."""
        found = np.flatnonzero((self.costs >= 0) & (self.costs <= limit))
        return tuple(self.atlas.hexes[i] for i in found)

    @cached_property
    def before(self) -> list[int]:
        """By hex index, the hex a cheapest way comes from: of several the one of smallest label.

        What stands where no way comes from another hex has no meaning.
        """
        origins, targets, costs = self.steps.origins, self.steps.targets, self.costs
        there = costs[origins]
        fits = (self.fares > 0) & (there >= 0) & (there + self.fares == costs[targets])
        before = np.full(len(costs), len(costs), dtype=np.int32)
        np.minimum.at(before, targets[fits], origins[fits])
        found: list[int] = before.tolist()
        return found


class Routes:
    """Ways over one atlas.  What is kept between calls only saves time: results never depend on it.

    Args:
        atlas: the map.
        keep: how many goers' matrices, and how many one-to-all results, are kept at most.
    """

    def __init__(self, atlas: Atlas, keep: int = 16) -> None:
        self.atlas = atlas
        self._keep = keep
        self._matrices: OrderedDict[Hashable, Matrix] = OrderedDict()
        self._reaches: OrderedDict[tuple[Hashable, tuple[int, ...]], Reach] = OrderedDict()

    @cached_property
    def steps(self) -> Steps:
        """Every step between neighbours of the map."""
        return Steps(self.atlas)

    def matrix(self, goer: Goer) -> Matrix:
        """The matrix of a goer, built once for each ``goer.key``.

        Raises ``Fault`` if a cost is not a whole number of at least 1, or so large that a sum of
        them could not be exact.
        """
        known = self._matrices.get(goer.key)
        if known is None:
            known = self._build(goer)
            self._matrices[goer.key] = known
            if len(self._matrices) > self._keep:
                self._matrices.popitem(last=False)
        else:
            self._matrices.move_to_end(goer.key)
        return known

    def _build(self, goer: Goer) -> Matrix:
        from scipy.sparse import csr_array  # noqa: PLC0415 - see distances()

        steps = self.steps
        costs = goer.costs(steps)
        wrong = np.flatnonzero((costs < 0) | (costs > steps.largest))
        if len(wrong):
            raise steps.inexact(goer.key, int(wrong[0]), int(costs[wrong[0]]))
        costs.setflags(write=False)
        ways = costs > 0
        before = np.concatenate(([0], np.cumsum(ways)))
        shape = (len(self.atlas.tiles), len(self.atlas.tiles))
        forth = csr_array(
            (costs[ways].astype(np.float64), steps.targets[ways], before[steps.first]), shape=shape
        )
        return Matrix(costs, forth)

    def distances(self, goer: Goer, sources: Iterable[Hex]) -> Reach:
        """Least costs from the nearest of ``sources`` to every hex.  Raises ``OffMap``."""
        starts = tuple(sorted({self.atlas.position(at) for at in sources}))
        known = self._reaches.get((goer.key, starts))
        if known is not None:
            self._reaches.move_to_end((goer.key, starts))
            if goer.key in self._matrices:
                self._matrices.move_to_end(goer.key)
            return known
        matrix = self.matrix(goer)
        costs = np.full(len(self.atlas.tiles), -1, dtype=np.int64)
        if starts:
            # Scipy takes longer to import than a small campaign to be played; most commands of
            # ours ask for no way at all.
            from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415

            found = dijkstra(matrix.forth, indices=list(starts), min_only=True)
            reached = np.isfinite(found)
            costs[reached] = np.rint(found[reached]).astype(np.int64)
        costs.setflags(write=False)
        reach = Reach(self.atlas, costs, self.steps, matrix.costs)
        self._reaches[goer.key, starts] = reach
        if len(self._reaches) > self._keep:
            self._reaches.popitem(last=False)
        return reach

    def path(self, goer: Goer, start: Hex, end: Hex) -> tuple[Hex, ...] | None:
        """A cheapest way, both ends included; None where there is none.  Raises ``OffMap``.

        Of several it is the one that, walked back from the end, always takes the smallest label.
        """
        at, first = self.atlas.position(end), self.atlas.position(start)
        reach = self.distances(goer, (start,))
        if reach.costs[at] < 0:
            return None
        hexes, before = self.atlas.hexes, reach.before
        found = [hexes[at]]
        while at != first:
            at = before[at]
            found.append(hexes[at])
        found.reverse()
        return tuple(found)

    def cost(self, goer: Goer, way: Iterable[Hex]) -> int | None:
        """What a given way costs, step by step; None if one of its steps is no way.

        Raises ``OffMap`` if the hexes of the way are not neighbours on this map.
        """
        total, costs = 0, self.matrix(goer).costs
        for a, b in pairwise(way):
            self.atlas.side(a, b)
            step = self.steps.places[self.atlas.position(a), self.atlas.position(b)]
            cost = int(costs[step])
            if not cost:
                return None
            total += cost
        return total
