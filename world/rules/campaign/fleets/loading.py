"""Loading and landing: a day in port, two on an open coast (C-FLEET-02)."""

from __future__ import annotations

import msgspec

from world.dates import DAY_MS
from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.fleets import figures, notices
from world.rules.campaign.fleets.boats import no_landing, not_coastal
from world.rules.campaign.fleets.carrying import carry_out, parties_of, told_of
from world.rules.campaign.fleets.events import LandingJudged, WorkBegins, WorkDone
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.engagements import MeetingBegan
from world.rules.campaign.nouns.facts import ArmyGone, ArmySetOut, DayWorkBegan, Halted, WeatherSet
from world.rules.campaign.nouns.fleet import Fleet, Stevedoring, changed, loading_of
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.report import report, report_fleet
from world.rules.campaign.nouns.sea_facts import (
    FleetAtLeisure,
    FleetSetSail,
    FleetsMet,
    HeavesTo,
)
from world.rules.campaign.nouns.sky import region_of, weather_at
from world.rules.campaign.nouns.waters import in_port, on_coast
from world.step import Step

chapter = Chapter("loading", "Loading and landing")
chapter.declare(notices.LoadingOrdered, notices.LoadingBroken)

_WORDS = {
    "embark": "goes aboard",
    "land": "lands from",
    "load": "gives stores to",
    "unload": "takes stores from",
}


def require_boats(step: Step, fleet: Fleet) -> bool:
    """Whether boats have to go to and fro, where ships can be loaded at all.

    Raises:
        Refused: E-NOT-COASTAL, or E-NO-LANDING in very bad weather.
    """
    if not on_coast(step.world, fleet.place):
        raise not_coastal(fleet.name)
    if in_port(step.world, fleet.place):
        return False
    if stormy(step, fleet):
        raise no_landing(scene(step.world).called(fleet.place))
    return True


def stormy(step: Step, fleet: Fleet) -> bool:
    """Whether the weather over a fleet stops all work with boats and cranes."""
    return weather_at(step.world, fleet.place).condition == "very bad"


def order_work(step: Step, fleet: Fleet, work: Stevedoring) -> None:
    """Put work down for the next dawn; on an open coast the referee may refuse (D-FLEET-01)."""
    if work.key in {each.key for each in fleet.loading}:
        raise Refused(
            "E-BUSY",
            f"The boats of {fleet.name} are at work on that already, and go on. Break it off first"
            " (heave_to).",
        )
    begin = _dawn(step)
    days = step.param(figures.COAST_DAYS if work.coast else figures.PORT_DAYS)
    label = f"{fleet.id}/{work.key}"
    pending = step.at(begin, WorkBegins(subject=fleet.id, key=work.key), label)
    ordered = msgspec.structs.replace(work, begins=begin, event=pending)
    step.put(changed(fleet, loading=(*fleet.loading, ordered)))
    notice = notices.LoadingOrdered(
        fleet=fleet.name,
        who=_who(step, work),
        what=_WORDS[work.kind],
        place=scene(step.world).called(fleet.place),
        begins=begin,
        done=begin + days * DAY_MS,
    )
    _tell_all(step, fleet, ordered, notice, "ordered")
    if work.coast:
        _ask_landing(step, fleet, ordered)


def _dawn(step: Step) -> int:
    """When a day's work that is ordered now begins (C-TIME-07)."""
    half = day.half_of(step.world, step.now)
    if not half.night and half.start == step.now:
        return step.now
    return day.work_begins(step.world, step.now)


def _ask_landing(step: Step, fleet: Fleet, work: Stevedoring) -> None:
    ask(
        step,
        "D-FLEET-01",
        f"{_who(step, work)} {_WORDS[work.kind]} {fleet.name} on the open coast at"
        f" {scene(step.world).called(fleet.place)}. Can boats work there?",
        who=REFEREE,
        options=(
            Option(name="allow", text="boats can go to and fro"),
            Option(name="refuse", text="no landing on this coast"),
        ),
        default=step.param(figures.COAST_LANDING),
        then=LandingJudged(subject=fleet.id, work=work),
        about=(fleet.id,),
        label=f"{fleet.id}/{work.key}",
    )


@chapter.settles(LandingJudged)
def landing_judged(step: Step, then: LandingJudged, choice: Choice) -> None:
    """Boats work on this coast or they do not; a refusal may be taken back while it is open."""
    fleet = step.find(Fleet, then.subject)
    if fleet is None:
        return
    running = next((w for w in fleet.loading if w.key == then.work.key), None)
    if choice.option == "refuse":
        if running is not None and running.coast:
            break_off(step, fleet, running, "there is no landing on this coast")
    elif choice.amends == "refuse" and running is None and on_coast(step.world, fleet.place):
        order_anew(step, fleet, then.work)


def order_anew(step: Step, fleet: Fleet, work: Stevedoring) -> None:
    """Work that was refused is taken up after all, from the next dawn on."""
    begin = _dawn(step)
    label = f"anew/{fleet.id}/{work.key}"
    pending = step.at(begin, WorkBegins(subject=fleet.id, key=work.key), label)
    again = msgspec.structs.replace(work, begins=begin, event=pending)
    step.put(changed(fleet, loading=(*fleet.loading, again)))


# -- as it is carried out -------------------------------------------------------------------------


def _work(fleet: Fleet | None, key: str, event: str) -> Stevedoring | None:
    if fleet is None:
        return None
    return next((w for w in fleet.loading if w.key == key and w.event == event), None)


@chapter.handles(WorkBegins)
def work_begins(step: Step, event: WorkBegins) -> None:
    """The boats are manned, unless something keeps them."""
    fleet = step.find(Fleet, event.subject)
    work = _work(fleet, event.key, step.id)
    if fleet is None or work is None:
        return
    why = _kept(step, fleet, work)
    if why:
        break_off(step, fleet, work, why)
        return
    days = step.param(figures.COAST_DAYS if work.coast else figures.PORT_DAYS)
    done = step.after(days * DAY_MS, WorkDone(subject=fleet.id, key=work.key), work.key)
    begun = msgspec.structs.replace(work, event=done, begins=step.now)
    works = tuple(begun if each.key == work.key else each for each in fleet.loading)
    step.put(changed(fleet, loading=works))
    if work.kind == "embark":
        step.happened(DayWorkBegan(army=work.army), work.army)


def _kept(step: Step, fleet: Fleet, work: Stevedoring) -> str:
    """Why work cannot begin; '' if it can."""
    if stormy(step, fleet):
        return "the weather is too bad"
    army = step.find(Army, work.army) if work.army else None
    if work.kind == "embark":
        if army is None or army.place != fleet.place or army.march is not None:
            return "the army is not there to go aboard"
        if any(each.under_way for each in army.works):
            return "the army is at other work"
    return ""


@chapter.handles(WorkDone)
def work_done(step: Step, event: WorkDone) -> None:
    """Who or what was to be moved is aboard or ashore, if there is room for it."""
    fleet = step.find(Fleet, event.subject)
    work = _work(fleet, event.key, step.id)
    if fleet is None or work is None:
        return
    rest = tuple(each for each in fleet.loading if each.key != work.key)
    step.put(changed(fleet, loading=rest))
    why = carry_out(step, step.get(Fleet, fleet.id), work)
    if why:
        _tell_broken(step, step.get(Fleet, fleet.id), work, why)
    step.happened(FleetAtLeisure(fleet=fleet.id), fleet.id)


@chapter.when_gone(WorkBegins)
def no_boats(step: Step, event: WorkBegins) -> None:
    """A fleet that is no more loads nothing."""


@chapter.when_gone(WorkDone)
def no_boats_left(step: Step, event: WorkDone) -> None:
    """A fleet that is no more loads nothing."""


# -- what breaks it off ---------------------------------------------------------------------------


def break_off(step: Step, fleet: Fleet, work: Stevedoring, why: str) -> None:
    """Work comes to nothing, and those concerned are told."""
    fleet = step.get(Fleet, fleet.id)
    step.cancel(work.event)
    rest = tuple(each for each in fleet.loading if each.key != work.key)
    step.put(changed(fleet, loading=rest))
    _tell_broken(step, step.get(Fleet, fleet.id), work, why)
    step.happened(FleetAtLeisure(fleet=fleet.id), f"broken/{fleet.id}/{work.key}")


def _tell_broken(step: Step, fleet: Fleet, work: Stevedoring, why: str) -> None:
    notice = notices.LoadingBroken(
        fleet=fleet.name,
        who=_who(step, work),
        place=scene(step.world).called(fleet.place),
        why=why,
    )
    _tell_all(step, fleet, work, notice, "broken")


def _who(step: Step, work: Stevedoring) -> str:
    """Who or what is moved, in words."""
    if work.army:
        army = step.find(Army, work.army)
        return army.name if army is not None else "the army"
    return parties_of(step, work)


def _tell_all(
    step: Step,
    fleet: Fleet,
    work: Stevedoring,
    notice: notices.LoadingOrdered | notices.LoadingBroken,
    label: str,
) -> None:
    """Both commanders, each once (M-FLEET-02)."""
    army = step.find(Army, work.army) if work.army else None
    if army is not None:
        report(step, army, notice, f"{label}/{work.key}")
    told = told_of(step, army) if army is not None else ""
    if told != told_of(step, fleet):
        report_fleet(step, fleet, notice, f"{label}/{work.key}")


def _break_all(step: Step, fleet_id: str, why: str) -> None:
    fleet = step.find(Fleet, fleet_id)
    if fleet is not None:
        for work in fleet.loading:
            break_off(step, fleet, work, why)


def _break_for(step: Step, army_id: str, why: str) -> None:
    army = step.find(Army, army_id)
    found = loading_of(step.world, army) if army is not None else None
    if found is not None:
        break_off(step, *found, why)


@chapter.on(FleetSetSail)
def set_sail(step: Step, fact: FleetSetSail) -> None:
    """Who sets sail takes his boats in."""
    _break_all(step, fact.fleet, "the fleet set sail")


@chapter.on(HeavesTo)
def heaves_to(step: Step, fact: HeavesTo) -> None:
    """So does who is told to leave off."""
    _break_all(step, fact.fleet, "it was told to leave off")


@chapter.on(FleetsMet)
def fleets_met(step: Step, fact: FleetsMet) -> None:
    """An enemy fleet breaks it off."""
    for fleet in fact.fleets:
        _break_all(step, fleet, "an enemy fleet has come up")


@chapter.on(MeetingBegan)
def meeting_began(step: Step, fact: MeetingBegan) -> None:
    """So does an enemy army."""
    for army in fact.armies:
        _break_for(step, army, "the enemy has come up")


@chapter.on(ArmySetOut)
def army_set_out(step: Step, fact: ArmySetOut) -> None:
    """Who marches off does not go aboard."""
    _break_for(step, fact.army, "it moved off")


@chapter.on(Halted)
def halted(step: Step, fact: Halted) -> None:
    """A halt breaks off whatever is done all day (O-HALT)."""
    _break_for(step, fact.army, "it was told to halt")


@chapter.on(DayWorkBegan)
def other_work(step: Step, fact: DayWorkBegan) -> None:
    """One army does one thing a day (C-TIME-07)."""
    army = step.find(Army, fact.army)
    found = loading_of(step.world, army) if army is not None else None
    if found is not None and found[1].begins < step.now:
        break_off(step, *found, "other work was ordered")


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """An army that is no more needs no boats."""
    for fleet in step.at_place(fact.place, Fleet):
        for work in fleet.loading:
            if fact.army in (work.army, work.other):
                break_off(step, fleet, work, "it is no more")


@chapter.on(WeatherSet)
def weather_set(step: Step, fact: WeatherSet) -> None:
    """Very bad weather breaks off all work with boats and cranes."""
    for fleet in step.of(Fleet):
        if not fleet.loading or region_of(step.world, fleet.place) != fact.region:
            continue
        if stormy(step, fleet):
            _break_all(step, fleet.id, "the weather is too bad")
