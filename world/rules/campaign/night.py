"""Night marches: the check at dawn, and wrong turnings (C-NIGHT-02, C-NIGHT-03)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.facts import ArmyEntered, CheckCalled, FoundItself, MarchedByNight
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.marching import March
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.way import barred
from world.step import Step
from world.timeline import Event

chapter = Chapter("night", "Night marches: checks at dawn, wrong turnings")

WRONG_IN6 = chapter.param(
    "night.fork_wrong_in6", 2, "in 6", "C-NIGHT-03", "chance to go wrong at a fork in the dark"
)
WRONG_ROAD = chapter.param(
    "night.wrong_road",
    "random",
    "mode",
    "C-NIGHT-03",
    "which of the wrong roads it is",
    choices=("random", "first"),
)


class WrongRoad(Notice, frozen=True, tag="wrong_road"):
    """Dawn shows that the army took a wrong road (M-NIGHT-01)."""

    title: ClassVar[str] = "{army} has lost its way"
    wording: ClassVar[str] = "{army} took a wrong road in the dark; dawn finds it in {place}."
    army: str
    place: str


chapter.declare(WrongRoad)


class NightOver(Event, frozen=True, tag="night_over"):
    """A night in which an army marched ends at dawn."""

    rank: ClassVar[int] = day.RANK_NIGHT_END


@chapter.on(MarchedByNight)
def marched_by_night(step: Step, fact: MarchedByNight) -> None:
    """Every night march ends with a check, at dawn (C-NIGHT-02)."""
    step.at(fact.dawn, NightOver(subject=fact.army))


@chapter.handles(NightOver)
def night_over(step: Step, event: NightOver) -> None:
    """Dawn: the commander learns where he is, and morale is tested."""
    army = step.find(Army, event.subject)
    if army is None:
        return
    if army.march is not None and army.march.astray:
        place = scene(step.world).called(army.place)
        report(step, army, WrongRoad(army=army.name, place=place))
        step.happened(FoundItself(army=army.id), army.id)
    step.happened(CheckCalled(army=army.id, why="a night march"), army.id)


@chapter.when_gone(NightOver)
def nobody_marched(step: Step, event: NightOver) -> None:
    """An army that is no more is not tested."""


@chapter.on(ArmyEntered)
def fork_passed(step: Step, fact: ArmyEntered) -> None:
    """At each fork passed by night the road taken may be the wrong one (C-NIGHT-03)."""
    army = step.find(Army, fact.army)
    if not fact.night or army is None or army.march is None or army.place != fact.place:
        return
    march = army.march
    ground = scene(step.world)
    here, back = ground.hex(fact.place), ground.hex(fact.came_from)
    onward = [ground.atlas.label(at) for at in ground.atlas.onward_roads(here, back)]
    roads = [to for to in onward if not barred(step.world, army, (fact.place, to), march.night)]
    if march.astray:
        if march.ahead is None and roads:
            _follow(step, army, march, _one_of(step, roads), march.astray)
        return
    if march.ahead is None or not ground.atlas.is_fork(here, back):
        return
    if not step.chance("wrong road at a fork", step.param(WRONG_IN6), 6):
        return
    wrong = [to for to in roads if to != march.ahead]
    if wrong:
        _follow(step, army, march, _one_of(step, wrong), fact.place)


def _one_of(step: Step, roads: list[str]) -> str:
    if step.param(WRONG_ROAD) == "first":
        return roads[0]
    return step.pick("which wrong road", roads)


def _follow(step: Step, army: Army, march: March, to: str, astray: str) -> None:
    path = (*march.path[: march.at + 1], to)
    lost = msgspec.structs.replace(march, path=path, astray=astray)
    step.put(msgspec.structs.replace(army, march=lost))
