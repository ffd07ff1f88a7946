"""The figures of fleets that several chapters need (C-FLEET, C-SHIP-09)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from world.pack import Chapter
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.rounding import people
from world.state import World

chapter = Chapter("seafaring", "The morale of fleets")

MORALE = chapter.param("ship.morale", 9, "morale", "C-SHIP-09", "of a ship newly commissioned")
MORALE_MODE = chapter.param(
    "fleet.morale_mode",
    "shared",
    "mode",
    "C-SHIP-09",
    "whether fleets that join share the mean of their morale, by their crews, or the lower of both",
    choices=("shared", "lowest"),
)


def figure(world: World, name: str, *, default: Any) -> Any:
    """A figure that a chapter on land owns and that holds at sea, too; its default without one."""
    param = world.pack.params.get(name)
    return default if param is None else world.params[param]


def joined_morale(world: World, one: Fleet, other: Fleet) -> int:
    """The morale of two fleets that are one from now on (C-SHIP-09/a); means are rounded down."""
    if world.params[MORALE_MODE] == "lowest":
        return min(one.morale, other.morale)
    hands = one.crew + other.crew
    if not hands:
        return min(one.morale, other.morale)
    return (one.morale * one.crew + other.morale * other.crew) // hands


def share_of(world: World, count: int, share: Fraction) -> int:
    """A share of so many heads, rounded once, never more than there are (C-GEN-04)."""
    return min(count, people(world.params, count * share))
