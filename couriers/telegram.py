"""Telegrams: the order that hands one in, what it costs, and what people read (C-SEM-01)."""

from __future__ import annotations

from typing import ClassVar, Literal, cast

import msgspec

from couriers import figures
from couriers.address import AuthorView, place_named
from couriers.words import LONGEST_TELEGRAM, fit_to_carry
from world.entity import Entity
from world.errors import Refused
from world.notice import Notice, Record
from world.order import Order
from world.pack import View
from world.param import Params
from world.units import Person, Place

Priority = Literal["urgent", "usual"]


class Telegram(Entity, frozen=True, tag="telegram"):
    """A message for the towers.

    Attributes:
        origin: the place of the tower where it was handed in, at game ms ``handed_in``.
        to: the place it is sent to; None for every tower the lines reach.
        symbols: letters and digits, each of which is signalled.
        state: ``held`` until it goes, then ``sending`` until every part of it is ``sent``;
            ``refused`` by the watch, ``stopped`` at a tower that did not answer.
        parts: parts of it still on their way.
        lines: lines it has run over.
        readers: who has read it.
    """

    sender: str
    text: str
    origin: str
    to: str | None
    symbols: int
    fee: int
    priority: Priority
    handed_in: int
    state: Literal["held", "sending", "sent", "refused", "stopped"] = "held"
    parts: int = 0
    lines: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()


class TelegramHandedIn(Notice, frozen=True, tag="telegram_handed_in"):
    """The watch has taken a message and its price."""

    title: ClassVar[str] = "Handed in at the tower of {station}"
    wording: ClassVar[str] = (
        "The watch at {station} takes your message “{text}” for {fee}. It goes, after what was"
        " handed in before it, from {goes:when}; whoever is in sight of a tower will read it."
    )
    telegram: str
    station: str
    text: str
    fee: int
    goes: int


class TelegramRefused(Notice, frozen=True, tag="telegram_refused"):
    """The watch turns a message away (E-SEM-CIPHER)."""

    title: ClassVar[str] = "The watch at {station} turns your message away"
    wording: ClassVar[str] = (
        "The watch at {station} does not send “{text}”: {reason}. Nothing was paid; write it in"
        " clear text."
    )
    station: str
    text: str
    reason: str
    code: str = "E-SEM-CIPHER"


class TelegramStopped(Notice, frozen=True, tag="telegram_stopped"):
    """The line signals back that a message has come no farther."""

    title: ClassVar[str] = "Your message was stopped at {station}"
    wording: ClassVar[str] = (
        "The line signals back that your message “{text}” came as far as {station}; the next tower"
        " does not answer."
    )
    telegram: str
    station: str
    text: str


class TelegramUntold(Notice, frozen=True, tag="telegram_untold"):
    """The referee is told of a stopped message whose sender is no longer there to read of it."""

    title: ClassVar[str] = "A telegram of {name} was stopped at {station}"
    wording: ClassVar[str] = (
        "The message “{text}” came as far as {station}; the next tower does not answer. {name} has"
        " the tower of {origin} in sight no more and does not know it."
    )
    telegram: str
    station: str
    name: str
    origin: str
    text: str


class TelegramSeen(Notice, frozen=True, tag="telegram_seen"):
    """A message passes a tower in sight (M-SEM-01)."""

    title: ClassVar[str] = "The tower of {station} signals"
    wording: ClassVar[str] = "At {station} you read a message of {name}: “{text}”"
    telegram: str
    station: str
    sender: str
    name: str
    text: str


class TelegramRead(Record, frozen=True, tag="telegram_read"):
    """A message read from a tower."""

    telegram: str
    station: str
    place: Place
    sender: Person
    text: str


class TelegramSent(Record, frozen=True, tag="telegram_sent"):
    """A message handed in at a tower."""

    telegram: str
    place: Place
    to: Place | None
    text: str
    fee: int


class SendTelegram(Order, frozen=True, tag="semaphore"):
    """Hand in a message at a semaphore tower (O-SEMAPHORE).

    Attributes:
        text: in clear words; everybody in sight of a tower on its way reads it.
        to: the tower's place it is for; by default it goes as far as the lines reach.
        priority: ``urgent`` goes before what is usual, at a higher price.
    """

    summary: ClassVar[str] = "send a message by semaphore, for everybody to read"
    rules: ClassVar[tuple[str, ...]] = ("C-SEM-01", "C-SEM-02")
    text: str
    to: str | None = None
    priority: Priority = "usual"

    def check(self, view: View) -> None:
        """See :class:`couriers.address.AuthorView` for what the view must offer.

        Raises:
            Refused: E-SEM-NO-TOWER, E-NO-PATH, E-SYNTAX.
        """
        self.understood(cast("AuthorView", view))

    def understood(self, view: AuthorView) -> SendTelegram:
        """The message with the id of the place it is for, as its author's view has it.

        Raises:
            Refused: as :meth:`check`.
        """
        text = " ".join(fit_to_carry(self.text, LONGEST_TELEGRAM, "message").split())
        if not symbols_of(text):
            raise Refused(
                "E-SYNTAX", "There is no letter or digit in your message; nothing was sent."
            )
        if not view.tower:
            raise Refused(
                "E-SEM-NO-TOWER",
                "There is no semaphore tower in sight; nothing was sent. Go to one, or send a"
                " rider.",
            )
        to = None if self.to is None else place_named(view, self.to)
        return msgspec.structs.replace(self, text=text, to=to)


def symbols_of(text: str) -> int:
    """Letters and digits of a text; spaces and stops are free (C-SEM-01/a)."""
    return sum(character.isalnum() for character in text)


def price_of(text: str, priority: Priority, params: Params) -> int:
    """What a message costs, in doubloons (C-SEM-01)."""
    by_letter = params[figures.PRICE_UNIT] == "character"
    price = params[figures.PRICE] * (symbols_of(text) if by_letter else 1)
    return price * (params[figures.URGENT_FACTOR] if priority == "urgent" else 1)
