"""Taxes: collected in two weeks, and what comes of collecting too often (C-TAX)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.dates import DAY_MS
from world.dispatch import Dispatch
from world.errors import Refused
from world.notice import Notice
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.money.notices import TaxesIn, TaxOrdered, TaxStopped
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.chests import add_money
from world.rules.campaign.nouns.collection import Collection, collection_of
from world.rules.campaign.nouns.command import governed
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import PlaceFell, SiegeStands
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.facts import BrokenOff, RevoltBreaksOut
from world.rules.campaign.nouns.levy import area_of
from world.rules.campaign.nouns.report import account_of_place, in_words
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.treasury import tax_value
from world.rules.campaign.nouns.view import campaign_view
from world.rules.campaign.nouns.where import governor_of, stronghold_of_office, whereabouts
from world.step import Step
from world.timeline import Event

chapter = Chapter("taxes", "Taxes, and what comes of collecting too often")

PERIOD_MONTHS = chapter.param(
    "tax.period_months", 6, "months", "C-TAX-01", "between collections that anger nobody"
)
ALLIES = chapter.param(
    "tax.allies_allowed",
    "with_consent",
    "mode",
    "C-TAX-01",
    "whether an ally may collect by his own order, or only the holder's side",
    choices=("with_consent", "always"),
)
WEEKS = chapter.param("tax.duration_weeks", 2, "weeks", "C-TAX-02", "that a collection takes")
BY_SIEGE = chapter.param(
    "tax.cancelled_by_siege", True, "bool", "C-TAX-02", "whether a siege cancels a collection"
)
REPEAT = chapter.param(
    "tax.repeat_step_in6",
    1,
    "in6 per earlier tax",
    "C-TAX-04",
    "that a collection brings a revolt, for each one earlier in the period",
)
PAID = chapter.param(
    "tax.paid_on_revolt", True, "bool", "C-TAX-04", "whether the money is paid though people rise"
)
#: Months in half a year, whose length is a figure (C-TAX-01/a).
_HALF_YEAR = 6
chapter.declare(TaxOrdered, TaxesIn, TaxStopped)


class TaxOrder(Order, frozen=True, tag="tax"):
    """Collect the taxes of a stronghold's land; they lie in the place two weeks later.

    Attributes:
        stronghold: by its id; the order goes to its governor.
    """

    summary: ClassVar[str] = "collect the taxes of a friendly stronghold's land"
    rules: ClassVar[tuple[str, ...]] = ("C-TAX-01", "C-TAX-02", "C-TAX-04")
    stronghold: str

    def addressee(self, author: str) -> str:  # noqa: ARG002 - the governor, whoever writes
        """The place's governor."""
        return governor_of(self.stronghold)

    def check(self, view: View) -> None:
        """Refuse a place that is not of his side, as far as he knows."""
        known = campaign_view(view)
        site = known.require_stronghold(self.stronghold)
        stances = {side.id: side.stance for side in known.factions}
        own = site.faction == known.faction or stances.get(site.faction) == "allied"
        if not own or not site.faction:
            raise _not_holder(site.name)


def _not_holder(name: str) -> Refused:
    return Refused(
        "E-NOT-HOLDER",
        f"{name} is not yours to tax; nothing was ordered. Name a place that your side holds, or"
        " ask its holder.",
    )


@chapter.obeys(TaxOrder)
def tax(step: Step, order: TaxOrder, hand: Hand) -> None:
    """Collectors set out (O-TAX)."""
    stronghold = _taxable(step, order, hand)
    if siege_of(step.world, stronghold.place) is not None:
        raise Refused(
            "E-BESIEGED",
            f"{stronghold.name} is besieged and collectors do not get through; none were sent.",
        )
    if collection_of(step.world, stronghold.id) is not None:
        raise Refused(
            "E-ALREADY-TAXING",
            f"{stronghold.name} is collecting taxes already; it goes on with that.",
        )
    half = day.half_of(step.world, step.now + day.weeks(step.world.params, step.param(WEEKS)))
    ripe = step.now + day.weeks(step.world.params, step.param(WEEKS))
    due = ripe if not half.night and half.start == ripe else day.next_dawn(step.world, ripe)
    name = step.name("collection")
    event = step.at(due, TaxesCome(subject=name))
    by = hand.author if step.find(Commander, hand.author) is not None else stronghold.holder
    step.put(Collection(id=name, stronghold=stronghold.id, by=by, due=due, event=event))
    _tell(step, stronghold, by, TaxOrdered(place=stronghold.name, due=due))


def _taxable(step: Step, order: TaxOrder, hand: Hand) -> Stronghold:
    """The stronghold, if it is friendly to whoever orders (C-TAX-01/a).

    Raises:
        Refused: E-NOT-HOLDER.
    """
    found = stronghold_of_office(step.world, hand.receiver)
    stronghold = found or step.find(Stronghold, order.stronghold)
    author = step.find(Commander, hand.author)
    if stronghold is not None and author is not None and stronghold.faction:
        if author.faction == stronghold.faction:
            return stronghold
        allied = friendly(step.world, author.faction, stronghold.faction)
        if allied and step.param(ALLIES) == "always":
            return stronghold
    return governed(step.world, hand, order.stronghold)


class TaxesCome(Event, frozen=True, tag="taxes_come"):
    """The dawn at which collectors are back."""

    rank: ClassVar[int] = day.RANK_TIMERS


@chapter.handles(TaxesCome)
def taxes_come(step: Step, event: TaxesCome) -> None:
    """The money lies in the stronghold; too soon after others it may bring a revolt (C-TAX-04)."""
    collection = step.find(Collection, event.subject)
    if collection is None or collection.event != step.id:
        return
    step.remove(collection, "the taxes are in")
    stronghold = step.get(Stronghold, collection.stronghold)
    value = tax_value(step, stronghold, "its tax")
    period = step.param(PERIOD_MONTHS) * step.param(day.HALF_YEAR_DAYS) * DAY_MS // _HALF_YEAR
    earlier = tuple(instant for instant in stronghold.taxed if step.now - instant < period)
    risen = bool(earlier) and step.chance(
        f"revolt for the tax of {stronghold.id}", len(earlier) * step.param(REPEAT), 6
    )
    if risen and not step.param(PAID):
        value = 0
    step.put(msgspec.structs.replace(stronghold, taxed=(*earlier, step.now)))
    add_money(step, stronghold, value)
    if risen:
        fact = RevoltBreaksOut(
            cause="the tax",
            faction=stronghold.faction,
            by=collection.by,
            hexes=area_of(step.world, stronghold.id),
        )
        step.happened(fact, collection.id)
    revolt = " The people rise against it." if risen else ""
    notice = TaxesIn(place=stronghold.name, sum=value, revolt=revolt)
    _tell(step, step.get(Stronghold, stronghold.id), collection.by, notice)


@chapter.when_gone(TaxesCome)
def no_taxes(step: Step, event: TaxesCome) -> None:
    """A collection that was stopped brings nothing."""


def _tell(step: Step, stronghold: Stronghold, by: str, notice: Notice) -> None:
    """Tell whoever sent the collectors: at once if he is there, else by courier (M-TAX-01)."""
    if step.find(Commander, by) is None:
        return
    if whereabouts(step.world, by) == stronghold.place:
        step.tell(by, notice, stronghold.id)
        return
    step.write(
        Dispatch(
            sender=governor_of(stronghold.id),
            to=by,
            text=in_words(step, notice),
            written=step.now,
            enclosed=account_of_place(step, stronghold.id),
            receipt=False,
            label=f"{type(notice).__name__}/{stronghold.id}",
        )
    )


# -- what stops it --------------------------------------------------------------------------------


@chapter.on(SiegeStands)
def siege_stands(step: Step, fact: SiegeStands) -> None:
    """Collectors cannot pass siege lines (C-TAX-02/a)."""
    if step.param(BY_SIEGE):
        _stop(step, fact.stronghold, "the place is besieged")


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """A place that falls collects nothing for who held it."""
    _stop(step, fact.stronghold, "the place has fallen")


@chapter.on(BrokenOff)
def broken_off(step: Step, fact: BrokenOff) -> None:
    """A collection is broken off by order (O-CANCEL)."""
    if fact.what == "collection":
        _stop(step, fact.whose, "it was broken off by order")


def _stop(step: Step, stronghold_id: str, why: str) -> None:
    collection = collection_of(step.world, stronghold_id)
    if collection is None:
        return
    step.cancel(collection.event)
    step.remove(collection, why)
    stronghold = step.get(Stronghold, stronghold_id)
    _tell(step, stronghold, collection.by, TaxStopped(place=stronghold.name, why=why))
