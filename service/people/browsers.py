"""Browsers that show notices: subscribed by whoever leads the person that is told."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from service.intake.channels import require_web_address
from service.intake.speak import clean
from service.notify.guard import look_up, require_reachable
from service.notify.push import Keys, require_keys
from service.people.parts import require_own, require_voice
from service.people.telling import MOST, NewPlace
from service.store.channels import Channel, list_channels, make_channel, renew_channel
from service.store.session import writing
from world.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    from service.config import Config
    from service.people.who import Who

_LONGEST = 1_000


class Subscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A subscription as a browser gives it: where its push service takes messages, and its keys."""

    endpoint: str
    keys: Keys
    expirationTime: float | None = None  # noqa: N815 - the browser's name for it


async def subscribe(
    pool: asyncpg.Pool, config: Config, who: Who, campaign: str, person: str, asked: Subscription
) -> NewPlace:
    """Have a person told in a browser; one that is subscribed already has its keys renewed.

    Raises:
        NoSuchCampaign, NotAllowed: the person is not theirs to lead.
        BadInput: the endpoint or the keys are none, or there are too many channels.
    """
    async with pool.acquire() as conn:
        parts = await require_voice(conn, who, campaign, person, to_speak=True)
        require_own(parts, person)
        found = await list_channels(conn, campaign, person)
    endpoint = clean(asked.endpoint, "The endpoint")
    require_web_address(endpoint)
    secure = urlsplit(endpoint).scheme == "https" or config.allow_private
    if len(endpoint) > _LONGEST or not secure or any(c.isspace() for c in endpoint):
        raise BadInput("That is no endpoint of a push service; nothing was changed.")
    require_keys(asked.keys)
    channel = Channel(
        campaign_id=campaign,
        id=hashlib.sha256(f"{person}|{endpoint}".encode()).hexdigest()[:16],
        person=person,
        kind="push",
        address=endpoint,
        secret=b"",
        state="active",
        # Whose browser it is: it is told no more when that account leads the person no more.
        settings=msgspec.json.encode(
            {**msgspec.structs.asdict(asked.keys), "account": who.account.id}
        ),
    )
    others = [one for one in found if one.state != "closed" and one.id != channel.id]
    if len(others) >= MOST:
        raise BadInput(f"{person} is told at {MOST} places already; nothing was added. Remove one.")
    warning = await require_reachable(endpoint, config.reach, look_up)
    async with writing(pool) as conn:
        if not await make_channel(conn, channel):
            await renew_channel(conn, channel)
    return NewPlace(id=channel.id, kind="push", warning=warning)
