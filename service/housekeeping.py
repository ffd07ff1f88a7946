"""The housekeeper's loop: what nobody will ask for again is forgotten, a little at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import structlog
import trio

from service.bridge import from_asyncio
from service.post.addresses import REMEMBERED_DAYS
from service.store.deliveries import forget_bodies
from service.store.due import forget_daemons
from service.store.held import forget_told
from service.store.instants import clock_us
from service.store.mail_addresses import forget_addresses
from service.store.mailboxes import forget_bounces
from service.store.mails import forget_mails
from service.store.session import writing
from service.store.twins import forget_twins

if TYPE_CHECKING:
    import asyncpg

log = structlog.get_logger(__name__)

#: Seconds between two rounds.
EVERY = 3_600.0
#: Days for which the bytes of a message are kept, so that it can be sent again as it was.
BODIES_KEPT = 14
#: Days after which a mail that came back counts for nothing: its points have halved eight times.
BOUNCES_KEPT = 60
#: Days after which a daemon that is gone is no longer shown.
DAEMONS_KEPT = 7
#: Days for which it is known that a mail was done; no relay brings one again after that.
MAILS_KEPT = 60
_DAY = 86_400_000_000  # µs


async def keep_house(pool: asyncpg.Pool) -> None:
    """Forget what is old, once an hour, until cancelled (trio side)."""
    while True:
        try:
            await from_asyncio(tidy, pool, timeout=60.0)
        except Exception as error:  # noqa: BLE001 - the database may be away for a while
            log.warning("not_tidied", error=type(error).__name__)
        await trio.sleep(EVERY)


async def tidy(pool: asyncpg.Pool) -> None:
    """Forget, in short transactions, the bytes of old messages, addresses and daemons, and more."""
    while True:
        async with writing(pool) as conn:
            if not await forget_bodies(conn, BODIES_KEPT):
                break
    while True:
        async with writing(pool) as conn:
            if not await forget_twins(conn, BODIES_KEPT):
                break
    while True:
        async with writing(pool) as conn:
            if not await forget_told(conn, BODIES_KEPT):
                break
    while True:
        async with writing(pool) as conn:
            if not await forget_addresses(conn, REMEMBERED_DAYS):
                break
    while True:
        async with writing(pool) as conn:
            if not await forget_mails(conn, MAILS_KEPT):
                break
    async with writing(pool) as conn:
        await forget_bounces(conn, BOUNCES_KEPT)
        await forget_daemons(conn, await clock_us(conn) - DAEMONS_KEPT * _DAY)
