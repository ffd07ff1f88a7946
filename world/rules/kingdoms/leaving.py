"""Players who leave, and what becomes of their kingdoms (K-DEC-06, K-DEC-07)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.decision import Choice, Decision, Option, Question
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.kingdoms.nouns.audience import tell_public
from world.rules.kingdoms.nouns.deadline import HOUR_MS
from world.rules.kingdoms.nouns.facts import GameEnded, KingdomRemoved, RulerChanged
from world.rules.kingdoms.nouns.figures import creation, turns
from world.rules.kingdoms.nouns.game import game
from world.rules.kingdoms.nouns.kingdom import Kingdom, in_play, ruled_by
from world.rules.kingdoms.nouns.refusals import kingdom_named, require_referee
from world.rules.kingdoms.nouns.seat import Seat, require_player_name, seat_id
from world.rules.kingdoms.nouns.turn import TURN_ID, Turn
from world.rules.kingdoms.nouns.view import kingdoms_view
from world.step import Step
from world.timeline import Event

chapter = Chapter("leaving", "Players who leave, and what becomes of their kingdoms")

LEFT = "K-DEC-06"
TOO_FEW = "K-DEC-07"


class PlayerLeft(Order, frozen=True, tag="player_left"):
    """Say that the player of a kingdom has left (the referee's); you are asked what follows.

    Attributes:
        kingdom: its name.
    """

    summary: ClassVar[str] = "say that a kingdom's player has left"
    rules: ClassVar[tuple[str, ...]] = (LEFT,)
    for_referee: ClassVar[bool] = True
    kingdom: str

    def check(self, view: View) -> None:
        """Refuse where nobody of that name is in play.

        Raises:
            Refused: E-REFEREE, E-NOT-STARTED, E-GAME-OVER, E-TARGET.
        """
        require_referee(view.person)
        desk = kingdoms_view(view).desk
        if desk.state in {"forming", "over"}:
            desk.require_open()
        kingdom_named(self.kingdom, desk.names)


class LeftAnswer(Event, frozen=True, tag="left_answer"):
    """The referee has said what becomes of a kingdom whose player has left."""


class TooFewAnswer(Event, frozen=True, tag="too_few_answer"):
    """The referee has said whether a game with few kingdoms goes on."""


class KingdomLeft(Notice, frozen=True, tag="kingdom_left"):
    """What becomes of a kingdom whose player has left (K-DEC-06)."""

    title: ClassVar[str] = "The player of {kingdom} has left"
    wording: ClassVar[str] = "{player} has left the game. {what}"
    kingdom: str
    player: str
    what: str


chapter.declare(KingdomLeft)


@chapter.obeys(PlayerLeft)
def left(step: Step, order: PlayerLeft, hand: Hand) -> None:
    """The referee is asked what becomes of the kingdom (K-DEC-06).

    Raises:
        Refused: as the order's check.
    """
    page = kingdoms_view(step.world.pack.view(step.world, hand.author))
    order.check(page)
    kingdom = step.get(Kingdom, kingdom_named(order.kingdom, page.desk.names))
    step.ask(
        Question(
            rule=LEFT,
            question=f"{kingdom.ruler} has left. What becomes of {kingdom.name}?",
            who=REFEREE,
            options=(
                Option(name="pass", text="it passes each turn"),
                Option(name="ruler", text="somebody else rules it: write the new player's name"),
                Option(name="remove", text="it is taken out of the game"),
            ),
            default="pass",
            then=LeftAnswer(subject=kingdom.id),
            about=(kingdom.id,),
            limit_ms=step.param(turns.TIMEOUT_H) * HOUR_MS,
            free_text=True,
        ),
        kingdom.id,
    )


def revise_left(step: Step, decision: Decision, subject: str) -> Decision | None:
    """A kingdom that is no longer in play needs no ruler."""
    return decision if step.get(Kingdom, subject).state == "in_play" else None


@chapter.settles(LeftAnswer)
def left_answer(step: Step, then: LeftAnswer, choice: Choice) -> None:
    """The referee has answered, or has let it pass (K-DEC-06).

    Raises:
        Refused: E-PLAYER, E-ONE-PER-USER for the new ruler.
    """
    kingdom = step.get(Kingdom, then.subject)
    if kingdom.state != "in_play":
        return
    if choice.option == "ruler":
        hand_over(step, kingdom, choice.text.strip())
    elif choice.option == "remove":
        remove(step, kingdom)
    else:
        _leave(step, kingdom.ruler)
        step.put(msgspec.structs.replace(kingdom, passing=True))
        _tell(step, kingdom, f"{kingdom.name} passes each turn.")


def hand_over(step: Step, kingdom: Kingdom, person: str) -> None:
    """Somebody else rules a kingdom from now on.

    Raises:
        Refused: E-PLAYER, E-ONE-PER-USER.
    """
    require_player_name(person)
    other = ruled_by(step.world, person)
    if other is not None:
        raise Refused(
            "E-ONE-PER-USER",
            f"{person} rules {other.name}, and there is one kingdom for each player; nothing was"
            " decided. Name somebody else.",
        )
    _leave(step, kingdom.ruler)
    step.put(Seat(id=seat_id(person), person=person))
    step.put(msgspec.structs.replace(kingdom, ruler=person, passing=False))
    _tell(step, kingdom, f"{person} rules {kingdom.name} from now on.")
    step.happened(RulerChanged(kingdom=kingdom.id, before=kingdom.ruler, after=person), kingdom.id)


def remove(step: Step, kingdom: Kingdom) -> None:
    """A kingdom is taken out of the game, with the order it had given."""
    step.put(msgspec.structs.replace(kingdom, state="removed"))
    now = step.find(Turn, TURN_ID)
    if now is not None:
        orders = tuple(order for order in now.orders if order.kingdom != kingdom.id)
        step.put(msgspec.structs.replace(now, orders=orders))
    _leave(step, kingdom.ruler)
    _tell(step, kingdom, f"{kingdom.name} is in play no more.")
    step.happened(KingdomRemoved(kingdom=kingdom.id), kingdom.id)
    if len(in_play(step.world)) < step.param(creation.PLAYERS_MIN):
        _ask_whether_to_go_on(step)


def _leave(step: Step, person: str) -> None:
    seat = step.find(Seat, seat_id(person))
    if seat is not None:
        step.put(msgspec.structs.replace(seat, left=True))


def _tell(step: Step, kingdom: Kingdom, what: str) -> None:
    tell_public(step, KingdomLeft(kingdom=kingdom.name, player=kingdom.ruler, what=what))


def _ask_whether_to_go_on(step: Step) -> None:
    """Fewer kingdoms than a game begins with (K-DEC-07)."""
    left_in_play = len(in_play(step.world))
    step.ask(
        Question(
            rule=TOO_FEW,
            question=f"{left_in_play} kingdoms are left. Does the game go on?",
            who=REFEREE,
            options=(
                Option(name="go_on", text="the game goes on"),
                Option(name="end", text="it ends and nobody has won"),
            ),
            default="go_on",
            then=TooFewAnswer(subject="game"),
            limit_ms=step.param(turns.TIMEOUT_H) * HOUR_MS,
        )
    )


@chapter.settles(TooFewAnswer)
def too_few_answer(step: Step, then: TooFewAnswer, choice: Choice) -> None:
    """The referee has answered, or has let it pass (K-DEC-07)."""
    del then
    if choice.option == "end" and game(step.world).state != "over":
        step.happened(GameEnded(why="Too few kingdoms are left."))
