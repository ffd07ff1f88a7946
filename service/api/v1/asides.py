"""Out of character: words to the referees, reports, and who is muted."""

from __future__ import annotations

import msgspec

from service.api.endpoint import Asked, Done, Endpoints
from service.intake.speak import clean
from service.people.asides import LONGEST_ASIDE, hear_asides, say_aside, set_mute
from service.people.parts import NotFound, require_referee
from service.store.asides import AsideRow, Muted, answer_aside, muted
from service.store.session import writing
from world.errors import BadInput

endpoints = Endpoints("Out of character")

_MUTE = "/campaigns/{campaign}/persons/{person}/mute"


class SayAside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words to the referees; ``reports`` is the number of a notice of one's ``person``."""

    words: str
    reports: int | None = None
    person: str = ""


class AnswerAside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The referee's answer."""

    answer: str


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why somebody may write no words; he reads it."""

    reason: str


@endpoints.get("/campaigns/{campaign}/asides", gives=list[AsideRow])
async def list_asides(asked: Asked) -> list[AsideRow]:
    """What was said to the referees: one's own, or all of it for them."""
    async with asked.pool.acquire() as conn:
        return await hear_asides(conn, asked.known, asked.path["campaign"])


@endpoints.post("/campaigns/{campaign}/asides", takes=SayAside, gives=AsideRow, scope="play")
async def aside(asked: Asked) -> AsideRow:
    """Say something to the referees out of character, or report what one was sent."""
    said: SayAside = asked.body
    if said.reports is not None and not 0 < said.reports < 2**53:
        raise BadInput("A notice has a number from 1 on; nothing was said.")
    async with writing(asked.pool) as conn:
        return await say_aside(
            conn,
            asked.services.readings,
            asked.known,
            asked.path["campaign"],
            said.words,
            said.reports,
            clean(said.person, "The person"),
        )


@endpoints.post(
    "/campaigns/{campaign}/asides/{n}/answer", takes=AnswerAside, gives=Done, scope="referee"
)
async def answer_to_aside(asked: Asked) -> Done:
    """Answer what was said to the referees."""
    answer = clean(asked.body.answer, "The answer").strip()[:LONGEST_ASIDE]
    n = asked.path["n"]
    async with writing(asked.pool) as conn:
        await require_referee(conn, asked.known, asked.path["campaign"])
        known = n.isascii() and n.isdecimal() and len(n) < 16
        if not known or not await answer_aside(conn, asked.path["campaign"], int(n), answer):
            raise NotFound("Nothing was said under that number; nothing was changed.")
    return Done(done=True)


@endpoints.get("/campaigns/{campaign}/muted", gives=list[Muted], scope="referee")
async def list_muted(asked: Asked) -> list[Muted]:
    """Who may write no words, and why."""
    async with asked.pool.acquire() as conn:
        await require_referee(conn, asked.known, asked.path["campaign"])
        return await muted(conn, asked.path["campaign"])


@endpoints.post(_MUTE, takes=Mute, gives=Done, scope="referee")
async def mute_person(asked: Asked) -> Done:
    """Let a person write no words to others."""
    return await _mute(asked, asked.body.reason, muted=True)


@endpoints.delete(_MUTE, gives=Done, scope="referee")
async def unmute_person(asked: Asked) -> Done:
    """Let a person write again."""
    return await _mute(asked, "", muted=False)


async def _mute(asked: Asked, reason: str, *, muted: bool) -> Done:
    async with writing(asked.pool) as conn:
        await set_mute(
            conn,
            asked.services.readings,
            asked.known,
            asked.path["campaign"],
            asked.path["person"],
            reason,
            muted=muted,
        )
    return Done(done=True)
