"""Figures of the three ratings and their ladders (K-RAT, K-LVL)."""

from __future__ import annotations

from typing import Any, Final

from world.param import Param

START = Param("k.rating.start", 0, "level", "K-RAT-01", "level of a rating at the start")
LOWEST = Param("k.rating.min", -3, "level", "K-RAT-03", "lower end of the ladder")
HIGHEST = Param("k.rating.max", 2, "level", "K-RAT-03", "upper end of the ladder")
CLAMP = Param(
    "k.rating.clamp",
    True,
    "flag",
    "K-RUL-09",
    "whether a change past the ladder's end is lost; otherwise it is kept beyond the last name",
)
AT_LIMIT = Param(
    "k.rating.at_limit",
    "warn",
    "mode",
    "K-RUL-10",
    "an order that may be wasted on a rating at its limit is taken with a warning, or refused",
    ("warn", "refuse"),
)
LEVEL_NAMES: Param[tuple[str, ...]] = Param(
    "k.level.names",
    (
        "economy +2 Prospering",
        "economy +1 Thriving",
        "economy 0 Healthy",
        "economy -1 Stagnant",
        "economy -2 Collapsing",
        "economy -3 Destitute",
        "military +2 Dominant",
        "military +1 Powerful",
        "military 0 Ready",
        "military -1 Unprepared",
        "military -2 Routing",
        "military -3 Broken",
        "culture +2 Utopic",
        "culture +1 United",
        "culture 0 Content",
        "culture -1 Upset",
        "culture -2 Protesting",
        "culture -3 Revolting",
    ),
    "list",
    "K-LVL-01",
    "rating, level and name of every rung (K-LVL-01 to K-LVL-18)",
)
DELTA_MODE = Param(
    "k.turn.delta_mode",
    "sum_then_clamp",
    "mode",
    "K-RUL-12",
    "changes of one moment are added before the ladder's end is looked at, or taken one by one",
    ("sum_then_clamp", "clamp_each"),
)

ALL: Final[list[Param[Any]]] = [START, LOWEST, HIGHEST, CLAMP, AT_LIMIT, LEVEL_NAMES, DELTA_MODE]
