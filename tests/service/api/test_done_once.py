"""What is done once under one key is what says so, and nothing else is sent a second time."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from service.api.chapters import CHAPTERS
from service.api.openapi import BASE, document_bytes
from service.bridge import new_loop
from service.client import Client, NoAnswer
from service.pace import Pace
from tests.service.api.site import Site, site
from tests.service.playing import play_on
from world.kernel.figures import FASTEST

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from service.api.endpoint import Endpoint
    from tests.service.api.site import Answer

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

ENDPOINTS = [one for chapter in CHAPTERS for one in chapter.all]
KEYED = [one for one in ENDPOINTS if one.keyed]
DOCUMENT: dict[str, Any] = msgspec.json.decode(document_bytes())


@pytest.fixture
def play(dsn: str) -> Play:
    """Run a story against a server."""

    def run(story: Callable[[Site], Awaitable[None]]) -> None:
        async def main() -> None:
            async with asyncio.timeout(60), site(dsn, Pace(1e9, 10**9)) as here:
                await here.campaign("spring")
                await story(here)

        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(main())

    return run


def test_the_document_names_the_key_where_it_is_heeded_and_nowhere_else() -> None:
    named = {
        (path, method)
        for path, found in DOCUMENT["paths"].items()
        for method, operation in found.items()
        if any(one["name"] == "Idempotency-Key" for one in operation["parameters"])
    }
    assert named == {(BASE + one.path, one.method.lower()) for one in KEYED}


#: For each request that heeds a key: as whom, what is sent, and what else under the same key.
SENT: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "order": ("ann", {"text": "post to=ben text=hi"}, {"text": "post to=ben text=no"}),
    "answer": ("ann", {"option": "dear"}, {"option": "fair"}),
    "clock": ("gm", {"said": "rate", "numerator": 2}, {"said": "rate", "numerator": 3}),
    "correct": (
        "gm",
        {"after": {"letters": 7}, "reason": "counted"},
        {"after": {"letters": 8}, "reason": "counted"},
    ),
}


@pytest.mark.parametrize("endpoint", KEYED, ids=lambda one: one.name)
def test_whatever_heeds_a_key_is_done_once_under_it(play: Play, endpoint: Endpoint) -> None:
    async def story(here: Site) -> None:
        tokens = {
            "gm": await here.member("spring", "gm@example.org", "gm"),
            "ann": await here.member("spring", "ann@example.org", "player", "ann"),
        }
        name, body, other = SENT[endpoint.name]
        path = endpoint.path.format(
            campaign="spring",
            person="ann",
            entity="ann",
            decision=await asked(here, tokens) if "{decision}" in endpoint.path else "",
        )
        before = await here.pool.fetchval("SELECT count(*) FROM input")

        async def send(what: dict[str, Any]) -> Answer:
            return await here.ask("POST", path, tokens[name], json=what, Idempotency_Key="k1")

        done = [await send(body) for _ in range(3)]
        assert [one.body["again"] for one in done] == [False, True, True]
        assert (await send(other)).status == 409
        assert await here.pool.fetchval("SELECT count(*) FROM input") == before + 1

    play(story)


async def asked(here: Site, tokens: dict[str, str]) -> str:
    """The toll's question, which comes after a day of game time."""
    fastest = {"said": "rate", "numerator": int(FASTEST.default)}
    await here.ask("POST", "/campaigns/spring/clock", tokens["gm"], json=fastest)
    while True:
        await play_on(here.pool, "spring")
        found = await here.ask("GET", "/campaigns/spring/persons/ann/decisions", tokens["ann"])
        if found.body:
            return str(found.body[0]["id"])


@contextlib.contextmanager
def that_hangs_up() -> Iterator[tuple[str, list[bytes]]]:
    """A server that reads a request and breaks the connection, and what it has read."""
    read: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with contextlib.suppress(OSError):
                while True:
                    conn, _ = listening.accept()
                    with conn:
                        read.append(conn.recv(65536))

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}", read
        finally:
            listening.shutdown(socket.SHUT_RDWR)
            thread.join(10)


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda one: one.name)
def test_the_client_sends_again_only_what_is_not_done_twice(endpoint: Endpoint) -> None:
    parts: dict[str, Any] = dict.fromkeys(("campaign", "person", "decision", "entity"), "x")
    with that_hangs_up() as (address, read):
        client = Client(address, "glp_x")
        body: dict[str, Any] | None = None if endpoint.takes is None else {}
        with pytest.raises(NoAnswer) as lost:
            client.ask(endpoint.handler, body, **parts)
    again = endpoint.method == "GET" or endpoint.keyed
    assert len(read) == (2 if again else 1)
    keys = {line for one in read for line in one.split(b"\r\n") if b"Idempotency" in line}
    assert len(keys) == endpoint.keyed, "one key, where it is heeded"
    assert ("--key" in str(lost.value)) == endpoint.keyed
