"""The figures of captains and of commanders nobody plays, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.world.rules.campaign.field import DAY, army
from tests.world.rules.campaign.test_doctrine import FOOT, NPC, field
from world.errors import BadScenario

Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "captain.forage_under_days": 0,
    "npc.doctrine": "defend",
    "npc.forage_under_days": 3,
    "npc.temperaments": ("stubborn", "greedy", "timid", "loyal", "ambitious"),
}


def hungry_captain(params: Params) -> object:
    short = {"corps": army("0301", FOOT, name="Corps", owner="ney", supplies=2_000)}
    return field(armies=short, hungry=True, params=params).run(3 * DAY).army("corps").hungry


def left_alone(params: Params) -> object:
    """What an army under a commander nobody plays is told to do from the beginning."""
    weiss = {"name": "Baron Weiss", "faction": "red", "npc": True}
    house = {"house": army("1005", FOOT, name="House", commander="weiss", supplies=2_000)}
    played = field(armies=house, commanders={**NPC, "weiss": weiss}, hungry=True, params=params)
    before = played.army("house").doctrine.act
    return before, played.run(3 * DAY).army("house").hungry


def greedy(params: Params) -> object:
    try:
        return len(field(commanders=NPC, params=params).batches)
    except BadScenario as problems:
        return str(problems)


BITES: dict[str, tuple[Any, Story]] = {
    "captain.forage_under_days": (2, hungry_captain),
    "npc.doctrine": ("hold", left_alone),
    "npc.forage_under_days": (0, left_alone),
    "npc.temperaments": (["meek"], greedy),
}
