"""Steps between neighbouring hexes, what they cost whom, one by one or all at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from typing import Protocol, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from world.errors import Fault
from world.map.atlas import NOTHING, Atlas, Tile
from world.map.edges import River, Road, edge

#: A figure a step, or a hex; and whether something is true of it.
Costs: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Places: TypeAlias = npt.NDArray[np.int32]

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


class Steps:
    """Every step between neighbours of a map, by origin and then by target, in columns.

    Attributes:
        moves: the steps; all else has one entry for each of them.
        origins, targets: hex indexes.
        first: where in these columns the steps from each hex begin, and last where all end.
        largest: what a step may cost at most, so that no sum of steps is inexact.
    """

    def __init__(self, atlas: Atlas) -> None:
        self._atlas = atlas
        self.moves = tuple(_moves(atlas))
        index = atlas.index
        self.origins: Places = self._numbers(index[move.origin.hex] for move in self.moves)
        self.targets: Places = self._numbers(index[move.target.hex] for move in self.moves)
        self.first = np.searchsorted(self.origins, np.arange(len(atlas.tiles) + 1))
        self.largest = EXACT // max(1, len(atlas.tiles))

    def _numbers(self, numbers: Iterable[int]) -> Places:
        return np.fromiter(numbers, dtype=np.int32, count=len(self.moves))

    def marked(self, holds: Callable[[Move], bool]) -> Flags:
        """Of which steps something is true."""
        return np.fromiter(map(holds, self.moves), dtype=bool, count=len(self.moves))

    @cached_property
    def road(self) -> Flags:
        """Which steps are on road."""
        return self.marked(lambda move: move.road is not None)

    @cached_property
    def fording(self) -> Flags:
        """Which steps are fordings (C-MAP-04)."""
        return self.marked(lambda move: move.fording)

    @cached_property
    def coastal(self) -> Flags:
        """Which steps lead along a coast (C-MAP-04)."""
        return self.marked(lambda move: move.coastal)

    @cached_property
    def _lengths(self) -> tuple[list[int], npt.NDArray[np.intp]]:
        lengths, place = np.unique([move.metres for move in self.moves], return_inverse=True)
        return lengths.tolist(), place

    def by_length(self, cost: Callable[[int], int | None]) -> Costs:
        """Costs that follow from the metres of a step alone; 0 for no way."""
        lengths, place = self._lengths
        return np.array([cost(metres) or 0 for metres in lengths], dtype=np.int64)[place]

    @cached_property
    def places(self) -> dict[tuple[int, int], int]:
        """The place of the step from one hex index to another in the columns."""
        ends = zip(self.origins.tolist(), self.targets.tolist(), strict=True)
        return {both: i for i, both in enumerate(ends)}

    def inexact(self, key: Hashable, place: int, cost: object) -> Fault:
        """The fault of a step whose cost is none."""
        move, label = self.moves[place], self._atlas.label
        return Fault(
            f"mover {key}: the step {label(move.origin.hex)}-{label(move.target.hex)} costs"
            f" {cost!r}; a cost is None or a whole number from 1 to {self.largest}"
        )


def _moves(atlas: Atlas) -> Iterator[Move]:
    sides, tiles, index = atlas.sides, atlas.tiles, atlas.index
    plain = atlas.parameters.step_metres
    for tile in tiles:
        for target in sorted(index[n] for n in tile.hex.neighbours() if n in index):
            other = tiles[target]
            side = sides.get(edge(tile.hex, other.hex), NOTHING)
            metres = plain
            if side.road is not None and side.road.metres is not None:
                metres = side.road.metres
            yield Move(tile, other, metres, side.road, side.river, side.coastal)


class Goer(Protocol):
    """Somebody who goes over a map.

    ``key`` stands for everything his costs depend on (pace, side, who holds what): two with one key
    must cost alike, for what is found is kept by it.
    """

    @property
    def key(self) -> Hashable:
        """What his costs depend on."""
        ...

    def costs(self, steps: Steps) -> Costs:
        """What each step costs him, as a whole number (ms or metres); 0 for no way.

        Raises ``Fault`` if a cost is something else.
        """
        ...


class Mover(msgspec.Struct, frozen=True):
    """A goer by the ``cost`` of one step, as a whole number of at least 1; None for no way."""

    key: str
    cost: CostOf

    def costs(self, steps: Steps) -> Costs:
        """What each step costs him; see :class:`Goer`."""
        found = [self.cost(move) for move in steps.moves]
        for place, cost in enumerate(found):
            if cost is not None and not (type(cost) is int and 1 <= cost <= steps.largest):
                raise steps.inexact(self.key, place, cost)
        return np.array([cost or 0 for cost in found], dtype=np.int64)


class Tariff(msgspec.Struct, frozen=True):
    """A goer by the costs of all steps at once; see :class:`Goer`."""

    key: Hashable
    costs: Callable[[Steps], Costs]
