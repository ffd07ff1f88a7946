"""What people are told when an order or a roll is annulled (K-DEC-10)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class ReviewKept(Notice, frozen=True, tag="review_kept"):
    """The referee has looked at something again and it stands (K-DEC-10)."""

    title: ClassVar[str] = "{date}: {kingdom}'s order stands"
    wording: ClassVar[str] = (
        "The referee has looked again at the order of {kingdom} ({order}), and it stands.{reason}"
    )
    date: str
    kingdom: str
    order: str
    reason: str


class OrderAnnulled(Notice, frozen=True, tag="order_annulled"):
    """An order that was held is annulled; another may be given (K-DEC-10)."""

    title: ClassVar[str] = "{date}: {kingdom}'s order is annulled"
    wording: ClassVar[str] = (
        "The referee has annulled the order of {kingdom} ({order}). Another may be given.{reason}"
    )
    date: str
    kingdom: str
    order: str
    reason: str


class RollRepeated(Notice, frozen=True, tag="roll_repeated"):
    """What came of an order is annulled, and it was carried out again (K-DEC-10).

    ``report`` is the turn's corrected report in Markdown; ``bbcode`` the same for older boards.
    """

    title: ClassVar[str] = "{date}: {kingdom}'s order was carried out again"
    wording: ClassVar[str] = (
        "The referee has annulled what came of the order of {kingdom} ({order}), and it was carried"
        " out again.{reason} The report as it stands now:\n\n{report}"
    )
    markdown: ClassVar[bool] = True
    date: str
    kingdom: str
    order: str
    reason: str
    report: str
    bbcode: str


#: All of them, for the chapter to declare.
NOTICES = (ReviewKept, OrderAnnulled, RollRepeated)
