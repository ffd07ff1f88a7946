"""Every figure has the value the rules give it, and every figure bites.

``OF_THE_RULES`` is written down from section 41 of the rules, so that a changed default fails here;
``BITES`` names for each figure another value and a story that then goes otherwise.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign import (
    figures_awaited,
    figures_of_armies,
    figures_of_arms,
    figures_of_battle,
    figures_of_doctrine,
    figures_of_enterprise,
    figures_of_land,
    figures_of_money,
    figures_of_people,
    figures_of_recruitment,
    figures_of_rest,
    figures_of_supply,
    figures_of_the_fall,
    figures_of_the_sea,
    figures_of_ventures,
    figures_of_war,
)
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
from tests.world.rules.campaign.test_contact import duel
from tests.world.rules.campaign.test_morale_and_weather import SMALL, checked
from tests.world.rules.campaign.test_night_and_ford import ford_field, night_field
from tests.world.rules.campaign.test_scouting import met
from tests.world.rules.campaign.test_sieges import NOW, OPENED, WEEK, before, happens
from tests.world.rules.campaign.test_word import PACK as WITH_COURIERS
from tests.world.rules.campaign.test_word import led
from world.rules import campaign
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import column_length, noncombatants
from world.rules.campaign.nouns.engagements import StrongholdAttacked, StrongholdResupplied
from world.rules.campaign.nouns.fording import ford_delay
from world.rules.campaign.nouns.ground import relation
from world.rules.campaign.nouns.guns import siege_bonus, working_guns
from world.rules.campaign.nouns.pace import paced
from world.rules.campaign.nouns.rounding import stores
from world.rules.campaign.nouns.sight import day_radius
from world.rules.campaign.nouns.stronghold import Stronghold

PARAMS = {p.name: p for chapter in campaign.CHAPTERS for p in chapter.params}

OF_THE_RULES: dict[str, Any] = {
    "aftermath.garrison_default": "disband",
    "army.min_soldiers": 100,
    "army.nc_model": "derived",
    "army.nc_per_cannon": 10,
    "army.nc_rate": 25,
    "army.remnant_allowed": True,
    "artillery.crew_per_cannon": 10,
    "artillery.siege_bonus_stacks": False,
    "artillery.siege_bonus_to": "weekly_roll",
    "artillery.uncrewed_count": False,
    "assault.defence.city": 4,
    "assault.defence.fortress": 5,
    "assault.defence.town": 3,
    "assault.empty_falls": True,
    "battle.late_arrivals": "join",
    "battle.plan_timeout_h": Fraction(24),
    "battle.standoff_blocks": True,
    "battle.withdraw_pause_h": 24,
    "calendar.month_days": 30,
    "calendar.spring_start": "03-01",
    "calendar.week_days": 7,
    "cannon.eighteen.siege_bonus": 1,
    "cannon.eighteen.siege_count": 10,
    "cannon.six.siege_bonus": 1,
    "cannon.six.siege_count": 20,
    "captain.orders": ("march", "halt", "garrison", "transfer", "merge", "hold", "forage", "rest"),
    "captain.unexpected": ("enemy", "blocked", "attacked", "morale", "hunger", "impossible"),
    "clock.dawn": "06:00",
    "clock.dusk": "18:00",
    "column.artillerists_as": "foot",
    "column.cavalry_per_km": 1250,
    "column.foot_per_km": 3000,
    "column.same_day_counts": True,
    "column.wheels_per_km": 30,
    "control.rivers_block": False,
    "decision.timeout_h": Fraction(24),
    "decision.timeout_overrides": (),
    "decision.waits": (
        "D-BAT-01",
        "D-BAT-02",
        "D-BAT-03",
        "D-NAV-01",
        "D-NAV-02",
        "D-NAV-04",
        "D-SIEGE-01",
        "D-SIEGE-03",
        "D-SIEGE-04",
        "D-AFT-01",
        "D-MON-01",
        "D-MON-02",
        "D-OPS-01",
        "D-OPS-02",
        "D-NPC-01",
        "D-WIZ-01",
        "D-WIZ-02",
    ),
    "engine.breakdown_weeks": 1,
    "engine.build_months": 1,
    "engine.cumulative": True,
    "engine.defence_per_set_week": 1,
    "engine.min_defence": 0,
    "engine.parallel": 1,
    "engine.rebuild_weeks": 1,
    "engine.set_size": 10,
    "engine.wagons_per_set": 10,
    "ford.column_km_per_unit": Fraction(1),
    "ford.nc_follow_mounted": True,
    "ford.partial_block": "round_up",
    "ford.unit_days": Fraction(1, 2),
    "ford.wheels": "forbidden",
    "garrison.needs_consent": True,
    "garrison.refill_days": 30,
    "map.fork_min_onward_roads": 2,
    "map.hex_step_km": Fraction(10),
    "map.rough_terrains": ("hills", "forest", "mountain", "marsh"),
    "map.settlement_sparse": 10,
    "map.water_terrains": ("sea", "lake"),
    "march.cavalry_forced_factor": Fraction(2),
    "march.cavalry_forced_week_too": True,
    "march.forced_counter_reset": "never",
    "march.forced_days_per_week": 7,
    "march.forced_km_per_day": Fraction(30),
    "march.forced_km_per_week": Fraction(210),
    "march.forced_may_follow": True,
    "march.forced_morale_loss": 1,
    "march.forced_offroad_halved": True,
    "march.forced_wear_days": 7,
    "march.long_column_forced_km_per_day": Fraction(20),
    "march.long_column_forced_km_per_week": Fraction(140),
    "march.long_column_is_cap": True,
    "march.long_column_km": Fraction(10),
    "march.long_column_km_per_day": Fraction(10),
    "march.long_column_km_per_week": Fraction(50),
    "march.offroad_factor": Fraction(1, 2),
    "march.pace_order": "cap_then_conditions",
    "march.road_days_per_week": 5,
    "march.road_km_per_day": Fraction(20),
    "march.road_km_per_week": Fraction(100),
    "march.week_window": "sliding",
    "march.wheels_offroad": "forbidden",
    "meta.source_date": "2026-04-03",
    "meta.source_revision": "1.0.1",
    "morale.absent_keep": 1,
    "morale.check_dice": "2d6",
    "morale.desertion_hits_wheels": False,
    "morale.max": 12,
    "morale.min": 0,
    "morale.resting": 9,
    "morale.t10_nc_points": 5,
    "morale.t11_count": 1,
    "morale.t11_days": "2d6",
    "morale.t2_leave_in20": 19,
    "morale.t3_loss": 30,
    "morale.t4_count": "1d6",
    "morale.t5_loss": 20,
    "morale.t6_leave_in6": 3,
    "morale.t7_count": 1,
    "morale.t8_loss": 10,
    "morale.t9_count": "1d6",
    "morale.t9_days": "2d6",
    "night.forced_km": Fraction(20),
    "night.fork_wrong_in6": 2,
    "night.km": Fraction(10),
    "night.long_column": "unaffected",
    "night.offroad": "forbidden",
    "night.with_day_march": True,
    "night.wrong_road": "random",
    "round.people": "half_up",
    "round.stores": "down",
    "scout.bad_weather_penalty": 1,
    "scout.base_radius": 1,
    "scout.cavalry_radius": 2,
    "scout.count_rounding": 1,
    "scout.garrisons": True,
    "scout.min_radius": 0,
    "scout.night_radius": 0,
    "scout.very_bad_weather_penalty": 2,
    "siege.attacked_counts_harry": False,
    "siege.defence_repair_per_week": 1,
    "siege.disease_default": False,
    "siege.gates_npc_yields": True,
    "siege.min_ratio": Fraction(1),
    "siege.period_days": 7,
    "siege.range_hexes": 0,
    "siege.resupply_days": 7,
    "siege.roll": "2d6",
    "siege.threshold.city": 15,
    "siege.threshold.fortress": 20,
    "siege.threshold.town": 10,
    "siege.threshold_recovery": "on_lift",
    "siege.week_attacked": 1,
    "siege.week_default": -1,
    "siege.week_disease": -1,
    "siege.week_resupply": 2,
    "skirmisher.nc_rate": 10,
    "skirmisher.offroad_factor": Fraction(1),
    "stance.initial": "neutral",
    "stronghold.city.garrison_infantry": 500,
    "stronghold.fortress.garrison_cavalry": 50,
    "stronghold.fortress.garrison_infantry": 250,
    "stronghold.size_order": ("population", "kind", "id"),
    "stronghold.town.garrison_infantry": 250,
    "territory.newly_conquered_days": 365,
    "territory.uncontrolled": "neutral",
    "territory.unfriendly_includes_neutral": True,
    "trait.beloved.resting": 1,
    "trait.brutal.threshold": -1,
    "trait.ironsides.threshold": 5,
    "trait.logistician.column": Fraction(1, 2),
    "trait.outrider.radius": 3,
    "trait.poet.cap": 12,
    "trait.poet.shift": 2,
    "trait.ranger.very_bad": True,
    "trait.siege_engineer.weeks": 1,
    "trait.spartan.factor": Fraction(1, 2),
    "trait.spartan.gain_factor": Fraction(1, 2),
    "weather.bad_pace_factor": Fraction(1),
    "weather.period_days": 1,
    "weather.region_mode": "map",
    "weather.table.autumn": "1-3/4-5/6",
    "weather.table.spring": "1-4/5/6",
    "weather.table.summer": "1-5/6/-",
    "weather.table.winter": "1-3/4-5/6",
    "weather.slows_messengers": False,
    "weather.very_bad_closes_fords": True,
    "weather.very_bad_pace_factor": Fraction(1, 2),
}
_OTHERS = (
    figures_of_supply,
    figures_of_land,
    figures_of_recruitment,
    figures_of_rest,
    figures_of_money,
    figures_of_arms,
    figures_of_doctrine,
    figures_of_enterprise,
    figures_of_the_sea,
    figures_of_ventures,
    figures_of_people,
    figures_of_battle,
    figures_of_the_fall,
)
for others in (*_OTHERS, figures_of_war):
    OF_THE_RULES |= others.OF_THE_RULES


@pytest.mark.rule("C-GEN-02")
def test_every_figure_declared_is_in_the_rules_and_has_their_value() -> None:
    assert {name: param.default for name, param in PARAMS.items()} == OF_THE_RULES


@pytest.mark.rule("C-GEN-02")
def test_every_figure_has_a_unit_a_rule_and_is_declared_once() -> None:
    names = [p.name for chapter in campaign.CHAPTERS for p in chapter.params]
    assert len(set(names)) == len(names)
    for param in PARAMS.values():
        assert param.unit
        assert param.rule.startswith("C-")
        assert not param.choices or param.default in param.choices


# -- stories --------------------------------------------------------------------------------------

Params = dict[str, Any]
Story = Callable[[Params], object]
FOOT = [infantry("Line", 1000)]
CALM: dict[str, list[tuple[int, ...]]] = {"morale check": [(1, 1)] * 40}
LONG = [infantry(f"R{n}", 2400) for n in range(10)] + [cavalry("Horse", 3000, wagons=60)]


def told(field: Field) -> str:
    """Everything that happened, in one line."""
    found = hashlib.sha256()
    for line in field.journal():
        found.update(line)
    for batch in field.batches:
        for row in batch.notice_rows:
            found.update(row.body)
    return found.hexdigest()


def force(
    detachments: list[dict[str, Any]], params: Params, *, traits: tuple[str, ...] = (), **more: Any
) -> Field:
    armies = {
        "first": army("0101", detachments, name="First", commander="ney", supplies=99_999),
        "second": army("2005", FOOT, name="Second", commander="blake"),
    }
    ney = {"name": "Marshal Ney", "faction": "red", "traits": list(traits)}
    return Field(sides(armies=armies, commanders={"ney": ney}), params=params, **more)


def march(detachments: list[dict[str, Any]], order: str, days: int, dice: Any = CALM) -> Story:
    def story(params: Params) -> object:
        field = force(detachments, params, dice=dice).order(0, "ney", order)
        return told(field.run(days * DAY))

    return story


def of_army(
    detachments: list[dict[str, Any]],
    figure: Callable[..., object],
    *,
    traits: tuple[str, ...] = (),
) -> Story:
    def story(params: Params) -> object:
        field = force(detachments, params, traits=traits)
        return figure(field.world, field.army("first"))

    return story


def forced_with_a_pause(params: Params) -> object:
    field = force(FOOT, params, dice=CALM).order(0, "ney", "march to=0301 pace=forced")
    field.order(12 * DAY, "ney", "march to=0101 pace=forced").run(14 * DAY)
    return field.army("first").forced_days


def after_normal_week(params: Params) -> object:
    field = force(FOOT, params, dice=CALM).order(0, "ney", "march to=2001")
    return told(field.order(5 * DAY, "ney", "march to=2001 pace=forced").run(7 * DAY))


def calendar_week(params: Params) -> object:
    scenario = sides(calendar={"start": "1815-06-15 06:00"})
    return told(Field(scenario, params=params).order(0, "ney", "march to=1901").run(7 * DAY))


def forced_off_road_week(params: Params) -> object:
    """Cavalry forced: its week runs out only where the ceiling is not raised."""
    field = force([cavalry("H", 300)], params, dice=CALM)
    there = ",".join(f"{n:02d}01" for n in range(2, 21))
    back = ",".join(f"{n:02d}01" for n in range(19, 0, -1))
    field.order(0, "ney", f"march path={there},{back} pace=forced")
    return told(field.run(6 * DAY))


def week_of(order: str, detachments: list[dict[str, Any]] = FOOT) -> Story:
    return march(detachments, order, 8)


def column_of_two(params: Params) -> object:
    half = [infantry(f"R{n}", 2400) for n in range(6)]
    armies = {
        "first": army("0101", half, name="First", commander="ney"),
        "second": army("2005", FOOT, name="Second", commander="blake"),
        "third": army("0101", half, name="Third", commander="soult"),
    }
    soult = {"name": "Soult", "faction": "red"}
    field = Field(sides(armies=armies, commanders={"soult": soult}), params=params)
    field.order(0, "ney", "march to=0901").order(0, "soult", "march to=0901")
    return told(field.run(2 * DAY))


def night(order: str = "march to=0705 night=normal", wrong: int = 6, **more: Any) -> Story:
    dice = {**CALM, "wrong road at": [(wrong,)] * 40, **more}

    def story(params: Params) -> object:
        return told(night_field(params=params, dice=dice).order(0, "ney", order).run(4 * DAY))

    return story


def night_of_long_column(params: Params) -> object:
    field = night_field(params=params)
    going = paced(field.world, field.army("first"), "normal", night=True, on_road=True, long=True)
    return going.metres


def ford(detachments: list[dict[str, Any]]) -> Story:
    def story(params: Params) -> object:
        field = ford_field(detachments, params=params)
        return ford_delay(field.world, field.army("first"))

    return story


def wheels_at_ford(params: Params) -> object:
    field = ford_field([infantry("L", 900, wagons=2)], params=params)
    return field.force(0, "ney", "march path=0203,0303,0402").refusals("ney")


def storm_at_ford(params: Params) -> object:
    field = ford_field([cavalry("H", 300)], params={**SPRINGY, **params}, dice=STORM)
    return told(field.order(0, "ney", "march path=0203,0303,0402").run(3 * DAY))


SPRINGY = {"weather.table.summer": "1-4/5/6"}
STORM: dict[str, list[tuple[int, ...]]] = {"weather": [(6,)] * 40}
RAIN = {"weather": [(5,)] * 40}


def weather(dice: Any, **fixed: Any) -> Story:
    def story(params: Params) -> object:
        field = force(FOOT, {**SPRINGY, **fixed, **params}, dice={**CALM, **dice})
        return told(field.order(0, "ney", "march to=1001").run(3 * DAY))

    return story


def season(start: str) -> Story:
    def story(params: Params) -> object:
        faces = []
        for face in range(1, 7):
            scenario = sides(calendar={"start": f"{start} 06:00"})
            field = Field(scenario, params=params, dice={"weather": [(face,)]}).run(DAY)
            faces.append(told(field))
        return tuple(faces)

    return story


def weather_regions(params: Params) -> object:
    text = ROAD + 'weather "West" 0101:0905\nweather "East" 1001:2005\n'
    return told(Field(map_text=text, params=params).run(2 * DAY))


def table(roll: tuple[int, int], morale: int, force_: Any = SMALL, **more: Any) -> Story:
    def story(params: Params) -> object:
        return told(checked(roll, morale, force_, params=params, **more).run(12 * DAY))

    return story


def spirit(morale: int, traits: tuple[str, ...] = ()) -> Story:
    def story(params: Params) -> object:
        armies = {
            "first": army("0101", FOOT, name="First", commander="ney", morale=morale),
            "second": army("2005", FOOT, name="Second", commander="blake"),
        }
        ney = {"name": "Ney", "faction": "red", "traits": list(traits)}
        scenario = sides(armies=armies, commanders={"ney": ney})
        field = Field(scenario, params=params, dice=CALM)
        field.order(0, "ney", "march to=2001 pace=forced").run(7 * DAY)
        return field.army("first").morale, field.army("first").resting

    return story


def iron(params: Params) -> object:
    ney = {"name": "Ney", "faction": "red", "traits": ["ironsides"]}
    armies = {"first": army("0101", FOOT, name="F", commander="ney", inside=True)}
    field = Field(sides(commanders={"ney": ney}, armies=armies), params=params)
    return field.get(Stronghold, "westwall").threshold


def beloved(params: Params) -> object:
    ney = {"name": "Ney", "faction": "red", "traits": ["beloved"]}
    return Field(sides(commanders={"ney": ney}), params=params).army("first").resting


def remnant(params: Params) -> object:
    small = [infantry("Few", 110)]
    return told(checked((1, 2), 2, small, params=params).run(3 * DAY))


def garrison_of(name: str) -> Story:
    def story(params: Params) -> object:
        return Field(params=params).get(Stronghold, name).standing

    return story


def refill(params: Params) -> object:
    thin = {"westwall": {"holder": "ney", "garrison": {"infantry": 1}}}
    return told(Field(sides(strongholds=thin), params=params).run(31 * DAY))


def strangers(params: Params) -> object:
    armies = {"first": army("1005", FOOT, name="F", commander="ney")}
    return Field(sides(armies=armies), params=params).force(0, "ney", "garrison").refusals("ney")


def siege(place: str = "southby", weeks: int = 3, dice: Any = NOW, **more: Any) -> Story:
    fixed = more.pop("params", {})

    def story(params: Params) -> object:
        field = before(place, dice=dice, params={**fixed, **params}, **more)
        field.order(0, "ney", f'besiege stronghold={place} plan="x"')
        return told(field.run(weeks * WEEK))

    return story


def siege_with(fact: Any, option: str = "") -> Story:
    def story(params: Params) -> object:
        field = before(dice=NOW, params=params)
        field.order(0, "ney", 'besiege stronghold=eastham plan="x"')
        if fact is not None:
            happens(field, fact)
        field.run(WEEK)
        if option:
            field.answer(WEEK, "gm", "D-SIEGE-02", option)
        return field.get(Stronghold, "eastham").threshold

    return story


def lifted(params: Params) -> object:
    low = {"southby": {"holder": "blake", "defence": 0}}
    field = before("southby", dice=NOW, params=params, strongholds=low)
    field.order(0, "ney", 'besiege stronghold=southby plan="x"').run(2 * WEEK)
    field.order(2 * WEEK, "ney", "lift").run(5 * WEEK)
    return told(field)


def with_engines(weeks: int = 5) -> Story:
    def story(params: Params) -> object:
        one = army("2001", FOOT, name="F", commander="ney", engines={"ready": 1})
        field = before(armies={"first": one}, dice=NOW, params=params)
        field.order(0, "ney", 'besiege stronghold=eastham plan="x"').run(weeks * WEEK)
        return field.get(Stronghold, "eastham").defence

    return story


def engine_work(order: str, traits: tuple[str, ...] = ()) -> Story:
    def story(params: Params) -> object:
        foot = [infantry("Line", 1000, wagons=10)]
        one = army("2001", foot, name="F", commander="ney", engines={"ready": 1, "packed": 0})
        if order.startswith("rebuild"):
            one["engines"] = {"ready": 0, "packed": 1}
        field = before(armies={"first": one}, params=params, traits=list(traits))
        return told(field.force(0, "ney", order).run(31 * DAY))

    return story


def fallen_with_army(params: Params) -> object:
    inside = army("1005", FOOT, name="S", commander="blake", inside=True)
    field = before(
        "southby", dice=NOW, params=params, force=[infantry("L", 3000)], armies={"second": inside}
    )
    field.order(0, "ney", 'besiege stronghold=southby plan="x"').run(2 * DAY)
    return told(field.order(2 * DAY, "blake", "yield stronghold=southby"))


def empty_place(params: Params) -> object:
    empty = {"eastham": {"holder": "blake", "garrison": {"infantry": 0}}}
    field = before(strongholds=empty, params=params)
    return told(field.order(0, "ney", 'besiege stronghold=eastham plan="x"'))


def weak_besieger(params: Params) -> object:
    field = before(force=[infantry("L", 400)], params=params)
    return field.force(0, "ney", "besiege stronghold=eastham").refusals("ney")


def besieged_from_afar(params: Params) -> object:
    field = before(params=params).order(0, "ney", "march to=1901").run(DAY)
    return field.force(DAY, "ney", "besiege stronghold=eastham").refusals("ney")


TRAIN = [
    infantry("L", 3000),
    artillery("Six", 210, six_pounders=20),
    artillery("Eighteen", 120, eighteen_pounders=10),
]


def guns(detachments: list[dict[str, Any]]) -> Story:
    def bonus(world: Any, one: Any) -> object:
        return siege_bonus(world, [one]), working_guns(world, one)

    return of_army(detachments, bonus)


def radius(
    condition: Any, detachments: list[dict[str, Any]], traits: tuple[str, ...] = ()
) -> Story:
    return of_army(detachments, lambda world, one: day_radius(world, one, condition), traits=traits)


def seen(hour: int, order: str, **more: Any) -> Story:
    def story(params: Params) -> object:
        field = met([cavalry("H", 400)], "1001", "1401", params=params, dice=CALM, **more)
        return told(field.order(hour * HOUR, "blake", order).run(2 * DAY))

    return story


def garrison_sees(params: Params) -> object:
    field = met(FOOT, "1005", "0401", params=params).order(0, "blake", "march to=0201")
    return told(field.run(DAY))


def standoff(params: Params) -> object:
    return told(duel(params=params).order(0, "ney", "march to=1101").run(3 * DAY))


def late(params: Params) -> object:
    field = duel(params=params).order(0, "ney", "march to=1001").order(0, "soult", "march to=1001")
    return told(field.run(DAY))


def withdrawn_twice(params: Params) -> object:
    field = duel(params=params).order(0, "ney", "march to=1201").run(6 * HOUR)
    field.answer(7 * HOUR, "ney", "D-BAT-01", "hold")
    field.answer(8 * HOUR, "blake", "D-BAT-01", "withdraw").run(DAY + 2 * HOUR)
    field.answer(DAY + 3 * HOUR, "ney", "D-BAT-01", "hold")
    return told(field.answer(DAY + 4 * HOUR, "blake", "D-BAT-01", "withdraw"))


def territory(params: Params) -> object:
    field = Field(params=params)
    westwall = msgspec.structs.replace(field.get(Stronghold, "westwall"), taken=0)
    field.world.set(westwall)
    found = [relation(field.world, label, "red", 300 * DAY) for label in ("0201", "1004")]
    return tuple(found)


def uncontrolled(params: Params) -> object:
    text = ROAD.replace("0101:2005", "0101:2007") + "".join(
        f"{c:02d}06 sea\n" for c in range(1, 21)
    )
    return relation(Field(map_text=text, params=params).world, "0907", "red", 0)


def control(text: str) -> Story:
    def story(params: Params) -> object:
        return dict(Field(map_text=text, params=params).world.scene.control)

    return story


def map_of(text: str = ROAD) -> Story:
    def story(params: Params) -> object:
        return Field(map_text=text, params=params).world.scene.atlas.parameters

    return story


def day_of(params: Params) -> object:
    field = Field(params=params)
    return day.half_of(field.world, 0), day.half_of(field.world, 13 * HOUR)


def spans(params: Params) -> object:
    figures = Field(params=params).world.params
    return day.weeks(figures, 1), day.months(figures, 1)


def spring(params: Params) -> object:
    field = Field(sides(calendar={"start": "1815-03-02 06:00"}), params=params)
    return day.season_of(field.world, 0)


def quiet(params: Params) -> object:
    return told(Field(params=params).run(2 * DAY))


def stances(params: Params) -> object:
    field = Field(sides(stances=[]), params=params)
    return field.pack.answers.stance(field.world, "ney", "blake")


def captain(params: Params) -> object:
    field = led(params=params).force(0, "ney", "march to=0301 army=corps")
    return told(field.run(2 * DAY))


def surprised(params: Params) -> object:
    field = Field(
        sides(
            armies={
                "first": army("1005", FOOT, name="First Army", commander="ney"),
                "corps": army("0101", FOOT, name="Corps", owner="ney"),
                "second": army("0401", FOOT, name="Second Army", commander="blake"),
            }
        ),
        pack=WITH_COURIERS,
        params=params,
    )
    return told(field.force(0, "gm", "march to=0601 army=corps").run(3 * DAY))


def about(_: Params) -> object:
    """The provenance is text; what bites is the declared default itself."""
    return campaign.pack().about


BORDER = ROAD + '0801 town "A" population=9\n0803 fortress "B" population=10\n'

BITES: dict[str, tuple[Any, Story]] = {
    "round.people": ("down", of_army([infantry("A", 1002)], noncombatants)),
    "round.stores": (
        "up",
        lambda params: stores(Field(params=params).world.params, Fraction(1, 3)),
    ),
    "clock.dawn": ("05:00", day_of),
    "clock.dusk": ("19:00", day_of),
    "calendar.week_days": (6, spans),
    "calendar.month_days": (28, spans),
    "calendar.spring_start": ("03-21", spring),
    "decision.timeout_h": (2, quiet),
    "decision.timeout_overrides": (["D-WEA-01=2"], quiet),
    "decision.waits": (["D-WEA-01"], quiet),
    "map.hex_step_km": ("8.66", map_of()),
    "map.rough_terrains": (["hills"], map_of()),
    "map.water_terrains": (["sea", "lake", "marsh"], map_of()),
    "map.settlement_sparse": (30, map_of()),
    "map.fork_min_onward_roads": (3, map_of()),
    "territory.unfriendly_includes_neutral": (False, territory),
    "territory.newly_conquered_days": (100, territory),
    "territory.uncontrolled": ("hostile", uncontrolled),
    "stronghold.size_order": (["kind"], control(BORDER)),
    "control.rivers_block": (
        True,
        control(ROAD + 'river "R" 0501/0601 0502/0601 0502/0602 0503/0602 0503/0603 0504/0603\n'),
    ),
    "stance.initial": ("hostile", stances),
    "trait.beloved.resting": (2, beloved),
    "trait.brutal.threshold": (-2, siege(traits=["brutal"])),
    "trait.ironsides.threshold": (4, iron),
    "trait.logistician.column": (1, of_army(LONG, column_length, traits=("logistician",))),
    "trait.outrider.radius": (4, radius("fair", [cavalry("H", 300)], ("outrider",))),
    "trait.poet.shift": (1, table((4, 4), 6, traits=["poet"])),
    "trait.poet.cap": (11, table((5, 5), 6, traits=["poet"])),
    "trait.ranger.very_bad": (False, radius("very bad", [cavalry("H", 300)], ("ranger",))),
    "trait.siege_engineer.weeks": (2, engine_work("build_engines", ("siege engineer",))),
    "trait.spartan.factor": (1, of_army(SAMPLE, noncombatants, traits=("spartan",))),
    "trait.spartan.gain_factor": (1, table((5, 5), 6, traits=["spartan"])),
    "army.min_soldiers": (50, remnant),
    "army.remnant_allowed": (False, remnant),
    "army.nc_rate": (30, of_army(SAMPLE, noncombatants)),
    "army.nc_per_cannon": (5, of_army(SAMPLE, noncombatants)),
    "skirmisher.nc_rate": (
        20,
        of_army([infantry("R", 500, special="skirmishers")], noncombatants),
    ),
    "column.foot_per_km": (2000, of_army(SAMPLE, column_length)),
    "column.cavalry_per_km": (1000, of_army(SAMPLE, column_length)),
    "column.wheels_per_km": (20, of_army(SAMPLE, column_length)),
    "column.artillerists_as": ("cavalry", of_army(SAMPLE, column_length)),
    "column.same_day_counts": (False, column_of_two),
    "artillery.crew_per_cannon": (20, guns(TRAIN)),
    "artillery.uncrewed_count": (True, guns([artillery("G", 10, six_pounders=20)])),
    "cannon.six.siege_count": (30, guns(TRAIN)),
    "cannon.six.siege_bonus": (2, guns(TRAIN)),
    "cannon.eighteen.siege_count": (20, guns(TRAIN)),
    "cannon.eighteen.siege_bonus": (2, guns(TRAIN)),
    "artillery.siege_bonus_to": ("assault", guns(TRAIN)),
    "artillery.siege_bonus_stacks": (True, guns([artillery("G", 400, six_pounders=40)])),
    "morale.min": (8, spirit(8)),
    "morale.resting": (8, spirit(9)),
    "morale.max": (9, beloved),
    "morale.check_dice": ("3d6", night()),
    "morale.t2_leave_in20": (0, table((1, 1), 1)),
    "morale.t3_loss": (50, table((1, 2), 2)),
    "morale.t4_count": ("1d2", table((1, 3), 3)),
    "morale.t5_loss": (50, table((2, 3), 4)),
    "morale.t6_leave_in6": (6, table((3, 3), 5)),
    "morale.t7_count": (2, table((3, 4), 6)),
    "morale.t8_loss": (50, table((4, 4), 6)),
    "morale.t9_count": ("1d1", table((4, 5), 6)),
    "morale.t9_days": ("1d2", table((4, 5), 6)),
    "morale.t10_nc_points": (20, table((5, 5), 6)),
    "morale.t11_count": (2, table((5, 6), 6)),
    "morale.t11_days": ("1d2", table((5, 6), 6)),
    "morale.desertion_hits_wheels": (True, table((4, 4), 6, SAMPLE)),
    "morale.absent_keep": (4, table((5, 6), 6)),
    "stronghold.town.garrison_infantry": (1, garrison_of("southby")),
    "stronghold.city.garrison_infantry": (1, garrison_of("eastham")),
    "stronghold.fortress.garrison_infantry": (1, garrison_of("westwall")),
    "stronghold.fortress.garrison_cavalry": (1, garrison_of("westwall")),
    "garrison.refill_days": (10, refill),
    "garrison.needs_consent": (False, strangers),
    "march.road_km_per_day": (25, week_of("march to=2001")),
    "march.road_days_per_week": (4, week_of("march to=2001")),
    "march.road_km_per_week": (60, week_of("march to=2001")),
    "march.week_window": ("calendar", calendar_week),
    "march.forced_may_follow": (False, after_normal_week),
    "march.offroad_factor": ("0.25", week_of("march path=0102,0103,0104,0105")),
    "march.forced_offroad_halved": (False, week_of("march path=0102,0103,0104,0105 pace=forced")),
    "skirmisher.offroad_factor": (
        "0.5",
        march([infantry("R", 500, special="skirmishers")], "march path=0102,0103", 3),
    ),
    "march.wheels_offroad": (
        "allowed",
        lambda params: (
            force([infantry("L", 500, wagons=1)], params)
            .force(0, "ney", "march path=0102")
            .refusals("ney")
        ),
    ),
    "march.forced_km_per_day": (40, week_of("march to=2001 pace=forced")),
    "march.forced_days_per_week": (3, week_of("march to=2001 pace=forced")),
    "march.forced_km_per_week": (90, week_of("march to=2001 pace=forced")),
    "march.cavalry_forced_factor": (3, march([cavalry("H", 300)], "march to=2001 pace=forced", 4)),
    "march.cavalry_forced_week_too": (False, forced_off_road_week),
    "march.long_column_km": (20, march(LONG, "march to=1001", 2)),
    "march.long_column_km_per_day": (5, march(LONG, "march to=1001", 2)),
    "march.long_column_km_per_week": (20, march(LONG, "march to=1001", 4)),
    "march.long_column_forced_km_per_day": (5, march(LONG, "march to=1001 pace=forced", 2)),
    "march.long_column_forced_km_per_week": (20, march(LONG, "march to=1001 pace=forced", 4)),
    "march.long_column_is_cap": (
        False,
        march([infantry(f"R{n}", 2400) for n in range(16)], "march path=0102,0103", 4),
    ),
    "march.pace_order": (
        "conditions_then_cap",
        lambda params: (
            paced(
                (field := force(LONG, params)).world,
                field.army("first"),
                "normal",
                night=False,
                on_road=True,
                long=True,
                weather=Fraction(1, 2),
            ).metres
        ),
    ),
    "night.km": (5, night()),
    "night.forced_km": (10, night("march to=0705 night=forced")),
    "night.offroad": (
        "allowed",
        lambda params: (
            night_field(params=params)
            .force(0, "ney", "march path=0106 night=normal")
            .refusals("ney")
        ),
    ),
    "night.long_column": (
        "capped",
        lambda params: night_of_long_column({"march.long_column_km_per_day": 5, **params}),
    ),
    "night.with_day_march": (False, night()),
    "night.fork_wrong_in6": (3, night("march to=0705 pace=none night=forced", wrong=3)),
    "night.wrong_road": (
        "first",
        lambda params: night("march to=0705 pace=none night=forced", wrong=1)(
            {"night.fork_wrong_in6": 6, **params}
        ),
    ),
    "march.forced_wear_days": (3, week_of("march to=2001 pace=forced")),
    "march.forced_morale_loss": (3, week_of("march to=2001 pace=forced")),
    "march.forced_counter_reset": ("after_a_week", forced_with_a_pause),
    "ford.column_km_per_unit": ("1.6", ford([infantry("L", 6000)])),
    "ford.unit_days": (1, ford([infantry("L", 6000)])),
    "ford.partial_block": ("exact", ford([infantry("L", 6000)])),
    "ford.nc_follow_mounted": (False, ford([cavalry("H", 6000)])),
    "ford.wheels": ("allowed", wheels_at_ford),
    "weather.region_mode": ("regions", weather_regions),
    "weather.table.spring": ("1/2-5/6", season("1815-04-01")),
    "weather.table.summer": ("1/2-5/6", season("1815-07-01")),
    "weather.table.autumn": ("1/2-5/6", season("1815-10-01")),
    "weather.table.winter": ("1/2-5/6", season("1815-01-01")),
    "weather.period_days": (2, quiet),
    "weather.bad_pace_factor": ("0.5", weather(RAIN)),
    "weather.very_bad_pace_factor": ("0.25", weather(STORM)),
    "weather.very_bad_closes_fords": (False, storm_at_ford),
    "siege.threshold.town": (4, siege()),
    "siege.threshold.city": (4, siege("eastham")),
    "siege.threshold.fortress": (
        4,
        lambda params: Field(params=params).get(Stronghold, "westwall").threshold,
    ),
    "assault.defence.town": (
        1,
        garrison_defence := lambda params: tuple(
            site.defence for site in Field(params=params).world.of(Stronghold)
        ),
    ),
    "assault.defence.city": (1, garrison_defence),
    "assault.defence.fortress": (1, garrison_defence),
    "siege.period_days": (5, siege()),
    "siege.range_hexes": (1, besieged_from_afar),
    "siege.min_ratio": ("0.5", weak_besieger),
    "siege.threshold_recovery": ("weekly", lifted),
    "siege.week_default": (-2, siege_with(None)),
    "siege.week_disease": (-3, siege_with(None, "disease")),
    "siege.week_resupply": (5, siege_with(StrongholdResupplied(stronghold="eastham", days=7))),
    "siege.week_attacked": (5, siege_with(StrongholdAttacked(stronghold="eastham"))),
    "siege.disease_default": (True, siege_with(None)),
    "siege.resupply_days": (5, siege_with(StrongholdResupplied(stronghold="eastham", days=6))),
    "siege.attacked_counts_harry": (
        True,
        siege_with(StrongholdAttacked(stronghold="eastham", harrying=True)),
    ),
    "siege.roll": ("1d6", siege(dice={})),
    "siege.gates_npc_yields": (False, siege(dice=OPENED)),
    "siege.defence_repair_per_week": (2, lifted),
    "engine.defence_per_set_week": (2, with_engines(1)),
    "engine.min_defence": (2, with_engines()),
    "engine.cumulative": (False, with_engines()),
    "assault.empty_falls": (False, empty_place),
    "engine.set_size": (5, engine_work("build_engines")),
    "engine.build_months": (2, engine_work("build_engines")),
    "engine.parallel": (2, engine_work("build_engines")),
    "engine.breakdown_weeks": (2, engine_work("break_engines")),
    "engine.wagons_per_set": (11, engine_work("break_engines")),
    "engine.rebuild_weeks": (2, engine_work("rebuild_engines")),
    "aftermath.garrison_default": ("march_out", fallen_with_army),
    "scout.base_radius": (2, radius("fair", FOOT)),
    "scout.count_rounding": (300, seen(0, "march to=1201")),
    "scout.cavalry_radius": (1, radius("fair", [cavalry("H", 300)])),
    "scout.bad_weather_penalty": (2, radius("bad", [cavalry("H", 300)])),
    "scout.very_bad_weather_penalty": (1, radius("very bad", [cavalry("H", 300)])),
    "scout.min_radius": (1, radius("very bad", FOOT)),
    "scout.night_radius": (2, seen(12, "march to=1201 pace=none night=forced")),
    "scout.garrisons": (False, garrison_sees),
    "battle.plan_timeout_h": (2, standoff),
    "battle.withdraw_pause_h": (2, withdrawn_twice),
    "battle.late_arrivals": ("wait", late),
    "battle.standoff_blocks": (False, standoff),
    "captain.orders": (["halt"], captain),
    "captain.unexpected": (["hunger"], surprised),
}
for others in (*_OTHERS, figures_of_armies):
    BITES |= others.BITES


@cache
def usual(story: Story) -> object:
    return story({})


@pytest.mark.rule("C-GEN-02")
@pytest.mark.parametrize("name", sorted(PARAMS.keys() - figures_awaited.AWAITED))
def test_every_figure_bites(name: str) -> None:
    if name.startswith("meta."):
        assert str(PARAMS[name].default) in campaign.pack().about
        return
    value, story = BITES[name]
    assert story({name: value}) != usual(story)


def test_no_figure_is_forgotten() -> None:
    assert not BITES.keys() & figures_awaited.AWAITED
    assert BITES.keys() | figures_awaited.AWAITED == {
        name for name in PARAMS if not name.startswith("meta.")
    }
