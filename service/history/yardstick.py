"""The yardstick: published figures of history, what may be measured beside them, and the measuring.

Where several figures are known the range takes them in, with the room that weather, roads and
luck gave.  ``docs/history.md`` shows each beside what a campaign under the figures of the Hundred
Days does.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from fractions import Fraction
from typing import Literal

import msgspec

from service.history import armies, campaigning, cantonments, post, semaphore, sieges
from service.history.stage import Figures, historical_figures

Group = Literal["semaphore", "post", "armies", "campaigns"]

#: Thirty words such as the Prussian line carried.
THIRTY_WORDS = (
    "Seine Majestät der König trifft am vierten in Koblenz ein und wünscht die Truppen der Garnison"
    " am Morgen auf dem großen Platz zu sehen alle Wachen sind davon zu unterrichten"
)


class Yard(msgspec.Struct, frozen=True, kw_only=True):
    """One figure to be met.

    Attributes:
        id: the row of the yardstick, with a letter where a row has several figures.
        what: what is simulated; ``unit`` of everything that follows.
        low, high: between which it must fall.
        history: single figures the sources give, for the drawing.
        source: those figures in words, with where they come from.
        measure: plays a campaign under given figures, and says what came of it.
    """

    id: str
    group: Group
    what: str
    unit: str
    low: Fraction
    high: Fraction
    history: tuple[float, ...]
    source: str
    measure: Callable[[Figures], Fraction]

    def holds(self, value: Fraction) -> bool:
        """Whether a measurement falls within the range."""
        return self.low <= value <= self.high


def _known_on_day(figures: Figures) -> Fraction:
    return Fraction(int(post.landing_known(figures)[0]))


YARDS: tuple[Yard, ...] = (
    Yard(
        id="1",
        group="semaphore",
        what="A first sign over fifteen hops, Lille to Paris, on a clear day",
        unit="min",
        low=Fraction(5),
        high=Fraction(12),
        history=(9,),
        source="Chappe's line from Paris to Lille: 9 min",
        measure=lambda figures: semaphore.lille_to_paris(figures, 1),
    ),
    Yard(
        id="2",
        group="semaphore",
        what="A message of 36 signs on that line",
        unit="min",
        low=Fraction(25),
        high=Fraction(40),
        history=(32,),
        source="the same line: about 32 min",
        measure=lambda figures: semaphore.lille_to_paris(figures, 36),
    ),
    Yard(
        id="3",
        group="semaphore",
        what="Receiving a dispatch of 27 signs, first sign to last",
        unit="min",
        low=Fraction(20),
        high=Fraction(40),
        history=(30,),
        source="Condé retaken, 30 August 1794: received from 15:20 to 15:50",
        measure=lambda figures: semaphore.receiving(figures, 27),
    ),
    Yard(
        id="4",
        group="semaphore",
        what="Thirty words over 62 hops, Berlin to Koblenz",
        unit="min",
        low=Fraction(60),
        high=Fraction(120),
        history=(90,),
        source="Prussian line of 1833, 550 to 588 km: about 90 min",
        measure=lambda figures: semaphore.berlin_to_koblenz(figures, THIRTY_WORDS),
    ),
    Yard(
        id="5",
        group="semaphore",
        what="One sign over 62 hops in good weather",
        unit="min",
        low=Fraction(5),
        high=Fraction(10),
        history=(7.5,),
        source="the same line: 7.5 min",
        measure=lambda figures: semaphore.berlin_to_koblenz(figures, "A"),
    ),
    Yard(
        id="6",
        group="semaphore",
        what="Share of a year's hours in which a line works (night, fog, heat)",
        unit="%",
        low=Fraction(15),
        high=Fraction(25),
        history=(25,),
        source="French lines: at most 2,190 of 8,760 hours",
        measure=semaphore.working_share,
    ),
    Yard(
        id="7",
        group="semaphore",
        what="A message handed in after dusk begins to run before sunrise by",
        unit="min",
        low=Fraction(10),
        high=Fraction(20),
        history=(15,),
        source="practice of the French lines: about a quarter of an hour",
        measure=semaphore.before_sunrise,
    ),
    Yard(
        id="8a",
        group="post",
        what="Brussels to Paris by relay post, summer",
        unit="h",
        low=Fraction(40),
        high=Fraction(60),
        history=(44,),
        source="contract of the Taxis post: 44 h",
        measure=post.brussels_to_paris,
    ),
    Yard(
        id="8b",
        group="post",
        what="Brussels to Paris by relay post, winter",
        unit="h",
        low=Fraction(40),
        high=Fraction(60),
        history=(54,),
        source="the same contract: 54 h",
        measure=lambda figures: post.brussels_to_paris(figures, "1816-01-15"),
    ),
    Yard(
        id="8c",
        group="post",
        what="Winter's time over summer's",
        unit="times",
        low=Fraction(115, 100),
        high=Fraction(130, 100),
        history=(54 / 44,),
        source="the same contract: 54 h to 44 h, 1.23",
        measure=post.winter_over_summer,
    ),
    Yard(
        id="9",
        group="post",
        what="A lone courier without relays",
        unit="km/day",
        low=Fraction(60),
        high=Fraction(100),
        history=(75, 84, 90),
        source="cursus publicus 75; urgent riders 84 to 90",
        measure=post.lone_courier,
    ),
    Yard(
        id="10",
        group="post",
        what="Paris to Lyon by mail, 465 km",
        unit="days",
        low=Fraction(2),
        high=Fraction(3),
        history=(2 + 8 / 24,),
        source="the mail of the time: 2 d 8 h",
        measure=post.paris_to_lyon,
    ),
    Yard(
        id="11a",
        group="post",
        what="The landing at Golfe-Juan on 1 March 1815 is known in Paris on March the",
        unit="",
        low=Fraction(4),
        high=Fraction(5),
        history=(5,),
        source="known in Paris on 5 March, the last 400 km by telegraph from Lyon",
        measure=_known_on_day,
    ),
    Yard(
        id="11b",
        group="post",
        what="… by telegraph, in daylight, so many hours after midnight",
        unit="h",
        low=Fraction(6),
        high=Fraction(18),
        history=(),
        source="towers work from before sunrise to sunset: early March, about six to six",
        measure=lambda figures: post.landing_known(figures)[1],
    ),
    Yard(
        id="18a",
        group="post",
        what="News by ordinary letters, overland",
        unit="km/day",
        low=Fraction(50),
        high=Fraction(110),
        history=(54, 69, 104),
        source="letters of Antwerp merchants 54 to 69; Trafalgar 104",
        measure=post.news_overland,
    ),
    Yard(
        id="18b",
        group="post",
        what="The same news along a coast",
        unit="km/day",
        low=Fraction(50),
        high=Fraction(110),
        history=(54, 69, 104),
        source="as above",
        measure=post.news_along_the_coast,
    ),
    Yard(
        id="12",
        group="armies",
        what="A corps over twenty days with rests",
        unit="km/day",
        low=Fraction(12),
        high=Fraction(20),
        history=(12, 15, 17),
        source="Clausewitz (On War, V 11): two German miles a day, 15; in 1812: 12 to 17",
        measure=armies.twenty_days,
    ),
    Yard(
        id="13a",
        group="armies",
        what="One day's march of a division on a road",
        unit="km",
        low=Fraction(20),
        high=Fraction(27),
        history=(22.6,),
        source="Clausewitz (On War, V 11): three German miles, 22.6",
        measure=armies.day_of_a_division,
    ),
    Yard(
        id="13b",
        group="armies",
        what="… and the time it takes for three German miles",
        unit="h",
        low=Fraction(8),
        high=Fraction(12),
        history=(8, 10, 12),
        source="Clausewitz: 8 to 10 in level country, 10 to 12 in hills",
        measure=armies.three_miles,
    ),
    Yard(
        id="14",
        group="armies",
        what="Forced march of a division, by day and night, in 44 hours",
        unit="km",
        low=Fraction(80),
        high=Fraction(115),
        history=(112,),
        source="Davout, Vienna to Austerlitz 1805: 112 in 44 h",
        measure=armies.forced,
    ),
    Yard(
        id="15",
        group="armies",
        what="A corps of 30,000 passes a point",
        unit="h",
        low=Fraction(3, 2),
        high=Fraction(4),
        history=(),
        source="after Jomini and Clausewitz",
        measure=armies.passing,
    ),
    Yard(
        id="16",
        group="campaigns",
        what="A corps after a hard campaign of eight weeks: lost outside battle",
        unit="%",
        low=Fraction(25),
        high=Fraction(45),
        history=(32, 40),
        source="1812: 95,000 of 301,000 in 52 days; 1813: 16,000 of 40,000 in 64",
        measure=campaigning.lost_in_eight_weeks,
    ),
    Yard(
        id="17a",
        group="campaigns",
        what="Siege of a fortress by hunger and guns, the middle one of 21",
        unit="days",
        low=Fraction(25),
        high=Fraction(60),
        history=(14, 21, 33, 59, 120),
        source="Halleck's list: 14, 21, 33, 59, over 120",
        measure=sieges.median,
    ),
    Yard(
        id="17b",
        group="campaigns",
        what="… the shortest of them",
        unit="days",
        low=Fraction(14),
        high=Fraction(130),
        history=(14,),
        source="the same list",
        measure=sieges.shortest,
    ),
    Yard(
        id="17c",
        group="campaigns",
        what="… the longest of them",
        unit="days",
        low=Fraction(14),
        high=Fraction(130),
        history=(120,),
        source="the same list",
        measure=sieges.longest,
    ),
    Yard(
        id="19a",
        group="campaigns",
        what="The Allied cantonments of June 1815 drawn together at Charleroi",
        unit="days",
        low=Fraction(5, 2),
        high=Fraction(4),
        history=(3,),
        source="Encyclopædia Britannica (1911): three days",
        measure=lambda figures: cantonments.concentrating(figures, "Charleroi"),
    ),
    Yard(
        id="19b",
        group="campaigns",
        what="… on their left, at Liège",
        unit="days",
        low=Fraction(4),
        high=Fraction(8),
        history=(6,),
        source="the same: six days on either flank",
        measure=lambda figures: cantonments.concentrating(figures, "Liège"),
    ),
    Yard(
        id="19c",
        group="campaigns",
        what="… on their right, at Ath",
        unit="days",
        low=Fraction(4),
        high=Fraction(8),
        history=(6,),
        source="the same: six days on either flank",
        measure=lambda figures: cantonments.concentrating(figures, "Ath"),
    ),
    Yard(
        id="20a",
        group="campaigns",
        what="Food of a man, a day",
        unit="kg",
        low=Fraction(1),
        high=Fraction(3, 2),
        history=(1, 1.5),
        source="Engels and others",
        measure=campaigning.a_man,
    ),
    Yard(
        id="20b",
        group="campaigns",
        what="Fodder of a horse that finds no grass, a day",
        unit="kg",
        low=Fraction(9),
        high=Fraction(10),
        history=(9, 10),
        source="Engels and others",
        measure=campaigning.a_horse,
    ),
)


@functools.cache
def measured(yard_id: str) -> Fraction:
    """What comes of a row under the figures of the Hundred Days; each is played once a process."""
    yard = next(yard for yard in YARDS if yard.id == yard_id)
    return yard.measure(_figures())


@functools.cache
def _figures() -> Figures:
    return historical_figures()
