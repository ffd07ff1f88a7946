"""Armies caught at something else than battle order, worn out, or hungry (C-BAT-M09 to M12)."""

from __future__ import annotations

from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.day import half_of
from world.rules.campaign.nouns.fleet import loading_of
from world.rules.campaign.nouns.stretch import settled
from world.state import World

_DISORDER = {
    "flight": "in flight",
    "paralysis": "out of hand after a rout",
    "disarmed": "without its arms",
}


def caught_at(world: World, army: Army, now: int) -> str:
    """What an army is found at that is no battle order; '' for one that is ready (C-BAT-M12)."""
    if army.disorder is not None:
        return _DISORDER[army.disorder.kind]
    march = settled(world, army, now).march
    if march is not None and march.wait is not None and march.wait.num > 0:
        return "fording a river"
    away = sum(d.soldiers for d in army.detachments if d.name in army.harrying)
    if 2 * away > army.strength:
        return "away harrying the enemy"
    at_work = next((work.kind for work in army.works if work.under_way), "")
    if at_work:
        return {"forage": "foraging", "torch": "torching"}[at_work]
    found = loading_of(world, army)
    if found is not None and found[1].begins <= now:
        return "going aboard or ashore"
    if army.rest is not None and army.rest.begins <= now:
        return "resting"
    return ""


def exhausted(world: World, army: Army, now: int) -> bool:
    """Whether it marched by night and day, or by night forced, since the last dawn but one.

    A night belongs to the date of its evening, so the dates that count are today's and yesterday's
    (C-BAT-M10).
    """
    today = half_of(world, now).date
    lately = [day for day in army.diary if day.date >= today - 1]
    both = any(day.by_day for day in lately) and any(day.by_night for day in lately)
    return both or any(day.night_forced for day in lately)
