"""The orders to forage and to torch (O-FORAGE, O-TORCH)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.view import OwnArmy, campaign_view


class ForageOrder(Order, frozen=True, tag="forage"):
    """Spend the next day stripping the land around the army, which stays where it is.

    Attributes:
        hexes: those to be stripped, in this order; without any all in reach, nearest first.
    """

    summary: ClassVar[str] = "spend the next day foraging around the army"
    rules: ClassVar[tuple[str, ...]] = ("C-FOR-01", "C-FOR-02", "C-FOR-04", "C-TIME-07")
    hexes: tuple[str, ...] = ()
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, one on the march, and hexes that it cannot reach."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        labels = [known.require_place(text) for text in self.hexes]
        if own.exact:
            _require_standing(own, "forage")
            require_reach(own.name, labels, own.forage_reach)


class TorchOrder(Order, frozen=True, tag="torch"):
    """Spend the next day burning the land around the army, so that nobody can live off it.

    Attributes:
        hexes: those to be burnt; without any all in reach.
    """

    summary: ClassVar[str] = "spend the next day burning the land around the army"
    rules: ClassVar[tuple[str, ...]] = ("C-TOR-01", "C-FOR-04", "C-TIME-07")
    hexes: tuple[str, ...] = ()
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, one on the march, and hexes that it cannot reach."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        labels = [known.require_place(text) for text in self.hexes]
        if own.exact:
            _require_standing(own, "torch")
            require_reach(own.name, labels, own.torch_reach)


def _require_standing(own: OwnArmy, kind: str) -> None:
    if own.march is not None:
        raise marching(own.name, kind)


def marching(name: str, kind: str) -> Refused:
    """Who marches does nothing else that day."""
    return Refused(
        "E-BUSY",
        f"{name} is on the march and cannot {kind} as well; it marches on. Halt it first.",
    )


def require_reach(name: str, wanted: Iterable[str], reach: Iterable[str]) -> None:
    """Refuse hexes that an army's men cannot reach.

    Raises:
        Refused: E-FOR-RANGE.
    """
    near = tuple(reach)
    far = [label for label in wanted if label not in near]
    if far:
        raise Refused(
            "E-FOR-RANGE",
            f"The men of {name} cannot reach {', '.join(far)}; nothing was ordered. They reach"
            f" {', '.join(near)}.",
        )
