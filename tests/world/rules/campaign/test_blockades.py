"""Blockades, alone and with an army before the walls, and what lands from them (C-BLK)."""

from __future__ import annotations

from typing import Any

import pytest

from couriers.letter import OrderReported
from tests.world.rules.campaign.field import DAY, HOUR, army, infantry
from tests.world.rules.campaign.sea import Gulf, fleet, fought, gulf, over, ship
from world.rules.campaign.blockades.notices import (
    BlockadeBegins,
    BlockadeEnds,
    JoinsSiege,
    WouldYield,
)
from world.rules.campaign.nouns.siege import Siege
from world.rules.campaign.nouns.stronghold import Stronghold

WEEK = 7 * DAY
#: Weekly throws that never open a gate.
SHUT: Any = {"week of the siege": [(1, 1)] * 60}
OPENS: Any = {"week of the siege": [(6, 6)] * 60}
CONFLANS: Any = {"name": "Admiral Conflans", "faction": "blue", "at": "2001"}
SHIPS = [ship("Calypso", "transport"), ship("Dauntless")]


def off_eastfort(ships: list[dict[str, Any]] | None = None, **more: Any) -> Gulf:
    """Hawke lies off Eastfort with Wolfe's troops aboard."""
    fleets = {
        "western": fleet("1907", ships or SHIPS, name="Western Squadron", commander="hawke"),
        "eastern": None,
        **more.pop("fleets", {}),
    }
    force = army("1907", [infantry("Line", 1000)], name="Landing Force", commander="wolfe")
    aboard = {"landing": {**force, "aboard": "western", **more.pop("landing", {})}}
    armies = {**aboard, **more.pop("armies", {})}
    people = {"conflans": {**CONFLANS}, **more.pop("commanders", {})}
    spec = gulf(fleets=fleets, armies=armies, commanders=people, **more.pop("spec", {}))
    return Gulf(spec, **more)


def shut_in(**more: Any) -> Gulf:
    """The same, blockading from the first hour on."""
    field = off_eastfort(**{"dice": SHUT, **more})
    return field.order(0, "hawke", 'blockade stronghold=eastfort plan="close in"')


def siege(field: Gulf) -> Siege | None:
    return next(iter(field.world.of(Siege)), None)


@pytest.mark.rule("C-BLK-01", "C-SIEGE-01", "D-SIEGE-01")
def test_a_ship_of_the_line_shuts_a_coastal_place_in() -> None:
    field = off_eastfort(dice=SHUT).order(0, "hawke", "blockade stronghold=Eastfort")
    (asked,) = field.asked("hawke", "D-SIEGE-01")
    assert [option.name for option in asked.options] == ["hold", "press"]
    opening = siege(field)
    assert opening is not None
    assert opening.state == "opening"
    field.answer(HOUR, "hawke", "D-SIEGE-01", "press", "with guns")
    running = siege(field)
    assert running is not None
    assert (running.state, running.fleets, running.armies, running.plan) == (
        "running",
        ("western",),
        (),
        "with guns",
    )
    ((_, told),) = field.told("hawke", BlockadeBegins)
    assert (told.ships, told.first) == (2, HOUR + WEEK)


@pytest.mark.rule("C-BLK-01")
def test_frigates_inland_places_friends_and_the_far_off_are_refused() -> None:
    frigates = off_eastfort([ship("Ariel", "fifth_rate"), ship("Calypso", "transport")])
    frigates.force(HOUR, "hawke", "blockade stronghold=eastfort")
    idle = off_eastfort([ship("Dauntless", crew=124), ship("Calypso", "transport")])
    idle.force(HOUR, "hawke", "blockade stronghold=eastfort")
    assert frigates.refusals("hawke") == idle.refusals("hawke") == ["E-BLK-NO-LINE-SHIP"]
    far = off_eastfort()
    far.force(HOUR, "hawke", "blockade stronghold=eastport")
    far.force(HOUR, "hawke", "blockade stronghold=nowhere")
    far.force(HOUR, "hawke", "assault_from_sea")
    far.force(HOUR, "hawke", "lift_blockade")
    assert far.refusals("hawke") == [
        "E-NOT-PRESENT",
        "E-NOT-PRESENT",
        "E-NOT-BESIEGING",
        "E-NOT-BESIEGING",
    ]
    own = Gulf(gulf())
    own.force(HOUR, "hawke", "blockade stronghold=westport")
    assert own.refusals("hawke") == ["E-FRIENDLY"]


INLAND = """\
map "A coast" layout=odd-q
0101:0808 flatland settlement=20
0101:0108 sea
0204 city "Westport" population=20000 port
0207 town "Southcove" population=3000 port
0504 city "Eastport" population=20000
0707 fortress "Eastfort" population=2000
"""


@pytest.mark.rule("C-BLK-01")
def test_a_place_away_from_the_sea_is_not_blockaded() -> None:
    people = {"conflans": {**CONFLANS, "at": "0801"}}
    spec = gulf(commanders=people, fleets={"eastern": None})
    field = Gulf(spec, map_text=INLAND)
    field.force(HOUR, "hawke", "blockade stronghold=eastfort")
    assert field.refusals("hawke") == ["E-NOT-COASTAL"]


@pytest.mark.rule("C-BLK-01", "C-SIEGE-02")
def test_the_will_to_hold_sinks_week_by_week_as_in_a_siege() -> None:
    field = shut_in()
    first = field.get(Stronghold, "eastfort").threshold
    field.run(WEEK + HOUR)
    second = field.get(Stronghold, "eastfort").threshold
    field.run(2 * WEEK + HOUR)
    third = field.get(Stronghold, "eastfort").threshold
    assert first > second > third
    alone = siege(field)
    assert alone is not None
    assert alone.weeks == 2


@pytest.mark.rule("C-BLK-01", "C-SIEGE-03", "D-BLK-01")
def test_the_referee_says_each_week_whether_food_comes_in_by_land() -> None:
    field = shut_in().run(2 * HOUR)
    (asked,) = field.asked("gm", "D-BLK-01")
    assert [option.name for option in asked.options] == ["yes", "no"]
    assert asked.default == "no"
    field.answer(3 * HOUR, "gm", "D-BLK-01", "yes").run(WEEK + HOUR)
    fed = field.get(Stronghold, "eastfort").threshold
    starved = shut_in().run(WEEK + HOUR).get(Stronghold, "eastfort").threshold
    assert fed > starved
    field.run(WEEK + 2 * HOUR)
    assert field.asked("gm", "D-BLK-01")
    params = {"blockade.land_resupply_default": True}
    open_roads = shut_in(params=params).run(WEEK + HOUR)
    assert open_roads.get(Stronghold, "eastfort").threshold == fed
    taken = shut_in(params=params).run(2 * HOUR)
    taken.answer(3 * HOUR, "gm", "D-BLK-01", "no").run(WEEK + HOUR)
    assert taken.get(Stronghold, "eastfort").threshold == starved


@pytest.mark.rule("C-BLK-01", "C-SIEGE-01")
def test_a_siege_by_land_and_a_blockade_are_one_siege() -> None:
    besiegers = army("1907", [infantry("Guard", 1000)], name="Guard", commander="anson")
    field = off_eastfort(
        armies={"guard": besiegers},
        commanders={"anson": {"name": "Lord Anson", "faction": "red"}},
        dice=SHUT,
    )
    field.order(0, "anson", "besiege stronghold=eastfort").run(DAY)
    field.order(DAY, "hawke", "blockade stronghold=eastfort").run(2 * DAY)
    (both,) = field.world.of(Siege)
    assert (both.armies, both.fleets) == (("guard",), ("western",))
    assert not field.asked("gm", "D-BLK-01")
    # One of them may go; the other carries the siege on.
    field.order(2 * DAY, "anson", "lift").run(3 * DAY)
    (left,) = field.world.of(Siege)
    assert (left.armies, left.fleets) == ((), ("western",))
    field.order(3 * DAY, "hawke", "lift_blockade").run(4 * DAY)
    assert siege(field) is None


@pytest.mark.rule("C-BLK-01", "C-SIEGE-06")
def test_a_blockade_ends_with_the_order_the_voyage_or_the_last_ship_of_the_line() -> None:
    given_up = shut_in().order(DAY, "hawke", "lift_blockade")
    sailed = shut_in().order(DAY, "hawke", "sail to=1807").run(DAY + HOUR)
    parted = shut_in().order(DAY, "hawke", "part_fleet ships=Dauntless")
    for field in (given_up, sailed, parted):
        assert siege(field) is None
        assert len(field.told("hawke", BlockadeEnds)) == 1
    again = given_up.order(2 * DAY, "hawke", 'blockade stronghold=eastfort plan="again"')
    assert siege(again) is not None
    again.force(2 * DAY, "hawke", "blockade stronghold=eastfort")
    assert again.refusals("hawke") == ["E-BUSY"]


@pytest.mark.rule("C-BLK-01", "C-NAV-07")
def test_a_blockading_fleet_that_is_beaten_blockades_no_longer() -> None:
    relief = {"eastern": fleet("1806", [ship("A"), ship("B")], name="E", commander="conflans")}
    people = {"conflans": {"name": "Admiral Conflans", "faction": "blue"}}
    dice = {
        **SHUT,
        "naval battle roll of western": [(1, 1)],
        "naval battle roll of eastern": [(6, 6)],
        "morale check": [(1, 1)] * 9,
        "fate of": [(1,)] * 9,
    }
    field = shut_in(fleets=relief, commanders=people, dice=dice)
    field.order(DAY, "conflans", "sail to=1907").run(DAY + 2 * HOUR)
    field.answer(DAY + 3 * HOUR, "conflans", "D-NAV-01", "attack").run(8 * DAY)
    assert siege(field) is None
    assert field.fleet("western").place != "1907"


@pytest.mark.rule("C-BLK-01", "C-SIEGE-07")
def test_only_a_blockade_shuts_the_port_of_a_besieged_place() -> None:
    besiegers = army("1904", [infantry("Guard", 1000)], name="Guard", commander="anson")
    relief = {
        "eastern": fleet(
            "1904", [ship("Clio", "transport", cargo=5000)], name="Convoy", owner="conflans"
        )
    }
    for closed in (False, True):
        fleets = {
            **relief,
            "western": fleet("0204", [ship("Dauntless")], name="W", commander="hawke"),
        }
        spec = gulf(
            fleets=fleets,
            armies={"guard": besiegers},
            commanders={
                "anson": {"name": "Lord Anson", "faction": "red"},
                "conflans": {**CONFLANS, "at": "1904"},
                "wolfe": {"name": "Wolfe", "faction": "red", "at": "0201"},
            },
        )
        spec["armies"].pop("landing")
        params = {"siege.port_open_without_blockade": not closed}
        field = Gulf(spec, params=params, dice=SHUT)
        field.order(0, "anson", "besiege stronghold=eastport").run(DAY)
        field.force(DAY, "conflans", "unstow fleet=eastern to=eastport supplies=5000").run(3 * DAY)
        assert field.get(Stronghold, "eastport").stores == (0 if closed else 5000)
        told = [n.text for _, n in field.told("conflans", OrderReported)]
        assert any("nothing gets in or out by sea" in text for text in told) == closed


# -- landings -------------------------------------------------------------------------------------


@pytest.mark.rule("C-BLK-02", "C-ASLT-01")
def test_without_infantry_before_the_walls_there_is_no_assault_from_the_sea() -> None:
    field = shut_in()
    field.order(HOUR, "hawke", "assault_from_sea")
    assert field.refusals("hawke") == ["E-BLK-NO-INFANTRY"]
    two = shut_in(params={"blockade.assault_min_infantry": 2})
    two.order(HOUR, "wolfe", "disembark").run(4 * DAY)
    two.force(4 * DAY, "wolfe", "assault_from_sea fleet=western")
    two.force(4 * DAY, "hawke", "assault_from_sea")
    assert two.refusals("hawke") == ["E-BLK-NO-INFANTRY"]


@pytest.mark.rule("C-BLK-02", "C-FLEET-02")
def test_who_lands_from_a_blockade_lies_before_the_place_and_storms_it() -> None:
    storm = {"battle roll of landing": [(6, 6)], "battle roll of eastfort": [(1, 1)]}
    field = shut_in(dice={**SHUT, **storm})
    field.order(HOUR, "wolfe", "disembark").run(4 * DAY)
    joined = siege(field)
    assert joined is not None
    assert (joined.armies, joined.fleets) == (("landing",), ("western",))
    assert len(field.told("wolfe", JoinsSiege)) == 1
    field.force(4 * DAY, "wolfe", "assault").run(8 * DAY)
    assert field.refusals("wolfe") == []
    assert field.get(Stronghold, "eastfort").holder == "wolfe"
    assert siege(field) is None


@pytest.mark.rule("C-BLK-01", "C-SIEGE-05")
def test_a_place_that_would_yield_to_ships_waits_for_somebody_to_land() -> None:
    field = shut_in(dice=OPENS)
    week = 0
    while not field.asked("gm", "D-SIEGE-03"):
        week += 1
        field.run(week * WEEK + HOUR)
    field.answer(week * WEEK + HOUR, "gm", "D-SIEGE-03", "yield")
    assert len(field.told("hawke", WouldYield)) == 1
    offered = siege(field)
    assert offered is not None
    assert offered.offer == "yield"
    assert field.get(Stronghold, "eastfort").holder == "conflans"
    field.order(week * WEEK + 2 * HOUR, "wolfe", "disembark").run((week + 1) * WEEK)
    assert field.get(Stronghold, "eastfort").holder == "wolfe"


@pytest.mark.rule("C-BLK-01")
def test_a_battle_off_a_place_is_none_of_its_blockade() -> None:
    field = over(fought(rolls=((6, 1), (2, 1)), dice={"morale check of": [(1, 1)] * 9}))
    assert not field.world.of(Siege)
