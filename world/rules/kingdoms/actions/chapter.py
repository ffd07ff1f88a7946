"""What becomes of each action when a turn closes (K-ACT, K-DEC-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from world.decision import Choice, Option, Question
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.kingdoms.actions import other, own
from world.rules.kingdoms.actions.notices import TiesDecided
from world.rules.kingdoms.nouns.audience import tell_public
from world.rules.kingdoms.nouns.deadline import HOUR_MS
from world.rules.kingdoms.nouns.facts import OrderDue
from world.rules.kingdoms.nouns.figures import actions, turns
from world.rules.kingdoms.nouns.kingdom import name_of
from world.rules.kingdoms.nouns.levels import change_levels
from world.rules.kingdoms.nouns.rolls import rating_of
from world.rules.kingdoms.nouns.turn import Change, Held, Outcome, settle
from world.step import Step
from world.timeline import Event

if TYPE_CHECKING:
    from collections.abc import Callable

chapter = Chapter("actions", "What becomes of each action")
chapter.params += actions.ALL
chapter.declare(TiesDecided)

ENDLESS = "K-DEC-05"


class EndlessTies(Event, frozen=True, tag="endless_ties"):
    """The referee has said who gains by ties that came to no end."""

    initiator: str
    target: str


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
    "undermine": other.undermine,
    "attack": other.attack,
    "trade": other.trade,
    "ties": other.ties,
    "pass": let_pass,
}


@chapter.on(OrderDue)
def due(step: Step, fact: OrderDue) -> None:
    """An action is carried out now; what is no action is another chapter's."""
    do = _DO.get(fact.order.kind)
    if do is None:
        return
    outcome = do(step, fact.order)
    settle(step, outcome)
    if other.is_endless(outcome):
        _ask_about(step, outcome)


def _ask_about(step: Step, outcome: Outcome) -> None:
    """Ties that come to no end: nobody gains, unless the referee says otherwise (K-DEC-05)."""
    world = step.world
    initiator, target = outcome.order.kingdom, outcome.order.targets[0]
    step.ask(
        Question(
            rule=ENDLESS,
            question=(
                f"{name_of(world, initiator)} and {name_of(world, target)} have rolled for ties"
                f" {len(outcome.rolls)} times and neither has succeeded. Who gains?"
            ),
            who=REFEREE,
            options=(
                Option(name="nobody", text="nobody gains"),
                Option(name="initiator", text=f"{name_of(world, initiator)} gains"),
                Option(name="target", text=f"{name_of(world, target)} gains"),
            ),
            default="nobody",
            then=EndlessTies(subject=initiator, initiator=initiator, target=target),
            mode="at_once",
            limit_ms=step.param(turns.TIMEOUT_H) * HOUR_MS,
        ),
        initiator,
    )


@chapter.settles(EndlessTies)
def endless(step: Step, then: EndlessTies, choice: Choice) -> None:
    """Whoever is to gain does so at once; everybody is told."""
    if choice.option == "nobody":
        return
    gains = then.initiator if choice.option == "initiator" else then.target
    up = Change(
        kingdom=gains, rating=rating_of(step.world.params, "ties"), by=step.param(actions.STEP)
    )
    change_levels(step, [up], "ties")
    tell_public(
        step,
        TiesDecided(
            kingdom=name_of(step.world, then.initiator),
            target=name_of(step.world, then.target),
            gains=name_of(step.world, gains),
        ),
    )
