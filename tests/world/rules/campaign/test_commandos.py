"""A Commando's own skirmishers: one detachment of foot, as long as he leads it (C-TRAIT-03)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, cavalry, infantry, sides
from tests.world.rules.campaign.test_word import PACK
from world.errors import Refused
from world.rules.campaign.commandos import Designated, Designation
from world.rules.campaign.nouns.army import noncombatants
from world.rules.campaign.nouns.pace import paced
from world.rules.campaign.nouns.sight import day_radius
from world.rules.campaign.nouns.stronghold import Stronghold

FOOT = [infantry("Guards", 800, special="grenadiers"), infantry("Line", 900)]


def commando(
    detachments: list[dict[str, Any]] | None = None,
    *,
    traits: tuple[str, ...] = ("commando",),
    params: dict[str, Any] | None = None,
    at: str = "0102",
    **more: Any,
) -> Field:
    """Ney the Commando at Westwall with foot, and Soult beside him."""
    armies = {
        "first": army(at, detachments or FOOT, name="First Army", commander="ney", **more),
        "second": army("2005", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
    }
    ney = {"name": "Marshal Ney", "faction": "red", "traits": list(traits)}
    soult = {"name": "Marshal Soult", "faction": "red", "at": at}
    people = {"ney": ney, "soult": soult}
    return Field(sides(armies=armies, commanders=people), params=params, pack=PACK)


def kinds(field: Field, army_id: str = "first") -> dict[str, str]:
    return {d.name: d.special for d in field.army(army_id).detachments}


@pytest.mark.rule("C-TRAIT-03", "C-SPEC-03")
def test_the_detachment_a_commando_names_acts_as_skirmishers_do() -> None:
    field = commando()
    assert day_radius(field.world, field.army("first"), "fair") == 1
    field.order(HOUR, "ney", "designate detachment=Line")
    assert kinds(field) == {"Guards": "grenadiers", "Line": "skirmishers"}
    assert day_radius(field.world, field.army("first"), "fair") == 2
    ((_, told),) = field.told("ney", Designated)
    assert (told.detachment, told.what) == ("Line", "counts as Skirmishers from now on")


@pytest.mark.rule("C-TRAIT-03", "C-SPEC-04", "C-ARMY-07")
def test_an_army_that_is_nothing_else_goes_off_the_road_at_full_speed() -> None:
    field = commando([infantry("Line", 900)]).order(HOUR, "ney", "designate detachment=Line")
    first = field.army("first")
    assert noncombatants(field.world, first) == 90
    off = paced(field.world, first, "normal", night=False, on_road=False, long=False)
    on = paced(field.world, first, "normal", night=False, on_road=True, long=False)
    assert off.metres == on.metres


@pytest.mark.rule("C-TRAIT-03")
def test_it_keeps_no_other_special_kind_but_has_it_again_afterwards() -> None:
    field = commando(at="0101").order(HOUR, "ney", "designate detachment=Guards")
    assert kinds(field) == {"Guards": "skirmishers", "Line": ""}
    field.order(2 * HOUR, "ney", "rest weeks=1").run(2 * DAY)
    field.order(2 * DAY, "ney", "designate detachment=Line")
    assert kinds(field) == {"Guards": "grenadiers", "Line": "skirmishers"}


@pytest.mark.rule("C-TRAIT-03")
def test_another_is_named_only_while_the_army_rests() -> None:
    field = commando().order(HOUR, "ney", "designate detachment=Guards")
    field.order(2 * HOUR, "ney", "designate detachment=Line")
    assert field.refusals("ney") == ["E-NOT-RESTING"]
    # A rest that was ordered begins at dawn; it has not begun yet.
    field.order(3 * HOUR, "ney", "rest weeks=1")
    field.order(4 * HOUR, "ney", "designate detachment=Line")
    assert field.refusals("ney") == ["E-NOT-RESTING"] * 2
    assert kinds(field) == {"Guards": "skirmishers", "Line": ""}


@pytest.mark.rule("C-TRAIT-03")
def test_only_a_commando_names_skirmishers_and_only_of_foot() -> None:
    field = commando(traits=()).order(HOUR, "ney", "designate detachment=Line")
    assert field.refusals("ney") == ["E-NO-TRAIT"]
    mixed = commando([*FOOT, cavalry("Horse", 300)])
    for wrong in ("Horse", "Nobody"):
        with pytest.raises(Refused, match="These could: Guards, Line") as refusal:
            mixed.order(HOUR, "ney", f"designate detachment={wrong}")
        assert refusal.value.code == "E-KIND"


@pytest.mark.rule("C-TRAIT-03")
def test_without_their_commando_they_are_what_they_were() -> None:
    field = commando().order(HOUR, "ney", "designate detachment=Guards")
    field.order(2 * HOUR, "ney", "ride to=0301 leader=soult")
    assert kinds(field) == {"Guards": "grenadiers", "Line": ""}
    assert not field.world.of(Designation)


@pytest.mark.rule("C-TRAIT-03", "C-ARMY-04")
def test_a_detachment_that_goes_away_under_somebody_else_is_what_it_was() -> None:
    field = commando().order(HOUR, "ney", "designate detachment=Guards")
    field.order(2 * HOUR, "ney", 'split detachments=Guards leader=soult name="A wing"')
    wing = next(a for a in field.world.of(type(field.army("first"))) if a.name == "A wing")
    assert kinds(field, wing.id) == {"Guards": "grenadiers"}
    # He may name another at once: he has none now.
    field.order(3 * HOUR, "ney", "designate detachment=Line")
    assert kinds(field) == {"Line": "skirmishers"}


@pytest.mark.rule("C-TRAIT-03", "C-STR-05")
def test_so_is_one_that_is_left_behind_as_a_garrison() -> None:
    field = commando(at="0101").order(HOUR, "ney", "designate detachment=Guards")
    field.order(2 * HOUR, "ney", "detach_garrison detachments=Guards")
    left = field.get(Stronghold, "westwall").left
    assert [(d.name, d.special) for d in left] == [("Guards", "grenadiers")]


@pytest.mark.rule("C-TRAIT-03", "C-ARMY-05")
def test_whoever_leads_the_whole_keeps_his_own_skirmishers() -> None:
    def joined(leader: str) -> dict[str, str]:
        armies = {
            "first": army("0301", FOOT, name="First Army", commander="ney"),
            "third": army("0301", [infantry("Line", 700)], name="Third Army", commander="soult"),
        }
        ney = {"name": "Marshal Ney", "faction": "red", "traits": ["commando"]}
        people = {"ney": ney, "soult": {"name": "Marshal Soult", "faction": "red"}}
        people["blake"] = {"name": "General Blake", "faction": "blue", "at": "2001"}
        scenario = sides(commanders=people)
        scenario["armies"] = armies
        field = Field(scenario, pack=PACK).order(HOUR, "ney", "designate detachment=Line")
        field.order(2 * HOUR, "ney", f"merge into=third leader={leader}")
        field.order(3 * HOUR, "soult", f"merge into=first leader={leader}")
        return kinds(field, "third")

    assert joined("ney") == {
        "Line": "",
        "Guards": "grenadiers",
        "Line (First Army)": "skirmishers",
    }
    assert joined("soult") == {"Line": "", "Guards": "grenadiers", "Line (First Army)": ""}
