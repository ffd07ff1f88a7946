"""The orders of a siege (O-BESIEGE, O-LIFT, O-YIELD)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.view import campaign_view
from world.rules.campaign.nouns.where import governor_of


class BesiegeOrder(Order, frozen=True, tag="besiege"):
    """Shut in the stronghold before which the army stands.

    Attributes:
        stronghold: its id or name.
        plan: how the siege is to be carried on, in your own words, for the referee.
    """

    summary: ClassVar[str] = "besiege the stronghold before which the army stands"
    rules: ClassVar[tuple[str, ...]] = ("C-SIEGE-01",)
    stronghold: str
    plan: str = ""
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, an unknown place, one that is friendly as far as he knows."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        site = known.require_stronghold(self.stronghold)
        stances = {side.id: side.stance for side in known.factions}
        if own.exact and site.faction and stances.get(site.faction) in ("own", "allied"):
            raise friendly_place(site.name)


class LiftOrder(Order, frozen=True, tag="lift"):
    """Give up a siege."""

    summary: ClassVar[str] = "give up a siege; the army stays where it is"
    rules: ClassVar[tuple[str, ...]] = ("C-SIEGE-06",)
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, and one that besieges nothing."""
        own = campaign_view(view).require_army(self.army)
        if own.exact and not own.besieging:
            raise not_besieging(own.name)


class YieldOrder(Order, frozen=True, tag="yield"):
    """Give up a besieged place, on terms or without.

    Attributes:
        stronghold: its id; the order goes to its governor.
        terms: whether the defenders march out free.
    """

    summary: ClassVar[str] = "give up a besieged stronghold, on terms or without"
    rules: ClassVar[tuple[str, ...]] = ("C-SIEGE-05", "C-AFT-01", "C-AFT-08")
    stronghold: str
    terms: bool = False

    def addressee(self, author: str) -> str:  # noqa: ARG002 - the governor, whoever writes
        """The place's governor."""
        return governor_of(self.stronghold)

    def check(self, view: View) -> None:
        """Refuse a place nobody knows."""
        campaign_view(view).require_stronghold(self.stronghold)


def friendly_place(name: str) -> Refused:
    """One does not besiege one's friends."""
    return Refused("E-FRIENDLY", f"{name} is friendly; nothing was begun. Quarter there instead.")


def not_besieging(name: str) -> Refused:
    """There is no siege to lift."""
    return Refused("E-NOT-BESIEGING", f"{name} is not besieging any place; it goes on as it did.")


def not_besieged(name: str) -> Refused:
    """There is nobody to yield to."""
    return Refused("E-NOT-BESIEGED", f"{name} is not besieged; it goes on as it did.")
