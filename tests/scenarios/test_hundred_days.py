"""The Hundred Days: the map's distances and crossings, the strengths, sixty days as scripted."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from couriers.letter import Letter
from service.packs import pack_named
from service.scenario_files import read_files
from world.decision import Decision
from world.dice import Secret
from world.kernel.nouns import Quarantined
from world.map.atlas import Atlas
from world.map.edges import edge
from world.map.routes import Routes
from world.map.steps import Move, Mover
from world.rules.campaign.agenda.orders import QueueOrder, lines_of
from world.rules.campaign.agenda.reading import read_order
from world.rules.campaign.march.orders import MarchOrder
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.ground import Scene
from world.said import GiveOrder
from world.scenario.scenario import Scenario, read_scenario
from world.simulation import Simulation

DAY_MS = 86_400_000


@cache
def scenario() -> tuple[Scenario, Scene]:
    rules = pack_named("campaign")
    found = read_scenario(read_files(Path("hundred_days")), rules)
    scene = rules.scene(found)
    found.problems.stop()
    return found, scene


def atlas() -> Atlas:
    return scenario()[1].atlas


def _road_metres(move: Move) -> int | None:
    return move.metres if move.road is not None else None


@cache
def _routes() -> Routes:
    return Routes(atlas())


def by_road(start: str, end: str) -> float:
    """Kilometres by the shortest way on roads."""
    scene = scenario()[1]
    mover = Mover("roads alone", _road_metres)
    reach = _routes().distances(mover, (scene.hex(scene.place(start)),))
    metres = reach.to(scene.hex(scene.place(end)))
    assert metres is not None, f"no road from {start} to {end}"
    return metres / 1000


# -- the map ---------------------------------------------------------------------------------------


def test_it_loads_without_a_mistake_on_a_map_of_39_by_34_hexes() -> None:
    found, scene = scenario()
    assert found.title == "The Hundred Days"
    assert len(scene.atlas.tiles) == 39 * 34
    assert "GeoNames" in found.credits


@pytest.mark.parametrize(
    ("start", "end", "least", "most"),
    [
        ("Paris", "Lille", 215, 230),
        ("Brussels", "Paris", 290, 320),
        ("Charleroi", "Brussels", 50, 60),
        ("Namur", "Charleroi", 35, 40),
        ("Paris", "Avesnes", 200, 220),
        ("Avesnes", "Charleroi", 50, 60),
        ("Brussels", "Antwerp", 42, 52),
        ("Brussels", "Ghent", 48, 60),
        ("Ghent", "Ostend", 60, 75),
        ("Brussels", "Mons", 52, 65),
        ("Brussels", "Louvain", 24, 32),
        ("Brussels", "Liège", 95, 115),
        ("Namur", "Liège", 58, 70),
        ("Wavre", "Waterloo", 16, 22),
        ("Nivelles", "Quatre-Bras", 9, 13),
        ("Lille", "Dunkirk", 70, 85),
        ("Paris", "Calais", 250, 300),
        ("Paris", "Reims", 130, 165),
        ("Mézières", "Givet", 50, 70),
    ],
)
def test_distances_by_road_are_those_of_the_ground(
    start: str, end: str, least: int, most: int
) -> None:
    assert least <= by_road(start, end) <= most


def test_every_road_crosses_rivers_by_a_bridge_and_every_town_of_the_mainland_has_a_road() -> None:
    found = atlas()
    for road in found.roads:
        for a, b in zip(road.hexes, road.hexes[1:], strict=False):
            river = found.side(a, b).river
            assert river is None or river.crossing == "bridge", (road.name, found.label(a))
    with_road = {at for road in found.roads for at in road.hexes}
    without = {site.name for site in found.strongholds if site.hex not in with_road}
    assert without == {"Flushing", "Goes"}, "the islands of Zeeland are reached by water alone"


def test_no_step_of_a_road_is_shorter_or_longer_than_a_hex_can_be() -> None:
    found = atlas()
    lengths = [
        metres for road in found.roads for metres in road.step_lengths() if metres is not None
    ]
    assert len(lengths) > 600
    assert min(lengths) >= 4_000
    assert max(lengths) <= 19_000


@pytest.mark.parametrize(
    ("from_", "to", "river"),
    [
        ("Charleroi", "2515", "Sambre"),
        ("Fontaine-l'Évêque", "2515", "Sambre"),
        ("Thuin", "Fontaine-l'Évêque", "Sambre"),
        ("Châtelet", "Fleurus", "Sambre"),
        ("Maubeuge", "Avesnes", "Sambre"),
        ("Namur", "3014", "Meuse"),
        ("Huy", "3212", "Meuse"),
        ("Wavre", "Mont-Saint-Guibert", "Dyle"),
        ("Oudenarde", "1909", "Scheldt"),
        ("Péronne", "1220", "Somme"),
        ("Soissons", "1725", "Aisne"),
        ("Compiègne", "1224", "Oise"),
    ],
)
def test_towns_stand_on_their_own_bank(from_: str, to: str, river: str) -> None:
    scene = scenario()[1]
    a, b = scene.hex(scene.place(from_)), scene.hex(scene.place(to))
    found = scene.atlas.sides[edge(a, b)].river
    assert found is not None
    assert (found.name, found.crossing) == (river, "bridge")


def test_the_semaphore_has_sixteen_hops_and_some_220_km() -> None:
    found = atlas()
    (line,) = found.semaphores
    assert line.name == "Paris-Lille"
    hops = [found.hop_metres(line, n) for n in range(1, len(line.stations))]
    assert len(hops) == 16
    assert 205_000 <= sum(hops) <= 225_000
    assert max(hops) < 20_000, "towers see no farther than some twenty kilometres"
    places = [found.label(line.stations[n].hex) for n in (0, -1)]
    scene = scenario()[1]
    assert places == [scene.place("Paris"), scene.place("Lille")]


def test_land_by_the_sea_is_where_the_sea_is() -> None:
    scene = scenario()[1]
    ports = {scene.atlas.label(t.hex) for t in scene.atlas.tiles if t.port}
    on_the_coast = {p for p in ports if scene.atlas.is_coastal(scene.hex(p))}
    assert ports == on_the_coast
    for inland in ("Antwerp", "Brussels", "Lille", "Paris", "Liège", "Saint-Omer", "Ypres"):
        assert not scene.atlas.is_coastal(scene.hex(scene.place(inland)))


# -- the order of battle ---------------------------------------------------------------------------


def men(*armies: str) -> int:
    sections = scenario()[1].setup.armies
    return sum(d.soldiers for army in armies for d in sections[army].detachments)


def guns(*armies: str) -> int:
    sections = scenario()[1].setup.armies
    return sum(
        d.six_pounders + d.eighteen_pounders for army in armies for d in sections[army].detachments
    )


@pytest.mark.parametrize(
    ("army", "least", "most"),
    [
        ("guard", 19_000, 21_000),
        ("i-corps", 19_500, 21_000),
        ("ii-corps", 24_000, 25_500),
        ("iii-corps", 16_500, 18_600),
        ("iv-corps", 15_000, 16_500),
        ("vi-corps", 9_900, 10_900),
        ("i-cavalry", 2_500, 3_100),
        ("ii-cavalry", 3_100, 3_600),
        ("iii-cavalry", 3_200, 3_900),
        ("iv-cavalry", 2_700, 3_300),
        ("reserve", 12_500, 15_500),
        ("brunswick-corps", 5_800, 7_000),
        ("orange-corps", 18_000, 21_000),
        ("perponcher-division", 7_300, 8_500),
        ("hill-corps", 14_000, 16_000),
        ("frederick-corps", 9_500, 11_000),
        ("allied-cavalry", 10_000, 12_500),
        ("pirch-corps", 31_000, 32_800),
        ("thielmann-corps", 23_500, 25_000),
        ("bulow-corps", 30_000, 31_200),
    ],
)
def test_strengths_are_within_what_is_published(army: str, least: int, most: int) -> None:
    assert least <= men(army) <= most


def test_whole_armies_are_within_what_is_published() -> None:
    setup = scenario()[1].setup
    sides = {
        "france": [
            key
            for key, army in setup.armies.items()
            if setup.commanders[army.owner or army.commander].faction == "france"
        ],
        "netherlands": [
            key for key, army in setup.armies.items() if army.owner == "wellington"
        ] + ["reserve"],
        "prussia": [
            "zieten-corps", "steinmetz-brigade", "pirch-corps", "thielmann-corps", "bulow-corps",
        ],
    }  # fmt: skip
    sides["netherlands"] = sorted(set(sides["netherlands"]))
    assert 119_000 <= men(*sides["france"]) <= 126_000
    assert 344 <= guns(*sides["france"]) <= 370
    assert 85_000 <= men(*sides["netherlands"]) <= 94_000
    assert 180 <= guns(*sides["netherlands"]) <= 204
    assert 116_000 <= men(*sides["prussia"]) <= 121_000
    assert 296 <= guns(*sides["prussia"]) <= 312
    assert 30_500 <= men("zieten-corps", "steinmetz-brigade") <= 32_700


# -- the campaign ----------------------------------------------------------------------------------


def test_every_scripted_line_is_an_order_of_somebody_who_is_there() -> None:
    found, scene = scenario()
    rules = pack_named("campaign")
    words: Counter[str] = Counter()
    for line in found.script:
        assert line.input.person in scene.setup.commanders, line.input.person
        body = line.input.body
        assert isinstance(body, GiveOrder)
        words[rules.decode_order(body.order).__struct_config__.tag] += 1  # type: ignore[index]
    wanted = {"march", "letter", "semaphore", "besiege", "queue", "split", "doctrine", "forage"}
    assert wanted | {"battle_plan", "raise", "tax", "bonus"} <= words.keys()
    days = {line.at // DAY_MS for line in found.script}
    assert min(days) == 0
    assert 50 < max(days) < 60


def test_every_march_of_the_lists_leads_to_a_place_on_the_map() -> None:
    """What stands in a list is read when the list is given, long after the scenario was checked."""
    found, scene = scenario()
    rules = pack_named("campaign")
    marches = 0
    for line in found.script:
        assert isinstance(line.input.body, GiveOrder)
        order = rules.decode_order(line.input.body.order)
        if isinstance(order, QueueOrder):
            for each in lines_of(order):
                march = read_order(rules, each, "army", order.army)
                if isinstance(march, MarchOrder):
                    assert scene.place(march.to), march.to
                    marches += 1
    assert marches > 150


class SixtyDays(NamedTuple):
    simulation: Simulation
    rows: Counter[str]
    notices: Counter[str]
    soldiers: int  # as it begins
    armies: tuple[int, int]  # after ten days, and in the end


@pytest.fixture(scope="module")
def sixty_days() -> SixtyDays:
    """The whole of it, with the dice of the demonstration."""
    found, _ = scenario()
    simulation = Simulation(pack_named("campaign"), found, Secret.of_seed(1815))
    world = simulation.world
    soldiers = sum(army.soldiers for army in world.of(Army))
    rows = list(simulation.run(10 * DAY_MS))
    after_ten = len(list(world.of(Army)))
    rows += simulation.run(60 * DAY_MS)
    return SixtyDays(
        simulation,
        Counter(row.kind for row in rows),
        Counter(notice.kind for notice in simulation.notices),
        soldiers,
        (after_ten, len(list(world.of(Army)))),
    )


def test_hardly_anything_that_the_script_says_is_said_in_vain(sixty_days: SixtyDays) -> None:
    """Marches are listed by their days, so that whom the enemy holds up goes on when he can.

    What remains is a letter of somebody whom the dice have made a prisoner.
    """
    vain = [
        (notice.at // DAY_MS, notice.person, msgspec.json.decode(notice.body)["code"])
        for notice in sixty_days.simulation.notices
        if notice.kind == "said_in_vain"
    ]
    assert len(vain) <= 3, vain
    assert "E-SYNTAX" not in {code for _, _, code in vain}


def test_sixty_days_hold_what_a_campaign_is_made_of(sixty_days: SixtyDays) -> None:
    world = sixty_days.simulation.world
    assert sixty_days.rows["step_quarantined"] == 0
    assert not world.of(Quarantined)
    fates = Counter(copy.fate for letter in world.of(Letter) for copy in letter.copies)
    assert fates["delivered"] > 200
    assert fates["lost"] > 0
    assert fates["captured"] > 0
    for kind in ("forage_ends", "levy_comes_together", "taxes_come", "signal_goes_on"):
        assert sixty_days.rows[kind] > 0, kind
    for kind in (
        "armies_meet", "battle_offered", "telegram_seen", "news_came", "in_sight", "falling_back",
        "siege_begins", "listed_starts", "army_parted", "hungry_day", "weekly_halt", "letter_came",
    ):  # fmt: skip
        assert sixty_days.notices[kind] > 0, kind


def test_one_plan_is_left_to_its_default_and_sieges_are_reckoned(sixty_days: SixtyDays) -> None:
    world = sixty_days.simulation.world
    plans = [d for d in world.of(Decision) if d.rule == "D-SIEGE-01"]
    assert ("egloffstein", "defaulted") in [(d.who, d.state) for d in plans]
    assert sixty_days.notices["siege_week_outside"] >= 5
    assert sixty_days.notices["place_taken"] >= 1  # Bouillon, or what came after it


def test_battles_are_fought_and_cost_men_and_the_armies_are_still_there(
    sixty_days: SixtyDays,
) -> None:
    """The dice of seed 1815 are not those of 1815, but nobody comes out of it unhurt."""
    world = sixty_days.simulation.world
    assert sixty_days.rows["they_fight"] >= 8
    left = sum(army.soldiers for army in world.of(Army))
    assert sixty_days.soldiers // 3 < left < sixty_days.soldiers - 20_000
    assert sixty_days.armies[0] > 40
    assert sixty_days.armies[1] > 25
