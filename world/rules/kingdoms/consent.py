"""Kingdoms that an order names are asked, where the figures want it (K-RUL-19, K-RUL-38)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from world.decision import Choice, Decision, Option, Question
from world.pack import Chapter
from world.rules.kingdoms.nouns.deadline import HOUR_MS
from world.rules.kingdoms.nouns.facts import ConsentGiven, OrderHeld, OrderWithdrawn
from world.rules.kingdoms.nouns.figures import actions, rolls, turns
from world.rules.kingdoms.nouns.game import game
from world.rules.kingdoms.nouns.kingdom import Kingdom
from world.rules.kingdoms.nouns.turn import TURN_ID, Consent, turn
from world.timeline import Event

if TYPE_CHECKING:
    from world.step import Step

chapter = Chapter("consent", "Kingdoms that are asked before they are dealt with")

TRADE = "K-RUL-19"
LOCATION = "K-RUL-38"


class ConsentAnswer(Event, frozen=True, tag="consent_answer"):
    """A ruler has said whether he agrees; the order is ``number``'s."""

    number: int
    about: Literal["trade", "location"]
    kingdom: str
    target: str


@chapter.on(OrderHeld)
def held(step: Step, fact: OrderHeld) -> None:
    """Those whom the order names are asked, each for what it needs him for."""
    asks_trade = fact.order == "trade" and step.param(actions.TRADE_CONSENT)
    asks_near = fact.order in step.param(rolls.APPLIES_TO) and step.param(rolls.NEEDS_CONSENT)
    if not asks_trade and not asks_near:
        return
    order = next(
        each
        for each in reversed(turn(step.world).orders)
        if each.kingdom == fact.kingdom and each.kind == fact.order
    )
    own = step.get(Kingdom, fact.kingdom)
    for target in order.targets:
        if asks_trade:
            _ask(step, TRADE, "trade", own, step.get(Kingdom, target))
        if asks_near and step.get(Kingdom, target).place == own.place:
            _ask(step, LOCATION, "location", own, step.get(Kingdom, target))


def _ask(
    step: Step,
    rule: str,
    about: Literal["trade", "location"],
    own: Kingdom,
    target: Kingdom,
) -> None:
    now = turn(step.world)
    consent = Consent(about=about, kingdom=own.id, target=target.id)
    step.put(msgspec.structs.replace(now, consents=(*now.consents, consent)))
    question = {
        "trade": f"{own.name} wishes to trade with {target.name}. Do you agree?",
        "location": f"{own.name} asks {target.name} to deal as neighbours. Do you agree?",
    }[about]
    step.ask(
        Question(
            rule=rule,
            question=question,
            who=target.ruler,
            options=(
                Option(name="agree", text="you agree"),
                Option(name="refuse", text="you do not"),
            ),
            default="refuse",
            then=ConsentAnswer(
                subject=TURN_ID,
                number=now.number,
                about=about,
                kingdom=own.id,
                target=target.id,
            ),
            about=(TURN_ID,),
            limit_ms=step.param(turns.TIMEOUT_H) * HOUR_MS,
        ),
        f"{own.id}/{target.id}",
    )


@chapter.settles(ConsentAnswer)
def answered(step: Step, then: ConsentAnswer, choice: Choice) -> None:
    """What was said counts when the turn closes."""
    now = turn(step.world)
    said = (then.about, then.kingdom, then.target)
    consents = tuple(
        msgspec.structs.replace(each, agreed=choice.option == "agree")
        if (each.about, each.kingdom, each.target) == said and each.agreed is None
        else each
        for each in now.consents
    )
    step.put(msgspec.structs.replace(now, consents=consents))
    if all(each.agreed is not None for each in consents):
        step.happened(ConsentGiven())


@chapter.on(OrderWithdrawn)
def withdrawn(step: Step, fact: OrderWithdrawn) -> None:
    """Nobody is asked about an order that was taken back."""
    now = turn(step.world)
    left = tuple(each for each in now.consents if each.kingdom != fact.kingdom)
    if left != now.consents:
        step.put(msgspec.structs.replace(now, consents=left))


def revise_consent(step: Step, decision: Decision, subject: str) -> Decision | None:
    """The question is none any more once the turn has closed, or the order was taken back."""
    del subject
    then = step.world.pack.event_decoder.decode(decision.then)
    now = turn(step.world)
    if game(step.world).state != "open" or now.number != then.number:
        return None
    asked = any(
        (each.about, each.kingdom, each.target) == (then.about, then.kingdom, then.target)
        and each.agreed is None
        for each in now.consents
    )
    return decision if asked else None
