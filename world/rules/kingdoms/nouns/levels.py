"""How levels change: summed, held within the ladder, and told of (K-RAT-03, K-RUL-09, K-RUL-12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.rules.kingdoms.nouns.facts import LevelsChanged
from world.rules.kingdoms.nouns.figures import rating as figures
from world.rules.kingdoms.nouns.kingdom import Kingdom
from world.rules.kingdoms.nouns.ratings import Levels, Rating

if TYPE_CHECKING:
    from collections.abc import Iterable

    from world.param import Params
    from world.rules.kingdoms.nouns.turn import Change
    from world.step import Step


def held(params: Params, level: int) -> int:
    """A level within the ladder (K-RAT-03), or as it is where nothing past its end is lost."""
    if not params[figures.CLAMP]:
        return level
    return max(params[figures.LOWEST], min(level, params[figures.HIGHEST]))


def changed(params: Params, levels: Levels, changes: Iterable[tuple[Rating, int]]) -> Levels:
    """Levels after several changes of one moment (K-RUL-12)."""
    if params[figures.DELTA_MODE] == "clamp_each":
        for rating, by in changes:
            levels = levels.with_level(rating, held(params, levels.of(rating) + by))
        return levels
    sums: dict[Rating, int] = {}
    for rating, by in changes:
        sums[rating] = sums.get(rating, 0) + by
    for rating, by in sums.items():
        levels = levels.with_level(rating, held(params, levels.of(rating) + by))
    return levels


def change_levels(step: Step, changes: Iterable[Change], because: str, label: str = "") -> None:
    """Make all changes of one moment, and announce ``LevelsChanged`` for each kingdom they move.

    Give a label where a step changes levels more than once for the same reason.  Kingdoms that are
    no longer in play keep theirs.
    """
    by_kingdom: dict[str, list[tuple[Rating, int]]] = {}
    for change in changes:
        by_kingdom.setdefault(change.kingdom, []).append((change.rating, change.by))
    params = step.world.params
    moved: list[tuple[str, Levels, Levels]] = []
    for kingdom_id in sorted(by_kingdom):
        kingdom = step.get(Kingdom, kingdom_id)
        after = changed(params, kingdom.levels, by_kingdom[kingdom_id])
        if after != kingdom.levels and kingdom.state == "in_play":
            step.put(msgspec.structs.replace(kingdom, levels=after))
            moved.append((kingdom_id, kingdom.levels, after))
    for kingdom_id, before, after in moved:
        step.happened(
            LevelsChanged(kingdom=kingdom_id, before=before, after=after, because=because),
            f"{because}/{label}/{kingdom_id}",
        )
