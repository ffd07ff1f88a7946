"""What is told of a turn's opportunities as it closes, and how they are put away (K-OPP-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.rules.kingdoms.nouns.audience import tell_public
from world.rules.kingdoms.nouns.facts import OrderRepeated, TurnClosed
from world.rules.kingdoms.nouns.kingdom import name_of
from world.rules.kingdoms.nouns.offer import Offer
from world.rules.kingdoms.nouns.turn import LAST_TURN_ID, Outcome, Turn
from world.rules.kingdoms.nouns.words import listed
from world.rules.kingdoms.opportunities.effects import ask_of_effect, withdraw_questions
from world.rules.kingdoms.opportunities.notices import OpportunityLapsed, OpportunityResolved

if TYPE_CHECKING:
    from world.step import Step

_WHAT = {"success": "success", "disaster": "failure", "nothing": "neither", "void": "void"}


def turn_closed(step: Step, fact: TurnClosed) -> None:
    """Everybody hears what came of each opportunity (K-NOT-10), and what is over is put away.

    Turning one down costs nothing (K-OPP-04).  It stays readable for a further turn, in which its
    roll may still be repeated (K-DEC-10).
    """
    for outcome in step.get(Turn, LAST_TURN_ID).outcomes:
        if outcome.order.kind == "pursue" and outcome.rolls:
            _tell(step, outcome)
    for offer in step.of(Offer):
        if offer.last < fact.number:
            step.remove(offer, "its turn is over")
        elif offer.last == fact.number:
            _lapse(step, offer)


def order_repeated(step: Step, fact: OrderRepeated) -> None:
    """An opportunity's roll was repeated: what came of it now counts (K-DEC-10)."""
    outcome = step.get(Turn, LAST_TURN_ID).outcomes[fact.place]
    if outcome.order.kind != "pursue":
        return
    withdraw_questions(step, fact.kingdom)
    if outcome.rolls:
        _tell(step, outcome)


def _tell(step: Step, outcome: Outcome) -> None:
    order = outcome.order
    offer = step.get(Offer, order.offer)
    notice = OpportunityResolved(
        offer=offer.id,
        name=name_of(step.world, order.kingdom),
        card=offer.card.title,
        total=outcome.rolls[0].total,
        what=_WHAT[outcome.result],
        outcome=outcome.note,
    )
    tell_public(step, notice, f"{order.kingdom}/{offer.id}")
    ask_of_effect(step, outcome, offer)


def _lapse(step: Step, offer: Offer) -> None:
    left = [kingdom for kingdom in offer.recipients if kingdom not in offer.done]
    if left:
        names = listed([name_of(step.world, kingdom) for kingdom in left])
        notice = OpportunityLapsed(offer=offer.id, card=offer.card.title, names=names)
        tell_public(step, notice, offer.id)
