"""The orders of a meeting at sea (O-ATTACK, O-BATTLE-PLAN, O-ASSIGN-HITS)."""

from __future__ import annotations

import re
from typing import ClassVar, Literal

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.fleet_page import SeenFleet
from world.rules.campaign.nouns.view import CampaignView, campaign_view


class EngageOrder(Order, frozen=True, tag="engage"):
    """Attack a fleet that lies in the same hex; it is war by itself.

    Attributes:
        target: the fleet to attack, by its id or name.
        plan: how it is to be done, in your own words, for the referee.
        objective: what the battle is for; the victor attains his.
        retreat: where you would go if you are beaten.
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "attack a fleet in the same hex; a meeting begins"
    rules: ClassVar[tuple[str, ...]] = ("C-NAV-01", "C-TALK-04")
    target: str
    plan: str = ""
    objective: str = ""
    retreat: str = ""
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, whom the author does not see before him, and friends."""
        known = campaign_view(view)
        own = known.require_fleet(self.fleet)
        if not own.exact:
            return
        target = _seen(known, self.target)
        if target is None or target.place != own.place:
            raise not_present(own.name, self.target)
        stances = {side.id: side.stance for side in known.factions}
        if target.faction == known.faction or stances.get(target.faction) == "allied":
            raise friendly_fleet(target.name)


class SeaPlanOrder(Order, frozen=True, tag="sea_plan"):
    """Say what a fleet does in the meeting that is pending, or leave a plan for the next.

    Attributes:
        stand: attack, hold the place, let the enemy pass, or withdraw; ``none`` takes a standing
            plan back.
        plan: how, in your own words, for the referee.
        objective: what the battle is for; the victor attains his.
        retreat: where you would go if you are beaten.
        standing: leave it as a standing plan for every meeting from now on.
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "give a plan for battle at sea, for now or as a standing one"
    rules: ClassVar[tuple[str, ...]] = ("C-NAV-01", "C-BAT-01")
    stand: Literal["attack", "hold", "let_pass", "withdraw", "none"]
    plan: str = ""
    objective: str = ""
    retreat: str = ""
    standing: bool = False
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, and a plan for now where no enemy is met."""
        own = campaign_view(view).require_fleet(self.fleet)
        if own.exact and not self.standing and not own.meeting:
            raise no_battle(own.name)


class AssignHitsOrder(Order, frozen=True, tag="assign_hits"):
    """Share the hits of a naval battle out among your ships.

    Attributes:
        hits: each ship with her hits, such as ``Dauntless=2,Thunderchild=1``; together all there
            are, and none more than her hull.
        fleet: which of your fleets; the one you lead if not said.
    """

    summary: ClassVar[str] = "share the hits of a naval battle out among your ships"
    rules: ClassVar[tuple[str, ...]] = ("C-NAV-05",)
    hits: tuple[str, ...]
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the fleet named, or the author."""
        return addressee(author, self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's fleet, one without hits to take, and what does not add up."""
        own = campaign_view(view).require_fleet(self.fleet)
        if own.exact:
            if not own.hits:
                raise no_hits(own.name)
            hulls = {ship.name: ship.hull for ship in own.ships if not ship.away}
            require_spread(own.name, hulls, own.hits, self.hits)


def _seen(known: CampaignView, named: str) -> SeenFleet | None:
    said = named.strip().casefold()
    here = [each for each in known.seen_fleets if each.at is None]
    return next((e for e in here if said in (e.id.casefold(), e.name.casefold())), None)


def not_present(name: str, target: str) -> Refused:
    """Whom one wants to attack is not there."""
    return Refused(
        "E-NOT-PRESENT",
        f"{name} has no fleet {target[:40]!r} before it, in its own hex; nothing was begun. Name"
        " one that is, or sail there first.",
    )


def friendly_fleet(name: str) -> Refused:
    """One does not attack one's friends."""
    return Refused("E-FRIENDLY", f"{name} is friendly; nothing was begun.")


def no_battle(name: str) -> Refused:
    """There is nothing to plan for."""
    return Refused(
        "E-NO-BATTLE",
        f"{name} lies before no enemy who waits for its plan; nothing was ordered. Leave a standing"
        " plan with standing=true.",
    )


def no_hits(name: str) -> Refused:
    """There is nothing to share out."""
    return Refused("E-NO-DECISION", f"{name} has no hits to share out; nothing was done. Carry on.")


_ONE = re.compile(r"(.+?)\s*=\s*(\d{1,6})")


def require_spread(
    name: str, hulls: dict[str, int], hits: int, wanted: tuple[str, ...]
) -> dict[str, int]:
    """The hits that each ship is to take, as they were written.

    Raises:
        Refused: E-HITS-SUM.
    """
    known = {ship.casefold(): ship for ship in hulls}
    spread: dict[str, int] = {}
    for part in wanted:
        found = _ONE.fullmatch(part.strip())
        ship = known.get(found[1].strip().casefold(), "") if found else ""
        if not found or not ship or ship in spread:
            raise _wrong_sum(name, hulls, hits, f"“{part[:40]}” is no ship of it with her hits")
        spread[ship] = int(found[2])
        if spread[ship] > hulls[ship]:
            raise _wrong_sum(name, hulls, hits, f"the {ship} can take {hulls[ship]} at most")
    most = min(hits, sum(hulls.values()))
    if sum(spread.values()) != most:
        raise _wrong_sum(name, hulls, hits, f"that makes {sum(spread.values())}, not {most}")
    return spread


def _wrong_sum(name: str, hulls: dict[str, int], hits: int, what: str) -> Refused:
    has = ", ".join(f"{ship} {hull}" for ship, hull in hulls.items())
    return Refused(
        "E-HITS-SUM",
        f"{name} takes {hits} hits, and {what}; nothing was shared out. Its hulls: {has}.",
    )
