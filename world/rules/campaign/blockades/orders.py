"""The orders of a blockade (O-BLOCKADE, O-LIFT, O-ASSAULT from the sea)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.view import campaign_view


class BlockadeOrder(Order, frozen=True, tag="blockade"):
    """Shut a coastal stronghold in from the sea; the fleet lies off it, in its hex.

    Attributes:
        stronghold: its id or name.
        plan: how the blockade is to be carried on, in your own words, for the referee.
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "blockade the coastal stronghold off which the fleet lies"
    rules: ClassVar[tuple[str, ...]] = ("C-BLK-01",)
    stronghold: str
    plan: str = ""
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, an unknown place, one that is friendly as far as he knows."""
        known = campaign_view(view)
        own = known.require_fleet(self.fleet)
        site = known.require_stronghold(self.stronghold)
        stances = {side.id: side.stance for side in known.factions}
        if own.exact and site.faction and stances.get(site.faction) in ("own", "allied"):
            raise friendly_place(site.name)


class LiftBlockadeOrder(Order, frozen=True, tag="lift_blockade"):
    """Give up a blockade.

    Attributes:
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "give up a blockade; the fleet stays where it is"
    rules: ClassVar[tuple[str, ...]] = ("C-SIEGE-06", "C-BLK-01")
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, and one that blockades nothing."""
        own = campaign_view(view).require_fleet(self.fleet)
        if own.exact and not own.blockading:
            raise not_blockading(own.name)


class SeaAssaultOrder(Order, frozen=True, tag="assault_from_sea"):
    """Storm a blockaded place with the troops that have landed before it.

    Attributes:
        plan: how it is to be done, in your own words, for the referee.
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "storm a blockaded place with the troops that have landed"
    rules: ClassVar[tuple[str, ...]] = ("C-BLK-02", "C-ASLT-01")
    plan: str = ""
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, and one that blockades nothing."""
        own = campaign_view(view).require_fleet(self.fleet)
        if own.exact and not own.blockading:
            raise not_blockading(own.name)


def friendly_place(name: str) -> Refused:
    """One does not blockade one's friends."""
    return Refused("E-FRIENDLY", f"{name} is friendly; nothing was begun. Put in there instead.")


def not_blockading(name: str) -> Refused:
    """There is no blockade."""
    return Refused("E-NOT-BESIEGING", f"{name} blockades no place; it goes on as it did.")


def no_line_ship(name: str) -> Refused:
    """Frigates do not shut a place in."""
    return Refused(
        "E-BLK-NO-LINE-SHIP",
        f"{name} has too few ships of the line, First- or Third-rates, manned to sail; nothing was"
        " begun. Bring one up.",
    )


def not_coastal(name: str) -> Refused:
    """The sea is not before that place."""
    return Refused(
        "E-NOT-COASTAL", f"{name} does not lie on the coast; no fleet can blockade it. Besiege it."
    )


def not_present(name: str, stronghold: str) -> Refused:
    """The fleet is not off that place."""
    return Refused(
        "E-NOT-PRESENT",
        f"{name} does not lie off {stronghold[:40]!r}; nothing was begun. Sail to its hex first.",
    )
