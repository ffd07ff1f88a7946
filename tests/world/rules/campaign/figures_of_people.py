"""The figures of commanders and of their people: their values, and stories in which they bite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.world.rules.campaign.clash import FOOT, a_step, fought
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
from tests.world.rules.campaign.storm import FELL, stormed
from tests.world.rules.campaign.test_commanders import ACT, ENROL, YEAR, offered, people, skilled
from world.errors import BadScenario
from world.kernel.nouns import REFEREE
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.commanders.notices import AbilityRolled
from world.rules.campaign.nouns.army import noncombatants
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import CommanderTaken
from world.rules.campaign.nouns.pace import joint_length
from world.rules.campaign.regiments import UnusualSizes

Params = dict[str, Any]
Story = Callable[[Params], object]
Dice = dict[str, list[tuple[int, ...]]]

OF_THE_RULES: dict[str, Any] = {
    "commander.ability_dice": "2d6",
    "commander.ability_target_default": 8,
    "commander.age_base": 20,
    "commander.age_dice": "2d20",
    "commander.birthday": "game_start",
    "commander.ride_risk": False,
    "commander.score_bad": -1,
    "commander.score_best": 2,
    "commander.score_good": 1,
    "commander.score_good_count": 2,
    "commander.score_mid": 0,
    "detachment.artillerists_max": 100,
    "detachment.artillerists_min": 50,
    "detachment.cavalry_min": 200,
    "detachment.infantry_min": 500,
    "detachment.size_enforcement": "warn",
    "detachment.uniform_required": True,
    "retinue.acting": "captain",
    "retinue.aunt_uncle": "30+3d20",
    "retinue.bodyguard": "20+1d20",
    "retinue.child": "14+3d6",
    "retinue.councilor": "20+3d20",
    "retinue.cousin": "20+2d20",
    "retinue.creditor": "20+2d20",
    "retinue.die": "1d20",
    "retinue.favorite": "16+2d20",
    "retinue.friend": "20+2d20",
    "retinue.inlaw_die": "1d6",
    "retinue.niece_nephew": "16+1d20",
    "retinue.parent": "30+3d20",
    "retinue.priest": "20+3d20",
    "retinue.quartermaster": "20+2d20",
    "retinue.rival": "20+2d20",
    "retinue.sibling": "20+2d20",
    "retinue.spouse": "20+2d20",
    "retinue.step_die": "1d6",
    "retinue.stranger": "14+3d20",
    "retinue.student": "16+1d20",
    "retinue.teacher": "30+3d20",
    "trait.crusader.bonus": 1,
    "trait.crusader.empty_is_same": True,
    "trait.defensive_engineer.bonus": 2,
    "trait.die": "1d20",
    "trait.enforce_count": True,
    "trait.first_age": 20,
    "trait.guardian.capture": -1,
    "trait.guardian.casualties": -5,
    "trait.honorable.skips_order_check": True,
    "trait.interval": 10,
    "trait.logistician.joint_column": "own_part",
    "trait.spartan.halves_gun_helpers": True,
    "trait.stubborn.covers_draw": False,
    "trait.vanquisher.capture": 1,
    "trait.vanquisher.capture_on_any_win": True,
    "trait.vanquisher.casualties": 5,
    "trait.veteran.rolls_check": False,
}

#: Nobody is tested to no avail, whatever his morale.
CALM: Dice = {"morale check": [(1, 1)] * 9}


# -- ages, traits, abilities ----------------------------------------------------------------------


def ney(field: Field) -> Commander:
    return field.get(Commander, "ney")


def age(params: Params) -> object:
    return ney(people(params=params)).age


def sheet(years: int) -> Story:
    """The traits of a sheet that gives an age and none of them."""

    def story(params: Params) -> object:
        return ney(people({"age": years}, params=params)).traits

    return story


def decade(params: Params) -> object:
    field = people({"age": 29, "traits": ["poet"]}, params={**YEAR, **params})
    return len(ney(field.run(10 * DAY)).traits)


def enrolled(params: Params) -> object:
    return ney(offered(params=params).order(HOUR, "ney", ENROL)).scores


def newcomer(params: Params) -> object:
    field = people(params={**YEAR, **params}).run(4 * DAY)
    field.order(4 * DAY, REFEREE, 'offer_place person=new name="A Newcomer" at=0101')
    before = field.order(4 * DAY, "new", ENROL).get(Commander, "new").age
    return field.run(10 * DAY).get(Commander, "new").age - before


def tried(params: Params) -> object:
    field = skilled(params=params).order(HOUR, "ney", ACT)
    field.answer(2 * HOUR, REFEREE, "D-CMD-01", "shock")
    return [(n.dice, n.target) for _, n in field.told(REFEREE, AbilityRolled)]


def rode_into_enemy_country(params: Params) -> object:
    field = people(params=params, dice={"ride of soult": [(6,)]})
    field.order(0, "soult", "ride to=1801").run(3 * DAY)
    return field.get(Commander, "soult").captor


# -- his people -----------------------------------------------------------------------------------


def kin(*rows: int) -> Story:
    """Somebody of Ney's people leads a corps: who it is, and how old."""

    def story(params: Params) -> object:
        dice = {
            "people of ney: who": [rows[:1]],
            "people of ney: step-kin": [rows[1:]],
            "people of ney: in-law": [rows[1:]],
        }
        two = [infantry("Line", 1000), infantry("Guard", 1000)]
        spec = sides(armies={"first": army("0101", two, name="First Army", commander="ney")})
        loaded = {reason: faces for reason, faces in dice.items() if faces[0]}
        field = Field(spec, params=params, dice=loaded)
        field.order(HOUR, "ney", "split detachments=Guard name=Guard leader=retinue")
        leader = field.get(Commander, field.army("ney.guard").leader)
        return leader.name, leader.age

    return story


def bereaved(params: Params) -> object:
    field = people(params=params)
    fact = CommanderTaken(person="ney", holds="second", place="0101")
    a_step(field).happened(fact, "ney")
    return field.army("first").leader


# -- traits in battle -----------------------------------------------------------------------------


def lost_by_six(params: Params) -> object:
    """A Guardian is beaten by a Vanquisher, by six."""
    field = fought(
        ney={"traits": ["vanquisher"]},
        blake={"traits": ["guardian"]},
        rolls=((6, 6), (2, 3)),
        dice={"capture of blake": [(3,)], **CALM},
        params=params,
    )
    return field.army("second").soldiers, field.get(Commander, "blake").captor


def lost_by_one(params: Params) -> object:
    field = fought(
        ney={"traits": ["vanquisher"]},
        rolls=((4, 4), (3, 3)),
        dice={"capture of blake": [(1,)], **CALM},
        params=params,
    )
    return field.get(Commander, "blake").captor


def crusade(faith: str) -> Story:
    def story(params: Params) -> object:
        field = fought(ney={"traits": ["crusader"], "faith": faith}, params=params)
        return [n.modifiers for _, n in field.told("ney", BattleOver)]

    return story


def drawn(params: Params) -> object:
    field = fought(ney={"traits": ["stubborn"]}, rolls=((4, 4), (3, 4)), params=params)
    return field.army("first").morale


def beaten_veteran(params: Params) -> object:
    field = fought(
        blake={"traits": ["veteran"]},
        rolls=((5, 5), (3, 4)),
        dice={"morale check": [(6, 6)] * 9},
        params=params,
    )
    return any("morale check of second" in line.decode() for line in field.journal())


def stormed_engineer(params: Params) -> object:
    field = stormed(
        inside=FOOT, blake={"traits": ["defensive engineer"]}, rolls=((6, 6), (4, 4)), params=params
    )
    return [n.modifiers for _, n in field.told("blake", BattleOver)]


def kept_in_order(params: Params) -> object:
    """An Honorable army in a fallen town, which is tested or not."""
    field = stormed(
        ney={"traits": ["honorable"]}, dice={"morale check": [(6, 6)] * 9}, params=params
    )
    field.force(FELL, "ney", "aftermath stronghold=southby choice=order").run(FELL + HOUR)
    return any("morale check of first" in line.decode() for line in field.journal())


# -- followers and columns ------------------------------------------------------------------------


def spartan(params: Params) -> object:
    spec = people({"traits": ["spartan"]}, params=params, force=SAMPLE)
    return noncombatants(spec.world, spec.army("first"))


def column(params: Params) -> object:
    long = [infantry(f"R{n}", 900) for n in range(9)]
    armies = {
        "first": army("0101", long, name="First Army", commander="ney"),
        "corps": army("0101", long, name="Corps", owner="ney"),
    }
    spec = sides(
        commanders={
            "ney": {"name": "Marshal Ney", "faction": "red", "traits": ["logistician"]},
        },
        armies=armies,
    )
    field = Field(spec, params=params)
    for each in ("first", "corps"):
        field.force(0, "gm", f"march to=0501 army={each} column=main")
    return joint_length(field.run(HOUR).world, field.army("first"))


# -- detachments ----------------------------------------------------------------------------------


def sizes(detachment: dict[str, Any]) -> Story:
    def story(params: Params) -> object:
        roster = [infantry("Line", 900), detachment]
        spec = sides(armies={"first": army("0101", roster, name="First Army", commander="ney")})
        try:
            field = Field(spec, params=params)
        except BadScenario as refused:
            return str(refused)
        return [n.which for _, n in field.told(REFEREE, UnusualSizes)]

    return story


def clothed(params: Params) -> object:
    return [d.uniform for d in Field(params=params).army("first").detachments]


KIN = {
    "child": (1,),
    "sibling": (2,),
    "parent": (3,),
    "niece_nephew": (4,),
    "aunt_uncle": (5,),
    "cousin": (6,),
    "spouse": (9,),
    "friend": (10,),
    "rival": (11,),
    "student": (12,),
    "teacher": (13,),
    "priest": (14,),
    "councilor": (15,),
    "bodyguard": (16,),
    "quartermaster": (17,),
    "creditor": (18,),
    "favorite": (19,),
    "stranger": (20,),
}

BITES: dict[str, tuple[Any, Story]] = {
    "commander.ability_dice": ("3d6", tried),
    "commander.ability_target_default": (9, tried),
    "commander.age_base": (30, age),
    "commander.age_dice": ("1d1", age),
    "commander.birthday": ("creation", newcomer),
    "commander.ride_risk": (True, rode_into_enemy_country),
    "commander.score_best": (3, enrolled),
    "commander.score_good": (2, enrolled),
    "commander.score_good_count": (1, enrolled),
    "commander.score_mid": (1, enrolled),
    "commander.score_bad": (-2, enrolled),
    "trait.die": ("1d1", sheet(20)),
    "trait.enforce_count": (False, sheet(37)),
    "trait.first_age": (30, sheet(29)),
    "trait.interval": (20, decade),
    "retinue.acting": ("retinue", bereaved),
    "retinue.die": ("1d6", kin()),
    "retinue.step_die": ("1d20", kin(7)),
    "retinue.inlaw_die": ("1d1", kin(8)),
    **{f"retinue.{name}": ("99", kin(*rows)) for name, rows in KIN.items()},
    "trait.crusader.bonus": (2, crusade("old")),
    "trait.crusader.empty_is_same": (False, crusade("")),
    "trait.defensive_engineer.bonus": (3, stormed_engineer),
    "trait.guardian.capture": (0, lost_by_six),
    "trait.guardian.casualties": (-10, lost_by_six),
    "trait.honorable.skips_order_check": (False, kept_in_order),
    "trait.logistician.joint_column": ("none", column),
    "trait.spartan.halves_gun_helpers": (False, spartan),
    "trait.stubborn.covers_draw": (True, drawn),
    "trait.vanquisher.capture": (2, lost_by_six),
    "trait.vanquisher.capture_on_any_win": (False, lost_by_one),
    "trait.vanquisher.casualties": (10, lost_by_six),
    "trait.veteran.rolls_check": (True, beaten_veteran),
    "detachment.infantry_min": (499, sizes(infantry("Odd", 499))),
    "detachment.cavalry_min": (199, sizes(cavalry("Odd", 199))),
    "detachment.artillerists_min": (49, sizes(artillery("Odd", 49))),
    "detachment.artillerists_max": (101, sizes(artillery("Odd", 101))),
    "detachment.size_enforcement": ("refuse", sizes(infantry("Odd", 499))),
    "detachment.uniform_required": (False, clothed),
}
