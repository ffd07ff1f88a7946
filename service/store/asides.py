"""Words to the referee out of character, and persons who may write no words for a while.

No part of the world: the game never reads it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from service.store.instants import to_us

if TYPE_CHECKING:
    import asyncpg


class AsideRow(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody said to the referees; instants are wall µs.

    Attributes:
        person: whom the account leads, if anybody.
        about: of a report, what it quotes.
        answer: the referees' answer, empty while there is none.
    """

    n: int
    account_id: str
    person: str
    kind: Literal["note", "report"]
    about: str
    words: str
    at: int
    answer: str
    answered: int | None


class Muted(msgspec.Struct, frozen=True, kw_only=True):
    """A person who may write no words, why, and since when (wall µs)."""

    person: str
    reason: str
    since: int


_ROW = "n, account_id, person, kind, about, words, at, answer, answered"


def _row(found: asyncpg.Record) -> AsideRow:
    answered = found["answered"]
    return AsideRow(
        **{
            **dict(found),
            "at": to_us(found["at"]),
            "answered": None if answered is None else to_us(answered),
        }
    )


async def add_aside(
    conn: asyncpg.Connection,
    campaign_id: str,
    account_id: str,
    person: str,
    kind: Literal["note", "report"],
    about: str,
    words: str,
) -> AsideRow:
    """Keep what somebody said to the referees."""
    found = await conn.fetchrow(
        f"""INSERT INTO aside (campaign_id, account_id, person, kind, about, words)
        VALUES ($1, $2, $3, $4, $5, $6) RETURNING {_ROW}""",  # noqa: S608
        campaign_id,
        account_id,
        person,
        kind,
        about,
        words,
    )
    return _row(found)


async def unanswered(conn: asyncpg.Connection, campaign_id: str, account_id: str | None) -> int:
    """How much waits for an answer, of one account or of all."""
    count: int = await conn.fetchval(
        """SELECT count(*) FROM aside WHERE campaign_id = $1 AND answered IS NULL
            AND ($2::text IS NULL OR account_id = $2)""",
        campaign_id,
        account_id,
    )
    return count


async def asides(
    conn: asyncpg.Connection, campaign_id: str, account_id: str | None, limit: int = 200
) -> list[AsideRow]:
    """What was said to the referees, by one account or by all, the newest first."""
    found = await conn.fetch(
        f"""SELECT {_ROW} FROM aside WHERE campaign_id = $1
            AND ($2::text IS NULL OR account_id = $2) ORDER BY n DESC LIMIT $3""",  # noqa: S608
        campaign_id,
        account_id,
        limit,
    )
    return [_row(row) for row in found]


async def answer_aside(conn: asyncpg.Connection, campaign_id: str, n: int, answer: str) -> bool:
    """Answer it; False if there is none of that number."""
    done: bool | None = await conn.fetchval(
        """UPDATE aside SET answer = $3, answered = clock_timestamp()
        WHERE campaign_id = $1 AND n = $2 RETURNING true""",
        campaign_id,
        n,
        answer,
    )
    return bool(done)


async def mute(conn: asyncpg.Connection, campaign_id: str, person: str, reason: str) -> None:
    """Let a person write no words."""
    await conn.execute(
        """INSERT INTO muted (campaign_id, person, reason) VALUES ($1, $2, $3)
        ON CONFLICT (campaign_id, person) DO UPDATE SET reason = excluded.reason""",
        campaign_id,
        person,
        reason,
    )


async def unmute(conn: asyncpg.Connection, campaign_id: str, person: str) -> bool:
    """Let a person write again; False if he could."""
    done: bool | None = await conn.fetchval(
        "DELETE FROM muted WHERE campaign_id = $1 AND person = $2 RETURNING true",
        campaign_id,
        person,
    )
    return bool(done)


async def muted(conn: asyncpg.Connection, campaign_id: str) -> list[Muted]:
    """Who may write no words."""
    found = await conn.fetch(
        "SELECT person, reason, since FROM muted WHERE campaign_id = $1 ORDER BY person",
        campaign_id,
    )
    return [Muted(**{**dict(row), "since": to_us(row["since"])}) for row in found]


async def mute_reason(conn: asyncpg.Connection, campaign_id: str, person: str) -> str | None:
    """Why a person may write no words; None where he may."""
    reason: str | None = await conn.fetchval(
        "SELECT reason FROM muted WHERE campaign_id = $1 AND person = $2", campaign_id, person
    )
    return reason
