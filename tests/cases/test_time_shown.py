"""What is shown of time to come: it stays put until something on the record moves it."""

from __future__ import annotations

from collections import deque
from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from couriers.writing import WriteLetter
from service.notify.wording import word
from tests.couriers.game import Game, people, road
from tests.packs import ferry, mill
from tests.packs.play import HOUR, Play, begin
from tests.packs.replay import story
from tests.world.rules.campaign.field import HOUR as HOUR_MS
from tests.world.rules.campaign.field import Field
from world.advance import StepFailed, advance
from world.batch import Batch
from world.rules.campaign.march.notices import MarchOver
from world.rules.campaign.nouns.view import campaign_view
from world.rules.campaign.weather import WeatherNow
from world.said import HoldClock


def _shown(field: Field, hour: int) -> int | None:
    """The hour's reading of the arrival, as the commander's page shows it."""
    # As for every page: the world as committed, and the present instant.
    field.world.now = max(field.world.now, hour * HOUR_MS)
    (army,) = campaign_view(field.pack.view(field.world, "ney")).armies
    return None if army.march is None else army.march.arrives


def _read_hourly(field: Field, order: str) -> list[int]:
    """Give an order at noon of the first day and read the ETA every hour until arrival.

    By night a march that goes on through it shows none: it may have taken a wrong turning.
    """
    field.order(6 * HOUR_MS, "ney", order)
    readings: list[int] = []
    for hour in range(6, 40 * 24):
        field.run(hour * HOUR_MS)
        if field.told("ney", MarchOver):
            return readings
        shown = _shown(field, hour)
        if shown is not None:
            readings.append(shown)
    raise AssertionError("it never arrived")


# webDiplomacy#726: a due time that moved without a logged cause.
@pytest.mark.parametrize(
    "order",
    ["march to=1801", "march to=1801 pace=forced", "march to=1005", "march to=1801 night=normal"],
)
def test_an_arrival_read_every_hour_is_constant_and_true(order: str) -> None:
    """Through nights, halts of the week and every edge: read at any hour, it is the same."""
    field = Field()
    readings = _read_hourly(field, order)
    assert len(set(readings)) == 1
    ((arrived, _),) = field.told("ney", MarchOver)
    assert readings[0] == arrived
    assert len(readings) > 24


def test_an_arrival_moves_once_with_the_weather_and_its_owner_is_told() -> None:
    """Three days of the worst: it moves at the dawns at which the weather turns, and only then."""
    faces: list[tuple[int, ...]] = [(1,), (6,), (6,), (6,), *[(1,)] * 50]
    field = Field(dice={"weather": faces}, params={"weather.table.summer": "1-4/5/6"})
    readings = _read_hourly(field, "march to=1801")
    moved = [hour for hour in range(1, len(readings)) if readings[hour] != readings[hour - 1]]
    told = [at for at, _ in field.told("ney", WeatherNow)]
    assert len(told) == 2
    assert [(6 + hour) * HOUR_MS for hour in moved] == told


def test_the_arrival_of_a_letter_is_told_once_and_never_again() -> None:
    """Its expectation is in the writer's book; nothing rewrites it, whatever becomes of it."""
    roads = [road("a", "b", 200, "north"), road("b", "c", 80)]
    game = Game(roads, people(ann="a", ben="b"), lands={"north": "blue"})
    game.say("ann", WriteLetter(to="ben", text="x"))
    (first,) = game.told("ann", "letter_sent")
    for hour in range(1, 20 * 24):
        game.until(hour * HOUR_MS)
        if hour == 10:
            game.change("north", "side", "red")
    assert game.told("ann", "letter_sent") == [first]
    assert len(game.known("ann", "letter_written")) == 1


# PZServerDiscordBot#149: the "next" shown must be the real next.
@given(st.integers(1, 10**6), st.integers(24, 72))
def test_the_next_instant_named_is_that_of_the_next_event(seed: int, hours: int) -> None:
    """After every event of busy days, trips called off and pauses included."""
    play: Play = begin(mill.PACK, seed=seed)
    said = deque(s for s in story(play) if s.received < play.start + hours * HOUR)
    doubtful: set[str] = set()
    while True:
        named = play.world.next_due()
        waits = said[0].received if said else None
        batch = Batch()
        until = play.start + hours * HOUR
        try:
            advance(play.world, until, inputs=said, into=batch, limit=1, doubtful=doubtful)
        except StepFailed as jammed:
            doubtful.add(jammed.entry.id)
            continue
        if not batch.events:
            assert named is None or named > play.start + hours * HOUR
            return
        (wall,) = batch.walls
        assert wall == min(each for each in (named, waits) if each is not None)


# pah-irc#76: texts that stated a fixed figure whatever the setting.
@pytest.mark.parametrize("most", [1, 3, 7])
def test_the_number_of_copies_named_in_a_refusal_is_the_one_that_is_set(most: int) -> None:
    game = Game([road("a", "b", 20)], people(ann="a", ben="b"), params={"message.copies_max": most})
    game.say("ann", WriteLetter(to="ben", text="x", copies=most + 1))
    (refused,) = game.told("ann", "said_in_vain")
    assert f"at most {most};" in refused["reason"]


@pytest.mark.parametrize("hours", [1, 12, 100])
def test_the_time_to_answer_named_in_a_question_is_the_one_that_is_set(hours: int) -> None:
    field = Field(dice={"weather": [(6,)]}, params={"decision.timeout_h": hours})
    field.run(25 * HOUR_MS)
    asked = [
        row
        for batch in field.batches
        for row in batch.notice_rows
        if row.person == "gm" and row.kind == "decision_asked"
    ]
    assert asked
    for row in asked:
        limit = msgspec.json.decode(row.body)["limit"]
        assert limit == row.at + hours * HOUR_MS
        ends = datetime.fromtimestamp(field.world.face.answering_wall(limit) / 1_000_000, UTC)
        said = f"by {ends:%a} {ends.day} {ends:%b %Y, %H:%M} UTC"
        assert said in word(field.world, row.body, row.at).text


@pytest.mark.parametrize("days", [1, 10])
def test_the_longest_pause_named_is_the_one_the_scenario_sets(days: int) -> None:
    play = begin(ferry.PACK, f"params: {{clock.max_pause_days: {days}}}\n")
    body = HoldClock(reason="x", until=play.at((days * 24 + 1) * HOUR))
    play.run(HOUR, [play.says("gm", body, 1)])
    (refused,) = play.told("gm", "said_in_vain")
    assert f"longest pause allowed is {days} day" in refused["reason"]
