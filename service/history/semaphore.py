"""Telegrams on the French line from Lille to Paris, and on the Prussian one from Berlin to Koblenz.

A message to Paris is read when it stands complete at Montmartre, the fifteenth hop from Lille; by
day a clear one, since the figures of history are those of days on which the line worked.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

from couriers import figures as couriers
from couriers.telegram import TelegramSeen
from service.history.ground import Line, cast, row
from service.history.stage import DAY, HOUR, Figures, Stage, historical_map, minutes
from world.sun import sun

#: A telegraphist at every hand and a code by syllables: the Prussian line of 1833 was quicker from
#: tower to tower than those of 1794 to 1815.  A scenario gives such a line a pace of its own.
PRUSSIAN = {"symbol_ms": 30_000, "hop_ms": 7_000}
#: On the day of the year on which telegrams are timed, 21 June, it is light from four to eight.
_DATE = "1815-06-21 00:00"
_MORNING = 10 * HOUR
_EVENING = 22 * HOUR
_YEAR = 365 * DAY
#: Signs of a message for a line that shall never be idle: ten hours' work.
_LONG = 750
_WORDS = "the emperor has left paris this morning for the army let nobody pass the frontier"


def message(signs: int) -> str:
    """Words in clear text of so many letters."""
    words: list[str] = []
    left = signs
    for word in itertools.cycle(_WORDS.split()):
        if left <= 0:
            break
        words.append(word[:left])
        left -= len(words[-1])
    return " ".join(words)


def lille_to_paris(figures: Figures, signs: int) -> Fraction:
    """Minutes from handing in so many signs at Lille, on a clear morning, to reading in Paris."""
    return minutes(_read_in_paris(figures, signs, _MORNING) - _MORNING)


def receiving(figures: Figures, signs: int) -> Fraction:
    """Minutes from the first sign of a message seen at the end of the line to its last."""
    first = lille_to_paris(figures, 1)
    return lille_to_paris(figures, signs) - first


def berlin_to_koblenz(figures: Figures, text: str) -> Fraction:
    """Minutes a text takes over the 62 hops of the Prussian line on a clear day."""
    who = cast(sender="Berlin", reader="Koblenz")
    who["semaphores"] = {"Line to Koblenz": PRUSSIAN}
    plain = row("Berlin", Line("Koblenz", km=588, hops=62))
    stage = Stage(who, plain, _clear(figures), start=_DATE)
    stage.order(_MORNING, "sender", f'semaphore to=Koblenz text="{text}"')
    return minutes(stage.first("reader", TelegramSeen, 3 * DAY) - _MORNING)


def before_sunrise(figures: Figures, signs: int = 36) -> Fraction:
    """Minutes before sunrise at which a message handed in after dusk begins to run."""
    took = _read_in_paris(figures, signs, _MORNING) - _MORNING
    began = _read_in_paris(figures, signs, _EVENING) - took
    latitude = int(figures.get(couriers.LATITUDE.name, couriers.LATITUDE.default))
    rises, _ = sun(latitude, 173)  # 22 June
    return minutes(DAY) + rises - minutes(began)


def working_share(figures: Figures) -> Fraction:
    """Per cent of a year's hours in which a line works that always has something to signal.

    It has messages for the whole year before it; what it has got through by the year's end tells
    how long it worked.
    """
    plain = row("First tower", Line("Last tower", km=10, hops=1))
    who = cast(sender="First tower", reader="Last tower")
    stage = Stage(who, plain, figures, start="1815-01-01 00:00")
    for _ in range(_most(stage)):
        stage.order(0, "sender", f'semaphore text="{message(_LONG)}"')
    stage.run(_YEAR)
    done = len(stage.told("reader", TelegramSeen))
    return Fraction(done * _work(stage) * 100, _YEAR)


def _work(stage: Stage) -> int:
    """What a long message keeps a line of one hop busy for (ms)."""
    params = stage.world.params
    return _LONG * params[couriers.SYMBOL_MS] + params[couriers.HOP_MS]


def _most(stage: Stage) -> int:
    """Long messages for three tenths of the year: more than a line that meets it can signal."""
    return _YEAR * 3 // 10 // max(_work(stage), HOUR)


def _read_in_paris(figures: Figures, signs: int, at: int) -> int:
    who = cast(sender="Lille", reader="Paris")
    stage = Stage(who, historical_map(), _clear(figures), start=_DATE)
    stage.order(at, "sender", f'semaphore to=Paris text="{message(signs)}"')
    return stage.first("reader", TelegramSeen, at + 3 * DAY)


def _clear(figures: Figures) -> Figures:
    return {**figures, couriers.CLEAR_DAYS.name: "1"}
