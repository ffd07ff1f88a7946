"""The three ratings, their levels and how these are called (K-RAT, K-LVL)."""

from __future__ import annotations

import functools
from typing import Final, Literal

import msgspec

from world.errors import BadScenario
from world.param import Params
from world.rules.kingdoms.nouns.figures import rating as figures

Rating = Literal["economy", "military", "culture"]
RATINGS: Final[tuple[Rating, ...]] = ("economy", "military", "culture")


class Levels(msgspec.Struct, frozen=True, gc=False):
    """A kingdom's three levels (K-RAT-01)."""

    economy: int = 0
    military: int = 0
    culture: int = 0

    def of(self, rating: Rating) -> int:
        """The level of a rating."""
        if rating == "economy":
            return self.economy
        return self.military if rating == "military" else self.culture

    def with_level(self, rating: Rating, level: int) -> Levels:
        """The levels with one of them replaced."""
        if rating == "economy":
            return Levels(level, self.military, self.culture)
        if rating == "military":
            return Levels(self.economy, level, self.culture)
        return Levels(self.economy, self.military, level)

    @property
    def total(self) -> int:
        """All three added (K-RAT-04)."""
        return self.economy + self.military + self.culture


def level_name(params: Params, rating: Rating, level: int) -> str:
    """The name of a level (K-LVL-01 to K-LVL-18); beyond the last rung it keeps that one's name."""
    rungs = ladder(params[figures.LEVEL_NAMES])[rating]
    return rungs.get(level) or rungs[min(rungs, key=lambda rung: (abs(rung - level), rung))]


def level_text(params: Params, rating: Rating, level: int) -> str:
    """A level as people read it: ``Economy Thriving (+1)``."""
    return f"{rating.capitalize()} {level_name(params, rating, level)} ({signed(level)})"


def signed(number: int) -> str:
    """A number with its sign, none for nought."""
    return f"{number:+d}" if number else "0"


@functools.lru_cache(maxsize=64)
def ladder(names: tuple[str, ...]) -> dict[Rating, dict[int, str]]:
    """The names of the levels of each rating.

    Raises:
        BadScenario: an entry is not written as rating, level, name; or a rating has none.
    """
    rungs: dict[Rating, dict[int, str]] = {rating: {} for rating in RATINGS}
    for entry in names:
        rating, level, name = [*entry.split(maxsplit=2), "", "", ""][:3]
        number = level.removeprefix("+").removeprefix("-")
        if rating not in RATINGS or not number.isdecimal() or not name:
            raise BadScenario(
                f"k.level.names: found {entry!r}, expected a rating, a level and a name, such as"
                " economy +1 Thriving"
            )
        rungs[rating][int(level)] = name
    for rating, found in rungs.items():
        if not found:
            raise BadScenario(f"k.level.names: no name for any level of {rating}")
    return rungs
