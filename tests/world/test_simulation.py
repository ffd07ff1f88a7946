"""A campaign without a database: the same batches, and what fails twice is set aside."""

from __future__ import annotations

import msgspec
import pytest

from tests.packs.ferry import PACK
from world.dice import Secret
from world.scenario.scenario import read_scenario
from world.simulation import Simulation

DAY = 86_400_000
SCENARIO = """\
title: Two villages
pack: ferry
script:
  - {at: +1h, person: ann, order: 'post to=ben text="Come over."'}
  - {at: +2h, person: ben, order: 'post to=ann text="I come."'}
"""


def simulation(**more: object) -> Simulation:
    scenario = read_scenario({"scenario.yaml": SCENARIO}, PACK)
    return Simulation(PACK, scenario, Secret.of_seed(3), **more)  # type: ignore[arg-type]


def test_a_scripted_campaign_plays_itself_and_keeps_what_people_were_told() -> None:
    played = simulation()
    rows = list(played.run(2 * DAY))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert {notice.kind for notice in played.notices} >= {"came", "decision_asked"}
    assert played.records


def test_playing_on_is_the_same_as_playing_at_once() -> None:
    at_once = [row.hash for row in simulation().run(3 * DAY)]
    bit_by_bit = simulation()
    rows = []
    for until in range(0, 3 * DAY + 1, DAY // 7):
        rows += list(bit_by_bit.run(until))
    rows += list(bit_by_bit.run(3 * DAY))
    assert [row.hash for row in rows] == at_once


def test_an_event_that_fails_twice_is_set_aside_and_the_rest_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failing = next(event for event in PACK.handlers if event.__name__ == "Landed")

    def broken(step: object, event: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(PACK.handlers, failing, broken)
    played = simulation()
    rows = list(played.run(2 * DAY))
    errors = [msgspec.json.decode(row.body).get("error", "") for row in rows]
    assert sum("ZeroDivisionError" in error for error in errors) == 2
    assert any(row.kind == "occurrence" for row in rows)


def test_a_timer_tells_what_each_kind_of_event_costs() -> None:
    ticks = iter(range(10_000))
    played = simulation(timer=lambda: next(ticks))
    list(played.run(2 * DAY))
    profile = {row.kind: row for row in played.profile()}
    assert profile["landed"].events == 2
    assert profile["landed"].chapter == "ferry"
