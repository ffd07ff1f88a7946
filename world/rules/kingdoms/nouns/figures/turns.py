"""Figures of the calendar, of turns and of what may be ordered in them (K-TRN)."""

from __future__ import annotations

from typing import Any, Final

from world.param import Param

START_SEASON = Param(
    "k.start.season",
    "spring",
    "season",
    "K-RUL-13",
    "season of the first turn",
    ("spring", "summer", "autumn", "winter"),
)
YEAR_TURNS = Param(
    "k.year.turns",
    4,
    "turns",
    "K-TRN-01",
    "seasons of a year, from spring on",
    (1, 2, 3, 4),
)
ACTIONS = Param(
    "k.turn.actions", 1, "actions per kingdom", "K-TRN-02", "orders a kingdom may give in a turn"
)
RESOLUTION = Param(
    "k.turn.resolution",
    "snapshot",
    "mode",
    "K-RUL-11",
    "all rolls use the levels of the turn's opening, or each those its predecessor left",
    ("snapshot", "sequential"),
)
MISSING_ORDER = Param(
    "k.turn.missing_order",
    "pass",
    "mode",
    "K-RUL-14",
    "at the deadline a kingdom without an order passes, or the turn waits for it",
    ("pass", "wait"),
)
DEADLINE = Param(
    "k.turn.deadline",
    "none",
    "real time",
    "K-RUL-15",
    "when turns close on real walls: none, or weekdays, time and zone (Tue and Fri 20:00"
    " Europe/Berlin), or for a fast game every 20m",
)
GRACE_MIN = Param(
    "k.turn.grace_min",
    0,
    "min",
    "K-RUL-15",
    "ours: how long after the deadline missing orders are still taken (K-DEC-04)",
)
LEAST_H = Param(
    "k.turn.least_h",
    12,
    "h",
    "K-RUL-15",
    "ours: from taking orders to the deadline at least; a nearer one is passed over",
)
EARLY = Param(
    "k.turn.early",
    True,
    "flag",
    "K-RUL-15",
    "whether a turn closes as soon as every kingdom has ordered",
)
REMIND_H = Param(
    "k.turn.remind_h",
    12,
    "h",
    "K-NOT-17",
    "ours: how long before the deadline who has not ordered is reminded, where orders are hidden",
)
PER_YEAR = Param(
    "k.special.per_year", 1, "uses per kind", "K-TRN-03", "how often a year a special action"
)
COUNT_ON = Param(
    "k.special.count_on",
    "resolved",
    "mode",
    "K-RUL-16",
    "a special action counts for the year once it is rolled for, or once it is ordered",
    ("resolved", "ordered"),
)
COUNTS_PARTNER = Param(
    "k.special.counts_partner",
    False,
    "flag",
    "K-RUL-17",
    "whether being a partner uses up one's own chance of the year",
)
VISIBILITY = Param(
    "k.visibility.orders",
    "public",
    "mode",
    "K-RUL-34",
    "orders are seen by everybody at once, or by nobody before the turn closes",
    ("public", "until_close"),
)
TIMEOUT_H = Param(
    "k.decision.timeout_h", 24, "h", "K-RUL-41", "time to answer a question, of real time"
)

ALL: Final[list[Param[Any]]] = [
    START_SEASON,
    YEAR_TURNS,
    ACTIONS,
    RESOLUTION,
    MISSING_ORDER,
    DEADLINE,
    GRACE_MIN,
    LEAST_H,
    EARLY,
    REMIND_H,
    PER_YEAR,
    COUNT_ON,
    COUNTS_PARTNER,
    VISIBILITY,
    TIMEOUT_H,
]
