"""An order or a roll was wrong: the referee may have it annulled and repeated (K-DEC-10).

Nothing is looked at again unless he wishes it, and left alone everything stands.  Only the turn
that closed last can be mended, and the orders of the one that is open.  What has followed from the
turn meanwhile stands: a comparison of the kingdoms, an event, a coin.
"""

from __future__ import annotations

import msgspec

from world.decision import Choice, Option, Question
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.kingdoms.nouns.audience import public, tell_public
from world.rules.kingdoms.nouns.facts import OrderWithdrawn
from world.rules.kingdoms.nouns.figures import turns
from world.rules.kingdoms.nouns.forum.bbcode import bbcode
from world.rules.kingdoms.nouns.forum.markdown import markdown
from world.rules.kingdoms.nouns.forum.turn import turn_report
from world.rules.kingdoms.nouns.game import GAME_ID, game
from world.rules.kingdoms.nouns.kingdom import Kingdom, in_play, name_of
from world.rules.kingdoms.nouns.offer import Offer
from world.rules.kingdoms.nouns.refusals import kingdom_named, require_referee
from world.rules.kingdoms.nouns.seasons import date
from world.rules.kingdoms.nouns.turn import LAST_TURN_ID, Held, Turn, turn
from world.rules.kingdoms.nouns.words import order_words
from world.rules.kingdoms.review.notices import NOTICES, OrderAnnulled, ReviewKept, RollRepeated
from world.rules.kingdoms.review.orders import Review, What
from world.rules.kingdoms.review.repeating import repeat
from world.step import Step
from world.timeline import Event

chapter = Chapter("review", "Orders and rolls the referee looks at again")
chapter.declare(*NOTICES)


class Reviewed(Event, frozen=True, tag="reviewed"):
    """Whether an order or what came of it stands is settled (K-DEC-10)."""

    number: int
    what: What
    order: Held
    reason: str


@chapter.obeys(Review)
def review(step: Step, order: Review, hand: Hand) -> None:
    """The referee asks himself whether something stands.

    Raises:
        Refused: E-REFEREE, E-TARGET, E-GAME-OVER; E-NOTHING where there is nothing to look at.
    """
    require_referee(hand.author)
    kingdom = kingdom_named(order.kingdom, {k.id: k.name for k in in_play(step.world)})
    if game(step.world).state == "over":
        raise Refused("E-GAME-OVER", "The game is over; everything stands as it is.")
    now = _turn(step, order.what)
    orders = () if now is None else _orders(now, order.what)
    found = [held for held in orders if held.kingdom == kingdom and order.kind in ("", held.kind)]
    if now is None or not found:
        raise Refused(
            "E-NOTHING",
            f"There is no order of {name_of(step.world, kingdom)} to look at; nothing was changed."
            " Only the turn that closed last can be mended (what=roll), and the orders of the one"
            " that is open (what=order).",
        )
    then = Reviewed(
        subject=GAME_ID,
        number=now.number,
        what=order.what,
        order=found[-1],
        reason=f" {order.reason.strip()}" if order.reason.strip() else "",
    )
    _ask(step, then)


def _turn(step: Step, what: What) -> Turn | None:
    if what == "roll":
        return step.find(Turn, LAST_TURN_ID)
    return turn(step.world) if game(step.world).state == "open" else None


def _orders(now: Turn, what: What) -> tuple[Held, ...]:
    return now.orders if what == "order" else tuple(each.order for each in now.outcomes)


def _ask(step: Step, then: Reviewed) -> None:
    name = name_of(step.world, then.order.kingdom)
    words = order_words(step.world, then.order)
    again = "its dice are thrown again" if then.what == "roll" else "another may be given"
    step.ask(
        Question(
            rule="K-DEC-10",
            question=f"Does the order of {name} stand ({words})?",
            who=REFEREE,
            options=(
                Option(name="keep", text="it stands"),
                Option(name="repeat", text=f"it is annulled, and {again}"),
            ),
            default="keep",
            then=then,
            about=(GAME_ID,),
            limit_ms=step.param(turns.TIMEOUT_H) * 3_600_000,
        ),
        f"{then.order.kingdom}/{then.what}",
    )


@chapter.settles(Reviewed)
def reviewed(step: Step, then: Reviewed, choice: Choice) -> None:
    """It stands, or it is annulled and repeated; everybody is told (K-DEC-10).

    Raises:
        Refused: E-TOO-LATE where another turn has closed meanwhile; the question stays open.
    """
    if choice.option == "keep":
        if choice.by is not None:
            _tell(step, then, ReviewKept(**_words(step, then)))
        return
    now = _turn(step, then.what)
    orders = () if now is None else _orders(now, then.what)
    if now is None or now.number != then.number or then.order not in orders:
        raise Refused(
            "E-TOO-LATE",
            "Another turn has closed meanwhile, or the order was taken back; nothing was changed."
            " What came of it stands: answer keep.",
        )
    if then.what == "order":
        _take_back(step, now, then)
        return
    repeat(step, orders.index(then.order))
    last = step.get(Turn, LAST_TURN_ID)
    names = {kingdom.id: kingdom.name for kingdom in step.of(Kingdom)}
    cards = {offer.id: offer.card.title for offer in step.of(Offer)}
    document = turn_report(step.world.params, last, names, cards)
    notice = RollRepeated(**_words(step, then), report=markdown(document), bbcode=bbcode(document))
    tell_public(step, notice)


def _take_back(step: Step, now: Turn, then: Reviewed) -> None:
    place = now.orders.index(then.order)
    left = (*now.orders[:place], *now.orders[place + 1 :])
    step.put(msgspec.structs.replace(now, orders=left))
    _tell(step, then, OrderAnnulled(**_words(step, then)))
    step.happened(OrderWithdrawn(kingdom=then.order.kingdom, order=then.order.kind))


def _tell(step: Step, then: Reviewed, notice: ReviewKept | OrderAnnulled) -> None:
    """An order that nobody else may know of yet is spoken of to its ruler alone (K-RUL-34)."""
    hidden = then.what == "order" and step.param(turns.VISIBILITY) != "public"
    ruler = step.get(Kingdom, then.order.kingdom).ruler
    for person in (REFEREE, ruler) if hidden else public(step.world):
        step.tell(person, notice)


def _words(step: Step, then: Reviewed) -> dict[str, str]:
    now = _turn(step, then.what)
    return {
        "date": "" if now is None else date(now.year, now.season),
        "kingdom": name_of(step.world, then.order.kingdom),
        "order": order_words(step.world, then.order),
        "reason": then.reason,
    }
