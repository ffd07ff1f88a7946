"""The year's end: victory, events, omens and revolts (K-YEA, K-EVT, K-VIC)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tests.world.rules.kingdoms.board import HOUR, Board, at_least
from world.errors import BadScenario
from world.kernel.nouns import DecisionAsked, DecisionChanged, SaidInVain
from world.rules.kingdoms.nouns.coin import sides
from world.rules.kingdoms.nouns.dates import date_of, number_of, turn_named
from world.rules.kingdoms.nouns.ratings import Levels
from world.rules.kingdoms.turns.notices import GameOver
from world.rules.kingdoms.year.events import EVENTS
from world.rules.kingdoms.year.notices import (
    EventBefalls,
    OmenEnds,
    RevoltBreaksOut,
    RevoltLooms,
    VictoryNear,
    YearCompared,
    YearOver,
    YourRevoltLooms,
)
from world.rules.kingdoms.year.revolt import in_revolt
from world.rules.kingdoms.year.victory import Verdict, compare

ASKED = {"k.event.per_year": 1}
TOP = (2, 2, 2)


def year(board: Board, turns: int = 4, **orders: str) -> Board:
    """So many turns in which everybody passes but those named."""
    for _ in range(turns):
        board.turn(**orders)
    return board


def standing(board: Board, **levels: tuple[int, int, int]) -> Board:
    """The board with these kingdoms at these levels."""
    for player, found in levels.items():
        board.set_levels(player, *found)
    return board


# -- victory -------------------------------------------------------------------------------------


@pytest.mark.rule("K-YEA-01", "K-VIC-01", "K-NOT-11")
def test_whoever_alone_stands_at_the_top_in_all_three_has_won() -> None:
    board = standing(Board(), ann=TOP, ben=(2, 2, 1), cleo=(2, 2, 1))
    year(board, 3)
    assert board.game.state == "open"
    year(board, 1)
    assert (board.game.state, board.game.winner) == ("over", "kingdom-ann")
    (over,) = board.everybody_told(GameOver)
    assert "Avalon has won" in over.text
    assert "Avalon alone stands at +2" in over.text
    assert board.refusal("ann", "work rating=economy") == "E-GAME-OVER"


@pytest.mark.rule("K-VIC-01", "K-RUL-30", "K-EX-17", "K-NOT-11")
def test_two_at_the_top_are_no_winner_and_a_third_with_two_ratings_blocks_nobody() -> None:
    levels = {"a": Levels(2, 2, 2), "b": Levels(2, 2, 2), "c": Levels(2, 2, 1)}
    params = Board().world.params
    assert compare(params, levels) == Verdict(None, ("a", "b"))
    assert compare(params, {**levels, "b": Levels(2, 2, 1)}) == Verdict("a", ("a",))
    board = year(standing(Board(), ann=TOP, ben=TOP, cleo=(2, 2, 1)))
    assert board.game.state == "open"
    (told,) = board.everybody_told(YearCompared)
    assert "Avalon and Burgundy stand at +2" in told.why


@pytest.mark.rule("K-RUL-30")
@pytest.mark.parametrize(
    ("block", "others", "winner"),
    [
        ("all_three", {"ben": (2, 2, 1)}, "kingdom-ann"),
        ("any", {"ben": (2, 0, 0)}, None),
        ("any", {"ben": (1, 1, 1)}, "kingdom-ann"),
    ],
)
def test_what_blocks_a_victory_is_a_mode(
    block: str, others: dict[str, tuple[int, int, int]], winner: str | None
) -> None:
    board = year(standing(Board({"k.victory.block": block}), ann=TOP, **others))
    assert board.game.winner == winner
    if winner is None:
        (told,) = board.everybody_told(YearCompared)
        assert "but Burgundy has a rating as high" in told.why


@pytest.mark.rule("K-VIC-01")
def test_the_level_of_victory_is_a_figure() -> None:
    board = year(standing(Board({"k.victory.level": 1}), ann=(1, 1, 2)))
    assert board.game.winner == "kingdom-ann"
    assert year(Board({"k.victory.level": 1})).game.winner is None


@pytest.mark.rule("K-VIC-01", "K-RUL-30")
@given(
    levels=st.dictionaries(
        st.sampled_from("abcdef"), st.builds(Levels, *[st.integers(-3, 2)] * 3), min_size=1
    )
)
def test_there_is_one_winner_at_most_and_he_stands_at_the_top(levels: dict[str, Levels]) -> None:
    params = Board().world.params
    verdict = compare(params, levels)
    at_top = sorted(name for name, found in levels.items() if found == Levels(*TOP))
    assert verdict.winner == (at_top[0] if len(at_top) == 1 else None)
    strict = compare(Board({"k.victory.block": "any"}).world.params, levels)
    rivals = [
        n for n, f in levels.items() if n not in at_top and 2 in (f.economy, f.military, f.culture)
    ]
    assert strict.winner == (at_top[0] if len(at_top) == 1 and not rivals else None)


@pytest.mark.rule("K-RUL-31")
@pytest.mark.parametrize(("check", "state"), [("year_end", "open"), ("turn_end", "over")])
def test_nobody_wins_in_mid_year_unless_the_scenario_says_so(check: str, state: str) -> None:
    board = year(standing(Board({"k.victory.check": check}), ann=TOP), 1)
    assert board.game.state == state


@pytest.mark.rule("K-NOT-18")
def test_everybody_is_warned_of_who_would_win() -> None:
    board = standing(Board(dice={"kingdom-ann/work": [30]}), ann=(1, 2, 2))
    board.turn(ann="work rating=economy")
    (near,) = board.everybody_told(VictoryNear)
    assert (near.names, near.stand, near.level) == ("Avalon", "stands", "+2")
    assert "Avalon wins at the end of the year" in near.outlook
    year(board, 2)
    assert len(board.everybody_told(VictoryNear)) == 1  # nothing new since
    standing(board, ben=(2, 2, 1))
    board.turn(ben="work rating=culture")
    assert len(board.everybody_told(VictoryNear)) == 1  # the year itself has ended


@pytest.mark.rule("K-NOT-18")
def test_the_warning_says_what_stands_in_the_way() -> None:
    dice = {"kingdom-ann/work": [30]}
    several = standing(Board(dice=dice), ann=(1, 2, 2), ben=TOP).turn(ann="work rating=economy")
    assert (
        several.everybody_told(VictoryNear)[0].outlook
        == "As long as they are several, nobody wins."
    )
    strict = standing(Board({"k.victory.block": "any"}, dice=dice), ann=(1, 2, 2), ben=(2, 0, 0))
    (near,) = strict.turn(ann="work rating=economy").everybody_told(VictoryNear)
    assert "As long as Burgundy stands as high" in near.outlook


# -- the last year -------------------------------------------------------------------------------


@pytest.mark.rule("K-RUL-37", "K-DEC-09")
def test_without_a_limit_the_game_goes_on() -> None:
    board = year(Board(), 12)
    assert (board.game.state, board.game.year) == ("open", 4)


@pytest.mark.rule("K-RUL-37", "K-DEC-09")
@pytest.mark.parametrize(
    ("option", "winner", "text"),
    [("nobody", None, "Nobody has won"), ("kingdom-cleo", "kingdom-cleo", "Cathay has won")],
)
def test_after_the_last_year_the_referee_says_how_it_ends(
    option: str, winner: str | None, text: str
) -> None:
    board = year(Board({"k.game.max_years": "2", **ASKED}), 4)
    board.answer("K-DEC-03", "random")
    year(board, 4)
    assert board.open_decisions("K-DEC-03") == []
    (asked,) = board.open_decisions("K-DEC-09")
    assert asked.default == "nobody"
    board.answer("K-DEC-09", option)
    assert (board.game.state, board.game.winner) == ("over", winner)
    (over,) = board.everybody_told(GameOver)
    assert text in over.text
    assert "Year 2 was the last" in over.text


@pytest.mark.rule("K-DEC-09")
def test_left_alone_it_ends_without_a_winner() -> None:
    board = year(Board({"k.game.max_years": "1"}))
    board.wait(25 * HOUR)
    assert (board.game.state, board.game.winner) == ("over", None)


@pytest.mark.rule("K-RUL-37")
@pytest.mark.parametrize("most", ["soon", "-1", "1.5"])
def test_a_limit_that_is_none_is_a_mistake(most: str) -> None:
    with pytest.raises(BadScenario, match=r"k\.game\.max_years"):
        Board({"k.game.max_years": most})


# -- events --------------------------------------------------------------------------------------


@pytest.mark.rule("K-YEA-02", "K-DEC-03", "K-RUL-41", "K-NOT-16")
def test_spring_opens_once_the_event_is_settled() -> None:
    board = year(Board(ASKED))
    assert board.game.state == "year_end"
    asked = board.told("gm", DecisionAsked)[-1]
    assert asked.default == "random"
    assert all(event.name in asked.options for event in EVENTS.values())
    assert board.refusal("ann", "work rating=economy") == "E-TURN-CLOSED"
    board.answer("K-DEC-03", "scandal", "Burgundy")
    assert (board.game.state, board.game.year, board.game.season) == ("open", 2, "spring")


@pytest.mark.rule("K-EVT-01", "K-EVT-02", "K-EVT-03", "K-NOT-12")
@pytest.mark.parametrize(
    ("event", "levels", "effect"),
    [
        ("scandal", (0, 0, -1), "from Culture Content (0) to Culture Upset (-1)"),
        ("coup", (0, -1, 0), "from Military Ready (0) to Military Unprepared (-1)"),
        ("flooding", (-1, 0, 0), "from Economy Healthy (0) to Economy Stagnant (-1)"),
    ],
)
def test_a_misfortune_costs_a_level(event: str, levels: tuple[int, int, int], effect: str) -> None:
    board = year(Board(ASKED)).answer("K-DEC-03", event, "burgundy")
    assert board.levels("ben") == levels
    (told,) = board.everybody_told(EventBefalls)
    assert (told.name, told.event, told.effect) == ("Burgundy", EVENTS[event].name, effect)


@pytest.mark.rule("K-EVT-01")
def test_what_an_event_costs_is_a_figure_and_nothing_falls_below_the_ladder() -> None:
    board = year(Board({**ASKED, "k.event.step": 2})).answer("K-DEC-03", "scandal", "Burgundy")
    assert board.levels("ben") == (0, 0, -2)
    low = year(standing(Board(ASKED), ben=(-3, 0, 0))).answer("K-DEC-03", "flooding", "Burgundy")
    assert low.levels("ben") == (-3, 0, 0)
    assert "stays as low as it is" in low.everybody_told(EventBefalls)[0].effect


@pytest.mark.rule("K-DEC-03")
def test_a_kingdom_nobody_knows_leaves_the_question_open() -> None:
    board = year(Board(ASKED)).answer("K-DEC-03", "coup", "Atlantis")
    assert [vain.code for vain in board.told("gm", SaidInVain)] == ["E-TARGET"]
    assert len(board.open_decisions("K-DEC-03")) == 1
    assert board.levels("ann") == board.levels("ben") == (0, 0, 0)


@pytest.mark.rule("K-YEA-02", "K-DEC-03")
def test_left_alone_dice_choose_event_and_kingdom_evenly() -> None:
    befell: Counter[tuple[str, str]] = Counter()
    board = Board({"k.event.per_year": 1, "k.year.turns": 1, "k.decision.timeout_h": 1})
    for _ in range(240):
        board.turn()
        board.wait(2 * HOUR)
        for player in board.players:
            board.set_levels(player, 0, 0, 0)
    for told in board.told("gm", EventBefalls):
        befell[told.event, told.name] += 1
    assert sum(befell.values()) == 240
    assert len(befell) == 20
    assert stats.chisquare(list(befell.values())).pvalue > 0.001


@pytest.mark.rule("K-YEA-02")
@pytest.mark.parametrize("events", [0, 1, 3])
def test_so_many_events_befall_the_kingdoms_in_a_year(events: int) -> None:
    board = year(Board({"k.event.per_year": events}))
    for _ in range(events):
        assert board.game.state == "year_end"
        board.answer("K-DEC-03", "flooding", "Avalon")
    assert board.game.state == "open"
    assert board.levels("ann") == (-events, 0, 0)


# -- omens ---------------------------------------------------------------------------------------


@pytest.mark.rule("K-EVT-04", "K-EVT-05", "K-EX-19", "K-NOT-15", "K-YEA-04")
@pytest.mark.parametrize(("event", "pips"), [("good_omen", 1), ("bad_omen", -1)])
def test_an_omen_runs_through_the_next_year(event: str, pips: int) -> None:
    board = year(Board(ASKED)).answer("K-DEC-03", event, "Avalon")
    (told,) = board.everybody_told(EventBefalls)
    assert "to the end of winter of year 2" in told.effect
    omens = []
    for _ in range(4):
        board.turn(ann="work rating=economy")
        (roll,) = board.outcome("ann").rolls
        omens.append(roll.omen)
        board.set_levels("ann", 0, 0, 0)
    assert omens == [pips] * 4
    assert board.kingdom("ann").omens
    board.answer("K-DEC-03", "flooding", "Burgundy")
    assert board.kingdom("ann").omens == ()
    assert [over.name for over in board.everybody_told(OmenEnds)] == ["Avalon"]
    board.turn(ann="work rating=economy")
    assert board.outcome("ann").rolls[0].omen == 0


@pytest.mark.rule("K-EVT-04", "K-EX-19")
def test_work_under_a_good_omen_succeeds_as_often_as_the_example_says() -> None:
    board = year(Board(ASKED)).answer("K-DEC-03", "good_omen", "Avalon")
    board.turn(ann="work rating=economy")
    (roll,) = board.outcome("ann").rolls
    assert roll.modifier == 1
    assert at_least(roll.need, 6, roll.modifier) == at_least(24)
    assert float(at_least(25, 6, 1)) == pytest.approx(0.2794, abs=0.00005)


@pytest.mark.rule("K-EVT-04", "K-EVT-05")
@pytest.mark.parametrize(
    ("event", "params", "omens"),
    [
        ("good_omen", {"k.omen.good": 3}, [3, 3, 3, 3]),
        ("bad_omen", {"k.omen.bad": -2}, [-2, -2, -2, -2]),
        ("good_omen", {"k.omen.turns": 2}, [1, 1, 0, 0]),
    ],
)
def test_strength_and_length_of_an_omen_are_figures(
    event: str, params: dict[str, Any], omens: list[int]
) -> None:
    board = year(Board({**ASKED, **params})).answer("K-DEC-03", event, "Avalon")
    seen = []
    for _ in range(4):
        board.turn(ann="work rating=economy")
        seen.append(board.outcome("ann").rolls[0].omen)
    assert seen == omens


@pytest.mark.rule("K-RUL-32")
@pytest.mark.parametrize(("applies", "omen"), [(["actions"], 1), (["opportunities"], 0)])
def test_which_rolls_an_omen_touches_is_a_figure(applies: list[str], omen: int) -> None:
    board = year(Board({**ASKED, "k.omen.applies_to": applies}))
    board.answer("K-DEC-03", "good_omen", "Avalon").turn(ann="work rating=economy")
    assert board.outcome("ann").rolls[0].omen == omen


@pytest.mark.rule("K-RUL-32", "K-EVT-05")
def test_an_omen_touches_no_coin() -> None:
    board = standing(Board(ASKED, dice={"coin kingdom-ann": [1]}), ann=(0, 0, -3))
    year(board).answer("K-DEC-03", "bad_omen", "Avalon")
    assert board.levels("ann") == (-1, 0, -3)


@pytest.mark.rule("K-EVT-04")
def test_omens_add_up() -> None:
    board = year(Board({"k.event.per_year": 2}))
    board.answer("K-DEC-03", "good_omen", "Avalon").answer("K-DEC-03", "good_omen", "Avalon")
    board.turn(ann="work rating=economy")
    assert board.outcome("ann").rolls[0].omen == 2
    assert board.view("ben").kingdoms[0].omen == 2
    assert [omen.until for omen in board.view("ben").kingdoms[0].omens] == ["Y2.Wi"] * 2


# -- revolts -------------------------------------------------------------------------------------


@pytest.mark.rule("K-YEA-03", "K-RUL-29", "K-EX-18", "K-NOT-14")
@pytest.mark.parametrize(
    ("side", "levels", "says"),
    [
        (1, (-1, -3, -3), "heads: the Economy of Dal Riada falls to Economy Stagnant (-1)"),
        (2, (0, -3, -3), "tails: the Military of Dal Riada is at the bottom already"),
    ],
)
def test_the_coin_names_the_rating_and_spares_nobody_but_who_is_at_the_bottom(
    side: int, levels: tuple[int, int, int], says: str
) -> None:
    board = standing(Board(dice={"coin kingdom-dan": [side]}), dan=(0, -3, -3))
    year(board)
    assert board.levels("dan") == levels
    (told,) = board.everybody_told(RevoltBreaksOut)
    said = told.wording.format(**{name: getattr(told, name) for name in told.__struct_fields__})
    assert says in said


@pytest.mark.rule("K-YEA-03")
def test_it_comes_again_every_year_while_culture_stays_there() -> None:
    board = standing(Board(dice={"coin": [1, 2, 1]}), ann=(2, 2, -3), ben=(0, 0, -2))
    year(board, 12)
    assert board.levels("ann") == (0, 1, -3)
    assert board.levels("ben") == (0, 0, -2)
    assert len(board.everybody_told(RevoltBreaksOut)) == 3


@pytest.mark.rule("K-RUL-28", "K-EX-18")
@pytest.mark.parametrize(("read", "coins"), [("end_of_winter", 0), ("after_event", 1)])
def test_a_scandal_leaves_a_year_to_recover(read: str, coins: int) -> None:
    board = standing(Board({**ASKED, "k.yearend.revolt_read": read}), ben=(0, 0, -2))
    year(board).answer("K-DEC-03", "scandal", "Burgundy")
    assert board.levels("ben")[2] == -3
    assert len(board.everybody_told(RevoltBreaksOut)) == coins
    year(board).answer("K-DEC-03", "flooding", "Avalon")
    assert len(board.everybody_told(RevoltBreaksOut)) == coins + 1


@pytest.mark.rule("K-YEA-03")
@pytest.mark.parametrize(
    ("params", "levels"),
    [
        ({"k.revolt.level": -2}, (-1, 0, -2)),
        ({"k.revolt.level": -2, "k.revolt.step": 2}, (-2, 0, -2)),
        ({"k.revolt.level": -2, "k.revolt.coin": ["H:military", "T:economy"]}, (0, -1, -2)),
        ({}, (0, 0, -2)),
    ],
)
def test_level_step_and_coin_are_figures(
    params: dict[str, Any], levels: tuple[int, int, int]
) -> None:
    board = standing(Board(params, dice={"coin": [1]}), ann=(0, 0, -2))
    assert year(board).levels("ann") == levels


@pytest.mark.rule("K-RUL-29")
@pytest.mark.parametrize(("redirect", "levels"), [(False, (0, -3, -3)), (True, (-1, -3, -3))])
def test_the_blow_may_be_turned_to_the_other_rating(
    redirect: bool, levels: tuple[int, int, int]
) -> None:
    board = Board({"k.revolt.redirect": redirect}, dice={"coin": [2]})
    assert year(standing(board, ann=(0, -3, -3))).levels("ann") == levels


@pytest.mark.rule("K-YEA-03")
def test_the_coin_is_fair() -> None:
    board = Board({"k.year.turns": 1}, seed=7)
    shown: Counter[str] = Counter()
    for _ in range(100):
        for player in board.players:
            board.set_levels(player, 0, 0, -3)
        board.turn()
    shown.update(told.side for told in board.told("gm", RevoltBreaksOut))
    assert sum(shown.values()) == 400
    assert stats.chisquare([shown["heads"], shown["tails"]]).pvalue > 0.001


@pytest.mark.rule("K-RUL-29")
@pytest.mark.parametrize(
    "coin", [["H:economy"], ["X:economy", "T:military"], ["H:luck", "T:military"]]
)
def test_a_coin_has_two_sides_and_each_names_a_rating(coin: list[str]) -> None:
    with pytest.raises(BadScenario, match=r"k\.revolt\.coin"):
        Board({"k.revolt.coin": coin})
    assert sides(("T: Culture", "H:economy")) == {"H": "economy", "T": "culture"}


@pytest.mark.rule("K-NOT-13")
def test_whoever_comes_to_the_brink_is_warned_and_everybody_else() -> None:
    board = standing(Board(dice={"kingdom-ann/undermine": [30]}), ben=(0, 0, -2))
    board.turn(ann="undermine kingdom=Burgundy rating=culture")
    (mine,) = board.told("ben", YourRevoltLooms)
    assert (mine.name, mine.level, mine.year) == ("Burgundy", "Culture Revolting (-3)", 1)
    for person in ("gm", "ann", "cleo", "dan"):
        (told,) = board.told(person, RevoltLooms)
        assert told.year == 1
    assert board.told("ben", RevoltLooms) == []
    assert in_revolt(board.world) == ("kingdom-ben",)


@pytest.mark.rule("K-NOT-13", "K-RUL-28")
@pytest.mark.parametrize(("read", "when"), [("end_of_winter", 2), ("after_event", 1)])
def test_after_a_scandal_it_is_the_end_of_the_year_now_beginning(read: str, when: int) -> None:
    board = standing(Board({**ASKED, "k.yearend.revolt_read": read}), ben=(0, 0, -2))
    year(board).answer("K-DEC-03", "scandal", "Burgundy")
    assert [told.year for told in board.told("ben", YourRevoltLooms)] == [when]


# -- the new year --------------------------------------------------------------------------------


@pytest.mark.rule("K-YEA-04")
def test_the_year_rises_and_year_locks_clear() -> None:
    board = Board(ASKED).turn(ann="seek")
    assert board.kingdom("ann").used == ("seek",)
    assert board.refusal("ann", "seek") == "E-ALREADY-THIS-YEAR"
    year(board, 3).answer("K-DEC-03", "flooding", "Burgundy")
    assert board.game.year == 2
    assert board.kingdom("ann").used == ()
    board.order("ann", "seek")


@pytest.mark.rule("K-RUL-28", "K-RUL-12", "K-YEA-01")
def test_the_year_ends_in_its_order() -> None:
    """Comparison, event, coin, new year; an event cannot cost a victory that was won before it."""
    board = standing(Board(ASKED, dice={"coin": [1]}), ben=(0, 0, -3))
    year(board)
    kinds = [row.kind for batch in board.batches for row in batch.notice_rows if row.person == "gm"]
    assert "year_compared" in kinds
    assert "event_befalls" not in kinds
    board.answer("K-DEC-03", "flooding", "Burgundy")
    kinds = [row.kind for batch in board.batches for row in batch.notice_rows if row.person == "gm"]
    order = ["year_compared", "event_befalls", "revolt_breaks_out", "year_over", "turn_begun"]
    last = [max(i for i, kind in enumerate(kinds) if kind == each) for each in order]
    assert last == sorted(last)
    assert board.levels("ben") == (-2, 0, -3)


@pytest.mark.rule("K-NOT-11", "K-NOT-12", "K-NOT-14")
def test_the_year_is_reported_as_a_forum_would_post_it() -> None:
    board = standing(Board(ASKED, dice={"coin": [2]}), ben=(0, 0, -3))
    year(board).answer("K-DEC-03", "good_omen", "Avalon")
    (over,) = board.everybody_told(YearOver)
    assert over.report.startswith("# The end of year 1\n\nNo kingdom stands at +2")
    assert "- **Avalon**: Good Omen. The stargazers see a lucky year" in over.report
    assert "- **Burgundy**: revolt. The coin shows tails: Military Ready (0) → " in over.report
    assert "| Burgundy | Healthy (0) | Unprepared (-1) | Revolting (-3) | -4 |" in over.report
    assert "[b]Avalon[/b]: Good Omen." in over.bbcode


@pytest.mark.rule("K-VIC-01")
def test_nothing_is_asked_any_more_once_somebody_has_won() -> None:
    board = standing(Board({"k.opp.per_turn": 1, "k.victory.check": "turn_end"}), ann=TOP)
    board.answer("K-DEC-02", "grand_festival", "Burgundy").turn()
    assert board.game.state == "over"
    assert board.open_decisions("K-DEC-02") == board.open_decisions("K-DEC-03") == []
    assert board.told("gm", DecisionChanged) == []


# -- dates ---------------------------------------------------------------------------------------


@pytest.mark.rule("K-TRN-01")
@given(
    turns=st.integers(1, 4),
    first=st.integers(0, 3),
    number=st.integers(1, 400),
)
def test_every_turn_has_a_date_and_every_date_a_turn(turns: int, first: int, number: int) -> None:
    seasons = ("spring", "summer", "autumn", "winter")
    start = seasons[min(first, turns - 1)]
    params = Board({"k.year.turns": turns, "k.start.season": start}, start=False).world.params
    year_, season = date_of(params, number)
    assert number_of(params, year_, season) == number
    assert turn_named(params, f"{season.title()} of year {year_}") == number
    assert turn_named(params, f"y{year_}.{season[:2]}") == number
