from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, cavalry, infantry, sides
from world.dispatch import Dispatch
from world.knowledge.picture import seen_by
from world.rules.campaign.nouns.in_sight import InSight
from world.rules.campaign.nouns.sight import ArmySeen, day_radius
from world.rules.campaign.nouns.sky import Condition

FOOT = [infantry("Line", 1000, uniform="white coats")]
HORSE = [cavalry("Horse", 400)]


def met(first: list[dict[str, Any]], at: str, second_at: str, **more: Any) -> Field:
    ney = {"name": "Marshal Ney", "faction": "red", **more.pop("ney", {})}
    return Field(
        sides(
            commanders={"ney": ney},
            armies={
                "first": army(at, first, name="First Army", commander="ney"),
                "second": army(second_at, FOOT, name="Second Army", commander="blake"),
            },
        ),
        **more,
    )


def dispatches(field: Field) -> list[dict[str, Any]]:
    return [
        fact
        for line in field.journal()
        for fact in msgspec.json.decode(line).get("facts", [])
        if fact["kind"] == Dispatch.__struct_config__.tag
    ]


@pytest.mark.rule("C-SCOUT-01", "C-SCOUT-02", "C-SCOUT-03", "C-TRAIT-11", "C-TRAIT-14")
@pytest.mark.parametrize(
    ("force", "traits", "radii"),
    [
        (FOOT, [], (1, 0, 0)),
        (HORSE, [], (2, 1, 0)),
        ([infantry("R", 500, special="skirmishers")], [], (2, 1, 0)),
        (HORSE, ["outrider"], (3, 2, 1)),
        (FOOT, ["outrider"], (1, 0, 0)),
        (HORSE, ["ranger"], (2, 2, 2)),
    ],
)
def test_how_far_scouts_see(
    force: list[dict[str, Any]], traits: list[str], radii: tuple[int, ...]
) -> None:
    field = met(force, "0101", "2001", ney={"traits": traits})
    conditions: tuple[Condition, ...] = ("fair", "bad", "very bad")
    assert tuple(day_radius(field.world, field.army("first"), c) for c in conditions) == radii


@pytest.mark.rule("C-SCOUT-01")
def test_what_is_seen_is_counted_and_told_at_once_and_kept_in_the_picture() -> None:
    field = met(FOOT, "1001", "1301").order(0, "blake", "march to=1101").run(12 * HOUR)
    seen = seen_by(field.world, ArmySeen, "ney", "second")
    assert seen is not None
    assert (seen.where, seen.infantry, seen.leader, seen.at) == ("1101", 1000, "blake", 12 * HOUR)
    assert seen.uniforms == ("white coats, a splendid hat",)
    told = field.told("ney", InSight)
    assert [(at, notice.what) for at, notice in told] == [(12 * HOUR, "comes in sight")]
    assert "1000 men" in told[0][1].strength
    assert field.told("blake", InSight)[0][0] == 12 * HOUR
    rough = met(FOOT, "1001", "1301", params={"scout.count_rounding": 300})
    rough.order(0, "blake", "march to=1101").run(12 * HOUR)
    counted = seen_by(rough.world, ArmySeen, "ney", "second")
    assert counted is not None
    assert counted.infantry == 900


@pytest.mark.rule("C-SCOUT-01")
def test_what_stands_inside_walls_is_not_seen() -> None:
    field = met(FOOT, "0202", "2001")
    field = Field(
        sides(
            armies={
                "first": army("0101", FOOT, name="First Army", commander="ney", inside=True),
                "second": army("0301", FOOT, name="Second Army", commander="blake"),
            }
        )
    )
    field.order(0, "blake", "march to=0201").run(DAY)
    assert seen_by(field.world, ArmySeen, "blake", "first") is None


@pytest.mark.rule("C-SCOUT-02")
def test_horse_see_an_army_come_two_hexes_off_and_lose_it_again() -> None:
    field = met(HORSE, "1001", "1401").order(0, "blake", "march to=1201").run(12 * HOUR)
    assert [n.what for _, n in field.told("ney", InSight)] == ["comes in sight"]
    assert field.told("blake", InSight) == []  # foot see one hex
    field.order(12 * HOUR, "blake", "march to=1401").run(2 * DAY)
    assert field.told("ney", InSight)[-1][1].what.startswith("is out of sight")
    seen = seen_by(field.world, ArmySeen, "ney", "second")
    assert seen is not None
    assert (seen.where, seen.in_sight) == ("1201", False)


@pytest.mark.rule("C-SCOUT-01", "C-SCOUT-02")
def test_who_looks_with_two_pairs_of_eyes_loses_nothing_that_one_of_them_sees() -> None:
    """Ney is within walls with foot, who see one hex; the garrison's horse see two."""
    walls = {"westwall": {"holder": "ney", "garrison": {"infantry": 200, "cavalry": 50}}}
    within = army("0101", FOOT, name="First Army", commander="ney", inside=True)
    before = army("0201", FOOT, name="Second Army", commander="blake")
    field = Field(sides(armies={"first": within, "second": before}, strongholds=walls))
    field.order(0, "blake", "march to=0301").run(12 * HOUR)
    assert [notice.what for _, notice in field.told("ney", InSight)] == ["is seen"]
    seen = seen_by(field.world, ArmySeen, "ney", "second")
    assert seen is not None
    assert (seen.where, seen.in_sight) == ("0301", True)
    field.order(12 * HOUR, "blake", "march to=0401").run(2 * DAY)
    assert field.told("ney", InSight)[-1][1].what.startswith("is out of sight")


@pytest.mark.rule("C-SCOUT-03", "C-WEA-02")
def test_in_bad_weather_less_is_seen_that_day() -> None:
    bad = {"weather": [(6,)] * 9}
    field = met(HORSE, "1001", "1401", dice=bad).order(DAY, "blake", "march to=1201")
    field.run(DAY + 12 * HOUR)
    assert field.told("ney", InSight) == []  # two hexes off, and the radius is one


@pytest.mark.rule("C-SCOUT-04")
def test_an_army_that_moves_by_night_is_seen_only_where_it_enters_the_same_hex() -> None:
    field = met(HORSE, "1001", "1401", dice={"morale check": [(1, 1)] * 9})
    field.order(12 * HOUR, "blake", "march to=1201 pace=none night=forced").run(DAY - 1)
    assert field.told("ney", InSight) == []
    field.run(DAY)
    assert [at for at, _ in field.told("ney", InSight)] == [DAY]  # at dawn


@pytest.mark.rule("C-SCOUT-05")
def test_a_garrison_reports_to_its_absent_holder_by_courier() -> None:
    field = met(FOOT, "1005", "0401").order(0, "blake", "march to=0201").run(12 * HOUR)
    letters = [fact for fact in dispatches(field) if fact["sender"] == "governor:westwall"]
    assert [fact["to"] for fact in letters] == ["ney"]
    assert "Second Army, 1000 men" in letters[0]["text"]
    assert letters[0]["enclosed"]["armies"][0]["where"] == "0301"
    assert field.told("ney", InSight) == []
    blind = met(FOOT, "1005", "0401", params={"scout.garrisons": False})
    blind.order(0, "blake", "march to=0201").run(12 * HOUR)
    assert [f for f in dispatches(blind) if f["sender"] == "governor:westwall"] == []


@pytest.mark.rule("C-SCOUT-05")
def test_a_holder_who_is_there_is_told_at_once() -> None:
    field = met(FOOT, "0101", "0401").order(0, "ney", "garrison")
    field.order(0, "blake", "march to=0201").run(12 * HOUR)
    assert field.told("ney", InSight)
    assert dispatches(field) == []


def test_the_view_shows_what_was_seen_and_nothing_else() -> None:
    field = met(FOOT, "1001", "1301")
    view: Any = field.pack.view(field.world, "ney")
    assert view.seen == ()
    field.order(0, "blake", "march to=1101").run(12 * HOUR)
    view = field.pack.view(field.world, "ney")
    assert [(s.name, s.place, s.infantry) for s in view.seen] == [("Second Army", "1101", 1000)]
    assert [a.id for a in view.armies] == ["first"]
