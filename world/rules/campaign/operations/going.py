"""Agents on their way: there, at work, after somebody, and back (C-OPS-04)."""

from __future__ import annotations

import msgspec

from world.dates import DAY_MS
from world.enclosure import holds
from world.pack import Chapter
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import AgentsReport
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.riding import ride_ms
from world.rules.campaign.nouns.where import whereabouts
from world.rules.campaign.operations import figures
from world.rules.campaign.operations.events import AgentsArrive, AgentsBack, WorkDone
from world.rules.campaign.operations.notices import (
    OperationNoticed,
    OperationOver,
    OperationRolled,
    PlaceWonOver,
)
from world.rules.campaign.operations.outcomes import Outcome
from world.rules.campaign.operations.rolling import end, roll_if_ready
from world.rules.campaign.operations.undertaking import Operation
from world.step import Step

chapter = Chapter("agents", "Agents on their way and at work")
chapter.declare(OperationOver, OperationNoticed, OperationRolled, PlaceWonOver)

#: How often agents ride on after somebody who was not where he was looked for.
_CHASES = 5


@chapter.handles(AgentsArrive)
def agents_arrive(step: Step, event: AgentsArrive) -> None:
    """They go to work; or ride on to where the one they seek has gone."""
    operation = step.find(Operation, event.subject)
    if operation is None:
        return
    if not operation.person or whereabouts(step.world, operation.target) == operation.goal:
        work = step.param(figures.WORK_DAYS) * DAY_MS
        step.after(work, WorkDone(subject=operation.id), operation.id)
        return
    where = whereabouts(step.world, operation.target)
    rides = None
    if where is not None and operation.chased < _CHASES:
        rides = ride_ms(step.world, operation.by, operation.goal, where)
    if where is None or rides is None:
        sought = step.world.pack.answers.title(step.world, operation.target)
        words = f"{sought} was not to be found."
        end(step, operation, Outcome(succeeded=False, words=words), "nobody there")
        return
    on = msgspec.structs.replace(operation, goal=where, chased=operation.chased + 1)
    step.put(on)
    step.after(rides, AgentsArrive(subject=operation.id), operation.id)


@chapter.handles(WorkDone)
def work_done(step: Step, event: WorkDone) -> None:
    """The die is cast as soon as the referee has settled what he was asked."""
    operation = step.find(Operation, event.subject)
    if operation is None:
        return
    step.put(msgspec.structs.replace(operation, done=True))
    roll_if_ready(step, operation.id)


@chapter.handles(AgentsBack)
def agents_back(step: Step, event: AgentsBack) -> None:
    """They tell their master; if he has gone elsewhere, they ride after him (M-OPS-01)."""
    operation = step.find(Operation, event.subject)
    if operation is None:
        return
    commander = step.find(Commander, operation.by)
    if commander is None:
        step.remove(operation, "whoever sent them is no more")
        return
    where = whereabouts(step.world, commander.id)
    if where is None or commander.captor:
        step.after(DAY_MS, AgentsBack(subject=operation.id), operation.id)
        return
    if where != operation.home:
        rides = ride_ms(step.world, operation.by, operation.home, where)
        step.put(msgspec.structs.replace(operation, home=where))
        step.after(rides or 0, AgentsBack(subject=operation.id), operation.id)
        return
    goal = scene(step.world).called(operation.goal)
    notice = OperationOver(goal=goal, outcome=operation.outcome)
    step.tell(commander.id, notice, operation.id)
    if holds(operation.found):
        report = AgentsReport(person=commander.id, who="your agents", enclosed=operation.found)
        step.happened(report, operation.id)
    step.remove(operation, "they are back")


@chapter.when_gone(AgentsArrive)
def nobody_arrives(step: Step, event: AgentsArrive) -> None:
    """What is over is over."""


@chapter.when_gone(WorkDone)
def nobody_works(step: Step, event: WorkDone) -> None:
    """What is over is over."""


@chapter.when_gone(AgentsBack)
def nobody_is_back(step: Step, event: AgentsBack) -> None:
    """What is over is over."""
