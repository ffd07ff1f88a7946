"""What a commander is told of his orders, and of those he gave in advance (M-ORD-01, M-ORD-03)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class OrderAccepted(Notice, frozen=True, tag="order_accepted"):
    """An order has taken hold, and something has begun that takes its time (M-ORD-01)."""

    title: ClassVar[str] = "{unit} {what}"
    wording: ClassVar[str] = "{unit} {what}.{until}"
    unit: str
    what: str
    until: str = ""


class ListedStarts(Notice, frozen=True, tag="listed_starts"):
    """An order of a list is being carried out (M-ORD-03)."""

    title: ClassVar[str] = "{unit}: {order}"
    wording: ClassVar[str] = (
        "{unit} begins with your order “{order}”, given in advance{why}.{until}"
    )
    unit: str
    order: str
    why: str = ""
    until: str = ""


class ListedDropped(Notice, frozen=True, tag="listed_dropped"):
    """An order of a list could not be carried out and drops out of it (M-ORD-03)."""

    title: ClassVar[str] = "{unit} cannot: {order}"
    wording: ClassVar[str] = (
        "{unit} could not carry out your order “{order}”, given in advance: {reason} ({code})"
        " {then}"
    )
    unit: str
    order: str
    reason: str
    code: str
    then: str


class ListOver(Notice, frozen=True, tag="list_over"):
    """A list of orders is at an end (M-ORD-03)."""

    title: ClassVar[str] = "The orders of {unit} are at an end"
    wording: ClassVar[str] = "The list of orders of {unit} is at an end: {why}."
    unit: str
    why: str
