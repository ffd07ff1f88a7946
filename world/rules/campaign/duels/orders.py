"""The orders of duels (O-DUEL, O-DUEL-ACCEPT)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.view import campaign_view
from world.rules.campaign.nouns.where import CAPTAIN, GOVERNOR


class DuelOrder(Order, frozen=True, tag="duel"):
    """Challenge another commander who is where you are to a duel; he accepts it, or lets it be.

    Attributes:
        opponent: the commander you challenge, by id or name.
    """

    summary: ClassVar[str] = "challenge a commander in the same place to a duel"
    rules: ClassVar[tuple[str, ...]] = ("C-DUEL-01", "C-DUEL-03")
    opponent: str

    def check(self, view: View) -> None:
        """Refuse whom the author does not have before him."""
        known = campaign_view(view)
        require_at_large(known.captor)
        if found(known.present, self.opponent) is None:
            raise not_present(self.opponent)


class DuelAcceptOrder(Order, frozen=True, tag="duel_accept"):
    """Accept a challenge: the duel is fought at once.

    Attributes:
        challenge: the commander who has challenged you, by id or name.
    """

    summary: ClassVar[str] = "accept a challenge to a duel, which is fought at once"
    rules: ClassVar[tuple[str, ...]] = ("C-DUEL-01", "C-DUEL-02", "C-DUEL-03")
    challenge: str

    def check(self, view: View) -> None:
        """Refuse a challenge that the author has not been sent."""
        known = campaign_view(view)
        require_at_large(known.captor)
        if found(known.challenges, self.challenge) is None:
            raise no_challenge(self.challenge)


def found(people: Mapping[str, str], named: str) -> str | None:
    """The commander of an id or a name among some people; offices fight no duels."""
    said = named.strip().casefold()
    for person, name in people.items():
        if said in (person.casefold(), name.casefold()):
            return None if person.startswith((CAPTAIN, GOVERNOR)) else person
    return None


def require_at_large(captor: str) -> None:
    """Refuse a prisoner, who has no sword.

    Raises:
        Refused: E-CAPTIVE.
    """
    if captor:
        raise Refused(
            "E-CAPTIVE",
            f"You are a prisoner of {captor} and have no sword; nothing was said. Wait until you"
            " are free.",
        )


def not_present(named: str) -> Refused:
    """Whom one wants to fight is not there, or fights nobody."""
    return Refused(
        "E-NOT-PRESENT",
        f"There is no commander {named[:40]!r} where you are who could fight; nobody was"
        " challenged. Name one who is with you.",
    )


def no_challenge(named: str) -> Refused:
    """There is no such challenge."""
    return Refused(
        "E-NO-CHALLENGE",
        f"No challenge of {named[:40]!r} waits for your answer; nothing was done. It lapses when"
        " either of you leaves.",
    )


def in_bed(name: str) -> Refused:
    """A wound keeps one of them in bed."""
    return Refused(
        "E-BUSY", f"{name} is in bed with a wound and fights nobody; nothing was done. Wait."
    )
