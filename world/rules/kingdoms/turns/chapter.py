"""Seasons, the turns in them, their deadlines and their close (K-TRN, K-DEC-04)."""

from __future__ import annotations

import msgspec

from world.decision import Decision
from world.kernel.deciding import withdraw
from world.order import Hand
from world.pack import Chapter
from world.rules.kingdoms.nouns.audience import tell_public
from world.rules.kingdoms.nouns.deadline import RECURRENCE, earlier, grid, wall_now
from world.rules.kingdoms.nouns.facts import (
    ConsentGiven,
    Freed,
    GameEnded,
    GameStarted,
    KingdomRemoved,
    OrderHeld,
    TurnOpened,
)
from world.rules.kingdoms.nouns.figures import rating, rolls, turns
from world.rules.kingdoms.nouns.game import GAME_ID, Game, game
from world.rules.kingdoms.nouns.kingdom import name_of
from world.rules.kingdoms.nouns.turn import Turn
from world.rules.kingdoms.turns import closing, missing, notices, opening
from world.rules.kingdoms.turns.events import (
    AskAboutMissing,
    BeginYear,
    CloseTurn,
    DeadlineFell,
    MissingAnswer,
    OpenTurn,
    RemindDue,
)
from world.rules.kingdoms.turns.orders import CloseTurnNow
from world.step import Step

chapter = Chapter("turns", "Seasons, the turns in them, their deadlines and their close")
chapter.params += [*turns.ALL, *rating.ALL, *rolls.ALL]
chapter.declare(
    Game,
    Turn,
    notices.TurnBegun,
    notices.TurnOver,
    notices.Disaster,
    notices.NamedInOrder,
    notices.OrderMissing,
    notices.GameOver,
)
chapter.handles(OpenTurn)(opening.open_turn)
chapter.handles(BeginYear)(opening.begin_year)
chapter.handles(CloseTurn)(closing.close_turn)
chapter.handles(DeadlineFell)(missing.deadline_fell)
chapter.handles(RemindDue)(missing.remind_due)
chapter.handles(AskAboutMissing)(missing.ask_about_missing)
chapter.settles(MissingAnswer)(missing.missing_answer)

_REMINDER = "reminder"


@chapter.on(GameStarted)
def started(step: Step, fact: GameStarted) -> None:
    """The first turn comes, in the first season of year 1 (K-RUL-13); deadlines run from now on."""
    del fact
    now = game(step.world)
    step.put(msgspec.structs.replace(now, closed=wall_now(step)))
    rec = grid(step.world.params)
    if rec is not None:
        step.every(RECURRENCE, rec, DeadlineFell(subject=GAME_ID))
        if step.param(turns.VISIBILITY) == "until_close":
            before = earlier(rec, step.param(turns.REMIND_H))
            step.every(_REMINDER, before, RemindDue(subject=GAME_ID))
    opening.come(step, 1, now.season)


@chapter.on(Freed)
def freed(step: Step, fact: Freed) -> None:
    """What was waited for has come (K-RUL-41)."""
    del fact
    opening.go_on(step)


@chapter.on(TurnOpened)
def turn_opened(step: Step, fact: TurnOpened) -> None:
    """Orders that were held already may be all there are."""
    del fact
    missing.close_early(step)


@chapter.on(OrderHeld)
def order_held(step: Step, fact: OrderHeld) -> None:
    """The turn closes as soon as every kingdom has an order (K-RUL-15)."""
    del fact
    missing.close_early(step)
    missing.remind_last(step)


@chapter.on(ConsentGiven)
def consent_given(step: Step, fact: ConsentGiven) -> None:
    """What a turn whose orders are all in has waited for may have come."""
    del fact
    missing.close_early(step)


@chapter.on(KingdomRemoved)
def kingdom_removed(step: Step, fact: KingdomRemoved) -> None:
    """The one whose order was missing may have been removed."""
    del fact
    missing.close_early(step)


@chapter.on(GameEnded)
def ended(step: Step, fact: GameEnded) -> None:
    """The game is over: nothing is asked and no deadline falls any more (K-VIC-01)."""
    now = game(step.world)
    if now.state == "over":
        return
    step.put(msgspec.structs.replace(now, state="over", winner=fact.winner, waits=()))
    step.stop(RECURRENCE, GAME_ID)
    step.stop(_REMINDER, GAME_ID)
    for decision in step.of(Decision):
        if decision.state == "open":
            withdraw(step, decision, "the game is over")
    if fact.winner is None:
        text = f"Nobody has won. {fact.why}".strip()
    else:
        text = f"{name_of(step.world, fact.winner)} has won. {fact.why}".strip()
    tell_public(step, notices.GameOver(text=text))


@chapter.obeys(CloseTurnNow)
def close_now(step: Step, order: CloseTurnNow, hand: Hand) -> None:
    """The referee closes the turn (K-DEC-04).

    Raises:
        Refused: as the order's check.
    """
    order.check(step.world.pack.view(step.world, hand.author))
    closing.shut(step)
