"""Seasons, and how a date is written (K-TRN-01)."""

from __future__ import annotations

from typing import Final, Literal

from world.errors import BadScenario
from world.param import Param, Params
from world.rules.kingdoms.nouns.figures import turns as figures

Season = Literal["spring", "summer", "autumn", "winter"]
SEASONS: Final[tuple[Season, ...]] = ("spring", "summer", "autumn", "winter")
_SHORT: Final[dict[Season, str]] = {"spring": "Sp", "summer": "Su", "autumn": "Au", "winter": "Wi"}


def seasons_of(params: Params) -> tuple[Season, ...]:
    """The seasons of a year (``k.year.turns``)."""
    return SEASONS[: params[figures.YEAR_TURNS]]


def date(year: int, season: Season) -> str:
    """A date in short: ``Y2.Au``."""
    return f"Y{year}.{_SHORT[season]}"


def date_words(year: int, season: Season) -> str:
    """A date in words: ``autumn of year 2``."""
    return f"{season} of year {year}"


def require_seasons(param: Param[tuple[str, ...]], names: tuple[str, ...]) -> None:
    """Refuse a list that holds something else than seasons.

    Raises:
        BadScenario: naming the parameter and the word.
    """
    for name in names:
        if name not in SEASONS:
            raise BadScenario(
                f"{param.name}: found {name!r}, expected seasons: {', '.join(SEASONS)}"
            )
