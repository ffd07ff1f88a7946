"""Two persons at one endpoint are told the same once, and each of what is only theirs."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from service.bridge import from_asyncio, guest_run, held
from service.notify import backoff, twins
from service.store.channels import list_channels, set_channel_state
from service.store.deliveries import lane_deliveries, send_again
from service.store.outbox import expand
from service.store.session import writing
from service.store.twins import forget_twins, shares_endpoint
from tests.service.notify.test_lanes import Post, Receiver

if TYPE_CHECKING:
    from pathlib import Path

    import asyncpg


@pytest.fixture
def post(pool: asyncpg.Pool, tmp_path: Path) -> Post:
    return Post(pool, tmp_path)


async def _tell(pool: asyncpg.Pool, person: str, *texts: str) -> None:
    """Notices as a keeper's commit leaves them; the place in the list is the game instant."""
    for n, text in enumerate(texts, start=1):
        await pool.execute(
            """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
            VALUES ('c', $1, $2::bigint, $1 || '/' || $2::bigint, 'came', $2::bigint, convert_to(
                '{"kind":"came","sender":"zoe","text":"' || $3 || '"}', 'UTF8'))""",
            person,
            n,
            text,
        )
    await pool.execute("UPDATE due SET notices = notices + $1", len(texts))


class Hearing(Receiver):
    """What was said, beside by whose channel."""

    def heard(self) -> list[str]:
        import json  # noqa: PLC0415

        return sorted(json.loads(body)["data"]["text"].split(": ")[1] for _, body in self.seen)


async def _begun(post: Post, address: str, **texts: tuple[str, ...]) -> dict[str, str]:
    """The persons' channels, all at one address, and what they are told."""

    async def begun() -> dict[str, str]:
        await post.found()
        made = {who: (await post.add(f"{address}", who))["id"] for who in texts}
        for who, said in texts.items():
            await _tell(post.pool, who, *said)
        return made

    return await from_asyncio(begun)


async def _outcomes(post: Post) -> list[tuple[Any, ...]]:
    rows = await post.pool.fetch(
        """SELECT outcome, last_status LIKE 'as msg_%' AS carried, count(*) FROM delivered
        GROUP BY 1, 2 ORDER BY 2"""
    )
    return [tuple(row) for row in rows]


_LEFT = """SELECT (SELECT count(*) FROM delivery) + (SELECT count(*) FROM due
    LEFT JOIN outbox USING (campaign_id) WHERE due.notices > coalesce(expanded, 0))"""


#: 1 until an attempt has failed and that is written down.
_UNTRIED = (
    "SELECT CASE WHEN EXISTS (SELECT FROM delivery WHERE last_status <> '') THEN 0 ELSE 1 END"
)


async def _sent(post: Post, left: int = 0, daemons: int = 1, which: str = _LEFT) -> None:
    """Let everything leave but so many."""
    done = asyncio.Event()

    async def watch() -> None:
        while await post.pool.fetchval(which) > left:  # noqa: ASYNC110 - another process writes
            await asyncio.sleep(0.05)
        done.set()

    watching = asyncio.get_running_loop().create_task(watch())
    await post.send(done.is_set, daemons)
    assert watching.done()


@pytest.mark.trio(run=guest_run)
async def test_the_same_words_go_to_an_endpoint_once_whoever_sends_them(post: Post) -> None:
    """Two daemons, two persons, fifty common notices and one of each person's own."""
    common = tuple(f"news {n}" for n in range(50))
    receiver = Hearing()
    async with held(receiver.listen()) as address:
        await _begun(post, address, ann=(*common, "for ann"), ben=(*common, "for ben"))
        await _sent(post, daemons=2)
    assert receiver.heard() == sorted((*common, "for ann", "for ben"))
    assert await from_asyncio(_outcomes, post) == [("sent", False, 52), ("sent", True, 50)]


@pytest.mark.trio(run=guest_run)
async def test_what_its_carrier_does_not_bring_another_does(post: Post) -> None:
    """The carrier is refused, and its channel paused then: nobody is left untold."""
    answers = iter([500])
    receiver = Hearing(lambda _: next(answers, 204))

    async def pause() -> None:
        async with writing(post.pool) as conn:
            carrier = await conn.fetchval(
                """SELECT channel_id FROM twin JOIN delivery ON id = message
                WHERE last_status <> ''"""
            )
            await set_channel_state(conn, "c", carrier, "paused")
            await conn.execute("UPDATE delivery SET next_attempt = now()")

    async with held(receiver.listen()) as address:
        await _begun(post, address, ann=("one",), ben=("one",))
        await _sent(post, left=0, which=_UNTRIED)
        await from_asyncio(pause)
        await _sent(post, left=1)
    assert receiver.heard() == ["one", "one"], "refused, and then by the other's channel"
    assert len(receiver.took) == 1


@pytest.mark.trio(run=guest_run)
async def test_what_was_carried_is_sent_by_itself_when_somebody_asks_for_it_again(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though its receiver asks for quiet and fails.  Carriers go with the bytes of messages."""
    monkeypatch.setattr(backoff, "SCHEDULE", (0.2, 0.2))
    answers = iter([204, 429, 500])
    receiver = Hearing(lambda _: next(answers, 204))

    async def again(channel_id: str) -> int:
        async with writing(post.pool) as conn:
            return await send_again(conn, "c", channel_id, 1, 1)

    async def forgotten() -> int:
        async with writing(post.pool) as conn:
            return await forget_twins(conn, 0)

    async with held(receiver.listen()) as address:
        made = await _begun(post, address, ann=("one",), ben=("one",))
        await _sent(post)
        assert receiver.heard() == ["one"]
        for who in made.values():
            assert await from_asyncio(again, who) == 1
        await _sent(post)
    assert len(receiver.took) == 3
    assert receiver.heard() == ["one"] * 5
    assert await from_asyncio(forgotten) == 1


async def _due_again(post: Post) -> None:
    await post.pool.execute("UPDATE delivery SET next_attempt = now()")


@pytest.mark.trio(run=guest_run)
async def test_a_twin_is_written_down_as_soon_as_its_carrier_has_arrived_at_last(
    post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A carrier that fails once carries on, and what waits for it follows in seconds."""
    monkeypatch.setattr(backoff, "SCHEDULE", (0.2, 600))
    answers = iter([500])
    receiver = Hearing(lambda _: next(answers, 204))
    async with held(receiver.listen()) as address:
        await _begun(post, address, ann=("one",), ben=("one",))
        await _sent(post)
    assert receiver.heard() == ["one", "one"], "refused, and sent by the same channel"
    assert {len(ids) for ids in receiver.ids.values()} == {1}
    assert await from_asyncio(_outcomes, post) == [("sent", False, 1), ("sent", True, 1)]


@pytest.mark.trio(run=guest_run)
@pytest.mark.parametrize("strict", [False, True])
async def test_a_twin_takes_over_from_a_carrier_that_fails_and_nothing_is_said_twice(
    post: Post, monkeypatch: pytest.MonkeyPatch, strict: bool
) -> None:
    """The receiver refuses what one of them sends: the other's channel carries all of it."""
    monkeypatch.setattr(backoff, "SCHEDULE", (600, 600))
    texts = ("one", "two", "three")
    refused: set[str] = set()
    receiver = Hearing()

    def answer(_: int) -> int:
        """Refuse whoever comes first, for ever."""
        import json  # noqa: PLC0415

        person = json.loads(receiver.seen[-1][1])["data"]["person"]
        refused.update({person} if not refused else ())
        return 401 if person in refused else 204

    receiver.answer = answer
    async with held(receiver.listen()) as address:
        made = await _begun(post, address, ann=texts, ben=texts)
        if strict:
            await from_asyncio(post.pool.execute, "UPDATE channel SET strict = true")
        await _sent(post, which="SELECT 3 - count(*) FROM delivered WHERE last_status LIKE '2%'")
        assert len(receiver.took) == 3, "nobody waited for the next attempt of the other"
        # Those that failed are due again, and are told already.
        await from_asyncio(_due_again, post)
        tried = len(receiver.got)
        await _sent(post)
    assert len(receiver.got) == tried
    assert len(made) == 2
    assert await from_asyncio(_outcomes, post) == [("sent", False, 3), ("sent", True, 3)]
    rows = await from_asyncio(post.pool.fetch, "SELECT failures FROM channel")
    assert {row[0] for row in rows} == {0}, "what others carry does not count against a channel"


@pytest.mark.trio(run=guest_run)
async def test_a_discord_webhook_is_one_endpoint_with_maps_or_without(post: Post) -> None:
    plain = f"https://discord.com/api/webhooks/123456/{'x' * 60}"

    async def told() -> tuple[set[bool], int]:
        await post.found()
        for who, address in (("ann", plain), ("ben", f"{plain}?map=off")):
            await post.add(address, who)
            await _tell(post.pool, who, "one")
        async with writing(post.pool) as conn:
            await expand(conn, "c")
            shared, keys = set(), set()
            for channel in await list_channels(conn, "c"):
                (delivery,) = await lane_deliveries(conn, "c", channel.id)
                shared.add(await shares_endpoint(conn, channel, twins._forms(channel)))
                keys.add(twins._key(channel, delivery))
        return shared, len(keys)

    assert await from_asyncio(told) == ({True}, 1)
