"""Troops landed before a blockaded place: they join the siege, storm it, take it (C-BLK-02)."""

from __future__ import annotations

import msgspec

from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.blockades.notices import JoinsSiege, WouldYield
from world.rules.campaign.blockades.orders import (
    SeaAssaultOrder,
    not_blockading,
)
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.blockade import enough_landed, no_infantry
from world.rules.campaign.nouns.engagements import PlaceYields, WallsStormed
from world.rules.campaign.nouns.facts import HostileAct
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.helm import fleet_commanded, require_free_hands
from world.rules.campaign.nouns.report import report, report_fleet
from world.rules.campaign.nouns.sea_facts import TroopsLanded, YieldsToFleet
from world.rules.campaign.nouns.siege import Siege, siege_by, siege_of
from world.rules.campaign.nouns.stronghold import Stronghold
from world.step import Step

chapter = Chapter("landings", "Troops landed before a blockaded place")
chapter.declare(WouldYield, JoinsSiege)


@chapter.on(TroopsLanded)
def troops_landed(step: Step, fact: TroopsLanded) -> None:
    """Who lands from a blockading fleet lies before the place from then on."""
    army = step.find(Army, fact.army)
    siege = siege_of(step.world, fact.place)
    if army is None or siege is None or army.inside or fact.fleet not in siege.fleets:
        return
    if army.id not in siege.armies:
        siege = msgspec.structs.replace(siege, armies=(*siege.armies, army.id))
        step.put(siege)
        stronghold = step.get(Stronghold, siege.stronghold)
        report(step, army, JoinsSiege(army=army.name, place=stronghold.name), siege.id)
    if siege.offer and enough_landed(step.world, siege):
        _take_over(step, siege, army)


@chapter.on(YieldsToFleet)
def yields_to_fleet(step: Step, fact: YieldsToFleet) -> None:
    """A place that ships alone shut in waits for somebody to land and take it over."""
    siege = step.get(Siege, fact.siege)
    offer = "terms" if fact.terms else "yield"
    step.put(msgspec.structs.replace(siege, offer=offer))
    stronghold = step.get(Stronghold, siege.stronghold)
    how = "on terms" if fact.terms else "without terms"
    for fleet_id in siege.fleets:
        fleet = step.find(Fleet, fleet_id)
        if fleet is not None:
            report_fleet(step, fleet, WouldYield(place=stronghold.name, how=how), siege.id)


def _take_over(step: Step, siege: Siege, army: Army) -> None:
    fact = PlaceYields(
        stronghold=siege.stronghold,
        victor=army.leader or army.owner,
        army=army.id,
        terms=siege.offer == "terms",
        weeks=siege.weeks,
    )
    step.happened(fact, siege.id)


@chapter.obeys(SeaAssaultOrder)
def assault_from_sea(step: Step, order: SeaAssaultOrder, hand: Hand) -> None:
    """The troops that have landed storm the walls; the ships' guns are silent (O-ASSAULT)."""
    fleet = fleet_commanded(step.world, hand, order.fleet, "assault")
    require_free_hands(step.world, fleet)
    siege = siege_by(step.world, fleet.id)
    if siege is None:
        raise not_blockading(fleet.name)
    armies = [army for each in siege.armies if (army := step.find(Army, each)) is not None]
    ready = [army for army in armies if army.disorder is None]
    mine = [army for army in ready if hand.author in (army.leader, army.owner)]
    if not mine or not enough_landed(step.world, siege):
        raise no_infantry(fleet.name)
    first = max(mine, key=lambda army: (army.leader == hand.author, army.soldiers, army.id))
    stronghold = step.get(Stronghold, siege.stronghold)
    act = HostileAct(by=hand.author, faction=fleet.faction, against=stronghold.faction)
    step.happened(act, fleet.id)
    fact = WallsStormed(
        stronghold=stronghold.id,
        army=first.id,
        plan=order.plan,
        others=tuple(a.id for a in mine if a.id != first.id and not a.leader),
        asked=tuple(a.id for a in ready if a.id != first.id and a.leader),
    )
    step.happened(fact, first.id)
