"""Marches: a division in a day, a corps in twenty, and forced marches by day and night."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from service.history.ground import Road, row
from service.history.stage import DAY, HOUR, Figures, Stage, hours
from world.rules.campaign.march.notices import MarchOver
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.day import half_of
from world.rules.campaign.nouns.stretch import settled
from world.rules.campaign.view import view

_FAR = 900
#: Three German miles: a day's march on a road in Clausewitz.
_THREE_MILES_KM = Fraction(226, 10)

#: A division: two brigades and a battery.
DIVISION = (
    {"name": "1st Brigade", "soldiers": 2500},
    {"name": "2nd Brigade", "soldiers": 2300},
    {"name": "Battery", "soldiers": 200, "kind": "artillery", "six_pounders": 8, "wagons": 12},
)
#: A corps of 30,000 with 88 guns, such as Bülow's.
CORPS = (
    {"name": "1st Brigade", "soldiers": 6300},
    {"name": "2nd Brigade", "soldiers": 6300},
    {"name": "3rd Brigade", "soldiers": 6300},
    {"name": "4th Brigade", "soldiers": 6300},
    {"name": "Cavalry", "soldiers": 3000, "kind": "cavalry"},
    {"name": "Guns", "soldiers": 1800, "kind": "artillery", "six_pounders": 88, "wagons": 140},
)


def day_of_a_division(figures: Figures) -> Fraction:
    """Km a division makes on one fair day on a road, from one dawn to the next."""
    stage = _marching(_fair(figures), DIVISION, "march to=There")
    stage.run(DAY + 4 * HOUR)
    return _km_done(stage)


def three_miles(figures: Figures) -> Fraction:
    """Hours a division is on its legs, from dawn on, for 22.6 km of road on a fair day."""
    stage = _marching(_fair(figures), DIVISION, "march to=There", km=_THREE_MILES_KM)
    return hours(stage.first("ney", MarchOver, 9 * DAY) - _dawn(stage))


def twenty_days(figures: Figures) -> Fraction:
    """Km a day of a corps over twenty days of June with their rests and their weather."""
    stage = _marching(figures, CORPS, "march to=There")
    stage.run(20 * DAY)
    return _km_done(stage) / 20


def forced(figures: Figures) -> Fraction:
    """Km a division makes in 44 hours, marching by day and by night as hard as it can."""
    stage = _stage(_fair(figures), DIVISION)
    began = _dawn(stage)
    stage.order(began, "ney", "march to=There pace=forced night=forced")
    stage.run(began + 44 * HOUR)
    return _km_done(stage)


def passing(figures: Figures) -> Fraction:
    """Hours in which a corps of 30,000 passes a point, by its column and the pace it keeps."""
    stage = _marching(_fair(figures), CORPS, "march to=There")
    began = _dawn(stage)
    stage.run(began + 4 * HOUR)
    (own,) = view(stage.world, "ney").armies
    return Fraction(own.column_metres, 1000) / (_km_done(stage) / 4)


def _marching(
    figures: Figures, detachments: tuple[dict[str, Any], ...], order: str, km: int | Fraction = _FAR
) -> Stage:
    """A commander with his army at the beginning of a road, ordered at midnight to go along it."""
    stage = _stage(figures, detachments, km)
    stage.order(0, "ney", order)
    return stage


def _stage(
    figures: Figures, detachments: tuple[dict[str, Any], ...], km: int | Fraction = _FAR
) -> Stage:
    cast = {
        "factions": {"france": {"name": "France"}},
        "commanders": {"ney": {"name": "Marshal Ney", "faction": "france"}},
        "armies": {
            "first": {
                "name": "The army",
                "at": "Here",
                "commander": "ney",
                "supplies": 10_000_000,
                "detachments": list(detachments),
            }
        },
    }
    return Stage(cast, row("Here", Road("There", km)), figures)


def _dawn(stage: Stage) -> int:
    """The first dawn of the campaign, which begins at midnight."""
    return half_of(stage.world, 0).end


def _km_done(stage: Stage) -> Fraction:
    """How far along its road the army has come."""
    world = stage.world
    army = settled(world, stage.get(Army, "first"), stage.now)
    march = army.march
    assert march is not None  # noqa: S101 - no army comes to the end of that road
    ground, way = world.scene, march.path[: march.at + 1]
    done: int = sum(ground.metres(a, b) for a, b in pairwise(way))
    return (done + march.covered.value) / 1000


def _fair(figures: Figures) -> Figures:
    """Every day of summer is fair."""
    return {**figures, "weather.table.summer": "1-6/-/-"}
