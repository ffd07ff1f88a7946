"""The land and what it bears: hexes foraged, burnt, or called up (C-FOR-03, C-TOR-01, C-REC-08)."""

from __future__ import annotations

import msgspec

from world.dates import DAY_MS
from world.entity import Entity
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import OUTRIDER, has_trait
from world.rules.campaign.nouns.day import YEAR_DAYS, spring_of
from world.rules.campaign.nouns.ground import scene
from world.state import World

chapter = Chapter("land", "What the land bears, and how far armies reach for it")

RADIUS = chapter.param("forage.radius", 1, "hex", "C-FOR-01", "how far foragers go")
MAX_TIMES = chapter.param(
    "forage.max_times", 5, "times", "C-FOR-03", "after which a hex is bare until spring"
)
CAVALRY_RADIUS = chapter.param(
    "forage.cavalry_radius", 2, "hexes", "C-FOR-04", "how far foragers and torches go with horse"
)
BLOCKED_BY_WATER = chapter.param(
    "forage.blocked_by_water", True, "bool", "C-FOR-04", "whether water stops foragers"
)
TORCH_RADIUS = chapter.param("torch.radius", 1, "hex", "C-TOR-01", "how far torches go")
TORCH_AS_CAVALRY = chapter.param(
    "skirmisher.torch_as_cavalry",
    False,
    "bool",
    "C-SPEC-03",
    "whether skirmishers torch as far as horse",
)
OUTRIDER_TORCHES = chapter.param(
    "trait.outrider.torch", False, "bool", "C-TRAIT-11", "whether his radius holds for torches"
)


class Land(Entity, frozen=True, tag="land"):
    """What has been taken from a hex.

    Attributes:
        spring: the year of the spring since which ``foraged`` and ``torched`` count (C-TIME-05).
        foraged: how often it was foraged since, by all armies together.
        last: game instant (ms) of the last foraging; None for never.
        levied: game instants (ms) at which levies from it were complete.
    """

    place: str
    spring: int = 0
    foraged: int = 0
    torched: bool = False
    last: int | None = None
    levied: tuple[int, ...] = ()


chapter.declare(Land)


def land_at(world: World, place: str, now: int) -> Land:
    """What has been taken from a hex, as it counts now: spring mends the fields (C-TIME-05)."""
    found = world.find(Land, f"land:{place}") or Land(id=f"land:{place}", place=place)
    spring = spring_of(world, now)
    if found.spring == spring:
        return found
    return msgspec.structs.replace(found, spring=spring, foraged=0, torched=False)


def is_bare(world: World, land: Land) -> bool:
    """Whether a hex gives nothing until next spring (C-FOR-03)."""
    return land.foraged >= world.params[MAX_TIMES]


def within_a_year(world: World, instant: int | None, now: int) -> bool:
    """Whether something happened less than a year before an instant."""
    return instant is not None and now - instant < world.params[YEAR_DAYS] * DAY_MS


def settlement(world: World, place: str) -> int:
    """The settlement score of a hex (C-MAP-03)."""
    ground = scene(world)
    return ground.atlas.tile(ground.hex(place)).settlement


def forage_radius(world: World, army: Army) -> int:
    """How many hexes an army's foragers go (C-FOR-01, C-FOR-04, C-SPEC-03, C-TRAIT-11)."""
    if not army.scouts_mounted:
        return world.params[RADIUS]
    outrider = has_trait(world, army.leader, "outrider")
    return world.params[OUTRIDER if outrider else CAVALRY_RADIUS]


def torch_radius(world: World, army: Army) -> int:
    """How many hexes an army's torches go (C-TOR-01, C-FOR-04)."""
    params = world.params
    skirmishers = any(each.special == "skirmishers" for each in army.present)
    horse = army.count("cavalry") > 0 or (skirmishers and params[TORCH_AS_CAVALRY])
    if not horse:
        return params[TORCH_RADIUS]
    outrider = has_trait(world, army.leader, "outrider") and params[OUTRIDER_TORCHES]
    return params[OUTRIDER if outrider else CAVALRY_RADIUS]


def in_reach(world: World, place: str, radius: int) -> tuple[str, ...]:
    """The land within so many steps of a hex, itself first, the nearest before the farther.

    Foragers have no boats: what lies beyond water is out of reach (C-FOR-04/a).
    """
    return world.derived(("land in reach", place, radius), lambda: _in_reach(world, place, radius))


def _in_reach(world: World, place: str, radius: int) -> tuple[str, ...]:
    ground = scene(world)
    disc = ground.within(place, radius)
    land = [label for label in disc if ground.hex(label) not in ground.water]
    if not world.params[BLOCKED_BY_WATER]:
        return tuple(land)
    reached, edge = {place}, [place]
    for _ in range(radius):
        edge = [
            label
            for label in land
            if label not in reached and any(ground.distance(label, near) == 1 for near in edge)
        ]
        reached.update(edge)
    return tuple(label for label in land if label in reached)
