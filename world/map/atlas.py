"""The atlas: everything about the ground of a campaign that never changes while it is played.

An ``Atlas`` is data, not an entity: who holds a stronghold, or whether a bridge was blown up, lives
in entities elsewhere and refers to the atlas by label or id.  Build one with ``atlas_of`` or read
one with ``world.map.text.parse``.  The map is public: everyone may be shown all of it (C-MAP-02).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Literal

import msgspec

from world.errors import BadInput
from world.map.edges import (
    ROAD_KINDS,
    Crossing,
    CrossingKind,
    Edge,
    River,
    RiverLine,
    Road,
    RoadLine,
    Side,
    edge,
)
from world.map.hexes import Grid, Hex
from world.map.terrain import MapParameters, Terrain

StrongholdKind = Literal["town", "city", "fortress"]

NOTHING = Side()


class OffMap(BadInput):
    """A place that is not on the map, or a step between hexes that are not neighbours."""


class Tile(msgspec.Struct, frozen=True):
    """One hex of the map.  ``settlement`` is inhabitants per square km (C-MAP-03).

    ``tower`` is the semaphore mark; ``coast`` makes a hex coastal though no water tile touches it
    (at the rim of the map); ``region`` and ``weather`` name its region and its weather region.
    """

    hex: Hex
    terrain: str
    settlement: int = 0
    name: str = ""
    region: str = ""
    weather: str = ""
    port: bool = False
    tower: bool = False
    coast: bool = False


class StrongholdSite(msgspec.Struct, frozen=True):
    """A stronghold as the map declares it (C-STR-01, C-STR-08); its changing state is elsewhere."""

    id: str
    hex: Hex
    kind: StrongholdKind
    name: str
    population: int = 0


class Station(msgspec.Struct, frozen=True):
    """One tower of a semaphore line.

    ``hop_metres``: distance from the station before it, if given.  ``offset``: where the tower
    stands inside its hex, in thousandths of a hex side from the middle, for the drawing.
    """

    hex: Hex
    name: str = ""
    hop_metres: int | None = None
    offset: tuple[int, int] | None = None


class SemaphoreLine(msgspec.Struct, frozen=True):
    """Stations in order, from one end of the line to the other."""

    name: str
    stations: tuple[Station, ...]


class Atlas(msgspec.Struct, frozen=True, dict=True):
    """A whole map.  ``tiles`` stand in the order of their labels; that order is the *hex index*."""

    grid: Grid
    tiles: tuple[Tile, ...]
    title: str = ""
    roads: tuple[RoadLine, ...] = ()
    rivers: tuple[RiverLine, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    strongholds: tuple[StrongholdSite, ...] = ()
    semaphores: tuple[SemaphoreLine, ...] = ()
    terrains: tuple[Terrain, ...] = ()
    parameters: MapParameters = MapParameters()

    # -- hexes ---------------------------------------------------------------------------------

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """Every hex of the map in the order of the labels."""
        return tuple(tile.hex for tile in self.tiles)

    @cached_property
    def index(self) -> Mapping[Hex, int]:
        """The hex index: the position of each hex in ``hexes``."""
        return MappingProxyType({tile.hex: i for i, tile in enumerate(self.tiles)})

    @cached_property
    def _labels(self) -> tuple[str, ...]:
        return tuple(self.grid.label(at) for at in self.hexes)

    @cached_property
    def _by_label(self) -> dict[str, Hex]:
        return dict(zip(self._labels, self.hexes, strict=True))

    @cached_property
    def version(self) -> str:
        """A name for exactly this map with these parameters; equal maps have equal versions."""
        body = msgspec.json.encode(self, order="deterministic")
        return hashlib.blake2b(body, digest_size=16).hexdigest()

    def __contains__(self, at: object) -> bool:
        return at in self.index

    def label(self, at: Hex) -> str:
        """The label of a hex, such as ``0831``."""
        place = self.index.get(at)
        return self.grid.label(at) if place is None else self._labels[place]

    def hex(self, label: str) -> Hex:
        """The hex a label names.

        Raises ``BadInput`` for a text that is no label, ``OffMap`` for a hex the map lacks.
        """
        at = self._by_label.get(label)
        if at is not None:
            return at
        if (at := self.grid.hex(label)) not in self.index:
            raise OffMap(f"{label} is not on this map; {self._extent()}")
        return at

    def tile(self, at: Hex) -> Tile:
        """The tile of a hex; raises ``OffMap`` for a hex the map lacks."""
        return self.tiles[self.position(at)]

    def position(self, at: Hex) -> int:
        """The hex index of a hex; raises ``OffMap`` for a hex the map lacks."""
        try:
            return self.index[at]
        except KeyError:
            column, row = self.grid.column_row(at)
            raise OffMap(
                f"column {column}, row {row} is not on this map; {self._extent()}"
            ) from None

    def _extent(self) -> str:
        if not self.tiles:
            return "it has no hexes at all"
        return f"its hexes lie between {self.label(self.hexes[0])} and {self.label(self.hexes[-1])}"

    def neighbours(self, at: Hex) -> tuple[Hex, ...]:
        """The neighbours that are on the map, in the order of their labels."""
        self.tile(at)
        return tuple(sorted((n for n in at.neighbours() if n in self.index), key=self._rank))

    def _rank(self, at: Hex) -> int:
        return self.index[at]

    def is_water(self, at: Hex) -> bool:
        """Whether a hex is water (``map.water_terrains`` and declared ones, C-MAP-02)."""
        return self.tile(at).terrain in self._water

    def is_rough(self, at: Hex) -> bool:
        """Whether a hex is rough ground (``map.rough_terrains`` and declared ones, C-MAP-02)."""
        return self.tile(at).terrain in self._rough

    @cached_property
    def _water(self) -> frozenset[str]:
        declared = {terrain.name for terrain in self.terrains if terrain.water}
        return frozenset(self.parameters.water_terrains) | declared

    @cached_property
    def _rough(self) -> frozenset[str]:
        declared = {terrain.name for terrain in self.terrains if terrain.rough}
        return frozenset(self.parameters.rough_terrains) | declared

    def is_coastal(self, at: Hex) -> bool:
        """Whether a hex is coastal land: beside a water tile, or marked ``coast`` (C-MAP-04)."""
        self.tile(at)
        return at in self._coastal

    @cached_property
    def _coastal(self) -> frozenset[Hex]:
        water = {tile.hex for tile in self.tiles if tile.terrain in self._water}
        return frozenset(
            tile.hex
            for tile in self.tiles
            if tile.hex not in water
            and (tile.coast or any(n in water for n in tile.hex.neighbours()))
        )

    # -- edges ---------------------------------------------------------------------------------

    def side(self, a: Hex, b: Hex) -> Side:
        """What lies on the edge between two neighbours (C-MAP-04).

        Raises ``OffMap`` if they are not neighbours on this map.
        """
        self.tile(a)
        self.tile(b)
        if a.distance(b) != 1:
            raise OffMap(f"{self.label(a)} and {self.label(b)} are not neighbours")
        return self.sides.get(edge(a, b), NOTHING)

    @cached_property
    def sides(self) -> Mapping[Edge, Side]:
        """Every edge that carries a road or a river or is coastal."""
        roads, rivers = self._road_edges(), self._river_edges(self._said)
        coastal = {
            edge(at, n) for at in self._coastal for n in at.neighbours() if n in self._coastal
        }
        found: dict[Edge, Side] = {}
        for at in sorted(roads.keys() | rivers.keys() | coastal):
            road, river = roads.get(at), rivers.get(at)
            if road is not None and river is not None and at not in self._said:
                # A road is built with its bridges, unless the map says otherwise.
                river = msgspec.structs.replace(river, crossing="bridge")
            found[at] = Side(road, river, at in coastal)
        return MappingProxyType(found)

    @cached_property
    def _said(self) -> Mapping[Edge, tuple[CrossingKind, str]]:
        return {crossing.edge: (crossing.kind, crossing.name) for crossing in self.crossings}

    def _road_edges(self) -> dict[Edge, Road]:
        drawn: dict[Edge, list[Road]] = {}
        for line in self.roads:
            pairs = zip(line.hexes, line.hexes[1:], line.step_lengths(), strict=False)
            for a, b, metres in pairs:
                names = (line.name,) if line.name else ()
                drawn.setdefault(edge(a, b), []).append(Road(line.kind, names, metres))
        return {at: self._best(roads) for at, roads in drawn.items()}

    def _best(self, roads: list[Road]) -> Road:
        def goodness(road: Road) -> tuple[int, int]:
            metres = self.parameters.step_metres if road.metres is None else road.metres
            return ROAD_KINDS.index(road.kind), metres

        best = min(roads, key=goodness)
        names = dict.fromkeys(name for road in roads for name in road.names)
        return Road(best.kind, tuple(names), best.metres)

    def _river_edges(self, said: Mapping[Edge, tuple[CrossingKind, str]]) -> dict[Edge, River]:
        found: dict[Edge, River] = {}
        for line in self.rivers:
            for at in line.edges:
                kind, name = said.get(at, ("unbridged", ""))
                found.setdefault(at, River(line.name, kind, name))
        return found

    def step_metres(self, a: Hex, b: Hex) -> int:
        """Length of a step in metres: the road's own where given, else ``map.hex_step_km``."""
        road = self.side(a, b).road
        if road is not None and road.metres is not None:
            return road.metres
        return self.parameters.step_metres

    def on_road(self, a: Hex, b: Hex) -> bool:
        """Whether a step is on road (C-MAP-04)."""
        return self.side(a, b).road is not None

    def is_fording(self, a: Hex, b: Hex) -> bool:
        """Whether a step is a fording: over a river without a bridge (C-MAP-04)."""
        return self.side(a, b).fording

    def onward_roads(self, at: Hex, came_from: Hex | None = None) -> tuple[Hex, ...]:
        """Where roads lead from a hex, the one it was entered by excepted, in label order."""
        return tuple(n for n in self.neighbours(at) if n != came_from and self.on_road(at, n))

    def is_fork(self, at: Hex, came_from: Hex) -> bool:
        """Whether a hex is a fork for one who came by that road (C-MAP-04)."""
        return len(self.onward_roads(at, came_from)) >= self.parameters.fork_min_onward_roads

    # -- places --------------------------------------------------------------------------------

    @cached_property
    def stronghold_by_id(self) -> Mapping[str, StrongholdSite]:
        """Strongholds by id."""
        return MappingProxyType({site.id: site for site in self.strongholds})

    @cached_property
    def stronghold_by_hex(self) -> Mapping[Hex, StrongholdSite]:
        """Strongholds by hex; a hex holds at most one."""
        return MappingProxyType({site.hex: site for site in self.strongholds})

    def semaphore(self, name: str) -> SemaphoreLine:
        """The semaphore line of that name; raises ``BadInput`` if there is none."""
        for line in self.semaphores:
            if line.name == name:
                return line
        known = ", ".join(line.name for line in self.semaphores) or "none"
        raise BadInput(f"there is no semaphore line '{name}'; the map's lines: {known}")

    def hop_metres(self, line: SemaphoreLine, station: int) -> int:
        """Metres from the station before to station number ``station`` (0 for the first).

        Where the map gives no length it is the distance in hexes times ``map.hex_step_km``.
        """
        if station == 0:
            return 0
        here, before = line.stations[station], line.stations[station - 1]
        if here.hop_metres is not None:
            return here.hop_metres
        return before.hex.distance(here.hex) * self.parameters.step_metres


def atlas_of(
    grid: Grid,
    tiles: Iterable[Tile],
    *,
    title: str = "",
    roads: Iterable[RoadLine] = (),
    rivers: Iterable[RiverLine] = (),
    crossings: Iterable[Crossing] = (),
    strongholds: Iterable[StrongholdSite] = (),
    semaphores: Iterable[SemaphoreLine] = (),
    terrains: Iterable[Terrain] = (),
    parameters: MapParameters | None = None,
) -> Atlas:
    """An atlas from its parts, each put into its one order; a station's hex gets its tower.

    The parts are trusted to fit together: a map written by a person goes through
    ``world.map.text.parse``, which checks it.
    """
    lines = tuple(semaphores)
    towers = {station.hex for line in lines for station in line.stations}
    ordered = sorted(tiles, key=lambda tile: grid.column_row(tile.hex))
    return Atlas(
        grid=grid,
        tiles=tuple(
            msgspec.structs.replace(tile, tower=True) if tile.hex in towers else tile
            for tile in ordered
        ),
        title=title,
        roads=tuple(roads),
        rivers=tuple(rivers),
        crossings=tuple(sorted(crossings, key=lambda crossing: crossing.edge)),
        strongholds=tuple(sorted(strongholds, key=lambda site: site.id)),
        semaphores=lines,
        terrains=tuple(sorted(terrains, key=lambda terrain: terrain.name)),
        parameters=parameters or MapParameters(),
    )
