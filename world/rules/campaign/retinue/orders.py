"""The order by which a prisoner's player plays one of his people (C-PRIS-02, C-RET-01)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.view import campaign_view


class StandInOrder(Order, frozen=True, tag="stand_in"):
    """While you are a prisoner, play somebody of your own people.

    Attributes:
        person: somebody of your people whom the referee runs; somebody new if left empty, who leads
            your army if a captain has it, and else comes to the nearest of your friends.
    """

    summary: ClassVar[str] = "while you are a prisoner, play somebody of your own people"
    rules: ClassVar[tuple[str, ...]] = ("C-PRIS-02", "C-RET-01")
    person: str = ""

    def check(self, view: View) -> None:
        """Refuse whoever is free."""
        if not campaign_view(view).captor:
            raise nobody_to_stand_in_for()


def nobody_to_stand_in_for() -> Refused:
    """A free commander acts for himself."""
    return Refused(
        "E-NOTHING",
        "You are no prisoner, and nobody stands in for you; nothing was changed. Your people lead"
        " armies of yours if you say so: split … leader=retinue, or successor person=retinue.",
    )


def not_of_your_people(person: str) -> Refused:
    """Somebody else's people, or played already."""
    return Refused(
        "E-NO-LEADER",
        f"{person[:40]!r} is nobody of your people whom the referee runs; nothing was changed. Name"
        " nobody, and somebody of them comes.",
    )
