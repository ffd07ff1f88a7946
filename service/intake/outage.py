"""Say that the service was away: an input like any other, in force from the gap's beginning."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from service.keeper.kept import KEEPER, read_settings
from service.store.campaigns import show_campaign
from service.store.due import kept_again
from service.store.gaps import note_gap
from service.store.inputs import receive, said_under
from world.said import Outage, decode, encode

if TYPE_CHECKING:
    import asyncpg


async def account_for_gap(
    conn: asyncpg.Connection, campaign_id: str, daemon: str, since: int, outage_after: int
) -> None:
    """Take note that *daemon* keeps its campaign again, and that nobody did from wall us *since*.

    A gap longer than *outage_after* (us) is entered as an outage, in the same transaction: if the
    daemon dies before the end of it, the gap is still there for the next.  Nothing is done where
    the campaign is somebody else's by now.

    Raises:
        CannotOpen: the campaign's settings cannot be read by this release.
    """
    async with conn.transaction():
        now = await kept_again(conn, campaign_id, daemon)
        if now is not None:
            await _enter(conn, campaign_id, since, now, outage_after)


async def _enter(
    conn: asyncpg.Connection, campaign_id: str, start: int, end: int, longer_than: int
) -> None:
    """Say that nobody kept a campaign from *start* to *end*, as far as that was not said before."""
    while end - start > longer_than:
        key = f"outage {start}"
        said = await said_under(conn, campaign_id, KEEPER, key)
        if said is None:
            row = await show_campaign(conn, campaign_id)
            if row is not None:
                policy = read_settings(row.settings).outage
                body = encode(Outage(start=start, end=end, policy=policy))
                await receive(conn, campaign_id, KEEPER, key, body)
                await note_gap(conn, campaign_id, start, end)
            return
        start = cast("Outage", decode(said)).end
