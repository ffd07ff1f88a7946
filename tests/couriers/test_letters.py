"""Letters by rider: sent, found, handed over; and what their senders learn of it."""

from __future__ import annotations

import pytest

from couriers.letter import Letter
from couriers.writing import WriteLetter
from tests.couriers.game import DAY, HOUR, Game, people, road
from tests.packs import table


def letter(to: str = "ben", text: str = "Hold the bridge.", **rest: object) -> WriteLetter:
    return WriteLetter(to=to, text=text, **rest)  # type: ignore[arg-type]


@pytest.mark.rule("C-MSG-02", "C-MSG-04")
def test_worked_example_51_a_letter_to_a_place_the_addressee_has_left() -> None:
    game = Game([road("a", "b", 160), road("b", "c", 40)], people(ann="a", ben="b"), seed=3)
    game.say("ann", letter())
    game.until(DAY)
    game.say("ben", table.Go(to="c"))
    game.until(60 * HOUR - 1)
    assert game.told("ben", "letter_came") == []
    game.until(60 * HOUR)
    (came,) = game.told("ben", "letter_came")
    assert (came["at"], came["text"], came["sent"]) == (60 * HOUR, "Hold the bridge.", 0)
    assert [dice for _, dice in game.dice("safe")] == ["1d20"]
    assert game.one(Letter).reader == "ben"
