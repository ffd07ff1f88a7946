"""What becomes of each action when a turn closes (K-ACT)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from world.pack import Chapter
from world.rules.kingdoms.actions import own
from world.rules.kingdoms.nouns.facts import OrderDue
from world.rules.kingdoms.nouns.figures import actions
from world.rules.kingdoms.nouns.turn import Held, Outcome, settle
from world.step import Step

if TYPE_CHECKING:
    from collections.abc import Callable

chapter = Chapter("actions", "What becomes of each action")
chapter.params += actions.ALL


def let_pass(step: Step, order: Held) -> Outcome:
    """A kingdom passes (K-ORD-12)."""
    del step
    return Outcome(order=order)


_DO: Final[dict[str, Callable[[Step, Held], Outcome]]] = {
    "work": own.work,
    "expand": own.expand,
    "seek": own.seek,
    "festival": own.festival,
    "draft": own.draft,
    "pass": let_pass,
}


@chapter.on(OrderDue)
def due(step: Step, fact: OrderDue) -> None:
    """An action is carried out now; what is no action is another chapter's."""
    do = _DO.get(fact.order.kind)
    if do is not None:
        settle(step, do(step, fact.order))
