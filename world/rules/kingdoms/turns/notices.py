"""What people are told of turns."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class TurnBegun(Notice, frozen=True, tag="turn_begun"):
    """A turn takes orders (K-NOT-03); ``used`` are the reader's own year locks."""

    title: ClassVar[str] = "{date}: the turn is open"
    wording: ClassVar[str] = (
        "It is {words}, and orders are taken{until}. Open this season: {open}.{used}"
    )
    collapse: ClassVar[str] = "turn"
    date: str
    words: str
    until: str
    open: str
    used: str


class TurnOver(Notice, frozen=True, tag="turn_over"):
    """A turn has closed: every roll, and every level that changed (K-NOT-07).

    ``report`` is Markdown, to be posted as it is; ``bbcode`` the same for boards that take that.
    """

    title: ClassVar[str] = "{date}: the turn has closed"
    wording: ClassVar[str] = "{report}"
    markdown: ClassVar[bool] = True
    date: str
    report: str
    bbcode: str


class Disaster(Notice, frozen=True, tag="disaster"):
    """An order has turned out a disaster (K-NOT-09)."""

    title: ClassVar[str] = "Disaster in {kingdom}"
    wording: ClassVar[str] = "{kingdom} set out to {order}, and it turned out a disaster: {fell}."
    kingdom: str
    order: str
    fell: str


class NamedInOrder(Notice, frozen=True, tag="named_in_order"):
    """Somebody's order named the reader's kingdom (K-NOT-08)."""

    title: ClassVar[str] = "{kingdom} dealt with {yours}"
    wording: ClassVar[str] = "{kingdom} set out to {order}. {rolls}{effect}"
    kingdom: str
    yours: str
    order: str
    rolls: str
    effect: str


class OrderMissing(Notice, frozen=True, tag="order_missing"):
    """The reader's order is missing (K-NOT-17)."""

    title: ClassVar[str] = "{date}: your order is missing"
    wording: ClassVar[str] = "{why} {kingdom} has given no order for {date}."
    collapse: ClassVar[str] = "missing/{kingdom}"
    date: str
    kingdom: str
    why: str


class GameOver(Notice, frozen=True, tag="game_over"):
    """The game is over."""

    title: ClassVar[str] = "The game is over"
    wording: ClassVar[str] = "{text}"
    text: str
