"""The order that says what an army does when it has none (the doctrine of captains)."""

from __future__ import annotations

from typing import ClassVar, Literal

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.view import CampaignView, campaign_view

#: What a doctrine is called among the plain orders that a captain understands (C-CAP-01).
PLAIN = {"hold": "hold", "defend": "garrison", "follow": "march"}


class DoctrineOrder(Order, frozen=True, tag="doctrine"):
    """Say what an army does while it has no orders: a captain's, or one that nobody plays.

    Attributes:
        act: ``hold`` stands where it is; ``defend`` keeps to a stronghold and goes behind its walls
            when the enemy comes in sight; ``follow`` goes where another army goes.
        whom: the stronghold or the army, by its id; the stronghold of its own hex if not said.
        forage: it forages when it has food for fewer days than that; 0 for never.
        report: it sends a terse report every so many days; 0 for none.
        army: which army; the one you lead if not said.
    """

    summary: ClassVar[str] = "say what an army does while it has no orders"
    rules: ClassVar[tuple[str, ...]] = ("C-CAP-01", "C-NPC-01")
    act: Literal["hold", "defend", "follow"] = "hold"
    whom: str = ""
    forage: int = 0
    report: int = 0
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, nobody to follow, no such stronghold, and numbers below 0."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        require_sense(self)
        if self.act == "defend" and self.whom:
            known.require_stronghold(self.whom)
        if self.act == "follow" and not _knows(known, self.whom):
            raise nobody_to_follow(own.name, self.whom)


def _knows(known: CampaignView, army: str) -> bool:
    return army in {a.id for a in known.armies} | {a.id for a in known.seen}


def require_sense(order: DoctrineOrder) -> None:
    """Refuse what says nothing that could be done.

    Raises:
        Refused: E-SYNTAX.
    """
    if min(order.forage, order.report) < 0 or max(order.forage, order.report) > 1000:
        raise Refused(
            "E-SYNTAX",
            "Days are 0 to 1,000, 0 for never; the army does as it did. Say forage=3 report=7.",
        )
    if order.act == "hold" and order.whom:
        raise Refused(
            "E-SYNTAX",
            "An army holds where it is, and nobody; it does as it did. Leave whom= out, or say"
            " act=defend or act=follow.",
        )


def nobody_to_follow(name: str, whom: str) -> Refused:
    """The army that is to be followed is unknown, or the same."""
    return Refused(
        "E-NOT-PRESENT",
        f"{name} knows no army {whom[:40]!r} to follow; it does as it did. Name one by its id.",
    )
