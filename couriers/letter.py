"""Letters: their copies, and what people are told of them."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from couriers.fates import Fate, is_last
from world.enclosure import NOTHING
from world.entity import Entity
from world.notice import Notice, Record
from world.pack import Chapter
from world.units import GameMs, Person, Place

chapter = Chapter("letters", "Letters, and what their senders and readers are told")


Boat = Literal["packet", "ship", "impossible"]
How = Literal["addressed", "copy", "intercepted", "returned"]


class Report(msgspec.Struct, frozen=True, gc=False):
    """What an answer to an order carries: the order, and what became of it.

    ``outcome`` is accepted, refused or overtaken; ``code`` and ``reason`` say why not accepted.
    """

    order: str
    outcome: Literal["accepted", "refused", "overtaken"]
    code: str = ""
    reason: str = ""


class Copy(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One rider with one copy of a letter.

    Attributes:
        via: places he was told to ride through.
        fate: see :mod:`couriers.fates`.
        errand: ``out`` to the addressee, or ``back`` to the sender.
        place: where he set out from last, or stands.
        goal: the place he makes for.
        left, due: when he set out and is due there (game ms).
        country: kinds of country ridden through, for which safety has been rolled.
        until: when he stops searching; None before he has reached the first goal of his errand.
        boat: how he crosses water (``message.over_water``).
        port, sails: where and when he goes aboard, if he does.
        pending: the event he waits for.
        by: who has got the copy in the end.
    """

    via: tuple[str, ...] = ()
    fate: Fate = "riding"
    errand: Literal["out", "back"] = "out"
    place: str
    goal: str
    left: int
    due: int
    country: tuple[str, ...] = ()
    until: int | None = None
    boat: Boat = "packet"
    port: str | None = None
    sails: int = 0
    pending: str = ""
    by: str | None = None


class Letter(Entity, frozen=True, tag="letter"):
    """Words on paper, with one or several riders.

    Attributes:
        sender, to: persons or offices.
        origin: the place where it was written.
        written: game ms; ``sent`` is when its riders set out.
        order, number: an attached order (JSON) and its author's count.
        report: what became of an order, in an answer to it.
        answers: the letter this one answers.
        enclosed: what the pack put in.
        reader, read: who read it first as it was meant, and when.
        read_at: the place where that was.
    """

    sender: str
    to: str
    text: str
    origin: str
    written: int
    sent: int
    copies: tuple[Copy, ...]
    order: msgspec.Raw = NOTHING
    number: int = 0
    report: Report | None = None
    answers: str | None = None
    enclosed: msgspec.Raw = NOTHING
    reader: str | None = None
    read: int | None = None
    read_at: str | None = None

    def with_copy(self, n: int, copy: Copy) -> Letter:
        """The letter with its nth copy replaced."""
        copies = (*self.copies[:n], copy, *self.copies[n + 1 :])
        return msgspec.structs.replace(self, copies=copies)

    @property
    def done(self) -> bool:
        """Whether nothing more becomes of any copy by itself."""
        return all(is_last(copy.fate) for copy in self.copies)


# -- what people are told ------------------------------------------------------------------------

#: What a rider is given, as its writer is reminded of it.
_WHAT = ("Your letter", "Your order “{}”")


class LetterSent(Notice, frozen=True, tag="letter_sent"):
    """A rider set out; when he is expected follows from what the sender believes, nothing else."""

    thread: ClassVar[str] = "letters {name}"
    topic: ClassVar[str] = "Letters: {name}"
    title: ClassVar[str] = "{what:phrase} to {name} is on its way"
    wording: ClassVar[str] = (
        "{what:phrase} to {name} left for {towards}. If you are right about the country between,"
        " the rider is there by {eta_from:when}; if all of it is the enemy's, by {eta_to:when}."
        " You will not hear whether it arrived."
    )
    phrases: ClassVar[tuple[str, ...]] = _WHAT
    letter: str
    what: str
    to: str
    name: str
    towards: str
    eta_from: int
    eta_to: int


class LetterSentTimed(Notice, frozen=True, tag="letter_sent_timed"):
    """A rider set out by a way whose time is laid down in a table."""

    thread: ClassVar[str] = "letters {name}"
    topic: ClassVar[str] = "Letters: {name}"
    title: ClassVar[str] = "{what:phrase} to {name} is on its way"
    wording: ClassVar[str] = (
        "{what:phrase} to {name} left for {towards} and is due there by {eta:when}. You will not"
        " hear whether it arrived."
    )
    phrases: ClassVar[tuple[str, ...]] = _WHAT
    letter: str
    what: str
    to: str
    name: str
    towards: str
    eta: int


class LetterSentBlind(Notice, frozen=True, tag="letter_sent_blind"):
    """A rider set out by a way his sender does not know."""

    thread: ClassVar[str] = "letters {name}"
    topic: ClassVar[str] = "Letters: {name}"
    title: ClassVar[str] = "{what:phrase} to {name} is on its way"
    wording: ClassVar[str] = (
        "{what:phrase} to {name} left for {towards}. You know of no way there, so nobody can tell"
        " you when the rider may arrive; and you will not hear whether he did."
    )
    phrases: ClassVar[tuple[str, ...]] = _WHAT
    letter: str
    what: str
    to: str
    name: str
    towards: str


class LetterNotSent(Notice, frozen=True, tag="letter_not_sent"):
    """No rider could be given a letter, which its writer sees at once."""

    thread: ClassVar[str] = "letters {name}"
    topic: ClassVar[str] = "Letters: {name}"
    title: ClassVar[str] = "{what:phrase} to {name} was not sent"
    wording: ClassVar[str] = (
        "{what:phrase} to {name} was not sent: {why:phrase}. Send it again when that has changed."
    )
    phrases: ClassVar[tuple[str, ...]] = (
        *_WHAT,
        "There are no riders where you are",
        "You do not know where {} is",
    )
    letter: str
    what: str
    to: str
    name: str
    why: str


class LetterCame(Notice, frozen=True, tag="letter_came"):
    """A rider hands a letter over (M-MSG-01)."""

    thread: ClassVar[str] = "letters {name}"
    topic: ClassVar[str] = "Letters: {name}"
    title: ClassVar[str] = "A letter from {name}"
    wording: ClassVar[str] = "A rider brings a letter from {name}, sent {sent:when}:\n\n{text}"
    letter: str
    sender: str
    name: str
    sent: int
    text: str


class OrderCame(Notice, frozen=True, tag="order_came"):
    """A rider hands over an order (M-MSG-02)."""

    thread: ClassVar[str] = "letters {name}"
    topic: ClassVar[str] = "Letters: {name}"
    title: ClassVar[str] = "An order from {name}"
    wording: ClassVar[str] = "A rider brings an order from {name}, written {sent:when}: “{text}”."
    letter: str
    sender: str
    name: str
    sent: int
    text: str


class OrderReported(Notice, frozen=True, tag="order_reported"):
    """A rider brings word of what became of an order (M-MSG-02)."""

    thread: ClassVar[str] = "letters {name}"
    topic: ClassVar[str] = "Letters: {name}"
    title: ClassVar[str] = "Your order to {name}: {outcome:phrase}"
    wording: ClassVar[str] = "Of your order “{order}” {name} reports, {sent:when}: {text}"
    phrases: ClassVar[tuple[str, ...]] = ("accepted", "refused", "overtaken")
    letter: str
    sender: str
    name: str
    sent: int
    order: str
    outcome: str
    text: str


class LetterIntercepted(Notice, frozen=True, tag="letter_intercepted"):
    """A letter between others fell into somebody's hands."""

    title: ClassVar[str] = "A letter of {name} has fallen into your hands"
    wording: ClassVar[str] = (
        "At {place} your people took a letter from {name} to {to_name}, sent {sent:when}:\n\n{text}"
    )
    letter: str
    sender: str
    name: str
    to_name: str
    place: str
    sent: int
    text: str


class LetterReturned(Notice, frozen=True, tag="letter_returned"):
    """A rider has come back with the letter he could not deliver."""

    thread: ClassVar[str] = "letters {name}"
    topic: ClassVar[str] = "Letters: {name}"
    title: ClassVar[str] = "Your letter to {name} came back"
    wording: ClassVar[str] = (
        "The rider found nobody to take your letter to {name}, sent {sent:when}, and has brought it"
        " back:\n\n{text}"
    )
    letter: str
    name: str
    sent: int
    text: str


class LetterStuck(Notice, frozen=True, tag="letter_stuck"):
    """The referee is told of a letter that could not be delivered or brought back."""

    title: ClassVar[str] = "A letter from {sender} to {to} could not be delivered"
    wording: ClassVar[str] = (
        "{why:phrase} It lies at {place}; you may still have it handed over, sent back or"
        " destroyed with release_letter letter={letter}."
    )
    phrases: ClassVar[tuple[str, ...]] = (
        "Nobody opens letters in the stead of whom it is for.",
        "Its rider could neither deliver it nor bring it back.",
    )
    letter: str
    sender: str
    to: str
    place: str
    why: str


class LetterWritten(Record, frozen=True, tag="letter_written"):
    """A letter its author sent, with the time he expects it to take."""

    letter: str
    to: Person
    text: str
    place: Place
    towards: Place
    sent: GameMs
    order: bool
    eta_from: GameMs | None
    eta_to: GameMs | None


class LetterRead(Record, frozen=True, tag="letter_read"):
    """A letter somebody has read: ``how`` it came to them, where, and how old it was.

    ``answers`` is the letter it answers: proof that that one has arrived.
    """

    letter: str
    sender: Person
    to: Person
    text: str
    sent: GameMs
    place: Place
    how: How
    answers: str | None = None


chapter.declare(
    Letter,
    LetterSent,
    LetterSentBlind,
    LetterSentTimed,
    LetterNotSent,
    LetterCame,
    OrderCame,
    OrderReported,
    LetterIntercepted,
    LetterReturned,
    LetterStuck,
    LetterWritten,
    LetterRead,
)
