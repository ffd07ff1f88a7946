"""The kernel's own figures, in every pack."""

from __future__ import annotations

from world.param import Param

SETTLE_MS = Param(
    "clock.settle_ms",
    1_000,
    "ms",
    "clock",
    "how long after a grid deadline the campaign waits for what was received in time",
)
MAX_PAUSE_DAYS = Param(
    "clock.max_pause_days", 30, "days", "clock", "the longest pause anybody may order"
)
FASTEST = Param(
    "clock.fastest",
    86_400,
    "game time per real time",
    "clock",
    "the fastest rate a running clock may be set to: a slip of the pen must not cost a century",
)
REMINDER_HOURS = Param(
    "decision.reminder_h",
    6,
    "h",
    "kernel",
    "how long before its limit somebody is reminded of a decision; of a short time to answer, its"
    " last quarter",
)
DECISION_HOURS = Param(
    "decision.quarantine_h", 72, "h", "kernel", "time to say what becomes of a failed event"
)
