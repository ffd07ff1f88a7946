"""Orders that ride: handed over, overtaken, and how the answer comes back (C-MSG-07)."""

from __future__ import annotations

import msgspec

from couriers import figures
from couriers.letter import Letter, Report
from couriers.sending import send
from world.dispatch import Delivered, Dispatch, OrderAnswered, OrderHandedOver, OrderObeyed
from world.enclosure import holds
from world.entity import Entity
from world.order import Hand
from world.pack import Chapter
from world.step import Step

chapter = Chapter("order_riding", "Orders by letter, and the answers to them")
chapter.params += [figures.PRECEDENCE]


class Obeyed(Entity, frozen=True, tag="obeyed"):
    """The latest-written order of one kind from one writer that an addressee has obeyed.

    ``order`` is its word; ``written`` (game ms) and ``number`` (its writer's count) say how late.
    """

    writer: str
    to: str
    order: str
    written: int
    number: int


class _Tagged(msgspec.Struct):
    order: str


chapter.declare(Obeyed)


@chapter.on(Delivered)
def receive(step: Step, fact: Delivered) -> None:
    """The order in a letter takes hold, unless a later one has been obeyed already."""
    if not fact.order or fact.intercepted:
        return
    letter = step.get(Letter, fact.letter)
    if not holds(letter.order):
        return
    word = msgspec.json.decode(letter.order, type=_Tagged).order
    last = step.find(Obeyed, _id(step, letter.sender, letter.to, word))
    if (
        last is not None
        and step.param(figures.PRECEDENCE) == "written"
        and (last.written, last.number) > (letter.written, letter.number)
    ):
        _answer(
            step,
            letter,
            Report(
                order=letter.text,
                outcome="overtaken",
                reason="a later order of yours of the same kind had been obeyed already",
            ),
        )
        return
    hand = Hand(
        author=letter.sender,
        receiver=fact.reader,
        number=letter.number,
        written=letter.written,
        by_letter=letter.id,
    )
    step.happened(OrderHandedOver(order=letter.order, hand=hand), letter.id)


@chapter.on(OrderAnswered)
def answered(step: Step, fact: OrderAnswered) -> None:
    """What became of an order by letter rides back to its writer (M-MSG-02)."""
    if fact.hand.by_letter is None:
        return
    letter = step.get(Letter, fact.hand.by_letter)
    if fact.code or not holds(letter.order):
        report = Report(order=letter.text, outcome="refused", code=fact.code, reason=fact.reason)
    else:
        word = msgspec.json.decode(letter.order, type=_Tagged).order
        _remember(step, letter.to, word, fact.hand)
        report = Report(order=letter.text, outcome="accepted")
    _answer(step, letter, report)


@chapter.on(OrderObeyed)
def obeyed(step: Step, fact: OrderObeyed) -> None:
    """An order by word of mouth overtakes older ones on their way, too."""
    _remember(step, fact.hand.receiver, fact.order, fact.hand)


def _id(step: Step, writer: str, to: str, word: str) -> str:
    return step.world.secret.name(f"obeyed/{writer}/{to}/{word}")


def _remember(step: Step, to: str, word: str, hand: Hand) -> None:
    named = _id(step, hand.author, to, word)
    last = step.find(Obeyed, named)
    if last is None or (last.written, last.number) < (hand.written, hand.number):
        step.put(
            Obeyed(
                id=named,
                writer=hand.author,
                to=to,
                order=word,
                written=hand.written,
                number=hand.number,
            )
        )


def _answer(step: Step, letter: Letter, report: Report) -> None:
    """A rider takes the answer to where the order was written, and looks for its writer there."""
    sentence = {
        "accepted": "It has been received and is being carried out.",
        "refused": f"It could not be carried out: {report.reason} ({report.code})",
        "overtaken": f"It was laid aside, for {report.reason}.",
    }[report.outcome]
    dispatch = Dispatch(
        sender=letter.reader or letter.to,
        to=letter.sender,
        text=sentence,
        start=letter.read_at,
        towards=letter.origin,
        answers=letter.id,
        receipt=False,
    )
    send(step, dispatch, report, label=f"answer/{letter.id}")
