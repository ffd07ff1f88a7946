"""The order that settles what becomes of a fallen place (O-AFTERMATH)."""

from __future__ import annotations

from typing import ClassVar, Literal

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.commander import Ability
from world.rules.campaign.nouns.view import campaign_view


class AftermathOrder(Order, frozen=True, tag="aftermath"):
    """Pillage a place that has just fallen to you, or keep your soldiers in order.

    Attributes:
        stronghold: its id or name.
        choice: pillage it, or keep order.
        ransom: whether you take a ransom of it as well.
        calm: the ability by which you calm the soldiers; nothing is done where it is ``none``.
        act: what you do to calm them, in your own words, for the referee.
    """

    summary: ClassVar[str] = "pillage a fallen place or keep order in it, with or without ransom"
    rules: ClassVar[tuple[str, ...]] = ("C-AFT-01", "C-AFT-02", "C-AFT-03", "C-AFT-04", "C-RAN-01")
    stronghold: str
    choice: Literal["pillage", "order"]
    ransom: bool = False
    calm: Ability | Literal["none"] = "none"
    act: str = ""

    def check(self, view: View) -> None:
        """Refuse where the author is asked about no fallen place."""
        known = campaign_view(view)
        site = known.require_stronghold(self.stronghold)
        if not any(d.rule == "D-AFT-01" for d in known.decisions):
            raise no_fall(site.name)


def no_fall(name: str) -> Refused:
    """No place waits for the author's word."""
    return Refused(
        "E-NO-FALL",
        f"{name[:40]!r} has not just fallen to you, or you have settled it; nothing was ordered.",
    )
