"""Notices: once, to whom they concern, whoever else is out of reach, and never from a replay."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import trio
from aiohttp import web

from couriers.telegram import SendTelegram
from couriers.writing import WriteLetter
from service.bridge import guest_run, held
from service.config import Config
from service.intake.channels import add_channel
from service.notify import backoff, webhook
from service.notify.dispatcher import Dispatcher
from service.notify.reach import Reach
from service.packs import load_pack, pack_named
from service.scenario_files import bundled_names, read_files
from tests.cases.kept import Campaign
from tests.couriers.game import HOUR, Game, people, road
from tests.faults.daemons import Receiver
from tests.packs import mill, table
from tests.packs.play import HOUR as HOUR_US
from tests.packs.play import Play, begin
from tests.packs.replay import story
from tests.world.rules.campaign.field import DAY, Field, army, infantry, sides
from world.dice import Secret
from world.rules.campaign.aftermath.notices import Dispersed, PlaceTaken
from world.rules.campaign.march.notices import WeeklyHalt
from world.scenario.scenario import pack_name, read_scenario
from world.simulation import Simulation

if TYPE_CHECKING:
    import asyncpg

for _pack in ("ferry", "mill"):
    load_pack(f"tests.packs.{_pack}:PACK")


@pytest.fixture
def campaign(pool: asyncpg.Pool, dsn: str) -> Campaign:
    return Campaign(pool, dsn)


# diplicity-react#1033: the same warning twice.
@pytest.mark.parametrize("scenario", bundled_names())
def test_nobody_is_told_the_same_thing_twice(scenario: str) -> None:
    """Ten days: no two notices of one name, nor of the same words at the same instant."""
    files = read_files(Path(scenario))
    pack = pack_named(pack_name(files))
    found = read_scenario(files, pack)
    simulation = Simulation(pack, found, Secret.of_seed(1))
    for _ in simulation.run(10 * DAY):
        pass
    names = Counter((row.person, row.id) for row in simulation.notices)
    # Where strangers are waited for, nothing happens by itself.
    assert set(names.values()) <= {1}
    assert names or not found.script
    words = Counter((row.person, row.at, row.body) for row in simulation.notices)
    twice = [key for key, count in words.items() if count > 1]
    assert not twice


@pytest.mark.rule("C-MARCH-02")
@pytest.mark.parametrize("km", [30, 100])
def test_a_halt_for_the_week_is_told_once_and_ends_when_it_was_said_to(km: int) -> None:
    """A march of weeks, looked at every hour: by days or by kilometres, one notice a halt."""
    field = Field(params={"march.road_km_per_week": km})
    field.order(6 * HOUR, "ney", "march to=1801")
    walks: dict[int, bool] = {}
    for hour in range(7, 40 * 24):
        field.run(hour * HOUR)
        march = field.army("first").march
        if march is None:
            break
        walks[hour * HOUR] = march.since >= 0
    halts = [(at, notice.on) for at, notice in field.told("ney", WeeklyHalt)]
    assert halts
    for (at, on), later in itertools.pairwise([*halts, (40 * DAY, 0)]):
        assert at < on <= later[0]
        stood = [walks[hour * HOUR] for hour in range(at // HOUR + 1, on // HOUR)]
        assert not any(stood), "it did not stand"
        assert walks[on + HOUR], "it did not go on"


# diplicity-react#1218: the affected were filtered out of their own notice.
def test_who_loses_a_place_and_his_army_is_told_of_both() -> None:
    """His army is gone and the place another's by the time the notice is written."""
    armies = {
        "first": army("1005", [infantry("Line", 3000)], name="First Army", commander="ney"),
        "second": army(
            "1005", [infantry("Foot", 500)], name="Second Army", commander="blake", inside=True
        ),
    }
    holders = {
        "westwall": {"holder": "ney"},
        "eastham": {"holder": "blake"},
        "southby": {"holder": "blake"},
    }
    field = Field(sides(armies=armies, strongholds=holders))
    field.order(0, "ney", 'besiege stronghold=southby plan="starve them out"')
    field.run(2 * DAY)
    field.order(2 * DAY, "blake", "yield stronghold=southby")
    for person in ("ney", "blake"):
        assert [at for at, _ in field.told(person, PlaceTaken)] == [2 * DAY], person
    field.run(3 * DAY)
    ((_, dispersed),) = field.told("blake", Dispersed)
    assert "lays down its arms" in dispersed.what


# diplicity-react#1032: eliminated players went on being told things.
@pytest.mark.parametrize(
    "end",
    [
        table.Change(entity="ben", field="alive", value="false"),
        table.Vanish(who="ben"),
        table.Vanish(who="ben", heir="carl"),
    ],
    ids=["dead", "gone", "gone with an heir"],
)
def test_who_is_no_more_is_told_nothing_of_the_game(end: Any) -> None:
    """Letters, news, telegrams and talk in his place: before his end all of it reached him."""
    lines = [{"id": "l", "stations": [{"place": "a"}, {"place": "b", "hop": 3}]}]
    folk = [*people(ann="a", ben="b", carl="b"), {"id": "dora", "place": "a", "purse": 500}]
    safe = {"message.safe_friendly": 1}
    for ends in (False, True):
        game = Game([road("a", "b", 20)], folk, params=safe, lines=lines)
        game.until(HOUR)
        if ends:
            game.say("gm", end)
        before = len(game.told("ben"))
        game.say("ann", WriteLetter(to="ben", text="x"))
        game.say("dora", SendTelegram(text="is anybody there"))
        game.say("gm", table.Happen(event="battle", place="a", wording="A battle."))
        game.until(20 * DAY)
        reached = len(game.told("ben")) - before
        assert (reached == 0) is ends


# discord-api-docs#1454: 429 with retry-after ignored lost more than half of a burst.
class _Strict(Receiver):
    """A receiver that takes so many messages a second, and says when it will take more."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        self.window = 0.0
        self.taken = 0
        self.numbers: list[int] = []
        self.refused_until = 0.0
        self.too_soon = 0

    async def take(self, request: web.Request) -> web.Response:
        now = time.monotonic()
        if now < self.refused_until:
            self.too_soon += 1
        if now - self.window >= 1.0:
            self.window, self.taken = now, 0
        if self.taken >= self.most:
            wait = self.window + 1.0 - now
            self.refused_until = now + wait
            return web.Response(status=429, headers={"Retry-After": f"{wait:.3f}"})
        self.taken += 1
        body = await request.json()
        self.numbers.append(body["data"]["number"])
        return await super().take(request)


@pytest.mark.trio(run=guest_run)
async def test_a_burst_against_a_limit_loses_nothing_and_keeps_its_order(
    campaign: Campaign, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty letters at once to a receiver that takes ten a second: it is never asked too soon."""
    monkeypatch.setattr(backoff, "SCHEDULE", (0.01,) * 30)
    posts = "script:\n" + "".join(
        f"- {{at: +1m, person: ann, order: 'post to=ben text=no-{number}'}}\n"
        for number in range(30)
    )
    hook = _Strict(10)
    await campaign.found("ferry", posts, speed="36000", overrides={"ferry.sinks_in_20": "0"})
    async with held(hook.listen()) as address:
        await campaign.say(None, add_channel, "ben", address, reach=Reach(private=True))
        config = Config(data=tmp_path, allow_private=True, daemon="d1")
        async with campaign.kept(), trio.open_nursery() as nursery:
            nursery.start_soon(Dispatcher(campaign.pool, config).run)
            await campaign.until("SELECT count(*) = 30 FROM delivered WHERE outcome = 'sent'")
            nursery.cancel_scope.cancel()
    assert hook.numbers == list(range(1, 31))
    assert set(hook.times.values()) == {1}
    assert hook.refused_until > 0
    assert hook.too_soon == 0


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("1", 1.0), ("0.25", 0.25), (" 7 ", 7.0), ("-5", None), ("1e9", None), ("nan", None)],
)
def test_every_way_to_say_how_long_to_wait_is_understood(said: str, seconds: float | None) -> None:
    assert webhook.seconds_of(said) == seconds


# terraforming-mars#3688: replays mailed people again.
def test_a_journal_played_again_makes_the_same_notices_under_the_same_names() -> None:
    """So that what was sent once is never sent again: messages are named by their notices."""
    first: Play = begin(mill.PACK, seed=77)
    first.keep(72 * HOUR_US, story(first))
    again: Play = begin(mill.PACK, seed=77)
    again.keep(72 * HOUR_US, first.taken)
    assert again.notices == first.notices
    assert len({row.id for row in again.notices}) == len(again.notices) > 10


@pytest.mark.trio(run=guest_run)
async def test_looking_at_a_campaign_and_simulating_its_scenario_tell_nobody(
    campaign: Campaign, dsn: str
) -> None:
    """A page read a week later, a simulation beside it with the database at hand: no notice."""
    script = "script:\n- {at: +1m, person: ann, order: 'post to=ben text=hello'}\n"
    await campaign.found("ferry", script, start=await campaign.now() - 7 * 86_400_000_000)
    await campaign.say(None, add_channel, "ben", "https://example.org/hook")
    before = await campaign.fetch("SELECT (SELECT count(*) FROM notice), version, seq FROM due")
    world = await campaign.world()
    assert world.now >= 7 * DAY - 1, "it is looked at as of now"
    root = Path(__file__).parents[2]
    done = await trio.to_thread.run_sync(
        lambda: subprocess.run(
            [sys.executable, "-m", "service.cli", "simulate", "small-war", "--until", "2d"],
            env={**os.environ, "DATABASE_URL": dsn, "PYTHONPATH": str(root)},
            cwd=root,
            capture_output=True,
            timeout=60,
            check=True,
        )
    )
    assert b"march" in done.stdout
    after = await campaign.fetch("SELECT (SELECT count(*) FROM notice), version, seq FROM due")
    assert after == before
    assert await campaign.value("SELECT count(*) FROM delivery") == 0
