"""Voyages as they are carried out: hex after hex, by day and by night (C-FLEET-01, C-SHIP-04)."""

from __future__ import annotations

from world.errors import Refused
from world.newsworthy import Newsworthy
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.fleets import notices
from world.rules.campaign.fleets.events import HexReached
from world.rules.campaign.fleets.orders import (
    HeaveToOrder,
    SailOrder,
    not_sailing,
    require_goal,
    too_few_hands,
)
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.encounter import way_barred_at_sea
from world.rules.campaign.nouns.faction import name_of
from world.rules.campaign.nouns.facts import WeatherSet
from world.rules.campaign.nouns.fleet import Fleet, Voyage, becalmed, changed, on_voyage
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.helm import fleet_commanded, require_free_hands
from world.rules.campaign.nouns.ratio import ratio
from world.rules.campaign.nouns.report import report_fleet, tell_if_aboard
from world.rules.campaign.nouns.sea_facts import (
    CaptainHeavesTo,
    FleetAtLeisure,
    FleetEntered,
    FleetFallsBack,
    FleetFlees,
    FleetFree,
    FleetSetSail,
    FleetsMet,
    FlightOver,
    HeavesTo,
    ShipsChanged,
    UnexpectedAtSea,
)
from world.rules.campaign.nouns.sky import region_of
from world.rules.campaign.nouns.voyaging import (
    carry_along,
    due,
    in_next_hex,
    lying_still,
    moved,
    pace,
    under_way,
)
from world.rules.campaign.nouns.waters import in_port, sea_way
from world.rules.campaign.nouns.where import whereabouts
from world.step import Step

chapter = Chapter("sailing", "Sailing: voyages hex after hex")
chapter.declare(notices.FleetArrived, notices.VoyageBarred, notices.InPlaceAlready)


# -- orders ---------------------------------------------------------------------------------------


@chapter.obeys(SailOrder)
def sail(step: Step, order: SailOrder, hand: Hand) -> None:
    """A fleet sets sail at once; a newer voyage takes the place of an older (C-TIME-07)."""
    world = step.world
    fleet = fleet_commanded(world, hand, order.fleet, "sail")
    require_goal(order)
    require_free_hands(world, fleet)
    idle = becalmed(world, fleet)
    if idle:
        raise too_few_hands(fleet.name, idle)
    ground = scene(world)
    goals = tuple(ground.place(text) for text in (*order.path, *([order.to] if order.to else ())))
    path = sea_way(world, fleet.name, fleet.place, fleet.came_from, goals)
    if len(path) == 1:
        _end(step, fleet)
        place = ground.called(fleet.place)
        tell_if_aboard(step, fleet, notices.InPlaceAlready(fleet=fleet.name, place=place))
        return
    if way_barred_at_sea(world, fleet, path[1]):
        raise Refused(
            "E-NO-PATH",
            f"The enemy in {ground.called(fleet.place)} bars that way; {fleet.name} can go back"
            " the way it came. It stays as it is.",
        )
    set_out(step, fleet, path)


def set_out(step: Step, fleet: Fleet, path: tuple[str, ...]) -> None:
    """Put a fleet on its way; what it has done of the way to the same hex stays done."""
    fleet = under_way(step.world, fleet, step.now)
    old = fleet.voyage
    voyage = Voyage(path=path)
    if old is not None:
        step.cancel(old.pending)
        covered = old.covered if old.ahead == path[1] else voyage.covered
        voyage = Voyage(path=path, covered=covered, stretches=old.stretches, halted=old.halted)
    step.put(changed(fleet, voyage=voyage))
    if old is None:
        step.happened(FleetSetSail(fleet=fleet.id, place=fleet.place), fleet.id)
    go_on(step, fleet.id)


@chapter.obeys(HeaveToOrder)
def heave_to(step: Step, order: HeaveToOrder, hand: Hand) -> None:
    """A voyage ends in the hex in which the fleet is, and so does the work of its boats."""
    fleet = fleet_commanded(step.world, hand, order.fleet, "heave_to")
    if fleet.voyage is None and not fleet.loading:
        raise not_sailing(fleet.name)
    step.happened(HeavesTo(fleet=fleet.id), fleet.id)


@chapter.on(HeavesTo)
def heaves_to(step: Step, fact: HeavesTo) -> None:
    """Whoever is told to lie still does."""
    _end(step, step.get(Fleet, fact.fleet))


def _end(step: Step, fleet: Fleet) -> None:
    """End a voyage where the fleet is: in the middle of its hex."""
    if fleet.voyage is not None:
        step.cancel(fleet.voyage.pending)
        step.put(changed(fleet, voyage=None))
        step.happened(FleetAtLeisure(fleet=fleet.id), f"ends/{fleet.id}")


# -- hex after hex --------------------------------------------------------------------------------


def go_on(step: Step, fleet_id: str) -> None:
    """Work out when a fleet under sail is in the next hex, and place that event."""
    world = step.world
    fleet = step.find(Fleet, fleet_id)
    if fleet is None or fleet.voyage is None:
        return
    step.cancel(fleet.voyage.pending)
    fleet = lying_still(under_way(world, fleet, step.now))
    voyage = fleet.voyage
    assert voyage is not None  # noqa: S101 - it was there
    ahead = voyage.ahead
    if voyage.halted or ahead is None or not fleet.present:
        step.put(fleet)
        return
    idle = becalmed(world, fleet)
    if idle:
        _bar(step, fleet, too_few_hands(fleet.name, idle).text)
        return
    if way_barred_at_sea(world, fleet, ahead):
        _bar(step, fleet, "The enemy bars the way.")
        return
    speed = pace(world, fleet)
    if speed <= 0:  # it waits for the weather
        step.put(fleet)
        return
    count = voyage.stretches + 1
    pending = step.at(due(world, fleet, step.now, speed), HexReached(subject=fleet.id), str(count))
    step.put(on_voyage(fleet, since=step.now, speed=ratio(speed), pending=pending, stretches=count))


def _bar(step: Step, fleet: Fleet, why: str) -> None:
    """A voyage that cannot go on is over, and whoever commands is told why."""
    stretches = fleet.voyage.stretches if fleet.voyage is not None else 0
    fleet = changed(fleet, voyage=None)
    step.put(fleet)
    step.happened(FleetAtLeisure(fleet=fleet.id), f"barred/{fleet.id}")
    place = scene(step.world).called(fleet.place)
    notice = notices.VoyageBarred(fleet=fleet.name, place=place, why=why)
    if fleet.leader or whereabouts(step.world, fleet.owner) == fleet.place:
        report_fleet(step, fleet, notice, str(stretches))
    else:
        words = f"{fleet.name} cannot sail on: {why}"
        fact = UnexpectedAtSea(fleet=fleet.id, what="blocked", words=words)
        step.happened(fact, f"barred/{fleet.id}")
    if fleet.disorder is not None and fleet.disorder.kind == "flight":
        step.happened(FlightOver(fleet=fleet.id), fleet.id)


@chapter.handles(HexReached)
def hex_reached(step: Step, event: HexReached) -> None:
    """A fleet is in the next hex, and everybody sees what there is to see."""
    fleet = step.find(Fleet, event.subject)
    if fleet is None or fleet.voyage is None or fleet.voyage.pending != step.id:
        return
    origin = fleet.place
    step.put(in_next_hex(under_way(step.world, fleet, step.now)))
    enter(step, fleet.id, origin)
    carry_on(step, fleet.id)


@chapter.when_gone(HexReached)
def nobody_sails(step: Step, event: HexReached) -> None:
    """A fleet that is no more sails no more."""


def enter(step: Step, fleet_id: str, origin: str) -> None:
    """Announce that a fleet, and everybody aboard, is in another hex than before."""
    fleet = step.get(Fleet, fleet_id)
    carry_along(step, fleet)
    night = day.half_of(step.world, step.now).night
    fact = FleetEntered(fleet=fleet.id, place=fleet.place, came_from=origin, night=night)
    step.happened(fact, fleet.id)


def carry_on(step: Step, fleet_id: str) -> None:
    """After entering a hex: the voyage is over, or its next step is worked out."""
    fleet = step.find(Fleet, fleet_id)
    if fleet is None or fleet.voyage is None or fleet.voyage.halted:
        return
    if fleet.voyage.ahead is not None:
        go_on(step, fleet_id)
        return
    step.put(changed(fleet, voyage=None))
    step.happened(FleetAtLeisure(fleet=fleet.id), f"arrived/{fleet.id}")
    if fleet.disorder is not None:
        step.happened(FlightOver(fleet=fleet.id), fleet.id)
        return
    _arrived(step, step.get(Fleet, fleet_id))


def _arrived(step: Step, fleet: Fleet) -> None:
    """Tell of it; that a fleet has come into port is news (M-FLEET-01, C-NEWS-02)."""
    world = step.world
    place = scene(world).called(fleet.place)
    notice = notices.FleetArrived(fleet=fleet.name, place=place, at=step.now)
    report_fleet(step, fleet, notice)
    if in_port(world, fleet.place):
        knows = (fleet.leader,) if fleet.leader else ()
        news = Newsworthy(
            event="fleet_arrival",
            place=fleet.place,
            wording=(
                f"A fleet of {name_of(world, fleet.faction)}, {{}} ships, has come into {place}."
            ),
            figures=(len(fleet.present),),
            knows=knows,
            about=fleet.id,
        )
        step.happened(news, fleet.id)


# -- what others announce -------------------------------------------------------------------------


@chapter.on(WeatherSet)
def weather_set(step: Step, fact: WeatherSet) -> None:
    """New weather, new paces; whoever is in the next hex at this instant will see it anyway."""
    world = step.world
    for fleet in step.of(Fleet):
        voyage = fleet.voyage
        if voyage is None or voyage.halted or region_of(world, fleet.place) != fact.region:
            continue
        entry = world.timeline.entries.get(voyage.pending)
        if entry is not None and entry.due <= step.now:
            continue
        if voyage.since < 0 or voyage.speed.value != pace(world, fleet):
            go_on(step, fleet.id)


@chapter.on(ShipsChanged)
def ships_changed(step: Step, fact: ShipsChanged) -> None:
    """A fleet with other ships keeps another pace."""
    fleet = step.find(Fleet, fact.fleet)
    if fleet is not None and fleet.voyage is not None and fleet.voyage.since >= 0:
        go_on(step, fleet.id)


@chapter.on(FleetsMet)
def fleets_met(step: Step, fact: FleetsMet) -> None:
    """All who meet lie to (C-NAV-01); their voyages wait for what becomes of it."""
    for fleet_id in fact.fleets:
        fleet = step.find(Fleet, fleet_id)
        if fleet is not None and fleet.voyage is not None and not fleet.voyage.halted:
            step.put(on_voyage(fleet, halted=True))
            go_on(step, fleet_id)


@chapter.on(FleetFree)
def fleet_free(step: Step, fact: FleetFree) -> None:
    """A voyage that a meeting held up goes on, or is over where the way is barred."""
    fleet = step.find(Fleet, fact.fleet)
    if fleet is None or fleet.voyage is None or not fleet.voyage.halted:
        return
    step.put(on_voyage(fleet, halted=False))
    if fact.barred and fleet.voyage.ahead is not None:
        _end(step, step.get(Fleet, fleet.id))
    else:
        carry_on(step, fact.fleet)


@chapter.on(FleetFallsBack)
def falls_back(step: Step, fact: FleetFallsBack) -> None:
    """A fleet goes back along a way at once; it enters the last hex like any other (C-NAV-07)."""
    fleet = step.get(Fleet, fact.fleet)
    _end(step, fleet)
    fleet = step.get(Fleet, fact.fleet)
    origin = fleet.place
    step.happened(FleetSetSail(fleet=fleet.id, place=origin), f"back/{fleet.id}")
    step.put(moved(step.get(Fleet, fact.fleet), fact.path))
    enter(step, fleet.id, origin)


@chapter.on(FleetFlees)
def flees(step: Step, fact: FleetFlees) -> None:
    """A routed fleet is on its way (C-NAV-08)."""
    fleet = step.get(Fleet, fact.fleet)
    _end(step, fleet)
    set_out(step, step.get(Fleet, fact.fleet), (fleet.place, *fact.path))


@chapter.on(CaptainHeavesTo)
def captain_heaves_to(step: Step, fact: CaptainHeavesTo) -> None:
    """A captain who meets what he did not look for sails no farther (C-CAP-02)."""
    fleet = step.find(Fleet, fact.fleet)
    if fleet is not None and not fleet.leader and fleet.disorder is None:
        _end(step, fleet)
