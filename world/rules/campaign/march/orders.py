"""The orders to march and to halt (O-MARCH, O-HALT)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Foreseen, Hand, Order
from world.pack import View
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.command import addressee, commanded, require_no_meeting
from world.rules.campaign.nouns.day import half_of
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.marching import Pace
from world.rules.campaign.nouns.setting_out import setting_out
from world.rules.campaign.nouns.stretch import expected_arrival
from world.rules.campaign.nouns.view import campaign_view
from world.state import World


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

    def foreseen(self, world: World, author: str) -> Foreseen | None:
        """When the march should be over; of one that begins in the dark nobody can tell."""
        hand = Hand(author=author, receiver=self.addressee(author), number=0, written=world.now)
        try:
            army = commanded(world, hand, self.army, "march")
            require_no_meeting(world, army)
            army = self.set_out(world, army, world.now)
        except Refused:
            return None
        march, half = army.march, half_of(world, world.now)
        # By night no page shows a way (C-NIGHT-03).
        if march is None or march.dusk or (half.night and march.night != "none"):
            return None
        due = expected_arrival(world, army, world.now)
        if due is None or due <= world.now:
            return None
        return Foreseen(scene(world).called(march.goal), due)

    def set_out(self, world: World, army: Army, now: int) -> Army:
        """The army as the order sends it off at an instant (ms).

        Raises:
            Refused: E-BESIEGED, E-NO-PATH.
        """
        return setting_out(
            world,
            army,
            now,
            path=self.path,
            to=self.to,
            day=self.pace,
            night=self.night,
            column=self.column,
        )


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
