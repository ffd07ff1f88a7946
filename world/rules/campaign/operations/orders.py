"""The order to send agents out (O-OPERATION)."""

from __future__ import annotations

from typing import ClassVar, Literal

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.chests import require_funds
from world.rules.campaign.nouns.view import campaign_view

Sort = Literal["scouting", "spying", "envoys", "other"]


class OperationOrder(Order, frozen=True, tag="operation"):
    """Send agents out to do something that no army does; it is paid for when they set out.

    They ride as messengers do, are at work for a day, and ride back; then you hear what came of it.

    Attributes:
        sort: scouting of a hex, spying on a commander or a stronghold, envoys who are to win a
            stronghold over, or anything else.
        to: the place, the stronghold or the person.
        plan: what is to be done and how, in your own words; a good plan may better the odds.
        money: doubloons given to it, the price included; money beyond it betters the odds, and 0
            is the price alone.
        ability: by which of your abilities it is done, if it fits; else by your best that does.
    """

    summary: ClassVar[str] = "send agents out: scouts, spies, envoys, or others"
    rules: ClassVar[tuple[str, ...]] = ("C-OPS-01", "C-OPS-02", "C-OPS-03", "C-OPS-04")
    sort: Sort
    to: str
    plan: str = ""
    money: int = 0
    ability: Literal["", "shock", "manoeuvre", "artillery", "reconnaissance", "tomfoolery"] = ""

    def check(self, view: View) -> None:
        """Refuse a prisoner's, a goal that nobody knows, and more than is in the chest."""
        known = campaign_view(view)
        if known.captor:
            raise Refused(
                "E-CAPTIVE",
                f"You are a prisoner of {known.captor} and send nobody; nothing was ordered.",
            )
        if known.place is None:
            raise nowhere()
        require_sum(self.money)
        said = self.to.strip().casefold()
        people = known.correspondents.items()
        person = any(said in (key.casefold(), name.casefold()) for key, name in people)
        site = any(said in (s.id.casefold(), s.name.casefold()) for s in known.strongholds)
        if self.sort == "envoys" and not site:
            raise no_stronghold(self.to)
        if not person and not site:
            known.require_place(self.to)
            if self.sort == "spying":
                raise nobody_there(self.to)
        require_funds("your chest", known.purse or 0, self.money)


def require_sum(money: int) -> None:
    """Refuse less than nothing.

    Raises:
        Refused: E-FUNDS.
    """
    if money < 0:
        raise Refused(
            "E-FUNDS",
            "Less than nothing pays for nothing; nobody set out. Give a sum of 0 or more.",
        )


def nowhere() -> Refused:
    """Whoever is on the road by himself sends nobody."""
    return Refused(
        "E-NO-PATH", "You are on the road yourself and have nobody to send; wait until you arrive."
    )


def no_stronghold(said: str) -> Refused:
    """Envoys go to strongholds."""
    return Refused(
        "E-NO-PATH",
        f"Envoys go to a stronghold, and {said[:40]!r} is none; nobody set out. Name one.",
    )


def nobody_there(said: str) -> Refused:
    """Spies go among people."""
    return Refused(
        "E-NO-PATH",
        f"Spies go to a commander or a stronghold, and {said[:40]!r} is neither; nobody set out."
        " Scouts (sort=scouting) look at a hex.",
    )


def no_way(said: str) -> Refused:
    """Nobody knows where that is, or no way leads there."""
    return Refused(
        "E-NO-PATH",
        f"Your agents know no way to {said[:40]!r}; nobody set out. Name another place.",
    )
