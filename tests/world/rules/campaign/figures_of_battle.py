"""The figures of battles and routs: their values, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from tests.world.rules.campaign.clash import (
    PLANNED,
    a_step,
    clash,
    fought,
    judged,
    open_question,
    reply,
)
from tests.world.rules.campaign.field import (
    HOUR,
    Field,
    army,
    artillery,
    cavalry,
    infantry,
    sides,
)
from tests.world.rules.campaign.sea import GULF, Gulf, gulf
from tests.world.rules.campaign.test_battles import FOUR, HILLS, four, met
from world.decision import Decision
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import MoraleMoves

Params = dict[str, Any]
Story = Callable[[Params], object]
Dice = dict[str, list[tuple[int, ...]]]

OF_THE_RULES: dict[str, Any] = {
    "battle.cannon_cap": 5,
    "battle.cavalry_weight": 2,
    "battle.chosen_bonus": 1,
    "battle.chosen_days": 1,
    "battle.common_maluses": "both",
    "battle.decline_allowed": True,
    "battle.dice": "2d6",
    "battle.draw_retreat": "none",
    "battle.formation_malus": -2,
    "battle.morale_per_point": 1,
    "battle.morale_snapshot": "after_broken_rest",
    "battle.numbers_cap": 5,
    "battle.numbers_per_100": 1,
    "battle.r0.attacker_morale": -1,
    "battle.r0.casualties": 5,
    "battle.r1.casualties": 10,
    "battle.r1.loser_morale": -1,
    "battle.r2.loser_casualties": 10,
    "battle.r2.loser_morale": -2,
    "battle.r2.victor_casualties": 5,
    "battle.r2.victor_morale": 1,
    "battle.r4.capture_in6": 1,
    "battle.r4.loser_casualties": 15,
    "battle.r4.loser_morale": -2,
    "battle.r4.victor_casualties": 5,
    "battle.r4.victor_morale": 2,
    "battle.r6.capture_in6": 2,
    "battle.r6.loser_casualties": 20,
    "battle.r6.loser_morale": -2,
    "battle.r6.victor_casualties": 5,
    "battle.r6.victor_morale": 2,
    "battle.report_rounding": 100,
    "battle.rough_malus": -1,
    "battle.shore_bombardment": False,
    "battle.sick_malus": -1,
    "battle.surprise_bonus": 1,
    "battle.swift_ratio": Fraction(6, 1),
    "battle.tactics_max": 3,
    "battle.tactics_min": -3,
    "battle.terrain_bonus": 1,
    "battle.undersupplied_days": 1,
    "battle.undersupplied_malus": -1,
    "battle.weather_malus": -1,
    "casualty.adjust_mode": "points",
    "casualty.floor_pct": 0,
    "casualty.spread": "proportional",
    "multi.captains_roll": "with_commander",
    "multi.morale_reference": "highest_enemy",
    "multi.winner_side_first_retreat": False,
    "referee.review_delay_h": Fraction(0, 1),
    "round.bonus_steps": "down",
    "rout.hexes": "1d6",
    "rout.orders_refused": True,
    "rout.pace": "normal",
    "rout.replaces_table": True,
    "rout.retreat_hexes": 1,
    "rout.retreat_time_days": 0,
    "rout.spoils_default": "take",
    "rout.supply_loss_die": "1d6",
    "rout.supply_loss_step": 10,
    "rout.trapped_applies_on": "failed_check",
    "rout.trapped_days": "1d6",
    "rout.trapped_fraction": Fraction(1, 2),
    "rout.wheels": "abandon",
}

HELD: Dice = {"morale check": [(1, 1)] * 9}
BROKEN: Dice = {"morale check": [(6, 6)] * 9}
FREE: Dice = {"capture": [(6,)] * 2}


def state(field: Field) -> object:
    """Everything of the armies, of their commanders and of what these were told of battles."""
    armies = [
        (a.id, a.place, a.inside, a.morale, a.supplies, a.leader, a.disorder is None, a.detachments)
        for a in field.world.of(Army)
    ]
    people = [(c.id, c.captor, c.army, c.place) for c in field.world.of(Commander)]
    told = [field.told(person, BattleOver) for person in ("ney", "blake", "soult", "brock")]
    return armies, people, told


def battle(
    first: int | list[dict[str, Any]] = 1000,
    second: int | list[dict[str, Any]] = 1000,
    *,
    rolls: tuple[tuple[int, ...], tuple[int, ...]] = ((3, 4), (3, 3)),
    dice: Dice | None = None,
    **more: Any,
) -> Story:
    """Ney falls upon Blake, who has chosen his ground; these throws, everybody holds his check."""

    def force(said: int | list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [infantry("Line", said)] if isinstance(said, int) else said

    def story(params: Params) -> object:
        wanted = {**FREE, **HELD, **(dice or {})}
        fixed = more.get("params", {})
        rest = {key: value for key, value in more.items() if key != "params"}
        field = fought(
            force(first),
            force(second),
            rolls=rolls,
            dice=wanted,
            params={**fixed, **params},
            **rest,
        )
        return state(field)

    return story


def won_by(margin: int, **more: Any) -> Story:
    """The same, with a margin: Blake's six and his ground make seven."""
    seven = 7 + margin
    return battle(rolls=((seven - seven // 2, seven // 2), (3, 3)), **more)


def ruled(text: str) -> Story:
    """The referee says what counts, and throws tell what it was worth."""

    def story(params: Params) -> object:
        field = clash(dice={**FREE, **HELD}, params=params)
        field.answer(7 * HOUR, "ney", "D-BAT-01", "attack")
        field.answer(PLANNED, "blake", "D-BAT-01", "hold")
        reply(field, PLANNED, open_question(field, "D-BAT-02"), "as_written", text)
        judged(field, PLANNED)
        return [field.told("blake", BattleOver)[-1][1].modifiers]

    return story


def came(hours: int) -> Story:
    """The enemy comes so many hours after Blake has taken his stand."""

    def story(params: Params) -> object:
        scenario = sides(
            armies={
                "first": army("0901", [infantry("L", 1000)], name="F", commander="ney"),
                "second": army("1101", [infantry("L", 1000)], name="S", commander="blake"),
            }
        )
        field = Field(scenario, params=params).order(0, "blake", "march to=1001").run(6 * HOUR)
        field.order((6 + hours) * HOUR, "ney", "march to=1001")
        at = met(field)
        field.answer(at, "ney", "D-BAT-01", "attack").answer(at, "blake", "D-BAT-01", "hold")
        judged(field, at)
        return field.told("blake", BattleOver)[-1][1].modifiers

    return story


def standoff(params: Params) -> object:
    """Nobody attacks: whom is the referee asked to judge?"""
    field = clash(params=params).run(31 * HOUR)
    return sorted(d.rule for d in field.world.of(Decision) if d.who == "gm")


def waited(params: Params) -> object:
    """Three to one: does Ney wait for Blake's plan?"""
    field = clash([infantry("Line", 3000)], params=params)
    return bool(field.answer(7 * HOUR, "ney", "D-BAT-01", "attack").told("ney", BattleOver))


def plans(params: Params) -> object:
    field = clash(params=params).answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    field.answer(PLANNED, "blake", "D-BAT-01", "hold")
    question = open_question(field, "D-BAT-03")
    assert question is not None
    return [option.name for option in question.options]


def alarmed(params: Params) -> object:
    """Blake's army loses heart between the meeting and the battle."""
    field = clash(params=params)
    a_step(field).happened(MoraleMoves(army="second", by=-2, why="an alarm"))
    field.answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    field.answer(PLANNED, "blake", "D-BAT-01", "hold")
    judged(field, PLANNED)
    return field.told("ney", BattleOver)[-1][1].modifiers


def off_the_coast(params: Params) -> object:
    """Red and Blue fight where a squadron of Red's lies at anchor."""
    scenario = gulf(
        commanders={"dundas": {"name": "General Dundas", "faction": "blue"}},
        armies={
            "landing": army("0205", [infantry("L", 1000)], name="Landing", commander="wolfe"),
            "raiders": army("0206", [infantry("L", 1000)], name="Raiders", commander="dundas"),
        },
    )
    scenario["fleets"]["western"]["at"] = "0206"
    scenario["fleets"]["eastern"]["at"] = "1004"
    field = Gulf(scenario, map_text=GULF, params=params).order(0, "wolfe", "march to=0206")
    at = met(field)
    field.answer(at, "wolfe", "D-BAT-01", "attack").answer(at, "dundas", "D-BAT-01", "hold")
    judged(field, at)
    return field.told("wolfe", BattleOver)[-1][1].modifiers


def reviewed(params: Params) -> object:
    return bool(fought(params=params).told("ney", BattleOver))


def several(totals: dict[str, tuple[int, int]]) -> Story:
    return lambda params: state(four(totals, params=params))


def of_unlike_heart(params: Params) -> object:
    """Two armies of nine against one of eleven and one of seven."""
    morale = {"first": 9, "third": 9, "second": 11, "fourth": 7}
    at = {"first": "0901", "third": "0901", "second": "1001", "fourth": "1001"}
    leads = {"first": "ney", "third": "soult", "second": "blake", "fourth": "brock"}
    armies = {
        key: army(
            at[key], [infantry("L", 1000)], name=key, commander=leads[key], morale=morale[key]
        )
        for key in at
    }
    field = Field(sides(armies=armies, commanders=FOUR), params=params)
    field.order(0, "ney", "march to=1001").order(0, "soult", "march to=1001").run(6 * HOUR)
    for person in FOUR:
        field.answer(PLANNED, person, "D-BAT-01", "attack")
    judged(field, PLANNED)
    return [field.told(person, BattleOver)[-1][1].modifiers for person in FOUR]


def with_captains(params: Params) -> object:
    parts = {
        "part": army("1001", [infantry("B", 500)], name="Part", owner="blake"),
    }
    return won_by(3, second=500, armies=parts)(params)


# -- routs ----------------------------------------------------------------------------------------

#: A road that ends where Blake stands; all about it is open country.
END_OF_THE_ROAD = """\
map "A road's end" layout=odd-q
0101:2005 flatland settlement=20
0101-0201-0301-0401-0501-0601-0701-0801-0901-1001 road
0101 fortress "Westwall" population=5000
2001 city "Eastham" population=30000
"""
#: The same, and all about it is water.
MOLE = """\
map "A mole" layout=odd-q
0101:1001 flatland settlement=20
0102:2005 sea
1101:1901 sea
2001 flatland
0101-0201-0301-0401-0501-0601-0701-0801-0901-1001 road
0101 fortress "Westwall" population=5000
2001 city "Eastham" population=30000
"""


def routed(
    *,
    hours: int = 0,
    map_text: str = "",
    check: Dice | None = None,
    order: str = "",
    wagons: int = 0,
    rear: bool = False,
) -> Story:
    """Blake is beaten by four, fails his check, and so many hours pass."""

    def story(params: Params) -> object:
        behind = {"rear": army("0901", [infantry("R", 1000)], name="Rear", owner="ney")}
        more: dict[str, Any] = {"map_text": map_text} if map_text else {}
        field = fought(
            [infantry("Line", 1000)],
            [infantry("Line", 1000, wagons=wagons)],
            rolls=((6, 5), (3, 3)),
            dice={**FREE, **(check or BROKEN)},
            red={"supplies": 0},
            blue={"supplies": 10_000},
            armies=behind if rear else {},
            params=params,
            **more,
        )
        if order:
            field.force(PLANNED + HOUR, "blake", order)
        field.run(PLANNED + hours * HOUR)
        return state(field), field.refusals("blake")

    return story


ON_THE_MOLE: dict[str, Any] = {"map_text": MOLE, "rear": True}

BITES: dict[str, tuple[Any, Story]] = {
    "battle.cannon_cap": (
        2,
        battle([infantry(f"L{n}", 200) for n in range(5)] + [artillery("A", 250, six_pounders=25)]),
    ),
    "battle.cavalry_weight": (1, battle([cavalry("H", 1000)])),
    "battle.chosen_bonus": (2, battle()),
    "battle.chosen_days": (2, came(24)),
    "battle.common_maluses": ("nobody", battle(map_text=HILLS)),
    "battle.decline_allowed": (False, standoff),
    "battle.dice": ("20d6", battle(dice={"battle roll of first": [], "battle roll of second": []})),
    "battle.draw_retreat": ("attacker", battle()),
    "battle.formation_malus": (-1, ruled("second +formation")),
    "battle.morale_per_point": (2, battle(red={"morale": 10})),
    "battle.morale_snapshot": ("at_meeting", alarmed),
    "battle.numbers_cap": (1, battle(3000)),
    "battle.numbers_per_100": (2, battle(2000)),
    "battle.r0.attacker_morale": (-3, battle()),
    "battle.r0.casualties": (20, battle()),
    "battle.r1.casualties": (20, won_by(1)),
    "battle.r1.loser_morale": (-3, won_by(1)),
    "battle.r2.loser_casualties": (30, won_by(3)),
    "battle.r2.loser_morale": (-3, won_by(2)),
    "battle.r2.victor_casualties": (8, won_by(3)),
    "battle.r2.victor_morale": (3, won_by(2)),
    "battle.r4.capture_in6": (2, won_by(5, dice={"capture": [(2,)]})),
    "battle.r4.loser_casualties": (30, won_by(4)),
    "battle.r4.loser_morale": (-3, won_by(5)),
    "battle.r4.victor_casualties": (8, won_by(4)),
    "battle.r4.victor_morale": (1, won_by(5)),
    "battle.r6.capture_in6": (
        3,
        battle(rolls=((6, 6), (1, 1)), dice={"capture": [(3,)]}),
    ),
    "battle.r6.loser_casualties": (30, battle(rolls=((6, 6), (1, 1)))),
    "battle.r6.loser_morale": (-3, battle(rolls=((6, 6), (1, 1)))),
    "battle.r6.victor_casualties": (8, battle(rolls=((6, 6), (1, 1)))),
    "battle.r6.victor_morale": (1, battle(rolls=((6, 6), (1, 1)))),
    "battle.report_rounding": (7, battle()),
    "battle.rough_malus": (-2, battle(map_text=HILLS)),
    "battle.shore_bombardment": (True, off_the_coast),
    "battle.sick_malus": (-2, ruled("second +sick")),
    "battle.surprise_bonus": (2, ruled("second +surprise")),
    "battle.swift_ratio": (3, waited),
    "battle.tactics_max": (4, plans),
    "battle.tactics_min": (-4, plans),
    "battle.terrain_bonus": (2, ruled("second +terrain")),
    "battle.undersupplied_days": (2, battle(hungry=True, blue={"supplies": 2000})),
    "battle.undersupplied_malus": (-2, battle(hungry=True, blue={"supplies": 1000})),
    "battle.weather_malus": (-2, ruled("second +weather")),
    "casualty.adjust_mode": ("relative", won_by(3, blake={"traits": ["guardian"]})),
    "casualty.floor_pct": (
        3,
        battle(rolls=((3, 3), (4, 3)), blake={"traits": ["guardian"]}),
    ),
    "casualty.spread": ("in_order", battle(second=[infantry("A", 60), infantry("B", 940)])),
    "multi.captains_roll": ("each", with_captains),
    "multi.morale_reference": ("lowest_enemy", of_unlike_heart),
    "multi.winner_side_first_retreat": (
        True,
        several({"first": (5, 5), "third": (2, 3), "second": (4, 4), "fourth": (1, 2)}),
    ),
    "referee.review_delay_h": (2, reviewed),
    "round.bonus_steps": ("up", battle(1500)),
    "rout.hexes": ("20d6", routed(hours=48)),
    "rout.orders_refused": (False, routed(order="march to=2001")),
    "rout.pace": ("forced", routed(hours=9)),
    "rout.replaces_table": (False, routed(check={"morale check": [(4, 4)] * 9})),
    "rout.retreat_hexes": (2, routed(check=HELD)),
    "rout.retreat_time_days": (1, routed(check=HELD)),
    "rout.spoils_default": ("leave", routed()),
    "rout.supply_loss_die": ("9d6", routed()),
    "rout.supply_loss_step": (1, routed()),
    "rout.trapped_applies_on": ("always", routed(check=HELD, **ON_THE_MOLE)),
    "rout.trapped_days": ("9d6", routed(hours=24 * 7, **ON_THE_MOLE)),
    "rout.trapped_fraction": ("0.25", routed(**ON_THE_MOLE)),
    "rout.wheels": ("keep", routed(map_text=END_OF_THE_ROAD, rear=True, wagons=3, check=HELD)),
}
