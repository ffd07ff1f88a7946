"""What a letter may take and risk is said before it is written, by what its author believes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from couriers.letter import Letter
from couriers.prospect import believed_place, one_of, prospect, wire
from couriers.writing import WriteLetter
from tests.couriers.game import DAY, Game, people, road

ROADS = [road("a", "b", 80, "north"), road("b", "c", 80, "north")]


def game(**rest: Any) -> Game:
    return Game(ROADS, people(ann="a", ben="c"), **rest)


@pytest.mark.rule("C-MSG-02", "C-MSG-03")
def test_the_time_foretold_is_the_time_ridden_when_the_author_is_right() -> None:
    played = game(params={"message.safe_friendly": "1", "message.safe_hostile": "1"})
    told = prospect(played.world, "ann", "ben")
    assert (told.place, told.eta_from, told.odds_from, told.odds_to) == ("C", 2 * DAY, 100, 100)
    played.say("ann", WriteLetter(to="ben", text="Come."))
    played.until(2 * DAY)
    assert played.one(Letter).read == told.eta_from
    (sent,) = played.told("ann", "letter_sent")
    assert (sent["eta_from"], sent["eta_to"]) == (told.eta_from, told.eta_to)


@pytest.mark.rule("C-MSG-03")
def test_more_riders_make_it_likelier_that_one_comes_through() -> None:
    params = {"message.safe_friendly": "9/10", "message.safe_hostile": "1/2"}
    one, three = (prospect(game(params=params).world, "ann", "ben", copies=n) for n in (1, 3))
    assert (one.odds_from, one.odds_to) == (50, 90)
    assert (three.odds_from, three.odds_to) == (88, 99)
    assert three.eta_from == one.eta_from
    most = prospect(game(params=params).world, "ann", "ben", copies=40)
    assert most.copies == most.copies_max == 5


def test_nothing_but_certainty_is_called_certain() -> None:
    assert [one_of(1, Fraction(n, 1000)) for n in (0, 1, 999, 1000)] == [0, 1, 99, 100]


@pytest.mark.rule("C-MSG-04")
def test_a_place_may_be_named_where_the_author_knows_of_none() -> None:
    played = game()
    assert believed_place(played.world, "ann", "ben") == "C"
    there = prospect(played.world, "ann", "ben", towards="B")
    assert (there.place, there.eta_from) == ("B", DAY)
    nowhere = Game([*ROADS, road("x", "y", 10)], people(ann="a", ben="x"))
    assert prospect(nowhere.world, "ann", "ben").unknown


@pytest.mark.rule("C-SEM-01")
def test_a_telegram_is_priced_by_its_letters_and_dearer_when_urgent() -> None:
    world = game(lines=[{"id": "east", "stations": [{"place": "a"}, {"place": "c"}]}]).world
    usual, urgent = wire(world, "ann", "come at 9"), wire(world, "ann", "come at 9", "urgent")
    assert usual.tower
    assert usual.price == 7
    assert urgent.price > usual.price


@pytest.mark.rule("C-MSG-01")
def test_a_letter_that_answers_another_proves_that_that_one_arrived() -> None:
    played = game(params={"message.safe_friendly": "1"})
    played.say("ann", WriteLetter(to="ben", text="Come."))
    played.until(2 * DAY)
    (read,) = played.known("ben", "letter_read")
    played.say("ben", WriteLetter(to="ann", text="I come.", answers=read["letter"]))
    played.say("ben", WriteLetter(to="ann", text="No letter is answered.", answers="no-letter"))
    played.until(4 * DAY)
    answered, other = played.known("ann", "letter_read")
    assert (answered["answers"], other["answers"]) == (read["letter"], None)


@pytest.mark.rule("C-MSG-01")
def test_what_one_has_not_read_cannot_be_answered() -> None:
    played = game(params={"message.safe_friendly": "1"})
    played.say("ann", WriteLetter(to="ben", text="Come."))
    letter = played.one(Letter).id
    played.say("ben", WriteLetter(to="ann", text="I guess.", answers=letter))
    played.until(2 * DAY)
    (read,) = played.known("ann", "letter_read")
    assert read["answers"] is None
