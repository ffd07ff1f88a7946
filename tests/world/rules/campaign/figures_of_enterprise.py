"""The figures of Commandos, mercenaries and operations: values, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.world.rules.campaign.field import DAY, HOUR, army, artillery
from tests.world.rules.campaign.test_commandos import commando, kinds
from tests.world.rules.campaign.test_mercenaries import BAND, HIRE, employer, market, purse
from tests.world.rules.campaign.test_opening import OPENING, opening
from tests.world.rules.campaign.test_operations import ENVOYS, SCOUT, SPY, over, staff
from world.decision import Decision
from world.errors import BadScenario
from world.rules.campaign.nouns.commander import Commander

Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "merc.artillerist_per_day": 1,
    "merc.cavalry_per_day": 3,
    "merc.companies": "scenario",
    "merc.grace_days": 1,
    "merc.infantry_per_day": 1,
    "merc.unpaid": "leave_neutral",
    "operation.cost": 1000,
    "operation.cost_high": 5000,
    "operation.cost_medium": 2500,
    "operation.default_likelihood": "medium",
    "operation.dice": "2d6",
    "operation.funds_cap": 2,
    "operation.plan_max": 2,
    "operation.plan_min": -2,
    "operation.scout_reach_km": 80,
    "operation.target_high": 6,
    "operation.target_low": 10,
    "operation.target_medium": 8,
    "operation.work_days": 1,
    "start.grenadiers": 1,
    "start.infantry_per_battery": 1,
    "start.lancers": 1,
    "start.skirmishers": 2,
    "start.treasury": "scenario",
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


def undertaken(order: str, days: int = 4) -> Story:
    """What it costs, how likely it is, what its plan may be worth, and when agents are back."""

    def story(params: Params) -> object:
        field = staff((6, 6), params=params, purse=30_000).order(HOUR, "ney", order)
        odds = [(o.name, o.odds) for d in field.world.of(Decision) for o in d.options]
        return purse(field), odds, over(field.run(days * DAY))

    return story


def opened(*more: dict[str, Any]) -> Story:
    """Whether a scenario lets a commander open with that, and with how much money."""

    def story(params: Params) -> object:
        try:
            return opening(*OPENING, *more, params=params).get(Commander, "maria").purse
        except BadScenario as problems:
            return str(problems)

    return story


BITES: dict[str, tuple[Any, Story]] = {
    "merc.infantry_per_day": (2, paid),
    "merc.cavalry_per_day": (2, paid),
    "merc.artillerist_per_day": (2, paid),
    "merc.companies": ("none", on_offer),
    "merc.grace_days": (3, not_paid),
    "merc.unpaid": ("wait", not_paid),
    "operation.cost": (500, undertaken(SCOUT)),
    "operation.cost_medium": (2000, undertaken(SPY)),
    "operation.cost_high": (6000, undertaken(ENVOYS)),
    "operation.default_likelihood": ("low", undertaken("operation sort=other to=0301")),
    "operation.dice": ("3d6", undertaken(SCOUT)),
    "operation.target_high": (7, undertaken(SCOUT)),
    "operation.target_medium": (7, undertaken(SPY)),
    "operation.target_low": (9, undertaken(ENVOYS)),
    "operation.funds_cap": (3, undertaken(f"{ENVOYS} money=9000")),
    "operation.plan_min": (-1, undertaken(SCOUT)),
    "operation.plan_max": (1, undertaken(SCOUT)),
    "operation.work_days": (2, undertaken(SCOUT)),
    "operation.scout_reach_km": (40, undertaken(SCOUT)),
    "start.grenadiers": (0, opened()),
    "start.lancers": (0, opened()),
    "start.skirmishers": (1, opened()),
    "start.infantry_per_battery": (2, opened()),
    "start.treasury": ("none", opened()),
    "trait.commando.detachments": (2, named_twice),
    "trait.commando.change": ("always", named_twice),
}
