"""Where persons are, who acts for an office, and whom an army answers to (C-CAP-01, C-MSG-07)."""

from __future__ import annotations

from world.kernel.nouns import REFEREE
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.fleet import Fleet, aboard_of
from world.rules.campaign.nouns.siege import Siege, siege_of
from world.rules.campaign.nouns.stronghold import Stronghold, quartered
from world.state import World

CAPTAIN = "captain:"
GOVERNOR = "governor:"


def captain_of(army: str) -> str:
    """The office of an army's captain, to which orders for it are addressed."""
    return CAPTAIN + army


def governor_of(stronghold: str) -> str:
    """The office of a stronghold's governor."""
    return GOVERNOR + stronghold


def is_governor(person: str) -> bool:
    """Whether this is the office of a stronghold's governor."""
    return person.startswith(GOVERNOR)


def army_of_office(world: World, person: str) -> Army | None:
    """The army whose captain's office this is, or what became of it."""
    if not person.startswith(CAPTAIN):
        return None
    return world.find(Army, person.removeprefix(CAPTAIN))


def fleet_of_office(world: World, person: str) -> Fleet | None:
    """The fleet whose captain's office this is, or what became of it."""
    if not person.startswith(CAPTAIN):
        return None
    return world.find(Fleet, person.removeprefix(CAPTAIN))


def stronghold_of_office(world: World, person: str) -> Stronghold | None:
    """The stronghold whose governor's office this is."""
    if not person.startswith(GOVERNOR):
        return None
    return world.find(Stronghold, person.removeprefix(GOVERNOR))


def army_led_by(world: World, person: str) -> Army | None:
    """The army a commander leads and is with."""
    commander = world.find(Commander, person)
    if commander is None or not commander.army:
        return None
    return world.find(Army, commander.army)


def aboard_with(world: World, person: str) -> Fleet | None:
    """The fleet a commander is aboard of, with his army, at the head of the fleet or alone."""
    commander = world.find(Commander, person)
    if commander is None:
        return None
    if commander.fleet:
        return world.find(Fleet, commander.fleet)
    army = army_led_by(world, person)
    return aboard_of(world, army) if army is not None else None


def fleet_led_by(world: World, person: str) -> Fleet | None:
    """The fleet a commander leads and is aboard of."""
    commander = world.find(Commander, person)
    if commander is None or not commander.fleet:
        return None
    fleet = world.find(Fleet, commander.fleet)
    return fleet if fleet is not None and fleet.leader == commander.id else None


def army_ridden_with(world: World, person: str) -> Army | None:
    """The army a commander rides with though another leads it (C-ARMY-05)."""
    commander = world.find(Commander, person)
    if commander is None or not commander.with_army:
        return None
    return world.find(Army, commander.with_army)


def whereabouts(world: World, person: str) -> str | None:
    """The hex where a person or an office truly is; None for nowhere."""
    if person.startswith((CAPTAIN, GOVERNOR)):
        unit = army_of_office(world, person) or fleet_of_office(world, person)
        office = unit or stronghold_of_office(world, person)
        return office.place if office is not None else None
    commander = world.find(Commander, person)
    if commander is None:
        return None
    for leads_or_follows in (commander.army, commander.with_army):
        army = world.find(Army, leads_or_follows) if leads_or_follows else None
        if army is not None:
            return army.place
    fleet = world.find(Fleet, commander.fleet) if commander.fleet else None
    return fleet.place if fleet is not None else commander.place


def reader(world: World, person: str) -> str | None:
    """Who opens what is addressed to a person or office; None if nobody does any more."""
    army = army_of_office(world, person)
    if army is not None:
        return army.leader or captain_of(army.id)
    fleet = fleet_of_office(world, person)
    if fleet is not None:
        return fleet.leader or captain_of(fleet.id)
    stronghold = stronghold_of_office(world, person)
    if stronghold is not None:
        return governor_of(stronghold.id)
    if person == REFEREE or world.find(Commander, person) is not None:
        return person
    return None


def is_gone(world: World, entity_id: str) -> bool:
    """Whether something lived under an id and nobody succeeded it."""
    return world.buried(entity_id) and world.resolve(entity_id) is None


def commander_inside(world: World, stronghold: Stronghold) -> Commander | None:
    """The commander who leads the defence of a stronghold, if a person is inside.

    The holder before others; then whoever leads the largest army in it.
    """
    if world.find(Stronghold, stronghold.id) is not stronghold:  # not as it is, but as it might be
        return _commander_inside(world, stronghold)
    return world.derived(
        ("commander inside", stronghold.id),
        lambda: _commander_inside(world, world.get(Stronghold, stronghold.id)),
    )


def _commander_inside(world: World, stronghold: Stronghold) -> Commander | None:
    found: list[tuple[bool, int, Commander]] = []
    for army in quartered(world, stronghold):
        leader = world.find(Commander, army.leader) if army.leader else None
        if leader is not None:
            found.append((leader.id == stronghold.holder, army.soldiers, leader))
    holder = world.find(Commander, stronghold.holder) if stronghold.holder else None
    if holder is not None and not holder.army and holder.place == stronghold.place:
        found.append((True, 0, holder))
    found.sort(key=lambda item: (not item[0], -item[1], item[2].id))
    return found[0][2] if found else None


def faction_of(world: World, person: str) -> str:
    """The side a person or office is on; '' for none."""
    commander = world.find(Commander, person)
    if commander is not None:
        return commander.faction
    unit = army_of_office(world, person) or fleet_of_office(world, person)
    if unit is not None:
        return unit.faction
    stronghold = stronghold_of_office(world, person)
    return stronghold.faction if stronghold is not None else ""


def inside_of(world: World, person: str) -> str:
    """The stronghold behind whose walls, or the fleet aboard which, somebody is; '' in the open."""
    fleet = fleet_of_office(world, person) or aboard_with(world, person)
    if fleet is not None:
        return fleet.id
    stronghold = stronghold_of_office(world, person)
    if stronghold is not None:
        return stronghold.id
    army = army_of_office(world, person) or army_led_by(world, person)
    army = army or army_ridden_with(world, person)
    if army is not None:
        return army.inside
    commander = world.find(Commander, person)
    if commander is None or commander.place is None:
        return ""
    site = next(iter(world.at(commander.place, Stronghold)), None)
    if site is not None and friendly(world, commander.faction, site.faction):
        return site.id
    return ""


def in_company(world: World, person: str, other: str) -> bool:
    """Whether two persons are in one place and may talk (C-TALK-01).

    One hex is one place; but walls part those outside from those inside who are not their friends,
    and a siege parts everybody.
    """
    here = whereabouts(world, person)
    if here is None or here != whereabouts(world, other):
        return False
    if inside_of(world, person) == inside_of(world, other):
        return True
    if world.at(here, Siege):
        return False
    return friendly(world, faction_of(world, person), faction_of(world, other))


def hailed(world: World, person: str) -> tuple[str, ...]:
    """Who can be talked to across siege lines: besiegers and whoever leads the defence.

    In id order (C-TALK-01/a).
    """
    place = whereabouts(world, person)
    siege = siege_of(world, place) if place is not None else None
    if siege is None:
        return ()
    stronghold = world.get(Stronghold, siege.stronghold)
    inside = commander_inside(world, stronghold)
    besiegers = [world.find(Army, army) for army in siege.armies]
    leaders = sorted(army.leader for army in besiegers if army is not None and army.leader)
    defender = inside.id if inside is not None else governor_of(stronghold.id)
    if person in leaders:
        return (defender,)
    return tuple(leaders) if person == defender else ()
