"""What people are told when a turn has closed (K-NOT-07, K-NOT-08, K-NOT-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.rules.kingdoms.nouns.audience import tell_public
from world.rules.kingdoms.nouns.forum.bbcode import bbcode
from world.rules.kingdoms.nouns.forum.markdown import markdown
from world.rules.kingdoms.nouns.forum.turn import turn_report
from world.rules.kingdoms.nouns.kingdom import Kingdom, name_of
from world.rules.kingdoms.nouns.offer import Offer
from world.rules.kingdoms.nouns.seasons import date
from world.rules.kingdoms.nouns.turn import LAST_TURN_ID, Outcome, Turn
from world.rules.kingdoms.nouns.words import order_words, roll_words
from world.rules.kingdoms.turns.notices import Disaster, NamedInOrder, TurnOver

if TYPE_CHECKING:
    from world.state import World
    from world.step import Step

_NAMED = ("undermine", "attack", "trade", "ties")


def tell_closed(step: Step) -> None:
    """Everybody gets the report; who was named, and every disaster, is told of besides."""
    closed = step.get(Turn, LAST_TURN_ID)
    names = {kingdom.id: kingdom.name for kingdom in step.of(Kingdom)}
    cards = {offer.id: offer.card.title for offer in step.of(Offer)}
    document = turn_report(step.world.params, closed, names, cards)
    tell_public(
        step,
        TurnOver(
            date=date(closed.year, closed.season),
            report=markdown(document),
            bbcode=bbcode(document),
        ),
    )
    for n, outcome in enumerate(closed.outcomes):
        if outcome.order.kind in _NAMED:
            _tell_named(step, outcome, n)
        if outcome.result == "disaster":
            _tell_disaster(step, outcome, n)


def effects_on(world: World, outcome: Outcome, kingdom: str) -> str:
    """What an order does to a kingdom, in words, before the ladder's ends are looked at."""
    found = [
        f"{change.rating} {'up' if change.by > 0 else 'down'} {abs(change.by)}"
        for change in outcome.changes
        if change.kingdom == kingdom
    ]
    return f"{name_of(world, kingdom)}: {', '.join(found)}" if found else ""


def _tell_named(step: Step, outcome: Outcome, n: int) -> None:
    world = step.world
    for target in outcome.order.targets:
        kingdom = step.get(Kingdom, target)
        rolls = [roll for roll in outcome.rolls if roll.kingdom == target]
        step.tell(
            kingdom.ruler,
            NamedInOrder(
                kingdom=name_of(world, outcome.order.kingdom),
                yours=kingdom.name,
                order=order_words(world, outcome.order),
                rolls="".join(f"You roll {roll_words(roll)}. " for roll in rolls),
                effect=f"{effects_on(world, outcome, target) or 'Nothing changes for you'}.",
            ),
            f"{n}/{target}",
        )


def _tell_disaster(step: Step, outcome: Outcome, n: int) -> None:
    world = step.world
    tell_public(
        step,
        Disaster(
            kingdom=name_of(world, outcome.order.kingdom),
            order=order_words(world, outcome.order),
            fell=effects_on(world, outcome, outcome.order.kingdom),
        ),
        str(n),
    )
