"""Dispatches: words handed over to be carried, and what becomes of them.

The world says *that* something is sent; :mod:`couriers` reacts and carries it, and announces the
outcome as facts, so that neither a pack nor the kernel knows how words travel.
"""

from __future__ import annotations

import msgspec

from world.enclosure import NOTHING
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
        start: the place it sets out from; None for where the sender is.
        enclosed: anything the pack puts in; handed back to it by :class:`Delivered`.
        receipt: whether the sender is told that it set out, and when it may arrive.
        label: must differ between dispatches of one step.
    """

    sender: str
    to: str
    text: str
    means: str = "messenger"
    order: msgspec.Raw = NOTHING
    number: int = 0
    written: int = 0
    towards: str | None = None
    ways: tuple[tuple[str, ...], ...] = ()
    answers: str | None = None
    start: str | None = None
    enclosed: msgspec.Raw = NOTHING
    receipt: bool = True
    label: str = ""


class Delivered(Fact, frozen=True, tag="delivered"):
    """Somebody reads a letter: the one it was meant for, whoever acts for them, or a captor.

    Attributes:
        letter: its id; ``sender`` and ``to`` as they stand on it.
        reader: who reads it; with ``intercepted`` an enemy into whose hands it fell.
        written: game instant (ms) at which it was written.
        enclosed: what the pack put in, if anything.
    """

    letter: str
    sender: str
    to: str
    reader: str
    place: str
    text: str
    written: int
    intercepted: bool = False
    order: bool = False
    enclosed: msgspec.Raw = NOTHING


class Spoken(Fact, frozen=True, tag="spoken"):
    """Somebody has spoken to those in the same place, or across siege lines.

    ``to`` are those addressed, nobody for all who were ``present``.
    """

    speaker: str
    to: tuple[str, ...]
    text: str
    place: str
    present: tuple[str, ...] = ()


class Fee(Fact, frozen=True, tag="fee"):
    """Somebody pays for the carrying of words; the pack takes it from their purse.

    It is announced only after the pack has said that the purse holds as much.
    """

    person: str
    amount: int
    what: str


class OrderObeyed(Fact, frozen=True, tag="order_obeyed"):
    """An order given by word of mouth to somebody in the same place took hold.

    ``order`` is its word (``march``).  An older one of its kind that is still on its way by rider
    will find itself overtaken (``order.precedence``).
    """

    order: str
    hand: Hand


class OrderTookHold(Fact, frozen=True, tag="order_took_hold"):
    """An order was obeyed, however it came; ``order`` is its JSON."""

    order: msgspec.Raw
    hand: Hand


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
