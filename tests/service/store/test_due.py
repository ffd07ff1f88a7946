"""Of many daemons one keeps a campaign, and when it dies another does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import asyncpg

from service.store.campaigns import show_campaign
from service.store.commit import commit
from service.store.due import (
    STALE,
    Candidate,
    Claim,
    beat,
    beat_until,
    candidates,
    claim,
    forget_daemons,
    kept_again,
    release_claim,
    release_claims,
    silent_since,
)
from service.store.endings import end_campaign
from service.store.inputs import receive
from service.store.instants import clock_us
from service.store.session import writing
from tests.service.store.making import make_campaign, rows

if TYPE_CHECKING:
    from collections.abc import Callable

    Play = Callable[[Callable[[asyncpg.Pool], Any]], Any]


async def fall_silent(pool: asyncpg.Pool, daemon: str, seconds: float = STALE + 0.1) -> int:
    """As if the daemon had not been heard of for so long; returns its last beat."""
    await pool.execute(
        "UPDATE daemon SET beat = beat - $2 * interval '1 s' WHERE id = $1", daemon, seconds
    )
    last: int = await pool.fetchval(
        "SELECT (extract(epoch FROM beat) * 1000000)::bigint FROM daemon WHERE id = $1", daemon
    )
    return last


async def take(pool: asyncpg.Pool, daemon: str, campaign_id: str = "c", release: int = 1) -> Any:
    async with writing(pool) as conn:
        return await claim(conn, campaign_id, daemon, release)


async def keep(pool: asyncpg.Pool, daemon: str, campaign_id: str = "c") -> None:
    """Take a campaign, and account for the gap before."""
    assert await take(pool, daemon, campaign_id) is not None
    async with writing(pool) as conn:
        assert await kept_again(conn, campaign_id, daemon) is not None


def wanted(campaign_id: str, **more: Any) -> Candidate:
    fixed: dict[str, Any] = {
        "owner": None,
        "term": 0,
        "tries": 0,
        "release": 1,
        "has_input": False,
        "wanted": True,
        "since": None,
    }
    return Candidate(campaign_id=campaign_id, **{**fixed, **more})


async def make(pool: asyncpg.Pool, campaign_id: str = "c", **more: Any) -> None:
    async with writing(pool) as conn:
        await make_campaign(conn, campaign_id, **more)


def test_a_campaign_nobody_keeps_is_claimed_by_one(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool)
        for name in "abcdefgh":
            await beat(pool, name, 1)
        claims = await asyncio.gather(*(take(pool, name) for name in "abcdefgh"))
        (won,) = [one for one in claims if one is not None]
        assert (won.version, won.term, won.tries) == (1, 1, 0)
        assert await take(pool, "a") is None, "whether its own or another's: it is kept"

    play(story)


def test_a_living_owner_keeps_its_campaign_and_a_silent_one_loses_it(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool)
        await beat(pool, "old", 1)
        first = await take(pool, "old")
        await beat(pool, "new", 1)
        await fall_silent(pool, "old", STALE - 0.5)
        assert await take(pool, "new") is None
        last = await fall_silent(pool, "old")
        second = await take(pool, "new")
        assert (second.term, second.tries) == (first.term + 1, 1)
        shown = await show_campaign(pool, "c")
        assert shown is not None
        assert second.since == max(last, shown.created)

    play(story)


def test_whoever_lost_a_campaign_commits_nothing_more(play: Play) -> None:
    """A daemon that was frozen wakes up and goes on as if nothing had happened."""

    async def story(pool: asyncpg.Pool) -> None:
        await make(pool)
        await beat(pool, "frozen", 1)
        old = await take(pool, "frozen")
        await fall_silent(pool, "frozen")
        await beat(pool, "new", 1)
        new = await take(pool, "new")
        async with writing(pool) as conn:
            assert not await commit(conn, rows(version=old.version, term=old.term))
            assert await commit(conn, rows(version=new.version, term=new.term))

    play(story)


def test_tries_count_deaths_until_something_is_committed(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool)
        tries = []
        taken = None
        for number in range(4):
            await beat(pool, f"d{number}", 1)
            taken = await take(pool, f"d{number}")
            tries.append(taken.tries)
            await fall_silent(pool, f"d{number}")
        assert tries == [0, 1, 2, 3]
        assert taken is not None
        async with writing(pool) as conn:
            assert await commit(conn, rows(version=taken.version, term=taken.term))
        await beat(pool, "last", 1)
        assert (await take(pool, "last")).tries == 1

    play(story)


def test_leaving_in_good_order_is_no_try_and_frees_at_once(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool, "c", next_due=5)
        await make(pool, "d", next_due=5)
        await beat(pool, "leaver", 1)
        await beat(pool, "other", 1)
        terms = {name: (await take(pool, "leaver", name)).term for name in "cd"}
        assert await candidates(pool, 10, "other", 1) == []
        assert await release_claim(pool, "d", "leaver", terms["d"])
        assert not await release_claim(pool, "d", "leaver", terms["d"])
        assert [one.campaign_id for one in await candidates(pool, 10, "other", 1)] == ["d"]
        await release_claims(pool, "leaver")
        found = await candidates(pool, 10, "other", 1)
        assert [(one.campaign_id, one.owner) for one in found] == [("c", None), ("d", None)]
        for name in "cd":
            taken = await take(pool, "other", name)
            assert (taken.term, taken.tries) == (terms[name] + 1, 0)

    play(story)


def test_a_daemon_that_left_may_come_back(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool)
        await beat(pool, "a", 1)
        await release_claims(pool, "a")
        await beat(pool, "a", 1)
        taken = await take(pool, "a")
        assert isinstance(taken, Claim)
        await beat(pool, "b", 1)
        assert await take(pool, "b") is None

    play(story)


def test_candidates_are_what_is_due_or_spoken_to_and_may_be_had(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await beat(pool, "me", 1)
        await beat(pool, "other", 1)
        await beat(pool, "dead", 1)
        for name, due in {
            "due": 10, "later": 11, "never": None, "said": 99, "mine": 9, "others": 1, "deads": 2,
            "ended": 3, "ended-said": 4,
        }.items():  # fmt: skip
            await make(pool, name, next_due=due)
        await make(pool, "newer", release=2, next_due=1)
        for name, owner in {"mine": "me", "others": "other", "deads": "dead"}.items():
            await keep(pool, owner, name)
        await fall_silent(pool, "dead")
        for name in ("said", "ended-said", "others"):
            await receive(pool, name, "ney", "k", b"{}")
        for name in ("ended", "ended-said"):
            assert await end_campaign(pool, name)
        found = await candidates(pool, 10, "me", 1)
        assert [one for one in found if one.wanted] == [
            wanted("deads", next_due=2, term=1),
            wanted("mine", next_due=9, owner="me", term=1),
            wanted("due", next_due=10),
            wanted("said", next_due=99, has_input=True),
        ]
        # What is nobody's and quiet comes last.
        assert [one.campaign_id for one in found if not one.wanted] == ["later", "never"]
        assert not any(one.wanted for one in found[4:])
        assert [one.campaign_id for one in await candidates(pool, 10, "me", 1, limit=1)] == [
            "deads"
        ]

    play(story)


def test_nothing_due_is_nothing_due(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        assert await candidates(pool, 10**18, "me", 1) == []
        assert await take(pool, "me", "no such campaign") is None

    play(story)


def test_a_newer_release_that_took_a_campaign_keeps_older_daemons_away(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool, next_due=1)
        await beat(pool, "new", 2)
        assert await take(pool, "new", release=2)
        await release_claims(pool, "new")
        await beat(pool, "old", 1)
        assert await candidates(pool, 10, "old", 1) == []
        assert await take(pool, "old", release=1) is None
        assert await take(pool, "old", release=2)

    play(story)


def test_a_campaign_that_ended_is_taken_by_nobody_and_fences_its_keeper_out(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool)
        await beat(pool, "me", 1)
        mine = await take(pool, "me")
        assert await end_campaign(pool, "c")
        assert not await end_campaign(pool, "c")
        assert await take(pool, "me") is None
        async with writing(pool) as conn:
            assert not await commit(conn, rows(version=mine.version, term=mine.term))

    play(story)


def test_the_gap_nobody_kept_a_campaign_begins_no_earlier_than_the_campaign(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await beat(pool, "of-last-year", 1)
        await fall_silent(pool, "of-last-year", 1e7)
        await make(pool)
        shown = await show_campaign(pool, "c")
        assert shown is not None
        await beat(pool, "me", 1)
        assert (await take(pool, "me")).since == shown.created

    play(story)


def test_a_beat_tells_the_databases_time(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        before = await clock_us(pool)
        told = [await beat(pool, "me", 1, "pid 7") or 0 for _ in range(3)]
        assert before < told[0] < told[1] < told[2] < await clock_us(pool)

    play(story)


def test_daemons_long_gone_are_forgotten_unless_they_own_something(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool)
        for name in ("owner", "gone", "here"):
            await beat(pool, name, 1)
        assert await take(pool, "owner")
        for name in ("owner", "gone"):
            await fall_silent(pool, name, 1000)
        assert await forget_daemons(pool, await clock_us(pool) - 500_000_000) == 1
        left = await pool.fetch("SELECT id FROM daemon ORDER BY id")
        assert [row[0] for row in left] == ["here", "owner"]

    play(story)


def test_a_backlog_of_campaigns_in_memory_hides_no_other(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await beat(pool, "me", 1)
        for name in "abc":
            await make(pool, name, next_due=5)
            await keep(pool, "me", name)
        have = ["a", "b"]
        found = await candidates(pool, 10**18, "me", 1, limit=1, have=have)
        assert [one.campaign_id for one in found] == ["c"]
        # What is said to one of them is still heard,
        await receive(pool, "b", "ann", "k", b"{}")
        found = await candidates(pool, 10**18, "me", 1, have=have)
        assert [(one.campaign_id, one.has_input) for one in found] == [("b", True), ("c", False)]
        # and one whose keeper has died is there for whoever has it in memory, too.
        await fall_silent(pool, "me")
        await beat(pool, "other", 1)
        found = await candidates(pool, 10**18, "other", 1, have=have)
        assert [one.campaign_id for one in found] == ["a", "b", "c"]

    play(story)


def test_the_gap_before_a_claim_stands_until_it_is_accounted_for(play: Play) -> None:
    """Whoever claims and dies before that loses nothing of it."""

    async def story(pool: asyncpg.Pool) -> None:
        await make(pool)
        await pool.execute("UPDATE campaign SET created = created - interval '1 day'")
        await beat(pool, "old", 1)
        await keep(pool, "old")
        last = await fall_silent(pool, "old", 600)
        for name in ("first", "second"):
            await beat(pool, name, 1)
            assert (await take(pool, name)).since == last
            await fall_silent(pool, name)
        await beat(pool, "third", 1)
        assert (await take(pool, "third")).since == last
        (mine,) = await candidates(pool, 0, "third", 1)
        assert (mine.since, mine.wanted) == (last, False)
        async with writing(pool) as conn:
            assert await kept_again(conn, "c", "second") is None
            now = await kept_again(conn, "c", "third")
        assert now is not None
        assert await candidates(pool, 0, "third", 1) == []
        gone = await fall_silent(pool, "third")
        await beat(pool, "fourth", 1)
        assert (await take(pool, "fourth")).since == gone

    play(story)


def test_nobody_keeps_a_campaign_from_the_moment_it_was_given_back(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await make(pool)
        await beat(pool, "of-last-year", 1)
        await fall_silent(pool, "of-last-year", 1e7)
        await beat(pool, "me", 1)
        await keep(pool, "me")
        before = await clock_us(pool)
        assert await release_claim(pool, "c", "me", 1)
        again = await take(pool, "me")
        assert before < again.since < await clock_us(pool)
        # Given back once more without having been opened: still from then on.
        assert await release_claim(pool, "c", "me", again.term)
        assert (await take(pool, "me")).since == again.since

    play(story)


def test_a_quiet_campaign_is_taken_on_without_being_touched(play: Play) -> None:
    """It counts no death of its owner, and older daemons may have it until it is opened."""

    async def story(pool: asyncpg.Pool) -> None:
        await make(pool)
        await beat(pool, "old", 1)
        await keep(pool, "old")
        await fall_silent(pool, "old")
        await beat(pool, "new", 2)
        async with writing(pool) as conn:
            taken = await claim(conn, "c", "new", 2, quiet=True)
        assert taken is not None
        assert (taken.term, taken.tries) == (2, 0)
        shown = await show_campaign(pool, "c")
        assert shown is not None
        assert shown.release == 1

    play(story)


def test_a_daemon_that_was_silent_too_long_is_not_heard_of_before_that_is_settled(
    play: Play,
) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await beat(pool, "me", 1, within=60_000_000)
        assert await beat(pool, "me", 1, within=60_000_000) is not None
        last = await fall_silent(pool, "me", 61)
        assert await beat(pool, "me", 1, within=60_000_000) is None
        assert await silent_since(pool, "me") == last
        await beat_until(pool, "me", last + 2_000_000)
        assert await silent_since(pool, "me") == last + 2_000_000
        assert await beat(pool, "me", 1, within=60_000_000) is not None
        assert await silent_since(pool, "nobody") is None

    play(story)
