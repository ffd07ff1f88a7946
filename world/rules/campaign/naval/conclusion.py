"""What follows a naval battle: ships lost and struck, prizes, captures, news (C-SHIP-08)."""

from __future__ import annotations

from world.newsworthy import Newsworthy
from world.pack import Chapter
from world.rules.campaign.naval import figures
from world.rules.campaign.naval.notices import HitsTaken, ShipFate
from world.rules.campaign.naval.prizes import take_prize
from world.rules.campaign.nouns.encounter import Outcome, SeaBattle
from world.rules.campaign.nouns.engagements import CommanderTaken, StrongholdAttacked
from world.rules.campaign.nouns.faction import name_of
from world.rules.campaign.nouns.fleet import Fleet, with_ship
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.report import report_fleet
from world.rules.campaign.nouns.sea_facts import (
    FleetBeaten,
    SeaBattleFought,
    ShipsChanged,
    SpiritMoves,
)
from world.rules.campaign.nouns.ship import changed as refitted
from world.rules.campaign.nouns.siege import Siege, siege_by
from world.rules.campaign.nouns.wreck import lose_ship
from world.step import Step

chapter = Chapter("after naval battles", "Ships lost and struck, prizes, captures, news")
chapter.declare(HitsTaken, ShipFate)


def conclude(step: Step, battle: SeaBattle) -> None:
    """Hulls are hit, ships go down or strike, morale moves, and the beaten go (C-NAV-07)."""
    outcomes = [out for out in battle.outcomes if step.find(Fleet, out.fleet) is not None]
    winners = tuple(out.fleet for out in outcomes if out.won)
    losers = tuple(out.fleet for out in outcomes if out.won is False)
    _attacked_blockaders(step, battle)
    news = _news(step, battle, outcomes)
    for out in outcomes:
        _hit(step, out)
    for out in outcomes:
        _wreck(step, out)
    for out in outcomes:
        if step.find(Fleet, out.fleet) is not None and out.morale:
            why = "a battle at sea"
            fact = SpiritMoves(fleet=out.fleet, by=out.morale, why=why)
            step.happened(fact, f"{battle.id}/{out.fleet}")
    for out in outcomes:
        _capture(step, battle, out)
    for out in outcomes:
        fleet = step.find(Fleet, out.fleet)
        if fleet is None or fleet.id != out.fleet or not fleet.present:
            continue
        if out.beaten or out.retreats:
            beaten = FleetBeaten(
                fleet=out.fleet,
                place=battle.place,
                victors=winners if out.won is False else losers,
                retreats=out.retreats,
                tested=out.beaten,
            )
            step.happened(beaten, out.fleet)
    attackers = tuple(fleet for line in battle.sides if line.attacks for fleet in line.fleets)
    attacked = tuple(fleet for line in battle.sides if not line.attacks for fleet in line.fleets)
    fought = SeaBattleFought(
        place=battle.place,
        encounter=battle.encounter,
        winners=winners,
        losers=losers,
        attackers=attackers,
        attacked=attacked,
    )
    step.happened(fought, battle.id)
    step.happened(news, battle.id)


def _attacked_blockaders(step: Step, battle: SeaBattle) -> None:
    """A battle against a blockading fleet gives the besieged heart (C-SIEGE-03)."""
    places: dict[str, None] = {}
    for n, line in enumerate(battle.sides):
        for fleet in line.fleets:
            siege: Siege | None = siege_by(step.world, fleet)
            if siege is not None and battle.sides[1 - n].attacks:
                places[siege.stronghold] = None
    for place in places:
        step.happened(StrongholdAttacked(stronghold=place), f"{battle.id}/{place}")


def _news(step: Step, battle: SeaBattle, outcomes: list[Outcome]) -> Newsworthy:
    """News along the coast, without numbers of hands (C-NAV-02, C-NEWS-02)."""
    world = step.world

    def side(won: bool | None) -> str:  # noqa: FBT001 - the outcome itself
        found = (step.get(Fleet, out.fleet).faction for out in outcomes if out.won is won)
        return " and ".join(dict.fromkeys(name_of(world, faction) for faction in found))

    place = scene(world).called(battle.place)
    if any(out.won for out in outcomes):
        words = f"In {place} {side(True)} has beaten {side(False)} at sea."  # noqa: FBT003
    else:
        words = f"In {place} {side(None)} have fought a drawn battle at sea."
    leaders = [step.get(Fleet, out.fleet).leader for out in outcomes]
    return Newsworthy(
        event="battle",
        place=battle.place,
        wording=words,
        knows=tuple(dict.fromkeys(leader for leader in leaders if leader)),
        about=battle.id,
    )


# -- ships ----------------------------------------------------------------------------------------


def _hit(step: Step, out: Outcome) -> None:
    """Hulls take the hits that were shared out; what is beyond all hull is lost (C-NAV-05/a)."""
    fleet = step.get(Fleet, out.fleet)
    if not out.spread:
        return
    for hit in out.spread:
        ship = fleet.ship(hit.ship)
        if ship is not None and not ship.away:
            fleet = with_ship(fleet, refitted(ship, hull=max(0, ship.hull - hit.hits)))
    step.put(fleet)
    words = ", ".join(f"{hit.ship} {hit.hits}" for hit in out.spread)
    report_fleet(step, fleet, HitsTaken(fleet=fleet.name, spread=words), "hits")
    step.happened(ShipsChanged(fleet=fleet.id, why="hits"), f"hits/{fleet.id}")


def _wreck(step: Step, out: Outcome) -> None:
    """Every ship that was left without a hull is lost or strikes (C-SHIP-08)."""
    names = {hit.ship for hit in out.spread}
    fleet = step.find(Fleet, out.fleet)
    if fleet is None:
        return
    for name in [s.name for s in fleet.ships if s.name in names and s.hull <= 0 and not s.away]:
        _fate(step, out, name)


def _fate(step: Step, out: Outcome, name: str) -> None:
    fleet = step.find(Fleet, out.fleet)
    ship = fleet.ship(name) if fleet is not None and fleet.id == out.fleet else None
    if fleet is None or ship is None:
        return
    lost, strike = step.param(figures.LOST_IN6), step.param(figures.STRIKE_IN6)
    roll = step.roll(f"fate of the {name} of {fleet.id}", "1d6").total
    captor = step.find(Fleet, out.captor)
    if roll <= lost or captor is None or not captor.present:
        _tell(step, out, ShipFate(ship=name, fleet=fleet.name, fate="is lost with all hands"))
        lose_ship(step, fleet.id, name)
    elif roll <= lost + strike:
        prize = take_prize(step, fleet.id, name, captor.id)
        notice = ShipFate(
            ship=name, fleet=fleet.name, fate=f"has struck to {captor.name}", prize=prize
        )
        _tell(step, out, notice)
    else:
        notice = ShipFate(ship=name, fleet=fleet.name, fate="is a wreck, and is towed along")
        _tell(step, out, notice)


def _tell(step: Step, out: Outcome, notice: ShipFate) -> None:
    """Both commanders (M-NAV-02)."""
    for fleet_id in dict.fromkeys((out.fleet, out.captor)):
        fleet = step.find(Fleet, fleet_id)
        if fleet is not None and fleet.id == fleet_id:
            report_fleet(step, fleet, notice, f"{out.fleet}/{notice.ship}")


# -- commanders -----------------------------------------------------------------------------------


def _capture(step: Step, battle: SeaBattle, out: Outcome) -> None:
    """A beaten commander may fall into the victor's hands (C-BAT-05, C-NAV-R)."""
    fleet = step.find(Fleet, out.fleet)
    captor = step.find(Fleet, out.captor)
    if out.capture is None or fleet is None or fleet.id != out.fleet or not fleet.leader:
        return
    if not step.chance(f"capture of {fleet.leader}", out.capture, 6) or captor is None:
        return
    taken = CommanderTaken(person=fleet.leader, holds=captor.id, place=battle.place)
    step.happened(taken, fleet.leader)
