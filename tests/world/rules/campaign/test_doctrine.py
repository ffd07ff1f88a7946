"""Captains and commanders nobody plays: what they do by themselves, and the referee's hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, cavalry, infantry, sides
from tests.world.rules.campaign.test_word import PACK
from world.decision import Decision
from world.dispatch import Delivered
from world.errors import BadScenario
from world.rules.campaign.doctrine.notices import TerseReport
from world.rules.campaign.nouns.army import Doctrine
from world.rules.campaign.nouns.charge import Charge
from world.rules.campaign.nouns.faction import declared_between
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.offices.notices import InHand, OfficeMail

FOOT = [infantry("Line", 1000)]
SAFE: dict[str, list[tuple[int, ...]]] = {"safe": [(1,)] * 50}
NPC = {
    "ney": {"name": "Marshal Ney", "faction": "red"},
    "blake": {"name": "General Blake", "faction": "blue"},
    "weiss": {
        "name": "Baron Weiss",
        "faction": "",
        "npc": True,
        "at": "1005",
        "temperament": "greedy",
    },
}


def field(*, armies: dict[str, Any] | None = None, dice: Any = None, **more: Any) -> Field:
    base = {
        "first": army("0301", FOOT, name="First Army", commander="ney"),
        "corps": army("0301", FOOT, name="Corps", owner="ney"),
        "second": army("2001", FOOT, name="Second Army", commander="blake"),
    }
    params = more.pop("params", {})
    hungry = more.pop("hungry", False)
    return Field(
        sides(armies={**base, **(armies or {})}, **more),
        pack=PACK,
        params=params,
        dice={**SAFE, **(dice or {})},
        hungry=hungry,
    )


def letters(played: Field, person: str, kind: str = "letter_came") -> list[str]:
    return [
        row.body.decode()
        for batch in played.batches
        for row in batch.notice_rows
        if row.person == person and row.kind == kind
    ]


# -- captains -------------------------------------------------------------------------------------


@pytest.mark.rule("C-CAP-01")
def test_a_captain_without_doctrine_holds_where_he_is_and_starves_there() -> None:
    hungry = {"corps": army("0301", FOOT, name="Corps", owner="ney", supplies=2_000)}
    played = field(armies=hungry, hungry=True).run(4 * DAY)
    assert played.army("corps").doctrine == Doctrine()
    assert played.army("corps").hungry == 3
    told = field(armies=hungry, hungry=True, params={"captain.forage_under_days": 2}).run(4 * DAY)
    assert told.army("corps").hungry == 0


@pytest.mark.rule("C-CAP-01")
def test_a_captain_told_to_follow_goes_where_the_other_goes() -> None:
    played = field()
    played.order(HOUR, "ney", "doctrine army=corps act=follow whom=first")
    played.order(2 * HOUR, "ney", "march to=0601").run(3 * DAY)
    assert played.army("first").place == played.army("corps").place == "0601"
    played.order(3 * DAY, "ney", "march to=0501 night=normal pace=none")
    played.run(5 * DAY)
    assert played.army("corps").place == "0501"
    # A fresh order ends it.
    played.order(5 * DAY, "ney", "march to=0401 army=corps").run(7 * DAY)
    played.order(7 * DAY, "ney", "march to=0701").run(9 * DAY)
    assert played.army("corps").place == "0401"
    assert played.army("corps").doctrine.act == "hold"


@pytest.mark.rule("C-CAP-01", "C-SCOUT-01")
def test_who_has_fallen_behind_makes_for_where_he_last_saw_the_other() -> None:
    apart = {"corps": army("0201", FOOT, name="Corps", owner="ney")}
    played = field(armies=apart)
    played.order(HOUR, "ney", "march to=0401")
    played.order(HOUR, "ney", "doctrine army=corps act=follow whom=first").run(4 * DAY)
    assert played.army("corps").place == "0401"


@pytest.mark.rule("C-CAP-01", "C-STR-04")
def test_a_captain_told_to_defend_a_place_goes_there_and_inside() -> None:
    played = field()
    played.order(HOUR, "ney", "doctrine army=corps act=defend whom=westwall").run(3 * DAY)
    assert (played.army("corps").place, played.army("corps").inside) == ("0101", "westwall")


@pytest.mark.rule("C-CAP-01", "C-FOR-01")
def test_a_captain_told_so_forages_when_food_runs_low_and_reports_tersely() -> None:
    away = {"corps": army("0501", FOOT, name="Corps", owner="ney", supplies=6_000)}
    played = field(armies=away, hungry=True)
    played.order(HOUR, "ney", "doctrine army=corps forage=4 report=2").run(7 * DAY)
    assert played.army("corps").hungry == 0
    reports = [text for text in letters(played, "ney") if "Corps stands in 0501" in text]
    assert len(reports) == 2  # two days after it was read, and two more, and a rider's way
    assert "food for" in reports[0]
    assert "1000 soldiers" in reports[0]
    near = field(hungry=True)
    near.order(HOUR, "ney", "doctrine army=corps report=1").run(3 * DAY)
    assert [n.place for _, n in near.told("ney", TerseReport)] == ["0301", "0301"]
    near.order(3 * DAY, "ney", "doctrine army=corps").run(6 * DAY)
    assert len(near.told("ney", TerseReport)) == 2


@pytest.mark.rule("C-CAP-01")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("doctrine army=second", "E-NOT-YOURS"),
        ("doctrine army=corps act=follow", "E-NOT-PRESENT"),
        ("doctrine army=corps act=follow whom=nobody", "E-NOT-PRESENT"),
        ("doctrine army=corps act=defend whom=nowhere", "E-NOT-PRESENT"),
        ("doctrine army=corps whom=first", "E-SYNTAX"),
        ("doctrine army=corps forage=-1", "E-SYNTAX"),
    ],
)
def test_a_doctrine_that_makes_no_sense_is_refused(order: str, code: str) -> None:
    from world.errors import Refused  # noqa: PLC0415

    with pytest.raises(Refused) as refused:
        field().order(HOUR, "ney", order)
    assert refused.value.code == code


@pytest.mark.rule("C-CAP-02")
def test_a_surprised_captain_stops_writes_and_follows_nobody_until_he_has_orders() -> None:
    armies = {
        "first": army("0801", FOOT, name="First Army", commander="ney"),
        "corps": army("0801", [cavalry("Horse", 500)], name="Corps", owner="ney"),
        "second": army("1201", FOOT, name="Second Army", commander="blake"),
    }
    played = field(armies=armies)
    played.order(HOUR, "ney", "march to=1101 army=corps").run(40 * HOUR)
    # The enemy comes in sight at 1001 from 1201: he stops short of his goal.
    assert (played.army("corps").march, played.army("corps").place) == (None, "1001")
    texts = letters(played, "ney")
    assert any("Second Army of the enemy is in sight in 1201" in text for text in texts)
    assert any("I have stopped in" in text for text in texts)


@pytest.mark.rule("C-CAP-02")
def test_of_what_is_not_on_the_list_the_referee_may_say_that_it_surprised_him() -> None:
    """D-CAP-01."""
    armies = {
        "corps": army("0801", [cavalry("Horse", 500)], name="Corps", owner="ney"),
        "second": army("1201", FOOT, name="Second Army", commander="blake"),
    }
    calm = {"captain.unexpected": ["blocked"]}
    played = field(armies=armies, params=calm)
    played.order(HOUR, "ney", "march to=1101 army=corps")
    now = HOUR
    asked: list[Decision] = []
    while not asked:
        now += HOUR
        assert now < 4 * DAY
        asked = [d for d in played.run(now).world.of(Decision) if d.rule == "D-CAP-01"]
    assert [(d.who, d.default) for d in asked] == [("gm", "no")]
    assert played.army("corps").march is not None
    played.answer(now + 1, "gm", "D-CAP-01", "yes")
    assert (played.army("corps").march, played.army("corps").place) == (None, "1001")
    assert any("I have stopped" in text for text in letters(played.run(now + 3 * DAY), "ney"))
    silent = field(armies=armies, params=calm)
    silent.order(HOUR, "ney", "march to=1101 army=corps").run(5 * DAY)
    assert silent.army("corps").place == "1101"


# -- commanders nobody plays ----------------------------------------------------------------------


@pytest.mark.rule("C-NPC-01")
def test_a_commander_nobody_plays_forages_and_goes_behind_his_walls_before_the_enemy() -> None:
    commanders = {**NPC, "weiss": {"name": "Baron Weiss", "faction": "red", "npc": True}}
    armies = {
        "house": army("1001", FOOT, name="House troops", commander="weiss", supplies=3_000),
        "second": army("1401", FOOT, name="Second Army", commander="blake"),
    }
    strongholds = {"southby": {"holder": "weiss"}}
    played = field(
        armies={**armies, "house": {**armies["house"], "at": "1005"}},
        commanders=commanders,
        strongholds=strongholds,
        hungry=True,
    )
    assert played.army("house").doctrine == Doctrine(act="defend", forage_under=3)
    played.order(HOUR, "blake", "march to=1004").run(2 * DAY)
    assert played.army("house").hungry == 0
    assert not played.army("house").inside
    played.run(9 * DAY)
    assert played.army("house").inside == "southby"
    bold = field(
        armies={**armies, "house": {**armies["house"], "at": "1005"}},
        commanders=commanders,
        strongholds=strongholds,
        hungry=True,
        params={"npc.doctrine": "hold", "npc.forage_under_days": 0},
        dice={"morale check": [(1, 1)] * 9},  # nobody deserts them, however hungry they are
    )
    bold.order(HOUR, "blake", "march to=1004").run(9 * DAY)
    assert not bold.army("house").inside
    assert bold.army("house").hungry > 0


@pytest.mark.rule("C-NPC-01", "D-NPC-01")
def test_what_is_written_to_a_holder_without_a_player_is_put_to_the_referee() -> None:
    """D-NPC-01."""
    played = field(commanders=NPC, strongholds={"southby": {"holder": "weiss"}})
    played.order(HOUR, "ney", 'letter to=weiss text="What is your price?"').run(30 * HOUR)
    asked = [d for d in played.world.of(Decision) if d.rule == "D-NPC-01"]
    assert [(d.who, d.default, d.mode) for d in asked] == [("gm", "sits_tight", "waits")]
    assert "“What is your price?”" in asked[0].question
    assert "He is greedy." in asked[0].question
    assert not letters(played, "ney")
    played.answer(30 * HOUR, "gm", "D-NPC-01", "bargain", "Ten thousand, in gold.").run(6 * DAY)
    assert any("Ten thousand, in gold." in text for text in letters(played, "ney"))
    silent = field(commanders=NPC, strongholds={"southby": {"holder": "weiss"}})
    silent.order(HOUR, "ney", 'letter to=weiss text="What is your price?"').run(9 * DAY)
    assert not letters(silent, "ney")
    with pytest.raises(BadScenario, match="temperament"):
        field(commanders=NPC, params={"npc.temperaments": ["meek"]})


@pytest.mark.rule("C-NPC-01", "C-TALK-01", "C-AFT-01", "D-NPC-01")
def test_a_holder_who_is_spoken_to_may_open_his_gates_or_ally_himself() -> None:
    there = {"first": army("1005", FOOT, name="First Army", commander="ney")}
    more: dict[str, Any] = {
        "armies": there,
        "commanders": NPC,
        "strongholds": {"southby": {"holder": "weiss"}},
    }
    played = field(**more)
    played.order(HOUR, "ney", 'letter to=governor:southby text="Yield."').run(2 * HOUR)
    played.answer(2 * HOUR, "gm", "D-NPC-01", "yield")
    assert played.get(Stronghold, "southby").holder == "ney"
    allied = field(**more)
    allied.order(HOUR, "ney", "stance faction=weiss stance=alliance")
    allied.order(2 * HOUR, "ney", 'letter to=weiss text="Join us."').run(8 * HOUR)
    allied.answer(9 * HOUR, "gm", "D-NPC-01", "ally")
    assert declared_between(allied.world, "red", "weiss").stance == "allied"


# -- the referee's hand ---------------------------------------------------------------------------


@pytest.mark.rule("C-NPC-01", "C-CAP-01")
def test_the_referee_takes_somebody_over_writes_as_him_and_hands_him_back() -> None:
    played = field(commanders=NPC, strongholds={"southby": {"holder": "weiss"}})
    played.order(HOUR, "ney", "doctrine army=corps act=follow whom=first")
    played.order(2 * HOUR, "gm", "take_over who=captain:corps")
    played.order(2 * HOUR, "gm", "take_over who=weiss")
    assert {c.person for c in played.world.of(Charge)} == {"captain:corps", "weiss"}
    played.order(3 * HOUR, "ney", "march to=0501").run(2 * DAY)
    assert played.army("corps").place == "0301"  # his doctrine rests
    played.order(2 * DAY, "gm", "march to=0201 army=corps").run(3 * DAY)
    assert played.army("corps").place == "0201"
    played.order(3 * DAY, "ney", 'letter to=weiss text="Well?"').run(6 * DAY)
    mail = [n for _, n in played.told("gm", OfficeMail)]
    assert [(n.who, n.sender_id, n.text) for n in mail] == [("weiss", "ney", "Well?")]
    assert not [d for d in played.world.of(Decision) if d.rule == "D-NPC-01"]
    played.order(6 * DAY, "gm", "speak_for who=weiss say=\"letter to=ney text='Never!'\"")
    played.order(
        6 * DAY, "gm", "speak_for who=captain:corps say=\"letter to=ney text='All is well.'\""
    )
    played.run(9 * DAY)
    came = letters(played, "ney")
    assert any("Never!" in text and "Baron Weiss" in text for text in came)
    assert any("All is well." in text and "the captain of Corps" in text for text in came)
    played.order(9 * DAY, "gm", "hand_back who=captain:corps")
    assert {c.person for c in played.world.of(Charge)} == {"weiss"}
    assert len(played.told("gm", InHand)) == 3


@pytest.mark.rule("C-NPC-01")
def test_an_army_of_a_commander_nobody_plays_marches_when_the_referee_orders_it_as_him() -> None:
    commanders = {**NPC, "weiss": {"name": "Baron Weiss", "faction": "blue", "npc": True}}
    armies = {"house": army("1005", FOOT, name="House troops", commander="weiss")}
    played = field(armies=armies, commanders=commanders)
    played.order(HOUR, "gm", 'speak_for who=weiss say="march to=1004"').run(2 * DAY)
    assert played.army("house").place == "1004"


@pytest.mark.rule("C-NPC-01")
@pytest.mark.parametrize(
    ("person", "order", "code"),
    [
        ("ney", "take_over who=weiss", "E-NOT-YOURS"),
        ("ney", 'speak_for who=weiss say="halt"', "E-NOT-YOURS"),
        ("ney", "hand_back who=weiss", "E-NOT-YOURS"),
        ("gm", "take_over who=ney", "E-NOT-YOURS"),
        ("gm", "take_over who=captain:first", "E-NOT-YOURS"),
        ("gm", "take_over who=nobody", "E-UNKNOWN-ADDRESSEE"),
        ("gm", "hand_back who=weiss", "E-NOTHING"),
        ("gm", 'speak_for who=weiss say="hold the line"', "E-SYNTAX"),
        ("gm", 'speak_for who=weiss say="take_over who=weiss"', "E-SYNTAX"),
        ("gm", 'speak_for who=weiss say="march to=1004"', "E-NOT-YOURS"),
    ],
)
def test_only_the_referee_plays_those_nobody_plays(person: str, order: str, code: str) -> None:
    played = field(commanders=NPC, strongholds={"southby": {"holder": "weiss"}})
    played.force(HOUR, person, order)
    assert played.refusals(person) == [code]


@pytest.mark.rule("C-CAP-01")
def test_a_letter_to_a_captain_is_laid_before_the_referee_and_an_order_is_obeyed() -> None:
    away = {"corps": army("0501", FOOT, name="Corps", owner="ney")}
    played = field(armies=away)
    played.order(HOUR, "ney", 'letter to=captain:corps text="Be on your guard."')
    played.order(HOUR, "ney", "march to=0601 army=corps").run(3 * DAY)
    mail = [n for _, n in played.told("gm", OfficeMail)]
    assert [(n.name, n.text) for n in mail] == [("the captain of Corps", "Be on your guard.")]
    assert played.army("corps").place == "0601"
    assert Delivered.__struct_config__.tag == "delivered"
