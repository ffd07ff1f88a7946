"""The referee's order to look at something again (K-DEC-10)."""

from __future__ import annotations

from typing import ClassVar, Literal

from world.order import Order
from world.pack import View
from world.rules.kingdoms.nouns.refusals import kingdom_named, require_referee
from world.rules.kingdoms.nouns.view import kingdoms_view

What = Literal["roll", "order"]


class Review(Order, frozen=True, tag="review"):
    """Look at a kingdom's order again: keep it, or annul and repeat it (the referee's).

    It puts the question (K-DEC-10) to the referee; left unanswered everything stands.

    Attributes:
        kingdom: whose order it is.
        what: ``roll`` for what came of its order when the last turn closed, ``order`` for the one
            it has given for the turn that is open.
        kind: the order's word, where the kingdom has given several.
        reason: why, for everybody to read.
    """

    summary: ClassVar[str] = "look at an order or a roll again"
    rules: ClassVar[tuple[str, ...]] = ("K-DEC-10",)
    for_referee: ClassVar[bool] = True
    kingdom: str
    what: What = "roll"
    kind: str = ""
    reason: str = ""

    def check(self, view: View) -> None:
        """Refuse whoever is not the referee, and kingdoms that are not there.

        Raises:
            Refused: E-REFEREE, E-TARGET.
        """
        require_referee(view.person)
        kingdom_named(self.kingdom, kingdoms_view(view).desk.names)
