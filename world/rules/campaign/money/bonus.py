"""A bonus to the troops (C-BON)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.errors import Refused
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.money.notices import BonusPaid
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.chests import add_money, require_funds
from world.rules.campaign.nouns.command import addressee, commanded
from world.rules.campaign.nouns.facts import MoraleMoves
from world.rules.campaign.nouns.morale import MAX
from world.rules.campaign.nouns.provisions import chest_of
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.view import campaign_view
from world.step import Step

chapter = Chapter("bonus", "Bonuses to the troops")

PER_DOUBLOON = chapter.param(
    "bonus.morale_per_doubloon",
    1,
    "morale per doubloon per soldier",
    "C-BON-01",
    "that a bonus brings",
)
REFUSE_WASTE = chapter.param(
    "bonus.refuse_waste",
    True,
    "bool",
    "C-BON-01",
    "whether a sum that buys no full step, or too many, is refused",
)
chapter.declare(BonusPaid)


class BonusOrder(Order, frozen=True, tag="bonus"):
    """Pay the soldiers a bonus out of the chest; a doubloon a man raises morale by a point.

    Attributes:
        doubloons: the whole sum.
    """

    summary: ClassVar[str] = "pay the soldiers a bonus out of the chest"
    rules: ClassVar[tuple[str, ...]] = ("C-BON-01", "C-BON-02")
    doubloons: int
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, and more than he can see in the chest."""
        own = campaign_view(view).require_army(self.army)
        if self.doubloons < 1:
            raise _waste(own.name, "no sum at all")
        if own.exact:
            require_funds(own.name, own.chest, self.doubloons)


def _waste(name: str, why: str) -> Refused:
    return Refused(
        "E-BONUS-WASTE",
        f"That is {why} for {name}, and some of it would be wasted; nothing was paid. Give a whole"
        " number of doubloons for each soldier.",
    )


@chapter.obeys(BonusOrder)
def bonus(step: Step, order: BonusOrder, hand: Hand) -> None:
    """Morale rises by the doubloon a man; the men carry the money (O-BONUS)."""
    army = commanded(step.world, hand, order.army, "bonus")
    if order.doubloons < 1 or not army.soldiers:
        raise _waste(army.name, "no sum at all")
    require_funds(army.name, chest_of(step.world, army), order.doubloons)
    each, rest = divmod(order.doubloons, army.soldiers)
    raises = each * step.param(PER_DOUBLOON)
    if step.param(REFUSE_WASTE):
        if rest or not raises:
            raise _waste(army.name, f"{each} doubloons a man and {rest} over")
        if army.morale + raises > step.param(MAX):
            raise _waste(army.name, "more than spirits can rise")
    add_money(step, army, -order.doubloons)
    army = step.get(Army, army.id)
    purses = army.purses + order.doubloons
    step.put(msgspec.structs.replace(army, purses=purses))
    notice = BonusPaid(army=army.name, sum=order.doubloons, each=each, purses=purses)
    report(step, army, notice)
    if raises:
        moved = MoraleMoves(army=army.id, by=raises, why="a bonus to the troops")
        step.happened(moved, army.id)
