"""Writing: the order that sends a letter (C-MSG-01)."""

from __future__ import annotations

from typing import ClassVar, cast

import msgspec

from couriers import figures, offers
from couriers.address import AuthorView, person_named, place_named
from couriers.journey import way
from couriers.letter import Letter
from couriers.words import LONGEST_LETTER, fit_to_carry
from world.dispatch import Dispatch
from world.errors import Refused
from world.order import Hand, Order
from world.pack import Chapter, View
from world.step import Step

chapter = Chapter("writing", "Writing a letter: to whom, towards where, by which ways")
chapter.params += [figures.COPIES_MAX]

#: Copies that a single order may ask for, whatever a campaign allows.
_COPIES = 50


class WriteLetter(Order, frozen=True, tag="letter"):
    """Send a letter to somebody by rider (O-MESSAGE).

    Attributes:
        to: the addressee's name or office, in full.
        text: the words.
        towards: the place where the rider shall look first; by default where the author last knew
            the addressee to be.
        ways: one copy for each, through the place named or several joined by ``/``.
        copies: riders by the best way, where no ways are named.
        answers: the id of a letter of the addressee's that this one answers; it proves to him that
            his letter arrived.  One that the author has not read is not named.
    """

    summary: ClassVar[str] = "send a letter by rider"
    rules: ClassVar[tuple[str, ...]] = ("C-MSG-01", "C-MSG-04")
    to: str
    text: str
    towards: str | None = None
    ways: tuple[str, ...] = ()
    copies: int = 1
    answers: str | None = None

    def check(self, view: View) -> None:
        """See :class:`couriers.address.AuthorView` for what the view must offer.

        Raises:
            Refused: E-UNKNOWN-ADDRESSEE, E-NO-PATH, E-SYNTAX.
        """
        self.understood(cast("AuthorView", view))

    def understood(self, view: AuthorView) -> WriteLetter:
        """The letter with ids in place of names, as its author's view has them.

        Raises:
            Refused: as :meth:`check`.
        """
        text = fit_to_carry(self.text, LONGEST_LETTER)
        to = person_named(view, self.to)
        if to == view.person:
            raise Refused(
                "E-UNKNOWN-ADDRESSEE",
                "That is yourself; nothing was sent. Keep a note of it instead.",
            )
        if not 1 <= self.copies <= _COPIES or len(self.ways) > _COPIES:
            raise Refused("E-SYNTAX", f"A letter has 1 to {_COPIES} copies; nothing was sent.")
        if self.ways and self.copies not in {1, len(self.ways)}:
            raise Refused(
                "E-SYNTAX",
                f"You name {len(self.ways)} ways and {self.copies} copies; nothing was sent. One"
                " copy takes each way, so leave copies= out.",
            )
        towards = None if self.towards is None else place_named(view, self.towards)
        ways = tuple(
            "/".join(place_named(view, place) for place in written.split("/"))
            for written in self.ways
        )
        return msgspec.structs.replace(self, to=to, text=text, towards=towards, ways=ways)


@chapter.obeys(WriteLetter)
def write_letter(step: Step, order: WriteLetter, hand: Hand) -> None:
    """A letter is handed to a rider (C-MSG-01).

    Raises:
        Refused: as the order's check; E-CAPTIVE; E-NO-PATH where its author knows of no way, or
            does not know where to send it.
    """
    world = step.world
    answers = world.pack.answers
    author = hand.author
    meant = order.understood(offers.author_view(world, author))
    here = sender_place(step, author)
    start = answers.believed(world, author, author) or here
    towards = meant.towards or answers.believed(world, author, meant.to)
    name = offers.called(world, author, meant.to)
    if towards is None:
        raise Refused(
            "E-NO-PATH",
            f"You do not know where {name} is; nothing was sent. Say where the rider shall look:"
            " towards=…",
        )
    ways = tuple(tuple(written.split("/")) for written in meant.ways) or ((),) * meant.copies
    most = step.param(figures.COPIES_MAX)
    if len(ways) > most:
        raise Refused(
            "E-SYNTAX",
            f"You ask for {len(ways)} riders and a letter has at most {most}; nothing was sent.",
        )
    for via in ways:
        if way(world, step.now, author, start, towards, believed=True, via=via) is None:
            through = "".join(f" through {offers.place_name(world, place)}" for place in via)
            raise Refused(
                "E-NO-PATH",
                f"You know of no way to {offers.place_name(world, towards)}{through}; nothing was"
                " sent.",
            )
    step.write(
        Dispatch(
            sender=author,
            to=meant.to,
            text=meant.text,
            written=step.now,
            towards=towards,
            ways=ways,
            number=hand.number,
            answers=_answered(step, author, meant),
        )
    )


def _answered(step: Step, author: str, meant: WriteLetter) -> str | None:
    """The letter answered, if the author has read it and it is the addressee's."""
    letter = step.find(Letter, meant.answers) if meant.answers else None
    if letter is None or (letter.reader, letter.sender) != (author, meant.to):
        return None
    return letter.id


def sender_place(step: Step, author: str) -> str:
    """Where somebody who writes is.

    Raises:
        Refused: E-CAPTIVE; E-NOT-PRESENT for somebody who is nowhere (at sea, riding alone).
    """
    world = step.world
    answers = world.pack.answers
    if answers.acts_for(world, author).captor is not None and not offers.may_write(world, author):
        raise Refused(
            "E-CAPTIVE",
            "You are a prisoner and write only with your captor's leave; nothing was sent.",
        )
    place = answers.whereabouts(world, author)
    if place is None:
        raise Refused(
            "E-NOT-PRESENT",
            "There are no riders where you are; nothing was sent. Write when you have arrived.",
        )
    return place
