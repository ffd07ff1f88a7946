"""What people wish holds: at once, in one digest, not at all; each notice once, whoever dies."""

from __future__ import annotations

import asyncio
import functools
import json
from typing import TYPE_CHECKING, Any, ClassVar

import asyncpg
import msgspec
import pytest

from service.notify import dispatcher
from service.notify.arranging import PackArranging, after_outage
from service.notify.closing import close_channel
from service.notify.preferences import Preferences
from service.notify.reasons import IN_VAIN, UNSUBSCRIBED
from service.store.channels import list_channels
from service.store.commit import commit
from service.store.deliveries import count_deliveries, lane_deliveries, recent_deliveries
from service.store.gaps import caught_up, close_gaps, gaps_of, note_gap, waited_long
from service.store.held import arrange_again, due_held, release, wait_for_outage
from service.store.instants import clock_us, to_datetime
from service.store.outbox import expand, unexpanded
from service.store.preferences import keep_preference, read_preference
from service.store.session import writing
from tests.packs import ferry
from tests.service.store.making import make_campaign, rows
from world.clock import new_clock
from world.notice import Notice
from world.pack import Chapter, Pack

if TYPE_CHECKING:
    from collections.abc import Callable

    Play = Callable[[Callable[[asyncpg.Pool], Any]], Any]

HOUR = 3_600_000_000


class Passed(Notice, frozen=True, tag="passed"):
    """Somebody passed; of which nobody wants to know twice."""

    title: ClassVar[str] = "{who} passed"
    wording: ClassVar[str] = "{who} passed"
    who: str


class Moved(Passed, frozen=True, tag="moved"):
    """A limit has moved, and only where it stands now matters."""

    collapse: ClassVar[str] = "moved/{who}"


class Burns(Passed, frozen=True, tag="burns"):
    """A notice that cannot wait."""

    urgent: ClassVar[bool] = True


chapter = Chapter("tolls", "What is told")
chapter.declare(Passed, Moved, Burns)
PACK = Pack(
    name="tolls",
    release=1,
    chapters=[chapter],
    answers=ferry.PACK.answers,
    view=ferry.PACK.view,
    scene=ferry.PACK.scene,
    found=ferry.PACK.found,
)
ARRANGING = PackArranging(PACK)


class Post:
    """A campaign in which ney has two channels, and what is told in it."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self.pool = pool
        self.n = 0

    async def tell(self, *kinds: str, at: int = 0, who: str = "ney") -> None:
        told = []
        for kind in kinds:
            self.n += 1
            body = msgspec.json.encode({"kind": kind, "who": who})
            told.append(("ney", self.n, f"id{self.n}", kind, at, body))
        async with self.pool.acquire() as conn:
            version = await conn.fetchval("SELECT version FROM due WHERE campaign_id = 'c'")
        async with writing(self.pool) as conn:
            assert await commit(conn, rows(version=version, notices=told))
        await self.expand()

    async def expand(self) -> None:
        for campaign_id in await unexpanded(self.pool):
            async with writing(self.pool) as conn:
                await expand(conn, campaign_id, arranging=ARRANGING)

    async def wish(self, **wishes: Any) -> None:
        body = msgspec.json.encode(Preferences(**wishes))
        await keep_preference(self.pool, "c", "ney", body)
        assert await read_preference(self.pool, "c", "ney") == body

    async def waiting(self, channel: str = "hook") -> list[int]:
        return [one.n for one in await lane_deliveries(self.pool, "c", channel, 100)]

    async def held(self, channel: str = "hook") -> list[tuple[int, str]]:
        found = await self.pool.fetch(
            "SELECT n, digest FROM held WHERE channel_id = $1 AND due IS NOT NULL ORDER BY n",
            channel,
        )
        return [tuple(row) for row in found]

    async def hour_comes(self) -> None:
        """Move what waits to the present, as if its hour had come, and let it go."""
        await self.pool.execute(
            "UPDATE held SET due = clock_timestamp() WHERE due < 'infinity'::timestamptz"
        )
        for campaign_id in await due_held(self.pool):
            async with writing(self.pool) as conn:
                await release(conn, campaign_id)

    async def retell(self) -> None:
        """Tell all of it once more, under the ids it had, as after an undo."""
        async with self.pool.acquire() as conn:
            told = await conn.fetch("SELECT id, kind, at, body FROM notice ORDER BY n")
            version = await conn.fetchval("SELECT version FROM due WHERE campaign_id = 'c'")
        again = [("ney", self.n + n, *row) for n, row in enumerate(told, 1)]
        self.n += len(again)
        async with writing(self.pool) as conn:
            assert await commit(conn, rows(version=version, notices=again))
        await self.expand()


@pytest.fixture
def posted(play: Play) -> Callable[[Callable[[Post], Any]], Any]:
    def run(story: Callable[[Post], Any]) -> Any:
        async def begun(pool: asyncpg.Pool) -> Any:
            async with writing(pool) as conn:
                clock = msgspec.json.encode(new_clock(0))
                await make_campaign(conn, entities=[("clock", "clock", clock)])
                for id in ("hook", "mail"):
                    await conn.execute(
                        """INSERT INTO channel (campaign_id, id, person, kind, address)
                        VALUES ('c', $1, 'ney', 'webhook', 'https://example.org')""",
                        id,
                    )
            return await story(Post(pool))

        return play(begun)

    return run


def test_what_is_wished_at_once_off_or_in_a_digest_is_told_so(posted: Any) -> None:
    async def story(post: Post) -> None:
        await post.wish(kinds={"passed": "off", "moved": "digest"}, channels={"mail": "urgent"})
        await post.tell("passed", "moved", "burns")
        await post.tell("moved", who="soult")
        assert await post.waiting() == [3]
        assert await post.waiting("mail") == [3], "only what cannot wait"
        assert await post.held() == [(2, "regular"), (4, "regular")]
        assert await due_held(post.pool) == []
        await post.hour_comes()
        assert await post.held() == []
        digest = (await lane_deliveries(post.pool, "c", "hook"))[-1]
        assert json.loads(digest.words or b"") == {
            "kind": "digest", "title": "", "text": "", "notices": [2, 4],
        }  # fmt: skip
        assert [one.number for one in await lane_deliveries(post.pool, "c", "hook")] == [1, 2]
        assert (await recent_deliveries(post.pool, "c", "hook", 1))[0].kind == "digest"
        # Nothing of it comes again: not by another look, and not told once more after an undo.
        await post.hour_comes()
        await post.retell()
        await post.hour_comes()
        assert len(await post.waiting()) == 2

    posted(story)


def test_in_quiet_hours_only_what_may_break_them_leaves_and_nothing_waits_behind(
    posted: Any,
) -> None:
    async def story(post: Post) -> None:
        now = (await clock_us(post.pool)) // HOUR % 24
        await post.pool.execute("UPDATE channel SET strict = true")
        await post.wish(quiet_from=f"{(now - 1) % 24}:00", quiet_to=f"{(now + 3) % 24}:00")
        await post.tell("passed", "burns", "passed")
        assert await post.waiting() == [2]
        assert await post.held() == [(1, ""), (3, "")]
        await post.hour_comes()
        assert await post.waiting() == [2, 1, 3], "numbered as they leave"

    posted(story)


def test_a_later_notice_of_a_key_supersedes_one_that_is_not_sent(posted: Any) -> None:
    async def story(post: Post) -> None:
        await post.tell("moved", "passed", "moved")
        await post.tell("moved", who="soult")
        assert await post.waiting() == [2, 3, 4]
        # What is being tried just now is left alone, what waits for another try is not.
        await post.pool.execute("UPDATE delivery SET attempt = 1 WHERE n = 3")
        await post.pool.execute(
            """UPDATE delivery SET attempt = 1, last_status = '500',
            next_attempt = clock_timestamp() + interval '1 hour' WHERE n = 4"""
        )
        await post.tell("moved")
        await post.tell("moved", who="soult")
        assert await post.waiting() == [2, 3, 5, 6]
        ended = await post.pool.fetch("SELECT n, outcome, last_status FROM delivered")
        assert {tuple(row) for row in ended} == {
            (1, "dropped", "superseded by a later notice"),
            (4, "dropped", "superseded by a later notice"),
        }
        # Told once more under their ids they are no later ones.
        await post.retell()
        assert await post.waiting() == [2, 3, 5, 6]

    posted(story)


def test_a_digest_has_only_the_last_of_a_key(posted: Any) -> None:
    async def story(post: Post) -> None:
        await post.wish(kinds={"*": "digest"})
        await post.tell("moved")
        await post.tell("moved", "moved", "passed")
        assert [n for n, _ in await post.held()] == [3, 4]

    posted(story)


def test_after_an_outage_each_channel_gets_one_message_for_all_that_happened_in_it(
    posted: Any,
) -> None:
    async def story(post: Post) -> None:
        # Game time is wall time here: what happened in the gap has its instant there.
        await note_gap(post.pool, "c", 10 * HOUR, 14 * HOUR)
        await post.tell("passed", at=9 * HOUR // 1000)
        await post.tell("passed", "moved", at=11 * HOUR // 1000)
        await post.tell("moved", "burns", at=13 * HOUR // 1000)
        await post.tell("passed", at=15 * HOUR // 1000)
        assert await post.waiting() == [1, 6]
        assert await post.held() == [(2, "outage"), (4, "outage"), (5, "outage")]
        await post.hour_comes()
        assert len(await post.held()) == 3, "not before it is caught up with"
        await post.pool.execute("UPDATE due SET next_due = 13 * 3600000000::bigint")
        assert await caught_up(post.pool) == []
        await post.pool.execute("UPDATE campaign SET state = 'ended'")
        assert await caught_up(post.pool) == ["c"], "it catches up no more"
        await post.pool.execute("UPDATE campaign SET state = 'running'")
        # Past the outage, and years behind the present.
        await post.pool.execute("UPDATE due SET next_due = 15 * 3600000000::bigint")
        assert await caught_up(post.pool) == ["c"]
        await post.pool.execute("UPDATE due SET next_due = NULL")
        assert await caught_up(post.pool) == ["c"]
        assert await wait_for_outage(post.pool, "c") == ["ney"]
        async with writing(post.pool) as conn, conn.transaction():
            await arrange_again(conn, "c", "ney", after_outage, after_outage=True)
            await close_gaps(conn, "c")
        assert await gaps_of(post.pool, "c") == []
        await post.hour_comes()
        last = (await lane_deliveries(post.pool, "c", "hook"))[-1]
        assert json.loads(last.words or b"")["notices"] == [2, 4, 5]
        await post.tell("passed", at=13 * HOUR // 1000)
        assert len(await post.waiting()) == 4

    posted(story)


def test_nobody_waits_for_ever_for_a_campaign_to_come_to_the_end_of_an_outage(
    posted: Any,
) -> None:
    """What has waited for an hour leaves in one message, and what comes after it in another."""

    async def story(post: Post) -> None:
        async def far_behind() -> list[str]:
            await post.pool.execute("UPDATE due SET next_due = 11 * 3600000000::bigint")
            assert await caught_up(post.pool) == []
            return await waited_long(post.pool)

        await note_gap(post.pool, "c", 10 * HOUR, 14 * HOUR)
        await post.tell("passed", "moved", at=11 * HOUR // 1000)
        assert await far_behind() == []
        await post.pool.execute("UPDATE held SET created = created - interval '61 min'")
        await post.tell("burns", at=11 * HOUR // 1000)
        assert await far_behind() == ["c"]
        async with post.pool.acquire() as conn:
            await dispatcher._tell_of_gaps(conn, "c")
        await post.hour_comes()
        (digest,) = await lane_deliveries(post.pool, "c", "hook")
        assert json.loads(digest.words or b"")["notices"] == [1, 2, 3]
        await post.tell("moved", at=12 * HOUR // 1000)
        assert await far_behind() == []
        assert await wait_for_outage(post.pool, "c") == ["ney"]

    posted(story)


def test_other_wishes_move_what_waits_already(posted: Any) -> None:
    async def story(post: Post) -> None:
        await post.wish(kinds={"*": "digest"})
        await post.tell("passed", "moved", "burns")
        await post.wish(kinds={"passed": "off", "*": "at_once"})
        async with writing(post.pool) as conn, conn.transaction():
            again = functools.partial(ARRANGING.again, ["hook", "mail"])
            await arrange_again(conn, "c", "ney", again)
        assert await post.held() == [(2, "")]
        assert await due_held(post.pool) == ["c"]
        await post.hour_comes()
        assert await post.waiting() == [3, 2]

    posted(story)


def test_what_waits_for_a_channel_that_was_closed_is_dropped(posted: Any) -> None:
    async def story(post: Post) -> None:
        await post.wish(kinds={"*": "digest"})
        await post.tell("passed")
        await post.pool.execute("UPDATE channel SET state = 'closed' WHERE id = 'mail'")
        await post.hour_comes()
        assert (await post.waiting("mail"), len(await post.waiting())) == ([], 1)
        assert (await count_deliveries(post.pool, "c"))["dropped"] == 1

    posted(story)


@pytest.mark.parametrize(("why", "missed"), [(IN_VAIN, True), (UNSUBSCRIBED, False)])
def test_a_channel_kept_for_what_cannot_wait_takes_the_place_of_all_others_that_broke(
    posted: Any,
    why: str,
    missed: bool,
) -> None:
    """Not of those that their owner wanted no more; and it says so."""

    async def story(post: Post) -> None:
        await post.wish(channels={"mail": "urgent"})
        await post.tell("passed")
        assert (await post.waiting(), await post.waiting("mail")) == ([1], [])
        async with writing(post.pool) as conn:
            (hook,) = [one for one in await list_channels(conn, "c") if one.id == "hook"]
            await close_channel(conn, hook, why)
        (said,) = await lane_deliveries(post.pool, "c", "mail")
        assert ("used for everything" in json.loads(said.words or b"")["text"]) is missed
        await post.tell("passed", "burns")
        told = [2, 3] if missed else [3]
        assert [n for n in await post.waiting("mail") if n > 0] == told
        # Used again it is for everything, and the other for what cannot wait, as before.
        await post.pool.execute("UPDATE channel SET state = 'active' WHERE id = 'hook'")
        await post.tell("passed")
        assert (await post.waiting())[-1] == 4
        assert [n for n in await post.waiting("mail") if n > 0] == told

    posted(story)


def test_what_waits_stays_where_it_is_kept_for_it_though_one_channel_is_looked_at(
    posted: Any,
) -> None:
    """That others are there as well counts when wishes change, not the one that something is on."""

    async def story(post: Post) -> None:
        await post.wish(kinds={"*": "digest"})
        await post.tell("passed")
        await post.wish(kinds={"*": "digest"}, channels={"mail": "urgent", "hook": "all"})
        async with writing(post.pool) as conn, conn.transaction():
            again = functools.partial(ARRANGING.again, ["hook", "mail"])
            await arrange_again(conn, "c", "ney", again)
        assert (await post.held(), await post.held("mail")) == ([(1, "regular")], [])

    posted(story)


def test_two_who_let_go_at_once_send_one_digest(posted: Any) -> None:
    async def story(post: Post) -> None:
        await post.wish(kinds={"*": "digest"})
        await post.tell(*["passed"] * 50)
        await post.pool.execute("UPDATE held SET due = $1", to_datetime(0))

        async def let_go() -> None:
            async with writing(post.pool) as conn:
                await release(conn, "c")

        await asyncio.gather(*[let_go() for _ in range(4)])
        (digest,) = await lane_deliveries(post.pool, "c", "hook")
        assert json.loads(digest.words or b"")["notices"] == list(range(1, 51))

    posted(story)
