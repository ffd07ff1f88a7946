"""The figures of guns and schools: their values, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.world.rules.campaign.field import HOUR
from tests.world.rules.campaign.test_arms import WEEK, fortress, names
from world.rules.campaign.nouns.commander import Commander

Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "artillery.battery_cannon": 5,
    "artillery.buy_multiple": 5,
    "artillery.crew_source": "basic_infantry",
    "cannon.eighteen.cost": 1000,
    "cannon.six.cost": 200,
    "retrain.min_cost": 10,
    "retrain.refund": Fraction(0),
    "retrain.weeks": "1d6",
}


def bought(calibre: str) -> Story:
    def story(params: Params) -> object:
        field = fortress(params=params)
        field.force(HOUR, "ney", f"buy_cannon calibre={calibre} number=5")
        return field.get(Commander, "ney").purse, names(field)

    return story


def schooled(params: Params) -> object:
    field = fortress(params=params).order(HOUR, "ney", "retrain detachment=Line kind=grenadiers")
    done = field.run(7 * WEEK).army("first").detachments[0].special
    field.order(7 * WEEK, "ney", "retrain detachment=Horse kind=lancers")
    field.order(7 * WEEK, "ney", "march to=0301").run(8 * WEEK)
    return done, field.get(Commander, "ney").purse


BITES: dict[str, tuple[Any, Story]] = {
    "artillery.battery_cannon": (6, bought("six")),
    "artillery.buy_multiple": (3, bought("six")),
    "artillery.crew_source": ("none", bought("six")),
    "cannon.six.cost": (100, bought("six")),
    "cannon.eighteen.cost": (100, bought("eighteen")),
    "retrain.weeks": ("20d6", schooled),
    "retrain.min_cost": (5, schooled),
    "retrain.refund": ("1/2", schooled),
}
