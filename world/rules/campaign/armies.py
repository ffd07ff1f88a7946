"""Armies that shrink, and commanders left without one (C-ARMY-02, D-ARMY-03)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.decision import Choice, Option
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import MIN_SOLDIERS, Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import ArmyGone, MustJoin, StrengthChanged
from world.rules.campaign.nouns.magic import only_wizards
from world.rules.campaign.nouns.report import report
from world.step import Step
from world.timeline import Event

chapter = Chapter("remnants", "Armies under the minimum, commanders without an army")

REMNANT_ALLOWED = chapter.param(
    "army.remnant_allowed",
    True,
    "bool",
    "C-ARMY-02",
    "whether an army that has shrunk under the minimum goes on",
)


class Disbanded(Notice, frozen=True, tag="disbanded"):
    """An army was disbanded."""

    title: ClassVar[str] = "{army} is no more"
    wording: ClassVar[str] = "{army} has been disbanded: {why}."
    army: str
    why: str


chapter.declare(Disbanded)


class Remnant(Event, frozen=True, tag="remnant"):
    """Dusk after an army fell under the minimum."""

    rank: ClassVar[int] = day.RANK_DUSK_STRENGTH


class RemnantChosen(Event, frozen=True, tag="remnant_chosen"):
    """What becomes of an army under the minimum (D-ARMY-02)."""


@chapter.on(StrengthChanged)
def strength_changed(step: Step, fact: StrengthChanged) -> None:
    """An army that has fallen under the minimum is looked at when dusk comes."""
    army = step.find(Army, fact.army)
    if army is None or not _too_small(step, army):
        return
    step.at(day.next_dusk(step.world, step.now), Remnant(subject=army.id))


def _too_small(step: Step, army: Army) -> bool:
    """Whether an army is under the minimum; a wizard is no army's remnant (C-WIZ-01/a)."""
    under = army.strength < step.param(MIN_SOLDIERS)
    return under and not only_wizards(step.world.params, army)


@chapter.handles(Remnant)
def remnant(step: Step, event: Remnant) -> None:
    """The referee may have it disbanded; by default it goes on (C-ARMY-02/a)."""
    army = step.find(Army, event.subject)
    if army is None or not _too_small(step, army):
        return
    ask(
        step,
        "D-ARMY-02",
        f"{army.name} has {army.strength} soldiers left. What becomes of it?",
        who=REFEREE,
        options=(
            Option(name="goes_on", text="it goes on as a remnant"),
            Option(name="joins", text="it must join the next army of its side that it comes to"),
            Option(name="disbands", text="it is disbanded"),
        ),
        default="goes_on" if step.param(REMNANT_ALLOWED) else "disbands",
        then=RemnantChosen(subject=army.id),
        about=(army.id,),
    )


@chapter.settles(RemnantChosen)
def remnant_chosen(step: Step, then: RemnantChosen, choice: Choice) -> None:
    """Disband it, or have it join others, if that is what becomes of it."""
    army = step.find(Army, then.subject)
    if army is None or choice.option == "goes_on":
        return
    if choice.option == "joins":
        step.put(msgspec.structs.replace(army, joins=True))
        step.happened(MustJoin(army=army.id), army.id)
        return
    report(step, army, Disbanded(army=army.name, why="too few were left"), gone=True)
    step.remove(army, "disbanded")
    fact = ArmyGone(army=army.id, place=army.place, faction=army.faction, leader=army.leader)
    step.happened(fact, army.id)


@chapter.when_gone(Remnant)
def gone(step: Step, event: Remnant) -> None:
    """An army that is no more is no remnant."""


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """Its commander stays behind where it stood last."""
    commander = step.find(Commander, fact.leader) if fact.leader else None
    if commander is not None and commander.army == fact.army:
        step.put(msgspec.structs.replace(commander, army="", place=fact.place))
