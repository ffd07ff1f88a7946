"""Webhooks: signed as the standard says, patient with every receiver, and never led astray."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

import pytest
import trio
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks.webhooks import Webhook

from service.bridge import from_asyncio, guest_run, held
from service.config import Config
from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.keeper.keeper import Keeper
from service.notify import signing, webhook
from service.notify.backoff import LONGEST, SCHEDULE, delay
from service.notify.dispatcher import Dispatcher
from service.notify.posts import Posts
from service.notify.reach import Reach, is_public
from service.packs import load_pack
from service.store.channels import Channel, list_channels
from service.store.deliveries import count_deliveries
from tests.faults.daemons import ferry_posts, rate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    import asyncpg

load_pack("tests.packs.ferry:PACK")


@given(
    secret=st.binary(min_size=24, max_size=64),
    body=st.binary(max_size=500),
    message_id=st.from_regex(r"msg_[a-z0-9]{4,20}", fullmatch=True),
    timestamp=st.integers(1_700_000_000, 1_900_000_000),
)
def test_the_signature_is_what_the_standards_own_library_computes(
    secret: bytes, body: bytes, message_id: str, timestamp: int
) -> None:
    """Compared on the same instant, key and text; the library wants text."""
    import base64  # noqa: PLC0415
    from datetime import UTC, datetime  # noqa: PLC0415

    text = body.decode("latin-1")
    theirs = Webhook(base64.b64encode(secret).decode()).sign(
        message_id, datetime.fromtimestamp(timestamp, UTC), text
    )
    assert signing.sign(secret, message_id, timestamp, text.encode()) == theirs


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "172.16.9.9",
        "169.254.169.254",
        "0.0.0.0",  # noqa: S104 - an address to be refused
        "100.64.0.1",
        "224.0.0.1",
        "::1",
        "::",
        "fe80::1%eth0",
        "fd00::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "2002:7f00:1::",
        "64:ff9b:1::1",
        "64:ff9b::10.0.0.1",
    ],
)
def test_an_address_of_this_machine_or_a_private_network_is_not_public(address: str) -> None:
    """Whatever its dress."""
    assert not is_public(address)


@pytest.mark.parametrize("address", ["9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9"])
def test_an_address_of_the_internet_is_public(address: str) -> None:
    """And may be reached."""
    assert is_public(address)


def test_retries_come_rarer_with_jitter_that_only_adds_and_end() -> None:
    """What a receiver asks for is the least it gets, up to a day."""
    for attempt, least in enumerate(SCHEDULE, start=1):
        assert delay(attempt, None, lambda: 0.0) == least
        assert least <= (delay(attempt) or 0) <= least * 1.2
    assert delay(len(SCHEDULE) + 1) is None
    assert delay(1, 100.0, lambda: 0.0) == 100.0
    assert delay(1, 10.0**9, lambda: 0.0) == LONGEST
    assert list(SCHEDULE) == sorted(SCHEDULE)


def test_retry_after_is_read_as_seconds_or_as_a_date() -> None:
    """And nonsense is not obeyed."""
    assert webhook.seconds_of("120") == 120.0
    assert webhook.seconds_of("soon") is None
    assert webhook.seconds_of(None) is None
    assert webhook.seconds_of("Wed, 21 Oct 99999999999999999999 07:28:00 GMT") is None
    assert webhook.seconds_of("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0


class Fickle:
    """A receiver whose answer to each request is scripted; keeps what it was sent."""

    def __init__(self, *script: Callable[[web.Request], Any]) -> None:
        self.script = list(script)
        self.got: list[tuple[str, bytes]] = []

    async def take(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        self.got.append((request.headers["webhook-id"], body))
        if self.script:
            answer = self.script.pop(0)(request)
            response: web.StreamResponse = await answer if asyncio.iscoroutine(answer) else answer
            return response
        return web.Response(status=204)

    @contextlib.asynccontextmanager
    async def listen(self) -> AsyncIterator[str]:
        app = web.Application()
        app.router.add_route("*", "/{tail:.*}", self.take)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
        finally:
            await runner.cleanup()


def channel(address: str) -> Channel:
    """A webhook of that address."""
    return Channel(
        campaign_id="c",
        id="h",
        person="ann",
        kind="webhook",
        address=address,
        secret=b"k" * 24,
        state="active",
    )


async def _hang(request: web.Request) -> web.Response:
    del request
    await asyncio.sleep(30)
    return web.Response()


async def _cut(request: web.Request) -> web.Response:
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


def _redirect(request: web.Request) -> web.Response:
    # To the receiver itself, which stands in a private network and would count the request.
    return web.Response(status=302, headers={"Location": str(request.url.with_path("/secret"))})


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (lambda _: web.Response(status=200), "sent"),
        (lambda _: web.Response(status=299), "sent"),
        (lambda _: web.Response(status=500), "retry"),
        (lambda _: web.Response(status=404), "retry"),
        (lambda _: web.Response(status=429, headers={"Retry-After": "7"}), "wait"),
        (lambda _: web.Response(status=410), "closed"),
        (_redirect, "retry"),
        (_cut, "retry"),
        (_hang, "retry"),
    ],
    ids=["200", "299", "500", "404", "429", "410", "redirect", "cut", "hang"],
)
def test_every_way_a_receiver_can_answer_has_its_outcome(
    answer: Any, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a redirect is not followed."""
    import aiohttp  # noqa: PLC0415

    limit = 1.0 if answer is _hang else 60.0
    monkeypatch.setattr(webhook, "TIMEOUT", aiohttp.ClientTimeout(total=limit))

    async def story() -> tuple[str, float | None, int]:
        receiver = Fickle(answer)
        async with (
            receiver.listen() as address,
            webhook.open_session(Reach(private=True), _no_names) as session,
        ):
            attempt = await webhook.post(
                Posts(session), channel(address), "msg_1", b"{}", Reach(private=True)
            )
            return attempt.outcome, attempt.retry_after, len(receiver.got)

    got, retry_after, requests = asyncio.run(story())
    assert retry_after in {None, 7.0}
    assert got == outcome
    assert requests == 1


async def _no_names(host: str, port: int) -> Any:
    raise OSError(f"{host}:{port} must not be looked up")


def test_a_webhook_never_reaches_this_machine_unless_the_operator_allows_it() -> None:
    """By number nor by name."""

    async def story(host: str) -> tuple[str, int]:
        receiver = Fickle()

        async def resolve(_host: str, port: int) -> Any:
            import socket  # noqa: PLC0415

            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

        async with (
            receiver.listen() as address,
            webhook.open_session(Reach(), resolve) as session,
        ):
            target = address.replace("127.0.0.1", host)
            attempt = await webhook.post(Posts(session), channel(target), "msg_1", b"{}", Reach())
            return attempt.outcome, len(receiver.got)

    assert asyncio.run(story("127.0.0.1")) == ("dropped", 0)
    assert asyncio.run(story("[::ffff:127.0.0.1]"))[1] == 0
    outcome, requests = asyncio.run(story("rebound.example"))
    assert requests == 0
    assert outcome == "retry"


async def _until_sent(pool: asyncpg.Pool, campaign: str, sent: int) -> dict[str, int]:
    counts: dict[str, int] = {}
    with trio.fail_after(30):
        while counts.get("sent", 0) < sent:

            async def count() -> dict[str, int]:
                async with pool.acquire() as conn:
                    return await count_deliveries(conn, campaign)

            counts = await from_asyncio(count)
            await trio.sleep(0.05)
    return counts


@pytest.mark.trio(run=guest_run)
async def test_a_notice_reaches_a_failing_receiver_once_it_recovers_with_the_same_bytes(
    pool: asyncpg.Pool, dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One letter, a receiver that fails twice, another that is well: both get it, under one id."""
    monkeypatch.setattr("service.notify.backoff.SCHEDULE", (0.05, 0.05, 0.05))
    flaky = Fickle(lambda _: web.Response(status=500), lambda _: web.Response(status=429))
    well = Fickle()
    config = Config(data=tmp_path, allow_private=True, daemon="d1")
    readings = Readings()
    async with held(flaky.listen()) as one, held(well.listen()) as other:

        async def found() -> None:
            await found_campaign(pool, "c", ferry_posts(1), rate=rate("36000:1"), seed=7)
            await add_channel(pool, readings, "c", "ben", one, reach=config.reach)
            await add_channel(pool, readings, "c", "ben", other, reach=config.reach)

        await from_asyncio(found)
        keeper = Keeper(pool, dsn=dsn, daemon="d1", release=1)
        dispatcher = Dispatcher(pool, config)
        keeper.committed = dispatcher.wake
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keeper.run)
            nursery.start_soon(dispatcher.run)
            counts = await _until_sent(pool, "c", 2)
            nursery.cancel_scope.cancel()
    assert counts == {"waiting": 0, "sent": 2, "failed": 0, "dropped": 0}
    assert len(flaky.got) == 3
    assert len(set(flaky.got)) == 1
    assert len(well.got) == 1
    body = json.loads(well.got[0][1])
    assert body["type"] == "notice.came"
    assert body["data"]["text"] == "The ferry brings a letter from ann: letter 0"
    assert well.got[0][0] != flaky.got[0][0]


@pytest.mark.trio(run=guest_run)
async def test_a_receiver_that_is_gone_is_told_nothing_more_and_others_are(
    pool: asyncpg.Pool, dsn: str, tmp_path: Path
) -> None:
    """410 closes one channel and no other."""
    gone = Fickle(lambda _: web.Response(status=410))
    well = Fickle()
    config = Config(data=tmp_path, allow_private=True, daemon="d1")
    readings = Readings()
    async with held(gone.listen()) as one, held(well.listen()) as other:

        async def found() -> None:
            await found_campaign(pool, "c", ferry_posts(6), rate=rate("36000:1"), seed=7)
            await add_channel(pool, readings, "c", "ben", one, reach=config.reach)
            await add_channel(pool, readings, "c", "ben", other, reach=config.reach)

        await from_asyncio(found)
        keeper = Keeper(pool, dsn=dsn, daemon="d1", release=1)
        dispatcher = Dispatcher(pool, config)
        keeper.committed = dispatcher.wake
        async with trio.open_nursery() as nursery:
            nursery.start_soon(keeper.run)
            nursery.start_soon(dispatcher.run)
            await _until_sent(pool, "c", 2)
            nursery.cancel_scope.cancel()

        async def states() -> dict[str, str]:
            async with pool.acquire() as conn:
                return {c.address: c.state for c in await list_channels(conn, "c")}

        found_states = await from_asyncio(states)
    assert found_states == {one: "closed", other: "active"}
    assert len(gone.got) == 1
