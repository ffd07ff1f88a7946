"""Found a campaign: a scenario's text becomes a world, kept whole or not at all."""

from __future__ import annotations

import asyncio
import re
import secrets
from typing import TYPE_CHECKING, Literal

import msgspec

from service.intake.speak import LONGEST_LINE, clean
from service.keeper.kept import Settings, encode_settings
from service.keeper.turn import commit_rows
from service.packs import pack_named
from service.people.who import Membership
from service.store.campaigns import NewCampaign, create_campaign
from service.store.hints import try_hint
from service.store.instants import clock_us
from service.store.memberships import add_member, set_spectators_behind
from service.store.public import set_public
from service.store.readers import read_as
from service.store.session import writing
from world.campaign import found
from world.dice import Secret
from world.errors import BadInput
from world.scenario.scenario import pack_name, read_scenario

if TYPE_CHECKING:
    from collections.abc import Mapping

    import asyncpg

    from service.store.rows import CommitRows
    from world.clock import Rate

_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")


class Founded(msgspec.Struct, frozen=True):
    """A campaign that has begun; ``commitment`` binds its secret, or is empty for a rehearsal."""

    id: str
    name: str
    start: int
    commitment: str


async def found_campaign(  # noqa: PLR0913 - a beginning has this many sides
    pool: asyncpg.Pool,
    campaign_id: str,
    files: Mapping[str, str],
    *,
    name: str = "",
    rate: Rate | None = None,
    seed: int | None = None,
    start: int | None = None,
    outage: Literal["catch_up", "freeze"] = "catch_up",
    overrides: Mapping[str, str] | None = None,
    gm: str = "",
    visitors_behind: int | None = None,
) -> Founded:
    """Begin a campaign at wall instant *start* (µs; now if None).

    *gm* is the account that referees it from the beginning, in whose language and zone those read
    who have no account; "" where the shell founds it.
    With *visitors_behind* anybody looks on from the beginning, so many game hours late.
    With a *seed* its dice can be predicted by whoever knows it: such a campaign is not provable.

    Raises:
        BadScenario: listing every mistake of the scenario.
        BadInput: the id is none.
        Refused: its clock may not run so fast.
        CampaignExists: the id is taken.
    """
    if not _ID.fullmatch(campaign_id):
        raise BadInput(
            f"{campaign_id[:70]!r} cannot be a campaign's id; nothing was made. Use small letters,"
            " digits and hyphens, at most 63."
        )
    name = clean(name, "The name")
    if len(name) > LONGEST_LINE:
        raise BadInput(
            f"The name is {len(name)} characters long; at most {LONGEST_LINE} are kept. Nothing was"
            " made; choose a shorter one."
        )
    secret = Secret.of_seed(seed) if seed is not None else Secret(secrets.token_bytes(32))
    if start is None:
        async with pool.acquire() as conn:
            begin = await clock_us(conn)
    else:
        begin = start
    settings = Settings(files=dict(files), outage=outage, overrides=dict(overrides or {}))
    # A large map takes seconds, in which the game goes on; and no connection waits for it.
    campaign, rows = await asyncio.to_thread(
        _begun, campaign_id, name, settings, secret, begin, rate, provable=seed is None
    )
    async with writing(pool, timeout=30.0) as conn:
        async with conn.transaction():
            await create_campaign(conn, campaign, rows)
            if visitors_behind is not None:
                await set_spectators_behind(conn, campaign_id, visitors_behind)
                await set_public(conn, campaign_id, public=True)
            if gm:
                part = Membership(campaign_id=campaign_id, account_id=gm, role="gm")
                await add_member(conn, part)
                await read_as(conn, campaign_id, gm)
        await try_hint(conn, campaign_id)
    return Founded(
        id=campaign_id,
        name=campaign.name,
        start=begin,
        commitment=secret.commitment if seed is None else "",
    )


def _begun(
    campaign_id: str,
    name: str,
    settings: Settings,
    secret: Secret,
    begin: int,
    rate: Rate | None,
    *,
    provable: bool,
) -> tuple[NewCampaign, CommitRows]:
    """A scenario's first world as it is kept."""
    pack = pack_named(pack_name(settings.files))
    scenario = read_scenario(settings.files, pack, settings.overrides)
    world, batch = found(pack, scenario, secret=secret, start=begin, rate=rate)
    rows = commit_rows(
        batch,
        campaign_id=campaign_id,
        version=0,
        term=0,
        line=0,
        world=world,
        next_due=world.next_due(),
    )
    campaign = NewCampaign(
        id=campaign_id,
        name=name or scenario.title,
        pack=pack.name,
        release=pack.release,
        scenario=scenario.title,
        settings=encode_settings(settings),
        secret=secret.bytes,
        provable=provable,
    )
    return campaign, rows
