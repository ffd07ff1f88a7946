"""What becomes of a quarantined event once the referee has spoken, or has said nothing in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.decision import Decision
from world.kernel.deciding import withdraw
from world.kernel.hearing import words_of
from world.kernel.nouns import Heard, Quarantined, SaidInVain, Scripted, TimeLimit
from world.kernel.quarantine import again, behind

if TYPE_CHECKING:
    from world.decision import Choice
    from world.kernel.nouns import ReleaseQuarantine
    from world.step import Step
    from world.timeline import Event


def release(step: Step, then: ReleaseQuarantine, choice: Choice) -> None:
    """Put back what was set aside, with or without the event that failed."""
    quarantined = step.find(Quarantined, then.quarantined)
    if quarantined is None:
        return
    step.remove(quarantined, f"it was settled: {choice.option}")
    entry = again(step, quarantined.entry)
    if choice.option == "again":
        step.start(entry)
    else:
        _give_up(step, entry.event)
    for raw in quarantined.waiting:
        step.start(again(step, raw))
    for waiting in behind(step, quarantined):
        step.remove(waiting, "what it waited for was settled")
        step.start(again(step, waiting.entry))


def _give_up(step: Step, event: Event) -> None:
    """Leave nobody waiting for an event that will never run."""
    if isinstance(event, Heard | Scripted):
        reason = "the program failed to carry it out, and it was left at that"
        step.tell(event.input.person, SaidInVain(what=words_of(step, event.input), reason=reason))
    elif isinstance(event, TimeLimit):
        decision = step.find(Decision, event.decision)
        if decision is not None and decision.state == "open":
            withdraw(step, decision, "its outcome could not be carried out")
