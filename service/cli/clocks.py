"""``galloper campaign pause``, ``resume`` and ``rate``: a campaign's clock."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.campaigns import campaign
from service.cli.desk import ask_store, with_store
from service.cli.options import Data, Json, Key, Packs, load_packs
from service.cli.printing import print_receipt
from service.cli.server import HERE, Server
from service.intake.reading import Readings
from service.intake.spans import instant
from service.intake.speak import Receipt, change_clock
from service.store.instants import clock_us
from world.clock import parse_rate
from world.said import HoldClock, ResumeClock, SetRate

if TYPE_CHECKING:
    from service.opening import Store


@campaign.command
def pause(
    campaign_id: str,
    *,
    reason: str,
    until: str,
    start: str = "",
    key: Key = "",
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Stop a campaign's clock for a while; it runs again by itself.

    Parameters
    ----------
    campaign_id
        The campaign.
    reason
        Everybody will read it.
    until
        When it ends: a span such as 2d or 12h, or an instant in UTC such as 2026-12-24T18:00.
    start
        When it begins, likewise; at once if not given.
    """
    load_packs(pack)

    def change(now: int) -> HoldClock:
        begins = None if not start else instant(start, now)
        return HoldClock(
            reason=reason,
            until=instant(until, begins or now),
            start=begins,
            words=f"{start or 'now'} to {until}",
        )

    _change_clock(campaign_id, change, key, there, data, json=json)


@campaign.command
def resume(
    campaign_id: str,
    *,
    key: Key = "",
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """End the pause that is running."""
    load_packs(pack)

    def change(_now: int) -> ResumeClock:
        return ResumeClock()

    _change_clock(campaign_id, change, key, there, data, json=json)


@campaign.command
def rate(
    campaign_id: str,
    rate: str,
    *,
    key: Key = "",
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Let game time run faster or slower; 0 stops it.

    Parameters
    ----------
    campaign_id
        The campaign.
    rate
        Game time per real time: 1, 4, 24:1, 1:3, 0.5.
    """
    load_packs(pack)
    wanted = parse_rate(rate)

    def change(_now: int) -> SetRate:
        return SetRate(numerator=wanted.num, denominator=wanted.den)

    _change_clock(campaign_id, change, key, there, data, json=json)


def _change_clock(
    campaign_id: str,
    change: Callable[[int], HoldClock | ResumeClock | SetRate],
    key: str,
    there: Server,
    data: Path | None,
    *,
    json: bool,
) -> None:
    client = there.client()
    if client is not None:
        client.campaign(campaign_id)  # by whose clock "2d" is counted
        receipt = client.clock(campaign_id, change(int((client.told_at or 0) * 1_000_000)), key)
        print_receipt(receipt, json=json)
        return

    async def work(store: Store) -> Receipt:
        now: int = await ask_store(_now, store)
        receipt: Receipt = await ask_store(
            change_clock, store.pool, Readings(), campaign_id, change(now), key
        )
        return receipt

    print_receipt(with_store(work, data), json=json)


async def _now(store: Store) -> int:
    async with store.pool.acquire() as conn:
        return await clock_us(conn)
