"""Letting anybody look on at a campaign, without an account and some while later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.people.handing import require_gm
from service.store.memberships import note
from service.store.public import set_public

if TYPE_CHECKING:
    import asyncpg

    from service.people.who import Who


async def let_look_on(
    conn: asyncpg.Connection, who: Who, campaign_id: str, *, public: bool
) -> None:
    """Let anybody read a campaign's news, as late as its spectators see; or nobody any more.

    Raises:
        NoSuchCampaign: no part in it at all.
        NotAllowed: not a game master.
    """
    await require_gm(conn, who, campaign_id)
    async with conn.transaction():
        await set_public(conn, campaign_id, public=public)
        await note(conn, campaign_id, who.account.id, "public" if public else "not public", "")
