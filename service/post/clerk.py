"""The clerk: sees to mails that were kept, one after another, and writes their receipts.

A mail is done under a key of its own, and that it is done is written down together with its
receipt; so a clerk that is killed does nothing twice when he comes to it again, and the receipt is
sent once, by the channel of whoever wrote.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import asyncpg
import structlog
import trio

from service.bridge import from_asyncio
from service.intake.reading import Readings
from service.language.saying import Speech
from service.people.reading import reader_of
from service.post.addresses import Thread, reply_address
from service.post.doing import Outcome, do
from service.post.message import words_of_mail
from service.post.metrics import SEEN_TO
from service.store.deliveries import Words, say
from service.store.mails import finish_mail, receipt_channel, take_mail, waiting_mails
from service.store.session import writing
from world.errors import BadInput, GalloperError

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.config import Config
    from service.store.mails import MailRow

log = structlog.get_logger(__name__)

#: Seconds between two looks when nobody has called, and for which a mail is taken in hand.
POLL = 2.0
LEASE = 60.0
#: Times that a mail is begun; one that fails as often is given up, and its writer told.
TRIES = 5


class Clerk:
    """Sees to mails; see :meth:`run`.  ``told`` is called when a receipt waits to be sent."""

    def __init__(self, pool: asyncpg.Pool, config: Config, told: Callable[[], None]) -> None:
        self.pool = pool
        self.config = config
        self.readings = Readings()
        self.told = told
        self._wake = trio.Event()

    def wake(self) -> None:
        """Look at once (plain call)."""
        self._wake.set()

    async def run(self) -> None:
        """See to what was kept until cancelled (trio side)."""
        while True:
            self._wake = trio.Event()
            try:
                while await self._round():
                    pass
            except Exception as error:  # noqa: BLE001 - the database may be away for a while
                log.warning("mails_wait", error=type(error).__name__)
            with trio.move_on_after(POLL):
                await self._wake.wait()

    async def _round(self) -> bool:
        """See to what waits; True if there may be more."""
        waiting = await from_asyncio(_waiting, self.pool)
        for campaign_id, key in waiting:
            mail = await from_asyncio(_take, self.pool, campaign_id, key)
            if mail is not None:
                with contextlib.suppress(_PutOff):
                    await self._see_to(mail)
        return bool(waiting)

    async def _see_to(self, mail: MailRow) -> None:
        # In a thread of its own: it is plain work that a large mail makes long.
        words = await trio.to_thread.run_sync(_words, mail.raw)
        try:
            await from_asyncio(
                attend, self.pool, self.readings, self.config, mail, words, timeout=LEASE / 2
            )
        except Exception as error:
            log.warning("mail_waits", campaign=mail.campaign_id, error=type(error).__name__)
            raise _PutOff from error
        self.told()


class _PutOff(Exception):  # noqa: N818 - it says what becomes of the mail
    """A mail could not be seen to now; it is when its lease is over."""


def _words(raw: bytes) -> str | GalloperError:
    try:
        return words_of_mail(raw)
    except BadInput as error:
        return error


async def _waiting(pool: asyncpg.Pool) -> list[tuple[str, str]]:
    async with pool.acquire() as conn:
        return await waiting_mails(conn)


async def _take(pool: asyncpg.Pool, campaign_id: str, key: str) -> MailRow | None:
    async with writing(pool) as conn:
        return await take_mail(conn, campaign_id, key, LEASE)


async def attend(
    pool: asyncpg.Pool,
    readings: Readings,
    config: Config,
    mail: MailRow,
    words: str | GalloperError,
) -> None:
    """Do what a mail says, and write down together that it is done and what its writer is told."""
    async with pool.acquire() as conn:
        reader = await reader_of(conn, mail.campaign_id, mail.person)
    if mail.tries > TRIES:
        speech = Speech(reader)
        outcome = Outcome(
            "failed",
            speech.say("Not done"),
            speech.say(
                "Your mail could not be seen to, by a fault of ours; nothing was done that you were"
                " not told of. Say it on your page, or to the referee."
            ),
            Thread(mail.kind, mail.about, mail.detail),
        )
        log.error("mail_given_up", campaign=mail.campaign_id)
    else:
        outcome = await do(pool, readings, mail, words, reader)
    async with writing(pool) as conn, conn.transaction():
        if not await finish_mail(conn, mail.campaign_id, mail.key, outcome.fate):
            return
        SEEN_TO.labels(outcome.fate).inc()
        channel = await receipt_channel(conn, mail.campaign_id, mail.person, mail.sender)
        if channel is None:  # closed since it was kept
            log.warning("no_receipt", campaign=mail.campaign_id, fate=outcome.fate)
            return
        answered_at = await reply_address(
            conn, config.mail_in, mail.campaign_id, mail.person, outcome.thread
        )
        receipt = Words(
            kind="mail_receipt",
            title=outcome.title.replace("\n", " ")[:200],
            text=outcome.text,
            answers=mail.message_id,
            reply_to=answered_at,
        )
        await say(conn, mail.campaign_id, channel, receipt)
