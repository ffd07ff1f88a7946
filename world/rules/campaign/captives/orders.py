"""The orders about captives, successors and riding alone (O-CAPTIVE, O-SUCCESSOR, O-RIDE)."""

from __future__ import annotations

from typing import ClassVar, Literal

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.kin import RETINUE
from world.rules.campaign.nouns.view import campaign_view


class CaptiveOrder(Order, frozen=True, tag="captive"):
    """Settle what becomes of a prisoner whom you hold.

    Attributes:
        person: the prisoner.
        fate: keep him; ransom him to ``payer``; exchange him for ``against``; free him on parole;
            win him over; or have him executed.
        doubloons: the ransom, or what you add to win him over in words of your own.
        payer: who pays the ransom; he must be with you.
        against: the prisoner whom you get for him; whoever holds that one must be with you.
        may_write: whether he may write letters while you keep him.
    """

    summary: ClassVar[str] = "settle what becomes of a prisoner"
    rules: ClassVar[tuple[str, ...]] = ("C-PRIS-01", "C-PRIS-02")
    person: str
    fate: Literal["keep", "ransom", "exchange", "parole", "win_over", "execute"]
    doubloons: int = 0
    payer: str = ""
    against: str = ""
    may_write: bool = False

    def check(self, view: View) -> None:
        """Refuse whom the author does not hold, and a ransom or exchange with nobody."""
        known = campaign_view(view)
        if self.person not in {captive.id for captive in known.captives}:
            raise no_captive(self.person)
        require_parties(self)


class SuccessorOrder(Order, frozen=True, tag="successor"):
    """Name who shall lead in your stead if you are taken or fall.

    Attributes:
        person: a commander of your side; ``retinue`` for somebody of your own people, whom the
            referee runs; nobody where left empty.
    """

    summary: ClassVar[str] = "name who leads in your stead if you are taken or fall"
    rules: ClassVar[tuple[str, ...]] = ("C-RET-01", "C-RET-02")
    person: str = ""

    def check(self, view: View) -> None:
        """Refuse whom nobody knows."""
        known = campaign_view(view)
        if self.person not in {"", RETINUE, *known.correspondents}:
            raise unknown_successor(self.person)


class RideOrder(Order, frozen=True, tag="ride"):
    """Ride alone to another place, with your people; your army, if any, is left to somebody.

    Attributes:
        to: the goal, by name or label.
        leader: who leads your army meanwhile: ``captain``, or a commander of your side who is with
            you.
    """

    summary: ClassVar[str] = "ride alone to another place"
    rules: ClassVar[tuple[str, ...]] = ("C-CMD-06",)
    to: str
    leader: str = ""

    def check(self, view: View) -> None:
        """Refuse a place nobody knows, and to leave an army to nobody."""
        known = campaign_view(view)
        known.require_place(self.to)
        leads = any(own.leader == known.person and own.exact for own in known.armies)
        if leads and not self.leader:
            raise no_leader()


def require_parties(order: CaptiveOrder) -> None:
    """Refuse a ransom without payer or sum, and an exchange without a prisoner for it.

    Raises:
        Refused: E-SYNTAX.
    """
    if order.fate == "ransom" and (not order.payer or order.doubloons < 1):
        raise Refused(
            "E-SYNTAX", "A ransom needs payer=… and doubloons=…, 1 or more; nothing was settled."
        )
    if order.fate == "exchange" and not order.against:
        raise Refused("E-SYNTAX", "An exchange needs against=…, a prisoner; nothing was settled.")


def no_captive(person: str) -> Refused:
    """He is none of the author's prisoners."""
    return Refused(
        "E-NO-CAPTIVE",
        f"You hold no prisoner {person[:40]!r} where you are; nothing was settled. Name one who is"
        " with you.",
    )


def unknown_successor(person: str) -> Refused:
    """Nobody of that name can follow."""
    return Refused(
        "E-NO-LEADER",
        f"{person[:40]!r} is no commander of your side; your successor is whom you named before."
        " Name one who is, or retinue for somebody of your own people.",
    )


def no_leader() -> Refused:
    """An army is not left alone."""
    return Refused(
        "E-NO-LEADER",
        "Your army needs somebody to lead it; you stay with it. Say leader=captain, or name a"
        " commander of your side who is with you.",
    )
