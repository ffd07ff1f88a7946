"""The order to raise an army (O-RAISE)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.view import campaign_view
from world.rules.campaign.nouns.where import governor_of


class RaiseOrder(Order, frozen=True, tag="raise"):
    """Call the men of a stronghold's area to arms; they stand ready a month later.

    Attributes:
        stronghold: whose area is called up, by its id; the order goes to its governor.
        rally: the hex in which they come together; the stronghold's own if not said.
        leader: a commander of one's side without an army, who is there when they are; else a
            captain leads them.
    """

    summary: ClassVar[str] = "raise an army from the area of a stronghold"
    rules: ClassVar[tuple[str, ...]] = ("C-REC-01", "C-REC-06", "C-REC-07")
    stronghold: str
    rally: str = ""
    leader: str = ""

    def addressee(self, author: str) -> str:  # noqa: ARG002 - the governor, whoever writes
        """The place's governor."""
        return governor_of(self.stronghold)

    def check(self, view: View) -> None:
        """Refuse a place he does not hold, as far as he knows, and places nobody knows."""
        known = campaign_view(view)
        site = known.require_stronghold(self.stronghold)
        if site.holder != known.person and not site.own:
            raise not_holder(site.name)
        if self.rally:
            known.require_place(self.rally)
        if self.leader and self.leader not in {known.person, *known.correspondents}:
            raise no_leader(self.leader)


def not_holder(name: str) -> Refused:
    """Only who holds a place calls its men up."""
    return Refused("E-NOT-HOLDER", f"{name} is not yours; nothing was ordered. Name one you hold.")


def no_leader(name: str) -> Refused:
    """Nobody of that name can lead them."""
    return Refused(
        "E-NO-LEADER",
        f"{name[:40]!r} is no commander of your side without an army; nothing was ordered. Name"
        " another, or nobody for a captain.",
    )
