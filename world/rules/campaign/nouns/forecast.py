"""What the weather will be: the referee sees a week of it, players what is around them (C-WEA-01).

Dice follow from cause, so those of the dawns to come are known to whoever holds the secret.  What
the referee then says, and magic, are not foreseen.
"""

from __future__ import annotations

import msgspec

from world.kernel.nouns import REFEREE, Recurring
from world.recurrence import next_after
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.asking import WAITS
from world.rules.campaign.nouns.sky import (
    PERIOD,
    Condition,
    condition_of,
    regions,
    weather_id,
)
from world.state import World
from world.units import GameMs

#: How the dawn's recurrence is called, for what its die is thrown, and by which decision.
DAWN, DIE, RULE = "weather", "weather", "D-WEA-01"
_DAYS = 7


class ForecastDay(msgspec.Struct, frozen=True):
    """The weather of a region ('' for the whole map) from a dawn on, if the dice decide it."""

    region: str
    at: GameMs
    condition: Condition


def forecast(world: World, person: str) -> tuple[ForecastDay, ...]:
    """The weather that the dice of the next seven dawns bring, for the referee.

    Nothing where the referee is waited for each dawn (``decision.waits``): what the die then
    follows from has not happened yet.
    """
    if person != REFEREE or RULE in world.params[WAITS]:
        return ()
    dawns = {each.subject: each for each in world.of(Recurring) if each.name == DAWN}
    found = []
    for region in regions(world):
        recurring = dawns.get(weather_id(region))
        if recurring is not None:
            found += _week(world, region, recurring)
    return tuple(found)


def _week(world: World, region: str, recurring: Recurring) -> list[ForecastDay]:
    calendar, secret = world.calendar, world.secret
    found, at = [], world.now
    for _ in range(_DAYS):
        at, slot = next_after(recurring.when, at, calendar)
        if (calendar.day_of(at) - calendar.day_of(0)) % max(1, world.params[PERIOD]):
            continue
        dawn = secret.name(f"{recurring.name}/{recurring.subject}/{slot}")
        reason = f"settle/{RULE}/{recurring.subject}/{DIE}"
        (face,) = secret.foreseen(dawn, reason, 0, 0, "1d6")
        season = day.season_of(world, at)
        found.append(ForecastDay(region, at, condition_of(world.params, season, face)))
    return found
