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
def _ways(dice: str) -> dict[int, int]:
    """In how many ways dice can show each sum."""
    count, sides = parse_dice(dice)
    found = {0: 1}
    for _ in range(count):
        after: dict[int, int] = {}
        for total, ways in found.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0) + ways
        found = after
    return found


def throws(dice: str) -> dict[int, Fraction]:
    """The chance of each sum that dice can show."""
    ways = _ways(dice)
    whole = sum(ways.values())
    return {total: Fraction(each, whole) for total, each in ways.items()}


@lru_cache(maxsize=256)
def _ways_to_best(modifiers: tuple[int, ...], dice: str) -> dict[int, int]:
    """In how many ways each value comes out best, where one throws for each of the modifiers."""
    thrown = _ways(dice)
    low, high = min(thrown), max(thrown)
    at_most, ways = {low - 1: 0}, 0
    for total in range(low, high + 1):
        ways += thrown.get(total, 0)
        at_most[total] = ways
    best, found = 0, {}
    for value in range(low + min(modifiers), high + max(modifiers) + 1):
        together = 1
        for modifier in modifiers:
            together *= at_most[min(max(value - modifier, low - 1), high)]
        found[value] = together - best
        best = together
    return found


def best(modifiers: Sequence[int], dice: str) -> dict[int, Fraction]:
    """The chance of each value of the best total, where one throws for each of the modifiers."""
    ways = _ways_to_best(tuple(modifiers), dice)
    whole = sum(ways.values())
    return {value: Fraction(each, whole) for value, each in ways.items()}


def odds(one: Sequence[int], other: Sequence[int], dice: str) -> Odds:
    """The odds of a battle for the side whose rolls have the modifiers ``one``."""
    return _odds(tuple(one), tuple(other), dice)


@lru_cache(maxsize=1024)
def _odds(one: tuple[int, ...], other: tuple[int, ...], dice: str) -> Odds:
    mine, theirs = _ways_to_best(one, dice), _ways_to_best(other, dice)
    whole = sum(mine.values()) * sum(theirs.values())
    won = drawn = 0
    for total, ways in mine.items():
        won += ways * sum(each for t, each in theirs.items() if t < total)
        drawn += ways * theirs.get(total, 0)
    return Odds(Fraction(won, whole), Fraction(drawn, whole), Fraction(whole - won - drawn, whole))
