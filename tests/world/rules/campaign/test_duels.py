"""Duels: who may fight whom, who wins, what it leaves them, and who hears of it (C-DUEL)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from tests.world.rules.campaign.clash import a_step, facts
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from tests.world.rules.campaign.test_battle_dice import likely
from world.errors import BadScenario, Refused
from world.rules.campaign.captives.notices import Died
from world.rules.campaign.duels import figures
from world.rules.campaign.duels.notices import (
    CalledOut,
    DuelCorrected,
    Duelled,
    Maimed,
    OnHisFeet,
)
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.wound import INJURY_DIE, Challenge, bedridden, row_for
from world.rules.campaign.view import view

FOOT = [infantry("Line", 1000)]
WEEK = 7 * DAY


def met(
    *,
    throws: tuple[int, int] = (45, 50),
    hurt: tuple[int, ...] = (6, 6),
    traits: tuple[int | tuple[str, ...], int | tuple[str, ...]] = (2, 4),
    ages: tuple[int, int] = (37, 52),
    npc: bool = False,
    **more: Any,
) -> Field:
    """Ney, 37, and Soult, 52, with their armies in one place; Berthier looks on, Blake is far."""
    some = ("brutal", "guardian", "poet", "ranger")
    held = [list(some[:n]) if isinstance(n, int) else list(n) for n in traits]
    commanders = {
        "ney": {"name": "Ney", "faction": "red", "age": ages[0], "traits": held[0]},
        "soult": {
            "name": "Soult",
            "faction": "green",
            "age": ages[1],
            "traits": held[1],
            "npc": npc,
        },
        "berthier": {"name": "Berthier", "faction": "red", "age": 40, "at": "0501"},
    }
    armies = {
        "first": army("0501", FOOT, name="First Army", commander="ney"),
        "third": army("0501", FOOT, name="Third Army", commander="soult"),
        "second": army("2001", FOOT, name="Second Army", commander="blake"),
    }
    dice = {
        "the throw of ney": [(throws[0],)],
        "the throw of soult": [(throws[1],)],
        "what a duel leaves": [(face,) for face in hurt],
        **more.pop("dice", {}),
    }
    params = {"trait.enforce_count": False, **more.pop("params", {})}
    green = {"green": {"name": "Green", "head": "soult"}}
    spec = sides(commanders=commanders, armies=armies, factions=green)
    return Field(spec, dice=dice, params=params, **more)


def fought(**more: Any) -> Field:
    field = met(**more).order(HOUR, "ney", "duel opponent=soult")
    return field.order(2 * HOUR, "soult", "duel_accept challenge=ney")


def duel(field: Field, person: str = "ney") -> Duelled:
    ((_, notice),) = field.told(person, Duelled)
    return notice


@pytest.mark.rule("C-DUEL-01", "C-DUEL-03")
def test_the_younger_throws_over_his_age_and_the_elder_does_not() -> None:
    """EX-44, 1: 45 is over 37, 50 is not over 52; the elder throws for death and dismemberment."""
    field = fought()
    told = duel(field)
    assert told.winner == "Ney"
    assert told.throws == "Ney threw 45 against 37 years, Soult threw 50 against 52 years"
    assert told.wounds == " Soult has a scar."


@pytest.mark.rule("C-DUEL-02", "C-DUEL-03")
def test_where_both_fail_the_one_with_more_traits_wins_and_both_are_hurt() -> None:
    """EX-44, 2."""
    field = fought(throws=(20, 30))
    told = duel(field)
    assert told.winner == "Soult"
    assert told.wounds == " Ney has a scar. Soult has a scar."


@pytest.mark.rule("C-DUEL-01")
def test_a_throw_that_equals_the_age_is_no_success() -> None:
    assert duel(fought(throws=(37, 53))).winner == "Soult"
    equal = fought(throws=(37, 20), params={"duel.equal_succeeds": True})
    assert duel(equal).winner == "Ney"


@pytest.mark.rule("C-TRAIT-06", "C-DUEL-02")
def test_a_duelist_throws_one_better_and_wins_ties() -> None:
    one = fought(throws=(37, 20), traits=(("duelist",), 4))
    assert duel(one).wounds == " Soult has a scar."
    plain = fought(
        throws=(37, 20), traits=(("duelist",), 4), params={"trait.duelist.bonus_on": "nothing"}
    )
    assert duel(plain).winner == "Ney"
    assert duel(plain).wounds == " Ney has a scar. Soult has a scar."
    both = fought(throws=(20, 20), traits=(("duelist",), ("duelist", "brutal")))
    assert duel(both).winner == "Soult"


@pytest.mark.rule("C-DUEL-02", "D-DUEL-02")
@pytest.mark.parametrize(
    ("traits", "ages", "coin", "winner"),
    [((3, 2), (30, 60), 1, "Ney"), ((2, 2), (30, 60), 1, "Soult"), ((2, 2), (50, 50), 2, "Soult")],
)
def test_experience_is_traits_then_age_then_a_coin(
    traits: tuple[int, int], ages: tuple[int, int], coin: int, winner: str
) -> None:
    field = fought(throws=(90, 90), traits=traits, ages=ages, dice={"the coin": [(coin,)]})
    assert duel(field).winner == winner
    assert duel(field).wounds == ""


@pytest.mark.rule("C-DUEL-02", "D-DUEL-02")
def test_the_referee_may_have_it_that_the_other_has_more_experience() -> None:
    field = fought(throws=(90, 90)).answer(3 * HOUR, "gm", "D-DUEL-02", "ney")
    assert [n.what for _, n in field.told("berthier", DuelCorrected)] == ["Ney has won it"]
    same = fought(throws=(90, 90)).answer(3 * HOUR, "gm", "D-DUEL-02", "soult")
    assert not same.told("berthier", DuelCorrected)


@pytest.mark.rule("C-DUEL-03", "C-RET-02")
def test_who_falls_is_dead_and_his_army_has_an_acting_leader() -> None:
    field = fought(hurt=(1,))
    assert duel(field).wounds == " Soult is dead."
    assert field.world.find(Commander, "soult") is None
    assert field.army("third").leader == ""
    assert [n.why for _, n in field.told("ney", Died)] == ["he fell in a duel"]
    assert [news["event"] for news in facts(field, "newsworthy")] == ["duel", "death"]


@pytest.mark.rule("C-DUEL-03")
def test_the_maimed_are_worse_at_something_for_good() -> None:
    field = fought(hurt=(2,), dice={"which ability": [(1,)]})
    assert field.get(Commander, "soult").scores.shock == -1
    assert duel(field).wounds == " Soult is maimed."
    assert [n.ability for _, n in field.told("soult", Maimed)] == ["shock"]
    assert not field.told("ney", Maimed)


@pytest.mark.rule("C-DUEL-03")
def test_who_is_in_bed_fights_nobody_until_he_is_on_his_feet() -> None:
    field = fought(hurt=(3,), dice={"is in bed": [(2,)]})
    assert duel(field).wounds == " Soult will be in bed for 2 weeks."
    assert bedridden(field.world, "soult")
    field.order(3 * HOUR, "ney", "duel opponent=soult")
    assert field.refusals("ney") == ["E-BUSY"]
    field.run(2 * WEEK + 2 * HOUR)
    assert [at for at, _ in field.told("soult", OnHisFeet)] == [2 * WEEK + 2 * HOUR]
    assert not bedridden(field.world, "soult")
    field.order(2 * WEEK + 3 * HOUR, "ney", "duel opponent=soult")
    assert field.refusals("ney") == ["E-BUSY"]


@pytest.mark.rule("C-DUEL-03", "D-DUEL-01")
def test_the_referee_may_choose_what_it_leaves_them() -> None:
    maimed = fought(hurt=(2,), dice={"which ability": [(1,), (2,)]})
    maimed.answer(3 * HOUR, "gm", "D-DUEL-01", "scar")
    assert maimed.get(Commander, "soult").scores.shock == 0
    assert [n.what for _, n in maimed.told("ney", DuelCorrected)] == ["Soult has a scar"]
    dead = fought(hurt=(3,)).answer(3 * HOUR, "gm", "D-DUEL-01", "dead")
    assert dead.world.find(Commander, "soult") is None
    buried = fought(hurt=(1,)).answer(3 * HOUR, "gm", "D-DUEL-01", "scar")
    assert buried.world.find(Commander, "soult") is None
    bed = fought(hurt=(6,), dice={"is in bed": [(3,)]})
    bed.answer(3 * HOUR, "gm", "D-DUEL-01", "in_bed")
    assert bedridden(bed.world, "soult")


@pytest.mark.rule("C-DUEL-03")
def test_a_scenario_has_a_table_of_its_own() -> None:
    table = ["1-3 maimed", "4-5 an eye less"]
    field = fought(hurt=(4,), params={"duel.injury_table": table})
    assert duel(field).wounds == " Soult has an eye less."
    none = fought(hurt=(6,), params={"duel.injury_table": table})
    assert duel(none).wounds == " Soult has nothing at all."
    with pytest.raises(BadScenario):
        met(params={"duel.injury_table": ["many dead"]})
    with pytest.raises(BadScenario):
        met(params={"duel.injury_table": ["1 in bed for ever"]})


@pytest.mark.rule("C-DUEL-01", "C-DUEL-03")
def test_the_dice_of_duels_are_fair() -> None:
    """Chi-square over throws: 63 in 100 over 37, and the rows of the table as wide as they are."""
    field = met(throws=(1, 1))
    step = a_step(field, "duels")
    over = Counter(step.roll("a throw", step.param(figures.DIE)).total > 37 for _ in range(4000))
    assert likely(over, {True: Fraction(63, 100), False: Fraction(37, 100)}) > 0.001
    rows: Counter[str] = Counter()
    for _ in range(4000):
        row = row_for(field.world.params, step.roll("hurt", step.param(INJURY_DIE)).total)
        assert row is not None
        rows[row.words] += 1
    sixth = Fraction(1, 6)
    exact = {"dead": sixth, "maimed": sixth, "in bed": 2 * sixth, "a scar": 2 * sixth}
    assert likely(rows, exact) > 0.001


# -- who may, and who hears of it -----------------------------------------------------------------


@pytest.mark.rule("C-DUEL-01")
def test_only_who_is_there_can_be_challenged_and_only_who_is_challenged_accept() -> None:
    field = met()
    for opponent in ("blake", "nobody", "ney", "captain:first"):
        with pytest.raises(Refused) as refused:
            field.order(HOUR, "ney", f"duel opponent={opponent}")
        assert refused.value.code == "E-NOT-PRESENT"
    field.force(HOUR, "ney", "duel opponent=blake")
    assert field.refusals("ney") == ["E-NOT-PRESENT"]
    with pytest.raises(Refused) as refused:
        field.order(HOUR, "soult", "duel_accept challenge=ney")
    assert refused.value.code == "E-NO-CHALLENGE"
    field.force(HOUR, "soult", "duel_accept challenge=ney")
    assert field.refusals("soult") == ["E-NO-CHALLENGE"]


@pytest.mark.rule("C-DUEL-01")
def test_a_challenge_is_told_to_the_two_and_lapses_when_they_part() -> None:
    field = met().order(HOUR, "ney", "duel opponent=Soult")
    assert [len(field.told(p, CalledOut)) for p in ("ney", "soult", "berthier")] == [1, 1, 0]
    assert view(field.world, "soult").challenges == {"ney": "Ney"}
    assert view(field.world, "ney").challenges == {}
    field.order(2 * HOUR, "soult", "march to=0701").run(DAY)
    assert not field.world.of(Challenge)
    assert view(field.world, "soult").challenges == {}


@pytest.mark.rule("C-DUEL-01")
def test_for_those_nobody_plays_the_referee_accepts() -> None:
    field = met(npc=True).order(HOUR, "ney", "duel opponent=soult")
    assert len(field.told("gm", CalledOut)) == 1
    field.order(2 * HOUR, "gm", 'speak_for who=soult say="duel_accept challenge=ney"')
    assert duel(field).winner == "Ney"


@pytest.mark.rule("C-DUEL-01", "C-NEWS-02")
def test_those_who_are_there_hear_all_of_it_and_others_the_news() -> None:
    field = fought()
    assert duel(field, "berthier") == duel(field, "soult") == duel(field)
    assert not field.told("blake", Duelled)
    (news,) = facts(field, "newsworthy")
    assert news["wording"] == "Ney has beaten Soult in a duel at 0501."
    assert set(news["knows"]) == {"ney", "soult", "berthier"}
