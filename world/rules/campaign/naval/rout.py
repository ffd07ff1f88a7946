"""Beaten fleets: retreat, the check, flight, paralysis, spoils (C-NAV-07 to C-NAV-09)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.naval import figures
from world.rules.campaign.naval.courses import course_back, enemy_at, in_friendly_port
from world.rules.campaign.naval.events import FleetRecovers, FleetTested, RetreatJudged
from world.rules.campaign.naval.notices import (
    FleetChecked,
    FleetInHand,
    FleetRetreats,
    FleetRouted,
    SeaSpoils,
)
from world.rules.campaign.naval.reckoning import trait
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import VETERAN_CHECK
from world.rules.campaign.nouns.facts import StrengthChanged
from world.rules.campaign.nouns.fleet import Fleet, changed, embarked
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.hold import emptied, filled, stowage
from world.rules.campaign.nouns.losses import thinned
from world.rules.campaign.nouns.marching import Disorder
from world.rules.campaign.nouns.morale import CHECK_DICE
from world.rules.campaign.nouns.report import report_fleet
from world.rules.campaign.nouns.review import REROLL, held_back
from world.rules.campaign.nouns.rounding import people, stores
from world.rules.campaign.nouns.sea_facts import (
    CrewsCheck,
    FleetAtLeisure,
    FleetBeaten,
    FleetFallsBack,
    FleetFlees,
    FlightOver,
    ShipsChanged,
)
from world.rules.campaign.nouns.seafaring import figure
from world.rules.campaign.nouns.ship import changed as manned
from world.rules.campaign.nouns.waters import navigable, sea_way
from world.step import Step

chapter = Chapter("flight at sea", "Beaten fleets: retreat, the check, flight, paralysis")
chapter.declare(FleetRetreats, FleetChecked, FleetRouted, FleetInHand, SeaSpoils)


@chapter.on(FleetBeaten)
def beaten(step: Step, fact: FleetBeaten) -> None:
    """Back along its course first, then the check; who fails it flees or is paralysed."""
    fleet = step.get(Fleet, fact.fleet)
    moved = _retreat(step, fleet, fact) if fact.retreats else True
    if not fact.tested:
        return
    fleet = step.get(Fleet, fact.fleet)
    if trait(step.world, fleet, "veteran") and not step.param(VETERAN_CHECK):
        return
    roll = _thrown(step, fleet)
    then = FleetTested(
        subject=fleet.id,
        place=fact.place,
        victors=fact.victors,
        moved=moved,
        roll=roll,
        morale=fleet.morale,
    )
    outcome = "it held" if roll <= fleet.morale else "it failed"
    held = held_back(
        step,
        f"After a lost battle, {fleet.name} was tested: {roll} against a morale of {fleet.morale}:"
        f" {outcome}.",
        then,
        instead=(
            Option(name="holds", text="it holds"),
            Option(name="fails", text="it fails"),
        ),
        about=(fleet.id,),
        label=f"check/{fleet.id}",
    )
    if not held:
        _tested(step, fleet, then, roll)


# -- the retreat ----------------------------------------------------------------------------------


def _retreat(step: Step, fleet: Fleet, fact: FleetBeaten) -> bool:
    """The fleet goes back by the way it came; the referee may send it elsewhere (D-NAV-03)."""
    path = course_back(step.world, fleet, step.param(figures.RETREAT_HEXES), fact.place)
    _tell_retreat(step, fleet, fact, path)
    if path:
        step.happened(FleetFallsBack(fleet=fleet.id, path=path), f"retreat/{fleet.id}")
    at = step.get(Fleet, fleet.id).place
    ground = scene(step.world)
    ask(
        step,
        "D-NAV-03",
        f"{fleet.name} was beaten in {ground.called(fact.place)} and is in {ground.called(at)} now."
        " Where does it go?",
        who=REFEREE,
        options=(
            Option(name="back", text="back along its course, as it did"),
            Option(name="as_written", text="to a hex of water, a coast or a port that you write"),
            Option(name="stays", text="nowhere; it stays where it was beaten"),
        ),
        default="back",
        then=RetreatJudged(subject=fleet.id, field=fact.place, at=at),
        about=(fleet.id,),
        free_text=True,
        label=fleet.id,
    )
    return bool(path)


@chapter.settles(RetreatJudged)
def retreat_judged(step: Step, then: RetreatJudged, choice: Choice) -> None:
    """A beaten fleet that is still where it fell back to goes where the referee writes."""
    fleet = step.find(Fleet, then.subject)
    if choice.option == "back" or choice.amends is None or fleet is None:
        return
    if fleet.place != then.at or fleet.id != then.subject:
        return
    world, ground = step.world, scene(step.world)
    to = then.field if choice.option == "stays" else ground.place(choice.text)
    if not navigable(world, to):
        raise Refused(
            "E-NO-PATH",
            f"{ground.called(to)} is neither water nor on the coast; {fleet.name} stays where it"
            " is. Write another hex.",
        )
    path = sea_way(world, fleet.name, fleet.place, fleet.came_from, (to,))[1:]
    if path and not enemy_at(world, fleet, to):
        step.happened(FleetFallsBack(fleet=fleet.id, path=path), f"judged/{fleet.id}")


def _tell_retreat(step: Step, fleet: Fleet, fact: FleetBeaten, path: tuple[str, ...]) -> None:
    """Both commanders learn the direction, and no more (M-ROUT-01)."""
    ground = scene(step.world)
    whither = f"by {ground.called(path[0])}" if path else "nowhere, for it is shut in"
    notice = FleetRetreats(fleet=fleet.name, place=ground.called(fact.place), whither=whither)
    for fleet_id in (fleet.id, *fact.victors):
        other = step.find(Fleet, fleet_id)
        if other is not None and other.id == fleet_id:
            report_fleet(step, other, notice, f"retreat/{fleet.id}")


# -- the check ------------------------------------------------------------------------------------


def _thrown(step: Step, fleet: Fleet) -> int:
    return step.roll(f"morale check of {fleet.id}", step.param(CHECK_DICE)).total


@chapter.settles(FleetTested)
def fleet_tested(step: Step, then: FleetTested, choice: Choice) -> None:
    """The test of a beaten fleet is as the referee has it (C-GEN-08)."""
    fleet = step.find(Fleet, then.subject)
    if fleet is None or fleet.id != then.subject:
        return
    roll = then.roll
    if choice.option == REROLL:
        roll = _thrown(step, fleet)
    elif choice.option == "holds":
        roll = min(roll, then.morale)
    elif choice.option == "fails":
        roll = max(roll, then.morale + 1)
    _tested(step, fleet, then, roll)


def _tested(step: Step, fleet: Fleet, then: FleetTested, roll: int) -> None:
    """A fleet that has failed flees, or is paralysed where it is."""
    held = roll <= then.morale
    notice = FleetChecked(
        fleet=fleet.name,
        roll=roll,
        morale=then.morale,
        outcome="it held" if held else "it failed",
    )
    report_fleet(step, fleet, notice, "check")
    if held:
        return
    if not step.param(figures.ROUT_REPLACES):
        step.happened(CrewsCheck(fleet=fleet.id, why="the lost battle"), fleet.id)
        return
    fact = FleetBeaten(fleet=fleet.id, place=then.place, victors=then.victors)
    _rout(step, fact, moved=then.moved)


def _rout(step: Step, fact: FleetBeaten, *, moved: bool) -> None:
    """Out of control, as far as the dice say; or in place, where there is no water to flee over."""
    fleet = step.get(Fleet, fact.fleet)
    hexes = step.roll(f"flight of {fleet.id}", step.param(figures.ROUT_HEXES)).total
    path = course_back(step.world, fleet, hexes, fact.place) if moved else ()
    safe = moved and in_friendly_port(step.world, fleet, fact.place)
    if not path and not safe:
        _trapped(step, fact)
        return
    dice = step.roll(f"supplies lost by {fleet.id}", step.param(figures.ROUT_SUPPLY_DIE)).total
    share = Fraction(dice * step.param(figures.ROUT_SUPPLY_STEP), 100)
    lost = lose_supplies(step, fleet.id, min(share, Fraction(1)))
    fleet = step.get(Fleet, fact.fleet)
    if path:
        flight = Disorder(kind="flight", left=len(path), field=fact.place)
        step.put(changed(fleet, disorder=flight))
    words = f"it flees {len(path)} hexes" if path else "it has reached its port, and flees no more"
    report_fleet(step, fleet, FleetRouted(fleet=fleet.name, what=words, supplies=lost), "rout")
    _spoils(step, fact.victors, lost)
    if path:
        step.happened(FleetFlees(fleet=fleet.id, path=path), fleet.id)


def lose_supplies(step: Step, fleet_id: str, share: Fraction) -> int:
    """A share of all supplies aboard is lost: what armies have, and what is in the holds."""
    params = step.world.params
    lost = 0
    for army in embarked(step.world, step.get(Fleet, fleet_id)):
        gone = stores(params, army.supplies * share)
        step.put(msgspec.structs.replace(army, supplies=army.supplies - gone))
        lost += gone
    fleet = step.get(Fleet, fleet_id)
    gone = stores(params, fleet.cargo * share)
    step.put(changed(fleet, ships=emptied(fleet, gone)))
    return lost + gone


def _spoils(step: Step, victors: tuple[str, ...], lost: int) -> None:
    """Victors fish up what was lost, by their crews, as far as they have room (C-ROUT-06)."""
    if figure(step.world, "rout.spoils_default", default="take") != "take" or not lost:
        return
    takers = [f for each in victors if (f := step.find(Fleet, each)) is not None and f.present]
    hands = sum(fleet.crew for fleet in takers)
    for fleet in takers:
        share = lost * fleet.crew // hands if hands else 0
        room = sum(int(each) for each in stowage(step.world, fleet).room.values())
        took = min(share, room)
        ships = filled(step.world, fleet, took, ()) if took else None
        if ships is None:
            continue
        step.put(changed(fleet, ships=ships))
        notice = SeaSpoils(fleet=fleet.name, supplies=took)
        report_fleet(step, step.get(Fleet, fleet.id), notice, "spoils")


# -- nowhere to sail ------------------------------------------------------------------------------


def _trapped(step: Step, fact: FleetBeaten) -> None:
    """Crews, troops and cargo are halved, and nobody obeys for some days (C-NAV-09)."""
    world = step.world
    keep = step.param(figures.TRAPPED_FRACTION)
    what = step.param(figures.TRAPPED_HITS)
    fleet = step.get(Fleet, fact.fleet)
    lost = 0
    if "crew" in what:
        ships = tuple(
            ship if ship.away else manned(ship, crew=people(world.params, ship.crew * keep))
            for ship in fleet.ships
        )
        step.put(changed(fleet, ships=ships))
    if "troops" in what:
        for army in embarked(world, step.get(Fleet, fact.fleet)):
            _halve(step, army, keep)
    if "cargo" in what:
        lost = lose_supplies(step, fact.fleet, 1 - keep)
    days = step.roll(f"days {fact.fleet} is paralysed", step.param(figures.TRAPPED_DAYS)).total
    dawn = step.now
    for _ in range(days):
        dawn = day.next_dawn(world, dawn)
    pending = step.at(dawn, FleetRecovers(subject=fact.fleet), fact.fleet)
    fleet = step.get(Fleet, fact.fleet)
    step.put(changed(fleet, disorder=Disorder(kind="paralysis", field=fact.place, pending=pending)))
    words = f"it has nowhere to sail, and obeys nobody for {days} days"
    report_fleet(step, fleet, FleetRouted(fleet=fleet.name, what=words, supplies=lost), "rout")
    _spoils(step, fact.victors, lost)
    step.happened(ShipsChanged(fleet=fleet.id, why="it has nowhere to sail"), f"shut/{fleet.id}")


def _halve(step: Step, army: Army, keep: Fraction) -> None:
    losses = {
        d.name: d.soldiers - people(step.world.params, d.soldiers * keep) for d in army.present
    }
    left = thinned(step.world, army, losses)
    if left.detachments:
        step.put(left)
        step.happened(StrengthChanged(army=army.id, why="shut in at sea"), army.id)


# -- in hand again --------------------------------------------------------------------------------


@chapter.on(FlightOver)
def flight_over(step: Step, fact: FlightOver) -> None:
    """A fleet that has fled far enough regroups (M-ROUT-02)."""
    _regroup(step, fact.fleet)


@chapter.handles(FleetRecovers)
def recovers(step: Step, event: FleetRecovers) -> None:
    """So does one that was paralysed, when its days are over."""
    fleet = step.find(Fleet, event.subject)
    if fleet is not None and fleet.disorder is not None and fleet.disorder.pending == step.id:
        _regroup(step, event.subject)


@chapter.when_gone(FleetRecovers)
def nobody_recovers(step: Step, event: FleetRecovers) -> None:
    """A fleet that is no more recovers from nothing."""


def _regroup(step: Step, fleet_id: str) -> None:
    fleet = step.find(Fleet, fleet_id)
    if fleet is None or fleet.disorder is None:
        return
    step.put(changed(fleet, disorder=None))
    notice = FleetInHand(fleet=fleet.name, place=scene(step.world).called(fleet.place))
    report_fleet(step, fleet, notice, "in hand")
    step.happened(FleetAtLeisure(fleet=fleet.id), f"in hand/{fleet.id}")
