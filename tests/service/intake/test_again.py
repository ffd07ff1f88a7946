"""Said again under its key, a thing is the same thing still; what was said a moment ago counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from service.bridge import guest_run
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.intake.speak import answer_decision, change_clock, give_order
from service.packs import load_pack
from service.store.keys import KeyReused
from service.store.session import open_pool
from tests.cases.kept import Campaign
from tests.faults.daemons import in_asyncio
from tests.service.cli.test_bad_input import galloper
from world.clock import Clock
from world.errors import Refused
from world.kernel.nouns import CLOCK_ID, REFEREE
from world.said import HoldClock, ResumeClock, SetRate

if TYPE_CHECKING:
    import asyncpg

load_pack("tests.packs.trouble:PACK")
load_pack("tests.packs.ferry:PACK")

FERRY = {"scenario.yaml": "title: Ferry\npack: ferry\n"}
HOUR = 3_600_000_000
DAY = 24 * HOUR


@pytest.fixture
def campaign(pool: asyncpg.Pool, dsn: str) -> Campaign:
    return Campaign(pool, dsn)


async def clock_of(campaign: Campaign) -> Clock:
    return (await campaign.world()).get(Clock, CLOCK_ID)


# --- what was said a moment ago ------------------------------------------------------------------


@pytest.mark.trio(run=guest_run)
async def test_a_pause_can_be_ended_before_the_keeper_has_heard_of_it(campaign: Campaign) -> None:
    """And it cannot be ended twice."""
    await campaign.found("trouble")
    until = await campaign.now() + DAY
    await campaign.say(None, change_clock, HoldClock(reason="dinner", until=until))
    await campaign.say(None, change_clock, ResumeClock())
    with pytest.raises(Refused, match="No pause is running"):
        await campaign.say(None, change_clock, ResumeClock())
    async with campaign.kept():
        await campaign.until("SELECT count(*) = 2 FROM journal WHERE kind = 'heard'")
    assert await campaign.told(REFEREE, "said_in_vain") == []
    now = await campaign.now()
    clock = await clock_of(campaign)
    assert not clock.holds_at(now)
    assert [hold.kind for hold in clock.holds] == ["pause"]


@pytest.mark.trio(run=guest_run)
async def test_pauses_said_one_after_another_are_held_to_the_maximum_together(
    campaign: Campaign,
) -> None:
    await campaign.found("trouble")
    now = await campaign.now()
    await campaign.say(None, change_clock, HoldClock(reason="a feast", until=now + 20 * DAY))
    later = HoldClock(reason="more", until=now + 40 * DAY, start=now + 20 * DAY)
    with pytest.raises(Refused, match="without a break"):
        await campaign.say(None, change_clock, later)


@pytest.mark.trio(run=guest_run)
async def test_what_is_refused_when_it_comes_into_force_does_not_count(campaign: Campaign) -> None:
    """Somebody's resume that will be said in vain, and words no release can read, wait before."""
    await campaign.found("trouble")
    await campaign.fetch(
        """INSERT INTO input (campaign_id, person, n, key, body) VALUES
        ('c', 'gm', 1, 'a', convert_to('{"said":"resume"}', 'UTF8')),
        ('c', 'gm', 2, 'b', convert_to('{"said":"sing"}', 'UTF8'))"""
    )
    await campaign.fetch("INSERT INTO inbox VALUES ('c', 'gm', 1), ('c', 'gm', 2)")
    until = await campaign.now() + DAY
    await campaign.say(None, change_clock, HoldClock(reason="dinner", until=until))
    await campaign.say(None, change_clock, ResumeClock())
    await campaign.say(None, change_clock, SetRate(2))


# --- said again ----------------------------------------------------------------------------------


@pytest.mark.trio(run=guest_run)
async def test_a_span_said_again_under_its_key_ends_when_it_did(campaign: Campaign) -> None:
    await campaign.found("trouble")
    first = await campaign.now() + 2 * DAY
    pause = HoldClock(reason="dinner", until=first, words="now to 2d")
    kept = await campaign.say(None, change_clock, pause, key="k")
    # Said again later the span would end later, too.
    later = HoldClock(reason="dinner", until=first + 1_000_000, words="now to 2d")
    again = await campaign.say(None, change_clock, later, key="k")
    assert (again.n, again.received, again.again) == (kept.n, kept.received, True)
    for other in (
        HoldClock(reason="supper", until=first + 1_000_000, words="now to 2d"),
        HoldClock(reason="dinner", until=first + 1_000_000, words="now to 3d"),
        HoldClock(reason="dinner", until=first + 1_000_000),
    ):
        with pytest.raises(KeyReused):
            await campaign.say(None, change_clock, other, key="k")
    async with campaign.kept():
        await campaign.until("SELECT count(*) = 1 FROM journal WHERE kind = 'heard'")
    assert [hold.end for hold in (await clock_of(campaign)).holds] == [first]


def test_the_command_line_says_a_pause_twice_under_a_key_and_it_is_one(dsn: str) -> None:
    async def found() -> None:
        async with open_pool(dsn) as pool:
            await found_campaign(pool, "c", FERRY)

    in_asyncio(found())
    words = ("campaign", "pause", "c", "--reason", "dinner", "--until", "2d", "--key", "k")
    said = [galloper(dsn, *words, "--pack", "tests.packs.ferry:PACK") for _ in range(2)]
    assert [done.returncode for done in said] == [0, 0], said
    assert b"nothing new was kept" in said[1].stdout


@pytest.mark.trio(run=guest_run)
async def test_what_was_kept_is_kept_whatever_has_become_of_it_since(campaign: Campaign) -> None:
    """A click is sent again because its answer was lost; by now it would be refused."""
    await campaign.found("trouble")
    until = await campaign.now() + DAY
    await campaign.say(None, change_clock, HoldClock(reason="dinner", until=until))
    await campaign.say(None, change_clock, ResumeClock(), key="k")
    await campaign.say(None, give_order, "ann", "poke who=ben how=raise", key="poke")
    async with campaign.kept():
        await campaign.until("SELECT count(*) = 3 FROM journal WHERE kind = 'heard'")
    assert (await campaign.say(None, change_clock, ResumeClock(), key="k")).again
    with pytest.raises(KeyReused):
        await campaign.say(None, change_clock, SetRate(3), key="k")
    assert (await campaign.say(None, give_order, "ann", "poke who=ben how=raise", key="poke")).again


@pytest.mark.trio(run=guest_run)
async def test_an_answer_sent_again_is_the_answer_that_was_given(campaign: Campaign) -> None:
    await campaign.found("trouble", speed="600")
    async with campaign.kept() as keeper:
        await campaign.say(keeper, give_order, "ann", "poke who=ben how=raise")
        await campaign.until("SELECT count(*) = 1 FROM entity WHERE kind = 'quarantined'")
        name = "D-KERNEL-QUARANTINE"
        first = await campaign.say(keeper, answer_decision, "gm", name, "skip", key="k")
        await campaign.until("SELECT count(*) = 0 FROM entity WHERE kind = 'quarantined'")
    again = await campaign.say(None, answer_decision, "gm", name, "skip", key="k")
    assert (again.n, again.again) == (first.n, True)
    for key, option in (("other", "skip"), ("k", "again")):
        with pytest.raises(Refused, match="you answered it before"):
            await campaign.say(None, answer_decision, "gm", name, option, key=key)


def test_an_order_that_may_not_be_given_any_more_was_given_all_the_same(play: Any) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await found_campaign(pool, "c", FERRY)
        text = 'post to=ben text="hello"'
        first = await give_order(pool, Readings(), "c", "ann", text, key="k")
        # Nobody could write to ben now.
        await pool.execute("DELETE FROM entity WHERE id = 'ben'")
        with pytest.raises(Refused, match="Nobody called 'ben'"):
            await give_order(pool, Readings(), "c", "ann", text, key="other")
        again = await give_order(pool, Readings(), "c", "ann", text, key="k")
        assert (again.n, again.received, again.again) == (first.n, first.received, True)

    play(story)
