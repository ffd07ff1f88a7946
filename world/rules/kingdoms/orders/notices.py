"""What people are told of orders while the turn is open (K-NOT-05)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class OrderTaken(Notice, frozen=True, tag="order_taken"):
    """A kingdom's order is held until the turn closes; ``warning`` is for its author."""

    title: ClassVar[str] = "{date}: {kingdom} has ordered"
    wording: ClassVar[str] = "{kingdom} is to {order}.{warning}"
    date: str
    kingdom: str
    order: str
    warning: str = ""


class OrderTakenBack(Notice, frozen=True, tag="order_taken_back"):
    """A kingdom's order was withdrawn."""

    title: ClassVar[str] = "{date}: {kingdom} has withdrawn its order"
    wording: ClassVar[str] = "{kingdom} is no longer to {order}."
    date: str
    kingdom: str
    order: str
