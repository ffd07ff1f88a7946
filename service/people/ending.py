"""A campaign's end: ended for good, an epilogue written, its books opened; and what all then read.

Nothing is told that was secret, unless the game master opens the books: then whoever has a part in
the campaign reads everybody's papers, the journal and all that was so, as its referees do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.intake.speak import clean
from service.people.handing import require_gm
from service.people.parts import is_referee, parts_in
from service.store.campaigns import campaign_name, campaign_secret
from service.store.channels import list_channels
from service.store.deliveries import Words, say
from service.store.endings import (
    end_campaign,
    ending_of,
    open_books,
    parts_played,
    set_epilogue,
)
from service.store.inbox import untaken
from service.store.memberships import note
from world.clock import utc
from world.dice import Secret
from world.errors import BadInput, Refused
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings
    from service.people.who import Who

LONGEST_EPILOGUE = 20_000


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """Who was who: a part, how its person was spoken of, and what the account is called."""

    role: str
    person: str
    title: str
    name: str


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How a campaign ended.

    Attributes:
        date: when, in its calendar.
        ended: when, in UTC.
        epilogue: what the game master wrote of it.
        opened: whether its books are open: everybody with a part reads everything.
        cast: who was who, where the books are open, and for referees.
        secret: of its dice, in hex; ``commitment`` was published when it began.
        untaken: how many things the reader's own persons said in the last moment before the end,
            that were kept and never done.
    """

    date: str
    ended: str
    epilogue: str
    opened: bool
    cast: list[Played]
    secret: str
    commitment: str
    untaken: int = 0


async def end(
    conn: asyncpg.Connection,
    who: Who,
    campaign_id: str,
    epilogue: str,
    *,
    sure: str,
    opened: bool,
) -> None:
    """End a campaign for good, with an epilogue that may be empty; all who play are told so.

    Raises:
        NotAllowed: not a game master.
        BadInput: *sure* is not the campaign's id, or the epilogue cannot be kept.
        Refused: E-ENDED, where it has ended before.
    """
    await require_gm(conn, who, campaign_id)
    if sure.strip() != campaign_id:
        raise BadInput(
            f"Write {campaign_id} to be sure; nothing was changed, and the campaign goes on."
        )
    epilogue = _sound(epilogue)
    if not await close_campaign(conn, campaign_id, epilogue, opened=opened, by=who.account.id):
        raise Refused("E-ENDED", "This campaign has ended before; nothing was changed.")


async def close_campaign(
    conn: asyncpg.Connection, campaign_id: str, epilogue: str, *, opened: bool, by: str = ""
) -> bool:
    """End a campaign, by the account of a game master or by the operator's shell.

    Returns whether it was running.
    """
    async with conn.transaction():
        if not await end_campaign(conn, campaign_id):
            return False
        await set_epilogue(conn, campaign_id, epilogue)
        if opened:
            await open_books(conn, campaign_id)
        await note(conn, campaign_id, by, "ended", _what(opened=opened))
        await _tell_all(conn, campaign_id, epilogue)
    return True


async def amend(
    conn: asyncpg.Connection, who: Who, campaign_id: str, epilogue: str, *, opened: bool
) -> None:
    """Write the epilogue anew and, if wanted, open the books; open, they are not closed again.

    Raises:
        NotAllowed: not a game master.
        BadInput: the epilogue cannot be kept.
        Refused: E-RUNNING, where the campaign has not ended.
    """
    await require_gm(conn, who, campaign_id)
    epilogue = _sound(epilogue)
    async with conn.transaction():
        if not await set_epilogue(conn, campaign_id, epilogue):
            raise Refused("E-RUNNING", "This campaign has not ended; nothing was changed.")
        now_open = opened and await open_books(conn, campaign_id)
        await note(conn, campaign_id, who.account.id, "epilogue", _what(opened=now_open))


#: What was kept is not taken any more once a campaign has ended: its author is to know.
_TOO_LATE = "What you said last reached it as it ended and was not done any more."


async def _tell_all(conn: asyncpg.Connection, campaign_id: str, epilogue: str) -> None:
    """Tell on every channel that is open that the campaign has ended."""
    name = await campaign_name(conn, campaign_id) or campaign_id
    text = epilogue or "It can be read as before, and everybody may take a copy of what was theirs."
    words = Words(kind="campaign_ended", title=f"{name} has ended", text=text)
    waits = await untaken(conn, campaign_id)
    for channel in await list_channels(conn, campaign_id):
        if channel.state == "active":
            mine = words
            if channel.person in waits:
                mine = msgspec.structs.replace(words, text=f"{text}\n\n{_TOO_LATE}")
            await say(conn, campaign_id, channel.id, mine)


async def ending(
    conn: asyncpg.Connection, readings: Readings, who: Who, campaign_id: str
) -> Ended | None:
    """How a campaign ended, as somebody with a part in it may know it; None while it runs.

    Raises:
        NoSuchCampaign: no part in it.
    """
    parts = await parts_in(conn, who, campaign_id)
    found = await ending_of(conn, campaign_id)
    if found is None:
        return None
    world = await readings.world(conn, campaign_id)
    secret = await campaign_secret(conn, campaign_id) or b""
    mine = {part.person or (REFEREE if is_referee([part]) else "") for part in parts}
    waits = await untaken(conn, campaign_id)
    cast = []
    if found.opened or is_referee(parts):
        cast = [
            Played(
                role=role,
                person=person,
                title=world.pack.answers.title(world, person) if person else "",
                name=name,
            )
            for role, person, name in await parts_played(conn, campaign_id)
        ]
    return Ended(
        date=world.calendar.format(world.now, "datetime"),
        ended=utc(found.ended),
        epilogue=found.epilogue,
        opened=found.opened,
        cast=cast,
        secret=secret.hex(),
        commitment=Secret(secret).commitment,
        untaken=sum(count for person, count in waits.items() if person in mine),
    )


def _sound(epilogue: str) -> str:
    epilogue = clean(epilogue, "The epilogue").strip()
    if len(epilogue) > LONGEST_EPILOGUE:
        raise BadInput(
            f"The epilogue has {len(epilogue):,} characters; at most {LONGEST_EPILOGUE:,} are kept."
            " Nothing was changed; make it shorter."
        )
    return epilogue


def _what(*, opened: bool) -> str:
    return "its books are open" if opened else ""
