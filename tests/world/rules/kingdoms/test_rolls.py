"""Rolls: dice, traits, the general bonus, locations and omens (K-ROL, K-RAT-04, K-LOC, K-TRT)."""

from __future__ import annotations

import functools
from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tests.world.rules.kingdoms.board import Board, at_least, at_most, faces, ways
from world.dice import Secret
from world.rules.kingdoms.nouns.kingdom import Kingdom, Omen, Trait
from world.rules.kingdoms.nouns.ratings import RATINGS, Levels
from world.rules.kingdoms.nouns.rolls import dice_of, trait_pips
from world.rules.kingdoms.nouns.turn import Thrown
from world.rules.kingdoms.nouns.words import roll_words

WORK = {"ann": "work rating=economy"}


def rolled(board: Board, player: str = "ann", **orders: str) -> Thrown:
    """The first roll of a player's order of a turn."""
    board.turn(**(orders or WORK))
    return board.outcome(player).rolls[0]


def omened(board: Board, player: str, pips: int, first: int = 1, last: int = 4) -> Board:
    """A kingdom under an omen."""
    kingdom = board.kingdom(player)
    omens = (*kingdom.omens, Omen(pips, first, last))
    board.world.set(msgspec.structs.replace(kingdom, omens=omens))
    return board


# -- the die and the total -----------------------------------------------------------------------


@pytest.mark.rule("K-ROL-01", "K-ROL-02")
def test_a_plain_roll_is_six_dice_and_nothing_more() -> None:
    thrown = rolled(Board())
    assert len(thrown.faces) == 6
    assert all(1 <= face <= 6 for face in thrown.faces)
    assert thrown.total == thrown.natural == sum(thrown.faces)


@pytest.mark.rule("K-ROL-01")
@pytest.mark.parametrize(
    ("params", "dice", "sides"),
    [({}, 6, 6), ({"k.roll.dice": 3}, 3, 6), ({"k.roll.sides": 10}, 6, 10)],
)
def test_dice_and_faces_are_figures(params: dict[str, Any], dice: int, sides: int) -> None:
    board = Board(params)
    thrown = rolled(board)
    assert (len(thrown.faces), thrown.sides) == (dice, sides)
    rows = [row.body for batch in board.batches for row in batch.journal_rows]
    (line,) = [row for row in rows if f'"dice":"{dice}d{sides}"'.encode() in row]
    assert b"kingdom-ann/work" in line


@pytest.mark.rule("K-ROL-02", "K-EX-20")
def test_a_roll_written_out() -> None:
    board = Board(traits={"ann": ["advanced-culture", "lagging-military"]}).set_levels(
        "ann", 1, 1, 1
    )
    secret = board.world.secret
    assert isinstance(secret, Secret)
    board.world.secret = Faces(secret, {"kingdom-ann/work": (2, 5, 3, 6, 1, 4, 3)})
    thrown = rolled(board, ann="work rating=culture")
    assert thrown.faces == (2, 5, 3, 6, 1, 4, 3)
    assert (thrown.natural, thrown.general, thrown.total) == (24, 3, 27)
    assert board.levels("ann") == (1, 1, 2)
    assert roll_words(thrown).startswith("7d6")
    assert at_least(25, 7, 3) == Fraction(23105, 31104)
    assert rolled(board).general == 4


class Faces(Secret):
    """Dice that show the very faces a test wants, by a part of the reason."""

    __slots__ = ("wanted",)

    def __init__(self, secret: Secret, wanted: dict[str, tuple[int, ...]]) -> None:
        super().__init__(secret.bytes)
        self.wanted = wanted

    def faces(self, event: str, reason: str, n: int, attempt: int, dice: str) -> tuple[int, ...]:
        for part, wanted in self.wanted.items():
            if part in reason:
                return wanted
        return super().faces(event, reason, n, attempt, dice)


@pytest.mark.rule("K-RUL-35", "K-ROL-01")
def test_every_face_follows_from_the_secret_and_stands_in_the_journal() -> None:
    one, again, other = Board(seed=3), Board(seed=3), Board(seed=4)
    assert rolled(one).faces == rolled(again).faces
    assert rolled(other).faces != one.outcome("ann").rolls[0].faces
    shown = ",".join(map(str, one.outcome("ann").rolls[0].faces))
    assert any(shown.encode() in row.body for b in one.batches for row in b.journal_rows)


@pytest.mark.rule("K-ROL-01", "K-EX-02")
def test_real_dice_fall_as_six_fair_dice_do() -> None:
    secret = Secret.of_seed(2026)
    seen: Counter[int] = Counter()
    trials = 6_000
    for n in range(trials):
        seen[sum(secret.faces("an event", "a roll", n, 0, "6d6"))] += 1
    sums = ways(6)
    # The tails are put together, so that every class is large enough.
    classes = [range(6, 14), *([total] for total in range(14, 29)), range(29, 37)]
    found = [sum(seen[total] for total in each) for each in classes]
    wanted = [trials * sum(sums[total] for total in each) / 6**6 for each in classes]
    assert stats.chisquare(found, wanted).pvalue > 0.001


@pytest.mark.rule("K-EX-02", "K-ROL-01")
def test_the_tails_of_five_six_and_seven_dice() -> None:
    assert at_least(25) == Fraction(9604, 46656)
    assert at_most(10) == Fraction(210, 46656)
    assert at_least(25, 5) == Fraction(252, 7776)
    assert at_most(15, 7) == Fraction(6183, 279936)
    assert at_least(42, 7) == Fraction(1, 279936)
    assert [sum(ways(dice).values()) for dice in (5, 6, 7)] == [7776, 46656, 279936]


# -- traits --------------------------------------------------------------------------------------


@pytest.mark.rule("K-TRT-03", "K-TRT-08", "K-EX-04", "K-EX-05")
@pytest.mark.parametrize(
    ("kind", "params", "dice"),
    [
        ("advanced", {}, 7),
        ("advanced", {"k.trait.advanced.dice": 2}, 8),
        ("obsolete", {}, 5),
        ("obsolete", {"k.trait.obsolete.dice": -3}, 3),
        ("obsolete", {"k.trait.obsolete.dice": -9}, 1),
    ],
)
def test_advanced_and_obsolete_change_the_dice_of_their_rating(
    kind: str, params: dict[str, Any], dice: int
) -> None:
    traits = {"ann": [f"{kind}-economy", "lagging-culture"]}
    board = Board(params, traits=traits)
    assert len(rolled(board).faces) == dice
    assert len(rolled(board, ann="work rating=military").faces) == 6


@pytest.mark.rule("K-TRT-04", "K-TRT-07", "K-EX-06")
@pytest.mark.parametrize(
    ("kind", "params", "pips"),
    [
        ("robust", {}, 1),
        ("robust", {"k.trait.robust.mod": 3}, 3),
        ("fragile", {}, -1),
        ("fragile", {"k.trait.fragile.mod": -2}, -2),
    ],
)
def test_robust_and_fragile_change_rolls_with_their_rating(
    kind: str, params: dict[str, Any], pips: int
) -> None:
    board = Board(params, traits={"ann": [f"{kind}-economy"]})
    thrown = rolled(board)
    assert (thrown.trait, thrown.total - thrown.natural) == (pips, pips)
    assert rolled(board, ann="work rating=military").trait == 0


@pytest.mark.rule("K-TRT-05", "K-TRT-06", "K-ROL-02")
@pytest.mark.parametrize("kind", ["accelerated", "lagging"])
def test_accelerated_and_lagging_touch_no_roll_but_by_their_level(kind: str) -> None:
    board = Board(traits={"ann": [f"{kind}-economy"]}).set_levels("ann", 0, 0, 0)
    thrown = rolled(board)
    assert (len(thrown.faces), thrown.modifier) == (6, 0)


@pytest.mark.rule("K-TRT-03", "K-RUL-06")
def test_several_traits_on_a_rating_all_count_where_they_are_allowed() -> None:
    board = Board(
        {"k.trait.max_per_rating": 3, "k.trait.start_points": 9},
        traits={"ann": ["advanced-economy", "advanced-economy", "fragile-economy"]},
    )
    kingdom = board.kingdom("ann")
    assert dice_of(board.world.params, kingdom, "economy") == 8
    assert trait_pips(board.world.params, kingdom, "economy") == -1


# -- the general bonus ---------------------------------------------------------------------------


@pytest.mark.rule("K-RAT-04", "K-EX-01")
def test_the_sample_of_the_general_bonus() -> None:
    board = Board().set_levels("ann", 2, -1, 0)
    assert rolled(board, ann="work rating=military").general == 1


@pytest.mark.rule("K-RAT-04")
@given(
    st.tuples(*(st.integers(-3, 2) for _ in RATINGS)), st.sampled_from(RATINGS), st.integers(0, 3)
)
def test_all_three_levels_are_added_to_every_roll(
    levels: tuple[int, int, int], rating: str, weight: int
) -> None:
    board = _WEIGHTED[weight]
    board.set_levels("ann", *levels)
    board.turn(ann=f"undermine kingdom=Cathay rating={rating}")
    assert board.outcome("ann").rolls[0].general == weight * sum(levels)


# Boards that every example plays on, so nobody may win on them.
_WEIGHTED = [Board({"k.general.per_level": weight, "k.victory.level": 3}) for weight in range(4)]


@pytest.mark.rule("K-EX-22", "K-RAT-04")
def test_leading_and_desperate_kingdoms() -> None:
    assert at_least(25, 6, 6) == Fraction(11207, 15552)
    assert at_least(20, 6, -9) == Fraction(31, 864)
    assert at_most(10, 6, -9) == Fraction(5647, 15552)
    board = Board().set_levels("ann", 2, 2, 2).set_levels("ben", -3, -3, -3)
    board.turn(ann="work rating=economy", ben="expand rating=economy")
    leading, desperate = board.outcome("ann").rolls[0], board.outcome("ben").rolls[0]
    assert (leading.modifier, leading.need) == (6, 25)
    assert (desperate.modifier, desperate.need, desperate.disaster) == (-9, 20, 10)


# -- which rating --------------------------------------------------------------------------------


@pytest.mark.rule("K-RUL-07")
@pytest.mark.parametrize(
    ("order", "season", "rating"),
    [
        ("work rating=military", "spring", "military"),
        ("expand rating=culture", "spring", "culture"),
        ("undermine kingdom=Cathay rating=economy", "spring", "economy"),
        ("attack kingdom=Cathay rating=culture", "spring", "culture"),
        ("trade kingdoms=Cathay", "spring", "economy"),
        ("ties kingdom=Cathay", "spring", "culture"),
        ("seek", "spring", "economy"),
        ("festival", "summer", "culture"),
        ("draft", "autumn", "military"),
    ],
)
def test_each_action_is_rolled_with_its_rating_and_the_rollers_own_traits(
    order: str, season: str, rating: str
) -> None:
    params = {"k.start.season": season}
    board = Board(params, traits={"ann": [f"robust-{rating}"], "cleo": [f"fragile-{rating}"]})
    thrown = rolled(board, ann=order)
    assert (thrown.rating, thrown.trait) == (rating, 1)


@pytest.mark.rule("K-RUL-07")
@pytest.mark.parametrize(
    ("kind", "order", "season"),
    [
        ("trade", "trade kingdoms=Cathay", "spring"),
        ("ties", "ties kingdom=Cathay", "spring"),
        ("seek", "seek", "spring"),
        ("festival", "festival", "summer"),
        ("draft", "draft", "autumn"),
    ],
)
def test_the_rating_of_an_action_that_names_none_is_a_figure(
    kind: str, order: str, season: str
) -> None:
    other = "culture" if kind == "draft" else "military"
    board = Board(
        {"k.roll.rating_map": [f"{kind}={other}"], "k.start.season": season},
        dice={"kingdom-ann/": [36]},
    )
    assert rolled(board, ann=order).rating == other
    assert board.levels("ann") == ((0, 0, 1) if other == "culture" else (0, 1, 0))


# -- locations -----------------------------------------------------------------------------------

NEAR = {"ann": "N", "ben": "N"}


@pytest.mark.rule("K-LOC-01", "K-RUL-03", "K-SET-04")
@pytest.mark.parametrize(
    "order",
    [
        "undermine kingdom={} rating=economy",
        "attack kingdom={} rating=economy",
        "trade kingdoms={}",
        "ties kingdom={}",
    ],
)
def test_neighbours_deal_with_each_other_at_plus_two(order: str) -> None:
    board = Board(places=NEAR, dice={"kingdom-ann/ties": [6, 6, 36]})
    board.turn(ann=order.format("Burgundy"))
    assert {roll.location for roll in board.outcome("ann").rolls} == {2}
    board = Board(places=NEAR, dice={"kingdom-ann/ties": [6, 6, 36]})
    board.turn(ann=order.format("Cathay"))
    assert {roll.location for roll in board.outcome("ann").rolls} == {0}


@pytest.mark.rule("K-LOC-01", "K-RUL-03")
def test_nothing_that_names_nobody_is_touched_by_the_location() -> None:
    board = Board(places=NEAR)
    board.turn(ann="work rating=economy", ben="seek")
    assert board.outcome("ann").rolls[0].location == board.outcome("ben").rolls[0].location == 0


@pytest.mark.rule("K-LOC-01")
def test_the_bonus_is_a_figure() -> None:
    board = Board({"k.location.bonus": 5}, places=NEAR)
    assert rolled(board, ann="attack kingdom=Burgundy rating=economy").location == 5


@pytest.mark.rule("K-RUL-03")
def test_which_actions_it_touches_is_a_figure() -> None:
    board = Board({"k.location.applies_to": ["attack"]}, places=NEAR)
    assert rolled(board, ann="attack kingdom=Burgundy rating=economy").location == 2
    assert rolled(board, ann="undermine kingdom=Burgundy rating=economy").location == 0


@pytest.mark.rule("K-RUL-04", "K-EX-09")
@pytest.mark.parametrize(
    ("mode", "partners", "bonus"),
    [
        ("once", "Burgundy", 2),
        ("once", "Burgundy,Cathay", 2),
        ("once", "Burgundy,kingdom-dan", 2),
        ("once", "Cathay", 0),
        ("per_partner", "Burgundy", 2),
        ("per_partner", "Burgundy,kingdom-dan", 4),
        ("per_partner", "Burgundy,Cathay,kingdom-dan", 4),
    ],
)
def test_who_trades_with_neighbours_gets_the_bonus_once_or_for_each(
    mode: str, partners: str, bonus: int
) -> None:
    board = Board({"k.location.trade_mode": mode}, places={**NEAR, "dan": "N"})
    board.turn(ann=f"trade kingdoms={partners}")
    opened, *replies = board.outcome("ann").rolls
    assert opened.location == bonus
    assert [r.location for r in replies] == [
        0 if r.kingdom == "kingdom-cleo" else 2 for r in replies
    ]


@pytest.mark.rule("K-EX-09")
def test_the_chances_of_trade_between_neighbours() -> None:
    board = Board(places=NEAR)
    board.turn(ann="trade kingdoms=Burgundy", cleo="trade kingdoms=Avalon,Burgundy")
    opened, partner = board.outcome("ann").rolls
    assert at_least(opened.need, modifier=opened.modifier) == Fraction(42155, 46656)
    assert at_least(partner.need, modifier=partner.modifier) == Fraction(5647, 15552)
    board = Board(places=NEAR)
    board.turn(ann="trade kingdoms=Burgundy,Cathay")
    opened, near, far = board.outcome("ann").rolls
    assert (opened.need, opened.modifier) == (16, 2)
    assert at_least(opened.need, modifier=opened.modifier) == Fraction(833, 864)
    assert (near.modifier, far.modifier) == (2, 0)


@pytest.mark.rule("K-RUL-38")
def test_the_location_counts_without_anybodys_leave() -> None:
    board = Board(places=NEAR)
    board.order("ann", "attack kingdom=Burgundy rating=economy")
    assert board.open_decisions("K-RUL-38") == []


@pytest.mark.rule("K-RUL-38")
@pytest.mark.parametrize(("said", "pips"), [("agree", 2), ("refuse", 0)])
def test_where_leave_is_needed_the_neighbour_is_asked(said: str, pips: int) -> None:
    board = Board(
        {"k.location.needs_consent": True}, places=NEAR, dice={"kingdom-ann/ties": [6, 6, 36]}
    )
    for player in ("ben", "cleo", "dan"):
        board.order(player, "pass")
    board.order("ann", "ties kingdom=Burgundy")
    assert board.game.number == 1, "the turn waits for the neighbour's word"
    board.answer("K-RUL-38", said, person="ben")
    assert board.game.number == 2
    assert {roll.location for roll in board.outcome("ann").rolls} == {pips}


@pytest.mark.rule("K-RUL-38")
def test_who_lies_elsewhere_is_not_asked() -> None:
    board = Board({"k.location.needs_consent": True}, places=NEAR)
    board.turn(ann="ties kingdom=Cathay")
    assert board.game.number == 2


@pytest.mark.rule("K-RUL-38", "K-RUL-41")
def test_who_does_not_answer_in_time_has_refused() -> None:
    board = Board({"k.location.needs_consent": True}, places=NEAR)
    board.turn(ann="attack kingdom=Burgundy rating=culture")
    assert board.game.number == 1
    board.wait(25 * 3_600_000_000)
    assert board.outcome("ann").rolls[0].location == 0


# -- omens ---------------------------------------------------------------------------------------


@pytest.mark.rule("K-EVT-04", "K-EVT-05", "K-RUL-33", "K-ROL-02")
def test_omens_are_added_to_a_roll_while_they_run() -> None:
    board = omened(omened(Board(), "ann", 1, 2, 3), "ann", -3, 3, 4)
    assert [rolled(board).omen for _ in range(5)] == [0, 1, -2, -3, 0]


@pytest.mark.rule("K-RUL-32")
@pytest.mark.parametrize("named", ["actions", "partners", "replies"])
def test_which_rolls_an_omen_touches_is_a_figure(named: str) -> None:
    def rolls_under(params: dict[str, Any]) -> dict[str, int]:
        board = Board(params, dice={"kingdom-ann/ties": [6, 6, 36]})
        for player in board.players:
            omened(board, player, 1)
        board.turn(ann="ties kingdom=Burgundy", cleo="trade kingdoms=kingdom-dan")
        rolls = (*board.outcome("ann").rolls, *board.outcome("cleo").rolls)
        return {roll.purpose: roll.omen for roll in rolls}

    assert rolls_under({}) == {"actions": 1, "partners": 1, "replies": 1}
    touched = rolls_under({"k.omen.applies_to": [named]})
    assert touched == {each: int(each == named) for each in ("actions", "partners", "replies")}


# -- all together --------------------------------------------------------------------------------


@pytest.mark.rule("K-EX-13", "K-ROL-02", "K-RUL-33", "K-ACT-04")
def test_a_strong_attack() -> None:
    board = Board(places=NEAR, traits={"ann": ["robust-military"]})
    omened(board.set_levels("ann", 1, 1, 0), "ann", 1)
    thrown = rolled(board, ann="attack kingdom=Burgundy rating=military")
    assert (thrown.trait, thrown.omen, thrown.general, thrown.location) == (1, 1, 2, 2)
    assert thrown.modifier == 6
    assert at_least(thrown.need, modifier=6) == Fraction(833, 864)
    assert thrown.disaster is not None
    assert at_most(thrown.disaster, modifier=6) == 0


@pytest.mark.rule("K-EX-14", "K-ROL-02", "K-ACT-04")
def test_a_desperate_attack() -> None:
    board = Board(
        traits={"ann": ["obsolete-military"]}, dice={"kingdom-ann/attack": [14]}
    ).set_levels("ann", -1, -1, -1)
    omened(board, "ann", -1)
    thrown = rolled(board, ann="attack kingdom=Cathay rating=military")
    assert (len(thrown.faces), thrown.modifier) == (5, -4)
    assert at_least(thrown.need, 5, -4) == Fraction(457, 7776)
    assert thrown.disaster is not None
    assert at_most(thrown.disaster, 5, -4) == Fraction(287, 1296)
    assert board.levels("ann") == (-1, -2, -1)


@pytest.mark.rule("K-RUL-33")
@pytest.mark.parametrize(
    ("cap", "levels", "added"),
    [
        ("none", (2, 2, 2), 6),
        ("4", (2, 2, 2), 4),
        ("4", (1, 1, 1), 3),
        ("4", (-3, -3, -3), -4),
        ("0", (1, 0, 0), 0),
    ],
)
def test_bonuses_add_without_limit_or_up_to_one(
    cap: str, levels: tuple[int, int, int], added: int
) -> None:
    board = Board({"k.roll.mod_cap": cap}).set_levels("ann", *levels)
    thrown = rolled(board, ann="undermine kingdom=Cathay rating=economy")
    assert thrown.total - thrown.natural == added
    assert thrown.general == sum(levels)


@pytest.mark.rule("K-RUL-08")
@pytest.mark.parametrize(
    ("params", "natural", "result"),
    [
        ({}, 8, "nothing"),
        ({}, 7, "disaster"),
        ({"k.roll.disaster_on_modified": False}, 8, "disaster"),
        ({"k.roll.disaster_on_modified": False}, 10, "disaster"),
        ({"k.roll.disaster_on_modified": False}, 11, "nothing"),
    ],
)
def test_disasters_are_judged_by_the_total_or_by_the_faces(
    params: dict[str, Any], natural: int, result: str
) -> None:
    board = Board(params, dice={"kingdom-ann/expand": [natural]}).set_levels("ann", 1, 1, 1)
    board.turn(ann="expand rating=culture")
    assert board.outcome("ann").result == result


@pytest.mark.rule("K-ROL-02", "K-NOT-07")
def test_a_roll_in_words_shows_every_term_there_is() -> None:
    thrown = Thrown(
        kingdom="k",
        purpose="actions",
        rating="culture",
        faces=faces(20),
        general=3,
        trait=-1,
        location=2,
        omen=1,
        partners=-4,
        capped=-1,
        need=20,
        disaster=10,
    )
    text = roll_words(thrown)
    for part in ("6d6", "20", "general +3", "trait -1", "location +2", "omen +1"):
        assert part in text
    for part in ("partners -4", "limit -1", "20 or more", "10 or less"):
        assert part in text
    assert thrown.total == 20


@functools.cache
def _kingdom(trait: Trait | None) -> Kingdom:
    traits = () if trait is None else (trait,)
    return Kingdom(id="k", name="K", ruler="k", place="N", traits=traits, levels=Levels())


@pytest.mark.rule("K-TRT-03", "K-TRT-04", "K-TRT-05", "K-TRT-06", "K-TRT-07", "K-TRT-08")
@given(
    st.builds(
        Trait,
        st.sampled_from(["advanced", "robust", "accelerated", "lagging", "fragile", "obsolete"]),
        st.sampled_from(RATINGS),
    ),
    st.sampled_from([*RATINGS, None]),
)
def test_a_trait_touches_rolls_with_its_own_rating_alone(trait: Trait, rating: Any) -> None:
    params = _WEIGHTED[1].world.params
    dice = {"advanced": 7, "obsolete": 5}.get(trait.kind, 6)
    pips = {"robust": 1, "fragile": -1}.get(trait.kind, 0)
    own = trait.rating == rating
    assert dice_of(params, _kingdom(trait), rating) == (dice if own else 6)
    assert trait_pips(params, _kingdom(trait), rating) == (pips if own else 0)
