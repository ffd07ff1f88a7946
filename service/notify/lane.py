"""A lane: one channel's deliveries, sent one after another (asyncio side)."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal

import structlog

from service.notify import mail, metrics, webhook
from service.notify.attempt import Attempt
from service.notify.backoff import delay
from service.notify.wording import word
from service.store.campaigns import campaign_name
from service.store.channels import mark_channel, set_channel_state
from service.store.deliveries import (
    begin_attempt,
    drop_rest,
    finish,
    lane_deliveries,
    leave_lane,
    postpone,
    take_lane,
)
from service.store.instants import clock_us
from service.store.session import writing

if TYPE_CHECKING:
    import aiohttp
    import asyncpg

    from service.config import Config
    from service.intake.reading import Readings
    from service.store.channels import Channel
    from service.store.deliveries import Delivery, Lane

log = structlog.get_logger(__name__)

#: Seconds a lane is leased for; longer than an attempt may take.
LEASE = 60.0
#: Deliveries sent on a lane before others get their turn.
AT_A_TIME = 50


async def run_lane(
    pool: asyncpg.Pool,
    session: aiohttp.ClientSession,
    readings: Readings,
    config: Config,
    lane: Lane,
) -> int:
    """Send what is due on a lane, until it is empty, fails, or has had its turn.

    Returns how many attempts were made.
    """
    async with writing(pool) as conn:
        channel = await take_lane(conn, lane.campaign_id, lane.channel_id, config.daemon, LEASE)
        if channel is None:
            return 0
        leased, now = time.monotonic(), await clock_us(conn)
        waiting = await lane_deliveries(conn, lane.campaign_id, lane.channel_id, AT_A_TIME)
    made = 0
    try:
        for delivery in waiting:
            if delivery.next_attempt > now:
                break
            if time.monotonic() - leased > LEASE / 3:
                if not await _extend(pool, config, channel):
                    break
                leased = time.monotonic()
            made += 1
            if not await _deliver(pool, session, readings, config, channel, delivery):
                break
    finally:
        async with writing(pool) as conn:
            await leave_lane(conn, lane.campaign_id, lane.channel_id, config.daemon)
    return made


async def _extend(pool: asyncpg.Pool, config: Config, channel: Channel) -> bool:
    """Extend the lease; False if somebody else has the lane, or it was closed meanwhile."""
    async with writing(pool) as conn:
        held = await take_lane(conn, channel.campaign_id, channel.id, config.daemon, LEASE)
    return held is not None


async def _deliver(
    pool: asyncpg.Pool,
    session: aiohttp.ClientSession,
    readings: Readings,
    config: Config,
    channel: Channel,
    delivery: Delivery,
) -> bool:
    """Make one attempt and keep how it went; True if the lane may go on."""
    async with writing(pool) as conn:
        try:
            body = delivery.body or await _compose(conn, readings, config, channel, delivery)
        except Exception as error:
            log.exception("not_worded", campaign=channel.campaign_id, delivery=delivery.id)
            await begin_attempt(conn, delivery, b"")
            return await _note(
                pool, channel, delivery, Attempt("retry", f"not worded: {type(error).__name__}")
            )
        body = await begin_attempt(conn, delivery, body)
    if channel.kind == "email" and config.smtp is not None:
        attempt = await mail.send(config.smtp, channel, body)
    elif channel.kind == "email":
        attempt = Attempt("dropped", "no mail relay is set")
    else:
        attempt = await webhook.post(
            session, channel, delivery.id, body, allow_private=config.allow_private
        )
    metrics.ATTEMPTS.labels(channel.kind, attempt.outcome).inc()
    return await _note(pool, channel, delivery, attempt)


async def _compose(
    conn: asyncpg.Connection,
    readings: Readings,
    config: Config,
    channel: Channel,
    delivery: Delivery,
) -> bytes:
    world = await readings.recent(conn, channel.campaign_id)
    worded = word(world, delivery.notice, delivery.at)
    if channel.kind == "email":
        if config.smtp is None:
            return b""
        name = await campaign_name(conn, channel.campaign_id)
        return mail.compose(config.smtp, channel, name or "", delivery, worded)
    return webhook.payload(channel.campaign_id, delivery, worded)


async def _note(pool: asyncpg.Pool, channel: Channel, delivery: Delivery, attempt: Attempt) -> bool:
    async with writing(pool) as conn:
        if attempt.outcome == "sent":
            await finish(conn, delivery, "sent", attempt.status)
            if channel.failing_since is not None:
                await mark_channel(conn, channel.campaign_id, channel.id, failing=False)
            return True
        log.warning(
            "not_delivered",
            campaign=channel.campaign_id,
            channel=channel.id,
            delivery=delivery.id,
            status=attempt.status,
            attempt=delivery.attempt + 1,
        )
        if attempt.outcome == "closed":
            await finish(conn, delivery, "failed", attempt.status)
            await set_channel_state(conn, channel.campaign_id, channel.id, "closed")
            await drop_rest(conn, channel.campaign_id, channel.id, "channel closed")
            return False
        if attempt.outcome in {"failed", "dropped"}:
            given_up: Literal["failed", "dropped"] = (
                "failed" if attempt.outcome == "failed" else "dropped"
            )
            await finish(conn, delivery, given_up, attempt.status)
            return True
        seconds = delay(delivery.attempt + 1, attempt.retry_after)
        await mark_channel(conn, channel.campaign_id, channel.id, failing=True)
        if seconds is None:
            await finish(conn, delivery, "failed", f"given up: {attempt.status}")
            return True
        now = await clock_us(conn)
        await postpone(conn, delivery, now + int(seconds * 1_000_000), attempt.status)
        return False
