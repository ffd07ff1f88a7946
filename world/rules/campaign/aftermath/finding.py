"""Who follows the victors of a fallen place, and what they find in it (C-AFT-06, C-AFT-07)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Option
from world.dice import parse_dice
from world.pack import Chapter
from world.rules.campaign.aftermath import figures
from world.rules.campaign.aftermath.events import StoresReviewed
from world.rules.campaign.aftermath.notices import StoresFound
from world.rules.campaign.nouns.army import Army, gained_points
from world.rules.campaign.nouns.engagements import PlaceSearched
from world.rules.campaign.nouns.facts import StrengthChanged
from world.rules.campaign.nouns.ratio import ratio
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.review import REROLL, held_back
from world.rules.campaign.nouns.stronghold import Stronghold
from world.step import Step

chapter = Chapter("finds", "Who follows the victors of a place, and what is found in it")
chapter.declare(StoresFound)


def search(step: Step, searched: PlaceSearched, weeks: int) -> None:
    """Followers come, stores are found; :class:`PlaceSearched` is announced when that is done."""
    _followers(step, searched)
    thrown = _thrown(step, searched.stronghold)
    if not _held_back(step, searched, thrown, weeks):
        _found(step, searched, thrown, weeks)


def _followers(step: Step, searched: PlaceSearched) -> None:
    """People of the place follow the victors (C-AFT-06)."""
    stronghold = step.get(Stronghold, searched.stronghold)
    points = step.param(figures.FOLLOWERS[stronghold.sort])
    armies = searched.armies if step.param(figures.FOLLOWERS_EACH) else (searched.army,)
    for each in armies:
        army = step.find(Army, each)
        if army is None:
            continue
        more = army.extra_nc.value + gained_points(step.world, army, points)
        step.put(msgspec.structs.replace(army, extra_nc=ratio(more)))
        why = f"followers from {stronghold.name}"
        step.happened(StrengthChanged(army=army.id, why=why), f"followers/{army.id}")


def _thrown(step: Step, stronghold: str) -> int:
    return step.roll(f"stores of {stronghold}", step.param(figures.STORES_DIE)).total


def _found(step: Step, searched: PlaceSearched, thrown: int, weeks: int) -> None:
    """Stores are found, the fewer the longer the siege; what was laid up stays (C-AFT-07)."""
    stronghold = step.get(Stronghold, searched.stronghold)
    found = max(0, thrown - weeks) * step.param(figures.STORES[stronghold.sort])
    step.put(msgspec.structs.replace(stronghold, stores=stronghold.stores + found))
    victor = step.find(Army, searched.army)
    if victor is not None:
        supplies = stronghold.stores + found
        notice = StoresFound(place=stronghold.name, supplies=supplies, found=found)
        report(step, victor, notice, stronghold.id)
    step.happened(searched, stronghold.id)


# -- the referee's last word ----------------------------------------------------------------------


def _held_back(step: Step, searched: PlaceSearched, thrown: int, weeks: int) -> bool:
    """Let the referee look at what is found, before anybody is told (C-GEN-08)."""
    stronghold = step.get(Stronghold, searched.stronghold)
    unit = step.param(figures.STORES[stronghold.sort])
    count, sides = parse_dice(step.param(figures.STORES_DIE))
    return held_back(
        step,
        f"{max(0, thrown - weeks) * unit} supplies are found in {stronghold.name}: {thrown} was"
        f" thrown, and the siege took {weeks} weeks.",
        StoresReviewed(
            subject=stronghold.id,
            army=searched.army,
            victor=searched.victor,
            armies=searched.armies,
            pillages=searched.pillages,
            ransom=searched.ransom,
            thrown=thrown,
            weeks=weeks,
        ),
        instead=tuple(
            Option(name=f"points_{points}", text=f"{points * unit} supplies are found")
            for points in range(count * sides + 1)
        ),
        about=(stronghold.id,),
        label=f"stores/{stronghold.id}",
    )


@chapter.settles(StoresReviewed)
def stores_reviewed(step: Step, then: StoresReviewed, choice: Choice) -> None:
    """What is found is as thrown, thrown again, or what the referee says."""
    searched = PlaceSearched(
        stronghold=then.subject,
        army=then.army,
        victor=then.victor,
        armies=then.armies,
        pillages=then.pillages,
        ransom=then.ransom,
    )
    if choice.option == REROLL:
        _found(step, searched, _thrown(step, then.subject), then.weeks)
    elif choice.option.startswith("points_"):
        _found(step, searched, int(choice.option.removeprefix("points_")), 0)
    else:
        _found(step, searched, then.thrown, then.weeks)
