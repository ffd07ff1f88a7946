"""Commanders as persons: ages, traits, abilities, and places that players take."""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from service.packs import pack_named
from tests.packs import conformance
from tests.world.rules.campaign.clash import a_step
from tests.world.rules.campaign.field import DAY, HOUR, SAMPLE, Field, army, infantry, sides
from tests.world.rules.campaign.storm import stormed
from world.advance import advance
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.commanders.ageing import Birthday
from world.rules.campaign.commanders.notices import (
    AbilityRolled,
    AbilityTried,
    CommanderEnrolled,
    PlaceOffered,
    TraitCame,
)
from world.rules.campaign.nouns.almanac import AlmanacEntry, entry_of
from world.rules.campaign.nouns.army import column_length, noncombatants
from world.rules.campaign.nouns.author import correspondents
from world.rules.campaign.nouns.commander import Commander, Scores
from world.rules.campaign.nouns.engagements import CommanderDies
from world.rules.campaign.nouns.kin import ABILITIES, trait_count
from world.rules.campaign.nouns.pace import joint_length
from world.rules.campaign.nouns.person_page import OwnPerson
from world.rules.campaign.nouns.view import campaign_view

FOOT = [infantry("Line", 1000)]
#: A year of ten days: what a year brings is the same, and sooner seen.
YEAR = {"calendar.year_days": 10}


def people(
    ney: dict[str, Any] | None = None, *, force: list[dict[str, Any]] | None = None, **more: Any
) -> Field:
    """Ney with his army, of this age and these traits; Blake far off; Soult beside Ney."""
    spec = sides(
        commanders={
            "ney": {"name": "Marshal Ney", "faction": "red", **(ney or {})},
            "soult": {"name": "Marshal Soult", "faction": "red", "at": "0101"},
            **more.pop("commanders", {}),
        },
        armies={
            "first": army("0101", force or FOOT, name="First Army", commander="ney"),
            "corps": army("0101", FOOT, name="Corps", owner="ney"),
            "second": army("2001", FOOT, name="Second Army", commander="blake"),
        },
        **more.pop("spec", {}),
    )
    return Field(spec, **more)


def ney_of(field: Field) -> Commander:
    return field.get(Commander, "ney")


def himself(field: Field, person: str) -> OwnPerson:
    found = campaign_view(field.pack.view(field.world, person)).himself
    assert found is not None
    return found


# -- ages and years -------------------------------------------------------------------------------


@pytest.mark.rule("C-CMD-01")
@pytest.mark.parametrize(("faces", "age"), [((1, 1), 22), ((20, 20), 60), ((10, 11), 41)])
def test_an_age_that_nobody_gives_is_22_to_60(faces: tuple[int, int], age: int) -> None:
    """EX-45, 1: two dice of twenty and 20; the 62 of the source cannot be rolled."""
    assert ney_of(people(dice={"age of ney": [faces]})).age == age


@pytest.mark.rule("C-CMD-01")
def test_everybody_is_a_year_older_on_the_day_the_campaign_began() -> None:
    field = people({"age": 33}, params=YEAR)
    assert ney_of(field.run(10 * DAY - 1)).age == 33
    assert ney_of(field.run(10 * DAY)).age == 34
    assert ney_of(field.run(25 * DAY)).age == 35


@pytest.mark.rule("C-CMD-01")
def test_who_joins_later_keeps_the_common_birthday_unless_the_scenario_says_otherwise() -> None:
    def older_at(birthday: str) -> list[int]:
        field = people(params={**YEAR, "commander.birthday": birthday})
        field.order(4 * DAY, REFEREE, 'offer_place person=new name="A Newcomer" at=0101')
        field.order(
            4 * DAY, "new", f"enrol name=Grouchy abilities={','.join(ABILITIES)} trait=poet"
        )
        age = field.get(Commander, "new").age
        return [field.run(day * DAY).get(Commander, "new").age - age for day in (10, 14, 20)]

    assert older_at("game_start") == [1, 1, 2]
    assert older_at("creation") == [0, 1, 1]


@pytest.mark.rule("C-CMD-01")
def test_ages_and_names_are_public_and_outlive_their_bearers() -> None:
    field = people({"age": 46, "gender": "a man of the sword"})
    read = {
        each.id: each for each in campaign_view(field.pack.view(field.world, "blake")).commanders
    }
    assert (read["ney"].name, read["ney"].age) == ("Marshal Ney", 46)
    assert read["ney"].gender == "a man of the sword"
    before = msgspec.json.encode(field.pack.view(field.world, "blake"))
    a_step(field).happened(CommanderDies(person="ney", why="a stray shot"), "ney")
    assert field.world.find(Commander, "ney") is None
    # Blake, a week's ride away, has not heard of it: he would still write to him.
    assert "ney" in correspondents(field.world, "blake")
    assert msgspec.json.encode(field.pack.view(field.world, "blake")) == before
    assert field.pack.answers.title(field.world, "ney") == "Marshal Ney"


# -- traits ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-CMD-05")
@pytest.mark.parametrize(
    ("age", "count"), [(17, 0), (19, 0), (20, 1), (29, 1), (30, 2), (37, 2), (52, 4), (61, 5)]
)
def test_years_bring_traits(age: int, count: int) -> None:
    """EX-44 and EX-45, 2 to 4: 37 years bring two, 52 four, 61 five, 17 none."""
    assert trait_count(people().world.params, age) == count


@pytest.mark.rule("C-CMD-05")
def test_a_sheet_with_fewer_traits_than_its_age_brings_is_filled_up() -> None:
    """EX-45, 2: Sir Generic Example, 37, whose sheet shows one trait, has two."""
    sheet = {"age": 37, "traits": ["poet"]}
    rolled = {"traits of ney": [(12,), (12,), (14,)]}
    # Twice the Poet that he is already: rolled again, until it is a Ranger.
    assert ney_of(people(sheet, dice=rolled)).traits == ("poet", "ranger")
    as_written = people(sheet, params={"trait.enforce_count": False})
    assert ney_of(as_written).traits == ("poet",)
    assert ney_of(people({"traits": ["poet"]})).traits == ("poet",)


@pytest.mark.rule("C-CMD-05", "C-TRAIT-01")
def test_a_birthday_that_ends_a_decade_brings_a_trait_and_his_player_hears_of_it() -> None:
    field = people({"age": 29, "traits": ["poet"]}, params=YEAR, dice={"trait of ney": [(1,)]})
    assert field.army("first").resting == 9
    field.run(10 * DAY)
    assert ney_of(field).traits == ("poet", "beloved")
    told = field.told("ney", TraitCame)
    assert [(at, n.age, n.traits) for at, n in told] == [(10 * DAY, 30, "beloved")]
    assert not field.told("blake", TraitCame)
    # An army is at ease under somebody Beloved from the day he is.
    assert field.army("first").resting == 10
    assert ney_of(field.run(20 * DAY)).traits == ("poet", "beloved")


@pytest.mark.rule("C-CMD-05")
def test_of_somebody_nobody_plays_the_referee_hears() -> None:
    field = people({"age": 29, "traits": ["poet"], "npc": True}, params=YEAR)
    field.run(10 * DAY)
    assert not field.told("ney", TraitCame)
    assert [n.age for _, n in field.told(REFEREE, TraitCame)] == [30]


@pytest.mark.rule("C-TRAIT-01", "C-MOR-02")
def test_a_beloved_commander_lifts_the_resting_morale_of_whoever_he_leads() -> None:
    field = people({"traits": ["beloved"]})
    assert field.army("first").resting == 10
    field.order(HOUR, "ney", "ride to=0201 leader=soult")
    assert field.army("first").resting == 9
    assert people().army("first").resting == 9


@pytest.mark.rule("C-TRAIT-05", "C-ASLT-03")
def test_walls_are_worth_more_under_a_defensive_engineer() -> None:
    def walls(site: dict[str, Any] | None = None, **blake: Any) -> list[str]:
        field = stormed(inside=FOOT, blake=blake, site=site, rolls=((6, 6), (4, 4)))
        _, report = field.told("blake", BattleOver)[0]
        return report.modifiers.split(", ")

    engineer = ["defensive engineer"]
    assert walls() == ["walls +3"]
    assert walls(traits=engineer) == ["walls +3", "a defensive engineer +2"]
    # Where the walls are down he adds his own to what is left of them.
    assert "a defensive engineer +2" in walls({"defence": 0}, traits=engineer)


@pytest.mark.rule("C-TRAIT-17", "C-ARMY-03")
def test_a_spartan_does_with_half_of_those_who_make_powder_unless_the_rules_spare_them() -> None:
    """EX-02: the sample army's 5,200 soldiers bring 1,300, and its ten guns 100 more."""
    spartan = {"traits": ["spartan"]}
    for spared, followers in ((True, 700), (False, 750)):
        params = {"trait.spartan.halves_gun_helpers": spared}
        field = people(spartan, force=SAMPLE, params=params)
        assert noncombatants(field.world, field.army("first")) == followers


@pytest.mark.rule("C-TRAIT-10", "C-COL-02")
@pytest.mark.parametrize(
    ("mode", "kilometres"),
    [("own_part", Fraction(3, 2)), ("whole", Fraction(1)), ("none", Fraction(2))],
)
def test_a_logistician_shortens_his_own_part_of_a_joint_column(
    mode: str, kilometres: Fraction
) -> None:
    # 2,400 foot and 600 who follow them take up a kilometre.
    long = [infantry("R1", 1200), infantry("R2", 1200)]
    armies = {
        "first": army("0101", long, name="First Army", commander="ney"),
        "corps": army("0101", long, name="Corps", owner="ney"),
    }
    thin = {"name": "Marshal Ney", "faction": "red", "traits": ["logistician"]}
    spec = sides(commanders={"ney": thin}, armies=armies)
    field = Field(spec, params={"trait.logistician.joint_column": mode})
    assert column_length(field.world, field.army("first")) == Fraction(1, 2)
    for each in armies:
        field.force(0, REFEREE, f"march to=0501 army={each} column=main")
    field.run(HOUR)
    assert joint_length(field.world, field.army("first")) == kilometres
    assert joint_length(field.world, field.army("corps")) == kilometres


# -- joining --------------------------------------------------------------------------------------


def offered(**more: Any) -> Field:
    return people({"offered": True, "name": "A commander of Red", **more.pop("ney", {})}, **more)


ENROL = (
    'enrol title=Countess name="Anne of Weir" gender=she faith=none trait=beloved'
    " abilities=tomfoolery,reconnaissance,artillery,shock,manoeuvre"
)


@pytest.mark.rule("C-CMD-02", "C-CMD-03", "C-CMD-01", "C-CMD-05")
def test_a_player_says_who_he_is_and_everybody_learns_of_it() -> None:
    field = offered(dice={"age of ney": [(12, 2)], "traits of ney": [(1,), (7,)]})
    assert [n.person for _, n in field.told(REFEREE, PlaceOffered)] == ["ney"]
    assert ney_of(field).age == 0
    field.order(HOUR, "ney", ENROL)
    her = ney_of(field)
    assert (her.name, her.title, her.gender, her.faith) == (
        "Countess Anne of Weir",
        "Countess",
        "she",
        "none",
    )
    # Best, two good ones, a middling one and a weakness, as she ranked them.
    assert her.scores == Scores(shock=0, manoeuvre=-1, artillery=1, reconnaissance=1, tomfoolery=2)
    # 34: the first trait is chosen, the second rolled, and again where she has it already.
    assert (her.age, her.traits) == (34, ("beloved", "guardian"))
    assert field.army("first").resting == 10
    for person in ("ney", "soult", "blake", REFEREE):
        ((_, notice),) = field.told(person, CommanderEnrolled)
        assert (notice.name, notice.was) == ("Countess Anne of Weir", "A commander of Red")
    # So she is called from now on, and found by that name.
    assert field.pack.answers.title(field.world, "ney") == "Countess Anne of Weir"
    assert field.pack.answers.resolve(field.world, "anne") == ("ney",)
    assert correspondents(field.world, "blake")["ney"] == "Countess Anne of Weir"
    assert not himself(field, "ney").offered
    field.force(2 * HOUR, "ney", ENROL)
    assert field.refusals("ney") == ["E-NOTHING"]


@pytest.mark.rule("C-CMD-02", "C-CMD-03")
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("name=“” trait=poet abilities=" + ",".join(ABILITIES), "E-NAME-REQUIRED"),
        (f"name={'x' * 61} trait=poet abilities=" + ",".join(ABILITIES), "E-NAME-REQUIRED"),
        ('name="General Blake" trait=poet abilities=' + ",".join(ABILITIES), "E-NAME-REQUIRED"),
        ("name=Anne trait=poet abilities=shock,artillery", "E-SCORES"),
        ("name=Anne trait=poet abilities=shock,shock,shock,shock,shock", "E-SCORES"),
    ],
)
def test_a_commander_needs_a_name_of_his_own_and_five_abilities(said: str, code: str) -> None:
    field = offered()
    with pytest.raises(Refused) as refused:
        field.order(HOUR, "ney", f"enrol {said}")
    assert refused.value.code == code
    assert ney_of(field.force(HOUR, "ney", f"enrol {said}")).offered
    assert field.refusals("ney") == [code]


@pytest.mark.rule("C-CMD-02")
def test_nobody_makes_himself_anew_where_no_place_is_offered() -> None:
    field = people()
    with pytest.raises(Refused, match="No place is offered"):
        field.order(HOUR, "ney", ENROL)
    assert field.force(HOUR, "ney", ENROL).refusals("ney") == ["E-NOTHING"]
    assert ney_of(field).name == "Marshal Ney"


@pytest.mark.rule("C-CMD-05")
def test_who_is_too_young_for_a_trait_gets_the_one_he_chose_when_he_is_old_enough() -> None:
    field = offered(ney={"age": 19}, params=YEAR).order(HOUR, "ney", ENROL)
    assert (ney_of(field).traits, himself(field, "ney").wish) == ((), "beloved")
    field.run(10 * DAY)
    assert (ney_of(field).traits, himself(field, "ney").wish) == (("beloved",), "")
    assert [n.traits for _, n in field.told("ney", TraitCame)] == ["beloved"]


@pytest.mark.rule("C-CMD-01", "C-RET-02")
def test_the_referee_offers_a_place_that_was_not_there_and_only_those_present_hear_of_it() -> None:
    field = people()
    field.order(HOUR, REFEREE, 'offer_place person=new name="A Newcomer" leads=corps')
    assert (field.army("corps").leader, field.get(Commander, "new").faction) == ("new", "red")
    assert [n.person for _, n in field.told(REFEREE, PlaceOffered)] == ["new"]
    field.order(2 * HOUR, "new", ENROL)
    assert [len(field.told(p, CommanderEnrolled)) for p in ("new", "ney", "blake")] == [1, 1, 0]
    entry = entry_of(field.world, "new")
    assert entry is not None
    assert (entry.name, entry.age) == ("Countess Anne of Weir", field.get(Commander, "new").age)
    # Blake, who has never seen her army, does not know that there is such a person.
    page = campaign_view(field.pack.view(field.world, "blake"))
    assert "new" not in page.correspondents
    assert "new" not in {each.id for each in page.commanders}


@pytest.mark.rule("C-RET-02", "C-CMD-01")
def test_a_player_takes_over_somebody_the_referee_ran() -> None:
    field = people({"npc": True, "age": 40})
    field.order(HOUR, REFEREE, "offer_place person=ney")
    assert not ney_of(field).npc
    field.order(2 * HOUR, "ney", ENROL)
    assert (ney_of(field).name, ney_of(field).age) == ("Countess Anne of Weir", 40)
    field.order(3 * HOUR, REFEREE, "offer_place person=ney")
    assert field.refusals(REFEREE) == ["E-NOT-YOURS"]


@pytest.mark.rule("C-CMD-01")
@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("person=New name=New at=0101", "E-SYNTAX"),
        ("person=corps name=New at=0101", "E-SYNTAX"),
        ("person=new name=New at=0101 faction=green", "E-SYNTAX"),
        ("person=new at=0101", "E-NAME-REQUIRED"),
        ("person=new name=New leads=first", "E-NO-LEADER"),
        ("person=new name=New at=Nowhere", "E-NO-PATH"),
    ],
)
def test_a_place_is_offered_with_a_free_id_a_name_and_somewhere_to_be(said: str, code: str) -> None:
    field = people().force(HOUR, REFEREE, f"offer_place {said}")
    assert field.refusals(REFEREE) == [code]
    assert field.world.find(Commander, "new") is None


@pytest.mark.rule("C-CMD-01")
def test_only_the_referee_offers_places() -> None:
    field = people()
    with pytest.raises(Refused, match="Only the referee"):
        field.order(HOUR, "ney", "offer_place person=new name=New at=0101")
    field.force(HOUR, "ney", "offer_place person=new name=New at=0101")
    assert field.refusals("ney") == ["E-NOT-YOURS"]


# -- abilities ------------------------------------------------------------------------------------


def skilled(**more: Any) -> Field:
    abilities = {
        "shock": 2,
        "manoeuvre": 1,
        "artillery": 1,
        "reconnaissance": 0,
        "tomfoolery": -1,
    }
    return people({"abilities": abilities}, **more)


ACT = 'attempt act="find a shorter way over the hills"'


@pytest.mark.rule("C-CMD-04", "C-CMD-A1", "C-CMD-A2", "C-CMD-A3", "C-CMD-A4", "C-CMD-A5")
@pytest.mark.parametrize(
    ("ability", "least"),
    [("shock", 6), ("manoeuvre", 7), ("artillery", 7), ("reconnaissance", 8), ("tomfoolery", 9)],
)
def test_each_ability_is_rolled_with_its_own_score(ability: str, least: int) -> None:
    for dice in (least - 1, least):
        faces = (dice - 3, 3) if dice > 4 else (1, dice - 1)
        field = skilled(dice={f"{ability} of ney": [faces]}).order(HOUR, "ney", ACT)
        field.answer(2 * HOUR, REFEREE, "D-CMD-01", ability)
        ((_, told),) = field.told("ney", AbilityTried)
        assert told.outcome == ("succeeds" if dice >= least else "fails")


@pytest.mark.rule("C-CMD-04", "D-CMD-01")
def test_the_commander_learns_the_outcome_and_the_referee_the_roll() -> None:
    field = skilled(dice={"shock of ney": [(4, 3)]}).order(HOUR, "ney", ACT)
    # By default no roll is called for, and nothing happens.
    assert not field.told("ney", AbilityTried)
    field.answer(2 * HOUR, REFEREE, "D-CMD-01", "shock", "10: You are lost in the fog.")
    ((_, told),) = field.told("ney", AbilityTried)
    assert (told.act, told.outcome, told.words) == (
        "find a shorter way over the hills",
        "fails",
        "You are lost in the fog.",
    )
    assert "7" not in msgspec.json.encode(told).decode()
    ((_, rolled),) = field.told(REFEREE, AbilityRolled)
    assert (rolled.dice, rolled.score, rolled.total, rolled.target) == (7, 2, 9, 10)


@pytest.mark.rule("C-CMD-04")
def test_the_referee_calls_for_a_roll_himself_against_his_own_target() -> None:
    field = skilled(dice={"tomfoolery of ney": [(3, 3)]})
    said = 'ability_roll who=ney ability=tomfoolery act="A lie that holds" target=5'
    field.order(HOUR, REFEREE, said)
    assert [n.outcome for _, n in field.told("ney", AbilityTried)] == ["succeeds"]
    with pytest.raises(Refused, match="Only the referee"):
        field.order(2 * HOUR, "ney", said)
    field.force(2 * HOUR, "ney", said)
    field.force(2 * HOUR, REFEREE, said.replace("who=ney", "who=nobody"))
    assert (field.refusals("ney"), field.refusals(REFEREE)) == (
        ["E-NOT-YOURS"],
        ["E-UNKNOWN-ADDRESSEE"],
    )


@pytest.mark.rule("C-CMD-04")
def test_an_office_has_no_abilities_and_nothing_is_not_tried() -> None:
    field = skilled().force(HOUR, "ney", 'attempt act=" "')
    assert field.refusals("ney") == ["E-NOTHING"]
    field.force(HOUR, "captain:corps", ACT)
    assert field.refusals("captain:corps") == ["E-CAPTAIN-ORDER"]


@pytest.mark.rule("C-CMD-01", "C-CMD-05")
def test_in_a_campaign_founded_before_there_were_birthdays_everybody_has_one_now() -> None:
    (path,) = (path for path in conformance.old_worlds() if path.stem == "small_war-1")
    old = conformance.read_world(path)
    world = conformance.open_world(pack_named("campaign"), old)
    people = [each.id for each in world.of(Commander)]
    assert people
    assert not world.of(AlmanacEntry)
    advance(world, old.wall, inputs=deque())
    assert sorted(each.person for each in world.of(AlmanacEntry)) == people
    birthdays = [e for e in world.timeline.entries.values() if isinstance(e.event, Birthday)]
    assert sorted(each.event.subject for each in birthdays) == people
    # All on the day the campaign began, a year on.
    assert {each.due for each in birthdays} == {365 * DAY}
