"""What proves an account: who has stolen a part of it does not make the rest of it his own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from service.bridge import new_loop
from service.pace import Pace, TooMany
from service.people.invitations import NoInvitation
from service.people.own import ask_for_mail, take_mail
from service.people.secret import digest
from service.people.sessions import set_password
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
            # What is taken of a bucket here is not filled up again while a test runs.
            async with site(dsn, Pace(0.001)) as here:
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
        secret = await ask_for_mail(
            here.pool, Pace(), await who(here, stolen), "thief@example.org", ""
        )
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


#: What cannot be taken back, as a page's form and as a request; a guess at the password is in it.
DRASTIC = {
    "password": {"new": "another sentence", "old": "?"},
    "email": {"email": "thief@example.org", "password": "?"},
    "deletion": {"email": "ann@example.org", "password": "?"},
}


async def over_the_api(here: Site, what: str, mine: str, guess: str) -> int:
    body = {name: value.replace("?", guess) for name, value in DRASTIC[what].items()}
    return (await here.ask("POST", f"/me/{what}", mine, json=body)).status


async def on_the_page(here: Site, what: str, mine: str, guess: str) -> int:
    form = {name: value.replace("?", guess) for name, value in DRASTIC[what].items()}
    form["do"] = {"deletion": "delete"}.get(what, what)
    async with here.http.post(
        f"{here.address}/me",
        data=form,
        cookies={"galloper": mine},
        allow_redirects=False,
    ) as got:
        return got.status


WAYS = [over_the_api, on_the_page]


async def accounts(here: Site) -> list[tuple[str, str]]:
    """Address and hash of the password of every account."""
    found = await here.pool.fetch("SELECT email, password FROM account")
    return [tuple(row) for row in found]


@pytest.mark.parametrize("what", DRASTIC)
def test_who_has_no_password_proves_himself_by_having_signed_in_a_moment_ago(
    play: Play, what: str
) -> None:
    async def story(here: Site) -> None:
        ann = await here.account("ann@example.org")
        old, token = await here.session(ann), await here.token(ann)
        await here.pool.execute("UPDATE credential SET created = created - interval '21 minutes'")
        young = await here.token(ann)
        before = await accounts(here)
        for secret in (old, token, young):
            for guess in ("", "anything at all"):
                assert await over_the_api(here, what, secret, guess) == 400
                assert await accounts(here) == before
        assert await on_the_page(here, what, old, "") == 422
        assert await accounts(here) == before
        assert await here.pool.fetchval("SELECT count(*) FROM mail_change") == 0
        assert await over_the_api(here, what, await here.session(ann), "") == 200
        assert await accounts(here) != before

    play(story)


@pytest.mark.parametrize("way", WAYS)
def test_passwords_are_guessed_no_faster_by_one_door_than_by_another(
    play: Play, way: Callable[[Site, str, str, str], Awaitable[int]]
) -> None:
    async def story(here: Site) -> None:
        ann = await here.account("ann@example.org")
        mine = await here.session(ann)
        await set_password(here.pool, ann, PASSWORD)
        for n, what in enumerate([*DRASTIC] * 4):
            status = await way(here, what, mine, f"guess {n}")
            assert status == ((422 if way is on_the_page else 400) if n < 10 else 429), n
        for other in WAYS:
            assert await other(here, "password", mine, PASSWORD) == 429

    play(story)


@pytest.mark.parametrize("way", WAYS)
def test_strangers_are_mailed_once_a_minute_by_one_account(
    play: Play, way: Callable[[Site, str, str, str], Awaitable[int]]
) -> None:
    async def story(here: Site) -> None:
        mine = await here.session(await here.account("ann@example.org"))
        assert await way(here, "email", mine, "") in {200, 303}
        for other in WAYS:
            assert await other(here, "email", mine, "") == 429

    play(story)


def test_what_costs_more_than_a_bucket_holds_is_paid_off_before_the_next() -> None:
    pace = Pace(steady=20.0, burst=60)
    pace.take("ann", 0.0, cost=1200)
    with pytest.raises(TooMany) as refused:
        pace.take("ann", 1.0, cost=1200)
    assert refused.value.after == 59
    pace.take("ann", 60.0, cost=1200)
    pace.take("ben", 1.0, cost=1200)
