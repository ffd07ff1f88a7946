"""The mails that the pages send themselves: links to sign in by, and to a new address."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import TYPE_CHECKING

import structlog

from service.notify.bounced import count_bounce
from service.notify.envelope import KEY, mark
from service.notify.mail import return_path
from service.notify.mail_message import PLAIN_ASCII
from service.notify.mail_signature import signed
from service.notify.relay import Relay
from service.people.address import fold
from service.store.mailboxes import mailbox_of, server_key

if TYPE_CHECKING:
    import asyncpg

    from service.config import Config
    from service.people.who import Account

log = structlog.get_logger(__name__)


async def mail_link(pool: asyncpg.Pool, config: Config, account: Account, secret: str) -> None:
    """Mail a link to sign in by; a relay that does not take it is the operator's affair."""
    await _mail(
        pool,
        config,
        account.email,
        "Your link to Galloper",
        f"{account.name},\n\nsign in within twenty minutes by this link, which is good once:\n\n"
        f"{config.at(f'/sign-in/{secret}')}\n\n"
        "If you did not ask for it, nothing needs to be done.\n",
    )


async def mail_address(
    pool: asyncpg.Pool, config: Config, account: Account, email: str, secret: str
) -> None:
    """Mail a link to the new address of an account, and say so to the old one."""
    await _mail(
        pool,
        config,
        email,
        "Your new address at Galloper",
        f"{account.name},\n\nthis becomes the address of your account by this link, within a day:"
        f"\n\n{config.at(f'/me/email/{secret}')}\n\n"
        "If you did not ask for it, nothing needs to be done.\n",
    )
    await _mail(
        pool,
        config,
        account.email,
        "Your address at Galloper is to change",
        f"{account.name},\n\nsomebody who has signed in as you wants another address for your"
        " account. If it was not you, sign in, end the other sessions and set a password:\n\n"
        f"{config.at('/me')}\n",
    )


async def _mail(pool: asyncpg.Pool, config: Config, to: str, subject: str, text: str) -> None:
    smtp = config.smtp
    assert smtp is not None  # noqa: S101 - asked before
    async with pool.acquire() as conn:
        mailbox = await mailbox_of(conn, fold(to))
        key = await server_key(conn, KEY)
    # Whoever asks for a link has no other way in: a mailbox that was full, or a server that took
    # nothing for a while, is no reason to keep it back; one that is not there is.
    if mailbox.suppressed is not None and mailbox.reason != "bounces":
        log.warning("link_not_mailed", status=f"written to no more ({mailbox.reason})")
        return
    message = EmailMessage(policy=PLAIN_ASCII)
    message["From"] = smtp.sender
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = formatdate()
    message["Message-ID"] = name = make_msgid(domain=smtp.domain)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    raw = message.as_bytes()
    if smtp.dkim is not None:
        raw = signed(smtp.dkim, raw)
    relay = Relay(smtp)
    attempt = await relay.send(return_path(smtp, key, mailbox, name), to, raw)
    await relay.close()
    if attempt.bounce:
        await count_bounce(pool, mailbox.folded, mark(name), attempt.bounce)
    if attempt.outcome != "sent":
        log.warning("link_not_mailed", status=attempt.status)
