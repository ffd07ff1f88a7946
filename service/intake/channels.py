"""Say where a person is to be told."""

from __future__ import annotations

import base64
import hashlib
import secrets
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from service.intake.mailbox import EMAIL
from service.intake.speak import clean, require_person
from service.language.catalogue import english
from service.notify import chat, discord
from service.notify.chats import opened_chats
from service.notify.guard import is_web_address, look_up, require_reachable
from service.notify.kinds import KINDS
from service.notify.reach import Reach
from service.notify.signing import public_key
from service.people.mailboxes import require_written_to
from service.store.channels import (
    Channel,
    ChannelKind,
    list_channels,
    make_channel,
    reopen_channel,
    rotate_secret,
    set_address,
    set_settings,
)
from service.store.deliveries import Words
from service.store.session import writing
from world.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings

#: A test message, and its words.
PING = Words(
    kind="ping",
    title=english("A test of this channel"),
    text=english("Somebody wanted to see whether notices reach you here. They do."),
)

#: Seconds for which messages are signed with the old key as well after a rotation.
OVERLAP = 86_400


async def add_channel(
    pool: asyncpg.Pool,
    readings: Readings,
    campaign_id: str,
    person: str,
    address: str,
    *,
    rotate: bool = False,
    strict: bool = False,
    ed25519: bool = False,
    by: str = "",
    reach: Reach = Reach(),  # noqa: B008 - frozen
) -> dict[str, str]:
    """Add a webhook (an http or https address), a chat's or an e-mail address for a person.

    Returns the channel's id, kind and address as it may be shown, and for a new webhook its signing
    secret in Standard Webhooks' form (``whsec_…``), which is shown here and nowhere else; with
    *ed25519* its messages are signed by a key pair too, whose ``public_key`` is returned
    (``whpk_…``).  *by* is the account that asks: its channels are closed when it leads the person
    no more; "" for the operator's shell, whose stay.  With *strict* nothing overtakes a message
    that failed.  A channel that was paused or closed is used again as it was.  Only with *rotate*
    does a webhook that is there already get a new secret.  Where the host could not be looked up
    just now, ``warning`` says so.

    Raises:
        BadInput: the person is unknown, the address is neither, is written to no more (mails to it
            came back), the webhook is in use already, or there is no secret to rotate.
        NotAllowed: the webhook's host is none that notices may go to, by *reach*.
    """
    address = clean(address, "That address").strip()
    warning = ""
    kind, address = kind_of(address)
    if kind == "chat":
        async with opened_chats(reach) as chats:
            await chat.require_service(address, reach, chats)
    if kind == "webhook":
        warning = await require_reachable(address, reach, look_up)
    # One endpoint is one channel, whatever is said of maps.
    plain = discord.forms(address)[0] if kind == "discord" else address
    channel_id = hashlib.sha256(f"{person}|{plain}".encode()).hexdigest()[:16]
    secret = secrets.token_bytes(24) if kind == "webhook" else b""
    channel = Channel(
        campaign_id=campaign_id,
        id=channel_id,
        person=person,
        kind=kind,
        address=address,
        secret=secret,
        state="active",
        strict=strict,
        ed25519=ed25519 and bool(secret),
        settings=msgspec.json.encode({"account": by} if by else {}),
    )
    async with writing(pool) as conn:
        world = await readings.recent(conn, campaign_id)
        require_person(world, person)
        if kind == "email":
            await require_written_to(conn, address)
        if kind == "discord":
            channel_id = await _known_as(conn, channel) or channel_id
            channel = msgspec.structs.replace(channel, id=channel_id)
        if rotate:
            if not secret or not await rotate_secret(
                conn, campaign_id, channel_id, secret, OVERLAP
            ):
                raise BadInput(
                    f"{person} is told at no webhook of that address; nothing was changed. Add it"
                    " first."
                )
        elif not await make_channel(conn, channel):
            await _use_again(conn, channel)
            secret = b""
    given = f"whsec_{base64.b64encode(secret).decode()}" if secret else ""
    shown = KINDS[kind].shown(channel)
    made = {"id": channel_id, "kind": kind, "address": shown, "secret": given}
    if warning:
        made["warning"] = warning
    return {**made, "public_key": public_key(secret)} if ed25519 and secret else made


async def _known_as(conn: asyncpg.Connection, channel: Channel) -> str | None:
    """The channel that a person has at a Discord webhook; with or without maps, as said last."""
    for one in await list_channels(conn, channel.campaign_id, channel.person):
        if one.kind == "discord" and one.address in discord.forms(channel.address):
            await set_address(conn, one.campaign_id, one.id, channel.address)
            return one.id
    return None


async def _use_again(conn: asyncpg.Connection, channel: Channel) -> None:
    reopened = await reopen_channel(conn, channel.campaign_id, channel.id)
    if not reopened and channel.kind == "webhook":
        raise BadInput(
            f"{channel.person} is told at this webhook already; its signing secret was left as it"
            " is. Where the secret was lost, have a new one made: galloper campaign tell …"
            " --rotate."
        )
    if channel.settings != b"{}":  # whoever asked last
        await set_settings(conn, channel.campaign_id, channel.id, channel.settings)


def kind_of(address: str) -> tuple[ChannelKind, str]:
    """Which kind of channel an address is for, and the form in which it is kept.

    Raises:
        BadInput: it is for none.
    """
    if EMAIL.fullmatch(address):
        return "email", address
    if (kept := discord.recognised(address)) is not None:
        return "discord", kept
    if (kept := chat.recognised(address)) is not None:
        return "chat", kept
    require_web_address(address)
    return "webhook", address


def require_web_address(address: str) -> None:
    """Refuse what is no web address, or carries a password.

    Raises:
        BadInput: saying what is wanted.
    """
    # The library takes line ends out of an address in silence, and what is left is another.
    broken = any(one.isspace() for one in address)
    if broken or not is_web_address(address):
        raise BadInput(
            "That is neither an e-mail address nor a web address, nor a chat's; nothing was"
            " changed. Give https://…, name@example.org, or an address such as"
            " ntfys://ntfy.sh/topic."
        )
    parts = urlsplit(address)
    if parts.username or parts.password:
        raise BadInput(
            "The address carries a user name or password; nothing was changed. Leave them out:"
            " each message is signed instead."
        )
