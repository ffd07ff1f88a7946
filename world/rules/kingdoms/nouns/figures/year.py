"""Figures of the year's end, its events, revolts and victory (K-YEA, K-EVT, K-VIC)."""

from __future__ import annotations

from typing import Any, Final

from world.param import Param

EVENTS = Param("k.event.per_year", 1, "events", "K-YEA-02", "events of a year's end")
EVENT_STEP = Param("k.event.step", 1, "levels lost", "K-EVT-01", "what an event costs")
OMEN_GOOD = Param("k.omen.good", 1, "pips", "K-EVT-04", "what a Good Omen adds to rolls")
OMEN_BAD = Param("k.omen.bad", -1, "pips", "K-EVT-05", "what a Bad Omen adds to rolls")
OMEN_TURNS = Param("k.omen.turns", 4, "turns", "K-EVT-04", "how long an omen runs")
REVOLT_LEVEL = Param(
    "k.revolt.level", -3, "Culture level", "K-YEA-03", "at which a kingdom revolts"
)
REVOLT_STEP = Param("k.revolt.step", 1, "levels lost", "K-YEA-03", "what the revolt costs")
REVOLT_COIN: Param[tuple[str, ...]] = Param(
    "k.revolt.coin",
    ("H:economy", "T:military"),
    "side:rating",
    "K-RUL-29",
    "which rating each side of the coin stands for",
)
REVOLT_REDIRECT = Param(
    "k.revolt.redirect",
    False,
    "flag",
    "K-RUL-29",
    "whether a coin that names a rating at the bottom falls on the other",
)
REVOLT_READ = Param(
    "k.yearend.revolt_read",
    "end_of_winter",
    "mode",
    "K-RUL-28",
    "whose Culture is read: as winter ended, or after the event",
    ("end_of_winter", "after_event"),
)
VICTORY_LEVEL = Param(
    "k.victory.level", 2, "level in all three", "K-VIC-01", "at which a kingdom may win"
)
VICTORY_BLOCK = Param(
    "k.victory.block",
    "all_three",
    "mode",
    "K-RUL-30",
    "what of another kingdom stands in the way of a victory",
    ("all_three", "any"),
)
VICTORY_CHECK = Param(
    "k.victory.check",
    "year_end",
    "mode",
    "K-RUL-31",
    "when victory is looked for",
    ("year_end", "turn_end"),
)
MAX_YEARS = Param(
    "k.game.max_years", "none", "years", "K-RUL-37", "years a game may last; none for no limit"
)

ALL: Final[list[Param[Any]]] = [
    EVENTS,
    EVENT_STEP,
    OMEN_GOOD,
    OMEN_BAD,
    OMEN_TURNS,
    REVOLT_LEVEL,
    REVOLT_STEP,
    REVOLT_COIN,
    REVOLT_REDIRECT,
    REVOLT_READ,
    VICTORY_LEVEL,
    VICTORY_BLOCK,
    VICTORY_CHECK,
    MAX_YEARS,
]
