"""The weather, by region of the map (C-WEA)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal

from world.entity import Entity
from world.pack import Chapter
from world.param import Param, Params
from world.rules.campaign.nouns.ground import scene
from world.state import World

chapter = Chapter("sky", "What the weather does to marches and to sight")

REGION_MODE = chapter.param(
    "weather.region_mode",
    "map",
    "mode",
    "C-WEA-01",
    "one weather for the map, or one for each of its weather regions",
    choices=("map", "regions"),
)
PERIOD = chapter.param("weather.period_days", 1, "day", "C-WEA-01", "how long a weather lasts")
BAD_PACE = chapter.param(
    "weather.bad_pace_factor", Fraction(1), "factor", "C-WEA-03", "share of the pace in bad weather"
)
VERY_BAD_PACE = chapter.param(
    "weather.very_bad_pace_factor",
    Fraction(1, 2),
    "factor",
    "C-WEA-03",
    "share of the pace in very bad weather",
)
CLOSES_FORDS = chapter.param(
    "weather.very_bad_closes_fords",
    True,
    "bool",
    "C-WEA-03",
    "whether rivers cannot be forded in very bad weather",
)
SLOWS_MESSENGERS = chapter.param(
    "weather.slows_messengers",
    False,
    "bool",
    "C-WEA-03",
    "whether the weather over the place from which a rider sets out slows him as it does a march",
)

TABLES: dict[str, Param[str]] = {
    "spring": chapter.param(
        "weather.table.spring",
        "1-4/5/6",
        "d6 ranges",
        "C-WEA-01",
        "which throws bring which weather in spring",
    ),
    "summer": chapter.param(
        "weather.table.summer",
        "1-5/6/-",
        "d6 ranges",
        "C-WEA-01",
        "which throws bring which weather in summer",
    ),
    "autumn": chapter.param(
        "weather.table.autumn",
        "1-3/4-5/6",
        "d6 ranges",
        "C-WEA-01",
        "which throws bring which weather in autumn",
    ),
    "winter": chapter.param(
        "weather.table.winter",
        "1-3/4-5/6",
        "d6 ranges",
        "C-WEA-01",
        "which throws bring which weather in winter",
    ),
}
_RANGE = re.compile(r"([1-6])(?:-([1-6]))?")

Condition = Literal["fair", "bad", "very bad"]
_CONDITIONS: tuple[Condition, ...] = ("fair", "bad", "very bad")
Effect = Literal["usual", "slowed", "stopped", "rivers up"]


class Weather(Entity, frozen=True, tag="weather"):
    """The weather of a region ('' for the whole map) since an instant.

    ``effect`` is what the referee has it do beyond the usual (C-WEA-02).
    """

    region: str
    condition: Condition = "fair"
    effect: Effect = "usual"
    since: int = 0


class WeatherSpell(Entity, frozen=True, tag="weather_spell"):
    """Weather that magic has made over some places since an instant (C-WIZ-08)."""

    places: tuple[str, ...]
    condition: Condition
    since: int


chapter.declare(Weather, WeatherSpell)


def ranges(text: str) -> tuple[range, range, range] | None:
    """The faces for fair, bad and very bad weather of ``1-4/5/6``; None if they are none.

    Every face from 1 to 6 must stand in exactly one of them; ``-`` stands for no face.
    """
    parts = text.split("/")
    if len(parts) != 3:
        return None
    found = []
    for part in parts:
        match = _RANGE.fullmatch(part)
        if match is None and part != "-":
            return None
        found.append(range(int(match[1]), int(match[2] or match[1]) + 1) if match else range(0))
    faces = sorted(face for each in found for face in each)
    return (found[0], found[1], found[2]) if faces == [1, 2, 3, 4, 5, 6] else None


def condition_of(params: Params, season: str, face: int) -> Condition:
    """The weather that a face of the die brings in a season."""
    table = ranges(params[TABLES[season]])
    assert table is not None  # noqa: S101 - see mistakes()
    return next(c for c, faces in zip(_CONDITIONS, table, strict=True) if face in faces)


def mistakes(params: Params) -> list[Param[str]]:
    """The tables that cannot be read."""
    return [param for param in TABLES.values() if ranges(params[param]) is None]


def weather_id(region: str) -> str:
    """The id of a region's weather."""
    return f"weather:{region}"


def regions(world: World) -> tuple[str, ...]:
    """The regions that have weather of their own, in order; ('',) for one over the map."""
    if world.params[REGION_MODE] == "map":
        return ("",)
    return tuple(sorted({tile.weather for tile in scene(world).atlas.tiles}))


def region_of(world: World, label: str) -> str:
    """The weather region of a hex."""
    if world.params[REGION_MODE] == "map":
        return ""
    ground = scene(world)
    return ground.atlas.tile(ground.hex(label)).weather


def weather_at(world: World, label: str) -> Weather:
    """The weather over a hex, be it of this world or not; fair before the first dawn."""
    region = region_of(world, label)
    spells = world.of(WeatherSpell)
    over = [spell for spell in spells if label in spell.places] if spells else None
    if over:
        spell = max(over, key=lambda each: (each.since, each.id))
        return Weather(id=spell.id, region=region, condition=spell.condition, since=spell.since)
    found = world.find(Weather, weather_id(region))
    return found if found is not None else Weather(id=weather_id(region), region=region)


def pace_factor(world: World, label: str) -> Fraction:
    """What the weather over a hex does to the pace of a march (C-WEA-03)."""
    weather = weather_at(world, label)
    if weather.effect == "stopped":
        return Fraction(0)
    if weather.condition == "very bad" or weather.effect == "slowed":
        return world.params[VERY_BAD_PACE]
    return world.params[BAD_PACE] if weather.condition == "bad" else Fraction(1)


def rider_factor(world: World, label: str) -> Fraction:
    """What the weather over a hex does to the pace of a rider who sets out from it (C-WEA-03/a).

    He rides on in what stops an army, as in very bad weather.
    """
    if not world.params[SLOWS_MESSENGERS]:
        return Fraction(1)
    return pace_factor(world, label) or world.params[VERY_BAD_PACE] or Fraction(1)


def fords_closed(world: World, label: str) -> bool:
    """Whether no river can be forded from a hex in this weather (C-WEA-03)."""
    weather = weather_at(world, label)
    if weather.effect == "rivers up":
        return True
    return weather.condition == "very bad" and world.params[CLOSES_FORDS]
