"""Fleets that meet, slip away, are beaten and flee (C-NAV-01, C-NAV-07 to C-NAV-09)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.field import DAY, HOUR, army, infantry
from tests.world.rules.campaign.sea import (
    FOUGHT,
    MET,
    SPREAD,
    Gulf,
    fleet,
    fought,
    gulf,
    off_eastport,
    over,
    ship,
)
from world.rules.campaign.naval.notices import (
    FleetChecked,
    FleetInHand,
    FleetRetreats,
    FleetRouted,
    FleetsMeet,
    NoSeaBattle,
    SeaBattleOver,
    SeaSpoils,
)
from world.rules.campaign.nouns.encounter import Encounter, SeaBattle

LOST: Any = ((6, 1), (2, 1))
BROKEN: Any = {"morale check of": [(6, 6)] * 9}
HELD: Any = {"morale check of": [(1, 1)] * 9}


def met(field: Gulf) -> Encounter | None:
    return next(iter(field.world.of(Encounter)), None)


# -- meetings -------------------------------------------------------------------------------------


@pytest.mark.rule("C-NAV-01", "D-NAV-01")
def test_hostile_fleets_in_one_hex_heave_to_and_both_are_asked() -> None:
    field = off_eastport()
    for person in ("hawke", "conflans"):
        assert len(field.told(person, FleetsMeet)) == 1
        (asked,) = field.asked(person, "D-NAV-01")
        names = [option.name for option in asked.options]
        assert names == ["attack", "hold", "let_pass", "withdraw"]
        assert asked.default == "hold"
        assert "times in 100" in asked.options[0].odds
    # The answering time is that of plans on land: a day.
    field.run(23 * HOUR)
    assert field.asked("hawke", "D-NAV-01")
    field.run(25 * HOUR)
    assert not field.asked("hawke", "D-NAV-01")
    assert not field.world.of(SeaBattle)
    encounter = met(field)
    assert encounter is not None
    assert encounter.state == "standoff"


@pytest.mark.rule("C-NAV-01", "C-BAT-01")
def test_the_incomer_may_only_go_back_or_attack_until_he_is_let_pass() -> None:
    barred = off_eastport().run(2 * DAY)
    barred.order(2 * DAY, "hawke", "sail to=1404").run(3 * DAY)
    assert barred.fleet("western").place == "1004"
    barred.order(3 * DAY, "hawke", "sail to=0904").run(4 * DAY)
    assert barred.fleet("western").place == "0904"
    assert met(barred) is None
    passed = off_eastport()
    passed.answer(MET + HOUR, "conflans", "D-NAV-01", "let_pass")
    passed.answer(MET + HOUR, "hawke", "D-NAV-01", "hold").run(DAY)
    passed.order(DAY, "hawke", "sail to=1404").run(2 * DAY)
    assert passed.fleet("western").place == "1404"


@pytest.mark.rule("C-NAV-01")
def test_who_slips_away_goes_back_six_hexes_without_a_throw() -> None:
    field = off_eastport(red={"at": "0304"})
    field.answer(MET + HOUR, "hawke", "D-NAV-01", "withdraw")
    field.answer(MET + HOUR, "conflans", "D-NAV-01", "attack").run(DAY)
    assert field.fleet("western").place == "0403"
    assert not field.told("hawke", SeaBattleOver)
    assert len(field.told("conflans", NoSeaBattle)) == 1
    # Met again within a day it must hold.
    field.order(DAY, "conflans", "sail to=0403").run(DAY + 6 * HOUR)
    field.answer(DAY + 6 * HOUR, "hawke", "D-NAV-01", "withdraw")
    field.answer(DAY + 6 * HOUR, "conflans", "D-NAV-01", "hold").run(DAY + 8 * HOUR)
    assert field.fleet("western").place == "0403"


@pytest.mark.rule("C-NAV-01", "C-NAV-M3")
def test_who_is_surprised_cannot_slip_away() -> None:
    field = off_eastport(params={"fleet.scout_radius": 0})
    field.answer(MET + HOUR, "conflans", "D-NAV-01", "withdraw")
    field.answer(MET + HOUR, "hawke", "D-NAV-01", "hold").run(DAY)
    assert field.fleet("eastern").place == "1004"


@pytest.mark.rule("C-NAV-01", "C-BAT-01")
def test_six_times_the_guns_wait_for_nobody() -> None:
    field = off_eastport([ship(f"W{n}") for n in range(6)], [ship("One")])
    field.answer(MET + HOUR, "hawke", "D-NAV-01", "attack").run(MET + 2 * HOUR)
    assert field.told("hawke", SeaBattleOver)
    waits = off_eastport([ship(f"W{n}") for n in range(5)], [ship("One")])
    waits.answer(MET + HOUR, "hawke", "D-NAV-01", "attack").run(MET + 2 * HOUR)
    assert not waits.told("hawke", SeaBattleOver)


@pytest.mark.rule("C-NAV-01")
def test_plans_may_be_left_in_advance_and_given_by_order() -> None:
    spec = gulf()
    spec["fleets"]["western"]["at"] = "0904"
    spec["fleets"]["eastern"]["at"] = "1004"
    field = Gulf(spec)
    field.order(0, "conflans", "sea_plan stand=hold standing=true")
    assert field.fleet("eastern").plan is not None
    field.order(0, "hawke", "sail to=1004").run(MET)
    assert not field.asked("conflans", "D-NAV-01")
    field.order(MET, "hawke", 'sea_plan stand=attack plan="break the line" objective="the sea"')
    assert field.world.of(SeaBattle)
    field.force(MET, "hawke", "sea_plan stand=withdraw")
    field.force(MET, "hawke", "engage target=eastern")
    assert field.refusals("hawke") == ["E-MEETING", "E-MEETING"]
    field.order(MET, "conflans", "sea_plan stand=none standing=true")
    assert field.fleet("eastern").plan is None
    quiet = Gulf(gulf())
    quiet.force(HOUR, "hawke", "sea_plan stand=hold")
    quiet.force(HOUR, "hawke", "engage target=eastern")
    assert quiet.refusals("hawke") == ["E-NO-BATTLE", "E-NOT-PRESENT"]


@pytest.mark.rule("C-NAV-01", "C-TALK-04")
def test_an_attack_on_neutrals_is_war_and_on_friends_is_refused() -> None:
    spec = gulf(stances=[])
    spec["fleets"]["western"]["at"] = spec["fleets"]["eastern"]["at"] = "1004"
    spec["fleets"]["own"] = fleet("1004", [ship("Own")], name="Own", owner="hawke")
    field = Gulf(spec).run(HOUR)
    assert met(field) is None
    field.force(HOUR, "hawke", "engage target=own")
    assert field.refusals("hawke") == ["E-FRIENDLY"]
    field.order(2 * HOUR, "hawke", "engage target=eastern").run(3 * HOUR)
    encounter = met(field)
    assert encounter is not None
    assert {flag.fleet for flag in encounter.flags} == {"western", "eastern", "own"}
    assert field.asked("conflans", "D-NAV-01")


@pytest.mark.rule("C-NAV-01", "C-BAT-01")
def test_who_comes_up_before_it_is_fought_joins_the_meeting() -> None:
    more = {"third": fleet("1104", [ship("Three")], name="Third", commander="boscawen")}
    people = {"boscawen": {"name": "Boscawen", "faction": "blue"}}
    field = off_eastport(fleets=more, commanders=people)
    field.answer(MET + HOUR, "hawke", "D-NAV-01", "attack")
    field.answer(MET + HOUR, "conflans", "D-NAV-01", "hold")
    field.order(MET + HOUR, "boscawen", "sail to=1004").run(MET + 3 * HOUR)
    encounter = met(field)
    assert encounter is not None
    assert encounter.state == "pending"
    field.answer(MET + 3 * HOUR, "boscawen", "D-NAV-01", "hold")
    (battle,) = field.world.of(SeaBattle)
    assert battle.sides[1].fleets == ("eastern", "third")


@pytest.mark.rule("C-NAV-01", "C-TALK-01")
def test_fleets_of_neutrals_pass_one_another() -> None:
    spec = gulf(stances=[])
    spec["fleets"]["western"]["at"] = "0904"
    spec["fleets"]["eastern"]["at"] = "1004"
    field = Gulf(spec).order(0, "hawke", "sail to=1104").run(DAY)
    assert field.fleet("western").place == "1104"
    assert met(field) is None


# -- retreat --------------------------------------------------------------------------------------


@pytest.mark.rule("C-NAV-07")
def test_a_beaten_fleet_goes_six_hexes_back_along_its_course() -> None:
    field = off_eastport(red={"at": "0304"}, dice=HELD).run(MET)
    beaten = over(fought(LINE, LINE, rolls=((2, 1), (6, 1)), red={"at": "0304"}, dice=HELD))
    assert field.fleet("western").place == "1004"
    assert beaten.fleet("western").place == "0403"
    told = beaten.told("hawke", FleetRetreats) + beaten.told("conflans", FleetRetreats)
    assert [n.whither for _, n in told] == ["by 0904", "by 0904"]


LINE = [ship("One"), ship("Two")]


@pytest.mark.rule("C-NAV-07", "D-NAV-03")
def test_the_referee_may_send_a_beaten_fleet_elsewhere() -> None:
    field = over(fought(LINE, LINE, rolls=LOST, dice=HELD))
    assert field.fleet("eastern").place == "1602"
    field.answer(SPREAD + HOUR, "gm", "D-NAV-03", "as_written", "0105")
    assert field.refusals("gm") == ["E-NO-PATH"]
    field.answer(SPREAD + HOUR, "gm", "D-NAV-03", "as_written", "1208")
    assert field.fleet("eastern").place == "1208"
    stays = over(fought(LINE, LINE, rolls=LOST, dice=HELD))
    stays.answer(SPREAD + HOUR, "gm", "D-NAV-03", "stays")
    assert stays.fleet("eastern").place == "1602"  # Where it was beaten lies the enemy.


@pytest.mark.rule("C-NAV-07", "C-SHIP-09")
def test_a_beaten_fleet_is_tested_against_its_new_morale() -> None:
    dice = {"morale check of eastern": [(5, 2)]}
    field = over(fought(LINE, LINE, rolls=LOST, dice=dice))
    assert [(n.roll, n.morale, n.outcome) for _, n in field.told("conflans", FleetChecked)] == [
        (7, 7, "it held")
    ]
    assert field.fleet("eastern").disorder is None


@pytest.mark.rule("C-NAV-08", "C-TRAIT-19")
def test_veterans_are_not_tested() -> None:
    traits = {"traits": ["veteran"]}
    field = over(fought(LINE, LINE, rolls=LOST, dice=BROKEN, conflans=traits))
    assert not field.told("conflans", FleetChecked)
    assert field.fleet("eastern").disorder is None


# -- rout -----------------------------------------------------------------------------------------


def routed(**more: Any) -> Gulf:
    east = [ship("One", cargo=5000), ship("Two", cargo=5000)]
    dice = {**BROKEN, "flight of": [(1, 1, 2)], "supplies lost by": [(3,)], **more.pop("dice", {})}
    return over(fought(LINE, east, rolls=LOST, dice=dice, blue=more.pop("blue", {}), **more))


@pytest.mark.rule("C-NAV-08")
def test_a_fleet_that_fails_loses_supplies_and_flees_out_of_control() -> None:
    field = routed(blue={"at": "0804"}, red={"at": "0704"})
    eastern = field.fleet("eastern")
    assert eastern.disorder is not None
    assert eastern.disorder.kind == "flight"
    assert eastern.cargo == 7000
    told = field.told("conflans", FleetRouted)
    assert [n.supplies for _, n in told] == [3000]
    # The victors fish up what they have room for.
    assert [n.supplies for _, n in field.told("hawke", SeaSpoils)] == [3000]
    assert field.fleet("western").cargo == 3000
    field.force(SPREAD + HOUR, "conflans", "sail to=1004")
    assert field.refusals("conflans") == ["E-OUT-OF-CONTROL"]
    start = field.fleet("eastern").place
    field.run(2 * DAY)
    assert field.fleet("eastern").disorder is None
    assert field.fleet("eastern").place != start
    assert len(field.told("conflans", FleetInHand)) == 1
    field.order(2 * DAY, "conflans", "sail to=1404").run(3 * DAY)
    assert field.fleet("eastern").place == "1404"


@pytest.mark.rule("C-NAV-08")
def test_a_rout_may_be_every_ship_for_herself() -> None:
    params = {"naval.rout_replaces_ship_rule": False}
    dice = {**BROKEN, "days for which the": [(1, 2, 4)] * 9}
    field = over(fought(LINE, LINE, rolls=LOST, dice=dice, params=params))
    assert field.fleet("eastern").disorder is None
    assert [s.away for s in field.fleet("eastern").ships] == [True, True]


POND = """\
map "A pond" layout=odd-q
0101:0505 flatland settlement=20
0303 sea
0105 city "Westport" population=20000
0205 town "Southcove" population=3000
0501 city "Eastport" population=20000
0505 fortress "Eastfort" population=2000
"""


@pytest.mark.rule("C-NAV-09")
def test_a_fleet_with_nowhere_to_sail_loses_half_and_obeys_nobody_for_days() -> None:
    # The one way out of the pond's shore is held by another of Hawke's fleets.
    third = {"third": fleet("0303", [ship("Three")], name="Third", owner="hawke")}
    blues = [infantry("Blues", 400)]
    troops = {
        "landing": army("0105", [infantry("Far", 10)], name="F", commander="wolfe"),
        "blues": army("0304", blues, name="B", owner="conflans", aboard="eastern"),
    }
    field = over(
        fought(
            LINE,
            [ship("One"), ship("Calypso", "transport", cargo=4000)],
            rolls=LOST,
            map_text=POND,
            red={"at": "0303"},
            blue={"at": "0304"},
            fleets=third,
            commanders={"anson": {"name": "Anson", "faction": "red", "at": "0105"}},
            dice={**BROKEN, "days eastern is": [(3,)]},
            spec={"armies": troops},
        )
    )
    eastern = field.fleet("eastern")
    assert eastern.disorder is not None
    assert eastern.disorder.kind == "paralysis"
    assert eastern.place == "0304"
    # 15 % and then half of 500 and of 100 hands; hulls are not halved.
    assert [s.crew for s in eastern.ships] == [213, 43]
    assert field.army("blues").soldiers == 200
    assert eastern.cargo == 2000
    field.run(3 * DAY - HOUR)
    assert field.fleet("eastern").disorder is not None
    field.run(3 * DAY)
    assert field.fleet("eastern").disorder is None


@pytest.mark.rule("C-NAV-07", "C-NAV-08")
def test_a_fleet_in_a_friendly_port_flees_no_farther() -> None:
    field = over(
        fought(LINE, LINE, rolls=LOST, blue={"at": "1804"}, red={"at": "1704"}, dice=BROKEN)
    )
    eastern = field.fleet("eastern")
    assert eastern.place == "1904"
    assert eastern.disorder is None
    assert [n.what for _, n in field.told("conflans", FleetRouted)] == [
        "it has reached its port, and flees no more"
    ]


@pytest.mark.rule("C-NAV-02", "C-NAV-05")
def test_nobody_sails_while_a_battle_is_undecided() -> None:
    field = fought(LINE, LINE, rolls=LOST, dice=HELD)
    field.force(FOUGHT, "hawke", "sail to=0904")
    field.force(FOUGHT, "hawke", 'part_fleet ships=One name="x"')
    assert field.refusals("hawke") == ["E-MEETING", "E-MEETING"]
