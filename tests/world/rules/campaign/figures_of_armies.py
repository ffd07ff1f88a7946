"""Stories in which the figures of armies, their arms, guns and lists of orders bite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.world.rules.campaign.clash import fought
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
from tests.world.rules.campaign.test_orders_in_advance import own, road, started
from tests.world.rules.campaign.test_splitting_and_joining import ROSTER
from tests.world.rules.campaign.test_word import PACK
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.nouns.army import noncombatants

Params = dict[str, Any]
Story = Callable[[Params], object]

#: Three batteries under one roof, with foot enough for one of them.
PARK = [infantry("Foot", 1000), artillery("Park", 300, six_pounders=30)]
HEAVY = [infantry("Foot", 1000), artillery("Siege", 100, eighteen_pounders=10)]
GUNS = [infantry("Foot", 1000), artillery("Guns", 50, six_pounders=5)]


# -- armies ---------------------------------------------------------------------------------------


def parted(params: Params) -> object:
    first = army("0101", ROSTER, name="First", commander="ney", morale=5, extra_followers=10)
    field = Field(sides(armies={"first": first}), params=params)
    field.order(HOUR, "ney", "split detachments=1st leader=captain name=Wing")
    wing = field.army("ney.wing")
    return wing.morale, wing.extra_nc, field.army("first").morale


def joined(params: Params) -> object:
    """700 of morale 9 join 3,000 of morale 6: 6.6."""
    armies = {
        "first": army("0301", ROSTER, name="First", commander="ney", morale=6),
        "second": army("2001", [infantry("Foot", 1000)], name="Second", commander="blake"),
        "third": army("0301", [infantry("Line", 700)], name="Third", owner="ney"),
    }
    field = Field(sides(armies=armies), pack=PACK, params=params)
    field.order(HOUR, "ney", "merge army=third into=first").run(2 * HOUR)
    return field.army("first").soldiers, field.army("first").morale


def exclusively_horse(params: Params) -> object:
    """Horse with wagons march as horse alone only where wagons do not count."""
    train = [cavalry("Horse", 500, wagons=4)]
    armies = {
        "first": army("0101", train, name="First", commander="ney"),
        "second": army("2005", [infantry("Foot", 1000)], name="Second", commander="blake"),
    }
    field = Field(sides(armies=armies), params=params)
    field.order(0, "ney", "march to=2001 pace=forced").run(2 * DAY)
    return field.army("first").place


# -- arms -----------------------------------------------------------------------------------------


def battle(
    first: list[dict[str, Any]], second: list[dict[str, Any]], throws: tuple[int, int] = (3, 3)
) -> Story:
    """What counts for either side in a battle, and what is left of both afterwards."""

    def story(params: Params) -> object:
        dice: Any = {"morale check": [(1, 1)] * 9, "capture": [(6,)] * 9}
        rolls = ((throws[0], 3), (throws[1], 3))
        patient = {"battle.swift_ratio": 1_000, **params}
        field = fought(first, second, rolls=rolls, dice=dice, params=patient)
        words = [n.modifiers for who in ("ney", "blake") for _, n in field.told(who, BattleOver)]
        armies = [field.army(each) for each in ("first", "second")]
        return words, [(each.soldiers, each.six, each.eighteen) for each in armies]

    return story


def stormed(params: Params) -> object:
    """What grenadiers and lancers weigh on a ladder."""
    first = army("0201", SAMPLE, name="First", commander="ney")
    second = army("2005", [infantry("Foot", 1000)], name="Second", commander="blake")
    walls = {"westwall": {"holder": "blake", "garrison": {"infantry": 2500}}}
    spec = sides(armies={"first": first, "second": second}, strongholds=walls)
    field = Field(spec, params=params).order(0, "ney", "march to=0101").run(DAY)
    field.order(DAY, "ney", "besiege stronghold=westwall plan=x")
    field.order(DAY + HOUR, "ney", "assault plan=x").run(4 * DAY)
    return [n.modifiers for _, n in field.told("ney", BattleOver)]


# -- lists ----------------------------------------------------------------------------------------


def listed(text: str) -> Story:
    """A list that is given, and what becomes of it."""

    def story(params: Params) -> object:
        field = road(params=params)
        field.force(HOUR, "ney", f'queue orders="{text}"')
        return field.refusals("ney"), [each.order for each in own(field).listed]

    return story


def kept(params: Params) -> object:
    field = road(params=params)
    field.order(HOUR, "ney", 'queue orders="march to=0401; march to=0601"')
    field.order(2 * HOUR, "ney", "formation march=line")
    return len(own(field).listed)


def reported(params: Params) -> object:
    """A report of the enemy a night old moves an army, and a stale one does not."""
    armies = {
        "first": army("0501", [infantry("Line", 1000)], name="First Army", commander="ney"),
        "scout": army("0701", [cavalry("Horse", 300)], name="Scouts", owner="ney"),
        "second": army("1101", [infantry("Foot", 900)], name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies), pack=PACK, params=params)
    field.order(HOUR, "ney", 'queue orders="if enemy within 5: march to=0301"')
    field.order(HOUR, "blake", "march to=0801").run(3 * DAY)
    return started(field)


def bereft(params: Params) -> object:
    field = fought(params=params)
    return noncombatants(field.world, field.army("second"))


def ridden_to_the_corps(params: Params) -> object:
    """An order from Ney rides forty km in a storm."""
    armies = {
        "first": army("0501", [infantry("Line", 1000)], name="First Army", commander="ney"),
        "corps": army("0101", [infantry("Foot", 900)], name="Corps", owner="ney"),
    }
    storm = {"weather.table.summer": "-/-/1-6"}
    field = Field(sides(armies=armies), pack=PACK, params=storm | params)
    field.run(DAY).order(DAY, "ney", "march to=0201 army=corps").run(DAY + 12 * HOUR)
    return field.army("corps").march is None


LINE = [infantry(f"R{n}", 1250) for n in range(2)]
BITES: dict[str, tuple[Any, Story]] = {
    "army.nc_model": ("headcount", bereft),
    "weather.slows_messengers": (True, ridden_to_the_corps),
    "army.split_inherits": (False, parted),
    "army.merge_morale": ("weighted_up", joined),
    "army.exclusive_ignores": (["noncombatants", "wizards", "wagons"], exclusively_horse),
    "artillery.battery_max": (30, battle(PARK, GUNS)),
    "artillery.max_per_infantry_detachment": (2, battle(PARK, GUNS)),
    "artillery.more_bonus": (2, battle(GUNS, LINE)),
    "artillery.per_100_bonus": (2, battle(PARK, GUNS)),
    "artillery.zero_opponent": (1, battle(PARK, LINE)),
    "artillery.excess": ("lost_on_defeat", battle(LINE, PARK, (9, 1))),
    "cannon.eighteen.weight": (1, battle(HEAVY, GUNS)),
    "grenadier.weight": (1, battle(SAMPLE, LINE)),
    "lancer.weight": (1, battle(SAMPLE, LINE)),
    "grenadier.assault_weight": (9, stormed),
    "lancer.assault_weight": (99, stormed),
    "order.queue_max": (1, listed("march to=0401; march to=0501; march to=0601")),
    "order.conditions": (["previous_done"], listed("at 1815-07-01: march to=0401")),
    "order.list_kept_by": (["march"], kept),
    "order.report_max_h": (0, reported),
}
