"""Talk: words between those in one place, without delay or risk (C-TALK-01)."""

from __future__ import annotations

from typing import ClassVar, cast

import msgspec

from couriers import figures, offers
from couriers.address import AuthorView, present_named
from couriers.sending import send
from couriers.words import LONGEST_SPEECH, fit_to_carry
from world.answers import in_company
from world.dispatch import Dispatch, Spoken
from world.enclosure import holds
from world.errors import Refused
from world.notice import Notice, Record
from world.order import Hand, Order
from world.pack import Chapter, View
from world.step import Step
from world.units import Person, Place

chapter = Chapter("talk", "Talk in one place, and parley across siege lines")
chapter.params += [figures.PARLEY]


class TalkHeard(Notice, frozen=True, tag="talk_heard"):
    """Somebody speaks, and you are there (M-TALK-01)."""

    title: ClassVar[str] = "{name} speaks"
    wording: ClassVar[str] = "{name} says to {addressed}: “{text}”"
    speaker: str
    name: str
    addressed: str
    text: str


class TalkKept(Record, frozen=True, tag="talk_kept"):
    """Something said, in one's own hearing or by oneself."""

    speaker: Person
    to: tuple[Person, ...]
    place: Place
    text: str


chapter.declare(TalkHeard, TalkKept)


class Talk(Order, frozen=True, tag="talk"):
    """Say something to those in the same place (O-TALK).

    Attributes:
        text: the words; everybody present hears them.
        to: to whom, by name; by default to everybody present.  Those across siege lines are
            hailed by name.
    """

    summary: ClassVar[str] = "speak to those in the same place"
    rules: ClassVar[tuple[str, ...]] = ("C-TALK-01",)
    text: str
    to: tuple[str, ...] = ()

    def check(self, view: View) -> None:
        """See :class:`couriers.address.AuthorView` for what the view must offer.

        Raises:
            Refused: E-NOT-PRESENT, E-SYNTAX.
        """
        self.understood(cast("AuthorView", view))

    def understood(self, view: AuthorView) -> Talk:
        """The words with ids in place of names, as the author's view has them.

        Raises:
            Refused: as :meth:`check`.
        """
        text = fit_to_carry(self.text, LONGEST_SPEECH, "speech")
        if not view.present:
            raise Refused("E-NOT-PRESENT", "You see nobody here to talk to; nothing was said.")
        to = tuple(dict.fromkeys(present_named(view, name) for name in self.to))
        return msgspec.structs.replace(self, text=text, to=to)


@chapter.obeys(Talk)
def talk(step: Step, order: Talk, hand: Hand) -> None:
    """Everybody present hears it at once.

    Raises:
        Refused: E-NOT-PRESENT where one of those named has gone; as the order's check.
    """
    world = step.world
    author = hand.author
    meant = order.understood(offers.author_view(world, author))
    place = world.pack.answers.whereabouts(world, author)
    around = within_hearing(step, author, place)
    gone = [person for person in meant.to if person not in around]
    if gone or place is None:
        names = ", ".join(world.pack.answers.title(world, person) for person in gone)
        raise Refused(
            "E-NOT-PRESENT", f"{names or 'Nobody'} is not here; nothing was said. Send a letter."
        )
    say(step, author, meant.to, meant.text, place)


def within_hearing(step: Step, person: str, place: str | None) -> tuple[str, ...]:
    """Whom somebody may talk to: those in his place, and by parley those across siege lines."""
    hailed = offers.hailed(step.world, person) if step.param(figures.PARLEY) else ()
    return tuple(dict.fromkeys((*_beside(step, person, place), *hailed)))


def _beside(step: Step, person: str, place: str | None) -> tuple[str, ...]:
    """The others in a person's place, on his side of any walls and lines."""
    world = step.world
    here = () if place is None else world.pack.answers.in_place(world, place)
    return tuple(one for one in here if one != person and in_company(world, person, one))


def say(step: Step, speaker: str, to: tuple[str, ...], text: str, place: str) -> None:
    """Let everybody around a speaker, and those hailed, hear words."""
    world = step.world
    title = world.pack.answers.title
    present = _beside(step, speaker, place)
    addressed = ", ".join(title(world, person) for person in to) or "all"
    notice = TalkHeard(speaker=speaker, name=title(world, speaker), addressed=addressed, text=text)
    record = TalkKept(speaker=speaker, to=to, place=place, text=text)
    for person in sorted({*present, *to} - {speaker}):
        step.tell(person, notice, place)
        step.learn(person, record)
    step.learn(speaker, record)
    heard = tuple(sorted({*present} - {speaker}))
    spoken = Spoken(speaker=speaker, to=to, text=text, place=place, present=heard)
    step.happened(spoken, f"{speaker}/{place}")


@chapter.on(Dispatch)
def carry(step: Step, fact: Dispatch) -> None:
    """A pack's dispatch by talk is heard at once; to somebody who is not there it goes by rider."""
    if fact.means != "talk":
        return
    place = step.world.pack.answers.whereabouts(step.world, fact.sender)
    there = fact.to in within_hearing(step, fact.sender, place)
    if place is None or not there or holds(fact.order):
        send(step, msgspec.structs.replace(fact, means="messenger"))
        return
    say(step, fact.sender, (fact.to,), fact.text, place)
