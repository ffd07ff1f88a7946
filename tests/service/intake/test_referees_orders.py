"""What only the referee may order stands in nobody else's list, form, schema or hint."""

from __future__ import annotations

import inspect
import re

import pytest

from service.packs import pack_named
from service.web.blanks import order_forms
from world.errors import Refused
from world.ordertext import parse_order
from world.pack import Pack

PACKS = ("campaign", "kingdoms")
_REFUSES = re.compile(r"\b(?:require_referee|_only_the_referee)\(")


@pytest.fixture(params=PACKS)
def pack(request: pytest.FixtureRequest) -> Pack:
    """Each of the rule systems that are played."""
    return pack_named(request.param)


def test_an_order_is_marked_as_the_referees_where_it_refuses_everybody_else(pack: Pack) -> None:
    refusing = {
        word for word, kind in pack.orders.items() if _REFUSES.search(inspect.getsource(kind.check))
    }
    marked = {word for word, kind in pack.orders.items() if kind.for_referee}
    assert marked == refusing
    assert len(marked) >= 4


def test_a_player_is_offered_no_order_of_the_referees_and_the_referee_all(pack: Pack) -> None:
    marked = {word for word, kind in pack.orders.items() if kind.for_referee}
    forms = {form.word for form in order_forms(pack, referee=False)}
    assert forms == set(pack.orders) - marked
    assert {form.word for form in order_forms(pack, referee=True)} == set(pack.orders)


def test_a_word_that_is_none_points_a_player_to_no_order_of_the_referees(pack: Pack) -> None:
    marked = sorted(word for word, kind in pack.orders.items() if kind.for_referee)
    with pytest.raises(Refused) as refused:
        parse_order(pack, "zzzzzz x=1")
    assert [word for word in marked if re.search(rf"\b{word}\b", str(refused.value))] == []
    for word in marked:
        with pytest.raises(Refused) as refused:
            parse_order(pack, f"{word}s x=1")
        assert not re.search(rf"Try .*\b{word}\b", str(refused.value))
        with pytest.raises(Refused, match=rf"Try .*\b{word}\b"):
            parse_order(pack, f"{word}s x=1", referee=True)
