"""Semaphore towers as the map lays them out, and whose lines they are (C-SEM-02)."""

from __future__ import annotations

import msgspec

from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.ground import Scene, scene
from world.rules.campaign.nouns.where import faction_of, whereabouts
from world.state import World


class Tower(msgspec.Struct, frozen=True):
    """A station: where it stands, its name, and metres from the one before it."""

    place: str
    name: str
    hop: int = 0


class Line(msgspec.Struct, frozen=True):
    """Towers in order, as couriers ask for them."""

    id: str
    towers: tuple[Tower, ...]
    symbol_ms: int | None = None
    hop_ms: int | None = None


def lines_of(world: World) -> tuple[Line, ...]:
    """Every line of the map, in id order; a marked place on no line is a line of one tower."""
    ground = scene(world)
    return ground.once(("semaphore lines",), lambda: _lines(ground))


def _lines(ground: Scene) -> tuple[Line, ...]:
    atlas = ground.atlas
    found = []
    on_lines = set()
    for line in atlas.semaphores:
        towers = []
        for n, station in enumerate(line.stations):
            label = atlas.label(station.hex)
            on_lines.add(label)
            name = station.name or ground.called(label)
            towers.append(Tower(label, name, atlas.hop_metres(line, n)))
        section = ground.setup.semaphores.get(line.name)
        pace = (section.symbol_ms, section.hop_ms) if section is not None else (None, None)
        found.append(Line(line.name, tuple(towers), *pace))
    for tile in atlas.tiles:
        label = atlas.label(tile.hex)
        if tile.tower and label not in on_lines:
            found.append(Line(f"tower {label}", (Tower(label, ground.called(label)),)))
    return tuple(sorted(found, key=lambda line: line.id))


def line_owner(world: World, line: str) -> str:
    """The faction a line belongs to; '' where it serves everybody."""
    section = scene(world).setup.semaphores.get(line)
    if section is None:
        return ""
    commander = world.find(Commander, section.owner)
    return commander.faction if commander is not None else str(section.owner)


def line_fault(world: World, line: str, person: str) -> str | None:
    """Why a line does not pass on a person's message: its owner is at war with him."""
    owner = line_owner(world, line)
    if owner and hostile(world, owner, faction_of(world, person)):
        return "held by the enemy"
    return None


def within(world: World, place: str, hexes: int) -> tuple[str, ...]:
    """Commanders within so many hexes of a place, in id order."""
    ground = scene(world)
    found = []
    for commander in world.of(Commander):
        here = whereabouts(world, commander.id)
        if here is not None and ground.distance(here, place) <= hexes:
            found.append(commander.id)
    return tuple(found)
