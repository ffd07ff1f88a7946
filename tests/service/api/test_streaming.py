"""A person's notices as they come, over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from typing import TYPE_CHECKING, Any

import aiohttp
import asyncpg
import pytest

from service.api import server
from service.api.streams import OF_ONE, Streams
from service.api.v1 import streaming
from service.bridge import new_loop
from service.pace import Pace
from service.people.who import Account, Who
from service.store.accounts import list_credentials, revoke_credential
from service.store.listening import last_notice_numbers
from service.store.memberships import parts_of, remove_member
from service.store.session import writing
from tests.service.api.site import site

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.service.api.site import Site

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

ANN = "/campaigns/spring/persons/ann/stream"


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


async def tell(here: Site, n: int, person: str = "ann") -> None:
    """A notice as the keeper's commit leaves it."""
    body = json.dumps({"kind": "clock_changed", "what": f"no {n}", "by": "x", "detail": "y"})
    async with writing(here.pool) as conn, conn.transaction():
        await conn.execute(
            """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
            VALUES ('spring', $1, $2, $3, 'clock_changed', 0, $4)""",
            person,
            n,
            f"notice-{person}-{n}",
            body.encode(),
        )
        await conn.execute("UPDATE due SET notices = notices + 1 WHERE campaign_id = 'spring'")


async def begin(here: Site, token: str, path: str = ANN, **headers: str) -> aiohttp.ClientResponse:
    """Open a stream."""
    sent = {"Authorization": f"Bearer {token}", **headers}
    got = await here.http.get(f"{here.address}/api/v1{path}", headers=sent)
    if got.status != 200:
        await got.read()
    return got


async def events(got: aiohttp.ClientResponse, count: int = -1) -> list[dict[str, Any]]:
    """The next events, or all until the stream ends."""
    found: list[dict[str, Any]] = []
    one: dict[str, Any] = {}
    while len(found) != count:
        line = (await got.content.readline()).decode()
        if not line:
            break
        name, _, value = line.rstrip("\n").partition(": ")
        if name in {"id", "event", "data"}:
            one[name] = value
        elif not name and one:
            found.append(one)
            one = {}
    return found


def test_a_notice_comes_by_itself_and_anothers_does_not(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        got = await begin(here, ann)
        assert got.content_type == "text/event-stream"
        assert await got.content.readline() == b"retry: 3000\n"
        await tell(here, 1, "ben")
        await tell(here, 1)
        (one,) = await events(got, 1)
        assert (one["id"], one["event"]) == ("1", "notice")
        told = json.loads(one["data"])
        assert (told["n"], told["id"], told["parts"]["what"]) == (1, "notice-ann-1", "no 1")
        listed = await here.ask("GET", "/campaigns/spring/persons/ann/notices", ann)
        assert listed.body["notices"] == [told]
        got.close()

    play(story)


def test_a_stream_is_taken_up_where_it_broke_off_without_gap_or_repetition(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        for n in range(1, 251):
            await tell(here, n)
        got = await begin(here, ann, f"{ANN}?after=0")
        first = await events(got, 130)
        got.close()
        await tell(here, 251)
        again = await begin(here, ann, f"{ANN}?seconds=0", **{"Last-Event-ID": first[-1]["id"]})
        rest = await events(again)
        assert [int(one["id"]) for one in first + rest] == list(range(1, 252))
        new = await begin(here, ann, f"{ANN}?seconds=0")
        assert await events(new) == []
        assert (await begin(here, ann, **{"Last-Event-ID": "x"})).status == 400

    play(story)


def test_anothers_stream_and_one_without_a_token_are_refused(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        assert (await begin(here, ann, ANN.replace("ann", "ben"))).status == 403
        assert (await begin(here, ann, ANN.replace("spring", "autumn"))).status == 404
        assert (await begin(here, "")).status == 401
        gm = await here.member("spring", "gm@example.org", "gm")
        assert await events(await begin(here, gm, f"{ANN}?seconds=0")) == []

    play(story)


@pytest.mark.parametrize("how", ["revoked", "removed"])
def test_a_stream_ends_when_its_token_or_its_part_is_taken_away(play: Play, how: str) -> None:
    async def story(here: Site) -> None:
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        account = await here.pool.fetchval("SELECT id FROM account")
        got = await begin(here, ann)
        async with writing(here.pool) as conn:
            if how == "revoked":
                (token,) = await list_credentials(conn, account)
                await revoke_credential(conn, account, token.id)
            else:
                (part,) = await parts_of(conn, account)
                await remove_member(conn, part)
        assert await events(got) == []

    play(story)


def test_one_account_has_so_many_streams_and_gets_the_place_of_one_it_has_left(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        ben = await here.member("spring", "ben@example.org", "player", "ben")
        mine = [await begin(here, ann) for _ in range(OF_ONE)]
        refused = await begin(here, ann)
        assert (refused.status, refused.headers["Retry-After"]) == (429, "10")
        others = await begin(here, ben, ANN.replace("ann", "ben"))
        assert others.status == 200
        mine.pop().close()
        async with asyncio.timeout(10):
            while (another := await begin(here, ann)).status != 200:  # noqa: ASYNC110 - see below
                await asyncio.sleep(0.05)  # it is the server that must notice who has left
        for one in [*mine, others, another]:
            one.close()

    play(story)


def test_shutting_down_ends_every_stream_at_once(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not when what is still open is given up."""
    monkeypatch.setattr(server, "SHUTDOWN", 60.0)

    async def main() -> float:
        async with aiohttp.ClientSession() as http:
            async with site(dsn) as here:
                await here.campaign("spring")
                ann = await here.member("spring", "ann@example.org", "player", "ann")
                here.http, own = http, here.http
                got = await begin(here, ann)
                here.http = own
                began = time.monotonic()
            took = time.monotonic() - began
            assert await events(got) == []
            return took

    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(main()) < 30


class Counting(asyncpg.Connection):  # type: ignore[misc]
    """A connection that counts what is asked of it."""

    asked = 0

    async def fetch(self, *args: Any, **kwargs: Any) -> Any:
        Counting.asked += 1
        return await super().fetch(*args, **kwargs)


def test_a_look_costs_as_many_statements_for_a_thousand_as_for_one(play: Play, dsn: str) -> None:
    async def look(here: Site, count: int) -> int:
        credential = await here.pool.fetchval("SELECT id FROM credential LIMIT 1")
        async with asyncpg.create_pool(
            dsn, min_size=1, max_size=1, connection_class=Counting
        ) as pool:
            streams = Streams(pool)
            with contextlib.ExitStack() as stack:
                for n in range(count):
                    who = stand_in(f"account-{n // OF_ONE}", credential)
                    stack.enter_context(streams.listening(who, "spring", f"person-{n}"))
                Counting.asked = 0
                await streams._look(list(streams._listeners))
                assert len(streams) == count
        return Counting.asked

    async def story(here: Site) -> None:
        await here.member("spring", "ann@example.org", "player", "ann")
        assert await look(here, 1_000) == await look(here, 1) == 4

    play(story)


def test_a_notice_is_announced_to_whoever_came_while_the_streams_were_looked_after(
    play: Play, dsn: str
) -> None:
    async def story(here: Site) -> None:
        await here.member("spring", "ann@example.org", "player", "ann")
        credential = await here.pool.fetchval("SELECT id FROM credential LIMIT 1")
        streams = Streams(here.pool)
        who = stand_in(await here.pool.fetchval("SELECT id FROM account LIMIT 1"), credential)
        with streams.listening(who, "spring", "ann") as early:
            await streams._look([early])
            with streams.listening(who, "spring", "ann") as late:
                # The late one has read what there was, and the look that is under way knows
                # nothing of it.
                await tell(here, 1)
                await streams._look([early])
                assert (early.latest, late.latest) == (1, 0)
                early.news.clear()
                await streams._look([early, late])
                assert (late.latest, late.news.is_set()) == (1, True)
                assert not early.news.is_set()

    play(story)


def stand_in(account: str, credential: str) -> Who:
    return Who(
        account=Account(id=account, email="", name="", zone="UTC", operator=False, created=0),
        credential=credential,
        kind="token",
        scopes=frozenset(),
    )


def test_whoever_has_read_a_streams_first_line_misses_nothing_after_it(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the server takes to look up where the stream begins."""

    async def slowly(conn: Any, persons: Any) -> dict[tuple[str, str], int]:
        await asyncio.sleep(0.3)
        return await last_notice_numbers(conn, persons)

    monkeypatch.setattr(streaming, "last_notice_numbers", slowly)

    async def story(here: Site) -> None:
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        got = await begin(here, ann)
        assert await got.content.readline() == b"retry: 3000\n"
        await tell(here, 1)
        (one,) = await events(got, 1)
        assert one["id"] == "1"
        got.close()

    play(story)
