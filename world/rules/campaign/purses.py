"""What commanders pay out of their purses."""

from __future__ import annotations

import msgspec

from world.dispatch import Fee
from world.pack import Chapter
from world.rules.campaign.nouns.commander import Commander
from world.step import Step

chapter = Chapter("purses", "What commanders pay out of their purses")


@chapter.on(Fee)
def pay(step: Step, fact: Fee) -> None:
    """A commander pays for the carrying of words, or is paid back (C-SEM-01)."""
    commander = step.find(Commander, fact.person)
    if commander is not None:
        step.put(msgspec.structs.replace(commander, purse=commander.purse - fact.amount))
