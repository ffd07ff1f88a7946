"""The referee's order that closes a turn at once."""

from __future__ import annotations

from typing import ClassVar

from world.order import Order
from world.pack import View
from world.rules.kingdoms.nouns.refusals import require_referee
from world.rules.kingdoms.nouns.view import kingdoms_view


class CloseTurnNow(Order, frozen=True, tag="close_turn"):
    """Close the turn; kingdoms without an order pass (the referee's, K-DEC-04)."""

    summary: ClassVar[str] = "close the turn at once"
    rules: ClassVar[tuple[str, ...]] = ("K-RUL-15", "K-DEC-04")
    for_referee: ClassVar[bool] = True

    def check(self, view: View) -> None:
        """Refuse where no turn takes orders.

        Raises:
            Refused: E-REFEREE, E-NOT-STARTED, E-GAME-OVER, E-TURN-CLOSED.
        """
        require_referee(view.person)
        kingdoms_view(view).desk.require_open()
