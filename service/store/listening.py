"""What streams of notices ask for: all of a process's streams at once, never one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.people.who import Membership

if TYPE_CHECKING:
    from collections.abc import Iterable

    import asyncpg


async def notice_counts(conn: asyncpg.Connection, campaign_ids: Iterable[str]) -> dict[str, int]:
    """How many notices each of these campaigns has ever committed; one narrow row a campaign."""
    found = await conn.fetch(
        "SELECT campaign_id, notices FROM due WHERE campaign_id = ANY($1::text[])",
        list(campaign_ids),
    )
    return {row[0]: row[1] for row in found}


async def last_notice_numbers(
    conn: asyncpg.Connection, persons: Iterable[tuple[str, str]]
) -> dict[tuple[str, str], int]:
    """The number of the newest notice of each ``(campaign, person)``; 0 where there is none."""
    pairs = list(persons)
    found = await conn.fetch(
        """SELECT p.campaign_id, p.person, coalesce((SELECT n FROM notice
            WHERE notice.campaign_id = p.campaign_id AND notice.person = p.person
            ORDER BY n DESC LIMIT 1), 0)
        FROM unnest($1::text[], $2::text[]) AS p (campaign_id, person)""",
        [campaign for campaign, _ in pairs],
        [person for _, person in pairs],
    )
    return {(row[0], row[1]): row[2] for row in found}


async def in_force(conn: asyncpg.Connection, credential_ids: Iterable[str]) -> set[str]:
    """Those of these credentials that still stand for somebody."""
    found = await conn.fetch(
        """SELECT id FROM credential WHERE id = ANY($1::text[])
            AND (expires IS NULL OR expires > clock_timestamp())""",
        list(credential_ids),
    )
    return {row[0] for row in found}


async def parts_of_all(
    conn: asyncpg.Connection, account_ids: Iterable[str]
) -> dict[tuple[str, str], list[Membership]]:
    """The parts of these accounts, by ``(account, campaign)``."""
    found = await conn.fetch(
        """SELECT campaign_id, account_id, role, person FROM membership
        WHERE account_id = ANY($1::text[]) ORDER BY campaign_id, account_id, role, person""",
        list(account_ids),
    )
    parts: dict[tuple[str, str], list[Membership]] = {}
    for row in found:
        part = Membership(**dict(row))
        parts.setdefault((part.account_id, part.campaign_id), []).append(part)
    return parts
