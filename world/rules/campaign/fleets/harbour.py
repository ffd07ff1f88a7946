"""Fleets in port come back toward their resting morale, and what moves it (C-SHIP-09)."""

from __future__ import annotations

from world.fact import Begun
from world.pack import Chapter
from world.rules.campaign.fleets import figures, notices
from world.rules.campaign.fleets.events import HarbourWeek
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.fleet import Fleet, changed
from world.rules.campaign.nouns.morale import MAX, MIN
from world.rules.campaign.nouns.report import report_fleet
from world.rules.campaign.nouns.sea_facts import (
    FleetEntered,
    FleetFormed,
    FleetSetSail,
    SpiritMoves,
)
from world.rules.campaign.nouns.seafaring import figure
from world.rules.campaign.nouns.waters import open_port
from world.step import Step

chapter = Chapter("harbours", "The morale of fleets, and what a port does for it")
chapter.declare(notices.FleetSpirit)


@chapter.on(SpiritMoves)
def spirit_moves(step: Step, fact: SpiritMoves) -> None:
    """A fleet's morale changes within its bounds (C-MOR-01, C-MOR-02)."""
    fleet = step.find(Fleet, fact.fleet)
    if fleet is None:
        return
    moved = max(step.param(MIN), min(fleet.morale + fact.by, step.param(MAX)))
    if moved == fleet.morale:
        return
    step.put(changed(fleet, morale=moved))
    notice = notices.FleetSpirit(
        fleet=fleet.name, was=fleet.morale, now=moved, resting=fleet.resting, why=fact.why
    )
    report_fleet(step, fleet, notice, fact.why)


# -- weeks in port --------------------------------------------------------------------------------


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """Fleets that lie in port when the campaign begins count their weeks from there."""
    for fleet in step.of(Fleet):
        lie_in_port(step, fleet.id)


@chapter.on(FleetFormed)
def fleet_formed(step: Step, fact: FleetFormed) -> None:
    """So do fleets that come into being there."""
    lie_in_port(step, fact.fleet)


@chapter.on(FleetEntered)
def fleet_entered(step: Step, fact: FleetEntered) -> None:
    """And those that come in."""
    lie_in_port(step, fact.fleet)


@chapter.on(FleetSetSail)
def fleet_set_sail(step: Step, fact: FleetSetSail) -> None:
    """Who leaves begins anew elsewhere."""
    fleet = step.find(Fleet, fact.fleet)
    if fleet is not None and fleet.harbour:
        step.cancel(fleet.harbour)
        step.put(changed(fleet, harbour=""))


def lie_in_port(step: Step, fleet_id: str) -> None:
    """Place the end of a full week in a port that is not an enemy's."""
    fleet = step.find(Fleet, fleet_id)
    if fleet is None or fleet.harbour or not step.param(figures.PORT_RECOVERY):
        return
    if not open_port(step.world, fleet.place, fleet.faction):
        return
    week = day.weeks(step.world.params, 1)
    pending = step.after(week, HarbourWeek(subject=fleet.id), f"{fleet.id}/{step.now}")
    step.put(changed(fleet, harbour=pending))


@chapter.handles(HarbourWeek)
def week_in_port(step: Step, event: HarbourWeek) -> None:
    """A full week in port moves the morale toward its resting value (C-REST-02)."""
    fleet = step.find(Fleet, event.subject)
    if fleet is None or fleet.harbour != step.id:
        return
    step.put(changed(fleet, harbour=""))
    pace = figure(step.world, "rest.morale_step", default=1)
    away = fleet.resting - fleet.morale
    by = max(-pace, min(pace, away))
    if by and fleet.disorder is None:
        step.happened(SpiritMoves(fleet=fleet.id, by=by, why="a week in port"), fleet.id)
    lie_in_port(step, fleet.id)


@chapter.when_gone(HarbourWeek)
def nobody_in_port(step: Step, event: HarbourWeek) -> None:
    """A fleet that is no more lies in no port."""
