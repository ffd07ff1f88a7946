"""A lane: one channel's deliveries, sent one after another (asyncio side).

Fresh messages leave in order.  One that fails waits for its next attempt by itself and the next one
is tried; after some failures in a row the channel rests, and one message tries whether it is well
again.  On a strict channel whatever fails holds up the rest.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec
import structlog

from service.notify import backoff, metrics
from service.notify.attempt import Attempt
from service.notify.bounced import count_bounce
from service.notify.closing import close_channel
from service.notify.digest import worded_digest
from service.notify.envelope import mark
from service.notify.kind import Message, Told
from service.notify.kinds import KINDS
from service.notify.news import OldNews, old_news
from service.notify.reasons import IN_VAIN, NO_ADDRESS, WANTS_NOTHING, because
from service.notify.twins import twins_of
from service.notify.wording import Worded, word
from service.people.address import fold
from service.people.reading import reader_of
from service.store.deliveries import (
    Words,
    begin_attempts,
    due_deliveries,
    finish,
    forgo_attempts,
    postpone,
)
from service.store.instants import clock_us
from service.store.lanes import SILENT, leave_lane, mark_ailing, mark_well, rest_lane, take_lane
from service.store.session import writing
from service.trouble import account_of, named

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from service.config import Config
    from service.intake.reading import Readings
    from service.language.reader import Reader
    from service.notify.kind import Means
    from service.store.channels import Channel
    from service.store.deliveries import Delivery, Outcome
    from service.store.lanes import Lane

log = structlog.get_logger(__name__)

#: Seconds a lane is leased for; longer than an attempt may take.
LEASE = 60.0
#: Deliveries begun at once; where one may hold up the rest, few, since what was begun and not tried
#: is taken back; and how many a lane sends before others get their turn.
AT_A_TIME = 200
FEW = 20
MOST = 1_000
#: Seconds after which it is written down what was sent, on a strict channel at once.  Whoever is
#: killed before that sends it again, under the same id.
KEEP_AFTER = 0.5


async def run_lane(
    pool: asyncpg.Pool,
    means: Means,
    readings: Readings,
    lane: Lane,
) -> int:
    """Send what is due on a lane, until it is empty, fails, or has had its turn.

    Returns how many attempts were made.
    """
    daemon = means.config.daemon
    async with writing(pool) as conn:
        channel = await take_lane(conn, lane.campaign_id, lane.channel_id, daemon, LEASE)
        if channel is None:
            return 0
        run = _Run(pool, means, readings, channel)
        try:
            await run.begin(conn)
        except BaseException:
            await leave_lane(conn, lane.campaign_id, lane.channel_id, daemon)
            raise
    try:
        while await run.send() and run.made < MOST and await run.go_on():
            pass
    finally:
        await run.leave()
    return run.made


class _Run:
    """One turn of a channel: what was begun, what is done and not yet written down."""

    def __init__(
        self,
        pool: asyncpg.Pool,
        means: Means,
        readings: Readings,
        channel: Channel,
    ) -> None:
        self.pool = pool
        self.means = means
        self.readings = readings
        self.config = means.config
        self.channel = channel
        self.kind = KINDS[channel.kind]
        self.made = 0
        self._alone = 0
        # What was begun, and how many of these were tried already.
        self._begun: list[Delivery] = []
        self._messages: list[Message] = []
        self._tried = 0
        self._done: list[tuple[Delivery, Outcome, str]] = []
        self._in_vain: list[Delivery] = []
        self._kept = self._leased = time.monotonic()
        self._well = not channel.failures and channel.failing_since is None
        self._failures = channel.failures

    async def begin(self, conn: asyncpg.Connection) -> None:
        """Take up what is due: make the bytes of what has none yet, and count the attempts."""
        limit = AT_A_TIME if self._well and not self.channel.strict else FEW
        waiting = await due_deliveries(conn, self.channel, limit, await clock_us(conn))
        if self._failures >= backoff.RESTS_FROM:
            # One tries whether the channel is well again: one that failed before, if any is due.
            waiting = waiting[:1] if self.channel.strict else waiting[-1:]
        waiting = await self._still_news(conn, waiting)
        waiting = await self._untold(conn, waiting)
        composed = []
        reader = await reader_of(conn, self.channel.campaign_id, self.channel.person)
        for delivery in waiting:
            try:
                body = delivery.body
                if not body:  # b"": it could not be put into words then
                    body = await _compose(
                        conn, self.readings, self.config, delivery, self.channel, reader
                    )
            except OldNews as old:
                self._done.append((delivery, "dropped", old.why))
            except Exception as error:
                log.exception("not_worded", campaign=self.channel.campaign_id, delivery=delivery.id)
                await self._not_worded(conn, delivery, type(error).__name__)
                if self.channel.strict:
                    break
            else:
                composed.append((delivery, body))
        kept = await begin_attempts(conn, self.channel, composed) if composed else {}
        self._begun = [one for one, _ in composed if one.id in kept]
        self._messages = [Message(one.id, kept[one.id]) for one in self._begun]
        self._tried = 0

    async def _still_news(
        self, conn: asyncpg.Connection, waiting: list[Delivery]
    ) -> list[Delivery]:
        """Leave out, and write down as dropped, what is no news any more."""
        told = [one for one in waiting if one.words is None]
        if not told:
            return waiting
        try:
            world = await self.readings.recent(conn, self.channel.campaign_id)
            kinds = [(one.kind, one.notice) for one in told]
            old = await old_news(conn, world, self.channel.campaign_id, kinds)
        except Exception as error:  # noqa: BLE001 - what cannot be read is not worded either, below
            log.warning("news_unread", campaign=self.channel.campaign_id, error=named(error))
            return waiting
        gone = {told[place].id: why for place, why in old.items()}
        self._done += [(one, "dropped", gone[one.id]) for one in told if one.id in gone]
        return [one for one in waiting if one.id not in gone]

    async def _untold(self, conn: asyncpg.Connection, waiting: list[Delivery]) -> list[Delivery]:
        """Leave out what another person's channel tells this endpoint."""
        twins = await twins_of(conn, self.channel, waiting)
        for one, seconds in twins.wait:
            again = await clock_us(conn) + int(seconds * 1_000_000)
            await postpone(conn, one, again, one.last_status)
        self._done += [(one, "sent", f"as {carrier}") for one, carrier in twins.told]
        if twins.told and not self._well:
            # Its receiver took them; or a channel that seldom sends would be closed at last.
            self._well, self._failures = True, 0
            await mark_well(conn, self.channel.campaign_id, self.channel.id)
        return twins.left

    async def send(self) -> bool:
        """Make the attempts, one after another; True if the lane may go on."""
        while self._tried < len(self._begun):
            now = time.monotonic()
            if now - self._kept > KEEP_AFTER or self.channel.strict:
                async with writing(self.pool) as conn:
                    await self._keep(conn)
            # Others may think this daemon dead where it was frozen since, and have the lane.
            if now - self._leased > SILENT / 2 and not await self._extend():
                return False
            first = self._tried
            count, attempt = await self._attempt(self._messages[first:])
            batch = self._begun[first : first + count]
            metrics.attempts(self.channel.kind, attempt.outcome).inc()
            if attempt.outcome == "down":
                return await self._rest(attempt.retry_after or 1.0)
            self.made += 1
            if count > 1 and attempt.outcome == "failed":
                # One of them is at fault: they go one by one, and the others arrive.
                self._alone = count
                continue
            self._alone = max(self._alone - 1, 0)
            self._tried += count
            if not await self._judge(batch, attempt):
                return False
        return True

    async def _attempt(self, left: Sequence[Message]) -> tuple[int, Attempt]:
        """Send the first of what is left, and what goes with it: how many, and their outcome."""
        count = 1
        try:
            count = 1 if self._alone else self.kind.together(left)
            return count, await self.kind.attempt(self.means, self.channel, left[:count])
        except Exception as error:  # noqa: BLE001 - without an outcome it came again for ever
            log.warning("attempt_broke", kind=self.channel.kind, **account_of(error))
            return count, Attempt("retry", named(error))

    async def go_on(self) -> bool:
        """Write down what is done and take up what is due by now; False if nothing is."""
        async with writing(self.pool) as conn:
            await self._keep(conn)
            await self.begin(conn)
        return bool(self._begun)

    async def leave(self) -> None:
        """Write down what is done, and give the lane back with what was begun and not tried."""
        async with writing(self.pool) as conn, conn.transaction():
            await self._keep(conn)
            if untried := self._begun[self._tried :]:
                await forgo_attempts(conn, self.channel, untried)
            await leave_lane(conn, self.channel.campaign_id, self.channel.id, self.config.daemon)

    async def _judge(self, batch: Sequence[Delivery], attempt: Attempt) -> bool:
        """Draw the consequences of an attempt; True if the lane may go on."""
        if attempt.outcome == "sent":
            self._done += [(delivery, "sent", attempt.status) for delivery in batch]
            if not self._well:
                self._well, self._failures = True, 0
                async with writing(self.pool) as conn:
                    await mark_well(conn, self.channel.campaign_id, self.channel.id)
            return attempt.retry_after is None or await self._rest(attempt.retry_after)
        for delivery in batch:
            log.warning(
                "not_delivered",
                campaign=self.channel.campaign_id,
                channel=self.channel.id,
                delivery=delivery.id,
                status=attempt.status,
                attempt=delivery.attempt + 1,
            )
        if attempt.outcome in {"failed", "dropped"}:
            self._done += [(delivery, attempt.outcome, attempt.status) for delivery in batch]
            return not attempt.bounce or await self._came_back(batch[0], attempt.bounce)
        async with writing(self.pool) as conn:
            if attempt.outcome == "closed":
                for delivery in batch:
                    await self._end(conn, delivery, attempt.status)
                # Closed by us, its status says why.
                ours = self.channel.kind == "email" or attempt.status == NO_ADDRESS
                why = attempt.status if ours else because(WANTS_NOTHING, attempt.status)
                await close_channel(conn, self.channel, why)
                return False
            await self._keep(conn)
            goes_on = await self._wait(conn, batch, attempt)
        in_vain, self._in_vain = self._in_vain, []
        for delivery in in_vain if self.channel.kind == "email" else ():
            goes_on = await self._came_back(delivery, "4.4.7") and goes_on
        return goes_on

    async def _rest(self, seconds: float) -> bool:
        """Leave a channel alone, with which nothing is wrong; False: the turn is over."""
        async with writing(self.pool) as conn:
            until = await clock_us(conn) + int(min(seconds, backoff.LONGEST) * 1_000_000)
            await rest_lane(conn, self.channel.campaign_id, self.channel.id, until)
        return False

    async def _wait(
        self, conn: asyncpg.Connection, batch: Sequence[Delivery], attempt: Attempt
    ) -> bool:
        """Put messages off, and the whole channel if it has failed too often."""
        self._well = False
        self._failures += 1
        now = await clock_us(conn)
        asked, over = attempt.retry_after, True
        if attempt.outcome == "wait":
            # They keep their places and attempts: the whole channel waits, and nothing overtakes.
            for delivery in batch:
                await postpone(conn, delivery, now, "")
            await forgo_attempts(conn, self.channel, batch)
            asked = asked or backoff.delay(min(self._failures, len(backoff.SCHEDULE)))
            over = False
        else:
            # What goes together is tried again together, and in order.
            seconds = [backoff.delay(delivery.attempt + 1, asked) for delivery in batch]
            again = now + int(max(one or 0.0 for one in seconds) * 1_000_000)
            for delivery, left in zip(batch, seconds, strict=True):
                if left is None:
                    await self._end(conn, delivery, f"given up: {attempt.status}")
                    self._in_vain.append(delivery)
                else:
                    over = False
                    await postpone(conn, delivery, again, attempt.status)
        rest = backoff.rest(self._failures, asked)
        until = None if rest is None else now + int(rest * 1_000_000)
        since = await mark_ailing(conn, self.channel.campaign_id, self.channel.id, until)
        if since is not None and now - since > backoff.CLOSED_AFTER * 1_000_000:
            await close_channel(conn, self.channel, IN_VAIN)
            return False
        return until is None and (over or not self.channel.strict)

    async def _came_back(self, delivery: Delivery, status: str) -> bool:
        """Count a mail that came back at once; False if the address is written to no more."""
        async with writing(self.pool) as conn:
            await self._keep(conn)
        folded = fold(self.channel.address)
        return not await count_bounce(self.pool, folded, mark(delivery.id), status)

    async def _not_worded(self, conn: asyncpg.Connection, delivery: Delivery, why: str) -> None:
        """Put off what could not be put into words: the receiver is not to blame."""
        await begin_attempts(conn, self.channel, [(delivery, b"")])
        status = f"not worded: {why}"
        seconds = backoff.delay(delivery.attempt + 1)
        if seconds is None:
            await self._end(conn, delivery, f"given up: {status}")
        else:
            next_attempt = await clock_us(conn) + int(seconds * 1_000_000)
            await postpone(conn, delivery, next_attempt, status)

    async def _end(self, conn: asyncpg.Connection, delivery: Delivery, status: str) -> None:
        """Write down at once that a delivery will not arrive."""
        self._done.append((delivery, "failed", status))
        await self._keep(conn)

    async def _keep(self, conn: asyncpg.Connection) -> None:
        """Write down what is done."""
        self._kept = time.monotonic()
        if self._done:
            # Forgotten only when it is written: a lane that is cancelled now does so as it leaves.
            done = self._done.copy()
            await finish(conn, self.channel.campaign_id, self.channel.id, done)
            del self._done[: len(done)]

    async def _extend(self) -> bool:
        """Extend the lease; False if somebody else has the lane, or it was closed meanwhile."""
        async with writing(self.pool) as conn:
            held = await take_lane(
                conn, self.channel.campaign_id, self.channel.id, self.config.daemon, LEASE
            )
        self._leased = time.monotonic()
        return held is not None


async def _compose(
    conn: asyncpg.Connection,
    readings: Readings,
    config: Config,
    delivery: Delivery,
    channel: Channel,
    reader: Reader,
) -> bytes:
    digest = None
    if delivery.words is not None:
        words = msgspec.json.decode(delivery.words, type=Words)
        delivery = msgspec.structs.replace(delivery, kind=words.kind, notice=b"{}")
        phrase = reader.tongue.phrase  # a test of a channel is worded for no language
        worded = Worded(title=phrase(words.title), text=phrase(words.text), date="")
        if words.notices:
            world = await readings.recent(conn, channel.campaign_id)
            digest = await worded_digest(conn, world, delivery, words, reader)
            worded = digest.worded
    else:
        world = await readings.recent(conn, channel.campaign_id)
        worded = word(world, delivery.notice, delivery.at, reader)
    return await KINDS[channel.kind].compose(
        Told(
            conn=conn,
            readings=readings,
            config=config,
            channel=channel,
            delivery=delivery,
            worded=worded,
            reader=reader,
            digest=digest,
        )
    )
