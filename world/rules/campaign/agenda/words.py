"""What an army or a fleet is at, and until when, as its commander is told of it (M-ORD-01)."""

from __future__ import annotations

from world.rules.campaign.nouns.afloat import voyage_view
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.stretch import expected_arrival
from world.state import World


def what_of(world: World, unit: Army | Fleet) -> str:
    """What it has begun that takes its time and of which nobody else tells; '' for nothing."""
    if isinstance(unit, Fleet):
        voyage = unit.voyage
        return f"sails for {scene(world).called(voyage.path[-1])}" if voyage is not None else ""
    army = unit
    if army.march is not None:
        return f"marches to {scene(world).called(army.march.goal)}"
    if army.engines.job:
        return f"is at work on siege engines ({army.engines.job})"
    return ""


def until_of(world: World, unit: Army | Fleet, now: int) -> str:
    """When it should be over, in a sentence; '' where nobody can tell."""
    calendar = world.calendar
    if isinstance(unit, Fleet):
        view = voyage_view(world, unit)
        if view is None or view.arrives is None:
            return ""
        return f" If nothing changes it is there by {calendar.format(view.arrives)}."
    army, march = unit, unit.march
    if march is not None:
        # By night nobody knows how far he has come (C-NIGHT-03).
        due = None if march.dusk else expected_arrival(world, army, now)
        if due is None:
            return ""
        return f" If nothing changes it is there by {calendar.format(due)}."
    entry = world.timeline.entries.get(army.engines.done) if army.engines.job else None
    return f" It should be done by {calendar.format(entry.due)}." if entry is not None else ""
