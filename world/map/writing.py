"""An atlas written out as the text it could have been read from."""

from __future__ import annotations

from world.map.atlas import Atlas, Tile
from world.map.edges import Edge
from world.map.tokens import quote


def to_text(atlas: Atlas) -> str:
    """The map as text: ``parse(to_text(a), parameters=a.parameters) == a``.

    Lines stand in one order (terrain, hexes, roads, rivers, crossings, stations), so that two
    versions of a map can be compared line by line.  Parameters of the rules are not part of it.
    """
    lines = ["map" + (f" {quote(atlas.title)}" if atlas.title else "")]
    lines[0] += f" layout={atlas.grid.layout}"
    for terrain in atlas.terrains:
        marks = " rough" * terrain.rough + " water" * terrain.water
        lines.append(f"terrain {terrain.name}{marks} like={terrain.like}")
    lines.extend(_tile(atlas, tile) for tile in atlas.tiles)
    lines.extend(_roads(atlas))
    for river in atlas.rivers:
        name = f" {quote(river.name)}" if river.name else ""
        edges = " ".join(_edge(atlas, at) for at in river.edges)
        lines.append(f"river{name} {edges}")
    for crossing in atlas.crossings:
        name = f" {quote(crossing.name)}" if crossing.name else ""
        lines.append(f"{crossing.kind} {_edge(atlas, crossing.edge)}{name}")
    lines.extend(_stations(atlas))
    return "\n".join(lines) + "\n"


def _tile(atlas: Atlas, tile: Tile) -> str:
    words = [atlas.label(tile.hex), tile.terrain]
    site = atlas.stronghold_by_hex.get(tile.hex)
    if site is not None:
        words.append(site.kind)
    name = tile.name or (site.name if site is not None else "")
    if name:
        words.append(quote(name))
    if site is not None:
        words.append(f"id={site.id}")
        if site.population:
            words.append(f"population={site.population}")
    words.append(f"settlement={tile.settlement}")
    if tile.region:
        words.append(f"region={quote(tile.region)}")
    if tile.weather:
        words.append(f"weather={quote(tile.weather)}")
    for flag, there in (("port", tile.port), ("tower", tile.tower), ("coast", tile.coast)):
        if there:
            words.append(flag)
    return " ".join(words)


def _roads(atlas: Atlas) -> list[str]:
    lines = []
    for road in atlas.roads:
        chain = "-".join(atlas.label(at) for at in road.hexes)
        name = f" {quote(road.name)}" if road.name else ""
        km = f" km={_km(road.metres)}" if road.metres is not None else ""
        lines.append(f"{chain} {road.kind}{name}{km}")
    return lines


def _stations(atlas: Atlas) -> list[str]:
    lines = []
    for semaphore in atlas.semaphores:
        for station in semaphore.stations:
            words = ["station", quote(semaphore.name), atlas.label(station.hex)]
            if station.name:
                words.append(quote(station.name))
            if station.hop_metres is not None:
                words.append(f"km={_km(station.hop_metres)}")
            if station.offset is not None:
                words.append(f"at={station.offset[0]},{station.offset[1]}")
            lines.append(" ".join(words))
    return lines


def _edge(atlas: Atlas, at: Edge) -> str:
    return f"{atlas.label(at.a)}/{atlas.label(at.b)}"


def _km(metres: int) -> str:
    whole, rest = divmod(metres, 1000)
    return f"{whole}.{rest:03d}".rstrip("0") if rest else str(whole)
