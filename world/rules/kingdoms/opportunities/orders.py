"""The referee's order for a card of his own (K-OPP-02, K-DEC-02)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import msgspec

from world.decision import Decision
from world.errors import Refused
from world.kernel.deciding import answer
from world.kernel.nouns import REFEREE
from world.order import Hand, Order
from world.pack import View
from world.rules.kingdoms.nouns.deck import OWN, CardSection, card_of
from world.rules.kingdoms.nouns.kingdom import in_play
from world.rules.kingdoms.nouns.refusals import kingdom_named, require_referee
from world.rules.kingdoms.nouns.view import kingdoms_view
from world.rules.kingdoms.opportunities.offering import WrittenCard
from world.said import AnswerDecision

if TYPE_CHECKING:
    from world.step import Step


class WriteCard(Order, frozen=True, tag="card"):
    """Write the card of the turn that is coming, and say for whom it is (the referee's).

    It answers the open question for a card (K-DEC-02).

    Attributes:
        title: how the opportunity is called.
        to: the kingdoms it is offered to.
        text: its story.
        gain: what happens on success, such as ``economy+1,culture+1``.
        loss: what happens on failure, such as ``military-1``.
        other_gain: in words, what a success brings besides levels; the referee says what it does.
        other_loss: in words, what a failure brings besides levels.
        rating: the rating it is rolled with, where that does not follow from the gain.
    """

    summary: ClassVar[str] = "write the opportunity of the coming turn"
    rules: ClassVar[tuple[str, ...]] = ("K-OPP-01", "K-OPP-02", "K-DEC-02", "K-RUL-42")
    for_referee: ClassVar[bool] = True
    title: str
    to: tuple[str, ...]
    text: str = ""
    gain: tuple[str, ...] = ()
    loss: tuple[str, ...] = ()
    other_gain: str = ""
    other_loss: str = ""
    rating: str = ""

    def check(self, view: View) -> None:
        """Refuse a card that is none, and one that is not asked for.

        Raises:
            Refused: E-REFEREE, E-NO-DECISION, E-CARD, E-RATING, E-TARGET.
        """
        require_referee(view.person)
        page = kingdoms_view(view)
        if not any(asked.rule == "K-DEC-02" for asked in page.decisions):
            raise _not_asked()
        card_of(self.section)
        for name in self.to:
            kingdom_named(name, page.desk.names)

    @property
    def section(self) -> CardSection:
        """What is written on it."""
        return CardSection(
            title=self.title,
            text=self.text,
            gain=self.gain,
            loss=self.loss,
            other_gain=self.other_gain,
            other_loss=self.other_loss,
            rating=self.rating,
        )


def _not_asked() -> Refused:
    return Refused(
        "E-NO-DECISION",
        "No card is asked for at this moment; nothing was offered. Write it when the next turn is"
        " prepared.",
    )


def write_card(step: Step, order: WriteCard, hand: Hand) -> None:
    """The card is the answer to the oldest open question for one.

    Raises:
        Refused: as the order's check; E-CARD for too few or too many recipients.
    """
    require_referee(hand.author)
    names = {kingdom.id: kingdom.name for kingdom in in_play(step.world)}
    recipients = tuple(sorted({kingdom_named(name, names) for name in order.to}))
    written = WrittenCard(card=card_of(order.section), recipients=recipients)
    asked = [
        decision
        for decision in step.of(Decision)
        if decision.rule == "K-DEC-02" and decision.state == "open"
    ]
    if not asked:
        raise _not_asked()
    first = min(asked, key=lambda decision: (decision.asked, decision.id))
    body = msgspec.json.encode(written, order="deterministic").decode()
    answer(
        step,
        REFEREE,
        AnswerDecision(decision=first.id, option=OWN, text=body, revision=first.revision),
    )
