"""What it takes to ford a river (C-FORD)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from world.pack import Chapter
from world.rules.campaign.nouns.army import FOOT_PER_KM, Army, noncombatants
from world.rules.campaign.nouns.headcount import headcount
from world.state import World

chapter = Chapter("fording", "The time and the means to ford a river")

COLUMN_KM = chapter.param(
    "ford.column_km_per_unit", Fraction(1), "km", "C-FORD-01", "foot that cross in one unit"
)
UNIT_DAYS = chapter.param(
    "ford.unit_days", Fraction(1, 2), "day", "C-FORD-01", "time for each unit of foot"
)
PARTIAL = chapter.param(
    "ford.partial_block",
    "round_up",
    "mode",
    "C-FORD-01",
    "whether part of a unit takes the whole time",
    choices=("round_up", "exact"),
)
NC_FOLLOW = chapter.param(
    "ford.nc_follow_mounted",
    True,
    "bool",
    "C-FORD-02",
    "whether the followers of mounted troops cross without delay",
)
WHEELS = chapter.param(
    "ford.wheels",
    "forbidden",
    "mode",
    "C-FORD-03",
    "wagons and guns at a ford",
    choices=("forbidden", "allowed"),
)


def ford_delay(world: World, army: Army) -> Fraction:
    """Days an army stands at a river before it is over (C-FORD-01, C-FORD-02)."""
    params = world.params
    wading = headcount(army.detachments).wading
    if wading == 0 and params[NC_FOLLOW]:
        return Fraction(0)
    foot = wading + noncombatants(world, army)
    units = Fraction(foot, params[FOOT_PER_KM]) / params[COLUMN_KM]
    if params[PARTIAL] == "round_up":
        units = Fraction(ceil(units))
    return units * params[UNIT_DAYS]


def can_ford(world: World, army: Army) -> bool:
    """Whether what it takes along can be brought over without a bridge (C-FORD-03)."""
    return army.wheels == 0 or world.params[WHEELS] == "allowed"
