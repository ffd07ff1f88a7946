"""Posts to endpoints, one after another over connections that are kept (asyncio side).

A session's own ``post`` makes an address, headers, a request, a timer, a task that writes and an
answer anew for each message, which takes two thirds of all the CPU that sending one does.  Here
what is the same at each post to an endpoint is made once.  The connections are the session's: its
connector makes them, with its guard, and its parser reads what comes (docs/decisions/0019).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import msgspec
from aiohttp import hdrs
from aiohttp.http_exceptions import HttpProcessingError
from yarl import URL

from service.notify.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Endpoints that are remembered; there are a few thousand at most.
_ENDPOINTS = 4096


class NoAnswer(aiohttp.ClientError):
    """What came is no answer to what was posted."""


class Answer(msgspec.Struct, frozen=True):
    """An answer's status and its Retry-After header; nothing else of it is read."""

    status: int
    retry_after: str | None


class Posts:
    """Posts by way of a session's connections, each within its time (made inside the loop)."""

    def __init__(self, session: aiohttp.ClientSession) -> None:
        if session.connector is None or not session.timeout.total:
            raise RuntimeError("a session that is closed, or whose posts may take for ever")
        self._session = session
        self._connector = session.connector
        self._timeout = session.timeout
        self._limits = Limits(session.timeout.total)
        self._endpoints: dict[str, tuple[aiohttp.ClientRequest, str]] = {}

    async def post(self, address: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Post bytes to an address.  No redirect is followed.

        An answer whose body is not there with it is not waited for, nor is one that came before the
        whole message was taken trusted to leave room for the next: the connection is closed.

        Raises:
            aiohttp.ClientError: no connection, or no answer over it.
            OSError: the same, from below.
            TimeoutError: not within the session's time.
            ValueError: a header has a line break in it.
        """
        request, head = self._endpoints.get(address) or self._endpoint(address)
        lines = "".join([f"{name}: {value}\r\n" for name, value in headers.items()])
        if lines.count("\n") + lines.count("\r") != 2 * len(headers):
            raise ValueError("a header has a line break in it")
        message = f"{head}{lines}Content-Length: {len(body)}\r\n\r\n".encode() + body
        with self._limits.limit():
            connection = await self._connector.connect(request, [], self._timeout)
            try:
                answer = await _exchange(connection, message)
            except BaseException as error:
                _break_off(connection)
                if isinstance(error, HttpProcessingError):
                    raise NoAnswer from error
                raise
        if connection.transport is not None and connection.transport.get_write_buffer_size():
            _break_off(connection)
        else:
            # It is closed if more is to come, or something that was not asked for has come.
            connection.release()
        return answer

    def _endpoint(self, address: str) -> tuple[aiohttp.ClientRequest, str]:
        """What connects to an address, and how each post to it begins."""
        url = URL(address)
        if url.scheme not in {"http", "https"} or not url.raw_host:
            raise aiohttp.InvalidUrlClientError(address)
        # A request that is never sent: it says where to connect to, and with what headers.
        request = aiohttp.ClientRequest(
            "GET", url, headers=self._session.headers, session=self._session
        )
        request.headers.pop(hdrs.ACCEPT_ENCODING, None)  # nobody reads what it is about
        lines = "".join([f"{name}: {value}\r\n" for name, value in request.headers.items()])
        head = f"POST {url.raw_path_qs} HTTP/1.1\r\n{lines}"
        if len(self._endpoints) >= _ENDPOINTS:
            self._endpoints.clear()
        self._endpoints[address] = request, head
        return request, head


def _break_off(connection: aiohttp.connector.Connection) -> None:
    """Close a connection without waiting until the receiver has taken what was written."""
    if connection.transport is not None:
        connection.transport.abort()
    connection.close()


async def _exchange(connection: aiohttp.connector.Connection, message: bytes) -> Answer:
    protocol = connection.protocol
    if protocol is None or protocol.transport is None:
        raise aiohttp.ServerDisconnectedError
    if protocol.should_close:  # what came without being asked for would be taken for the answer
        raise NoAnswer
    protocol.set_response_params(read_until_eof=True, auto_decompress=False)
    protocol.transport.write(message)
    while True:
        answer, _ = await protocol.read()
        if answer.code >= 200 or answer.code == 101:  # others only say that one will come
            return Answer(answer.code, answer.headers.get("Retry-After"))
