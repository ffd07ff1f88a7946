"""Those who walk from one army to another, and what they meet with there (C-MOR-06)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.decision import Choice, Decision, Option
from world.errors import Refused
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.defection import figures, offers
from world.rules.campaign.defection.mutiny import fresh_army
from world.rules.campaign.defection.notices import StrangersArrive
from world.rules.campaign.nouns import day, descent
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.band import Band, band_id, band_of
from world.rules.campaign.nouns.battle import engaged
from world.rules.campaign.nouns.chests import add_money
from world.rules.campaign.nouns.engagements import WheelsTaken
from world.rules.campaign.nouns.faction import Faction
from world.rules.campaign.nouns.facts import ArmyEntered, ArmyGone, MustJoin, PartLeaves
from world.rules.campaign.nouns.fleet import aboard_of
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.losses import without_wheels
from world.rules.campaign.nouns.obeying import have_obeyed
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.where import captain_of
from world.step import Step
from world.timeline import Event

chapter = Chapter("walking over", "Detachments on their way to another army")
chapter.declare(StrangersArrive)

#: Armies put before the referee at most; the nearest first.
_CHOICES = 12
_SPLITS = 6


class BandLooksRound(Event, frozen=True, tag="band_looks_round"):
    """Dawn: those who walk learn where the army they make for stands now."""

    rank: ClassVar[int] = day.RANK_TIMERS


class GoalChosen(Event, frozen=True, tag="goal_chosen"):
    """To which army defectors go is settled (D-MOR-02)."""


def walk_off(step: Step, army: Army, detachments: tuple[str, ...], row: int) -> None:
    """They are a band of nobody's side, and set out by the usual pace at once."""
    part = fresh_army(step, army.id, "deserters")
    side = f"{part}.side"
    name = descent.of_army(descent.DESERTERS, army.name)
    step.put(Faction(id=side, name=f"the {name[0].lower()}{name[1:]}"))
    leaves = PartLeaves(
        army=army.id,
        detachments=detachments,
        part=part,
        name=name,
        faction=side,
        why="defection",
    )
    step.happened(leaves, part)
    band = Band(
        id=band_id(part),
        army=part,
        left=army.id,
        side=army.faction,
        row=row,
        old=army.leader or army.owner,
    )
    step.put(band)
    step.at(day.next_dawn(step.world, step.now), BandLooksRound(subject=part), "dawn")
    goals = goals_of(step, band)
    if not goals:
        return
    if row == _SPLITS:
        step.put(msgspec.structs.replace(band, target=goals[0].id, prospect=goals[0].leader))
        go(step, part)
        walking = band_of(step.world, part)
        if walking is not None:  # nobody bids for those who are there already
            offers.open_offers(step, walking)
        return
    _ask_goal(step, part, army.name, goals)


def _ask_goal(step: Step, part: str, name: str, goals: list[Army]) -> None:
    """The referee may send them elsewhere; by default they go to the nearest (D-MOR-02)."""
    called = scene(step.world).called
    ask(
        step,
        "D-MOR-02",
        f"Detachments of {name} defect. To which army do they go?",
        who=REFEREE,
        options=tuple(
            Option(name=goal.id, text=f"{goal.name} at {called(goal.place)}")
            for goal in goals[:_CHOICES]
        ),
        default=goals[0].id,
        then=GoalChosen(subject=part),
        about=(part,),
        label=part,
    )


@chapter.settles(GoalChosen)
def goal_chosen(step: Step, then: GoalChosen, choice: Choice) -> None:
    """They make for that army, if they are still on their way."""
    band = band_of(step.world, then.subject)
    if band is not None:
        step.put(msgspec.structs.replace(band, target=choice.option))
        go(step, band.army)


def goals_of(step: Step, band: Band) -> list[Army]:
    """The armies they may go to, the likeliest first (C-MOR-06/a, C-MOR-07)."""
    world, ground = step.world, scene(step.world)
    here = step.get(Army, band.army).place
    found = [
        army
        for army in step.of(Army)
        if army.id not in (band.army, band.left)
        and band_of(world, army.id) is None
        and aboard_of(world, army) is None
    ]
    if band.row == _SPLITS:
        found = [army for army in found if army.leader and army.faction != band.side]
    others_first = band.row == _SPLITS or step.param(figures.TARGET) == "nearest_other_faction"

    def likely(army: Army) -> tuple[bool, int, str]:
        own = others_first and army.faction == band.side
        return own, ground.distance(here, army.place), army.id

    return sorted(found, key=likely)


# -- on the way -----------------------------------------------------------------------------------


@chapter.handles(BandLooksRound)
def looks_round(step: Step, event: BandLooksRound) -> None:
    """They ask their way: the army they make for may have marched, or be no more."""
    band = band_of(step.world, event.subject)
    army = step.find(Army, event.subject)
    if band is None or army is None or army.id != band.army:
        return
    step.at(day.next_dawn(step.world, step.now), BandLooksRound(subject=band.army), "dawn")
    if not band.target or step.find(Army, band.target) is None:
        goals = goals_of(step, band)
        target = goals[0] if goals else None
        prospect = target.leader if target is not None else ""
        band = msgspec.structs.replace(
            band, target=target.id if target is not None else "", prospect=prospect
        )
        step.put(band)
    go(step, band.army)


def nobody_walks(step: Step, event: Event) -> None:
    """A band that is no more walks no more."""


chapter.when_gone(BandLooksRound)(nobody_walks)


def go(step: Step, part: str) -> None:
    """Make for where the goal stands, or go over where it is reached."""
    band, army = band_of(step.world, part), step.find(Army, part)
    if band is None or army is None or not band.target:
        return
    target = step.find(Army, band.target)
    if target is None or engaged(step.world, army.place, army.id) or army.disorder is not None:
        return
    if target.place == army.place:
        arrive(step, band)
        return
    if army.march is not None and army.march.goal == target.place:
        return
    if not _march(step, army, target.place) and army.wheels:
        _leave_wheels(step, army)
        _march(step, step.get(Army, part), target.place)


def _march(step: Step, army: Army, to: str) -> bool:
    hand = Hand(
        author=REFEREE,
        receiver=captain_of(army.id),
        number=0,
        written=step.now,
        in_advance=True,
    )
    try:
        with step.within(f"walk/{army.id}/{army.wheels}"):
            have_obeyed(step, "march", hand, army=army.id, to=to)
    except Refused:
        return False
    return True


def _leave_wheels(step: Step, army: Army) -> None:
    """Where no road leads they leave wagons and guns behind."""
    step.put(without_wheels(army))
    left = WheelsTaken(
        place=army.place, victor="", wagons=army.wagons, six=army.six, eighteen=army.eighteen
    )
    step.happened(left, army.id)


@chapter.on(ArmyEntered)
def army_entered(step: Step, fact: ArmyEntered) -> None:
    """Whether they have come to the army they seek or it to them, they go over."""
    for band in step.of(Band):
        if fact.army in (band.army, band.target):
            army, target = step.find(Army, band.army), step.find(Army, band.target)
            if army is not None and target is not None and army.place == target.place:
                arrive(step, band)


def arrive(step: Step, band: Band) -> None:
    """They are where they wanted to be; who has offered most may be elsewhere (C-MOR-07)."""
    army, target = step.get(Army, band.army), step.get(Army, band.target)
    price = 0
    if band.row == _SPLITS:
        goal, price = offers.outcome(step, band)
        if goal is not None and goal.id != target.id:
            step.put(msgspec.structs.replace(band, target=goal.id))
            go(step, band.army)
            return
    over = msgspec.structs.replace(
        army, faction=target.faction, owner=target.owner, joins=True, purses=army.purses + price
    )
    step.put(over)
    step.happened(MustJoin(army=army.id, into=target.id), f"over/{army.id}")
    if step.get(Army, army.id).id == army.id:
        step.put(army)  # not while the other stands before an enemy, or is out of hand
        return
    if price:
        add_money(step, step.get(Army, target.id), -price)
    step.remove(band, "they have arrived")
    _close(step, band.army, "they have gone over")
    notice = StrangersArrive(
        army=target.name,
        detachments=", ".join(d.name for d in army.detachments),
        men=army.strength,
        paid=f" They were paid {price} doubloons." if price else "",
    )
    report(step, step.get(Army, target.id), notice, army.id)


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """A band that is no more is nobody's to win."""
    band = band_of(step.world, fact.army)
    if band is not None:
        step.remove(band, "they are no more")
        _close(step, band.army, "they are no more")


def _close(step: Step, part: str, why: str) -> None:
    for decision_id in sorted(step.world.about.get(part, ())):
        decision = step.find(Decision, decision_id)
        if decision is not None and decision.state == "open":
            withdraw(step, decision, why)
