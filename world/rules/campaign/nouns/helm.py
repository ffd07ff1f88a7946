"""Who may order a fleet, and what it needs to obey (C-FLEET-01, C-CAP-01, section 36)."""

from __future__ import annotations

from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.rules.campaign.nouns.command import CAPTAIN_ORDERS, ORDERS_REFUSED, require_free
from world.rules.campaign.nouns.encounter import at_grips
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ship import Ship
from world.rules.campaign.nouns.where import (
    CAPTAIN,
    aboard_with,
    fleet_led_by,
    fleet_of_office,
    whereabouts,
)
from world.state import World

#: What of a captain's plain orders an order at sea is.
_PLAIN = {"sail": "march", "heave_to": "halt", "stores": "transfer", "join": "merge"}
#: What its owner can see to from the quay.
_AT_HAND = frozenset(("release", "crew", "repair", "part"))


def fleet_commanded(world: World, hand: Hand, named: str, order: str) -> Fleet:
    """The fleet an order is for, if its author may give it.

    Raises:
        Refused: E-NOT-YOURS for a fleet that is not his (or that he cannot know), E-CAPTIVE for a
            prisoner, E-OUT-OF-CONTROL for a fleet that flees, E-CAPTAIN-ORDER for what is too
            elaborate for a captain.
    """
    require_free(world, hand.author)
    fleet = _meant(world, hand, named)
    if fleet is None or hand.author not in (fleet.owner, fleet.leader, REFEREE):
        what = f"{named[:40]!r} is no fleet of yours" if named else "You lead no fleet"
        raise Refused("E-NOT-YOURS", f"{what}; nothing was ordered. Name one that is, by its id.")
    if fleet.disorder is not None and world.params[ORDERS_REFUSED] and hand.author != REFEREE:
        raise Refused(
            "E-OUT-OF-CONTROL",
            f"{fleet.name} is out of control and obeys nobody; nothing was ordered. It will be in"
            " hand again when its flight is over.",
        )
    plain = world.params[CAPTAIN_ORDERS]
    alone = not fleet.leader and not _directed(world, fleet, hand.author, order)
    if alone and hand.author != REFEREE and _PLAIN.get(order, order) not in plain:
        raise Refused(
            "E-CAPTAIN-ORDER",
            f"{fleet.name} is led by a captain, who can carry out plain orders only; it goes on as"
            f" it did. He can sail, heave to, hand stores over and join another fleet.",
        )
    return fleet


def _meant(world: World, hand: Hand, named: str) -> Fleet | None:
    if hand.receiver.startswith(CAPTAIN):
        return fleet_of_office(world, hand.receiver)
    if named:
        return world.find(Fleet, named)
    return fleet_led_by(world, hand.author)


def _directed(world: World, fleet: Fleet, author: str, order: str) -> bool:
    """Whether the author himself is there to see to it, so that the captain does as he is told."""
    if order in _AT_HAND and whereabouts(world, author) == fleet.place:
        return True
    aboard = aboard_with(world, author)
    return aboard is not None and aboard.id == fleet.id


def require_free_hands(world: World, fleet: Fleet) -> None:
    """Refuse what would move or occupy a fleet while a meeting or a battle is pending.

    Raises:
        Refused: E-MEETING.
    """
    if at_grips(world, fleet):
        raise Refused(
            "E-MEETING",
            f"{fleet.name} lies before the enemy and waits for the plans of both sides; it stays."
            " Settle the meeting first (D-NAV-01).",
        )


def require_ship(fleet: Fleet, name: str) -> Ship:
    """The ship of that name that is with the flag.

    Raises:
        Refused: E-NOTHING.
    """
    ship = fleet.ship(name)
    if ship is None or ship.away:
        names = ", ".join(each.name for each in fleet.present) or "none"
        raise Refused(
            "E-NOTHING",
            f"{fleet.name} has no ship {name[:40]!r} with it; nothing was done. It has: {names}.",
        )
    return ship
