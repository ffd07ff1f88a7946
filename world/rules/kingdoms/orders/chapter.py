"""Orders are held until the turn closes; who learns of them goes by K-RUL-34."""

from __future__ import annotations

import msgspec

from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.order import Hand
from world.ordertext import parse_order
from world.pack import Chapter
from world.rules.kingdoms.nouns.audience import public
from world.rules.kingdoms.nouns.deadline import due, grid, wall_now
from world.rules.kingdoms.nouns.desk import Desk, desk_for, desk_of
from world.rules.kingdoms.nouns.facts import OrderEntered, OrderHeld, OrderWithdrawn
from world.rules.kingdoms.nouns.figures import turns
from world.rules.kingdoms.nouns.kingdom import Kingdom
from world.rules.kingdoms.nouns.refusals import kingdom_named
from world.rules.kingdoms.nouns.seasons import date
from world.rules.kingdoms.nouns.turn import SPECIALS, Held, Use, turn
from world.rules.kingdoms.nouns.words import order_words
from world.rules.kingdoms.orders import kinds
from world.rules.kingdoms.orders.notices import OrderTaken, OrderTakenBack
from world.step import Step

chapter = Chapter("orders", "What kingdoms order, and who learns of it")
chapter.declare(OrderTaken, OrderTakenBack)

_MINUTE_US = 60_000_000


def give(step: Step, order: kinds.TurnOrder, hand: Hand) -> None:
    """An order is held for its author's kingdom (K-ORD-02 to K-ORD-12).

    Raises:
        Refused: as the order's check; E-TURN-CLOSED where it came after the deadline.
    """
    desk = desk_of(step.world, hand.author)
    desk.require_turn()
    require_in_time(step, hand)
    hold(step, order, desk, hand.author)


for _kind in kinds.ALL:
    chapter.obeys(_kind)(give)


def require_in_time(step: Step, hand: Hand) -> None:
    """Refuse what was received after the deadline, in the moment before the turn closes.

    Raises:
        Refused: E-TURN-CLOSED.
    """
    now = turn(step.world)
    if now.grace or grid(step.world.params) is None:
        return
    if step.param(turns.MISSING_ORDER) == "wait":
        return
    at = due(step.world, now)
    received = hand.received or wall_now(step)
    if at is not None and received > at + step.param(turns.GRACE_MIN) * _MINUTE_US:
        raise Refused(
            "E-TURN-CLOSED",
            f"The deadline of {date(now.year, now.season)} has passed; nothing was changed. Give"
            " your order once the next turn opens.",
        )


def hold(step: Step, order: kinds.TurnOrder, desk: Desk, author: str) -> None:
    """Hold an order for a kingdom, whoever gave it.

    Raises:
        Refused: as the order's check.
    """
    held = order.held(desk)
    held = msgspec.structs.replace(held, by=author, given=step.now)
    warning = order.warning(desk)
    now = turn(step.world)
    ordered = now.ordered
    if held.kind in SPECIALS and step.param(turns.COUNT_ON) == "ordered":
        ordered = (*ordered, Use(held.kingdom, held.kind))
    step.put(msgspec.structs.replace(now, orders=(*now.orders, held), ordered=ordered))
    notice = OrderTaken(
        date=date(now.year, now.season),
        kingdom=desk.names[held.kingdom],
        order=order_words(step.world, held),
    )
    warned = msgspec.structs.replace(notice, warning=f" {warning}") if warning else notice
    _tell(step, held, notice, {author: warned})
    step.happened(OrderHeld(kingdom=held.kingdom, order=held.kind))


def _tell(step: Step, held: Held, notice: Notice, special: dict[str, Notice]) -> None:
    """Everybody learns of an order, or with hidden orders its ruler and the referee (K-RUL-34)."""
    if step.param(turns.VISIBILITY) == "public":
        persons = public(step.world)
    else:
        persons = (REFEREE, step.get(Kingdom, held.kingdom).ruler)
    for person in persons:
        step.tell(person, special.get(person, notice))


@chapter.obeys(kinds.Withdraw)
def withdraw(step: Step, order: kinds.Withdraw, hand: Hand) -> None:
    """An order is taken back; another may be given (K-ORD-13).

    Raises:
        Refused: as the order's check; E-TURN-CLOSED where it came after the deadline.
    """
    desk = desk_of(step.world, hand.author)
    kind = order.meant(desk)
    require_in_time(step, hand)
    now = turn(step.world)
    held = next(
        each for each in reversed(now.orders) if each.kingdom == desk.kingdom and each.kind == kind
    )
    left = tuple(each for each in now.orders if each is not held)
    step.put(msgspec.structs.replace(now, orders=left))
    notice = OrderTakenBack(
        date=date(now.year, now.season),
        kingdom=desk.names[held.kingdom],
        order=order_words(step.world, held),
    )
    _tell(step, held, notice, {})
    step.happened(OrderWithdrawn(kingdom=held.kingdom, order=held.kind))


@chapter.obeys(kinds.OrderFor)
def order_for(step: Step, order: kinds.OrderFor, hand: Hand) -> None:
    """The referee orders for a kingdom whose player is away (K-DEC-04).

    Raises:
        Refused: as the order's check, and as that of the order he gives.
    """
    order.check(step.world.pack.view(step.world, hand.author))
    enter(step, order.kingdom, order.text)


@chapter.on(OrderEntered)
def entered(step: Step, fact: OrderEntered) -> None:
    """The referee enters an order with his answer (K-DEC-04).

    Raises:
        Refused: nobody of that name is in play, or the order is refused.
    """
    enter(step, fact.kingdom, fact.order)


def enter(step: Step, kingdom: str, text: str) -> None:
    """Hold an order in its text form for a kingdom, in the referee's name.

    Raises:
        Refused: E-TARGET, E-SYNTAX, and as the order's check.
    """
    names = desk_of(step.world, REFEREE).names
    desk = desk_for(step.world, kingdom_named(kingdom, names))
    order = parse_order(step.world.pack, text)
    if not isinstance(order, kinds.TurnOrder):
        raise Refused(
            "E-SYNTAX",
            f"{text[:40]!r} is no order of a turn; nothing was ordered. Write one such as work"
            " rating=economy.",
        )
    hold(step, order, desk, REFEREE)
