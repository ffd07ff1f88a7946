"""What armies eat, what they can carry, and what weighs on them (C-SUP-01, C-SUP-02, C-MON-02)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.pack import Chapter
from world.rules.campaign.nouns.army import Army, Detachment, noncombatants
from world.rules.campaign.nouns.commander import LOGISTICIAN_CAPACITY, Commander, has_trait
from world.rules.campaign.nouns.headcount import headcount
from world.rules.campaign.nouns.magic import books_weight
from world.rules.campaign.nouns.rounding import stores
from world.rules.campaign.nouns.stronghold import FED_BY_STRONGHOLD, Stronghold, quartered
from world.state import World

chapter = Chapter("provisions", "What armies eat and what they can carry")

INFANTRY_EATS = chapter.param(
    "supply.infantry_per_day", 1, "supplies/day", "C-SUP-01", "what a foot soldier eats"
)
ARTILLERIST_EATS = chapter.param(
    "supply.artillerist_per_day", 1, "supplies/day", "C-SUP-01", "what a gunner eats"
)
FOLLOWER_EATS = chapter.param(
    "supply.nc_per_day", 1, "supplies/day", "C-SUP-01", "what a follower eats"
)
CAVALRY_EATS = chapter.param(
    "supply.cavalry_per_day", 10, "supplies/day", "C-SUP-01", "what a rider and his horses eat"
)
WAGON_EATS = chapter.param(
    "supply.wagon_per_day", 10, "supplies/day", "C-SUP-01", "what the team of a wagon eats"
)
CANNON_EATS = chapter.param(
    "supply.cannon_per_day", 20, "supplies/day", "C-SUP-01", "what the team of a gun eats"
)
INFANTRY_CARRIES = chapter.param(
    "capacity.infantry", 15, "supplies", "C-SUP-02", "what a foot soldier carries"
)
ARTILLERIST_CARRIES = chapter.param(
    "capacity.artillerist", 15, "supplies", "C-SUP-02", "what a gunner carries"
)
FOLLOWER_CARRIES = chapter.param(
    "capacity.nc", 15, "supplies", "C-SUP-02", "what a follower carries"
)
CAVALRY_CARRIES = chapter.param(
    "capacity.cavalry", 75, "supplies", "C-SUP-02", "what a rider and his horses carry"
)
WAGON_CARRIES = chapter.param(
    "capacity.wagon", 1000, "supplies", "C-SUP-02", "what a wagon carries"
)
CANNON_CARRIES = chapter.param("capacity.cannon", 0, "supplies", "C-SUP-02", "what a gun carries")
CHEST_WEIGHT = chapter.param(
    "money.chest_weight",
    0,
    "supplies per doubloon",
    "C-MON-02",
    "room that money in the chest takes",
)
PURSE_WEIGHT = chapter.param(
    "money.purse_weight",
    1,
    "supplies per doubloon",
    "C-MON-02",
    "room that money in the soldiers' own purses takes",
)
WAGONS_PER_SET = chapter.param(
    "engine.wagons_per_set", 10, "wagons", "C-ENG-04", "wagons that carry a set taken apart"
)


def daily_need(world: World, army: Army) -> int:
    """Supplies an army eats each dusk; stragglers feed themselves (C-SUP-01, C-MOR-08)."""
    params, men = world.params, headcount(army.detachments)
    return (
        men.infantry * params[INFANTRY_EATS]
        + men.artillery * params[ARTILLERIST_EATS]
        + noncombatants(world, army) * params[FOLLOWER_EATS]
        + men.cavalry * params[CAVALRY_EATS]
        + men.wagons * params[WAGON_EATS]
        + men.cannon * params[CANNON_EATS]
        + _standing_need(world, army)
    )


def _standing_need(world: World, army: Army) -> int:
    """What an army gives the standing garrison of the place it is quartered in (C-STR-02/a).

    Nothing, unless a scenario says so; then the first of the armies there feeds it, and the place
    where there is none.
    """
    params = world.params
    if params[FED_BY_STRONGHOLD] or not army.inside:
        return 0
    place = world.find(Stronghold, army.inside)
    if place is None or army.id not in [first.id for first in quartered(world, place)[:1]]:
        return 0
    standing = place.standing
    return standing.infantry * params[INFANTRY_EATS] + standing.cavalry * params[CAVALRY_EATS]


def need_of(world: World, detachments: tuple[Detachment, ...]) -> int:
    """Supplies that detachments without followers eat a day, as a garrison does (C-STR-05)."""
    params = world.params
    eats = {
        "infantry": params[INFANTRY_EATS],
        "cavalry": params[CAVALRY_EATS],
        "artillery": params[ARTILLERIST_EATS],
    }
    return sum(
        each.soldiers * eats[each.kind]
        + each.wagons * params[WAGON_EATS]
        + (each.six + each.eighteen) * params[CANNON_EATS]
        for each in detachments
    )


def capacity(world: World, army: Army) -> int:
    """Supplies an army can carry; wagons loaded with engines carry none (C-SUP-02, C-ENG-04)."""
    params, men = world.params, headcount(army.detachments)
    empty = max(0, men.wagons - params[WAGONS_PER_SET] * army.engines.packed)
    total = Fraction(
        men.infantry * params[INFANTRY_CARRIES]
        + men.artillery * params[ARTILLERIST_CARRIES]
        + noncombatants(world, army) * params[FOLLOWER_CARRIES]
        + men.cavalry * params[CAVALRY_CARRIES]
        + empty * params[WAGON_CARRIES]
        + men.cannon * params[CANNON_CARRIES]
    )
    if has_trait(world, army.leader, "logistician"):
        total *= 1 + Fraction(params[LOGISTICIAN_CAPACITY], 100)
    return stores(params, total)


def whole_capacity(world: World, army: Army) -> int:
    """What an army could carry if nobody were absent: what fits that is not lost (C-MOR-08/b)."""
    if len(army.present) == len(army.detachments):
        return capacity(world, army)
    back = tuple(msgspec.structs.replace(each, away=False) for each in army.detachments)
    return capacity(world, msgspec.structs.replace(army, detachments=back))


def chest_of(world: World, army: Army) -> int:
    """Doubloons with an army: its commander's chest, or what a captain keeps (C-MON-01)."""
    leader = world.find(Commander, army.leader) if army.leader else None
    return army.chest if leader is None else leader.purse


def money_weight(world: World, army: Army) -> int:
    """Room that an army's money takes (C-MON-02)."""
    params = world.params
    return chest_of(world, army) * params[CHEST_WEIGHT] + army.purses * params[PURSE_WEIGHT]


def burden(world: World, army: Army) -> int:
    """Room that is taken by what is no supplies: money, and books of spells (C-WIZ-04)."""
    return money_weight(world, army) + books_weight(world, army)


def free_room(world: World, army: Army) -> int:
    """Supplies that an army can still take on; never below 0."""
    return max(0, capacity(world, army) - burden(world, army) - army.supplies)


def days_left(need: int, stock: int) -> int:
    """Whole days that a stock lasts; 0 days for one that needs nothing, too."""
    return stock // need if need else 0
