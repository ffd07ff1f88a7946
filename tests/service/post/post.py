"""The post around a daemon: a relay that brings mails, and one that takes what the daemon sends."""

from __future__ import annotations

import asyncio
import contextlib
import email
import email.policy
import smtplib
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any

import trio
from aiosmtpd.smtp import SMTP

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from email.message import EmailMessage as Mail

DOMAIN = "play.example.org"
AUTHSERV = "mx.example.org"


class Outbound:
    """A relay that takes everything: what the daemon has sent, as parsed mails."""

    def __init__(self) -> None:
        self.got: list[Mail] = []
        self.raw: list[bytes] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        self.raw.append(bytes(envelope.content))
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        self.got.append(mail)
        return "250 taken"

    @contextlib.asynccontextmanager
    async def listen(self, port: int = 0) -> AsyncIterator[int]:
        """Its port."""
        loop = asyncio.get_running_loop()
        sessions: list[SMTP] = []

        def session() -> SMTP:
            sessions.append(SMTP(self, hostname="relay.invalid", loop=loop, enable_SMTPUTF8=True))
            return sessions[-1]

        server = await loop.create_server(session, "127.0.0.1", port)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
            for one in sessions:
                if one.transport is not None:
                    one.transport.close()
            await asyncio.sleep(0.01)  # a turn of the loop in which they close
            await server.wait_closed()

    def to(self, address: str) -> list[Mail]:
        """What came for somebody."""
        return [mail for mail in self.got if mail["To"] == address]

    async def mail(self, address: str, wanted: Callable[[Mail], bool], seconds: float = 20) -> Mail:
        """The first mail to somebody that is wanted, once it has come (trio side)."""
        with trio.move_on_after(seconds):
            while True:
                for mail in self.to(address):
                    if wanted(mail):
                        return mail
                await trio.sleep(0.02)
        shown = [(str(m["To"]), str(m["Subject"])) for m in self.got]
        raise AssertionError(f"no such mail to {address}; there are {shown}")


def text_of(mail: Mail) -> str:
    """A mail's plain text."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\r\n", "\n")


def about(words: str) -> Callable[[Mail], bool]:
    """Whether a mail begins with these words."""
    return lambda mail: text_of(mail).startswith(words)


def receipt_of(sent: Mail) -> Callable[[Mail], bool]:
    """Whether a mail is the receipt of one that was sent."""
    return lambda mail: mail["In-Reply-To"] == sent["Message-ID"]


def answer(mail: Mail, words: str, n: int = 1, **more: str) -> EmailMessage:
    """What a mail program makes of an answer to a mail: the words above, the rest quoted."""
    quoted = "".join(f"> {line}\n" for line in text_of(mail).splitlines())
    reply = fresh(
        str(mail["To"]),
        str(mail["Reply-To"]),
        f"{words}\n\nOn Mon, Nov 30, 2026 at 8:30 PM {mail['From']} wrote:\n\n{quoted}",
        n,
    )
    reply["Subject"] = f"Re: {mail['Subject']}"
    reply["In-Reply-To"] = reply["References"] = mail["Message-ID"]
    for name, value in more.items():
        del reply[name.replace("_", "-")]
        reply[name.replace("_", "-")] = value
    return reply


def fresh(sender: str, to: str, words: str, n: int = 1) -> EmailMessage:
    """A mail that the relay has found to be from whom it says."""
    mail = EmailMessage(policy=email.policy.SMTP)
    mail["Received"] = "from net.example by mx.example.org; Mon, 30 Nov 2026 20:30:00 +0000"
    domain = sender.rpartition("@")[2]
    mail["Authentication-Results"] = f"{AUTHSERV}; dmarc=pass (p=none) header.from={domain}"
    mail["From"] = sender
    mail["To"] = to
    mail["Message-ID"] = f"<{n}.{abs(hash((sender, to, words)))}@{domain}>"
    mail.set_content(words)
    return mail


def bring(port: int, mail: EmailMessage | bytes, to: str = "", sender: str = "?") -> str:
    """Hand a mail over by LMTP; what was said to it: a code, and words where it was refused."""
    raw = mail if isinstance(mail, bytes) else mail.as_bytes()
    to = to or str(email.message_from_bytes(raw)["To"])
    sender = str(email.message_from_bytes(raw)["From"]) if sender == "?" else sender
    with smtplib.LMTP("127.0.0.1", port) as relay:
        try:
            relay.sendmail(sender, [to], raw)
        except smtplib.SMTPRecipientsRefused as refused:
            code, words = refused.recipients[to]
            return f"{code} {words.decode()}"
        except smtplib.SMTPResponseException as refused:
            said = refused.smtp_error
            return f"{refused.smtp_code} {said.decode() if isinstance(said, bytes) else said}"
    return "250"
