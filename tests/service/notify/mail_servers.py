"""Real SMTP servers for the tests of mail out: with scripted answers, and with certificates."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import datetime as dt
import email
import email.policy
import ssl
from typing import TYPE_CHECKING, Any

from aiosmtpd.smtp import SMTP
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from cryptography.x509.oid import NameOID

from service.sending import Smtp

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from email.message import EmailMessage
    from pathlib import Path


class MailServer:
    """An SMTP server: a stage of the dialogue is answered by the next word of its script.

    ``cut`` drops the connection; ``hang`` says nothing; anything else is said as it is.
    """

    def __init__(self, **script: list[str]) -> None:
        self.script = script
        self.got: list[bytes] = []
        self.senders: list[str] = []
        self.to: list[str] = []
        self.logins: list[bytes] = []
        self.options: dict[str, Any] = {}
        #: A context to speak TLS in from the first byte.
        self.implicit: ssl.SSLContext | None = None
        self.connections = self.open = self.most_open = 0
        self.all_gone = asyncio.Event()

    async def answer(self, server: Any, stage: str, usual: str) -> str:
        words = self.script.get(stage) or [usual]
        word = words.pop(0)
        if word == "cut":
            server.transport.abort()
        if word == "hang":
            await asyncio.sleep(30)
        return usual if word == "ok" else word

    async def handle_MAIL(  # noqa: N802 - the names are aiosmtpd's
        self, server: Any, _session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        answer = await self.answer(server, "mail", "250 fine")
        if answer.startswith("250"):
            envelope.mail_from = address
            envelope.mail_options.extend(options)
        return answer

    async def handle_RCPT(  # noqa: N802
        self, server: Any, _session: Any, envelope: Any, address: str, _options: list[str]
    ) -> str:
        answer = await self.answer(server, "rcpt", "250 fine")
        if answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        self.got.append(bytes(envelope.content))
        self.to += envelope.rcpt_tos
        self.senders.append(envelope.mail_from)
        return await self.answer(server, "data", "250 taken")

    @contextlib.asynccontextmanager
    async def listen(self, port: int = 0) -> AsyncIterator[int]:
        """Its port."""
        loop = asyncio.get_running_loop()
        sessions: list[_Session] = []

        def session() -> _Session:
            sessions.append(_Session(self, hostname="relay.invalid", loop=loop, **self.options))
            return sessions[-1]

        server = await loop.create_server(session, "127.0.0.1", port, ssl=self.implicit)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
            for one in sessions:
                if one.transport is not None:
                    one.transport.close()
            await asyncio.sleep(0.01)  # a turn of the loop in which they close
            await server.wait_closed()


class _Session(SMTP):
    """A session of a :class:`MailServer`, which counts it."""

    def connection_made(self, transport: Any) -> None:
        if self.transport is None:  # with STARTTLS it is made a second time
            self.event_handler.connections += 1
            self.event_handler.open += 1
            self.event_handler.all_gone.clear()
            self.event_handler.most_open = max(
                self.event_handler.most_open, self.event_handler.open
            )
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self.event_handler.open -= 1
        if not self.event_handler.open:
            self.event_handler.all_gone.set()
        super().connection_lost(error)


def smtp_to(port: int, **more: Any) -> Smtp:
    """Settings for a server on this machine, in clear unless said otherwise."""
    return Smtp(**{"host": "127.0.0.1", "port": port, "security": "none", **more})


def read(raw: bytes) -> EmailMessage:
    """A mail taken apart, as a mail program does; nothing is wrong with it."""
    message = email.message_from_bytes(raw, policy=email.policy.default)
    for part in message.walk():
        assert not part.defects
    return message


def certificates(folder: Path, host: str = "localhost") -> tuple[Path, ssl.SSLContext]:
    """An authority's certificate in a file, and a server's context with one signed by it."""
    now = dt.datetime.now(dt.UTC)
    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "An authority of the test")])
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])

    def certificate(name: x509.Name, public: Any) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(issuer)
            .public_key(public)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - dt.timedelta(days=1))
            .not_valid_after(now + dt.timedelta(days=1))
        )

    authority = (
        certificate(issuer, authority_key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(authority_key, hashes.SHA256())
    )
    own = (
        certificate(subject, key.public_key())
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    (folder / "ca.pem").write_bytes(authority.public_bytes(Encoding.PEM))
    (folder / "cert.pem").write_bytes(own.public_bytes(Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return folder / "ca.pem", context


def dkim_key(folder: Path) -> tuple[Path, Callable[..., bytes]]:
    """A private key in a file, and a DNS that has the public one (of any selector)."""
    key = rsa.generate_private_key(65_537, 2_048)
    path = folder / "dkim.pem"
    path.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public = key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    record = b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)
    return path, lambda *_args, **_options: record
