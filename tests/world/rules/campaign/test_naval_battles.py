"""Naval battles: modifiers, results, hits, crews, prizes (C-NAV-02 to -06, C-NAV-M, C-NAV-R)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from scipy.stats import chisquare

from tests.world.rules.campaign.field import DAY, HOUR, army, infantry
from tests.world.rules.campaign.sea import (
    FOUGHT,
    MET,
    SPREAD,
    Gulf,
    fleet,
    fought,
    judged,
    off_eastport,
    over,
    ship,
)
from world.rules.campaign.naval.notices import HitsTaken, SeaBattleOver, ShipFate
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.encounter import SeaBattle
from world.rules.campaign.nouns.fleet import Fleet, cannon, fleet_damage

HELD: Any = {"morale check of": [(1, 1)] * 9}
LINE = [ship("One"), ship("Two")]


def report(field: Gulf, person: str) -> SeaBattleOver:
    """The one report of a battle that somebody got."""
    return field.told(person, SeaBattleOver)[-1][1]


def counted(field: Gulf) -> tuple[str, str]:
    """What counted for Hawke and for Conflans."""
    return report(field, "hawke").modifiers, report(field, "conflans").modifiers


def hulls(field: Gulf, fleet_id: str) -> list[int]:
    return [s.hull for s in field.fleet(fleet_id).ships]


# -- modifiers ------------------------------------------------------------------------------------


@pytest.mark.rule("C-NAV-M1")
@pytest.mark.parametrize(
    ("west", "east", "bonus"),
    [
        ([ship("A")], [ship("B")], 0),
        ([ship("A"), ship("B"), ship("C", "fifth_rate")], [ship("D"), ship("E", "fifth_rate")], 0),
        ([ship("A"), ship("B")], [ship("C")], 1),
        ([ship(f"A{n}") for n in range(5)], [ship("C")], 4),
        ([ship("A")], [ship("C", "transport", crew=25)], 73),
    ],
)
def test_every_hundred_percent_more_guns_is_a_point_without_bound(
    west: list[dict[str, Any]], east: list[dict[str, Any]], bonus: int
) -> None:
    params = {"naval.undercrewed_malus": 0, "battle.swift_ratio": 1000}
    field = fought(west, east, params=params)
    assert counted(field)[0] == (f"guns {bonus:+d}" if bonus else "nothing")
    assert counted(field)[1] == "nothing"


@pytest.mark.rule("C-NAV-M2")
def test_every_point_of_morale_more_is_a_point() -> None:
    field = fought(blue={"morale": 12})
    assert counted(field) == ("nothing", "morale +3")


@pytest.mark.rule("C-NAV-M3")
def test_a_fleet_that_nobody_saw_come_has_the_surprise() -> None:
    assert counted(fought()) == ("nothing", "nothing")
    blind = fought(params={"fleet.scout_radius": 0})
    assert counted(blind)[0] == "surprise +1"


@pytest.mark.rule("C-NAV-M4", "C-NAV-M8", "D-NAV-02")
def test_plans_are_worth_what_the_referee_says_within_bounds() -> None:
    field = off_eastport()
    field.answer(MET + HOUR, "hawke", "D-NAV-01", "attack")
    field.answer(MET + HOUR, "conflans", "D-NAV-01", "hold")
    asked = field.asked("gm", "D-NAV-02")
    names = [option.name for option in asked[0].options]
    assert names == ["-3", "-2", "-1", "0", "+1", "+2", "+3"]
    assert len(asked) == 2
    assert all("times in 100" in option.odds for option in asked[0].options)
    assert counted(fought(worth=("+3", "-3"))) == ("good tactics +3", "bad tactics -3")


@pytest.mark.rule("C-NAV-M5")
@pytest.mark.parametrize("face", [5, 6])
def test_in_bad_weather_the_seas_are_rough_for_both(face: int) -> None:
    params = {"weather.table.summer": "1-4/5/6"}
    field = off_eastport(dice={"weather": [(face,)] * 9}, params=params).run(DAY + MET)
    # Nobody attacked, and both lay to; the next day is a stormy one.
    field.force(DAY + MET, "hawke", "engage target=eastern")
    field.answer(DAY + MET, "conflans", "D-NAV-01", "hold").run(4 * DAY)
    assert counted(field) == ("rough seas -1", "rough seas -1")


@pytest.mark.rule("C-NAV-M6")
def test_who_lacks_a_single_hand_fights_short_of_hands() -> None:
    field = fought([ship("One"), ship("Two", crew=499)], LINE)
    assert counted(field) == ("too few hands -1", "nothing")


@pytest.mark.rule("C-NAV-M7", "C-NAV-M3", "C-NAV-M5", "D-NAV-01")
def test_the_referee_rules_what_holds_of_a_fleet_whatever_was_found() -> None:
    field = fought(situation="western +sick +surprise; eastern +rough")
    assert counted(field) == ("surprise +1, sick or exhausted -1", "rough seas -1")
    taken = fought(situation="western -surprise", params={"fleet.scout_radius": 0})
    assert counted(taken)[0] == "nothing"
    wrong = off_eastport()
    wrong.answer(MET + HOUR, "hawke", "D-NAV-01", "attack")
    wrong.answer(MET + HOUR, "conflans", "D-NAV-01", "hold")
    wrong.answer(8 * HOUR, "gm", "D-NAV-01", "as_written", "western +drunk")
    assert wrong.refusals("gm") == ["E-SYNTAX"]


# -- results --------------------------------------------------------------------------------------


def row(rule: str, totals: tuple[int, int], *rest: object) -> Any:
    name = str(totals[0] - totals[1])
    return pytest.param(totals, *rest, id=name, marks=pytest.mark.rule(rule))


#: What both throw beside a one: crews lost in percent and hits (two third-rates, Fleet Damage 5),
#: morale after it, and the chance in 6 that Conflans is taken.
ROWS = [
    row("C-NAV-R0", (3, 3), (5, 5), (1, 1), (8, 9), None),
    pytest.param(
        (3, 2), (10, 10), (2, 2), (9, 8), None, id="1", marks=pytest.mark.rule("C-NAV-R1")
    ),
    pytest.param(
        (4, 2), (5, 10), (1, 2), (10, 7), None, id="2", marks=pytest.mark.rule("C-NAV-R2")
    ),
    pytest.param(
        (5, 2), (5, 10), (1, 2), (10, 7), None, id="3", marks=pytest.mark.rule("C-NAV-R2")
    ),
    row("C-NAV-R4", (6, 2), (5, 15), (1, 3), (11, 7), 1),
    row("C-NAV-R4", (6, 1), (5, 15), (1, 3), (11, 7), 1),
    row("C-NAV-R6", (7, 1), (5, 20), (1, 4), (11, 7), 2),
    row("C-NAV-R6", (9, 1), (5, 20), (1, 4), (11, 7), 2),
]


@pytest.mark.rule("C-NAV-02", "C-NAV-03", "C-NAV-04")
@pytest.mark.parametrize(("totals", "crews", "hits", "morale", "capture"), ROWS)
def test_the_difference_decides_crews_hits_morale_and_capture(
    totals: tuple[int, int],
    crews: tuple[int, int],
    hits: tuple[int, int],
    morale: tuple[int, int],
    capture: int | None,
) -> None:
    rolls = ((totals[0], 1), (totals[1], 1))
    field = fought(LINE, LINE, rolls=rolls, dice=HELD)
    (battle,) = field.world.of(SeaBattle)
    outcomes = {out.fleet: out for out in battle.outcomes}
    assert [outcomes[f].hits for f in ("western", "eastern")] == list(hits)
    assert outcomes["eastern"].capture == capture
    lost = [1000 - field.fleet(f).crew for f in ("western", "eastern")]
    assert lost == [10 * share for share in crews]
    over(field)
    assert (field.fleet("western").morale, field.fleet("eastern").morale) == morale
    assert [16 - field.fleet(f).hull for f in ("western", "eastern")] == list(hits)
    # Who drew lies where he lay; who lost goes back.
    assert (field.fleet("eastern").place == "1004") == (totals[0] == totals[1])


@pytest.mark.rule("C-FLEET-04", "C-NAV-02", "C-NAV-03", "C-NAV-04", "C-NAV-05", "C-NAV-07")
def test_the_worked_example_of_a_naval_battle() -> None:
    """EX-41: ten against five; 4 hits and 5 % against 9 hits and 15 %; 11 and 7; six hexes back."""
    west = [
        *(ship(f"First {n}", "first_rate") for n in (1, 2)),
        *(ship(f"Third {n}") for n in (1, 2, 3)),
        ship("Frigate", "fifth_rate"),
    ]
    # Undercrewed, and so that 15 % of every crew are whole hands.
    east = [
        *(ship(f"Third {n}", crew=400) for n in (1, 2, 3)),
        *(ship(f"Frigate {n}", "fifth_rate", crew=200) for n in (1, 2, 3, 4)),
    ]
    field = off_eastport(
        west,
        east,
        dice={
            "naval battle roll of western": [(4, 4)],
            "naval battle roll of eastern": [(3, 3)],
            "capture of": [(2,)],
            "morale check of": [(3, 4)],
        },
    )
    world = field.world
    guns = [cannon(world, field.fleet(f)) for f in ("western", "eastern")]
    assert guns == [458, 366]
    assert [fleet_damage(world, each) for each in guns] == [18, 14]
    judged(field, worth=("+2", "0"))
    assert counted(field) == ("good tactics +2", "too few hands -1")
    mine, theirs = report(field, "hawke"), report(field, "conflans")
    assert (mine.total, mine.against, mine.hits, theirs.hits) == (10, 5, 4, 9)
    assert mine.crew == 2 * 40 + 3 * 25 + 13
    assert theirs.crew == 3 * 60 + 4 * 30
    over(field)
    assert hulls(field, "eastern") == [5, 5, 5, 2, 2, 2, 2]
    assert hulls(field, "western") == [10, 10, 8, 8, 8, 2]
    assert (field.fleet("western").morale, field.fleet("eastern").morale) == (11, 7)
    assert field.get(Commander, "conflans").captor == ""
    assert field.fleet("eastern").place == "1602"
    assert field.fleet("eastern").disorder is None


@pytest.mark.rule("C-NAV-03")
@pytest.mark.parametrize(("mode", "hits"), [("half_up", 3), ("down", 2), ("up", 3)])
def test_hits_are_rounded_half_up_or_as_the_scenario_has_it(mode: str, hits: int) -> None:
    field = fought(LINE, LINE, rolls=((6, 1), (2, 1)), params={"naval.hits_round": mode})
    assert report(field, "conflans").hits == hits
    own = fought(LINE, LINE, rolls=((6, 1), (2, 1)), params={"naval.fd_of": "own_hull"})
    assert (report(own, "hawke").hits, report(own, "conflans").hits) == (4, 8)


@pytest.mark.rule("C-NAV-04", "C-TRAIT-07", "C-TRAIT-20")
def test_guardians_lose_less_and_vanquishers_enemies_more() -> None:
    params = {"trait.guardian.casualties": -5, "trait.vanquisher.casualties": 5}
    spared = fought(
        LINE, LINE, rolls=((6, 1), (2, 1)), conflans={"traits": ["guardian"]}, params=params
    )
    assert report(spared, "conflans").crew == 100
    pressed = fought(
        LINE, LINE, rolls=((6, 1), (2, 1)), hawke={"traits": ["vanquisher"]}, params=params
    )
    assert report(pressed, "conflans").crew == 200
    land_only = fought(
        LINE,
        LINE,
        rolls=((6, 1), (2, 1)),
        hawke={"traits": ["vanquisher"]},
        params={**params, "naval.traits_apply": False},
    )
    assert report(land_only, "conflans").crew == 150


@pytest.mark.rule("C-TRAIT-04", "C-TRAIT-18")
def test_crusaders_and_the_stubborn_are_so_at_sea_too() -> None:
    field = fought(
        LINE,
        LINE,
        rolls=((2, 1), (6, 1)),
        hawke={"traits": ["crusader", "stubborn"], "faith": "old"},
        conflans={"faith": "new"},
        dice=HELD,
    )
    assert counted(field) == ("a crusade +1", "nothing")
    over(field)
    assert field.fleet("western").morale == 9


@pytest.mark.rule("C-NAV-04")
def test_troops_aboard_suffer_only_where_a_scenario_says_so() -> None:
    troops = {
        "landing": army(
            "0904", [infantry("Line", 50)], name="L", commander="wolfe", aboard="western"
        )
    }
    for suffer, left in ((False, 50), (True, 45)):
        field = fought(
            LINE,
            LINE,
            rolls=((2, 1), (4, 1)),
            dice=HELD,
            params={"naval.troops_take_casualties": suffer, "ship.third_rate.capacity": 50_000},
            spec={"armies": troops},
        )
        assert field.army("landing").soldiers == left


# -- hits and ships -------------------------------------------------------------------------------


@pytest.mark.rule("C-NAV-05", "D-NAV-04")
def test_a_commander_spreads_his_hits_as_he_pleases_if_they_add_up() -> None:
    field = fought(LINE, LINE, rolls=((6, 1), (2, 1)), dice=HELD)
    asked = field.asked("conflans", "D-NAV-04")[0]
    assert [option.name for option in asked.options] == ["usual", "sparing"]
    assert asked.default == "usual"
    for wrong in ("One=2", "One=2,Two=2", "One=9", "Three=3", "One=x", "One=1,One=2"):
        field.force(FOUGHT, "conflans", f"assign_hits hits={wrong}")
    assert field.refusals("conflans") == ["E-HITS-SUM"] * 6
    field.order(FOUGHT, "conflans", "assign_hits hits=One=3")
    over(field)
    assert hulls(field, "eastern") == [5, 8]
    assert [n.spread for _, n in field.told("conflans", HitsTaken)] == ["One 3"]
    field.force(SPREAD, "conflans", "assign_hits hits=One=3")
    assert field.refusals("conflans")[-1] == "E-NO-DECISION"


@pytest.mark.rule("C-NAV-05")
def test_hits_go_to_the_ship_with_most_hull_left_unless_somebody_says_otherwise() -> None:
    ships = [ship("Big", "first_rate"), ship("Mid"), ship("Small", "fifth_rate")]
    params = {"naval.r6.loser_fd": 100}
    usual = over(fought(ships, ships, rolls=((9, 1), (1, 1)), dice=HELD, params=params))
    assert hulls(usual, "eastern") == [6, 6, 2]
    few = fought(ships, ships, rolls=((9, 1), (1, 1)), dice=HELD, params=params)
    few.answer(FOUGHT, "conflans", "D-NAV-04", "sparing")
    over(few)
    assert hulls(few, "eastern") == [4, 8, 2]
    least = {**params, "naval.default_spread": "least_hull"}
    dice = {**HELD, "fate of the Small": [(1,), (1,)]}
    weak = over(fought(ships, ships, rolls=((9, 1), (1, 1)), dice=dice, params=least))
    assert {s.name: s.hull for s in weak.fleet("eastern").ships} == {"Big": 12, "Mid": 2}


@pytest.mark.rule("C-NAV-05", "D-NAV-04")
def test_after_the_limit_the_usual_spread_is_taken() -> None:
    field = fought(LINE, LINE, rolls=((6, 1), (2, 1)), dice=HELD).run(4 * 24 * HOUR)
    assert sum(hulls(field, "eastern")) == 13
    assert not field.world.of(SeaBattle)


def sunk(fate: int, **more: Any) -> Gulf:
    """EX-42: two of the loser's hits on a frigate, and a throw for what becomes of her."""
    east = [ship("Third"), ship("Frigate", "fifth_rate")]
    dice = {**HELD, "fate of the Frigate of eastern": [(fate,)], **more.pop("dice", {})}
    field = fought(LINE, east, rolls=((6, 1), (2, 1)), dice=dice, **more)
    hits = report(field, "conflans").hits
    field.order(FOUGHT, "conflans", f"assign_hits hits=Frigate=2,Third={hits - 2}")
    return over(field)


@pytest.mark.rule("C-SHIP-08")
def test_one_or_two_and_she_is_lost_with_all_hands() -> None:
    for fate in (1, 2):
        field = sunk(fate)
        assert [s.name for s in field.fleet("eastern").ships] == ["Third"]
        assert [s.name for s in field.fleet("western").ships] == ["One", "Two"]
        for person in ("hawke", "conflans"):
            told = [n.fate for _, n in field.told(person, ShipFate)]
            assert told == ["is lost with all hands"]


@pytest.mark.rule("C-SHIP-08", "C-NAV-06")
def test_three_to_six_and_she_strikes_and_is_a_prize_with_a_skeleton_crew() -> None:
    for fate in (3, 6):
        field = sunk(fate)
        western = field.fleet("western")
        prize = western.ship("Frigate")
        assert prize is not None
        assert (prize.hull, prize.crew) == (1, 63)
        assert western.crew == 950
        assert sum(s.crew for s in western.ships[:2]) == 950 - 63
        assert [s.name for s in field.fleet("eastern").ships] == ["Third"]


@pytest.mark.rule("C-NAV-06")
def test_a_prize_for_whom_nobody_has_hands_is_set_adrift() -> None:
    east = [ship("Third"), ship("Frigate", "fifth_rate")]
    west = [ship("One", crew=140), ship("Two", crew=140)]
    dice = {**HELD, "fate of the Frigate of eastern": [(4,)]}
    field = fought(west, east, rolls=((9, 1), (1, 1)), dice=dice)
    hits = report(field, "conflans").hits
    field.order(FOUGHT, "conflans", f"assign_hits hits=Frigate=2,Third={hits - 2}")
    over(field)
    assert [s.name for s in field.fleet("western").ships] == ["One", "Two"]
    assert [s.name for s in field.fleet("eastern").ships] == ["Third"]
    assert "adrift" in field.told("hawke", ShipFate)[-1][1].prize


@pytest.mark.rule("C-SHIP-08")
def test_those_aboard_share_the_fate_of_a_lost_ship() -> None:
    east = [ship("Third"), ship("Calypso", "transport", cargo=700)]
    blues = [infantry("Blues", 1000)]
    troops = {
        "blues": army("1004", blues, name="B", commander="bougainville", aboard="eastern"),
    }
    people = {"bougainville": {"name": "Bougainville", "faction": "blue"}}
    for fate, prize_cargo in ((1, None), (5, 700)):
        dice = {**HELD, "fate of the Calypso of eastern": [(fate,)]}
        field = fought(
            [ship(f"W{n}") for n in range(4)],
            east,
            rolls=((9, 1), (1, 1)),
            dice=dice,
            commanders=people,
            spec={"armies": troops},
            params={"battle.swift_ratio": 99, "ship.third_rate.capacity": 50},
        )
        hits = report(field, "conflans").hits
        field.order(FOUGHT, "conflans", f"assign_hits hits=Calypso=4,Third={hits - 4}")
        over(field)
        assert field.world.find(Army, "blues") is None
        leader = field.get(Commander, "bougainville")
        assert (leader.army, leader.fleet, leader.captor) == ("", "eastern", "")
        prize = field.fleet("western").ship("Calypso")
        assert (prize.cargo if prize is not None else None) == prize_cargo


@pytest.mark.rule("C-SHIP-08")
def test_whoever_is_aboard_of_the_last_ship_goes_with_her() -> None:
    for fate in (1, 5):
        dice = {**HELD, "fate of the Frigate of eastern": [(fate,)]}
        params = {"battle.swift_ratio": 99}
        east = [ship("Frigate", "fifth_rate")]
        field = over(fought(LINE, east, rolls=((9, 1), (1, 1)), dice=dice, params=params))
        assert field.world.find(Fleet, "eastern") is None
        conflans = field.world.find(Commander, "conflans")
        if fate == 1:
            assert conflans is None or conflans.place is None
        else:
            assert conflans is not None
            assert conflans.captor == "hawke"


@pytest.mark.rule("C-SHIP-08")
def test_ships_without_a_hull_sink_two_times_in_six() -> None:
    seen = Counter[str]()
    for seed in range(4):
        field = fought(
            [ship(f"W{n}", "first_rate") for n in range(60)],
            [ship(f"F{n}", "fifth_rate") for n in range(60)],
            rolls=((9, 1), (1, 1)),
            seed=seed,
            params={"battle.swift_ratio": 99},
        )
        over(field)
        seen.update(n.fate for _, n in field.told("hawke", ShipFate))
    counts = sorted(seen.values())
    assert sum(counts) == 240
    assert chisquare(counts, [80, 160]).pvalue > 0.001


@pytest.mark.rule("C-NAV-02")
def test_who_wins_is_as_the_odds_of_two_throws_have_it() -> None:
    seen = Counter[int]()
    for seed in range(60):
        field = judged(off_eastport([ship("One")], [ship("Two")], seed=seed))
        mine = report(field, "hawke")
        seen[(mine.total > mine.against) - (mine.total < mine.against)] += 1
    faces = [a + b for a in range(1, 7) for b in range(1, 7)]
    exact = Counter((a > b) - (a < b) for a in faces for b in faces)
    expected = [exact[key] * seen.total() / 1296 for key in (-1, 0, 1)]
    assert chisquare([seen[key] for key in (-1, 0, 1)], expected).pvalue > 0.001


@pytest.mark.rule("C-NAV-02", "C-NEWS-02")
def test_a_battle_is_news_on_the_coasts() -> None:
    field = over(fought(rolls=((6, 1), (2, 1)), dice=HELD))
    assert any(b"has beaten" in line for line in field.journal())


@pytest.mark.rule("C-GEN-08", "C-NAV-02")
def test_the_referee_may_replace_a_result_before_anybody_hears_of_it() -> None:
    delay = {"referee.review_delay_h": 2}
    shown = fought(LINE, LINE, rolls=((6, 1), (2, 1)), dice=HELD, params=delay)
    assert not shown.told("hawke", SeaBattleOver)
    shown.answer(FOUGHT, "gm", "D-GEN-02", "draw")
    assert report(shown, "hawke").outcome == "has fought a drawn battle"
    turned = fought(LINE, LINE, rolls=((6, 1), (2, 1)), dice=HELD, params=delay)
    sides = [o.name for o in turned.asked("gm", "D-GEN-02")[0].options]
    assert sides[:3] == ["let_stand", "reroll", "draw"]
    turned.answer(FOUGHT, "gm", "D-GEN-02", "other_3")
    assert report(turned, "hawke").outcome == "has lost by 3"
    again = fought(LINE, LINE, rolls=((6, 1), (2, 1)), dice=HELD, params=delay)
    again.answer(FOUGHT, "gm", "D-GEN-02", "reroll")
    assert report(again, "hawke").outcome == "has won"
    stands = fought(LINE, LINE, rolls=((6, 1), (2, 1)), dice=HELD, params=delay).run(13 * HOUR)
    assert report(stands, "hawke").outcome == "has won"


@pytest.mark.rule("C-NAV-R4", "C-NAV-R6", "C-BAT-05")
def test_a_beaten_commander_may_be_taken() -> None:
    for rolls, chance in ((((6, 1), (2, 1)), 1), (((9, 1), (1, 1)), 2)):
        for face in (1, 2, 3):
            field = over(fought(LINE, LINE, rolls=rolls, dice={**HELD, "capture of": [(face,)]}))
            taken = field.get(Commander, "conflans").captor != ""
            assert taken == (face <= chance)


@pytest.mark.rule("C-NAV-10", "C-MULTI-01", "C-MULTI-02", "C-MULTI-03")
def test_of_three_fleets_each_commander_rolls_and_captains_share() -> None:
    more = {
        "third": fleet("1004", [ship("Three")], name="Third", commander="boscawen"),
        "fourth": fleet("1004", [ship("Four")], name="Fourth", owner="conflans"),
    }
    people = {"boscawen": {"name": "Boscawen", "faction": "blue"}}
    dice = {
        "naval battle roll of western": [(6, 6)],
        "naval battle roll of eastern": [(2, 2)],
        "naval battle roll of third": [(1, 1)],
        **HELD,
    }
    field = off_eastport(
        [ship("One"), ship("Two")], [ship("A")], fleets=more, commanders=people, dice=dice
    )
    field.answer(MET + HOUR, "hawke", "D-NAV-01", "attack")
    field.answer(MET + HOUR, "conflans", "D-NAV-01", "hold")
    field.answer(MET + HOUR, "boscawen", "D-NAV-01", "hold")
    assert field.asked("gm", "D-MULTI-01")
    (battle,) = field.world.of(SeaBattle)
    assert [line.fleets for line in battle.sides] == [("western",), ("eastern", "fourth", "third")]
    field.answer(8 * HOUR, "gm", "D-MULTI-01", "by_factions")
    field.answer(8 * HOUR, "gm", "D-NAV-01", "as_found")
    while field.asked("gm", "D-NAV-02"):
        field.answer(8 * HOUR, "gm", "D-NAV-02", "0")
    over(field.run(FOUGHT))
    assert (report(field, "hawke").total, report(field, "conflans").total) == (12, 4)
    assert report(field, "boscawen").total == 2
    # Three third-rates against two: all get nothing, 222 is not twice 148.
    assert field.fleet("fourth").morale == field.fleet("eastern").morale == 7
    assert isinstance(field.fleet("third"), Fleet)
