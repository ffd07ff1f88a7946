"""Time on a real keeper and database: far and stopped clocks, restarts, clicks, what comes next."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from service.bridge import from_asyncio, guest_run
from service.intake.reading import Readings
from service.intake.speak import change_clock, give_order
from service.packs import load_pack
from service.store.inputs import receive
from tests.cases.kept import Campaign, asked, pause_briefly
from world.clock import Clock, parse_rate, utc
from world.errors import Refused
from world.kernel.nouns import CLOCK_ID
from world.said import HoldClock, ResumeClock, SetRate, encode

if TYPE_CHECKING:
    import asyncpg

pytestmark = pytest.mark.trio(run=guest_run)

for _pack in ("ferry", "mill"):
    load_pack(f"tests.packs.{_pack}:PACK")

SECOND = 1_000_000
HOUR = 3_600 * SECOND
DAY = 24 * HOUR
DAY_MS = 86_400_000


@pytest.fixture
def campaign(pool: asyncpg.Pool, dsn: str) -> Campaign:
    return Campaign(pool, dsn)


# zond/diplicity#72: a far deadline was refused by the timer underneath, 500 to the user.
@pytest.mark.parametrize("speed", ["1", "1:3", "1:1000000000000"])
async def test_an_order_that_takes_400_days_is_kept_and_so_is_the_next(
    campaign: Campaign, speed: str
) -> None:
    """However slow the clock, up to where it ends up after the sun has gone out."""
    takes = {"ferry.crossing_ms": str(400 * DAY_MS)}
    await campaign.found("ferry", speed=speed, overrides=takes)
    async with campaign.kept() as keeper:
        for n in (1, 2):
            await campaign.say(keeper, give_order, "ann", f"post to=ben text=no-{n}")
            await campaign.until("SELECT count(*) = $1 FROM timeline WHERE kind = 'landed'", n)
        # It goes on keeping time: a faster clock is heard and moves what is due.
        said = SetRate(numerator=1, denominator=1)
        await campaign.say(keeper, change_clock, said)
        await campaign.until(
            "SELECT count(*) = 1 FROM notice WHERE kind = 'clock_changed' AND person = 'gm'"
        )
    assert {row[0] for row in await campaign.fetch("SELECT kind FROM entity")} >= {"bag"}
    due = await campaign.value("SELECT min(due) FROM timeline WHERE kind = 'landed'")
    world = await campaign.world()
    clock = world.get(Clock, CLOCK_ID)
    assert due >= 400 * DAY_MS
    assert clock.game(clock.wall(due) or 0) == due
    assert utc(clock.wall(due) or 0).startswith("20")


# diplicity-react#1057: an extension clicked six times in seconds pushed a deadline out by months.
async def test_one_click_sent_six_times_is_one_extension(campaign: Campaign) -> None:
    """The same key is the same click, however often it comes and however nearly at once."""
    begun = await campaign.found("ferry")
    until = begun + 2 * DAY

    async def clicks() -> list[Any]:
        body = HoldClock(reason="a holiday", until=until)
        readings = Readings()
        return await asyncio.gather(
            *(change_clock(campaign.pool, readings, "c", body, key="click") for _ in range(6))
        )

    async with campaign.kept() as keeper:
        receipts = await from_asyncio(clicks)
        keeper.wake()
        await campaign.until("SELECT count(*) = 1 FROM journal WHERE kind = 'heard'")
    assert sorted(receipt.again for receipt in receipts) == [False, True, True, True, True, True]
    assert await campaign.value("SELECT count(*) FROM input") == 1
    clock = (await campaign.world()).get(Clock, CLOCK_ID)
    assert [(hold.end, hold.reason) for hold in clock.holds] == [(until, "a holiday")]


async def test_six_impatient_clicks_move_a_deadline_by_seconds_and_not_by_months(
    campaign: Campaign,
) -> None:
    """Each a click of its own, 'two days from now': they overlap and do not add up."""
    begun = await campaign.found("ferry")
    async with campaign.kept() as keeper:
        for click in range(6):
            body = HoldClock(reason="a holiday", until=begun + 2 * DAY + click * SECOND)
            await campaign.say(keeper, change_clock, body, key=f"click {click}")
        await campaign.until("SELECT count(*) = 6 FROM journal WHERE kind = 'heard'")
    clock = (await campaign.world()).get(Clock, CLOCK_ID)
    stood = clock.answering_wall(DAY_MS) - begun - DAY
    assert 2 * DAY <= stood <= 2 * DAY + 5 * SECOND
    assert len(await campaign.told("ann", "clock_changed")) == 6


async def test_two_who_extend_at_once_cannot_pass_the_longest_pause_together(
    campaign: Campaign,
) -> None:
    """The door refuses the second though the first has not taken hold; so does the clock itself."""
    begun = await campaign.found("ferry")
    first = HoldClock(reason="a holiday", until=begun + 20 * DAY)
    second = HoldClock(reason="another", until=begun + 39 * DAY, start=begun + 19 * DAY)
    await campaign.say(None, change_clock, first, key="k1")
    with pytest.raises(Refused, match="30 days"):
        await campaign.say(None, change_clock, second, key="k2")
    # Said at the very same instant it would have passed the door.
    await asked(receive, campaign.pool, "c", "gm", "k2", encode(second))
    async with campaign.kept():
        await campaign.until("SELECT count(*) = 2 FROM journal WHERE kind = 'heard'")
    clock = (await campaign.world()).get(Clock, CLOCK_ID)
    assert [hold.end for hold in clock.holds] == [begun + 20 * DAY]
    (refused,) = await campaign.told("gm", "said_in_vain")
    assert refused["code"] == "E-CLOCK-LONG"
    assert "30 days" in refused["reason"]


# diplicity-react#1058, outerspace#152: endless pauses, by nobody, for no reason anybody saw.
async def test_a_pause_and_its_end_are_recorded_and_told_to_everybody(campaign: Campaign) -> None:
    """Who, why and until when; and by itself or by whom it ended."""
    await campaign.found("ferry")
    async with campaign.kept() as keeper:
        ends = await pause_briefly(campaign.pool, "the baker's wedding")
        keeper.wake()
        await campaign.until("SELECT count(*) = 1 FROM journal WHERE kind = 'hold_ends'")
        later = await campaign.now() + DAY
        body = HoldClock(reason="another wedding", until=later)
        await campaign.say(keeper, change_clock, body)
        await campaign.until("SELECT count(*) = 2 FROM journal WHERE kind = 'heard'")
        await campaign.say(keeper, change_clock, ResumeClock())
        await campaign.until("SELECT count(*) = 3 FROM journal WHERE kind = 'heard'")
    for person in ("gm", "ann", "ben"):
        told = await campaign.told(person, "clock_changed")
        assert [(one["what"], one["by"]) for one in told] == [
            ("paused", "gm"),
            ("resumed", "itself"),
            ("paused", "gm"),
            ("resumed", "gm"),
        ]
        assert "the baker's wedding" in told[0]["detail"]
        assert utc(ends) in told[0]["detail"]
    journal = await campaign.fetch("SELECT body FROM journal WHERE kind = 'heard' ORDER BY seq")
    assert b"the baker's wedding" in journal[0][0]
    assert b'"said":"resume"' in journal[2][0]


# Calendaria#268: rate 0 silently became rate 1.
async def test_a_clock_set_to_0_stands_until_it_is_set_again(campaign: Campaign) -> None:
    """Nothing is due, people may speak meanwhile, and nothing is lost when it runs again."""
    await campaign.found("ferry", speed="36000")
    stopped = parse_rate("0")
    async with campaign.kept() as keeper:
        await campaign.say(keeper, change_clock, SetRate(stopped.num, stopped.den))
        await campaign.until("SELECT next_due IS NULL FROM due")
        await campaign.say(keeper, give_order, "ann", "post to=ben text=hello")
        await campaign.until("SELECT count(*) = 2 FROM journal WHERE kind = 'heard'")
        assert (await campaign.shown()).next_due is None
        world = await campaign.world()
        clock = world.get(Clock, CLOCK_ID)
        now = await campaign.now()
        assert str(clock.rate_at(now)) == "0:1"
        assert clock.game(now) == clock.game(now + 400 * DAY)
    async with campaign.kept("d2") as keeper:  # also after a restart
        assert (await campaign.shown()).next_due is None
        await campaign.say(keeper, change_clock, SetRate(36_000, 1))
        await campaign.until("SELECT count(*) = 1 FROM journal WHERE kind = 'landed'")


# simple-calendar#621: time kept as a counter in memory was lost on reload.
async def test_time_goes_on_from_its_anchor_over_restarts(campaign: Campaign) -> None:
    """Whoever reads it, whenever it is read, the same instant is the same game time."""
    begun = await campaign.found("ferry", speed="7:3")
    at = begun + 100 * DAY + 1
    readings = []
    for daemon in ("d1", "d2", "d3"):
        async with campaign.kept(daemon) as keeper:
            await campaign.say(keeper, give_order, "ann", f"post to=ben text={daemon}")
            await campaign.until(
                "SELECT count(*) = $1 FROM journal WHERE kind = 'heard'", int(daemon[1])
            )
            clock = (await campaign.world()).get(Clock, CLOCK_ID)
            readings.append((clock.game(at), clock.answering(at)))
    assert set(readings) == {((100 * DAY + 1) * 7 // 3_000, 100 * DAY_MS)}
    waits = await campaign.fetch("SELECT at FROM journal WHERE kind = 'heard' ORDER BY seq")
    received = await campaign.fetch(
        "SELECT (extract(epoch FROM received) * 1000000)::bigint FROM input ORDER BY n"
    )
    assert [row[0] for row in waits] == [(int(row[0]) - begun) * 7 // 3_000 for row in received]


# PZServerDiscordBot#149: the abort was acknowledged, yet the job fired.
async def test_what_is_called_off_does_not_come_and_the_next_shown_is_the_real_next(
    campaign: Campaign,
) -> None:
    """A carter turns round: the list of campaigns names the mill's next turn, and that comes."""
    trip = {"mill.trip_ms": str(100 * 3_600_000)}  # time enough to turn round on any machine
    begun = await campaign.found("mill", speed="3600", start=None, overrides=trip)
    async with campaign.kept() as keeper:
        await campaign.say(keeper, give_order, "abel", "cart to=mill sacks=1")
        await campaign.until("SELECT count(*) = 1 FROM timeline WHERE kind = 'arrive'")
        await campaign.say(keeper, give_order, "abel", "halt")
        await campaign.until("SELECT count(*) = 2 FROM journal WHERE kind = 'heard'")
        assert await campaign.value("SELECT count(*) FROM timeline WHERE kind = 'arrive'") == 0
        seen: dict[int, int] = {}
        for _ in range(200):
            row = await campaign.shown()
            seen.setdefault(row.seq, row.next_due or 0)
            if row.seq > 8:
                break
            await from_asyncio(asyncio.sleep, 0.02)
    assert "arrive" not in await campaign.kinds()
    lines = await campaign.fetch("SELECT seq, at, kind FROM journal ORDER BY seq")
    clock = (await campaign.world()).get(Clock, CLOCK_ID)
    held = 0
    for seq, at, kind in lines:
        shown = seen.get(seq - 1)
        if shown is not None and kind != "heard":
            assert clock.game(shown) == at, f"line {seq} ({kind})"
            held += 1
    assert held > 2
    assert begun <= min(seen.values())


# Calendaria#268 again: a jump of the clock by a slip of the pen.
async def test_a_slip_of_the_pen_cannot_make_a_century_pass(campaign: Campaign) -> None:
    """Time that has run cannot be called back; how fast it may go is a figure of the scenario."""
    await campaign.found("ferry", "params: {clock.fastest: 24}\n")
    for slip in ("24.001", "86400", "999999999999"):
        wanted = parse_rate(slip)
        with pytest.raises(Refused, match="24:1 at most") as refused:
            await campaign.say(None, change_clock, SetRate(wanted.num, wanted.den))
        assert refused.value.code == "E-CLOCK-RATE"
    assert await campaign.value("SELECT count(*) FROM input") == 0
    await campaign.say(None, change_clock, SetRate(24, 1))


# The same kind as diplicity#72: a number no column can hold stopped the whole campaign.
async def test_an_instant_beyond_all_counting_is_set_aside_and_the_campaign_goes_on(
    campaign: Campaign,
) -> None:
    """The event is quarantined like any that fails, and others are not held up by it."""
    await campaign.found("ferry", speed="36000", overrides={"ferry.crossing_ms": "9" * 18})
    far = HoldClock(reason="the end of time", start=10**24, until=10**24 + 1)
    async with campaign.kept() as keeper:
        await campaign.say(keeper, change_clock, far)
        await campaign.say(keeper, give_order, "ann", "post to=ben text=hello")
        await campaign.until("SELECT count(*) = 1 FROM entity WHERE kind = 'quarantined'")
        await campaign.until("SELECT count(*) = 1 FROM timeline WHERE kind = 'landed'")
        await campaign.until("SELECT count(*) >= 2 FROM journal WHERE kind = 'occurrence'")


# Rates and pauses that make no sense are refused before anything is kept.
@pytest.mark.parametrize(
    "body",
    [
        SetRate(-1, 1),
        SetRate(1, 0),
        HoldClock(reason="x", until=10**30),
        HoldClock(reason="", until=2**53),
    ],
)
async def test_a_change_of_the_clock_that_cannot_be_leaves_no_trace(
    campaign: Campaign, body: Any
) -> None:
    await campaign.found("ferry")
    with pytest.raises(Refused):
        await campaign.say(None, change_clock, body)
    assert await campaign.value("SELECT count(*) FROM input") == 0
