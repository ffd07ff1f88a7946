"""The dice of an operation, once its work is done and everything is settled (C-OPS-03)."""

from __future__ import annotations

import msgspec

from world.enclosure import NOTHING
from world.kernel.nouns import REFEREE
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.riding import ride_ms
from world.rules.campaign.operations import figures
from world.rules.campaign.operations.events import AgentsBack
from world.rules.campaign.operations.notices import OperationRolled
from world.rules.campaign.operations.outcomes import Outcome, failed, succeeded
from world.rules.campaign.operations.undertaking import Operation, modifier
from world.step import Step


def roll_if_ready(step: Step, operation_id: str) -> None:
    """Roll for an operation whose work is done and about which nothing is open."""
    operation = step.find(Operation, operation_id)
    if operation is None or not operation.done or operation.open or operation.outcome:
        return
    succeeds, words = _rolled(step, operation)
    found = succeeded(step, operation) if succeeds else failed(step, operation)
    end(step, operation, found, words)


def _rolled(step: Step, operation: Operation) -> tuple[bool, str]:
    """Whether it succeeds, and by which numbers."""
    if operation.verdict:
        return operation.verdict == "succeeds", "as you have settled"
    commander = step.find(Commander, operation.by)
    reason = f"operation of {operation.by} in {operation.goal}"
    thrown = step.roll(reason, step.param(figures.DICE)).total
    added = modifier(step.world.params, commander, operation) if commander is not None else 0
    words = f"{thrown} {added:+d} against {operation.wanted} with {operation.ability}"
    return thrown + added >= operation.wanted, words


def end(step: Step, operation: Operation, found: Outcome, odds: str) -> None:
    """The agents ride back with what came of it; the referee knows at once."""
    world = step.world
    step.put(
        msgspec.structs.replace(
            operation, outcome=found.words, found=found.account or NOTHING, open=()
        )
    )
    rides = ride_ms(world, operation.by, operation.goal, operation.home)
    step.after(rides or 0, AgentsBack(subject=operation.id), operation.id)
    notice = OperationRolled(
        by=world.pack.answers.title(world, operation.by),
        goal=scene(world).called(operation.goal),
        how="has succeeded" if found.succeeded else "has failed",
        odds=odds,
        outcome=found.words,
    )
    step.tell(REFEREE, notice, operation.id)
