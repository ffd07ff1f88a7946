"""Answers that come too late to change anything: whoever gave one is told so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.kernel.nouns import SaidInVain

if TYPE_CHECKING:
    from world.decision import Choice
    from world.step import Step


def too_late(step: Step, choice: Choice, why: str) -> None:
    """Say that an answer changed nothing, and why; nobody is told of a default."""
    if choice.by is not None:
        notice = SaidInVain(what=f"Your answer “{choice.option}”", reason=f"{why}.")
        step.tell(choice.by, notice, choice.decision)
