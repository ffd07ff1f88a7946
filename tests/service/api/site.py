"""A server as it runs, with campaigns and people: what the tests of the API talk to."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import aiohttp

from service.api.server import serve_http
from service.config import Config, MailIn
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.pace import Pace
from service.packs import load_pack
from service.people.accounts import make_token, register
from service.people.invitations import accept_invitation, make_invitation
from service.people.secret import digest
from service.people.sessions import open_session
from service.store.accounts import who_has
from service.store.session import open_pool, writing

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    import asyncpg

    from service.people.who import Account, Scope

FERRY = "tests.packs.ferry:PACK"
FILES = {"scenario.yaml": "title: A test\npack: ferry\n"}


class Answer(NamedTuple):
    """What came back: status, headers, and the body decoded where it is JSON."""

    status: int
    headers: Any
    body: Any
    raw: bytes


class Site:
    """The server's address, its database, and requests to it."""

    def __init__(self, address: str, pool: asyncpg.Pool, http: aiohttp.ClientSession) -> None:
        self.address = address
        self.pool = pool
        self.http = http
        self.readings = Readings()

    async def ask(
        self,
        method: str,
        path: str,
        token: str = "",
        *,
        json: Any = None,
        data: bytes | None = None,
        **headers: str,
    ) -> Answer:
        """Ask for a path under /api/v1; underscores of header names are hyphens."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        async with self.http.request(
            method, f"{self.address}/api/v1{path}", json=json, data=data, headers=sent
        ) as got:
            raw = await got.read()
            body = await got.json(content_type=None) if "json" in got.content_type else None
            return Answer(got.status, got.headers, body, raw)

    async def account(self, email: str, *, operator: bool = False) -> Account:
        """A new account."""
        async with writing(self.pool) as conn:
            return await register(conn, email, operator=operator)

    async def token(
        self, account: Account, scopes: Iterable[Scope] = ("read", "play", "referee", "account")
    ) -> str:
        """A token of an account."""
        async with writing(self.pool) as conn:
            return await make_token(conn, account, "test", scopes)

    async def session(self, account: Account) -> str:
        """The secret of a session that an account opens now: it goes where a token goes."""
        async with writing(self.pool) as conn:
            return await open_session(conn, account, "a browser")

    async def session_of(self, token: str) -> str:
        """The secret of a session that a token's account opens now."""
        async with self.pool.acquire() as conn:
            found = await who_has(conn, digest(token), ("token",))
        assert found is not None
        return await self.session(found.account)

    async def campaign(self, campaign_id: str, files: dict[str, str] | None = None) -> None:
        """A campaign of the toy pack, whose clock does not run by itself here."""
        load_pack(FERRY)
        await found_campaign(self.pool, campaign_id, files or FILES, name=campaign_id, seed=1)

    async def member(
        self, campaign_id: str, email: str, role: str, person: str = "", also: str = ""
    ) -> str:
        """The token of a new account with a part in a campaign, and perhaps a commander too."""
        account = await self.account(email)
        parts = [(role, person), *([("player", also)] if also else [])]
        async with writing(self.pool) as conn:
            for one, of in parts:
                made = await make_invitation(conn, self.readings, campaign_id, one, of)
                await accept_invitation(conn, account, made.secret)
        return await self.token(account)


@contextlib.asynccontextmanager
async def site(
    dsn: str,
    pace: Pace | None = None,
    *,
    url: str = "http://127.0.0.1:8400",
    mail_in: MailIn | None = None,
) -> AsyncIterator[Site]:
    """A server on a free port of this machine; people come by *url*, if one follows its links."""
    config = Config(data=Path(), listen="127.0.0.1:0", url=url, mail_in=mail_in)
    async with (
        open_pool(dsn, size=4) as pool,
        serve_http(config, pool, lambda: 0.0, pace) as port,
        aiohttp.ClientSession() as http,
    ):
        yield Site(f"http://127.0.0.1:{port}", pool, http)
