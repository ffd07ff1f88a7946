"""Pages as a browser asks a test's server for them, by the session of an account."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from service.people.sessions import open_session
from service.store.session import writing

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.people.who import Account
    from tests.service.api.site import Site


class Shown(NamedTuple):
    """What came back: the status, where it sends the browser, the text, and what it tells there."""

    status: int
    location: str
    text: str
    told: str


async def session(here: Site, account: Account) -> str:
    """The secret of a session of an account."""
    async with writing(here.pool) as conn:
        return await open_session(conn, account, "a test")


async def page(
    here: Site,
    path: str,
    secret: str = "",
    form: Mapping[str, str] | None = None,
    method: str = "",
    more: Mapping[str, str] | None = None,
) -> Shown:
    """Ask for a page; with a form, send it.  ``more`` are headers."""
    headers = {"Cookie": f"galloper={secret}"} if secret else {}
    headers |= more or {}
    async with here.http.request(
        method or ("GET" if form is None else "POST"),
        here.address + path,
        headers=headers,
        data=form,
        allow_redirects=False,
    ) as got:
        told = got.cookies.get("told")
        return Shown(
            got.status,
            got.headers.get("Location", ""),
            await got.text(errors="replace"),
            "" if told is None else told.value,
        )
