"""Dates of turns that are still to come, or are past: which turn has which date (K-TRN-01)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from world.errors import Refused
from world.rules.kingdoms.nouns.figures import turns
from world.rules.kingdoms.nouns.seasons import Season, date, date_words, seasons_of

if TYPE_CHECKING:
    from world.param import Params

_DATE = re.compile(r"y([0-9]{1,4})\.(sp|su|au|wi)")
_WORDS = re.compile(r"(?:the end of )?(spring|summer|autumn|winter) of year ([0-9]{1,4})")


def date_of(params: Params, number: int) -> tuple[int, Season]:
    """Year and season of a turn by its number."""
    seasons = seasons_of(params)
    years, place = divmod(seasons.index(params[turns.START_SEASON]) + number - 1, len(seasons))
    return years + 1, seasons[place]


def number_of(params: Params, year: int, season: Season) -> int:
    """The number of the turn of a date; 0 or less before the first."""
    seasons = seasons_of(params)
    first = seasons.index(params[turns.START_SEASON])
    return (year - 1) * len(seasons) + seasons.index(season) - first + 1


def turn_words(params: Params, number: int) -> str:
    """The date of a turn in words: ``autumn of year 2``."""
    return date_words(*date_of(params, number))


def turn_named(params: Params, written: str) -> int:
    """The number of the turn somebody means: ``Y2.Wi``, or ``winter of year 2``.

    Raises:
        Refused: E-DATE.
    """
    said = " ".join(written.casefold().split())
    short = _DATE.fullmatch(said)
    words = _WORDS.fullmatch(said)
    for season in seasons_of(params):
        if words is not None and season == words[1]:
            return number_of(params, int(words[2]), season)
        if short is not None and date(int(short[1]), season).casefold() == said:
            return number_of(params, int(short[1]), season)
    raise Refused(
        "E-DATE",
        f"{written[:40]!r} is no date of this game; nothing was changed. Write one such as"
        f" {date(2, seasons_of(params)[-1])}.",
    )
