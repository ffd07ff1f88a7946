"""The figures of fleets."""

from __future__ import annotations

from world.pack import Chapter

chapter = Chapter("fleet figures", "The figures of fleets")

JOINT_COMMAND = chapter.param(
    "fleet.joint_command",
    True,
    "bool",
    "C-FLEET-01",
    "whether a commander aboard with his army may lead the fleet, too",
)
PORT_DAYS = chapter.param(
    "fleet.port_load_days", 1, "day", "C-FLEET-02", "to load or land in a port"
)
COAST_DAYS = chapter.param(
    "fleet.coast_load_days",
    2,
    "days",
    "C-FLEET-02",
    "to load or land on an open coast, with boats going to and fro",
)
COAST_LANDING = chapter.param(
    "fleet.coast_landing_default",
    "allow",
    "mode",
    "C-FLEET-02",
    "whether boats can work on an open coast unless the referee says otherwise (D-FLEET-01); in"
    " very bad weather they never can",
    choices=("allow", "refuse"),
)
PORT_RECOVERY = chapter.param(
    "fleet.port_recovery",
    True,
    "bool",
    "C-SHIP-09",
    "whether a fleet in port comes back toward its resting morale week by week",
)
