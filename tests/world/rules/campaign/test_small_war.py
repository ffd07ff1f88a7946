"""The small war that comes with the program, played by itself for ten days."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from importlib.resources import files

from service.packs import pack_named
from world.advance import advance
from world.campaign import empty, reopen
from world.dice import Secret
from world.journal import encoder
from world.rules.campaign.march.notices import MarchOver
from world.scenario.scenario import read_scenario
from world.simulation import Simulation

TEN_DAYS = 10 * 86_400_000


def scenario_files() -> dict[str, str]:
    root = files("scenarios").joinpath("small_war")
    return {
        entry.name: entry.read_text(encoding="utf-8")
        for entry in root.iterdir()
        if entry.name.endswith((".yaml", ".txt"))
    }


def play(seed: int) -> Simulation:
    pack = pack_named("campaign")
    simulation = Simulation(pack, read_scenario(scenario_files(), pack), Secret.of_seed(seed))
    simulation.hash = hashlib.sha256()  # type: ignore[attr-defined]
    for row in simulation.run(TEN_DAYS):
        simulation.hash.update(row.body)  # type: ignore[attr-defined]
    return simulation


def digest(seed: int) -> str:
    return str(play(seed).hash.hexdigest())  # type: ignore[attr-defined]


def test_ten_days_write_the_same_journal_whatever_the_hash_seed() -> None:
    code = "from tests.world.rules.campaign.test_small_war import digest; print(digest(7))"
    found = set()
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout.strip())
    assert found == {digest(7)}
    assert digest(8) not in found


def test_ten_days_show_a_newcomer_the_game_and_nothing_fails() -> None:
    for seed in range(5):
        simulation = play(seed)
        kinds = {notice.kind for notice in simulation.notices}
        assert "event_quarantined" not in kinds
        assert "said_in_vain" not in kinds
        wanted = {"letter_came", "armies_meet", "nothing_fought", "siege_week_outside", "in_sight"}
        assert wanted <= kinds
        assert MarchOver.__struct_config__.tag in kinds


def test_a_campaign_read_back_from_what_was_kept_goes_on_to_the_last_byte() -> None:
    pack = pack_named("campaign")
    scenario = read_scenario(scenario_files(), pack)
    simulation = Simulation(pack, scenario, Secret.of_seed(7))
    half = len(list(simulation.run(TEN_DAYS // 2)))
    world = simulation.world
    again = reopen(
        empty(pack, read_scenario(scenario_files(), pack), Secret.of_seed(7)),
        entities=[encoder.encode(entity) for entity in world.entities.values()],
        timeline=[
            (entry.id, entry.axis, entry.due, entry.rank, encoder.encode(entry.event))
            for entry in world.timeline.entries.values()
        ],
        now=world.now,
        seq=world.seq,
        head=world.head,
        notice_n=world.notice_n,
        known_n=world.known_n,
    )
    assert dict(sorted(again.entities.items())) == dict(sorted(world.entities.items()))
    wall = again.face.wall(TEN_DAYS)
    assert wall is not None
    batch = advance(again, wall)
    on = [row.hash for row in simulation.run(TEN_DAYS)]
    assert half > 20
    assert [row.hash for row in batch.journal_rows] == on
