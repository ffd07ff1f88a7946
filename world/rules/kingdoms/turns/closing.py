"""A turn closes: its orders are carried out, all changes are made, and everybody is told.

With ``snapshot`` every roll uses the levels of the opening and all changes are made together
(K-RUL-11, K-RUL-12); with ``sequential`` each order finds what those given before it have left.
"""

from __future__ import annotations

import msgspec

from world.rules.kingdoms.nouns.deadline import wall_now
from world.rules.kingdoms.nouns.facts import OrderDue, TurnClosed, YearEnded
from world.rules.kingdoms.nouns.figures import turns as figures
from world.rules.kingdoms.nouns.game import GAME_ID, game
from world.rules.kingdoms.nouns.kingdom import Kingdom, in_play
from world.rules.kingdoms.nouns.levels import change_levels
from world.rules.kingdoms.nouns.turn import (
    LAST_TURN_ID,
    SPECIALS,
    Standing,
    Turn,
    turn,
)
from world.rules.kingdoms.turns import opening
from world.rules.kingdoms.turns.events import CloseTurn
from world.rules.kingdoms.turns.telling import tell_closed
from world.step import Step


def close_turn(step: Step, event: CloseTurn) -> None:
    """Carry out the orders of the turn that was shut (:func:`shut`), and go on."""
    now = game(step.world)
    if now.state != "closing" or now.number != event.number:
        return
    closed = event.closes or wall_now(step)
    step.put(msgspec.structs.replace(now, closed=closed))
    closing = turn(step.world)
    if closing.asks:
        step.cancel(closing.asks)
    before = standings(step)
    step.put(msgspec.structs.replace(closing, before=before))
    _carry_out(step, closing)
    _count_uses(step, turn(step.world))
    done = turn(step.world)
    step.put(
        msgspec.structs.replace(
            done, id=LAST_TURN_ID, orders=closing.orders, asks="", after=standings(step)
        )
    )
    tell_closed(step)
    step.happened(TurnClosed(number=done.number, year=done.year, season=done.season))
    _go_on(step)


def shut(step: Step, closes: int = 0) -> None:
    """The turn takes no more orders from this moment on, and closes at once.

    What follows is an event of its own: should it fail, nobody's order is lost with it.  *closes*
    is the deadline (wall µs) at which it does, if it is one.
    """
    now = game(step.world)
    step.put(msgspec.structs.replace(now, state="closing"))
    close = CloseTurn(subject=GAME_ID, number=now.number, closes=closes)
    step.after_answering(0, close, str(now.number))


def standings(step: Step) -> tuple[Standing, ...]:
    """The kingdoms in play as they stand."""
    return tuple(
        Standing(kingdom=kingdom.id, levels=kingdom.levels, used=kingdom.used, omens=kingdom.omens)
        for kingdom in in_play(step.world)
    )


def _carry_out(step: Step, closing: Turn) -> None:
    one_by_one = step.param(figures.RESOLUTION) == "sequential"
    for n, order in enumerate(closing.orders):
        label = f"{order.kingdom}/{order.kind}"
        if step.param(figures.ACTIONS) > 1:
            label += f"/{n}"
        done = len(turn(step.world).outcomes)
        step.happened(OrderDue(number=closing.number, order=order), label)
        if one_by_one:
            outcomes = turn(step.world).outcomes[done:]
            changes = [change for outcome in outcomes for change in outcome.changes]
            change_levels(step, changes, "turn", label)
    if not one_by_one:
        changes = [change for outcome in turn(step.world).outcomes for change in outcome.changes]
        change_levels(step, changes, "turn")


def _count_uses(step: Step, closing: Turn) -> None:
    """Special actions that were rolled for count for the year (K-TRN-03, K-RUL-16, K-RUL-17)."""
    resolved = step.param(figures.COUNT_ON) == "resolved"
    partners = step.param(figures.COUNTS_PARTNER)
    for use in closing.ordered:
        _use(step, use.kingdom, use.kind)
    for outcome in closing.outcomes:
        kind = outcome.order.kind
        if kind not in SPECIALS or not outcome.rolls:
            continue
        if resolved:
            _use(step, outcome.order.kingdom, kind)
        if partners:
            for target in outcome.order.targets:
                _use(step, target, kind)


def _use(step: Step, kingdom_id: str, kind: str) -> None:
    kingdom = step.get(Kingdom, kingdom_id)
    step.put(msgspec.structs.replace(kingdom, used=(*kingdom.used, kind)))


def _go_on(step: Step) -> None:
    now = game(step.world)
    if now.state != "closing":
        return  # the game has ended with this turn
    season = opening.after(step, now)
    if season is not None:
        opening.come(step, now.year, season)
        return
    step.put(msgspec.structs.replace(now, state="year_end"))
    step.happened(YearEnded(year=now.year))
    opening.go_on(step)
