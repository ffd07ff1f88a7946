"""The order to propose a treaty (O-TREATY)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.view import campaign_view

_LONGEST_TEXT = 2000


class TreatyOrder(Order, frozen=True, tag="treaty"):
    """Propose a treaty, which you sign with it; it stands when all have signed.

    Who is with you is asked on the spot; a rider takes it to others, and the answer comes back the
    same way.  Nothing enforces what it says.

    Attributes:
        parties: the others who are to sign, by id.
        text: what you promise one another.
    """

    summary: ClassVar[str] = "propose a treaty and sign it"
    rules: ClassVar[tuple[str, ...]] = ("C-TALK-02",)
    parties: tuple[str, ...]
    text: str

    def check(self, view: View) -> None:
        """Refuse strangers, oneself, and an empty page."""
        known = campaign_view(view)
        require_treaty(self, known.person)
        for party in self.parties:
            if party not in known.correspondents:
                raise unknown_party(party)


def require_treaty(order: TreatyOrder, author: str) -> None:
    """Refuse a treaty with nobody or with oneself, and one that says nothing or too much.

    Raises:
        Refused: E-NO-CONSENT, E-SYNTAX.
    """
    if not order.parties or author in order.parties:
        raise Refused(
            "E-NO-CONSENT",
            "It takes others than yourself to agree; nothing was proposed. Name them (parties=…).",
        )
    if len(set(order.parties)) < len(order.parties):
        raise Refused("E-SYNTAX", "A party is named twice; nothing was proposed. Name each once.")
    if not order.text.strip() or len(order.text) > _LONGEST_TEXT:
        raise Refused(
            "E-SYNTAX",
            f"A treaty has 1 to {_LONGEST_TEXT} characters; nothing was proposed. Write it anew"
            " (text=…).",
        )


def unknown_party(party: str) -> Refused:
    """Nobody of that id whom the author knows."""
    return Refused(
        "E-UNKNOWN-ADDRESSEE",
        f"You know nobody {party[:40]!r}; nothing was proposed. Give ids, as your page shows them.",
    )
