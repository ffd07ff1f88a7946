"""Guns, their crews and guards, and what they add to a siege or a battle (C-ART)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from world.pack import Chapter
from world.param import Params
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.magic import EXEMPT, is_wizard
from world.rules.campaign.nouns.rounding import steps
from world.state import World

chapter = Chapter("guns", "Guns and their crews")

CREW = chapter.param(
    "artillery.crew_per_cannon", 10, "artillerists", "C-ART-01", "to serve one gun"
)
UNCREWED = chapter.param(
    "artillery.uncrewed_count", False, "bool", "C-ART-01", "whether guns without crews count"
)
SIX_COUNT = chapter.param(
    "cannon.six.siege_count", 20, "6-pounders", "C-ART-04", "how many 6-pounders help a siege"
)
SIX_BONUS = chapter.param(
    "cannon.six.siege_bonus", 1, "bonus", "C-ART-04", "what that many 6-pounders add"
)
EIGHTEEN_COUNT = chapter.param(
    "cannon.eighteen.siege_count",
    10,
    "18-pounders",
    "C-ART-04",
    "how many 18-pounders help a siege",
)
EIGHTEEN_BONUS = chapter.param(
    "cannon.eighteen.siege_bonus", 1, "bonus", "C-ART-04", "what that many 18-pounders add"
)
BONUS_TO = chapter.param(
    "artillery.siege_bonus_to",
    "weekly_roll",
    "target",
    "C-ART-04",
    "what siege guns are added to",
    choices=("weekly_roll", "assault", "both"),
)
STACKS = chapter.param(
    "artillery.siege_bonus_stacks",
    False,
    "bool",
    "C-ART-04",
    "whether twice the guns give twice the bonus",
)


EIGHTEEN_WEIGHT = chapter.param(
    "cannon.eighteen.weight", 4, "factor", "C-ART-03", "6-pounders that an 18-pounder counts for"
)
MORE_BONUS = chapter.param(
    "artillery.more_bonus", 1, "bonus", "C-ART-03", "to the side with more guns in battle"
)
PER_100 = chapter.param(
    "artillery.per_100_bonus", 1, "bonus per 100%", "C-ART-03", "for every 100% more guns"
)
ZERO_OPPONENT = chapter.param(
    "artillery.zero_opponent", 5, "cannon", "C-ART-03", "what a side without guns is taken to have"
)
CANNON_CAP = chapter.param(
    "battle.cannon_cap", 5, "bonus", "C-BAT-M02", "the most that guns can add in battle"
)
BATTERY_MAX = chapter.param(
    "artillery.battery_max", 10, "cannon", "C-ART-01", "the most guns that are one battery"
)
BATTERY_CANNON = chapter.param(
    "artillery.battery_cannon", 5, "cannon", "C-ART-01", "the fewest guns that are a battery"
)
PER_INFANTRY = chapter.param(
    "artillery.max_per_infantry_detachment",
    1,
    "factor",
    "C-ART-05",
    "batteries that one detachment of foot can guard",
)


class Guns(msgspec.Struct, frozen=True):
    """Guns that can be served."""

    six: int
    eighteen: int

    @property
    def count(self) -> int:
        """How many they are."""
        return self.six + self.eighteen


def working_guns(world: World, army: Army) -> Guns:
    """The guns an army can serve; the heavy ones get their crews first (C-ART-01)."""
    if world.params[UNCREWED]:
        return Guns(army.six, army.eighteen)
    crews = army.count("artillery") // world.params[CREW]
    eighteen = min(army.eighteen, crews)
    return Guns(min(army.six, crews - eighteen), eighteen)


def siege_bonus(world: World, armies: Iterable[Army]) -> int:
    """What besiegers' guns add to the weekly roll (C-ART-04)."""
    return 0 if world.params[BONUS_TO] == "assault" else _siege_bonus(world, armies)


def assault_bonus(world: World, armies: Iterable[Army]) -> int:
    """What besiegers' siege guns add to an assault, where the rules are set so (C-ART-04/a)."""
    return 0 if world.params[BONUS_TO] == "weekly_roll" else _siege_bonus(world, armies)


def _siege_bonus(world: World, armies: Iterable[Army]) -> int:
    params = world.params
    guns = [working_guns(world, army) for army in armies]
    bonus = 0
    for count, least, each in (
        (sum(g.six for g in guns), params[SIX_COUNT], params[SIX_BONUS]),
        (sum(g.eighteen for g in guns), params[EIGHTEEN_COUNT], params[EIGHTEEN_BONUS]),
    ):
        batteries = count // max(1, least)
        bonus += each * (batteries if params[STACKS] else min(batteries, 1))
    return bonus


def batteries(world: World, army: Army) -> tuple[Guns, ...]:
    """The batteries of an army, in the order of its roster (C-ART-01/b).

    A detachment's guns are one battery up to so many, and one more for as many begun beyond that,
    the heavy ones first.
    """
    most = max(1, world.params[BATTERY_MAX])
    found = []
    for detachment in army.present:
        six, eighteen = detachment.six, detachment.eighteen
        while six + eighteen:
            heavy = min(eighteen, most)
            light = min(six, most - heavy)
            found.append(Guns(light, heavy))
            six, eighteen = six - light, eighteen - heavy
    return tuple(found)


def batteries_guarded(world: World, army: Army) -> int:
    """How many batteries an army's foot can guard (C-ART-05)."""
    guards = sum(
        d.kind == "infantry" and not (is_wizard(d) and world.params[EXEMPT]) for d in army.present
    )
    return world.params[PER_INFANTRY] * guards


def unguarded(world: World, army: Army) -> Guns:
    """Guns beyond what the foot can guard: the last batteries of the roster (C-ART-05/a)."""
    beyond = batteries(world, army)[batteries_guarded(world, army) :]
    return Guns(sum(each.six for each in beyond), sum(each.eighteen for each in beyond))


def guns_in_battle(world: World, army: Army) -> int:
    """What an army's working guns count for in battle; unguarded ones do not (C-ART-03)."""
    guarded = batteries(world, army)[: batteries_guarded(world, army)]
    served = working_guns(world, army)
    six = min(served.six, sum(each.six for each in guarded))
    eighteen = min(served.eighteen, sum(each.eighteen for each in guarded))
    return six + world.params[EIGHTEEN_WEIGHT] * eighteen


def gun_bonus(params: Params, one: int, other: int) -> int:
    """What a side's guns add to its total against the other's, at most the cap (C-ART-03)."""
    if one <= other:
        return 0
    against = other or params[ZERO_OPPONENT]
    more = max(0, steps(params, Fraction(one - against, against)))
    return min(params[CANNON_CAP], params[MORE_BONUS] + more * params[PER_100])
