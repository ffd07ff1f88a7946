"""Undertakings broken off by order (O-CANCEL)."""

from __future__ import annotations

from typing import ClassVar, Literal

from world.errors import Refused
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.nouns.collection import collection_of
from world.rules.campaign.nouns.command import addressee, commanded, governed
from world.rules.campaign.nouns.facts import BrokenOff
from world.rules.campaign.nouns.levy import levies_of
from world.rules.campaign.nouns.raid import raids_of
from world.rules.campaign.nouns.training import trainings_of
from world.rules.campaign.nouns.view import campaign_view
from world.rules.campaign.nouns.where import governor_of
from world.step import Step

chapter = Chapter("calling off", "Undertakings broken off by order")

What = Literal["levy", "collection", "building", "retraining", "harrying"]


class CancelOrder(Order, frozen=True, tag="cancel"):
    """Break off something that takes its time; what it has cost so far is lost.

    Attributes:
        what: a levy or a collection of a stronghold; the building or the retraining of an army, or
            harrying for which nobody has ridden out yet.
        stronghold: whose levy or collection it is, by its id; the order goes to its governor.
        army: whose building, retraining or harrying it is; the one the author leads if not said.
    """

    summary: ClassVar[str] = (
        "break off a levy, a collection, work on engines, a retraining or harrying"
    )
    rules: ClassVar[tuple[str, ...]] = (
        "C-TIME-07",
        "C-REC-06",
        "C-TAX-02",
        "C-ENG-01",
        "C-SPEC-02",
        "C-HARRY-01",
    )
    what: What
    stronghold: str = ""
    army: str = ""

    def addressee(self, author: str) -> str:
        """The governor of the place, the captain of the army named, or the author."""
        if self.what in ("levy", "collection"):
            return governor_of(self.stronghold)
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse what is not the author's."""
        known = campaign_view(view)
        if self.what in ("levy", "collection"):
            known.require_stronghold(self.stronghold)
        else:
            known.require_army(self.army)


@chapter.obeys(CancelOrder)
def cancel(step: Step, order: CancelOrder, hand: Hand) -> None:
    """It ends as by an interruption; whoever is about it hears of it (C-TIME-07)."""
    world = step.world
    if order.what in ("levy", "collection"):
        stronghold = governed(world, hand, order.stronghold)
        whose, name = stronghold.id, stronghold.name
        runs = bool(levies_of(world, whose))
        if order.what == "collection":
            runs = collection_of(world, whose) is not None
    else:
        army = commanded(world, hand, order.army, "cancel")
        whose, name = army.id, army.name
        runs = bool(army.engines.job)
        if order.what == "retraining":
            runs = bool(trainings_of(world, whose))
        elif order.what == "harrying":
            runs = any(not raid.out for raid in raids_of(world, whose))
    if not runs:
        raise Refused(
            "E-NOTHING",
            f"{name} is about no {order.what} that could be broken off; it goes on as it did.",
        )
    step.happened(BrokenOff(what=order.what, whose=whose), whose)
