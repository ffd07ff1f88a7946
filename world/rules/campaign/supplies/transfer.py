"""Handing over supplies and money (C-SUP-03, C-MON-01, C-MON-03)."""

from __future__ import annotations

import msgspec

from world.dates import DAY_MS
from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.chests import add_money, money_of
from world.rules.campaign.nouns.command import commanded, governed
from world.rules.campaign.nouns.company import require_own_money
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.provisions import free_room
from world.rules.campaign.nouns.report import report, report_place
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.supplies.notices import HandedOver, MoneyStays
from world.rules.campaign.supplies.orders import (
    TransferOrder,
    not_present,
    require_amounts,
    require_enough,
)
from world.step import Step
from world.timeline import Event

chapter = Chapter("transfer", "Handing over supplies and money")

RANGE = chapter.param(
    "supply.transfer_range_hexes",
    0,
    "hexes",
    "C-SUP-03",
    "how far apart giver and receiver may stand",
)
LARGE_SUM = chapter.param(
    "money.large_sum", 100_000, "doubloons", "C-MON-03", "above which moving money is judged"
)
chapter.declare(HandedOver, MoneyStays)

Holder = Army | Stronghold


class SumJudged(Event, frozen=True, tag="sum_judged"):
    """How a large sum is to be moved is settled (D-MON-01); ``subject`` gives."""

    to: str
    supplies: int
    money: int


class SumComes(Event, frozen=True, tag="sum_comes"):
    """A large sum that took longer is counted out."""

    to: str
    supplies: int
    money: int


@chapter.obeys(TransferOrder)
def transfer(step: Step, order: TransferOrder, hand: Hand) -> None:
    """Giver and receiver in one place, and no siege lines between them (O-TRANSFER)."""
    require_amounts(order)
    giver: Holder
    if order.stronghold:
        giver = governed(step.world, hand, order.stronghold)
    else:
        giver = commanded(step.world, hand, order.army, "transfer")
        if order.money:
            require_own_money(step.world, giver, hand.author)
    _require(step, giver, order)
    if order.money <= step.param(LARGE_SUM):
        _hand_over(step, giver, order)
        return
    ask(
        step,
        "D-MON-01",
        f"{giver.name} wants to move {order.money} doubloons. How is that done?",
        who=REFEREE,
        options=(
            Option(name="as_ordered", text="as ordered"),
            Option(name="needs_wagons", text="not without wagons; the money stays"),
            Option(name="needs_escort", text="not without an escort; the money stays"),
            Option(name="takes_longer", text="it takes a day longer"),
        ),
        default="as_ordered",
        then=SumJudged(subject=giver.id, to=order.to, supplies=order.supplies, money=order.money),
        about=(giver.id,),
    )


def _find(step: Step, holder_id: str) -> Holder | None:
    return step.find(Army, holder_id) or step.find(Stronghold, holder_id)


def _require(step: Step, giver: Holder, order: TransferOrder) -> Holder:
    """The receiver, if what is ordered can be done now.

    Raises:
        Refused: E-NOT-PRESENT, E-BESIEGED, E-NOT-ENOUGH, E-CAPACITY.
    """
    receiver = _find(step, order.to)
    if receiver is None or receiver.id == giver.id:
        raise not_present(order.to)
    if scene(step.world).distance(giver.place, receiver.place) > step.param(RANGE):
        raise not_present(order.to)
    _require_no_lines(step, giver, receiver)
    require_enough(giver.name, order, _stock(giver), money_of(step, giver))
    if isinstance(receiver, Army) and order.supplies > free_room(step.world, receiver):
        room = free_room(step.world, receiver)
        raise Refused(
            "E-CAPACITY",
            f"{receiver.name} has room for {room} supplies more; nothing was handed over. Give"
            " less.",
        )
    return receiver


def _require_no_lines(step: Step, giver: Holder, receiver: Holder) -> None:
    for one, other in ((giver, receiver), (receiver, giver)):
        besieged = siege_of(step.world, one.place) is not None and _walls(one)
        if besieged and _walls(one) != _walls(other):
            raise Refused(
                "E-BESIEGED",
                f"The lines of the besiegers lie between {giver.name} and {receiver.name}; nothing"
                " was handed over.",
            )


def _walls(holder: Holder) -> str:
    return holder.id if isinstance(holder, Stronghold) else holder.inside


def _stock(holder: Holder) -> int:
    return holder.stores if isinstance(holder, Stronghold) else holder.supplies


def _hand_over(step: Step, giver: Holder, order: TransferOrder) -> None:
    receiver = _require(step, giver, order)
    _add_stock(step, giver.id, -order.supplies)
    _add_stock(step, receiver.id, order.supplies)
    add_money(step, giver, -order.money)
    add_money(step, receiver, order.money)
    words = []
    if order.supplies:
        words.append(f"{order.supplies} supplies")
    if order.money:
        words.append(f"{order.money} doubloons")
    notice = HandedOver(
        giver=giver.name,
        receiver=receiver.name,
        what=" and ".join(words),
        place=scene(step.world).called(receiver.place),
    )
    _tell(step, giver.id, notice)
    if _whose(giver) != _whose(receiver):
        _tell(step, receiver.id, notice)


def _add_stock(step: Step, holder_id: str, supplies: int) -> None:
    holder = _find(step, holder_id)
    if isinstance(holder, Army):
        step.put(msgspec.structs.replace(holder, supplies=holder.supplies + supplies))
    elif holder is not None:
        step.put(msgspec.structs.replace(holder, stores=holder.stores + supplies))


def _whose(holder: Holder) -> str:
    return holder.holder if isinstance(holder, Stronghold) else holder.leader or holder.owner


def _tell(step: Step, holder_id: str, notice: HandedOver | MoneyStays) -> None:
    holder = _find(step, holder_id)
    if isinstance(holder, Army):
        report(step, holder, notice)
    elif holder is not None:
        report_place(step, holder, notice)


@chapter.settles(SumJudged)
def sum_judged(step: Step, then: SumJudged, choice: Choice) -> None:
    """A large sum goes as the referee says; by default as ordered (D-MON-01)."""
    if choice.option in ("needs_wagons", "needs_escort"):
        needs = "wagons" if choice.option == "needs_wagons" else "an escort"
        _stays(step, then, f"so large a sum is not moved without {needs}.")
    elif choice.option == "takes_longer":
        later = SumComes(subject=then.subject, to=then.to, supplies=then.supplies, money=then.money)
        step.after(DAY_MS, later)
    else:
        _move(step, then)


@chapter.handles(SumComes)
def sum_comes(step: Step, event: SumComes) -> None:
    """The money is counted out at last, if both are still there."""
    _move(step, event)


@chapter.when_gone(SumComes)
def giver_gone(step: Step, event: SumComes) -> None:
    """Who is no more gives nothing."""


def _move(step: Step, sum_: SumJudged | SumComes) -> None:
    giver = _find(step, sum_.subject)
    if giver is None:
        return
    try:
        _hand_over(step, giver, TransferOrder(to=sum_.to, supplies=sum_.supplies, money=sum_.money))
    except Refused as refused:
        _stays(step, sum_, refused.text)


def _stays(step: Step, sum_: SumJudged | SumComes, why: str) -> None:
    giver = _find(step, sum_.subject)
    if giver is not None:
        _tell(step, giver.id, MoneyStays(giver=giver.name, money=sum_.money, why=why))
