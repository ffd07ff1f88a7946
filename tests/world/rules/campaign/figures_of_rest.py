"""The figures of rest: their values, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.world.rules.campaign.field import DAY, HOUR, Field
from tests.world.rules.campaign.field import infantry as foot
from tests.world.rules.campaign.test_resting import WEEK, resting
from world.rules.campaign.nouns.morale import MoraleCheck

Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "rest.check_on_early_end": True,
    "rest.early_loss": 2,
    "rest.min_weeks": 1,
    "rest.morale_step": 1,
    "rest.nc_step": 5,
    "rest.nc_target": "base_rate",
}


def rested(params: Params) -> object:
    rifles = [foot("Rifles", 1000, special="skirmishers")]
    field = resting(params=params, extra=20, detachments=rifles)
    return _after(field.order(HOUR, "blake", "rest weeks=2").run(DAY + 2 * WEEK))


def broken(params: Params) -> object:
    field = resting(params=params, inside=False).order(HOUR, "blake", "rest weeks=2")
    return _after(field.order(3 * DAY, "blake", "halt").run(4 * DAY))


def _after(field: Field) -> object:
    second = field.army("second")
    checks = len(field.told("blake", MoraleCheck))
    return second.morale, second.extra_nc, checks, field.refusals("blake")


BITES: dict[str, tuple[Any, Story]] = {
    "rest.min_weeks": (3, rested),
    "rest.morale_step": (2, rested),
    "rest.nc_step": (3, rested),
    "rest.nc_target": ("usual_rate", rested),
    "rest.early_loss": (1, broken),
    "rest.check_on_early_end": (False, broken),
}
