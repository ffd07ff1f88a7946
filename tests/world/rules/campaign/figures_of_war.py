"""The figures of arms, commanders and lists of orders, as the rules have them."""

from __future__ import annotations

from typing import Any

OF_THE_RULES: dict[str, Any] = {
    "army.exclusive_ignores": ("noncombatants", "wizards"),
    "army.merge_morale": "weighted_down",
    "army.split_inherits": True,
    "artillery.battery_max": 10,
    "artillery.excess": "captured_on_defeat",
    "artillery.max_per_infantry_detachment": 1,
    "artillery.more_bonus": 1,
    "artillery.per_100_bonus": 1,
    "artillery.zero_opponent": 5,
    "cannon.eighteen.weight": 4,
    "cargo.cannon": 5000,
    "cargo.cavalry": 1000,
    "cargo.nc": 100,
    "cargo.soldier": 100,
    "cargo.stores_count": True,
    "cargo.wagon": 5000,
    "grenadier.assault_weight": 1,
    "grenadier.weight": 2,
    "lancer.assault_weight": 1,
    "lancer.weight": 4,
    "order.conditions": (
        "previous_done",
        "date",
        "stock_days_under",
        "enemy_sighted",
        "weekly_halt",
    ),
    "order.list_kept_by": (
        "abandon",
        "battle_plan",
        "bonus",
        "designate",
        "detach_garrison",
        "formation",
        "honour",
        "split",
        "successor",
        "take",
        "transfer",
    ),
    "order.queue_max": 20,
    "order.report_max_h": 24,
}
