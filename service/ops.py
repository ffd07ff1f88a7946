"""How the service is: gathered for the operator's page and for the API."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.instants import clock_us
from service.store.overview import (
    Ailing,
    Aside,
    CampaignHealth,
    DaemonRow,
    Sending,
    ailing_channels,
    campaigns_health,
    daemons,
    sendings,
    set_aside,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import asyncpg


class RelayState(msgspec.Struct, frozen=True):
    """The relay: ``down_since`` a wall instant (µs), None if it is well, and ``why``."""

    down_since: int | None = None
    why: str = ""


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """How everything is; instants are wall µs.

    Attributes:
        healthy: a daemon's heart beats, nothing is due for longer than a minute, and mail can leave
            where a relay is set.
        shelved: campaigns that this daemon cannot open, with why.
        aside: events that failed and wait for their referees.
        relay: how the way is by which mail leaves; None where none is set.
        backup: when the last backup was done, as far as GALLOPER_BACKUP_STAMP tells.
    """

    now: int
    healthy: bool
    daemons: list[DaemonRow]
    campaigns: list[CampaignHealth]
    sendings: list[Sending]
    ailing: list[Ailing]
    shelved: dict[str, str]
    aside: list[Aside]
    backup: int | None
    relay: RelayState | None = None


#: Milliseconds after which a daemon is silent, or an event late.
_SILENT, _LATE = 5_000, 60_000


class Shape:
    """What only the daemon itself knows of its own state."""

    def __init__(
        self,
        shelved: Callable[[], dict[str, str]] = dict,
        stamp: Path | None = None,
        relay: Callable[[], RelayState | None] = lambda: None,
    ) -> None:
        self.shelved = shelved
        self.relay = relay
        self._stamp = stamp

    def backup(self) -> int | None:
        """When the last backup was done (wall µs)."""
        try:
            return None if self._stamp is None else self._stamp.stat().st_mtime_ns // 1_000
        except OSError:
            return None


async def overview(conn: asyncpg.Connection, shape: Shape) -> Overview:
    """How everything is now."""
    beating, campaigns = await daemons(conn), await campaigns_health(conn)
    shelved = shape.shelved()
    healthy = any(one.silent_ms < _SILENT and not one.gone for one in beating)
    relay = shape.relay()
    mails = relay is None or relay.down_since is None
    return Overview(
        now=await clock_us(conn),
        healthy=healthy and not shelved and all(one.late_ms < _LATE for one in campaigns) and mails,
        daemons=beating,
        campaigns=campaigns,
        sendings=await sendings(conn),
        ailing=await ailing_channels(conn),
        shelved=shelved,
        aside=await set_aside(conn),
        backup=shape.backup(),
        relay=relay,
    )
