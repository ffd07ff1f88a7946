"""The referee's orders about those nobody plays: take over, hand back, speak for."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Order
from world.ordertext import parse_order
from world.pack import Pack, View
from world.rules.campaign.nouns.quoting import double_quoted
from world.rules.campaign.nouns.view import campaign_view


class TakeOverOrder(Order, frozen=True, tag="take_over"):
    """Play a captain, a governor or a commander nobody plays yourself (for the referee).

    Attributes:
        who: the person's or office's id, such as ``brandt`` or ``captain:relief``.
    """

    summary: ClassVar[str] = "for the referee: play somebody nobody plays yourself"
    rules: ClassVar[tuple[str, ...]] = ("C-NPC-01", "C-CAP-01")
    for_referee: ClassVar[bool] = True
    who: str

    def check(self, view: View) -> None:
        """Refuse everybody but the referee."""
        require_referee(campaign_view(view).person)


class HandBackOrder(Order, frozen=True, tag="hand_back"):
    """Leave somebody you play to his doctrine again (for the referee).

    Attributes:
        who: the person's or office's id.
    """

    summary: ClassVar[str] = "for the referee: leave somebody you play to his doctrine again"
    rules: ClassVar[tuple[str, ...]] = ("C-NPC-01", "C-CAP-01")
    for_referee: ClassVar[bool] = True
    who: str

    def check(self, view: View) -> None:
        """Refuse everybody but the referee."""
        require_referee(campaign_view(view).person)


class SpeakForOrder(Order, frozen=True, tag="speak_for"):
    """Order or write as somebody nobody plays, with his knowledge and by his riders (referee).

    Attributes:
        who: the person's or office's id.
        say: the order in its text form; values with blanks may stand in single quotes.
    """

    summary: ClassVar[str] = "for the referee: order or write as somebody nobody plays"
    rules: ClassVar[tuple[str, ...]] = ("C-NPC-01", "C-CAP-01")
    for_referee: ClassVar[bool] = True
    who: str
    say: str

    def check(self, view: View) -> None:
        """Refuse everybody but the referee."""
        require_referee(campaign_view(view).person)

    def check_held(self, pack: Pack, view: View) -> None:  # noqa: ARG002 - he sees everything
        """Refuse what is no order."""
        read(pack, self)

    def orders_within(self, pack: Pack, view: View) -> tuple[Order, ...]:  # noqa: ARG002
        """What is said in another's name."""
        return (read(pack, self),)


def read(pack: Pack, order: SpeakForOrder) -> Order:
    """The order that is to be given in another's name.

    Raises:
        Refused: E-SYNTAX.
    """
    said = parse_order(pack, double_quoted(order.say))
    if isinstance(said, TakeOverOrder | HandBackOrder | SpeakForOrder):
        raise Refused("E-SYNTAX", "That is an order of your own; nothing was done. Give it so.")
    return said


def require_referee(person: str) -> None:
    """Refuse everybody but the referee.

    Raises:
        Refused: E-NOT-YOURS.
    """
    if person != REFEREE:
        raise Refused("E-NOT-YOURS", "Only the referee does that; nothing was done. Write to him.")
