"""The orders of a meeting (O-ATTACK, O-BATTLE-PLAN)."""

from __future__ import annotations

from typing import ClassVar, Literal

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.view import CampaignView, OwnArmy, SeenArmy, campaign_view


class AttackOrder(Order, frozen=True, tag="attack"):
    """Attack an army that stands in the same place, outside walls; it is war by itself.

    Attributes:
        target: the army to attack, by its id or name.
        plan: how it is to be done, in your own words, for the referee.
        objective: what the battle is for; the victor attains his.
        retreat: the line of retreat you would take.
    """

    summary: ClassVar[str] = "attack an army in the same place; a meeting begins"
    rules: ClassVar[tuple[str, ...]] = ("C-BAT-01", "C-TALK-04")
    target: str
    plan: str = ""
    objective: str = ""
    retreat: str = ""
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, and whom the author does not see before him, or is no enemy's."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        if not own.exact:
            return
        target = _seen(known, self.target)
        if target is None or target.place != own.place or own.inside:
            raise not_present(own.name, self.target)
        if _friend(known, target):
            raise friendly_army(target.name)


class BattlePlanOrder(Order, frozen=True, tag="battle_plan"):
    """Say what an army does in the meeting that is pending, or leave a plan for the next.

    Attributes:
        stand: attack, hold the ground, let the enemy pass, or withdraw; ``none`` takes a standing
            plan back.
        plan: how, in your own words, for the referee.
        objective: what the battle is for; the victor attains his.
        retreat: the line of retreat you would take.
        standing: leave it as a standing plan for every meeting from now on.
    """

    summary: ClassVar[str] = "give a plan for battle, for now or as a standing one"
    rules: ClassVar[tuple[str, ...]] = ("C-BAT-01",)
    stand: Literal["attack", "hold", "let_pass", "withdraw", "none"]
    plan: str = ""
    objective: str = ""
    retreat: str = ""
    standing: bool = False
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, and a plan for now where no enemy is met."""
        own = campaign_view(view).require_army(self.army)
        if own.exact and not self.standing:
            require_meeting(own)


def _seen(known: CampaignView, named: str) -> SeenArmy | None:
    said = named.strip().casefold()
    here = [each for each in known.seen if each.at is None]
    return next((e for e in here if said in (e.id.casefold(), e.name.casefold())), None)


def _friend(known: CampaignView, target: SeenArmy) -> bool:
    stances = {side.id: side.stance for side in known.factions}
    return target.faction == known.faction or stances.get(target.faction) == "allied"


def require_meeting(own: OwnArmy) -> None:
    """Refuse a plan for now where there is no meeting.

    Raises:
        Refused: E-NO-BATTLE.
    """
    if not own.meeting:
        raise no_battle(own.name)


def no_battle(name: str) -> Refused:
    """There is nothing to plan for."""
    return Refused(
        "E-NO-BATTLE",
        f"{name} stands before no enemy who waits for its plan; nothing was ordered. Leave a"
        " standing plan with standing=true.",
    )


def not_present(name: str, target: str) -> Refused:
    """Whom one wants to attack is not there."""
    return Refused(
        "E-NOT-PRESENT",
        f"{name} has no army {target[:40]!r} before it, in its own place and outside walls; nothing"
        " was begun. Name one that is, or march there first.",
    )


def friendly_army(name: str) -> Refused:
    """One does not attack one's friends."""
    return Refused("E-FRIENDLY", f"{name} is friendly; nothing was begun.")
