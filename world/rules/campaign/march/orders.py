"""The orders to march and to halt (O-MARCH, O-HALT)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.marching import Pace
from world.rules.campaign.nouns.view import campaign_view


class MarchOrder(Order, frozen=True, tag="march"):
    """March to a place, or along hexes in turn.

    Attributes:
        to: the goal, by name or label; the quickest way is taken.
        path: hexes or places to go through in turn, before the goal if one is given.
        pace: by daylight; ``none`` for a march by night alone.
        night: by night.
        column: a name; armies that march under one name are one column.
    """

    summary: ClassVar[str] = "march to a place, or along given hexes, by day, by night or both"
    rules: ClassVar[tuple[str, ...]] = ("C-MARCH-01", "C-MARCH-05", "C-NIGHT-01", "C-COL-02")
    to: str = ""
    path: tuple[str, ...] = ()
    pace: Pace = "normal"
    night: Pace = "none"
    column: str = ""
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse what the author can know: another's army, no goal, no pace, no such place."""
        known = campaign_view(view)
        known.require_army(self.army)
        require_goal(self)
        for place in (*self.path, *([self.to] if self.to else ())):
            known.require_place(place)


class HaltOrder(Order, frozen=True, tag="halt"):
    """Stop a march where it is, or break off foraging, torching or a rest."""

    summary: ClassVar[str] = "stop a march, or break off a day's work or a rest"
    rules: ClassVar[tuple[str, ...]] = ("C-TIME-07",)
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse an army that is not the author's, or that does not march as far as he knows."""
        own = campaign_view(view).require_army(self.army)
        if own.exact and own.march is None and not own.works and own.rest is None:
            raise not_moving(own.name)


def require_goal(order: MarchOrder) -> None:
    """Refuse a march without a goal or without a pace.

    Raises:
        Refused: E-NO-PATH or E-SYNTAX.
    """
    if not order.to and not order.path:
        raise Refused(
            "E-NO-PATH", "The march has no goal; nothing was ordered. Say to=… or path=…,…."
        )
    if order.pace == "none" and order.night == "none":
        raise Refused(
            "E-SYNTAX",
            "A march needs a pace by day or by night; nothing was ordered. Say pace=normal,"
            " pace=forced, night=normal or night=forced.",
        )


def not_moving(name: str) -> Refused:
    """There is nothing to halt."""
    return Refused(
        "E-NOT-MOVING",
        f"{name} neither marches nor works nor rests, so there is nothing to halt; it stays.",
    )
