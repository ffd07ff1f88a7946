"""The relay that mail leaves by: a few connections, each used for many mails, and its bad days.

What is the relay's own trouble (it cannot be reached, takes no login, does not want the sender,
closes down) is *down*: no message and no mailbox is to blame, nothing is counted against them, and
after a rest one mail tries whether the relay is well again.  What it says of a recipient or of a
message concerns these alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
import time
from typing import TYPE_CHECKING, NamedTuple

import aiosmtplib
import structlog

from service.notify import metrics
from service.notify.attempt import Attempt
from service.notify.dsn import CODE

if TYPE_CHECKING:
    from service.sending import Smtp

log = structlog.get_logger(__name__)

#: Seconds that one mail may take, from connecting to the last answer; less than a lane's lease.
TIMEOUT = 20.0
#: Seconds that a mail waits for a connection of others' to be free.
PATIENCE = 10.0
#: Connections at a time, mails that go over one, and seconds for which an idle one is kept.
CONNECTIONS = 4
PER_CONNECTION = 100
IDLE = 5.0
#: Rests (s) of a relay that was down once, twice … in a row.
RESTS = (1, 5, 15, 30, 60)
#: Dialogues that break off in a row, whoever they were about, until it is the relay that is down.
BROKEN = 3

_CLOSING, _TOO_LARGE = 421, 552
# A relay that does not know us says so of every recipient.
_NO_RELAYING = re.compile(r"relay|authenti|not permitted|access denied|sender", re.IGNORECASE)


class Relay:
    """Connections to one relay (asyncio side)."""

    def __init__(self, smtp: Smtp) -> None:
        self.smtp = smtp
        self.down_since: float | None = None
        self.why = ""
        self._places = asyncio.Semaphore(CONNECTIONS)
        self._idle: list[_Line] = []
        self._failures = self._broken = 0
        self._down_until = 0.0
        self._probing = False

    async def send(self, sender: str, to: str, body: bytes) -> Attempt:
        """Hand over one mail; whatever happens becomes the attempt's outcome."""
        wait = self._down_until - time.monotonic()
        if wait > 0 or self._probing:
            return Attempt("down", self.why, max(wait, 0.5))
        try:
            async with asyncio.timeout(PATIENCE):
                await self._places.acquire()
        except TimeoutError:
            return Attempt("down", "the relay is busy", 1.0)
        try:
            return await self._send_or_probe(sender, to, body)
        finally:
            self._places.release()

    async def _send_or_probe(self, sender: str, to: str, body: bytes) -> Attempt:
        if not self._failures:
            return await self._send(sender, to, body)
        if self._probing:  # by now: this one waited for its place
            return Attempt("down", self.why, 0.5)
        self._probing = True
        try:
            return await self._send(sender, to, body)
        finally:
            self._probing = False

    async def close(self) -> None:
        """End the connections that have nothing to do."""
        while self._idle:
            await _bid_farewell(self._idle.pop())

    async def _send(self, sender: str, to: str, body: bytes) -> Attempt:
        deadline = asyncio.get_running_loop().time() + TIMEOUT
        # What was known of the relay when this began: what others met meanwhile counts once.
        before = _Trouble(self._failures, self._broken)
        line: _Line | None = None
        try:
            try:
                async with asyncio.timeout_at(deadline):
                    line = await self._begin(sender)
            except aiosmtplib.SMTPSenderRefused as error:
                attempt = self._refused_sender(error, before)
            except (aiosmtplib.SMTPException, OSError, TimeoutError, ValueError) as error:
                attempt = self._down(_said(error), before)
            else:
                attempt = await self._hand_over(line, to, body, deadline, before)
        except BaseException:
            if line is not None:
                line.client.close()
            raise
        if line is not None:
            await self._put_back(line)
        return attempt

    async def _begin(self, sender: str) -> _Line:
        """A connection on which a mail is begun."""
        while True:
            used = self._idle.pop() if self._idle else None
            line = used or await self._connect()
            try:
                await line.client.mail(sender)
            except aiosmtplib.SMTPServerDisconnected:
                # It was closed while it had nothing to do: nothing was said on it yet.
                if used is None:
                    raise
            except BaseException:
                line.client.close()
                raise
            else:
                return line

    async def _hand_over(
        self, line: _Line, to: str, body: bytes, deadline: float, before: _Trouble
    ) -> Attempt:
        stage = "recipient"
        try:
            async with asyncio.timeout_at(deadline):
                await line.client.rcpt(to)
                stage = "message"
                await line.client.data(body)
        except aiosmtplib.SMTPResponseException as error:
            if error.code == _CLOSING:
                return self._down(f"SMTP {error.code}", before)
            self._up()
            return _judge(stage, error.code, str(error.message))
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            line.client.close()
            if self._broken <= before.broken:
                self._broken += 1
            if self._broken >= BROKEN:
                return self._down(_said(error), before)
            return Attempt("retry", _said(error))
        self._up()
        return Attempt("sent", "accepted by the relay")

    async def _connect(self) -> _Line:
        smtp = self.smtp
        client = aiosmtplib.SMTP(
            hostname=smtp.host,
            port=smtp.port,
            username=smtp.user or None,
            password=smtp.password or None,
            local_hostname=_own_name(smtp),
            timeout=TIMEOUT,
            use_tls=smtp.security == "tls",
            start_tls=smtp.security == "starttls",
            cert_bundle=str(smtp.ca) if smtp.ca else None,
        )
        await client.connect()
        return _Line(client)

    async def _put_back(self, line: _Line) -> None:
        """Keep a connection for the next mail, unless it has broken or had its share."""
        line.mails += 1
        client = line.client
        try:
            if client.is_connected and line.mails < PER_CONNECTION:
                async with asyncio.timeout(1.0):
                    await client.rset()
                self._idle.append(line)
                asyncio.get_running_loop().call_later(IDLE, self._let_go, line, line.mails)
                return
        except (aiosmtplib.SMTPException, OSError, TimeoutError):
            pass
        await _bid_farewell(line)

    def _let_go(self, line: _Line, mails: int) -> None:
        if line in self._idle and line.mails == mails:
            self._idle.remove(line)
            line.farewell = asyncio.get_running_loop().create_task(_bid_farewell(line))

    def _refused_sender(self, error: aiosmtplib.SMTPSenderRefused, before: _Trouble) -> Attempt:
        status = _status(error.code, str(error.message))
        if error.code == _TOO_LARGE or status in {"5.3.4", "5.2.3"}:
            return Attempt("failed", f"message too large, SMTP {error.code}")
        return self._down(_said(error), before)

    def _down(self, why: str, before: _Trouble) -> Attempt:
        if self._failures > before.failures:
            return Attempt("down", why, max(self._down_until - time.monotonic(), 0.5))
        rest = RESTS[min(self._failures, len(RESTS) - 1)]
        self._failures += 1
        self._down_until = time.monotonic() + rest
        if self.down_since is None:
            self.down_since = time.time()
            log.error("relay_down", why=why)
        self.why = why
        metrics.RELAY_DOWN.set(1)
        return Attempt("down", why, float(rest))

    def _up(self) -> None:
        self._failures = self._broken = 0
        if self.down_since is not None:
            log.warning("relay_back", after_s=round(time.time() - self.down_since))
            self.down_since, self.why = None, ""
        metrics.RELAY_DOWN.set(0)


class _Trouble(NamedTuple):
    """How often a relay has failed in a row, and how many dialogues have broken off."""

    failures: int
    broken: int


class _Line:
    """A connection, and how many mails went over it."""

    def __init__(self, client: aiosmtplib.SMTP) -> None:
        self.client = client
        self.mails = 0
        self.farewell: asyncio.Task[None] | None = None


async def _bid_farewell(line: _Line) -> None:
    with contextlib.suppress(aiosmtplib.SMTPException, OSError, TimeoutError):
        async with asyncio.timeout(1.0):
            if line.client.is_connected:
                await line.client.quit()
    line.client.close()


def _own_name(smtp: Smtp) -> str:
    """What we call ourselves; looking it up could take longer than the mail."""
    return smtp.domain if "." in smtp.domain else socket.gethostname()


def _said(error: Exception) -> str:
    code = getattr(error, "code", None)
    return f"{type(error).__name__}{f' {code}' if code else ''}"


def _status(code: int, message: str) -> str:
    found = CODE.search(message)
    return ".".join(found.groups()) if found else f"{code // 100}.0.0"


def _judge(stage: str, code: int, message: str) -> Attempt:
    """What a refusal of a recipient or message means; the relay's own words are not kept."""
    status = _status(code, message[:2_000])
    said = f"{stage} refused, SMTP {code} {status}"
    if code < 500:
        return Attempt("retry", said)
    if stage == "recipient":
        # Whom we may send to is between us and the relay, or a matter of policy that may change.
        if status.startswith("5.7.") or (status == "5.0.0" and _NO_RELAYING.search(message)):
            return Attempt("retry", said)
        return Attempt("failed", said, bounce=status)
    return Attempt("failed", said, bounce="5.6.0" if status == "5.0.0" else status)
