"""A number of any length in an answer or an order is refused, and never raises within a step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.world.rules.campaign.field import HOUR, Field
from tests.world.rules.campaign.sea import Gulf
from tests.world.rules.campaign.test_defection import turned
from tests.world.rules.campaign.test_mercenaries import HIRE, market
from tests.world.rules.campaign.test_operations import SCOUT, SOON, staff
from tests.world.rules.campaign.test_orders_in_advance import road
from tests.world.rules.campaign.test_ships import alone, one_ship
from world.decision import Decision
from world.errors import Refused
from world.rules.campaign.agenda.orders import require_numbers
from world.rules.campaign.defection.notices import OfferNoted
from world.rules.campaign.naval.orders import require_spread

if TYPE_CHECKING:
    from collections.abc import Callable

#: More than is kept of a number, than a machine word holds, and than Python reads.
LENGTHS = (13, 20, 5_000)


def defectors() -> Field:
    return turned(6, purse=9000)


def operation() -> Field:
    return staff().order(HOUR, "ney", SCOUT)


def company() -> Field:
    return market().order(HOUR, "ney", HIRE)


def ship() -> Field:
    rich = {"anson": {"name": "Anson", "faction": "red", "at": "0204", "purse": 80_000}}
    field = Gulf(alone(fleets=one_ship(at="0405"), commanders=rich))
    return field.order(HOUR, "anson", "buy_ship rate=fifth_rate names=Ariel")


@pytest.mark.rule("C-MOR-07", "C-OPS-03", "C-MERC-02", "C-SHIP-01")
@pytest.mark.parametrize(
    ("begun", "who", "rule", "option", "words"),
    [
        (defectors, "ney", "D-MOR-03", "offer", "{}"),
        (defectors, "ney", "D-MOR-03", "offer", "I offer {} doubloons"),
        (operation, "gm", "D-OPS-01", "suggested", "target={}"),
        (operation, "gm", "D-OPS-01", "suggested", "price={}"),
        (company, "gm", "D-MERC-01", "other_rates", "infantry={}"),
        (ship, "gm", "D-SHIP-01", "dearer", "{}"),
    ],
)
def test_an_answer_with_a_long_number_is_refused_and_the_question_stays_open(
    begun: Callable[[], Field], who: str, rule: str, option: str, words: str
) -> None:
    field = begun()
    for n in LENGTHS:
        field.answer(SOON, who, rule, option, words.format("9" * n))
    assert field.refusals(who) == ["E-SYNTAX"] * len(LENGTHS)
    mine = [d for d in field.world.of(Decision) if (d.rule, d.who) == (rule, who)]
    assert [d.state for d in mine] == ["open"]
    assert not field.told("ney", OfferNoted)


@pytest.mark.rule("C-NAV-05", "C-TIME-08")
@pytest.mark.parametrize("n", LENGTHS)
def test_an_order_with_a_long_number_in_its_words_is_refused(n: int) -> None:
    with pytest.raises(Refused, match="nothing was shared out"):
        require_spread("The fleet", {"Dauntless": 4}, 3, (f"Dauntless={'9' * n}",))
    with pytest.raises(Refused, match="There is no order number"):
        require_numbers(("9" * n,), 3)
    with pytest.raises(Refused, match="was not understood"):
        road().order(HOUR, "ney", f'queue orders="if supplies under {"9" * n} days: halt"')
