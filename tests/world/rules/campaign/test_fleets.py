"""Fleets: voyages, cargoes, loading and landing, joint command (C-FLEET)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign.field import DAY, HOUR, SAMPLE, army, infantry
from tests.world.rules.campaign.sea import Gulf, fleet, gulf, off_eastport, ship
from world.errors import Refused
from world.rules.campaign.fleets.notices import FleetArrived, LoadingBroken, LoadingDone
from world.rules.campaign.lookouts import SailInSight
from world.rules.campaign.nouns.army import noncombatants
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.fleet import cannon, fleet_damage
from world.rules.campaign.nouns.hold import weight
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.upkeep import daily_cost

ASHORE: Any = {"name": "Admiral Conflans", "faction": "blue", "at": "2001"}


def alone(**more: Any) -> Any:
    """Nobody but Hawke is at sea."""
    people = {"conflans": {**ASHORE}, **more.pop("commanders", {})}
    fleets = {"eastern": None, **more.pop("fleets", {})}
    return gulf(commanders=people, fleets=fleets, **more)


def convoy(at: str = "0204", ships: int = 1, **more: Any) -> Any:
    found = [ship(f"Transport {n}", "transport") for n in range(1, ships + 1)]
    return {"western": fleet(at, found, name="Convoy", commander="hawke", **more)}


def landing(at: str, *, aboard: str = "", soldiers: int = 1000, **more: Any) -> Any:
    found = army(at, [infantry("Line", soldiers)], name="Landing Force", commander="wolfe", **more)
    if aboard:
        found["aboard"] = aboard
    return {"landing": found}


# -- pace -----------------------------------------------------------------------------------------


@pytest.mark.rule("C-FLEET-01", "C-SHIP-04")
@pytest.mark.parametrize(
    ("classes", "hours"),
    [
        (("fifth_rate",), 4),
        (("third_rate", "fifth_rate"), 8 * 10 / 15),
        (("first_rate", "fifth_rate"), 8),
    ],
)
def test_a_fleet_is_as_fast_as_its_slowest_ship_day_and_night(
    classes: tuple[str, ...], hours: float
) -> None:
    ships = [ship(f"S{n}", rate) for n, rate in enumerate(classes)]
    fleets = {"western": fleet("0405", ships, name="W", commander="hawke")}
    field = Gulf(alone(fleets=fleets)).order(16 * HOUR, "hawke", "sail to=1205")
    field.run(2 * DAY)
    ((at, notice),) = field.told("hawke", FleetArrived)
    assert notice.place == "1205"
    assert abs((at - 16 * HOUR) / HOUR - hours) < 0.01


@pytest.mark.rule("C-SHIP-04", "C-WEA-03")
def test_very_bad_weather_halves_the_way_a_fleet_makes() -> None:
    params = {"weather.table.summer": "-/-/1-6"}
    fleets = {"western": fleet("0405", [ship("S", "first_rate")], name="W", commander="hawke")}
    field = Gulf(alone(fleets=fleets), params=params).run(DAY)
    field.order(DAY, "hawke", "sail to=1205").run(2 * DAY)
    ((at, _),) = field.told("hawke", FleetArrived)
    assert abs((at - DAY) / HOUR - 16) < 0.01


@pytest.mark.rule("C-FLEET-01")
def test_no_fleet_sails_over_land_and_none_without_a_way() -> None:
    field = Gulf(alone())
    for to in ("0105", "2004"):
        field.force(HOUR, "hawke", f"sail to={to}")
    field.force(HOUR, "hawke", "sail to=9999")
    field.force(HOUR, "hawke", "sail")
    assert field.refusals("hawke")[:2] == ["E-NO-PATH", "E-NO-PATH"]
    assert field.refusals("hawke")[3] == "E-NO-PATH"
    assert field.fleet("western").voyage is None
    field.order(HOUR, "hawke", "sail to=Eastfort").run(2 * DAY)
    assert field.fleet("western").place == "1907"


ISTHMUS = """\
map "An isthmus" layout=odd-q
0101:0909 sea
0501:0509 flatland settlement=20
0505 city "Westport" population=20000 port
0502 town "Southcove" population=3000
0503 city "Eastport" population=20000
0508 fortress "Eastfort" population=2000
"""


@pytest.mark.rule("C-FLEET-01")
def test_a_port_on_an_isthmus_is_no_canal() -> None:
    spec = alone(
        fleets={"western": fleet("0405", [ship("S")], name="W", commander="hawke")},
        armies=landing("0502"),
    )
    spec["commanders"]["anson"]["at"] = spec["commanders"]["conflans"]["at"] = "0501"
    field = Gulf(spec, map_text=ISTHMUS)
    field.order(0, "hawke", "sail to=Westport").run(DAY)
    assert field.fleet("western").place == "0505"
    field.force(DAY, "hawke", "sail to=0605")
    assert field.refusals("hawke") == ["E-NO-PATH"]
    field.order(DAY, "hawke", "sail to=0404").run(2 * DAY)
    assert field.fleet("western").place == "0404"


@pytest.mark.rule("C-FLEET-01", "C-TIME-07")
def test_a_voyage_may_be_ended_and_changed_under_way() -> None:
    field = Gulf(alone(fleets=convoy("0405")))
    field.force(0, "hawke", "heave_to")
    assert field.refusals("hawke") == ["E-NOT-MOVING"]
    field.order(0, "hawke", "sail to=1405").run(2 * HOUR)
    between = field.fleet("western").place
    assert between not in ("0405", "1405")
    field.order(2 * HOUR, "hawke", "heave_to").run(DAY)
    assert field.fleet("western").place == between
    field.order(DAY, "hawke", "sail to=1405").run(DAY + HOUR)
    field.order(DAY + HOUR, "hawke", "sail to=0405").run(2 * DAY)
    assert field.fleet("western").place == "0405"


# -- holds ----------------------------------------------------------------------------------------


@pytest.mark.rule("C-FLEET-02", "C-FLEET-03", "C-SHIP-02", "C-SHIP-05")
def test_the_worked_example_of_an_army_that_takes_ship() -> None:
    """EX-40: 1 480 000 are six transports, 900 doubloons a day, a day to load, two to sail."""
    ships = [ship(f"T{n}", "transport", hired=True) for n in range(6)]
    armies = {"landing": army("0204", SAMPLE, name="Sample", commander="wolfe", supplies=105_000)}
    people = {"wolfe": {"name": "Wolfe", "faction": "red", "purse": 0}}
    fleets = {"western": fleet("0204", ships, name="W", commander="hawke")}
    field = Gulf(alone(fleets=fleets, armies=armies, commanders=people), costly=True)
    sample = field.army("landing")
    assert (noncombatants(field.world, sample), sample.wagons + sample.cannon) == (1400, 35)
    assert weight(field.world, sample) == 1_480_000
    assert daily_cost(field.world, field.fleet("western")) == 900
    field.order(0, "wolfe", "embark fleet=western").run(DAY - HOUR)
    assert not field.army("landing").inside
    field.run(DAY)
    assert field.army("landing").inside == "western"
    # 72 hexes of ten kilometres, up and down the gulf.
    columns = [*range(3, 19), *range(17, 2, -1), *range(4, 19), *range(17, 2, -1), *range(4, 15)]
    path = ",".join(f"{column:02d}04" for column in columns)
    field.order(DAY, "hawke", f"sail path={path}").run(3 * DAY)
    ((at, arrived),) = field.told("hawke", FleetArrived)
    assert (at, arrived.place) == (3 * DAY, "1404")


@pytest.mark.rule("C-FLEET-03")
@pytest.mark.parametrize(("ships", "goes"), [(5, False), (6, True)])
def test_five_transports_are_one_too_few(ships: int, goes: bool) -> None:
    armies = {"landing": army("0204", SAMPLE, name="Sample", commander="wolfe", supplies=105_000)}
    field = Gulf(alone(fleets=convoy(ships=ships), armies=armies))
    field.force(0, "wolfe", "embark fleet=western").run(DAY)
    assert (field.army("landing").inside == "western") == goes
    assert field.refusals("wolfe") == ([] if goes else ["E-CAPACITY"])


@pytest.mark.rule("C-FLEET-03")
def test_the_stores_an_army_carries_need_room_too() -> None:
    # 1 900 soldiers and 475 followers take 237 500 of 250 000.
    for supplies, code in ((12_500, []), (12_501, ["E-CAPACITY"])):
        troops = landing("0204", soldiers=1900, supplies=supplies)
        field = Gulf(alone(fleets=convoy(), armies=troops)).force(
            0, "wolfe", "embark fleet=western"
        )
        assert field.refusals("wolfe") == code
    troops = landing("0204", soldiers=1900, supplies=5000)
    field = Gulf(alone(fleets=convoy(), armies=troops))
    field.order(0, "wolfe", "embark fleet=western").run(2 * DAY)
    assert field.told("hawke", LoadingDone)[0][1].room == 250_000 - 237_500 - 5000
    light = Gulf(
        alone(fleets=convoy(), armies=landing("0204", soldiers=1900, supplies=20_000)),
        params={"cargo.stores_count": False},
    )
    light.order(0, "wolfe", "embark fleet=western").run(2 * DAY)
    assert light.army("landing").inside == "western"


# -- loading and landing --------------------------------------------------------------------------


@pytest.mark.rule("C-FLEET-02")
@pytest.mark.parametrize(("at", "to", "days"), [("0204", "0207", 1), ("0203", "0202", 2)])
def test_a_port_takes_a_day_and_an_open_coast_two(at: str, to: str, days: int) -> None:
    field = Gulf(alone(fleets=convoy(at), armies=landing(at)))
    field.order(0, "wolfe", "embark fleet=western").run(days * DAY - HOUR)
    assert not field.army("landing").inside
    field.run(days * DAY)
    assert field.army("landing").inside == "western"
    sailed = days * DAY
    field.order(sailed, "hawke", f"sail to={to}").run(sailed + DAY)
    assert field.army("landing").place == field.fleet("western").place == to
    field.order(sailed + DAY, "wolfe", "disembark").run(sailed + (1 + days) * DAY - HOUR)
    assert field.army("landing").inside == "western"
    field.run(sailed + (1 + days) * DAY)
    assert (field.army("landing").inside, field.army("landing").place) == ("", to)
    assert [n.what for _, n in field.told("wolfe", LoadingDone)] == [
        "is aboard",
        "has landed from",
    ]


@pytest.mark.rule("C-FLEET-02", "D-FLEET-01")
def test_the_referee_may_refuse_an_open_coast_and_take_it_back() -> None:
    field = Gulf(alone(fleets=convoy("0203"), armies=landing("0203")))
    field.order(HOUR, "wolfe", "embark fleet=western")
    (asked,) = field.asked("gm", "D-FLEET-01")
    assert [option.name for option in asked.options] == ["allow", "refuse"]
    assert asked.default == "allow"
    field.answer(2 * HOUR, "gm", "D-FLEET-01", "refuse")
    assert not field.fleet("western").loading
    assert len(field.told("wolfe", LoadingBroken)) == 1
    field.run(3 * DAY)
    assert not field.army("landing").inside
    refuse = {"fleet.coast_landing_default": "refuse"}
    strict = Gulf(alone(fleets=convoy("0203"), armies=landing("0203")), params=refuse)
    strict.order(HOUR, "wolfe", "embark fleet=western")
    assert not strict.fleet("western").loading
    strict.answer(3 * HOUR, "gm", "D-FLEET-01", "allow").run(3 * DAY)
    assert strict.army("landing").inside == "western"


@pytest.mark.rule("C-FLEET-02", "C-WEA-03")
def test_no_boat_works_in_a_storm() -> None:
    params = {"weather.table.summer": "1-5/-/6"}
    storm = {"weather": [(1,), (6,), *[(1,)] * 9]}
    field = Gulf(alone(fleets=convoy("0203"), armies=landing("0203")), params=params, dice=storm)
    field.order(HOUR, "wolfe", "embark fleet=western").run(2 * DAY + HOUR)
    assert not field.fleet("western").loading
    assert len(field.told("wolfe", LoadingBroken)) == 1
    field.force(2 * DAY + HOUR, "wolfe", "embark fleet=western")
    assert field.refusals("wolfe") == ["E-NO-LANDING"]


@pytest.mark.rule("C-FLEET-02")
def test_loading_needs_the_fleet_the_shore_and_free_hands() -> None:
    water = Gulf(alone(fleets=convoy("0304"), armies=landing("0304", aboard="western")))
    water.force(HOUR, "wolfe", "disembark")
    away = Gulf(alone(fleets=convoy("0207")))
    away.force(HOUR, "wolfe", "embark fleet=western")
    away.force(HOUR, "wolfe", "disembark")
    busy = Gulf(alone(fleets=convoy()))
    busy.order(HOUR, "wolfe", "embark fleet=western")
    busy.force(2 * HOUR, "wolfe", "embark fleet=western")
    marching = Gulf(alone(fleets=convoy()))
    marching.order(HOUR, "wolfe", "march to=0207")
    marching.force(HOUR, "wolfe", "embark fleet=western")
    assert water.refusals("wolfe") == ["E-NOT-COASTAL"]
    assert away.refusals("wolfe") == ["E-NOT-PRESENT", "E-NOTHING"]
    assert (busy.refusals("wolfe"), marching.refusals("wolfe")) == (["E-BUSY"], ["E-BUSY"])
    landlocked = Gulf(alone(fleets=convoy("0304"), armies=landing("0204")))
    with pytest.raises(Refused):
        landlocked.order(HOUR, "wolfe", "embark fleet=western")


@pytest.mark.rule("C-FLEET-02", "C-TIME-07")
def test_sailing_marching_and_an_enemy_break_loading_off() -> None:
    sailed = Gulf(alone(fleets=convoy())).order(0, "wolfe", "embark fleet=western")
    sailed.order(2 * HOUR, "hawke", "sail to=0304").run(2 * DAY)
    marched = Gulf(alone(fleets=convoy())).order(0, "wolfe", "embark fleet=western")
    marched.order(2 * HOUR, "wolfe", "march to=0207").run(2 * DAY)
    told = Gulf(alone(fleets=convoy())).order(0, "wolfe", "embark fleet=western")
    told.order(2 * HOUR, "hawke", "heave_to").run(2 * DAY)
    spec = gulf(fleets=convoy())
    spec["fleets"]["eastern"]["at"] = "0404"
    met = Gulf(spec).order(0, "wolfe", "embark fleet=western")
    met.order(0, "conflans", "sail to=0204").run(2 * DAY)
    for field in (sailed, marched, told, met):
        assert not field.army("landing").inside
        assert len(field.told("wolfe", LoadingBroken)) == 1


@pytest.mark.rule("C-FLEET-02", "C-FLEET-03")
def test_an_army_aboard_is_nowhere_on_land() -> None:
    field = Gulf(alone(fleets=convoy("0304"), armies=landing("0304", aboard="western")))
    orders = ("march to=0207", "forage", "rest weeks=1", "besiege stronghold=eastport")
    for order in orders:
        field.force(HOUR, "wolfe", order)
    assert field.refusals("wolfe") == ["E-BUSY"] * len(orders)
    assert field.army("landing").inside == "western"


@pytest.mark.rule("C-SHIP-03", "C-SUP-01")
def test_troops_aboard_eat_from_what_they_have_and_crews_need_nothing() -> None:
    troops = landing("0304", aboard="western", supplies=5000)
    field = Gulf(alone(fleets=convoy("0304"), armies=troops), hungry=True).run(2 * DAY)
    # A thousand foot and a quarter of followers eat 1 250 a day.
    assert field.army("landing").supplies == 2500
    bare = Gulf(
        alone(fleets=convoy("0304"), armies=troops), params={"ship.troops_eat": False}, hungry=True
    )
    assert bare.run(2 * DAY).army("landing").supplies == 5000


@pytest.mark.rule("C-SIEGE-07", "C-FLEET-02")
def test_stores_go_into_a_port_and_out_of_it() -> None:
    ansons = Gulf(alone(fleets=convoy(), strongholds={"westport": {"holder": "anson"}}))
    ansons.force(0, "hawke", "stow source=westport supplies=1")
    assert ansons.refusals("hawke") == ["E-NOT-YOURS"]
    places = {"westport": {"holder": "hawke", "stores": 9000}}
    field = Gulf(alone(fleets=convoy(), strongholds=places))
    field.order(0, "hawke", "stow source=westport supplies=4000").run(DAY)
    assert field.fleet("western").cargo == 4000
    assert field.get(Stronghold, "westport").stores == 5000
    field.order(DAY, "hawke", "sail to=Southcove").run(2 * DAY)
    field.order(2 * DAY, "hawke", "unstow to=southcove supplies=1500").run(3 * DAY)
    assert field.fleet("western").cargo == 2500
    assert field.get(Stronghold, "southcove").stores == 1500
    field.force(3 * DAY, "hawke", "unstow to=southcove supplies=2501")
    assert field.refusals("hawke") == ["E-NOT-ENOUGH"]


# -- command --------------------------------------------------------------------------------------


@pytest.mark.rule("C-FLEET-01")
def test_a_commander_aboard_with_his_army_may_lead_both_unless_a_scenario_forbids_it() -> None:
    fleets = {"western": fleet("0204", [ship("T", "transport")], name="W", owner="wolfe")}
    people = {"hawke": {"name": "Hawke", "faction": "red", "at": "0201"}}
    field = Gulf(alone(fleets=fleets, commanders=people))
    field.order(0, "wolfe", "embark fleet=western").run(DAY)
    assert field.fleet("western").leader == "wolfe"
    field.order(DAY, "wolfe", "sail to=Southcove").run(2 * DAY)
    assert field.army("landing").place == "0207"
    field.order(2 * DAY, "wolfe", "disembark").run(3 * DAY)
    assert field.fleet("western").leader == ""
    assert field.get(Commander, "wolfe").army == "landing"
    params = {"fleet.joint_command": False}
    apart = Gulf(alone(fleets=fleets, commanders=people), params=params)
    apart.order(0, "wolfe", "embark fleet=western").run(DAY)
    assert apart.fleet("western").leader == ""


@pytest.mark.rule("C-FLEET-01", "C-ARMY-04")
def test_ships_part_under_a_captain_and_join_again_with_nothing_lost() -> None:
    spec = alone()
    spec["commanders"]["hawke"]["purse"] = 10_000
    field = Gulf(spec)
    field.order(0, "hawke", 'part_fleet ships="Mistake not" name="Scouts" money=100')
    scouts = field.fleet("hawke.scouts")
    assert [s.name for s in scouts.ships] == ["Mistake not"]
    assert (scouts.leader, scouts.owner, scouts.chest) == ("", "hawke", 100)
    field.order(HOUR, "hawke", "sail fleet=hawke.scouts to=0304").run(DAY)
    assert field.fleet("hawke.scouts").place == "0304"
    field.force(DAY, "hawke", "join_fleet fleet=hawke.scouts into=western")
    assert field.refusals("hawke") == []
    field.run(3 * DAY)
    field.order(3 * DAY, "hawke", "sail to=0304").run(4 * DAY)
    field.order(4 * DAY, "hawke", "join_fleet fleet=hawke.scouts into=western").run(5 * DAY)
    whole = field.fleet("western")
    assert sorted(s.name for s in whole.ships) == ["Dauntless", "Mistake not", "Thunderchild"]
    assert field.get(Commander, "hawke").purse == 10_000
    field.force(5 * DAY, "hawke", "part_fleet ships=Nobody")
    field.force(5 * DAY, "hawke", 'part_fleet ships="Dauntless,Mistake not,Thunderchild"')
    field.force(5 * DAY, "hawke", "part_fleet ships=Dauntless money=99999")
    assert field.refusals("hawke")[-3:] == ["E-NOTHING", "E-ARMY-TOO-SMALL", "E-NOT-ENOUGH"]


@pytest.mark.rule("C-FLEET-01", "C-CMD-06")
def test_a_commander_goes_aboard_and_ashore_and_the_fleet_falls_to_a_captain() -> None:
    field = Gulf(alone())
    field.order(0, "anson", "board fleet=western")
    anson = field.get(Commander, "anson")
    assert (anson.fleet, anson.place) == ("western", None)
    assert field.fleet("western").leader == "hawke"
    field.order(HOUR, "hawke", "sail to=0304").run(DAY)
    field.force(DAY, "anson", "go_ashore")
    assert field.refusals("anson") == ["E-NOT-COASTAL"]
    field.order(DAY, "hawke", "sail to=Southcove").run(2 * DAY)
    field.order(2 * DAY, "anson", "go_ashore")
    field.order(2 * DAY, "hawke", "go_ashore")
    assert field.get(Commander, "anson").place == field.get(Commander, "hawke").place == "0207"
    assert field.fleet("western").leader == ""
    field.order(2 * DAY + HOUR, "hawke", "board fleet=western")
    assert field.fleet("western").leader == "hawke"


@pytest.mark.rule("C-FLEET-01")
def test_nobody_orders_what_is_not_his() -> None:
    field = Gulf(alone())
    for who in ("anson", "wolfe", "conflans"):
        with pytest.raises(Refused):
            field.order(HOUR, who, "sail fleet=western to=0304")
        field.force(HOUR, who, "sail fleet=western to=0304")
    assert field.run(DAY).fleet("western").place == "0204"


# -- lookouts -------------------------------------------------------------------------------------


@pytest.mark.rule("C-FLEET-05", "C-SCOUT-01")
def test_lookouts_see_a_hex_far_and_coasts_see_sails() -> None:
    field = off_eastport(red={"at": "0704"})
    (first,) = [n for _, n in field.told("conflans", SailInSight)][:1]
    assert first.what == "comes in sight"
    assert first.place in ("0903", "0904")
    assert "2 Third-rate" in first.strength
    far = off_eastport(red={"at": "0704"}, params={"fleet.scout_radius": 2})
    (sooner,) = [n for _, n in far.told("conflans", SailInSight)][:1]
    assert sooner.place in ("0803", "0804")
    ashore = Gulf(
        alone(fleets={"western": fleet("0405", [ship("S")], name="W", commander="hawke")})
    )
    ashore.order(0, "hawke", "sail to=1804").run(2 * DAY)
    assert not ashore.told("conflans", SailInSight)


@pytest.mark.rule("C-FLEET-05")
def test_nobody_hears_of_a_fleet_that_nobody_sees() -> None:
    field = Gulf(gulf()).order(0, "hawke", "sail to=0604").run(3 * DAY)
    assert not field.told("conflans", SailInSight)
    view = field.pack.view(field.world, "conflans")
    assert b"Western Squadron" not in msgspec.json.encode(view)


@pytest.mark.rule("C-FLEET-04")
def test_ships_that_cannot_fight_do_no_damage() -> None:
    fleets = {
        "western": fleet(
            "0204",
            [ship("A"), ship("B", crew=100), ship("C", crew=125)],
            name="W",
            commander="hawke",
        )
    }
    field = Gulf(alone(fleets=fleets))
    assert cannon(field.world, field.fleet("western")) == 74
    assert fleet_damage(field.world, 74) == 2
