"""Every notice becomes one delivery a channel, whoever commits and whoever expands meanwhile."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from service.store.channels import (
    Channel,
    list_channels,
    make_channel,
    mark_channel,
    set_channel_state,
)
from service.store.commit import commit
from service.store.deliveries import (
    Delivery,
    begin_attempt,
    count_deliveries,
    finish,
    lane_deliveries,
    lanes,
    leave_lane,
    postpone,
    take_lane,
)
from service.store.instants import clock_us
from service.store.outbox import expand, unexpanded
from service.store.session import writing
from tests.service.store.making import make_campaign, notices, rows

if TYPE_CHECKING:
    from collections.abc import Callable

    Play = Callable[[Callable[[asyncpg.Pool], Any]], Any]


def channel(id: str = "hook", person: str = "ney", campaign_id: str = "c") -> Channel:
    return Channel(
        campaign_id=campaign_id,
        id=id,
        person=person,
        kind="webhook",
        address=f"https://example.org/{id}",
        secret=b"s" * 24,
        state="active",
        failing_since=None,
    )


async def tell(pool: asyncpg.Pool, version: int, campaign_id: str = "c", **spans: range) -> None:
    async with writing(pool) as conn:
        assert await commit(conn, rows(campaign_id, version=version, **notices(spans)))


async def expand_all(pool: asyncpg.Pool, limit: int = 1000) -> int:
    seen = 0
    for campaign_id in await unexpanded(pool):
        async with writing(pool) as conn:
            while (some := await expand(conn, campaign_id, limit)) == limit:
                seen += some
            seen += some
    return seen


async def numbers(pool: asyncpg.Pool, channel_id: str = "hook") -> list[int]:
    return [one.n for one in await lane_deliveries(pool, "c", channel_id, limit=10_000)]


@pytest.fixture
def told(play: Play) -> Callable[[Callable[[asyncpg.Pool], Any]], Any]:
    """A campaign in which ney has a webhook and three notices."""

    def run(story: Callable[[asyncpg.Pool], Any]) -> Any:
        async def begun(pool: asyncpg.Pool) -> Any:
            async with writing(pool) as conn:
                await make_campaign(conn)
            await make_channel(pool, channel())
            await tell(pool, 1, ney=range(1, 4), soult=range(1, 2))
            await expand_all(pool)
            return await story(pool)

        return play(begun)

    return run


def test_notices_become_deliveries_once_for_each_open_channel(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn, "c")
            await make_campaign(conn, "d")
        for one in (channel("hook"), channel("mail"), channel("old"), channel("soults", "soult")):
            await make_channel(pool, one)
        assert await set_channel_state(pool, "c", "old", "closed")
        assert await set_channel_state(pool, "c", "mail", "paused")
        assert not await set_channel_state(pool, "c", "nonsuch", "paused")
        assert await unexpanded(pool) == []
        await tell(pool, 1, ney=range(1, 4), soult=range(1, 2), grouchy=range(1, 3))
        assert await unexpanded(pool) == ["c"]
        assert await expand_all(pool) == 6
        assert await unexpanded(pool) == []
        assert await numbers(pool, "hook") == [1, 2, 3]
        assert await numbers(pool, "mail") == [1, 2, 3]
        assert await numbers(pool, "soults") == [1]
        assert await numbers(pool, "old") == []
        await tell(pool, 2, ney=range(4, 5))
        assert await expand_all(pool) == 1
        assert await numbers(pool, "hook") == [1, 2, 3, 4]

    play(story)


@pytest.mark.parametrize("limit", [1, 2, 7, 1000])
def test_a_backlog_is_worked_off_in_pieces(play: Play, limit: int) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn)
        await make_channel(pool, channel("hook", "ney"))
        await make_channel(pool, channel("soults", "soult"))
        await tell(pool, 1, ney=range(1, 9), soult=range(1, 6))
        assert await expand_all(pool, limit) == 13
        assert await numbers(pool, "hook") == list(range(1, 9))
        assert await numbers(pool, "soults") == list(range(1, 6))
        assert await unexpanded(pool) == []

    play(story)


def test_commits_and_two_dispatchers_at_once_lose_and_double_nothing(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        generator = random.Random(7)
        async with writing(pool) as conn:
            await make_campaign(conn)
        persons = {"ney": 0, "soult": 0, "grouchy": 0}
        for person in persons:
            await make_channel(pool, channel(f"of-{person}", person))
        done = asyncio.Event()

        async def keep() -> None:
            for version in range(1, 61):
                spans: dict[str, range] = {}
                for person, last in list(persons.items()):
                    persons[person] = last + generator.randrange(4)
                    spans[person] = range(last + 1, persons[person] + 1)
                await tell(pool, version, "c", **spans)
                await asyncio.sleep(generator.random() * 0.002)
            done.set()

        async def dispatch() -> None:
            while True:
                last = done.is_set()
                await expand_all(pool, limit=5)
                if last:
                    return

        await asyncio.gather(keep(), dispatch(), dispatch())
        assert await unexpanded(pool) == []
        for person, count in persons.items():
            assert await numbers(pool, f"of-{person}") == list(range(1, count + 1))

    play(story)


def test_a_message_has_one_name_for_ever_and_of_its_own(told: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make_channel(pool, channel("mail"))
        await tell(pool, 2, ney=range(4, 6))
        await expand_all(pool)
        ids = [row[0] for row in await pool.fetch("SELECT id FROM delivery ORDER BY id")]
        assert len(set(ids)) == 3 + 2 * 2
        assert all(id.startswith("msg_") for id in ids)

    told(story)


def test_a_notice_told_again_after_an_undo_is_not_sent_again(told: Play) -> None:
    """The same cause names it the same; sent, waiting or given up, it is out."""

    async def story(pool: asyncpg.Pool) -> None:
        first, *_ = await lane_deliveries(pool, "c", "hook")
        assert await finish(pool, first, "sent", "200")
        again = [
            ("ney", n, name, "told", n, b"{}")
            for n, name in enumerate(("ney/1", "ney/2", "ney/new"), 4)
        ]
        async with writing(pool) as conn:
            assert await commit(conn, rows(version=2, notices=again))
        await expand_all(pool)
        assert await numbers(pool) == [2, 3, 6]

    told(story)


def test_a_lane_is_sent_by_one_daemon_at_a_time(told: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        assert [lane.channel_id for lane in await lanes(pool, "a")] == ["hook"]
        taken = await take_lane(pool, "c", "hook", "a", 30)
        assert taken == channel()
        assert await lanes(pool, "b") == []
        assert await take_lane(pool, "c", "hook", "b", 30) is None
        assert len(await lanes(pool, "a")) == 1
        assert await take_lane(pool, "c", "hook", "a", 30) == taken
        await leave_lane(pool, "c", "hook", "b")
        assert await take_lane(pool, "c", "hook", "b", 30) is None, "it was not b's to give back"
        await leave_lane(pool, "c", "hook", "a")
        assert await take_lane(pool, "c", "hook", "b", -1), "a lease that has run out …"
        assert await take_lane(pool, "c", "hook", "a", 30), "… is free for others"

    told(story)


@pytest.mark.parametrize("state", ["paused", "closed"])
def test_a_channel_that_is_not_active_keeps_what_waits(told: Play, state: Any) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await set_channel_state(pool, "c", "hook", state)
        assert await lanes(pool, "a") == []
        assert await take_lane(pool, "c", "hook", "a", 30) is None
        await set_channel_state(pool, "c", "hook", "active")
        assert len(await lanes(pool, "a")) == 1
        assert await numbers(pool) == [1, 2, 3]

    told(story)


def test_behind_a_head_that_must_wait_the_lane_waits(told: Play) -> None:
    """Deliveries of a channel keep their order: the second is not sent before the first."""

    async def story(pool: asyncpg.Pool) -> None:
        first, second, _ = await lane_deliveries(pool, "c", "hook")
        soon = await clock_us(pool) + 60_000_000
        await postpone(pool, first, soon, "503")
        assert await lanes(pool, "a") == []
        head, *_ = await lane_deliveries(pool, "c", "hook")
        assert (head.n, head.next_attempt, head.last_status) == (1, soon, "503")
        assert await finish(pool, first, "failed", "410")
        assert not await finish(pool, first, "sent", "200"), "done is done"
        assert [lane.next_attempt for lane in await lanes(pool, "a")] == [second.next_attempt]
        assert await numbers(pool) == [2, 3]
        assert await count_deliveries(pool, "c") == {
            "waiting": 2, "sent": 0, "failed": 1, "dropped": 0,
        }  # fmt: skip

    told(story)


def test_every_attempt_sends_the_bytes_of_the_first(told: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        first, *_ = await lane_deliveries(pool, "c", "hook")
        assert (first.attempt, first.body) == (0, None)
        assert (first.kind, first.notice, first.notice_id) == ("told", b'{"n":1}', "ney/1")
        assert await begin_attempt(pool, first, b"one") == b"one"
        assert await begin_attempt(pool, first, b"other") == b"one"
        again, *_ = await lane_deliveries(pool, "c", "hook")
        assert isinstance(again, Delivery)
        assert (again.id, again.attempt, again.body) == (first.id, 2, b"one")
        await finish(pool, first, "sent", "200")
        with pytest.raises(LookupError, match="done already"):
            await begin_attempt(pool, first, b"late")

    told(story)


def test_since_when_a_channel_has_been_failing_is_kept(told: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        assert await mark_channel(pool, "c", "hook", failing=False) is None
        since = await mark_channel(pool, "c", "hook", failing=True)
        assert since is not None
        assert await mark_channel(pool, "c", "hook", failing=True) == since
        (shown,) = await list_channels(pool, "c", "ney")
        assert shown.failing_since == since
        assert await mark_channel(pool, "c", "hook", failing=False) is None
        assert await list_channels(pool, "c") == [channel()]
        assert await list_channels(pool, "c", "soult") == []

    told(story)
