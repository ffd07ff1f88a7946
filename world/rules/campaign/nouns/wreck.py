"""Ships that are lost, with everybody and everything aboard of them (C-SHIP-08/a)."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import msgspec

from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns.admiralty import hand_over
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import CommanderDies, CommanderTaken
from world.rules.campaign.nouns.facts import ArmyGone, StrengthChanged
from world.rules.campaign.nouns.fleet import Fleet, embarked, without_ships
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.hold import stowage
from world.rules.campaign.nouns.report import report, report_fleet
from world.rules.campaign.nouns.rounding import people, stores
from world.rules.campaign.nouns.sea_facts import FleetGone, ShipGone, ShipsChanged
from world.rules.campaign.nouns.voyaging import passengers
from world.rules.campaign.nouns.waters import nearest_land
from world.state import World
from world.step import Step

chapter = Chapter("wrecks", "Ships that are lost with everybody aboard")

SHARES_FATE = chapter.param(
    "ship.cargo_shares_fate",
    True,
    "bool",
    "C-SHIP-08",
    "whether troops and cargo are lost with a ship, or saved aboard of the others",
)


class LostAtSea(Notice, frozen=True, tag="lost_at_sea"):
    """Troops went down or were taken with a ship (C-SHIP-08/a)."""

    title: ClassVar[str] = "{army} has lost {soldiers} men at sea"
    wording: ClassVar[str] = (
        "{army} has lost {soldiers} men, {wagons:count|wagon|wagons}, {guns:count|gun|guns} and"
        " {supplies} supplies: the {ship} {fate}."
    )
    army: str
    ship: str
    fate: str
    soldiers: int
    wagons: int
    guns: int
    supplies: int


class FleetLost(Notice, frozen=True, tag="fleet_lost"):
    """A fleet is no more."""

    title: ClassVar[str] = "{fleet} is no more"
    wording: ClassVar[str] = "{fleet} has lost its last ship in {place}: {why}."
    fleet: str
    place: str
    why: str


chapter.declare(LostAtSea, FleetLost)


class Loss(msgspec.Struct, frozen=True):
    """What an army loses with a ship, and what is left of it."""

    left: Army
    soldiers: int
    wagons: int
    guns: int
    supplies: int


def losses_with(world: World, fleet: Fleet, ship: str) -> tuple[Loss, ...]:
    """What each army aboard loses if a ship is lost; all of it with the last ship."""
    alone = [each.name for each in fleet.present] == [ship]
    lots = stowage(world, fleet).lots.get(ship, ())
    found = []
    for army in embarked(world, fleet):
        shares = {
            lot.detachment: Fraction(1) if alone else lot.share
            for lot in lots
            if lot.army == army.id
        }
        if alone:
            shares |= {d.name: Fraction(1) for d in army.present} | {"": Fraction(1)}
        if shares and (alone or world.params[SHARES_FATE]):
            found.append(_loss(world, army, shares))
    return tuple(found)


def _loss(world: World, army: Army, shares: dict[str, Fraction]) -> Loss:
    left = []
    for detachment in army.detachments:
        share = shares.get(detachment.name, Fraction(0))
        after = detachment if detachment.away else _thinned(world, detachment, share)
        if after.soldiers or after.away:
            left.append(after)
    drowned = stores(world.params, army.supplies * shares.get("", Fraction(0)))
    remnant = msgspec.structs.replace(
        army, detachments=tuple(left), supplies=army.supplies - drowned
    )
    return Loss(
        left=remnant,
        soldiers=army.soldiers - remnant.soldiers,
        wagons=army.wagons - remnant.wagons,
        guns=army.cannon - remnant.cannon,
        supplies=drowned,
    )


def _thinned(world: World, detachment: Detachment, share: Fraction) -> Detachment:
    def keep(count: int) -> int:
        return count - min(count, people(world.params, count * share))

    return msgspec.structs.replace(
        detachment,
        soldiers=keep(detachment.soldiers),
        wagons=keep(detachment.wagons),
        six=keep(detachment.six),
        eighteen=keep(detachment.eighteen),
    )


def lose_ship(step: Step, fleet_id: str, name: str, *, captor: str = "") -> None:
    """A ship is gone from a fleet: down with all hands, or struck to the fleet ``captor``.

    Commanders aboard shift their flag to another ship as long as there is one.
    """
    world = step.world
    fleet = step.get(Fleet, fleet_id)
    losses = losses_with(world, fleet, name)
    last = [each.name for each in fleet.present] == [name]
    fate = "struck her colours" if captor else "went down with all hands"
    if last:
        _people(step, fleet, name, captor)
    for loss in losses:
        _apply(step, fleet, loss, name, fate)
    fleet = step.get(Fleet, fleet_id)
    left = without_ships(fleet, frozenset((name,)))
    step.put(left)
    step.happened(ShipGone(fleet=fleet_id, ship=name, to=captor), f"{fleet_id}/{name}")
    if last:
        why = f"the {name} {fate}"
        close_fleet(step, step.get(Fleet, fleet_id), why)
    else:
        step.happened(ShipsChanged(fleet=fleet_id, why=fate), f"{fleet_id}/{name}")


def _people(step: Step, fleet: Fleet, name: str, captor: str) -> None:
    """What becomes of the commanders aboard of the last ship."""
    leaders = [fleet.leader, *(army.leader for army in embarked(step.world, fleet))]
    leaders += [each.id for each in passengers(step.world, fleet)]
    for person in dict.fromkeys(each for each in leaders if each):
        if captor:
            taken = CommanderTaken(person=person, holds=captor, place=fleet.place)
            step.happened(taken, f"{fleet.id}/{person}")
        else:
            why = f"he went down with the {name}"
            step.happened(CommanderDies(person=person, why=why), f"{fleet.id}/{person}")


def _apply(step: Step, fleet: Fleet, loss: Loss, ship: str, fate: str) -> None:
    army = step.get(Army, loss.left.id)
    left = msgspec.structs.replace(
        army, detachments=loss.left.detachments, supplies=loss.left.supplies
    )
    notice = LostAtSea(
        army=army.name,
        ship=ship,
        fate=fate,
        soldiers=loss.soldiers,
        wagons=loss.wagons,
        guns=loss.guns,
        supplies=loss.supplies,
    )
    report(step, army, notice, f"{fleet.id}/{ship}", gone=not left.detachments)
    if left.detachments:
        step.put(left)
        step.happened(StrengthChanged(army=army.id, why="lost at sea"), f"{army.id}/{ship}")
        return
    commander = step.find(Commander, army.leader) if army.leader else None
    if commander is not None and [each.name for each in fleet.present] != [ship]:
        # He shifts his flag, and is aboard without an army; nobody comes ashore of it.
        step.put(msgspec.structs.replace(commander, army="", fleet=fleet.id, place=None))
    step.remove(army, f"it was lost with the {ship}")
    gone = ArmyGone(
        army=army.id,
        place=nearest_land(step.world, army.place),
        faction=army.faction,
        leader=army.leader,
    )
    step.happened(gone, army.id)


def close_fleet(step: Step, fleet: Fleet, why: str) -> None:
    """A fleet without a ship with the flag: it is no more, unless some will come back to it."""
    place = scene(step.world).called(fleet.place)
    notice = FleetLost(fleet=fleet.name, place=place, why=why)
    report_fleet(step, fleet, notice, "lost", gone=not fleet.ships)
    if fleet.leader:
        hand_over(step, fleet)
    if fleet.ships:
        return
    step.remove(step.get(Fleet, fleet.id), why)
    gone = FleetGone(fleet=fleet.id, place=fleet.place, faction=fleet.faction, leader=fleet.leader)
    step.happened(gone, fleet.id)
