"""What a fleet costs a day (C-SHIP-02, C-SHIP-05)."""

from __future__ import annotations

from fractions import Fraction

from world.pack import Chapter
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.rounding import stores
from world.rules.campaign.nouns.ship import rate_of
from world.state import World

chapter = Chapter("upkeep", "What ships cost a day")

HIRE = chapter.param(
    "transport.hire_per_day",
    100,
    "doubloons/day",
    "C-SHIP-02",
    "for each transport that is hired",
)
COST_DIVISOR = chapter.param(
    "ship.cost_divisor", 2, "crew per doubloon", "C-SHIP-05", "hands that a doubloon a day keeps"
)
COST_BASIS = chapter.param(
    "ship.cost_basis",
    "nominal",
    "mode",
    "C-SHIP-05",
    "whether a ship costs what her full crew would, or the hands aboard of her",
    choices=("nominal", "aboard"),
)


def running_cost(world: World, fleet: Fleet) -> int:
    """Doubloons that the crews of a fleet cost a day (C-SHIP-05)."""
    if world.params[COST_BASIS] == "nominal":
        hands = sum(rate_of(world, ship).crew for ship in fleet.present)
    else:
        hands = fleet.crew
    return stores(world.params, Fraction(hands, max(1, world.params[COST_DIVISOR])))


def hire(world: World, fleet: Fleet) -> int:
    """Doubloons that its hired transports cost a day (C-SHIP-02)."""
    return sum(ship.hired for ship in fleet.present) * world.params[HIRE]


def daily_cost(world: World, fleet: Fleet) -> int:
    """Both together."""
    return running_cost(world, fleet) + hire(world, fleet)
