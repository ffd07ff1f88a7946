"""The order to storm a stronghold (O-ASSAULT)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.view import campaign_view


class AssaultOrder(Order, frozen=True, tag="assault"):
    """Storm the stronghold that the army besieges.

    Attributes:
        plan: how it is to be done, in your own words, for the referee.
    """

    summary: ClassVar[str] = "storm the stronghold that the army besieges"
    rules: ClassVar[tuple[str, ...]] = ("C-ASLT-01",)
    plan: str = ""
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, and one that besieges nothing."""
        own = campaign_view(view).require_army(self.army)
        if own.exact and not own.besieging:
            raise not_besieging(own.name)


def not_besieging(name: str) -> Refused:
    """There is nothing to storm."""
    return Refused(
        "E-NOT-BESIEGING",
        f"{name} is not besieging any place, and storms none; it goes on as it did. Besiege it"
        " first.",
    )
