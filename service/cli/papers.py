"""``galloper told`` and ``page``: what a person was told, and what their page is drawn from."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import msgspec
import yaml

from service.cli.desk import ask_store, with_store
from service.cli.main import app
from service.cli.options import Data, Json, Packs, load_packs
from service.cli.printing import print_json, say
from service.cli.server import HERE, Server
from service.intake.reading import Readings
from service.intake.speak import require_person
from service.notify.wording import word
from service.store.papers import SentNotice, read_notices
from world.errors import GalloperError
from world.state import World

if TYPE_CHECKING:
    from service.opening import Store

_PAGE = 500


@app.command
def told(
    campaign_id: str,
    person: str,
    *,
    after: int = 0,
    kind: str = "",
    part: str = "",
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Print what a person was told, the oldest first.

    Parameters
    ----------
    campaign_id
        The campaign.
    person
        The person's id; gm for the referee.
    after
        Begin after the notice of this number.
    kind
        Only notices of this kind (--json names it).
    part
        Print nothing but this part of each notice, as it is: a report to be posted elsewhere, say.
    """
    load_packs(pack)

    async def work(store: Store) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = await ask_store(
            _told, store, campaign_id, person, after, kind
        )
        return found

    client = there.client()
    if client is None:
        notices = with_store(work, data)
    else:
        found = map(msgspec.to_builtins, client.notices(campaign_id, person, after))
        notices = [one for one in found if kind in {"", one["kind"]}]
    if part:
        sys.stdout.write("".join(f"{_part(notice, part)}\n" for notice in notices))
    elif json:
        print_json(notices)
    else:
        if not notices:
            say(f"{person} has been told nothing{' of that kind or since' * bool(kind or after)}.")
        for notice in notices:
            say(f"{notice['n']}. {notice['date']}: {notice['title']}", "bold")
            say(f"{notice['text']}\n")


def _part(notice: dict[str, Any], part: str) -> str:
    if part not in notice["parts"]:
        parts = ", ".join(sorted(notice["parts"]))
        raise GalloperError(
            f"A notice of the kind {notice['kind']} has no part {part!r}; it has: {parts}. Choose"
            " one of these, and the kind with --kind."
        )
    value = notice["parts"][part]
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


async def _told(
    store: Store, campaign_id: str, person: str, after: int, kind: str
) -> list[dict[str, Any]]:
    async with store.pool.acquire() as conn:
        world = await Readings().world(conn, campaign_id)
        require_person(world, person)
        return [
            _shown(world, notice)
            async for notice in _notices(conn, campaign_id, person, after)
            if kind in {"", notice.kind}
        ]


async def _notices(
    conn: Any, campaign_id: str, person: str, after: int
) -> AsyncIterator[SentNotice]:
    while True:
        found = await read_notices(conn, campaign_id, person, after, _PAGE)
        for notice in found:
            yield notice
        if len(found) < _PAGE:
            return
        after = found[-1].n


def _shown(world: World, notice: SentNotice) -> dict[str, Any]:
    said = word(world, notice.body, notice.at)
    parts = msgspec.json.decode(notice.body)
    return {
        "n": notice.n,
        "kind": notice.kind,
        "at": notice.at,
        "date": said.date,
        "title": said.title,
        "text": said.text,
        "parts": {name: value for name, value in parts.items() if name != "kind"},
    }


@app.command
def page(
    campaign_id: str,
    person: str,
    *,
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Print what a person sees: everything their page is drawn from.

    Parameters
    ----------
    campaign_id
        The campaign.
    person
        The person's id; gm for the referee.
    """
    load_packs(pack)

    async def work(store: Store) -> Any:
        return await ask_store(_page, store, campaign_id, person)

    client = there.client()
    shown = with_store(work, data) if client is None else client.page(campaign_id, person)
    if json:
        print_json(shown)
    else:
        sys.stdout.write(yaml.safe_dump(shown, sort_keys=False, allow_unicode=True, width=100))


async def _page(store: Store, campaign_id: str, person: str) -> Any:
    async with store.pool.acquire() as conn:
        world = await Readings().world(conn, campaign_id)
        require_person(world, person)
        return msgspec.to_builtins(world.pack.view(world, person))
