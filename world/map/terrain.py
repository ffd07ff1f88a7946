"""Terrain words, and the parameters of the map rules (C-MAP-01 to C-MAP-04)."""

from __future__ import annotations

import msgspec

#: Terrains every map knows; a map may declare more (C-MAP-02).
TERRAINS = ("flatland", "hills", "forest", "mountain", "marsh", "sea", "lake")

#: Words of plain Text Mapper files, read as one of our terrains.
ALIASES = {
    "plain": "flatland",
    "grass": "flatland",
    "grassland": "flatland",
    "fields": "flatland",
    "hill": "hills",
    "woods": "forest",
    "woodland": "forest",
    "trees": "forest",
    "fir-forest": "forest",
    "mountains": "mountain",
    "swamp": "marsh",
    "wetland": "marsh",
    "ocean": "sea",
    "water": "lake",
}

#: Background colours of Text Mapper: what they mean when no other terrain word stands there.
COLOURS = {
    "light-green": "flatland",
    "green": "flatland",
    "dark-green": "flatland",
    "light-soil": "flatland",
    "soil": "flatland",
    "dark-soil": "flatland",
    "light-grey": "flatland",
    "grey": "flatland",
    "dark-grey": "flatland",
}

STRONGHOLD_KINDS = ("town", "city", "fortress")


class MapParameters(msgspec.Struct, frozen=True):
    """The numbers and lists of the map rules that a rule pack or a scenario may change."""

    #: ``map.rough_terrains`` (C-MAP-02).
    rough_terrains: tuple[str, ...] = ("hills", "forest", "mountain", "marsh")
    #: ``map.water_terrains`` (C-MAP-02).
    water_terrains: tuple[str, ...] = ("sea", "lake")
    #: ``map.hex_step_km`` in metres: one step where no road gives its own length (C-MAP-01).
    step_metres: int = 10_000
    #: ``map.fork_min_onward_roads`` (C-MAP-04).
    fork_min_onward_roads: int = 2
    #: ``map.settlement_sparse``: the score of land about which the map says nothing (C-MAP-03).
    settlement_sparse: int = 10
    #: ``map.settlement_dense``: the score a map calls ``settlement=dense`` (C-MAP-03).
    settlement_dense: int = 40
    #: ``map.settlement_max``: the highest score a map may give; None for no bound (C-MAP-03/a).
    settlement_max: int | None = None


class Terrain(msgspec.Struct, frozen=True):
    """A terrain a map declares for itself: ``terrain heath rough like=forest``.

    ``like`` names the built-in terrain whose drawing it borrows.
    """

    name: str
    rough: bool = False
    water: bool = False
    like: str = "flatland"
