"""What follows the fall of a place: pillage or order, followers, stores, the garrison (C-AFT)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.clash import a_step, facts, judged, open_question, reply
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
from tests.world.rules.campaign.storm import FELL, STORMED, before_walls, stormed
from world.decision import Decision
from world.rules.campaign.aftermath.notices import (
    Dispersed,
    OrderKept,
    Pillaged,
    PlaceTaken,
    StoresFound,
)
from world.rules.campaign.captives.notices import Escaped, Taken
from world.rules.campaign.morale import CheckTakesEffect
from world.rules.campaign.nouns.army import Army, noncombatants
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import PlaceYields
from world.rules.campaign.nouns.morale import MoraleCheck
from world.rules.campaign.nouns.rising import Rising
from world.rules.campaign.nouns.stronghold import Standing, Stronghold

WEEK = 7 * DAY
#: The army of the worked examples after its battle: 4,274 foot, 570 horse, 95 gunners.
AFTER_THE_BATTLE = [
    *[
        infantry(f"{n}", men, wagons=5 if n < 6 else 0)
        for n, men in enumerate((760, 712, 712, 760, 760, 570), start=1)
    ],
    *[cavalry(f"{n}", 190) for n in (7, 8, 9)],
    artillery("Battery", 95, six_pounders=10),
]


def site(field: Field, place: str = "southby") -> Stronghold:
    return field.get(Stronghold, place)


def city(**more: Any) -> Field:
    """A city that yields after three weeks and five days to that army, of morale 11."""
    dice = {"week of the siege": [(1, 1)] * 9, "stores of": [(5,)], **more.pop("dice", {})}
    red = {"morale": 11, **more.pop("red", {})}
    field = before_walls(
        "eastham", AFTER_THE_BATTLE, red=red, dice=dice, site={"loot": 5000}, **more
    )
    field.run(26 * DAY + HOUR)
    return field.force(26 * DAY + 2 * HOUR, "gm", "yield stronghold=eastham")


AT = 26 * DAY + 3 * HOUR


# -- EX-30 ----------------------------------------------------------------------------------------


@pytest.mark.rule("C-AFT-07")
def test_the_longer_the_siege_the_fewer_stores() -> None:
    """EX-30, 1: three weeks; a throw of 5 is 200,000, and 3 or less nothing."""
    field = city()
    assert site(field, "eastham").stores == 200_000
    assert [(n.supplies, n.found) for _, n in field.told("ney", StoresFound)] == [(200_000,) * 2]
    assert site(city(dice={"stores of": [(3,)]}), "eastham").stores == 0
    assert site(city(dice={"stores of": [(1,)]}), "eastham").stores == 0
    begun = city(params={"aftermath.weeks_round": "up"})
    assert site(begun, "eastham").stores == 100_000
    # What the holder had laid up comes on top.
    laid_up = stormed("westwall", site={"stores": 70}, dice={"stores of": [(5,)]})
    assert site(laid_up, "westwall").stores == 5_070


@pytest.mark.rule("C-AFT-02", "C-LOOT-01")
def test_pillage_halves_stores_and_wealth_and_pleases_the_soldiers() -> None:
    """EX-30, 2: 100,000 left, held loot halved, morale + 2."""
    field = city(red={"morale": 9}).order(AT, "ney", "aftermath stronghold=eastham choice=pillage")
    assert (site(field, "eastham").stores, site(field, "eastham").loot) == (100_000, 2500)
    assert field.army("first").morale == 11
    # What the soldiers take is gone.
    assert field.army("first").chest == 0
    assert [(n.supplies, n.doubloons) for _, n in field.told("ney", Pillaged)] == [(100_000, 2500)]
    assert not field.told("blake", Pillaged)
    assert [f["event"] for f in facts(field, "newsworthy")][-1] == "pillage"


@pytest.mark.rule("C-AFT-03", "C-AFT-04", "D-AFT-02")
def test_a_commander_who_calms_his_men_adds_his_ability_for_that_check_alone() -> None:
    """EX-30, 3: 11 + 1 holds always."""
    field = city(ney={"abilities": {"shock": 1}}, dice={"morale check": [(6, 6)]})
    field.order(
        AT, "ney", 'aftermath stronghold=eastham choice=order calm=shock act="I ride before them"'
    )
    assert [(n.roll, n.morale) for _, n in field.told("ney", MoraleCheck)] == [(12, 12)]
    assert field.told("ney", OrderKept)
    assert not field.told("ney", Pillaged)
    assert field.army("first").morale == 11
    asked = next(d for d in field.world.of(Decision) if d.rule == "D-AFT-02")
    assert "I ride before them" in asked.question
    assert asked.option("shock").text == "by Shock, +1"
    lasting = city(
        ney={"abilities": {"shock": 1}},
        dice={"morale check": [(6, 6)]},
        params={"aftermath.calming_lasting": True},
    )
    lasting.order(AT, "ney", "aftermath stronghold=eastham choice=order calm=shock")
    assert lasting.army("first").morale == 12


@pytest.mark.rule("C-AFT-05", "C-PRIS-01")
@pytest.mark.parametrize(("face", "away"), [(3, True), (4, False)])
def test_a_general_inside_slips_away_as_often_as_not(face: int, *, away: bool) -> None:
    """EX-30, 4: 1d6 <= 3 escapes."""
    wood = {"name": "General Wood", "faction": "blue", "at": "2001"}
    field = city(more_commanders={"wood": wood}, dice={"escape of wood": [(face,)]})
    found = field.get(Commander, "wood")
    assert (found.captor == "") is away
    if away:
        # He rides to the nearest of his own, at a messenger's pace; the victor saw him go.
        assert found.riding == "1605"
        assert [n.name for _, n in field.told("ney", Escaped)] == ["General Wood"]
        arrived = field.run(27 * DAY + 12 * HOUR).get(Commander, "wood")
        assert (arrived.place, arrived.riding) == ("1605", "")
    else:
        assert [n.captor for _, n in field.told("wood", Taken)] == ["Marshal Ney"]
    assert any(f["event"] == "capture" for f in facts(field, "newsworthy"))


@pytest.mark.rule("C-AFT-06", "C-TRAIT-17")
def test_people_of_the_place_follow_the_victors() -> None:
    """EX-30, 5: 1,335 are 2,076; a Spartan's 1,038."""
    field = city()
    assert noncombatants(field.world, field.army("first")) == 2_076
    spartan = city(ney={"traits": ["spartan"]})
    assert noncombatants(spartan.world, spartan.army("first")) == 1_038

    def gained(place: str) -> int:
        """Followers of 2,850 men who have stormed a place."""
        fallen = stormed(place)
        return noncombatants(fallen.world, fallen.army("first")) - round(2850 * 0.25)

    assert [gained(p) for p in ("westwall", "southby", "eastham")] == [143, 286, 428]


@pytest.mark.rule("C-AFT-08", "C-ROUT-04")
def test_an_army_beaten_behind_its_walls_stands_before_them_halved() -> None:
    """EX-30, 6: 3,000 lose 20% and are halved: 1,200, out of control for 1d6 days."""
    field = before_walls(
        "southby",
        [infantry("Line", 3000)],
        inside=[infantry("Foot", 3000)],
        site={"garrison": {"infantry": 0}},
        dice={
            "battle roll of first": [(6, 5)],
            "battle roll of second": [(3, 2)],
            "escape of blake": [(1,)],
            "days that second": [(4,)],
        },
    ).answer(HOUR, "blake", "D-SIEGE-01", "hold")
    field.order(STORMED, "ney", "assault").answer(STORMED, "blake", "D-BAT-01", "hold")
    judged(field, FELL)
    second = field.army("second")
    assert (second.soldiers, second.place, second.inside) == (1200, "1005", "")
    # Its commander slipped out with it.
    assert second.leader == "blake"
    field.run(FELL + 4 * DAY - 1)
    assert field.army("second").disorder is not None
    field.run(FELL + 4 * DAY)
    assert field.army("second").disorder is None


# -- pillage or order -----------------------------------------------------------------------------


def unruly(**more: Any) -> Field:
    """A town is stormed by an army of nine (7 + 2) that fails its check on row 10."""
    return stormed(
        red={"morale": 7},
        site={"loot": 1000},
        dice={"morale check": [(5, 5)], "stores of": [(2,)]},
        **more,
    )


@pytest.mark.rule("C-AFT-03", "C-MOR-03")
def test_soldiers_who_cannot_be_held_back_pillage_against_orders() -> None:
    field = unruly().order(FELL, "ney", "aftermath stronghold=southby choice=order")
    assert [n.name for _, n in field.told("ney", CheckTakesEffect)] == ["Camp followers"]
    assert [n.why for _, n in field.told("ney", Pillaged)] == [" against orders"]
    assert (site(field).stores, site(field).loot) == (10_000, 500)
    assert field.army("first").morale == 11
    tame = unruly(params={"aftermath.failed_order_pillages": False})
    tame.order(FELL, "ney", "aftermath stronghold=southby choice=order")
    assert (site(tame).stores, site(tame).loot) == (20_000, 1000)
    untabled = unruly(params={"aftermath.failed_order_table": False})
    untabled.order(FELL, "ney", "aftermath stronghold=southby choice=order")
    assert not untabled.told("ney", CheckTakesEffect)


@pytest.mark.rule("C-AFT-03", "C-TRAIT-08")
def test_an_honorable_commanders_army_keeps_order_by_itself() -> None:
    field = unruly(ney={"traits": ["honorable"]})
    field.order(FELL, "ney", "aftermath stronghold=southby choice=order")
    assert field.told("ney", OrderKept)
    assert not field.told("ney", MoraleCheck)
    tested = unruly(
        ney={"traits": ["honorable"]}, params={"trait.honorable.skips_order_check": False}
    ).order(FELL, "ney", "aftermath stronghold=southby choice=order")
    assert tested.told("ney", CheckTakesEffect)
    assert not tested.told("ney", Pillaged)


@pytest.mark.rule("C-AFT-03", "C-MOR-T03")
def test_nobody_pillages_where_all_have_deserted() -> None:
    field = stormed(
        red={"morale": 0},
        site={"loot": 1000},
        dice={"morale check": [(1, 2)]},
        params={"morale.t3_loss": 100},
    )
    field.order(FELL, "ney", "aftermath stronghold=southby choice=order ransom=true")
    assert field.world.find(Army, "first") is None
    assert site(field).loot == 1000


@pytest.mark.rule("C-AFT-01", "D-AFT-01")
def test_the_victor_is_asked_and_keeps_order_if_he_says_nothing() -> None:
    field = stormed(dice={"stores of": [(2,)]})
    question = open_question(field, "D-AFT-01")
    assert question is not None
    assert (question.who, question.default, question.mode) == ("ney", "order", "waits")
    assert [o.name for o in question.options] == [
        "order",
        "pillage",
        "order_ransom",
        "pillage_ransom",
    ]
    assert field.told("ney", PlaceTaken)
    field.run(FELL + DAY)
    assert field.told("ney", OrderKept)
    answered = stormed(ney={"abilities": {"shock": 2}}, params={"decision.waits": WAITS})
    reply(answered, FELL, open_question(answered, "D-AFT-01"), "order", "I have the drums beaten")
    calming = open_question(answered, "D-AFT-02", "I have the drums beaten")
    assert calming is not None
    assert (calming.who, calming.default) == ("gm", "none")
    reply(answered, FELL, calming, "shock")
    assert [n.morale for _, n in answered.told("ney", MoraleCheck)] == [13]
    late = stormed()
    late.force(FELL, "ney", "aftermath stronghold=southby choice=order")
    late.force(FELL, "ney", "aftermath stronghold=southby choice=pillage")
    assert late.refusals("ney") == ["E-NO-FALL"]


WAITS = ["D-BAT-01", "D-BAT-02", "D-BAT-03", "D-SIEGE-01", "D-AFT-01", "D-AFT-02"]


@pytest.mark.rule("D-AFT-02", "C-AFT-04")
def test_a_check_that_was_made_is_not_made_again() -> None:
    field = stormed().order(FELL, "ney", "aftermath stronghold=southby choice=order calm=shock")
    reply(field, FELL, open_question(field, "D-AFT-02"), "tomfoolery")
    assert field.refusals("gm") == ["E-NO-DECISION"]
    assert len(field.told("ney", MoraleCheck)) == 1


@pytest.mark.rule("C-RAN-01", "C-AFT-02")
def test_a_ransom_is_reckoned_on_what_pillage_has_left() -> None:
    field = stormed(site={"loot": 1000}, dice={"revolt": [(6,)]})
    reply(field, FELL, open_question(field, "D-AFT-01"), "pillage_ransom")
    # Half is gone; a quarter of the other half is 125.
    assert site(field).loot == 375
    assert field.get(Commander, "ney").purse == 125
    against = unruly()
    reply(against, FELL, open_question(against, "D-AFT-01"), "order_ransom")
    assert against.get(Commander, "ney").purse == 125
    kept = stormed(site={"loot": 1000}, dice={"revolt": [(6,)]})
    reply(kept, FELL, open_question(kept, "D-AFT-01"), "order_ransom")
    assert kept.get(Commander, "ney").purse == 250


@pytest.mark.rule("C-AFT-02", "D-AFT-03", "C-REV-01")
def test_the_referee_says_how_the_anger_of_a_pillaged_place_shows() -> None:
    field = stormed().order(FELL, "ney", "aftermath stronghold=southby choice=pillage")
    question = open_question(field, "D-AFT-03")
    assert question is not None
    assert (question.default, question.mode) == ("noted", "at_once")
    assert {o.name for o in question.options} == {"noted", "dearer", "revolt", "nothing"}
    reply(field, FELL, question, "revolt")
    assert [rising.cause for rising in field.world.of(Rising)] == ["the pillage of Southby"]
    quiet = stormed().order(FELL, "ney", "aftermath stronghold=southby choice=pillage")
    reply(quiet, FELL, open_question(quiet, "D-AFT-03"), "dearer", "nobody sells them bread")
    assert not quiet.world.of(Rising)


@pytest.mark.rule("C-AFT-01", "C-CAP-01")
def test_a_captain_keeps_order_and_asks_nobody() -> None:
    field = before_walls(dice={"week of the siege": [(1, 1)] * 3, "morale check": [(1, 1)]})
    field.run(DAY)
    ney = field.get(Commander, "ney")
    assert ney.army == "first"
    field.order(DAY, "ney", "ride to=westwall leader=captain").run(2 * DAY)
    field.force(2 * DAY, "gm", "yield stronghold=southby")
    assert site(field).holder == "ney"
    assert not [d for d in field.world.of(Decision) if d.rule in ("D-AFT-01", "D-SIEGE-04")]
    assert not field.told("ney", Pillaged)


# -- treaties -------------------------------------------------------------------------------------


def joined(**more: Any) -> Field:
    """A place opens its gates to Ney of its own accord."""
    field = Field(
        sides(armies={"first": army("1005", [infantry("L", 1000)], name="F", commander="ney")}),
        **more,
    )
    fact = PlaceYields(
        stronghold="southby", victor="ney", army="first", terms=True, weeks=0, treaty=True
    )
    a_step(field).happened(fact)
    return field


@pytest.mark.rule("C-AFT-01", "C-AFT-06", "C-AFT-07")
def test_what_joins_by_treaty_is_spared_unless_the_victor_orders_pillage() -> None:
    field = joined()
    assert (site(field).holder, site(field).stores) == ("ney", 0)
    assert site(field).standing == Standing(250, 0)  # its garrison has joined, too
    assert noncombatants(field.world, field.army("first")) == 250
    spared = joined(dice={"morale check": [(6, 6)]})
    spared.force(HOUR, "ney", "aftermath stronghold=southby choice=order")
    assert not spared.told("ney", MoraleCheck)
    sacked = joined(dice={"stores of": [(5,)]})
    sacked.force(HOUR, "ney", "aftermath stronghold=southby choice=pillage")
    assert site(sacked).stores == 25_000
    assert noncombatants(sacked.world, sacked.army("first")) == 350
    assert sacked.told("ney", Pillaged)
    treated_alike = joined(params={"aftermath.on_treaty": "all"}, dice={"stores of": [(5,)]})
    assert site(treated_alike).stores == 50_000


# -- the garrison ---------------------------------------------------------------------------------


def yielded(what: str, *, terms: bool = False) -> Field:
    """Blake's army, a captain's and the garrison lay down their arms before Ney."""
    corps = army("1005", [infantry("Corps", 400)], name="Corps", owner="blake", inside=True)
    field = before_walls(
        "southby",
        [infantry("Line", 3000)],
        inside=[infantry("Foot", 1000)],
        armies={"corps": corps},
        red={"supplies": 0},
        dice={"escape of": [(1,)], "morale check": [(1, 1)]},
    ).answer(HOUR, "blake", "D-SIEGE-01", "hold")
    on = " terms=true" if terms else ""
    field.order(2 * HOUR, "blake", f"yield stronghold=southby{on}")
    if what:
        reply(field, 3 * HOUR, open_question(field, "D-SIEGE-04", "men have laid down"), what)
    return field


def soldiers(field: Field, faction: str) -> int:
    return sum(army.strength for army in field.world.of(Army) if army.faction == faction)


@pytest.mark.rule("C-AFT-08", "D-SIEGE-04")
def test_those_who_laid_down_their_arms_disperse_are_led_away_march_out_or_enlist() -> None:
    asked = yielded("")
    question = open_question(asked, "D-SIEGE-04")
    assert question is not None
    assert (question.who, question.default, question.mode) == ("ney", "disband", "waits")
    assert "1650 men" in question.question
    assert soldiers(asked.run(2 * DAY), "blue") == 0
    away = yielded("prisoners")
    assert (soldiers(away, "red"), soldiers(away, "blue")) == (3000, 0)
    assert {n.what for _, n in away.told("blake", Dispersed)} == {"lays down its arms"}
    out = yielded("march_out")
    assert (soldiers(out, "red"), soldiers(out, "blue")) == (3000, 1650)
    assert "1005" not in {a.place for a in out.world.of(Army) if a.faction == "blue"}
    turned = yielded("enlist")
    assert (soldiers(turned, "red"), soldiers(turned, "blue")) == (4650, 0)
    assert turned.army("first").morale == 9


@pytest.mark.rule("C-AFT-08", "C-SIEGE-05")
def test_on_terms_everybody_marches_out_the_garrison_too() -> None:
    field = yielded("", terms=True)
    assert soldiers(field, "blue") == 1650
    assert field.get(Commander, "blake").army == "second"
    assert site(field).standing == Standing()
    alone = before_walls(
        more_commanders={"wood": {"name": "General Wood", "faction": "blue", "at": "1005"}}
    )
    alone.force(HOUR, "gm", "yield stronghold=southby terms=true")
    assert site(alone).holder == "ney"
    wood = alone.get(Commander, "wood")
    # The garrison is the nearest of his own people.
    garrison = next(a for a in alone.world.of(Army) if a.name == "The garrison of Southby")
    assert (wood.captor, wood.riding) == ("", garrison.place)
