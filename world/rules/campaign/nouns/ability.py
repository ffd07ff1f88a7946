"""Rolls of an ability: two dice and the score, against a target (C-CMD-04, C-CMD-A)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.pack import Chapter
from world.param import Params
from world.rules.campaign.nouns.commander import Ability, Commander
from world.rules.campaign.nouns.odds import throws
from world.step import Step

chapter = Chapter("abilities", "Rolls of a commander's abilities")

DICE = chapter.param(
    "commander.ability_dice", "2d6", "dice", "C-CMD-04", "thrown where no other roll is named"
)
TARGET = chapter.param(
    "commander.ability_target_default",
    8,
    "total",
    "C-CMD-04",
    "that an ability roll must reach where nothing else is said",
)


class Tried(msgspec.Struct, frozen=True):
    """An ability roll: what the dice showed, the score added, and the total wanted."""

    dice: int
    score: int
    target: int

    @property
    def total(self) -> int:
        """The dice and the score."""
        return self.dice + self.score

    @property
    def succeeds(self) -> bool:
        """Whether the total reaches the target."""
        return self.total >= self.target


def score_of(commander: Commander, ability: Ability) -> int:
    """A commander's score in an ability (C-CMD-03)."""
    score: int = getattr(commander.scores, ability)
    return score


def try_ability(
    step: Step,
    reason: str,
    commander: Commander,
    ability: Ability,
    *,
    target: int | None = None,
    bonus: int = 0,
) -> Tried:
    """Roll an ability for a reason; the target is the usual one where none is given."""
    dice = step.roll(reason, step.param(DICE)).total
    wanted = step.param(TARGET) if target is None else target
    return Tried(dice, score_of(commander, ability) + bonus, wanted)


def chance_in_words(params: Params, commander: Commander, ability: Ability, target: int) -> str:
    """How likely an ability roll is to reach a target, in words."""
    score = score_of(commander, ability)
    found = throws(params[DICE]).items()
    good = sum((chance for total, chance in found if total + score >= target), Fraction(0))
    return f"succeeds {round(100 * good)} times in 100"
