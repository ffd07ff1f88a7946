"""Armies taken aboard and landed by order (O-EMBARK, O-DISEMBARK)."""

from __future__ import annotations

from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.fleets import notices
from world.rules.campaign.fleets.boats import (
    DisembarkOrder,
    EmbarkOrder,
    no_fleet_here,
    no_room,
    not_aboard,
)
from world.rules.campaign.fleets.carrying import sea_open
from world.rules.campaign.fleets.loading import order_work, require_boats
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.command import commanded, require_no_meeting
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.fleet import (
    Fleet,
    Stevedoring,
    aboard_of,
    fleets_at,
    loading_of,
)
from world.rules.campaign.nouns.helm import require_free_hands
from world.rules.campaign.nouns.hold import fits, stowage
from world.rules.campaign.nouns.stronghold import Stronghold, stronghold_at
from world.step import Step

chapter = Chapter("embarking", "Armies that go aboard and ashore")
chapter.declare(notices.LoadingDone)


@chapter.obeys(EmbarkOrder)
def embark(step: Step, order: EmbarkOrder, hand: Hand) -> None:
    """An army is to go aboard, if there is a fleet, a coast and room (O-EMBARK)."""
    world = step.world
    army = commanded(world, hand, order.army, "embark")
    require_no_meeting(world, army)
    _require_idle(step, army)
    fleet = next((f for f in fleets_at(world, army.place) if f.id == order.fleet), None)
    if fleet is None:
        raise no_fleet_here(order.fleet)
    _require_consent(step, fleet, army, hand)
    require_ready(step, fleet)
    coast = require_boats(step, fleet)
    _require_gate(step, fleet, army)
    ships = named_ships(fleet, order.ships)
    if not fits(world, fleet, army, ships):
        raise no_room(fleet.name, stowage(world, fleet).free)
    order_work(step, fleet, Stevedoring(kind="embark", army=army.id, ships=ships, coast=coast))


@chapter.obeys(DisembarkOrder)
def disembark(step: Step, order: DisembarkOrder, hand: Hand) -> None:
    """An army is to land, in the open or behind friendly walls (O-DISEMBARK)."""
    army = commanded(step.world, hand, order.army, "disembark")
    fleet = aboard_of(step.world, army)
    if fleet is None:
        raise not_aboard(army.name)
    require_ready(step, fleet)
    coast = require_boats(step, fleet)
    if order.inside:
        site = stronghold_at(step.world, fleet.place)
        if site is None or not friendly(step.world, army.faction, site.faction):
            raise Refused(
                "E-NO-CONSENT",
                f"No friendly gate is open to {army.name} here; it stays aboard. Land it in the"
                " open.",
            )
        _require_open(step, fleet, site)
    work = Stevedoring(kind="land", army=army.id, inside=order.inside, coast=coast)
    order_work(step, fleet, work)


def require_ready(step: Step, fleet: Fleet) -> None:
    """Refuse a fleet that meets the enemy, is under sail or is out of hand.

    Raises:
        Refused: E-MEETING, E-BUSY or E-OUT-OF-CONTROL.
    """
    require_free_hands(step.world, fleet)
    if fleet.disorder is not None:
        raise Refused(
            "E-OUT-OF-CONTROL",
            f"{fleet.name} is out of control and obeys nobody; nothing was ordered. It will be in"
            " hand again when its flight is over.",
        )
    if fleet.voyage is not None:
        raise Refused(
            "E-BUSY",
            f"{fleet.name} is under sail and sails on. Let it heave to off the coast first.",
        )


def named_ships(fleet: Fleet, names: tuple[str, ...]) -> tuple[str, ...]:
    """The ships that were named, by the names they have.

    Raises:
        Refused: E-NOTHING.
    """
    found = []
    for name in names:
        ship = fleet.ship(name)
        if ship is None or ship.away or ship.name in found:
            has = ", ".join(each.name for each in fleet.present)
            raise Refused(
                "E-NOTHING",
                f"{fleet.name} has no ship {name[:40]!r} to be named here; nothing was ordered. It"
                f" has: {has}.",
            )
        found.append(ship.name)
    return tuple(found)


def _require_idle(step: Step, army: Army) -> None:
    """Refuse an army that marches, works, or is on its way aboard already.

    Raises:
        Refused: E-BUSY.
    """
    if army.march is not None:
        raise Refused(
            "E-BUSY", f"{army.name} is on the march and goes on. Halt it by the water first."
        )
    if army.works or loading_of(step.world, army) is not None:
        raise Refused(
            "E-BUSY", f"{army.name} is at other work or is to be; it stays at it. Halt it first."
        )


def _require_consent(step: Step, fleet: Fleet, army: Army, hand: Hand) -> None:
    """Refuse a fleet that is neither the author's nor a friend's.

    Raises:
        Refused: E-NO-CONSENT.
    """
    if hand.author in (fleet.owner, fleet.leader, REFEREE):
        return
    if not friendly(step.world, army.faction, fleet.faction):
        raise Refused(
            "E-NO-CONSENT",
            f"{fleet.name} is no friend's and takes nobody aboard; {army.name} stays ashore.",
        )


def _require_gate(step: Step, fleet: Fleet, army: Army) -> None:
    """Refuse to take an army out of a place that is shut in from the sea, too.

    Raises:
        Refused: E-BESIEGED.
    """
    walls = step.find(Stronghold, army.inside) if army.inside else None
    if walls is not None:
        _require_open(step, fleet, walls)


def _require_open(step: Step, fleet: Fleet, site: Stronghold) -> None:
    why = sea_open(step, fleet, site)
    if why:
        raise Refused(
            "E-BESIEGED", f"{why}, and nobody gets in or out by sea; nothing was ordered."
        )
