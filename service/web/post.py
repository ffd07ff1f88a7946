"""The mails that the pages send themselves: links to sign in by, and to a new address."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from typing import TYPE_CHECKING

import aiosmtplib
import structlog

if TYPE_CHECKING:
    from service.config import Config
    from service.people.who import Account

log = structlog.get_logger(__name__)

#: Seconds a relay may take.
_TIMEOUT = 20.0


async def mail_link(config: Config, account: Account, secret: str) -> None:
    """Mail a link to sign in by; a relay that does not take it is the operator's affair."""
    await _mail(
        config,
        account.email,
        "Your link to Galloper",
        f"{account.name},\n\nsign in within twenty minutes by this link, which is good once:\n\n"
        f"{config.at(f'/sign-in/{secret}')}\n\n"
        "If you did not ask for it, nothing needs to be done.\n",
    )


async def mail_address(config: Config, account: Account, email: str, secret: str) -> None:
    """Mail a link to the new address of an account, and say so to the old one."""
    await _mail(
        config,
        email,
        "Your new address at Galloper",
        f"{account.name},\n\nthis becomes the address of your account by this link, within a day:"
        f"\n\n{config.at(f'/me/email/{secret}')}\n\n"
        "If you did not ask for it, nothing needs to be done.\n",
    )
    await _mail(
        config,
        account.email,
        "Your address at Galloper is to change",
        f"{account.name},\n\nsomebody who has signed in as you wants another address for your"
        " account. If it was not you, sign in, end the other sessions and set a password:\n\n"
        f"{config.at('/me')}\n",
    )


async def _mail(config: Config, to: str, subject: str, text: str) -> None:
    assert config.smtp is not None  # noqa: S101 - asked before
    message = EmailMessage()
    message["From"] = config.smtp.sender
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = formatdate()
    domain = parseaddr(config.smtp.sender)[1].partition("@")[2] or "galloper.invalid"
    message["Message-ID"] = make_msgid(domain=domain)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    try:
        await aiosmtplib.send(
            message,
            hostname=config.smtp.host,
            port=config.smtp.port,
            username=config.smtp.user or None,
            password=config.smtp.password or None,
            use_tls=config.smtp.security == "tls",
            start_tls=config.smtp.security == "starttls",
            timeout=_TIMEOUT,
        )
    except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
        log.warning("link_not_mailed", error=type(error).__name__)
