"""The figures of operations: what they cost and how likely they are to succeed (C-OPS)."""

from __future__ import annotations

from typing import Literal

from world.pack import Chapter
from world.param import Param, Params

chapter = Chapter("operations", "Operations outside any army")

Grade = Literal["high", "medium", "low"]

COST = chapter.param(
    "operation.cost", 1000, "doubloons", "C-OPS-02", "that an operation costs, if it is an easy one"
)
COST_MEDIUM = chapter.param(
    "operation.cost_medium", 2500, "doubloons", "C-OPS-02", "that a more involved one costs"
)
COST_HIGH = chapter.param(
    "operation.cost_high", 5000, "doubloons", "C-OPS-02", "that one of the hardest costs"
)
DICE = chapter.param("operation.dice", "2d6", "dice", "C-OPS-03", "thrown for an operation")
TARGET_HIGH = chapter.param(
    "operation.target_high", 6, "total", "C-OPS-03", "wanted where success is likely"
)
TARGET_MEDIUM = chapter.param(
    "operation.target_medium", 8, "total", "C-OPS-03", "wanted where success is as good as not"
)
TARGET_LOW = chapter.param(
    "operation.target_low", 10, "total", "C-OPS-03", "wanted where success is unlikely"
)
FUNDS_CAP = chapter.param(
    "operation.funds_cap", 2, "bonus", "C-OPS-03", "the most that money beyond the price adds"
)
PLAN_MIN = chapter.param(
    "operation.plan_min", -2, "malus", "C-OPS-03", "what the worst plan is worth"
)
PLAN_MAX = chapter.param(
    "operation.plan_max", 2, "bonus", "C-OPS-03", "what the best plan is worth"
)
DEFAULT_LIKELIHOOD: Param[Grade] = chapter.param(
    "operation.default_likelihood",
    "medium",
    "grade",
    "C-OPS-03",
    "how likely, and how dear, an operation is that is like none of the examples",
    choices=("high", "medium", "low"),
)
WORK_DAYS = chapter.param(
    "operation.work_days", 1, "day", "C-OPS-04", "that agents are at work on the spot"
)
SCOUT_REACH = chapter.param(
    "operation.scout_reach_km", 80, "km by road", "C-OPS-E1", "within which scouting is easy"
)

_TARGETS = {"high": TARGET_HIGH, "medium": TARGET_MEDIUM, "low": TARGET_LOW}
_COSTS = {"low": COST, "medium": COST_MEDIUM, "high": COST_HIGH}


def target_of(params: Params, likelihood: Grade) -> int:
    """The total wanted for a likelihood."""
    return params[_TARGETS[likelihood]]


def price_of(params: Params, cost: Grade) -> int:
    """The doubloons suggested for a grade of cost."""
    return params[_COSTS[cost]]
