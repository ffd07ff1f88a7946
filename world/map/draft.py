"""A map while it is being read: what each line said, before it is known to fit together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from world.errors import BadInput
from world.map.atlas import Atlas, SemaphoreLine, Station, StrongholdSite, Tile, atlas_of
from world.map.edges import Crossing, Edge, RiverLine, RoadLine, runs
from world.map.hexes import Grid, Hex
from world.map.terrain import MapParameters, Terrain
from world.map.tokens import Line, Token
from world.scenario.problems import quoted

#: Hexes one map may have, and hexes all its rectangles together may paint.
MOST_HEXES = 100_000
MOST_PAINTED = 300_000


@dataclass
class Draft:
    """Everything said so far.  ``said`` and ``painted`` hold values by field and hex."""

    parameters: MapParameters
    grid: Grid = field(default_factory=Grid)
    title: str = ""
    terrains: dict[str, tuple[Terrain, Line]] = field(default_factory=dict)
    said: dict[str, dict[Hex, tuple[Any, Line]]] = field(default_factory=dict)
    painted: dict[str, dict[Hex, Any]] = field(default_factory=dict)
    present: dict[Hex, Line] = field(default_factory=dict)
    #: Lines with a mistake: a terrain that is missing there was perhaps only not understood.
    doubtful: set[int] = field(default_factory=set)
    mentioned: list[tuple[Hex, Line, Token]] = field(default_factory=list)
    sites: list[tuple[StrongholdSite, Line]] = field(default_factory=list)
    roads: list[tuple[RoadLine, Line]] = field(default_factory=list)
    rivers: list[tuple[RiverLine, Line, bool]] = field(default_factory=list)
    crossings: list[tuple[Crossing, Line]] = field(default_factory=list)
    stations: dict[str, list[tuple[Station, Line]]] = field(default_factory=dict)
    #: Hexes that rectangles may still paint.
    budget: int = MOST_PAINTED
    #: Whether a line has named a hex or the map, and whether a label has fixed the digits.
    began: bool = False
    labelled: bool = False
    #: Mistakes that other files had before this one was begun.
    earlier: int = 0

    def say(self, what: str, at: Hex, value: Any, line: Line, token: Token) -> None:
        """A line about one hex; two of them must not differ."""
        known = self.said.setdefault(what, {})
        before = known.get(at)
        if before is not None and before[0] != value:
            line.mistake(
                f"{what} {quoted(str(value))} for a hex to which line {before[1].number} gave "
                f"{quoted(str(before[0]))}",
                f"one {what} for a hex",
                token,
            )
            return
        known[at] = (value, line)

    def paint(self, what: str, hexes: Iterable[Hex], value: Any) -> None:
        """A line about many hexes: the last one counts, and one hex's own line beats it."""
        known = self.painted.setdefault(what, {})
        for at in hexes:
            known[at] = value

    def value(self, what: str, at: Hex, default: Any) -> Any:
        """What the map says about one hex in the end."""
        said = self.said.get(what, {}).get(at)
        if said is not None:
            return said[0]
        return self.painted.get(what, {}).get(at, default)

    def called(self, at: Hex) -> str:
        """A hex's label, or its column and row where no label can hold them."""
        try:
            return self.grid.label(at)
        except BadInput:
            column, row = self.grid.column_row(at)
            return f"column {column}, row {row}"

    # -- putting it together -------------------------------------------------------------------

    def finish(self, file: Line) -> Atlas | None:
        """The atlas, or None when anything in the file is wrong."""
        if not self.present and len(file.problems) == self.earlier:
            file.mistake("no hexes", "lines such as: 0101 flatland")
        if len(self.present) > MOST_HEXES:
            file.mistake(f"{len(self.present)} hexes", f"at most {MOST_HEXES}")
            return None
        for at, line, token in self.mentioned:
            if at not in self.present:
                line.unexpected(token, "hexes that the map has; no line gives this one a terrain")
        water = self._water()
        tiles = {at: self._tile(at, water) for at in self.present}
        self._check_tiles(tiles, water)
        self._check_roads(water)
        rivers = self._rivers(tiles, water)
        self._check_crossings(rivers)
        self._check_stations(water)
        if len(file.problems) > self.earlier:
            return None
        return atlas_of(
            self.grid,
            tiles.values(),
            title=self.title,
            roads=[road for road, _ in self.roads],
            rivers=rivers,
            crossings=[crossing for crossing, _ in self.crossings],
            strongholds=[site for site, _ in self.sites],
            semaphores=[
                SemaphoreLine(name, tuple(station for station, _ in stations))
                for name, stations in self.stations.items()
            ],
            terrains=[terrain for terrain, _ in self.terrains.values()],
            parameters=self.parameters,
        )

    def _water(self) -> frozenset[str]:
        declared = {terrain.name for terrain, _ in self.terrains.values() if terrain.water}
        return frozenset(self.parameters.water_terrains) | declared

    def _is_water(self, at: Hex, water: frozenset[str]) -> bool:
        return self.value("terrain", at, "") in water

    def _tile(self, at: Hex, water: frozenset[str]) -> Tile:
        terrain = self.value("terrain", at, "")
        sparse = 0 if terrain in water else self.parameters.settlement_sparse
        return Tile(
            hex=at,
            terrain=terrain,
            settlement=self.value("settlement", at, sparse),
            name=self.value("name", at, ""),
            region=self.value("region", at, ""),
            weather=self.value("weather region", at, ""),
            port=self.value("port", at, default=False),
            tower=self.value("tower", at, default=False),
            coast=self.value("coast", at, default=False),
        )

    def _check_tiles(self, tiles: dict[Hex, Tile], water: frozenset[str]) -> None:
        for at, tile in tiles.items():
            if not tile.terrain and self.present[at].number not in self.doubtful:
                self.present[at].mistake(
                    f"{self.grid.label(at)} without a terrain",
                    "a terrain on this line, or a rectangle that covers it",
                )
        for flag in ("port", "tower", "coast"):
            for at, (_, line) in self.said.get(flag, {}).items():
                if self._is_water(at, water):
                    line.mistake(f"a {flag} on water", f"a {flag} on a land hex")
        self._check_ports(water)
        ids: dict[str, Line] = {}
        sites: dict[Hex, Line] = {}
        for site, line in self.sites:
            if self._is_water(site.hex, water):
                line.mistake(f"a {site.kind} on water", f"a {site.kind} on a land hex")
            first = ids.setdefault(site.id, line)
            if first is not line:
                line.mistake(
                    f"a second stronghold with the id {quoted(site.id)} (line {first.number})",
                    "an id of its own, such as id=another-name",
                )
            first = sites.setdefault(site.hex, line)
            if first is not line:
                line.mistake(
                    f"a second stronghold in {self.grid.label(site.hex)} (line {first.number})",
                    "one stronghold in a hex",
                )

    def _check_ports(self, water: frozenset[str]) -> None:
        """No ship could ever reach a port that touches no water (C-MAP-04)."""
        for at, (_, line) in self.said.get("port", {}).items():
            dry = not any(self._is_water(n, water) for n in at.neighbours())
            if dry and not self._is_water(at, water) and not self.value("coast", at, default=False):
                line.mistake_at_first(
                    f"a port at {self.grid.label(at)}, which touches no water",
                    "water beside it, or coast where the sea lies beyond the rim of the map",
                )

    def _check_roads(self, water: frozenset[str]) -> None:
        named = {at for at, _, _ in self.mentioned}
        for road, line in self.roads:
            off = [at for at in road.hexes if at not in self.present and at not in named]
            if off:
                line.mistake(
                    f"a straight line over {self.called(off[0])}, which the map does not have",
                    "a line over hexes of the map; name the hexes it passes",
                )
            wet = [at for at in road.hexes if self._is_water(at, water)]
            if wet:
                line.mistake(
                    f"a {road.kind} through the water hex {self.grid.label(wet[0])}",
                    "roads on land hexes only",
                )

    def _rivers(self, tiles: dict[Hex, Tile], water: frozenset[str]) -> list[RiverLine]:
        """Rivers as edges of the map.

        A river drawn through hexes may leave the map or enter the sea: no mistake, but its edges
        there are left out.
        """
        rivers = []
        for river, line, from_hexes in self.rivers:
            if not from_hexes:
                rivers.append(river)
                continue
            kept = [
                at
                for at in river.edges
                if all(h in tiles and not self._is_water(h, water) for h in (at.a, at.b))
            ]
            if not kept:
                line.mistake(
                    "a river none of whose edges lies between land hexes", "at least one that does"
                )
            rivers.extend(RiverLine(river.name, run) for run in runs(kept))
        return rivers

    def _check_crossings(self, rivers: list[RiverLine]) -> None:
        wet = {at for river in rivers for at in river.edges}
        seen: dict[Edge, Line] = {}
        for crossing, line in self.crossings:
            at = crossing.edge
            where = f"{self.grid.label(at.a)}/{self.grid.label(at.b)}"
            if at not in wet:
                line.mistake(
                    f"a crossing at {where}, where no river runs", "an edge that a river runs along"
                )
            first = seen.setdefault(at, line)
            if first is not line:
                line.mistake(
                    f"a second crossing at {where} (line {first.number})",
                    "one bridge, ford or unbridged line for an edge",
                )

    def _check_stations(self, water: frozenset[str]) -> None:
        for name, stations in self.stations.items():
            before: Station | None = None
            for station, line in stations:
                if self._is_water(station.hex, water):
                    line.mistake("a station on water", "a station on a land hex")
                if before is None and station.hop_metres is not None:
                    line.mistake(
                        "km= at the first station of a line",
                        "km= from the second station on: it is the distance from the one before",
                    )
                if before is not None and before.hex == station.hex and station.hop_metres is None:
                    line.mistake(
                        f"two stations in {self.grid.label(station.hex)} one after the other",
                        "km= at the second, the distance between them",
                    )
                before = station
            if len(stations) == 1:
                stations[0][1].mistake(
                    f"the semaphore line {quoted(name)} with one station", "two stations or more"
                )
