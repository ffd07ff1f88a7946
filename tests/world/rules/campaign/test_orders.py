from __future__ import annotations

import typing
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.campaign.field import FEWER, HOUR, Field
from world.errors import Refused
from world.order import Order, fields_of, require_sound, to_text
from world.ordertext import parse_order
from world.rules import campaign

PACK = campaign.pack()
OWN = [order for tag, order in sorted(PACK.orders.items())]

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=20)


def words_of(hint: Any) -> list[Any]:
    """The words of a literal, or of literals put together."""
    if typing.get_origin(hint) is typing.Literal:
        return list(typing.get_args(hint))
    return [word for part in typing.get_args(hint) for word in words_of(part)]


def orders(kind: type[Order]) -> st.SearchStrategy[Order]:
    blanks: dict[str, Any] = {}
    for field in fields_of(kind):
        if field.hint is str:
            blanks[field.name] = TEXTS
        elif field.hint is bool:
            blanks[field.name] = st.booleans()
        elif field.hint is int:
            blanks[field.name] = st.integers(0, 9)
        elif field.hint == tuple[str, ...]:
            blanks[field.name] = st.lists(
                st.sampled_from(["0101", "0201", "Line", "Second-Foot"]), max_size=3
            ).map(tuple)
        elif typing.get_origin(field.hint) is tuple:
            words = st.sampled_from(words_of(field.hint))
            blanks[field.name] = st.lists(words, max_size=6).map(tuple)
        else:
            blanks[field.name] = st.sampled_from(words_of(field.hint))
    return st.builds(kind, **blanks)


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: kind.__struct_config__.tag)
@FEWER
@given(data=st.data())
def test_every_order_reads_back_as_it_was_written(kind: type[Order], data: Any) -> None:
    order = data.draw(orders(kind))
    assert parse_order(PACK, to_text(order)) == order
    assert PACK.decode_order(msgspec.json.encode(order)) == order


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: kind.__struct_config__.tag)
def test_every_order_says_what_it_is_for_and_which_rules_it_follows(kind: type[Order]) -> None:
    assert kind.summary
    assert kind.rules


def refusal(order: Order, field: Field) -> Refused | None:
    try:
        require_sound(order, PACK, PACK.view(field.world, "ney"))
    except Refused as refused:
        return refused
    return None


@pytest.mark.parametrize("kind", OWN, ids=lambda kind: kind.__struct_config__.tag)
@FEWER
@given(data=st.data())
def test_an_order_is_either_refused_with_words_or_taken_and_never_a_fault(
    kind: type[Order], data: Any
) -> None:
    order = data.draw(orders(kind))
    field = Field()
    refused = refusal(order, field)
    if refused is not None:
        assert refused.code.startswith("E-")
        assert len(refused.text) > 20
        assert refused.text[-1] in ".?)"
    field.force(HOUR, "ney", to_text(order)).run(30 * HOUR)
    for code in field.refusals("ney"):
        assert code.startswith("E-")
