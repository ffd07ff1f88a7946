"""What happens to people and armies aboard: deaths, captures, splits, stragglers (C-FLEET-01)."""

from __future__ import annotations

import msgspec

from world.dispatch import Delivered, Dispatch
from world.fact import Moved
from world.pack import Chapter
from world.rules.campaign.nouns.admiralty import hand_over
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import CommanderDies, CommanderFled, CommanderTaken
from world.rules.campaign.nouns.facts import ArmiesJoined, ArmyGone, ArmySplit
from world.rules.campaign.nouns.fleet import Berth, Fleet, aboard_of, berth_of, changed
from world.rules.campaign.nouns.report import account_of_fleets
from world.rules.campaign.nouns.sea_chest import add_aboard
from world.rules.campaign.nouns.sea_facts import FleetEntered, FleetGone, FleetLeaderChanged
from world.rules.campaign.nouns.voyaging import put_ashore
from world.rules.campaign.nouns.waters import nearest_land
from world.rules.campaign.nouns.where import captain_of, fleet_of_office, whereabouts
from world.step import Step

chapter = Chapter("crews", "People and armies aboard")


# -- commanders who are lost to their fleets ------------------------------------------------------


@chapter.on(CommanderTaken)
def taken(step: Step, fact: CommanderTaken) -> None:
    """A captain has the fleet of a commander who is taken; its chest stays aboard (C-PRIS-01)."""
    _bereave(step, fact.person, "has been taken prisoner")


@chapter.on(CommanderDies)
def dies(step: Step, fact: CommanderDies) -> None:
    """So he has that of one who dies."""
    _bereave(step, fact.person, "is dead")


def _bereave(step: Step, person: str, what: str) -> None:
    commander = step.find(Commander, person)
    if commander is None or commander.id != person or not commander.fleet:
        return
    fleet = step.find(Fleet, commander.fleet)
    purse = commander.purse
    if fleet is None or fleet.leader != person:
        step.put(msgspec.structs.replace(commander, fleet=""))
        return
    hand_over(step, fleet, f", since {commander.name} {what}")
    keeps = bool(commander.army)  # the chest is his army's, too, and stays with that
    step.put(
        msgspec.structs.replace(step.get(Commander, person), fleet="", purse=purse if keeps else 0)
    )
    if purse and not keeps:
        add_aboard(step, fleet.id, purse)
    after = step.get(Fleet, fleet.id)
    if after.owner == person:
        step.put(changed(after, owner=""))
        _write_home(step, fleet.id, f"{commander.name} {what}")


def _write_home(step: Step, fleet_id: str, what: str) -> None:
    """The captain asks every commander of his side for orders (C-RET-02)."""
    fleet = step.get(Fleet, fleet_id)
    for commander in step.of(Commander):
        if commander.faction != fleet.faction or commander.npc or commander.captor:
            continue
        if whereabouts(step.world, commander.id) == fleet.place:
            step.put(changed(step.get(Fleet, fleet_id), owner=commander.id))
            return
    for commander in step.of(Commander):
        if commander.faction != fleet.faction or commander.npc or commander.captor:
            continue
        step.write(
            Dispatch(
                sender=captain_of(fleet.id),
                to=commander.id,
                text=f"{what}. {fleet.name} waits for orders.",
                written=step.now,
                start=fleet.place,
                enclosed=account_of_fleets(step, fleet),
                receipt=False,
                label=f"orphaned/{fleet.id}/{commander.id}",
            )
        )


@chapter.on(Delivered)
def word_of_it(step: Step, fact: Delivered) -> None:
    """The first of his side whom a fleet without a master reaches is its master now (C-RET-02)."""
    fleet = fleet_of_office(step.world, fact.sender)
    reader = step.find(Commander, fact.reader)
    if fleet is None or fleet.owner or fleet.leader or fact.intercepted:
        return
    if reader is not None and not reader.captor and reader.faction == fleet.faction:
        step.put(changed(fleet, owner=reader.id))


@chapter.on(FleetGone)
def fleet_gone(step: Step, fact: FleetGone) -> None:
    """Whoever is left of a fleet that is no more is on the nearest land."""
    heir = step.find(Fleet, fact.fleet)
    for commander in step.of(Commander):
        if commander.fleet == fact.fleet and heir is None:
            put_ashore(step, commander.id, nearest_land(step.world, fact.place))
    for captive in _held_by(step, fact.fleet):
        if heir is not None:
            step.put(msgspec.structs.replace(captive, held=heir.id, captor=_captor(heir)))
        else:
            _free(step, captive, nearest_land(step.world, fact.place))


# -- prisoners aboard (C-PRIS-01) -----------------------------------------------------------------


def _held_by(step: Step, fleet: str) -> list[Commander]:
    return [each for each in step.of(Commander) if each.held == fleet]


def _captor(fleet: Fleet) -> str:
    return fleet.leader or captain_of(fleet.id)


def _free(step: Step, captive: Commander, place: str) -> None:
    step.put(
        msgspec.structs.replace(captive, captor="", held="", stead="", may_write=False, place=place)
    )
    step.happened(CommanderFled(person=captive.id, place=place), captive.id)


@chapter.on(FleetEntered)
def fleet_entered(step: Step, fact: FleetEntered) -> None:
    """Prisoners travel with the fleet that holds them."""
    for captive in _held_by(step, fact.fleet):
        step.put(msgspec.structs.replace(captive, place=fact.place))
        step.happened(Moved(person=captive.id, place=fact.place), captive.id)


@chapter.on(FleetLeaderChanged)
def leader_changed(step: Step, fact: FleetLeaderChanged) -> None:
    """Whoever leads the fleet now has its prisoners."""
    fleet = step.find(Fleet, fact.fleet)
    if fleet is None:
        return
    for captive in _held_by(step, fact.fleet):
        step.put(msgspec.structs.replace(captive, captor=_captor(fleet)))


# -- armies aboard --------------------------------------------------------------------------------


@chapter.on(ArmySplit)
def army_split(step: Step, fact: ArmySplit) -> None:
    """Both parts of an army that is split aboard are aboard, on the same ships."""
    army = step.find(Army, fact.army)
    part = step.find(Army, fact.part)
    fleet = aboard_of(step.world, army) if army is not None else None
    if army is None or part is None or fleet is None:
        return
    ships = berth_of(step.world, fleet, army)
    step.put(changed(fleet, berths=(*fleet.berths, Berth(part.id, ships))))
    step.put(msgspec.structs.replace(part, inside=fleet.id))


@chapter.on(ArmiesJoined)
def armies_joined(step: Step, fact: ArmiesJoined) -> None:
    """An army that joined another aboard needs no berth of its own."""
    _leave_berth(step, fact.army, fact.into)


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """Nor does one that is no more; its commander is put where he went ashore."""
    _leave_berth(step, fact.army, "")
    leader = step.find(Commander, fact.leader) if fact.leader else None
    if leader is not None and leader.fleet and not leader.army:
        fleet = step.find(Fleet, leader.fleet)
        if fleet is not None and fleet.leader == leader.id:
            step.put(msgspec.structs.replace(leader, place=None))


def _leave_berth(step: Step, army_id: str, into: str) -> None:
    for fleet in step.of(Fleet):
        if not any(berth.army == army_id for berth in fleet.berths):
            continue
        rest = tuple(berth for berth in fleet.berths if berth.army != army_id)
        aboard = step.find(Army, into) if into else None
        new = aboard is not None and not any(berth.army == into for berth in rest)
        if new and aboard is not None and aboard.inside == fleet.id:
            rest = (*rest, Berth(into, ()))
        step.put(changed(fleet, berths=rest))
