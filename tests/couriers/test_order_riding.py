"""Orders to the absent: they ride, take hold on receipt, may be overtaken, and are answered."""

from __future__ import annotations

from typing import Any

import pytest

from couriers.letter import Letter
from tests.couriers.game import DAY, HOUR, Game, people, road
from tests.packs import table

SAFE: dict[str, Any] = {"message.safe_friendly": "1"}


def game_of(**params: Any) -> Game:
    """Ann at a, Ben 120 km off at b, Cat as far beyond at c."""
    roads = [road("a", "b", 120), road("b", "c", 120)]
    return Game(roads, people(ann="a", ben="b", cat="c"), params={**SAFE, **params})


def done(game: Game, person: str = "ben") -> tuple[str, ...]:
    return game.world.get(table.Person, person).done


@pytest.mark.rule("C-MSG-07")
def test_worked_example_51_an_order_takes_hold_on_receipt_and_the_answer_rides_back() -> None:
    """EX-51."""
    game = game_of()
    game.say("ann", table.Task(who="ben", what="raise a levy"))
    (sent,) = game.told("ann")
    assert (sent["kind"], sent["eta_from"]) == ("letter_sent", 36 * HOUR)
    assert "raise a levy" in sent["what"]
    game.until(36 * HOUR - 1)
    assert done(game) == ()
    game.until(36 * HOUR)
    assert done(game) == ("raise a levy",)
    assert game.told("ben", "order_came")[0]["name"] == "Ann"
    assert len(game.told("ann")) == 1
    game.until(72 * HOUR)
    (report,) = game.told("ann", "order_reported")
    assert (report["at"], report["outcome"], report["name"]) == (72 * HOUR, "accepted", "Ben")


@pytest.mark.rule("C-MSG-07")
def test_a_refusal_comes_back_by_rider_with_its_code_and_reason() -> None:
    game = game_of()
    game.say("ann", table.Task(who="ben", what="impossible"))
    assert [notice["kind"] for notice in game.told("ann")] == ["letter_sent"]
    game.until(72 * HOUR)
    (report,) = game.told("ann", "order_reported")
    assert report["outcome"] == "refused"
    assert "E-NOTHING" in report["text"]
    assert "nothing of the kind" in report["text"]


@pytest.mark.rule("C-MSG-07")
def test_an_order_may_be_lost_like_any_letter_and_nobody_says_so() -> None:
    game = game_of(**{"message.safe_friendly": "0"})
    game.say("ann", table.Task(who="ben", what="dig"))
    game.until(30 * DAY)
    assert done(game) == ()
    assert [notice["kind"] for notice in game.told("ann")] == ["letter_sent"]


@pytest.mark.rule("C-MSG-07")
def test_the_answer_looks_for_its_writer_where_the_order_was_written() -> None:
    game = game_of()
    game.say("ann", table.Task(who="cat", what="dig"))
    game.until(HOUR)
    game.say("ann", table.Go(to="b"))
    game.until(9 * DAY)
    (report,) = game.told("ann", "order_reported")
    # Three days there, three back to a, and from there 120 km after her.
    assert report["at"] == 3 * DAY + 3 * DAY + 36 * HOUR


@pytest.mark.rule("C-MSG-07")
def test_orders_to_the_absent_take_hold_at_once_if_the_scenario_says_so() -> None:
    game = game_of(**{"order.absent_by_courier": "false"})
    game.say("ann", table.Task(who="ben", what="dig"))
    assert done(game) == ("dig",)


@pytest.mark.rule("C-MSG-07")
def test_whoever_acts_for_the_addressee_obeys_in_his_stead() -> None:
    game = game_of()
    game.say("ann", table.Task(who="ben", what="dig"))
    game.change("ben", "alive", False)
    game.change("ben", "stead", "cat")
    game.until(5 * DAY)
    assert (done(game), done(game, "cat")) == ((), ("dig",))


def overtaken(**params: Any) -> Game:
    """An order delayed on the way, a later one of the same kind arriving before it.

    The first rider finds the land closed and waits; the second leaves after it has opened.
    """
    roads = [road("a", "b", 120, land="pass")]
    game = Game(roads, people(ann="a", ben="b"), lands={"pass": "blue"}, params={**SAFE, **params})
    game.change("pass", "closed", True)
    game.say("ann", table.Task(who="ben", what="advance"))
    game.until(HOUR)
    game.change("pass", "closed", False)
    game.say("ann", table.Task(who="ben", what="retreat"))
    game.until(6 * DAY)
    return game


@pytest.mark.rule("C-MSG-07")
def test_an_order_overtaken_by_one_written_later_is_laid_aside_and_reported_by_rider() -> None:
    game = overtaken()
    assert done(game) == ("retreat",)
    outcomes = [(n["outcome"], n["at"]) for n in game.told("ann", "order_reported")]
    # The first rider tries again after six hours: 42 h there, as long as any back.
    assert outcomes == [("accepted", 73 * HOUR), ("overtaken", 78 * HOUR)]
    assert "laid aside" in game.told("ann", "order_reported")[1]["text"]


@pytest.mark.rule("C-MSG-07")
def test_whichever_order_arrives_is_obeyed_if_the_scenario_says_so() -> None:
    assert done(overtaken(**{"order.precedence": "arrived"})) == ("retreat", "advance")


@pytest.mark.rule("C-MSG-07")
def test_an_order_by_word_of_mouth_overtakes_an_older_letter() -> None:
    game = game_of()
    game.say("ann", table.Task(who="ben", what="advance"))
    game.until(HOUR)
    game.say("ann", table.Go(to="b"))
    game.say("ann", table.Task(who="ben", what="retreat"))
    assert done(game) == ("retreat",)
    game.until(5 * DAY)
    assert done(game) == ("retreat",)
    assert [n["outcome"] for n in game.told("ann", "order_reported")] == ["overtaken"]


@pytest.mark.rule("C-MSG-07")
def test_a_later_order_that_was_refused_overtakes_nothing() -> None:
    roads = [road("a", "b", 120, land="pass")]
    game = Game(roads, people(ann="a", ben="b"), lands={"pass": "blue"}, params=SAFE)
    game.change("pass", "closed", True)
    game.say("ann", table.Task(who="ben", what="advance"))
    game.until(HOUR)
    game.change("pass", "closed", False)
    game.say("ann", table.Task(who="ben", what="impossible"))
    game.until(6 * DAY)
    assert done(game) == ("advance",)


@pytest.mark.rule("C-MSG-07")
def test_another_writers_later_order_overtakes_nothing() -> None:
    game = game_of()
    game.say("ann", table.Task(who="ben", what="advance"))
    game.until(HOUR)
    game.say("cat", table.Task(who="ben", what="retreat"))
    game.until(5 * DAY)
    assert done(game) == ("advance", "retreat")


@pytest.mark.rule("C-MSG-07")
def test_of_two_like_orders_each_is_obeyed_and_answered() -> None:
    game = game_of()
    game.say("ann", table.Task(who="ben", what="dig"))
    game.say("ann", table.Task(who="ben", what="dig"))
    game.until(5 * DAY)
    assert done(game) == ("dig", "dig")
    assert len(game.told("ann", "order_reported")) == 2
    assert all(letter.done for letter in game.all(Letter))


@pytest.mark.rule("C-MSG-07")
def test_an_order_to_somebody_whose_end_is_not_known_goes_off_like_any_other() -> None:
    plain, changed = game_of(), game_of()
    changed.say("gm", table.Vanish(who="ben"))
    for game in (plain, changed):
        game.say("ann", table.Task(who="ben", what="dig"))
    assert plain.seen("ann") == changed.seen("ann")
    changed.until(3 * DAY)
    assert changed.one(Letter).copies[0].fate == "undeliverable"


@pytest.mark.rule("C-MSG-07")
def test_an_order_to_nobody_anybody_knows_is_refused() -> None:
    game = game_of()
    game.say("ann", table.Task(who="nobody", what="dig"))
    assert game.told("ann", "said_in_vain")[0]["code"] == "E-UNKNOWN-ADDRESSEE"
