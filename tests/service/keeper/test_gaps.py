"""A gap in which nobody kept a campaign is entered once, in its whole length, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import trio

from service.bridge import from_asyncio, guest_run
from service.intake.speak import give_order
from service.keeper.heartbeat import end_silence, heartbeat
from service.packs import load_pack
from service.store.instants import to_us
from tests.cases.kept import Campaign, Transaction, asked
from world.clock import Clock
from world.kernel.nouns import CLOCK_ID
from world.said import Outage, decode, encode

if TYPE_CHECKING:
    import asyncpg

pytestmark = pytest.mark.trio(run=guest_run)

load_pack("tests.packs.trouble:PACK")

SECOND = 1_000_000
MINUTE = 60 * SECOND
AFTER = 2 * MINUTE


@pytest.fixture
def campaign(pool: asyncpg.Pool, dsn: str) -> Campaign:
    return Campaign(pool, dsn)


async def outages(campaign: Campaign) -> list[Outage]:
    """What was said of outages, in the order it was said."""
    rows = await campaign.fetch("SELECT body FROM input WHERE person = 'keeper' ORDER BY n")
    said = [decode(row[0]) for row in rows]
    assert all(isinstance(one, Outage) for one in said)
    return said  # type: ignore[return-value] # checked above


async def left_alone(campaign: Campaign, minutes: int) -> int:
    """As if its keeper had died so long ago; the wall instant (µs) of its last beat."""
    await campaign.fetch(
        "UPDATE campaign SET created = created - $1 * interval '1 min'", minutes + 1
    )
    await campaign.fetch(
        "UPDATE daemon SET gone = false, beat = beat - $1 * interval '1 min'", minutes
    )
    last: int = await campaign.value(
        "SELECT (extract(epoch FROM max(beat)) * 1000000)::bigint FROM daemon"
    )
    return last


async def claimed(campaign: Campaign, daemon: str) -> None:
    await campaign.until("SELECT owner = $1 FROM due", daemon)


async def settled(campaign: Campaign, daemon: str) -> None:
    await campaign.until("SELECT owner = $1 AND unkept IS NULL FROM due", daemon)


async def test_a_daemon_that_dies_as_it_takes_over_loses_no_outage(campaign: Campaign) -> None:
    """Somebody holds the table of what is said: it has claimed, and cannot go on."""
    await campaign.found("trouble")
    async with campaign.kept("d1"):
        await settled(campaign, "d1")
    last = await left_alone(campaign, 10)
    async with Transaction(campaign, "LOCK TABLE input IN EXCLUSIVE MODE"):
        async with campaign.kept("d2"):
            await claimed(campaign, "d2")
        # Killed, not stopped: it is heard of until this moment.
        await campaign.fetch("UPDATE daemon SET gone = false WHERE id = 'd2'")
    async with campaign.kept("d3"):
        await campaign.until("SELECT owner = 'd3' AND seq > 1 FROM due")
    (entered,) = await outages(campaign)
    assert entered.start == last
    # What happens in it is told in one: it is known as a gap from the same transaction on.
    (gap,) = await campaign.fetch("SELECT start, finish FROM gap")
    assert (to_us(gap["start"]), to_us(gap["finish"])) == (entered.start, entered.end)
    assert entered.end > last + 10 * MINUTE
    world = await campaign.world()
    assert [hold.kind for hold in world.get(Clock, CLOCK_ID).holds] == ["outage"]


async def test_a_campaign_quiet_since_a_restart_was_not_out(campaign: Campaign) -> None:
    """A daemon is stopped, the next runs at once; what is said much later is no outage's end."""
    await campaign.found("trouble")
    async with campaign.kept("d1") as keeper:
        await campaign.say(keeper, give_order, "ann", "poke who=ben how=ok")
        await campaign.until("SELECT seq = 2 FROM due")
    async with campaign.kept("d2") as keeper:
        await settled(campaign, "d2")
        # The first one's last beat and all that it did are minutes ago by now.
        await campaign.fetch("UPDATE campaign SET created = created - interval '11 min'")
        await campaign.fetch("UPDATE daemon SET beat = beat - interval '10 min' WHERE id = 'd1'")
        await campaign.say(keeper, give_order, "ann", "poke who=ben how=ok")
        await campaign.until("SELECT seq = 3 FROM due")
    assert await outages(campaign) == []
    assert await campaign.kinds() == ["founded", "heard", "heard"]


async def test_an_outage_of_a_quiet_campaign_ends_when_a_daemon_is_there(
    campaign: Campaign,
) -> None:
    """Not when the campaign next has something to do."""
    await campaign.found("trouble")
    async with campaign.kept("d1"):
        await settled(campaign, "d1")
    last = await left_alone(campaign, 10)
    came = await campaign.now()
    async with campaign.kept("d2"):
        await campaign.until("SELECT owner = 'd2' AND seq > 1 FROM due")
    (entered,) = await outages(campaign)
    assert entered.start == last
    assert came < entered.end < came + 5 * MINUTE


async def silent_for(campaign: Campaign, daemon: str, minutes: int) -> int:
    await campaign.fetch("UPDATE campaign SET created = created - $1 * interval '1 min'", minutes)
    await campaign.fetch(
        "UPDATE daemon SET beat = beat - $2 * interval '1 min' WHERE id = $1", daemon, minutes
    )
    last: int = await campaign.value(
        "SELECT (extract(epoch FROM beat) * 1000000)::bigint FROM daemon WHERE id = $1", daemon
    )
    return last


async def test_a_daemon_back_from_silence_is_heard_of_only_when_all_is_entered(
    campaign: Campaign,
) -> None:
    """It cannot enter it at first; whoever takes over then finds the whole gap."""
    await campaign.found("trouble")
    async with campaign.kept("d1"):
        await settled(campaign, "d1")
    last = await silent_for(campaign, "d1", 10)
    assert await asked(heartbeat, campaign.pool, "d1", 1, AFTER) is None
    async with Transaction(campaign, "LOCK TABLE inbox IN EXCLUSIVE MODE"):
        with trio.move_on_after(0.5):
            await from_asyncio(end_silence, campaign.pool, "d1", AFTER, timeout=5)
    assert await asked(heartbeat, campaign.pool, "d1", 1, AFTER) is None
    assert await outages(campaign) == []
    await asked(end_silence, campaign.pool, "d1", AFTER)
    assert await asked(heartbeat, campaign.pool, "d1", 1, AFTER) is not None
    (entered,) = await outages(campaign)
    assert entered.start == last


async def test_an_outage_is_entered_for_what_is_ours_whether_in_memory_or_not(
    campaign: Campaign,
) -> None:
    """And never for what somebody else has kept meanwhile."""
    await campaign.found("trouble")
    async with campaign.kept("d1"):
        await settled(campaign, "d1")
    await silent_for(campaign, "d1", 10)
    async with campaign.kept("d2"):
        await settled(campaign, "d2")
        entered = await outages(campaign)
        assert len(entered) == 1
        await asked(end_silence, campaign.pool, "d1", AFTER)
        assert await outages(campaign) == entered
    # Its own it enters though no world of it is in memory; what was said before is not said again.
    await campaign.fetch("UPDATE due SET owner = 'd1'")
    await asked(end_silence, campaign.pool, "d1", AFTER)
    assert await outages(campaign) == entered
    last = await silent_for(campaign, "d1", 30)
    await asked(end_silence, campaign.pool, "d1", AFTER)
    assert [one.start for one in await outages(campaign)] == [entered[0].start, last]


async def test_what_was_out_longer_than_was_said_is_out_for_the_rest_as_well(
    campaign: Campaign,
) -> None:
    """The outage was entered, and its end was not noted before everything broke down again."""
    await campaign.found("trouble")
    async with campaign.kept("d1"):
        await settled(campaign, "d1")
    last = await silent_for(campaign, "d1", 60)
    await asked(end_silence, campaign.pool, "d1", AFTER)
    (first,) = await outages(campaign)
    await campaign.fetch("UPDATE daemon SET beat = to_timestamp($1 / 1e6)", last)
    shifted = Outage(start=first.start, end=last + 20 * MINUTE, policy=first.policy)
    await campaign.fetch("UPDATE input SET body = $1 WHERE person = 'keeper'", encode(shifted))
    await asked(end_silence, campaign.pool, "d1", AFTER)
    assert [(one.start, one.end > shifted.end) for one in await outages(campaign)] == [
        (last, False),
        (shifted.end, True),
    ]


async def test_a_running_keeper_plays_nothing_of_its_own_silence_before_it_is_entered(
    campaign: Campaign,
) -> None:
    """Cut off for ten minutes: the first thing that happens on its return is the outage."""
    await campaign.found("trouble", speed="12")
    async with campaign.kept("d1") as keeper:
        await campaign.say(keeper, give_order, "ann", "poke who=ben how=ok")
        await campaign.until("SELECT seq = 2 FROM due")
        last = await silent_for(campaign, "d1", 10)
        await campaign.until("SELECT seq >= 4 FROM due")
    (entered,) = await outages(campaign)
    assert entered.start >= last
    assert entered.end - entered.start > 9 * MINUTE
    assert (await campaign.kinds())[:4] == ["founded", "heard", "heard", "poked"]
