"""Figures of every roll (K-ROL, K-LOC, K-RAT-04, omens)."""

from __future__ import annotations

from typing import Any, Final

from world.param import Param

GENERAL = Param(
    "k.general.per_level", 1, "pips per level", "K-RAT-04", "weight of a level in every roll"
)
DICE = Param("k.roll.dice", 6, "dice", "K-ROL-01", "dice of a roll")
SIDES = Param("k.roll.sides", 6, "faces", "K-ROL-01", "faces of a die")
RATING_MAP: Param[tuple[str, ...]] = Param(
    "k.roll.rating_map",
    ("trade=economy", "seek=economy", "ties=culture", "festival=culture", "draft=military"),
    "action=rating",
    "K-RUL-07",
    "the rating an action that names none is rolled with",
)
DISASTER_ON_MODIFIED = Param(
    "k.roll.disaster_on_modified",
    True,
    "flag",
    "K-RUL-08",
    "whether disasters are judged by the total; otherwise by the faces alone",
)
MOD_CAP = Param(
    "k.roll.mod_cap",
    "none",
    "pips",
    "K-RUL-33",
    "the most all bonuses together may add or take away; none for no limit",
)
SOURCE = Param(
    "k.roll.source",
    "server",
    "mode",
    "K-RUL-35",
    "who rolls; every face follows from the campaign's secret and stands in the journal",
    ("server",),
)
LOCATION_BONUS = Param(
    "k.location.bonus", 2, "pips", "K-LOC-01", "added where both kingdoms lie in one location"
)
APPLIES_TO: Param[tuple[str, ...]] = Param(
    "k.location.applies_to",
    ("undermine", "attack", "trade", "ties"),
    "list",
    "K-RUL-03",
    "actions whose rolls the location touches",
)
TRADE_MODE = Param(
    "k.location.trade_mode",
    "once",
    "mode",
    "K-RUL-04",
    "who trades with several neighbours gets the bonus once, or for each of them",
    ("once", "per_partner"),
)
NEEDS_CONSENT = Param(
    "k.location.needs_consent",
    False,
    "flag",
    "K-RUL-38",
    "whether the other kingdom must agree before the location counts",
)
OMEN_APPLIES_TO: Param[tuple[str, ...]] = Param(
    "k.omen.applies_to",
    ("actions", "partners", "replies", "opportunities"),
    "list",
    "K-RUL-32",
    "the rolls of a kingdom that an omen touches",
)

ALL: Final[list[Param[Any]]] = [
    GENERAL,
    DICE,
    SIDES,
    RATING_MAP,
    DISASTER_ON_MODIFIED,
    MOD_CAP,
    SOURCE,
    LOCATION_BONUS,
    APPLIES_TO,
    TRADE_MODE,
    NEEDS_CONSENT,
    OMEN_APPLIES_TO,
]
