"""The order to harry an enemy (O-HARRY)."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.raid import Aim
from world.rules.campaign.nouns.view import CampaignView, SeenArmy, campaign_view

#: What each aim is called.
AIMS: dict[Aim, str] = {
    "kill": "kill men",
    "torch": "burn its stores",
    "loot": "carry off its money",
    "supplies": "carry off supplies",
}


class HarryOrder(Order, frozen=True, tag="harry"):
    """Send a detachment out to harry an enemy army from the next dawn till dusk.

    It is war by itself.  The detachment is away from its army all day; whoever is harried marches
    at half his pace that day and cannot rest.

    Attributes:
        detachment: the one that goes; several may harry one army, each by an order of its own.
        target: the army to harry, by its id or name; it must stand as near as your scouts see.
        aim: kill men, burn stores (``torch``), or carry off money (``loot``) or ``supplies``.
    """

    summary: ClassVar[str] = "send a detachment out to harry an enemy within sight for a day"
    rules: ClassVar[tuple[str, ...]] = ("C-HARRY-01", "C-HARRY-02", "C-HARRY-09", "C-TALK-04")
    detachment: str
    target: str
    aim: Aim
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, a detachment it has not, and whom nobody has seen near it."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        if not own.exact:
            return
        require_detachment(own.name, [d.name for d in own.detachments if not d.away], self)
        target = _seen(known, self.target)
        if target is None or target.place not in own.harry_reach:
            raise out_of_reach(own.name, self.target)
        if _friend(known, target):
            raise friendly_army(target.name)


def _seen(known: CampaignView, named: str) -> SeenArmy | None:
    said = named.strip().casefold()
    found = [e for e in known.seen if said in (e.id.casefold(), e.name.casefold())]
    return found[0] if found else None


def _friend(known: CampaignView, target: SeenArmy) -> bool:
    stances = {side.id: side.stance for side in known.factions}
    return target.faction == known.faction or stances.get(target.faction) == "allied"


def require_detachment(name: str, has: Collection[str], order: HarryOrder) -> None:
    """Refuse a detachment that is not with its army.

    Raises:
        Refused: E-DET-INDIVISIBLE.
    """
    if order.detachment not in has:
        raise Refused(
            "E-DET-INDIVISIBLE",
            f"{name} has no detachment {order.detachment[:40]!r} with it; nothing was ordered."
            f" Detachments go whole: {', '.join(has)}.",
        )


def out_of_reach(name: str, target: str) -> Refused:
    """Whom one wants to harry is not in sight."""
    return Refused(
        "E-HARRY-RANGE",
        f"The scouts of {name} see no army {target[:40]!r} within their reach; nothing was ordered."
        " Name one that they see.",
    )


def behind_walls(name: str, target: str) -> Refused:
    """Whom one wants to harry has gone in behind walls, as far as the scouts can tell."""
    return Refused(
        "E-HARRY-GARRISONED",
        f"{target} is not to be seen outside the walls where it was; nothing was ordered. {name}"
        " can harry it only when it comes out.",
    )


def friendly_army(name: str) -> Refused:
    """One does not harry one's friends."""
    return Refused("E-FRIENDLY", f"{name} is friendly; nothing was ordered.")
