"""The figures of keeping ships."""

from __future__ import annotations

from fractions import Fraction

from world.pack import Chapter

chapter = Chapter("ship figures", "The figures of keeping ships")

PRICE_FACTOR = chapter.param(
    "ship.price_factor", Fraction(1), "factor", "C-SHIP-01", "of a ship's value, for a new one"
)
CREW_PRICE = chapter.param(
    "ship.crew_price", 1, "doubloon per hand", "C-SHIP-07", "in a city with a port"
)
CREW_PER_INFANTRY = chapter.param(
    "ship.crew_per_infantry",
    1,
    "hand",
    "C-SHIP-07",
    "that a foot soldier makes who goes to the ropes for good",
)
DESERT_DAYS = chapter.param(
    "ship.desert_days",
    "3d6",
    "days",
    "C-SHIP-10",
    "for which a ship sails off that fails a check of morale",
)
DOUBLES_ON = chapter.param(
    "ship.desert_doubles_on",
    "days_roll",
    "roll",
    "C-SHIP-10",
    "which throw's doubles mean that she never returns",
    choices=("days_roll", "check_roll"),
)
REPAIR_HULL = chapter.param(
    "ship.repair_hull_per_week", 1, "hit per week", "C-SHIP-11", "made good in port"
)
REPAIR_PRICE = chapter.param(
    "ship.repair_price",
    Fraction(1, 2),
    "factor",
    "C-SHIP-11",
    "of the value of a hit of her hull, to make one good",
)
