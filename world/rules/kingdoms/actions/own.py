"""Actions of a kingdom that concern its own ratings alone (K-ACT-01, 02, 09, 10, 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.errors import Fault
from world.rules.kingdoms.nouns.figures import actions
from world.rules.kingdoms.nouns.kingdom import Kingdom
from world.rules.kingdoms.nouns.rolls import is_disaster, rating_of, throw
from world.rules.kingdoms.nouns.turn import Change, Held, Outcome

if TYPE_CHECKING:
    from world.param import Param
    from world.rules.kingdoms.nouns.ratings import Rating
    from world.step import Step


def work(step: Step, order: Held) -> Outcome:
    """Work on a rating (K-ACT-01)."""
    return _try(step, order, _named(order), actions.WORK)


def expand(step: Step, order: Held) -> Outcome:
    """Expand a rating: easier, and it may be ruined (K-ACT-02)."""
    rating = _named(order)
    return _try(step, order, rating, actions.EXPAND, actions.EXPAND_DISASTER, falls=rating)


def seek(step: Step, order: Held) -> Outcome:
    """Seek new resources (K-ACT-09)."""
    return _try(step, order, rating_of(step.world.params, "seek"), actions.SEEK)


def festival(step: Step, order: Held) -> Outcome:
    """Host festivals (K-ACT-10)."""
    return _try(step, order, rating_of(step.world.params, "festival"), actions.FESTIVAL)


def draft(step: Step, order: Held) -> Outcome:
    """Draft peasants: the army grows, or the people resent it (K-ACT-11)."""
    rating = rating_of(step.world.params, "draft")
    return _try(step, order, rating, actions.DRAFT, actions.DRAFT_DISASTER, falls="culture")


def _named(order: Held) -> Rating:
    if order.rating is None:
        raise Fault(f"an order to {order.kind} names no rating and should not be held")
    return order.rating


def _try(
    step: Step,
    order: Held,
    rating: Rating,
    need: Param[int],
    disaster: Param[int] | None = None,
    falls: Rating | None = None,
) -> Outcome:
    """Roll with a rating: it goes up, or *falls* goes down where the roll is a disaster."""
    thrown = throw(
        step,
        step.get(Kingdom, order.kingdom),
        rating,
        "actions",
        order.kind,
        need=step.param(need),
        disaster=None if disaster is None else step.param(disaster),
    )
    by = step.param(actions.STEP)
    if thrown.succeeded:
        up = Change(kingdom=order.kingdom, rating=rating, by=by)
        return Outcome(order=order, rolls=(thrown,), changes=(up,), result="success")
    if falls is not None and is_disaster(step.world.params, thrown):
        down = Change(kingdom=order.kingdom, rating=falls, by=-by)
        return Outcome(order=order, rolls=(thrown,), changes=(down,), result="disaster")
    return Outcome(order=order, rolls=(thrown,))
