"""Fleets: ships together under a commander or a captain, and what is aboard (C-FLEET)."""

from __future__ import annotations

from typing import Literal

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army, Plan
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.marching import Disorder
from world.rules.campaign.nouns.rates import Rate
from world.rules.campaign.nouns.ratio import ZERO, Ratio
from world.rules.campaign.nouns.ship import Ship, can_fight, can_sail, rate_of
from world.state import World

chapter = Chapter("fleets", "Fleets and what is aboard of them")

DAMAGE = chapter.param(
    "fleet.damage_divisor", 25, "guns", "C-FLEET-04", "guns that make a hit of Fleet Damage"
)

#: Hexes of a fleet's course that are kept: as far as any fleet goes back.
WAKE = 32


class Berth(msgspec.Struct, frozen=True, gc=False):
    """An army aboard, and the ships that carry it, in the order in which they are filled."""

    army: str
    ships: tuple[str, ...]


class Voyage(msgspec.Struct, frozen=True, gc=False):
    """A voyage that was ordered and is not over.

    Attributes:
        path: hex labels from where the fleet set out to its goal; it lies in ``path[at]``.
        covered: metres done of the way to the next hex; ``since`` the game instant (ms) since
            which it has been in motion, -1 while it lies still; ``speed`` metres a ms.
        pending: the event that ends this stretch; ``stretches`` counts them.
        halted: whether a meeting holds it up.
    """

    path: tuple[str, ...]
    at: int = 0
    covered: Ratio = ZERO
    since: int = -1
    speed: Ratio = ZERO
    pending: str = ""
    stretches: int = 0
    halted: bool = False

    @property
    def here(self) -> str:
        """The hex it is in."""
        return self.path[self.at]

    @property
    def ahead(self) -> str | None:
        """The next hex; None at the end of the way."""
        return self.path[self.at + 1] if self.at + 1 < len(self.path) else None


class Stevedoring(msgspec.Struct, frozen=True, gc=False):
    """Loading or landing that was ordered and is not done (C-FLEET-02).

    Attributes:
        kind: an army goes aboard or ashore, or loose stores do.
        army: the army; ``other`` the army or stronghold that gives or takes stores.
        ships: those that are to carry it, in order; all of them if empty.
        inside: whether the army lands behind the walls of the stronghold there.
        coast: whether boats go to and fro on an open coast.
        begins: game instant (ms) at which it starts; ``event`` the one that ends it.
    """

    kind: Literal["embark", "land", "load", "unload"]
    army: str = ""
    other: str = ""
    supplies: int = 0
    ships: tuple[str, ...] = ()
    inside: bool = False
    coast: bool = False
    begins: int = 0
    event: str = ""

    @property
    def key(self) -> str:
        """What it is about; a fleet does one thing about each."""
        return self.army or f"stores/{self.other}"


class Fleet(Entity, frozen=True, tag="fleet"):
    """Ships together (C-FLEET-01).

    Attributes:
        leader: the commander who is aboard and leads it; '' when a captain does.
        owner: the commander whose captain leads it, or the leader himself.
        place: label of the hex in which it lies: water, or land off whose coast it is anchored or
            in whose port.
        ships: in the order of the roster.
        morale, resting: one value for all her ships (C-SHIP-09/a).
        chest: doubloons that a captain keeps; a commander's are in his purse (C-MON-01).
        berths: armies aboard.
        voyage: where it sails.
        loading: what is being taken aboard or landed.
        came_from: the hex it was in before, '' if it has not moved; ``wake`` its course so far,
            the last hex last.
        withdrew: game instant (ms) of its last withdrawal from a meeting; -1 for never.
        plan: what it is to do when it meets the enemy, left in advance.
        disorder: what keeps it from obeying, if anything.
        unpaid: days in a row for which its running cost was not paid.
        harbour: the event that ends the week of a fleet that lies in port; '' at sea.
    """

    name: str
    faction: str
    owner: str
    leader: str
    place: str
    ships: tuple[Ship, ...]
    morale: int = 9
    resting: int = 9
    chest: int = 0
    berths: tuple[Berth, ...] = ()
    voyage: Voyage | None = None
    loading: tuple[Stevedoring, ...] = ()
    came_from: str = ""
    wake: tuple[str, ...] = ()
    withdrew: int = -1
    plan: Plan | None = None
    disorder: Disorder | None = None
    unpaid: int = 0
    harbour: str = ""

    @property
    def present(self) -> tuple[Ship, ...]:
        """The ships that are with the flag (C-SHIP-10)."""
        return tuple(ship for ship in self.ships if not ship.away)

    def ship(self, name: str) -> Ship | None:
        """The ship of that name."""
        said = name.strip().casefold()
        return next((ship for ship in self.ships if ship.name.casefold() == said), None)

    @property
    def crew(self) -> int:
        """Hands aboard of all its ships."""
        return sum(ship.crew for ship in self.present)

    @property
    def hull(self) -> int:
        """Hits its ships can still take."""
        return sum(ship.hull for ship in self.present)

    @property
    def cargo(self) -> int:
        """Supplies in its holds that belong to no army aboard."""
        return sum(ship.cargo for ship in self.present)


class Commission(Entity, frozen=True, tag="commission"):
    """A fleet that was formed after the campaign began; it is found by the fleet's id.

    It stays when the fleet is gone: its owner may believe in it still.
    """

    fleet: str
    name: str
    owner: str
    commander: str
    faction: str


chapter.declare(Fleet, Commission)


def changed(fleet: Fleet, **fields: object) -> Fleet:
    """The fleet with some of its fields changed."""
    return msgspec.structs.replace(fleet, **fields)


def on_voyage(fleet: Fleet, **fields: object) -> Fleet:
    """The fleet with its voyage changed."""
    if fleet.voyage is None:
        return fleet
    return changed(fleet, voyage=msgspec.structs.replace(fleet.voyage, **fields))


def with_ship(fleet: Fleet, ship: Ship) -> Fleet:
    """The fleet with a ship of its roster changed."""
    ships = tuple(ship if each.name == ship.name else each for each in fleet.ships)
    return changed(fleet, ships=ships)


def without_ships(fleet: Fleet, names: frozenset[str]) -> Fleet:
    """The fleet without some of its ships; armies keep to those that are left."""
    ships = tuple(ship for ship in fleet.ships if ship.name not in names)
    berths = tuple(
        Berth(berth.army, tuple(name for name in berth.ships if name not in names))
        for berth in fleet.berths
    )
    return changed(fleet, ships=ships, berths=berths)


# -- what can be counted of it --------------------------------------------------------------------


def rates_of(world: World, fleet: Fleet) -> tuple[Rate, ...]:
    """The class of each ship that is with the flag."""
    return tuple(rate_of(world, ship) for ship in fleet.present)


def full_crew(world: World, fleet: Fleet) -> int:
    """Hands of full crews for all its ships (C-SHIP-06)."""
    return sum(rate.crew for rate in rates_of(world, fleet))


def cannon(world: World, fleet: Fleet) -> int:
    """Guns of the ships that can fight (C-FLEET-04)."""
    return sum(rate_of(world, ship).cannon for ship in fleet.present if can_fight(world, ship))


def fleet_damage(world: World, guns: int) -> int:
    """The hits that so many guns can deal out (C-FLEET-04)."""
    return guns // max(1, world.params[DAMAGE])


def speed(world: World, fleet: Fleet) -> int:
    """km/h of its slowest ship (C-FLEET-01)."""
    return min((rate.speed for rate in rates_of(world, fleet)), default=0)


def becalmed(world: World, fleet: Fleet) -> tuple[str, ...]:
    """Names of the ships that have too few hands to sail."""
    return tuple(ship.name for ship in fleet.present if not can_sail(world, ship))


# -- who is aboard --------------------------------------------------------------------------------


def aboard_of(world: World, army: Army) -> Fleet | None:
    """The fleet an army is aboard of; None for one on land."""
    return world.find(Fleet, army.inside) if army.inside else None


def embarked(world: World, fleet: Fleet) -> tuple[Army, ...]:
    """The armies aboard, in the order in which they came."""
    found = (world.find(Army, berth.army) for berth in fleet.berths)
    aboard = {army.id: army for army in found if army is not None and army.inside == fleet.id}
    return tuple(aboard.values())


def berth_of(world: World, fleet: Fleet, army: Army) -> tuple[str, ...]:
    """Names of the ships that carry an army aboard; all of them where none are named."""
    for berth in fleet.berths:
        found = world.find(Army, berth.army)
        if found is not None and found.id == army.id:
            return berth.ships
    return ()


def fleets_at(world: World, place: str) -> tuple[Fleet, ...]:
    """The fleets in a hex with a ship to show, in id order."""
    return tuple(fleet for fleet in world.at(place, Fleet) if fleet.present)


def loading_of(world: World, army: Army) -> tuple[Fleet, Stevedoring] | None:
    """The fleet that an army is going aboard of or ashore from, and that work."""
    for fleet in world.at(army.place, Fleet):
        for work in fleet.loading:
            if work.army == army.id:
                return fleet, work
    return None


def commission_of(world: World, fleet: str) -> Commission | None:
    """What was known of a fleet from the first, be it afloat or not."""
    section = scene(world).setup.fleets.get(fleet)
    if section is None:
        return world.find(Commission, f"commission:{fleet}")
    return Commission(
        id=f"commission:{fleet}",
        fleet=fleet,
        name=section.name,
        owner=section.owner or section.commander,
        commander=section.commander,
        faction=section.faction or _side(world, section.owner or section.commander),
    )


def _side(world: World, person: str) -> str:
    """The side a commander of the scenario was on when the campaign began."""
    commander = scene(world).setup.commanders.get(person)
    return str(commander.faction or person) if commander is not None else ""


def commissions(world: World) -> dict[str, Commission]:
    """Every fleet there has ever been, by id."""
    found = {key: commission_of(world, key) for key in scene(world).setup.fleets}
    found.update((each.fleet, each) for each in world.of(Commission))
    return {key: each for key, each in sorted(found.items()) if each is not None}
