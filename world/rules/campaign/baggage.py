"""Wagons, guns and stores left behind and taken up (O-ABANDON, O-TAKE, C-MARCH-04)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.errors import Refused
from world.notice import Notice
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.command import addressee, commanded, require_no_meeting
from world.rules.campaign.nouns.engagements import WheelsTaken
from world.rules.campaign.nouns.facts import StrengthChanged
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.leavings import lying_at
from world.rules.campaign.nouns.losses import with_wheels
from world.rules.campaign.nouns.provisions import free_room
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.view import campaign_view
from world.step import Step

chapter = Chapter("baggage", "Wagons, guns and stores left behind")


class Abandoned(Notice, frozen=True, tag="abandoned"):
    """An army has left wagons, guns or stores behind."""

    title: ClassVar[str] = "{army} has left its baggage behind"
    wording: ClassVar[str] = "{army} has left {what} behind in {place}."
    army: str
    what: str
    place: str


class WheelsCaptured(Notice, frozen=True, tag="wheels_captured"):
    """Wagons or guns of a beaten enemy were taken (M-BAT-03)."""

    title: ClassVar[str] = "{army} has taken {what}"
    wording: ClassVar[str] = (
        "{army} has taken {what} that the enemy left in {place}. It now has {guns:count|gun|guns}"
        " and {wagons:count|wagon|wagons}."
    )
    army: str
    what: str
    place: str
    guns: int
    wagons: int


class TakenUp(Notice, frozen=True, tag="taken_up"):
    """An army has taken up what lay abandoned."""

    title: ClassVar[str] = "{army} has taken {what}"
    wording: ClassVar[str] = "{army} has taken {what} that lay abandoned in {place}."
    army: str
    what: str
    place: str


chapter.declare(WheelsCaptured, Abandoned, TakenUp)


class AbandonOrder(Order, frozen=True, tag="abandon"):
    """Leave wagons, guns or stores behind in the army's hex.

    Attributes:
        wagons, six_pounders, eighteen_pounders: how many.
        supplies: how much of the stock.
        army: which of the author's armies; the one he leads if not said.
    """

    summary: ClassVar[str] = "leave wagons, guns or stores behind"
    rules: ClassVar[tuple[str, ...]] = ("C-MARCH-04",)
    wagons: int = 0
    six_pounders: int = 0
    eighteen_pounders: int = 0
    supplies: int = 0
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, and more than the author can see it has."""
        own = campaign_view(view).require_army(self.army)
        if own.exact:
            guns = self.six_pounders + self.eighteen_pounders
            has = (own.wagons, own.cannon, own.supplies)
            _require(own.name, (self.wagons, guns, self.supplies), has)


def _require(name: str, wanted: tuple[int, ...], has: tuple[int, ...]) -> None:
    if min(wanted) < 0 or not any(wanted) or any(w > h for w, h in zip(wanted, has, strict=True)):
        raise Refused(
            "E-NOT-ENOUGH",
            f"{name} does not have that to leave behind; nothing was abandoned. Give numbers of 1"
            " or more that it has.",
        )


@chapter.obeys(AbandonOrder)
def abandon(step: Step, order: AbandonOrder, hand: Hand) -> None:
    """What is abandoned stays in the hex (C-MARCH-04)."""
    army = commanded(step.world, hand, order.army, "abandon")
    wanted = (order.wagons, order.six_pounders, order.eighteen_pounders, order.supplies)
    _require(army.name, wanted, (army.wagons, army.six, army.eighteen, army.supplies))
    left = army.detachments
    for field, count in (
        ("wagons", order.wagons),
        ("six", order.six_pounders),
        ("eighteen", order.eighteen_pounders),
    ):
        left = _without(left, field, count)
    step.put(
        msgspec.structs.replace(army, detachments=left, supplies=army.supplies - order.supplies)
    )
    there = lying_at(step.world, army.place)
    step.put(
        msgspec.structs.replace(
            there,
            wagons=there.wagons + order.wagons,
            six=there.six + order.six_pounders,
            eighteen=there.eighteen + order.eighteen_pounders,
            supplies=there.supplies + order.supplies,
        )
    )
    names = ("wagons", "six-pounders", "eighteen-pounders", "supplies")
    what = ", ".join(f"{n} {name}" for n, name in zip(wanted, names, strict=True) if n)
    place = scene(step.world).called(army.place)
    report(step, step.get(Army, army.id), Abandoned(army=army.name, what=what, place=place))
    step.happened(StrengthChanged(army=army.id, why="baggage left behind"), army.id)


class TakeOrder(Order, frozen=True, tag="take"):
    """Take up wagons, guns or stores that lie abandoned in the army's hex.

    Attributes:
        wagons, six_pounders, eighteen_pounders: how many.
        supplies: how much, if there is room for it.
        army: which of the author's armies; the one he leads if not said.
    """

    summary: ClassVar[str] = "take up wagons, guns or stores that lie abandoned"
    rules: ClassVar[tuple[str, ...]] = ("C-MARCH-04",)
    wagons: int = 0
    six_pounders: int = 0
    eighteen_pounders: int = 0
    supplies: int = 0
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, and more than the author sees lying there."""
        own = campaign_view(view).require_army(self.army)
        if own.exact:
            lies = own.lying
            has = (lies.wagons, lies.six_pounders, lies.eighteen_pounders, lies.supplies)
            _require_lying(own.name, _wanted(self), has)


def _wanted(order: TakeOrder) -> tuple[int, int, int, int]:
    return order.wagons, order.six_pounders, order.eighteen_pounders, order.supplies


def _require_lying(name: str, wanted: tuple[int, ...], lies: tuple[int, ...]) -> None:
    if min(wanted) < 0 or not any(wanted) or any(w > h for w, h in zip(wanted, lies, strict=True)):
        raise Refused(
            "E-NOTHING",
            f"That does not lie where {name} stands; nothing was taken. There lie"
            f" {_in_words(lies) or 'neither wagons nor guns nor stores'}.",
        )


def _in_words(amounts: tuple[int, ...]) -> str:
    names = ("wagons", "six-pounders", "eighteen-pounders", "supplies")
    return ", ".join(f"{n} {name}" for n, name in zip(amounts, names, strict=True) if n)


@chapter.obeys(TakeOrder)
def take(step: Step, order: TakeOrder, hand: Hand) -> None:
    """Whoever comes by may take what others left (O-TAKE)."""
    army = commanded(step.world, hand, order.army, "take")
    require_no_meeting(step.world, army)
    lies = lying_at(step.world, army.place)
    wanted = _wanted(order)
    _require_lying(army.name, wanted, lies.amounts)
    more = with_wheels(army.detachments, *wanted[:3])
    laden = msgspec.structs.replace(army, detachments=more)
    room = free_room(step.world, laden)
    if order.supplies > room:
        raise Refused(
            "E-CAPACITY",
            f"{army.name} has room for {room} supplies more; nothing was taken. Take less.",
        )
    step.put(msgspec.structs.replace(laden, supplies=army.supplies + order.supplies))
    wagons, six, eighteen, supplies = (
        there - taken for there, taken in zip(lies.amounts, wanted, strict=True)
    )
    if wagons or six or eighteen or supplies:
        step.put(
            msgspec.structs.replace(
                lies, wagons=wagons, six=six, eighteen=eighteen, supplies=supplies
            )
        )
    else:
        step.remove(lies, "it was taken up")
    place = scene(step.world).called(army.place)
    report(step, army, TakenUp(army=army.name, what=_in_words(wanted), place=place))
    step.happened(StrengthChanged(army=army.id, why="baggage taken up"), army.id)


@chapter.on(WheelsTaken)
def wheels_taken(step: Step, fact: WheelsTaken) -> None:
    """A victor takes what a beaten army left, or it lies there (C-ROUT-01/a, C-ART-05/a)."""
    victor = step.find(Army, fact.victor) if fact.victor else None
    if victor is None or not victor.detachments:
        there = lying_at(step.world, fact.place)
        step.put(
            msgspec.structs.replace(
                there,
                wagons=there.wagons + fact.wagons,
                six=there.six + fact.six,
                eighteen=there.eighteen + fact.eighteen,
            )
        )
        return
    more = with_wheels(victor.detachments, fact.wagons, fact.six, fact.eighteen)
    victor = msgspec.structs.replace(victor, detachments=more)
    step.put(victor)
    taken = (
        (fact.wagons, "wagons"),
        (fact.six, "six-pounders"),
        (fact.eighteen, "eighteen-pounders"),
    )
    what = ", ".join(f"{n} {name}" for n, name in taken if n)
    place = scene(step.world).called(fact.place)
    captured = WheelsCaptured(
        army=victor.name, what=what, place=place, guns=victor.cannon, wagons=victor.wagons
    )
    report(step, victor, captured)
    step.happened(StrengthChanged(army=victor.id, why="wagons and guns taken"), victor.id)


def _without(detachments: tuple[Detachment, ...], field: str, count: int) -> tuple[Detachment, ...]:
    """The detachments with so many wheels fewer, taken from the first that have any."""
    found = []
    for detachment in detachments:
        taken = 0 if detachment.away else min(count, getattr(detachment, field))
        count -= taken
        changed = {field: getattr(detachment, field) - taken}
        found.append(msgspec.structs.replace(detachment, **changed) if taken else detachment)
    return tuple(found)
