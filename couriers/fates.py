"""Fates: everything that can become of a copy of a letter, each with what follows from it.

A copy is under way (``riding``, ``waiting``) or it has met one of the other fates, which is its
last.  Every copy under way has an event on the timeline, so none is stuck for ever; what could not
be delivered is listed for the referee (:mod:`couriers.stuck`).
"""

from __future__ import annotations

from typing import Final, Literal

Fate = Literal[
    "riding",
    "waiting",
    "delivered",
    "copy",
    "lost",
    "captured",
    "to_captor",
    "returned",
    "undeliverable",
    "destroyed",
]

#: What each fate means, as the referee reads it.
FATES: Final[dict[Fate, str]] = {
    "riding": "on the way",
    "waiting": "waits where it is, and asks again",
    "delivered": "handed over",
    "copy": "handed over after another copy of it",
    "lost": "lost with its rider",
    "captured": "taken by an enemy, who has read it",
    "to_captor": "handed to the captor of whom it was meant for",
    "returned": "brought back to its sender",
    "undeliverable": "given up: nobody to hand it to was found",
    "destroyed": "taken out of the game by the referee",
}

UNDER_WAY: Final[frozenset[Fate]] = frozenset(("riding", "waiting"))


def is_last(fate: Fate) -> bool:
    """Whether nothing more becomes of a copy by itself."""
    return fate not in UNDER_WAY
