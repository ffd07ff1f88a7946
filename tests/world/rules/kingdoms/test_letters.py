"""Letters between kingdoms: as long on their way as the table of the compass says."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import couriers
from couriers.letter import LetterCame, LetterIntercepted, LetterSentTimed
from tests.world.rules.kingdoms.board import DAY, HOUR, SECOND, Board
from world.errors import BadScenario, Refused
from world.kernel.nouns import SaidInVain
from world.rules import kingdoms
from world.rules.kingdoms.nouns.figures import creation
from world.rules.kingdoms.nouns.post import delay_ms
from world.rules.kingdoms.nouns.scene import scene

POSTED = kingdoms.pack(*couriers.LETTERS)
MINUTE = 60 * SECOND
COMPASS = creation.LOCATIONS.default


def table(params: dict[str, Any] | None = None, **more: Any) -> Board:
    """A board with the post at work."""
    return Board(params, pack=POSTED, **more)


def came(board: Board, person: str) -> list[tuple[int, LetterCame]]:
    """The letters somebody got, with their instants in µs since the board began."""
    found = board.told(person, LetterCame)
    instants = [
        row.at * 1000
        for batch in board.batches
        for row in batch.notice_rows
        if row.person == person and row.kind == "letter_came"
    ]
    return list(zip(instants, found, strict=True))


def arrives(board: Board, sender: str, to: str) -> int:
    """Minutes a letter of one player to another takes."""
    sent = board.at + SECOND - board.world.face.wall(0)  # type: ignore[operator]
    board.order(sender, f'letter to="{to}" text="Let us talk."').wait(3 * DAY)
    (found,) = {
        at
        for player in board.players
        for at, letter in came(board, player)
        if letter.sender == sender and at >= sent
    }
    assert (found - sent) % MINUTE == 0
    return (found - sent) // MINUTE


@pytest.mark.rule("K-SET-04")
@pytest.mark.parametrize(
    ("place", "minutes"),
    [("N", 60), ("NE", 180), ("NW", 180), ("E", 360), ("SE", 540), ("SW", 540), ("S", 720)],
)
def test_a_letter_takes_as_long_as_the_compass_is_wide(place: str, minutes: int) -> None:
    board = table(places={"ben": place})
    assert arrives(board, "ann", "Burgundy") == minutes


@pytest.mark.rule("K-SET-04")
def test_times_are_figures_and_the_last_is_for_all_farther_ones() -> None:
    board = table({"k.letter.minutes": [1, 10]}, places={"ben": "NE", "cleo": "N"})
    assert arrives(board, "ann", "ben") == 10
    assert arrives(board, "ann", "Cathay") == 1
    assert arrives(board, "ann", "dan") == 10


@pytest.mark.rule("K-SET-04")
def test_the_scenario_may_lay_down_its_own_table() -> None:
    laid = {
        "letters": [{"between": ["E", "N"], "minutes": 7}, {"between": ["S", "S"], "minutes": 0}]
    }
    board = table(laid=laid)
    assert arrives(board, "ann", "ben") == arrives(board, "ben", "ann") == 7
    assert arrives(board, "ann", "dan") == 360


@pytest.mark.parametrize(
    ("params", "laid", "found"),
    [
        ({}, {"letters": [{"between": ["E"], "minutes": 7}]}, "expected two of N, NE"),
        ({}, {"letters": [{"between": ["E", "up"], "minutes": 7}]}, "'E, up'"),
        ({}, {"letters": [{"between": ["E", "N"], "minutes": -7}]}, "0 minutes or more"),
        ({"k.letter.minutes": []}, {}, "k.letter.minutes"),
        ({"k.letter.minutes": [5, -1]}, {}, "k.letter.minutes"),
    ],
)
def test_mistakes_of_the_table_are_named(
    params: dict[str, Any], laid: dict[str, Any], found: str
) -> None:
    with pytest.raises(BadScenario) as mistake:
        table(params, laid=laid)
    assert found in str(mistake.value)


@given(one=st.sampled_from(COMPASS), other=st.sampled_from(COMPASS))
def test_a_letter_takes_as_long_there_as_back_and_longer_the_farther(one: str, other: str) -> None:
    board = Board(start=False)
    params, table_ = board.world.params, scene(board.world)
    there = delay_ms(params, table_, one, other)
    assert there == delay_ms(params, table_, other, one)
    apart = min(
        (COMPASS.index(one) - COMPASS.index(other)) % 8,
        (COMPASS.index(other) - COMPASS.index(one)) % 8,
    )
    nearest = [delay_ms(params, table_, "N", place) for place in COMPASS[:5]]
    assert there == nearest[apart]
    assert all(a < b for a, b in pairwise(nearest))


def test_its_sender_is_told_when_it_is_due_and_nobody_else_of_it() -> None:
    board = table(places={"ben": "E"}).order("ann", 'letter to=Burgundy text="In secret."')
    (sent,) = board.told("ann", LetterSentTimed)
    assert sent.towards == "the court of Burgundy"
    board.wait(7 * HOUR)
    ((at, letter),) = came(board, "ben")
    assert at == sent.eta * 1000
    assert (letter.name, letter.text) == ("ann of Avalon", "In secret.")
    told = {
        row.person for batch in board.batches for row in batch.notice_rows if b"secret" in row.body
    }
    assert told == {"ben"}
    assert board.told("cleo", LetterIntercepted) == []


def test_no_letter_is_ever_lost() -> None:
    board = table(places={"ben": "S"})
    for n in range(100):
        board.order("ann", f'letter to=ben text="number {n}"')
    board.wait(DAY)
    assert len(came(board, "ben")) == 100


def test_before_there_are_kingdoms_people_write_as_neighbours() -> None:
    board = table(ready=False, start=False)
    assert board.view("ann").correspondents == {
        "ben": "ben",
        "cleo": "cleo",
        "dan": "dan",
        "gm": "the referee",
    }
    assert arrives(board, "ann", "ben") == 60
    board.order("ann", "create_kingdom name=Avalon location=N")
    # Where a kingdom that waits for approval lies is nobody's business yet.
    board.order("ben", "create_kingdom name=Burgundy location=S")
    assert board.view("cleo").correspondents["ann"] == "ann"
    assert arrives(board, "ann", "cleo") == 60


def test_the_referee_can_be_written_to_and_hears_at_once() -> None:
    board = table().order("ann", 'letter to="the referee" text="May I?"')
    ((_, letter),) = came(board, "gm")
    assert letter.text == "May I?"
    board.order("gm", 'letter to=Avalon text="You may."')
    assert [letter.text for _, letter in came(board, "ann")] == ["You may."]


def test_letters_to_whoever_has_left_go_to_his_successor() -> None:
    board = table().order("ann", 'letter to=Burgundy text="For the ruler."')
    board.order("gm", "player_left kingdom=Burgundy").answer("K-DEC-06", "ruler", "eve")
    board.wait(DAY)
    assert [letter.text for _, letter in came(board, "eve")] == ["For the ruler."]
    assert came(board, "ben") == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("letter to=Atlantis text=x", "E-UNKNOWN-ADDRESSEE"),
        ("letter to=ann text=x", "E-UNKNOWN-ADDRESSEE"),
        ("letter to=Burgundy text=x towards=Atlantis", "E-NO-PATH"),
    ],
)
def test_what_cannot_be_carried_is_refused(text: str, code: str) -> None:
    board = table()
    with pytest.raises(Refused) as refused:
        board.order("ann", text)
    assert refused.value.code == code
    assert board.told("ann", SaidInVain) == []
