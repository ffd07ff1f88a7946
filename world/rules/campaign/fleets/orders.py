"""The orders to fleets: sail, heave to, part, join, go aboard and ashore."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.fleet_page import OwnFleet
from world.rules.campaign.nouns.view import campaign_view


class SailOrder(Order, frozen=True, tag="sail"):
    """Sail to a place over water, or along hexes in turn, by day and by night.

    Attributes:
        to: the goal, by name or label: a hex of water, one on the coast, or a port.
        path: hexes or places to go through in turn, before the goal if one is given.
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "sail to a hex of water, a coast or a port"
    rules: ClassVar[tuple[str, ...]] = ("C-FLEET-01", "C-SHIP-04", "C-SHIP-06")
    to: str = ""
    path: tuple[str, ...] = ()
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, no goal, no such place, and too few hands."""
        known = campaign_view(view)
        own = known.require_fleet(self.fleet)
        require_goal(self)
        for place in (*self.path, *([self.to] if self.to else ())):
            known.require_place(place)
        if own.exact:
            require_in_hand(own)


class HeaveToOrder(Order, frozen=True, tag="heave_to"):
    """End a voyage in the hex in which the fleet is, and whatever it loads or lands.

    Attributes:
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "end a voyage, or the work of the boats"
    rules: ClassVar[tuple[str, ...]] = ("C-TIME-07", "C-FLEET-01")
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse a fleet that is not the author's, or that lies still as far as he knows."""
        own = campaign_view(view).require_fleet(self.fleet)
        if own.exact and own.voyage is None and not own.loading:
            raise not_sailing(own.name)


class PartOrder(Order, frozen=True, tag="part_fleet"):
    """Make a fleet of its own of some ships, under a captain.

    Attributes:
        ships: those that go, by name.
        name: what the new fleet is called; after its first ship if you do not say.
        money: doubloons that its captain gets from the chest.
        fleet: which of your fleets is parted; the one you lead if not said.
    """

    summary: ClassVar[str] = "make a fleet of its own of some ships"
    rules: ClassVar[tuple[str, ...]] = ("C-FLEET-01", "C-ARMY-04")
    ships: tuple[str, ...]
    name: str = ""
    money: int = 0
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, ships it does not have, and more money than there is."""
        own = campaign_view(view).require_fleet(self.fleet)
        if own.exact:
            require_ships(own.name, [s.name for s in own.ships if not s.away], self.ships)
            require_chest(own.name, self.money, own.chest if not own.leader else self.money)


class JoinOrder(Order, frozen=True, tag="join_fleet"):
    """Join a fleet to another in the same hex.

    Attributes:
        into: the fleet that this one becomes part of, by id; it keeps its name and commander.
        fleet: which of your fleets joins; the one you lead if not said.
    """

    summary: ClassVar[str] = "join another fleet in the same hex"
    rules: ClassVar[tuple[str, ...]] = ("C-FLEET-01", "C-ARMY-05", "C-SHIP-09")
    into: str
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, and one that the author does not know."""
        known = campaign_view(view)
        known.require_fleet(self.fleet)
        fleets = {each.id for each in known.fleets} | {each.id for each in known.seen_fleets}
        if self.into not in fleets:
            raise not_there(self.into)


class BoardOrder(Order, frozen=True, tag="board"):
    """Go aboard a fleet in the same place without an army; you lead it if nobody else does.

    Attributes:
        fleet: which one, by id: yours, or an ally's.
    """

    summary: ClassVar[str] = "go aboard a fleet yourself, without an army"
    rules: ClassVar[tuple[str, ...]] = ("C-FLEET-01", "C-CMD-06")
    fleet: str

    def check(self, view: View) -> None:
        """Refuse whoever leads an army, and a fleet that is not there as far as he knows."""
        known = campaign_view(view)
        if any(army.leader == known.person for army in known.armies):
            raise leads_an_army()
        if known.fleet_places().get(self.fleet, "") != (known.place or ""):
            raise not_there(self.fleet)


class AshoreOrder(Order, frozen=True, tag="go_ashore"):
    """Go ashore from a fleet in port or off a coast; a captain leads it from then on."""

    summary: ClassVar[str] = "go ashore yourself"
    rules: ClassVar[tuple[str, ...]] = ("C-FLEET-01", "C-CMD-06")

    def check(self, view: View) -> None:
        """Refuse whoever is where nobody can go ashore."""
        known = campaign_view(view)
        if known.shore in ("", "water"):
            raise no_shore()


# -- refusals -------------------------------------------------------------------------------------


def require_goal(order: SailOrder) -> None:
    """Refuse a voyage without a goal.

    Raises:
        Refused: E-NO-PATH.
    """
    if not order.to and not order.path:
        raise Refused(
            "E-NO-PATH", "The voyage has no goal; nothing was ordered. Say to=… or path=…,…."
        )


def require_in_hand(own: OwnFleet) -> None:
    """Refuse a fleet that flees.

    Raises:
        Refused: E-OUT-OF-CONTROL.
    """
    if own.out_of_hand:
        raise Refused(
            "E-OUT-OF-CONTROL",
            f"{own.name} is out of control and obeys nobody; nothing was ordered. It will be in"
            " hand again when its flight is over.",
        )


def not_sailing(name: str) -> Refused:
    """There is nothing to end."""
    return Refused("E-NOT-MOVING", f"{name} is not under sail, so there is nothing to end.")


def too_few_hands(name: str, ships: tuple[str, ...]) -> Refused:
    """A ship has less than a skeleton crew (C-SHIP-06)."""
    return Refused(
        "E-NO-CREW",
        f"{', '.join(ships)} of {name} cannot sail with so few hands; the fleet lies where it is."
        " Find hands for her, or leave her behind (part_fleet).",
    )


def require_ships(name: str, has: list[str], wanted: tuple[str, ...]) -> None:
    """Refuse ships that a fleet does not have, ships twice, and all of them.

    Raises:
        Refused: E-NOTHING or E-ARMY-TOO-SMALL.
    """
    known = {ship.casefold() for ship in has}
    said = [ship.strip().casefold() for ship in wanted]
    if not said or len(set(said)) < len(said) or not set(said) <= known:
        raise Refused(
            "E-NOTHING",
            f"Name ships of {name}, each once; nothing was ordered. It has:"
            f" {', '.join(has) or 'none'}.",
        )
    if set(said) == known:
        raise Refused(
            "E-ARMY-TOO-SMALL",
            f"{name} would have no ship left; nothing was ordered. Leave one of them out.",
        )


def require_chest(name: str, wanted: int, has: int) -> None:
    """Refuse less than nothing, and more than there is.

    Raises:
        Refused: E-NOT-ENOUGH.
    """
    if not 0 <= wanted <= has:
        raise Refused(
            "E-NOT-ENOUGH",
            f"{name} has {has} doubloons and cannot give {wanted}; nothing was ordered. Give less.",
        )


def not_there(fleet: str) -> Refused:
    """There is no such fleet in the same place."""
    return Refused(
        "E-NOT-PRESENT",
        f"{fleet[:40]!r} is no fleet in the same place; nothing was done. Name one that is there,"
        " by its id.",
    )


def leads_an_army() -> Refused:
    """Who leads an army takes it along, or hands it over first."""
    return Refused(
        "E-BUSY",
        "You lead an army and stay with it; nothing was done. Embark it, or hand it over first.",
    )


def no_shore() -> Refused:
    """There is no land to go to."""
    return Refused(
        "E-NOT-COASTAL",
        "There is no coast here to go ashore on; you stay aboard. Sail to one first.",
    )
