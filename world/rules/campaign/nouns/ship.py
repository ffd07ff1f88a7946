"""Ships: each is a detachment by itself, with hands, a hull and a hold (C-SHIP)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import msgspec

from world.dates import DAY_MS
from world.pack import Chapter
from world.rules.campaign.nouns.rates import Rate, rates
from world.state import World

chapter = Chapter("ships", "Ships: crews, hulls, holds")

SAILING_HOURS = chapter.param(
    "ship.sailing_hours", 24, "h/day", "C-SHIP-04", "how long ships sail in a day"
)
SKELETON = chapter.param(
    "ship.skeleton_divisor",
    4,
    "factor",
    "C-SHIP-06",
    "the full crew divided by this is the least that can sail her",
)
BELOW_SKELETON = chapter.param(
    "ship.below_skeleton",
    "immobile",
    "mode",
    "C-SHIP-06",
    "whether a ship with fewer hands than a skeleton crew lies where she is, or sails all the same",
    choices=("immobile", "sails"),
)
PRIZE_HULL = chapter.param(
    "naval.prize_hull", 1, "hit", "C-NAV-06", "the hull of a ship that has struck her colours"
)


class Ship(msgspec.Struct, frozen=True, gc=False):
    """A ship of a fleet (C-SHIP-03).

    Attributes:
        name: her own within the fleet; ``rate`` the key of her class.
        crew: hands aboard now; ``hull`` the hits she can still take.
        cargo: supplies in her hold that belong to no army aboard.
        hired: whether she is paid for by the day (C-SHIP-02).
        mending: hits that are still to be made good in port; ``mended`` the event that ends the
            week of the next one (C-SHIP-11).
        away: whether she has sailed off and takes no part in anything until she returns
            (C-SHIP-10).
    """

    name: str
    rate: str
    crew: int
    hull: int
    cargo: int = 0
    hired: bool = False
    mending: int = 0
    mended: str = ""
    away: bool = False


def rate_of(world: World, ship: Ship) -> Rate:
    """The class of a ship."""
    return rates(world)[ship.rate]


def new_ship(world: World, rate: Rate, name: str, *, hired: bool = False) -> Ship:
    """A ship fresh from the yard: hull whole, every hand aboard."""
    del world
    return Ship(name=name, rate=rate.key, crew=rate.crew, hull=rate.hull, hired=hired)


def skeleton(world: World, ship: Ship) -> Fraction:
    """Hands of a skeleton crew, exactly (C-SHIP-06)."""
    return Fraction(rate_of(world, ship).crew, world.params[SKELETON])


def skeleton_hands(world: World, ship: Ship) -> int:
    """The fewest hands that are a skeleton crew."""
    return ceil(skeleton(world, ship))


def can_sail(world: World, ship: Ship) -> bool:
    """Whether she has the hands to sail (C-SHIP-06/a)."""
    if world.params[BELOW_SKELETON] == "sails":
        return True
    return ship.crew >= skeleton(world, ship)


def can_fight(world: World, ship: Ship) -> bool:
    """Whether she can fight: more than a skeleton crew, a hull, and not laid up (C-SHIP-06)."""
    if ship.away or ship.hull <= 0 or ship.mending:
        return False
    return ship.crew > skeleton(world, ship)


def metres_per_day(world: World, speed: int) -> int:
    """How far one sails in a day of fair weather at a speed in km/h (C-SHIP-04)."""
    return speed * 1000 * world.params[SAILING_HOURS]


def metres_per_ms(world: World, speed: int) -> Fraction:
    """The same, in metres a millisecond."""
    return Fraction(metres_per_day(world, speed), DAY_MS)


def changed(ship: Ship, **fields: object) -> Ship:
    """The ship with some of her fields changed."""
    return msgspec.structs.replace(ship, **fields)
