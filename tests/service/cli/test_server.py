"""The same commands, given to a server over its API."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from service.bridge import new_loop
from service.client import Client, Declined, NoAnswer
from service.config import MailIn
from service.pace import Pace
from tests.service.api.site import site
from tests.service.api.test_streaming import tell
from tests.service.cli.typed import Typed, typed
from tests.service.conftest import fresh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service import embedded
    from tests.service.api.site import Site


class Running(NamedTuple):
    address: str
    ann: str
    gm: str
    ask: Callable[[Any], Any]
    here: Site


@pytest.fixture(scope="module")
def running(postgres: embedded.Server) -> Iterator[Running]:
    """A server in a thread of its own: the commands wait for its answers."""
    ready = threading.Event()
    found: list[Running] = []
    stop: list[Callable[[], Any]] = []

    async def main(dsn: str) -> None:
        taken = MailIn(listen="127.0.0.1:0", domain="play.example.org")
        async with site(dsn, Pace(1e9, 10**9), mail_in=taken) as here:
            await here.campaign("spring")
            ann = await here.member("spring", "ann@example.org", "player", "ann")
            gm = await here.member("spring", "gm@example.org", "gm")
            loop, ended = asyncio.get_running_loop(), asyncio.Event()

            def ask(coroutine: Any) -> Any:
                return asyncio.run_coroutine_threadsafe(coroutine, loop).result(30)

            found.append(Running(here.address, ann, gm, ask, here))
            stop.append(lambda: loop.call_soon_threadsafe(ended.set))
            ready.set()
            await ended.wait()

    def serve(dsn: str) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(main(dsn))

    with contextlib.contextmanager(fresh)(postgres) as dsn:
        thread = threading.Thread(target=serve, args=(dsn,))
        thread.start()
        try:
            assert ready.wait(30)
            yield found[0]
        finally:
            stop[0]()
            thread.join(30)


#: A database that is not there: what reaches it instead of the server fails.
NOWHERE = "postgresql://nobody@127.0.0.1:1/none"


def _typed(running: Running, token: str, *arguments: str) -> Typed:
    return typed(NOWHERE, *arguments, "--server", running.address, "--token", token)


def _read(running: Running, token: str, *arguments: str) -> Any:
    done = _typed(running, token, *arguments, "--json")
    assert done.status == 0, done.err
    return json.loads(done.out)


def test_orders_answers_and_papers_go_by_the_server(running: Running) -> None:
    words = ("order", "spring", "ann", "post", "to=ben", "text=Come at once")
    receipt = _read(running, running.ann, *words, "--key", "k1")
    assert receipt["echo"] == 'post to=ben text="Come at once"'
    assert _read(running, running.ann, *words, "--key", "k1")["again"]
    assert _read(running, running.ann, "page", "spring", "ann")["person"] == "ann"
    refused = _typed(running, running.ann, "order", "spring", "ann", "dance")
    assert (refused.status, "dance" in refused.err) == (2, True)
    refused = _typed(running, running.ann, "decide", "spring", "ann", "x", "yes")
    assert (refused.status, "No open decision" in refused.err) == (2, True)
    other = _typed(running, running.ann, "order", "spring", "ben", "post to=ann text=x")
    assert (other.status, "not yours" in other.err) == (2, True)


def test_what_was_told_is_read_in_one_go_however_much(running: Running) -> None:
    async def write() -> None:
        for n in range(1, 131):
            await tell(running.here, n, "ben")

    running.ask(write())
    told = _read(running, running.gm, "told", "spring", "ben", "--after", "20")
    assert [one["n"] for one in told] == list(range(21, 131))
    client = Client(running.address, running.gm)
    stream = client.stream("spring", "ben", after=128)
    assert [next(stream).n, next(stream).n] == [129, 130]
    stream.close()  # type: ignore[attr-defined]


def test_the_clock_is_set_by_the_servers_time(running: Running) -> None:
    assert [one["id"] for one in _read(running, running.gm, "campaign", "list")] == ["spring"]
    paused = ("campaign", "pause", "spring", "--reason", "a feast", "--until", "2d")
    assert _read(running, running.gm, *paused)["echo"] == "pause (a feast)"
    assert "Kept" in _typed(running, running.gm, "campaign", "resume", "spring").out
    assert "Kept" in _typed(running, running.gm, "campaign", "rate", "spring", "4").out
    refused = _typed(running, running.ann, "campaign", "resume", "spring")
    assert (refused.status, "referees" in refused.err) == (2, True)
    assert "spring" in _typed(running, running.gm, "campaign", "list").out
    assert "running" in _typed(running, running.gm, "campaign", "show", "spring").out


def test_what_does_not_answer_is_said(running: Running) -> None:
    with pytest.raises(NoAnswer, match="does not answer"):
        Client("http://127.0.0.1:1", running.ann).me()
    with pytest.raises(NoAnswer, match="no server's address"):
        Client("galloper.example.org", running.ann)
    with pytest.raises(Declined) as declined:
        Client(running.address, "glp_wrong").me()
    assert declined.value.problem.status == 401
    lost = typed(NOWHERE, "page", "spring", "ann", "--server", running.address)
    assert (lost.status, "Without a token" in lost.err) == (2, True)


def test_preferences_and_the_address_for_orders_are_ones_own(running: Running) -> None:
    of_ann = ("spring", "ann")
    done = _typed(
        running, running.ann, "preferences", "set", *of_ann, "--tell", "came=digest", "--quiet",
        "22:00-07:00", "--zone", "Europe/Berlin",
    )  # fmt: skip
    assert (done.status, "came=digest" in done.out) == (0, True), done.err
    changed = ("preferences", "set", *of_ann, "--tell", "came=as_above", "--no-urgent")
    kept = _read(running, running.ann, *changed)["preferences"]
    assert (kept["kinds"], kept["quiet_from"], kept["urgent"]) == ({}, "22:00", False)
    assert _read(running, running.ann, "preferences", "show", *of_ann)["preferences"] == kept
    address = _read(running, running.ann, "mail", "orders", *of_ann)["address"]
    assert address.startswith("orders-")
    assert address.endswith("@play.example.org")
    assert _read(running, running.ann, "mail", "orders", *of_ann)["address"] == address
    for command in (("preferences", "show"), ("mail", "orders")):
        refused = _typed(running, running.gm, *command, *of_ann)
        assert (refused.status, "nobody else's" in refused.err) == (2, True)
