"""Means of what troops bring together, weighted by their soldiers (C-ARMY-05/a)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from world.pack import Chapter
from world.param import Params

chapter = Chapter("weighing", "How morale and followers of troops that join are averaged")

MERGE_MORALE = chapter.param(
    "army.merge_morale",
    "weighted_down",
    "mode",
    "C-ARMY-05",
    "how morale and extra followers of armies that join are averaged, by their soldiers",
    choices=("weighted_down", "weighted_half_up", "weighted_up"),
)


def weighted(params: Params, values: Sequence[Fraction | int], weights: Sequence[int]) -> int:
    """A mean by the soldiers behind each value, in whole points; the plain mean of nobody's."""
    total = sum(weights)
    if not total:
        weights, total = [1] * len(values), len(values)
    summed = sum((Fraction(v) * w for v, w in zip(values, weights, strict=True)), Fraction(0))
    exact = summed / total
    mode = params[MERGE_MORALE]
    if mode == "weighted_down":
        return floor(exact)
    return ceil(exact) if mode == "weighted_up" else floor(exact + Fraction(1, 2))
