"""How long a way takes a rider: one function for the time shown and the time ridden.

With the legs as a commander believes them it gives what he is told; with the true legs it schedules
the ride (C-MSG-02, C-MSG-03, C-MSG-06).  The two agree whenever the beliefs are true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import lcm
from typing import TYPE_CHECKING, Literal

import msgspec

from couriers import figures, offers
from couriers.hours import Windows, always, by_day, worked
from world.answers import Leg
from world.errors import BadScenario, Fault

if TYPE_CHECKING:
    from world.state import World

_DAY = 86_400_000
_FACTOR = re.compile(r"0*[1-9][0-9]{0,4}(/[1-9][0-9]{0,4})?|[0-9]{1,3}\.[0-9]{0,4}[1-9]")
#: The ground that is crossed by ship.
SEA = "sea"

Country = Literal["friendly", "hostile"]


class Riding(msgspec.Struct, frozen=True):
    """How riders ride: paces in km a day, and what changes them.

    Attributes:
        friendly, hostile, sea: pace by whose country it is, and over water.
        relay: pace where horses are changed, on the grounds named in ``relays``.
        season: what the season does to every time on land, as a factor.
        weather: the share of the pace that the weather of the day leaves, on land and at sea.
        hours: the share of the day that is ridden; the pace of a whole day stays the same.
        windows: when that is.
    """

    friendly: int
    hostile: int
    sea: int
    relay: int = 0
    relays: tuple[str, ...] = ()
    season: Fraction = Fraction(1)
    weather: Fraction = Fraction(1)
    hours: int = 24
    windows: Windows = always

    def pace(self, leg: Leg) -> int:
        """Km a day on a leg; no relays are kept for an enemy."""
        if leg.ground == SEA:
            return self.sea
        if leg.stance == "hostile":
            return self.hostile
        return self.relay if leg.ground in self.relays else self.friendly


class Journey(msgspec.Struct, frozen=True):
    """A way with its times.

    Attributes:
        legs: the way.
        left: when it begins (game ms).
        marks: when each leg ends; the last is the arrival.
    """

    legs: tuple[Leg, ...]
    left: int
    marks: tuple[int, ...]

    @property
    def arrives(self) -> int:
        """When the way is done."""
        return self.marks[-1] if self.marks else self.left

    @property
    def countries(self) -> frozenset[Country]:
        """The kinds of country it leads through; none for a way of no length."""
        return frozenset(
            "hostile" if leg.stance == "hostile" else "friendly" for leg in self.legs if leg.metres
        )

    @property
    def places(self) -> tuple[str, ...]:
        """The places along it, both ends included."""
        return (*(leg.start for leg in self.legs[:1]), *(leg.end for leg in self.legs))

    def place_at(self, instant: int) -> str | None:
        """The place left last before an instant of the way; None where it has no legs."""
        for leg, mark in zip(self.legs, self.marks, strict=True):
            if instant < mark:
                return leg.start
        return self.legs[-1].end if self.legs else None


def journey(legs: Sequence[Leg], riding: Riding, left: int) -> Journey:
    """The way with its times, for a rider who sets out at *left* (game ms).

    Times add up leg by leg and exactly; each mark is rounded once, half a ms up.

    Raises:
        Fault: the legs do not join.
    """
    for leg, following in pairwise(legs):
        if leg.end != following.start:
            raise Fault(f"a way breaks off at {leg.end} and goes on from {following.start}")
    paces = [riding.pace(leg) * 1000 for leg in legs]
    by_sea = Fraction(riding.hours, 24) / riding.weather
    by_land = by_sea * riding.season
    # Whole numbers over one denominator: exact, and quick for ways of many legs.
    whole = lcm(*paces) * lcm(by_sea.denominator, by_land.denominator)
    ridden, marks = 0, []
    for leg, pace in zip(legs, paces, strict=True):
        factor = by_sea if leg.ground == SEA else by_land
        if leg.ms is not None:
            ridden += leg.ms * factor.numerator * (whole // factor.denominator)
        else:
            ridden += leg.metres * _DAY * factor.numerator * (whole // (pace * factor.denominator))
        marks.append(worked(riding.windows, left, (2 * ridden + whole) // (2 * whole)))
    return Journey(tuple(legs), left, tuple(marks))


def as_if_hostile(legs: Iterable[Leg]) -> tuple[Leg, ...]:
    """The same way if all of it turned out to be the enemy's: the latest a rider may be due."""
    return tuple(msgspec.structs.replace(leg, stance="hostile") for leg in legs)


def riding(world: World, at: int, start: str) -> Riding:
    """How riders ride in a campaign, for one who sets out from a place at a game instant.

    What the weather does there and then holds for the whole way.
    """
    params = world.params
    first, last = params[figures.RIDES_FROM_H], params[figures.RIDES_TO_H]
    whole = (first, last) == (0, 24)
    return Riding(
        friendly=params[figures.KMPD_FRIENDLY],
        hostile=params[figures.KMPD_HOSTILE],
        sea=params[figures.KMPD_SEA],
        relay=params[figures.KMPD_RELAY],
        relays=params[figures.RELAY_GROUNDS],
        season=_season(world, at),
        weather=offers.rider_factor(world, start),
        hours=last - first,
        windows=always if whole else by_day(world.calendar, first, last),
    )


def _season(world: World, at: int) -> Fraction:
    factors = season_factors(world.params[figures.SEASON_FACTORS])
    if not factors:
        return Fraction(1)
    return factors.get(world.calendar.season(at).casefold(), Fraction(1))


@lru_cache(maxsize=64)
def season_factors(written: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Factors by season's name, from ``winter=27/22``; read once, for every rider asks for them.

    Raises:
        BadScenario: naming the one that is none.
    """
    factors = {}
    for entry in written:
        season, _, factor = entry.partition("=")
        if not season.strip() or not _FACTOR.fullmatch(factor.strip()):
            raise BadScenario(
                f"message.season_factors: found {entry!r}, expected a season and a factor such as"
                " winter=27/22"
            )
        factors[season.strip().casefold()] = Fraction(factor.strip())
    return factors


def way(
    world: World,
    at: int,
    person: str,
    start: str,
    end: str,
    *,
    believed: bool,
    via: tuple[str, ...] = (),
) -> Journey | None:
    """The way of a person's rider who sets out at a game instant; None where there is no way."""
    legs = world.pack.answers.passage(
        world, start, end, "rider", person=person, believed=believed, via=via
    )
    return None if legs is None else journey(legs, riding(world, at, start), at)


def expected(world: World, found: Journey) -> tuple[int, int]:
    """From when to when a rider is expected at the end of a way, by what his sender believes.

    The first is right if the beliefs are; the second if all the country is in fact the enemy's.
    """
    if not found.legs:
        return found.arrives, found.arrives
    how = riding(world, found.left, found.legs[0].start)
    worst = journey(as_if_hostile(found.legs), how, found.left)
    return found.arrives, max(found.arrives, worst.arrives)
