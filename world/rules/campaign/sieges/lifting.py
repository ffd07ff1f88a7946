"""How a siege ends without a fall, and how walls mend (C-SIEGE-06)."""

from __future__ import annotations

import msgspec

from world.decision import Decision
from world.kernel.deciding import withdraw
from world.newsworthy import Newsworthy
from world.notice import Notice
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.command import commanded
from world.rules.campaign.nouns.engagements import PlaceFell, SiegeLifted
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.facts import (
    ArmiesJoined,
    ArmyGone,
    ArmySetOut,
    ArmySplit,
    SideChanged,
    StanceChanged,
)
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.report import (
    account_of_place,
    report,
    report_fleet,
    report_place,
)
from world.rules.campaign.nouns.sea_facts import BlockadeLeft
from world.rules.campaign.nouns.siege import Siege, siege_by, siege_of
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.walls import full_defence, full_threshold
from world.rules.campaign.sieges import figures
from world.rules.campaign.sieges.events import WallsMend
from world.rules.campaign.sieges.notices import SiegeOver, WallsWhole
from world.rules.campaign.sieges.orders import LiftOrder, not_besieging
from world.step import Step

chapter = Chapter("siege lifting", "How sieges are lifted, and walls mended")
chapter.declare(SiegeOver, WallsWhole)


def besiegers(step: Step, siege: Siege) -> list[Army]:
    """The besieging armies that still are, the first one first."""
    found = [step.find(Army, each) for each in siege.armies]
    return [army for army in found if army is not None]


def blockaders(step: Step, siege: Siege) -> list[Fleet]:
    """The fleets that shut the place in from the sea (C-BLK-01)."""
    found = [step.find(Fleet, each) for each in siege.fleets]
    return [fleet for fleet in found if fleet is not None]


def tell_besiegers(step: Step, siege: Siege, notice: Notice) -> None:
    """Tell everybody who lies before the place, on land and at sea."""
    for army in besiegers(step, siege):
        report(step, army, notice, siege.id)
    for fleet in blockaders(step, siege):
        report_fleet(step, fleet, notice, siege.id)


@chapter.obeys(LiftOrder)
def lift_siege(step: Step, order: LiftOrder, hand: Hand) -> None:
    """A commander gives up a siege (O-LIFT); his friends may go on with it."""
    army = commanded(step.world, hand, order.army, "lift")
    siege = siege_by(step.world, army.id)
    if siege is None:
        raise not_besieging(army.name)
    leave(step, siege, army.id, f"{army.name} has given it up")


def leave(step: Step, siege: Siege, army_id: str, why: str) -> None:
    """An army takes no part in a siege any more; without besiegers it is lifted."""
    left = tuple(each for each in siege.armies if each != army_id)
    if left or siege.fleets:
        step.put(msgspec.structs.replace(siege, armies=left))
    else:
        lift(step, siege, why)


def lift(step: Step, siege: Siege, why: str) -> None:
    """The siege is over: gates shut, the will to hold returns, walls begin to mend."""
    _close(step, siege, why)
    stronghold = step.get(Stronghold, siege.stronghold)
    threshold = stronghold.threshold
    if step.param(figures.RECOVERY) == "on_lift":
        threshold = full_threshold(step.world, stronghold)
    step.put(msgspec.structs.replace(stronghold, gates_open=False, threshold=threshold))
    if siege.state == "running":
        notice = SiegeOver(place=stronghold.name, weeks=siege.weeks, why=why)
        tell_besiegers(step, siege, notice)
        report_place(step, stronghold, notice, siege.id)
        news = Newsworthy(
            event="siege",
            place=stronghold.place,
            wording=f"The siege of {stronghold.name} is lifted.",
            knows=tuple(army.leader for army in besiegers(step, siege) if army.leader),
            about=stronghold.id,
            enclosed=account_of_place(step, stronghold.id),
        )
        step.happened(news, f"lifted/{siege.id}")
    fact = SiegeLifted(siege=siege.id, stronghold=stronghold.id, why=why)
    step.happened(fact, siege.id)
    mend_later(step, stronghold.id)


def _close(step: Step, siege: Siege, why: str) -> None:
    for decision_id in sorted(step.world.about.get(siege.id, ())):
        decision = step.find(Decision, decision_id)
        if decision is not None and decision.state == "open":
            withdraw(step, decision, why)
    step.stop("siege week", siege.id)
    step.remove(siege, why)


def mend_later(step: Step, stronghold_id: str) -> None:
    """Place the day on which walls (and spirits, where they need time) have mended a little."""
    stronghold = step.get(Stronghold, stronghold_id)
    if stronghold.mends or not _needs_mending(step, stronghold):
        return
    week = day.weeks(step.world.params, 1)
    pending = step.after(week, WallsMend(subject=stronghold.id), stronghold.id)
    step.put(msgspec.structs.replace(stronghold, mends=pending))


def _needs_mending(step: Step, stronghold: Stronghold) -> bool:
    return stronghold.defence < full_defence(step.world, stronghold.sort) or (
        stronghold.threshold < full_threshold(step.world, stronghold)
    )


@chapter.handles(WallsMend)
def walls_mend(step: Step, event: WallsMend) -> None:
    """A week's work on the walls."""
    stronghold = step.get(Stronghold, event.subject)
    if stronghold.mends != step.id:
        return
    full = full_defence(step.world, stronghold.sort)
    points = step.param(figures.REPAIR)
    defence = max(stronghold.defence, min(full, stronghold.defence + points))
    will = full_threshold(step.world, stronghold)
    threshold = max(stronghold.threshold, min(will, stronghold.threshold + 1))
    whole = stronghold.defence < full <= defence
    step.put(msgspec.structs.replace(stronghold, defence=defence, threshold=threshold, mends=""))
    if whole:
        notice = WallsWhole(place=stronghold.name, defence=defence)
        report_place(step, step.get(Stronghold, stronghold.id), notice)
    mend_later(step, stronghold.id)


@chapter.on(BlockadeLeft)
def blockade_left(step: Step, fact: BlockadeLeft) -> None:
    """A siege that only ships carried on is over when the last of them is gone."""
    siege = step.find(Siege, fact.siege)
    if siege is not None:
        lift(step, siege, fact.why)


# -- what ends a siege ----------------------------------------------------------------------------


@chapter.on(ArmySetOut)
def army_set_out(step: Step, fact: ArmySetOut) -> None:
    """Who marches off lifts his siege."""
    siege = siege_by(step.world, fact.army)
    army = step.find(Army, fact.army)
    if siege is not None and army is not None:
        leave(step, siege, fact.army, f"{army.name} has marched off")


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """So does an army that is no more."""
    siege = siege_by(step.world, fact.army)
    if siege is not None:
        leave(step, siege, fact.army, "the besieging army is no more")


@chapter.on(ArmySplit)
def army_split(step: Step, fact: ArmySplit) -> None:
    """A part of a besieging army besieges, too (C-ARMY-04)."""
    siege = siege_by(step.world, fact.army)
    if siege is not None:
        step.put(msgspec.structs.replace(siege, armies=(*siege.armies, fact.part)))


@chapter.on(ArmiesJoined)
def armies_joined(step: Step, fact: ArmiesJoined) -> None:
    """An army that is part of a besieging one, or that one of a besieger's, besieges with it."""
    siege = siege_by(step.world, fact.army)
    if siege is None:
        return
    into = step.get(Army, fact.into)
    if into.id not in siege.armies and not into.inside:
        armies = tuple(into.id if each == fact.army else each for each in siege.armies)
        step.put(msgspec.structs.replace(siege, armies=armies))
    else:
        leave(step, siege, fact.army, "the besiegers have gone behind walls")


@chapter.on(StanceChanged)
def stance_changed(step: Step, fact: StanceChanged) -> None:
    """Friends do not besiege one another."""
    if fact.now != "allied":
        return
    for siege in step.of(Siege):
        stronghold = step.get(Stronghold, siege.stronghold)
        if friendly(step.world, siege.faction, stronghold.faction):
            lift(step, siege, "besiegers and besieged are allies now")


@chapter.on(SideChanged)
def side_changed(step: Step, fact: SideChanged) -> None:
    """Nor does an army that serves another side go on with what it besieged for the old one."""
    siege = siege_by(step.world, fact.army)
    if siege is not None:
        name = step.get(Army, fact.army).name
        leave(step, siege, fact.army, f"{name} serves another side")


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """A siege that has done its work is over; the new master's walls mend."""
    stronghold = step.get(Stronghold, fact.stronghold)
    siege = siege_of(step.world, stronghold.place)
    if siege is not None:
        _close(step, siege, f"{stronghold.name} has fallen")
    step.cancel(stronghold.mends)
    step.put(
        msgspec.structs.replace(
            stronghold, mends="", threshold=full_threshold(step.world, stronghold)
        )
    )
    mend_later(step, stronghold.id)
