"""The evening meal, hunger and its end, and what cannot be carried (C-SUP-01 to C-SUP-07)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.fact import Begun
from world.newsworthy import Newsworthy
from world.pack import Chapter
from world.recurrence import DailyGame
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.company import paid_tonight
from world.rules.campaign.nouns.facts import (
    ArmyFormed,
    ArmyGone,
    CheckCalled,
    MoraleMoves,
    StockStands,
    StrengthChanged,
    Unexpected,
)
from world.rules.campaign.nouns.fleet import aboard_of
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.hold import eats_nothing_aboard
from world.rules.campaign.nouns.provisions import (
    burden,
    daily_need,
    days_left,
    whole_capacity,
)
from world.rules.campaign.nouns.report import account_of, report, tell_if_led
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.supplies import notices
from world.step import Step
from world.timeline import Event

chapter = Chapter("supplies", "Daily consumption, hunger, dissolution, what spoils")

HUNGRY_LOSS = chapter.param(
    "supply.hungry_morale_loss", 1, "morale", "C-SUP-04", "morale lost by a hungry day"
)
PARTIAL_HUNGRY = chapter.param(
    "supply.partial_day_hungry",
    True,
    "bool",
    "C-SUP-04",
    "whether a day with some food, but not enough, is a hungry one",
)
DISSOLVE_DAYS = chapter.param(
    "supply.dissolve_days", 14, "days", "C-SUP-05", "hungry days that dissolve an army"
)
HUNGRY_COUNTER = chapter.param(
    "supply.hungry_counter",
    "consecutive",
    "mode",
    "C-SUP-05",
    "whether only hungry days in a row count, or all of them",
    choices=("consecutive", "total"),
)
SURPLUS = chapter.param(
    "supply.surplus",
    "lost",
    "mode",
    "C-SUP-06",
    "whether what cannot be carried is lost, or kept all the same",
    choices=("lost", "kept"),
)
ARMY_FED = chapter.param(
    "garrison.army_fed",
    False,
    "bool",
    "C-SUP-07",
    "whether a stronghold feeds the armies quartered in it",
)

chapter.declare(
    notices.DailyReturn,
    notices.HungryDay,
    notices.ArmyDissolves,
    notices.SuppliesSpoil,
)


class Supper(Event, frozen=True, tag="supper"):
    """Dusk: an army eats, after the foragers are back (C-TIME-03).

    ``army`` is whose recurrence it is; once that one is merged, the subject is its successor.
    """

    rank: ClassVar[int] = day.RANK_DUSK_EATS
    army: str


class Spoilage(Event, frozen=True, tag="spoilage"):
    """The end of dusk for an army that has more than it can carry (C-TIME-03)."""

    rank: ClassVar[int] = day.RANK_DUSK_SPOILS


# -- every dusk -----------------------------------------------------------------------------------


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """Every army eats every dusk."""
    for army in step.of(Army):
        _every_dusk(step, army.id)


@chapter.on(ArmyFormed)
def army_formed(step: Step, fact: ArmyFormed) -> None:
    """A new army eats from its first dusk on."""
    _every_dusk(step, fact.army)


def _every_dusk(step: Step, army_id: str) -> None:
    hour, minute = day.time_of(step.param(day.DUSK)) or (18, 0)
    step.every("supper", DailyGame(hour, minute), Supper(subject=army_id, army=army_id))


@chapter.handles(Supper)
def supper(step: Step, event: Supper) -> None:
    """An army eats its day's need from its stock, or goes hungry (C-SUP-01, C-SUP-04)."""
    army = step.find(Army, event.subject)
    if army is None or army.id != event.army:
        step.stop("supper", event.army)  # merged into another, which eats for both
        return
    behind_walls = bool(army.inside) and aboard_of(step.world, army) is None
    fed = (behind_walls and step.param(ARMY_FED)) or eats_nothing_aboard(step.world, army)
    need = 0 if fed else daily_need(step.world, army)
    if army.supplies >= need:
        _fed(step, army, need)
    else:
        _hungry(step, army, need)
    _spoil_later(step, army.id)
    left = step.find(Army, army.id)
    if need and left is not None and left.id == army.id:
        days = days_left(daily_need(step.world, left), left.supplies)
        step.happened(StockStands(army=left.id, days=days), left.id)


@chapter.when_gone(Supper)
def nobody_eats(step: Step, event: Supper) -> None:
    """An army that is no more eats no more."""


def _fed(step: Step, army: Army, need: int) -> None:
    hungry = 0 if step.param(HUNGRY_COUNTER) == "consecutive" else army.hungry
    left = army.supplies - need
    step.put(msgspec.structs.replace(army, supplies=left, hungry=hungry))
    wages = paid_tonight(step.world, army.leader, step.now)
    notice = notices.DailyReturn(
        army=army.name,
        eaten=need,
        left=left,
        days=days_left(need, left),
        paid=f" Mercenaries were paid {wages} doubloons." if wages else "",
    )
    tell_if_led(step, army, notice)


def _hungry(step: Step, army: Army, need: int) -> None:
    """What there is is eaten, morale falls and is tested; too long, and the army dissolves."""
    if army.supplies and not step.param(PARTIAL_HUNGRY):
        step.put(msgspec.structs.replace(army, supplies=0))
        notice = notices.DailyReturn(army=army.name, eaten=army.supplies, left=0, days=0)
        tell_if_led(step, army, notice)
        return
    hungry, most = army.hungry + 1, step.param(DISSOLVE_DAYS)
    step.put(msgspec.structs.replace(army, supplies=0, hungry=hungry))
    notice_ = notices.HungryDay(
        army=army.name,
        need=need,
        short=need - army.supplies,
        hungry=hungry,
        left=max(0, most - hungry),
        morale=army.morale,
    )
    report(step, army, notice_)
    why = "a day without enough food"
    step.happened(MoraleMoves(army=army.id, by=-step.param(HUNGRY_LOSS), why=why), army.id)
    step.happened(CheckCalled(army=army.id, why=why), army.id)
    left = step.find(Army, army.id)
    if left is None or left.id != army.id:
        return
    if hungry >= most:
        _dissolve(step, left)
        return
    if hungry == 1:  # a captain looked for the second day when the first was over
        words = f"{army.name} has nothing left to eat."
        step.happened(Unexpected(army=army.id, what="hunger", words=words), army.id)


# -- the end of it --------------------------------------------------------------------------------


def _dissolve(step: Step, army: Army) -> None:
    """Soldiers, followers, wagons and guns are gone; the commander stays behind (C-SUP-05)."""
    place = scene(step.world).called(army.place)
    notice = notices.ArmyDissolves(army=army.name, place=place)
    report(step, army, notice, gone=True)
    knows = [army.leader] if army.leader else []
    for seen in step.of(ArmySeen):
        watcher = step.find(Commander, seen.observer)
        if seen.subject == army.id and seen.in_sight and watcher is not None:
            step.tell(watcher.id, notice, f"seen/{army.id}")
            knows.append(watcher.id)
    news = Newsworthy(
        event="mutiny",
        place=army.place,
        wording=f"{army.name} has dispersed in {place} for want of food.",
        knows=tuple(dict.fromkeys(knows)),
        about=army.id,
        enclosed=account_of(step, army, gone=True),
    )
    step.remove(army, "it dissolved for want of food")
    gone = ArmyGone(army=army.id, place=army.place, faction=army.faction, leader=army.leader)
    step.happened(gone, army.id)
    step.happened(news, army.id)


# -- what cannot be carried -----------------------------------------------------------------------


@chapter.on(StrengthChanged)
def strength_changed(step: Step, fact: StrengthChanged) -> None:
    """Who loses men at dusk, after the meal, may have too few backs for what is left."""
    half = day.half_of(step.world, step.now)
    if half.night and half.start == step.now and step.entry.rank > day.RANK_DUSK_EATS:
        _spoil_later(step, fact.army)


def _spoil_later(step: Step, army_id: str) -> None:
    army = step.find(Army, army_id)
    if army is None or step.param(SURPLUS) != "lost":
        return
    if _surplus(step, army) > 0:
        step.at(step.now, Spoilage(subject=army.id), f"{step.entry.rank}")


def _surplus(step: Step, army: Army) -> int:
    most = max(0, whole_capacity(step.world, army) - burden(step.world, army))
    return army.supplies - most


@chapter.handles(Spoilage)
def spoilage(step: Step, event: Spoilage) -> None:
    """The surplus is left behind and spoils (C-SUP-06)."""
    army = step.find(Army, event.subject)
    if army is None:
        return
    surplus = _surplus(step, army)
    if surplus <= 0:
        return
    left = army.supplies - surplus
    step.put(msgspec.structs.replace(army, supplies=left))
    report(step, army, notices.SuppliesSpoil(army=army.name, amount=surplus, most=left))


@chapter.when_gone(Spoilage)
def nothing_left_to_spoil(step: Step, event: Spoilage) -> None:
    """What an army that is no more had is gone with it."""
