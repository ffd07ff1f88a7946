"""Conventions: provenance, rounding and how adjustments combine (C-GEN-01, C-GEN-04, C-GEN-05)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor

from world.pack import Chapter
from world.param import Params

chapter = Chapter("general", "Conventions: provenance, rounding, how adjustments combine")

SOURCE_REVISION = chapter.param(
    "meta.source_revision", "1.0.1", "version", "C-GEN-01", "revision of the source followed"
)
SOURCE_DATE = chapter.param(
    "meta.source_date", "2026-04-03", "date", "C-GEN-01", "date of the source followed"
)
_MODES = ("half_up", "down", "up")
ROUND_PEOPLE = chapter.param(
    "round.people", "half_up", "mode", "C-GEN-04", "how heads are rounded", choices=_MODES
)
ROUND_STORES = chapter.param(
    "round.stores",
    "down",
    "mode",
    "C-GEN-04",
    "how supplies and doubloons are rounded",
    choices=_MODES,
)


ROUND_STEPS = chapter.param(
    "round.bonus_steps",
    "down",
    "mode",
    "C-GEN-04",
    "how bonuses counted per 100% or per point are rounded",
    choices=_MODES,
)
CASUALTY_FLOOR = chapter.param(
    "casualty.floor_pct", 0, "%", "C-GEN-05", "the least that losses in battle can come to"
)
ADJUST_MODE = chapter.param(
    "casualty.adjust_mode",
    "points",
    "mode",
    "C-GEN-05",
    "whether five per cent fewer losses are points, or a share of the losses",
    choices=("points", "relative"),
)


def about() -> str:
    """Where the rules come from (C-GEN-01)."""
    return (
        "The metric, gunpowder and sail variant of CATAPHRACT by Sam Sorensen, source revision"
        f" {SOURCE_REVISION.default} of {SOURCE_DATE.default}"
    )


def rounded(value: Fraction, mode: str) -> int:
    """A number rounded as one of the modes of this chapter says."""
    if mode == "half_up":
        return (2 * value.numerator + value.denominator) // (2 * value.denominator)
    return floor(value) if mode == "down" else ceil(value)


def people(params: Params, value: Fraction) -> int:
    """Heads, rounded once at the end of a formula (C-GEN-04)."""
    return rounded(value, params[ROUND_PEOPLE])


def stores(params: Params, value: Fraction) -> int:
    """Supplies or doubloons, rounded once at the end of a formula (C-GEN-04)."""
    return rounded(value, params[ROUND_STORES])


def steps(params: Params, value: Fraction) -> int:
    """A bonus counted in steps, rounded once at the end of a formula (C-GEN-04)."""
    return rounded(value, params[ROUND_STEPS])


def adjusted_percentage(params: Params, base: Fraction | int, points: Iterable[int]) -> Fraction:
    """A percentage of losses with what traits and walls add to it, at the least the floor."""
    if params[ADJUST_MODE] == "points":
        return combined(base, amounts=points, least=params[CASUALTY_FLOOR])
    factors = [Fraction(100 + each, 100) for each in points]
    return combined(base, factors=factors, least=params[CASUALTY_FLOOR])


def combined(
    base: Fraction | int,
    *,
    factors: Iterable[Fraction | int] = (),
    amounts: Iterable[Fraction | int] = (),
    cap: Fraction | int | None = None,
    least: Fraction | int | None = None,
) -> Fraction:
    """A number under several adjustments: factors, then flat amounts, then limits (C-GEN-05)."""
    value = Fraction(base)
    for factor in factors:
        value *= factor
    for amount in amounts:
        value += amount
    if cap is not None:
        value = min(value, Fraction(cap))
    if least is not None:
        value = max(value, Fraction(least))
    return value
