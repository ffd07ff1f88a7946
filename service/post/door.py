"""The relay's door: SMTP or LMTP, as far as a mail that is kept (asyncio side).

What the relay is told decides what the writer hears.  Who is not known to write is refused here,
and his own relay tells him; who is known hears by a receipt.  What programs write by themselves
(bounces, answers of somebody's absence, our own mails come back) is taken and never answered.
"""

from __future__ import annotations

import asyncio
import contextlib
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP

from service.config import host_and_port
from service.notify.bounced import bounced
from service.notify.envelope import token_in
from service.post.addresses import Destination, destination
from service.post.heads import Head, read_head
from service.post.metrics import MAILS
from service.post.results import verdict
from service.store.instants import clock_us
from service.store.mails import MailRow, keep_mail, mails_of, receipt_channel, writes_as
from service.store.session import writing
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    import asyncpg

    from service.config import Config, MailIn

log = structlog.get_logger(__name__)

#: Connections at once, and seconds in which a command or a mail must have come.
CONNECTIONS = 50
TIMEOUT = 60.0
#: Commands of a kind that one connection may give.
_COMMANDS = 1_000
#: Mails to one person's addresses in an hour.
MOST_AN_HOUR = 60

_NO_SUCH = "550 5.1.1 There is no such address here; nothing was done."
_EXPIRED = (
    "550 5.2.1 This address is no longer good; nothing was done. Answer the newest mail you have."
)
_ONE_AT_A_TIME = "452 4.5.3 One recipient at a time, please."
_LONG_HEAD = "552 5.3.4 The head of this mail is longer than is read; nothing was done."
_NOT_YOURS = (
    "550 5.7.1 You write from an address that this one does not know; nothing was done. Write from"
    " the address that our mails come to, or add yours on your page."
)
_NO_RECEIPT = (
    "550 5.7.1 There is nowhere to send a receipt to; nothing was done. Add your address on your"
    " page as one where you are told."
)
_UNPROVED = (
    "550 5.7.26 It could not be proved that this mail is from its sender (SPF, DKIM, DMARC);"
    " nothing was done. Send it by the server of your own address."
)
_NO_RESULTS = "451 4.7.0 The relay has not said whether this mail is from its sender; try later."
_TOO_MANY = "450 4.7.1 Too many mails from you within an hour; this one is taken later."
_LATER = "451 4.3.0 This mail cannot be kept now; nothing was done. Try again later."
_FULL = "421 4.7.0 Too many connections; come again."
_KEPT = "250 2.0.0 Kept"
_UNANSWERED = "250 2.0.0 Taken; what programs write is not answered"


class Door:
    """What a mail is asked at the door; ``kept`` is called after each that was kept."""

    def __init__(self, pool: asyncpg.Pool, config: Config, kept: Callable[[], None]) -> None:
        assert config.mail_in is not None  # noqa: S101 - nobody opens it otherwise
        self.pool = pool
        self.settings: MailIn = config.mail_in
        self.bounces: str = "" if config.smtp is None else config.smtp.bounces
        self.kept = kept

    async def handle_RCPT(  # noqa: N802 - the names are aiosmtpd's
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        """Refuse an address that does not stand for anything (any more)."""
        if envelope.rcpt_tos:
            return _ONE_AT_A_TIME
        envelope.for_bounces = token_in(self.bounces, address) if self.bounces else None
        envelope.destination = None
        if envelope.for_bounces is None:
            async with self.pool.acquire() as conn:
                found = await destination(conn, self.settings, address)
                now = await clock_us(conn)
            if found is None:
                return _said("unknown address", _NO_SUCH)
            if found.expired(now):
                return _said("expired address", _EXPIRED)
            envelope.destination = found
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Known"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep a mail that a person wrote, who may."""
        raw = bytes(envelope.content)
        if envelope.for_bounces is not None:
            fate = await bounced(self.pool, envelope.for_bounces, raw)
            return _said(f"bounce: {fate}", _UNANSWERED)
        head = read_head(raw)
        if head is None:
            return _said("long head", _LONG_HEAD)
        if head.looped:
            return _said("loop", _UNANSWERED)
        if head.automatic or envelope.mail_from in {None, "", "<>"}:
            return _said("automatic", _UNANSWERED)
        return await self._keep(envelope.destination, envelope.rcpt_tos[0], head, raw)

    async def handle_exception(self, error: Exception) -> str:
        """Whatever happens, the relay keeps the mail and comes again."""
        log.warning("mail_not_kept", error=type(error).__name__)
        return _said("trouble", _LATER)

    async def _keep(self, to: Destination, address: str, head: Head, raw: bytes) -> str:
        campaign, person = to.campaign_id, to.person
        key = head.key(raw, address)
        async with writing(self.pool) as conn:
            known = await writes_as(conn, campaign, person, head.sender, referee=person == REFEREE)
            if not head.sender or not known:
                return _said("not the sender's", _NOT_YOURS)
            proved = self._proved(head)
            if proved:
                return proved
            if await receipt_channel(conn, campaign, person, head.sender) is None:
                return _said("no receipt", _NO_RECEIPT)
            if await mails_of(conn, campaign, person, key, 3_600.0) >= MOST_AN_HOUR:
                return _said("too many", _TOO_MANY)
            kept = await keep_mail(
                conn,
                MailRow(
                    campaign_id=campaign,
                    key=key,
                    person=person,
                    kind=to.thread.kind,
                    about=to.thread.about,
                    detail=to.thread.detail,
                    sender=head.sender,
                    message_id=head.message_id,
                    raw=raw,
                ),
            )
        self.kept()
        return _said("kept" if kept else "kept before", _KEPT)

    def _proved(self, head: Head) -> str:
        """What to say to a mail that is not proved to be from its sender; empty if it is."""
        if not self.settings.authserv:
            return ""
        domain = head.sender.rpartition("@")[2]
        match verdict(head.headers, self.settings.authserv, domain):
            case "fail":
                return _said("unproved", _UNPROVED)
            case "missing":
                log.error("relay_says_nothing", authserv=self.settings.authserv)
                return _said("no results", _NO_RESULTS)
        return ""


def _said(fate: str, answer: str) -> str:
    MAILS.labels(fate).inc()
    return answer


class _Counted(SMTP):
    """A session that is counted while it lasts."""

    sessions: set[_Counted]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.sessions.add(self)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.sessions.discard(self)
        super().connection_lost(error)


class _Full(asyncio.Protocol):
    """What a connection too many is told."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        answering = cast("asyncio.WriteTransport", transport)
        answering.write(f"{_FULL}\r\n".encode())
        answering.close()
        MAILS.labels("too many connections").inc()


class _CountedLmtp(_Counted, LMTP):
    """As :class:`_Counted`, for LMTP."""


@asynccontextmanager
async def open_door(
    pool: asyncpg.Pool, config: Config, kept: Callable[[], None]
) -> AsyncIterator[int]:
    """Take mails from the relay for as long as the block lasts; gives the port (asyncio side)."""
    door = Door(pool, config, kept)
    loop = asyncio.get_running_loop()
    host, port = host_and_port(door.settings.listen)
    kind = _CountedLmtp if door.settings.protocol == "lmtp" else _Counted
    sessions: set[_Counted] = set()

    def session() -> asyncio.Protocol:
        if len(sessions) >= CONNECTIONS:
            return _Full()
        made = kind(
            door,
            data_size_limit=door.settings.largest,
            enable_SMTPUTF8=True,
            hostname=door.settings.domain,
            ident="Galloper",
            timeout=TIMEOUT,
            command_call_limit=_COMMANDS,
            loop=loop,
        )
        made.sessions = sessions
        return made

    server = await loop.create_server(session, host, port)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        # A mail that is being taken was kept or was not; the relay comes again with it.
        for one in list(sessions):
            if one.transport is not None:
                one.transport.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(1.0):
                await server.wait_closed()
