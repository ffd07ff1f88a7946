"""The figures of Commandos, mercenaries and operations: values, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.world.rules.campaign.field import DAY, HOUR, army, artillery
from tests.world.rules.campaign.test_commandos import commando, kinds
from tests.world.rules.campaign.test_mercenaries import BAND, HIRE, employer, market, purse

Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "merc.artillerist_per_day": 1,
    "merc.cavalry_per_day": 3,
    "merc.companies": "scenario",
    "merc.grace_days": 1,
    "merc.infantry_per_day": 1,
    "merc.unpaid": "leave_neutral",
    "trait.commando.change": "resting",
    "trait.commando.detachments": 1,
}


def named_twice(params: Params) -> object:
    field = commando(params=params).order(HOUR, "ney", "designate detachment=Guards")
    return kinds(field.order(2 * HOUR, "ney", "designate detachment=Line").run(DAY))


def paid(params: Params) -> object:
    guns = {"band": army("0301", [*BAND, artillery("Guns", 50)], name="Band", commander="voss")}
    field = market(params=params, armies=guns).order(HOUR, "ney", HIRE)
    return purse(field.run(DAY))


def on_offer(params: Params) -> object:
    return market(params=params).force(HOUR, "ney", HIRE).refusals("ney")


def not_paid(params: Params) -> object:
    field = market(purse=1_400, params=params).order(HOUR, "ney", HIRE).run(3 * DAY)
    return employer(field)


BITES: dict[str, tuple[Any, Story]] = {
    "merc.infantry_per_day": (2, paid),
    "merc.cavalry_per_day": (2, paid),
    "merc.artillerist_per_day": (2, paid),
    "merc.companies": ("none", on_offer),
    "merc.grace_days": (3, not_paid),
    "merc.unpaid": ("wait", not_paid),
    "trait.commando.detachments": (2, named_twice),
    "trait.commando.change": ("always", named_twice),
}
