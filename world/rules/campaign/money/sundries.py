"""Goods and services of all sorts, as the referee sees fit (C-MON-04)."""

from __future__ import annotations

from typing import ClassVar

from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.money.notices import Purchase
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.chests import add_money, require_funds
from world.rules.campaign.nouns.command import addressee, commanded
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.provisions import chest_of
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.stronghold import stronghold_at
from world.rules.campaign.nouns.view import campaign_view
from world.step import Step
from world.timeline import Event

chapter = Chapter("sundries", "Purchases of all sorts")
chapter.declare(Purchase)


class WishJudged(Event, frozen=True, tag="wish_judged"):
    """What becomes of a wish is settled (D-MON-02)."""

    wish: str
    offer: int


class PurchaseOrder(Order, frozen=True, tag="purchase"):
    """Ask for something that money can buy in a town or a city; the referee says whether it can.

    Attributes:
        wish: what is wanted, in your own words.
        offer: doubloons offered for it out of the army's chest.
    """

    summary: ClassVar[str] = "buy something of your own choice in a town or a city"
    rules: ClassVar[tuple[str, ...]] = ("C-MON-04",)
    wish: str
    offer: int
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, no wish, and more than he can see in the chest."""
        own = campaign_view(view).require_army(self.army)
        _require_wish(self)
        if own.exact:
            require_funds(own.name, own.chest, self.offer)


def _require_wish(order: PurchaseOrder) -> None:
    if not order.wish.strip() or order.offer < 0:
        raise Refused(
            "E-FUNDS", "Nothing is had for that; nothing was asked. Say wish=… and offer=… of 0 on."
        )


@chapter.obeys(PurchaseOrder)
def purchase(step: Step, order: PurchaseOrder, hand: Hand) -> None:
    """The referee is asked; fortresses sell nothing (O-PURCHASE)."""
    army = commanded(step.world, hand, order.army, "purchase")
    _require_wish(order)
    stronghold = stronghold_at(step.world, army.place)
    if (
        stronghold is None
        or stronghold.sort == "fortress"
        or hostile(step.world, army.faction, stronghold.faction)
    ):
        raise Refused(
            "E-NOT-TOWN",
            f"{army.name} is in no town or city that trades with it; nothing was asked. Go to one.",
        )
    require_funds(army.name, chest_of(step.world, army), order.offer)
    ask(
        step,
        "D-MON-02",
        f"{army.name} in {scene(step.world).called(army.place)} wants “{order.wish}” for"
        f" {order.offer} doubloons. Can that be had?",
        who=REFEREE,
        options=(
            Option(name="refuse", text="it is not to be had"),
            Option(name="sell", text="it is sold at that price; write how it is delivered"),
        ),
        default="refuse",
        then=WishJudged(subject=army.id, wish=order.wish, offer=order.offer),
        about=(army.id,),
        free_text=True,
    )


@chapter.settles(WishJudged)
def wish_judged(step: Step, then: WishJudged, choice: Choice) -> None:
    """It is paid for and delivered as the referee says, or not to be had (M-MON-01)."""
    army = step.find(Army, then.subject)
    if army is None:
        return
    what = choice.text or "it is not to be had."
    if choice.option == "sell":
        if chest_of(step.world, army) < then.offer:
            what = f"{then.offer} doubloons were no longer there, and nothing was bought."
        else:
            add_money(step, army, -then.offer)
            what = f"bought for {then.offer} doubloons. {choice.text}".strip()
    notice = Purchase(buyer=army.name, goods=then.wish, what=what)
    report(step, step.get(Army, army.id), notice, str(then.offer))
