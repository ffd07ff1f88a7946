"""The figures of assaults, of what follows a fall, and of captives: values, and their stories."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from tests.world.rules.campaign.clash import FOOT, a_step, fought, judged
from tests.world.rules.campaign.field import DAY, Field, army, cavalry, infantry, sides
from tests.world.rules.campaign.storm import FELL, LOST, STORMED, before_walls, stormed
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.nouns.army import Army, noncombatants
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import PlaceYields
from world.rules.campaign.nouns.holding import may_write
from world.rules.campaign.nouns.stronghold import Stronghold

Params = dict[str, Any]
Story = Callable[[Params], object]
Dice = dict[str, list[tuple[int, ...]]]

OF_THE_RULES: dict[str, Any] = {
    "aftermath.beaten_army": "trapped",
    "aftermath.calming_lasting": False,
    "aftermath.escape_in6": 3,
    "aftermath.escape_replaces_capture": True,
    "aftermath.failed_order_pillages": True,
    "aftermath.failed_order_table": True,
    "aftermath.nc.city": 15,
    "aftermath.nc.fortress": 5,
    "aftermath.nc.town": 10,
    "aftermath.nc_each_army": True,
    "aftermath.on_treaty": "none",
    "aftermath.stores.city": 100000,
    "aftermath.stores.fortress": 1000,
    "aftermath.stores.town": 10000,
    "aftermath.stores_die": "1d6",
    "aftermath.weeks_round": "down",
    "assault.attacker_malus": -1,
    "assault.attacker_retreat": "lines",
    "assault.cavalry_weight": 1,
    "assault.ground_modifiers": False,
    "assault.loser_extra_casualties": 10,
    "assault.open_gates_defence": 0,
    "captive.default": "keep",
    "captive.may_write": "with_leave",
    "pillage.keep_fraction": Fraction(1, 2),
    "pillage.morale": 2,
    "pillage.to_army_fraction": Fraction(0, 1),
}

#: Nobody is tested to no avail, whatever his morale.
CALM: Dice = {"morale check": [(1, 1)] * 9}
FLED: Dice = {"escape of": [(1,)] * 9}


def state(field: Field) -> object:
    """Everything of armies, commanders and places, and what the victor was told of the battle."""
    armies = [
        (a.id, a.place, a.inside, a.morale, a.supplies, a.chest, a.disorder is None, a.detachments)
        for a in field.world.of(Army)
    ]
    followers = [(a.id, noncombatants(field.world, a)) for a in field.world.of(Army)]
    people = [(c.id, c.captor, c.army, c.place, c.purse) for c in field.world.of(Commander)]
    places = [(s.id, s.holder, s.stores, s.loot, s.left) for s in field.world.of(Stronghold)]
    return armies, followers, people, places, field.told("ney", BattleOver)


def assault(place: str = "southby", **more: Any) -> Story:
    """Stormed: a battle upon walls."""

    def story(params: Params) -> object:
        return state(stormed(place, params=params, **more))

    return story


def behind_open_gates(params: Params) -> object:
    field = before_walls(dice=CALM, params=params)
    field.world.set(msgspec.structs.replace(field.get(Stronghold, "southby"), gates_open=True))
    field.order(STORMED, "ney", "assault")
    return judged(field, FELL).told("ney", BattleOver)


def fallen(order: str = "", place: str = "southby", **more: Any) -> Story:
    """Stormed and won; the victor says what becomes of the place."""

    def story(params: Params) -> object:
        dice = {"stores of": [(5,)], **(more.get("dice") or {})}
        rest = {key: value for key, value in more.items() if key != "dice"}
        field = stormed(place, params=params, dice=dice, site={"loot": 1000}, **rest)
        if order:
            field.order(FELL, "ney", f"aftermath stronghold={place} {order}")
        return state(field)

    return story


def with_blake(*, dice: Any = None, **more: Any) -> Story:
    """Blake is behind the walls with an army, and beaten by six."""
    force = [infantry("Line", 4000)]
    return fallen(force=force, inside=[infantry("Foot", 3000)], dice=dice, **more)


def joined(params: Params) -> object:
    """A place opens its gates to Ney of its own accord."""
    field = Field(
        sides(armies={"first": army("1005", FOOT, name="First", commander="ney")}), params=params
    )
    fact = PlaceYields(
        stronghold="southby", victor="ney", army="first", terms=True, weeks=0, treaty=True
    )
    a_step(field).happened(fact)
    return state(field)


def starved(params: Params) -> object:
    """A town yields after three weeks and five days."""
    dice = {"week of the siege": [(1, 1)] * 9, "stores of": [(5,)]}
    field = before_walls("southby", dice=dice, params=params)
    field.run(26 * DAY)
    field.force(26 * DAY, "gm", "yield stronghold=southby")
    return field.get(Stronghold, "southby").stores


def by_two(params: Params) -> object:
    """Two armies storm it together."""
    third = army("1005", FOOT, name="Third", owner="ney")
    field = before_walls(
        dice={**CALM, "battle roll of first": [(6, 6)]}, params=params, armies={"third": third}
    )
    field.force(0, "gm", "besiege stronghold=southby army=third")
    field.order(STORMED, "ney", "assault")
    return state(judged(field, FELL))


def captive(params: Params) -> object:
    """Blake is taken in the field: is he held, and may he write?"""
    field = fought(rolls=((6, 6), (1, 1)), dice={**CALM, "capture": [(1,)]}, params=params)
    blake = field.get(Commander, "blake")
    return blake.captor, may_write(field.world, blake)


BITES: dict[str, tuple[Any, Story]] = {
    "aftermath.beaten_army": ("disband", with_blake()),
    "aftermath.calming_lasting": (
        True,
        fallen("choice=order calm=shock", ney={"abilities": {"shock": 1}}),
    ),
    "aftermath.escape_in6": (6, with_blake(dice={"escape of": [(4,)]})),
    "aftermath.escape_replaces_capture": (False, with_blake(dice={**FLED, "capture": [(1,)]})),
    "aftermath.failed_order_pillages": (
        False,
        fallen("choice=order", dice={"morale check": [(6, 6)]}, red={"morale": 7}),
    ),
    "aftermath.failed_order_table": (
        False,
        fallen("choice=order", dice={"morale check": [(5, 5)]}, red={"morale": 7}),
    ),
    "aftermath.nc.city": (30, fallen(place="eastham")),
    "aftermath.nc.fortress": (30, fallen(place="westwall")),
    "aftermath.nc.town": (30, fallen()),
    "aftermath.nc_each_army": (False, by_two),
    "aftermath.on_treaty": ("all", joined),
    "aftermath.stores.city": (7, fallen(place="eastham")),
    "aftermath.stores.fortress": (7, fallen(place="westwall")),
    "aftermath.stores.town": (7, fallen()),
    "aftermath.stores_die": ("20d6", fallen(dice={"stores of": []})),
    "aftermath.weeks_round": ("up", starved),
    "assault.attacker_malus": (-2, assault()),
    "assault.attacker_retreat": ("hex", assault(rolls=LOST)),
    "assault.cavalry_weight": (2, assault(force=[cavalry("H", 400)])),
    "assault.ground_modifiers": (True, assault(force=FOOT, ruling="first +terrain")),
    "assault.loser_extra_casualties": (20, assault(rolls=LOST)),
    "assault.open_gates_defence": (2, behind_open_gates),
    "captive.default": ("parole", captive),
    "captive.may_write": ("always", captive),
    "pillage.keep_fraction": ("0.25", fallen("choice=pillage")),
    "pillage.morale": (1, fallen("choice=pillage", red={"morale": 7})),
    "pillage.to_army_fraction": ("0.5", fallen("choice=pillage")),
}
