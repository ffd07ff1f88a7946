"""Nothing a commander can see depends on what he does not know.

A week is played twice with one hidden difference: a force beyond everybody's sight that is larger,
or stands or marches elsewhere.  Everything Ney can fetch is the same, byte for byte, at every hour.
A difference before his eyes must show, and so must a planted leak.
"""

from __future__ import annotations

import importlib
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.campaign.field import FEWER, HOUR, Field, army, cavalry, infantry, sides
from tests.world.rules.campaign.test_word import PACK
from world.rules.campaign.nouns.army import Army

DAYS = 7
#: Far to the east and south, days from Ney's outposts by any courier or news.
HIDDEN_PLACES = ["2003", "2005", "1903", "1905", "1805"]


class Hidden(msgspec.Struct, frozen=True):
    at: str
    soldiers: int
    horse: bool
    order: str
    hour: int


HIDDEN = st.builds(
    Hidden,
    at=st.sampled_from(HIDDEN_PLACES),
    soldiers=st.integers(200, 5000),
    horse=st.booleans(),
    order=st.sampled_from(
        [
            "",
            "march to=2004",
            "march to=1904 pace=forced night=forced",
            "march to=Eastham",
            "garrison",
            "build_engines",
        ]
    ),
    hour=st.integers(0, 48),
)


def play(hidden: Hidden, seed: int, seen: bool = False) -> list[bytes]:
    kind = cavalry if hidden.horse else infantry
    armies = {
        "first": army("0201", [infantry("Line", 1000)], name="First Army", commander="ney"),
        "corps": army("0101", [infantry("Foot", 700)], name="Corps", owner="ney"),
        "second": army(
            "0401" if seen else hidden.at,
            [kind("Force", hidden.soldiers)],
            name="Second Army",
            commander="blake",
        ),
    }
    field = Field(sides(armies=armies), pack=PACK, seed=seed)
    spoken = {
        1: ("ney", "march to=0301"),
        5: ("ney", "march to=0102 army=corps"),
        30: ("ney", "march to=0201 night=normal"),
        50: ("ney", 'letter to=blake text="Let us talk."'),
        80: ("ney", "garrison"),
    }
    pages_seen = []
    for hour in range(DAYS * 24):
        if hidden.order and hour == hidden.hour:
            field.force(hour * HOUR, "blake", hidden.order)
        if hour in spoken:
            field.force(hour * HOUR, *spoken[hour])
        field.run(hour * HOUR)
        pages_seen.append(fetched(field))
    return pages_seen


def fetched(field: Field) -> bytes:
    """Everything Ney can fetch: his page, his notices and his books, with their names."""
    view: Any = field.pack.view(field.world, "ney")
    notices = [
        (row.n, row.id, row.kind, row.at, row.body)
        for batch in field.batches
        for row in batch.notice_rows
        if row.person == "ney"
    ]
    records = [
        (row.n, row.kind, row.at, row.body)
        for batch in field.batches
        for row in batch.known_rows
        if row.person == "ney"
    ]
    return msgspec.json.encode((view, notices, records), order="deterministic")


@FEWER
@given(HIDDEN, HIDDEN, st.integers(1, 5))
def test_a_hidden_difference_changes_no_byte_of_what_a_commander_can_fetch(
    one: Hidden, other: Hidden, seed: int
) -> None:
    assert play(one, seed) == play(other, seed)


def test_a_difference_before_his_eyes_shows() -> None:
    small = Hidden("2005", 300, False, "", 0)
    large = Hidden("2005", 900, False, "", 0)
    assert play(small, 1, seen=True) != play(large, 1, seen=True)


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = importlib.import_module("world.rules.campaign.nouns.author")
    honest = pages.correspondents

    def leaking(world: Any, person: str) -> dict[str, str]:
        known: dict[str, str] = honest(world, person)
        known["leak"] = str(sum(army.soldiers for army in world.of(Army)))
        return known

    monkeypatch.setattr(pages, "correspondents", leaking)
    small = Hidden("2005", 300, False, "", 0)
    large = Hidden("2005", 900, False, "", 0)
    assert play(small, 1) != play(large, 1)


def test_the_page_of_a_quiet_hour_is_the_same_whatever_happens_elsewhere() -> None:
    quiet = Hidden("2005", 300, False, "", 0)
    busy = Hidden("2005", 300, False, "march to=1904 pace=forced night=forced", 3)
    assert play(quiet, 2) == play(busy, 2)
