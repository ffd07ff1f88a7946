"""The orders of keeping ships: buy, hire, release, man, mend."""

from __future__ import annotations

from typing import ClassVar, Literal

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.fleet_page import OwnFleet, OwnShip
from world.rules.campaign.nouns.rates import rate_named
from world.rules.campaign.nouns.view import CampaignView, Shore, campaign_view

#: Ships one order may buy or hire.
MOST = 100


class BuyShipOrder(Order, frozen=True, tag="buy_ship"):
    """Buy ships at the port where you are; they are there at once.

    Attributes:
        rate: their class: first_rate, third_rate, fifth_rate, transport, or another of the
            campaign.
        number: how many.
        names: fanciful names for them; numbers stand in for those you do not give.
        fleet: one of your fleets in this port that they join; a new one if not said.
        fleet_name: what a new fleet is called; after its first ship if you do not say.
    """

    summary: ClassVar[str] = "buy ships at the port where you are"
    rules: ClassVar[tuple[str, ...]] = ("C-SHIP-01",)
    rate: str
    number: int = 1
    names: tuple[str, ...] = ()
    fleet: str = ""
    fleet_name: str = ""

    def check(self, view: View) -> None:
        """Refuse where there is no port, an unknown class, and what the purse cannot pay."""
        known = campaign_view(view)
        require_rate(known.ship_classes, self.rate)
        require_number(self.number)
        require_port(known.shore)
        _require_own_fleet(known, self.fleet)


class HireOrder(Order, frozen=True, tag="hire_transport"):
    """Hire transports by the day at the port where you are, until you release them.

    Attributes:
        number: how many.
        names: names by which to tell them apart.
        fleet: one of your fleets in this port that they join; a new one if not said.
        fleet_name: what a new fleet is called; after its first ship if you do not say.
    """

    summary: ClassVar[str] = "hire transports by the day at the port where you are"
    rules: ClassVar[tuple[str, ...]] = ("C-SHIP-02", "C-SHIP-05")
    number: int = 1
    names: tuple[str, ...] = ()
    fleet: str = ""
    fleet_name: str = ""

    def check(self, view: View) -> None:
        """Refuse where there is no port, and an unknown fleet."""
        known = campaign_view(view)
        require_number(self.number)
        require_port(known.shore)
        _require_own_fleet(known, self.fleet)


class ReleaseOrder(Order, frozen=True, tag="release"):
    """Pay off hired transports, in a port and unloaded.

    Attributes:
        ships: their names.
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "pay off hired transports"
    rules: ClassVar[tuple[str, ...]] = ("C-SHIP-02",)
    ships: tuple[str, ...]
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, and what is no hired ship of it as far as he knows."""
        known = campaign_view(view)
        own = known.require_fleet(self.fleet)
        if own.exact:
            require_port(known.shore)
            for name in self.ships:
                if not _own_ship(own, name).hired:
                    raise not_hired(name)


class CrewOrder(Order, frozen=True, tag="crew"):
    """Make good the hands that a ship has lost.

    Attributes:
        ship: her name.
        number: hands wanted.
        source: ``port`` buys them in a city with a port; ``infantry`` takes foot soldiers of an
            army aboard, who are sailors from then on.
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "make good the hands that a ship has lost"
    rules: ClassVar[tuple[str, ...]] = ("C-SHIP-07",)
    ship: str
    number: int
    source: Literal["port", "infantry"] = "port"
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, a ship it does not have, and more hands than she needs."""
        known = campaign_view(view)
        own = known.require_fleet(self.fleet)
        if own.exact:
            ship = _own_ship(own, self.ship)
            require_hands(ship.name, self.number, ship.full_crew - ship.crew)
            if self.source == "port":
                require_city(known.shore)


class RepairOrder(Order, frozen=True, tag="repair"):
    """Have a ship mended in a port, a hit a week, or break it off.

    Attributes:
        ship: her name.
        hits: how many are to be made good; 0 for as many as she needs, -1 to break it off.
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "have a ship mended in a port"
    rules: ClassVar[tuple[str, ...]] = ("C-SHIP-11",)
    ship: str
    hits: int = 0
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, a ship it does not have, and one that needs nothing."""
        known = campaign_view(view)
        own = known.require_fleet(self.fleet)
        if own.exact:
            ship = _own_ship(own, self.ship)
            if self.hits >= 0:
                require_port(known.shore)
                require_damage(ship.name, self.hits, ship.full_hull - ship.hull - ship.mending)
            elif not ship.mending:
                raise nothing_to_break_off(ship.name)


# -- refusals -------------------------------------------------------------------------------------


def require_rate(classes: dict[str, str], rate: str) -> str:
    """The key of a class of ships that somebody wrote.

    Raises:
        Refused: E-NOT-SOLD-HERE.
    """
    key = rate_named(classes, rate)
    if key is None:
        raise Refused(
            "E-NOT-SOLD-HERE",
            f"There is no class of ships {rate[:40]!r}; nothing was bought. There are:"
            f" {', '.join(classes)}.",
        )
    return key


def require_number(number: int) -> None:
    """Refuse none, and more than a navy has.

    Raises:
        Refused: E-NOT-ENOUGH.
    """
    if not 1 <= number <= MOST:
        raise Refused(
            "E-NOT-ENOUGH",
            f"Nobody sells {number} ships at once; nothing was bought. Say 1 to {MOST}.",
        )


def require_port(shore: Shore) -> None:
    """Refuse where no port is.

    Raises:
        Refused: E-NOT-PORT.
    """
    if shore not in ("port", "port city"):
        raise not_port()


def not_port() -> Refused:
    """That can be done in a port alone."""
    return Refused(
        "E-NOT-PORT",
        "That can be done only in a port that is not an enemy's; nothing was done. Go to one.",
    )


def require_city(shore: Shore) -> None:
    """Refuse where no city with a port is.

    Raises:
        Refused: E-NOT-PORT-CITY.
    """
    if shore != "port city":
        raise not_port_city()


def not_port_city() -> Refused:
    """Hands are found in cities."""
    return Refused(
        "E-NOT-PORT-CITY",
        "Hands are found only in a city with a port that is not an enemy's; nobody was taken on."
        " Go to one, or take infantry aboard to the ropes.",
    )


def _require_own_fleet(known: CampaignView, fleet: str) -> None:
    if fleet and known.require_fleet(fleet).place != known.place:
        raise fleet_elsewhere(fleet)


def fleet_elsewhere(fleet: str) -> Refused:
    """Ships are handed over where they are."""
    return Refused(
        "E-NOT-PRESENT",
        f"{fleet[:40]!r} is not in this port; nothing was bought. Leave the fleet out, and the"
        " ships are a new one.",
    )


def _own_ship(own: OwnFleet, name: str) -> OwnShip:
    said = name.strip().casefold()
    for ship in own.ships:
        if ship.name.casefold() == said and not ship.away:
            return ship
    has = ", ".join(ship.name for ship in own.ships if not ship.away) or "none"
    raise Refused(
        "E-NOTHING",
        f"{own.name} has no ship {name[:40]!r} with it; nothing was done. It has: {has}.",
    )


def not_hired(ship: str) -> Refused:
    """One cannot give back what is one's own."""
    return Refused("E-NOTHING", f"The {ship[:40]} is not hired; she stays. Name hired ships alone.")


def require_hands(ship: str, number: int, wants: int) -> None:
    """Refuse no hands, and more than a ship needs.

    Raises:
        Refused: E-NOT-ENOUGH.
    """
    if not 1 <= number <= wants:
        raise Refused(
            "E-NOT-ENOUGH",
            f"The {ship} is {wants} hands short; nobody was taken on. Say 1 or more, and no more"
            " than that.",
        )


def require_damage(ship: str, hits: int, damage: int) -> None:
    """Refuse to mend what is whole, or more than is broken.

    Raises:
        Refused: E-NOTHING or E-NOT-ENOUGH.
    """
    if damage <= 0:
        raise Refused("E-NOTHING", f"The {ship} needs no mending, or gets it; nothing was ordered.")
    if hits > damage:
        raise Refused(
            "E-NOT-ENOUGH",
            f"The {ship} has {damage} hits to be made good; nothing was ordered. Say no more than"
            " that.",
        )


def nothing_to_break_off(ship: str) -> Refused:
    """She is in no yard."""
    return Refused("E-NOTHING", f"The {ship} is not being mended; she stays as she is.")
