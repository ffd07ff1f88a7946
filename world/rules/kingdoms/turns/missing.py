"""Missing orders: deadlines, grace, reminders, and what the referee decides (K-DEC-04)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.decision import Choice, Decision, Option, Question
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.recurrence import next_after
from world.rules.kingdoms.nouns.deadline import HOUR_MS, HOUR_US, due, grid, is_due
from world.rules.kingdoms.nouns.facts import OrderEntered
from world.rules.kingdoms.nouns.figures import turns as figures
from world.rules.kingdoms.nouns.game import game
from world.rules.kingdoms.nouns.kingdom import Kingdom, in_play
from world.rules.kingdoms.nouns.seasons import date
from world.rules.kingdoms.nouns.turn import TURN_ID, turn
from world.rules.kingdoms.nouns.words import listed
from world.rules.kingdoms.turns.closing import shut
from world.rules.kingdoms.turns.events import (
    AskAboutMissing,
    DeadlineFell,
    MissingAnswer,
    RemindDue,
)
from world.rules.kingdoms.turns.notices import OrderMissing

if TYPE_CHECKING:
    from world.state import World
    from world.step import Step

MISSING = "K-DEC-04"


def missing(world: World) -> tuple[Kingdom, ...]:
    """Kingdoms in play that have not said all they may, in id order; who passes always is none."""
    held = turn(world).orders
    most = world.params[figures.ACTIONS]
    found = []
    for kingdom in in_play(world):
        own = [order for order in held if order.kingdom == kingdom.id]
        done = len(own) >= most or any(order.kind == "pass" for order in own)
        if not done and not kingdom.passing:
            found.append(kingdom)
    return tuple(found)


def all_in(world: World) -> bool:
    """Whether every kingdom has ordered, at least one has, and nobody is asked (K-RUL-15)."""
    now = turn(world)
    if not now.orders or missing(world):
        return False
    return all(consent.agreed is not None for consent in now.consents)


def close_early(step: Step) -> None:
    """Close the turn if all orders are in."""
    now = game(step.world)
    if now.state == "open" and step.param(figures.EARLY) and all_in(step.world):
        shut(step)


# -- deadlines -----------------------------------------------------------------------------------


def deadline_fell(step: Step, event: DeadlineFell) -> None:
    """The turn closes with passes, unless missing orders are waited for (K-RUL-14, K-RUL-15)."""
    now = game(step.world)
    open_turn = turn(step.world) if now.state == "open" else None
    if open_turn is None or not is_due(step.world, open_turn, event.closes):
        return
    grace = step.param(figures.GRACE_MIN) * 60_000
    waits = step.param(figures.MISSING_ORDER) == "wait"
    if missing(step.world) and (grace or waits) and not _asked(step):
        step.put(msgspec.structs.replace(open_turn, grace=True))
        ask(step, event.closes)
    elif not missing(step.world) or not waits:
        shut(step, event.closes)


def _asked(step: Step) -> bool:
    return any(
        asked.state == "open" and asked.rule == MISSING
        for asked in (
            step.get(Decision, asked_id) for asked_id in sorted(step.world.about.get(TURN_ID, ()))
        )
    )


def remind_due(step: Step, event: RemindDue) -> None:
    """With hidden orders who has not ordered is reminded by the clock, whatever others did."""
    if game(step.world).state != "open":
        return
    at = due(step.world, turn(step.world))
    # Clocks may have been put forward or back in between.
    if at is None or not 0 < at - event.closes <= (step.param(figures.REMIND_H) + 1) * HOUR_US:
        return
    now = turn(step.world)
    if now.reminded == at:
        return
    step.put(msgspec.structs.replace(now, reminded=at))
    for kingdom in missing(step.world):
        remind(step, kingdom, "The deadline is near.")


def remind_last(step: Step) -> None:
    """The one whose order alone is missing is reminded, where orders are public (K-NOT-17)."""
    if step.param(figures.VISIBILITY) != "public" or game(step.world).state != "open":
        return
    left = missing(step.world)
    if len(left) == 1 and turn(step.world).orders:
        remind(step, left[0], "All others have ordered.")


def remind(step: Step, kingdom: Kingdom, why: str) -> None:
    """Tell a ruler that his order is missing."""
    now = turn(step.world)
    step.tell(
        kingdom.ruler,
        OrderMissing(date=date(now.year, now.season), kingdom=kingdom.name, why=why),
    )


# -- the referee ---------------------------------------------------------------------------------


def ask_about_missing(step: Step, event: AskAboutMissing) -> None:
    """A turn without a deadline has been open for long."""
    now = game(step.world)
    if now.state == "open" and now.number == event.number and not all_in(step.world):
        ask(step, 0)


def ask(step: Step, closes: int) -> None:
    """Ask the referee what becomes of missing orders (K-DEC-04).

    ``closes`` is the deadline (wall µs) that has passed; 0 where there is none.
    """
    now = turn(step.world)
    names = listed([kingdom.name for kingdom in missing(step.world)]) or "nobody"
    waits = not closes or step.param(figures.MISSING_ORDER) == "wait"
    grace = step.param(figures.GRACE_MIN) * 60_000
    step.ask(
        Question(
            rule=MISSING,
            question=(
                f"{date(now.year, now.season)}: orders are missing of {names}. What is to become"
                " of the turn?"
            ),
            who=REFEREE,
            options=(
                Option(name="wait", text="go on waiting, until the next deadline if there is one"),
                Option(name="close", text="close the turn; who has not ordered passes"),
                Option(
                    name="enter",
                    text="order for somebody: write the kingdom, a colon, and the order",
                ),
            ),
            default="wait" if waits else "close",
            then=MissingAnswer(subject=TURN_ID, number=now.number, closes=closes),
            about=(TURN_ID,),
            limit_ms=grace if closes and grace else step.param(figures.TIMEOUT_H) * HOUR_MS,
            free_text=True,
        ),
        step.id,
    )


def revise_missing(step: Step, decision: Decision, subject: str) -> Decision | None:
    """The question is none any more once the turn has closed."""
    del subject
    then = step.world.pack.event_decoder.decode(decision.then)
    now = game(step.world)
    return decision if now.state == "open" and now.number == then.number else None


def missing_answer(step: Step, then: MissingAnswer, choice: Choice) -> None:
    """The referee has answered, or has let it pass.

    Raises:
        Refused: E-SYNTAX and whatever refuses the order that is entered.
    """
    now = game(step.world)
    if now.state != "open" or now.number != then.number:
        return
    if choice.option == "close":
        shut(step, then.closes)
    elif choice.option == "wait":
        wait(step, then)
    else:
        kingdom, colon, order = choice.text.partition(":")
        if not colon:
            raise Refused(
                "E-SYNTAX",
                "Write the kingdom, a colon and its order, such as Avalon: work rating=economy;"
                " nothing was decided.",
            )
        step.happened(OrderEntered(kingdom=kingdom.strip(), order=order.strip()))
        if missing(step.world):
            ask(step, then.closes)


def wait(step: Step, then: MissingAnswer) -> None:
    """Go on waiting: until the next deadline, or until the referee is asked again."""
    now = turn(step.world)
    rec = grid(step.world.params)
    if rec is not None:
        deadline = next_after(rec, max(then.closes, now.deadline), None)[0]
        step.put(msgspec.structs.replace(now, deadline=deadline))
        return
    ask(step, 0)
