"""What is peculiar to a faction: rules of its own, sorts of troops (C-DET-06, D-FAC-01)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.decision import Choice, Option
from world.fact import Begun
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import Faction
from world.step import Step
from world.timeline import Event

chapter = Chapter("specials", "What is peculiar to a faction")


class FactionRules(Notice, frozen=True, tag="faction_rules"):
    """What is peculiar to one's own faction (C-DET-06)."""

    title: ClassVar[str] = "What is peculiar to {faction}"
    wording: ClassVar[str] = "{rules}"
    faction: str
    rules: str


chapter.declare(FactionRules)


class SpecialsSettled(Event, frozen=True, tag="specials_settled"):
    """What is peculiar to a faction beyond what the scenario says is settled (D-FAC-01)."""


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """A faction with rules of its own is told them; the referee may add to them."""
    for side in step.of(Faction):
        if not side.rules:
            continue
        _tell(step, side)
        ask(
            step,
            "D-FAC-01",
            f"{side.name} has rules of its own: “{side.rules}” Is there more?",
            who=REFEREE,
            options=(
                Option(name="none", text="nothing beyond that"),
                Option(name="more", text="this, too, as I write"),
            ),
            default="none",
            then=SpecialsSettled(subject=side.id),
            about=(side.id,),
            free_text=True,
            label=side.id,
        )


@chapter.settles(SpecialsSettled)
def specials_settled(step: Step, then: SpecialsSettled, choice: Choice) -> None:
    """The referee has added to them."""
    side = step.find(Faction, then.subject)
    if side is None or choice.option != "more" or not choice.text:
        return
    side = msgspec.structs.replace(side, rules=f"{side.rules}\n{choice.text}")
    step.put(side)
    _tell(step, side)


def _tell(step: Step, side: Faction) -> None:
    """That faction's players, and the referee."""
    notice = FactionRules(faction=side.name, rules=side.rules)
    players = [c.id for c in step.of(Commander) if c.faction == side.id and not c.npc]
    for person in (*players, REFEREE):
        step.tell(person, notice, side.id)
