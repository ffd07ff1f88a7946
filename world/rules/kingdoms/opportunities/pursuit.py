"""Pursuing an opportunity: the roll, the gain or the loss, and what is no level (K-OPP-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.rules.kingdoms.nouns.deck import effects_text, rating_of_card
from world.rules.kingdoms.nouns.facts import OrderDue
from world.rules.kingdoms.nouns.figures import opportunities as figures
from world.rules.kingdoms.nouns.figures import turns
from world.rules.kingdoms.nouns.kingdom import Kingdom
from world.rules.kingdoms.nouns.offer import Card, Offer
from world.rules.kingdoms.nouns.rolls import is_disaster, throw
from world.rules.kingdoms.nouns.turn import Change, Held, Outcome, settle, turn

if TYPE_CHECKING:
    from world.step import Step


def order_due(step: Step, fact: OrderDue) -> None:
    """Whoever pursues an opportunity rolls as the turn closes (K-OPP-05).

    Where several pursue one card each rolls alone and may gain (K-RUL-27).
    """
    order = fact.order
    if order.kind != "pursue":
        return
    offer = step.find(Offer, order.offer)
    kingdom = step.get(Kingdom, order.kingdom)
    if offer is None or kingdom.state != "in_play" or kingdom.id in offer.done:
        settle(step, Outcome(order=order, result="void", note="It lies on the table no more."))
        return
    step.put(msgspec.structs.replace(offer, done=(*offer.done, kingdom.id)))
    outcome = _rolled(step, order, kingdom, offer)
    if outcome.result == "success" and step.param(figures.CONTESTED):
        outcome = _contest(step, offer, outcome)
    settle(step, outcome)


def _rolled(step: Step, order: Held, kingdom: Kingdom, offer: Offer) -> Outcome:
    params = step.world.params
    card = offer.card
    thrown = throw(
        step,
        kingdom,
        rating_of_card(params, card),
        "opportunities",
        f"K-OPP-05 {kingdom.id} {offer.id}",
        need=params[figures.SUCCESS],
        disaster=params[figures.FAILURE],
    )
    if thrown.succeeded:
        return Outcome(
            order=order,
            rolls=(thrown,),
            changes=_changes(kingdom, card, gain=True),
            result="success",
            note=f"Gain: {effects_text(card.gain, card.other_gain)}.",
        )
    if is_disaster(params, thrown):
        return Outcome(
            order=order,
            rolls=(thrown,),
            changes=_changes(kingdom, card, gain=False),
            result="disaster",
            note=f"Loss: {effects_text(card.loss, card.other_loss)}.",
        )
    return Outcome(order=order, rolls=(thrown,), note="Neither gain nor loss.")


def _changes(kingdom: Kingdom, card: Card, *, gain: bool) -> tuple[Change, ...]:
    effects = card.gain if gain else card.loss
    return tuple(
        Change(kingdom=kingdom.id, rating=effect.rating, by=effect.by) for effect in effects
    )


def _contest(step: Step, offer: Offer, outcome: Outcome) -> Outcome:
    """Only the best of several takes the gain, the earlier order where they are even (K-RUL-27).

    Where orders are carried out one after another, what the first has got is not taken from him.
    """
    now = turn(step.world)
    sequential = step.param(turns.RESOLUTION) == "sequential"
    for place, other in enumerate(now.outcomes):
        if other.order.offer != offer.id or other.result != "success":
            continue
        if sequential or other.rolls[0].total >= outcome.rolls[0].total:
            return _beaten(outcome)
        outcomes = (*now.outcomes[:place], _beaten(other), *now.outcomes[place + 1 :])
        step.put(msgspec.structs.replace(now, outcomes=outcomes))
    return outcome


def _beaten(outcome: Outcome) -> Outcome:
    return msgspec.structs.replace(
        outcome, result="nothing", changes=(), note="Another was better and has taken the gain."
    )
