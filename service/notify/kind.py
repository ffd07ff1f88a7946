"""What a kind of channel is: how it puts a notice into bytes, and how it sends them.

One module a kind; `service.notify.kinds` has the table.  The bytes of a message are made once, kept
with its delivery, and sent the same at every attempt.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from service.language.reader import ANYBODY

if TYPE_CHECKING:
    from collections.abc import Sequence

    import aiohttp
    import asyncpg

    from service.config import Config
    from service.intake.reading import Readings
    from service.language.reader import Reader
    from service.notify.attempt import Attempt
    from service.notify.chats import Chats
    from service.notify.digest import Digest
    from service.notify.posts import Posts
    from service.notify.relay import Relay
    from service.notify.vapid import PushKeys
    from service.notify.wording import Worded
    from service.store.channels import Channel
    from service.store.deliveries import Delivery


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be told on a channel, and what its message may be made of.

    ``digest`` has the notices of one that holds several.
    """

    conn: asyncpg.Connection
    readings: Readings
    config: Config
    channel: Channel
    delivery: Delivery
    worded: Worded
    reader: Reader = ANYBODY
    digest: Digest | None = None


class Means(msgspec.Struct, frozen=True, kw_only=True):
    """What messages are sent by.

    Attributes:
        session: reaches allowed addresses only.
        posts: posts over the session's connections where nothing but the status counts.
        pool: the database, for what must be known at the moment of sending.
        chats: a program that reaches allowed addresses only.
        relay: the way mail leaves; None where none does.
    """

    session: aiohttp.ClientSession
    posts: Posts
    config: Config
    pool: asyncpg.Pool
    chats: Chats
    relay: Relay | None
    push_keys: PushKeys


class Message(msgspec.Struct, frozen=True):
    """A message to be sent: the id its receiver may know it by, and its bytes."""

    id: str
    body: bytes


class Kind(Protocol):
    """A kind of channel.

    Attributes:
        WHAT: how people call one.
    """

    WHAT: str

    async def compose(self, told: Told) -> bytes:
        """The bytes that are kept and sent; b"" where there is no way to send any."""

    def together(self, messages: Sequence[Message]) -> int:
        """How many of the first messages go into one attempt; at least one."""

    async def attempt(self, means: Means, channel: Channel, messages: Sequence[Message]) -> Attempt:
        """Send messages that go together; whatever happens becomes the attempt's outcome."""

    def shown(self, channel: Channel) -> str:
        """Its address as it may be shown: without what is a password in it."""


def alone(messages: Sequence[Message]) -> int:
    """Of kinds whose messages go one by one."""
    del messages
    return 1


def host_only(channel: Channel) -> str:
    """A web address without its path, which often is a password."""
    return "/".join(channel.address.split("/", 3)[:3]) + "/…"
