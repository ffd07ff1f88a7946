"""What a person sees: the page, the notices, the record, and the decisions put to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from service.api.endpoint import AFTER, LIMIT, LONGEST_PAGE, USUAL_PAGE, Asked, Endpoints
from service.notify.wording import word
from service.people.parts import require_voice
from service.people.reading import who_reads
from service.store.papers import read_known, read_notices
from service.waiting import until, waiting
from world.decision import Option

if TYPE_CHECKING:
    from service.language.reader import Reader
    from service.store.papers import SentNotice
    from world.state import World

endpoints = Endpoints("A person's papers")

_PERSON = "/campaigns/{campaign}/persons/{person}"


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A notice: the ``n``-th of its person; ``date`` in the campaign's calendar."""

    n: int
    id: str
    kind: str
    date: str
    title: str
    text: str
    parts: dict[str, Any]


def told_of(world: World, notice: SentNotice, reader: Reader) -> Told:
    """A notice as somebody reads it."""
    said = word(world, notice.body, notice.at, reader)
    parts = msgspec.json.decode(notice.body)
    parts.pop("kind")
    return Told(
        n=notice.n,
        id=notice.id,
        kind=notice.kind,
        date=said.date,
        title=said.title,
        text=said.text,
        parts=parts,
    )


class Notices(msgspec.Struct, frozen=True):
    """Some notices, the oldest first; ``next`` is the number to go on after, if there are more."""

    notices: list[Told]
    next: int | None


class Noted(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a person's record: what was learnt, when, and all that is known of it."""

    n: int
    date: str
    parts: dict[str, Any]


class Record(msgspec.Struct, frozen=True):
    """Some lines of a record, the oldest first; ``next`` is the number to go on after, if any."""

    lines: list[Noted]
    next: int | None


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """An open decision; ``until`` is when its default is taken, in UTC, if it has a limit."""

    id: str
    rule: str
    question: str
    options: tuple[Option, ...]
    default: str
    revision: int
    free_text: bool
    until: str | None


@endpoints.get(f"{_PERSON}/page", gives=dict[str, Any])
async def page(asked: Asked) -> Any:
    """Everything a person's page is drawn from: what their commander knows."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=False)
        world = await asked.services.readings.world(conn, campaign)
        return msgspec.to_builtins(world.pack.view(world, person))


@endpoints.get(f"{_PERSON}/notices", gives=Notices, query=(AFTER, LIMIT))
async def notices(asked: Asked) -> Notices:
    """What a person was told, the oldest first."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    after, limit = asked.number("after", 0, 0, 2**53), _limit(asked)
    async with asked.pool.acquire() as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=False)
        world = await asked.services.readings.recent(conn, campaign)
        found = await read_notices(conn, campaign, person, after, limit)
    told = [told_of(world, notice, who_reads(asked.known.account)) for notice in found]
    return Notices(told, told[-1].n if len(told) == limit else None)


@endpoints.get(f"{_PERSON}/record", gives=Record, query=(AFTER, LIMIT))
async def record(asked: Asked) -> Record:
    """What a person has learnt, the oldest first."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    after, limit = asked.number("after", 0, 0, 2**53), _limit(asked)
    async with asked.pool.acquire() as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=False)
        world = await asked.services.readings.recent(conn, campaign)
        found = await read_known(conn, campaign, person, after, limit)
    lines = [
        Noted(
            n=line.n,
            date=world.calendar.format(line.at, "datetime"),
            parts=msgspec.json.decode(line.body),
        )
        for line in found
    ]
    return Record(lines, lines[-1].n if len(lines) == limit else None)


@endpoints.get(f"{_PERSON}/decisions", gives=list[Question])
async def decisions(asked: Asked) -> list[Question]:
    """The decisions that wait for a person, the most urgent first."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=False)
        world = await asked.services.readings.world(conn, campaign)
    return [
        Question(
            id=one.id,
            rule=one.rule,
            question=one.question,
            options=one.options,
            default=one.default,
            revision=one.revision,
            free_text=one.free_text,
            until=until(world, one),
        )
        for one in waiting(world, person)
    ]


def _limit(asked: Asked) -> int:
    return asked.number("limit", USUAL_PAGE, 1, LONGEST_PAGE)
