"""The dice of battles and of morale against their exact odds, and what no battle may do."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from tests.world.rules.campaign.clash import PLANNED, a_step, clash, judged
from tests.world.rules.campaign.field import (
    DAY,
    HOUR,
    Field,
    artillery,
    cavalry,
    infantry,
)
from world.kernel.nouns import Quarantined
from world.rules.campaign.battle.fighting import throw
from world.rules.campaign.battle.forces import units_of
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.battle import Battle
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.morale import throw_check
from world.rules.campaign.nouns.odds import best

TIMES = 6_000


def likely(counts: Counter[Any], exact: dict[Any, Fraction]) -> float:
    """The p-value of counts under exact chances."""
    keys = sorted(key for key, chance in exact.items() if chance)
    assert set(counts) <= set(keys)
    seen = [counts[key] for key in keys]
    expected = [float(exact[key] * sum(seen)) for key in keys]
    return float(chisquare(seen, expected).pvalue)


def row(difference: int) -> int:
    """The row of the table of results, signed by who won: 1, 2 (2-3), 4 (4-5), 6 (6 or more)."""
    size = abs(difference)
    found = size if size < 2 else 2 if size < 4 else 4 if size < 6 else 6
    return found if difference >= 0 else -found


@pytest.mark.rule("C-BAT-02", "C-BAT-R0", "C-BAT-R1", "C-BAT-R2", "C-BAT-R4", "C-BAT-R6")
def test_battles_fall_on_the_rows_of_their_table_as_often_as_the_odds_say() -> None:
    field = clash(seed=11).answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    field.answer(PLANNED, "blake", "D-BAT-01", "hold")
    step = a_step(field)
    units = units_of(step, field.world.of(Battle)[0])
    bonus = {unit.army.id: unit.bonus for unit in units}
    assert bonus == {"first": 0, "second": 1}
    counts: Counter[int] = Counter()
    for _ in range(TIMES):
        totals = throw(step, units)
        counts[row(totals["first"] - totals["second"])] += 1
    exact: dict[int, Fraction] = {}
    for one, chance in best([0], "2d6").items():
        for other, same in best([1], "2d6").items():
            key = row(one - other)
            exact[key] = exact.get(key, Fraction(0)) + chance * same
    assert sum(exact.values()) == 1
    assert likely(counts, exact) > 0.001


@pytest.mark.rule("C-MOR-03", "C-ROUT-02")
@pytest.mark.parametrize("morale", [4, 7, 9])
def test_checks_fail_on_each_row_of_the_table_as_often_as_the_odds_say(morale: int) -> None:
    field = clash(seed=12, red={"morale": morale})
    army = field.army("first")
    counts: Counter[int] = Counter()
    for number in range(TIMES):
        # Each trial is an event of its own, as checks are.
        found = throw_check(a_step(field, f"trial {number}"), army)
        counts[0 if found.held else found.row] += 1
        assert found.held == (found.roll <= morale)
    exact = {total: chance for total, chance in best([0], "2d6").items() if total > morale}
    exact[0] = 1 - sum(exact.values(), Fraction(0))
    assert likely(counts, exact) > 0.001


@pytest.mark.rule("C-MULTI-03")
def test_the_best_of_several_rolls_is_as_high_as_the_odds_say() -> None:
    three = best([0, 0, 0], "2d6")
    assert three[12] == 1 - Fraction(35, 36) ** 3
    assert three[2] == Fraction(1, 36) ** 3
    assert sum(three.values()) == 1


# -- what no battle may do ------------------------------------------------------------------------

DETACHMENTS = st.lists(
    st.one_of(
        st.builds(
            lambda n, s, w, k: infantry("I", n, special=s, wagons=w) | {"k": k},
            st.integers(1, 3000),
            st.sampled_from(["", "grenadiers", "skirmishers"]),
            st.sampled_from([0, 0, 3]),
            st.just(0),
        ),
        st.builds(
            lambda n, s: cavalry("C", n, special=s),
            st.integers(1, 800),
            st.sampled_from(["", "lancers"]),
        ),
        st.builds(
            lambda n, six, eighteen: artillery(
                "A", n, six_pounders=six, eighteen_pounders=eighteen
            ),
            st.integers(1, 200),
            st.integers(0, 25),
            st.integers(0, 8),
        ),
    ),
    min_size=1,
    max_size=5,
).map(
    lambda found: [
        {key: value for key, value in each.items() if key != "k"} | {"name": f"{n}"}
        for n, each in enumerate(found)
    ]
)
TRAITS = st.lists(
    st.sampled_from(["guardian", "vanquisher", "stubborn", "veteran", "crusader"]),
    unique=True,
    max_size=3,
)
SIDE = st.fixed_dictionaries(
    {
        "force": DETACHMENTS,
        "traits": TRAITS,
        "morale": st.integers(0, 12),
        "supplies": st.integers(0, 90_000),
        "stand": st.sampled_from(["attack", "hold", "let_pass", "withdraw"]),
    }
)


def everything(field: Field) -> dict[str, int]:
    """What there is of everything that a battle must not make more of."""
    armies = field.world.of(Army)
    return {
        "men": sum(army.strength for army in armies),
        "wagons": sum(d.wagons for army in armies for d in army.detachments),
        "guns": sum(d.six + d.eighteen for army in armies for d in army.detachments),
        "supplies": sum(army.supplies for army in armies),
        "doubloons": sum(army.chest for army in armies)
        + sum(commander.purse for commander in field.world.of(Commander)),
    }


def in_order(field: Field) -> None:
    """Nothing is negative, nobody is nowhere, and nothing has failed."""
    world = field.world
    assert not world.of(Quarantined)
    for army in world.of(Army):
        assert army.detachments
        assert army.place in world.scene.places
        assert 0 <= army.morale <= 12
        assert army.supplies >= 0
        for each in army.detachments:
            assert min(each.soldiers, each.wagons, each.six, each.eighteen) >= 0
            assert each.soldiers > 0
        leader = world.find(Commander, army.leader) if army.leader else None
        assert leader is None or leader.army == army.id
    for commander in world.of(Commander):
        somewhere = [bool(commander.army), commander.place is not None, bool(commander.riding)]
        assert somewhere.count(True) == 1
        assert bool(commander.captor) == bool(commander.held)


@given(SIDE, SIDE, st.integers(1, 10_000))
@pytest.mark.rule("C-BAT-04", "C-ROUT-03", "C-ROUT-04", "C-PRIS-01")
def test_no_battle_leaves_more_than_it_began_with_and_everybody_is_somewhere(
    red: dict[str, Any], blue: dict[str, Any], seed: int
) -> None:
    def spare(side: dict[str, Any]) -> dict[str, Any]:
        return {"morale": side["morale"], "supplies": side["supplies"]}

    field = clash(
        red["force"],
        blue["force"],
        ney={"traits": red["traits"], "purse": 70, "faith": "old"},
        blake={"traits": blue["traits"], "purse": 30},
        red=spare(red),
        blue=spare(blue),
        seed=seed,
        spec={"weather": "fair"},
    )
    before = everything(field)
    for person, side in (("ney", red), ("blake", blue)):
        field.force(7 * HOUR, person, f"battle_plan stand={side['stand']}")
    judged(field, PLANNED)
    in_order(field)
    after = everything(field)
    assert after["doubloons"] == before["doubloons"]
    for what in ("men", "wagons", "guns", "supplies"):
        assert after[what] <= before[what]
    told = {notice.army: notice.lost for _, notice in field.told("ney", BattleOver)}
    if told:
        theirs = {notice.army: notice for _, notice in field.told("blake", BattleOver)}
        assert all(notice.lost <= notice.men for notice in theirs.values())
    field.run(8 * DAY)
    in_order(field)
    assert not any(army.disorder for army in field.world.of(Army))
