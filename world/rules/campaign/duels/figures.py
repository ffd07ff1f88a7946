"""The figures of duels."""

from __future__ import annotations

from world.pack import Chapter
from world.param import Param

chapter = Chapter("duel figures", "What decides a duel")

DIE = chapter.param("duel.die", "1d100", "dice", "C-DUEL-01", "thrown against a duellist's age")
EQUAL = chapter.param(
    "duel.equal_succeeds",
    False,
    "bool",
    "C-DUEL-01",
    "whether a throw equal to the age is a success",
)
EXPERIENCE: Param[tuple[str, ...]] = chapter.param(
    "duel.experience",
    ("traits", "age", "coin"),
    "list",
    "C-DUEL-02",
    "what decides between two equals, in this order: more traits, greater age, a coin",
)
BONUS = chapter.param("trait.duelist.bonus", 1, "bonus", "C-TRAIT-06", "of a Duelist, in duels")
BONUS_ON = chapter.param(
    "trait.duelist.bonus_on",
    "d100",
    "roll",
    "C-TRAIT-06",
    "what a Duelist adds it to",
    choices=("d100", "nothing"),
)
