"""Harrying: who can, what it brings and costs, and what it does to the harried (C-HARRY)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
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
from world.errors import Refused
from world.rules.campaign.harrying.notices import (
    Beset,
    Harried,
    RaidDropped,
    RaidOrdered,
    RaidOver,
)
from world.rules.campaign.harrying.throws import bonus_of, succeeds, thrown
from world.rules.campaign.nouns.army import Detachment
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.formation import caught_at
from world.rules.campaign.nouns.raid import Raid
from world.rules.campaign.resting import RestBroken
from world.rules.campaign.stances import StanceNotice
from world.rules.campaign.view import view

DUSK = 12 * HOUR
HORSE = cavalry("Horse", 200)
LINE = infantry("Line", 1000)
FOOT = [infantry("Foot", 1000)]
#: Success on the first throw, whoever harries.
WELL: dict[str, list[tuple[int, ...]]] = {"harries with success": [(6,)] * 9}
HELD: dict[str, list[tuple[int, ...]]] = {"morale check": [(1, 1)] * 20}


def near(
    *mine: dict[str, Any],
    theirs: list[dict[str, Any]] | None = None,
    at: str = "0901",
    their_place: str = "1001",
    dice: Any = None,
    params: dict[str, Any] | None = None,
    war: bool = True,
    **second: Any,
) -> Field:
    """Ney's army with horse and foot a hex away from Blake's foot."""
    armies = {
        "first": army(at, list(mine or (HORSE, LINE)), name="First Army", commander="ney"),
        "second": army(
            their_place, theirs or FOOT, name="Second Army", commander="blake", **second
        ),
    }
    stances = [{"between": ["red", "blue"], "stance": "war"}] if war else []
    scenario = sides(armies=armies, stances=stances, strongholds={"southby": {"holder": "blake"}})
    return Field(scenario, dice={**HELD, **(dice or {})}, params=params)


def harrying(
    aim: str = "kill",
    *mine: dict[str, Any],
    face: int = 6,
    result: tuple[int, ...] = (),
    purses: int = 0,
    **more: Any,
) -> Field:
    """Ordered in the first hours, for the next day."""
    dice: dict[str, list[tuple[int, ...]]] = {"harries with success": [(face,)]}
    if result:
        dice |= {"stores burnt": [result], "carries off": [result]}
    field = near(*mine, dice=dice, **more)
    field.world.set(msgspec.structs.replace(field.army("second"), purses=purses))
    who = (mine or (HORSE,))[0]["name"]
    return field.order(HOUR, "ney", f"harry detachment={who} target=second aim={aim}")


def at_dusk(field: Field) -> Field:
    return field.run(DAY + DUSK)


def of(field: Field, army_id: str, name: str) -> Detachment:
    return next(d for d in field.army(army_id).detachments if d.name == name)


# -- EX-31 ----------------------------------------------------------------------------------------


@pytest.mark.rule("C-HARRY-03", "C-HARRY-04")
def test_two_hundred_horse_kill_forty() -> None:
    """EX-31, 1 and 2: a throw of 3 and 2 more is a success."""
    field = at_dusk(harrying("kill", face=3))
    assert field.army("second").soldiers == 960
    ((at, over),) = field.told("ney", RaidOver)
    assert (at, over.roll, over.bonus, over.outcome) == (
        DAY + DUSK,
        3,
        " and 2 more",
        "it succeeded",
    )
    assert over.result == "They killed 40 men."
    ((_, harried),) = field.told("blake", Harried)
    assert (harried.by, harried.loss) == ("Horse of Red", "40 men were killed")


@pytest.mark.rule("C-HARRY-05")
def test_they_burn_what_the_dice_and_their_bonus_say() -> None:
    """EX-31, 3: (7 + 2) x 200, and never more than there is."""
    field = at_dusk(harrying("torch", result=(3, 4), supplies=5000))
    assert field.army("second").supplies == 5000 - 1800
    poor = at_dusk(harrying("torch", result=(3, 4), supplies=1000))
    assert poor.army("second").supplies == 0


@pytest.mark.rule("C-HARRY-06")
def test_they_carry_off_supplies_as_far_as_they_have_room() -> None:
    """EX-31, 4: (4 + 2) x 200."""
    field = harrying("supplies", result=(4,), supplies=5000)
    field.world.set(msgspec.structs.replace(field.army("first"), supplies=1000))
    at_dusk(field)
    assert field.army("second").supplies == 3800
    assert field.army("first").supplies == 2200
    full = at_dusk(harrying("supplies", result=(4,), supplies=5000))
    assert full.army("second").supplies == 5000
    assert full.told("ney", RaidOver)[0][1].result == "They bring 0 supplies."


@pytest.mark.rule("C-HARRY-06")
@pytest.mark.parametrize(("source", "purse"), [("chest_then_purse", 0), ("purse_then_chest", 300)])
def test_loot_is_the_victims_money_from_the_chest_first(source: str, purse: int) -> None:
    field = harrying(
        "loot", result=(4,), purses=800, params={"harry.loot_source": source}, supplies=10
    )
    field.world.set(msgspec.structs.replace(field.get(Commander, "blake"), purse=700))
    at_dusk(field)
    assert field.get(Commander, "ney").purse == 1200
    assert field.get(Commander, "blake").purse == purse
    assert field.army("second").purses == 300 - purse


@pytest.mark.rule("C-HARRY-07")
def test_who_is_beaten_off_loses_a_fifth_of_his_own() -> None:
    """EX-31, 5: a throw of 2 and 2 more is a failure."""
    field = at_dusk(harrying("kill", face=2))
    assert (of(field, "first", "Horse").soldiers, field.army("second").soldiers) == (160, 1000)
    ((_, over),) = field.told("ney", RaidOver)
    assert (over.outcome, over.result) == ("it was beaten off", "They lost 40 men.")
    assert field.told("blake", Harried)[0][1].loss == "they were beaten off"


@pytest.mark.rule("C-HARRY-08", "C-MARCH-09")
@pytest.mark.parametrize("face", [6, 1])
def test_the_harried_make_ten_kilometres_that_day_and_twenty_the_next(face: int) -> None:
    """EX-31, 6: either way."""
    field = harrying("kill", face=face)
    field.order(23 * HOUR, "blake", "march to=1401")
    field.run(DAY + DUSK)
    assert field.army("second").place == "1101"
    field.run(2 * DAY + DUSK)
    assert field.army("second").place == "1301"


@pytest.mark.rule("C-HARRY-03")
@pytest.mark.parametrize(
    ("kind", "faces"),
    [
        (infantry("Some", 200), {5, 6}),
        (infantry("Some", 200, special="skirmishers"), {4, 5, 6}),
        (infantry("Some", 200, special="grenadiers"), {5, 6}),
        (HORSE | {"name": "Some"}, {3, 4, 5, 6}),
        (artillery("Some", 200), {5, 6}),
    ],
)
def test_any_kind_may_try_and_some_do_better(kind: dict[str, Any], faces: set[int]) -> None:
    """EX-31, 7: line infantry 2 in 6, Skirmishers 3 in 6, horse 4 in 6."""
    field = Field()
    step = a_step(field)
    section = msgspec.structs.replace(of(field, "first", "Line"), **kind)
    bonus = bonus_of(step, section)
    assert {face for face in range(1, 7) if succeeds(step, face, bonus)} == faces


@pytest.mark.rule("C-HARRY-03")
def test_read_the_other_way_the_chances_are_the_same() -> None:
    step = a_step(Field(params={"harry.success_reading": "roll_low"}))
    for bonus, chance in ((0, 2), (1, 3), (2, 4)):
        won = [face for face in range(1, 7) if succeeds(step, face, bonus)]
        assert won == list(range(1, chance + 1))


@pytest.mark.rule("C-HARRY-03", "C-HARRY-05", "C-HARRY-06")
def test_harriers_succeed_as_often_as_the_odds_say() -> None:
    """Chi-square over 3,000 throws of each kind: 2, 3 and 4 in 6."""
    field = harrying("kill")
    step = a_step(field)
    (raid,) = field.world.of(Raid)
    for bonus, in_six in ((0, 2), (1, 3), (2, 4)):
        won = sum(succeeds(step, thrown(step, raid), bonus) for _ in range(3_000))
        counts = Counter({True: won, False: 3_000 - won})
        exact = {True: Fraction(in_six, 6), False: Fraction(6 - in_six, 6)}
        assert likely(counts, exact) > 0.001


# -- the aim --------------------------------------------------------------------------------------


@pytest.mark.rule("C-HARRY-02")
@pytest.mark.parametrize(
    ("aim", "result"),
    [
        ("kill", "They killed 40 men."),
        ("torch", "They burnt 1200 supplies."),
        ("supplies", "They bring 1200 supplies."),
        ("loot", "They carried off 1200 doubloons."),
    ],
)
def test_the_aim_is_chosen_beforehand_and_the_harried_learn_it_by_their_loss(
    aim: str, result: str
) -> None:
    def under(way: str) -> Field:
        dice = {**WELL, "stores burnt": [(1, 3)], "carries off": [(4,)]}
        field = near(dice=dice, supplies=5000)
        field.world.set(msgspec.structs.replace(field.army("first"), supplies=0))
        field.world.set(msgspec.structs.replace(field.army("second"), purses=5000))
        field.order(HOUR, "ney", f"harry detachment=Horse target=second aim={way}")
        return field.run(DAY + DUSK - 1)

    field, other = under(aim), under("torch" if aim == "kill" else "kill")
    (raid,) = field.world.of(Raid)
    assert raid.aim == aim
    assert view(field.world, "blake") == view(other.world, "blake")
    assert [n for _, n in field.told("blake", Beset)] == [n for _, n in other.told("blake", Beset)]
    assert at_dusk(field).told("ney", RaidOver)[0][1].result == result
    losses = [at_dusk(each).told("blake", Harried)[0][1].loss for each in (field, other)]
    assert losses[0] != losses[1]


@pytest.mark.rule("C-HARRY-02")
def test_there_is_no_harrying_without_an_aim_that_the_rules_know() -> None:
    field = near()
    for word in ("", " aim=plunder"):
        with pytest.raises(Refused) as refused:
            field.order(HOUR, "ney", f"harry detachment=Horse target=second{word}")
        assert refused.value.code == "E-SYNTAX"
    assert not field.world.of(Raid)


# -- who, when, where -----------------------------------------------------------------------------


@pytest.mark.rule("C-HARRY-01")
def test_the_detachment_is_away_from_dawn_to_dusk_and_then_back() -> None:
    field = harrying("kill")
    ((_, ordered),) = field.told("ney", RaidOrdered)
    assert ordered.begins == DAY
    field.run(DAY - 1)
    assert not of(field, "first", "Horse").away
    field.run(DAY + HOUR)
    assert of(field, "first", "Horse").away
    assert field.army("first").harrying == ("Horse",)
    field.run(DAY + DUSK)
    assert not of(field, "first", "Horse").away
    assert (field.army("first").harrying, field.world.of(Raid)) == ((), ())


@pytest.mark.rule("C-HARRY-01")
def test_where_the_rules_say_so_they_come_back_at_dawn() -> None:
    field = at_dusk(harrying("kill", params={"harry.rejoins": "dawn"}))
    assert len(field.told("ney", RaidOver)) == 1
    assert of(field, "first", "Horse").away
    assert not of(field.run(2 * DAY), "first", "Horse").away


@pytest.mark.rule("C-HARRY-01")
def test_several_harry_the_same_army_each_with_a_throw_of_its_own() -> None:
    second = cavalry("Lancers", 100, special="lancers")
    field = near(HORSE, second, LINE, dice={"harries with success": [(6,), (1,)]})
    for name in ("Horse", "Lancers"):
        field.order(HOUR, "ney", f"harry detachment={name} target=second aim=kill")
    at_dusk(field)
    outcomes = sorted(over.outcome for _, over in field.told("ney", RaidOver))
    assert outcomes == ["it succeeded", "it was beaten off"]
    assert len(field.told("blake", Beset)) == 2
    halved = near(HORSE, second, LINE, dice=WELL)
    for name in ("Horse", "Lancers"):
        halved.order(HOUR, "ney", f"harry detachment={name} target=second aim=kill")
    halved.order(2 * HOUR, "blake", "march to=1401").run(2 * DAY)
    assert halved.army("second").place == "1201"


@pytest.mark.rule("C-HARRY-01")
def test_only_who_stands_within_sight_can_be_harried() -> None:
    far = near(at="0101")
    with pytest.raises(Refused) as refused:
        far.order(HOUR, "ney", "harry detachment=Horse target=second aim=kill")
    assert refused.value.code == "E-HARRY-RANGE"
    assert far.force(HOUR, "ney", "harry detachment=Horse target=second aim=kill").refusals(
        "ney"
    ) == ["E-HARRY-RANGE"]
    foot = near(infantry("Some", 200), LINE, their_place="1101")
    foot.force(HOUR, "ney", "harry detachment=Some target=second aim=kill")
    assert foot.refusals("ney") == ["E-HARRY-RANGE"]


@pytest.mark.rule("C-TIME-07")
def test_harriers_ride_out_at_once_by_daylight_where_a_scenario_says_so() -> None:
    at_once = {"order.day_action_start": "at_once"}
    field = near(dice=WELL, params=at_once)
    field.order(2 * HOUR, "ney", "harry detachment=Horse target=second aim=kill").run(2 * DAY)
    ((_, ordered),) = field.told("ney", RaidOrdered)
    assert ordered.begins == 2 * HOUR
    assert [at for at, _ in field.told("blake", Beset)] == [2 * HOUR]


@pytest.mark.rule("C-HARRY-01")
def test_who_is_out_of_reach_at_dawn_is_not_harried() -> None:
    field = near(dice=WELL).order(HOUR, "blake", "march to=1301 pace=forced night=forced")
    field.order(2 * HOUR, "ney", "harry detachment=Horse target=second aim=kill").run(2 * DAY)
    ((at, dropped),) = field.told("ney", RaidDropped)
    assert (at, dropped.why) == (DAY, "at dawn it was not within reach")
    assert not field.told("blake", Beset)
    assert not of(field, "first", "Horse").away


@pytest.mark.rule("C-HARRY-09")
def test_an_army_behind_walls_is_safe() -> None:
    field = near(at="0905", their_place="1005", dice=WELL)
    field.order(HOUR, "ney", "harry detachment=Horse target=second aim=kill")
    field.order(2 * HOUR, "blake", "garrison").run(DAY)
    assert field.told("ney", RaidDropped)[0][1].why == "it stands behind walls"
    # Scouts who look at the gates all day see that it does not come out.
    field.order(DAY + HOUR, "ney", "harry detachment=Horse target=second aim=kill")
    assert field.refusals("ney") == ["E-HARRY-GARRISONED"]
    late = harrying("kill", at="0905", their_place="1005")
    late.order(DAY + HOUR, "blake", "garrison").run(DAY + DUSK)
    assert late.told("ney", RaidDropped)[0][1].why == "it has gone behind walls"
    assert late.army("second").soldiers == 1000


@pytest.mark.rule("C-HARRY-09", "C-SIEGE-03")
def test_besiegers_outside_are_harried_like_anybody() -> None:
    siege = [{"stronghold": "southby", "armies": ["second"]}]
    armies = {
        "first": army("0905", [HORSE, LINE], name="First Army", commander="ney"),
        "second": army("1005", FOOT, name="Second Army", commander="blake"),
    }
    places = {"southby": {"holder": "ney"}}
    field = Field(sides(armies=armies, sieges=siege, strongholds=places), dice={**WELL, **HELD})
    field.order(HOUR, "ney", "harry detachment=Horse target=second aim=kill").run(DAY + DUSK)
    assert field.army("second").soldiers == 960


@pytest.mark.rule("C-HARRY-01")
@pytest.mark.parametrize(
    ("code", "field", "word"),
    [
        ("E-DET-INDIVISIBLE", near(), "harry detachment=Guard target=second aim=kill"),
        ("E-BUSY", harrying("kill").run(DAY + HOUR), None),
        ("E-BUSY", near().order(HOUR, "ney", "rest").run(DAY + HOUR), None),
    ],
)
def test_a_detachment_that_is_not_free_is_refused(code: str, field: Field, word: str) -> None:
    word = word or "harry detachment=Horse target=second aim=torch"
    detachment = {"E-BUSY": "Horse"}.get(code)
    if detachment and of(field, "first", "Horse").away:
        code = "E-DET-INDIVISIBLE"
    field.force(field.world.now + HOUR, "ney", word)
    assert field.refusals("ney") == [code]


@pytest.mark.rule("C-HARRY-01", "C-CAP-01")
def test_friends_are_not_harried_and_captains_do_not_harry() -> None:
    armies = {
        "first": army("0901", [HORSE, LINE], name="First Army", commander="ney"),
        "third": army("1001", FOOT, name="Third Army", owner="ney"),
        "second": army("2001", FOOT, name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies), dice=WELL)
    field.force(HOUR, "ney", "harry detachment=Horse target=third aim=kill")
    assert field.refusals("ney") == ["E-FRIENDLY"]


@pytest.mark.rule("C-HARRY-01", "C-TIME-07")
def test_what_has_not_begun_is_ordered_otherwise_or_called_off() -> None:
    field = harrying("kill").order(
        2 * HOUR, "ney", "harry detachment=Horse target=second aim=torch"
    )
    (raid,) = field.world.of(Raid)
    assert raid.aim == "torch"
    field.order(3 * HOUR, "ney", "cancel what=harrying").run(2 * DAY)
    assert not field.told("blake", Beset)
    field.order(2 * DAY + HOUR, "ney", "cancel what=harrying")
    assert field.refusals("ney") == ["E-NOTHING"]


@pytest.mark.rule("C-TALK-04")
def test_to_harry_a_neutral_is_war() -> None:
    field = harrying("kill", war=False).run(DAY + HOUR)
    assert [(n.one, n.stance) for _, n in field.told("ney", StanceNotice)] == [("Blue", "at war")]


@pytest.mark.rule("C-BAT-M12", "C-HARRY-01")
def test_an_army_whose_greater_part_harries_is_caught_out_of_order() -> None:
    field = harrying("kill", HORSE, infantry("Few", 150)).run(DAY + HOUR)
    assert caught_at(field.world, field.army("first"), DAY + HOUR) == "away harrying the enemy"
    alone = harrying("kill", HORSE).run(DAY + HOUR)
    assert alone.army("first").soldiers == 200
    assert caught_at(alone.world, alone.army("first"), DAY + HOUR) == "away harrying the enemy"
    assert alone.run(DAY + DUSK).army("second").soldiers == 960


@pytest.mark.rule("C-HARRY-01")
def test_the_last_troop_of_an_army_gives_it_up_when_the_colours_move() -> None:
    field = harrying("kill", HORSE)
    field.order(DAY + HOUR, "ney", "march to=0601").run(DAY + DUSK)
    assert field.told("ney", RaidDropped)[0][1].why == "the army moved off"
    assert field.army("second").soldiers == 1000
    assert field.army("first").harrying == ()


@pytest.mark.rule("C-HARRY-01", "C-BAT-01")
def test_a_battle_breaks_harrying_off() -> None:
    armies = {
        "first": army("0901", [HORSE, LINE], name="First Army", commander="ney"),
        "second": army("1001", FOOT, name="Second Army", commander="blake"),
        "third": army("1001", FOOT, name="Third Army", commander="soult"),
    }
    soult = {"soult": {"name": "Soult", "faction": "green"}}
    green = {"green": {"name": "Green", "head": "soult"}}
    scenario = sides(armies=armies, commanders=soult, factions=green)
    field = Field(scenario, dice={**WELL, **HELD})
    field.order(HOUR, "ney", "harry detachment=Horse target=second aim=kill").run(DAY + HOUR)
    field.order(DAY + HOUR, "soult", "attack target=second")
    field.answer(DAY + 2 * HOUR, "blake", "D-BAT-01", "hold").run(DAY + DUSK)
    assert field.told("ney", RaidDropped)[0][1].why == "it came to a battle"
    assert not of(field, "first", "Horse").away


# -- rest -----------------------------------------------------------------------------------------


@pytest.mark.rule("C-HARRY-08", "C-REST-06")
def test_who_is_harried_cannot_rest() -> None:
    field = near(dice=WELL).order(HOUR, "blake", "rest weeks=2")
    field.order(DAY + HOUR, "ney", "harry detachment=Horse target=second aim=kill")
    field.run(2 * DAY + HOUR)
    ((at, broken),) = field.told("blake", RestBroken)
    assert (at, broken.why) == (2 * DAY, "it is harried")
    assert field.army("second").morale == 7
    field.order(2 * DAY + 2 * HOUR, "blake", "rest")
    assert field.refusals("blake") == ["E-HARRIED"]
    field.order(2 * DAY + DUSK + HOUR, "blake", "rest")
    assert field.army("second").rest is not None


@pytest.mark.rule("C-HARRY-08")
def test_where_the_rules_say_so_the_harried_rest_on() -> None:
    field = near(dice=WELL, params={"harry.breaks_rest": False})
    field.order(HOUR, "blake", "rest weeks=2")
    field.order(DAY + HOUR, "ney", "harry detachment=Horse target=second aim=kill")
    field.run(2 * DAY + DUSK)
    assert not field.told("blake", RestBroken)
    assert field.army("second").rest is not None


@pytest.mark.rule("C-HARRY-08")
@pytest.mark.parametrize(("face", "place"), [(6, "1101"), (1, "1201")])
def test_where_the_rules_say_so_only_a_success_slows(face: int, place: str) -> None:
    field = harrying("kill", face=face, params={"harry.slow_on_failure": False})
    field.order(23 * HOUR, "blake", "march to=1401").run(DAY + DUSK)
    assert field.army("second").place == place


# -- who learns of it -----------------------------------------------------------------------------


@pytest.mark.rule("C-HARRY-03", "C-HARRY-08")
def test_the_harried_are_told_at_dawn_and_at_dusk_and_not_by_which_army() -> None:
    field = at_dusk(harrying("kill"))
    ((at, beset),) = field.told("blake", Beset)
    assert (at, beset.by) == (DAY, "Horse of Red")
    assert beset.effect == "It marches more slowly today and cannot rest."
    ((at, harried),) = field.told("blake", Harried)
    assert at == DAY + DUSK
    assert "First" not in harried.by + harried.loss
    assert not field.told("blake", RaidOver)
    assert not field.told("ney", Beset)


@pytest.mark.rule("C-HARRY-01")
def test_a_plan_to_harry_changes_nothing_for_the_enemy_before_dawn() -> None:
    """Nothing that Blake can see tells the two apart until the harriers are upon him."""
    quiet, planned = near(dice=WELL), harrying("kill")
    for field in (quiet, planned):
        field.run(DAY - 1)
    assert view(quiet.world, "blake") == view(planned.world, "blake")
    for field in (quiet, planned):
        field.run(DAY + HOUR)
    assert view(quiet.world, "blake") != view(planned.world, "blake")


@pytest.mark.rule("C-HARRY-01", "C-SCOUT-01")
def test_who_watches_an_army_sees_that_a_part_of_it_has_ridden_out() -> None:
    field = harrying("kill").run(DAY - 1)

    def horse() -> int:
        (seen,) = view(field.world, "blake").seen
        return seen.cavalry

    assert horse() == 200
    field.run(DAY + HOUR)
    assert horse() == 0
    field.run(2 * DAY)
    assert horse() == 200


@pytest.mark.rule("C-HARRY-04", "C-HARRY-07")
def test_an_army_of_which_nobody_is_left_is_no_more() -> None:
    field = at_dusk(harrying("kill", theirs=[infantry("Few", 30)]))
    assert field.world.find(type(field.army("first")), "second") is None
    lost = at_dusk(harrying("kill", HORSE, face=1, params={"harry.fail_loss": 1}))
    assert lost.world.find(type(lost.army("second")), "first") is None
