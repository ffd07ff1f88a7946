"""What a mail means is understood exactly, or asked back: never guessed."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.packs import load_pack
from service.post.understanding import choice_in, orders_in
from tests.packs.ferry import PACK
from world.decision import Decision, Option
from world.errors import Refused
from world.order import Order, to_text

load_pack("tests.packs.ferry:PACK")


def _asked(*options: tuple[str, str]) -> Decision:
    return Decision(
        id="d",
        rule="D-1",
        question="What?",
        who="ann",
        options=tuple(Option(name=name, text=text) for name, text in options),
        default=options[0][0],
    )


SIEGE = _asked(
    ("assault", "storm the walls at dawn"),
    ("starve", "wait until they are hungry"),
    ("starve_slowly", "wait longer"),
    ("lift", "march away"),
)
ROLLS = _asked(("2", "two dice"), ("1", "one die"), ("3", "three dice"))


@pytest.mark.parametrize(
    ("words", "option", "text"),
    [
        ("assault", "assault", ""),
        ("Assault.", "assault", ""),
        ("  1 ", "assault", ""),
        ("2)", "starve", ""),
        ("#4", "lift", ""),
        ("option 3", "starve_slowly", ""),
        ("storm the walls at dawn", "assault", ""),
        ("Storm the walls", "assault", ""),
        ("lif", "lift", ""),
        ("starve", "starve", ""),
        ("“lift”", "lift", ""),
        ("lift - they have bread for a year", "lift", "they have bread for a year"),
        ("lift\n\nThey have bread.\nMaria", "lift", "They have bread.\nMaria"),
        ("starve_slowly: as you say", "starve_slowly", "as you say"),
    ],
)
def test_an_option_is_known_by_name_number_or_first_words(
    words: str, option: str, text: str
) -> None:
    assert msgspec.structs.astuple(choice_in(SIEGE, words)) == (option, text)


@pytest.mark.parametrize(
    "words", ["", "wait", "star", "5", "0", "no", "assaulting", "Dear Soult", "s", "yes"]
)
def test_what_may_mean_two_things_or_none_is_asked_back_with_all_there_are(words: str) -> None:
    with pytest.raises(Refused, match="nothing was decided") as refused:
        choice_in(SIEGE, words)
    assert "3. starve_slowly: wait longer" in refused.value.text


def test_a_number_that_is_another_options_name_is_asked_back() -> None:
    assert choice_in(ROLLS, "3").option == "3"
    for words in ("1", "2"):
        with pytest.raises(Refused, match="more than one thing"):
            choice_in(ROLLS, words)


@given(st.text(max_size=60))
def test_no_words_choose_what_was_not_offered(words: str) -> None:
    try:
        found = choice_in(SIEGE, words)
    except Refused:
        return
    assert found.option in {one.name for one in SIEGE.options}


def _orders(words: str) -> list[str]:
    return [to_text(order) for order in orders_in(PACK, words)]


def test_orders_stand_one_a_line_and_may_be_broken_by_the_program() -> None:
    two = ["post to=ben text=hi", r'post to=ann text="Come.\nNow."']
    for words in (
        "\n".join(two),
        'post to=ben\ntext=hi\n\npost to=ann\n text="Come.\nNow."',
        '  post to=ben text=hi  \n\n\npost to=ann text="Come.\nNow."\n',
    ):
        assert _orders(words) == two
    assert _orders("post to=ben text=“Hold it.”") == ['post to=ben text="Hold it."']


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("post to=ben text=hi\nBest wishes", "In order 2 of 2"),
        ("Dear referee,\n\npost to=ben text=hi", "In order 1 of 2"),
        ("post to=ben", "text= is missing"),
        ("fly to=ben", "There is no order 'fly'"),
        ('post to=ben text="open', "was not understood"),
        ("post to=ben text=hi\n" * 51, "at most 50"),
    ],
)
def test_one_order_that_is_not_understood_spoils_all(words: str, why: str) -> None:
    with pytest.raises(Refused, match="othing was ordered") as refused:
        orders_in(PACK, words)
    assert why in refused.value.text


@given(st.text(max_size=200))
def test_no_words_are_an_error_of_any_kind_but_ours(words: str) -> None:
    try:
        found = orders_in(PACK, words)
    except Refused:
        return
    assert all(isinstance(order, Order) for order in found)
