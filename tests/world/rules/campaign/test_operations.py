"""Operations: agents who ride out, are at work, and come back with what came of it (C-OPS)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from tests.world.rules.campaign.test_word import PACK
from world.decision import Decision
from world.errors import Refused
from world.knowledge.picture import seen_by
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.operations.notices import (
    OperationBegun,
    OperationCosts,
    OperationNoticed,
    OperationOver,
    OperationRolled,
    PlaceWonOver,
)
from world.rules.campaign.operations.undertaking import Operation, chance

#: A good head for scouting, none for lies.
SCORES = {"shock": 1, "manoeuvre": 1, "reconnaissance": 2, "tomfoolery": -1}
WHAT = "operation of ney"
#: Before what the referee is asked at one o'clock takes its default.
SOON = HOUR + HOUR // 2


def staff(
    *faces: tuple[int, int],
    at: str = "0101",
    blake: str = "2005",
    purse: int = 20_000,
    params: dict[str, Any] | None = None,
    **more: Any,
) -> Field:
    """Ney at Westwall with money, Blake far away; southby is nobody's."""
    armies = {
        "first": army(at, [infantry("Line", 1000)], name="First Army", commander="ney"),
        "second": army(blake, [infantry("Foot", 1200)], name="Second Army", commander="blake"),
        **more.pop("armies", {}),
    }
    people = {
        "ney": {"name": "Marshal Ney", "faction": "red", "purse": purse, "abilities": SCORES},
        "blake": {"name": "General Blake", "faction": "blue", "purse": 900},
    }
    scenario = sides(armies=armies, commanders=people, **more)
    # The referee is at his desk: whatever he does not answer in an hour takes its default.
    figures = {"decision.timeout_overrides": ["D-OPS-01=1", "D-OPS-02=1"], **(params or {})}
    dice: dict[str, list[tuple[int, ...]]] = {WHAT: list(faces), "safe": [(1,)] * 50}
    return Field(scenario, params=figures, pack=PACK, dice=dice)


def purse(field: Field) -> int:
    return field.get(Commander, "ney").purse


def over(field: Field) -> list[tuple[int, str]]:
    return [(at, notice.outcome) for at, notice in field.told("ney", OperationOver)]


def asked(field: Field, rule: str) -> Decision:
    return next(d for d in field.world.of(Decision) if d.rule == rule)


SCOUT = "operation sort=scouting to=0701"
ENVOYS = "operation sort=envoys to=southby"
SPY = "operation sort=spying to=blake"
#: What Ney has heard of Blake.
SEEN = {"who": "ney", "army": "second", "at": "0701"}


# -- odds and price -------------------------------------------------------------------------------


@pytest.mark.rule("C-OPS-02", "C-OPS-03", "C-OPS-E1", "C-OPS-E3")
def test_the_odds_of_the_examples_are_those_of_the_rules() -> None:
    """EX-46."""
    field = staff().order(HOUR, "ney", SCOUT)
    params = field.world.params
    (operation,) = field.world.of(Operation)
    assert (operation.price, operation.wanted, operation.ability) == (1_000, 6, "reconnaissance")
    assert chance(params, 6, 2) == Fraction(33, 36)
    assert asked(field, "D-OPS-01").options[0].odds == "succeeds 92 times in 100"
    assert chance(params, 10, 0) == Fraction(6, 36)
    assert chance(params, 10, 2) == Fraction(15, 36)
    envoys = staff().order(HOUR, "ney", f"{ENVOYS} ability=artillery money=7000")
    (sent,) = envoys.world.of(Operation)
    assert (sent.price, sent.wanted, sent.ability, purse(envoys)) == (
        5_000,
        10,
        "artillery",
        13_000,
    )
    assert asked(envoys, "D-OPS-01").options[0].odds == "succeeds 42 times in 100"


@pytest.mark.rule("C-OPS-02", "C-OPS-03", "C-OPS-E2")
def test_what_is_like_none_of_the_examples_is_neither_likely_nor_cheap() -> None:
    far = staff().order(HOUR, "ney", "operation sort=scouting to=1001")
    other = staff().order(HOUR, "ney", 'operation sort=other to=0301 plan="burn the bridge"')
    spies = staff().order(HOUR, "ney", SPY)
    for field in (far, other, spies):
        (operation,) = field.world.of(Operation)
        assert (operation.price, operation.wanted) == (2_500, 8)
    # A spy goes by tomfoolery or by manoeuvre, whichever is better.
    assert spies.world.of(Operation)[0].ability == "manoeuvre"


@pytest.mark.rule("C-OPS-02")
def test_an_operation_is_paid_for_when_agents_set_out() -> None:
    field = staff(purse=1_200).order(HOUR, "ney", SCOUT)
    ((_, begun),) = field.told("ney", OperationBegun)
    assert (purse(field), begun.money) == (200, 1_000)
    field.force(2 * HOUR, "ney", SCOUT)
    assert field.refusals("ney") == ["E-FUNDS"]
    with pytest.raises(Refused, match="your chest has 200"):
        field.order(2 * HOUR, "ney", f"{SCOUT} money=900")
    field.force(2 * HOUR, "ney", "operation sort=scouting to=0701 money=90")
    field.force(2 * HOUR, "ney", "operation sort=scouting to=0701 money=-9")
    assert field.refusals("ney") == ["E-FUNDS"] * 3


@pytest.mark.rule("C-OPS-01")
def test_agents_go_where_somebody_knows_a_way_to() -> None:
    field = staff()
    for wrong in (
        "operation sort=scouting to=Nowhere",
        "operation sort=spying to=0301",
        "operation sort=envoys to=0301",
        "operation sort=envoys to=blake",
    ):
        with pytest.raises(Refused) as refusal:
            field.order(HOUR, "ney", wrong)
        assert refusal.value.code == "E-NO-PATH"
        field.force(HOUR, "ney", wrong)
    assert field.refusals("ney") == ["E-NO-PATH"] * 4
    assert purse(field) == 20_000


@pytest.mark.rule("C-OPS-03", "D-OPS-01", "D-OPS-02")
def test_the_referee_settles_target_ability_price_and_outcomes() -> None:
    """D-OPS-01 and D-OPS-02."""
    field = staff((3, 3)).order(HOUR, "ney", 'operation sort=other to=0301 plan="a ruse"')
    first, second = asked(field, "D-OPS-01"), asked(field, "D-OPS-02")
    assert (first.mode, first.default) == (second.mode, "suggested") == ("waits", "suggested")
    assert (second.default, [o.name for o in second.options]) == (
        "0",
        ["-2", "-1", "0", "+1", "+2"],
    )
    assert "a ruse" in second.question
    words = 'target=9 ability=reconnaissance price=3000 success="The bridge burns."'
    field.answer(SOON, "gm", "D-OPS-01", "suggested", words)
    ((_, costs),) = field.told("ney", OperationCosts)
    assert (purse(field), costs.what) == (17_000, "costs 500 doubloons more")
    field.answer(SOON, "gm", "D-OPS-02", "+1").run(3 * DAY)
    ((_, rolled),) = field.told("gm", OperationRolled)
    assert rolled.odds == "6 +3 against 9 with reconnaissance"
    assert [words for _, words in over(field)] == ["The bridge burns."]
    # His commander learns the outcome, and no numbers.
    assert not field.told("ney", OperationRolled)


@pytest.mark.rule("C-OPS-03")
def test_what_the_referee_writes_must_be_readable() -> None:
    field = staff().order(HOUR, "ney", SCOUT)
    for wrong in ("target=high", "ability=charm", "odds=3", "target = 7"):
        field.answer(SOON, "gm", "D-OPS-01", "suggested", wrong)
    assert field.refusals("gm") == ["E-SYNTAX"] * 4
    assert "D-OPS-01" in field.world.of(Operation)[0].open


@pytest.mark.rule("C-OPS-03", "D-OPS-01")
def test_a_likelihood_is_chosen_or_the_dice_are_left_alone() -> None:
    def told(option: str, text: str = "") -> str:
        field = staff((1, 2)).order(HOUR, "ney", SCOUT)
        field.answer(SOON, "gm", "D-OPS-01", option, text).run(4 * DAY)
        return field.told("gm", OperationRolled)[0][1].odds

    assert told("low_likelihood") == "3 +2 against 10 with reconnaissance"
    assert told("succeeds") == told("fails") == "as you have settled"


@pytest.mark.rule("C-OPS-02")
def test_an_operation_that_cannot_be_paid_comes_to_nothing_and_costs_nothing() -> None:
    field = staff(purse=1_500).order(HOUR, "ney", SCOUT)
    field.answer(SOON, "gm", "D-OPS-01", "suggested", "price=4000")
    assert purse(field) == 1_500
    field.run(4 * DAY)
    assert "could not be paid" in over(field)[0][1]


# -- time -----------------------------------------------------------------------------------------


@pytest.mark.rule("C-OPS-04")
def test_there_to_work_and_back_takes_the_ride_twice_and_a_day() -> None:
    """Sixty kilometres at the pace of a rider, a day's work, and the way back."""
    field = staff((6, 6)).order(HOUR, "ney", SCOUT).run(5 * DAY)
    ((_, begun),) = field.told("ney", OperationBegun)
    # 0101 to 0601 is friendly or nobody's land, the last hex likewise: 60 / 80 of a day.
    ride = DAY * 60 // 80
    ((back, _),) = over(field)
    assert back == HOUR + ride + DAY + ride
    assert begun.due == back
    ((rolled, _),) = field.told("gm", OperationRolled)
    assert rolled == HOUR + ride + DAY


@pytest.mark.rule("C-OPS-04", "C-GEN-06", "D-OPS-01", "D-OPS-02")
def test_the_die_waits_for_the_referee_and_the_world_does_not() -> None:
    slow = {"decision.timeout_overrides": ["D-OPS-01=72", "D-OPS-02=1"]}
    field = staff((6, 6), params=slow).order(HOUR, "ney", SCOUT).run(3 * DAY)
    assert not field.told("gm", OperationRolled)
    field.run(3 * DAY + HOUR)
    ((rolled, _),) = field.told("gm", OperationRolled)
    assert rolled == 3 * DAY + HOUR  # by default, when its time was over
    assert len(over(field.run(4 * DAY))) == 1


@pytest.mark.rule("C-OPS-04")
def test_agents_ride_after_their_master() -> None:
    field = staff((6, 6)).order(HOUR, "ney", SCOUT)
    field.order(2 * HOUR, "ney", "march to=0102").run(6 * DAY)
    assert field.army("first").place == "0102"
    ((back, _),) = over(field)
    ride = DAY * 60 // 80
    assert back == HOUR + ride + DAY + ride + DAY * 10 // 80


# -- what comes of it -----------------------------------------------------------------------------


@pytest.mark.rule("C-OPS-E1")
def test_scouts_report_who_stood_in_the_hex_and_when() -> None:
    field = staff((1, 3), blake="0701").order(HOUR, "ney", SCOUT).run(2 * DAY)
    field.order(2 * DAY, "blake", "march to=0901").run(4 * DAY)
    ((back, words),) = over(field)
    assert words == "They have seen all of it. There is Second Army, 1200 soldiers and 0 guns."
    seen = seen_by(field.world, ArmySeen, "ney", "second")
    assert seen is not None
    ((rolled, _),) = field.told("gm", OperationRolled)
    assert (seen.where, seen.at, seen.source.words) == ("0701", rolled, "report of your agents")
    assert rolled < back
    # Blake has noticed nothing.
    assert not field.told("blake", OperationNoticed)


@pytest.mark.rule("C-OPS-E2")
def test_a_spy_tells_what_only_his_own_people_know() -> None:
    field = staff((5, 5), blake="0701", sightings=[SEEN]).order(HOUR, "ney", SPY).run(5 * DAY)
    assert over(field)[0][1].startswith(
        "General Blake leads Second Army, 1200 soldiers and 0 guns, of morale 9. It has supplies"
    )
    assert "900 doubloons" in over(field)[0][1]


@pytest.mark.rule("C-OPS-E2", "C-OPS-04")
def test_a_spy_rides_after_him_whom_he_seeks() -> None:
    field = staff((5, 5), blake="0904", sightings=[SEEN]).order(HOUR, "ney", SPY).run(2 * DAY)
    assert field.world.of(Operation)[0].goal == "0904"
    assert over(field.run(7 * DAY))[0][1].startswith("General Blake leads")


@pytest.mark.rule("C-OPS-E2", "C-LOOT-01")
def test_a_spy_within_the_walls_counts_what_is_in_them() -> None:
    town = {"southby": {"holder": "blake", "stores": 700, "chest": 60, "loot": 5_000}}
    field = staff((6, 5), strongholds=town).order(HOUR, "ney", "operation sort=spying to=southby")
    words = over(field.run(6 * DAY))[0][1]
    assert words.startswith("Southby has 250 soldiers, 700 supplies in store and 60 doubloons")
    assert "5000 doubloons" in words


@pytest.mark.rule("C-OPS-E3")
def test_envoys_win_a_stronghold_over_with_its_garrison() -> None:
    field = staff((6, 6), strongholds={"southby": {"holder": "blake"}})
    field.order(HOUR, "ney", ENVOYS).run(4 * DAY)
    southby = field.get(Stronghold, "southby")
    assert (southby.holder, southby.faction, southby.standing.infantry) == ("ney", "red", 250)
    field.run(9 * DAY)
    assert over(field)[0][1] == "Southby has opened its gates to you."
    # Its old holder hears of it, as of any loss, by courier or by news.
    assert not field.told("blake", PlaceWonOver)


@pytest.mark.rule("C-OPS-E3")
def test_troops_inside_do_not_open_the_gates() -> None:
    foot = army("1005", [infantry("F", 500)], name="Inner", owner="blake", inside=True)
    for more, why in (
        ({"armies": {"inner": foot}}, "the troops in it will not have it"),
        ({"blake": "1005"}, "it is shut in"),
    ):
        kwargs: dict[str, Any] = {"strongholds": {"southby": {"holder": "blake"}}, **more}
        if "blake" in more:  # Blake besieges a place that is nobody's
            kwargs["strongholds"] = {"southby": {}}
            kwargs["sieges"] = [{"stronghold": "southby", "armies": ["second"]}]
        field = staff((6, 6), **kwargs).order(HOUR, "ney", ENVOYS).run(8 * DAY)
        assert over(field)[0][1] == f"Southby would be yours, but {why}."
        assert field.get(Stronghold, "southby").faction in ("blue", "")


@pytest.mark.rule("C-OPS-04")
def test_a_failure_is_noticed_where_the_referee_says_so() -> None:
    field = staff((1, 1), blake="0701", sightings=[SEEN]).order(HOUR, "ney", SPY)
    words = 'failure="He was hanged." noticed="A spy of Ney was hanged."'
    field.answer(SOON, "gm", "D-OPS-01", "suggested", words).run(5 * DAY)
    assert over(field)[0][1] == "He was hanged."
    ((_, noticed),) = field.told("blake", OperationNoticed)
    assert noticed.what == "A spy of Ney was hanged."
    town = staff((1, 1), strongholds={"southby": {"holder": "blake"}}, blake="1005")
    town.order(HOUR, "ney", ENVOYS).answer(SOON, "gm", "D-OPS-01", "suggested", words)
    assert len(town.run(6 * DAY).told("blake", OperationNoticed)) == 1
    hexes = staff((1, 1), blake="0701").order(HOUR, "ney", SCOUT)
    hexes.answer(SOON, "gm", "D-OPS-01", "suggested", f"target=12 {words}").run(4 * DAY)
    assert len(hexes.told("blake", OperationNoticed)) == 1


@pytest.mark.rule("C-OPS-04")
def test_whoever_is_nowhere_to_be_found_costs_no_more_than_the_ride() -> None:
    slow = {"decision.timeout_overrides": ["D-OPS-01=90", "D-OPS-02=90"]}
    field = staff(blake="0701", sightings=[SEEN], params=slow)
    field.order(HOUR, "ney", SPY).order(2 * HOUR, "blake", "ride to=2001 leader=captain")
    field.run(DAY)
    # He is on the road himself, and his people with him.
    assert over(field.run(3 * DAY))[0][1] == "General Blake was not to be found."
    before = purse(field)
    field.answer(3 * DAY, "gm", "D-OPS-01", "suggested", "price=9000")
    assert purse(field) == before


@pytest.mark.rule("C-OPS-04")
def test_those_an_operation_is_about_are_shown_nothing_of_it() -> None:
    def page(field: Field) -> tuple[bytes, list[bytes]]:
        view = msgspec.json.encode(PACK.view(field.world, "blake"), order="deterministic")
        told = [r.body for b in field.batches for r in b.notice_rows if r.person == "blake"]
        return view, told

    quiet = staff((1, 1), blake="0701", sightings=[SEEN]).run(5 * DAY)
    for order in (SPY, SCOUT, "operation sort=spying to=eastham"):
        field = staff((1, 1), blake="0701", sightings=[SEEN]).order(HOUR, "ney", order)
        assert page(field.run(5 * DAY)) == page(quiet)
        assert over(field) or field.world.of(Operation)


@pytest.mark.rule("C-OPS-E2")
def test_a_captains_people_talk_as_well() -> None:
    corps = {"corps": army("0701", [infantry("F", 500)], name="Corps", owner="ney")}
    field = staff((5, 5), armies=corps).order(
        HOUR, "ney", 'operation sort=spying to="captain:corps"'
    )
    assert "leads Corps, 500 soldiers" in over(field.run(5 * DAY))[0][1]
