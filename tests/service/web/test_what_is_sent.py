"""Whatever is sent, to whatever address, is answered: nothing that a stranger writes is our fault.

Addresses, bodies and the names of fields are those that the program declares.
"""

from __future__ import annotations

import asyncio
import importlib.resources
import re
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from aiohttp import web

from service.api.openapi import BASE
from service.api.routes import CHAPTERS
from service.bridge import new_loop
from service.pace import Pace
from service.people.invitations import accept_invitation, make_invitation
from service.store.session import writing
from service.web import frame
from service.web.routes import enter_pages
from tests.service.api.site import Site, site
from tests.service.web.pages import page, session

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

#: What no row holds: NUL, a line break in an address, and numbers too large for it.
PARTS = ("a%00b", "a%0D%0Ab", "9" * 25, "9" * 5000)
WORDS = ("a\0b", "9" * 25, "ann " + "9" * 25)
NUMBERS = (10**25, -(10**25))


@pytest.fixture
def play(dsn: str) -> Play:
    """Run a story against a server."""

    def run(story: Callable[[Site], Awaitable[None]]) -> None:
        async def main() -> None:
            async with site(dsn, Pace(1e6, 10**6)) as here:
                await here.campaign("spring")
                await story(here)

        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(main())

    return run


async def people(here: Site) -> tuple[str, str]:
    """A token and a session of somebody who may do everything here."""
    account = await here.account("all@example.org", operator=True)
    async with writing(here.pool) as conn:
        for role, person in (("gm", ""), ("player", "ann")):
            made = await make_invitation(conn, here.readings, "spring", role, person)
            await accept_invitation(conn, account, made.secret)
    scopes: Any = ("read", "play", "referee", "account", "operate")
    return await here.token(account, scopes), await session(here, account)


def pages(method: str) -> list[str]:
    """The addresses of all pages."""
    app = web.Application()
    # Routes are only listed here, never followed: a site of nothing will do.
    enter_pages(app, frame.Site._make([None] * len(frame.Site._fields)))
    found = {
        route.resource.canonical
        for route in app.router.routes()
        if route.method == method and route.resource is not None
    }
    return sorted(found)


def filled(path: str) -> Iterator[str]:
    """The address with one of its parts spoilt at a time, in each way."""
    usual = {"campaign": "spring", "person": "ann", "scenario": "nonesuch"}
    names = re.findall(r"\{(\w+)\}", path)
    for spoilt in names:
        for part in PARTS:
            parts = {name: usual.get(name, "1") for name in names} | {spoilt: part}
            yield path.format_map(parts)


def fields() -> tuple[list[str], list[str]]:
    """The names of all fields of all forms, and what the buttons of pages do."""
    found: set[str] = set()
    buttons: set[str] = set()
    for file in importlib.resources.files("service.web").joinpath("templates").iterdir():
        text = file.read_text()
        found |= set(re.findall(r'name="(\w+)"', text))
        buttons |= set(re.findall(r'name="do" value="(\w+)"', text))
    return sorted(found - {"do", "viewport"}), sorted(buttons)


def bodies(kind: Any, text: str, number: int) -> list[Any]:
    """Bodies of that type, all of whose texts and numbers are these."""
    many = msgspec.inspect.type_info(kind)
    kinds = many.types if isinstance(many, msgspec.inspect.UnionType) else (many,)
    return [_body(one, text, number) for one in kinds]


def _body(kind: msgspec.inspect.Type, text: str, number: int) -> Any:
    match kind:
        case msgspec.inspect.IntType():
            return number
        case msgspec.inspect.FloatType():
            return float(number)
        case msgspec.inspect.BoolType():
            return False
        case msgspec.inspect.NoneType():
            return None
        case msgspec.inspect.LiteralType(values=values):
            return values[0]
        case msgspec.inspect.ListType(item_type=item):
            return [_body(item, text, number)]
        case msgspec.inspect.DictType(value_type=item):
            return {"words": _body(item, text, number)}
        case msgspec.inspect.UnionType(types=types):
            known = [one for one in types if not isinstance(one, msgspec.inspect.NoneType)]
            return _body(known[0], text, number)
        case msgspec.inspect.StructType() as struct:
            found = {one.encode_name: _body(one.type, text, number) for one in struct.fields}
            return {struct.tag_field: struct.tag, **found} if struct.tag_field else found
    return text


def test_no_address_of_a_page_or_of_the_api_is_answered_by_a_fault(play: Play) -> None:
    async def story(here: Site) -> None:
        token, secret = await people(here)
        faults: list[tuple[object, ...]] = []
        for method in ("GET", "POST"):
            for wanted in (one for path in pages(method) for one in filled(path)):
                for who in (secret, ""):
                    shown = await page(here, wanted, who, {} if method == "POST" else None)
                    faults += [(wanted[:80], bool(who))] if shown.status >= 500 else []
        for one in (one for chapter in CHAPTERS for one in chapter.all):
            for wanted in filled(one.path):
                got = await raw(here, one.method, wanted, token, {})
                faults += [(one.method, wanted[:80])] if got >= 500 else []
        assert faults == []

    play(story)


def test_nothing_filled_in_is_answered_by_a_fault(play: Play) -> None:
    async def story(here: Site) -> None:
        _, secret = await people(here)
        names, buttons = fields()
        faults: list[tuple[object, ...]] = []
        for path in pages("POST"):
            if path == "/sign-out":
                # Signed out, nothing would be reached any more.
                continue
            wanted = re.sub(r"\{\w+\}", "1", path.replace("{campaign}", "spring"))
            wanted = wanted.replace("spring/1", "spring/ann")
            # Only what tells its buttons apart does more than one thing.
            for do in (
                buttons if path.endswith(("me", "asides", "{account}", "part")) else ("send",)
            ):
                for words in WORDS:
                    form = {**dict.fromkeys(names, words), "do": do}
                    shown = await page(here, wanted, secret, form)
                    faults += [(path, do, words[:9])] if shown.status >= 500 else []
                    if "\0" in words:
                        continue
                    # The number alone is wrong: what else there is must not hide it.
                    form = {**form, "words": "x", "person": "ann", "reason": "x", "answer": "x"}
                    shown = await page(here, wanted, secret, form)
                    faults += [(path, do, words[:9], "alone")] if shown.status >= 500 else []
        for path in ("/sign-in", "/sign-in/link", "/invitation/x"):
            for words in WORDS:
                shown = await page(here, path, "", dict.fromkeys(names, words))
                faults += [(path, words[:9])] if shown.status >= 500 else []
        assert faults == []

    play(story)


def test_nothing_sent_to_the_api_is_answered_by_a_fault(play: Play) -> None:
    async def story(here: Site) -> None:
        token, _ = await people(here)
        usual = {"campaign": "spring", "person": "ann"}
        faults: list[tuple[object, ...]] = []
        for one in (one for chapter in CHAPTERS for one in chapter.all if one.takes is not None):
            path = re.sub(r"\{(\w+)\}", lambda found: usual.get(found[1], "1"), one.path)
            sent = [body for n in NUMBERS for body in bodies(one.takes, "ann", n)]
            sent += [body for words in WORDS for body in bodies(one.takes, words, 1)]
            for body in sent:
                status = await raw(here, one.method, path, token, body)
                faults += [(one.method, one.path, str(body)[:60])] if status >= 500 else []
        for one in (one for chapter in CHAPTERS for one in chapter.all if one.query):
            path = re.sub(r"\{(\w+)\}", lambda found: usual.get(found[1], "1"), one.path)
            for part in PARTS if not one.streams else ():
                query = "&".join(f"{each.name}={part}" for each in one.query)
                status = await raw(here, one.method, f"{path}?{query}", token, None)
                faults += [(one.method, one.path, query[:60])] if status >= 500 else []
        assert faults == []

    play(story)


async def raw(here: Site, method: str, path: str, token: str, body: Any) -> int:
    """The status of an answer of the API, the path as it is written."""
    async with here.http.request(
        method,
        f"{here.address}{BASE}{path}",
        json=body,
        headers={"Authorization": f"Bearer {token}"},
    ) as got:
        if got.content_type != "text/event-stream":
            await got.read()
        return got.status
