"""A lane: in order the first time, patient with what fails, and nobody waits for somebody else."""

from __future__ import annotations

import asyncio
import base64
import json
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
import trio
from aiohttp import web
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
from structlog.testing import capture_logs

from service.bridge import from_asyncio, guest_run, held
from service.config import Config
from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.notify import backoff, lane, signing, webhook
from service.notify.dispatcher import Dispatcher
from service.packs import load_pack
from service.store import lanes
from service.store.channels import list_channels
from service.store.deliveries import Words, recent_deliveries, say, send_again
from service.store.due import release_claims
from tests.faults.daemons import ferry_posts, rate
from tests.service.notify.sending import at_work

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    import asyncpg

load_pack("tests.packs.ferry:PACK")


class Receiver:
    """Keeps what it is sent, and answers as ``answer`` says of the message's number."""

    def __init__(self, answer: Callable[[int], int | Awaitable[int]] = lambda _: 204) -> None:
        self.answer = answer
        self.retry_after = ""
        self.got: list[int] = []
        self.took: list[int] = []
        self.ids: dict[int, set[str]] = {}
        self.seen: list[tuple[dict[str, str], bytes]] = []

    def has_got(self, count: int) -> bool:
        """Whether so many messages came, taken or not."""
        return len(self.got) >= count

    async def take(self, request: web.Request) -> web.Response:
        body = await request.read()
        number = json.loads(body)["data"]["sequence"]
        self.got.append(number)
        self.ids.setdefault(number, set()).add(request.headers["webhook-id"])
        self.seen.append((dict(request.headers), body))
        status = self.answer(number)
        if not isinstance(status, int):
            status = await status
        if status < 300:
            self.took.append(number)
        headers = {"Retry-After": self.retry_after} if self.retry_after else {}
        return web.Response(status=status, headers=headers)

    @asynccontextmanager
    async def listen(self) -> AsyncIterator[str]:
        app = web.Application()
        app.router.add_post("/{tail:.*}", self.take)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
        finally:
            await runner.cleanup()


class Post:
    """A campaign's channels and what waits on them, with a dispatcher that sends it."""

    def __init__(self, pool: asyncpg.Pool, folder: Path) -> None:
        self.pool = pool
        # The first of those that send: a lane that one of them left in the middle is its own again.
        self.config = Config(data=folder, allow_private=True, daemon="d0")

    async def found(self) -> None:
        await found_campaign(self.pool, "c", ferry_posts(0), rate=rate("1:1"), seed=7)

    async def add(self, address: str, person: str = "ben", **more: Any) -> dict[str, str]:
        """A channel of that address; *more* are its columns."""
        made = await add_channel(
            self.pool, Readings(), "c", person, address, reach=self.config.reach
        )
        for column, value in more.items():
            await self.pool.execute(f"UPDATE channel SET {column} = $1 WHERE id = $2",  # noqa: S608
                                    value, made["id"])  # fmt: skip
        return made

    async def write(self, channel_id: str, count: int) -> None:
        for n in range(count):
            words = Words(kind="ping", title=f"Message {n}", text="…")
            assert await say(self.pool, "c", channel_id, words)

    async def send(
        self, until: Callable[[], bool], daemons: int = 1, *, written: bool = True
    ) -> None:
        """Let dispatchers run until a condition holds, and is *written* down (trio side)."""
        async with trio.open_nursery() as nursery:
            for n in range(daemons):
                config = Config(data=self.config.data, allow_private=True, daemon=f"d{n}")
                nursery.start_soon(Dispatcher(self.pool, config).run)
            with trio.fail_after(30):
                while not until():  # noqa: ASYNC110 - what another side does
                    await trio.sleep(0.02)
                while written and await at_work(self.pool):  # noqa: ASYNC110 - the same
                    await trio.sleep(0.02)
            nursery.cancel_scope.cancel()

    async def rest(self, seconds: float) -> None:
        """Let a dispatcher run for a while in which nothing is expected of it (trio side)."""
        with trio.move_on_after(seconds):
            await Dispatcher(self.pool, self.config).run()


@pytest.fixture
def post(pool: asyncpg.Pool, tmp_path: Path) -> Post:
    return Post(pool, tmp_path)


async def _begin(post: Post, address: str, count: int, **more: Any) -> dict[str, str]:
    async def begun() -> dict[str, str]:
        await post.found()
        made = await post.add(address, **more)
        await post.write(made["id"], count)
        return made

    return await from_asyncio(begun)


@pytest.mark.trio(run=guest_run)
async def test_a_message_that_is_refused_holds_up_no_other(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rest arrives in order; what was refused comes later, under the one id it has."""
    monkeypatch.setattr(backoff, "SCHEDULE", (0.3, 0.3, 0.3))
    refused = {3: 2, 7: 1}

    def answer(number: int) -> int:
        if refused.get(number):
            refused[number] -= 1
            return 500
        return 200

    receiver = Receiver(answer)
    async with held(receiver.listen()) as address:
        await _begin(post, address, 60)
        await post.send(lambda: len(receiver.took) == 60)
    assert _first_comings(receiver.got) == list(range(1, 61))
    assert sorted(receiver.took) == list(range(1, 61)), "each was taken once"
    assert receiver.got.count(3) == 3
    assert all(len(ids) == 1 for ids in receiver.ids.values())


async def _end_rests(pool: asyncpg.Pool) -> None:
    await pool.execute("UPDATE channel SET open_until = clock_timestamp()")


def _first_comings(numbers: list[int]) -> list[int]:
    return list(dict.fromkeys(numbers))


@pytest.mark.trio(run=guest_run)
async def test_on_a_strict_channel_everything_waits_for_what_was_refused(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backoff, "SCHEDULE", (0.1, 0.1, 0.1))
    refused = {2: 2}

    def answer(number: int) -> int:
        if refused.get(number):
            refused[number] -= 1
            return 503
        return 200

    receiver = Receiver(answer)
    async with held(receiver.listen()) as address:
        await _begin(post, address, 6, strict=True)
        await post.send(lambda: len(receiver.took) == 6)
    assert receiver.got == [1, 2, 2, 2, 3, 4, 5, 6]


@pytest.mark.trio(run=guest_run)
async def test_a_receiver_that_keeps_failing_is_left_in_peace_and_tried_with_one_message(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five failures, then one attempt a rest; when it is well again everything arrives."""
    monkeypatch.setattr(backoff, "RESTS", (600,))
    monkeypatch.setattr(backoff, "SCHEDULE", (0.05,) * 50)
    well = False
    receiver = Receiver(lambda _: 200 if well else 500)
    async with held(receiver.listen()) as address:
        await _begin(post, address, 30)
        for expected in range(backoff.RESTS_FROM, backoff.RESTS_FROM + 3):
            await post.send(partial(receiver.has_got, expected))
            await post.rest(0.3)
            assert len(receiver.got) == expected
            await from_asyncio(_end_rests, post.pool)
        well = True
        await post.send(lambda: len(receiver.took) == 30)
    assert _first_comings(receiver.got) == list(range(1, 31))
    assert sorted(receiver.took) == list(range(1, 31))
    (channel,) = await from_asyncio(list_channels, post.pool, "c")
    assert (channel.failures, channel.open_until, channel.failing_since) == (0, None, None)


@pytest.mark.trio(run=guest_run)
async def test_a_receiver_that_asks_for_patience_gets_it_for_all_its_messages(post: Post) -> None:
    receiver = Receiver(lambda _: 429)
    receiver.retry_after = "60"
    async with held(receiver.listen()) as address:
        await _begin(post, address, 10)
        await post.rest(2.5)
    assert receiver.got == [1]


@pytest.mark.trio(run=guest_run)
async def test_after_days_of_failures_a_channel_is_closed_and_the_person_told_elsewhere(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is said does not give the webhook's path away, which often is a password."""
    monkeypatch.setattr(backoff, "CLOSED_AFTER", -1)
    sick, well, others = Receiver(lambda _: 500), Receiver(), Receiver()
    async with (
        held(sick.listen()) as one,
        held(well.listen()) as other,
        held(others.listen()) as third,
    ):
        await _begin(post, one, 4)

        async def add_others() -> None:
            await post.add(other)
            await post.add(third, person="ann")

        await from_asyncio(add_others)
        await post.send(lambda: len(well.took) == 1)
        await post.rest(1.2)
        states = {c.address: c.state for c in await from_asyncio(list_channels, post.pool, "c")}
    assert states == {one: "closed", other: "active", third: "active"}
    assert sick.got == [1]
    body = json.loads(well.seen[0][1])
    assert body["type"] == "notice.channel_closed"
    assert "dropped: 4 messages" in body["data"]["text"]
    assert "/hook" not in well.seen[0][1].decode()
    assert others.got == [], "it is ben's affair, not ann's"


@pytest.mark.trio(run=guest_run)
async def test_a_webhook_whose_address_no_client_can_read_is_closed_and_its_owner_told(
    post: Post,
) -> None:
    """Kept before such were refused: there is nothing to try again, and no error of ours."""
    well = Receiver()
    with capture_logs() as logs:
        async with held(well.listen()) as other:
            await _begin(post, "http://127.0.0.1:1/hook", 3)
            broken = "UPDATE channel SET address = $1"
            await from_asyncio(post.pool.execute, broken, "http://a\\b.org/hook")
            await from_asyncio(post.add, other)
            await post.send(lambda: len(well.took) == 1)
    states = {c.address: c.state for c in await from_asyncio(list_channels, post.pool, "c")}
    assert states == {"http://a\\b.org/hook": "closed", other: "active"}
    text = json.loads(well.seen[0][1])["data"]["text"]
    assert ": nothing can be sent to such an address. What waited there was dropped" in text
    assert not [line for line in logs if "exception" in line or line["event"] == "attempt_broke"]


@pytest.mark.trio(run=guest_run)
async def test_two_daemons_send_each_message_once(post: Post) -> None:
    receiver = Receiver()
    async with held(receiver.listen()) as address:
        await _begin(post, address, 300)
        await post.send(lambda: len(receiver.took) >= 300, daemons=2)
        await post.rest(1.2)
    assert receiver.got == list(range(1, 301))


@pytest.mark.trio(run=guest_run)
async def test_receivers_that_hang_keep_nobody_waiting(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty of them hang; the one that is well has all its messages before the first gives up."""
    import aiohttp  # noqa: PLC0415

    monkeypatch.setattr(webhook, "TIMEOUT", aiohttp.ClientTimeout(total=600))

    async def hang() -> int:
        await asyncio.sleep(600)
        return 200

    sick, well = Receiver(lambda _: hang()), Receiver()
    async with held(sick.listen()) as one, held(well.listen()) as other:
        await _begin(post, other, 5)

        async def add_sick() -> None:
            for n in range(30):
                made = await post.add(f"{one}/{n}")
                await post.write(made["id"], 3)

        await from_asyncio(add_sick)
        await post.send(lambda: len(well.took) == 5, written=False)


@pytest.mark.trio(run=guest_run)
async def test_for_a_day_after_a_rotation_both_keys_sign(post: Post) -> None:
    """Checked by the standard's own library; then the old key is forgotten."""
    receiver = Receiver()
    async with held(receiver.listen()) as address:
        old = await _begin(post, address, 1)

        async def rotate() -> dict[str, str]:
            made = await add_channel(
                post.pool, Readings(), "c", "ben", address, rotate=True, reach=post.config.reach
            )
            await post.write(made["id"], 1)
            return made

        new = await from_asyncio(rotate)
        await post.send(lambda: len(receiver.took) == 2)

        async def later() -> None:
            await post.pool.execute(
                "UPDATE channel SET previous_until = clock_timestamp() - interval '1 second'"
            )
            await post.write(new["id"], 1)

        await from_asyncio(later)
        await post.send(lambda: len(receiver.took) == 3)
    assert old["secret"] != new["secret"]
    headers, body = receiver.seen[1]
    for secret in (old["secret"], new["secret"]):
        assert Webhook(secret).verify(body, _lower(headers))
    headers, body = receiver.seen[2]
    assert Webhook(new["secret"]).verify(body, _lower(headers))
    with pytest.raises(WebhookVerificationError):
        Webhook(old["secret"]).verify(body, _lower(headers))


def _lower(headers: dict[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


@pytest.mark.trio(run=guest_run)
async def test_whoever_has_the_public_key_can_check_a_v1a_signature(post: Post) -> None:
    """Over id, timestamp and the very bytes; a changed one is found."""
    receiver = Receiver()
    async with held(receiver.listen()) as address:
        made = await _begin(post, address, 1, ed25519=True)
        await post.send(lambda: len(receiver.took) == 1)
    headers, body = _lower(receiver.seen[0][0]), receiver.seen[0][1]
    assert Webhook(made["secret"]).verify(body, headers), "v1 stands beside it"
    openly = next(
        part.removeprefix("v1a,")
        for part in headers["webhook-signature"].split()
        if part.startswith("v1a,")
    )
    secret = base64.b64decode(made["secret"].removeprefix("whsec_"))
    key = Ed25519PublicKey.from_public_bytes(
        base64.b64decode(signing.public_key(secret).removeprefix("whpk_"))
    )
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key.verify(base64.b64decode(openly), signed)
    with pytest.raises(InvalidSignature):
        key.verify(base64.b64decode(openly), signed + b" ")


@pytest.mark.trio(run=guest_run)
async def test_a_range_is_sent_again_with_the_ids_and_bytes_it_had(post: Post) -> None:
    receiver = Receiver()
    async with held(receiver.listen()) as address:
        made = await _begin(post, address, 5)
        await post.send(lambda: len(receiver.took) == 5)
        with trio.fail_after(30):
            while await _outcomes(post, made["id"]) != {"sent"}:  # noqa: ASYNC110 - a daemon writes
                await trio.sleep(0.02)
        assert await from_asyncio(send_again, post.pool, "c", made["id"], 2, 3) == 2
        await post.send(lambda: len(receiver.took) == 7)
    assert receiver.got == [1, 2, 3, 4, 5, 2, 3]
    assert [body for _, body in receiver.seen[1:3]] == [body for _, body in receiver.seen[5:]]
    assert all(len(ids) == 1 for ids in receiver.ids.values())


@pytest.mark.trio(run=guest_run)
async def test_what_could_not_be_put_into_words_is_never_sent_without_them(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is worded anew at the next attempt, and others are sent meanwhile."""
    monkeypatch.setattr(backoff, "SCHEDULE", (0.2,) * 9)
    receiver = Receiver()
    async with held(receiver.listen()) as address:
        made = await _begin(post, address, 0)

        async def tell(body: str) -> None:
            await post.pool.execute(
                """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
                VALUES ('c', 'ben', 1, 'first', 'came', 0, convert_to($1, 'UTF8'))
                ON CONFLICT (campaign_id, person, n) DO UPDATE SET body = excluded.body""",
                body,
            )
            await post.pool.execute("UPDATE due SET notices = 1")

        await from_asyncio(tell, '{"kind":"of a later release"}')
        await _tried_in_vain(post)
        assert await _outcomes(post, made["id"]) == {"waiting"}
        await from_asyncio(post.write, made["id"], 1)
        await post.send(lambda: len(receiver.took) == 1)
        await from_asyncio(tell, '{"kind":"came","sender":"ann","text":"At last"}')
        await post.send(lambda: len(receiver.took) == 2)
    texts = [json.loads(body)["data"]["text"] for _, body in receiver.seen]
    assert texts == ["…", "The ferry brings a letter from ann: At last"]


async def _tried_in_vain(post: Post) -> None:
    """Let a dispatcher run until something could not be worded."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(Dispatcher(post.pool, post.config).run)
        query = "SELECT count(*) FROM delivery WHERE last_status LIKE 'not worded%'"
        with trio.fail_after(30):
            while not await from_asyncio(post.pool.fetchval, query):  # noqa: ASYNC110 - a daemon
                await trio.sleep(0.02)
        nursery.cancel_scope.cancel()


async def _outcomes(post: Post, channel_id: str) -> set[str]:
    listed = await from_asyncio(recent_deliveries, post.pool, "c", channel_id)
    return {one.outcome for one in listed}


async def _held_by_another(post: Post, channel_id: str, silent: float) -> None:
    """Another daemon, last heard of so many seconds ago, leased the lane a moment ago."""
    await post.pool.execute(
        """INSERT INTO daemon (id, release, beat)
        VALUES ('other', 1, clock_timestamp() - $1 * interval '1 s')""",
        silent,
    )
    await post.pool.execute(
        """UPDATE channel SET owner = 'other', lease = clock_timestamp() + interval '60 s'
        WHERE id = $1""",
        channel_id,
    )


@pytest.mark.trio(run=guest_run)
async def test_what_a_dead_daemon_had_begun_to_send_waits_seconds_not_its_lease(
    post: Post,
) -> None:
    receiver = Receiver()
    async with held(receiver.listen()) as address:
        made = await _begin(post, address, 3)
        await from_asyncio(_held_by_another, post, made["id"], lanes.SILENT + 0.1)
        await post.send(lambda: receiver.took == [1, 2, 3])


@pytest.mark.trio(run=guest_run)
async def test_a_lane_of_a_daemon_that_lives_is_left_to_it(post: Post) -> None:
    """And of one that is told to stop: its campaigns are free, and it writes down what it sent."""
    receiver = Receiver()
    async with held(receiver.listen()) as address:
        made = await _begin(post, address, 3)
        await from_asyncio(_held_by_another, post, made["id"], 0.0)
        await post.rest(0.5)
        assert receiver.took == []
        await from_asyncio(release_claims, post.pool, "other")
        await post.rest(0.5)
        assert receiver.took == []


@pytest.mark.trio(run=guest_run)
async def test_a_daemon_that_was_frozen_asks_for_its_lane_before_it_sends_again(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another has it by then: the first message was on its way, and no second one follows."""
    monkeypatch.setattr(lane, "SILENT", 0.0)  # as if it woke before every message

    async def taken(number: int) -> int:
        if number == 1:
            await _held_by_another(post, made["id"], 0.0)
        return 204

    receiver = Receiver(taken)
    async with held(receiver.listen()) as address:
        made = await _begin(post, address, 3)
        await post.rest(1.0)
        assert receiver.took == [1]
