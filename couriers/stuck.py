"""What could not be delivered: listed for the referee, who may release it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from couriers.fates import UNDER_WAY
from couriers.letter import Letter
from couriers.rider import hand_over, ride
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand, Order
from world.pack import Chapter, View
from world.step import Step

if TYPE_CHECKING:
    from world.state import World

chapter = Chapter("stuck", "Letters that could not be delivered")


def stuck(world: World) -> tuple[Letter, ...]:
    """Letters nobody has read and no rider carries any more, in id order.

    Lost and captured ones have met their fate and are not among them.
    """
    return tuple(
        letter
        for letter in world.of(Letter)
        if letter.reader is None
        and any(copy.fate == "undeliverable" for copy in letter.copies)
        and not any(copy.fate in UNDER_WAY for copy in letter.copies)
    )


class ReleaseLetter(Order, frozen=True, tag="release_letter"):
    """The referee hands over, sends back or destroys a letter that is under way or given up.

    Attributes:
        letter: its id.
        outcome: what becomes of it.
    """

    summary: ClassVar[str] = "referee: release a letter that is under way or could not be delivered"
    rules: ClassVar[tuple[str, ...]] = ("C-MSG-04", "C-GEN-08")
    for_referee: ClassVar[bool] = True
    letter: str
    outcome: Literal["hand_over", "send_back", "destroy"]

    def check(self, view: View) -> None:
        """Only the referee may.

        Raises:
            Refused: E-NOT-YOURS.
        """
        _only_the_referee(view.person)


def _only_the_referee(person: str) -> None:
    if person != REFEREE:
        raise Refused("E-NOT-YOURS", "Only the referee releases letters; nothing was changed.")


@chapter.obeys(ReleaseLetter)
def release_letter(step: Step, order: ReleaseLetter, hand: Hand) -> None:
    """The first copy that is under way or given up is released; the others ride on.

    Raises:
        Refused: E-NOT-YOURS; E-NOTHING where there is no such copy, or nowhere to send it back to;
            E-UNKNOWN-ADDRESSEE where nobody opens letters in the addressee's stead.
    """
    _only_the_referee(hand.author)
    letter = step.find(Letter, order.letter)
    open_fates = {*UNDER_WAY, "undeliverable"}
    open_copies = (
        ()
        if letter is None
        else tuple(n for n, copy in enumerate(letter.copies) if copy.fate in open_fates)
    )
    if letter is None or not open_copies:
        raise Refused("E-NOTHING", "No such letter is under way or given up; nothing was changed.")
    n = open_copies[0]
    copy = letter.copies[n]
    world = step.world
    reader = world.pack.answers.acts_for(world, letter.to).person
    if order.outcome == "hand_over" and reader is None:
        raise Refused(
            "E-UNKNOWN-ADDRESSEE",
            "Nobody opens letters in the addressee's stead; nothing was changed. Send it back or"
            " destroy it.",
        )
    if order.outcome == "send_back" and not letter.origin:
        raise Refused(
            "E-NOTHING",
            "There is no place to which it could be sent back; nothing was changed. Hand it over or"
            " destroy it.",
        )
    step.cancel(copy.pending)
    copy = msgspec.structs.replace(copy, pending="", until=None)
    if order.outcome == "destroy":
        step.put(letter.with_copy(n, msgspec.structs.replace(copy, fate="destroyed")))
    elif order.outcome == "send_back":
        back = msgspec.structs.replace(copy, errand="back", goal=letter.origin, boat="packet")
        step.put(ride(step, letter.with_copy(n, back), n, letter.origin))
    elif reader is not None:
        place = world.pack.answers.whereabouts(world, reader) or copy.place
        there = msgspec.structs.replace(copy, errand="out", place=place, goal=place)
        hand_over(step, letter.with_copy(n, there), n, reader)
