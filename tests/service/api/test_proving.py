"""What proves an account: who has stolen a part of it does not make the rest of it his own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from service.bridge import new_loop
from service.people.invitations import NoInvitation
from service.people.own import ask_for_mail, take_mail
from service.people.secret import digest
from service.people.who import SCOPES
from service.store.accounts import list_credentials, who_has
from tests.service.api.site import Site, site

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from service.people.who import Account, Scope, Who

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

PASSWORD = "a long sentence"


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


async def who(here: Site, secret: str) -> Who:
    """Whom a secret stands for."""
    async with here.pool.acquire() as conn:
        found = await who_has(conn, digest(secret), ("session", "token"))
    assert found is not None
    return found


async def new_password(here: Site, ann: Account, mine: str) -> None:
    done = await here.ask("POST", "/me/password", mine, json={"new": PASSWORD})
    assert done.status == 200


async def session_ended(here: Site, ann: Account, mine: str) -> None:
    async with here.pool.acquire() as conn:
        sessions = await list_credentials(conn, ann.id)
    done = await here.ask("DELETE", f"/me/credentials/{sessions[0].id}", mine)
    assert done.status == 200


async def locked(here: Site, ann: Account, mine: str) -> None:
    op = await here.token(await here.account("op@example.org", operator=True), ["operate"])
    for what in ("lock", "unlock"):
        path = f"/operator/accounts/{ann.id}/{what}"
        assert (await here.ask("POST", path, op, json={"reason": "stolen"})).status == 200


async def sessions_ended(here: Site, ann: Account, mine: str) -> None:
    op = await here.token(await here.account("op@example.org", operator=True), ["operate"])
    done = await here.ask("DELETE", f"/operator/accounts/{ann.id}/sessions", op)
    assert done.status == 200


async def locked_before_it_was_asked_for(here: Site, ann: Account, mine: str) -> None:
    await here.pool.execute("UPDATE account SET locked = clock_timestamp()")


@pytest.mark.parametrize(
    "remedy",
    [new_password, session_ended, locked, sessions_ended, locked_before_it_was_asked_for],
)
def test_an_address_that_a_thief_has_asked_for_survives_no_remedy(
    play: Play, remedy: Callable[[Site, Account, str], Awaitable[None]]
) -> None:
    async def story(here: Site) -> None:
        ann = await here.account("ann@example.org")
        stolen = await here.session(ann)
        secret = await ask_for_mail(here.pool, await who(here, stolen), "thief@example.org", "")
        await remedy(here, ann, await here.session(ann))
        with pytest.raises(NoInvitation):
            await take_mail(here.pool, secret)
        assert await here.pool.fetchval("SELECT email FROM account WHERE id = $1", ann.id) == (
            "ann@example.org"
        )

    play(story)


def test_a_token_makes_no_token_that_may_do_more_than_itself(play: Play) -> None:
    async def story(here: Site) -> None:
        op = await here.account("op@example.org", operator=True)
        few: list[list[Scope]] = [["account"], ["account", "read"], ["account", "operate"]]
        for has in few:
            token = await here.token(op, has)
            for wanted in SCOPES:
                new = {"name": "more", "scopes": ["account", wanted]}
                made = await here.ask("POST", "/me/tokens", token, json=new)
                assert made.status == (200 if wanted in has else 403), (has, wanted)
                if made.status == 200:
                    assert (await who(here, made.body["token"])).scopes <= set(has)
        async with here.pool.acquire() as conn:
            assert len(await list_credentials(conn, op.id)) == 3 + 5
        new = {"name": "all", "scopes": SCOPES}
        made = await here.ask("POST", "/me/tokens", await here.session(op), json=new)
        assert made.status == 200, "who has signed in may do all"

    play(story)
