"""The referee's last word: results held back before anybody is told (C-GEN-08, D-GEN-02)."""

from __future__ import annotations

from world.decision import Option
from world.kernel.nouns import REFEREE
from world.rules.campaign.nouns.asking import ask, review_ms
from world.step import Step
from world.timeline import Event

LET_STAND, REROLL = "let_stand", "reroll"


def held_back(
    step: Step,
    came_to: str,
    then: Event,
    *,
    instead: tuple[Option, ...],
    about: tuple[str, ...],
    label: str,
) -> bool:
    """Hold a result back for the referee, where the scenario gives him time to look at it.

    False where it does not: the result is announced at once.  ``came_to`` says in a sentence what
    was rolled; ``instead`` are the results that may replace it.
    """
    limit = review_ms(step.world.params)
    if not limit:
        return False
    ask(
        step,
        "D-GEN-02",
        f"{came_to} Does it stand?",
        who=REFEREE,
        options=(
            Option(name=LET_STAND, text="it stands"),
            Option(name=REROLL, text="it is rolled again"),
            *instead,
        ),
        default=LET_STAND,
        then=then,
        about=about,
        limit=limit,
        label=label,
        waits=True,
    )
    return True
