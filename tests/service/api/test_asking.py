"""A program asks over HTTP: who it is, what it may see, and what it says."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from service.bridge import new_loop
from tests.service.api.site import Site, site

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]


@pytest.fixture
def play(dsn: str) -> Play:
    """Run a story against a server."""

    def run(story: Callable[[Site], Awaitable[None]]) -> None:
        async def main() -> None:
            async with site(dsn) as here:
                await story(here)

        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(main())

    return run


ANN = "/campaigns/spring/persons/ann"


def test_a_player_orders_and_the_receipt_echoes_what_was_understood(play: Play) -> None:
    async def story(here: Site) -> None:
        await here.campaign("spring")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        page = await here.ask("GET", f"{ANN}/page", ann)
        assert page.status == 200
        assert page.body["person"] == "ann"
        given = await here.ask("POST", f"{ANN}/orders", ann, json={"text": "post to=ben text=hi"})
        assert given.status == 200
        assert given.body["echo"] == "post to=ben text=hi"
        as_struct = {"order": {"order": "post", "to": "ben", "text": "again"}}
        given = await here.ask("POST", f"{ANN}/orders", ann, json=as_struct)
        assert (given.status, given.body["n"]) == (200, 2)

    play(story)


def test_a_post_is_done_once_under_one_key(play: Play) -> None:
    async def story(here: Site) -> None:
        await here.campaign("spring")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        sent: dict[str, Any] = {"json": {"text": "post to=ben text=hi"}, "Idempotency_Key": "k1"}
        first = await here.ask("POST", f"{ANN}/orders", ann, **sent)
        second = await here.ask("POST", f"{ANN}/orders", ann, **sent)
        assert (first.body["again"], second.body["again"]) == (False, True)
        assert first.body["n"] == second.body["n"]
        sent["json"] = {"text": "post to=ben text=other"}
        assert (await here.ask("POST", f"{ANN}/orders", ann, **sent)).status == 409

    play(story)


def test_what_the_rules_refuse_says_why_and_changes_nothing(play: Play) -> None:
    async def story(here: Site) -> None:
        await here.campaign("spring")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        refused = await here.ask("POST", f"{ANN}/orders", ann, json={"text": "dance"})
        assert refused.status == 422
        assert refused.headers["Content-Type"].startswith("application/problem+json")
        assert refused.body["code"] == "E-SYNTAX"
        assert await here.pool.fetchval("SELECT count(*) FROM input") == 0

    play(story)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/campaigns/spring", 404),
        ("GET", "/campaigns/none", 404),
        ("GET", "/campaigns/spring/persons/ann/page", 404),
        ("GET", "/campaigns/autumn/persons/ben/page", 403),
        ("GET", "/campaigns/autumn/persons/nobody/page", 403),
        ("GET", "/campaigns/autumn/members", 403),
        ("POST", "/campaigns/autumn/persons/ben/orders", 403),
        ("POST", "/campaigns/autumn/clock", 403),
    ],
)
def test_what_is_not_ones_own_tells_nothing(
    play: Play, method: str, path: str, status: int
) -> None:
    """A campaign one has no part in answers as one that is not; so does another's commander."""

    async def story(here: Site) -> None:
        await here.campaign("spring")
        await here.campaign("autumn")
        ann = await here.member("autumn", "ann@example.org", "player", "ann")
        body = {
            "/campaigns/autumn/persons/ben/orders": {"text": "post to=ann text=hi"},
            "/campaigns/autumn/clock": {"said": "resume"},
        }.get(path)
        got = await here.ask(method, path, ann, json=body)
        assert got.status == status
        other = path.replace("ben", "zoe").replace("spring", "winter")
        twin = await here.ask(method, other, ann, json=body)
        told = got.raw.decode().replace("ben", "zoe").replace("spring", "winter")
        assert twin.raw.decode() == told

    play(story)


def test_without_a_token_or_with_a_wrong_one_nothing_is_told(play: Play) -> None:
    async def story(here: Site) -> None:
        await here.campaign("spring")
        for token in ("", "glp_wrong", "basic"):
            for path in ("/me", "/campaigns/spring", "/campaigns/none"):
                got = await here.ask("GET", path, token)
                assert got.status == 401
                assert got.headers["WWW-Authenticate"] == "Bearer"

    play(story)


def test_a_token_does_what_its_scopes_say_and_ends_when_it_is_revoked(play: Play) -> None:
    async def story(here: Site) -> None:
        await here.campaign("spring")
        await here.member("spring", "ann@example.org", "player", "ann")
        account = (await here.pool.fetchrow("SELECT id FROM account"))["id"]
        whole = await here.ask("GET", "/me", await _of(here, account, ["account", "read"]))
        assert whole.body["account"]["email"] == "ann@example.org"
        reader = await _of(here, account, ["read"])
        assert (await here.ask("GET", f"{ANN}/page", reader)).status == 200
        order = {"text": "post to=ben text=hi"}
        assert (await here.ask("POST", f"{ANN}/orders", reader, json=order)).status == 403
        keeper = await _of(here, account, ["account"])
        listed = (await here.ask("GET", "/me/credentials", keeper)).body
        assert reader not in str(listed)
        for one in listed:
            if one["scopes"] == ["read"]:
                gone = await here.ask("DELETE", f"/me/credentials/{one['id']}", keeper)
                assert gone.status == 200
        assert (await here.ask("GET", f"{ANN}/page", reader)).status == 401

    play(story)


async def _of(here: Site, account_id: str, scopes: list[Any]) -> str:
    from service.store.accounts import list_accounts  # noqa: PLC0415

    async with here.pool.acquire() as conn:
        (account,) = [one for one in await list_accounts(conn) if one.id == account_id]
    return await here.token(account, scopes)


def test_a_referee_invites_and_an_invitation_is_taken_once(play: Play) -> None:
    async def story(here: Site) -> None:
        await here.campaign("spring")
        gm = await here.member("spring", "gm@example.org", "gm")
        wanted = {"role": "player", "person": "ben"}
        made = await here.ask("POST", "/campaigns/spring/invitations", gm, json=wanted)
        assert made.status == 200
        ben = await here.token(await here.account("ben@example.org"))
        zoe = await here.token(await here.account("zoe@example.org"))
        taking = {"secret": made.body["secret"]}
        taken = await here.ask("POST", "/me/invitations", ben, json=taking)
        assert taken.body["person"] == "ben"
        assert (await here.ask("POST", "/me/invitations", zoe, json=taking)).status == 410
        page = await here.ask("GET", "/campaigns/spring/persons/ben/page", ben)
        assert page.status == 200
        listed = await here.ask("GET", "/campaigns/spring/invitations", gm)
        assert [one["taken_by"] is not None for one in listed.body] == [True, True]
        assert made.body["secret"] not in listed.raw.decode()

    play(story)


def test_what_has_not_changed_is_not_sent_again(play: Play) -> None:
    async def story(here: Site) -> None:
        await here.campaign("spring")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        first = await here.ask("GET", f"{ANN}/notices", ann)
        again = await here.ask("GET", f"{ANN}/notices", ann, If_None_Match=first.headers["ETag"])
        assert (first.status, again.status, again.raw) == (200, 304, b"")

    play(story)


def test_who_asks_too_often_is_told_to_wait(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await here.token(await here.account("ann@example.org"))
        answers = [await here.ask("GET", "/me", ann) for _ in range(90)]
        late = [one for one in answers if one.status == 429]
        assert late
        assert int(late[0].headers["Retry-After"]) >= 1

    play(story)


BODIES = [
    b"", b"{", b"[]", b"null", b'{"text": 1}', b'{"text": "a", "other": 1}', b"\xff\xfe",
    b'{"text": "' + b"x" * 120_000 + b'"}', b"[" * 100_000, b'{"text": "a\\u0000b"}',
    b'{"order": {}}', b'{"order": {"order": "post"}}', b'{"order": {"order": "no"}, "text": "x"}',
]  # fmt: skip


def test_bad_bodies_are_told_why_and_change_nothing(play: Play) -> None:
    async def story(here: Site) -> None:
        await here.campaign("spring")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        for body in BODIES:
            got = await here.ask("POST", f"{ANN}/orders", ann, data=body)
            assert got.status in {400, 422}, (body[:40], got)
            assert got.body["detail"]
        large = await here.ask("POST", f"{ANN}/orders", ann, data=b"x" * 700_000)
        assert large.status == 400
        assert (await here.ask("GET", "/nothing", ann)).status == 404
        assert (await here.ask("DELETE", f"{ANN}/orders", ann)).status == 405
        assert await here.pool.fetchval("SELECT count(*) FROM input") == 0

    play(story)
