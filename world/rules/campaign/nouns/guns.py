"""Guns, their crews, and what they add to a siege (C-ART-01, C-ART-04)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
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


class Guns(msgspec.Struct, frozen=True):
    """Guns that can be served."""

    six: int
    eighteen: int


def working_guns(world: World, army: Army) -> Guns:
    """The guns an army can serve; the heavy ones get their crews first (C-ART-01)."""
    if world.params[UNCREWED]:
        return Guns(army.six, army.eighteen)
    crews = army.count("artillery") // world.params[CREW]
    eighteen = min(army.eighteen, crews)
    return Guns(min(army.six, crews - eighteen), eighteen)


def siege_bonus(world: World, armies: Iterable[Army]) -> int:
    """What besiegers' guns add to the weekly roll (C-ART-04)."""
    params = world.params
    if params[BONUS_TO] == "assault":
        return 0
    guns = [working_guns(world, army) for army in armies]
    bonus = 0
    for count, least, each in (
        (sum(g.six for g in guns), params[SIX_COUNT], params[SIX_BONUS]),
        (sum(g.eighteen for g in guns), params[EIGHTEEN_COUNT], params[EIGHTEEN_BONUS]),
    ):
        batteries = count // max(1, least)
        bonus += each * (batteries if params[STACKS] else min(batteries, 1))
    return bonus
