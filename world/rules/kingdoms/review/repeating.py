"""An order of the last turn is carried out again, as if the first time had never been (K-DEC-10).

Everything is set as it stood when the order was carried out, the order is announced anew, so that
its own chapter rolls with fresh dice, and everything is set back; the levels then move by what the
turn's sums have changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.rules.kingdoms.nouns.facts import OrderDue, OrderRepeated
from world.rules.kingdoms.nouns.figures import turns
from world.rules.kingdoms.nouns.game import game
from world.rules.kingdoms.nouns.kingdom import Kingdom
from world.rules.kingdoms.nouns.levels import change_levels, changed
from world.rules.kingdoms.nouns.offer import Offer
from world.rules.kingdoms.nouns.ratings import RATINGS, Levels
from world.rules.kingdoms.nouns.turn import (
    LAST_TURN_ID,
    TURN_ID,
    Change,
    Outcome,
    Standing,
    Turn,
    turn,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from world.param import Params
    from world.step import Step


def repeat(step: Step, place: int) -> None:
    """Annul one outcome of the last turn and carry its order out again."""
    last = step.get(Turn, LAST_TURN_ID)
    outcome = _again(step, last, place)
    outcomes = (*last.outcomes[:place], *outcome, *last.outcomes[place + 1 :])
    after = _after(step, last, outcomes)
    step.put(msgspec.structs.replace(last, outcomes=outcomes, after=after))
    change_levels(step, _differences(last.after, after), "repeated")
    fact = OrderRepeated(kingdom=last.outcomes[place].order.kingdom, place=place)
    step.happened(fact, str(place))


def _again(step: Step, last: Turn, place: int) -> tuple[Outcome, ...]:
    """Carry the order out in the world as it was; nothing but its outcome is left of that."""
    order = last.outcomes[place].order
    then, now, kingdoms = game(step.world), turn(step.world), step.of(Kingdom)
    step.put(
        msgspec.structs.replace(
            then, number=last.number, year=last.year, season=last.season, state="closing"
        )
    )
    step.put(msgspec.structs.replace(last, id=TURN_ID, outcomes=()))
    levels = _levels_at(step.world.params, last, place)
    for standing in last.before:
        kingdom = step.get(Kingdom, standing.kingdom)
        as_it_was = msgspec.structs.replace(
            kingdom, levels=levels[kingdom.id], used=standing.used, omens=standing.omens
        )
        step.put(as_it_was)
    offer = step.find(Offer, order.offer) if order.offer else None
    if offer is not None:
        left = tuple(kingdom for kingdom in offer.done if kingdom != order.kingdom)
        step.put(msgspec.structs.replace(offer, done=left))
    with step.within("repeated"):
        step.happened(OrderDue(number=last.number, order=order), order.kingdom)
    outcomes = turn(step.world).outcomes
    for entity in (then, now, *kingdoms):
        step.put(entity)
    return outcomes


def _levels_at(params: Params, last: Turn, place: int) -> dict[str, Levels]:
    """The levels an order found: those of the opening, or what the orders before it had left."""
    levels = {standing.kingdom: standing.levels for standing in last.before}
    if params[turns.RESOLUTION] == "sequential":
        for outcome in last.outcomes[:place]:
            _apply(params, levels, outcome.changes)
    return levels


def _after(step: Step, last: Turn, outcomes: tuple[Outcome, ...]) -> tuple[Standing, ...]:
    """The kingdoms as they would stand after these outcomes (K-RUL-11, K-RUL-12)."""
    params = step.world.params
    levels = {standing.kingdom: standing.levels for standing in last.before}
    if params[turns.RESOLUTION] == "sequential":
        for outcome in outcomes:
            _apply(params, levels, outcome.changes)
    else:
        _apply(params, levels, [change for outcome in outcomes for change in outcome.changes])
    return tuple(
        msgspec.structs.replace(standing, levels=levels[standing.kingdom])
        for standing in last.after
        if standing.kingdom in levels
    )


def _apply(params: Params, levels: dict[str, Levels], changes: Iterable[Change]) -> None:
    by_kingdom: dict[str, list[Change]] = {}
    for change in changes:
        by_kingdom.setdefault(change.kingdom, []).append(change)
    for kingdom, found in by_kingdom.items():
        pairs = [(change.rating, change.by) for change in found]
        levels[kingdom] = changed(params, levels[kingdom], pairs)


def _differences(before: tuple[Standing, ...], after: tuple[Standing, ...]) -> list[Change]:
    old = {standing.kingdom: standing.levels for standing in before}
    return [
        Change(kingdom=standing.kingdom, rating=rating, by=by)
        for standing in after
        for rating in RATINGS
        if (by := standing.levels.of(rating) - old[standing.kingdom].of(rating))
    ]
