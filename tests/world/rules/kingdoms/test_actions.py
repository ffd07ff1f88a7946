"""What each action rolls and what comes of it (K-ACT, K-SEA, K-DEC-05), with exact chances."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tests.world.rules.kingdoms.board import HOUR, Board, at_least, at_most
from world.kernel.nouns import DecisionAsked, DecisionSettled
from world.rules.kingdoms.actions.notices import TiesDecided
from world.rules.kingdoms.nouns.desk import special_seasons
from world.rules.kingdoms.nouns.levels import changed
from world.rules.kingdoms.nouns.ratings import RATINGS, Levels
from world.rules.kingdoms.nouns.turn import SPECIALS
from world.rules.kingdoms.turns.notices import Disaster, NamedInOrder, TurnOver

ANN = "kingdom-ann/"


def tried(
    order: str,
    total: int,
    params: dict[str, Any] | None = None,
    *,
    season: str = "spring",
    **more: Any,
) -> Board:
    """Ann has given an order and rolled a total, without anything added to it."""
    figures = {"k.start.season": season, **(params or {})}
    dice = {f"{ANN}{order.split(maxsplit=1)[0]}": [total]}
    return Board(figures, dice=dice, **more).turn(ann=order)


# -- one's own ratings ---------------------------------------------------------------------------


@pytest.mark.rule("K-ACT-01", "K-ACT-12", "K-ORD-02")
@pytest.mark.parametrize(("total", "level"), [(6, 0), (24, 0), (25, 1), (36, 1)])
@pytest.mark.parametrize("rating", RATINGS)
def test_work_raises_a_rating_at_25(rating: Any, total: int, level: int) -> None:
    board = tried(f"work rating={rating}", total)
    assert board.kingdom("ann").levels == Levels().with_level(rating, level)
    assert board.outcome("ann").result == ("success" if level else "nothing")


@pytest.mark.rule("K-ACT-01")
def test_the_number_for_work_is_a_figure() -> None:
    assert tried("work rating=culture", 20, {"k.work.success": 20}).levels("ann") == (0, 0, 1)


@pytest.mark.rule("K-ACT-02", "K-ACT-12", "K-ORD-03", "K-NOT-09")
@pytest.mark.parametrize(
    ("total", "level"), [(6, -1), (10, -1), (11, 0), (19, 0), (20, 1), (36, 1)]
)
def test_expansion_raises_a_rating_at_20_and_ruins_it_at_10(total: int, level: int) -> None:
    board = tried("expand rating=economy", total)
    assert board.levels("ann") == (level, 0, 0)
    told = board.everybody_told(Disaster)
    assert [notice.fell for notice in told] == (["Avalon: economy down 1"] if level < 0 else [])


@pytest.mark.rule("K-ACT-02")
@pytest.mark.parametrize(
    ("params", "total", "level"),
    [({"k.expand.success": 18}, 18, 1), ({"k.expand.disaster": 12}, 12, -1)],
)
def test_the_numbers_for_expansion_are_figures(
    params: dict[str, Any], total: int, level: int
) -> None:
    assert tried("expand rating=economy", total, params).levels("ann") == (level, 0, 0)


@pytest.mark.rule("K-ACT-09", "K-ORD-08")
@pytest.mark.parametrize(("total", "level"), [(6, 0), (19, 0), (20, 1)])
def test_seeking_resources_raises_the_economy_at_20(total: int, level: int) -> None:
    assert tried("seek", total).levels("ann") == (level, 0, 0)


@pytest.mark.rule("K-ACT-09")
def test_the_number_for_seeking_is_a_figure() -> None:
    assert tried("seek", 10, {"k.seek.success": 10}).levels("ann") == (1, 0, 0)


@pytest.mark.rule("K-ACT-10", "K-ORD-09")
@pytest.mark.parametrize(("total", "level"), [(6, 0), (19, 0), (20, 1)])
def test_festivals_raise_culture_at_20(total: int, level: int) -> None:
    assert tried("festival", total, season="summer").levels("ann") == (0, 0, level)


@pytest.mark.rule("K-ACT-10")
def test_the_number_for_festivals_is_a_figure() -> None:
    board = tried("festival", 20, {"k.festival.success": 21}, season="summer")
    assert board.levels("ann") == (0, 0, 0)


@pytest.mark.rule("K-ACT-11", "K-ORD-10", "K-NOT-09")
@pytest.mark.parametrize(
    ("total", "levels"),
    [(10, (0, 0, -1)), (11, (0, 0, 0)), (14, (0, 0, 0)), (15, (0, 1, 0)), (36, (0, 1, 0))],
)
def test_a_draft_raises_military_at_15_and_costs_culture_at_10(
    total: int, levels: tuple[int, int, int]
) -> None:
    board = tried("draft", total, season="autumn")
    assert board.levels("ann") == levels
    assert len(board.everybody_told(Disaster)) == (total <= 10)


@pytest.mark.rule("K-ACT-11")
@pytest.mark.parametrize(
    ("params", "total", "levels"),
    [
        ({"k.draft.success": 12}, 12, (0, 1, 0)),
        ({"k.draft.disaster": 12}, 12, (0, 0, -1)),
    ],
)
def test_the_numbers_for_a_draft_are_figures(
    params: dict[str, Any], total: int, levels: tuple[int, int, int]
) -> None:
    assert tried("draft", total, params, season="autumn").levels("ann") == levels


@pytest.mark.rule("K-ACT-12")
def test_the_size_of_a_step_is_a_figure() -> None:
    two = {"k.act.step": 2}
    assert tried("work rating=economy", 30, two).levels("ann") == (2, 0, 0)
    assert tried("expand rating=economy", 6, two).levels("ann") == (-2, 0, 0)


# -- against another -----------------------------------------------------------------------------


@pytest.mark.rule("K-ACT-03", "K-ORD-04", "K-NOT-08")
@pytest.mark.parametrize(("total", "level"), [(6, 0), (24, 0), (25, -1)])
def test_undermining_lowers_anothers_rating_at_25_and_costs_nothing(total: int, level: int) -> None:
    board = tried("undermine kingdom=Cathay rating=culture", total)
    assert board.levels("cleo") == (0, 0, level)
    assert board.levels("ann") == (0, 0, 0)
    (named,) = board.told("cleo", NamedInOrder)
    assert (named.kingdom, named.yours) == ("Avalon", "Cathay")
    assert named.order == "undermine the culture of Cathay"
    assert ("culture down 1" in named.effect) == (level < 0)
    assert board.told("ben", NamedInOrder) == []


@pytest.mark.rule("K-ACT-03")
def test_the_number_for_undermining_is_a_figure() -> None:
    board = tried("undermine kingdom=Cathay rating=culture", 24, {"k.undermine.success": 24})
    assert board.levels("cleo") == (0, 0, -1)


@pytest.mark.rule("K-ACT-04", "K-ORD-05", "K-NOT-08", "K-NOT-09")
@pytest.mark.parametrize(
    ("total", "theirs", "own"), [(20, -1, 0), (19, 0, 0), (11, 0, 0), (10, 0, -1)]
)
def test_an_attack_lowers_anothers_rating_at_20_and_falls_back_at_10(
    total: int, theirs: int, own: int
) -> None:
    board = tried("attack kingdom=Cathay rating=military", total)
    assert board.levels("cleo") == (0, theirs, 0)
    assert board.levels("ann") == (0, own, 0)
    assert len(board.told("cleo", NamedInOrder)) == 1
    assert len(board.everybody_told(Disaster)) == (own < 0)
    assert len(board.outcome("ann").rolls) == 1, "the target does not roll"


@pytest.mark.rule("K-ACT-04")
@pytest.mark.parametrize(
    ("params", "total", "theirs", "own"),
    [({"k.attack.success": 15}, 15, -1, 0), ({"k.attack.disaster": 15}, 15, 0, -1)],
)
def test_the_numbers_for_an_attack_are_figures(
    params: dict[str, Any], total: int, theirs: int, own: int
) -> None:
    board = tried("attack kingdom=Cathay rating=military", total, params)
    assert (board.levels("cleo")[1], board.levels("ann")[1]) == (theirs, own)


# -- trade ---------------------------------------------------------------------------------------


@pytest.mark.rule("K-ACT-05", "K-RUL-18", "K-ORD-06", "K-EX-08")
@pytest.mark.parametrize(
    ("partners", "need", "chance"),
    [
        ("Burgundy", 18, Fraction(9263, 11664)),
        ("Burgundy,Cathay", 16, Fraction(42155, 46656)),
        ("Burgundy,Cathay,kingdom-dan", 14, Fraction(833, 864)),
        ("Burgundy,Cathay,kingdom-dan,Elam", 12, Fraction(7699, 7776)),
        ("Burgundy,Cathay,kingdom-dan,Elam,Fife", 10, Fraction(3881, 3888)),
    ],
)
def test_each_partner_makes_trade_easier_for_who_opens_it(
    partners: str, need: int, chance: Fraction
) -> None:
    for total in (need - 1, need):
        board = tried(f"trade kingdoms={partners}", total, players="ann ben cleo dan eve fay")
        opened = board.outcome("ann").rolls[0]
        assert opened.need == need
        assert at_least(opened.need) == chance
        assert board.levels("ann")[0] == int(total == need)


@pytest.mark.rule("K-ACT-05", "K-RUL-18")
@pytest.mark.parametrize(
    ("params", "total", "level"),
    [
        ({"k.trade.success": 30}, 27, 0),
        ({"k.trade.success": 30}, 28, 1),
        ({"k.trade.per_partner": -5}, 15, 1),
        ({"k.trade.per_partner_mode": "roll_malus"}, 21, 0),
        ({"k.trade.per_partner_mode": "roll_malus"}, 22, 1),
    ],
)
def test_the_numbers_for_trade_are_figures(params: dict[str, Any], total: int, level: int) -> None:
    assert tried("trade kingdoms=Cathay", total, params).levels("ann") == (level, 0, 0)


@pytest.mark.rule("K-RUL-18")
def test_read_as_a_malus_trade_with_one_partner_would_be_worse_than_seeking() -> None:
    board = tried("trade kingdoms=Cathay", 20, {"k.trade.per_partner_mode": "roll_malus"})
    opened = board.outcome("ann").rolls[0]
    assert (opened.partners, opened.need) == (-2, 20)
    assert at_least(opened.need, modifier=opened.modifier) < at_least(20)


@pytest.mark.rule("K-ACT-06", "K-NOT-08", "K-EX-08")
@pytest.mark.parametrize(("total", "level"), [(24, 0), (25, 1)])
def test_each_partner_rolls_for_himself_at_25(total: int, level: int) -> None:
    board = Board(dice={"trade with kingdom-cleo": [total], "trade with kingdom-dan": [6]})
    board.turn(ann="trade kingdoms=Cathay,kingdom-dan")
    assert (board.levels("cleo"), board.levels("dan")) == ((level, 0, 0), (0, 0, 0))
    rolls = board.outcome("ann").rolls
    assert [roll.kingdom for roll in rolls] == ["kingdom-ann", "kingdom-cleo", "kingdom-dan"]
    assert {roll.need for roll in rolls[1:]} == {25}
    assert at_least(25) == Fraction(2401, 11664)
    assert (1 - at_least(25)) ** 2 == Fraction(85803169, 136048896)
    assert "You roll" in board.told("cleo", NamedInOrder)[0].rolls


@pytest.mark.rule("K-ACT-06")
def test_the_number_for_partners_is_a_figure() -> None:
    board = Board({"k.trade.partner_success": 10}, dice={"trade with kingdom-cleo": [10]})
    assert board.turn(ann="trade kingdoms=Cathay").levels("cleo") == (1, 0, 0)


@pytest.mark.rule("K-RUL-20", "K-ACT-06")
@pytest.mark.parametrize(
    ("independent", "opens", "level"),
    [(True, 6, 1), (True, 36, 1), (False, 6, 0), (False, 36, 1)],
)
def test_partners_roll_whatever_the_other_rolled_or_only_with_him(
    independent: bool, opens: int, level: int
) -> None:
    board = Board(
        {"k.trade.partner_independent": independent},
        dice={"trade with": [36], f"{ANN}trade": [opens]},
    )
    board.turn(ann="trade kingdoms=Cathay")
    assert board.levels("cleo") == (level, 0, 0)
    assert len(board.outcome("ann").rolls) == 1 + level


@pytest.mark.rule("K-RUL-23")
@pytest.mark.parametrize(("repeat", "level"), [(True, 2), (False, 1)])
def test_a_partner_of_several_trades_rolls_for_each_or_once(repeat: bool, level: int) -> None:
    board = Board(
        {"k.trade.partner_repeat": repeat}, dice={"trade with kingdom-cleo": [36, 36, 36]}
    )
    board.turn(ann="trade kingdoms=Cathay", ben="trade kingdoms=Cathay")
    assert board.levels("cleo") == (level, 0, 0)


@pytest.mark.rule("K-RUL-17")
@pytest.mark.parametrize("order", ["trade kingdoms=Cathay", "ties kingdom=Cathay"])
def test_being_named_uses_up_no_chance_unless_the_scenario_says_so(order: str) -> None:
    kind = order.split(maxsplit=1)[0]
    board = Board().turn(ann=order)
    assert (board.kingdom("ann").used, board.kingdom("cleo").used) == ((kind,), ())
    board = Board({"k.special.counts_partner": True}).turn(ann=order)
    assert (board.kingdom("ann").used, board.kingdom("cleo").used) == ((kind,), (kind,))
    back = order.replace("Cathay", "Avalon")
    assert board.refusal("cleo", back) == "E-ALREADY-THIS-YEAR"


@pytest.mark.rule("K-RUL-19", "K-ORD-06")
def test_nobody_is_asked_before_he_is_traded_with() -> None:
    board = Board().turn(ann="trade kingdoms=Cathay")
    assert board.told("cleo", DecisionAsked) == []
    assert len(board.outcome("ann").rolls) == 2


@pytest.mark.rule("K-RUL-19")
@pytest.mark.parametrize(
    ("cleo", "dan", "rollers", "need"),
    [
        ("agree", "agree", {"kingdom-ann", "kingdom-cleo", "kingdom-dan"}, 16),
        ("agree", "refuse", {"kingdom-ann", "kingdom-cleo"}, 18),
        ("refuse", "refuse", set(), 0),
    ],
)
def test_where_consent_is_needed_only_who_agrees_takes_part(
    cleo: str, dan: str, rollers: set[str], need: int
) -> None:
    board = Board({"k.trade.consent": True})
    board.turn(ann="trade kingdoms=Cathay,kingdom-dan")
    assert board.game.number == 1, "the turn waits for their word"
    board.answer("K-RUL-19", cleo, person="cleo").answer("K-RUL-19", dan, person="dan")
    outcome = board.outcome("ann")
    assert {roll.kingdom for roll in outcome.rolls} == rollers
    if rollers:
        assert outcome.rolls[0].need == need
        assert board.kingdom("ann").used == ("trade",)
    else:
        assert outcome.result == "void"
        assert board.kingdom("ann").used == (), "nothing was rolled for"


@pytest.mark.rule("K-RUL-19")
def test_a_question_about_an_order_that_was_taken_back_is_withdrawn() -> None:
    board = Board({"k.trade.consent": True}).order("ann", "trade kingdoms=Cathay")
    assert len(board.open_decisions("K-RUL-19")) == 1
    board.order("ann", "withdraw")
    assert board.open_decisions("K-RUL-19") == []
    # Given again, it is asked about again, and the first word does not count.
    board.order("ann", "trade kingdoms=Cathay").answer("K-RUL-19", "agree", person="cleo")
    for player in ("ben", "cleo", "dan"):
        board.order(player, "pass")
    assert len(board.outcome("ann").rolls) == 2


@pytest.mark.rule("K-RUL-19")
@pytest.mark.parametrize(
    ("most", "named", "code"), [("all", 3, ""), ("2", 2, ""), ("2", 3, "E-TARGET")]
)
def test_how_many_partners_a_trade_has_is_a_figure(most: str, named: int, code: str) -> None:
    board = Board({"k.trade.partners_max": most})
    text = "trade kingdoms=" + ",".join(["Burgundy", "Cathay", "kingdom-dan"][:named])
    if code:
        assert board.refusal("ann", text) == code
    else:
        board.order("ann", text)


# -- ties ----------------------------------------------------------------------------------------


@pytest.mark.rule("K-ACT-07", "K-ORD-07")
@pytest.mark.parametrize(("total", "level"), [(15, 1), (36, 1)])
def test_ties_that_succeed_at_once_end_there(total: int, level: int) -> None:
    board = tried("ties kingdom=Cathay", total)
    assert board.levels("ann") == (0, 0, level)
    assert len(board.outcome("ann").rolls) == 1
    assert board.outcome("ann").result == "success"


@pytest.mark.rule("K-ACT-08", "K-ACT-07")
@pytest.mark.parametrize(
    ("totals", "winner"),
    [([14, 15], "cleo"), ([14, 14, 15], "ann"), ([6, 7, 8, 9, 10, 11, 12, 36], "cleo")],
)
def test_failed_ties_pass_to_the_other_side_until_one_succeeds(
    totals: list[int], winner: str
) -> None:
    board = Board(dice={f"{ANN}ties": totals}).turn(ann="ties kingdom=Cathay")
    rolls = board.outcome("ann").rolls
    assert [roll.total for roll in rolls] == totals
    sides = ["kingdom-ann", "kingdom-cleo"]
    assert [roll.kingdom for roll in rolls] == [sides[n % 2] for n in range(len(totals))]
    assert {roll.need for roll in rolls} == {15}
    gained = {player for player in board.players if board.levels(player) == (0, 0, 1)}
    assert gained == {winner}


@pytest.mark.rule("K-ACT-07", "K-ACT-08")
def test_the_number_for_ties_is_a_figure_and_the_same_for_both() -> None:
    board = Board({"k.ties.success": 30}, dice={f"{ANN}ties": [29, 30]})
    board.turn(ann="ties kingdom=Cathay")
    assert board.levels("cleo") == (0, 0, 1)


def share(first: Fraction, second: Fraction) -> Fraction:
    """The share of the side that rolls first."""
    return first / (1 - (1 - first) * (1 - second))


@pytest.mark.rule("K-EX-10", "K-EX-11", "K-ACT-08")
def test_the_chances_of_ties() -> None:
    board = Board(traits={"ben": ["obsolete-culture"]})
    board.turn(ann="ties kingdom=Cathay", ben="ties kingdom=Cathay")
    equal, weak = board.outcome("ann").rolls[0], board.outcome("ben").rolls[0]
    p = at_least(equal.need, len(equal.faces))
    assert p == Fraction(541, 576)
    assert share(p, p) == Fraction(576, 611)
    assert 1 - share(p, p) == Fraction(35, 611)
    assert 1 / p == Fraction(576, 541)
    q = at_least(weak.need, len(weak.faces))
    assert q == Fraction(1009, 1296)
    assert share(q, p) == Fraction(581184, 736451)


ENDLESS = {"k.ties.success": 37, "k.ties.max_rolls": 7}


@pytest.mark.rule("K-RUL-21", "K-DEC-05")
def test_ties_that_come_to_no_end_are_left_to_the_referee_and_nobody_gains() -> None:
    board = Board(ENDLESS).turn(ann="ties kingdom=Cathay")
    assert len(board.outcome("ann").rolls) == 7
    (asked,) = board.open_decisions("K-DEC-05")
    assert asked.default == "nobody"
    assert board.game.number == 2, "the game goes on meanwhile"
    board.wait(25 * HOUR)
    assert board.open_decisions("K-DEC-05") == []
    assert {board.levels(player) for player in board.players} == {(0, 0, 0)}
    assert board.kingdom("ann").used == ("ties",)


@pytest.mark.rule("K-RUL-21", "K-DEC-05")
@pytest.mark.parametrize(
    ("option", "gains"), [("initiator", "ann"), ("target", "cleo"), ("nobody", "")]
)
def test_the_referee_may_let_either_side_gain(option: str, gains: str) -> None:
    board = Board(ENDLESS).turn(ann="ties kingdom=Cathay").answer("K-DEC-05", option)
    assert [p for p in board.players if board.levels(p) == (0, 0, 1)] == ([gains] if gains else [])
    assert len(board.everybody_told(TiesDecided)) == bool(gains)
    assert len(board.told("gm", DecisionSettled)) == 1


@pytest.mark.rule("K-RUL-21")
def test_a_thousand_rolls_are_the_usual_limit() -> None:
    board = Board({"k.ties.success": 37}).turn(ann="ties kingdom=Cathay")
    assert len(board.outcome("ann").rolls) == 1000


@pytest.mark.rule("K-RUL-22")
@pytest.mark.parametrize(("stops", "rolls", "cleo"), [(True, 1, 0), (False, 2, 1)])
def test_ties_won_at_the_top_end_or_go_on(stops: bool, rolls: int, cleo: int) -> None:
    board = Board({"k.ties.stop_at_cap": stops}, dice={f"{ANN}ties": [36, 36]})
    board.set_levels("ann", 0, 0, 2).turn(ann="ties kingdom=Cathay")
    assert len(board.outcome("ann").rolls) == rolls
    assert (board.levels("ann"), board.levels("cleo")) == ((0, 0, 2), (0, 0, cleo))


# -- seasons and the year lock -------------------------------------------------------------------

SEASONS = {
    "trade": ("spring", "summer", "autumn"),
    "ties": ("spring", "summer", "autumn"),
    "seek": ("spring", "summer"),
    "festival": ("summer", "autumn"),
    "draft": ("autumn", "winter"),
}
TEXTS = {"trade": "trade kingdoms=Cathay", "ties": "ties kingdom=Cathay"}


@pytest.mark.rule("K-TRN-04", "K-SEA-01", "K-SEA-02", "K-SEA-03", "K-SEA-04", "K-SEA-05")
@pytest.mark.parametrize("season", ["spring", "summer", "autumn", "winter"])
def test_special_actions_are_open_in_their_seasons_alone(season: str) -> None:
    board = Board({"k.start.season": season})
    for kind in SPECIALS:
        text = TEXTS.get(kind, kind)
        if season in SEASONS[kind]:
            board.order("ann", text).order("ann", "withdraw")
        else:
            assert board.refusal("ann", text) == "E-WRONG-SEASON"
    for text in (
        "work rating=culture",
        "expand rating=culture",
        "undermine kingdom=Cathay rating=culture",
        "attack kingdom=Cathay rating=culture",
    ):
        board.order("ann", text).order("ann", "withdraw")


@pytest.mark.rule("K-SEA-01", "K-SEA-02", "K-SEA-03", "K-SEA-04", "K-SEA-05")
@pytest.mark.parametrize("kind", SPECIALS)
def test_the_seasons_of_an_action_are_figures(kind: str) -> None:
    board = Board({f"k.{kind}.seasons": ["winter"]})
    assert special_seasons(board.world.params)[kind] == ("winter",)
    assert board.refusal("ann", TEXTS.get(kind, kind)) == "E-WRONG-SEASON"
    Board({f"k.{kind}.seasons": ["winter"], "k.start.season": "winter"}).order(
        "ann", TEXTS.get(kind, kind)
    )


@pytest.mark.rule("K-TRN-03", "K-EX-21", "K-RUL-16", "K-RUL-17")
def test_the_year_lock_of_the_example() -> None:
    board = Board(dice={f"{ANN}trade": [6]})
    assert board.refusal("ann", "festival") == "E-WRONG-SEASON"
    board.turn(ann="trade kingdoms=Burgundy")
    assert board.levels("ann") == (0, 0, 0), "it has failed, and counts all the same"
    assert board.refusal("ann", "trade kingdoms=Cathay") == "E-ALREADY-THIS-YEAR"
    board.turn(ann="ties kingdom=Cathay")
    board.turn(ben="trade kingdoms=Avalon")
    assert [roll.purpose for roll in board.outcome("ben").rolls] == ["actions", "partners"]
    board.turn()
    assert (board.game.year, board.game.season) == (2, "spring")
    board.order("ann", "trade kingdoms=Cathay")


@pytest.mark.rule("K-TRN-03")
def test_how_often_a_year_is_a_figure_and_other_kinds_do_not_count() -> None:
    board = Board({"k.special.per_year": 2})
    board.turn(ann="trade kingdoms=Cathay").turn(ann="trade kingdoms=Cathay")
    assert board.refusal("ann", "trade kingdoms=Cathay") == "E-ALREADY-THIS-YEAR"
    board.order("ann", "ties kingdom=Cathay")


# -- the ladder ----------------------------------------------------------------------------------


@pytest.mark.rule("K-RAT-03", "K-RUL-09")
def test_changes_past_the_ends_are_lost() -> None:
    dice = {f"{ANN}work": [36, 36], f"{ANN}expand": [6, 6], "kingdom-ben/expand": [6, 6]}
    board = Board(dice=dice, params={"k.general.per_level": 0})
    board.set_levels("ann", 2, 0, 0).set_levels("ben", -3, 0, 0)
    board.turn(ann="work rating=economy", ben="expand rating=economy")
    assert (board.levels("ann"), board.levels("ben")) == ((2, 0, 0), (-3, 0, 0))
    board.turn(ann="expand rating=economy")
    assert board.levels("ann") == (1, 0, 0), "nothing of what was lost is kept"


@pytest.mark.rule("K-RUL-09")
def test_where_they_are_kept_the_last_name_stays() -> None:
    board = Board({"k.rating.clamp": False}, dice={f"{ANN}work": [36]})
    board.set_levels("ann", 2, 0, 0).turn(ann="work rating=economy")
    assert board.levels("ann") == (3, 0, 0)
    (page,) = [page for page in board.view("ben").kingdoms if page.ruler == "ann"]
    assert page.names[0] == "Prospering"


@pytest.mark.rule("K-RAT-03")
@pytest.mark.parametrize(
    ("params", "start", "levels"),
    [
        ({"k.rating.max": 1}, (1, 0, 0), (1, 0, 0)),
        ({"k.rating.max": 3}, (2, 0, 0), (3, 0, 0)),
    ],
)
def test_the_top_is_a_figure(
    params: dict[str, Any], start: tuple[int, int, int], levels: tuple[int, int, int]
) -> None:
    board = Board(params, dice={f"{ANN}work": [36]}).set_levels("ann", *start)
    assert board.turn(ann="work rating=economy").levels("ann") == levels


@pytest.mark.rule("K-RAT-03")
def test_the_bottom_is_a_figure() -> None:
    board = Board({"k.rating.min": -1}, dice={f"{ANN}expand": [6]}).set_levels("ann", -1, 0, 0)
    assert board.turn(ann="expand rating=economy").levels("ann") == (-1, 0, 0)


STEPS = st.lists(st.tuples(st.sampled_from(RATINGS), st.integers(-4, 4)), max_size=6)
LEVELS = st.builds(Levels, *(st.integers(-3, 2) for _ in RATINGS))


@pytest.mark.rule("K-RAT-03", "K-RUL-12")
@given(LEVELS, STEPS)
def test_levels_stay_on_the_ladder_and_their_order_means_nothing(
    levels: Levels, steps: list[tuple[Any, int]]
) -> None:
    params = _PLAIN.world.params
    after = changed(params, levels, steps)
    assert all(-3 <= after.of(rating) <= 2 for rating in RATINGS)
    assert after == changed(params, levels, reversed(steps))
    for rating in RATINGS:
        total = levels.of(rating) + sum(by for each, by in steps if each == rating)
        assert after.of(rating) == max(-3, min(2, total))


_PLAIN = Board()


# -- exact chances, and real dice ----------------------------------------------------------------


@pytest.mark.rule("K-EX-02", "K-EX-03", "K-EX-04", "K-EX-05", "K-EX-06", "K-EX-07")
def test_the_chances_of_the_examples_follow_from_the_figures_in_force() -> None:
    board = Board(
        {"k.start.season": "autumn"},
        traits={"ben": ["advanced-economy", "lagging-culture"], "cleo": ["obsolete-economy"]},
    ).set_levels("ben", 0, 0, 0)
    board.turn(
        ann="expand rating=economy",
        ben="expand rating=economy",
        cleo="expand rating=economy",
        dan="draft",
    )
    plain, advanced, obsolete, draft = (
        board.outcome(player).rolls[0] for player in ("ann", "ben", "cleo", "dan")
    )
    work = board.turn(ann="work rating=military").outcome("ann").rolls[0].need
    assert at_least(work) == Fraction(2401, 11664)
    assert 1 - (1 - at_least(work)) ** 4 == Fraction(11147118292376255, 18509302102818816)
    need, bad = plain.need, plain.disaster
    assert bad is not None
    assert at_least(need) == Fraction(9905, 15552)
    assert at_most(bad) == Fraction(35, 7776)
    assert 1 - at_least(need) - at_most(bad) == Fraction(1859, 5184)
    assert at_least(need) - at_most(bad) == Fraction(9835, 15552)
    seven, five = len(advanced.faces), len(obsolete.faces)
    assert at_least(work, seven) == Fraction(1, 2)
    assert at_least(need, seven) == Fraction(80513, 93312)
    assert at_most(bad, seven) == Fraction(5, 11664)
    assert at_least(work, five) == at_most(bad, five) == Fraction(7, 216)
    assert at_least(need, five) == Fraction(791, 2592)
    assert at_least(work, modifier=1) == Fraction(4345, 15552)
    assert at_least(work, modifier=-1) == Fraction(1687, 11664)
    assert at_least(need, modifier=-1) == Fraction(4249, 7776)
    assert at_most(bad, modifier=-1) == Fraction(77, 7776)
    assert draft.disaster is not None
    assert at_least(draft.need) == Fraction(541, 576)
    assert at_most(draft.disaster) == Fraction(35, 7776)
    assert 1 - at_least(draft.need) - at_most(draft.disaster) == Fraction(875, 15552)


@pytest.mark.rule("K-EX-03", "K-ACT-02", "K-ROL-01")
def test_what_comes_of_expansions_with_real_dice_is_what_the_chances_say() -> None:
    board = Board(players="ann ben cleo dan eve fay", seed=11)
    seen: Counter[str] = Counter()
    for _ in range(200):
        for player in board.players:
            board.set_levels(player, 0, 0, 0)
        board.turn(**dict.fromkeys(board.players, "expand rating=economy"))
        seen.update(outcome.result for outcome in board.last.outcomes)
    chances = {
        "success": at_least(20),
        "disaster": at_most(10),
        "nothing": 1 - at_least(20) - at_most(10),
    }
    results = list(chances)
    wanted = [float(1200 * chances[result]) for result in results]
    assert stats.chisquare([seen[result] for result in results], wanted).pvalue > 0.001


@pytest.mark.rule("K-NOT-07")
def test_everybody_is_told_every_roll_and_every_level_that_changed() -> None:
    board = Board(dice={f"{ANN}work": [30], "kingdom-ben/attack": [8]})
    board.turn(ann="work rating=economy", ben="attack kingdom=Cathay rating=military")
    (over,) = board.everybody_told(TurnOver)
    for part in ("Healthy (0)", "Thriving (+1)", "Unprepared (-1)", "30", "8", "Dal Riada"):
        assert part in over.report
    assert over.date == "Y1.Sp"
