"""The figures of Commandos, mercenaries and operations: values, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.world.rules.campaign.field import DAY, HOUR
from tests.world.rules.campaign.test_commandos import commando, kinds

Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "trait.commando.change": "resting",
    "trait.commando.detachments": 1,
}


def named_twice(params: Params) -> object:
    field = commando(params=params).order(HOUR, "ney", "designate detachment=Guards")
    return kinds(field.order(2 * HOUR, "ney", "designate detachment=Line").run(DAY))


BITES: dict[str, tuple[Any, Story]] = {
    "trait.commando.detachments": (2, named_twice),
    "trait.commando.change": ("always", named_twice),
}
