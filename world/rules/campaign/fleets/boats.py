"""The orders to take aboard and to land (O-EMBARK, O-DISEMBARK)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.view import CampaignView, Shore, campaign_view


class EmbarkOrder(Order, frozen=True, tag="embark"):
    """Take an army aboard a fleet in the same hex, with everything it has.

    A part of an army goes aboard after it was split off.  In port it takes a day from the next dawn
    on, on an open coast two.

    Attributes:
        fleet: the fleet that carries it, by id.
        ships: those of its ships that do, by name, in the order in which they are filled; all of
            them if not said.
        army: which of your armies; the one you lead if not said.
    """

    summary: ClassVar[str] = "take an army aboard a fleet in the same hex"
    rules: ClassVar[tuple[str, ...]] = ("C-FLEET-02", "C-FLEET-03")
    fleet: str
    ships: tuple[str, ...] = ()
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, a fleet that is not there, and a place without a coast."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        if own.exact and own.place == known.place:
            require_fleet_there(known, self.fleet)
            require_shore(own.name, known.shore)


class DisembarkOrder(Order, frozen=True, tag="disembark"):
    """Land an army from the fleet that carries it, in a port or on a coast.

    Attributes:
        inside: land behind the walls of the friendly stronghold there, even if it is besieged by
            land alone.
        army: which of your armies; the one you lead if not said.
    """

    summary: ClassVar[str] = "land an army from the fleet that carries it"
    rules: ClassVar[tuple[str, ...]] = ("C-FLEET-02", "C-SIEGE-07")
    inside: bool = False
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, one that is aboard of nothing, and a place without a coast."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        if own.exact and own.place == known.place:
            if own.inside not in known.fleet_places():
                raise not_aboard(own.name)
            require_shore(own.name, known.shore)


class StowOrder(Order, frozen=True, tag="stow"):
    """Take supplies or money aboard a fleet, from an army or a stronghold in the same hex.

    Money changes hands at once; supplies take as long as an army does.

    Attributes:
        supplies, money: how much.
        source: the army or stronghold of yours that gives them, by id.
        ships: those that carry the supplies, by name; all of them if not said.
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "take supplies or money aboard a fleet"
    rules: ClassVar[tuple[str, ...]] = ("C-FLEET-02", "C-FLEET-03", "C-MON-01")
    source: str
    supplies: int = 0
    money: int = 0
    ships: tuple[str, ...] = ()
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, nothing or less, and a giver that nobody knows."""
        known = campaign_view(view)
        own = known.require_fleet(self.fleet)
        require_amounts(self.supplies, self.money)
        require_party(known, self.source)
        if own.exact:
            require_shore(own.name, known.shore)


class UnstowOrder(Order, frozen=True, tag="unstow"):
    """Land supplies or money from a fleet for an army or a stronghold in the same hex.

    Attributes:
        supplies, money: how much.
        to: the army or stronghold that gets them, by id.
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "land supplies or money from a fleet"
    rules: ClassVar[tuple[str, ...]] = ("C-FLEET-02", "C-SIEGE-07", "C-MON-01")
    to: str
    supplies: int = 0
    money: int = 0
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, more than it has, and a receiver that nobody knows."""
        known = campaign_view(view)
        own = known.require_fleet(self.fleet)
        require_amounts(self.supplies, self.money)
        require_party(known, self.to)
        if own.exact:
            require_shore(own.name, known.shore)
            if self.supplies > own.cargo:
                raise not_enough(own.name, own.cargo)


# -- refusals -------------------------------------------------------------------------------------


def require_fleet_there(known: CampaignView, fleet: str) -> None:
    """Refuse a fleet that is not where its passenger is, as far as he knows.

    Raises:
        Refused: E-NOT-PRESENT.
    """
    if known.fleet_places().get(fleet) != known.place:
        raise no_fleet_here(fleet)


def no_fleet_here(fleet: str) -> Refused:
    """There is no such fleet to go aboard of."""
    return Refused(
        "E-NOT-PRESENT",
        f"{fleet[:40]!r} is no fleet in the same place; nobody went aboard. Name one that is"
        " there, by its id.",
    )


def require_shore(name: str, shore: Shore) -> None:
    """Refuse where there is no coast.

    Raises:
        Refused: E-NOT-COASTAL.
    """
    if shore in ("", "water"):
        raise not_coastal(name)


def not_coastal(name: str) -> Refused:
    """Nothing can be taken aboard or landed here."""
    return Refused(
        "E-NOT-COASTAL",
        f"{name} is in no port and off no coast; nothing was ordered. Go to one first.",
    )


def not_aboard(name: str) -> Refused:
    """There is nothing to land from."""
    return Refused("E-NOTHING", f"{name} is aboard of no fleet, so there is nothing to land it of.")


def require_amounts(supplies: int, money: int) -> None:
    """Refuse nothing, and less.

    Raises:
        Refused: E-NOT-ENOUGH.
    """
    if min(supplies, money) < 0 or not (supplies or money):
        raise Refused(
            "E-NOT-ENOUGH",
            "There is nothing to move; nothing was ordered. Say supplies=… or money=…, of 1 or"
            " more.",
        )


def require_party(known: CampaignView, other: str) -> None:
    """Refuse an army or a stronghold that the author does not know.

    Raises:
        Refused: E-NOT-PRESENT.
    """
    armies = {army.id for army in known.armies} | {army.id for army in known.seen}
    if other not in armies | {site.id for site in known.strongholds}:
        raise not_present(other)


def not_present(other: str) -> Refused:
    """Nobody of that name is there."""
    return Refused(
        "E-NOT-PRESENT",
        f"{other[:40]!r} is no army or stronghold in the same place; nothing was ordered. Goods"
        " change hands where people meet.",
    )


def not_enough(name: str, has: int) -> Refused:
    """There is less than that."""
    return Refused(
        "E-NOT-ENOUGH", f"{name} has {has} to give; nothing was ordered. Ask for no more than that."
    )


def no_room(name: str, room: int) -> Refused:
    """It does not fit into the hold."""
    return Refused(
        "E-CAPACITY",
        f"The ships of {name} have room for {room} supplies; nothing was ordered. Take less, or"
        " more ships.",
    )


def no_landing(place: str) -> Refused:
    """Boats cannot work here now."""
    return Refused(
        "E-NO-LANDING",
        f"Boats cannot work off {place} in this weather; nothing was ordered. Wait, or go to a"
        " port.",
    )
