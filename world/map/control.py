"""Which stronghold controls which hex (C-STR-06, C-STR-07)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal

from world.map.atlas import Atlas, StrongholdKind, StrongholdSite
from world.map.edges import edge
from world.map.hexes import Hex

SizeKey = Literal["population", "kind", "id"]

#: ``control.distance_metric``.
Metric = Literal["land_path", "straight"]

#: ``stronghold.size_order``.
SIZE_ORDER: tuple[SizeKey, ...] = ("population", "kind", "id")

_KIND_RANK: dict[StrongholdKind, int] = {"city": 0, "town": 1, "fortress": 2}


def larger_first(
    sites: Iterable[StrongholdSite], size_order: tuple[SizeKey, ...] = SIZE_ORDER
) -> tuple[StrongholdSite, ...]:
    """Strongholds from the largest to the smallest (C-STR-06/a).

    More people before fewer, a city before a town before a fortress, then the id, in the order of
    ``size_order``.  The id decides last whether it is named or not, so that no two are equal.
    """
    keys: dict[SizeKey, Callable[[StrongholdSite], tuple[int, str]]] = {
        "population": lambda site: (-site.population, ""),
        "kind": lambda site: (_KIND_RANK[site.kind], ""),
        "id": lambda site: (0, site.id),
    }
    order: tuple[SizeKey, ...] = (*size_order, "id")
    return tuple(sorted(sites, key=lambda site: [keys[key](site) for key in order]))


def control_of(
    atlas: Atlas,
    sites: Iterable[StrongholdSite] | None = None,
    *,
    rivers_block: bool = False,
    size_order: tuple[SizeKey, ...] = SIZE_ORDER,
    metric: Metric = "land_path",
) -> dict[int, str]:
    """The id of the controlling stronghold by hex index, for every land hex that has one.

    It is the nearest in steps over land (C-STR-06); of several equally near the largest.  Paths
    enter no water (C-STR-07) and, with ``rivers_block`` (``control.rivers_block``), cross no river.
    With the ``metric`` ``straight`` the nearest is found as the crow flies, among those that reach
    the hex over land at all.
    ``sites`` are the strongholds that stand now; those of the map if not given.  A land hex that
    no stronghold reaches is missing.
    """
    standing = larger_first(atlas.strongholds if sites is None else sites, size_order)
    index = atlas.index
    rank_of: dict[Hex, int] = {}
    for rank, site in enumerate(standing):
        if site.hex in index and not atlas.is_water(site.hex):
            rank_of.setdefault(site.hex, rank)
    if metric == "straight":
        rank_of = _as_the_crow_flies(atlas, rank_of, rivers_block=rivers_block)
        return {index[at]: standing[rank_of[at]].id for at in atlas.hexes if at in rank_of}
    # Wave by wave: among the owners of the neighbours one step nearer is the largest of all the
    # strongholds at that distance, so it is enough to carry the best one along.
    wave = list(rank_of)
    while wave:
        reached: dict[Hex, int] = {}
        for at in wave:
            rank = rank_of[at]
            for n in _over_land(atlas, at, rivers_block=rivers_block):
                if n not in rank_of and reached.get(n, rank) >= rank:
                    reached[n] = rank
        rank_of.update(reached)
        wave = list(reached)
    return {index[at]: standing[rank_of[at]].id for at in atlas.hexes if at in rank_of}


def _over_land(atlas: Atlas, at: Hex, *, rivers_block: bool) -> Iterator[Hex]:
    """The neighbours that control spreads to from a hex (C-STR-07)."""
    for n in at.neighbours():
        if n not in atlas.index or atlas.is_water(n):
            continue
        side = atlas.sides.get(edge(at, n))
        if not (rivers_block and side is not None and side.river is not None):
            yield n


def _as_the_crow_flies(
    atlas: Atlas, rank_of: Mapping[Hex, int], *, rivers_block: bool
) -> dict[Hex, int]:
    """The rank of the nearest stronghold in a straight line on the same piece of land."""
    found: dict[Hex, int] = {}
    for start in rank_of:
        if start in found:
            continue
        piece, edge_of_it = {start}, [start]
        while edge_of_it:
            near = [
                n for at in edge_of_it for n in _over_land(atlas, at, rivers_block=rivers_block)
            ]
            edge_of_it = [n for n in dict.fromkeys(near) if n not in piece]
            piece.update(edge_of_it)
        sites = [(at, rank) for at, rank in rank_of.items() if at in piece]
        for at in piece:
            found[at] = min((at.distance(site), rank) for site, rank in sites)[1]
    return found
