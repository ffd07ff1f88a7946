"""Figures of a scenario of 1815 that meet the historical yardstick, and where those come from.

The campaign rules keep their own defaults (80 km a day for riders, 20 for news, towers at once).

Semaphores: a first sign took about 9 minutes from Lille to Paris over 15 stations, a message of 36
signs about 32; the dispatch of 27 signs from Condé came in between 15:20 and 15:50 on 30 August
1794.  The Prussian line (62 stations, Berlin to Koblenz) passed a sign in 7.5 minutes and 30 words
in about 90.  Post: by the Taxis contract Brussels to Paris took 44 hours in summer, 54 in winter.
"""

from __future__ import annotations

from typing import Any, Final

#: Riders who change horses on post roads; the default pace of relays is 165 km a day.
POST: Final[dict[str, Any]] = {
    "message.safe_friendly": "1",
    "message.relay_grounds": ["post"],
    "message.season_factors": ["winter=27/22"],
}

#: The French towers of 1794-1815, near the 50th parallel.
TOWERS: Final[dict[str, Any]] = {
    "semaphore.symbol_ms": 50_000,
    "semaphore.hop_ms": 30_000,
    "semaphore.daylight": "sun",
    "semaphore.price": 0,
}

#: The share of days on which haze, rain or heat let a line work.
CLEAR_DAYS: Final[str] = "9/20"

#: The Prussian line of 1833: a telegraphist at every hand, a code by syllables.
PRUSSIAN: Final[dict[str, Any]] = {"symbol_ms": 30_000, "hop_ms": 7_000}
