"""The one mail that the pages send themselves: a link to sign in by."""

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
    assert config.smtp is not None  # noqa: S101 - asked before
    message = EmailMessage()
    message["From"] = config.smtp.sender
    message["To"] = account.email
    message["Subject"] = "Your link to Galloper"
    message["Date"] = formatdate()
    domain = parseaddr(config.smtp.sender)[1].partition("@")[2] or "galloper.invalid"
    message["Message-ID"] = make_msgid(domain=domain)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(
        f"{account.name},\n\nsign in within twenty minutes by this link, which is good once:\n\n"
        f"{config.url.rstrip('/')}/sign-in/{secret}\n\n"
        "If you did not ask for it, nothing needs to be done.\n"
    )
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
