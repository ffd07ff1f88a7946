"""After an outage: everything once, in the order of its instants, as if nobody had been away."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from service.bridge import guest_run, held
from service.config import Config
from service.intake.channels import add_channel
from service.notify.dispatcher import Dispatcher
from service.notify.reach import Reach
from service.packs import load_pack, pack_named
from service.scenario_files import read_files
from tests.cases.kept import Campaign
from tests.faults.daemons import Receiver
from tests.packs import mill
from tests.packs.lab import Poke, Thing, lab, log_of, logged
from tests.packs.play import DAY, HOUR, Play, Story, begin
from tests.packs.replay import story
from world.campaign import empty, reopen
from world.dice import Secret
from world.recurrence import Every
from world.scenario.scenario import read_scenario

if TYPE_CHECKING:
    import asyncpg

    from world.step import Step

load_pack("tests.packs.ferry:PACK")

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS


@pytest.fixture
def campaign(pool: asyncpg.Pool, dsn: str) -> Campaign:
    return Campaign(pool, dsn)


# ogame-opensource#148: ten hours of one player's building were applied before the attacks between.
def _build(step: Step, _: Any) -> None:
    town = step.get(Thing, "thing")
    step.put(msgspec.structs.replace(town, value=town.value + 1))


def _attack(step: Step, event: Any) -> None:
    logged(step, event.subject, "meets", step.get(Thing, "thing").value)


def _besieged(step: Step) -> None:
    step.put(Thing(id="thing"))
    step.every("build", Every(HOUR_MS), Poke(subject="thing", name="build"))
    for hour in (9, 3, 5):
        step.at(hour * HOUR_MS + HOUR_MS // 2, Poke(subject=f"attack at {hour}", name="attack"))


@pytest.mark.parametrize("away", [0, 4, 10, 400])
def test_a_battle_at_three_sees_the_world_as_it_was_at_three(away: int) -> None:
    """However long nobody was there, one player's hours are not played before another's."""
    play = begin(lab(found=_besieged, build=_build, attack=_attack))
    play.run(HOUR // 2)
    play.reopen()
    play.run(max(away, 10) * HOUR)
    assert log_of(play.world) == (
        "attack at 3 meets 3",
        "attack at 5 meets 5",
        "attack at 9 meets 9",
    )
    at = [line["at"] for line in play.lines()]
    assert at == sorted(at)


# evennia's TaskHandler: overdue tasks all ran at once, in the order of a dictionary.
@given(st.randoms(use_true_random=False), st.integers(1, 60))
def test_what_is_overdue_runs_in_the_order_it_was_due_however_the_store_lists_it(
    chance: Any, hours: int
) -> None:
    """Rows come back in any order; the story told from then on is the same to the byte."""
    play = begin(mill.PACK, seed=77)
    said = story(play)
    play.keep(hours * HOUR, [one for one in said if one.received <= play.at(hours * HOUR)])
    entities, timeline = list(play.entities.values()), list(play.timeline.values())
    chance.shuffle(entities)
    chance.shuffle(timeline)
    old = play.world
    play.world = reopen(
        empty(play.pack, play.scenario, play.secret),
        entities=entities,
        timeline=timeline,
        now=old.now,
        seq=old.seq,
        head=old.head,
        notice_n=old.notice_n,
        known_n=old.known_n,
    )
    play.keep(72 * HOUR, [one for one in said if one.received > play.at(hours * HOUR)])
    assert play.story() == _undisturbed()


@cache
def _undisturbed() -> Story:
    play = begin(mill.PACK, seed=77)
    return play.keep(72 * HOUR, story(play)).story()


# OGameX#307: many small updates gave another result than one big one.
def _small_war() -> Play:
    pack = pack_named("campaign")
    return Play(pack, read_scenario(read_files(Path("small_war")), pack), Secret.of_seed(5))


@cache
def _small_war_at_once() -> Story:
    return _small_war().run(6 * DAY).story()


@given(st.lists(st.integers(1, 6 * DAY), max_size=12))
def test_a_war_advanced_in_pieces_is_the_war_advanced_at_once(cuts: list[int]) -> None:
    """Armies, sieges, letters and clock alike, reopened from the store at every cut."""
    play = _small_war()
    for cut in sorted(cuts):
        play.run(cut)
        play.reopen()
    assert play.run(6 * DAY).story() == _small_war_at_once()


def test_six_hours_are_six_times_an_hour() -> None:
    """An argument in hours moves the clock and the armies by the same."""
    pieces, whole = _small_war(), _small_war()
    for hour in range(1, 7):
        pieces.run(hour * HOUR)
    whole.run(6 * HOUR)
    assert pieces.story() == whole.story()
    assert pieces.world.face.game(pieces.at(6 * HOUR)) == 6 * HOUR_MS


# A spreadsheet bot subtracted supplies twice on a re-run and never on a missed run.
def test_everybody_eats_once_on_each_day_whatever_breaks_down() -> None:
    """Through a jammed mill, an outage, a pause and a change of rate: once per person and date."""
    play = begin(mill.PACK, seed=77)
    play.keep(72 * HOUR, story(play))
    assert play.failed, "something did break down"
    meals = Counter(
        (line["entry"]["event"]["subject"], line["entry"]["event"]["slot"])
        for line in play.lines("occurrence")
        if _recurs(play, line) == "eat" and not line.get("error")
    )
    days = {slot for _, slot in meals}
    assert set(meals.values()) == {1}
    assert set(meals) == {(carter, day) for carter in ("abel", "bruno") for day in days}
    assert len(days) >= 3


def _recurs(play: Play, line: Any) -> str:
    recurring = msgspec.json.decode(play.entities[line["entry"]["event"]["recurring"]])
    return str(recurring["name"])


# hamroh#44, uqcsbot#167, mee6#157: a daily job that fired every minute, drifted, or never again.
@pytest.mark.trio(run=guest_run)
async def test_a_daily_event_comes_once_per_date_whatever_restarts(campaign: Campaign) -> None:
    """Five keepers in turn; a day is a quarter of a second; each date once, none left out."""
    await campaign.found("ferry", speed="345600", overrides={"clock.fastest": "345600"})
    for daemon in range(1, 6):
        async with campaign.kept(f"d{daemon}"):
            await campaign.until(
                "SELECT count(*) >= $1 FROM journal WHERE kind = 'occurrence'", 3 * daemon
            )
    rows = await campaign.fetch(
        "SELECT at, event, body FROM journal WHERE kind = 'occurrence' ORDER BY seq"
    )
    assert [row[0] for row in rows] == [DAY_MS * n for n in range(1, len(rows) + 1)]
    slots = [msgspec.json.decode(row[2])["entry"]["event"]["slot"] for row in rows]
    assert len(set(slots)) == len(slots)
    # The slot is the event's name, and names are unique in the database.
    secret = Secret.of_seed(1)
    assert [row[1] for row in rows] == [secret.name(f"toll/ferryman/{slot}") for slot in slots]


# mattermost-plugin-remind#143: events found by equality with the current second were skipped.
@pytest.mark.trio(run=guest_run)
async def test_three_weeks_nobody_was_there_are_made_up_for_in_order(campaign: Campaign) -> None:
    """Nothing is skipped, nothing expires, and who wrote when decides, not who is listed first."""
    now = await campaign.now()
    start = now - 21 * DAY - 123_457
    script = "script:\n" + "".join(
        f"- {{at: +{hour}h 17m, person: {who}, order: 'post to={to} text=\"{who} {hour}\"'}}\n"
        for hour in range(0, 20 * 24, 5)
        for who, to in (("ben", "ann"), ("ann", "ben"))
    )
    await campaign.found("ferry", script, start=start, overrides={"ferry.sinks_in_20": "0"})
    await campaign.fetch("UPDATE campaign SET created = to_timestamp($1 / 1e6)", start)
    async with campaign.kept():
        await campaign.until("SELECT count(*) = 192 FROM journal WHERE kind = 'landed'")
    lines = await campaign.fetch("SELECT at, kind, event FROM journal ORDER BY seq")
    assert [row[0] for row in lines] == sorted(row[0] for row in lines)
    assert len({row[2] for row in lines}) == len(lines)
    assert sum(1 for row in lines if row[1] == "occurrence") == 21
    for person, other in (("ann", "ben"), ("ben", "ann")):
        came = [one["text"] for one in await campaign.told(person, "came")]
        assert came == [f"{other} {hour}" for hour in range(0, 20 * 24, 5)]


# dominions-5-status#75: nothing was sent on return from an outage.
@pytest.mark.trio(run=guest_run)
async def test_what_could_not_be_sent_is_sent_on_return_once_and_in_order(
    campaign: Campaign, tmp_path: Path
) -> None:
    """The dispatcher was away while the keeper went on."""
    posts = "script:\n" + "".join(
        f"- {{at: +{minute}m, person: ann, order: 'post to=ben text=\"no {minute}\"'}}\n"
        for minute in range(1, 31)
    )
    hook = _Ordered()
    await campaign.found("ferry", posts, speed="36000", overrides={"ferry.sinks_in_20": "0"})
    async with held(hook.listen()) as address:
        await campaign.say(None, add_channel, "ben", address, reach=Reach(private=True))
        async with campaign.kept():
            await campaign.until("SELECT count(*) = 30 FROM journal WHERE kind = 'landed'")
        config = Config(data=tmp_path, allow_private=True, daemon="d1")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Dispatcher(campaign.pool, config).run)
            await campaign.until("SELECT count(*) = 30 FROM delivered WHERE outcome = 'sent'")
            nursery.cancel_scope.cancel()
    assert hook.numbers == sorted(hook.numbers)
    assert set(hook.times.values()) == {1}


class _Ordered(Receiver):
    """A receiver that keeps the numbers of what it was sent, in turn."""

    def __init__(self) -> None:
        super().__init__()
        self.numbers: list[int] = []

    async def take(self, request: Any) -> Any:
        body = await request.json()
        self.numbers.append(body["data"]["number"])
        return await super().take(request)
