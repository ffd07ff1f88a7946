"""Whatever people order and answer, nothing fails and the world stays of a piece."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.campaign.field import (
    DAY,
    FEWER,
    HOUR,
    Field,
    army,
    artillery,
    cavalry,
    infantry,
    sides,
)
from tests.world.rules.campaign.test_word import PACK
from world.decision import Decision
from world.kernel.nouns import Quarantined, Stranded
from world.rules.campaign.march.events import Pending
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.meeting import Meeting, meeting_of
from world.rules.campaign.nouns.passage import country
from world.rules.campaign.nouns.siege import Siege
from world.rules.campaign.nouns.stronghold import Stronghold
from world.said import AnswerDecision

VALLEY = """\
map "A valley" layout=odd-q
0101:0806 flatland
0101:0103 hills
0606:0806 marsh
0806 sea
0203-0303-0403-0503-0603-0703 road
0403-0402-0401 road
0503-0504-0505 road
0203 fortress "Westwall"
0403 town "Midway"
0703 city "Eastham"
river "Brook" 0402/0503 0403/0503 0403/0504 0404/0504
ford 0402/0503
"""
PLACES = ["0203", "0403", "0403", "0503", "0603", "0603", "0703", "0703", "0505", "0402", "0806"]
PEOPLE = ["ney", "soult", "blake", "gm"]
PACES = ["none", "normal", "forced"]

MARCHES = st.builds(
    lambda to, pace, night, name: f"march to={to} pace={pace} night={night}{name}",
    st.sampled_from(PLACES),
    st.sampled_from(PACES),
    st.sampled_from(PACES),
    st.sampled_from(["", " army=corps", " column=x", " army=second"]),
)
OTHERS = st.sampled_from(
    [
        "halt",
        "halt army=corps",
        "garrison",
        "leave",
        "besiege stronghold=midway",
        'besiege stronghold=eastham plan="x"',
        "besiege stronghold=westwall",
        "lift",
        "build_engines",
        "break_engines",
        "rebuild_engines",
        "yield stronghold=eastham",
        "yield stronghold=westwall terms=true",
        "abandon wagons=3",
        "detach_garrison detachments=Reserve",
        "stance faction=blue stance=alliance",
        "stance faction=red stance=alliance",
        "stance faction=blue stance=war",
        'letter to=blake text="Yield."',
    ]
)
RULES = ["D-BAT-01", "D-SIEGE-01", "D-SIEGE-02", "D-SIEGE-03", "D-WEA-01", "D-WEA-02", "D-ARMY-02"]
OPTIONS = [
    "attack",
    "hold",
    "let_pass",
    "withdraw",
    "yield",
    "terms",
    "fight",
    "very_bad",
    "stopped",
]
ANSWERS = st.builds(
    lambda rule, option: AnswerDecision(decision=f"rule:{rule}", option=option),
    st.sampled_from(RULES),
    st.sampled_from(OPTIONS),
)
DEEDS = st.lists(
    st.tuples(st.integers(0, 40), st.sampled_from(PEOPLE), MARCHES | OTHERS | ANSWERS),
    min_size=12,
    max_size=40,
)


def valley(seed: int) -> Field:
    return Field(
        sides(
            commanders={
                "ney": {"name": "Marshal Ney", "faction": "red"},
                "soult": {"name": "Marshal Soult", "faction": "red", "traits": ["brutal"]},
                "blake": {"name": "General Blake", "faction": "blue"},
            },
            armies={
                "first": army(
                    "0503",
                    [infantry("Line", 900), infantry("Reserve", 300, wagons=12)],
                    name="First Army",
                    commander="ney",
                    morale=6,
                    engines={"ready": 1, "packed": 1},
                ),
                "corps": army("0203", [infantry("Foot", 700)], name="Corps", owner="ney"),
                "third": army("0403", [cavalry("Horse", 400)], name="Third", commander="soult"),
                "second": army(
                    "0603",
                    [infantry("Foot", 800), artillery("Guns", 100, six_pounders=6)],
                    name="Second Army",
                    commander="blake",
                    morale=5,
                ),
            },
            strongholds={
                "westwall": {"holder": "ney"},
                "eastham": {"holder": "blake", "garrison": {"infantry": 100}},
                "midway": {"garrison": {"infantry": 60}},
            },
        ),
        map_text=VALLEY,
        seed=seed,
        pack=PACK,
    )


@FEWER
@given(DEEDS, st.integers(1, 99))
def test_nothing_fails_and_the_world_stays_of_a_piece(deeds: Any, seed: int) -> None:
    field = valley(seed)
    for at, person, deed in sorted(deeds, key=lambda deed: deed[0]):
        instant = at * 5 * HOUR
        if isinstance(deed, str):
            field.force(instant, person, deed)
        else:
            field.say(instant, person, deed)
        of_a_piece(field)
    field.run(30 * DAY)
    of_a_piece(field)
    for person in PEOPLE[:3]:
        assert msgspec.json.encode(field.pack.view(field.world, person))


def of_a_piece(field: Field) -> None:
    world = field.world
    # What is kept of pages and ways is what it would be if it were worked out now.
    for person in PEOPLE[:3]:
        field.pack.view(world, person)
        for believed in (False, True):
            country(world, person, believed=believed)
    assert not world.stale()
    assert not world.of(Quarantined)
    assert not world.of(Stranded)
    pending = world.timeline.entries
    for one in world.of(Army):
        assert one.place in world.scene.control
        assert one.detachments
        assert 0 <= one.morale <= 12
        march = one.march
        meeting = meeting_of(world, one.place, one.id)
        if march is not None:
            assert march.here == one.place
            assert one.offset is None
            halted = meeting is not None and meeting.state != "standoff"
            assert march.halted == halted
            assert halted or isinstance(pending[march.pending].event, Pending)
        if one.inside:
            assert world.get(Stronghold, one.inside).place == one.place
        if one.engines.job:
            assert one.engines.done in pending
    for meeting in world.of(Meeting):
        armies = [world.find(Army, party.army) for party in meeting.parties]
        here = [a for a in armies if a is not None and a.place == meeting.place and not a.inside]
        assert len(here) == len(armies)
        assert any(hostile(world, a.faction, b.faction) for a in here for b in here)
        if meeting.state == "pending":
            assert any(not party.stand for party in meeting.parties)
    for siege in world.of(Siege):
        assert siege.armies
        assert all(world.find(Army, each) is not None for each in siege.armies)
    for commander in world.of(Commander):
        led = world.find(Army, commander.army) if commander.army else None
        assert (led is not None) != (commander.place is not None)
        assert led is None or led.leader == commander.id
    for decision in world.of(Decision):
        assert (decision.state == "open") == (decision.timer in pending)
