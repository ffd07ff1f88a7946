"""Dispatches: words handed over to be carried, and what becomes of them.

The world says *that* something is sent; :mod:`couriers` reacts and carries it, and announces the
outcome as facts, so that neither a pack nor the kernel knows how words travel.
"""

from __future__ import annotations

import msgspec

from world.fact import Fact
from world.order import Hand


class Dispatch(Fact, frozen=True, tag="dispatch"):
    """Words leave somebody's hand.

    Attributes:
        sender: person or office who writes.
        to: person or office addressed.
        text: the words.
        means: how they travel (``messenger``, ``semaphore``, ``talk`` …).
        order: an attached order (JSON), which takes effect on receipt; ``number`` its author's
            count and ``written`` its game instant (ms).
        towards: the place where the sender believes the addressee to be; None leaves it to the
            pack's knowledge.
        ways: places each copy rides through, one copy a way; empty for one copy by the best way.
        answers: the letter this one answers.
    """

    sender: str
    to: str
    text: str
    means: str = "messenger"
    order: msgspec.Raw | None = None
    number: int = 0
    written: int = 0
    towards: str | None = None
    ways: tuple[tuple[str, ...], ...] = ()
    answers: str | None = None
    label: str = ""


class OrderHandedOver(Fact, frozen=True, tag="order_handed_over"):
    """A letter with an order reached the one who is to obey it."""

    order: msgspec.Raw
    hand: Hand


class OrderAnswered(Fact, frozen=True, tag="order_answered"):
    """What became of an order that came by letter: accepted (``code`` empty) or refused."""

    hand: Hand
    summary: str
    code: str = ""
    reason: str = ""
