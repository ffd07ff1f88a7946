"""The calendar, the close of turns, deadlines on a grid, missing orders (K-TRN, K-RUL-11 to 15)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.world.rules.kingdoms.board import DAY, HOUR, SECOND, START, Board
from world.kernel.nouns import DecisionAsked, SaidInVain
from world.recurrence import WallEvery, WallRecurrence, next_after, parse_wall
from world.rules.kingdoms.nouns.deadline import earlier, first_deadline
from world.rules.kingdoms.nouns.seasons import date
from world.rules.kingdoms.turns.notices import OrderMissing, TurnBegun, TurnOver
from world.said import HoldClock, Outage, ResumeClock, SetRate

MINUTE = 60 * SECOND
#: 20:00 in Berlin, every day; the board is set up on the hour of a Sunday's.
DAILY: dict[str, Any] = {"k.turn.deadline": "daily 20:00 Europe/Berlin"}
HIDDEN = {"k.visibility.orders": "until_close"}
ALL_PASS = dict.fromkeys(("ann", "ben", "cleo", "dan"), "pass")


def when(board: Board) -> str:
    """The date of the game."""
    return date(board.game.year, board.game.season)


def deadline(board: Board) -> int:
    """The turn's deadline, in µs since the start."""
    at = board.view("ann").deadline
    assert at is not None
    return at - START


# -- the calendar --------------------------------------------------------------------------------


@pytest.mark.rule("K-TRN-01", "K-YEA-04", "K-RUL-13")
def test_four_seasons_make_a_year() -> None:
    board = Board()
    seen = [when(board), *(when(board.turn()) for _ in range(8))]
    assert seen == ["Y1.Sp", "Y1.Su", "Y1.Au", "Y1.Wi", "Y2.Sp", "Y2.Su", "Y2.Au", "Y2.Wi", "Y3.Sp"]
    assert [notice.date for notice in board.everybody_told(TurnBegun)] == seen
    assert [notice.date for notice in board.everybody_told(TurnOver)] == seen[:-1]


@pytest.mark.rule("K-TRN-01")
@pytest.mark.parametrize(
    ("turns", "dates"),
    [(1, "Y1.Sp Y2.Sp Y3.Sp"), (2, "Y1.Sp Y1.Su Y2.Sp"), (3, "Y1.Sp Y1.Su Y1.Au Y2.Sp")],
)
def test_how_many_seasons_a_year_has_is_a_figure(turns: int, dates: str) -> None:
    board = Board({"k.year.turns": turns})
    first, *others = dates.split()
    assert when(board) == first
    assert [when(board.turn()) for _ in others] == others


@pytest.mark.rule("K-NOT-03", "K-TRN-04")
def test_the_opening_says_what_is_open_and_what_one_has_used() -> None:
    board = Board().turn(ann="trade kingdoms=Cathay")
    spring, summer = board.told("ann", TurnBegun)
    assert spring.open == "work, expand, undermine, attack, trade, ties, seek"
    assert summer.open == "work, expand, undermine, attack, trade, ties, seek, festival"
    assert (spring.used, summer.used) == ("", " You have used this year: trade.")
    assert board.told("ben", TurnBegun)[1].used == ""


# -- when a turn closes --------------------------------------------------------------------------


@pytest.mark.rule("K-RUL-15", "K-TRN-02")
def test_a_turn_closes_when_every_kingdom_has_an_order() -> None:
    board = Board()
    for player in ("ann", "ben", "cleo"):
        assert board.order(player, "pass").game.number == 1
    assert board.order("dan", "pass").game.number == 2


@pytest.mark.rule("K-RUL-15", "K-ORD-13")
def test_an_order_taken_back_is_missing_again() -> None:
    board = Board()
    for player in ("ann", "ben", "cleo"):
        board.order(player, "pass")
    board.order("ann", "withdraw").order("dan", "pass")
    assert board.game.number == 1
    assert board.order("ann", "seek").game.number == 2


@pytest.mark.rule("K-RUL-15", "K-DEC-04", "K-RUL-14")
def test_the_referee_may_close_a_turn_and_who_has_not_ordered_passes() -> None:
    board = Board(dice={"kingdom-ann/work": [30]}).order("ann", "work rating=culture")
    board.order("gm", "close_turn")
    assert board.game.number == 2
    assert board.levels("ann") == (0, 0, 1)
    assert [outcome.order.kingdom for outcome in board.last.outcomes] == ["kingdom-ann"]
    assert "Cathay" in board.everybody_told(TurnOver)[0].report


@pytest.mark.rule("K-DEC-04")
def test_only_the_referee_closes_a_turn_and_only_an_open_one() -> None:
    assert Board().refusal("ann", "close_turn") == "E-REFEREE"
    assert Board(start=False).refusal("gm", "close_turn") == "E-NOT-STARTED"
    assert Board({"k.opp.per_turn": 1}).refusal("gm", "close_turn") == "E-TURN-CLOSED"


@pytest.mark.rule("K-RUL-15")
def test_a_scenario_may_wait_for_the_deadline_whoever_has_ordered() -> None:
    board = Board({**DAILY, "k.turn.early": False}).turn()
    assert board.game.number == 1
    assert board.run(START + deadline(board) + 2 * SECOND).game.number == 2


@pytest.mark.rule("K-RUL-15", "K-DEC-06")
def test_a_turn_in_which_nobody_is_left_to_order_does_not_close_by_itself() -> None:
    board = Board()
    for name in ("Avalon", "Burgundy", "Cathay", '"Dal Riada"'):
        board.order("gm", f"player_left kingdom={name}").answer("K-DEC-06", "pass")
    assert board.wait(DAY).game.number == 1
    assert board.order("gm", "close_turn").game.number == 2


@pytest.mark.rule("K-RUL-41", "K-DEC-02")
def test_a_turn_takes_orders_once_its_opportunity_is_settled() -> None:
    board = Board({"k.opp.per_turn": 1})
    assert board.game.state == "coming"
    assert board.everybody_told(TurnBegun) == []
    assert board.answer("K-DEC-02", "random").game.state == "open"
    board.turn()
    assert (board.game.number, board.game.state) == (2, "coming")
    assert board.wait(25 * HOUR).game.state == "open"


@pytest.mark.rule("K-RUL-41", "K-DEC-03")
def test_spring_opens_once_the_event_of_the_year_is_settled() -> None:
    board = Board({"k.event.per_year": 1})
    for _ in range(4):
        board.turn()
    assert board.game.state == "year_end"
    assert board.refusal("ann", "seek") == "E-TURN-CLOSED"
    assert board.answer("K-DEC-03", "good_omen", "Avalon").game.state == "open"
    assert when(board) == "Y2.Sp"


# -- how it is carried out -----------------------------------------------------------------------


@pytest.mark.rule("K-RUL-11", "K-EX-16", "K-RUL-12")
@pytest.mark.parametrize(
    ("resolution", "first", "level"),
    [
        ("snapshot", "ann", 2),
        ("snapshot", "ben", 2),
        ("sequential", "ann", 1),
        ("sequential", "ben", 2),
    ],
)
def test_a_gain_and_a_loss_of_one_turn(resolution: str, first: str, level: int) -> None:
    board = Board(
        {"k.turn.resolution": resolution, "k.general.per_level": 0},
        dice={"kingdom-ann/expand": [36], "kingdom-ben/undermine": [36]},
    ).set_levels("ann", 2, 0, 0)
    orders = {
        "ann": "expand rating=economy",
        "ben": "undermine kingdom=Avalon rating=economy",
    }
    for player in sorted(orders, reverse=first == "ben"):
        board.order(player, orders[player])
    board.order("cleo", "pass").order("dan", "pass")
    assert board.levels("ann") == (level, 0, 0)


@pytest.mark.rule("K-EX-16", "K-RUL-12", "K-RAT-03")
@pytest.mark.parametrize(("start", "attackers", "level"), [(2, 2, 0), (-2, 3, -3), (-3, 3, -3)])
def test_several_attacks_in_one_turn_add_up_within_the_ladder(
    start: int, attackers: int, level: int
) -> None:
    players = ("ben", "cleo", "dan")[:attackers]
    board = Board(
        {"k.general.per_level": 0}, dice={f"kingdom-{player}/attack": [36] for player in players}
    ).set_levels("ann", start, 0, 0)
    board.turn(**dict.fromkeys(players, "attack kingdom=Avalon rating=economy"))
    assert board.levels("ann") == (level, 0, 0)


@pytest.mark.rule("K-RUL-12")
@pytest.mark.parametrize(("mode", "level"), [("sum_then_clamp", 2), ("clamp_each", 1)])
def test_changes_are_added_before_the_end_is_looked_at_or_taken_one_by_one(
    mode: str, level: int
) -> None:
    board = Board(
        {"k.turn.delta_mode": mode, "k.general.per_level": 0},
        dice={"kingdom-ann/expand": [36], "kingdom-ben/undermine": [36]},
    ).set_levels("ann", 2, 0, 0)
    board.turn(ann="expand rating=economy", ben="undermine kingdom=Avalon rating=economy")
    assert board.levels("ann") == (level, 0, 0)


@pytest.mark.rule("K-RUL-11")
@pytest.mark.parametrize(("resolution", "general"), [("snapshot", 0), ("sequential", -1)])
def test_rolls_use_the_levels_of_the_opening_or_those_that_are_left(
    resolution: str, general: int
) -> None:
    board = Board({"k.turn.resolution": resolution}, dice={"kingdom-ann/attack": [36]})
    board.order("ann", "attack kingdom=Burgundy rating=economy").order("ben", "seek")
    board.order("cleo", "pass").order("dan", "pass")
    assert board.outcome("ben").rolls[0].general == general


@pytest.mark.rule("K-RUL-11")
@settings(max_examples=15)
@given(st.permutations(["ann", "ben", "cleo", "dan"]))
def test_with_a_snapshot_it_does_not_matter_who_orders_first(order: list[str]) -> None:
    orders = {
        "ann": "attack kingdom=Burgundy rating=economy",
        "ben": "trade kingdoms=Avalon,Cathay",
        "cleo": "ties kingdom=Avalon",
        "dan": "undermine kingdom=Cathay rating=culture",
    }
    dice = {
        "trade with kingdom-ann": [36],
        "trade with kingdom-cleo": [6],
        "kingdom-ben/trade": [36],
        "kingdom-ann/attack": [36],
        "kingdom-cleo/ties": [8, 36],
        "kingdom-dan/undermine": [36],
    }
    board = Board(dice=dice)
    for player in order:
        board.order(player, orders[player])
    assert all(roll.general == 0 for outcome in board.last.outcomes for roll in outcome.rolls)
    levels = [board.levels(player) for player in ("ann", "ben", "cleo", "dan")]
    assert levels == [(1, 0, 1), (0, 0, 0), (0, 0, -1), (0, 0, 0)]


# -- deadlines -----------------------------------------------------------------------------------


@pytest.mark.rule("K-RUL-15")
def test_without_a_deadline_a_turn_stays_open() -> None:
    board = Board().wait(30 * DAY)
    assert board.game.number == 1
    assert board.view("ann").deadline is None


@pytest.mark.rule("K-RUL-15", "K-RUL-14", "K-DEC-04")
def test_at_the_deadline_the_turn_closes_with_passes() -> None:
    board = Board(DAILY, dice={"kingdom-ann/work": [30]})
    assert deadline(board) == 2 * DAY
    board.order("ann", "work rating=culture")
    board.run(START + 2 * DAY)
    assert board.game.number == 1, "what was received in time is waited for"
    board.run(START + 2 * DAY + SECOND)
    assert board.game.number == 2
    assert board.levels("ann") == (0, 0, 1)
    assert deadline(board) == 3 * DAY
    assert board.open_decisions("K-DEC-04") == []
    assert [notice.until for notice in board.told("ben", TurnBegun)] == [
        " until Tuesday 2026-03-03 20:00 (Europe/Berlin)",
        " until Wednesday 2026-03-04 20:00 (Europe/Berlin)",
    ]


@pytest.mark.rule("K-RUL-15")
def test_an_order_counts_to_the_very_instant_of_the_deadline_and_no_longer() -> None:
    board = Board(DAILY)
    board.order("ann", "seek", at=START + 2 * DAY)
    board.force("ben", "seek", at=START + 2 * DAY + 1)
    board.force("ann", "withdraw", at=START + 2 * DAY + 500_000)
    (late,) = board.told("ben", SaidInVain)
    assert late.code == "E-TURN-CLOSED"
    assert "deadline of Y1.Sp has passed" in late.reason
    assert [notice.code for notice in board.told("ann", SaidInVain)] == ["E-TURN-CLOSED"]
    board.run(START + 2 * DAY + 2 * SECOND)
    assert [outcome.order.kingdom for outcome in board.last.outcomes] == ["kingdom-ann"]
    board.order("ben", "seek")
    assert board.game.number == 2


@pytest.mark.rule("K-RUL-15")
@settings(max_examples=25)
@given(st.integers(2 * SECOND, 2 * DAY - 10 * SECOND))
def test_after_an_early_close_the_deadline_is_one_period_away_and_less_than_two(
    after: int,
) -> None:
    board = Board(DAILY).run(START + after)
    board.turn()
    closed = board.at - START
    assert board.game.number == 2
    assert deadline(board) % DAY == 0
    assert DAY <= deadline(board) - closed < 2 * DAY
    # It falls when it was said to.
    at = START + deadline(board)
    assert board.run(at).game.number == 2
    assert board.run(at + SECOND).game.number == 3


GRIDS = st.builds(
    WallRecurrence,
    st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    st.integers(0, 23),
    st.integers(0, 59),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC"]),
)


@pytest.mark.rule("K-RUL-15")
@given(GRIDS, st.integers(START, START + 400 * DAY))
def test_a_deadline_is_on_its_grid_with_one_instant_of_the_grid_before_it(
    rec: WallRecurrence, since: int
) -> None:
    at = first_deadline(rec, since)
    first = next_after(rec, since - 1, None)[0]
    assert since <= first < at == next_after(rec, first, None)[0]
    # A turn that closes on the grid has the whole of the next period.
    assert first_deadline(rec, first) == at


@pytest.mark.rule("K-RUL-15")
@pytest.mark.parametrize(("least", "days"), [(0, 2), (12, 2), (30, 3), (60, 4)])
def test_a_deadline_that_leaves_too_little_time_is_passed_over(least: int, days: int) -> None:
    board = Board({**DAILY, "k.turn.least_h": least, "k.opp.per_turn": 1})
    board.wait(24 * HOUR)
    assert board.game.state == "open"
    assert deadline(board) == days * DAY


@pytest.mark.rule("K-RUL-15", "K-RUL-41")
def test_the_deadline_is_counted_from_the_close_not_from_when_the_referee_was_done() -> None:
    board = Board({**DAILY, "k.opp.per_turn": 1, "k.decision.timeout_h": 6})
    board.wait(7 * HOUR).run(START + 2 * DAY + 2 * SECOND)
    assert board.game.state == "coming"
    board.wait(7 * HOUR)
    assert (board.game.number, board.game.state) == (2, "open")
    assert deadline(board) == 3 * DAY


@pytest.mark.rule("K-RUL-15")
def test_weekdays_hour_and_zone_are_kept_through_a_change_of_clocks() -> None:
    board = Board({"k.turn.deadline": "Tue and Fri 20:00 Europe/Berlin"})
    closes = []
    for _ in range(9):
        closes.append(deadline(board))
        board.run(START + closes[-1] + 2 * SECOND)
    # Sunday 29 March: from then on 20:00 in Berlin is an hour earlier.
    assert [at // DAY for at in closes[:3]] == [5, 9, 12]
    assert [round(at % DAY / HOUR) for at in closes] == [0, 0, 0, 0, 0, 0, 0, 23, 23]


@pytest.mark.rule("K-RUL-15")
def test_a_fast_game_closes_by_the_minute() -> None:
    board = Board({"k.turn.deadline": "every 20m", "k.turn.least_h": 0})
    first = deadline(board)
    assert 20 * MINUTE <= first - SECOND < 40 * MINUTE
    board.run(START + first + 2 * SECOND)
    assert deadline(board) == first + 20 * MINUTE
    assert "(UTC)" in board.told("ann", TurnBegun)[0].until


# -- pauses and outages --------------------------------------------------------------------------


@pytest.mark.rule("K-RUL-15")
def test_a_pause_over_the_deadline_moves_it_to_the_next_of_the_grid() -> None:
    board = Board(DAILY).say("gm", HoldClock(reason="holidays", until=START + 2 * DAY + HOUR))
    assert deadline(board) == 3 * DAY
    assert board.run(START + 2 * DAY + 2 * HOUR).game.number == 1
    assert board.run(START + 3 * DAY + SECOND).game.number == 2


@pytest.mark.rule("K-RUL-15")
def test_a_pause_that_leaves_hardly_any_time_moves_it_as_well() -> None:
    board = Board(DAILY).say("gm", HoldClock(reason="holidays", until=START + 2 * DAY - HOUR))
    assert deadline(board) == 3 * DAY
    board.run(START + DAY).say("gm", ResumeClock())
    assert deadline(board) == 2 * DAY


@pytest.mark.rule("K-RUL-15")
def test_an_outage_is_no_time_of_the_players() -> None:
    board = Board(DAILY).run(START + HOUR)
    away = Outage(start=START + HOUR, end=START + 2 * DAY - HOUR)
    board.say("keeper", away, at=START + HOUR)
    assert deadline(board) == 3 * DAY


@pytest.mark.rule("K-RUL-15")
def test_orders_in_a_pause_close_the_turn_and_the_next_one_is_on_the_grid() -> None:
    board = Board(DAILY).say("gm", HoldClock(reason="holidays", until=START + 5 * DAY))
    board.turn()
    assert board.game.number == 2
    assert deadline(board) == 6 * DAY


@pytest.mark.rule("K-RUL-15", "K-RUL-41")
@pytest.mark.parametrize(("num", "den"), [(0, 1), (1, 1000), (60, 1)])
def test_deadlines_and_time_to_answer_run_on_real_clocks_whatever_the_rate(
    num: int, den: int
) -> None:
    board = Board({**DAILY, "k.opp.per_turn": 1}).say("gm", SetRate(num, den))
    board.wait(3 * HOUR).answer("K-DEC-02", "random").wait(HOUR).turn()
    asked = board.open_decisions("K-DEC-02")[0]
    assert asked.limit is not None
    assert abs(asked.limit - (board.at - START) // 1_000 - 24 * 3_600_000) <= 1
    assert board.wait(23 * HOUR).game.state == "coming"
    assert board.wait(2 * HOUR).game.state == "open"
    assert deadline(board) == 2 * DAY
    assert board.run(START + 2 * DAY + SECOND).game.number == 3


# -- grace, and orders that are missing ----------------------------------------------------------

GRACE = {**DAILY, "k.turn.grace_min": 90}


@pytest.mark.rule("K-DEC-04", "K-RUL-15")
def test_in_the_time_of_grace_missing_orders_are_still_taken() -> None:
    board = Board(GRACE).order("ann", "pass")
    board.order("ben", "pass", at=START + 2 * DAY + 500_000)
    board.run(START + 2 * DAY + HOUR)
    assert board.game.number == 1
    (asked,) = board.open_decisions("K-DEC-04")
    assert asked.default == "close"
    assert "Cathay and Dal Riada" in asked.question
    board.order("cleo", "seek")
    assert board.order("dan", "seek").game.number == 2, "all are in: nothing is waited for"
    assert board.open_decisions("K-DEC-04") == []
    assert deadline(board) == 4 * DAY


@pytest.mark.rule("K-DEC-04", "K-RUL-14")
def test_when_the_grace_is_over_the_turn_closes_and_keeps_to_its_grid() -> None:
    board = Board(GRACE).order("ann", "seek")
    board.run(START + 2 * DAY + 89 * MINUTE)
    assert board.game.number == 1
    board.run(START + 2 * DAY + 91 * MINUTE)
    assert board.game.number == 2
    assert deadline(board) == 3 * DAY
    assert len(board.last.outcomes) == 1


@pytest.mark.rule("K-DEC-04")
def test_there_is_no_grace_where_no_order_is_missing() -> None:
    board = Board({**GRACE, "k.turn.early": False}).turn()
    assert board.run(START + 2 * DAY + SECOND).game.number == 2


@pytest.mark.rule("K-DEC-04")
def test_the_referee_may_wait_for_the_next_deadline() -> None:
    board = Board(GRACE).run(START + 2 * DAY + HOUR).answer("K-DEC-04", "wait")
    assert deadline(board) == 3 * DAY
    board.order("ann", "seek")
    assert board.run(START + 3 * DAY + HOUR).game.number == 1
    assert board.answer("K-DEC-04", "close").game.number == 2


@pytest.mark.rule("K-DEC-04")
def test_the_referee_may_enter_orders_with_his_answer() -> None:
    board = Board(GRACE).order("ann", "pass").run(START + 2 * DAY + HOUR)
    board.answer("K-DEC-04", "enter", "Burgundy: work rating=economy")
    (asked,) = board.open_decisions("K-DEC-04")
    assert "Cathay and Dal Riada" in asked.question
    board.answer("K-DEC-04", "enter", "Cathay: pass")
    board.answer("K-DEC-04", "enter", "Dal Riada: expand rating=culture")
    assert board.game.number == 2
    assert [outcome.order.by for outcome in board.last.outcomes] == ["ann", "gm", "gm", "gm"]


@pytest.mark.rule("K-DEC-04")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("work rating=economy", "E-SYNTAX"),
        ("Nowhere: pass", "E-TARGET"),
        ("Cathay: draft", "E-WRONG-SEASON"),
        ("Avalon: pass", "E-ACTION-USED"),
    ],
)
def test_an_order_the_referee_enters_keeps_the_rules_and_the_question_stays(
    text: str, code: str
) -> None:
    board = Board(GRACE).order("ann", "pass").run(START + 2 * DAY + HOUR)
    board.answer("K-DEC-04", "enter", text)
    assert [notice.code for notice in board.told("gm", SaidInVain)] == [code]
    assert len(board.open_decisions("K-DEC-04")) == 1


@pytest.mark.rule("K-RUL-14", "K-DEC-04")
def test_where_missing_orders_are_waited_for_a_deadline_closes_nothing() -> None:
    board = Board({**DAILY, "k.turn.missing_order": "wait"}).order("ann", "pass")
    board.run(START + 2 * DAY + HOUR)
    assert board.open_decisions("K-DEC-04")[0].default == "wait"
    board.order("ben", "pass").run(START + 5 * DAY)
    assert board.game.number == 1
    assert len(board.open_decisions("K-DEC-04")) == 1
    board.order("cleo", "pass").order("dan", "pass")
    assert board.game.number == 2
    assert board.open_decisions("K-DEC-04") == []


@pytest.mark.rule("K-DEC-04", "K-RUL-41", "K-NOT-16")
def test_without_a_deadline_the_referee_is_asked_every_day_and_the_game_waits() -> None:
    board = Board().order("ann", "pass")
    assert board.wait(23 * HOUR).open_decisions("K-DEC-04") == []
    board.wait(2 * HOUR)
    (asked,) = board.open_decisions("K-DEC-04")
    assert asked.default == "wait"
    board.wait(3 * DAY)
    assert board.game.number == 1
    (again,) = board.open_decisions("K-DEC-04")
    assert again.id != asked.id
    assert len(board.told("gm", DecisionAsked)) == 4
    assert board.answer("K-DEC-04", "close").game.number == 2


@pytest.mark.rule("K-DEC-04", "K-RUL-41")
@pytest.mark.parametrize("away", ["pause", "outage"])
def test_neither_pauses_nor_outages_count_before_the_referee_is_asked(away: str) -> None:
    board = Board().run(START + HOUR)
    if away == "pause":
        board.say("gm", HoldClock(reason="holidays", until=START + 11 * HOUR))
    else:
        board.say("keeper", Outage(start=START + HOUR, end=START + 11 * HOUR), at=START + HOUR)
    assert board.run(START + 33 * HOUR).open_decisions("K-DEC-04") == []
    assert len(board.run(START + 35 * HOUR).open_decisions("K-DEC-04")) == 1


@pytest.mark.rule("K-DEC-04")
def test_the_question_is_withdrawn_when_the_turn_closes_without_it() -> None:
    board = Board().wait(25 * HOUR)
    assert len(board.open_decisions("K-DEC-04")) == 1
    assert board.turn().open_decisions("K-DEC-04") == []


@pytest.mark.rule("K-DEC-04", "K-RUL-41")
def test_when_the_referee_is_asked_is_a_figure() -> None:
    board = Board({"k.decision.timeout_h": 3}).wait(4 * HOUR)
    assert len(board.open_decisions("K-DEC-04")) == 1


# -- reminders -----------------------------------------------------------------------------------


@pytest.mark.rule("K-NOT-17")
def test_the_one_whose_order_alone_is_missing_is_reminded() -> None:
    board = Board()
    for player in ("ann", "ben"):
        board.order(player, "pass")
    assert board.told("dan", OrderMissing) == []
    board.order("cleo", "pass")
    (told,) = board.told("dan", OrderMissing)
    assert (told.kingdom, told.date) == ("Dal Riada", "Y1.Sp")
    for player in ("ann", "ben", "cleo", "gm"):
        assert board.told(player, OrderMissing) == []


@pytest.mark.rule("K-NOT-17", "K-RUL-34")
@pytest.mark.parametrize(("hours", "at"), [(12, 36 * HOUR), (3, 45 * HOUR), (30, 18 * HOUR)])
def test_with_hidden_orders_who_is_missing_is_reminded_by_the_clock(hours: int, at: int) -> None:
    board = Board({**DAILY, **HIDDEN, "k.turn.remind_h": hours}).order("ann", "seek")
    board.run(START + at)
    assert board.told("ben", OrderMissing) == []
    board.run(START + at + 2 * SECOND)
    assert board.told("ann", OrderMissing) == []
    for player in ("ben", "cleo", "dan"):
        assert len(board.told(player, OrderMissing)) == 1
    board.run(START + 2 * DAY)
    assert len(board.told("ben", OrderMissing)) == 1


@pytest.mark.rule("K-NOT-17")
@given(GRIDS, st.integers(0, 200))
def test_the_grid_of_reminders_is_that_of_the_deadlines_so_much_earlier(
    rec: WallRecurrence, hours: int
) -> None:
    before = earlier(rec, hours)
    assert isinstance(before, WallRecurrence)
    utc = WallRecurrence(rec.weekdays, rec.hour, rec.minute, "UTC")
    sooner = WallRecurrence(before.weekdays, before.hour, before.minute, "UTC")
    at = next_after(utc, START + 20 * DAY, None)[0]
    assert next_after(sooner, at - hours * HOUR - 1, None)[0] == at - hours * HOUR


@pytest.mark.rule("K-NOT-17")
def test_the_grid_of_reminders_of_a_fast_game() -> None:
    rec = parse_wall("every 7h")
    assert isinstance(rec, WallEvery)
    at = next_after(rec, START, None)[0]
    assert next_after(earlier(rec, 5), at - 5 * HOUR - 1, None)[0] == at - 5 * HOUR


@pytest.mark.rule("K-RUL-15", "K-NOT-16")
def test_the_secret_of_who_is_missing_is_the_referees_with_hidden_orders() -> None:
    board = Board({**GRACE, **HIDDEN}).order("ann", "seek").run(START + 2 * DAY + HOUR)
    assert len(board.open_decisions("K-DEC-04")) == 1
    for player in board.players:
        assert board.told(player, DecisionAsked) == []
        assert board.view(player).decisions == ()
        assert board.view(player).missing == ()
