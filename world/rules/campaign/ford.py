"""Rivers without a bridge: what a commander is told when his army comes to one (C-FORD)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.facts import FordReached, halves
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.report import tell_if_led
from world.step import Step

chapter = Chapter("ford", "Fording rivers")


class AtFord(Notice, frozen=True, tag="at_ford"):
    """An army stands at a river (M-FORD-01)."""

    title: ClassVar[str] = "{army} is at the river"
    wording: ClassVar[str] = "{army} is to ford the river towards {towards}: {wait}."
    army: str
    towards: str
    wait: str


chapter.declare(AtFord)


@chapter.on(FordReached)
def ford_reached(step: Step, fact: FordReached) -> None:
    """The commander learns how long it will take (C-FORD-01)."""
    army = step.get(Army, fact.army)
    if fact.closed:
        wait = "the water is too high in this weather, and it must wait"
    else:
        wait = f"its foot need {float(halves(fact)):g} days of marching time to get over"
    towards = scene(step.world).called(fact.towards)
    tell_if_led(step, army, AtFord(army=army.name, towards=towards, wait=wait), fact.towards)
