"""A levy while it is raised, and what an area yields (C-REC)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.land import settlement
from world.rules.campaign.nouns.rounding import people
from world.state import World

chapter = Chapter("levies", "Levies while they are raised, and what an area yields")

_YIELDS = {
    score: chapter.param(
        f"recruit.yield_{score}",
        soldiers,
        "soldiers",
        "C-REC-02",
        f"that a hex of score {score} gives",
    )
    for score, soldiers in ((10, 25), (20, 50), (30, 75), (40, 100))
}
YIELD_PER_POINT = chapter.param(
    "recruit.yield_per_point",
    Fraction(5, 2),
    "soldiers per point",
    "C-REC-02",
    "that a hex of any other score gives",
)
ROUND_TO = chapter.param(
    "recruit.round_to", 100, "soldiers", "C-REC-03", "to which the sum is rounded"
)
ROUND_HALF = chapter.param(
    "recruit.round_half",
    "up",
    "mode",
    "C-REC-03",
    "how an exact half is rounded",
    choices=("up", "down"),
)
CAVALRY_FRACTION = chapter.param(
    "recruit.cavalry_fraction", Fraction(1, 4), "x N", "C-REC-04", "horse that a levy brings"
)
CAVALRY_ON_TOP = chapter.param(
    "recruit.cavalry_on_top",
    True,
    "bool",
    "C-REC-04",
    "whether the horse comes on top of the infantry, or out of its number",
)
WAGON_FRACTION = chapter.param(
    "recruit.wagon_fraction", Fraction(1, 20), "x N", "C-REC-05", "wagons that a levy brings"
)


class Levy(Entity, frozen=True, tag="levy"):
    """Men called to arms who have not come together yet.

    Attributes:
        stronghold: whose area they come from; ``place`` the hex in which they rally.
        by: the commander who raises them; ``leader`` who is to lead them, '' for a captain.
        infantry, cavalry, wagons: how many come.
        hexes: the area.
        due: game instant (ms) at which they are there; ``event`` that is it.
        halted: time left (ms) while a siege holds the levy up; -1 while it goes on.
    """

    stronghold: str
    place: str
    by: str
    leader: str
    infantry: int
    cavalry: int
    wagons: int
    hexes: tuple[str, ...]
    due: int
    event: str
    halted: int = -1


chapter.declare(Levy)


class Yield(msgspec.Struct, frozen=True):
    """What an area gives when it is called up."""

    infantry: int
    cavalry: int
    wagons: int


def area_of(world: World, stronghold: str) -> tuple[str, ...]:
    """The hexes a stronghold controls, in order of their labels (C-STR-06)."""
    control = scene(world).control
    return tuple(sorted(label for label, site in control.items() if site == stronghold))


def levies_of(world: World, stronghold: str) -> tuple[Levy, ...]:
    """The levies that a stronghold is raising."""
    return tuple(levy for levy in world.of(Levy) if levy.stronghold == stronghold)


def yield_of(world: World, hexes: tuple[str, ...]) -> Yield:
    """Foot, horse and wagons of a levy from an area (C-REC-02 to C-REC-05)."""
    params = world.params
    total = Fraction(0)
    for label in hexes:
        score = settlement(world, label)
        known = _YIELDS.get(score)
        total += params[known] if known is not None else score * params[YIELD_PER_POINT]
    step = params[ROUND_TO]
    count = _nearest(total / step, up=params[ROUND_HALF] == "up") * step
    cavalry = people(params, count * params[CAVALRY_FRACTION])
    infantry = count if params[CAVALRY_ON_TOP] else count - cavalry
    return Yield(infantry, cavalry, people(params, count * params[WAGON_FRACTION]))


def _nearest(value: Fraction, *, up: bool) -> int:
    whole, rest = divmod(value, 1)
    half = Fraction(1, 2)
    return int(whole) + (rest > half or (rest == half and up))
