"""Fleets in a scenario: what their sections must agree on, and the entities they become."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from world.errors import Refused
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.fleet import Berth, Fleet
from world.rules.campaign.nouns.ground import Scene
from world.rules.campaign.nouns.rates import own_rates, rates
from world.rules.campaign.nouns.seafaring import MORALE
from world.rules.campaign.nouns.ship import Ship
from world.rules.campaign.nouns.waters import can_lie
from world.rules.campaign.setup.sections import FleetSection, Setup, ShipSection
from world.scenario.problems import quoted
from world.step import Step

Note = Callable[[int, str, str], None]
Known = Callable[[int, str, str, object], bool]


# -- what the sections must agree on --------------------------------------------------------------


def check_fleets(scene_: Scene, setup: Setup, note: Note, known: Known) -> None:
    """Note every mistake about fleets, the classes of their ships, and who is aboard."""
    classes = [*own_rates(), *setup.ship_classes]
    for key, section in setup.ship_classes.items():
        if key in own_rates():
            note(section.line, f"the ship class {quoted(key)}, which the rules have", "another")
        numbers = (section.value, section.cannon, section.crew, section.capacity)
        if min(numbers) < 0 or section.speed < 1 or section.hull < 1:
            note(section.line, "a figure that no ship has", "0 or more; speed and hull 1 or more")
    for fleet in setup.fleets.values():
        _check_fleet(scene_, setup, fleet, classes, note, known)
    _check_leaders(setup, note)
    for army in setup.armies.values():
        if not army.aboard or not known(army.line, "fleet", army.aboard, setup.fleets):
            continue
        if setup.fleets[army.aboard].at != army.at:
            note(army.line, "an army aboard a fleet that lies elsewhere", "at: as the fleet")
        if army.inside:
            note(army.line, "an army aboard and inside walls", "one of them")


def _check_fleet(
    scene_: Scene,
    setup: Setup,
    fleet: FleetSection,
    classes: list[str],
    note: Note,
    known: Known,
) -> None:
    try:
        if not can_lie(scene_, scene_.place(fleet.at)):
            note(fleet.line, quoted(fleet.at), "a hex of water, or one on the coast")
    except Refused:
        note(fleet.line, f"the place {quoted(fleet.at)}", "a hex of the map, or a place's name")
    for role, person in (("commander", fleet.commander), ("owner", fleet.owner)):
        if person:
            known(fleet.line, role, person, setup.commanders)
    if not fleet.commander and not fleet.owner:
        note(fleet.line, "neither commander nor owner", "commander: or owner:")
    if fleet.faction:
        known(fleet.line, "faction", fleet.faction, setup.factions)
    if fleet.chest < 0:
        note(fleet.line, f"{fleet.chest} doubloons in the chest", "0 or more")
    if not fleet.ships:
        note(fleet.line, "no ships", "at least one")
    _check_ships(fleet, classes, note, known)


def _check_ships(fleet: FleetSection, classes: list[str], note: Note, known: Known) -> None:
    names: set[str] = set()
    for ship in fleet.ships:
        if ship.name.casefold() in names or not ship.name.strip():
            note(ship.line, f"the ship {quoted(ship.name)}", "a name of her own within the fleet")
        names.add(ship.name.casefold())
        if known(ship.line, "ship class", ship.rate, classes):
            for what, value in (("crew", ship.crew), ("hull", ship.hull), ("cargo", ship.cargo)):
                if value is not None and value < (what == "hull"):
                    note(ship.line, f"{what} {value}", "0 or more; a hull of 1 or more")


def _check_leaders(setup: Setup, note: Note) -> None:
    """A commander leads one fleet at most, and none that his army is not aboard of."""
    led: dict[str, str] = {}
    armies = {army.commander: army for army in setup.armies.values() if army.commander}
    for key, fleet in setup.fleets.items():
        if not fleet.commander:
            continue
        if fleet.commander in led:
            found = f"{quoted(fleet.commander)}, who leads {led[fleet.commander]} already"
            note(fleet.line, found, "another commander, or owner: for a captain's fleet")
        led[fleet.commander] = key
        army = armies.get(fleet.commander)
        if army is not None and army.aboard != key:
            found = f"{quoted(fleet.commander)}, who leads an army ashore"
            note(fleet.line, found, f"another commander, or his army aboard: {key}")


# -- what they become -----------------------------------------------------------------------------


def found_fleets(step: Step, ground: Scene, setup: Setup, side: Callable[[str], str]) -> None:
    """Put the fleets of the scenario, and aboard of them whoever is there."""
    for key, section in setup.fleets.items():
        owner = section.owner or section.commander
        place = ground.place(section.at)
        aboard = tuple(name for name, army in setup.armies.items() if army.aboard == key)
        morale = step.param(MORALE)
        step.put(
            Fleet(
                id=key,
                name=section.name,
                faction=section.faction or side(owner),
                owner=owner,
                leader=section.commander,
                place=place,
                ships=tuple(_ship(step, ship) for ship in section.ships),
                morale=morale if section.morale is None else section.morale,
                resting=morale,
                chest=section.chest,
                berths=tuple(Berth(army, ()) for army in aboard),
            )
        )
        for army_id in aboard:
            step.put(msgspec.structs.replace(step.get(Army, army_id), inside=key))
        leader = step.find(Commander, section.commander) if section.commander else None
        if leader is not None:
            step.put(msgspec.structs.replace(leader, fleet=key, place=None))


def _ship(step: Step, section: ShipSection) -> Ship:
    rate = rates(step.world)[section.rate]
    return Ship(
        name=section.name,
        rate=rate.key,
        crew=rate.crew if section.crew is None else section.crew,
        hull=min(rate.hull, rate.hull if section.hull is None else section.hull),
        cargo=min(section.cargo, rate.capacity),
        hired=section.hired,
    )
