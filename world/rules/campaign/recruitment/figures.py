"""The figures of recruitment (C-REC-01, C-REC-06 to C-REC-09, C-DET-03)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from world.param import Param

PARALLEL = Param(
    "recruit.parallel_per_stronghold",
    1,
    "levies",
    "C-REC-01",
    "that one stronghold raises at the same time",
)
MONTHS = Param("recruit.duration_months", 1, "month", "C-REC-06", "until a levy stands under arms")
RALLY_AREA = Param(
    "recruit.rally_area",
    "control_area",
    "area",
    "C-REC-06",
    "where a levy may rally",
    choices=("control_area", "stronghold"),
)
SIEGE_EFFECT = Param(
    "recruit.siege_effect",
    "halts",
    "mode",
    "C-REC-06",
    "what a siege does to a levy that is being raised",
    choices=("halts", "lost", "goes_on"),
)
INITIAL_SUPPLY = Param(
    "recruit.initial_supply_fraction",
    Fraction(1),
    "of capacity",
    "C-REC-07",
    "supplies that a levy brings along",
)
REVOLT = Param(
    "recruit.revolt_in6", 1, "in 6", "C-REC-08", "that a second levy within a year brings a revolt"
)
REVOLT_CONQUERED = Param(
    "recruit.revolt_conquered_factor",
    2,
    "factor",
    "C-REC-08",
    "on that chance in newly conquered country",
)
REVOLT_STACKS = Param(
    "recruit.revolt_stacks",
    False,
    "bool",
    "C-REC-08",
    "whether every earlier levy of the year raises the chance further",
)
REVOLT_MIN = Param("recruit.revolt_min", 500, "men", "C-REC-09", "the fewest who rise for a levy")
REVOLT_MAX = Param("recruit.revolt_max", 10_000, "men", "C-REC-09", "the most who rise for a levy")
REVOLT_DIE = Param(
    "recruit.revolt_die",
    "as_revolt",
    "mode",
    "C-REC-09",
    "whether the die for revolts says how many, or any number between is as likely",
    choices=("as_revolt", "even"),
)

ALL: list[Param[Any]] = [
    PARALLEL,
    MONTHS,
    RALLY_AREA,
    SIEGE_EFFECT,
    INITIAL_SUPPLY,
    REVOLT,
    REVOLT_CONQUERED,
    REVOLT_STACKS,
    REVOLT_MIN,
    REVOLT_MAX,
    REVOLT_DIE,
]
