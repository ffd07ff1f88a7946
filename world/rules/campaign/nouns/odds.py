"""The odds of a battle, counted exactly over every throw of the dice (C-BAT-02, C-MULTI-03)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from world.dice import parse_dice
from world.pack import Chapter

chapter = Chapter("odds", "The dice of a battle")

BATTLE_DICE = chapter.param(
    "battle.dice", "2d6", "dice", "C-BAT-02", "what each army throws in battle"
)


class Odds(msgspec.Struct, frozen=True):
    """The chances that one side wins, that neither does, and that the other does."""

    won: Fraction
    drawn: Fraction
    lost: Fraction

    @property
    def words(self) -> str:
        """In words, times in a hundred; rounded so that they add up."""
        won, drawn = round(100 * self.won), round(100 * self.drawn)
        return f"won {won}, drawn {drawn}, lost {100 - won - drawn} times in 100"


@lru_cache(maxsize=64)
def throws(dice: str) -> dict[int, Fraction]:
    """The chance of each sum that dice can show."""
    count, sides = parse_dice(dice)
    found = {0: Fraction(1)}
    for _ in range(count):
        after: dict[int, Fraction] = {}
        for total, chance in found.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, Fraction(0)) + chance / sides
        found = after
    return found


def best(modifiers: Sequence[int], dice: str) -> dict[int, Fraction]:
    """The chance of each value of the best total, where one throws for each of the modifiers."""
    thrown = throws(dice)

    def at_most(value: int) -> Fraction:
        chance = Fraction(1)
        for modifier in modifiers:
            chance *= sum((c for total, c in thrown.items() if total + modifier <= value), start=0)
        return chance

    low, high = min(thrown) + min(modifiers), max(thrown) + max(modifiers)
    return {value: at_most(value) - at_most(value - 1) for value in range(low, high + 1)}


def odds(one: Sequence[int], other: Sequence[int], dice: str) -> Odds:
    """The odds of a battle for the side whose rolls have the modifiers ``one``."""
    mine, theirs = best(one, dice), best(other, dice)
    won = drawn = Fraction(0)
    for total, chance in mine.items():
        won += chance * sum((c for t, c in theirs.items() if t < total), start=0)
        drawn += chance * theirs.get(total, Fraction(0))
    return Odds(won, drawn, 1 - won - drawn)
