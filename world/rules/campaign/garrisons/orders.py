"""Orders to go behind walls, to leave them, and to leave men there (C-STR-04, C-STR-05)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.view import campaign_view


class GarrisonOrder(Order, frozen=True, tag="garrison"):
    """Quarter an army in the stronghold of its hex."""

    summary: ClassVar[str] = "quarter an army in the stronghold of its hex"
    rules: ClassVar[tuple[str, ...]] = ("C-STR-04",)
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse an army that is not the author's, or stands where no stronghold is."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        if own.exact and own.place not in {site.place for site in known.strongholds}:
            raise no_walls(own.name)


class LeaveOrder(Order, frozen=True, tag="leave"):
    """Lead a quartered army out of the gates."""

    summary: ClassVar[str] = "lead a quartered army out of its stronghold"
    rules: ClassVar[tuple[str, ...]] = ("C-STR-04",)
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse an army that is not the author's, or not inside."""
        own = campaign_view(view).require_army(self.army)
        if own.exact and not own.inside:
            raise not_inside(own.name)


class DropOffOrder(Order, frozen=True, tag="detach_garrison"):
    """Leave whole detachments behind as the garrison of the stronghold in the army's hex.

    Attributes:
        detachments: those that stay, by name.
        supplies: what is left with them of the army's stock; they eat the place's stores first.
    """

    summary: ClassVar[str] = "leave detachments as a garrison in the stronghold of the hex"
    rules: ClassVar[tuple[str, ...]] = ("C-STR-05", "C-DET-02")
    detachments: tuple[str, ...]
    supplies: int = 0
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse an army that is not the author's, and detachments it does not have."""
        own = campaign_view(view).require_army(self.army)
        if own.exact:
            require_detachments(own.name, [d.name for d in own.detachments], self.detachments)
            require_stock(own.name, self.supplies, own.supplies)


def no_walls(name: str) -> Refused:
    """There is nothing to go into."""
    return Refused("E-NOT-PRESENT", f"No stronghold stands where {name} is; it stays as it is.")


def not_inside(name: str) -> Refused:
    """There is nothing to come out of."""
    return Refused("E-NOT-GARRISONED", f"{name} is not quartered in a stronghold; it stays.")


def require_detachments(name: str, has: list[str], wanted: tuple[str, ...]) -> None:
    """Refuse what an army cannot leave behind.

    Raises:
        Refused: E-DET-INDIVISIBLE or E-ARMY-TOO-SMALL.
    """
    if not wanted:
        raise Refused("E-DET-INDIVISIBLE", "No detachment was named; nothing was ordered.")
    missing = [each for each in wanted if each not in has]
    if missing or len(set(wanted)) < len(wanted):
        raise Refused(
            "E-DET-INDIVISIBLE",
            f"{name} has no detachment {', '.join(missing) or 'twice'}; nothing was left behind."
            f" Detachments go whole, each named once: {', '.join(has)}.",
        )
    if set(wanted) == set(has):
        raise Refused(
            "E-ARMY-TOO-SMALL",
            f"{name} would have nobody left; nothing was left behind. Quarter the army instead.",
        )


def require_stock(name: str, wanted: int, has: int) -> None:
    """Refuse to leave more supplies than there are.

    Raises:
        Refused: saying how many there are.
    """
    if not 0 <= wanted <= has:
        raise Refused(
            "E-NOT-ENOUGH",
            f"{name} cannot leave {wanted} supplies behind, it has {has}; nobody was left. Give a"
            " number it has.",
        )
