"""The figures of harrying, mutiny, duels and magic, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import msgspec

from tests.world.rules.campaign.clash import a_step
from tests.world.rules.campaign.field import DAY, HOUR, army, infantry
from tests.world.rules.campaign.test_defection import PART, turned
from tests.world.rules.campaign.test_duels import duel, fought, met
from tests.world.rules.campaign.test_harrying import DUSK, HORSE, LINE, WELL, harrying, near
from tests.world.rules.campaign.test_wizards import (
    besieging,
    cast,
    heads,
    learning,
    lost,
    wise,
)
from world.decision import Decision
from world.errors import BadScenario
from world.rules.campaign.defection.notices import OfferNoted
from world.rules.campaign.duels.figures import DIE
from world.rules.campaign.harrying.notices import RaidOver
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.provisions import free_room
from world.rules.campaign.nouns.sky import weather_at
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.wound import INJURY_DIE
from world.rules.campaign.view import view
from world.rules.campaign.wizards.notices import SpellUnderWay

Params = dict[str, Any]
Story = Callable[[Params], object]

OF_THE_RULES: dict[str, Any] = {
    "duel.die": "1d100",
    "duel.equal_succeeds": False,
    "duel.experience": ("traits", "age", "coin"),
    "duel.injury_die": "1d6",
    "duel.injury_table": ("1 dead", "2 maimed", "3-4 in bed 1d6 weeks", "5-6 a scar"),
    "spell.books_weight": 1000,
    "spell.breach": 1,
    "spell.breach_any": True,
    "spell.broken_rest_loses": True,
    "spell.guy_days": 1,
    "spell.guys": 10,
    "spell.heal_dice": "2d6",
    "spell.heal_window_days": 1,
    "spell.scry_ignores_weather": True,
    "spell.scry_radius": 1,
    "spell.weather_days": 1,
    "spell.weather_radius": 1,
    "spell.weeks_default": 2,
    "spell.weeks_max": 4,
    "spell.weeks_min": 1,
    "trait.duelist.bonus": 1,
    "trait.duelist.bonus_on": "d100",
    "harry.breaks_rest": True,
    "harry.cavalry_bonus": 2,
    "harry.duration_days": 1,
    "harry.fail_loss": Fraction(1, 5),
    "harry.kill_fraction": Fraction(1, 5),
    "harry.loot_source": "chest_then_purse",
    "harry.pace_factor": Fraction(1, 2),
    "harry.rejoins": "dusk",
    "harry.skirmisher_bonus": 1,
    "harry.slow_on_failure": True,
    "harry.steal_dice": "1d6",
    "harry.success_in6": 2,
    "harry.success_reading": "roll_high",
    "harry.torch_dice": "2d6",
    "morale.bribe_per_soldier": 1,
    "morale.defect_target": "nearest_other_faction",
    "morale.mutiny_leader": "retinue_npc",
    "wizard.exempt_from_sizes": True,
    "wizard.size": 1,
}

RIFLES = infantry("Horse", 200, special="skirmishers")


def raid(aim: str, *mine: dict[str, Any], face: int = 6, hours: int = 12) -> Story:
    """A day's harrying, and how it stands at an hour of that day."""

    def story(params: Params) -> object:
        field = harrying(aim, *mine, face=face, params=params, supplies=9000, purses=50)
        field.world.set(msgspec.structs.replace(field.get(Commander, "blake"), purse=70))
        field.world.set(msgspec.structs.replace(field.army("first"), supplies=0))
        field.order(23 * HOUR, "blake", "march to=1401").run(DAY + hours * HOUR)
        first, second = field.army("first"), field.army("second")
        told = [notice for _, notice in field.told("ney", RaidOver)]
        purses = (second.purses, field.get(Commander, "blake").purse)
        return first, second, purses, told

    return story


def rested(params: Params) -> object:
    field = near(dice=WELL, params=params).order(HOUR, "blake", "rest weeks=2")
    field.order(DAY + HOUR, "ney", "harry detachment=Horse target=second aim=kill")
    return field.run(2 * DAY + DUSK).army("second").rest is None


def loot(params: Params) -> object:
    field = harrying("loot", infantry("Horse", 10), LINE, params=params, purses=500)
    field.world.set(msgspec.structs.replace(field.get(Commander, "blake"), purse=700))
    return field.run(DAY + DUSK).army("second").purses


def mutinied(params: Params) -> object:
    return turned(2, params=params).army("first.mutineers").leader


def defected(params: Params) -> object:
    third = {"third": army("0801", [LINE], name="Third Army", owner="ney")}
    return turned(4, more=third, params=params).run(2 * DAY).army(PART).id


def bribed(params: Params) -> object:
    field = turned(6, purse=9000, params=params)
    field.answer(HOUR, "ney", "D-MOR-03", "offer", "1500")
    return field.told("ney", OfferNoted)


def duels(thrown: str = "", **more: Any) -> Story:
    """A duel; without dice of the test's own those of the figure are thrown, several times."""

    def story(params: Params) -> object:
        if not thrown:
            return duel(fought(params=params, **more))
        fields = [met(params=params, seed=seed, ages=(1, 99)) for seed in range(8)]
        step = [a_step(field) for field in fields]
        figure = {"die": DIE, "injury": INJURY_DIE}[thrown]
        return [each.roll("trial", each.param(figure)).total for each in step]

    return story


def room(params: Params) -> object:
    field = wise(params=params)
    return free_room(field.world, field.army("first"))


def split(params: Params) -> object:
    field = wise(params=params)
    return field.force(HOUR, "ney", "split detachments=Merlin leader=captain").refusals("ney")


def sized(params: Params) -> object:
    try:
        return wise(params=params) is None
    except BadScenario:
        return True


def learnt(params: Params) -> object:
    field = learning(params=params).run(3 * DAY)
    due = [notice.due for _, notice in field.told("ney", SpellUnderWay)]
    asked = [d for d in field.world.of(Decision) if d.rule == "D-WIZ-01"]
    return due, asked[0].question, asked[0].options


def broken(params: Params) -> object:
    field = learning(params=params).run(3 * DAY).order(3 * DAY, "ney", "halt")
    return heads(field.run(DAY + 28 * DAY))


def healed(days: int = 1) -> Story:
    def story(params: Params) -> object:
        field = lost(wise(spells=("healing",), params=params), 15)
        return field.force(days * DAY, "ney", "cast spell=healing").army("first").soldiers

    return story


def breached(sort: str) -> Story:
    def story(params: Params) -> object:
        field = besieging(sort, params=params).order(HOUR, "ney", "cast spell=breach")
        return field.run(3 * DAY).get(Stronghold, sort).defence

    return story


def seen_afar(at: int) -> Story:
    def story(params: Params) -> object:
        field = cast("far_sight", "target=1801" if at == HOUR else "target=1901", at, params=params)
        return len(view(field.world, "ney").seen)

    return story


def spelt(params: Params) -> object:
    field = cast("weather", "target=1801", params=params)
    near = weather_at(field.world, "2001").condition
    return near, weather_at(field.run(DAY + 2 * HOUR).world, "1801").condition


BITES: dict[str, tuple[Any, Story]] = {
    "harry.duration_days": (2, raid("kill")),
    "harry.rejoins": ("dawn", raid("kill")),
    "harry.success_in6": (3, raid("kill", face=2)),
    "harry.skirmisher_bonus": (3, raid("kill", RIFLES, LINE, face=2)),
    "harry.cavalry_bonus": (3, raid("kill", face=2)),
    "harry.success_reading": ("roll_low", raid("kill", face=1)),
    "harry.kill_fraction": ("0.5", raid("kill")),
    "harry.torch_dice": ("1d4", raid("torch")),
    "harry.steal_dice": ("3d6", raid("supplies", HORSE, LINE)),
    "harry.loot_source": ("purse_then_chest", loot),
    "harry.fail_loss": ("0.5", raid("kill", face=1)),
    "harry.pace_factor": ("0.25", raid("kill")),
    "harry.slow_on_failure": (False, raid("kill", face=1)),
    "harry.breaks_rest": (False, rested),
    "wizard.size": (2, sized),
    "wizard.exempt_from_sizes": (False, split),
    "spell.books_weight": (10, room),
    "spell.weeks_min": (3, learnt),
    "spell.weeks_max": (5, learnt),
    "spell.weeks_default": (3, learnt),
    "spell.guys": (20, learnt),
    "spell.guy_days": (2, learnt),
    "spell.broken_rest_loses": (False, broken),
    "spell.heal_dice": ("1d1", healed()),
    "spell.heal_window_days": (3, healed(2)),
    "spell.breach": (2, breached("westwall")),
    "spell.breach_any": (False, breached("southby")),
    "spell.scry_radius": (2, seen_afar(HOUR)),
    "spell.scry_ignores_weather": (False, seen_afar(20 * HOUR)),
    "spell.weather_radius": (2, spelt),
    "spell.weather_days": (2, spelt),
    "duel.die": ("1d20", duels("die")),
    "duel.equal_succeeds": (True, duels(throws=(37, 50))),
    "duel.experience": (["age"], duels(throws=(90, 90), traits=(3, 1))),
    "duel.injury_die": ("1d4", duels("injury")),
    "duel.injury_table": (["1-6 a limp"], duels()),
    "trait.duelist.bonus": (9, duels(throws=(30, 50), traits=(("duelist",), 4))),
    "trait.duelist.bonus_on": ("nothing", duels(throws=(37, 50), traits=(("duelist",), 4))),
    "morale.mutiny_leader": ("captain", mutinied),
    "morale.defect_target": ("nearest", defected),
    "morale.bribe_per_soldier": (2, bribed),
}
