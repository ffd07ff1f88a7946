"""What a mail does: a letter, an answer, orders; each by the one door, once under its key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from couriers.offers import called
from service.intake.expected import said_to
from service.intake.speak import answer_decision, find_decision, give_order, said_before
from service.language.reader import ANYBODY
from service.language.saying import Speech
from service.papers.letters import prospects
from service.post.addresses import Thread
from service.post.understanding import choice_in, listed, orders_in
from service.store.campaigns import show_campaign
from world.decision import Decision
from world.errors import BadInput, GalloperError, Refused
from world.order import to_text
from world.ordertext import read_form
from world.said import AnswerDecision

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings
    from service.language.reader import Reader
    from service.store.mails import MailRow
    from world.order import Order
    from world.state import World

#: Characters of somebody's words that a receipt repeats.
_ECHOED = 4_000


class Outcome(msgspec.Struct, frozen=True):
    """What became of a mail, in words; ``thread`` is what is answered next."""

    fate: str
    title: str
    text: str
    thread: Thread


async def do(
    pool: asyncpg.Pool,
    readings: Readings,
    mail: MailRow,
    words: str | GalloperError,
    reader: Reader = ANYBODY,
) -> Outcome:
    """Do what a mail says, and say what was understood; or what was not and why.

    Done again, after a daemon was killed, it does nothing twice and says the same.

    Args:
        pool: the database.
        readings: worlds to look at.
        mail: the mail.
        words: its writer's own words, or why they could not be read.
        reader: in whose language its writer is told.
    """
    speech = Speech(reader)
    thread = Thread(mail.kind, mail.about, mail.detail)
    try:
        if isinstance(words, GalloperError):
            raise words
        await _require_running(pool, mail.campaign_id)
        if not words:
            raise BadInput(
                "Your mail holds no words of your own besides what it quotes, signs or encloses;"
                " nothing was done. Write above what you answer, as text."
            )
        match mail.kind:
            case "letter":
                return await _letter(pool, readings, mail, words, speech)
            case "decision":
                return await _decision(pool, readings, mail, words, speech)
            case "orders":
                return await _orders(pool, readings, mail, words, speech)
    except GalloperError as error:
        if isinstance(error, _Asked):
            thread = error.thread
        text = f"{_why(error)}{_yours(words, speech)}"
        return Outcome("refused", speech.say("Not done"), text, thread)


def _why(error: GalloperError) -> str:
    return error.text if isinstance(error, Refused) else str(error)


class _Asked(Refused):
    """A question that has changed is put again, at an address of its own."""

    def __init__(self, text: str, thread: Thread) -> None:
        super().__init__("E-REVISION", text)
        self.thread = thread


async def _require_running(pool: asyncpg.Pool, campaign_id: str) -> None:
    async with pool.acquire() as conn:
        row = await show_campaign(conn, campaign_id)
    if row is None or row.state == "ended":
        raise BadInput("This campaign has ended; nothing was done. Nothing more is played in it.")


def _yours(words: str | GalloperError, speech: Speech) -> str:
    if not isinstance(words, str) or not words:
        return ""
    wrote = speech.say("You wrote:")
    return f"\n\n{wrote}\n\n{_echo(words)}"


def _echo(words: str) -> str:
    shown = words if len(words) <= _ECHOED else f"{words[:_ECHOED]} …"
    return "\n".join(f"    {line}" for line in shown.splitlines())


def key_of(mail: MailRow, number: int = 0) -> str:
    """The key under which what a mail says is kept."""
    return f"mail-{mail.key}" + (f"-{number}" if number else "")


async def _letter(
    pool: asyncpg.Pool, readings: Readings, mail: MailRow, words: str, speech: Speech
) -> Outcome:
    async with pool.acquire() as conn:
        world = await readings.world(conn, mail.campaign_id)
        if "letter" not in world.pack.orders:
            raise BadInput("Nobody writes letters in this game; nothing was sent.")
        blanks = {"to": mail.detail, "text": words, "answers": mail.about}
        order = read_form(world.pack, "letter", blanks)
        when = _when(world, mail.person, mail.detail, speech)
        name = called(world, mail.person, mail.detail)
    await give_order(pool, readings, mail.campaign_id, mail.person, order, key_of(mail))
    handed = speech.say("Your answer to {name} was handed to a rider.", name=name)
    text = f"{handed}{when}{_yours(words, speech)}"
    title = speech.say("Understood: your letter to {name}", name=name)
    return Outcome("letter", title, text, _thread(mail))


def _when(world: World, person: str, to: str, speech: Speech) -> str:
    """When a rider may be there, by what his sender believes; empty where that cannot be said."""
    try:
        found = prospects(world, person, to)
    except Refused:
        return ""
    if found.expected is None:
        return " " + speech.say("Nobody can tell you when he may be there.")
    first, last = found.expected
    return " " + speech.say(
        "If you are right about the country between, he is at {place} by {first}; if all of it is"
        " the enemy's, by {last}.",
        place=found.rider.place,
        first=first,
        last=last,
    )


async def _decision(
    pool: asyncpg.Pool, readings: Readings, mail: MailRow, words: str, speech: Speech
) -> Outcome:
    campaign, person, key = mail.campaign_id, mail.person, key_of(mail)
    async with pool.acquire() as conn:
        said = await said_before(conn, campaign, person, key)
        world = await readings.world(conn, campaign)
        asked = world.find(Decision, mail.about)
        if isinstance(said, AnswerDecision):
            option, text = said.option, said.text
        else:
            if asked is None or asked.who != person or asked.state != "open":
                asked = find_decision(world, person, mail.about)
            if str(asked.revision) != mail.detail:
                raise _Asked(
                    "The question has changed since the mail that you answer; nothing was decided."
                    f" It is now: {asked.question}\n\n{listed(asked)}\n\nAnswer this mail with one"
                    " of these in the first line.",
                    Thread("decision", asked.id, str(asked.revision)),
                )
            meant = choice_in(asked, words)
            option, text = meant.option, meant.text
    revision = int(mail.detail) if mail.detail.isdecimal() else None
    await answer_decision(
        pool, readings, campaign, person, mail.about, option, text, key, revision=revision
    )
    question = "" if asked is None else f"{asked.question}\n\n"
    shown = question + speech.say("Your answer: {option}", option=option)
    if asked is not None:
        shown += "".join(f" ({one.text})" for one in asked.options if one.name == option)
    if text:
        words = speech.say("Your words:")
        shown += f"\n\n{words}\n\n{_echo(text)}"
    title = speech.say("Understood: {what}", what=option)
    return Outcome("decision", title, shown, _thread(mail))


async def _orders(
    pool: asyncpg.Pool, readings: Readings, mail: MailRow, words: str, speech: Speech
) -> Outcome:
    async with pool.acquire() as conn:
        world = await readings.world(conn, mail.campaign_id)
    orders = orders_in(world.pack, words)
    given: list[str] = []
    shown: list[str] = []
    for number, order in enumerate(orders, 1):
        try:
            receipt = await give_order(
                pool, readings, mail.campaign_id, mail.person, order, key_of(mail, number)
            )
        except (Refused, BadInput) as error:
            return _stopped(mail, shown, orders[number - 1 :], _why(error), speech)
        given.append(receipt.echo)
        due = said_to(receipt.expected, world, speech.reader)
        shown.append(f"{receipt.echo}\n {due}" if due else receipt.echo)
    taken = speech.say("Taken: {many:count|order|orders}", many=len(given))
    text = f"{taken}\n\n{_echo(chr(10).join(shown))}\n\n"
    text += speech.say("You hear of what comes of it.")
    what = given[0] if len(given) == 1 else speech.say("{many:count|order|orders}", many=len(given))
    title = speech.say("Understood: {what}", what=what)
    return Outcome("orders", title, text, _thread(mail))


def _stopped(
    mail: MailRow, given: list[str], left: list[Order], why: str, speech: Speech
) -> Outcome:
    """What to say where one of several orders was refused: those behind it may build on it."""
    refused, *rest = [to_text(order) for order in left]
    vain = speech.say("Not ordered:")
    text = f"{vain}\n\n{_echo(refused)}\n\n{why}"
    if rest:
        behind = speech.say("Nor, since they stood behind it:")
        text += f"\n\n{behind}\n\n{_echo(chr(10).join(rest))}"
    if given:
        taken = speech.say("Taken: {many:count|order|orders}", many=len(given))
        text = f"{taken}\n\n{_echo(chr(10).join(given))}\n\n{text}"
    title = speech.say("Not ordered")
    return Outcome("partly" if given else "refused", title, text, _thread(mail))


def _thread(mail: MailRow) -> Thread:
    return Thread(mail.kind, mail.about, mail.detail)
