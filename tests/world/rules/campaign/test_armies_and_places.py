from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign.field import (
    DAY,
    HOUR,
    ROAD,
    SAMPLE,
    Field,
    army,
    artillery,
    cavalry,
    infantry,
    sides,
)
from world.decision import Decision
from world.entity import Tombstone
from world.rules.campaign.captives.riding import RideOver
from world.rules.campaign.garrisons.chapter import GarrisonChanged, GarrisonWhole
from world.rules.campaign.nouns.army import column_length, noncombatants
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.ground import controller, relation
from world.rules.campaign.nouns.guns import working_guns
from world.rules.campaign.nouns.leavings import LeftBehind
from world.rules.campaign.nouns.ratio import ratio
from world.rules.campaign.nouns.stronghold import Standing, Stronghold, soldiers_inside

FOOT = [infantry("Line", 1000)]


def sample(**more: Any) -> Field:
    first = army("0101", SAMPLE, name="Sample", commander="ney", supplies=105_000)
    return Field(sides(armies={"first": first}), **more)


# -- armies ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-ARMY-01", "C-DET-01")
def test_the_sample_army_is_read_as_its_sheet_has_it() -> None:
    first = sample().army("first")
    assert first.count("infantry") == 4_500
    assert first.count("artillery") == 100
    assert first.count("cavalry") == 600
    assert first.wagons == 25
    assert first.soldiers == 5_200
    assert (first.morale, first.resting) == (9, 9)


@pytest.mark.rule("C-ARMY-03")
def test_1400_noncombatants_follow_the_sample_army() -> None:
    field = sample()
    assert noncombatants(field.world, field.army("first")) == 1_400


@pytest.mark.rule("C-ARMY-03", "C-TRAIT-17", "C-SPEC-04")
def test_followers_go_by_rate_extra_points_spartans_and_skirmishers() -> None:
    # The victor of the worked examples: 4,274 foot, 95 gunners, 570 horse, ten guns.
    force = [infantry("I", 4274), artillery("A", 95, six_pounders=10), cavalry("C", 570)]

    def followers(extra: int = 0, **ney: Any) -> int:
        commanders = {"ney": {"name": "Marshal Ney", "faction": "red", **ney}}
        first = army("0101", force, name="X", commander="ney")
        field = Field(sides(commanders=commanders, armies={"first": first}))
        grown = msgspec.structs.replace(field.army("first"), extra_nc=ratio(Fraction(extra, 2)))
        return noncombatants(field.world, grown)

    assert followers() == 1_335
    assert followers(30) == 2_076
    assert followers(15, traits=["spartan"]) == 1_038
    light = army("0101", [infantry("R", 1500, special="skirmishers")], name="L", commander="ney")
    field = Field(sides(armies={"first": light}))
    assert noncombatants(field.world, field.army("first")) == 150


@pytest.mark.rule("C-COL-01")
def test_the_sample_column_is_3_65_km_long() -> None:
    field = sample()
    length = column_length(field.world, field.army("first"))
    assert length == 2 + Fraction(600, 1250) + Fraction(35, 30)
    assert round(float(length), 2) == 3.65
    riding = sample(params={"column.artillerists_as": "cavalry"})
    longer = column_length(riding.world, riding.army("first"))
    assert longer - length == Fraction(100, 1250) - Fraction(100, 3000)


@pytest.mark.rule("C-ARMY-07")
def test_exclusively_means_no_wagon_and_no_gun_and_followers_never_spoil_it() -> None:
    def first(detachments: list[dict[str, Any]]) -> Any:
        one = army("0101", detachments, name="X", commander="ney")
        return Field(sides(armies={"first": one})).army("first")

    assert first([cavalry("H", 300)]).exclusively("cavalry")
    assert not first([cavalry("H", 300, wagons=1)]).exclusively("cavalry")
    assert not first([cavalry("H", 300), infantry("L", 500)]).exclusively("cavalry")
    assert first([infantry("R", 500, special="skirmishers")]).exclusively("skirmishers")
    assert not first(FOOT).exclusively("skirmishers")


@pytest.mark.rule("C-ARMY-02", "D-ARMY-02", "D-ARMY-03")
def test_an_army_shrunk_under_the_minimum_goes_on_unless_the_referee_disbands_it() -> None:
    def shrunk(**more: Any) -> Field:
        small = army("0101", [infantry("Few", 110)], name="Few", commander="ney", morale=2)
        field = Field(
            sides(armies={"first": small}), dice={"morale check": [(1, 2), (6, 6)]}, **more
        )
        field.order(0, "ney", "march to=0201 pace=none night=normal")
        return field.run(2 * DAY)

    field = shrunk()
    assert field.army("first").soldiers == 77
    asked = [d for d in field.world.of(Decision) if d.rule == "D-ARMY-02"]
    assert [d.default for d in asked] == ["goes_on"]
    assert asked[0].asked == DAY + 12 * HOUR
    field.answer(2 * DAY, "gm", "D-ARMY-02", "disbands")
    assert isinstance(field.world.entities["first"], Tombstone)
    ney = field.get(Commander, "ney")
    # Without troops he rides to the nearest stronghold of his own (D-ARMY-03).
    assert (ney.army, ney.riding) == ("", "0101")
    strict = shrunk(params={"army.remnant_allowed": False})
    assert isinstance(strict.world.entities["first"], Tombstone)


@pytest.mark.rule("C-CMD-06", "D-ARMY-03")
@pytest.mark.parametrize(
    ("option", "where"), [("rides", "0101"), ("stays", "0201"), (None, "0101")]
)
def test_where_the_scenario_lets_it_wait_a_commander_without_an_army_does_as_the_referee_says(
    option: str | None, where: str
) -> None:
    small = army("0101", [infantry("Few", 110)], name="Few", commander="ney", morale=2)
    field = Field(
        sides(armies={"first": small}),
        dice={"morale check": [(1, 2), (6, 6)]},
        params={"decision.waits": ["D-ARMY-03"]},
    )
    field.order(0, "ney", "march to=0201 pace=none night=normal").run(2 * DAY)
    field.answer(2 * DAY, "gm", "D-ARMY-02", "disbands")
    (asked,) = [d for d in field.world.of(Decision) if d.rule == "D-ARMY-03"]
    assert (asked.who, asked.default) == ("gm", "rides")
    assert [o.name for o in asked.options] == ["rides", "stays", "taken"]
    ney = field.get(Commander, "ney")
    assert (ney.army, ney.riding, ney.place) == ("", "", "0201")
    if option:
        field.answer(2 * DAY + HOUR, "gm", "D-ARMY-03", option)
    assert field.run(5 * DAY).get(Commander, "ney").place == where


def without_an_army(**more: Any) -> Field:
    """Ney's army is disbanded at 0701, and he rides to Westwall, 60 km off."""
    small = army("0601", [infantry("Few", 110)], name="Few", commander="ney", morale=2)
    armies = {"first": small, **more.pop("armies", {})}
    field = Field(sides(armies=armies), dice={"morale check": [(1, 2), (6, 6)]}, **more)
    field.order(0, "ney", "march to=0701 pace=none night=normal").run(2 * DAY)
    return field.answer(2 * DAY, "gm", "D-ARMY-02", "disbands")


@pytest.mark.rule("C-CMD-06", "D-ARMY-03")
@pytest.mark.parametrize(
    ("option", "hours", "where"),
    [("stays", 7, "0501"), ("taken", 7, "0501"), ("stays", 30, "0101"), ("taken", 30, "0101")],
)
def test_an_amended_answer_finds_a_commander_without_an_army_where_he_has_come_to(
    option: str, hours: int, where: str
) -> None:
    """In seven hours he rides 23 km: he stops at 0501, and no enemy is there who could take him."""
    field = without_an_army()
    assert field.get(Commander, "ney").riding == "0101"
    field.run(2 * DAY + hours * HOUR)
    if hours < 24:
        field.answer(2 * DAY + hours * HOUR, "gm", "D-ARMY-03", option)
        ney = field.get(Commander, "ney")
        assert (ney.riding, ney.place) == ("", where)
        pending = [type(each.event) for each in field.world.timeline.entries.values()]
        assert RideOver not in pending
    ney = field.run(6 * DAY).get(Commander, "ney")
    assert (ney.riding, ney.place, ney.captor) == ("", where, "")


@pytest.mark.rule("C-CMD-06", "C-PRIS-01", "D-ARMY-03")
@pytest.mark.parametrize("waits", [True, False])
def test_a_commander_without_an_army_may_be_taken_by_the_enemy_there(waits: bool) -> None:
    """Where it waits at 0701, else where he has come to by then."""
    horse = army("0701" if waits else "0601", [infantry("H", 900)], name="B", commander="blake")
    params = {"decision.waits": ["D-ARMY-03"]} if waits else {}
    field = without_an_army(params=params)
    there = field.army("second")
    field.world.set(msgspec.structs.replace(there, place=horse["at"]))
    field.answer(2 * DAY + 4 * HOUR, "gm", "D-ARMY-03", "taken")
    ney = field.get(Commander, "ney")
    assert (ney.captor, ney.riding) == ("blake", "")


@pytest.mark.rule("C-ART-01")
def test_guns_without_crews_are_hauled_but_do_not_count() -> None:
    battery = [infantry("L", 500), artillery("Train", 80, six_pounders=10, eighteen_pounders=2)]
    first = army("0101", battery, name="X", commander="ney")
    field = Field(sides(armies={"first": first}))
    guns = working_guns(field.world, field.army("first"))
    assert (guns.six, guns.eighteen) == (6, 2)
    all_of = Field(sides(armies={"first": first}), params={"artillery.uncrewed_count": True})
    assert working_guns(all_of.world, all_of.army("first")).six == 10


# -- the map --------------------------------------------------------------------------------------


@pytest.mark.rule("C-MAP-01")
def test_a_step_is_ten_km_unless_a_road_or_the_scenario_says_otherwise() -> None:
    assert Field().world.scene.metres("0101", "0201") == 10_000
    purist = Field(params={"map.hex_step_km": "8.66"})
    assert purist.world.scene.metres("0101", "0201") == 8_660
    measured = ROAD.replace('road "East road"\n1001', 'road "East road" km=45\n1001', 1)
    assert Field(map_text=measured).world.scene.metres("0101", "0201") == 5_000


@pytest.mark.rule("C-MAP-02", "C-MAP-03", "C-MAP-04")
def test_terrain_settlement_roads_and_rivers_are_read_from_the_map() -> None:
    text = ROAD + 'terrain heath\n0303 heath\n0404 hills\nriver "B" 0304/0404\n'
    scene = Field(map_text=text, params={"map.rough_terrains": ["heath"]}).world.scene
    atlas = scene.atlas
    assert atlas.is_rough(scene.hex("0303"))
    assert not atlas.is_rough(scene.hex("0404"))
    assert atlas.tile(scene.hex("0101")).settlement == 20
    assert atlas.on_road(scene.hex("0101"), scene.hex("0201"))
    assert atlas.is_fording(scene.hex("0304"), scene.hex("0404"))


@pytest.mark.rule("C-STR-06", "C-STR-07")
def test_the_nearest_stronghold_controls_a_hex_by_land_and_the_larger_of_two_as_near() -> None:
    text = """\
map "Control" layout=odd-q
0101:0901 flatland
0102:0902 sea
0103:0903 flatland
0901 flatland
0101 city "A" population=30000
0701 fortress "B" population=800
0403 city "C" population=90000
"""
    scenario = sides(
        armies={
            "first": army("0101", FOOT, name="First", commander="ney"),
            "second": army("0901", FOOT, name="Second", commander="blake"),
        },
        strongholds={"a": {"holder": "ney"}, "b": {"holder": "blake"}},
    )
    scenario["strongholds"] = {"a": {"holder": "ney"}, "b": {"holder": "blake"}}
    field = Field(scenario, map_text=text)

    def owner(label: str) -> str | None:
        found = controller(field.world, label)
        return found.id if found is not None else None

    assert owner("0401") == "a"  # three steps from both: the larger
    assert owner("0501") == "b"  # two steps from B
    assert owner("0403") == "c"
    assert owner("0402") is None  # water
    by_kind = Field(scenario, map_text=text, params={"stronghold.size_order": ["id"]})
    assert controller(by_kind.world, "0401") is not None
    river = text.replace("0101 city", 'river "R" 0301/0401\n0101 city')
    blocked = Field(scenario, map_text=river, params={"control.rivers_block": True})
    found = controller(blocked.world, "0401")
    assert found is not None
    assert found.id == "b"


@pytest.mark.rule("C-MAP-05")
def test_a_hex_stands_to_a_commander_as_its_controlling_strongholds_holder_does() -> None:
    field = Field()
    world = field.world
    assert relation(world, "0201", "red", 0).friendly
    assert relation(world, "1901", "red", 0).hostile
    assert relation(world, "1901", "red", 0).unfriendly
    neutral = relation(world, "1004", "red", 0)
    assert (neutral.stance, neutral.unfriendly) == ("neutral", True)
    kind = Field(params={"territory.unfriendly_includes_neutral": False})
    assert not relation(kind.world, "1004", "red", 0).unfriendly
    taken = msgspec.structs.replace(field.get(Stronghold, "westwall"), taken=0)
    world.set(taken)
    assert relation(world, "0201", "red", 364 * DAY).newly_conquered
    assert not relation(world, "0201", "red", 365 * DAY).newly_conquered


# -- strongholds ----------------------------------------------------------------------------------


@pytest.mark.rule("C-STR-01", "C-STR-08")
def test_a_stronghold_carries_what_the_rules_ask_of_it() -> None:
    field = Field()
    westwall = field.get(Stronghold, "westwall")
    assert (westwall.sort, westwall.holder, westwall.faction) == ("fortress", "ney", "red")
    assert (westwall.threshold, westwall.defence, westwall.gates_open) == (20, 5, False)
    eastham = field.get(Stronghold, "eastham")
    assert (eastham.threshold, eastham.defence) == (15, 4)
    southby = field.get(Stronghold, "southby")
    assert (southby.threshold, southby.defence, southby.faction) == (10, 3, "")
    view = field.pack.view(field.world, "ney")
    people = {s.id: s.population for s in view.strongholds}  # type: ignore[attr-defined]
    assert people["eastham"] == 30_000


@pytest.mark.rule("C-STR-02", "C-STR-03", "D-STR-01")
def test_standing_garrisons_are_those_of_their_kind_unless_the_scenario_sets_them() -> None:
    field = Field(sides(strongholds={"southby": {"garrison": {"infantry": 30}}}))
    assert field.get(Stronghold, "westwall").standing == Standing(250, 50)
    assert field.get(Stronghold, "eastham").standing == Standing(500, 0)
    assert field.get(Stronghold, "southby").standing == Standing(30, 0)
    usual = Field()
    assert usual.get(Stronghold, "southby").standing == Standing(250, 0)


@pytest.mark.rule("C-STR-02")
def test_a_thinned_standing_garrison_is_whole_after_thirty_days_without_a_siege() -> None:
    field = Field(sides(strongholds={"westwall": {"holder": "ney", "garrison": {"infantry": 9}}}))
    field.run(30 * DAY - 1)
    assert field.get(Stronghold, "westwall").standing.infantry == 9
    field.run(30 * DAY)
    assert field.get(Stronghold, "westwall").standing == Standing(250, 50)
    assert [notice.soldiers for _, notice in field.told("ney", GarrisonWhole)] == [300]


@pytest.mark.rule("C-STR-04")
def test_an_army_quartered_inside_counts_among_the_defenders_until_it_leaves() -> None:
    field = Field().order(0, "ney", "garrison")
    westwall = field.get(Stronghold, "westwall")
    assert field.army("first").inside == "westwall"
    assert soldiers_inside(field.world, westwall) == 1_300
    assert [n.what for _, n in field.told("ney", GarrisonChanged)] == ["is quartered in"]
    field.order(HOUR, "ney", "leave")
    assert field.army("first").inside == ""
    field.force(2 * HOUR, "ney", "leave")
    assert field.refusals("ney") == ["E-NOT-GARRISONED"]


@pytest.mark.rule("C-STR-04")
def test_whoever_marches_off_from_his_quarters_leaves_them() -> None:
    field = Field().order(0, "ney", "garrison").order(HOUR, "ney", "march to=0201")
    assert field.army("first").inside == ""


@pytest.mark.rule("C-STR-04", "C-STR-05")
def test_no_gates_open_to_strangers_or_where_there_are_none() -> None:
    field = Field(
        sides(
            armies={
                "first": army("2001", FOOT, name="First", commander="ney"),
                "second": army("0505", FOOT, name="S", commander="blake"),
            }
        )
    )
    field.force(0, "ney", "garrison")
    assert field.refusals("ney") == ["E-NO-CONSENT"]
    field.force(0, "blake", "garrison")
    assert field.refusals("blake") == ["E-NOT-PRESENT"]
    neutral = Field(sides(armies={"first": army("1005", FOOT, name="First", commander="ney")}))
    neutral.force(0, "ney", "garrison")
    assert neutral.refusals("ney") == ["E-NO-CONSENT"]
    open_gates = Field(
        sides(armies={"first": army("1005", FOOT, name="First", commander="ney")}),
        params={"garrison.needs_consent": False},
    ).order(0, "ney", "garrison")
    assert open_gates.army("first").inside == "southby"


@pytest.mark.rule("C-STR-05", "C-DET-02")
def test_detachments_are_dropped_off_whole_on_the_way() -> None:
    two = [infantry("Line", 800), infantry("Reserve", 400), cavalry("Horse", 200)]
    field = Field(sides(armies={"first": army("0101", two, name="First", commander="ney")}))
    field.order(0, "ney", "detach_garrison detachments=Reserve,Horse")
    westwall = field.get(Stronghold, "westwall")
    assert [d.name for d in westwall.left] == ["Reserve", "Horse"]
    assert soldiers_inside(field.world, westwall) == 900
    assert field.army("first").soldiers == 800
    field.force(0, "ney", "detach_garrison detachments=Half")
    field.force(0, "ney", "detach_garrison detachments=Line")
    assert field.refusals("ney") == ["E-DET-INDIVISIBLE", "E-ARMY-TOO-SMALL"]


@pytest.mark.rule("C-MAP-05")
def test_land_that_no_stronghold_controls_is_what_the_scenario_says() -> None:
    island = ROAD.replace("0101:2005", "0101:2007") + "0101:2007 flatland\n0506:1506 sea\n"
    text = island + "0401:0407 flatland\n" + "".join(f"{c:02d}06 sea\n" for c in range(1, 21))
    field = Field(map_text=text)
    assert controller(field.world, "0907") is None
    assert relation(field.world, "0907", "red", 0).stance == "neutral"
    wild = Field(map_text=text, params={"territory.uncontrolled": "hostile"})
    assert relation(wild.world, "0907", "red", 0).hostile


@pytest.mark.rule("C-MARCH-04", "C-ENG-04")
def test_wheels_and_stores_left_behind_lie_in_the_hex_and_free_the_army_of_roads() -> None:
    field = sample().order(0, "ney", "abandon wagons=25 six_pounders=10 supplies=5000")
    first = field.army("first")
    assert (first.wheels, first.supplies) == (0, 100_000)
    left = field.get(LeftBehind, "left:0101")
    assert (left.wagons, left.six, left.supplies) == (25, 10, 5_000)
    field.order(HOUR, "ney", "march path=0102").run(2 * DAY)
    assert field.army("first").place == "0102"
    for wrong in ("abandon wagons=1", "abandon", "abandon supplies=-3", "abandon supplies=200000"):
        field.force(3 * DAY, "ney", wrong)
    assert field.refusals("ney") == ["E-NOT-ENOUGH"] * 4
    train = [infantry("Line", 1000, wagons=10)]
    packed = army("0101", train, name="F", commander="ney", engines={"packed": 1})
    carried = Field(sides(armies={"first": packed})).order(0, "ney", "abandon wagons=1")
    assert carried.army("first").engines.packed == 0
