"""Guns for sale, and the men who serve them (C-ART-02, C-REC-10)."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.arms.notices import GunsBought
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.chests import add_money, require_funds
from world.rules.campaign.nouns.command import addressee, commanded
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.facts import StrengthChanged
from world.rules.campaign.nouns.guns import (
    BATTERY_CANNON,
    BATTERY_MAX,
    CREW,
    batteries,
    batteries_guarded,
)
from world.rules.campaign.nouns.provisions import chest_of
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.stronghold import Stronghold, stronghold_at
from world.rules.campaign.nouns.view import campaign_view
from world.step import Step
from world.timeline import Event

chapter = Chapter("arsenal", "Guns for sale, and their crews")

SIX_COST = chapter.param("cannon.six.cost", 200, "doubloons", "C-ART-02", "price of a 6-pounder")
EIGHTEEN_COST = chapter.param(
    "cannon.eighteen.cost", 1000, "doubloons", "C-ART-02", "price of an 18-pounder"
)
BUY_MULTIPLE = chapter.param(
    "artillery.buy_multiple", 5, "cannon", "C-ART-02", "in which lots guns are sold"
)
CREW_SOURCE = chapter.param(
    "artillery.crew_source",
    "basic_infantry",
    "kind",
    "C-REC-10",
    "where the crews of bought guns come from",
    choices=("basic_infantry", "none"),
)
chapter.declare(GunsBought)

Calibre = Literal["six", "eighteen"]
_NAMES = {"six": "6-pounders", "eighteen": "18-pounders"}


class SaleJudged(Event, frozen=True, tag="sale_judged"):
    """Which guns are sold in a place is settled (D-ART-01), after a sale."""

    calibre: Calibre
    number: int
    price: int
    crewed: int
    source: str
    bought: tuple[str, ...]
    place: str


class BuyCannonOrder(Order, frozen=True, tag="buy_cannon"):
    """Buy guns in a stronghold that sells them; men of the army's own foot become their gunners.

    Attributes:
        calibre: six-pounders or eighteen-pounders.
        number: how many, in whole lots.
    """

    summary: ClassVar[str] = "buy guns in a stronghold"
    rules: ClassVar[tuple[str, ...]] = ("C-ART-02", "C-ART-05", "C-REC-10")
    calibre: Calibre
    number: int
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, and one that stands in no stronghold's hex."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        if self.number < 1:
            raise _no_lot(self.number, 1)
        if own.exact and own.place not in {site.place for site in known.strongholds}:
            raise _not_sold(own.name)


def _no_lot(number: int, lot: int) -> Refused:
    return Refused(
        "E-BATTERY-SIZE",
        f"Guns are sold in lots of {lot}, not {number}; nothing was bought. Give a multiple.",
    )


def _require_batteries(step: Step, number: int) -> None:
    """Every lot is a battery of its own, and none has fewer guns than a battery (C-ART-01).

    Raises:
        Refused: E-BATTERY-SIZE.
    """
    least, over = step.param(BATTERY_CANNON), number % max(1, step.param(BATTERY_MAX))
    if number < least or 0 < over < least:
        raise Refused(
            "E-BATTERY-SIZE",
            f"{over or number} guns are no battery, which has {least} at least; nothing was bought."
            " Buy as many as make whole batteries.",
        )


def _not_sold(name: str) -> Refused:
    return Refused(
        "E-NOT-SOLD-HERE",
        f"Nobody sells guns where {name} is; nothing was bought. Go to a stronghold that is no"
        " enemy's.",
    )


@chapter.obeys(BuyCannonOrder)
def buy(step: Step, order: BuyCannonOrder, hand: Hand) -> None:
    """Guns are delivered at once, with crews out of the army's own foot (O-BUY-CANNON)."""
    army = commanded(step.world, hand, order.army, "buy_cannon")
    lot = step.param(BUY_MULTIPLE)
    if order.number < 1 or order.number % lot:
        raise _no_lot(order.number, lot)
    _require_batteries(step, order.number)
    stronghold = stronghold_at(step.world, army.place)
    if stronghold is None or hostile(step.world, army.faction, stronghold.faction):
        raise _not_sold(army.name)
    price = order.number * step.param(SIX_COST if order.calibre == "six" else EIGHTEEN_COST)
    require_funds(army.name, chest_of(step.world, army), price)
    needed = order.number * step.param(CREW)
    source = _source(step, army, needed)
    armed, bought = _with_guns(step, army, stronghold, order, needed, source)
    if len(batteries(step.world, armed)) > batteries_guarded(step.world, armed):
        raise Refused(
            "E-ART-LIMIT",
            f"{army.name} has too few detachments of foot to guard so many batteries; nothing was"
            " bought. Buy fewer guns, or find more foot.",
        )
    add_money(step, army, -price)
    # Who leads the army pays; what a captain keeps is on the army itself.
    paid = step.get(Army, army.id)
    step.put(msgspec.structs.replace(paid, detachments=armed.detachments))
    crew = "" if source is None else f" {needed} men of {source.name} serve them."
    _tell(step, army.id, order.calibre, order.number, price, stronghold.name, crew)
    step.happened(StrengthChanged(army=army.id, why="guns bought"), army.id)
    _ask_whether_sold(
        step,
        army.id,
        stronghold,
        SaleJudged(
            subject=army.id,
            calibre=order.calibre,
            number=order.number,
            price=price,
            crewed=0 if source is None else needed,
            source="" if source is None else source.name,
            bought=bought,
            place=stronghold.name,
        ),
    )


def _source(step: Step, army: Army, needed: int) -> Detachment | None:
    """The basic foot that the crews come from: the largest detachment (C-REC-10/a).

    Raises:
        Refused: E-NO-CREW.
    """
    if step.param(CREW_SOURCE) == "none":
        return None
    basic = [d for d in army.present if d.kind == "infantry" and not d.special]
    largest = max(basic, key=lambda d: (d.soldiers, d.name), default=None)
    if largest is None or largest.soldiers <= needed:
        raise Refused(
            "E-NO-CREW",
            f"No basic regiment of {army.name} can spare the {needed} men who are to serve the"
            " guns; nothing was bought. Buy fewer.",
        )
    return largest


def _with_guns(
    step: Step,
    army: Army,
    stronghold: Stronghold,
    order: BuyCannonOrder,
    needed: int,
    source: Detachment | None,
) -> tuple[Army, tuple[str, ...]]:
    """The army with its guns and their crews, and the names of its new batteries."""
    rest = tuple(
        msgspec.structs.replace(d, soldiers=d.soldiers - needed)
        if source is not None and d.name == source.name
        else d
        for d in army.detachments
    )
    taken = {d.name for d in rest}
    new: list[Detachment] = []
    left, most = order.number, max(1, step.param(BATTERY_MAX))
    while left:
        guns = min(left, most)
        left -= guns
        name = _unused(f"Battery of {stronghold.name}", taken)
        taken.add(name)
        crew = guns * step.param(CREW) if source is not None else 0
        new.append(
            Detachment(
                name=name,
                kind="artillery",
                soldiers=crew,
                six=guns if order.calibre == "six" else 0,
                eighteen=guns if order.calibre == "eighteen" else 0,
            )
        )
    armed = msgspec.structs.replace(army, detachments=(*rest, *new))
    return armed, tuple(each.name for each in new)


def _unused(name: str, taken: set[str]) -> str:
    n, found = 1, name
    while found in taken:
        n += 1
        found = f"{name} ({n})"
    return found


def _tell(
    step: Step, army_id: str, calibre: Calibre, number: int, price: int, place: str, crew: str
) -> None:
    army = step.get(Army, army_id)
    notice = GunsBought(
        army=army.name,
        guns=f"{number} {_NAMES[calibre]}",
        what="were bought" if crew != _UNDONE else "were not to be had after all",
        place=place,
        price=price,
        crew=crew,
    )
    report(step, army, notice)


_UNDONE = " The money was given back."


def _ask_whether_sold(step: Step, army: str, stronghold: Stronghold, then: SaleJudged) -> None:
    ask(
        step,
        "D-ART-01",
        f"{then.number} {_NAMES[then.calibre]} were bought in {stronghold.name}. Which guns are"
        " sold there?",
        who=REFEREE,
        options=(
            Option(name="both", text="both types"),
            Option(name="six", text="6-pounders only"),
            Option(name="eighteen", text="18-pounders only"),
            Option(name="none", text="none"),
        ),
        default="both",
        then=then,
        about=(army,),
    )


@chapter.settles(SaleJudged)
def sale_judged(step: Step, then: SaleJudged, choice: Choice) -> None:
    """Where the referee says so afterwards, the sale is undone while the guns are still there."""
    if choice.option in ("both", then.calibre):
        return
    army = step.find(Army, then.subject)
    if army is None:
        return
    bought = [d for d in army.detachments if d.name in then.bought]
    guns = sum(d.six + d.eighteen for d in bought)
    men = sum(d.soldiers for d in bought)
    back_to = next((d for d in army.detachments if d.name == then.source), None)
    if guns != then.number or (then.source and back_to is None):
        return  # they are gone, or have been divided since
    kept = tuple(
        msgspec.structs.replace(d, soldiers=d.soldiers + men) if d.name == then.source else d
        for d in army.detachments
        if d.name not in then.bought
    )
    step.put(msgspec.structs.replace(army, detachments=kept))
    add_money(step, army, then.price)
    _tell(step, army.id, then.calibre, then.number, then.price, then.place, _UNDONE)
    step.happened(StrengthChanged(army=army.id, why="guns given back"), army.id)
