"""Armies in a hard campaign: what they eat, and how many of them eight weeks on the road leave."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from service.history.armies import CORPS
from service.history.ground import Road, row
from service.history.stage import DAY, Figures, Stage
from world.rules.campaign.nouns.army import Army, noncombatants

#: Eight weeks.
_HARD = 56 * DAY
#: Foot alone, and horse alone, whose stocks tell what each of them eats.
_FOOT = ({"name": "Foot", "soldiers": 1000},)
_HORSE = ({"name": "Horse", "soldiers": 1000, "kind": "cavalry"},)
_CAVALRY = "supply.cavalry_per_day"


def _stage(
    figures: Figures, detachments: tuple[dict[str, Any], ...], *, seed: int = 1815, **more: Any
) -> Stage:
    army = {"name": "The army", "at": "Here", "commander": "ney", "detachments": list(detachments)}
    cast = {
        "factions": {"france": {"name": "France"}},
        "commanders": {"ney": {"name": "Marshal Ney", "faction": "france"}},
        "armies": {"first": {**army, **more}},
    }
    return Stage(cast, row("Here", Road("There", 900)), figures, seed=seed)


def _eaten(figures: Figures, detachments: tuple[dict[str, Any], ...]) -> tuple[int, int]:
    """Supplies (kg) that an army eats on its first evening, and how many people are with it."""
    stage = _stage(figures, detachments, supplies=15_000)
    before = stage.get(Army, "first")
    people = before.soldiers + noncombatants(stage.world, before)
    stage.run(DAY)
    return before.supplies - stage.get(Army, "first").supplies, people


def a_man(figures: Figures) -> Fraction:
    """Kg a day for each man of an army on foot, followers counted."""
    return Fraction(*_eaten(figures, _FOOT))


def a_horse(figures: Figures) -> Fraction:
    """Kg a day for a rider's horse that finds no grass, as the rules count it.

    The rider eats as others do. The Hundred Days let a horse find half of that in the fields of
    June, and carry the rest.
    """
    dry = {name: value for name, value in figures.items() if name != _CAVALRY}
    eaten, people = _eaten(dry, _HORSE)
    return Fraction(eaten - people, 1000)


def lost_in_eight_weeks(figures: Figures) -> Fraction:
    """Of a hundred men, how many a corps has lost without a battle after eight weeks of marching.

    The middle one of three tries. It marches as hard as it can for as long as there is food, and
    lives off the land by the road.
    """
    lost = [_lost(figures, seed) for seed in range(1, 4)]
    return sorted(lost)[len(lost) // 2]


def _lost(figures: Figures, seed: int) -> Fraction:
    stage = _stage(figures, CORPS, seed=seed)
    before = stage.get(Army, "first").soldiers
    feed = "whenever supplies under 3 days: forage, then go on"
    stage.order(0, "ney", f'queue orders="march to=There pace=forced; march to=Here; {feed}"')
    stage.run(_HARD)
    after = stage.world.find(Army, "first")
    left = after.soldiers if after is not None else 0
    return Fraction(100 * (before - left), before)
