"""What people are told when a turn has closed (K-NOT-07, K-NOT-08, K-NOT-09)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.rules.kingdoms.nouns.audience import tell_public
from world.rules.kingdoms.nouns.kingdom import Kingdom, in_play, name_of
from world.rules.kingdoms.nouns.ratings import RATINGS, level_text
from world.rules.kingdoms.nouns.seasons import date
from world.rules.kingdoms.nouns.turn import LAST_TURN_ID, Outcome, Turn
from world.rules.kingdoms.nouns.words import order_words, roll_words
from world.rules.kingdoms.turns.notices import Disaster, NamedInOrder, TurnOver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from world.state import World
    from world.step import Step

_NAMED = ("undermine", "attack", "trade", "ties")
_RESULTS = {
    "success": "It succeeds.",
    "nothing": "Nothing comes of it.",
    "disaster": "It is a disaster.",
    "void": "It could not be done.",
}


def tell_closed(step: Step) -> None:
    """Everybody gets the report; who was named, and every disaster, is told of besides."""
    closed = step.get(Turn, LAST_TURN_ID)
    when = date(closed.year, closed.season)
    tell_public(step, TurnOver(date=when, report="\n".join(report_lines(step.world, closed))))
    for n, outcome in enumerate(closed.outcomes):
        if outcome.order.kind in _NAMED:
            _tell_named(step, outcome, n)
        if outcome.result == "disaster":
            _tell_disaster(step, outcome, n)


def report_lines(world: World, closed: Turn) -> Iterator[str]:
    """The report of a turn: orders, rolls, results, who passed, and levels that changed."""
    for outcome in closed.outcomes:
        yield from outcome_lines(world, outcome)
    given = {outcome.order.kingdom for outcome in closed.outcomes}
    for kingdom in in_play(world):
        if kingdom.id not in given:
            yield f"{kingdom.name} passes."
    yield from level_lines(world, closed)


def outcome_lines(world: World, outcome: Outcome) -> Iterator[str]:
    """One order, each of its rolls, and what came of it."""
    order = outcome.order
    yield f"{name_of(world, order.kingdom)}: {order_words(world, order)}."
    for thrown in outcome.rolls:
        yield f"  {name_of(world, thrown.kingdom)} rolls {roll_words(thrown)}."
    if order.kind != "pass":
        yield f"  {outcome.note or _RESULTS[outcome.result]}"


def level_lines(world: World, closed: Turn) -> Iterator[str]:
    """Every level that is another than before, with both names."""
    before = {standing.kingdom: standing.levels for standing in closed.before}
    for standing in closed.after:
        old = before.get(standing.kingdom, standing.levels)
        for rating in RATINGS:
            was, now = old.of(rating), standing.levels.of(rating)
            if was != now:
                yield (
                    f"{name_of(world, standing.kingdom)}: {level_text(world.params, rating, was)}"
                    f" becomes {level_text(world.params, rating, now)}."
                )


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
