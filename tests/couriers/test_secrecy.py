"""What a player sees does not change with what their commander cannot know.

A week is played twice, the second time with one hidden change.  Up to the earliest instant at which
something could have *reached* the player because of it, every byte told to them is the same.  A
change they can see must differ, and a build with a planted leak must be found out.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import couriers.sending
from couriers.letter import Letter
from couriers.telegram import SendTelegram
from couriers.writing import WriteLetter
from tests.couriers.game import DAY, HOUR, Game, people, road
from tests.packs import table

ROADS = [
    road("a", "b", 60, "north"),
    road("b", "c", 80, "north"),
    road("c", "d", 70, "south"),
    road("a", "d", 260, "south"),
    road("d", "e", 50, ground="sea"),
]
FOLK: list[dict[str, Any]] = [
    *people(ann="a", ben="c", dan="d"),
    {"id": "eve", "place": "c", "side": "red"},
    {"id": "fay", "place": "e", "side": "red"},
]
LINES = [{"id": "east", "stations": [{"place": "d"}, {"place": "e"}]}]

#: What Ann does in her week, by hour.
WEEK = st.lists(
    st.tuples(
        st.integers(0, 6 * 24),
        st.sampled_from(
            [
                WriteLetter(to="ben", text="Where are you?"),
                WriteLetter(to="dan", text="Hold.", copies=2),
                WriteLetter(to="fay", text="Peace?", towards="e"),
                WriteLetter(to="ben", text="By both ways.", ways=("b", "d")),
                WriteLetter(to="nobody", text="x"),
                table.Task(who="ben", what="march"),
                table.Task(who="dan", what="impossible"),
                SendTelegram(text="is anybody there"),
            ]
        ),
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda deed: deed[0],
)

#: One change that Ann cannot know of, at some hour.
HIDDEN = st.tuples(
    st.integers(0, 6 * 24),
    st.sampled_from(
        [
            ("ben", table.Go(to="d")),
            ("ben", table.Go(to=None)),
            ("dan", table.Go(to="e")),
            ("eve", table.Go(to="b")),
            ("gm", table.Change(entity="north", field="side", value='"red"')),
            ("gm", table.Change(entity="south", field="closed", value="true")),
            ("gm", table.Change(entity="ben", field="alive", value="false")),
            ("gm", table.Change(entity="dan", field="captor", value='"eve"')),
            ("gm", table.Vanish(who="fay", heir="eve")),
            ("eve", WriteLetter(to="fay", text="They are coming.")),
            ("fay", SendTelegram(text="the fleet has sailed", priority="urgent")),
            ("dan", table.Task(who="ben", what="retreat")),
        ]
    ),
)


def play(
    week: list[tuple[int, Any]], hidden: tuple[int, tuple[str, Any]] | None, seed: int
) -> Game:
    """Ann's week, with a hidden change or without."""
    game = Game(
        ROADS,
        FOLK,
        lands={"north": "blue", "south": "nobody"},
        wars=["blue-red"],
        lines=LINES,
        seed=seed,
    )
    deeds = [(hour, 0, "ann", deed) for hour, deed in week]
    if hidden is not None:
        hour, (who, deed) = hidden
        deeds.append((hour, 1, who, deed))
    for hour, _, who, deed in sorted(deeds, key=lambda d: d[:2]):
        game.until(hour * HOUR)
        game.say(who, deed)
    game.until(7 * DAY)
    return game


def reached(game: Game) -> int:
    """When a rider first brought something back to Ann, by whatever cause."""
    back = [n["at"] for n in game.told("ann") if n["kind"] in {"order_reported", "letter_returned"}]
    return min(back, default=7 * DAY)


def seen_until(game: Game, instant: int) -> list[bytes]:
    return [row for row in game.seen("ann") if int(row.split(b" ", 1)[0]) < instant]


def differs(week: Any, hidden: Any, seed: int) -> bool:
    """Whether Ann could tell the two weeks apart before anything reached her."""
    plain, changed = play(week, None, seed), play(week, hidden, seed)
    horizon = min(reached(plain), reached(changed))
    return seen_until(plain, horizon) != seen_until(changed, horizon)


@pytest.mark.rule("C-MSG-01")
@given(WEEK, HIDDEN, st.integers(1, 5))
def test_a_hidden_change_alters_no_byte_of_what_a_player_is_told(
    week: Any, hidden: Any, seed: int
) -> None:
    assert not differs(week, hidden, seed)


def test_a_change_that_a_player_can_see_is_seen() -> None:
    week = [(5, WriteLetter(to="ben", text="x"))]
    assert differs(week, (4, ("ann", table.Go(to="b"))), 1)


def test_a_planted_leak_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = couriers.sending.way  # type: ignore[attr-defined]  # what the build calls, not exports

    def leaking(*args: Any, believed: bool, **rest: Any) -> Any:
        del believed
        return honest(*args, believed=False, **rest)

    monkeypatch.setattr(couriers.sending, "way", leaking)
    week = [(5, WriteLetter(to="ben", text="x"))]
    change = table.Change(entity="north", field="side", value='"red"')
    assert differs(week, (4, ("gm", change)), 1)


@given(WEEK, HIDDEN, st.integers(1, 5), st.lists(st.integers(0, 7 * 24), max_size=6))
def test_many_small_advances_equal_one_big_advance_to_the_last_byte(
    week: Any, hidden: Any, seed: int, stops: list[int]
) -> None:
    def rows(extra: list[int]) -> list[bytes]:
        game = Game(ROADS, FOLK, lands={"north": "blue"}, wars=["blue-red"], lines=LINES, seed=seed)
        deeds = [(hour, 0, "ann", deed) for hour, deed in week]
        deeds.append((hidden[0], 1, *hidden[1]))
        stop: list[tuple[int, int, str, Any]] = [(hour, -1, "", None) for hour in extra]
        for hour, _, who, deed in sorted([*deeds, *stop], key=lambda d: d[:2]):
            game.until(hour * HOUR)
            if deed is not None:
                game.say(who, deed)
        game.until(20 * DAY)
        return [row.hash for batch in game.batches for row in batch.journal_rows]

    assert rows([]) == rows(stops)


@given(WEEK, HIDDEN, st.integers(1, 5))
def test_nothing_is_stuck_for_ever(week: Any, hidden: Any, seed: int) -> None:
    game = play(week, hidden, seed)
    game.until(120 * DAY)
    assert all(letter.done for letter in game.all(Letter))
    assert not game.world.timeline.entries
    assert {copy.pending for letter in game.all(Letter) for copy in letter.copies} <= {""}
