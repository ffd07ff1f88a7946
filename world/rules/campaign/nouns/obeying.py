"""Orders that a rule gives itself: what a captain or a list does goes by the same door as a man's.

A chapter names an order by its word; whatever chapter understands it obeys it, with every refusal.
"""

from __future__ import annotations

from typing import Any

import msgspec

from world.kernel.hearing import obey
from world.order import Hand, Order
from world.state import World
from world.step import Step


def order_of(world: World, word: str, parts: dict[str, Any]) -> Order:
    """The order of a word with its parts.

    Raises:
        KeyError: the pack knows no such order.
    """
    kind = world.pack.orders[word]
    return msgspec.convert(parts, kind)


def have_obeyed(step: Step, word: str, hand: Hand, **parts: Any) -> None:
    """Let an order take hold as if it were given by word of mouth.

    Raises:
        Refused: the truth forbids it; nothing of it has happened.
    """
    with step.whole():
        obey(step, order_of(step.world, word, parts), hand)
