"""What troops left behind walls eat (C-STR-05/b)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.fact import Begun
from world.pack import Chapter
from world.recurrence import DailyGame
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.engagements import GarrisonLeft, PlaceFell
from world.rules.campaign.nouns.facts import MoraleMoves
from world.rules.campaign.nouns.provisions import need_of
from world.rules.campaign.nouns.report import report_place
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.supplies import notices
from world.rules.campaign.supplies.daily import DISSOLVE_DAYS, HUNGRY_LOSS
from world.step import Step
from world.timeline import Event

chapter = Chapter("stores", "What troops left behind walls eat")

DETACHMENTS_FED = chapter.param(
    "garrison.detachments_fed",
    "place_first",
    "mode",
    "C-STR-05",
    "whether detachments left behind walls eat the place's stores first, or their own",
    choices=("place_first", "own_first"),
)
chapter.declare(notices.GarrisonHungry)


class GarrisonSupper(Event, frozen=True, tag="garrison_supper"):
    """Dusk: the detachments left in a stronghold eat."""

    rank: ClassVar[int] = day.RANK_DUSK_EATS


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """Detachments that are in a place when the campaign begins eat there."""
    for stronghold in step.of(Stronghold):
        if stronghold.left:
            _every_dusk(step, stronghold.id)


@chapter.on(GarrisonLeft)
def garrison_left(step: Step, fact: GarrisonLeft) -> None:
    """Who is dropped off eats from the next dusk on."""
    _every_dusk(step, fact.stronghold)


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """What the troops left there had of their own is found among the stores (C-AFT-07)."""
    stronghold = step.get(Stronghold, fact.stronghold)
    if stronghold.left_supplies and not stronghold.left:
        found = stronghold.stores + stronghold.left_supplies
        step.put(msgspec.structs.replace(stronghold, stores=found, left_supplies=0, left_hungry=0))


def _every_dusk(step: Step, stronghold: str) -> None:
    hour, minute = day.time_of(step.param(day.DUSK)) or (18, 0)
    when = DailyGame(hour, minute)
    step.every("garrison supper", when, GarrisonSupper(subject=stronghold))


@chapter.handles(GarrisonSupper)
def supper(step: Step, event: GarrisonSupper) -> None:
    """They eat the stores of the place first, then what they brought; too long, and they go."""
    stronghold = step.get(Stronghold, event.subject)
    if not stronghold.left:
        step.stop("garrison supper", stronghold.id)
        return
    need = need_of(step.world, stronghold.left)
    own_first = step.param(DETACHMENTS_FED) == "own_first"
    first, then = stronghold.stores, stronghold.left_supplies
    if own_first:
        first, then = then, first
    short = max(0, need - first - then)
    then -= min(then, max(0, need - first))
    first -= min(first, need)
    if own_first:
        first, then = then, first
    fed = msgspec.structs.replace(
        stronghold,
        stores=first,
        left_supplies=then,
        left_hungry=stronghold.left_hungry + 1 if short else 0,
    )
    step.put(fed)
    if not short:
        return
    what = "go hungry"
    if fed.left_hungry >= step.param(DISSOLVE_DAYS):
        what = "have dispersed for want of food"
        step.put(msgspec.structs.replace(fed, left=(), left_hungry=0, left_counters=None))
    notice = notices.GarrisonHungry(place=stronghold.name, what=what, need=need, short=short)
    report_place(step, stronghold, notice)
    why = "a day without enough food"
    loss = step.param(HUNGRY_LOSS)
    step.happened(MoraleMoves(army=stronghold.id, by=-loss, why=why), stronghold.id)
