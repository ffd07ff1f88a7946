"""In which language and by which clock somebody reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncpg


async def language_and_zone(
    conn: asyncpg.Connection, campaign_id: str, person: str
) -> tuple[str, str]:
    """Those of the account that leads a person; the campaign's own where nobody does.

    ``gm`` is led by the game master.  Of several accounts, the first that came decides.
    """
    found = await conn.fetchrow(
        """SELECT coalesce(nullif(reads.language, ''), campaign.language),
            coalesce(reads.zone, campaign.zone)
        FROM campaign LEFT JOIN LATERAL (
            SELECT account.language, account.zone FROM membership
            JOIN account ON account.id = account_id
            WHERE membership.campaign_id = campaign.id AND (role = 'player' AND person = $2
                OR role = 'gm' AND $2 = 'gm')
            ORDER BY membership.created, account_id LIMIT 1) AS reads ON true
        WHERE campaign.id = $1""",
        campaign_id,
        person,
    )
    return ("", "UTC") if found is None else (found[0], found[1])


async def read_as(conn: asyncpg.Connection, campaign_id: str, account_id: str) -> None:
    """Let those without an account read in the language and zone of one that there is."""
    await conn.execute(
        """UPDATE campaign SET zone = account.zone,
            language = coalesce(nullif(account.language, ''), campaign.language)
        FROM account WHERE campaign.id = $1 AND account.id = $2""",
        campaign_id,
        account_id,
    )


async def set_reading(
    conn: asyncpg.Connection, campaign_id: str, *, language: str = "", zone: str = ""
) -> bool:
    """Set the language and zone of those without an account; "" leaves one as it is.

    False if there is no such campaign.
    """
    done: bool | None = await conn.fetchval(
        """UPDATE campaign SET language = coalesce(nullif($2, ''), language),
            zone = coalesce(nullif($3, ''), zone) WHERE id = $1 RETURNING true""",
        campaign_id,
        language,
        zone,
    )
    return bool(done)
