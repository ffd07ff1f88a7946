"""The semaphore watch: messages handed in, paid for, looked at and sent on (C-SEM-01)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from couriers import figures, offers, towers
from couriers.cipher import looks_like_cipher
from couriers.line import enter, windows_of
from couriers.sending import send
from couriers.telegram import (
    SendTelegram,
    Telegram,
    TelegramHandedIn,
    TelegramRefused,
    TelegramSent,
    price_of,
    symbols_of,
)
from couriers.towers import Stretch
from couriers.vain import too_late
from couriers.wire import RANK
from world.decision import Choice, Option, Question
from world.dispatch import Dispatch, Fee
from world.enclosure import holds
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.step import Step
from world.timeline import Event

chapter = Chapter("semaphore", "Telegrams: the watch, its price and its clear text")
chapter.params += [
    figures.PRICE,
    figures.PRICE_UNIT,
    figures.URGENT_FACTOR,
    figures.DELAY,
]
chapter.declare(TelegramHandedIn, TelegramRefused, TelegramSent)

_HOUR = 3_600_000


class TelegramGoes(Event, frozen=True, tag="telegram_goes"):
    """A message handed in is sent on (``semaphore.delay`` later)."""

    rank: ClassVar[int] = RANK


class TextJudged(Event, frozen=True, tag="text_judged"):
    """The referee has said whether a text is clear (D-SEM-01)."""

    rank: ClassVar[int] = RANK


@chapter.obeys(SendTelegram)
def hand_in(step: Step, order: SendTelegram, hand: Hand) -> None:
    """A message is handed in at the tower in sight (O-SEMAPHORE).

    Raises:
        Refused: E-SEM-NO-TOWER, E-FUNDS, E-SEM-CIPHER, and as the order's check.
    """
    world = step.world
    author = hand.author
    meant = order.understood(offers.author_view(world, author))
    known = towers.lines(world)
    place = towers.tower_near(world, known, author)
    if place is None:
        raise Refused("E-SEM-NO-TOWER", "There is no semaphore tower in sight; nothing was sent.")
    here = offers.place_name(world, place)
    faults = [
        towers.fault(world, known[line], n, author) for line, n in towers.at_place(known, place)
    ]
    if None not in faults:
        raise Refused(
            "E-SEM-NO-TOWER",
            f"The tower at {here} does not take your message: {faults[0]}. Nothing was sent.",
        )
    if meant.to == place:
        raise Refused("E-SEM-NO-TOWER", f"That is the tower at {here} itself; nothing was sent.")
    if meant.to is not None and towers.route(known, place, meant.to) is None:
        raise Refused(
            "E-SEM-NO-TOWER",
            f"No line leads from {here} to {offers.place_name(world, meant.to)}; nothing was sent.",
        )
    telegram = Telegram(
        id=step.name("telegram"),
        sender=author,
        text=meant.text,
        origin=place,
        to=meant.to,
        symbols=symbols_of(meant.text),
        fee=price_of(meant.text, meant.priority, world.params),
        priority=meant.priority,
        handed_in=step.now,
    )
    _require_funds(step, telegram)
    why = looks_like_cipher(meant.text)
    asked = "D-SEM-01" in step.param(figures.ASKED)
    if why is not None and not asked:
        raise Refused(
            "E-SEM-CIPHER",
            f"The watch turns your message away: {why}. Nothing was sent; write it in clear text.",
        )
    if why is not None:
        refused = msgspec.structs.replace(telegram, state="refused")
        step.put(refused)
        reason = f"it is not in clear text, for {why}"
        notice = TelegramRefused(station=here, text=telegram.text, reason=reason)
        step.tell(author, notice, telegram.id)
        _ask(step, refused, "refuse")
        return
    accept(step, telegram)
    if asked and step.param(figures.DELAY) > 0:
        _ask(step, telegram, "pass")


def _require_funds(step: Step, telegram: Telegram) -> None:
    purse = offers.purse(step.world, telegram.sender)
    if purse is not None and purse < telegram.fee:
        raise Refused(
            "E-FUNDS",
            f"Your message costs {telegram.fee} and you have {purse}; nothing was sent.",
        )


def accept(step: Step, telegram: Telegram) -> None:
    """The watch takes a message and its price; it goes after ``semaphore.delay``."""
    world = step.world
    delay = step.param(figures.DELAY) * _HOUR
    goes = max(windows_of(world)(step.now + delay).opens, step.now + delay)
    step.put(msgspec.structs.replace(telegram, state="held"))
    if telegram.fee and offers.purse(world, telegram.sender) is not None:
        fee = Fee(person=telegram.sender, amount=telegram.fee, what="semaphore")
        step.happened(fee, telegram.id)
    notice = TelegramHandedIn(
        telegram=telegram.id,
        station=offers.place_name(world, telegram.origin),
        text=telegram.text,
        fee=telegram.fee,
        goes=goes,
    )
    step.tell(telegram.sender, notice, telegram.id)
    record = TelegramSent(
        telegram=telegram.id,
        place=telegram.origin,
        to=telegram.to,
        text=telegram.text,
        fee=telegram.fee,
    )
    step.learn(telegram.sender, record)
    if delay:
        step.after(delay, TelegramGoes(subject=telegram.id))
    else:
        go(step, step.get(Telegram, telegram.id))


@chapter.handles(TelegramGoes)
def goes(step: Step, event: TelegramGoes) -> None:
    """It goes, unless the referee has stopped it meanwhile."""
    telegram = step.get(Telegram, event.subject)
    if telegram.state == "held":
        go(step, telegram)


def go(step: Step, telegram: Telegram) -> None:
    """A message comes to the lines of its tower, or to the first stretch of its way."""
    known = towers.lines(step.world)
    if telegram.to is not None:
        way = towers.route(known, telegram.origin, telegram.to) or ()
        enter(step, telegram, way[0], way[1:])
        return
    for line, n in towers.at_place(known, telegram.origin):
        telegram = step.get(Telegram, telegram.id)
        if line not in telegram.lines:
            enter(step, telegram, Stretch(line, n, n))


# -- the referee ---------------------------------------------------------------------------------


def _ask(step: Step, telegram: Telegram, default: str) -> None:
    name = step.world.pack.answers.title(step.world, telegram.sender)
    question = Question(
        rule="D-SEM-01",
        question=f"Is this telegram of {name} in clear text? “{telegram.text}”",
        who=REFEREE,
        options=(
            Option(name="pass", text="it goes"),
            Option(name="refuse", text="the watch turns it away"),
        ),
        default=default,
        then=TextJudged(subject=telegram.id),
        about=(telegram.id,),
        mode="at_once",
    )
    step.ask(question, telegram.id)


@chapter.settles(TextJudged)
def text_judged(step: Step, then: TextJudged, choice: Choice) -> None:
    """Its default was applied when it was handed in; what has been signalled cannot be unread."""
    telegram = step.get(Telegram, then.subject)
    if choice.amends is None:
        return
    station = offers.place_name(step.world, telegram.origin)
    if choice.option == "pass" and telegram.state == "refused":
        purse = offers.purse(step.world, telegram.sender)
        if purse is None or purse >= telegram.fee:
            accept(step, telegram)
        else:
            too_late(step, choice, f"it costs {telegram.fee} and its sender has {purse} by now")
    elif choice.option == "refuse" and telegram.state == "held":
        step.put(msgspec.structs.replace(telegram, state="refused"))
        if telegram.fee and offers.purse(step.world, telegram.sender) is not None:
            fee = Fee(person=telegram.sender, amount=-telegram.fee, what="semaphore")
            step.happened(fee, telegram.id)
        reason = choice.text or "it is not in clear text"
        notice = TelegramRefused(station=station, text=telegram.text, reason=reason)
        step.tell(telegram.sender, notice, telegram.id)
    else:
        too_late(step, choice, "the message has gone, and what has been signalled is read")


@chapter.on(Dispatch)
def carry(step: Step, fact: Dispatch) -> None:
    """A pack's dispatch by semaphore goes free and unlooked at; without a tower, by rider."""
    if fact.means != "semaphore":
        return
    known = towers.lines(step.world)
    place = towers.tower_near(step.world, known, fact.sender)
    if place is None or holds(fact.order):
        send(step, msgspec.structs.replace(fact, means="messenger"))
        return
    telegram = Telegram(
        id=step.name(f"telegram/{fact.label}"),
        sender=fact.sender,
        text=fact.text,
        origin=place,
        to=_reached(known, place, fact.towards),
        symbols=max(symbols_of(fact.text), 1),
        fee=0,
        priority="usual",
        handed_in=step.now,
    )
    step.put(telegram)
    go(step, telegram)


def _reached(known: dict[str, towers.SemaphoreLine], start: str, end: str | None) -> str | None:
    there = end is not None and end != start and towers.route(known, start, end) is not None
    return end if there else None
