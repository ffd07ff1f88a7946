"""What pages call the fields of a view that their names do not say, and those no page shows."""

from __future__ import annotations

from typing import Final

#: Fields that serve forms and checks.
ASIDE: Final = frozenset(
    {"correspondents", "places", "list_max", "list_conditions", "ship_classes"}
)

#: The others by what a reader would call them.
LABELS: Final = {
    "head": "head of the faction",
    "tower": "semaphore tower here",
    "seen": "armies seen",
    "seen_fleets": "fleets seen",
    "present": "in your company",
    "himself": "yourself",
    "at": "as of",
    "exact": "counted",
    "sort": "kind",
    "column_metres": "column, m",
    "capacity": "can carry",
    "meeting": "facing an enemy",
    "listed": "orders in advance",
    "list_running": "runs now",
    "lying": "lies about",
    "threshold": "siege threshold",
}
