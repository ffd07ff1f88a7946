"""Correspondence is made from one's own books, and calls nothing arrived that is not proved."""

from __future__ import annotations

import msgspec
import pytest

from couriers.correspondence import EVERYBODY, Line, Piece, threads
from couriers.telegram import SendTelegram
from couriers.writing import WriteLetter
from tests.couriers.game import DAY, HOUR, Game, people, road


def game() -> Game:
    roads = [road("a", "b", 80, "north"), road("b", "c", 80, "north")]
    lines = [{"id": "east", "stations": [{"place": "a"}, {"place": "c"}]}]
    return Game(
        roads,
        people(ann="a", ben="c"),
        params={"message.safe_friendly": "1"},
        lines=lines,
    )


def books(played: Game, person: str) -> dict[str, list[Piece]]:
    decoder = played.world.pack.record_decoder
    rows = [row for batch in played.batches for row in batch.known_rows if row.person == person]
    return threads(person, [Line(row.n, row.at, decoder.decode(row.body)) for row in rows])


@pytest.mark.rule("C-MSG-01")
def test_a_letter_is_sent_until_an_answer_proves_that_it_arrived() -> None:
    played = game()
    played.say("ann", WriteLetter(to="ben", text="Come."))
    played.until(3 * DAY)
    (mine,) = books(played, "ann")["ben"]
    assert (mine.state, mine.answered, mine.eta_from) == ("sent", None, 2 * DAY)
    (theirs,) = books(played, "ben")["ann"]
    assert (theirs.state, theirs.mine, theirs.sent, theirs.at) == ("received", False, 0, 2 * DAY)
    played.say("ben", WriteLetter(to="ann", text="I cannot."))
    played.until(6 * DAY)
    assert [piece.state for piece in books(played, "ann")["ben"]] == ["sent", "received"]
    played.say("ben", WriteLetter(to="ann", text="Now I come.", answers=theirs.id))
    played.until(9 * DAY)
    mine, _, answer = books(played, "ann")["ben"]
    assert (mine.state, mine.answered) == ("arrived", answer.at)


@pytest.mark.rule("C-MSG-01")
def test_what_several_riders_bring_is_one_letter() -> None:
    played = game()
    played.say("ann", WriteLetter(to="ben", text="Come.", copies=3))
    played.until(4 * DAY)
    assert [piece.state for piece in books(played, "ben")["ann"]] == ["received"]


@pytest.mark.rule("C-SEM-01")
def test_what_towers_signal_is_for_everybody() -> None:
    played = game()
    played.say("ann", SendTelegram(text="the enemy is at b"))
    played.until(12 * HOUR)
    (mine,) = books(played, "ann")[EVERYBODY]
    assert (mine.means, mine.mine, mine.text) == ("semaphore", True, "the enemy is at b")
    (read,) = books(played, "ben")["ann"]
    assert (read.means, read.mine) == ("semaphore", False)


def test_pieces_can_be_read_by_programs() -> None:
    played = game()
    played.say("ann", WriteLetter(to="ben", text="Come."))
    found = books(played, "ann")["ben"]
    assert msgspec.json.decode(msgspec.json.encode(found), type=list[Piece]) == found
