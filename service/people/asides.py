"""Talk to the referees out of character, reports of letters, and what referees do about them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from service.intake.speak import LONGEST_LINE, clean, require_person
from service.notify.wording import word
from service.people.parts import is_referee, parts_in, require_referee, require_scope
from service.store.asides import AsideRow, add_aside, asides, mute, unanswered, unmute
from service.store.memberships import note
from service.store.papers import read_notices
from world.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings
    from service.people.who import Membership, Who

LONGEST_ASIDE = 4_000
#: Words of one account that may wait for an answer.
WAITING = 20


async def say_aside(
    conn: asyncpg.Connection,
    readings: Readings,
    who: Who,
    campaign_id: str,
    words: str,
    reports: int | None = None,
    person: str = "",
) -> AsideRow:
    """Say something to the referees; with *reports*, about a notice of one's *person*.

    Raises:
        NoSuchCampaign: no part in it.
        BadInput: no words, too many, or no such notice.
    """
    parts = await parts_in(conn, who, campaign_id)
    require_scope(who, "play")
    mine = [part.person for part in parts if part.person]
    person = person or (mine[0] if mine else "")
    if person and person not in mine:
        raise BadInput(f"{person[:80]!r} is not yours to lead; nothing was said.")
    words = clean(words, "What you say").strip()
    if not words or len(words) > LONGEST_ASIDE:
        raise BadInput(
            f"Say it in 1 to {LONGEST_ASIDE} characters; you have {len(words)}. Nothing was said."
        )
    if await unanswered(conn, campaign_id, who.account.id) >= WAITING:
        raise BadInput(
            f"{WAITING} of your words wait for an answer; nothing was said. Wait for the referee."
        )
    about, kind = "", _KIND[reports is not None]
    if reports is not None:
        about = await _quoted(conn, readings, campaign_id, person, reports)
    return await add_aside(conn, campaign_id, who.account.id, person, kind, about, words)


_KIND: dict[bool, Literal["note", "report"]] = {False: "note", True: "report"}


async def _quoted(
    conn: asyncpg.Connection, readings: Readings, campaign_id: str, person: str, n: int
) -> str:
    found = [] if not person else await read_notices(conn, campaign_id, person, n - 1, 1)
    if not found or found[0].n != n:
        raise BadInput(f"You were sent nothing of number {n}; nothing was reported.")
    world = await readings.recent(conn, campaign_id)
    said = word(world, found[0].body, found[0].at)
    return f"{said.date}: {said.title}\n{said.text}"


async def hear_asides(conn: asyncpg.Connection, who: Who, campaign_id: str) -> list[AsideRow]:
    """What was said to the referees: all of it for them, one's own for others.

    Raises:
        NoSuchCampaign: no part in it.
    """
    parts: list[Membership] = await parts_in(conn, who, campaign_id)
    return await asides(conn, campaign_id, None if is_referee(parts) else who.account.id)


async def set_mute(
    conn: asyncpg.Connection,
    readings: Readings,
    who: Who,
    campaign_id: str,
    person: str,
    reason: str,
    *,
    muted: bool,
) -> None:
    """Let a person write no words to others, or let him again; noted in the audit.

    Raises:
        NotAllowed: not a referee.
        BadInput: nobody is called that, or there is no reason.
    """
    await require_referee(conn, who, campaign_id)
    require_person(await readings.recent(conn, campaign_id), person)
    reason = clean(reason, "The reason").strip()
    if muted and (not reason or len(reason) > LONGEST_LINE):
        raise BadInput(
            f"Give a reason of 1 to {LONGEST_LINE} characters: {person} reads it. Nothing was"
            " changed."
        )
    async with conn.transaction():
        if muted:
            await mute(conn, campaign_id, person, reason)
        else:
            await unmute(conn, campaign_id, person)
        action = "muted" if muted else "unmuted"
        await note(conn, campaign_id, who.account.id, action, f"{person}: {reason}".strip(": "))
