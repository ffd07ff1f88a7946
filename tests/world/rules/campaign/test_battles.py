"""Battles in the field: modifiers, rolls, losses, captures and what the referee says of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign.clash import (
    FOOT,
    PLANNED,
    a_step,
    clash,
    facts,
    fought,
    judged,
    open_question,
    reply,
)
from tests.world.rules.campaign.field import (
    DAY,
    HOUR,
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
from world.param import Params
from world.rules.campaign.baggage import WheelsCaptured
from world.rules.campaign.battle.notices import BattleOver, SidesDrawn
from world.rules.campaign.battle.outcome import row_of
from world.rules.campaign.captives.notices import Taken
from world.rules.campaign.nouns.army import noncombatants
from world.rules.campaign.nouns.battle import Battle
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import MoraleMoves
from world.rules.campaign.nouns.guns import batteries, gun_bonus, guns_in_battle
from world.rules.campaign.nouns.leavings import LeftBehind
from world.rules.campaign.nouns.losses import without_guns
from world.rules.campaign.nouns.meeting import Meeting
from world.rules.campaign.nouns.odds import odds, throws
from world.rules.campaign.nouns.strength import numbers_bonus, strength
from world.rules.campaign.rout.notices import InRout, Regrouped, Spoils

ENEMY = [
    *[infantry(f"Foot {n}", 1000) for n in range(3)],
    cavalry("Horse", 300),
    artillery("Battery", 50, six_pounders=5),
]
#: Dice of the worked example of a battle and of the rout after it.
EXAMPLE: dict[str, list[tuple[int, ...]]] = {
    "battle roll of first": [(3, 4)],
    "battle roll of second": [(3, 3)],
    "capture of blake": [(2,)],
    "morale check of second": [(4, 4)],
    "stock that second loses": [(3,)],
    "hexes that second flees": [(4,)],
}


def example(**more: Any) -> Field:
    """The sample army attacks 3,000 foot, 300 horse and five guns on ground of their choice."""
    dice = {**EXAMPLE, **more.pop("dice", {})}
    field = clash(
        SAMPLE,
        ENEMY,
        red={"supplies": 105_000},
        blue={"morale": 8, "supplies": 40_000, **more.pop("blue", {})},
        dice=dice,
        **more,
    )
    field.answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    field.answer(PLANNED, "blake", "D-BAT-01", "hold")
    reply(field, PLANNED, open_question(field, "D-BAT-02"), "as_written", "second +terrain")
    reply(field, PLANNED, open_question(field, "D-BAT-03", "First Army"), "+1")
    return judged(field, PLANNED)


def over(field: Field, person: str) -> BattleOver:
    """The last battle report somebody got."""
    return field.told(person, BattleOver)[-1][1]


def met(field: Field) -> int:
    """Let time pass until the armies have met, and an hour more; returns that instant."""
    at = next(
        hour for hour in range(99) if field.run(max(hour * HOUR, field.world.now)).world.of(Meeting)
    )
    return (at + 1) * HOUR


def rolled(field: Field) -> set[str]:
    """The armies that have rolled in battle."""
    dice = [d for line in field.journal() for d in msgspec.json.decode(line).get("dice", [])]
    reasons = [str(die["reason"]) for die in dice]
    return {r.removeprefix("battle roll of ") for r in reasons if r.startswith("battle roll of ")}


def men(field: Field, army_id: str) -> list[int]:
    return [detachment.soldiers for detachment in field.army(army_id).detachments]


# -- the worked examples --------------------------------------------------------------------------


@pytest.mark.rule("C-BAT-02", "C-BAT-04", "C-BAT-R4", "C-BAT-M01", "C-BAT-M02", "C-BAT-M03")
@pytest.mark.rule("C-BAT-M04", "C-BAT-M06", "C-BAT-M07", "C-SPEC-05", "C-SPEC-06", "C-ART-03")
def test_the_sample_army_wins_its_battle_as_the_rules_have_it() -> None:
    """EX-23: strengths 7,800 and 3,650; 12 against 8; 261 and 503 men; 11 and 6 of morale."""
    field = example()
    won, lost = over(field, "ney"), over(field, "blake")
    assert won.modifiers == "numbers +1, guns +2, morale +1, good tactics +1"
    assert lost.modifiers == "chosen ground +1, favourable ground +1"
    assert (won.outcome, won.margin, lost.outcome, lost.margin) == (
        "Victory",
        "by 4",
        "Defeat",
        "by 4",
    )
    # 40, 38, 38, 40, 40, 30 foot (37.5 is 38), 10 + 10 + 10 horse, 5 gunners: 261.
    assert men(field, "first") == [760, 712, 712, 760, 760, 570, 190, 190, 190, 95]
    assert men(field, "second") == [850, 850, 850, 255, 42]
    assert (won.lost, lost.lost) == (261, 503)
    # Own losses exactly, the enemy's to the nearest hundred.
    assert (won.enemy_lost, lost.enemy_lost) == ("about 500", "about 300")
    assert field.army("first").morale == 11
    assert field.army("second").morale == 6
    assert field.army("second").leader == "blake"
    taken = example(dice={"capture of blake": [(1,)]})
    assert taken.get(Commander, "blake").captor == "ney"


@pytest.mark.rule("C-ROUT-01", "C-ROUT-02", "C-ROUT-03", "C-ROUT-05", "C-ROUT-06")
def test_the_beaten_enemy_of_the_example_flees_for_two_days_and_leaves_his_stores() -> None:
    """EX-26, 1 to 4: a check against 6, 12,000 supplies, four hexes in two days; all is taken."""
    field = example()
    assert field.army("second").place == "1101"
    assert field.army("second").supplies == 28_000
    assert field.army("first").supplies == 117_000
    assert [n.supplies for _, n in field.told("ney", Spoils)] == [12_000]
    assert "4 hexes" in field.told("blake", InRout)[0][1].what
    field.force(PLANNED + HOUR, "blake", "march to=2001")
    assert field.refusals("blake") == ["E-OUT-OF-CONTROL"]
    field.run(PLANNED + 2 * DAY - 1)
    assert field.army("second").disorder is not None
    field.run(PLANNED + 2 * DAY)
    assert field.army("second").disorder is None
    assert field.army("second").place == "1501"
    assert [at for at, _ in field.told("blake", Regrouped)] == [PLANNED + 2 * DAY]
    field.order(PLANNED + 3 * DAY, "blake", "march to=1601").run(PLANNED + 5 * DAY)
    assert field.army("second").place == "1601"


@pytest.mark.rule("C-ART-03", "C-BAT-M02")
def test_guns_against_few_and_against_none() -> None:
    """EX-24."""
    detachments = [
        infantry("A", 1000),
        infantry("B", 1000),
        artillery("Six", 50, six_pounders=5),
        artillery("Eighteen", 60, eighteen_pounders=6),
    ]
    field = clash(detachments)
    params = field.world.params
    assert guns_in_battle(field.world, field.army("first")) == 29
    assert gun_bonus(params, 29, 10) == 2
    assert gun_bonus(params, 29, 0) == 5
    assert gun_bonus(params, 5, 0) == 1
    assert gun_bonus(params, 3, 0) == 1
    assert gun_bonus(params, 10, 10) == gun_bonus(params, 4, 5) == 0
    assert gun_bonus(params, 200, 10) == 5


@pytest.mark.rule("C-ART-01", "C-ART-05")
def test_guns_without_crew_or_without_guards_do_not_count() -> None:
    thirty = [infantry("A", 1000), artillery("Grand Battery", 300, six_pounders=30)]
    field = clash(thirty)
    first = field.army("first")
    assert [b.count for b in batteries(field.world, first)] == [10, 10, 10]
    assert guns_in_battle(field.world, first) == 10  # one regiment guards one battery
    crewless = clash([infantry("A", 900), artillery("Few", 20, six_pounders=10)])
    assert guns_in_battle(crewless.world, crewless.army("first")) == 2
    two = clash(thirty, params={"artillery.max_per_infantry_detachment": 2})
    assert guns_in_battle(two.world, two.army("first")) == 20
    large = clash(thirty, params={"artillery.battery_max": 30})
    assert guns_in_battle(large.world, large.army("first")) == 30


@pytest.mark.rule("C-BAT-M01", "C-SPEC-05", "C-SPEC-06", "C-ASLT-05")
def test_soldiers_count_by_their_kind_and_only_full_hundreds_per_cent_help() -> None:
    field = clash(SAMPLE, ENEMY)
    params = field.world.params
    assert strength(params, field.army("first")) == 7_800
    assert strength(params, field.army("second")) == 3_650
    assert strength(params, field.army("first"), assault=True) == 5_200
    assert numbers_bonus(params, 7_800, 3_650) == 1
    assert numbers_bonus(params, 1_990, 1_000) == 0
    assert numbers_bonus(params, 2_000, 1_000) == 1
    assert numbers_bonus(params, 90_000, 1_000) == 5
    assert numbers_bonus(params, 1_000, 2_000) == 0


@pytest.mark.rule("C-BAT-04", "C-BAT-05", "C-TRAIT-07", "C-TRAIT-19", "C-GEN-05")
def test_a_guardian_meets_a_vanquisher() -> None:
    """EX-25."""
    # The Guardian loses by six: 20 + 5 - 5 = 20%, capture 2 + 1 - 1 = 2-in-6.
    lost = fought(
        ney={"traits": ["vanquisher"]},
        blake={"traits": ["guardian"]},
        rolls=((6, 6), (2, 3)),
        dice={"capture of blake": [(3,)], "morale check": [(1, 1)]},
    )
    assert over(lost, "blake").margin == "by 6"
    assert men(lost, "second") == [800]
    assert lost.get(Commander, "blake").captor == ""
    taken = fought(
        ney={"traits": ["vanquisher"]},
        blake={"traits": ["guardian"]},
        rolls=((6, 6), (2, 3)),
        dice={"capture of blake": [(2,)], "morale check": [(1, 1)]},
    )
    assert taken.get(Commander, "blake").captor == "ney"
    # He wins by two: 5 + 5 - 5 = 5%; against anybody else 5 - 5 = 0%.
    won = fought(
        ney={"traits": ["vanquisher"]}, blake={"traits": ["guardian"]}, rolls=((3, 3), (4, 3))
    )
    assert (over(won, "blake").margin, men(won, "second")) == ("by 2", [950])
    plain = fought(blake={"traits": ["guardian"]}, rolls=((3, 3), (4, 3)))
    assert men(plain, "second") == [1000]
    # A Vanquisher who wins by one: the enemy loses 15%, and his capture is 0 + 1 in 6.
    narrow = {"ney": {"traits": ["vanquisher"]}, "rolls": ((4, 4), (3, 3))}
    one = fought(dice={"capture of blake": [(1,)], "morale check": [(1, 1)]}, **narrow)  # type: ignore[arg-type]
    assert (over(one, "blake").margin, men(one, "second")) == ("by 1", [850])
    assert one.get(Commander, "blake").captor == "ney"
    plain_row = fought(
        dice={"capture of blake": [(1,)], "morale check": [(1, 1)]},
        params={"trait.vanquisher.capture_on_any_win": False},
        **narrow,  # type: ignore[arg-type]
    )
    assert plain_row.get(Commander, "blake").captor == ""


FOUR = {
    "ney": {"name": "Marshal Ney", "faction": "red"},
    "soult": {"name": "Marshal Soult", "faction": "red"},
    "blake": {"name": "General Blake", "faction": "blue"},
    "brock": {"name": "General Brock", "faction": "blue"},
}


def four(
    totals: dict[str, tuple[int, int]],
    *,
    dice: dict[str, list[tuple[int, ...]]] | None = None,
    **more: Any,
) -> Field:
    """Four armies of a thousand foot, two a side; nothing counts but their throws."""
    at = {"first": "0901", "third": "0901", "second": "1001", "fourth": "1001"}
    leads = {"first": "ney", "third": "soult", "second": "blake", "fourth": "brock"}
    names = {"first": "A", "third": "B", "second": "C", "fourth": "D"}
    armies = {
        key: army(place, FOOT, name=names[key], commander=leads[key], supplies=1000)
        for key, place in at.items()
    }
    rolls: dict[str, list[tuple[int, ...]]] = {
        f"battle roll of {key}": [faces] for key, faces in totals.items()
    }
    field = Field(
        sides(armies=armies, commanders=FOUR),
        dice={**rolls, "morale check": [(1, 1)] * 9, **(dice or {})},
        **more,
    )
    field.order(0, "ney", "march to=1001").order(0, "soult", "march to=1001").run(6 * HOUR)
    for person in ("ney", "soult", "blake", "brock"):
        stand = "attack" if person == "ney" else "hold"
        field.answer(PLANNED, person, "D-BAT-01", stand)
    text = "second -chosen; fourth -chosen"
    reply(field, PLANNED, open_question(field, "D-BAT-02"), "as_written", text)
    return judged(field, PLANNED)


@pytest.mark.rule("C-MULTI-01", "C-MULTI-03", "C-MULTI-04", "C-MULTI-05")
def test_four_armies_fight_as_the_rules_have_it() -> None:
    """EX-27: X has 10 and 5, Y has 8 and 3."""
    rolls = {"first": (5, 5), "third": (2, 3), "second": (4, 4), "fourth": (1, 2)}
    field = four(rolls, dice={"capture of brock": [(2,)], "capture of soult": [(6,)]})
    # X wins by 10 - 8: A and B gain one each; A lost 5%, B as a loser by three 10%.
    assert (men(field, "first"), field.army("first").morale) == ([950], 10)
    assert (men(field, "third"), field.army("third").morale) == ([900], 10)
    assert "itself beaten by 3" in over(field, "soult").margin
    # B is tested, but its side holds the field: it takes no step back.
    assert field.army("third").place == "1001"
    # C lost by two: 10% and two of morale; D by seven: 20%, and its commander is taken.
    assert (men(field, "second"), field.army("second").morale) == ([900], 7)
    assert (men(field, "fourth"), field.army("fourth").morale) == ([800], 7)
    assert field.get(Commander, "brock").captor == "ney"
    assert field.army("second").place == field.army("fourth").place == "1101"
    back = four(rolls, params={"multi.winner_side_first_retreat": True})
    assert back.army("third").place == "0901"


@pytest.mark.rule("C-MULTI-03", "C-BAT-03")
def test_equal_best_totals_are_a_draw_between_the_sides() -> None:
    rolls = {"first": (4, 4), "third": (2, 3), "second": (4, 4), "fourth": (1, 2)}
    field = four(rolls)
    assert {over(field, p).outcome for p in FOUR} == {"A drawn battle"}
    # Nobody has lost: no step back, no test; but whoever threw less bleeds more.
    assert {field.army(a).place for a in rolls} == {"1001"}
    assert [men(field, a) for a in rolls] == [[950], [900], [950], [850]]
    # The attackers lose one of morale, the defenders none.
    assert [field.army(a).morale for a in rolls] == [8, 8, 9, 9]
    assert not facts(field, "army_beaten")


@pytest.mark.rule("C-MULTI-02")
def test_numbers_and_guns_are_joint_and_morale_is_compared_with_the_best_of_the_enemy() -> None:
    def field(**more: Any) -> Field:
        armies = {
            "first": army("0901", [infantry("A", 2000)], name="A", commander="ney", morale=11),
            "third": army("0901", [infantry("B", 2000)], name="B", commander="soult", morale=8),
            "second": army("1001", [infantry("C", 1000)], name="C", commander="blake", morale=9),
            "fourth": army("1001", [infantry("D", 1000)], name="D", commander="brock", morale=7),
        }
        found = Field(sides(armies=armies, commanders=FOUR), **more)
        found.order(0, "ney", "march to=1001").order(0, "soult", "march to=1001").run(6 * HOUR)
        for person in FOUR:
            found.answer(PLANNED, person, "D-BAT-01", "attack")
        return judged(found, PLANNED)

    joint = field()
    assert over(joint, "ney").modifiers == "numbers +1, morale +2"
    assert over(joint, "soult").modifiers == "numbers +1"  # 8 is less than the best of the enemy
    assert over(joint, "blake").modifiers == "chosen ground +1"
    lowest = field(params={"multi.morale_reference": "lowest_enemy"})
    assert over(lowest, "soult").modifiers == "numbers +1, morale +1"


@pytest.mark.rule("C-MULTI-03", "C-ARMY-04")
def test_captains_share_the_roll_and_the_fate_of_their_commander() -> None:
    """EX-50, 2 to 4."""

    def field(**more: Any) -> Field:
        armies = {
            "second": army("1001", [infantry("A", 3000)], name="Second", commander="blake"),
            "part1": army("1001", [infantry("B", 500)], name="Part 1", owner="blake", morale=8),
            "part2": army("1001", [infantry("C", 500)], name="Part 2", owner="blake", morale=8),
        }
        return fought(
            [infantry("Line", 4000)],
            armies=armies,
            blue={"morale": 8},
            rolls=((4, 4), (3, 2)),
            dice={"morale check": [(1, 1)] * 9},
            **more,
        )

    shared = field()
    assert rolled(shared) == {"first", "second"}
    # Two sides of 4,000; lost by 8 - 6 = 2: each part loses 10% and two of morale.
    assert over(shared, "blake").margin == "by 2"
    assert men(shared, "part1") == men(shared, "part2") == [450]
    assert {shared.army(a).morale for a in ("part1", "part2")} == {6}
    assert {shared.army(a).place for a in ("second", "part1", "part2")} == {"1101"}
    each = field(params={"multi.captains_roll": "each"})
    assert rolled(each) == {"first", "second", "part1", "part2"}
    # Three rolls would have won 69 times in a hundred instead of 44.
    assert round(100 * odds([0], [0], "2d6").won) == 44
    assert round(100 * odds([0, 0, 0], [0], "2d6").won) == 69


@pytest.mark.rule("C-MULTI-03")
def test_captains_by_themselves_roll_once_at_their_mean_morale() -> None:
    armies = {
        "second": army("1001", [infantry("A", 900)], name="S", owner="blake", morale=7),
        "third": army("1001", [infantry("B", 300)], name="T", owner="blake", morale=11),
        "fourth": army("0105", FOOT, name="F", commander="blake"),
    }
    field = clash(armies=armies, red={"morale": 9})
    field.answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    judged(field, PLANNED)
    # (900 x 7 + 300 x 11) / 1200 = 8: Ney's nine is one more.
    assert over(field, "ney").modifiers == "morale +1"


# -- modifiers ------------------------------------------------------------------------------------


def spoken(field: Field, person: str = "blake") -> set[str]:
    said = over(field, person).modifiers
    return set() if said == "nothing" else set(said.split(", "))


HILLS = """\
map "Hills" layout=odd-q
0101:2005 flatland
1001 hills
0101-0201-0301-0401-0501-0601-0701-0801-0901-1001 road
1001-1101-1201-1301-1401-1501-1601-1701-1801-1901-2001 road
0101 fortress "Westwall" population=5000
2001 city "Eastham" population=30000
"""
RAIN: dict[str, list[tuple[int, ...]]] = {"weather": [(5,)] * 9}


@pytest.mark.rule("C-BAT-M08", "C-SPEC-04")
def test_rough_ground_hampers_everybody_but_skirmishers() -> None:
    rifles = [infantry("Rifles", 1000, special="skirmishers")]
    field = fought(rifles, map_text=HILLS)
    assert spoken(field, "ney") == set()
    assert "rough ground -1" in spoken(field)
    attackers = fought(map_text=HILLS, params={"battle.common_maluses": "attackers"})
    assert "rough ground -1" in spoken(attackers, "ney")
    assert "rough ground -1" not in spoken(attackers)


@pytest.mark.rule("C-BAT-M11")
def test_bad_weather_hampers_both_sides() -> None:
    params = {"weather.table.summer": "1-4/5/6"}

    def field(**more: Any) -> Field:
        found = Field(
            sides(
                armies={
                    "first": army("0801", FOOT, name="F", commander="ney"),
                    "second": army("1001", FOOT, name="S", commander="blake"),
                }
            ),
            dice=RAIN,
            params={**params, **more},
        )
        found.order(0, "ney", "march to=1001").run(DAY + 6 * HOUR)
        found.answer(DAY + 7 * HOUR, "ney", "D-BAT-01", "attack")
        found.answer(DAY + 7 * HOUR, "blake", "D-BAT-01", "hold")
        return judged(found, DAY + 7 * HOUR)

    wet = field()
    assert "bad weather -1" in spoken(wet)
    assert "bad weather -1" in spoken(wet, "ney")
    dry = field(**{"battle.common_maluses": "nobody"})
    assert "bad weather -1" not in spoken(dry)


@pytest.mark.rule("C-BAT-M09")
def test_an_army_that_cannot_eat_tonight_fights_worse() -> None:
    hungry = fought(hungry=True, blue={"supplies": 1249}, red={"supplies": 1250})
    assert "short of supplies -1" in spoken(hungry)
    assert spoken(hungry, "ney") == set()
    two = fought(
        hungry=True,
        blue={"supplies": 2500},
        red={"supplies": 2499},
        params={"battle.undersupplied_days": 2},
    )
    assert spoken(two, "ney") == {"short of supplies -1"}


@pytest.mark.rule("C-BAT-M10")
def test_an_army_that_marched_night_and_day_is_exhausted() -> None:
    def arrives(order: str, start: str = "0701") -> Field:
        field = Field(
            sides(
                armies={
                    "first": army(start, FOOT, name="F", commander="ney"),
                    "second": army("1001", FOOT, name="S", commander="blake"),
                }
            ),
            dice={"morale check": [(1, 1)] * 20},
        )
        at = met(field.order(0, "ney", order))
        field.answer(at, "ney", "D-BAT-01", "attack").answer(at, "blake", "D-BAT-01", "hold")
        return judged(field, at)

    tired = arrives("march to=1001 night=normal")
    assert "sick or exhausted -1" in spoken(tired, "ney")
    forced = arrives("march to=1001 pace=none night=forced", "0801")
    assert "sick or exhausted -1" in spoken(forced, "ney")
    fresh = arrives("march to=1001 pace=none night=normal", "0901")
    assert "sick or exhausted -1" not in spoken(fresh, "ney")


@pytest.mark.rule("C-BAT-M05", "C-BAT-01")
def test_an_army_that_nobody_saw_come_surprises_the_enemy_who_cannot_slip_away() -> None:
    field = Field(
        sides(
            armies={
                "first": army("0801", FOOT, name="First", commander="ney"),
                "second": army("1001", FOOT, name="Second", commander="blake"),
            }
        ),
        dice={"morale check": [(1, 1)] * 20},
    )
    field.order(0, "ney", "march to=1001 pace=none night=forced").run(DAY)
    assert field.army("first").place == "1001"
    field.answer(DAY + HOUR, "ney", "D-BAT-01", "attack")
    field.answer(DAY + HOUR, "blake", "D-BAT-01", "withdraw")
    assert field.army("second").place == "1001"
    judged(field, DAY + HOUR)
    assert "surprise +1" in spoken(field, "ney")
    seen = fought()
    assert "surprise +1" not in spoken(seen, "ney")


@pytest.mark.rule("C-BAT-M04")
def test_ground_is_chosen_by_who_stood_on_it_for_a_day() -> None:
    assert spoken(fought()) == {"chosen ground +1"}

    def came(hours: int, **params: Any) -> Field:
        """The enemy comes so many hours after Blake has taken his stand."""
        field = Field(
            sides(
                armies={
                    "first": army("0901", FOOT, name="F", commander="ney"),
                    "second": army("1101", FOOT, name="S", commander="blake"),
                }
            ),
            params=params,
        )
        field.order(0, "blake", "march to=1001").run(6 * HOUR)
        field.order((6 + hours) * HOUR, "ney", "march to=1001")
        at = met(field)
        field.answer(at, "ney", "D-BAT-01", "attack").answer(at, "blake", "D-BAT-01", "hold")
        return judged(field, at)

    assert spoken(came(0)) == set()
    assert spoken(came(24)) == {"chosen ground +1"}
    assert spoken(came(24, **{"battle.chosen_days": 9})) == set()


@pytest.mark.rule("C-BAT-M12", "C-ROUT-05")
def test_an_army_caught_in_flight_is_out_of_formation() -> None:
    field = example()
    second = field.army("second")
    assert second.disorder is not None
    field.order(PLANNED, "ney", "march to=1301 pace=forced").run(DAY + 9 * HOUR)
    meeting = next(iter(field.world.of(Meeting)))
    party = meeting.party("second")
    assert party is not None
    assert (party.caught, party.stand) == ("in flight", "hold")
    field.answer(DAY + 10 * HOUR, "ney", "D-BAT-01", "attack")
    judged(field, DAY + 10 * HOUR)
    assert "out of formation -2" in spoken(field)


@pytest.mark.rule("C-BAT-M14", "C-TRAIT-04")
def test_a_crusader_fights_better_against_another_faith() -> None:
    crusader = {"traits": ["crusader"], "faith": "old"}
    assert spoken(fought(ney=crusader, blake={"faith": "new"}), "ney") == {"a crusade +1"}
    assert spoken(fought(ney=crusader, blake={"faith": "Old"}), "ney") == set()
    silent = {"traits": ["crusader"]}
    assert spoken(fought(ney=silent), "ney") == set()
    apart = {"trait.crusader.empty_is_same": False}
    assert spoken(fought(ney=silent, params=apart), "ney") == {"a crusade +1"}


@pytest.mark.rule("C-BAT-M03")
def test_morale_counts_as_it_is_when_they_fight_unless_the_rules_say_otherwise() -> None:
    def field(**params: Any) -> Field:
        found = clash(params=params)
        step = a_step(found)
        step.happened(MoraleMoves(army="second", by=-2, why="an alarm"))
        found.answer(7 * HOUR, "ney", "D-BAT-01", "attack")
        found.answer(PLANNED, "blake", "D-BAT-01", "hold")
        return judged(found, PLANNED)

    assert spoken(field(), "ney") == {"morale +2"}
    assert spoken(field(**{"battle.morale_snapshot": "at_meeting"}), "ney") == set()


# -- results --------------------------------------------------------------------------------------


@pytest.mark.rule("C-BAT-R0", "C-BAT-R1", "C-BAT-R2", "C-BAT-R4", "C-BAT-R6")
def test_the_table_of_results() -> None:
    params: Params = Field().world.params
    rows = [row_of(params, d) for d in range(9)]
    plain = [
        (r.victor_casualties, r.loser_casualties, r.victor_morale, r.loser_morale, r.capture)
        for r in rows
    ]
    assert plain == [
        (5, 5, 0, 0, 0),
        (10, 10, 0, -1, 0),
        (5, 10, 1, -2, 0),
        (5, 10, 1, -2, 0),
        (5, 15, 2, -2, 1),
        (5, 15, 2, -2, 1),
        (5, 20, 2, -2, 2),
        (5, 20, 2, -2, 2),
        (5, 20, 2, -2, 2),
    ]


@pytest.mark.rule("C-BAT-R0", "C-BAT-03", "C-TRAIT-18")
def test_a_draw_costs_the_attacker_one_of_morale_and_nobody_goes_back() -> None:
    drawn = {"rolls": ((4, 4), (3, 4))}  # Blake has chosen his ground
    field = fought(**drawn)  # type: ignore[arg-type]
    assert over(field, "ney").outcome == "A drawn battle"
    assert (field.army("first").morale, field.army("second").morale) == (8, 9)
    assert men(field, "first") == men(field, "second") == [950]
    assert field.army("first").place == field.army("second").place == "1001"
    # It bars the way still: whoever came up may only go back.
    field.force(9 * HOUR, "ney", "march to=1101")
    assert field.refusals("ney") == ["E-NO-PATH"]
    both = fought(stand="attack", **drawn)  # type: ignore[arg-type]
    assert (both.army("first").morale, both.army("second").morale) == (9, 9)
    stubborn = fought(ney={"traits": ["stubborn"]}, **drawn)  # type: ignore[arg-type]
    assert stubborn.army("first").morale == 8
    spared = fought(
        ney={"traits": ["stubborn"]},
        params={"trait.stubborn.covers_draw": True},
        **drawn,  # type: ignore[arg-type]
    )
    assert spared.army("first").morale == 9
    back = fought(params={"battle.draw_retreat": "attacker"}, **drawn)  # type: ignore[arg-type]
    assert back.army("first").place == "0901"
    assert not any("morale check" in line.decode() for line in back.journal())


@pytest.mark.rule("C-BAT-03", "C-BAT-01")
def test_in_a_draw_the_defender_is_told_that_he_kept_his_objective() -> None:
    dice = {"battle roll of first": [(4, 4)], "battle roll of second": [(3, 4)]}
    field = clash(dice=dice)
    field.order(7 * HOUR, "ney", 'battle_plan stand=attack objective="the bridge"')
    field.order(7 * HOUR, "blake", 'battle_plan stand=hold objective="the bridge"')
    judged(field, PLANNED)
    assert "It did not attain its objective: the bridge" in over(field, "ney").more
    assert "It kept its objective: the bridge" in over(field, "blake").more


@pytest.mark.rule("C-TRAIT-18", "C-BAT-R2")
def test_a_lost_battle_costs_a_stubborn_commander_no_morale() -> None:
    lost = {"rolls": ((5, 5), (3, 4)), "dice": {"morale check": [(1, 1)]}}
    assert fought(**lost).army("second").morale == 7  # type: ignore[arg-type]
    stubborn = fought(blake={"traits": ["stubborn"]}, **lost)  # type: ignore[arg-type]
    assert stubborn.army("second").morale == 9


@pytest.mark.rule("C-BAT-04")
def test_losses_may_be_set_to_fall_on_the_first_of_the_roster() -> None:
    two = [infantry("Van", 60), infantry("Main", 940)]
    field = fought(
        second=two,
        rolls=((5, 5), (3, 4)),
        params={"casualty.spread": "in_order"},
        dice={"morale check": [(1, 1)]},
    )
    # A hundred men in all: the van is no more, the main body has lost forty.
    assert [(d.name, d.soldiers) for d in field.army("second").detachments] == [("Main", 900)]
    floor = fought(
        blake={"traits": ["guardian"]},
        rolls=((3, 3), (4, 3)),
        params={"casualty.floor_pct": 3},
    )
    assert men(floor, "second") == [970]
    relative = fought(
        blake={"traits": ["guardian"]},
        rolls=((5, 5), (3, 4)),
        params={"casualty.adjust_mode": "relative"},
        dice={"morale check": [(1, 1)]},
    )
    assert men(relative, "second") == [905]  # 10% less a twentieth of it


@pytest.mark.rule("C-BAT-02")
def test_the_victor_attains_his_objective_and_his_march_goes_on() -> None:
    field = clash(
        dice={
            "battle roll of first": [(6, 6)],
            "battle roll of second": [(1, 1)],
            "capture": [(6,)],
            "morale check": [(1, 1)],
        }
    )
    field.order(7 * HOUR, "ney", 'battle_plan stand=attack objective="the bridge" retreat=0901')
    field.answer(PLANNED, "blake", "D-BAT-01", "hold")
    question = open_question(field, "D-BAT-03", "First Army")
    assert question is not None
    assert "Objective: the bridge Line of retreat: 0901" in question.question
    judged(field, PLANNED)
    assert "It attained its objective: the bridge" in over(field, "ney").more
    assert field.army("second").place == "1101"


@pytest.mark.rule("C-ART-05", "D-ART-02")
def test_guns_that_nobody_guards_fall_to_the_victor() -> None:
    bare = [infantry("Foot", 1000), artillery("Park", 200, six_pounders=12, eighteen_pounders=8)]
    rolls = {
        "rolls": ((6, 6), (1, 1)),
        "dice": {"morale check": [(1, 1)], "capture": [(6,)]},
    }

    def lost(**more: Any) -> Field:
        return fought(second=bare, **rolls, **more)  # type: ignore[arg-type]

    field = lost()
    # Batteries of ten, the heavy guns first: the second, ten six-pounders, is unguarded.
    assert (field.army("second").six, field.army("second").eighteen) == (2, 8)
    assert field.army("first").six == 10
    assert [n.what for _, n in field.told("ney", WheelsCaptured)] == ["10 six-pounders"]
    question = open_question(field, "D-ART-02")
    reply(field, 9 * HOUR, question, "saved")
    assert (field.army("second").six, field.army("first").six) == (12, 0)
    gone = lost(params={"artillery.excess": "lost_on_defeat"})
    assert (gone.army("second").six, gone.army("first").six) == (2, 0)
    reply(gone, 9 * HOUR, open_question(gone, "D-ART-02"), "saved")
    assert gone.army("second").six == 12
    saved = lost(params={"artillery.excess": "saved"})
    assert saved.army("second").six == 12
    assert not saved.world.of(LeftBehind)


@pytest.mark.rule("C-ART-05", "D-ART-02")
@pytest.mark.parametrize("victor_there", [True, False])
def test_only_guns_that_are_still_there_are_given_back(victor_there: bool) -> None:
    """Ten are taken; of those six are left to the victor, or lie where nobody took them up."""
    bare = [infantry("Foot", 1000), artillery("Park", 200, six_pounders=12, eighteen_pounders=8)]
    field = fought(
        second=bare, rolls=((6, 6), (1, 1)), dice={"morale check": [(1, 1)], "capture": [(6,)]}
    )
    question = open_question(field, "D-ART-02")
    first, place = field.army("first"), "1001"
    kept = without_guns(first, 4, 0)
    field.world.set(
        kept if victor_there else Tombstone(id="first", was="army", because="it is no more")
    )
    lies = LeftBehind(id=f"left:{place}", place=place, six=0 if victor_there else 6)
    field.world.set(lies)
    reply(field, 9 * HOUR, question, "saved")
    assert field.army("second").six == 2 + 6
    assert field.get(LeftBehind, lies.id).six == 0


@pytest.mark.rule("C-BAT-05", "C-PRIS-01", "C-RET-02")
def test_a_captured_commander_is_gone_from_his_army_which_a_captain_leads() -> None:
    field = example(dice={"capture of blake": [(1,)]})
    blake = field.get(Commander, "blake")
    assert (blake.captor, blake.held, blake.army, blake.place) == ("ney", "first", "", "1001")
    second = field.army("second")
    assert (second.leader, second.owner) == ("", "")
    assert [n.captor for _, n in field.told("blake", Taken)] == ["Marshal Ney"]
    assert field.told("ney", Taken)
    assert any(f["event"] == "capture" for f in facts(field, "newsworthy"))


@pytest.mark.rule("C-BAT-02", "C-NEWS-02")
def test_a_battle_is_news_and_whoever_was_there_has_it_already() -> None:
    field = example()
    told = [f for f in facts(field, "newsworthy") if f["event"] == "battle"]
    assert [f["wording"] for f in told] == ["First Army beat Second Army at 1001; {} men fell."]
    assert told[0]["figures"] == [261 + 503]
    assert set(told[0]["knows"]) == {"ney", "blake"}


# -- what the referee judges ----------------------------------------------------------------------


@pytest.mark.rule("C-BAT-01", "C-GEN-06")
@pytest.mark.rule("D-BAT-02", "D-BAT-03")
def test_the_battle_waits_a_day_for_the_referee_and_is_fought_with_what_was_found() -> None:
    field = clash().answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    field.answer(PLANNED, "blake", "D-BAT-01", "hold")
    asked = sorted(d.rule for d in field.world.of(Decision) if d.who == "gm" and d.state == "open")
    assert [rule for rule in asked if rule.startswith("D-BAT")] == [
        "D-BAT-02",
        "D-BAT-03",
        "D-BAT-03",
    ]
    field.force(9 * HOUR, "ney", "march to=0901")
    assert field.refusals("ney") == ["E-MEETING"]
    field.run(PLANNED + DAY - 1)
    assert not field.told("ney", BattleOver)
    field.run(PLANNED + DAY)
    assert field.told("ney", BattleOver)
    assert not field.world.of(Battle)
    quick = clash(params={"decision.waits": ["D-BAT-01"]})
    quick.answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    quick.answer(PLANNED, "blake", "D-BAT-01", "hold").run(PLANNED)
    assert quick.told("ney", BattleOver)


@pytest.mark.rule("C-BAT-M13", "C-BAT-M07")
@pytest.mark.rule("D-BAT-03")
def test_each_plan_is_worth_something_and_the_odds_are_told() -> None:
    field = clash().answer(7 * HOUR, "ney", "D-BAT-01", "attack", "in two columns")
    field.answer(PLANNED, "blake", "D-BAT-01", "hold")
    question = open_question(field, "D-BAT-03", "First Army")
    assert question is not None
    assert "Plan: in two columns" in question.question
    assert [o.name for o in question.options] == ["-3", "-2", "-1", "0", "+1", "+2", "+3"]
    even = {o.name: o.odds for o in question.options}
    # Blake has chosen his ground: one more evens it out.
    found = odds([1], [1], "2d6")
    assert even["+1"] == found.words == "won 44, drawn 11, lost 45 times in 100"
    reply(field, PLANNED, question, "-3")
    judged(field, PLANNED)
    assert spoken(field, "ney") == {"bad tactics -3"}
    wide = clash(params={"battle.tactics_max": 5, "battle.tactics_min": -1})
    wide.answer(7 * HOUR, "ney", "D-BAT-01", "attack").answer(PLANNED, "blake", "D-BAT-01", "hold")
    more = open_question(wide, "D-BAT-03")
    assert more is not None
    assert [o.name for o in more.options] == ["-1", "0", "+1", "+2", "+3", "+4", "+5"]


@pytest.mark.rule("C-BAT-M04", "C-BAT-M05", "C-BAT-M06", "C-BAT-M10", "C-BAT-M12")
@pytest.mark.rule("D-BAT-02")
def test_the_referee_may_say_what_of_the_situation_counts_and_nonsense_is_refused() -> None:
    field = clash().answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    field.answer(PLANNED, "blake", "D-BAT-01", "hold")
    question = open_question(field, "D-BAT-02")
    assert question is not None
    assert "Second Army (second): chosen" in question.question
    for nonsense in ("second", "nobody +surprise", "second +luck", "second surprise", "x; y"):
        reply(field, PLANNED, question, "as_written", nonsense)
    assert field.refusals("gm") == ["E-SYNTAX"] * 5
    text = "First Army +surprise +sick; second -chosen, +formation +terrain"
    reply(field, PLANNED, question, "as_written", text)
    judged(field, PLANNED)
    assert spoken(field, "ney") == {"surprise +1", "sick or exhausted -1"}
    assert spoken(field) == {"favourable ground +1", "out of formation -2"}


@pytest.mark.rule("C-MULTI-01")
@pytest.mark.rule("D-MULTI-01")
def test_a_third_party_joins_the_side_it_is_not_at_war_with_or_stands_aside() -> None:
    commanders = {
        "ney": {"name": "Marshal Ney", "faction": "red"},
        "blake": {"name": "General Blake", "faction": "blue"},
        "gray": {"name": "General Gray", "faction": "grey"},
    }

    def field(stances: list[dict[str, Any]], **more: Any) -> Field:
        scenario = sides(
            factions={"grey": {"name": "Grey", "head": "gray"}},
            commanders=commanders,
            stances=[{"between": ["red", "blue"], "stance": "war"}, *stances],
            armies={
                "first": army("0901", FOOT, name="First", commander="ney"),
                "second": army("1001", FOOT, name="Second", commander="blake"),
                "third": army("1001", FOOT, name="Third", commander="gray"),
            },
        )
        found = Field(scenario, **more).order(0, "ney", "march to=1001").run(6 * HOUR)
        found.answer(7 * HOUR, "ney", "D-BAT-01", "attack")
        found.answer(PLANNED, "blake", "D-BAT-01", "hold")
        if open_question(found, "D-BAT-01"):
            found.answer(PLANNED, "gray", "D-BAT-01", "hold")
        return found

    joins = field([{"between": ["red", "grey"], "stance": "war"}])
    battle = joins.world.of(Battle)[0]
    assert [side.armies for side in battle.sides] == [("first",), ("second", "third")]
    all_at_war = field(
        [
            {"between": ["red", "grey"], "stance": "war"},
            {"between": ["blue", "grey"], "stance": "war"},
        ]
    )
    battle = all_at_war.world.of(Battle)[0]
    assert [side.armies for side in battle.sides] == [("first",), ("second",)]
    assert battle.aside == ("third",)
    question = open_question(all_at_war, "D-MULTI-01")
    assert question is not None
    assert "First against Second; Third stands aside" in question.question
    reply(all_at_war, PLANNED, question, "as_written", "First, nobody against Second")
    assert all_at_war.refusals("gm") == ["E-SYNTAX"]
    reply(all_at_war, PLANNED, question, "as_written", "First, third against second")
    battle = all_at_war.world.of(Battle)[0]
    assert [side.armies for side in battle.sides] == [("first", "third"), ("second",)]
    judged(all_at_war, PLANNED)
    assert over(all_at_war, "gray").enemies == "Second"


@pytest.mark.rule("C-GEN-08")
@pytest.mark.rule("D-GEN-02")
def test_a_result_may_be_held_back_for_the_referee_to_let_stand_reroll_or_replace() -> None:
    params = {"referee.review_delay_h": 2}

    def held(**more: Any) -> Field:
        return fought(
            rolls=((5, 5), (3, 4)), params=params, **more, red={"morale": 9}, blue={"morale": 9}
        )

    field = held(dice={"morale check": [(1, 1)]})
    assert not field.told("ney", BattleOver)
    question = open_question(field, "D-GEN-02")
    assert question is not None
    assert "First Army 10 (no modifiers), Second Army 8 (chosen ground +1)" in question.question
    field.force(9 * HOUR, "ney", "march to=0901")
    assert field.refusals("ney") == ["E-MEETING"]
    field.run(PLANNED + 2 * HOUR - 1)
    assert not field.told("ney", BattleOver)
    field.run(PLANNED + 2 * HOUR)
    assert over(field, "ney").margin == "by 2"

    def answered(option: str, **dice: Any) -> Field:
        found = held(dice={"morale check": [(1, 1)] * 2, "capture": [(6,)] * 2, **dice})
        reply(found, 9 * HOUR, open_question(found, "D-GEN-02"), option)
        return found

    assert over(answered("let_stand"), "ney").margin == "by 2"
    assert over(answered("draw"), "ney").outcome == "A drawn battle"
    assert over(answered("one_6"), "ney").margin == "by 6"
    other = answered("other_3")
    assert (over(other, "ney").outcome, over(other, "ney").margin) == ("Defeat", "by 3")
    again = answered(
        "reroll",
        **{
            "battle roll of first": [(5, 5), (1, 1)],
            "battle roll of second": [(3, 4), (6, 6)],
        },
    )
    assert over(again, "ney").outcome == "Defeat"


@pytest.mark.rule("C-BAT-02")
def test_the_odds_of_a_battle_are_counted_over_every_throw() -> None:
    assert throws("2d6")[7] == Fraction(6, 36)
    level = odds([0], [0], "2d6")
    assert level.won == level.lost == Fraction(575, 1296)
    assert level.drawn == Fraction(146, 1296)
    assert odds([20], [0], "2d6").won == 1
    assert odds([0], [20], "2d6").lost == 1


@pytest.mark.rule("C-BAT-01")
def test_an_overwhelming_side_waits_for_nobody() -> None:
    """EX-49, 3: 6,000 to 900 is 6.67; to 1,100 it is 5.45."""
    field = clash([infantry("Line", 6000)], [infantry("Foot", 900)])
    field.answer(7 * HOUR, "ney", "D-BAT-01", "attack").run(7 * HOUR)
    assert field.told("ney", BattleOver)
    assert field.told("gm", SidesDrawn)
    withdrawn = [d.state for d in field.world.of(Decision) if d.who == "blake"]
    assert withdrawn[0] == "withdrawn"
    many = clash([infantry("Line", 6000)], [infantry("Foot", 1100)])
    many.answer(7 * HOUR, "ney", "D-BAT-01", "attack").run(7 * HOUR)
    assert not many.told("ney", BattleOver)
    five = clash(
        [infantry("Line", 6000)], [infantry("Foot", 1100)], params={"battle.swift_ratio": 5}
    )
    five.answer(7 * HOUR, "ney", "D-BAT-01", "attack").run(7 * HOUR)
    assert five.told("ney", BattleOver)


@pytest.mark.rule("C-ARMY-03", "C-BAT-04", "C-REST-05")
@pytest.mark.parametrize(("model", "follow"), [("derived", 225), ("headcount", 250)])
def test_followers_shrink_with_the_soldiers_or_are_heads_of_their_own(
    model: str, follow: int
) -> None:
    """The beaten have lost 10 in 100; 250 had followed them."""
    rolls = ((5, 6), (3, 4))
    field = fought(rolls=rolls, dice={"morale check": [(1, 1)]}, params={"army.nc_model": model})
    beaten = field.army("second")
    assert beaten.soldiers == 900
    assert noncombatants(field.world, beaten) == follow
    # What is more than the usual rate leaves by weeks of rest in a town, as ever (C-REST-05).
    assert (beaten.extra_nc.value > 0) == (model == "headcount")
