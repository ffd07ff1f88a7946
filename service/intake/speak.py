"""Say something to a campaign: an order, an answer, a change of the clock."""

from __future__ import annotations

import contextlib
import secrets
import unicodedata
from typing import TYPE_CHECKING, Any, TypeGuard

import msgspec

from service.intake.expected import Expected, expected_of
from service.store.asides import mute_reason
from service.store.hints import try_hint
from service.store.inbox import waiting_inputs
from service.store.inputs import receive, said_under
from service.store.instants import clock_us
from service.store.session import writing
from world.clock import Clock
from world.decision import Decision
from world.errors import BadInput, Refused
from world.kernel.hearing import changed_clock
from world.kernel.nouns import CLOCK_ID, REFEREE
from world.order import Order, require_sound, to_text
from world.ordertext import parse_order
from world.said import (
    AnswerDecision,
    GiveOrder,
    HoldClock,
    Outage,
    ResumeClock,
    Saying,
    SetRate,
    decode,
    encode,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    import asyncpg

    from service.intake.reading import Readings
    from service.store.inbox import WaitingInput
    from world.pack import Pack, View
    from world.state import World

#: Characters (or bytes) of one saying; a letter is far shorter, and nothing longer is read.
LARGEST = 100_000
#: Characters of what stands in a title or a list.
LONGEST_LINE = 300


class Receipt(msgspec.Struct, frozen=True):
    """What was understood and kept.

    ``echo`` repeats it in words; ``n`` numbers it among what the person has said; ``received`` is
    the wall instant (µs); ``again`` says that the same key had brought it before; ``expected`` is
    when what an order sends somewhere should be there, where its author can tell; None ``again``.
    """

    campaign: str
    person: str
    n: int
    received: int
    echo: str
    again: bool = False
    expected: Expected | None = None


def clean(text: str | bytes, what: str = "That text") -> str:
    """Text that can be kept and shown.

    Raises:
        BadInput: it is no UTF-8, too long, or holds NUL or other control characters.
    """
    if len(text) > LARGEST:
        raise BadInput(
            f"{what} is {len(text):,} long; at most {LARGEST:,} are read. Nothing was kept; make it"
            " shorter, or send it in several letters."
        )
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            raise BadInput(
                f"{what} is not UTF-8 (byte {error.start}); nothing was kept. Send it as UTF-8."
            ) from None
    for place, character in enumerate(text):
        if unicodedata.category(character) in {"Cc", "Cs"} and character not in "\n\t":
            raise BadInput(
                f"{what} holds the control character U+{ord(character):04X} at place {place + 1};"
                " nothing was kept. Remove it and send again."
            )
    return text


def require_clean(value: Any) -> None:
    """Refuse plain values that hold text which cannot be kept.

    Raises:
        BadInput: as :func:`clean`.
    """
    if isinstance(value, str):
        clean(value)
    elif isinstance(value, dict):
        for part in value.values():
            require_clean(part)
    elif isinstance(value, list):
        for part in value:
            require_clean(part)


def require_person(world: World, person: str) -> None:
    """Refuse a speaker whom the campaign does not know.

    Raises:
        BadInput: nobody is called that; the message asks back and never guesses.
    """
    if person != REFEREE and person not in world.pack.answers.persons(world):
        raise BadInput(
            f"Nobody in this campaign is called {person!r}; nothing was kept. Give the person's id."
        )


async def give_order(
    pool: asyncpg.Pool,
    readings: Readings,
    campaign_id: str,
    person: str,
    order: str | Order,
    key: str = "",
) -> Receipt:
    """Keep an order, given in its text form or as its type.

    Raises:
        Refused: it was not understood, or its author can know that it is impossible.
        BadInput: it holds what cannot be kept.
    """
    async with writing(pool) as conn:
        world = await readings.world(conn, campaign_id)
        require_person(world, person)
        if isinstance(order, str):
            text = clean(order, "That order")
            order = parse_order(world.pack, text, referee=person == REFEREE)
        require_clean(msgspec.to_builtins(order))
        body = GiveOrder(order=msgspec.Raw(msgspec.json.encode(order, order="deterministic")))
        # Said again, it is the same order still, though much may have happened since.
        if await said_before(conn, campaign_id, person, key) != body:
            view = world.pack.view(world, person)
            require_sound(order, world.pack, view)
            if person != REFEREE and has_words(order, world.pack, view):
                await _require_voice(conn, campaign_id, person)
        kept = await keep(conn, campaign_id, person, body, key, to_text(order))
        if kept.again:  # it may have set out long ago, and this would be of one that sets out now
            return kept
        return msgspec.structs.replace(kept, expected=expected_of(world, person, order))


#: Fields of orders that hold words for others to read.
_WORDS = frozenset(("text", "body", "introduction", "wording"))


async def _require_voice(conn: asyncpg.Connection, campaign_id: str, person: str) -> None:
    """Refuse words of a person whom the referee has muted.

    Raises:
        Refused: E-MUTED.
    """
    reason = await mute_reason(conn, campaign_id, person)
    if reason is not None:
        raise Refused(
            "E-MUTED",
            f"The referee has stopped your letters: {reason}. Nothing was sent; orders without"
            " words go as before, and you can write to the referee out of character.",
        )


def has_words(order: Order, pack: Pack, view: View) -> bool:
    """Whether an order, or one that it holds as text, has words for others to read.

    Raises:
        Refused: an order that it holds was not understood.
    """
    if any(getattr(order, name) for name in _WORDS & set(order.__struct_fields__)):
        return True
    return any(has_words(each, pack, view) for each in order.orders_within(pack, view))


async def answer_decision(
    pool: asyncpg.Pool,
    readings: Readings,
    campaign_id: str,
    person: str,
    decision: str,
    option: str,
    text: str = "",
    key: str = "",
    *,
    revision: int | None = None,
) -> Receipt:
    """Keep an answer to a decision, named by its id or the id's first characters.

    *revision* is the one that was shown, where the answer may have been long on its way.

    Raises:
        Refused: it is not put to that person, not open, has changed, or has no such option.
    """
    async with writing(pool) as conn:
        world = await readings.world(conn, campaign_id)
        require_person(world, person)
        said = await said_before(conn, campaign_id, person, key)
        if _is_answer(said, world, clean(decision), clean(option), clean(text)):
            return await keep(conn, campaign_id, person, said, key, f"{decision} — {option}")
        asked = find_decision(world, person, decision)
        if revision not in {None, asked.revision}:
            raise Refused(
                "E-REVISION",
                "The question has changed since you saw it; nothing was decided. Read it again and"
                " answer the new one.",
            )
        asked.require_answer(option, text)
        body = AnswerDecision(decision=asked.id, option=option, text=text, revision=asked.revision)
        echo = f"{asked.question} — {option}"
        return await keep(conn, campaign_id, person, body, key, echo)


def _is_answer(
    said: Saying | None, world: World, decision: str, option: str, text: str
) -> TypeGuard[AnswerDecision]:
    """Whether this was the answer that was given."""
    if not isinstance(said, AnswerDecision) or (said.option, said.text) != (option, text):
        return False
    asked = world.find(Decision, said.decision)
    return said.decision.startswith(decision) or (asked is not None and asked.rule == decision)


def find_decision(world: World, person: str, name: str) -> Decision:
    """The open decision of a person that a name means.

    Raises:
        Refused: none, or more than one.
    """
    mine = [d for d in world.of(Decision) if d.who == person and d.state == "open"]
    found = [d for d in mine if name and (d.id.startswith(name) or d.rule == name)]
    if len(found) == 1:
        return found[0]
    _refuse_if_late(world, person, name, among=len(found))
    listed = "; ".join(f"{d.id[:8]} ({d.rule}) {d.question}" for d in mine) or "none"
    what = "No open decision" if not found else "More than one open decision"
    raise Refused(
        "E-NO-DECISION",
        f"{what} put to {person} is called {name[:40]!r}; nothing was decided. Open: {listed}.",
    )


def _refuse_if_late(world: World, person: str, name: str, among: int) -> None:
    """Say so where a name means no open decision, but one that is settled by now.

    Raises:
        Refused: it came too late, and why.
    """
    settled = [
        d
        for d in world.of(Decision)
        if d.who == person
        and d.state != "open"
        and name
        and (d.id.startswith(name) or d.rule == name)
    ]
    if among or not settled:
        return
    last = max(settled, key=lambda d: (d.settled or 0, d.id))
    how = {
        "answered": f"you answered it before ({last.choice})",
        "defaulted": f"nobody had answered in time, so it is {last.choice}, its default",
        "withdrawn": "it was withdrawn, since what it was about had changed",
    }[last.state]
    raise Refused(
        "E-NO-DECISION",
        f"Your answer came too late and changed nothing: {how}. The question was: {last.question}",
    )


async def change_clock(
    pool: asyncpg.Pool,
    readings: Readings,
    campaign_id: str,
    body: HoldClock | ResumeClock | SetRate,
    key: str = "",
    person: str = REFEREE,
) -> Receipt:
    """Keep a pause, its end, or a new rate.

    Raises:
        Refused: by the clock, with what to do.
    """
    if isinstance(body, HoldClock):
        for what, text in (("The reason", body.reason), ("The span", body.words)):
            if len(clean(text, what)) > LONGEST_LINE:
                raise BadInput(
                    f"{what} is {len(text)} characters long; at most {LONGEST_LINE} are kept."
                    " Nothing was changed; say it shorter."
                )
    async with writing(pool) as conn:
        said = await said_before(conn, campaign_id, person, key)
        if said is not None and _same_change(said, body):
            return await keep(conn, campaign_id, person, said, key, _clock_words(body))
        # In this order: what is taken meanwhile is seen twice rather than not at all.
        waiting = await waiting_inputs(conn, campaign_id)
        world = await readings.world(conn, campaign_id)
        now = await clock_us(conn)
        clock = clock_to_be(world, waiting)
        changed_clock(clock, body, max(now, clock.wall(world.now) or 0), person, world.params)
        return await keep(conn, campaign_id, person, body, key, _clock_words(body))


def clock_to_be(world: World, waiting: Iterable[WaitingInput]) -> Clock:
    """The clock as it will be when what was said before has come into force."""
    clock = world.get(Clock, CLOCK_ID)
    for one in waiting:
        with contextlib.suppress(msgspec.ValidationError, Refused):
            body = decode(one.body)
            if isinstance(body, HoldClock | ResumeClock | SetRate | Outage):
                wall = max(one.received, clock.wall(world.now) or 0)
                clock = changed_clock(clock, body, wall, one.person, world.params)
    return clock


def _same_change(said: Saying, body: Saying) -> bool:
    """Whether a change of the clock is the one that was said, as far as words can tell."""
    if isinstance(said, HoldClock) and isinstance(body, HoldClock) and body.words:
        return (said.words, said.reason) == (body.words, body.reason)
    return said == body


def _clock_words(body: Saying) -> str:
    if isinstance(body, HoldClock):
        return f"pause ({body.reason})"
    if isinstance(body, SetRate):
        return f"rate {body.numerator}:{body.denominator}"
    return "resume" if isinstance(body, ResumeClock) else "a new clock"


async def said_before(
    conn: asyncpg.Connection, campaign_id: str, person: str, key: str
) -> Saying | None:
    """What a person said under a key, as far as this release can read it."""
    body = None if not key else await said_under(conn, campaign_id, person, clean(key, "The key"))
    if body is None:
        return None
    try:
        return decode(body)
    except msgspec.ValidationError:
        return None


async def keep(
    conn: asyncpg.Connection, campaign_id: str, person: str, body: Saying, key: str, echo: str
) -> Receipt:
    """Keep what was said and checked, once under one key."""
    key = clean(key, "The key") or secrets.token_hex(12)
    kept = await receive(conn, campaign_id, person, key, encode(body))
    await try_hint(conn, campaign_id)
    return Receipt(campaign_id, person, kept.n, kept.received, echo, kept.again)
