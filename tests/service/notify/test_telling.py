"""What reaches a receiver: one digest, no old news, one message for an outage."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from service.bridge import from_asyncio, guest_run, held
from service.intake.founding import found_campaign
from service.notify.preferences import Preferences
from service.store.deliveries import recent_deliveries
from service.store.gaps import note_gap
from service.store.preferences import keep_preference
from tests.faults.daemons import ferry_posts, rate
from tests.service.notify.test_lanes import Post, Receiver, _begin
from world.decision import Decision, Option

if TYPE_CHECKING:
    from pathlib import Path

    import asyncpg


@pytest.fixture
def post(pool: asyncpg.Pool, tmp_path: Path) -> Post:
    return Post(pool, tmp_path)


async def tell(post: Post, *notices: tuple[str, dict[str, Any], int]) -> None:
    """Notices for ben, as the keeper writes them down: kind, fields and game instant."""
    for kind, fields, at in notices:
        body = msgspec.json.encode({"kind": kind, **fields})
        await post.pool.execute(
            """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
            SELECT 'c', 'ben', n, 'told' || n, $1, $2, $3
            FROM (SELECT coalesce(max(n), 0) + 1 AS n FROM notice) AS next""",
            kind,
            at,
            body,
        )
        await post.pool.execute("UPDATE due SET notices = notices + 1")


def came(text: str, at: int = 0) -> tuple[str, dict[str, Any], int]:
    return "came", {"sender": "ann", "text": text}, at


def asked(decision: str, limit: int = 10**9) -> tuple[str, dict[str, Any], int]:
    said = {"question": f"Is {decision} so?", "options": "yes; no", "default": "no"}
    return "decision_asked", {"decision": decision, "limit": limit, **said}, 0


async def decided(post: Post, id: str, state: str) -> None:
    entity = Decision(
        id=id,
        rule="D-TOLL",
        question="?",
        who="ben",
        options=(Option(name="yes", text="yes"),),
        default="yes",
        state=state,  # type: ignore[arg-type] # as the test says
    )
    await post.pool.execute(
        "INSERT INTO entity (campaign_id, id, kind, body) VALUES ('c', $1, 'decision', $2)",
        id,
        msgspec.json.encode(entity),
    )


def texts(receiver: Receiver) -> list[str]:
    return [json.loads(body)["data"]["text"] for _, body in receiver.seen]


@pytest.mark.trio(run=guest_run)
async def test_what_is_old_by_the_time_it_is_sent_is_not_told(post: Post) -> None:
    receiver = Receiver()
    async with held(receiver.listen()) as address:
        made = await _begin(post, address, 0)

        async def begin() -> None:
            await decided(post, "open", "open")
            await decided(post, "done", "answered")
            await decided(post, "late", "open")
            changed = {"decision": "done", "question": "?", "what": "The question has changed;"
                       " read it again before you answer."}  # fmt: skip
            await tell(post, asked("open"), asked("done"), asked("gone"), came("Bread."))
            await tell(post, ("decision_changed", changed, 0))
            await tell(post, asked("late", limit=-1), asked("open"), came("Salt."))

        await from_asyncio(begin)
        await post.send(lambda: len(receiver.took) == 3)
    assert [text.partition("\n")[0] for text in texts(receiver)] == [
        "The ferry brings a letter from ann: Bread.",
        "Is open so?",
        "The ferry brings a letter from ann: Salt.",
    ]
    listed = await from_asyncio(recent_deliveries, post.pool, "c", made["id"])
    dropped = {one.status for one in listed if one.outcome == "dropped"}
    assert dropped == {
        "the decision is not open any more",
        "the decision was settled meanwhile",
        "what it was about is gone",
        "superseded by a later notice",
        "its time has passed",
    }


@pytest.mark.trio(run=guest_run)
async def test_one_campaign_that_cannot_be_told_of_holds_up_no_other(post: Post) -> None:
    receiver = Receiver()
    async with held(receiver.listen()) as address:
        await _begin(post, address, 0)

        async def begin() -> None:
            await found_campaign(post.pool, "b", ferry_posts(0), rate=rate("1:1"), seed=7)
            await note_gap(post.pool, "b", 10_000_000, 20_000_000)
            await post.pool.execute(
                "UPDATE entity SET body = '{}' WHERE campaign_id = 'b' AND id = 'clock'"
            )
            await post.pool.execute(
                """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
                VALUES ('b', 'ben', 1, 'told', 'came', 0, '{}')"""
            )
            # A zone that is no more: told as people are who wish for nothing.
            wishes = b'{"zone": "Mars/Olympus", "quiet_from": "22:00", "quiet_to": "07:00"}'
            await keep_preference(post.pool, "c", "ben", wishes)
            await tell(post, came("Bread."))

        await from_asyncio(begin)
        await post.send(lambda: len(receiver.took) == 1)
    assert texts(receiver)[0].endswith("Bread.")


@pytest.mark.trio(run=guest_run)
async def test_a_digest_and_an_outage_are_one_message_each(post: Post) -> None:
    receiver = Receiver()
    async with held(receiver.listen()) as address:
        await _begin(post, address, 0)

        async def begin() -> None:
            clock = await post.pool.fetchval("SELECT body FROM entity WHERE id = 'clock'")
            start = json.loads(clock)["start"]
            # Away for ten seconds; one notice is from before, three are of it.
            await note_gap(post.pool, "c", start + 10_000_000, start + 20_000_000)
            await post.pool.execute("UPDATE due SET unkept = NULL, next_due = NULL")
            await decided(post, "done", "answered")
            await tell(post, came("Before.", 9_000), came("One.", 11_000))
            await tell(post, (*asked("done")[:2], 12_000), came("Two.", 20_000))

        await from_asyncio(begin)
        await post.send(lambda: len(receiver.took) == 2)
        before, away = (json.loads(body) for _, body in receiver.seen)
        assert before["data"]["text"].endswith("Before.")
        assert away["type"] == "notice.outage_digest"
        assert away["data"]["title"] == "While the service was away: 2 notices"
        assert all(word in away["data"]["text"] for word in ("One.", "Two."))
        listed = away["data"]["notices"]
        assert [one["fields"]["text"] for one in listed] == ["One.", "Two."]
        assert [one["number"] for one in listed] == [2, 4]
        # Each has what its own message would have, but for what all of a message is.
        single = {*before, *before["data"]} - {"data", "campaign", "person", "sequence"}
        assert all(one.keys() == single for one in listed)
        assert {one["type"] for one in listed} == {before["type"]}
        assert (away["data"]["earlier"], "notices" in before["data"]) == (0, False)

        async def later() -> None:
            wishes = msgspec.json.encode(Preferences(kinds={"*": "digest"}))
            await keep_preference(post.pool, "c", "ben", wishes)
            await tell(post, came("Three."), came("Four."))

        await from_asyncio(later)
        await post.rest(1.5)
        assert len(receiver.took) == 2, "its hour has not come"
        await from_asyncio(
            post.pool.execute, "UPDATE held SET due = clock_timestamp() WHERE due IS NOT NULL"
        )
        await post.send(lambda: len(receiver.took) == 3)
    digest = json.loads(receiver.seen[-1][1])
    assert digest["data"]["title"] == "Your digest: 2 notices"
    assert digest["data"]["text"].index("Three.") < digest["data"]["text"].index("Four.")
    assert [json.loads(body)["data"]["sequence"] for _, body in receiver.seen] == [1, 2, 3]
