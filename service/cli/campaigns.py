"""``galloper campaign``: found campaigns, and look at them."""

from __future__ import annotations

import re
import secrets
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import cyclopts
import msgspec
from rich.table import Table

from service.cli.desk import ask_store, with_store
from service.cli.main import app, console
from service.cli.options import Data, Json, Packs, load_packs
from service.cli.printing import print_json, say
from service.cli.server import HERE, Server, print_campaign, print_campaigns
from service.intake.founding import Founded, found_campaign
from service.intake.reading import Readings
from service.scenario_files import read_files
from service.store.campaigns import (
    CampaignRow,
    campaign_secret,
    list_campaigns,
    show_campaign,
)
from service.store.deliveries import count_deliveries
from service.store.instants import clock_us
from service.waiting import until, waiting
from world.clock import Clock, parse_rate, utc
from world.dice import Secret
from world.kernel.nouns import CLOCK_ID

if TYPE_CHECKING:
    from collections.abc import Iterator

    from service.opening import Store

campaign = cyclopts.App(name="campaign", help="Found campaigns and keep their clocks.")
app.command(campaign)


@campaign.command
def create(
    path: Path,
    *,
    id: str = "",
    name: str = "",
    rate: str = "",
    seed: int | None = None,
    outage: Literal["catch_up", "freeze"] = "catch_up",
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Found a campaign from a scenario; its clock starts at once.

    Parameters
    ----------
    path
        A directory with a scenario.yaml, or the name of a scenario that comes with Galloper.
    id
        The campaign's id (small letters, digits, hyphens); made up from the scenario otherwise.
    name
        What it is called.
    rate
        Game time per real time: 1, 4, 24:1, 0.5 (default: the scenario's, usually 1).
    seed
        For a rehearsal: dice anybody can predict who knows the seed. Without it they are provable.
    outage
        What becomes of time in which no daemon ran: catch_up plays it in order, freeze skips it.
    """
    load_packs(pack)
    files = read_files(path)
    chosen = id or f"{_slug(path.resolve().name)}-{secrets.token_hex(3)}"
    ratio = parse_rate(rate) if rate else None

    async def work(store: Store) -> Founded:
        made: Founded = await ask_store(
            found_campaign,
            store.pool,
            chosen,
            files,
            name=name,
            rate=ratio,
            seed=seed,
            outage=outage,
        )
        return made

    founded = with_store(work, data)
    if json:
        print_json(founded)
        return
    say(f"Founded {founded.name!r} as {founded.id}.")
    if founded.commitment:
        say(f"Its dice are bound by: {founded.commitment}")
    say("It runs while a daemon does: galloper serve")


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40] or "campaign"


@campaign.command(name="list")
def list_(*, there: Server = HERE, data: Data = None, json: Json = False) -> None:
    """List all campaigns; on a server, those in which one has a part."""
    client = there.client()
    if client is not None:
        print_campaigns(client.campaigns(), json=json)
        return

    async def work(store: Store) -> list[CampaignRow]:
        return list(await ask_store(_list, store))

    rows = with_store(work, data)
    if json:
        print_json([_public(row) for row in rows])
        return
    if not rows:
        say("There is no campaign yet. Found one: galloper campaign create small-war")
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("campaign", "name", "rules", "state", "events", "next event"):
        table.add_column(heading)
    for row in rows:
        due = "—"
        if row.next_due is not None and row.state != "ended":
            due = f"{utc(row.next_due)[:16]} UTC"
        table.add_row(row.id, row.name, row.pack, row.state, str(row.seq), due)
    console.print(table)


async def _list(store: Store) -> list[CampaignRow]:
    async with store.pool.acquire() as conn:
        return await list_campaigns(conn)


def _public(row: CampaignRow) -> dict[str, Any]:
    """A row without the scenario's text."""
    values = msgspec.structs.asdict(row)
    values.pop("settings")
    return values


@campaign.command
def show(
    campaign_id: str,
    *,
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Show a campaign: its clock, what is asked, what was sent."""
    load_packs(pack)
    client = there.client()
    if client is not None:
        print_campaign(client.campaign(campaign_id), json=json)
        return

    async def work(store: Store) -> dict[str, Any]:
        shown: dict[str, Any] = await ask_store(_show, store, campaign_id)
        return shown

    shown = with_store(work, data)
    if json:
        print_json(shown)
        return
    for key, value in shown.items():
        if key != "decisions":
            say(f"{key.replace('_', ' '):<14} {value}")
    for line in open_questions(shown["decisions"]):
        say(f"  {line}")


def open_questions(decisions: list[dict[str, Any]]) -> Iterator[str]:
    """What waits for an answer, a line each; of what only may be amended, how many by rule."""
    for one in decisions:
        if one["mode"] != "at_once":
            yield (
                f"asked: {one['rule']} {one['id'][:8]} {one['who']}: {one['question']}"
                f" [{', '.join(one['options'])}; default {one['default']}]"
            )
    settled = Counter(one["rule"] for one in decisions if one["mode"] == "at_once")
    if settled:
        rules = ", ".join(f"{rule} ({count})" for rule, count in sorted(settled.items()))
        yield f"settled by default, and may be amended: {rules}; --json lists them"


async def _show(store: Store, campaign_id: str) -> dict[str, Any]:
    async with store.pool.acquire() as conn:
        world = await Readings().world(conn, campaign_id)
        row = await show_campaign(conn, campaign_id)
        sent = await count_deliveries(conn, campaign_id)
        now = await clock_us(conn)
        secret = await campaign_secret(conn, campaign_id)
    assert row is not None  # noqa: S101 - its world was just read
    clock = world.get(Clock, CLOCK_ID)
    holds = [h for h in clock.holds_at(now) if h.stops_game]
    state = "running" if not holds else f"paused until {utc(holds[-1].end)} ({holds[-1].reason})"
    return {
        "campaign": campaign_id,
        "name": row.name,
        "rules": row.pack,
        "state": row.state if row.state != "running" else state,
        "game_time": world.calendar.format(clock.game(now), "datetime"),
        "rate": str(clock.rate_at(now)),
        "dice": _dice(row, secret or b""),
        "events": row.seq,
        "notices": row.notices,
        "deliveries": ", ".join(f"{count} {what}" for what, count in sent.items()),
        "decisions": [
            {
                "id": d.id,
                "rule": d.rule,
                "who": d.who,
                "question": d.question,
                "options": [option.name for option in d.options],
                "default": d.default,
                "mode": d.mode,
                "until": until(world, d),
            }
            for d in waiting(world)
        ],
    }


def _dice(row: CampaignRow, secret: bytes) -> str:
    """What may be known of the dice: the bond of their secret, or after its end the secret."""
    if row.state == "ended":
        return f"secret {secret.hex()}, bound by {Secret(secret).commitment}"
    if not row.provable:
        return "a rehearsal: whoever knows the seed can predict them"
    return f"bound by {Secret(secret).commitment}"
