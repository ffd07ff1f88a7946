"""What people are told while kingdoms are created and the game begins."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class Invited(Notice, frozen=True, tag="invited"):
    """Somebody has a seat at the table."""

    title: ClassVar[str] = "You have a seat at the table"
    wording: ClassVar[str] = (
        "You are invited to a game of kingdoms. Create yours: a name, one of the locations"
        " {places}, and traits for at most {points} in points."
    )
    places: str
    points: int


class KingdomSubmitted(Notice, frozen=True, tag="kingdom_submitted"):
    """A kingdom waits for the referee's word (K-NOT-01)."""

    title: ClassVar[str] = "{name} waits for the referee's word"
    wording: ClassVar[str] = "{record}"
    name: str
    record: str
    spent: int


class KingdomReturned(Notice, frozen=True, tag="kingdom_returned"):
    """A kingdom was returned (K-NOT-01)."""

    title: ClassVar[str] = "{name} was returned to you"
    wording: ClassVar[str] = "{reason} You may create a kingdom anew until the game begins."
    name: str
    reason: str


class KingdomEntered(Notice, frozen=True, tag="kingdom_entered"):
    """A kingdom was approved; everybody is told (K-NOT-01)."""

    title: ClassVar[str] = "{name} joins the game"
    wording: ClassVar[str] = "{record}"
    name: str
    record: str
    spent: int


class GameBegun(Notice, frozen=True, tag="game_begun"):
    """The game begins (K-NOT-02)."""

    title: ClassVar[str] = "The game begins"
    wording: ClassVar[str] = "{kingdoms}"
    kingdoms: str
