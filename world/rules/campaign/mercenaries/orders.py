"""The orders to hire a company and to dismiss it (O-HIRE, O-DISMISS)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.chests import require_funds
from world.rules.campaign.nouns.view import campaign_view
from world.rules.campaign.nouns.where import captain_of


class HireOrder(Order, frozen=True, tag="hire"):
    """Take a whole company of mercenaries into your service; it is paid from your chest every dusk.

    It joins you where it stands if you are there, and marches to you otherwise.

    Attributes:
        company: by its id; the order goes to its commander.
    """

    summary: ClassVar[str] = "take a company of mercenaries into your service"
    rules: ClassVar[tuple[str, ...]] = ("C-MERC-01", "C-MERC-02")
    company: str

    def addressee(self, author: str) -> str:  # noqa: ARG002 - it goes to the company's commander
        """Whoever leads the company."""
        return captain_of(self.company)

    def check(self, view: View) -> None:
        """Refuse what was never on offer, and what a day's pay is wanting for."""
        known = campaign_view(view)
        found = next((each for each in known.companies if each.id == self.company), None)
        if found is None:
            raise not_offered(self.company, tuple(each.id for each in known.companies))
        if known.person == found.commander:
            raise not_offered(self.company, ())
        require_funds("your chest", known.purse or 0, found.daily)


class DismissOrder(Order, frozen=True, tag="dismiss"):
    """Dismiss a company of mercenaries; it stays where it is and serves nobody.

    Attributes:
        company: by its id; the order goes to its commander.
    """

    summary: ClassVar[str] = "dismiss a company of mercenaries"
    rules: ClassVar[tuple[str, ...]] = ("C-MERC-02",)
    company: str

    def addressee(self, author: str) -> str:  # noqa: ARG002 - it goes to the company's commander
        """Whoever leads the company."""
        return captain_of(self.company)

    def check(self, view: View) -> None:
        """Refuse a company that does not serve him as far as he knows."""
        known = campaign_view(view)
        own = {each.id for each in known.armies} & {each.id for each in known.companies}
        if self.company not in own:
            raise not_hired(self.company)


def not_offered(company: str, offered: tuple[str, ...]) -> Refused:
    """There is no such company to be had."""
    hint = f" These were on offer: {', '.join(offered)}." if offered else ""
    return Refused(
        "E-NOT-OFFERED",
        f"{company[:40]!r} is no company that you can hire; nothing was ordered.{hint}",
    )


def not_hired(company: str) -> Refused:
    """The company does not serve him."""
    return Refused(
        "E-NOT-HIRED",
        f"{company[:40]!r} is no company in your service; nobody was dismissed. Name one that is.",
    )
