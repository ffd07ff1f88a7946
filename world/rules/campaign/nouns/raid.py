"""Raids: detachments sent out to harry an enemy for a day (C-HARRY)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from world.entity import Entity
from world.map.hexes import Hex
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.sight import day_radius
from world.rules.campaign.nouns.sky import weather_at
from world.state import World

chapter = Chapter("raids", "Raids, and what they do to an army that is beset")

PACE_FACTOR = chapter.param(
    "harry.pace_factor",
    Fraction(1, 2),
    "factor",
    "C-HARRY-08",
    "share of its pace that an army keeps on a day on which it is harried",
)

Aim = Literal["kill", "torch", "loot", "supplies"]


class Raid(Entity, frozen=True, tag="raid"):
    """A detachment of an army that is to harry another, or is out to do so (C-HARRY-01).

    Attributes:
        army: whose detachment it is, and ``target`` the army it harries.
        aim: to kill soldiers, burn stores, or carry off money or supplies (C-HARRY-02).
        begins: the dawn (ms) at which it rides out; ``event`` what it waits for.
        out: whether it is out; ``done`` that it has harried and is only on its way back.
        broken: why nothing will come of it, though it is out; '' while something may.
        face: its throw for success where that was made when it rode out; 0 for not yet.
    """

    army: str
    detachment: str
    target: str
    aim: Aim
    begins: int
    event: str
    out: bool = False
    done: bool = False
    broken: str = ""
    face: int = 0


chapter.declare(Raid)


def raids_of(world: World, army: str) -> tuple[Raid, ...]:
    """The raids of an army, those to come and those that are out, in id order."""
    return tuple(raid for raid in world.of(Raid) if raid.army == army)


def raids_on(world: World, army: str) -> tuple[Raid, ...]:
    """The raids that are out against an army, in id order."""
    return tuple(raid for raid in world.of(Raid) if raid.target == army and raid.out)


def harry_radius(world: World, army: Army) -> int:
    """How far by daylight an army's detachments ride out: as far as its scouts see (C-HARRY-01)."""
    return day_radius(world, army, weather_at(world, army.place).condition)


def harry_reach(world: World, army: Army, place: str) -> tuple[str, ...]:
    """The hexes in which an army at a place can harry by daylight, nearest first."""
    ground = scene(world)
    centre: Hex = ground.hex(place)
    found = ground.within(place, harry_radius(world, army))
    return tuple(sorted(found, key=lambda at: (centre.distance(ground.hex(at)), at)))


def beset_factor(world: World, army: Army, date: int) -> Fraction:
    """What being harried does to the pace of an army on a date (C-HARRY-08)."""
    return world.params[PACE_FACTOR] if army.harried == date else Fraction(1)
