"""A commander's own people: who they are, whom they lead, and who is played in his stead."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign.clash import a_step, facts
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from tests.world.rules.campaign.test_commanders import ENROL
from tests.world.rules.campaign.test_word import PACK as WITH_COURIERS
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.rules.campaign.commanders.notices import PlaceOffered
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import CommanderDies, CommanderFled, CommanderTaken
from world.rules.campaign.nouns.kin import KIN
from world.rules.campaign.retinue.notices import OfYourPeople, StandsIn, StoodIn

TWO = [infantry("Line", 1000), infantry("Guard", 1000)]
SPLIT = "split detachments=Guard name=Guard leader=retinue"


def house(**more: Any) -> Field:
    """Ney with two regiments at Westwall, and Soult, who is of his side, beside him."""
    spec = sides(
        commanders={
            "soult": {"name": "Marshal Soult", "faction": "red", "at": more.pop("soult", "0101")},
            "ney": {"name": "Marshal Ney", "faction": "red", **more.pop("ney", {})},
        },
        armies={
            "first": army(more.pop("at", "0101"), TWO, name="First Army", commander="ney"),
            "second": army("2001", TWO, name="Second Army", commander="blake"),
        },
    )
    return Field(spec, **more)


def called(row: int, *more: int, age: tuple[int, ...], **others: Any) -> Commander:
    """Who of Ney's people comes where the dice show these rows, and then this age."""
    dice: dict[str, list[tuple[int, ...]]] = {
        "people of ney: who": [(row,)],
        "people of ney: step-kin": [more],
        "people of ney: in-law": [more],
        "people of ney: age": [age],
    }
    loaded = {reason: faces for reason, faces in dice.items() if faces[0]}
    field = house(dice=loaded, **others).order(HOUR, "ney", SPLIT)
    return field.get(Commander, field.army("ney.guard").leader)


def row(n: int, who: str, least: int, most: int, rule: str) -> Any:
    """A row of the table: who it is, and the youngest and the oldest that its dice allow."""
    return pytest.param(n, who, least, most, marks=pytest.mark.rule(rule))


ROWS = [
    row(1, "child", 17, 32, "C-RET-T01"),
    row(2, "sibling", 22, 60, "C-RET-T02"),
    row(3, "parent", 33, 90, "C-RET-T03"),
    row(4, "niece or nephew", 17, 36, "C-RET-T04"),
    row(5, "aunt or uncle", 33, 90, "C-RET-T05"),
    row(6, "cousin", 22, 60, "C-RET-T06"),
    row(9, "spouse", 22, 60, "C-RET-T09"),
    row(10, "friend", 22, 60, "C-RET-T10"),
    row(11, "rival", 22, 60, "C-RET-T11"),
    row(12, "student", 17, 36, "C-RET-T12"),
    row(13, "teacher", 33, 90, "C-RET-T13"),
    row(14, "priest", 23, 80, "C-RET-T14"),
    row(15, "councilor", 23, 80, "C-RET-T15"),
    row(16, "bodyguard", 21, 40, "C-RET-T16"),
    row(17, "quartermaster", 22, 60, "C-RET-T17"),
    row(18, "creditor", 22, 60, "C-RET-T18"),
    row(19, "favorite", 18, 56, "C-RET-T19"),
    row(20, "stranger", 17, 74, "C-RET-T20"),
]


@pytest.mark.rule("C-RET-01")
@pytest.mark.parametrize(("n", "who", "least", "most"), ROWS)
def test_a_row_of_the_table_is_somebody_of_an_age(n: int, who: str, least: int, most: int) -> None:
    _, dice = KIN[n][1].default.split("+")
    count, faces = (int(part) for part in dice.split("d"))
    young, old = called(n, age=(1,) * count), called(n, age=(faces,) * count)
    assert (young.name, young.age) == (f"Marshal Ney's {who}", least)
    assert old.age == most
    assert (young.of, young.npc, young.faction) == ("ney", True, "red")


@pytest.mark.rule("C-RET-T07", "C-RET-T08")
def test_step_kin_and_in_laws_are_as_old_as_the_row_they_are_of() -> None:
    """EX-45, 3 and 4: a roll of 8 and then 3 is a parent-in-law of 61; a child of 17 has no trait.

    The age is the row's own: 30 and three dice of twenty.
    """
    inlaw = called(8, 3, age=(10, 4, 17))
    assert (inlaw.name, inlaw.age, len(inlaw.traits)) == ("Marshal Ney's parent-in-law", 61, 5)
    step = called(7, 1, age=(1, 1, 1))
    assert (step.name, step.age, step.traits) == ("Marshal Ney's step-child", 17, ())


@pytest.mark.rule("C-RET-01", "C-CMD-05")
def test_his_people_grow_older_and_gain_traits_as_he_does() -> None:
    dice = {"people of ney: who": [(16,)], "people of ney: age": [(9,)]}
    field = house(dice=dice, params={"calendar.year_days": 10}).order(HOUR, "ney", SPLIT)
    leader = field.army("ney.guard").leader
    assert (field.get(Commander, leader).age, len(field.get(Commander, leader).traits)) == (29, 1)
    grown = field.run(10 * DAY).get(Commander, leader)
    assert (grown.age, len(grown.traits)) == (30, 2)


@pytest.mark.rule("C-RET-01")
def test_a_retinue_is_as_large_as_needed_and_its_second_cousin_is_counted() -> None:
    dice = {"people of ney: who": [(6,), (6,)]}
    field = house(dice=dice).order(HOUR, "ney", SPLIT)
    field.order(2 * HOUR, "ney", "merge army=ney.guard into=first leader=ney")
    field.force(3 * HOUR, "ney", SPLIT.replace("name=Guard", "name=Guards"))
    names = [c.name for c in field.world.of(Commander) if c.of == "ney"]
    assert sorted(names) == ["Marshal Ney's cousin", "Marshal Ney's cousin (2)"]


@pytest.mark.rule("C-RET-01")
def test_whoever_calls_him_hears_who_he_is_at_once_and_nobody_else() -> None:
    field = house(dice={"people of ney: who": [(16,)]}).order(HOUR, "ney", SPLIT)
    leader = field.get(Commander, field.army("ney.guard").leader)
    ((at, told),) = field.told("ney", OfYourPeople)
    assert (at, told.name, told.age, told.army) == (HOUR, leader.name, leader.age, "Guard")
    assert told.traits.split(", ") == list(leader.traits)
    assert not field.told("soult", OfYourPeople)


@pytest.mark.rule("C-RET-01", "D-ARMY-01")
def test_from_far_away_his_own_rider_brings_it() -> None:
    field = house(pack=WITH_COURIERS, params={"message.safe_friendly": "20/20"})
    field.order(HOUR, "ney", "split detachments=Guard name=Guard")
    field.order(2 * HOUR, "ney", "march to=0501")
    field.answer(20 * HOUR, "ney", "D-ARMY-01", "retinue")
    leader = field.army("ney.guard").leader
    assert leader
    assert not field.told("ney", OfYourPeople)
    field.run(4 * DAY)
    read = [f for f in facts(field, "delivered") if f["sender"] == leader and f["reader"] == "ney"]
    assert len(read) == 1
    assert "leads Guard now" in read[0]["text"]


# -- in his stead ---------------------------------------------------------------------------------


def taken(field: Field) -> Field:
    """Ney is a prisoner of Blake's army, which is far away and will not let him go."""
    place = field.army("first").place
    a_step(field, "taken").happened(
        CommanderTaken(person="ney", holds="second", place=place), "ney"
    )
    return field


def fallen(field: Field) -> Field:
    a_step(field, "fallen").happened(CommanderDies(person="ney", why="a stray shot"), "ney")
    return field


@pytest.mark.rule("C-RET-02", "D-ARMY-03")
@pytest.mark.parametrize("ends", [taken, fallen])
def test_a_captain_leads_unless_somebody_was_named(ends: Any) -> None:
    assert ends(house(soult="0301")).army("first").leader == ""
    named = house(soult="0101").order(HOUR, "ney", "successor person=soult")
    assert ends(named).army("first").leader == "soult"
    people = house().order(HOUR, "ney", "successor person=retinue")
    leader = ends(people).get(Commander, people.army("first").leader)
    assert (leader.of, leader.npc, leader.faction) == ("ney", True, "red")
    assert leader.name.startswith("Marshal Ney's ")


@pytest.mark.rule("C-RET-02", "D-ARMY-03")
@pytest.mark.parametrize("ends", [taken, fallen])
def test_the_referee_may_give_the_army_one_of_his_people_later(ends: Any) -> None:
    field = ends(house(soult="0301")).answer(HOUR, REFEREE, "D-ARMY-03", "retinue")
    leader = field.get(Commander, field.army("first").leader)
    # Of his people and of his side, though he may be dead by then.
    assert (leader.of, leader.faction) == ("ney", "red")
    assert leader.name.startswith("Marshal Ney's ")


@pytest.mark.rule("C-RET-02", "D-ARMY-03")
def test_where_his_people_lead_by_default_the_referee_may_have_a_captain_after_all() -> None:
    field = fallen(house(soult="0301", params={"retinue.acting": "retinue"}))
    his = field.get(Commander, field.army("first").leader)
    assert his.of == "ney"
    field.answer(HOUR, REFEREE, "D-ARMY-03", "captain")
    assert field.army("first").leader == ""
    after = field.get(Commander, his.id)
    assert (after.army, after.place) == ("", field.army("first").place)


@pytest.mark.rule("C-RET-02")
def test_a_successor_is_somebody_of_his_side() -> None:
    field = house()
    with pytest.raises(Refused, match="no commander of your side"):
        field.order(HOUR, "ney", "successor person=nobody")
    field.force(HOUR, "ney", "successor person=blake")
    assert field.refusals("ney") == ["E-NO-LEADER"]


# -- played while he is a prisoner ----------------------------------------------------------------


@pytest.mark.rule("C-PRIS-02", "C-RET-01")
def test_a_prisoners_player_plays_one_of_his_people_at_the_head_of_his_army() -> None:
    field = taken(house(soult="0301")).order(HOUR, "ney", "stand_in")
    first = field.army("first")
    kin = field.get(Commander, first.leader)
    assert (kin.id, kin.of, kin.npc, kin.faction) == ("ney.kin", "ney", False, "red")
    assert first.owner == kin.id
    for person in ("ney", REFEREE):
        ((_, told),) = field.told(person, StandsIn)
        assert (told.captive, told.person, told.age) == ("Marshal Ney", "ney.kin", kin.age)
    assert [n.person for _, n in field.told(REFEREE, PlaceOffered)] == ["ney.kin"]
    assert not field.told("blake", StandsIn)
    # He commands as anybody does, may say who he is, and there is one of him.
    field.order(2 * HOUR, "ney.kin", "march to=0301")
    assert not field.refusals("ney.kin")
    field.order(2 * HOUR, "ney.kin", ENROL)
    assert field.get(Commander, "ney.kin").age == kin.age
    field.force(3 * HOUR, "ney", "stand_in")
    assert field.refusals("ney") == ["E-NOTHING"]


@pytest.mark.rule("C-PRIS-02", "C-RET-01")
def test_without_an_army_to_lead_he_is_with_the_nearest_of_his_friends() -> None:
    field = taken(house(soult="0101").order(0, "ney", "successor person=soult"))
    assert field.army("first").leader == "soult"
    field.order(HOUR, "ney", "stand_in")
    kin = field.get(Commander, "ney.kin")
    assert (kin.army, kin.place, kin.npc) == ("", "0101", False)


@pytest.mark.rule("C-PRIS-02", "C-RET-01")
def test_he_may_take_over_one_of_his_people_whom_the_referee_ran() -> None:
    field = house(soult="0301").order(0, "ney", SPLIT)
    leader = field.army("ney.guard").leader
    taken(field).order(HOUR, "ney", f"stand_in person={leader}")
    assert not field.get(Commander, leader).npc
    other = taken(house()).force(HOUR, "ney", "stand_in person=soult")
    assert other.refusals("ney") == ["E-NO-LEADER"]


@pytest.mark.rule("C-PRIS-02", "C-RET-01")
def test_once_he_is_free_the_referee_answers_for_whoever_stood_in_for_him() -> None:
    field = taken(house(soult="0301")).order(HOUR, "ney", "stand_in")
    field.order(2 * HOUR, REFEREE, "captive person=ney fate=parole")
    kin = field.get(Commander, "ney.kin")
    assert (kin.npc, kin.stands_in, field.army("first").leader) == (True, False, "ney.kin")
    assert [len(field.told(p, StoodIn)) for p in ("ney", "ney.kin", REFEREE)] == [1, 1, 1]
    with pytest.raises(Refused, match="You are no prisoner"):
        field.order(3 * HOUR, "ney", "stand_in")
    assert field.force(3 * HOUR, "ney", "stand_in").refusals("ney") == ["E-NOTHING"]


@pytest.mark.rule("C-PRIS-02", "C-RET-01")
def test_whoever_stood_in_for_somebody_who_dies_goes_on_in_his_own_name() -> None:
    field = taken(house(soult="0301")).order(HOUR, "ney", "stand_in")
    field.order(2 * HOUR, REFEREE, "captive person=ney fate=execute")
    assert field.world.find(Commander, "ney") is None
    kin = field.get(Commander, "ney.kin")
    assert (kin.npc, kin.stands_in) == (False, False)


@pytest.mark.rule("C-PRIS-02")
def test_where_no_friend_is_left_nobody_can_stand_in() -> None:
    alone = sides(strongholds={"westwall": {"holder": "blake"}})
    field = Field(alone)
    step = a_step(field, "lost")
    step.happened(CommanderTaken(person="ney", holds="second", place="0101"), "ney")
    first = field.army("first")
    field.world.set(msgspec.structs.replace(first, faction="blue", owner="blake"))
    field.force(HOUR, "ney", "stand_in")
    assert field.refusals("ney") == ["E-NO-PATH"]
    assert field.world.find(Commander, "ney.kin") is None


@pytest.mark.rule("C-CMD-06", "C-RET-02")
def test_a_free_commander_without_an_army_needs_nobody_in_his_stead() -> None:
    field = house()
    a_step(field, "fled").happened(CommanderFled(person="soult", place="0101"), "soult")
    assert not field.told("soult", StoodIn)
