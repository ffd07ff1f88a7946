"""The order to hand supplies and money over (O-TRANSFER)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.view import CampaignView, campaign_view
from world.rules.campaign.nouns.where import governor_of


class TransferOrder(Order, frozen=True, tag="transfer"):
    """Hand supplies or money over to an army or a stronghold in the same hex.

    Attributes:
        to: the army or stronghold that gets them, by its id.
        supplies, money: how much.
        army: which of the author's armies gives; the one he leads if not said.
        stronghold: the author's stronghold that gives, where it is no army.
    """

    summary: ClassVar[str] = "hand supplies or money over to an army or stronghold of the same hex"
    rules: ClassVar[tuple[str, ...]] = ("C-SUP-03", "C-SUP-07", "C-MON-01", "C-MON-03")
    to: str
    supplies: int = 0
    money: int = 0
    army: str = ""
    stronghold: str = ""

    def addressee(self, author: str) -> str:
        """The governor of the stronghold named, the captain of the army named, or the author."""
        if self.stronghold:
            return governor_of(self.stronghold)
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's goods, more than he can see there is, and receivers nobody knows."""
        known = campaign_view(view)
        require_amounts(self)
        _require_receiver(known, self.to)
        if self.stronghold:
            site = known.require_stronghold(self.stronghold)
            if site.stores is not None and site.chest is not None:
                require_enough(site.name, self, site.stores, site.chest)
            return
        own = known.require_army(self.army)
        if own.exact:
            require_enough(own.name, self, own.supplies, own.chest)


def require_amounts(order: TransferOrder) -> None:
    """Refuse to hand over nothing, or less.

    Raises:
        Refused: E-NOT-ENOUGH.
    """
    if min(order.supplies, order.money) < 0 or not (order.supplies or order.money):
        raise Refused(
            "E-NOT-ENOUGH",
            "There is nothing to hand over; nothing was moved. Say supplies=… or money=…, of 1 or"
            " more.",
        )


def require_enough(name: str, order: TransferOrder, supplies: int, money: int) -> None:
    """Refuse to hand over more than there is.

    Raises:
        Refused: E-NOT-ENOUGH.
    """
    if order.supplies > supplies or order.money > money:
        raise Refused(
            "E-NOT-ENOUGH",
            f"{name} has {supplies} supplies and {money} doubloons; nothing was handed over. Give"
            " no more than that.",
        )


def _require_receiver(known: CampaignView, to: str) -> None:
    armies = {army.id for army in known.armies} | {army.id for army in known.seen}
    if to not in armies | {site.id for site in known.strongholds}:
        raise not_present(to)


def not_present(to: str) -> Refused:
    """Nobody of that name is there to take anything."""
    return Refused(
        "E-NOT-PRESENT",
        f"{to[:40]!r} is no army or stronghold in the same place; nothing was handed over. Goods"
        " change hands where people meet.",
    )
