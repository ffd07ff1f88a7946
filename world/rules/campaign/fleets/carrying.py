"""What is aboard or ashore when the boats have done their work (C-FLEET-02, C-FLEET-03)."""

from __future__ import annotations

import msgspec

from world.rules.campaign.fleets import figures, notices
from world.rules.campaign.nouns.admiralty import land, show, take_command
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.blockade import PORT_OPEN
from world.rules.campaign.nouns.engagements import StrongholdResupplied
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.facts import ArmySetOut
from world.rules.campaign.nouns.fleet import Berth, Fleet, Stevedoring, changed
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.hold import emptied, filled, fits, stowage
from world.rules.campaign.nouns.provisions import free_room
from world.rules.campaign.nouns.report import report, report_fleet, report_place
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.stronghold import Stronghold, stronghold_at
from world.rules.campaign.nouns.victuals import days_inside
from world.rules.campaign.nouns.where import whereabouts
from world.step import Step


def carry_out(step: Step, fleet: Fleet, work: Stevedoring) -> str:
    """Do what the boats were to do; returns why it could not be done, '' if it was."""
    if work.kind == "embark":
        return _embark(step, fleet, work)
    if work.kind == "land":
        return _land(step, fleet, work)
    return _load(step, fleet, work) if work.kind == "load" else _unload(step, fleet, work)


def parties_of(step: Step, work: Stevedoring) -> str:
    """Who gives or takes stores, in words."""
    other = step.find(Army, work.other) or step.find(Stronghold, work.other)
    return other.name if other is not None else "nobody"


def sea_open(step: Step, fleet: Fleet, stronghold: Stronghold) -> str:
    """Why nobody gets into a place from the sea; '' if he does (C-SIEGE-07/a)."""
    siege = siege_of(step.world, stronghold.place)
    if siege is None:
        return ""
    if siege.fleets:
        return f"{stronghold.name} is blockaded"
    if not step.param(PORT_OPEN):
        return f"{stronghold.name} is besieged"
    del fleet
    return ""


# -- armies ---------------------------------------------------------------------------------------


def _embark(step: Step, fleet: Fleet, work: Stevedoring) -> str:
    army = step.find(Army, work.army)
    if army is None or army.place != fleet.place or army.march is not None:
        return "the army is not there to go aboard"
    ships = tuple(name for name in work.ships if (s := fleet.ship(name)) and not s.away)
    if not fits(step.world, fleet, army, ships):
        return "the holds have no room for it"
    walls = step.find(Stronghold, army.inside) if army.inside else None
    step.put(changed(fleet, berths=(*fleet.berths, Berth(army.id, ships))))
    step.put(msgspec.structs.replace(army, inside=fleet.id, offset=None, works=()))
    step.happened(ArmySetOut(army=army.id, place=army.place), army.id)
    show(step, army.id)
    fleet, army = step.get(Fleet, fleet.id), step.get(Army, army.id)
    his = fleet.owner in (army.leader, army.owner)
    if army.leader and not fleet.leader and his and step.param(figures.JOINT_COMMAND):
        take_command(step, fleet, army.leader)
    _tell_done(step, fleet.id, army.id, "is aboard")
    if walls is not None and walls.holder not in (army.leader, army.owner):
        notice = _done(step, step.get(Fleet, fleet.id), army.name, "has left the place aboard")
        report_place(step, walls, notice, army.id)
    return ""


def _land(step: Step, fleet: Fleet, work: Stevedoring) -> str:
    army = step.find(Army, work.army)
    if army is None or army.inside != fleet.id:
        return "the army is not aboard"
    inside = ""
    if work.inside:
        site = stronghold_at(step.world, fleet.place)
        if site is None or not friendly(step.world, army.faction, site.faction):
            return "no friendly gate is open to it"
        why = sea_open(step, fleet, site)
        if why:
            return why
        inside = site.id
    land(step, fleet.id, army.id, fleet.place, inside=inside)
    _tell_done(step, fleet.id, army.id, "has landed from")
    return ""


# -- stores ---------------------------------------------------------------------------------------


def _load(step: Step, fleet: Fleet, work: Stevedoring) -> str:
    giver = step.find(Army, work.other) or step.find(Stronghold, work.other)
    if giver is None or giver.place != fleet.place:
        return "there is nobody to give stores"
    has = giver.stores if isinstance(giver, Stronghold) else giver.supplies
    if has < work.supplies:
        return f"{giver.name} has not so much any more"
    ships = filled(step.world, fleet, work.supplies, work.ships)
    if ships is None:
        return "the holds have no room for it"
    if isinstance(giver, Stronghold):
        why = sea_open(step, fleet, giver)
        if why:
            return why
        step.put(msgspec.structs.replace(giver, stores=giver.stores - work.supplies))
    else:
        step.put(msgspec.structs.replace(giver, supplies=giver.supplies - work.supplies))
    step.put(changed(step.get(Fleet, fleet.id), ships=ships))
    _tell_stores(step, fleet.id, giver.id, f"has given {work.supplies} supplies to")
    return ""


def _unload(step: Step, fleet: Fleet, work: Stevedoring) -> str:
    taker = step.find(Army, work.other) or step.find(Stronghold, work.other)
    if taker is None or taker.place != fleet.place:
        return "there is nobody to take stores"
    if fleet.cargo < work.supplies:
        return "there is not so much aboard any more"
    if isinstance(taker, Army):
        if free_room(step.world, taker) < work.supplies:
            return f"{taker.name} has no room for so much"
        step.put(msgspec.structs.replace(taker, supplies=taker.supplies + work.supplies))
    else:
        why = sea_open(step, fleet, taker)
        if why:
            return why
        step.put(msgspec.structs.replace(taker, stores=taker.stores + work.supplies))
    step.put(changed(fleet, ships=emptied(fleet, work.supplies)))
    if isinstance(taker, Stronghold) and siege_of(step.world, taker.place) is not None:
        days = days_inside(step.world, taker, work.supplies)
        fact = StrongholdResupplied(stronghold=taker.id, days=days)
        step.happened(fact, f"{fleet.id}/{taker.id}")
    _tell_stores(step, fleet.id, taker.id, f"has taken {work.supplies} supplies from")
    return ""


# -- telling --------------------------------------------------------------------------------------


def _done(step: Step, fleet: Fleet, who: str, what: str) -> notices.LoadingDone:
    return notices.LoadingDone(
        fleet=fleet.name,
        who=who,
        what=what,
        place=scene(step.world).called(fleet.place),
        room=stowage(step.world, fleet).free,
    )


def _tell_done(step: Step, fleet_id: str, army_id: str, what: str) -> None:
    """Both commanders, each once (M-FLEET-02)."""
    fleet, army = step.get(Fleet, fleet_id), step.get(Army, army_id)
    notice = _done(step, fleet, army.name, what)
    report(step, army, notice, "boats")
    if told_of(step, army) != told_of(step, fleet):
        report_fleet(step, fleet, notice, f"boats/{army.id}")


def _tell_stores(step: Step, fleet_id: str, other_id: str, what: str) -> None:
    fleet = step.get(Fleet, fleet_id)
    other = step.find(Army, other_id) or step.get(Stronghold, other_id)
    notice = _done(step, fleet, other.name, what)
    report_fleet(step, fleet, notice, f"stores/{other.id}")
    if isinstance(other, Army):
        if told_of(step, other) != told_of(step, fleet):
            report(step, other, notice, "stores")
    elif other.holder != told_of(step, fleet):
        report_place(step, other, notice, "stores")


def told_of(step: Step, unit: Army | Fleet) -> str:
    """Who is told of something on the spot; '' where a courier has to ride."""
    if unit.leader:
        return unit.leader
    return unit.owner if whereabouts(step.world, unit.owner) == unit.place else ""
