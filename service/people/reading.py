"""Who reads: the language and clock that an account chose, its browser likes, or a campaign has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.intake.reading import NoSuchCampaign
from service.language.catalogue import ENGLISH, known_language, wanted_language
from service.language.reader import Reader
from service.people.accounts import known_zone
from service.store.readers import language_and_zone, set_reading

if TYPE_CHECKING:
    import asyncpg

    from service.people.who import Account


async def reader_of(
    conn: asyncpg.Connection, campaign_id: str, person: str, now: int | None = None
) -> Reader:
    """Whoever is told what a person is told; *now* is when it is read (wall µs), if it is now."""
    language, zone = await language_and_zone(conn, campaign_id, person)
    return Reader(language=language or ENGLISH, zone=zone, real=True, now=now)


def who_reads(
    account: Account, liked: str = "", *, real: bool = True, now: int | None = None
) -> Reader:
    """Whoever looks at a page or asks for an answer; *liked* is what Accept-Language says."""
    language = account.language or wanted_language(liked) or ENGLISH
    return Reader(language=language, zone=account.zone, real=real, now=now)


async def set_readers(
    conn: asyncpg.Connection, campaign_id: str, language: str, zone: str
) -> tuple[str, str]:
    """Set in what language and by which clock those read who have no account; "" leaves it.

    Returns both as they are now.

    Raises:
        BadInput: there is no such language.
        Refused: there is no such zone.
        NoSuchCampaign: there is none of that id.
    """
    known_language(language)
    if zone:
        known_zone(zone)
    if not await set_reading(conn, campaign_id, language=language, zone=zone):
        raise NoSuchCampaign(f"There is no campaign {campaign_id[:80]!r}; nothing was changed.")
    return await language_and_zone(conn, campaign_id, "")
