"""The page of a person: everything public, his own order, and what he may do (K-RUL-34)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.kingdoms.board import Board
from world.errors import Fault
from world.rules.kingdoms.nouns.view import OmenPage, OrderPage, kingdoms_view


@pytest.mark.rule("K-RUL-34", "K-ORD-02")
@pytest.mark.parametrize(("visibility", "seen"), [("public", True), ("until_close", False)])
def test_orders_are_seen_as_the_scenario_says(visibility: str, seen: bool) -> None:
    board = Board({"k.visibility.orders": visibility}).order("ann", "work rating=culture")
    order = OrderPage("Avalon", "work on its culture")
    assert board.view("ann").orders == board.view("gm").orders == (order,)
    assert board.view("ben").orders == ((order,) if seen else ())
    assert board.view("ben").missing == (("Burgundy", "Cathay", "Dal Riada") if seen else ())
    assert board.view("gm").missing == ("Burgundy", "Cathay", "Dal Riada")


@pytest.mark.rule("K-NOT-03", "K-TRN-03", "K-TRN-04")
def test_a_page_says_what_may_be_ordered_now() -> None:
    board = Board({"k.opp.per_turn": 1})
    assert board.view("ann").open == ()
    board.answer("K-DEC-02", "grand_festival", "Avalon")
    always = ("work", "expand", "undermine", "attack")
    assert board.view("ben").open == (*always, "trade", "ties", "seek", "pass")
    assert board.view("ann").open == (*always, "trade", "ties", "seek", "pursue", "pass")
    assert board.view("gm").open == ()
    board.turn(ann="trade kingdoms=Burgundy").answer("K-DEC-02", "grand_festival", "Burgundy")
    assert board.view("ann").open == (*always, "ties", "seek", "festival", "pass")
    board.order("ann", "pass")
    assert board.view("ann").open == ()


@pytest.mark.rule("K-RAT-04", "K-EVT-04", "K-LVL-02", "K-LVL-10", "K-LVL-13")
def test_a_kingdom_is_shown_with_the_names_of_its_levels_and_what_it_adds_to_rolls() -> None:
    board = Board({"k.event.per_year": 1}, traits={"ann": ["advanced-culture", "lagging-military"]})
    for _ in range(4):
        board.turn()
    board.answer("K-DEC-03", "bad_omen", "Avalon").set_levels("ann", 1, -1, 2)
    page = board.view("cleo").kingdoms[0]
    assert (page.name, page.ruler, page.place) == ("Avalon", "ann", "N")
    assert page.traits == ("Advanced Culture", "Lagging Military")
    assert page.names == ("Thriving", "Unprepared", "Utopic")
    assert (page.general, page.omen) == (2, -1)
    assert page.omens == (OmenPage("Bad Omen", -1, "Y2.Wi"),)


@pytest.mark.rule("K-NOT-04")
def test_an_opportunity_is_on_everybodys_page_and_marked_on_its_recipients() -> None:
    board = Board({"k.opp.per_turn": 1, "k.opp.lifetime": 3})
    board.answer("K-DEC-02", "grand_festival", "Avalon")
    (mine,), (theirs,) = board.view("ann").offers, board.view("ben").offers
    assert (mine.yours, theirs.yours) == (True, False)
    assert mine.recipients == theirs.recipients == ("Avalon",)
    assert mine.lapses == "Y1.Au"
    board.turn(ann="pursue")
    assert board.view("ann").offers[0].yours is False


@pytest.mark.rule("K-DEC-02", "K-DEC-03")
def test_questions_are_on_the_page_of_who_is_asked_alone() -> None:
    board = Board({"k.opp.per_turn": 1})
    (asked,) = board.view("gm").decisions
    assert (asked.rule, asked.default, asked.free_text) == ("K-DEC-02", "random", True)
    assert board.view("ann").decisions == ()


@pytest.mark.rule("K-DEC-01", "K-SET-02")
def test_a_kingdom_that_waits_for_approval_is_its_players_and_the_referees() -> None:
    board = Board(ready=False, start=False)
    board.order("ann", "create_kingdom name=Avalon location=N")
    names: dict[str, Any] = {
        person: [kingdom.name for kingdom in board.view(person).kingdoms]
        for person in ("ann", "ben", "gm")
    }
    assert names == {"ann": ["Avalon"], "ben": [], "gm": ["Avalon"]}


def test_a_page_of_other_rules_is_none_of_these() -> None:
    with pytest.raises(Fault, match="checked against a Board"):
        kingdoms_view(Board())  # type: ignore[arg-type]
