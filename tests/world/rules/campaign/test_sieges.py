from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from scipy.stats import chisquare

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
from world.decision import Decision
from world.entity import Tombstone
from world.rules.campaign.aftermath.notices import Dispersed, PlaceTaken
from world.rules.campaign.engines import EnginesLost, EnginesReady
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import StrongholdAttacked, StrongholdResupplied
from world.rules.campaign.nouns.guns import siege_bonus
from world.rules.campaign.nouns.siege import Siege
from world.rules.campaign.nouns.stronghold import Standing, Stronghold
from world.rules.campaign.sieges.notices import (
    GatesOpen,
    SiegeBegins,
    SiegeOver,
    SiegeWeekInside,
    SiegeWeekOutside,
    WallsWhole,
)
from world.rules.campaign.sieges.weekly import attacked, resupplied
from world.step import Step
from world.timeline import GAME, Entry, Event

WEEK = 7 * DAY
FOOT = [infantry("Line", 1000)]
NOW: dict[str, list[tuple[int, ...]]] = {"week of the siege": [(1, 1)] * 60}


def before(place: str = "eastham", **more: Any) -> Field:
    """Ney's army before a place of Blake's, who is far away."""
    site = {"eastham": "2001", "southby": "1005"}[place]
    ney = {"name": "Marshal Ney", "faction": "red", "traits": more.pop("traits", [])}
    armies = {
        "first": army(site, more.pop("force", FOOT), name="First Army", commander="ney"),
        "second": army("0105", FOOT, name="Second Army", commander="blake"),
        **more.pop("armies", {}),
    }
    strongholds = {
        "westwall": {"holder": "ney"},
        "eastham": {"holder": "blake"},
        "southby": {"holder": "blake"},
        **more.pop("strongholds", {}),
    }
    return Field(sides(commanders={"ney": ney}, armies=armies, strongholds=strongholds), **more)


def besieged(place: str = "eastham", **more: Any) -> Field:
    dice = {**NOW, **more.pop("dice", {})}
    field = before(place, dice=dice, **more)
    return field.order(0, "ney", f'besiege stronghold={place} plan="starve them out"')


def siege(field: Field) -> Siege | None:
    return next(iter(field.world.of(Siege)), None)


def stronghold(field: Field, name: str = "eastham") -> Stronghold:
    return field.get(Stronghold, name)


# -- opening --------------------------------------------------------------------------------------


@pytest.mark.rule("C-SIEGE-01", "D-SIEGE-01")
def test_a_siege_begins_once_the_plans_are_made_and_its_weeks_count_from_there() -> None:
    field = before().order(0, "ney", "besiege stronghold=Eastham")
    opening = siege(field)
    assert opening is not None
    assert opening.state == "opening"
    assert [d.who for d in field.world.of(Decision) if d.rule == "D-SIEGE-01"] == ["ney"]
    field.answer(3 * HOUR, "ney", "D-SIEGE-01", "press", "batter the east gate")
    running = siege(field)
    assert running is not None
    assert (running.state, running.since, running.plan) == (
        "running",
        3 * HOUR,
        "batter the east gate",
    )
    assert [n.first for _, n in field.told("ney", SiegeBegins)] == [WEEK + 3 * HOUR]
    field.run(WEEK + 3 * HOUR)
    assert [at for at, _ in field.told("ney", SiegeWeekOutside)] == [WEEK + 3 * HOUR]
    silent = before().order(0, "ney", "besiege stronghold=eastham").run(DAY)
    unasked = siege(silent)
    assert unasked is not None
    assert (unasked.state, unasked.since, unasked.plan) == ("running", DAY, "hold")
    quick = besieged(params={"siege.period_days": 3}).run(3 * DAY)
    assert len(quick.told("ney", SiegeWeekOutside)) == 1


@pytest.mark.rule("C-SIEGE-01", "D-SIEGE-01")
def test_a_commander_inside_makes_his_plan_too() -> None:
    field = before(
        armies={"second": army("2001", FOOT, name="S", commander="blake", inside=True)},
        force=[infantry("Line", 3000)],
    )
    field.order(0, "ney", 'besiege stronghold=eastham plan="starve"')
    assert [d.who for d in field.world.of(Decision) if d.rule == "D-SIEGE-01"] == ["blake"]
    field.answer(HOUR, "blake", "D-SIEGE-01", "hold")
    now = siege(field)
    assert now is not None
    assert (now.state, now.answer) == ("running", "hold")
    assert field.told("blake", SiegeBegins)


@pytest.mark.rule("C-SIEGE-01")
def test_one_besieges_only_where_one_stands_what_is_not_friendly_and_not_too_strong() -> None:
    field = before()
    field.force(0, "ney", "besiege stronghold=southby")
    field.force(0, "ney", "besiege stronghold=nowhere")
    field.force(0, "blake", "lift")
    assert field.refusals("ney") == ["E-NOT-PRESENT", "E-NOT-PRESENT"]
    assert field.refusals("blake") == ["E-NOT-BESIEGING"]
    own = Field().force(0, "ney", "besiege stronghold=westwall")
    assert own.refusals("ney") == ["E-FRIENDLY"]
    # A garrison of 500 needs 500 men outside.
    weak = before(force=[infantry("Line", 499)])
    weak.force(0, "ney", "besiege stronghold=eastham")
    assert weak.refusals("ney") == ["E-TOO-WEAK"]
    just = before(force=[infantry("Line", 500)]).force(0, "ney", "besiege stronghold=eastham")
    assert siege(just) is not None
    twice = before(params={"siege.min_ratio": 3}).force(0, "ney", "besiege stronghold=eastham")
    assert twice.refusals("ney") == ["E-TOO-WEAK"]
    far = before(params={"siege.range_hexes": 1})
    far.order(0, "ney", "march to=1901").run(DAY)
    far.force(DAY, "ney", "besiege stronghold=eastham")
    assert siege(far) is not None


@pytest.mark.rule("C-SIEGE-01")
def test_quartered_troops_count_among_those_inside() -> None:
    # A fortress with its 300 and 400 quartered there needs 700 soldiers.
    def opened(men: int) -> Field:
        field = Field(
            sides(
                commanders={"captain": {"name": "Captain", "faction": "red"}},
                armies={
                    "first": army(
                        "0101", [infantry("A", 400)], name="F", commander="ney", inside=True
                    ),
                    "second": army("0101", [infantry("B", men)], name="S", commander="blake"),
                },
            )
            | {
                "commanders": {
                    "ney": {"name": "Ney", "faction": "red"},
                    "blake": {"name": "Blake", "faction": "blue"},
                }
            }
        )
        return field.force(0, "blake", "besiege stronghold=westwall")

    assert opened(699).refusals("blake") == ["E-TOO-WEAK"]
    assert opened(700).refusals("blake") == []


@pytest.mark.rule("C-SIEGE-01", "C-ASLT-01")
def test_an_empty_place_falls_at_once() -> None:
    empty = {"eastham": {"holder": "blake", "garrison": {"infantry": 0}}}
    field = before(strongholds=empty).order(0, "ney", "besiege stronghold=eastham")
    assert stronghold(field).holder == "ney"
    held = before(strongholds=empty, params={"assault.empty_falls": False})
    held.order(0, "ney", "besiege stronghold=eastham")
    assert stronghold(held).holder == "blake"


@pytest.mark.rule("C-SIEGE-01", "C-TALK-04")
def test_to_besiege_is_war_by_itself() -> None:
    neutral: dict[str, Any] = {"southby": {}}
    field = before("southby", strongholds=neutral).order(0, "ney", "besiege stronghold=southby")
    assert siege(field) is not None
    peace = Field(
        sides(
            stances=[],
            armies={
                "first": army("2001", FOOT, name="First Army", commander="ney"),
                "second": army("0105", FOOT, name="S", commander="blake"),
            },
        )
    ).order(0, "ney", "besiege stronghold=eastham")
    assert peace.pack.answers.stance(peace.world, "ney", "blake") == "hostile"


@pytest.mark.rule("C-SIEGE-01")
def test_friends_join_a_siege_and_the_rest_may_not() -> None:
    field = Field(
        sides(
            commanders={"soult": {"name": "Soult", "faction": "red"}},
            armies={
                "first": army("2001", [infantry("A", 600)], name="First Army", commander="ney"),
                "third": army("2001", [infantry("B", 100)], name="Third", commander="soult"),
                "second": army("0105", FOOT, name="S", commander="blake"),
            },
        )
    )
    field.order(0, "ney", 'besiege stronghold=eastham plan="x"')
    field.order(HOUR, "soult", "besiege stronghold=eastham")
    both = siege(field)
    assert both is not None
    assert both.armies == ("first", "third")
    field.order(2 * HOUR, "ney", "lift")
    left = siege(field)
    assert left is not None
    assert left.armies == ("third",)
    field.run(WEEK)  # a hundred cannot shut in five hundred
    assert siege(field) is None


# -- the week -------------------------------------------------------------------------------------


@pytest.mark.rule("C-SIEGE-02", "C-TRAIT-09")
def test_the_will_to_hold_is_ten_fifteen_or_twenty_and_five_more_under_ironsides() -> None:
    assert stronghold(besieged("southby"), "southby").threshold == 10
    assert stronghold(besieged()).threshold == 15
    assert stronghold(Field(), "westwall").threshold == 20
    iron = Field(
        sides(
            commanders={"ney": {"name": "Ney", "faction": "red", "traits": ["ironsides"]}},
            armies={"first": army("0101", FOOT, name="F", commander="ney", inside=True)},
        )
    )
    assert stronghold(iron, "westwall").threshold == 25


def week_odds(threshold: int, bonus: int = 0) -> Fraction:
    """The chance that 2d6 + guns exceed a threshold, counted over the 36 throws."""
    good = sum(a + b + bonus > threshold for a in range(1, 7) for b in range(1, 7))
    return Fraction(good, 36)


@pytest.mark.rule("C-SIEGE-03", "C-SIEGE-04")
def test_the_odds_of_the_worked_examples() -> None:
    """EX-28, 1 to 4."""
    # Town: thresholds 9, 8, 7 after one, two and three weeks.
    assert [week_odds(t) for t in (9, 8, 7)] == [Fraction(n, 36) for n in (6, 10, 15)]
    # Brutal besieger and twenty six-pounders: 10 - 1 - 1 = 8, roll 2d6 + 1.
    assert week_odds(8, 1) == Fraction(15, 36)
    # Fortress: week 9 stands at 11, 1 in 36, and no chance before; Ironsides: week 14.
    assert week_odds(11) == Fraction(1, 36)
    assert week_odds(12) == 0
    field = besieged("southby").run(3 * WEEK)
    assert stronghold(field, "southby").threshold == 7


@pytest.mark.rule("C-SIEGE-02", "C-SIEGE-03", "C-SIEGE-04", "C-TRAIT-09")
@pytest.mark.parametrize(("traits", "week"), [([], 9), (["ironsides"], 14)])
def test_a_fortress_opens_in_its_ninth_week_at_the_soonest(traits: list[str], week: int) -> None:
    """EX-28, 3 and 4: under Ironsides, in the fourteenth."""
    field = Field(
        sides(
            commanders={"ney": {"name": "Marshal Ney", "faction": "red", "traits": traits}},
            armies={
                "first": army("0101", FOOT, name="F", commander="ney", inside=True),
                "second": army("0101", [infantry("L", 5000)], name="S", commander="blake"),
            },
        ),
        dice={"week of the siege": [(6, 6)] * 20},
    )
    field.order(0, "blake", 'besiege stronghold=westwall plan="x"')
    field.answer(0, "ney", "D-SIEGE-01", "hold").run((week - 1) * WEEK)
    assert not stronghold(field, "westwall").gates_open
    assert stronghold(field.run(week * WEEK), "westwall").threshold == 11
    assert stronghold(field, "westwall").gates_open


@pytest.mark.rule("C-SIEGE-03", "C-ART-04", "C-TRAIT-02")
def test_a_brutal_besieger_costs_a_point_more_and_siege_guns_add_to_the_roll() -> None:
    """EX-28, 2: week 1 stands at 8, and the guns add one."""
    train = [infantry("Line", 1000), artillery("Guns", 200, six_pounders=20)]
    field = besieged("southby", traits=["brutal"], force=train).run(WEEK)
    assert stronghold(field, "southby").threshold == 8
    assert [n.guns for _, n in field.told("ney", SiegeWeekOutside)] == [1]
    bonus = siege_bonus(field.world, [field.army("first")])
    assert bonus == 1
    heavy = [artillery("H", 100, eighteen_pounders=10), artillery("L", 400, six_pounders=40)]
    big = besieged("southby", force=[infantry("Line", 1000), *heavy])
    assert siege_bonus(big.world, [big.army("first")]) == 2
    twice = besieged(
        "southby",
        force=[infantry("Line", 1000), *heavy],
        params={"artillery.siege_bonus_stacks": True},
    )
    assert siege_bonus(twice.world, [twice.army("first")]) == 3
    none = besieged("southby", force=train, params={"artillery.siege_bonus_to": "assault"})
    assert siege_bonus(none.world, [none.army("first")]) == 0


@pytest.mark.rule("C-SIEGE-03", "D-SIEGE-02")
def test_resupply_disease_and_attacks_move_the_will_to_hold() -> None:
    """EX-28, 5: city, week 2 with resupply and disease: 15 - 1 (week 1) - 1 - 1 + 2 = 14."""
    field = besieged().run(WEEK)
    happens(field, StrongholdResupplied(stronghold="eastham", days=7))
    field.run(2 * WEEK)
    field.answer(2 * WEEK, "gm", "D-SIEGE-02", "disease_resupply")
    assert stronghold(field).threshold == 14
    little = besieged()
    happens(little, StrongholdResupplied(stronghold="eastham", days=6))
    assert stronghold(little.run(WEEK)).threshold == 14
    relieved = besieged()
    happens(relieved, StrongholdAttacked(stronghold="eastham"))
    assert stronghold(relieved.run(WEEK)).threshold == 15
    assert stronghold(relieved.run(2 * WEEK)).threshold == 14
    harried = besieged()
    happens(harried, StrongholdAttacked(stronghold="eastham", harrying=True))
    assert stronghold(harried.run(WEEK)).threshold == 14
    counted = besieged(params={"siege.attacked_counts_harry": True})
    happens(counted, StrongholdAttacked(stronghold="eastham", harrying=True))
    assert stronghold(counted.run(WEEK)).threshold == 15
    sick = besieged(params={"siege.disease_default": True}).run(WEEK)
    assert stronghold(sick).threshold == 13


def happens(field: Field, fact: Any) -> None:
    """Announce a fact within a step of its own, as a chapter on battles or supply would."""
    entry = Entry("test", GAME, field.world.now, 500, Event(subject="test"))
    step = Step(field.world, entry, field.world.now, None)
    handler = attacked if isinstance(fact, StrongholdAttacked) else resupplied
    handler(step, fact)


@pytest.mark.rule("C-SIEGE-03")
def test_the_defender_learns_causes_and_values_and_the_besieger_the_walls_alone() -> None:
    field = besieged(
        force=[infantry("Line", 3000)],
        armies={"second": army("2001", FOOT, name="S", commander="blake", inside=True)},
    ).run(DAY + WEEK)
    inside = field.told("blake", SiegeWeekInside)
    assert [(n.threshold, n.causes) for _, n in inside] == [(14, "another week has passed")]
    assert not field.told("ney", SiegeWeekInside)
    assert "threshold" not in SiegeWeekOutside.__struct_fields__
    view: Any = field.pack.view(field.world, "ney")
    assert {s.id: s.threshold for s in view.strongholds}["eastham"] is None


@pytest.mark.rule("C-SIEGE-04")
def test_the_gates_open_only_over_the_threshold() -> None:
    dice = {"week of the siege": [(4, 5), (4, 4), (4, 4)]}
    field = besieged("southby", dice=dice).run(WEEK)
    assert not stronghold(field, "southby").gates_open  # 9 against 9
    assert not stronghold(field.run(2 * WEEK), "southby").gates_open  # 8 against 8
    assert stronghold(field.run(3 * WEEK), "southby").gates_open  # 8 against 7
    assert field.told("ney", GatesOpen)


@pytest.mark.rule("C-SIEGE-02", "C-SIEGE-03", "C-SIEGE-04")
def test_sieges_last_as_long_as_the_odds_say() -> None:
    """Nearly two hundred sieges of towns, played, against the exact law of how long they last."""
    weeks, runs = 7, 3
    labels = [f"{c:02d}{r:02d}" for c in range(1, 11) for r in range(1, 7)]
    towns = "".join(f'{at} town "T{at}"\n' for at in labels)
    text = f'map "Towns" layout=odd-q\n0101:1006 flatland\n{towns}'
    armies = {f"a{at}": army(at, FOOT, name=f"A{at}", owner="ney") for at in labels}
    scenario = {
        **sides(),
        "commanders": {"ney": {"name": "Marshal Ney", "faction": "red", "at": "0101"}},
        "factions": {"red": {"name": "Red"}},
        "stances": [],
        "armies": armies,
        "strongholds": {},
        "sieges": [{"stronghold": f"t{at}", "armies": [f"a{at}"]} for at in labels],
    }
    lasted: Counter[int] = Counter()
    for seed in range(runs):
        field = Field(scenario, map_text=text, seed=seed).run(weeks * WEEK)
        opened = {
            d.about[0]: d.asked // WEEK for d in field.world.of(Decision) if d.rule == "D-SIEGE-03"
        }
        lasted.update(opened.values())
        lasted[0] += len(labels) - len(opened)
    expected, left = [], Fraction(1)
    for week in range(1, weeks + 1):
        p = week_odds(10 - week)
        expected.append(left * p)
        left *= 1 - p
    count = runs * len(labels)
    observed = [lasted[week] for week in (*range(1, weeks + 1), 0)]
    merged = _merged(observed, [float(p) * count for p in (*expected, left)])
    assert chisquare(*merged).pvalue > 0.001


def _merged(observed: list[int], wanted: list[float]) -> tuple[list[int], list[float]]:
    """Classes too small for the test put together."""
    big = [(o, w) for o, w in zip(observed, wanted, strict=True) if w >= 5]
    small = [(o, w) for o, w in zip(observed, wanted, strict=True) if w < 5]
    if small:
        big.append((sum(o for o, _ in small), sum(w for _, w in small)))
    return [o for o, _ in big], [w for _, w in big]


# -- gates, lifting, falling ----------------------------------------------------------------------


OPENED: dict[str, list[tuple[int, ...]]] = {"week of the siege": [(6, 6)] * 60}


@pytest.mark.rule("C-SIEGE-05", "C-AFT-01", "C-AFT-08", "D-SIEGE-03")
def test_a_garrison_led_by_the_referee_yields_when_nobody_says_otherwise() -> None:
    field = besieged("southby", dice=OPENED).run(WEEK)
    open_gates = stronghold(field, "southby")
    assert (open_gates.gates_open, open_gates.holder) == (True, "blake")
    asked = [d for d in field.world.of(Decision) if d.rule == "D-SIEGE-03"]
    assert [(d.who, d.default, d.mode) for d in asked] == [("gm", "yield", "waits")]
    fallen = stronghold(field.run(WEEK + DAY), "southby")
    assert (fallen.holder, fallen.faction, fallen.taken) == ("ney", "red", WEEK + DAY)
    assert (fallen.standing, fallen.gates_open) == (Standing(), False)
    assert siege(field) is None
    assert field.told("ney", PlaceTaken)
    assert stronghold(field.run(WEEK + 31 * DAY), "southby").standing == Standing(250, 0)
    firm = besieged("southby", dice=OPENED, params={"siege.gates_npc_yields": False})
    assert stronghold(firm.run(WEEK + 2 * DAY), "southby").holder == "blake"


@pytest.mark.rule("C-SIEGE-05", "D-SIEGE-03")
def test_a_player_inside_is_asked_and_fights_unless_he_yields() -> None:
    def with_blake() -> Field:
        return besieged(
            "southby",
            dice=OPENED,
            force=[infantry("Line", 3000)],
            armies={
                "second": army("1005", FOOT, name="Second Army", commander="blake", inside=True)
            },
        )

    field = with_blake().run(DAY + WEEK)
    asked = [d for d in field.world.of(Decision) if d.rule == "D-SIEGE-03"]
    assert [(d.who, d.default) for d in asked] == [("blake", "fight")]
    held = field.run(4 * WEEK)
    assert (stronghold(held, "southby").holder, stronghold(held, "southby").gates_open) == (
        "blake",
        True,
    )
    yields = with_blake().run(DAY + WEEK)
    yields.answer(DAY + WEEK + HOUR, "blake", "D-SIEGE-03", "yield")
    assert stronghold(yields, "southby").holder == "ney"
    assert yields.army("second").disorder is not None
    yields.answer(DAY + WEEK + 2 * HOUR, "ney", "D-SIEGE-04", "disband")
    assert isinstance(yields.world.entities["second"], Tombstone)
    blake = yields.get(Commander, "blake")
    assert (blake.army, blake.place) == ("", "1005")
    terms = with_blake().run(DAY + WEEK)
    terms.answer(DAY + WEEK + HOUR, "blake", "D-SIEGE-03", "terms")
    assert terms.army("second").inside == ""
    assert terms.army("second").place != "1005"
    assert [n.what for _, n in terms.told("blake", Dispersed)] == ["marches out with its arms"]


@pytest.mark.rule("C-SIEGE-05", "C-AFT-08")
def test_the_defenders_may_yield_of_their_own_accord() -> None:
    field = besieged(
        "southby",
        force=[infantry("Line", 3000)],
        armies={"second": army("1005", FOOT, name="Second Army", commander="blake", inside=True)},
    ).run(2 * DAY)
    field.order(2 * DAY, "blake", "yield stronghold=southby terms=true")
    assert stronghold(field, "southby").holder == "ney"
    assert field.army("second").soldiers == 1000
    free = besieged("southby")
    free.order(HOUR, "ney", "lift").force(2 * HOUR, "ney", "yield stronghold=westwall")
    assert free.world is not None
    marched = besieged(
        "southby",
        force=[infantry("Line", 3000)],
        armies={"second": army("1005", FOOT, name="Second Army", commander="blake", inside=True)},
        params={"aftermath.garrison_default": "march_out"},
    ).run(2 * DAY)
    marched.order(2 * DAY, "blake", "yield stronghold=southby")
    assert marched.army("second").soldiers == 1000


@pytest.mark.rule("C-SIEGE-05")
def test_only_a_besieged_place_can_yield_and_only_to_its_own_word() -> None:
    field = Field(
        sides(armies={"first": army("0101", FOOT, name="F", commander="ney", inside=True)})
    )
    field.force(0, "ney", "yield stronghold=westwall")
    assert field.refusals("ney") == ["E-NOT-BESIEGED"]


@pytest.mark.rule("C-SIEGE-02", "C-SIEGE-06", "C-ENG-02")
def test_lifting_shuts_the_gates_restores_the_will_and_the_walls_mend_week_by_week() -> None:
    engines = {"ready": 2, "packed": 0}
    field = before(
        dice={"week of the siege": [(1, 1), (6, 6)]},
        armies={"first": army("2001", FOOT, name="First Army", commander="ney", engines=engines)},
        params={"siege.threshold.city": 12},
    )
    field.order(0, "ney", 'besiege stronghold=eastham plan="x"').run(WEEK)
    # Two sets ready before week 1 ends: 4 - 2 = 2 after week 1, 0 after week 2.
    assert stronghold(field).defence == 2
    field.run(2 * WEEK)
    assert (stronghold(field).defence, stronghold(field).threshold) == (0, 10)
    assert stronghold(field).gates_open
    field.order(2 * WEEK, "ney", "lift")
    after = stronghold(field)
    assert (after.gates_open, after.threshold, after.defence) == (False, 12, 0)
    assert [d.state for d in field.world.of(Decision) if d.rule == "D-SIEGE-03"] == ["withdrawn"]
    assert [n.weeks for _, n in field.told("ney", SiegeOver)] == [2]
    assert stronghold(field.run(3 * WEEK)).defence == 1
    assert stronghold(field.run(6 * WEEK)).defence == 4
    assert stronghold(field.run(9 * WEEK)).defence == 4


@pytest.mark.rule("C-SIEGE-02", "C-SIEGE-06")
def test_the_will_may_return_slowly_and_the_walls_faster_where_the_scenario_says_so() -> None:
    params = {"siege.threshold_recovery": "weekly", "siege.defence_repair_per_week": 3}
    field = besieged("southby", params=params, dice=NOW).run(2 * WEEK)
    field.order(2 * WEEK, "ney", "lift")
    assert stronghold(field, "southby").threshold == 8
    assert stronghold(field.run(3 * WEEK), "southby").threshold == 9
    assert stronghold(field.run(5 * WEEK), "southby").threshold == 10
    battered = {"southby": {"holder": "blake", "defence": 0}}
    walls = besieged("southby", strongholds=battered, params=params).order(HOUR, "ney", "lift")
    assert stronghold(walls.run(WEEK + HOUR), "southby").defence == 3
    assert walls.told("blake", WallsWhole) or walls.world is not None


@pytest.mark.rule("C-SIEGE-06")
def test_a_besieger_who_marches_off_or_grows_too_weak_lifts_the_siege() -> None:
    field = besieged().order(HOUR, "ney", "march to=1901").run(2 * HOUR)
    assert siege(field) is None
    thin = besieged(force=[infantry("Line", 600)])
    weak = msgspec.structs.replace(
        thin.army("first"),
        detachments=(msgspec.structs.replace(thin.army("first").detachments[0], soldiers=499),),
    )
    thin.world.set(weak)
    thin.run(WEEK)
    assert siege(thin) is None
    assert "too few" in thin.told("ney", SiegeOver)[0][1].why


@pytest.mark.rule("C-SIEGE-06", "C-TALK-04")
def test_friends_do_not_go_on_besieging_one_another() -> None:
    field = besieged()
    field.order(HOUR, "ney", "stance faction=blue stance=alliance")
    field.order(HOUR, "blake", "stance faction=red stance=alliance")
    assert siege(field) is None


@pytest.mark.rule("C-SIEGE-07")
def test_words_to_and_from_a_besieged_place_go_through_enemy_country() -> None:
    field = before()
    answers = field.pack.answers

    def last_leg() -> str:
        legs = answers.passage(field.world, "0105", "2001", "rider", person="blake", believed=False)
        assert legs is not None
        return legs[-1].stance

    assert last_leg() == "own"
    field.order(0, "ney", 'besiege stronghold=eastham plan="x"')
    assert last_leg() == "hostile"
    believed = answers.passage(field.world, "0105", "2001", "rider", person="blake", believed=True)
    assert believed is not None
    assert believed[-1].stance == "own"  # he has not heard of it


@pytest.mark.rule("C-SIEGE-07")
def test_nobody_gets_in_or_out_while_a_place_is_besieged() -> None:
    field = besieged(
        force=[infantry("Line", 3000)],
        armies={"second": army("2001", FOOT, name="S", commander="blake", inside=True)},
    ).run(2 * DAY)
    field.force(2 * DAY, "blake", "march to=1901")
    assert field.refusals("blake") == ["E-BESIEGED"]


@pytest.mark.rule("C-SIEGE-01", "C-SIEGE-03")
def test_a_siege_in_its_fifth_day_is_reckoned_three_days_on() -> None:
    scenario = sides(
        armies={
            "first": army("2001", FOOT, name="First Army", commander="ney"),
            "second": army("0105", FOOT, name="S", commander="blake"),
        },
        sieges=[{"stronghold": "eastham", "armies": ["first"], "day": 5}],
    )
    field = Field(scenario, dice=NOW).run(3 * DAY)
    assert [at for at, _ in field.told("ney", SiegeWeekOutside)] == [3 * DAY]
    late = sides(
        armies=scenario["armies"],
        sieges=[{"stronghold": "eastham", "armies": ["first"], "day": 17}],
    )
    seventeenth = Field(late, dice=NOW)
    assert stronghold(seventeenth).threshold == 13
    assert [n.week for _, n in seventeenth.run(5 * DAY).told("ney", SiegeWeekOutside)] == [3]


# -- engines --------------------------------------------------------------------------------------


@pytest.mark.rule("C-ENG-01", "C-TRAIT-16")
def test_a_set_of_engines_takes_a_month_or_a_siege_engineer_a_week() -> None:
    field = besieged().order(0, "ney", "build_engines").run(30 * DAY - 1)
    assert field.army("first").engines.ready == 0
    field.run(30 * DAY)
    assert field.army("first").engines.ready == 1
    assert [(n.sets, n.size, n.what) for _, n in field.told("ney", EnginesReady)] == [
        (1, 10, "built")
    ]
    quick = besieged(traits=["siege engineer"]).order(0, "ney", "build_engines").run(WEEK)
    assert quick.army("first").engines.ready == 1
    # Finished in the instant of the reckoning or before, it counts from the first one after.
    field.force(31 * DAY, "ney", "build_engines")
    field.force(31 * DAY, "ney", "build_engines")
    assert field.refusals("ney") == ["E-ENGINES-IN-WORK"]
    pair = besieged(params={"engine.parallel": 2}).order(0, "ney", "build_engines").run(30 * DAY)
    assert pair.army("first").engines.ready == 2


@pytest.mark.rule("C-ENG-01", "C-ENG-03")
def test_moving_off_loses_the_work_and_leaves_standing_sets_behind() -> None:
    field = before(
        armies={"first": army("2001", FOOT, name="F", commander="ney", engines={"ready": 1})}
    )
    field.order(0, "ney", "build_engines").order(HOUR, "ney", "march to=1901")
    assert field.army("first").engines.ready == 0
    assert field.army("first").engines.job == ""
    assert len(field.told("ney", EnginesLost)) == 1
    field.run(60 * DAY)
    assert field.army("first").engines.ready == 0
    marching = before().order(0, "ney", "march to=1901").force(HOUR, "ney", "build_engines")
    assert marching.refusals("ney") == ["E-BUSY"]


@pytest.mark.rule("C-ENG-02")
def test_walls_are_worn_every_week_or_once_and_never_below_the_least() -> None:
    def worn(weeks: int, **params: Any) -> int:
        field = before(
            armies={"first": army("2001", FOOT, name="F", commander="ney", engines={"ready": 1})},
            dice=NOW,
            params={k.replace("__", "."): v for k, v in params.items()},
        )
        field.order(0, "ney", 'besiege stronghold=eastham plan="x"').run(weeks * WEEK)
        return stronghold(field).defence

    assert [worn(n) for n in (1, 2, 5)] == [3, 2, 0]
    assert worn(3, engine__cumulative=False) == 3
    assert worn(5, engine__min_defence=2) == 2
    assert worn(1, engine__defence_per_set_week=2) == 2


@pytest.mark.rule("C-ENG-03", "C-ENG-04", "C-ENG-05")
def test_engines_are_taken_apart_onto_wagons_carried_and_put_together_again() -> None:
    def train(wagons: int) -> Field:
        force = [infantry("Line", 1000, wagons=wagons), cavalry("Horse", 200)]
        return before(
            armies={"first": army("2001", force, name="F", commander="ney", engines={"ready": 1})},
        )

    poor = train(9).force(0, "ney", "break_engines")
    assert poor.refusals("ney") == ["E-NO-WAGONS"]
    field = train(10).force(0, "ney", "rebuild_engines")
    assert field.refusals("ney") == ["E-NO-ENGINES"]
    field.order(0, "ney", "break_engines").run(WEEK)
    engines = field.army("first").engines
    assert (engines.ready, engines.packed) == (0, 1)
    field.order(WEEK, "ney", "march to=1901").run(WEEK + DAY)
    assert field.army("first").engines.packed == 1
    field.order(WEEK + DAY, "ney", "rebuild_engines").run(2 * WEEK + DAY)
    assert field.army("first").engines.ready == 1
    during = train(10).order(0, "ney", 'besiege stronghold=eastham plan="x"')
    during.force(HOUR, "ney", "break_engines")
    assert during.refusals("ney") == ["E-SIEGE-RUNNING"]
    loaded = train(15).order(0, "ney", "break_engines").run(WEEK)
    loaded.world.set(
        msgspec.structs.replace(
            loaded.army("first"),
            engines=msgspec.structs.replace(loaded.army("first").engines, ready=1),
        )
    )
    loaded.force(WEEK, "ney", "break_engines")
    assert loaded.refusals("ney") == ["E-NO-WAGONS"]  # ten of the fifteen are full
