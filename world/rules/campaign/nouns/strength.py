"""How strong armies are, in the field and in an assault (C-BAT-M01, C-SPEC, C-ASLT-05)."""

from __future__ import annotations

from fractions import Fraction

from world.pack import Chapter
from world.param import Param, Params
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.rounding import steps

chapter = Chapter("strength", "What soldiers count for in battle")

CAVALRY = chapter.param(
    "battle.cavalry_weight", 2, "factor", "C-BAT-M01", "what a horseman counts for in the field"
)
GRENADIER = chapter.param(
    "grenadier.weight", 2, "factor", "C-SPEC-05", "what a grenadier counts for in the field"
)
LANCER = chapter.param(
    "lancer.weight", 4, "factor", "C-SPEC-06", "what a lancer counts for in the field"
)
ASSAULT_CAVALRY = chapter.param(
    "assault.cavalry_weight", 1, "factor", "C-ASLT-05", "what a horseman counts for in an assault"
)
ASSAULT_GRENADIER = chapter.param(
    "grenadier.assault_weight", 1, "factor", "C-SPEC-06", "what a grenadier counts for there"
)
ASSAULT_LANCER = chapter.param(
    "lancer.assault_weight", 1, "factor", "C-SPEC-06", "what a lancer counts for there"
)
NUMBERS = chapter.param(
    "battle.numbers_per_100",
    1,
    "per 100% more soldiers",
    "C-BAT-M01",
    "to the side that is stronger by so much",
)
NUMBERS_CAP = chapter.param(
    "battle.numbers_cap", 5, "bonus", "C-BAT-M01", "the most that numbers can add"
)


def _weight(detachment: Detachment, *, assault: bool) -> Param[int] | None:
    if detachment.special == "grenadiers":
        return ASSAULT_GRENADIER if assault else GRENADIER
    if detachment.special == "lancers":
        return ASSAULT_LANCER if assault else LANCER
    if detachment.kind == "cavalry":
        return ASSAULT_CAVALRY if assault else CAVALRY
    return None


def strength(params: Params, army: Army, *, assault: bool = False) -> int:
    """What the soldiers of an army that are present count for (C-BAT-M01)."""
    total = 0
    for detachment in army.present:
        weight = _weight(detachment, assault=assault)
        total += detachment.soldiers * (1 if weight is None else params[weight])
    return total


def numbers_bonus(params: Params, one: int, other: int) -> int:
    """What a side's numbers add to its total against the other's, at most the cap (C-BAT-M01)."""
    if one <= other:
        return 0
    against = max(1, other)
    more = steps(params, Fraction(one - against, against))
    return min(params[NUMBERS_CAP], more * params[NUMBERS])
