"""Posts over connections that are kept: whatever comes back is one answer, or none."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from typing import TYPE_CHECKING

import aiohttp
import pytest

from service.notify import webhook
from service.notify.guard import look_up
from service.notify.limits import Limits
from service.notify.posts import Answer, NoAnswer, Posts
from service.notify.reach import Reach
from tests.service.notify.mail_servers import certificates

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

REACH = Reach(private=True)
NONE = b"HTTP/1.1 204 No Content\r\n\r\n"


class Wire:
    """A receiver that answers each request with the next of some bytes, and counts connections."""

    def __init__(self, *answers: bytes) -> None:
        self.answers = list(answers)
        self.heads: list[str] = []
        self.bodies: list[bytes] = []
        self.connections = 0
        self.open: list[asyncio.StreamWriter] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.open.append(writer)
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                self.heads.append(head)
                length = int(head.lower().partition("content-length: ")[2].partition("\r")[0])
                self.bodies.append(await reader.readexactly(length))
                answer = self.answers.pop(0) if self.answers else NONE
                writer.write(answer)
                if not answer:
                    break
        writer.close()

    @contextlib.asynccontextmanager
    async def listen(self, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
        """Its port."""
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0, ssl=tls)
        async with server:
            yield server.sockets[0].getsockname()[1]

    @contextlib.asynccontextmanager
    async def posts(self) -> AsyncIterator[tuple[Posts, str]]:
        """Something to post by, and the address to post to."""
        async with self.listen() as port, webhook.open_session(REACH, look_up) as session:
            yield Posts(session), f"127.0.0.1:{port}"


def test_a_post_is_what_its_address_and_headers_say_and_one_connection_serves_many() -> None:
    wire = Wire(NONE, b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nRetry-After: 7\r\n\r\nok")

    async def story() -> list[Answer]:
        async with wire.posts() as (posts, at):
            address = f"http://ann:s%40y@{at}/a%20b?c=d#e"
            return [await posts.post(address, {"webhook-id": n}, n.encode()) for n in "123"]

    assert asyncio.run(story()) == [Answer(204, None), Answer(200, "7"), Answer(204, None)]
    assert wire.connections == 1
    assert wire.bodies == [b"1", b"2", b"3"]
    line, *headers = wire.heads[1].strip().split("\r\n")
    assert line == "POST /a%20b?c=d HTTP/1.1"
    assert dict(one.split(": ") for one in headers) == {
        "Host": headers[0].removeprefix("Host: "),
        "User-Agent": "Galloper-Webhooks/1",
        "Accept": "*/*",
        "Authorization": "Basic YW5uOnNAeQ==",
        "webhook-id": "2",
        "Content-Length": "1",
    }


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", 200),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n", 200),
        (b"HTTP/1.1 200 OK\r\n\r\nok", 200),
        (b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n", 204),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", 200),
        (b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", 101),
        (NONE + b"HTTP/1.1 500 Alas\r\nContent-Length: 0\r\n\r\n", 204),
    ],
    ids=["cut short", "chunks", "no length", "close", "1.0", "upgrade", "two answers"],
)
def test_a_connection_on_which_more_may_come_is_not_used_again(answer: bytes, status: int) -> None:
    """Nor is waited for what comes, and the next message has an answer of its own."""
    wire = Wire(answer)

    async def story() -> list[int]:
        async with wire.posts() as (posts, at):
            return [(await posts.post(f"http://{at}/", {}, b"{}")).status for _ in "12"]

    assert asyncio.run(story()) == [status, 204]
    assert wire.connections == 2


def test_what_only_says_that_an_answer_will_come_is_none() -> None:
    early = b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
    wire = Wire(early + NONE)

    async def story() -> int:
        async with wire.posts() as (posts, at):
            return (await posts.post(f"http://{at}/", {}, b"{}")).status

    assert asyncio.run(story()) == 204


@pytest.mark.parametrize(
    "answer",
    [b"", b"SSH-2.0-OpenSSH_9.2\r\n", b"HTTP/1.1 2x0 OK\r\n\r\n", NONE[:12]],
    ids=["nothing", "another protocol", "no status", "half a line"],
)
def test_what_is_no_answer_fails_the_message_and_not_the_next(answer: bytes) -> None:
    wire = Wire(answer)

    async def story() -> int:
        async with wire.posts() as (posts, at):
            with pytest.raises(aiohttp.ClientError):
                await asyncio.gather(posts.post(f"http://{at}/", {}, b"{}"), _hung_up(wire))
            return (await posts.post(f"http://{at}/", {}, b"{}")).status

    assert asyncio.run(story()) == 204
    assert wire.connections == 2


async def _hung_up(wire: Wire) -> None:
    while not wire.bodies:  # noqa: ASYNC110 - another task's doing
        await asyncio.sleep(0)
    await asyncio.sleep(0.02)
    wire.open[0].close()


def test_what_came_before_it_was_asked_for_is_not_taken_for_an_answer() -> None:
    """A receiver that speaks first, between two messages."""
    wire = Wire()

    async def story() -> int:
        async with wire.posts() as (posts, at):
            await posts.post(f"http://{at}/", {}, b"{}")
            wire.open[0].write(NONE)
            await asyncio.sleep(0.02)
            with pytest.raises(NoAnswer):
                await posts.post(f"http://{at}/", {}, b"{}")
            return (await posts.post(f"http://{at}/", {}, b"{}")).status

    assert asyncio.run(story()) == 204
    assert len(wire.bodies) == 2


class Deaf(Wire):
    """A receiver that reads no body until it is told to, and counts then what is left of it."""

    def __init__(self, *answers: bytes) -> None:
        super().__init__(*answers)
        self.listens = asyncio.Event()
        self.ended = asyncio.Event()
        self.taken = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.writelines(self.answers)
        await self.listens.wait()
        with contextlib.suppress(ConnectionError):
            while some := await reader.read(65_536):
                self.taken += len(some)
        writer.close()
        self.ended.set()


@pytest.mark.parametrize("answers", [(), (NONE,)], ids=["silent", "answers at once"])
def test_what_a_receiver_does_not_take_is_not_kept_for_it(answers: tuple[bytes, ...]) -> None:
    """Neither its connection nor the bytes; or whoever never reads would fill the memory."""
    wire, body = Deaf(*answers), bytes(16_000_000)
    soon = aiohttp.ClientTimeout(total=0.2)

    async def story() -> None:
        async with wire.listen() as port, aiohttp.ClientSession(timeout=soon) as session:
            with contextlib.suppress(TimeoutError):
                await Posts(session).post(f"http://127.0.0.1:{port}/", {}, body)
            wire.listens.set()
            async with asyncio.timeout(30):
                await wire.ended.wait()

    asyncio.run(story())
    assert wire.taken < len(body)


def test_over_tls_a_receiver_must_be_who_it_says_it_is(tmp_path: Path) -> None:
    """By an authority known here, and under the name it was asked by; or it is sent nothing."""
    wire = Wire()
    authority, tls = certificates(tmp_path, "localhost")
    known = ssl.create_default_context(cafile=str(authority))
    within = aiohttp.ClientTimeout(total=5)

    async def story() -> list[int]:
        async with (
            wire.listen(tls) as port,
            webhook.open_session(REACH, look_up) as strict,
            aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(ssl=known), timeout=within
            ) as trusting,
        ):
            for session, host in ((strict, "localhost"), (trusting, "127.0.0.1")):
                with pytest.raises(aiohttp.ClientConnectorCertificateError):
                    await Posts(session).post(f"https://{host}:{port}/", {}, b"{}")
            posts = Posts(trusting)
            return [
                (await posts.post(f"https://localhost:{port}/", {}, b"{}")).status for _ in "12"
            ]

    assert asyncio.run(story()) == [204, 204]
    assert len(wire.bodies) == 2


@pytest.mark.parametrize("value", ["1\r\nx: y", "1\n", "\r"])
def test_a_header_is_one_line(value: str) -> None:
    wire = Wire()

    async def story() -> None:
        async with wire.posts() as (posts, at):
            with pytest.raises(ValueError, match="line break"):
                await posts.post(f"http://{at}/", {"webhook-id": value}, b"{}")

    asyncio.run(story())
    assert not wire.connections


@pytest.mark.parametrize("address", ["ftp://127.0.0.1/", "http:///hook", "hook"])
def test_what_is_no_web_address_is_not_posted_to(address: str) -> None:
    async def story() -> None:
        async with webhook.open_session(REACH, look_up) as session:
            with pytest.raises(aiohttp.InvalidURL):
                await Posts(session).post(address, {}, b"{}")

    asyncio.run(story())


def test_a_limit_ends_what_takes_longer_and_nothing_else() -> None:
    """Many at once, begun one after another, by one timer."""

    async def story() -> list[str]:
        limits = Limits(0.3)

        async def work(begins: float, seconds: float) -> str:
            await asyncio.sleep(begins)
            try:
                with limits.limit():
                    await asyncio.sleep(seconds)
            except TimeoutError:
                return "ended"
            await asyncio.sleep(0.35)  # past the limit, and not under it any more
            return "done"

        turns = [(0.0, 0.0), (0.0, 600), (0.02, 0.01), (0.03, 600), (0.08, 0.0), (0.1, 600)]
        async with asyncio.timeout(30):
            return await asyncio.gather(*(work(*one) for one in turns))

    assert asyncio.run(story()) == ["done", "ended", "done", "ended", "done", "ended"]


def test_a_task_cancelled_by_another_is_cancelled_though_its_limit_has_passed() -> None:
    async def story() -> None:
        limits = Limits(0.01)
        passed = asyncio.Event()

        async def work() -> None:
            with limits.limit():
                try:
                    await asyncio.sleep(600)
                except asyncio.CancelledError:
                    passed.set()
                    await asyncio.sleep(0.05)
                    raise

        task = asyncio.create_task(work())
        await passed.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(story())
