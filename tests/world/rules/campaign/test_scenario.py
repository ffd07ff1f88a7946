from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.world.rules.campaign.field import DAY, HOUR, ROAD, Field, army, infantry, sides
from world.dice import Secret
from world.errors import BadScenario
from world.knowledge.picture import seen_by
from world.rules import campaign
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import Faction
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.nouns.sky import Weather
from world.rules.campaign.setup.sections import (
    LISTS,
    MAPPINGS,
    DetachmentSection,
    EnginesSection,
)
from world.scenario.scenario import read_scenario
from world.simulation import Simulation

FOOT = [infantry("Line", 1000)]

BROKEN = """\
title: Broken
pack: campaign
factions:
  red: {name: Red, head: blake}
  westwall: {name: Wall}
commanders:
  ney: {name: Ney, faction: red, at: Nowhere}
  blake: {name: ney, faction: bleu}
  idle: {name: Idle, traits: [lazy]}
armies:
  first:
    name: First
    at: "0101"
    commander: nay
    detachments:
      - {name: A, soldiers: 0}
      - {name: A, soldiers: 10, kind: cavalry, special: grenadiers, six_pounders: 2}
  second: {name: Second, at: "9999", detachments: []}
strongholds:
  westwal: {holder: ney}
  eastham: {holder: nobody, garrison: {infantry: -1}}
stances:
  - {between: [red], stance: war}
  - {between: [red, blue], stance: peace}
sieges:
  - {stronghold: eastham, armies: [first], day: 0}
sightings:
  - {who: ney, army: third, hours_ago: -1}
semaphores:
  Line: {owner: red}
weather: foggy
colour: blue
"""


def mistakes(text: str, map_text: str = ROAD) -> list[str]:
    pack = campaign.pack()
    files = {"scenario.yaml": text, "map.txt": map_text}
    with pytest.raises(BadScenario) as refused:
        Simulation(pack, read_scenario(files, pack), Secret.of_seed(1))
    return str(refused.value).splitlines()


def test_every_mistake_is_named_with_its_file_and_line_and_what_was_expected() -> None:
    lines = mistakes(BROKEN)
    for line in lines[:-1]:
        assert re.match(r"scenario\.yaml:\d+(:\d+)?: found .+; expected .+", line), line
    wanted = [
        (4, "as head"),
        (5, "the id 'westwall', used by the map"),
        (7, "the name 'Ney'"),
        (7, "the place 'Nowhere'"),
        (8, "the faction 'bleu'"),
        (8, "no army and no 'at'"),
        (9, "'lazy'"),
        (12, "the commander 'nay'"),
        (16, "0 soldiers"),
        (17, "a second detachment 'A'"),
        (17, "grenadiers of cavalry"),
        (17, "guns with cavalry"),
        (18, "the place '9999'"),
        (18, "neither commander nor owner"),
        (18, "no detachments"),
        (20, "westwall (did you mean that?)"),
        (21, "the holder 'nobody'"),
        (21, "a garrison below 0"),
        (23, "between 1 factions"),
        (24, "'peace'"),
        (26, "day 0"),
        (26, "does not stand before the place"),
        (28, "the army 'third'"),
        (28, "-1 hours ago"),
        (30, "the semaphore line 'Line'"),
        (31, "fair, bad or very bad"),
        (32, "'colour'"),
    ]
    assert len(wanted) == len(lines) - 1
    for number, words in wanted:
        at = re.compile(rf"scenario\.yaml:{number}(:\d+)?: ")
        assert any(at.match(line) and words in line for line in lines), (number, words)


def test_a_scenario_without_its_map_says_which_file_is_missing() -> None:
    pack = campaign.pack()
    text = "title: T\npack: campaign\nmap: other.txt\n"
    files = {"scenario.yaml": text, "map.txt": ROAD}
    with pytest.raises(BadScenario, match=r"scenario\.yaml:3.*other\.txt"):
        Simulation(pack, read_scenario(files, pack), Secret.of_seed(1))


def test_mistakes_of_the_map_and_of_the_scenario_come_together() -> None:
    lines = mistakes("title: T\npack: campaign\ncolour: 1\n", ROAD + "0101 flatlnd\n")
    assert any(line.startswith("map.txt:") for line in lines)
    assert any(line.startswith("scenario.yaml:") for line in lines)


def test_what_a_scenario_says_is_what_the_campaign_begins_with() -> None:
    field = Field(
        sides(
            weather="bad",
            commanders={
                "ney": {"name": "Marshal Ney", "faction": "red", "purse": 7},
                "lone": {"name": "A Stranger", "at": "Southby", "npc": True},
            },
            armies={
                "first": army(
                    "Westwall",
                    [infantry("Line", 1000)],
                    name="First Army",
                    commander="ney",
                    supplies=5,
                    morale=7,
                    resting=8,
                    extra_followers=10,
                    engines={"ready": 1, "packed": 2},
                )
            },
            sightings=[
                {"who": "ney", "army": "second", "at": "1901", "hours_ago": 30, "source": "a spy"}
            ],
        )
    )
    first = field.army("first")
    assert (first.place, first.supplies, first.morale, first.resting) == ("0101", 5, 7, 8)
    assert first.extra_nc.value == 10
    assert (first.engines.ready, first.engines.packed) == (1, 2)
    assert field.get(Commander, "ney").purse == 7
    assert field.get(Commander, "lone").faction == "lone"
    assert field.get(Faction, "red").head == "ney"
    assert field.get(Weather, "weather:").condition == "bad"
    seen = seen_by(field.world, ArmySeen, "ney", "second")
    assert seen is not None
    assert (seen.where, seen.at, seen.source.words) == ("1901", -30 * HOUR, "report of a spy")


def test_nobody_is_told_at_the_beginning_what_he_has_had_before_his_eyes() -> None:
    field = Field(
        sides(
            armies={
                "first": army("1001", FOOT, name="First Army", commander="ney"),
                "second": army("1101", FOOT, name="Second Army", commander="blake"),
            }
        )
    ).run(DAY)
    view: Any = field.pack.view(field.world, "ney")
    assert [s.id for s in view.seen] == ["second"]
    told = [row.kind for b in field.batches for row in b.notice_rows if row.person == "ney"]
    assert told == ["daily_return"]  # what his army ate at dusk, and nothing of the enemy


def test_names_of_places_are_read_whatever_their_case_and_doubtful_ones_are_not_guessed() -> None:
    text = ROAD + '0303 village "Newton"\n0305 village "Newton"\n0405 village "Oldby"\n'
    field = Field(map_text=text)
    field.order(0, "ney", "march to=OLDBY")
    march = field.army("first").march
    assert march is not None
    assert march.goal == "0405"
    field.force(0, "ney", "march to=Newton").force(0, "ney", "march to=Oldbi")
    assert field.refusals("ney") == ["E-NO-PATH", "E-NO-PATH"]


def test_the_smallest_scenario_of_the_documentation_is_one() -> None:
    page = (Path(__file__).parents[4] / "docs" / "scenario-format.md").read_text("utf-8")
    text = page.split("## The smallest scenario")[1].split("```yaml\n")[1].split("```")[0]
    pack = campaign.pack()
    files = {"scenario.yaml": text, "map.txt": ROAD}
    simulation = Simulation(pack, read_scenario(files, pack), Secret.of_seed(1))
    assert len(list(simulation.run(2 * DAY))) > 1


def test_every_key_of_a_section_is_explained() -> None:
    page = (Path(__file__).parents[4] / "docs" / "scenario-format.md").read_text("utf-8")
    sections: list[Any] = [*MAPPINGS.values(), *LISTS.values(), DetachmentSection, EnginesSection]
    for section in sections:
        for key in section.__struct_fields__:
            assert key == "line" or key in page, (section.__name__, key)


def test_the_map_is_drawn_with_whose_land_is_whose() -> None:
    field = Field()
    assert field.pack.draw is not None
    picture = field.pack.draw.sheet(field.world.scene, "A field")
    assert picture.startswith("<svg")
    for words in ("A field", "Westwall", "Eastham"):
        assert words in picture
    neutral = Field(sides(strongholds={"westwall": {}, "eastham": {}}))
    assert neutral.pack.draw is not None
    assert neutral.pack.draw.sheet(neutral.world.scene, "A field") != picture
