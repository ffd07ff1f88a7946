"""Riders, relays and the news: from Brussels to Paris, to Lyon, and of the landing in the south."""

from __future__ import annotations

from fractions import Fraction

from couriers import figures as couriers
from couriers.letter import LetterCame
from couriers.news import NewsCame
from couriers.telegram import TelegramSeen
from service.history.ground import Line, Road, cast, row
from service.history.stage import DAY, HOUR, Figures, Stage, days, historical_map, hours

_LETTER = 'letter to=reader towards={} text="The post"'
_LYON_KM = 465
_TRIAL_KM = 400
#: From the bay by Antibes and Aix to Lyon by post; from there to Paris along the towers.
_TO_LYON_KM = 510
_TOWERS_KM = 400
_TOWER_KM = 9


def brussels_to_paris(figures: Figures, date: str = "1815-07-03") -> Fraction:
    """Hours of a letter by relay post, in time of peace, over the roads of the map of 1815."""
    who = cast(sender="Brussels", reader="Paris")
    return hours(_letter(who, historical_map(), figures, "Paris", date))


def winter_over_summer(figures: Figures) -> Fraction:
    """How many times its summer's time the same letter takes in January."""
    return brussels_to_paris(figures, "1816-01-15") / brussels_to_paris(figures)


def lone_courier(figures: Figures) -> Fraction:
    """Km a day of a rider on a country road, on which no horses are changed."""
    who = cast(sender="Here", reader="There")
    plain = row("Here", Road("There", _TRIAL_KM, "road"))
    return _TRIAL_KM / days(_letter(who, plain, figures, "There"))


def paris_to_lyon(figures: Figures) -> Fraction:
    """Days of a letter by post on a plain road of the right length."""
    who = cast(sender="Paris", reader="Lyon")
    return days(_letter(who, row("Paris", Road("Lyon", _LYON_KM)), figures, "Lyon"))


def landing_known(figures: Figures) -> tuple[Fraction, Fraction]:
    """Of the landing on 1 March 1815: the day Paris knows, and the hour of that day.

    The bay's commander writes at four in the afternoon; the prefect of Lyon, with the letter in his
    hand, has it signalled at once.  The day is counted from 1 for that of the landing.
    """
    who = cast(coast="Golfe-Juan", reader="Lyon", paris="Paris")
    towers = Line("Paris", _TOWERS_KM, _TOWERS_KM // _TOWER_KM)
    plain = row("Golfe-Juan", Road("Lyon", _TO_LYON_KM), towers)
    stage = Stage(who, plain, _trusty(figures), start="1815-03-01 00:00")
    stage.order(16 * HOUR, "coast", _LETTER.format("Lyon"))
    reached = stage.first("reader", LetterCame, 20 * DAY)
    words = "Bonaparte has landed near Antibes with some eleven hundred men"
    stage.order(reached, "reader", f'semaphore to=Paris text="{words}"')
    known = stage.first("paris", TelegramSeen, 25 * DAY)
    return days(known) + 1, hours(known % DAY)


def news_overland(figures: Figures) -> Fraction:
    """Km a day of news that nobody sends: of a war declared, overland."""
    return _news(figures, "road", coast=False)


def news_along_the_coast(figures: Figures) -> Fraction:
    """Km a day of the same news along a coast."""
    return _news(figures, "", coast=True)


def _news(figures: Figures, kind: str, *, coast: bool) -> Fraction:
    """War is declared at one end; at the other lives somebody whom it does not concern."""
    who = cast(king="Here", neighbour="There")
    who["factions"] |= {"spain": {"name": "Spain"}, "sweden": {"name": "Sweden"}}
    who["factions"]["france"]["head"] = "king"
    who["commanders"]["neighbour"]["faction"] = "sweden"
    stage = Stage(who, row("Here", Road("There", _TRIAL_KM, kind), coast=coast), figures)
    stage.order(HOUR, "king", "stance faction=spain stance=war")
    return _TRIAL_KM / days(stage.first("neighbour", NewsCame, 60 * DAY) - HOUR)


def _letter(
    who: dict[str, object], map_text: str, figures: Figures, to: str, date: str = "1815-07-03"
) -> int:
    """What a letter takes (ms) that is written at six in the morning."""
    stage = Stage(who, map_text, _trusty(figures), start=f"{date} 00:00")
    stage.order(6 * HOUR, "sender", _LETTER.format(to))
    return stage.first("reader", LetterCame, 60 * DAY) - 6 * HOUR


def _trusty(figures: Figures) -> Figures:
    """No rider is lost and no day is hazy: what is measured is how long a thing takes."""
    return {
        **figures,
        couriers.SAFE_FRIENDLY.name: "1",
        couriers.SAFE_HOSTILE.name: "1",
        couriers.CLEAR_DAYS.name: "1",
    }
