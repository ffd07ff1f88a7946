"""An order or a roll was wrong: kept, or annulled and repeated (K-DEC-10)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.kingdoms.board import HOUR, Board
from world.kernel.nouns import SaidInVain
from world.rules.kingdoms.opportunities.notices import OpportunityResolved
from world.rules.kingdoms.review.notices import OrderAnnulled, ReviewKept, RollRepeated
from world.rules.kingdoms.year.notices import YourRevoltLooms

WORK = "work rating=economy"


def worked(*totals: int, params: dict[str, Any] | None = None, **more: Any) -> Board:
    """Ann has worked with the first of these totals; the others are for when she does again."""
    board = Board(params, dice={"kingdom-ann/work": list(totals)}, **more)
    return board.turn(ann=WORK)


@pytest.mark.rule("K-DEC-10")
def test_nothing_is_looked_at_unless_the_referee_wishes_and_by_default_it_stands() -> None:
    board = worked(25)
    assert board.open_decisions("K-DEC-10") == []
    board.order("gm", 'review kingdom=Avalon reason="A slip."')
    (asked,) = board.open_decisions("K-DEC-10")
    assert asked.default == "keep"
    assert "Avalon" in asked.question
    board.wait(25 * HOUR)
    assert board.levels("ann") == (1, 0, 0)
    assert board.told("ann", RollRepeated) == []


@pytest.mark.rule("K-DEC-10")
def test_a_roll_is_repeated_with_fresh_dice_as_if_the_first_had_never_been() -> None:
    board = worked(25, 24)
    first = board.outcome("ann")
    board.order("gm", 'review kingdom=Avalon reason="Wrong dice."').answer("K-DEC-10", "repeat")
    assert board.levels("ann") == (0, 0, 0)
    assert board.outcome("ann").rolls[0].total == 24
    assert board.outcome("ann").order == first.order
    (told,) = board.everybody_told(RollRepeated)
    assert (told.kingdom, told.reason) == ("Avalon", " Wrong dice.")
    assert "total **24**" in told.report
    assert "No rating has changed." in told.report
    assert "[b]24[/b]" in told.bbcode


@pytest.mark.rule("K-DEC-10", "K-RUL-35")
def test_the_dice_of_a_repeated_roll_are_others_and_in_the_journal() -> None:
    board = Board().turn(ann=WORK)
    faces = board.outcome("ann").rolls[0].faces
    board.order("gm", "review kingdom=Avalon").answer("K-DEC-10", "repeat")
    again = board.outcome("ann").rolls[0].faces
    assert again != faces
    body = board.batches[-1].journal_rows[-1].body.decode()
    assert "repeated/" in body
    assert str(list(again)).replace(" ", "") in body


@pytest.mark.rule("K-DEC-10")
def test_it_may_be_kept_and_everybody_hears_so() -> None:
    board = worked(25).order("gm", "review kingdom=Avalon").answer("K-DEC-10", "keep")
    (told,) = board.everybody_told(ReviewKept)
    assert told.order == "work on its economy"
    assert board.levels("ann") == (1, 0, 0)


@pytest.mark.rule("K-DEC-10", "K-RUL-11", "K-RUL-12", "K-EX-16")
def test_the_sums_of_the_turn_are_made_anew() -> None:
    """At the top a gain offset a loss; without the gain the loss counts."""
    dice = {"kingdom-ann/expand": [20, 15], "kingdom-ben/undermine": [25]}
    board = Board(dice=dice).set_levels("ann", 2, 0, 0)
    board.turn(ann="expand rating=economy", ben="undermine kingdom=Avalon rating=economy")
    assert board.levels("ann") == (2, 0, 0)
    board.order("gm", "review kingdom=Avalon").answer("K-DEC-10", "repeat")
    assert board.levels("ann") == (1, 0, 0)


@pytest.mark.rule("K-DEC-10", "K-RUL-11")
def test_the_levels_of_the_opening_count_for_the_repeated_roll() -> None:
    board = Board(dice={"kingdom-ann/work": [25, 25]}).set_levels("ann", 1, 1, 1)
    board.turn(ann=WORK)
    assert board.levels("ann") == (2, 1, 1)
    board.order("gm", "review kingdom=Avalon").answer("K-DEC-10", "repeat")
    assert board.outcome("ann").rolls[0].general == 3
    assert board.levels("ann") == (2, 1, 1)


@pytest.mark.rule("K-DEC-10", "K-RUL-11")
def test_in_turn_it_finds_what_the_orders_before_it_had_left() -> None:
    params = {"k.turn.resolution": "sequential"}
    dice = {"kingdom-ann/work": [25], "kingdom-ben/undermine": [25, 10]}
    board = Board(params, dice=dice).set_levels("ann", 0, 2, 0)
    board.turn(ann=WORK, ben="undermine kingdom=Avalon rating=economy")
    assert board.levels("ann") == (0, 2, 0)
    board.order("gm", "review kingdom=Burgundy").answer("K-DEC-10", "repeat")
    assert board.levels("ann") == (1, 2, 0)


@pytest.mark.rule("K-DEC-10", "K-EVT-04")
def test_an_omen_of_that_turn_counts_although_it_has_ended() -> None:
    board = Board({"k.event.per_year": 1, "k.omen.turns": 1})
    for _ in range(4):
        board.turn()
    board.answer("K-DEC-03", "good_omen", "Avalon").turn(ann=WORK)
    assert board.kingdom("ann").omens == ()
    board.order("gm", "review kingdom=Avalon").answer("K-DEC-10", "repeat")
    assert board.outcome("ann").rolls[0].omen == 1
    assert board.kingdom("ann").omens == ()


@pytest.mark.rule("K-DEC-10", "K-NOT-13")
def test_others_are_told_what_it_brings_them() -> None:
    dice = {"kingdom-ann/undermine": [24, 25]}
    board = Board(dice=dice).set_levels("ben", 0, 0, -2)
    board.turn(ann="undermine kingdom=Burgundy rating=culture")
    assert board.told("ben", YourRevoltLooms) == []
    board.order("gm", "review kingdom=Avalon").answer("K-DEC-10", "repeat")
    assert board.levels("ben") == (0, 0, -3)
    assert len(board.told("ben", YourRevoltLooms)) == 1


@pytest.mark.rule("K-DEC-10", "K-OPP-05", "K-DEC-08")
def test_an_opportunity_is_pursued_again() -> None:
    board = Board({"k.opp.per_turn": 1}, dice={"K-OPP-05": [25, 15]})
    board.order("gm", "card title=Map to=Avalon gain=economy+2 other_gain=fame loss=culture-1")
    board.turn(ann="pursue")
    assert board.levels("ann") == (2, 0, 0)
    assert len(board.open_decisions("K-DEC-08")) == 1
    board.order("gm", "review kingdom=Avalon").answer("K-DEC-10", "repeat")
    assert board.levels("ann") == (0, 0, -1)
    assert board.open_decisions("K-DEC-08") == []
    whats = [told.what for told in board.everybody_told(OpportunityResolved)]
    assert whats == ["success", "failure"]


@pytest.mark.rule("K-DEC-10")
def test_a_repeated_special_action_counts_once_for_the_year() -> None:
    board = Board().turn(ann="seek")
    board.order("gm", "review kingdom=Avalon").answer("K-DEC-10", "repeat")
    assert board.kingdom("ann").used == ("seek",)


@pytest.mark.rule("K-DEC-10")
def test_an_order_of_the_open_turn_is_taken_back_and_another_may_be_given() -> None:
    board = Board().order("ann", WORK)
    board.order("gm", "review kingdom=Avalon what=order").answer("K-DEC-10", "repeat")
    (told,) = board.everybody_told(OrderAnnulled)
    assert (told.kingdom, told.order) == ("Avalon", "work on its economy")
    board.turn(ann="seek")
    assert board.outcome("ann").order.kind == "seek"


@pytest.mark.rule("K-DEC-10", "K-RUL-34")
def test_a_hidden_order_is_spoken_of_to_its_ruler_alone() -> None:
    board = Board({"k.visibility.orders": "until_close"}).order("ann", WORK)
    board.order("gm", "review kingdom=Avalon what=order").answer("K-DEC-10", "repeat")
    assert len(board.told("ann", OrderAnnulled)) == len(board.told("gm", OrderAnnulled)) == 1
    assert board.told("ben", OrderAnnulled) == board.told("cleo", OrderAnnulled) == []


@pytest.mark.rule("K-DEC-10")
@pytest.mark.parametrize(
    ("person", "text", "code"),
    [
        ("ann", "review kingdom=Avalon", "E-REFEREE"),
        ("gm", "review kingdom=Atlantis", "E-TARGET"),
    ],
)
def test_only_the_referee_looks_again_and_at_kingdoms_in_play(
    person: str, text: str, code: str
) -> None:
    assert worked(25).refusal(person, text) == code


@pytest.mark.rule("K-DEC-10")
@pytest.mark.parametrize(
    "text",
    [
        "review kingdom=Avalon what=order",
        "review kingdom=Avalon kind=trade",
    ],
)
def test_where_there_is_nothing_to_look_at_it_says_so(text: str) -> None:
    board = worked(25).order("gm", text)
    assert [vain.code for vain in board.told("gm", SaidInVain)] == ["E-NOTHING"]
    assert board.open_decisions("K-DEC-10") == []


@pytest.mark.rule("K-DEC-10")
def test_once_another_turn_has_closed_it_is_too_late() -> None:
    board = worked(25, 10).order("gm", "review kingdom=Avalon").turn()
    board.answer("K-DEC-10", "repeat")
    assert [vain.code for vain in board.told("gm", SaidInVain)] == ["E-TOO-LATE"]
    assert board.levels("ann") == (1, 0, 0)
    assert len(board.open_decisions("K-DEC-10")) == 1
    board.answer("K-DEC-10", "keep")
    assert board.open_decisions("K-DEC-10") == []


@pytest.mark.rule("K-DEC-10")
def test_nothing_else_is_left_of_the_repetition() -> None:
    board = worked(25, 25)
    before = {e.id: e for e in board.world.entities.values()}
    board.order("gm", "review kingdom=Avalon").answer("K-DEC-10", "repeat")
    changed = {e.id for e in board.world.entities.values() if before.get(e.id) != e}
    (asked,) = (d for d in board.world.entities.values() if getattr(d, "rule", "") == "K-DEC-10")
    assert changed == {asked.id}  # the same total again: all is as it was
