"""Ships: bought, hired, manned, mended, paid or not (C-SHIP)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from scipy.stats import chisquare

from tests.world.rules.campaign.field import DAY, HOUR, army, infantry
from tests.world.rules.campaign.sea import Gulf, fleet, gulf, ship
from world.errors import Refused
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.fleet import Fleet, cannon, speed
from world.rules.campaign.nouns.hold import stowage, weight
from world.rules.campaign.nouns.rates import rates
from world.rules.campaign.nouns.ship import can_fight, can_sail, metres_per_day
from world.rules.campaign.nouns.upkeep import daily_cost, running_cost
from world.rules.campaign.ships.notices import (
    CrewsUnpaid,
    FleetReturn,
    RepairBegun,
    ShipDeserts,
    ShipsBought,
    ShipsReleased,
)

WEEK = 7 * DAY


def one_ship(rate: str = "third_rate", at: str = "0204", **more: Any) -> Any:
    ships = [ship("Dauntless", rate, **more)]
    only = fleet(at, ships, name="Western Squadron", commander="hawke")
    return {"western": only, "eastern": None}


def alone(**more: Any) -> Any:
    ashore = {"name": "Conflans", "faction": "blue", "at": "2001"}
    people = {"conflans": ashore, **more.pop("commanders", {})}
    return gulf(commanders=people, **more)


def purse(field: Gulf, person: str) -> int:
    return field.get(Commander, person).purse


@pytest.mark.rule("C-SHIP-C1", "C-SHIP-C2", "C-SHIP-C3", "C-SHIP-C4", "C-SHIP-03", "C-SHIP-04")
def test_the_four_classes_are_as_the_rules_have_them_and_a_scenario_may_have_more() -> None:
    sloop = {
        "name": "Sloop",
        "value": 6000,
        "cannon": 18,
        "speed": 22,
        "crew": 120,
        "hull": 1,
        "capacity": 4000,
        "of_the_line": True,
    }
    field = Gulf(alone(ship_classes={"sloop": sloop}, fleets=one_ship(rate="sloop")))
    found = {
        key: (r.value, r.cannon, r.speed, r.crew, r.hull, r.capacity, r.line)
        for key, r in rates(field.world).items()
    }
    assert found == {
        "first_rate": (100_000, 100, 10, 800, 12, 10_000, True),
        "third_rate": (50_000, 74, 15, 500, 8, 10_000, True),
        "fifth_rate": (15_000, 36, 20, 250, 2, 25_000, False),
        "transport": (25_000, 12, 15, 100, 4, 250_000, False),
        "sloop": (6000, 18, 22, 120, 1, 4000, True),
    }
    assert metres_per_day(field.world, 15) == 360_000


@pytest.mark.rule("C-SHIP-01")
def test_ships_are_bought_at_a_port_for_their_value_and_are_there_at_once() -> None:
    scenario = alone(
        fleets=one_ship(at="0405"),
        commanders={"anson": {"name": "Anson", "faction": "red", "at": "0204", "purse": 80_000}},
    )
    field = Gulf(scenario)
    frigates = 'buy_ship rate=frigate number=2 names="Ariel,Argo" fleet_name=Scouts'
    field.order(HOUR, "anson", frigates)
    bought = field.fleet("anson.scouts")
    assert [(s.name, s.rate, s.crew, s.hull) for s in bought.ships] == [
        ("Ariel", "fifth_rate", 250, 2),
        ("Argo", "fifth_rate", 250, 2),
    ]
    assert (bought.place, bought.owner, bought.leader, bought.morale) == ("0204", "anson", "", 9)
    assert purse(field, "anson") == 50_000
    assert [n.price for _, n in field.told("anson", ShipsBought)] == [30_000]
    field.order(2 * HOUR, "anson", "buy_ship rate=third-rate fleet=anson.scouts")
    assert [s.rate for s in field.fleet("anson.scouts").ships][-1] == "third_rate"
    field.force(3 * HOUR, "anson", "buy_ship rate=first_rate")
    field.force(3 * HOUR, "wolfe", "buy_ship rate=galley")
    field.force(3 * HOUR, "hawke", "buy_ship rate=third_rate")
    field.force(3 * HOUR, "conflans", "buy_ship rate=third_rate")
    assert field.refusals("anson") == ["E-FUNDS"]
    assert field.refusals("wolfe") == ["E-NOT-SOLD-HERE"]
    assert field.refusals("hawke") == ["E-NOT-PORT"]
    assert field.refusals("conflans") == ["E-NOT-PORT"]


@pytest.mark.rule("C-SHIP-01", "D-SHIP-01")
def test_the_referee_may_ask_more_for_ships_or_have_none() -> None:
    rich = {"anson": {"name": "Anson", "faction": "red", "at": "0204", "purse": 80_000}}
    dear = Gulf(alone(fleets=one_ship(at="0405"), commanders=rich))
    dear.order(HOUR, "anson", "buy_ship rate=fifth_rate names=Ariel")
    dear.answer(2 * HOUR, "gm", "D-SHIP-01", "dearer", "cheap")
    assert dear.refusals("gm") == ["E-SYNTAX"]
    dear.answer(3 * HOUR, "gm", "D-SHIP-01", "dearer", "20000")
    assert purse(dear, "anson") == 60_000
    none = Gulf(alone(fleets=one_ship(at="0405"), commanders=rich))
    none.order(HOUR, "anson", "buy_ship rate=fifth_rate names=Ariel")
    none.answer(2 * HOUR, "gm", "D-SHIP-01", "none_here")
    assert purse(none, "anson") == 80_000
    assert none.world.find(Fleet, "anson.ariel") is None
    too_dear = Gulf(alone(fleets=one_ship(at="0405"), commanders=rich))
    too_dear.order(HOUR, "anson", "buy_ship rate=fifth_rate names=Ariel")
    too_dear.answer(2 * HOUR, "gm", "D-SHIP-01", "dearer", "90000")
    assert purse(too_dear, "anson") == 80_000
    assert too_dear.world.find(Fleet, "anson.ariel") is None


@pytest.mark.rule("C-SHIP-02", "C-SHIP-05")
def test_transports_are_hired_by_the_day_until_they_are_released_empty_in_a_port() -> None:
    scenario = alone(
        fleets=one_ship(at="0405"),
        commanders={"anson": {"name": "Anson", "faction": "red", "at": "0204", "purse": 2000}},
    )
    field = Gulf(scenario, costly=True)
    field.order(HOUR, "anson", "hire_transport number=2 names=Calypso,Clio fleet_name=Convoy")
    convoy = field.fleet("anson.convoy")
    assert daily_cost(field.world, convoy) == 2 * (100 + 100 // 2)
    field.run(3 * DAY)
    assert purse(field, "anson") == 2000 - 3 * 300
    field.order(3 * DAY + HOUR, "anson", "release ships=Clio fleet=anson.convoy")
    assert [s.name for s in field.fleet("anson.convoy").ships] == ["Calypso"]
    field.force(3 * DAY + HOUR, "hawke", "hire_transport")
    field.force(3 * DAY + HOUR, "hawke", "release ships=Dauntless")
    assert field.refusals("hawke") == ["E-NOT-PORT", "E-NOT-PORT"]
    field.force(3 * DAY + HOUR, "anson", "hire_transport number=99")
    assert field.refusals("anson") == ["E-FUNDS"]
    # When the money is gone they leave the port by themselves.
    field.run(12 * DAY)
    assert field.world.find(Fleet, "anson.convoy") is None
    assert len(field.told("anson", ShipsReleased)) == 2
    assert purse(field, "anson") < 150


@pytest.mark.rule("C-SHIP-02")
def test_a_loaded_transport_is_not_released() -> None:
    ships = [ship("Calypso", "transport", hired=True, cargo=5), ship("Dauntless")]
    fleets = {
        "western": fleet("0204", ships, name="W", commander="hawke"),
        "eastern": None,
    }
    field = Gulf(alone(fleets=fleets))
    field.force(HOUR, "hawke", "release ships=Calypso")
    field.force(HOUR, "hawke", "release ships=Dauntless")
    assert field.refusals("hawke") == ["E-LOADED", "E-NOTHING"]


@pytest.mark.rule("C-SHIP-05")
def test_every_dusk_costs_a_doubloon_for_two_hands_of_the_full_crews() -> None:
    field = Gulf(alone(fleets=one_ship(crew=400)), costly=True)
    western = field.fleet("western")
    assert running_cost(field.world, western) == 250
    field.run(DAY)
    assert purse(field, "hawke") == 10_000 - 250
    assert [(n.cost, n.left) for _, n in field.told("hawke", FleetReturn)] == [(250, 9750)]


@pytest.mark.rule("C-SHIP-05")
def test_the_owner_pays_for_a_captains_fleet_only_where_he_is() -> None:
    fleets = {
        "western": fleet("0204", [ship("Dauntless")], name="W", owner="anson", chest=100),
        "eastern": None,
    }
    people: dict[str, Any] = {
        "anson": {"name": "Anson", "faction": "red", "at": "0204", "purse": 1000},
        "hawke": {"name": "Hawke", "faction": "red", "at": "0204"},
    }
    here = Gulf(alone(fleets=fleets, commanders=people), costly=True).run(DAY)
    assert (here.fleet("western").chest, purse(here, "anson")) == (0, 850)
    people["anson"] = {**people["anson"], "at": "0201"}
    away = Gulf(alone(fleets=fleets, commanders=people), costly=True).run(DAY)
    assert (away.fleet("western").chest, purse(away, "anson")) == (100, 1000)
    assert away.fleet("western").unpaid == 1


@pytest.mark.rule("C-SHIP-05", "C-SHIP-10")
def test_crews_unpaid_for_a_week_are_tested_ship_by_ship() -> None:
    fleets = {
        "western": fleet("0405", [ship("A"), ship("B")], name="W", commander="hawke"),
        "eastern": None,
    }
    poor = {"hawke": {"name": "Hawke", "faction": "red", "purse": 0}}
    dice = {
        "morale check of the A": [(5, 5)],
        "morale check of the B": [(4, 4)],
        "days for which the A": [(1, 3, 6)],
    }
    field = Gulf(alone(fleets=fleets, commanders=poor), costly=True, dice=dice).run(6 * DAY)
    assert not field.told("hawke", ShipDeserts)
    assert [n.days for _, n in field.told("hawke", CrewsUnpaid)] == [1, 2, 3, 4, 5, 6]
    field.run(7 * DAY)
    assert [s.away for s in field.fleet("western").ships] == [True, False]
    # Away for ten days: back at the tenth dawn.
    field.run(16 * DAY - HOUR)
    assert field.fleet("western").ships[0].away
    field.run(17 * DAY)
    assert not field.fleet("western").ships[0].away
    assert [n.what for _, n in field.told("hawke", ShipDeserts)] == [
        "has sailed off, nobody knows for how long",
        "is back",
    ]


@pytest.mark.rule("C-SHIP-05", "D-SHIP-02")
def test_the_referee_may_have_unpaid_crews_wait_or_desert() -> None:
    fleets = {
        "western": fleet("0405", [ship("A"), ship("B")], name="W", commander="hawke"),
        "eastern": None,
    }
    poor = {"hawke": {"name": "Hawke", "faction": "red", "purse": 0}}
    held = {"morale check of the": [(1, 1)] * 9, "days for which the": [(1, 2, 3)] * 9}
    field = Gulf(alone(fleets=fleets, commanders=poor), costly=True, dice=held)
    field.run(6 * DAY + 13 * HOUR).answer(6 * DAY + 14 * HOUR, "gm", "D-SHIP-02", "desert")
    assert field.fleet("western").present == ()
    assert field.fleet("western").leader == ""
    assert field.get(Commander, "hawke").place is not None


@pytest.mark.rule("C-SHIP-10")
def test_doubles_mean_that_she_never_returns() -> None:
    """EX-42: 1, 3, 6 is back in ten days; 4, 4, 2 is a double, never back."""
    fleets = {
        "western": fleet("0405", [ship("A"), ship("B")], name="W", commander="hawke"),
        "eastern": None,
    }
    poor = {"hawke": {"name": "Hawke", "faction": "red", "purse": 0}}
    dice = {
        "morale check of the A": [(5, 5)],
        "morale check of the B": [(1, 1)] * 9,
        "days for which the A": [(4, 4, 2)],
    }
    field = Gulf(alone(fleets=fleets, commanders=poor), costly=True, dice=dice).run(40 * DAY)
    assert [s.name for s in field.fleet("western").ships] == ["B"]


@pytest.mark.rule("C-SHIP-10")
def test_a_deserting_ship_puts_her_troops_ashore_on_the_nearest_land() -> None:
    ships = [ship("Calypso", "transport"), ship("Clio", "transport")]
    fleets = {
        "western": fleet("0504", ships, name="W", owner="anson"),
        "eastern": None,
    }
    regiments = [infantry("First", 1900), infantry("Second", 1500)]
    armies = {
        "landing": army(
            "0504", regiments, name="Landing", commander="wolfe", aboard="western", supplies=0
        )
    }
    people = {"hawke": {"name": "Hawke", "faction": "red", "at": "0204"}}
    dice = {
        "morale check of the Calypso": [(6, 6)],
        "morale check of the Clio": [(1, 1)] * 9,
        "days for which the": [(1, 2, 4)],
    }
    field = Gulf(alone(fleets=fleets, armies=armies, commanders=people), costly=True, dice=dice)
    field.run(7 * DAY)
    ashore = [a for a in field.world.of(type(field.army("landing"))) if not a.inside]
    assert [[d.name for d in a.detachments] for a in ashore] == [["First"]]
    assert {a.place for a in ashore} <= {"0202", "0203", "0204", "0205"}
    assert [d.name for d in field.army("landing").detachments] == ["Second"]
    assert field.army("landing").inside == "western"


@pytest.mark.rule("C-SHIP-10")
def test_three_dice_show_a_double_ninety_six_times_in_two_hundred_and_sixteen() -> None:
    fleets = {
        "western": fleet(
            "0405", [ship(f"S{n}", "fifth_rate") for n in range(60)], name="W", commander="hawke"
        ),
        "eastern": None,
    }
    poor = {"hawke": {"name": "Hawke", "faction": "red", "purse": 0}}
    gone = Counter[bool]()
    for seed in range(8):
        dice = {"morale check of the": [(6, 6)] * 60}
        field = Gulf(alone(fleets=fleets, commanders=poor), costly=True, dice=dice, seed=seed)
        field.run(7 * DAY)
        left = len(field.fleet("western").ships) if field.world.find(Fleet, "western") else 0
        gone[True] += 60 - left
        gone[False] += left
    total = sum(gone.values())
    expected = [total * 96 / 216, total * 120 / 216]
    assert chisquare([gone[True], gone[False]], expected).pvalue > 0.001


@pytest.mark.rule("C-SHIP-06")
def test_at_a_skeleton_crew_she_sails_and_does_not_fight_and_below_it_neither() -> None:
    field = Gulf(alone(fleets=one_ship(rate="fifth_rate", crew=63)))
    one = field.fleet("western").ships[0]
    assert (can_sail(field.world, one), can_fight(field.world, one)) == (True, True)
    for crew, sails, fights in ((125, True, False), (126, True, True), (124, False, False)):
        found = Gulf(alone(fleets=one_ship(crew=crew)))
        her = found.fleet("western").ships[0]
        assert (can_sail(found.world, her), can_fight(found.world, her)) == (sails, fights)
        assert cannon(found.world, found.fleet("western")) == (74 if fights else 0)
    idle = Gulf(alone(fleets=one_ship(crew=124)))
    idle.force(HOUR, "hawke", "sail to=0504")
    assert idle.refusals("hawke") == ["E-NO-CREW"]


@pytest.mark.rule("C-SHIP-07")
def test_hands_are_bought_in_a_port_city_for_a_doubloon_each() -> None:
    field = Gulf(alone(fleets=one_ship(crew=300)))
    field.order(HOUR, "hawke", "crew ship=Dauntless number=150")
    assert (field.fleet("western").ships[0].crew, purse(field, "hawke")) == (450, 9850)
    with pytest.raises(Refused) as more:
        field.order(HOUR, "hawke", "crew ship=Dauntless number=51")
    assert more.value.code == "E-NOT-ENOUGH"
    town = Gulf(alone(fleets=one_ship(at="0207", crew=300)))
    with pytest.raises(Refused) as wrong:
        town.order(HOUR, "hawke", "crew ship=Dauntless number=1")
    assert wrong.value.code == "E-NOT-PORT-CITY"
    town.force(HOUR, "hawke", "crew ship=Dauntless number=1")
    poor = Gulf(
        alone(
            fleets=one_ship(crew=300),
            commanders={"hawke": {"name": "Hawke", "faction": "red", "purse": 9}},
        )
    )
    poor.force(HOUR, "hawke", "crew ship=Dauntless number=10")
    assert (town.refusals("hawke"), poor.refusals("hawke")) == (["E-NOT-PORT-CITY"], ["E-FUNDS"])


@pytest.mark.rule("C-SHIP-07")
def test_infantry_aboard_makes_good_lost_hands_one_for_one_and_for_good() -> None:
    fleets = {
        "western": fleet(
            "0405",
            [ship("Dauntless", crew=300), ship("Calypso", "transport")],
            name="W",
            commander="hawke",
        ),
        "eastern": None,
    }
    armies = {
        "landing": army(
            "0405",
            [infantry("First", 60), infantry("Second", 100)],
            name="L",
            commander="wolfe",
            aboard="western",
        )
    }
    field = Gulf(alone(fleets=fleets, armies=armies))
    field.order(HOUR, "hawke", "crew ship=Dauntless number=100 source=infantry")
    assert field.fleet("western").ships[0].crew == 400
    assert [d.soldiers for d in field.army("landing").detachments] == [1, 59]
    field.force(HOUR, "hawke", "crew ship=Dauntless number=80 source=infantry")
    assert field.refusals("hawke") == ["E-NOT-ENOUGH"]


@pytest.mark.rule("C-SHIP-11")
def test_a_prize_is_mended_a_hit_a_week_for_half_its_value_a_hit() -> None:
    """EX-52: seven hits, seven weeks, 21 875 doubloons."""
    rich = {"hawke": {"name": "Hawke", "faction": "red", "purse": 30_000}}
    field = Gulf(alone(fleets=one_ship(hull=1), commanders=rich))
    field.order(0, "hawke", "repair ship=Dauntless")
    assert purse(field, "hawke") == 30_000 - 21_875
    assert [(n.hits, n.price) for _, n in field.told("hawke", RepairBegun)] == [(7, 21_875)]
    assert cannon(field.world, field.fleet("western")) == 0
    field.run(7 * WEEK - HOUR)
    assert field.fleet("western").ships[0].hull == 7
    field.run(7 * WEEK)
    her = field.fleet("western").ships[0]
    assert (her.hull, her.mending) == (8, 0)
    assert can_fight(field.world, her)
    field.force(7 * WEEK + HOUR, "hawke", "repair ship=Dauntless")
    assert field.refusals("hawke") == ["E-NOTHING"]


@pytest.mark.rule("C-SHIP-11")
def test_repairs_need_a_port_and_money_and_end_when_she_leaves_or_is_taken_out() -> None:
    at_sea = Gulf(alone(fleets=one_ship(at="0405", hull=1)))
    at_sea.force(HOUR, "hawke", "repair ship=Dauntless hits=1")
    poor = Gulf(alone(fleets=one_ship(hull=1)))
    poor.force(HOUR, "hawke", "repair ship=Dauntless hits=4")
    assert (at_sea.refusals("hawke"), poor.refusals("hawke")) == (["E-NOT-PORT"], ["E-FUNDS"])
    poor.order(HOUR, "hawke", "repair ship=Dauntless hits=2").run(WEEK + 2 * HOUR)
    assert poor.fleet("western").ships[0].hull == 2
    poor.order(WEEK + 3 * HOUR, "hawke", "sail to=0304").run(3 * WEEK)
    assert (poor.fleet("western").ships[0].hull, poor.fleet("western").ships[0].mending) == (2, 0)
    off = Gulf(alone(fleets=one_ship(hull=1)))
    off.order(HOUR, "hawke", "repair ship=Dauntless hits=2")
    off.order(2 * HOUR, "hawke", "repair ship=Dauntless hits=-1").run(3 * WEEK)
    assert off.fleet("western").ships[0].hull == 1
    off.force(3 * WEEK, "hawke", "repair ship=Dauntless hits=-1")
    assert off.refusals("hawke") == ["E-NOTHING"]


@pytest.mark.rule("C-SHIP-09")
def test_a_fleet_in_port_comes_back_to_its_resting_morale_week_by_week() -> None:
    low = {**one_ship()["western"], "morale": 6}
    field = Gulf(alone(fleets={"western": low, "eastern": None})).run(2 * WEEK)
    assert field.fleet("western").morale == 8
    field.run(9 * WEEK)
    assert field.fleet("western").morale == 9
    at_sea = Gulf(alone(fleets={"western": {**low, "at": "0405"}, "eastern": None})).run(3 * WEEK)
    assert at_sea.fleet("western").morale == 6


@pytest.mark.rule("C-SHIP-09", "C-FLEET-01")
def test_fleets_that_join_share_the_mean_of_their_morale_by_their_crews() -> None:
    fleets = {
        "western": fleet("0405", [ship("A", "first_rate")], name="W", commander="hawke", morale=6),
        "second": fleet("0405", [ship("A", "third_rate")], name="S", owner="hawke", morale=11),
        "eastern": None,
    }
    field = Gulf(alone(fleets=fleets))
    field.order(HOUR, "hawke", "join_fleet fleet=second into=western").run(DAY)
    whole = field.fleet("western")
    assert whole.morale == (6 * 800 + 11 * 500) // 1300
    assert [s.name for s in whole.ships] == ["A", "A (2)"]
    assert speed(field.world, whole) == 10
    assert field.fleet("second").id == "western"


@pytest.mark.rule("C-SHIP-03", "C-FLEET-03")
def test_every_ship_has_a_hold_of_her_own() -> None:
    fleets = {
        "western": fleet(
            "0405",
            [ship("Calypso", "transport"), ship("Clio", "transport", cargo=100_000)],
            name="W",
            commander="hawke",
        ),
        "eastern": None,
    }
    armies = {
        "landing": army(
            "0405",
            [infantry("First", 2400)],
            name="L",
            commander="wolfe",
            aboard="western",
            supplies=7000,
        )
    }
    field = Gulf(alone(fleets=fleets, armies=armies))
    # 2 400 soldiers and 600 followers take 300 000, and 7 000 supplies as much again.
    assert weight(field.world, field.army("landing")) == 307_000
    held = stowage(field.world, field.fleet("western"))
    assert held.room == {"Calypso": 0, "Clio": 93_000}
    stores = held.lots["Clio"][-1]
    assert (stores.detachment, int(stores.share)) == ("", 1)
