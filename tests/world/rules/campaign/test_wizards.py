"""Wizards: what they are, how they learn, and what their spells do (C-WIZ)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.world.rules.campaign.clash import a_step
from tests.world.rules.campaign.field import (
    DAY,
    HOUR,
    Field,
    army,
    artillery,
    cavalry,
    infantry,
    sides,
)
from tests.world.rules.campaign.test_battle_dice import likely
from tests.world.rules.campaign.test_word import PACK as WITH_COURIERS
from world.decision import Decision
from world.errors import BadScenario, Refused
from world.rules.campaign.nouns.army import exclusively, noncombatants
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.guns import batteries_guarded
from world.rules.campaign.nouns.hold import weight
from world.rules.campaign.nouns.losses import losses_of, thinned
from world.rules.campaign.nouns.magic import Loss, Toll
from world.rules.campaign.nouns.provisions import capacity, free_room
from world.rules.campaign.nouns.sky import weather_at
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.view import view
from world.rules.campaign.weather import WeatherNow
from world.rules.campaign.wizards.figures import HEAL_DICE
from world.rules.campaign.wizards.notices import (
    SeenAfar,
    SpellCast,
    SpellSeen,
    SpellStudied,
    SpellUnderWay,
)

WEEK = 7 * DAY
FOOT = [infantry("Line", 1000)]
MERLIN = infantry(
    "Merlin",
    1,
    special="wizard",
    uniform="a pointed hat",
    books=["Healing", "breach", "far sight", "weather"],
)
RIDERS = {"message.safe_friendly": "20/20", "message.safe_hostile": "6/6"}
CHECKS: dict[str, list[tuple[int, ...]]] = {"morale check": [(1, 1)] * 20}


def wise(
    *mine: dict[str, Any],
    at: str = "0501",
    theirs: str = "2001",
    spells: tuple[str, ...] = (),
    dice: Any = None,
    **more: Any,
) -> Field:
    """Ney's army with a wizard."""
    wizard = MERLIN | {"spells": list(spells)}
    force = list(mine or FOOT)
    armies = {
        "first": army(at, [*force, wizard], name="First Army", commander="ney", supplies=500),
        "second": army(theirs, FOOT, name="Second Army", commander="blake"),
        **more.pop("armies", {}),
    }
    spec = sides(armies=armies, **more.pop("spec", {}))
    return Field(spec, dice={**CHECKS, **(dice or {})}, **more)


# -- what a wizard is -----------------------------------------------------------------------------


@pytest.mark.rule("C-WIZ-01")
def test_a_wizard_is_a_foot_soldier_whom_no_scout_sees() -> None:
    field = wise(theirs="0601")
    first = field.army("first")
    assert (first.count("infantry"), len(first.detachments)) == (1001, 2)
    (seen,) = view(field.world, "blake").seen
    assert seen.infantry == 1000
    assert not any("pointed" in uniform for uniform in seen.uniforms)


@pytest.mark.rule("C-WIZ-01", "C-ARMY-07", "C-SPEC-04")
def test_he_keeps_no_army_from_being_all_horse_or_all_skirmishers() -> None:
    rifles = [infantry("Rifles", 1000, special="skirmishers")]
    field = wise(*rifles)
    assert exclusively(field.world, field.army("first"), "skirmishers")
    assert noncombatants(field.world, field.army("first")) == 100
    assert exclusively((horse := wise(cavalry("H", 300))).world, horse.army("first"), "cavalry")
    strict = wise(*rifles, params={"army.exclusive_ignores": ["noncombatants"]})
    assert not exclusively(strict.world, strict.army("first"), "skirmishers")
    assert noncombatants(strict.world, strict.army("first")) == 250


@pytest.mark.rule("C-WIZ-01", "C-ART-05")
@pytest.mark.parametrize(("exempt", "guarded"), [(True, 1), (False, 2)])
def test_he_guards_no_guns(exempt: bool, guarded: bool) -> None:
    guns = artillery("Guns", 100, six_pounders=10)
    field = wise(*FOOT, guns, params={"wizard.exempt_from_sizes": exempt})
    assert batteries_guarded(field.world, field.army("first")) == guarded


@pytest.mark.rule("C-WIZ-01", "C-ARMY-02", "C-DET-03")
def test_no_limit_of_size_holds_for_him() -> None:
    field = wise().order(HOUR, "ney", "split detachments=Merlin name=Tower leader=captain")
    assert [d.name for d in field.army("ney.tower").detachments] == ["Merlin"]
    strict = wise(params={"wizard.exempt_from_sizes": False})
    strict.force(HOUR, "ney", "split detachments=Merlin name=Tower leader=captain")
    assert strict.refusals("ney") == ["E-ARMY-TOO-SMALL"]
    refuse = {"detachment.size_enforcement": "refuse"}
    wise(params=refuse)
    with pytest.raises(BadScenario):
        wise(params={**refuse, "wizard.exempt_from_sizes": False})


@pytest.mark.rule("C-WIZ-01")
def test_a_scenario_with_half_a_wizard_or_books_for_none_is_refused() -> None:
    for wrong in (
        MERLIN | {"soldiers": 2},
        infantry("Readers", 500, books=["breach"]),
        MERLIN | {"kind": "cavalry"},
    ):
        with pytest.raises(BadScenario):
            wise(*FOOT, {**wrong, "name": "Wrong"})
    wise(*FOOT, params={"wizard.size": 1})
    with pytest.raises(BadScenario):
        wise(*FOOT, params={"wizard.size": 3})


@pytest.mark.rule("C-WIZ-04", "C-SUP-02", "C-FLEET-03")
def test_the_books_of_each_spell_take_their_room() -> None:
    field = wise(infantry("Line", 1000))
    first = field.army("first")
    assert free_room(field.world, first) == capacity(field.world, first) - 4 * 1000 - 500
    light = wise(params={"spell.books_weight": 10})
    assert free_room(light.world, light.army("first")) == free_room(field.world, first) + 3960
    assert weight(field.world, first) - weight(light.world, light.army("first")) == 3960


# -- learning -------------------------------------------------------------------------------------


def learning(weeks: int = 3, spell: str = "breach", **more: Any) -> Field:
    field = wise(**more).order(HOUR, "ney", f"rest weeks={weeks}").run(DAY)
    return field.order(DAY + HOUR, "ney", f'memorise spell="{spell}"')


def heads(field: Field) -> tuple[str, ...]:
    (mage,) = view(field.world, "ney").armies[0].mages
    return mage.spells


def studied(field: Field) -> list[str]:
    return [n.what for _, n in field.told("ney", SpellStudied)]


@pytest.mark.rule("C-WIZ-02", "D-WIZ-01")
def test_a_spell_is_learnt_in_two_weeks_of_rest_unless_the_referee_says_otherwise() -> None:
    field = learning()
    (mage,) = view(field.world, "ney").armies[0].mages
    assert (mage.learns, mage.due) == ("breach", None)
    assert [d.who for d in field.world.of(Decision) if d.rule == "D-WIZ-01"] == ["gm"]
    field.run(2 * DAY + HOUR)  # nobody answers
    assert [n.due for _, n in field.told("ney", SpellUnderWay)] == [DAY + 2 * WEEK]
    assert heads(field.run(DAY + 2 * WEEK - 1)) == ()
    assert heads(field.run(DAY + 2 * WEEK)) == ("breach",)
    assert studied(field) == ["sits over his books", "has it by heart"]
    assert not field.told("blake", SpellStudied)


@pytest.mark.rule("C-WIZ-02", "D-WIZ-01")
@pytest.mark.parametrize("weeks", [1, 3])
def test_the_referee_says_how_many_weeks(weeks: int) -> None:
    field = learning().answer(2 * DAY, "gm", "D-WIZ-01", str(weeks))
    assert heads(field.run(DAY + weeks * WEEK)) == ("breach",)
    assert field.army("first").rest is None if weeks == 3 else True


@pytest.mark.rule("C-WIZ-02", "D-WIZ-01")
def test_a_spell_that_is_not_allowed_is_not_learnt() -> None:
    field = learning().answer(DAY + 2 * HOUR, "gm", "D-WIZ-01", "refuse")
    assert studied(field)[-1] == "learns nothing of it: it is not to be learnt"
    field.order(DAY + 3 * HOUR, "ney", "memorise spell=breach")
    assert field.refusals("ney") == ["E-SPELL"]


@pytest.mark.rule("C-WIZ-02")
def test_only_at_rest_and_only_with_the_books() -> None:
    field = wise()
    with pytest.raises(Refused) as refused:
        field.order(HOUR, "ney", "memorise spell=breach")
    assert refused.value.code == "E-NOT-RESTING"
    field.order(HOUR, "ney", "rest")
    field.order(2 * HOUR, "ney", "memorise spell=breach")  # it begins tomorrow
    assert field.refusals("ney") == ["E-NOT-RESTING"]
    with pytest.raises(Refused) as refused:
        field.run(DAY + HOUR).order(DAY + HOUR, "ney", "memorise spell=fireworks")
    assert refused.value.code == "E-NO-BOOKS"
    field.order(DAY + 2 * HOUR, "ney", "memorise spell=breach")
    field.order(DAY + 3 * HOUR, "ney", "memorise spell=healing")
    assert field.refusals("ney")[1:] == ["E-BUSY"]


@pytest.mark.rule("C-WIZ-02", "C-REST-06")
@pytest.mark.parametrize(("loses", "knows"), [(True, ()), (False, ("breach",))])
def test_with_a_broken_rest_the_learning_is_lost(loses: bool, knows: tuple[str, ...]) -> None:
    field = learning(params={"spell.broken_rest_loses": loses})
    field.answer(2 * DAY, "gm", "D-WIZ-01", "1").order(3 * DAY, "ney", "halt").run(4 * WEEK)
    assert heads(field) == knows
    assert ("has learnt nothing: the rest was broken" in studied(field)) == loses


@pytest.mark.rule("C-WIZ-02", "C-CAP-01")
@pytest.mark.parametrize("gone", [False, True])
def test_a_wizard_who_stays_behind_learns_while_his_army_marches_on(gone: bool) -> None:
    """He has his orders by word of mouth before it leaves, or by a rider."""
    field = wise(pack=WITH_COURIERS, params=RIDERS)
    field.order(HOUR, "ney", "split detachments=Merlin name=Tower leader=captain")
    field.order(2 * HOUR, "ney", "rest weeks=3 army=ney.tower")
    if gone:
        field.run(DAY).order(DAY, "ney", "march to=0801").run(3 * DAY)
        field.order(3 * DAY, "ney", "memorise spell=breach army=ney.tower").run(4 * DAY)
    else:
        field.run(DAY + HOUR).order(DAY + HOUR, "ney", "memorise spell=breach army=ney.tower")
        field.order(DAY + 2 * HOUR, "ney", "march to=0801")
    field.run(DAY + 4 * WEEK)
    (merlin,) = field.army("ney.tower").detachments
    assert merlin.spells == ("breach",)
    assert field.army("first").place == "0801"


@pytest.mark.rule("C-WIZ-02")
def test_a_rest_that_is_too_short_will_not_do() -> None:
    field = learning(1).run(4 * WEEK)
    assert heads(field) == ()
    assert studied(field)[-1] == "has learnt nothing: the rest was too short"


@pytest.mark.rule("C-TRAIT-15", "C-WIZ-02", "C-WIZ-04")
def test_a_commander_with_a_magic_touch_learns_spells_himself() -> None:
    ney = {"name": "Ney", "faction": "red", "traits": ["magic touch"], "books": ["weather"]}
    armies = {
        "first": army("0501", FOOT, name="First Army", commander="ney", supplies=0),
        "second": army("2001", FOOT, name="Second Army", commander="blake"),
    }
    field = Field(
        sides(armies=armies, commanders={"ney": ney}),
        dice=CHECKS,
        params={"trait.enforce_count": False},
    )
    first = field.army("first")
    assert free_room(field.world, first) == capacity(field.world, first) - 1000
    field.order(HOUR, "ney", "rest weeks=2").order(DAY + HOUR, "ney", "memorise spell=weather")
    field.run(DAY + 2 * WEEK)
    assert field.get(Commander, "ney").spells == ("weather",)
    field.order(DAY + 2 * WEEK + HOUR, "ney", "cast spell=weather target=1501")
    assert field.get(Commander, "ney").spells == ()
    assert weather_at(field.world, "1501").condition == "bad"
    with pytest.raises(BadScenario):
        Field(sides(commanders={"ney": {**ney, "traits": []}}))


# -- casting --------------------------------------------------------------------------------------


def cast(spell: str, rest: str = "", at: int = HOUR, **more: Any) -> Field:
    return wise(spells=(spell,), **more).order(at, "ney", f"cast spell={spell} {rest}")


def effects(field: Field, person: str = "ney") -> list[str]:
    return [n.effect for _, n in field.told(person, SpellCast)]


@pytest.mark.rule("C-WIZ-03")
def test_a_spell_is_forgotten_once_it_is_cast() -> None:
    field = cast("far_sight", "target=1501")
    assert heads(field) == ()
    with pytest.raises(Refused) as refused:
        field.order(2 * HOUR, "ney", "cast spell=far_sight target=1501")
    assert refused.value.code == "E-NOT-MEMORISED"
    field.force(2 * HOUR, "ney", "cast spell=far_sight target=1501")
    assert field.refusals("ney") == ["E-NOT-MEMORISED"]
    vain = wise(spells=("far_sight",)).order(HOUR, "ney", "cast spell=far_sight")
    assert (vain.refusals("ney"), heads(vain)) == (["E-SPELL"], ("far_sight",))


@pytest.mark.rule("C-WIZ-03", "D-WIZ-02")
def test_what_a_spell_that_the_rules_do_not_know_does_the_referee_says() -> None:
    field = cast("fireworks", 'target=0501 words="to cheer the men"')
    (asked,) = [d for d in field.world.of(Decision) if d.rule == "D-WIZ-02"]
    assert "to cheer the men" in asked.question
    assert "10 trained and equipped people could do in 1 day" in asked.question
    field.answer(2 * HOUR, "gm", "D-WIZ-02", "otherwise", "Everybody is delighted.")
    assert effects(field) == ["Everybody is delighted."]
    assert effects(cast("fireworks").run(2 * DAY)) == ["Nothing comes of it."]


@pytest.mark.rule("C-WIZ-05")
def test_a_wizard_after_the_battle_spares_seventy_men_in_a_thousand() -> None:
    """EX-47: 15% lost, 2d6 = 7: 8%; detachments of 1,000 lose 80 each instead of 150."""
    three = [infantry(f"Foot {n}", 1000) for n in range(3)]
    field = wise(*three, spells=("healing",), dice={"healed": [(3, 4)]})
    lost(field, 15)
    field.order(DAY, "ney", "cast spell=healing")
    assert [d.soldiers for d in field.army("first").detachments] == [920, 920, 920, 1]
    assert effects(field) == ["210 men are spared, 7 in the hundred fewer lost."]
    assert not field.told("blake", SpellCast)


@pytest.mark.rule("C-WIZ-05", "C-GEN-05")
def test_no_more_are_spared_than_were_lost_and_only_in_time() -> None:
    field = wise(spells=("healing",), dice={"healed": [(6, 6)]})
    lost(field, 5).order(DAY, "ney", "cast spell=healing")
    assert [d.soldiers for d in field.army("first").detachments] == [1000, 1]
    relative = wise(
        spells=("healing",), dice={"healed": [(5, 5)]}, params={"casualty.adjust_mode": "relative"}
    )
    lost(relative, 20).order(DAY, "ney", "cast spell=healing")
    assert relative.army("first").detachments[0].soldiers == 820
    late = lost(wise(spells=("healing",)), 15).force(DAY + 1, "ney", "cast spell=healing")
    assert (late.refusals("ney"), heads(late)) == (["E-SPELL"], ("healing",))
    never = wise(spells=("healing",)).force(HOUR, "ney", "cast spell=healing")
    assert never.refusals("ney") == ["E-SPELL"]


@pytest.mark.rule("C-WIZ-05", "C-BAT-04")
def test_the_toll_of_a_real_battle_is_what_can_be_healed() -> None:
    field = wise(theirs="0601", at="0501", spells=("healing",), dice={"healed": [(6, 6)]})
    field.order(HOUR, "blake", "march to=0501").run(8 * HOUR)
    field.answer(8 * HOUR, "ney", "D-BAT-01", "hold")
    field.answer(8 * HOUR, "blake", "D-BAT-01", "attack").run(2 * DAY)
    toll = field.get(Toll, "toll:first")
    assert toll.losses[0].before == 1000
    assert toll.percentage == Fraction(toll.losses[0].lost, 10)


def lost(field: Field, percentage: int) -> Field:
    """As after a battle in which an army lost so many in the hundred."""
    first = field.army("first")
    losses = losses_of(field.world.params, first, Fraction(percentage))
    field.world.set(
        Toll(
            id="toll:first",
            army="first",
            at=field.world.now,
            num=percentage,
            den=1,
            losses=tuple(
                Loss(d.name, d.soldiers, losses.get(d.name, 0)) for d in first.detachments
            ),
        )
    )
    field.world.set(thinned(field.world, first, losses))
    return field


def besieging(sort: str = "westwall", **more: Any) -> Field:
    """Ney's wizard before a fortress of Blake's, or a town."""
    at = {"westwall": "0101", "southby": "1005"}[sort]
    spec = {
        "sieges": [{"stronghold": sort, "armies": ["first"]}],
        "strongholds": {sort: {"holder": "blake"}},
    }
    return wise(at=at, spells=("breach",), spec=spec, **more)


@pytest.mark.rule("C-WIZ-06", "C-ASLT-03", "C-SIEGE-06", "D-WIZ-02")
def test_a_breach_makes_assaults_easier_until_walls_are_mended() -> None:
    field = besieging().order(HOUR, "ney", "cast spell=breach")
    assert field.get(Stronghold, "westwall").defence == 5
    field.answer(2 * HOUR, "gm", "D-WIZ-02", "example")
    assert field.get(Stronghold, "westwall").defence == 4
    assert effects(field) == ["There is a breach in the walls of Westwall, which count for 4 now."]
    field.order(3 * HOUR, "ney", "lift").run(3 * HOUR + WEEK)
    assert field.get(Stronghold, "westwall").defence == 5


@pytest.mark.rule("C-WIZ-06")
def test_both_sides_see_a_breach() -> None:
    inside = {"second": army("0101", FOOT, name="Second Army", commander="blake", inside=True)}
    field = besieging(armies=inside).order(HOUR, "ney", "cast spell=breach").run(2 * DAY)
    ((_, seen),) = field.told("blake", SpellSeen)
    assert seen.what == "a breach has opened in the walls, which count for 4 now"


@pytest.mark.rule("C-WIZ-06", "D-WIZ-02")
def test_only_who_stands_before_a_besieged_place_breaches_walls() -> None:
    assert cast("breach").refusals("ney") == ["E-SPELL"]
    town = besieging("southby").order(HOUR, "ney", "cast spell=breach").run(2 * DAY)
    assert town.get(Stronghold, "southby").defence == 2
    fortress = besieging("southby", params={"spell.breach_any": False})
    assert fortress.order(HOUR, "ney", "cast spell=breach").refusals("ney") == ["E-SPELL"]
    none = besieging().order(HOUR, "ney", "cast spell=breach")
    none.answer(2 * HOUR, "gm", "D-WIZ-02", "nothing")
    assert none.get(Stronghold, "westwall").defence == 5


@pytest.mark.rule("C-WIZ-07", "C-SCOUT-01")
@pytest.mark.parametrize("at", [HOUR, 20 * HOUR])
def test_far_sight_shows_a_place_and_what_is_about_it_by_day_and_night(at: int) -> None:
    field = cast("far_sight", "target=1901", at=at)
    seen = {each.id: each for each in view(field.world, "ney").seen}
    assert (seen["second"].place, seen["second"].infantry) == ("2001", 1000)
    assert (seen["second"].at, seen["second"].source) == (at, "report of a wizard")
    assert [n.strength for _, n in field.told("ney", SeenAfar)] == ["1000 men and 0 guns"]
    assert effects(field) == ["He has looked about 1901."]
    assert not view(field.world, "blake").seen
    farther = cast("far_sight", "target=1801", at=at)
    assert not view(farther.world, "ney").seen


@pytest.mark.rule("C-WIZ-07", "C-SCOUT-03", "C-SCOUT-04")
def test_where_the_rules_say_so_far_sight_is_blind_at_night_and_in_the_rain() -> None:
    rules = {"spell.scry_ignores_weather": False}
    assert view(cast("far_sight", "target=1901", params=rules).world, "ney").seen
    assert not view(cast("far_sight", "target=1901", 20 * HOUR, params=rules).world, "ney").seen
    rain = {"weather": [(6,)] * 9}
    table = {**rules, "weather.table.summer": "1-4/5/6"}
    wet = cast("far_sight", "target=1901", DAY + HOUR, params=table, dice=rain)
    assert not view(wet.world, "ney").seen


@pytest.mark.rule("C-WIZ-07")
def test_whoever_is_looked_at_by_magic_notices_nothing() -> None:
    looked, not_looked = cast("far_sight", "target=1901"), wise(spells=("far_sight",))
    for field in (looked, not_looked):
        field.run(3 * DAY)
    assert view(looked.world, "blake") == view(not_looked.world, "blake")


@pytest.mark.rule("C-WIZ-08", "C-WEA-03")
def test_bad_weather_is_brought_on_about_a_place_for_a_day() -> None:
    field = cast("weather", "target=1901", theirs="2001")
    assert weather_at(field.world, "2001").condition == "bad"
    assert weather_at(field.world, "1701").condition == "fair"
    assert [(at, n.condition) for at, n in field.told("blake", WeatherNow)] == [(HOUR, "bad")]
    assert view(field.world, "blake").weather == "bad"
    assert not field.told("ney", WeatherNow)
    field.run(DAY + HOUR)
    assert weather_at(field.world, "2001").condition == "fair"
    assert [n.condition for _, n in field.told("blake", WeatherNow)] == ["bad", "fair"]


@pytest.mark.rule("C-WIZ-08")
def test_bad_weather_is_ended_and_those_under_it_hear_nothing_of_the_rain_elsewhere() -> None:
    rain = {"weather": [(6,)] * 9}
    table = {"weather.table.summer": "1-4/5/6"}
    field = wise(spells=("weather",), params=table, dice=rain).run(20 * HOUR)
    field.order(20 * HOUR, "ney", "cast spell=weather target=2001 manner=end")
    field.run(DAY + HOUR)
    assert weather_at(field.world, "2001").condition == "fair"
    assert weather_at(field.world, "0501").condition == "very bad"
    field.order(DAY + 2 * HOUR, "blake", "march to=1601").run(DAY + 10 * HOUR)
    assert field.army("second").place == "1901"
    slow = wise(params=table, dice=rain)
    slow.order(DAY + 2 * HOUR, "blake", "march to=1601").run(DAY + 10 * HOUR)
    assert slow.army("second").place == "2001"


@pytest.mark.rule("C-WIZ-05")
def test_the_dice_of_healing_are_two_dice() -> None:
    """Chi-square over 4,000 throws."""
    step = a_step(wise(), "healing")
    counts = Counter(step.roll("x", step.param(HEAL_DICE)).total for _ in range(4000))
    exact = {n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}
    assert likely(counts, exact) > 0.001
