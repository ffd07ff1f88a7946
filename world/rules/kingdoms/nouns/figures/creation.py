"""Figures of setting up: players, locations, names, traits (K-SET, K-TRT)."""

from __future__ import annotations

from typing import Any, Final

from world.param import Param

PLAYERS_MIN = Param("k.players.min", 4, "kingdoms", "K-SET-01", "fewest to begin with")
PLAYERS_MAX = Param("k.players.max", 6, "kingdoms", "K-SET-01", "most at one table")
LOCATIONS: Param[tuple[str, ...]] = Param(
    "k.location.values",
    ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
    "list",
    "K-RUL-01",
    "where a kingdom may lie",
)
MAX_SHARING = Param(
    "k.location.max_sharing",
    "none",
    "kingdoms",
    "K-RUL-02",
    "how many kingdoms may lie in one location; none for any number",
)
NAME_UNIQUE = Param(
    "k.name.unique", True, "flag", "K-RUL-36", "whether a name may be taken only once"
)
START_POINTS = Param(
    "k.trait.start_points", 1, "points", "K-TRT-01", "what the traits of a kingdom may cost"
)
EXACT_SPEND = Param(
    "k.trait.require_exact_spend",
    False,
    "flag",
    "K-RUL-05",
    "whether the points must be spent to the last",
)
MAX_PER_RATING = Param(
    "k.trait.max_per_rating", 1, "traits", "K-RUL-06", "traits one rating may have"
)
ADVANCED_COST = Param("k.trait.advanced.cost", 2, "points", "K-TRT-03", "price of Advanced")
ADVANCED_DICE = Param("k.trait.advanced.dice", 1, "dice", "K-TRT-03", "dice added by Advanced")
ROBUST_COST = Param("k.trait.robust.cost", 1, "points", "K-TRT-04", "price of Robust")
ROBUST_MOD = Param("k.trait.robust.mod", 1, "pips", "K-TRT-04", "pips added by Robust")
ACCELERATED_COST = Param(
    "k.trait.accelerated.cost", 1, "points", "K-TRT-05", "price of Accelerated"
)
ACCELERATED_START = Param(
    "k.trait.accelerated.start", 1, "level", "K-TRT-05", "level an Accelerated rating starts at"
)
LAGGING_COST = Param("k.trait.lagging.cost", -1, "points", "K-TRT-06", "price of Lagging")
LAGGING_START = Param(
    "k.trait.lagging.start", -1, "level", "K-TRT-06", "level a Lagging rating starts at"
)
FRAGILE_COST = Param("k.trait.fragile.cost", -1, "points", "K-TRT-07", "price of Fragile")
FRAGILE_MOD = Param("k.trait.fragile.mod", -1, "pips", "K-TRT-07", "pips added by Fragile")
OBSOLETE_COST = Param("k.trait.obsolete.cost", -2, "points", "K-TRT-08", "price of Obsolete")
OBSOLETE_DICE = Param("k.trait.obsolete.dice", -1, "dice", "K-TRT-08", "dice added by Obsolete")

ALL: Final[list[Param[Any]]] = [
    PLAYERS_MIN,
    PLAYERS_MAX,
    LOCATIONS,
    MAX_SHARING,
    NAME_UNIQUE,
    START_POINTS,
    EXACT_SPEND,
    MAX_PER_RATING,
    ADVANCED_COST,
    ADVANCED_DICE,
    ROBUST_COST,
    ROBUST_MOD,
    ACCELERATED_COST,
    ACCELERATED_START,
    LAGGING_COST,
    LAGGING_START,
    FRAGILE_COST,
    FRAGILE_MOD,
    OBSOLETE_COST,
    OBSOLETE_DICE,
]
