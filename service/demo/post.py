"""Where the demonstration's notices go: a webhook receiver and an SMTP server on this machine."""

from __future__ import annotations

import email
import hmac
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from aiohttp import web
from aiosmtpd.smtp import SMTP

from service.notify.signing import sign

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator

_HOST = "127.0.0.1"


class Post:
    """What has arrived: how often each message, and what was wrong with any of them.

    ``keys`` are the signing secrets by person.  One webhook is answered 503 at its first attempt,
    so that a retry is seen.
    """

    def __init__(self) -> None:
        self.webhooks: dict[str, int] = {}
        self.mails: dict[str, int] = {}
        self.faults: list[str] = []
        self.refused: str | None = None
        self.keys: dict[str, bytes] = {}

    async def take_webhook(self, request: web.Request) -> web.Response:
        """Check the signature as a receiver should, and count the message."""
        body = await request.read()
        message_id = request.headers.get("webhook-id", "")
        timestamp = int(request.headers.get("webhook-timestamp", "0"))
        wanted = sign(self.keys[request.match_info["person"]], message_id, timestamp, body)
        if not hmac.compare_digest(wanted, request.headers.get("webhook-signature", "")):
            self.faults.append(f"webhook {message_id}: wrong signature")
            return web.Response(status=401)
        if self.refused is None and len(self.webhooks) >= 20:
            self.refused = message_id
            return web.Response(status=503, headers={"Retry-After": "1"})
        self.webhooks[message_id] = self.webhooks.get(message_id, 0) + 1
        return web.Response(status=204)

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        """Count a mail by its Message-ID (the name is aiosmtpd's)."""
        message = email.message_from_bytes(envelope.content)
        message_id = str(message["Message-ID"])
        if not message.is_multipart() or not message["Subject"]:
            self.faults.append(f"mail {message_id}: no text or no subject")
        self.mails[message_id] = self.mails.get(message_id, 0) + 1
        return "250 taken"


@asynccontextmanager
async def receiver(post: Post) -> AsyncIterator[int]:
    """Take webhooks on a free port of this machine; gives the port (asyncio side)."""
    app = web.Application()
    app.router.add_post("/{person}", post.take_webhook)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, _HOST, 0).start()
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


@asynccontextmanager
async def mail_server(post: Post, loop: asyncio.AbstractEventLoop) -> AsyncIterator[int]:
    """Take mails on a free port of this machine; gives the port (asyncio side)."""
    server = await loop.create_server(
        lambda: SMTP(post, hostname="demo.invalid", enable_SMTPUTF8=True, loop=loop), _HOST, 0
    )
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        await server.wait_closed()
