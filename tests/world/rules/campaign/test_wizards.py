"""Wizards: what they are, how they learn, and what their spells do (C-WIZ)."""

from __future__ import annotations

from typing import Any

import pytest

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
from world.errors import BadScenario
from world.rules.campaign.nouns.army import exclusively, noncombatants
from world.rules.campaign.nouns.guns import batteries_guarded
from world.rules.campaign.nouns.hold import weight
from world.rules.campaign.nouns.provisions import capacity, free_room
from world.rules.campaign.view import view

WEEK = 7 * DAY
FOOT = [infantry("Line", 1000)]
MERLIN = infantry(
    "Merlin",
    1,
    special="wizard",
    uniform="a pointed hat",
    books=["Healing", "breach", "far sight", "weather"],
)
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
