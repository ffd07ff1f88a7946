"""The figures of commanders and of their people: their values, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "commander.ability_dice": "2d6",
    "commander.ability_target_default": 8,
    "commander.birthday": "game_start",
}

BITES: dict[str, tuple[Any, Story]] = {}
