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
    set_channel_state,
)
from service.store.commit import commit
from service.store.deliveries import (
    Delivery,
    Outcome,
    Words,
    begin_attempts,
    count_deliveries,
    due_deliveries,
    finish,
    forget_bodies,
    forgo_attempts,
    lane_deliveries,
    postpone,
    recent_deliveries,
    say,
    send_again,
)
from service.store.instants import clock_us
from service.store.lanes import lanes, leave_lane, mark_ailing, mark_well, take_lane
from service.store.outbox import expand, unexpanded
from service.store.session import writing
from tests.service.store.making import make_campaign, notices, rows

if TYPE_CHECKING:
    from collections.abc import Callable

    Play = Callable[[Callable[[asyncpg.Pool], Any]], Any]


def channel(
    id: str = "hook", person: str = "ney", campaign_id: str = "c", *, strict: bool = False
) -> Channel:
    return Channel(
        campaign_id=campaign_id,
        id=id,
        person=person,
        kind="webhook",
        address=f"https://example.org/{id}",
        secret=b"s" * 24,
        state="active",
        strict=strict,
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


async def done(pool: asyncpg.Pool, delivery: Delivery, outcome: Outcome, status: str) -> bool:
    ended = [(delivery, outcome, status)]
    return bool(await finish(pool, delivery.campaign_id, delivery.channel_id, ended))


async def due(pool: asyncpg.Pool, of: Channel, later: int = 0, limit: int = 20) -> list[int]:
    now = await clock_us(pool) + later
    return [one.n for one in await due_deliveries(pool, of, limit, now)]


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
        assert await done(pool, first, "sent", "200")
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


def test_what_failed_waits_by_itself_while_others_are_sent(told: Play) -> None:
    """What was never tried goes first, in order; what failed goes after it when its time comes."""

    async def story(pool: asyncpg.Pool) -> None:
        first, second, _ = await lane_deliveries(pool, "c", "hook")
        soon = await clock_us(pool) + 60_000_000
        await postpone(pool, first, soon, "503")
        assert await due(pool, channel()) == [2, 3]
        assert [lane.next_attempt for lane in await lanes(pool, "a")] == [second.next_attempt]
        await postpone(pool, first, 0, "503")
        await postpone(pool, second, 1, "503")
        assert await due(pool, channel()) == [3, 1, 2]
        assert await due(pool, channel(), limit=2) == [3, 1], "what failed is not forgotten"
        assert await done(pool, first, "failed", "given up")
        assert not await done(pool, first, "sent", "200"), "done is done"
        assert await count_deliveries(pool, "c") == {
            "waiting": 2, "sent": 0, "failed": 1, "dropped": 0,
        }  # fmt: skip

    told(story)


def test_on_a_strict_channel_nothing_overtakes_what_failed(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn)
        hook = channel(strict=True)
        await make_channel(pool, hook)
        await tell(pool, 1, ney=range(1, 4))
        await expand_all(pool)
        assert await due(pool, hook) == [1, 2, 3]
        first, *_ = await lane_deliveries(pool, "c", "hook")
        await postpone(pool, first, await clock_us(pool) + 60_000_000, "503")
        assert await lanes(pool, "a") == []
        assert await due(pool, hook) == []
        assert await due(pool, hook, later=61_000_000) == [1, 2, 3]
        assert await done(pool, first, "failed", "given up")
        assert len(await lanes(pool, "a")) == 1
        assert await due(pool, hook) == [2, 3]

    play(story)


def test_a_channel_numbers_its_messages_without_a_gap_whoever_has_something_to_say(
    play: Play,
) -> None:
    """Notices and the service's own words at once, from several connections."""

    async def story(pool: asyncpg.Pool) -> None:
        async with writing(pool) as conn:
            await make_campaign(conn)
        await make_channel(pool, channel())
        words = Words(kind="ping", title="A test", text="Is anybody there?")

        async def keep() -> None:
            for version in range(1, 21):
                await tell(pool, version, ney=range(3 * version - 2, 3 * version + 1))
                await expand_all(pool, limit=2)

        async def speak() -> None:
            for _ in range(20):
                async with writing(pool) as conn:
                    assert await say(conn, "c", "hook", words)

        await asyncio.gather(keep(), speak(), speak())
        await expand_all(pool)
        waiting = await lane_deliveries(pool, "c", "hook", limit=1000)
        assert [one.number for one in waiting] == list(range(1, 101))
        assert len({one.id for one in waiting}) == 100
        assert [one.n for one in waiting if one.words is None] == list(range(1, 61))
        assert await say(pool, "c", "nonsuch", words) is None

    play(story)


def test_a_channel_that_rests_is_left_alone_until_its_time(told: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        now = await clock_us(pool)
        since = await mark_ailing(pool, "c", "hook", now + 60_000_000)
        assert since is not None
        assert await lanes(pool, "a") == []
        assert await mark_ailing(pool, "c", "hook", now - 1) == since
        (lane,) = await lanes(pool, "a")
        assert lane.ailing
        (shown,) = await list_channels(pool, "c", "ney")
        assert (shown.failing_since, shown.failures) == (since, 2)
        await mark_well(pool, "c", "hook")
        assert await list_channels(pool, "c") == [channel()]
        assert not (await lanes(pool, "a"))[0].ailing
        assert await list_channels(pool, "c", "soult") == []
        assert await mark_ailing(pool, "c", "nonsuch") is None

    told(story)


def test_what_was_sent_can_be_sent_again_under_its_id_with_its_bytes(told: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        first, second, third = await lane_deliveries(pool, "c", "hook")
        await begin_attempts(pool, channel(), [(first, b"one"), (second, b"two")])
        assert await done(pool, first, "sent", "200")
        assert await done(pool, second, "failed", "given up")
        assert await send_again(pool, "c", "hook", 1, 2) == 2
        again = await lane_deliveries(pool, "c", "hook")
        assert [(one.id, one.body) for one in again] == [
            (first.id, b"one"), (second.id, b"two"), (third.id, None),
        ]  # fmt: skip
        assert await due(pool, channel()) == [3, 1, 2], "as something tried before"
        assert await send_again(pool, "c", "hook", 7, 9) == 0
        assert await send_again(pool, "c", "nonsuch", 1, 9) == 0

    told(story)


def test_how_the_newest_messages_fared_is_listed(told: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        first, second, _ = await lane_deliveries(pool, "c", "hook")
        await begin_attempts(pool, channel(), [(first, b"one")])
        assert await done(pool, first, "sent", "204")
        await postpone(pool, second, 0, "503")
        await say(pool, "c", "hook", Words(kind="ping", title="A test", text="…"))
        listed = await recent_deliveries(pool, "c", "hook", limit=4)
        assert [(one.number, one.kind, one.outcome, one.status) for one in listed] == [
            (4, "ping", "waiting", ""),
            (3, "told", "waiting", ""),
            (2, "told", "waiting", "503"),
            (1, "told", "sent", "204"),
        ]
        assert [one.done is not None for one in listed] == [False, False, False, True]

    told(story)


def test_old_bytes_are_forgotten_and_the_message_is_not_sent_again_for_it(told: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        first, *_ = await lane_deliveries(pool, "c", "hook")
        await begin_attempts(pool, channel(), [(first, b"one")])
        assert await done(pool, first, "sent", "200")
        assert await forget_bodies(pool, days=1) == 0
        await pool.execute("UPDATE delivered SET done = done - interval '2 days'")
        assert await forget_bodies(pool, days=1) == 1
        assert await forget_bodies(pool, days=1) == 0
        again = [("ney", 4, "ney/1", "told", 4, b"{}")]
        async with writing(pool) as conn:
            assert await commit(conn, rows(version=2, notices=again))
        await expand_all(pool)
        assert await numbers(pool) == [2, 3]

    told(story)


def test_every_attempt_sends_the_bytes_of_the_first(told: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        first, second, _ = await lane_deliveries(pool, "c", "hook")
        assert (first.attempt, first.body) == (0, None)
        assert (first.kind, first.notice, first.notice_id) == ("told", b'{"n":1}', "ney/1")
        hook = channel()
        assert await begin_attempts(pool, hook, [(first, b"one")]) == {first.id: b"one"}
        assert await begin_attempts(pool, hook, [(first, b"other"), (second, b"two")]) == {
            first.id: b"one",
            second.id: b"two",
        }
        await forgo_attempts(pool, hook, [second])
        again, other, _ = await lane_deliveries(pool, "c", "hook")
        assert (again.id, again.attempt, again.body) == (first.id, 2, b"one")
        assert (other.attempt, other.body) == (0, b"two"), "not made, and so not counted"
        await done(pool, first, "sent", "200")
        assert await begin_attempts(pool, hook, [(first, b"late")]) == {}

    told(story)
