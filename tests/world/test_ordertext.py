"""Orders in their text form: everything can be said, nothing is dropped, every mistake is told."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any, ClassVar, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs import ferry, mill
from tests.packs.lab import lab
from world.errors import Refused
from world.order import Order, fields_of, to_text
from world.ordertext import LONGEST, form_of, parse_order, read_form, usage
from world.pack import Chapter, Pack


class Arm(enum.Enum):
    HORSE = "horse"
    FOOT = "foot soldiers"


class Part(msgspec.Struct, frozen=True):
    men: int
    name: str = ""


class Rich(Order, frozen=True, tag="rich"):
    """One blank of every type that an order may have."""

    version: ClassVar[int] = 1
    text: str
    men: int
    maybe: str | None = None
    word: str = "usual"
    count: int | None = None
    either: int | str = 0
    yes: bool = False
    no: bool | None = True
    pace: Literal["slow", "null", "7"] = "slow"
    figure: Literal[1, 2] = 1
    arm: Arm = Arm.HORSE
    arms: tuple[Arm, ...] = ()
    ways: tuple[str, ...] = ()
    some: tuple[str, ...] | None = None
    numbers: tuple[int, ...] = (1, 2)
    pair: tuple[str, int] = ("a", 1)
    paths: tuple[tuple[str, ...], ...] = ()
    colours: frozenset[str] = frozenset()
    part: Part | None = None
    parts: tuple[Part, ...] = ()
    leg2: str = ""


class Bare(Order, frozen=True, tag="bare"):
    """Nothing but its word."""


class Needy(Order, frozen=True, tag="needy"):
    """Needs all it has."""

    who: str
    men: int
    ways: tuple[str, ...]


def rich_pack() -> Pack:
    chapter = Chapter("rich", "every blank there is")
    for kind in (Rich, Bare, Needy):
        chapter.obeys(kind)(lambda _step, _order, _hand: None)
    return lab(chapter)


PACK = rich_pack()

# What people write, and what could be taken for something else.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12) | st.sampled_from(
    ["", "null", "true", "5", "-1", "1.5", '"', '""', "a b", "a,b", "[", "[]", "{}", "a=b", "\\",
     'say "no"', "line\nbreak", "Zürich", "0831", " ", ",", "rule:D-1", "a/b", "\t", "\u2028"]
)  # fmt: skip
numbers = st.integers(-(2**60), 2**60)

rich_orders = st.builds(
    Rich,
    text=texts,
    men=numbers,
    maybe=texts | st.none(),
    word=texts,
    count=numbers | st.none(),
    either=numbers | texts,
    yes=st.booleans(),
    no=st.booleans() | st.none(),
    pace=st.sampled_from(["slow", "null", "7"]),
    figure=st.sampled_from([1, 2]),
    arm=st.sampled_from(Arm),
    arms=st.lists(st.sampled_from(Arm)).map(tuple),
    ways=st.lists(texts, max_size=3).map(tuple),
    some=st.none() | st.lists(texts, max_size=3).map(tuple),
    numbers=st.lists(numbers, max_size=3).map(tuple),
    pair=st.tuples(texts, numbers),
    paths=st.lists(st.lists(texts, max_size=3).map(tuple)).map(tuple),
    colours=st.frozensets(texts),
    part=st.none() | st.builds(Part, men=numbers, name=texts),
    parts=st.lists(st.builds(Part, men=numbers, name=texts)).map(tuple),
    leg2=texts,
)
orders = (
    rich_orders
    | st.just(Bare())
    | st.builds(Needy, who=texts, men=numbers, ways=st.lists(texts, max_size=3).map(tuple))
)


# --- round trips ---------------------------------------------------------------------------------


@given(orders)
def test_every_order_is_the_same_as_text_as_a_form_and_in_the_api(order: Order) -> None:
    assert parse_order(PACK, to_text(order)) == order
    word = str(order.__struct_config__.tag)
    assert read_form(PACK, word, form_of(order)) == order
    body = msgspec.json.encode(order, order="deterministic")
    assert PACK.decode_order(body) == order


@given(rich_orders)
def test_a_form_shows_texts_as_they_are(order: Rich) -> None:
    blanks = form_of(order)
    assert blanks["text"] == order.text
    assert blanks.get("word", "usual") == order.word
    assert blanks["men"] == str(order.men)


@given(orders, st.sampled_from([" ", "  ", "\n", "\t "]))
def test_the_order_of_parts_and_the_space_between_them_do_not_matter(
    order: Order, space: str
) -> None:
    plain = form_of(order)
    text = str(order.__struct_config__.tag)
    for name in reversed(plain):
        whole = to_text(msgspec.structs.replace(order))
        part = next(p for p in _parts(whole) if p.startswith(f"{name}="))
        text += space + part
    assert parse_order(PACK, f" {text}{space}") == order


def _parts(text: str) -> list[str]:
    parts, quoted = [""], False
    escaped = False
    for character in text:
        if character == '"' and not escaped:
            quoted = not quoted
        escaped = character == "\\" and not escaped
        if character == " " and not quoted:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def test_what_has_its_default_need_not_be_written() -> None:
    assert to_text(mill.Cart()) == "cart"
    assert to_text(mill.Cart(to="village", sacks=3)) == "cart to=village sacks=3"
    assert to_text(ferry.Post(to="ben", text="It rains.")) == 'post to=ben text="It rains."'
    assert to_text(Rich(text="", men=0)) == 'rich text="" men=0'


def test_people_may_write_lists_with_commas_and_letters_with_line_breaks() -> None:
    order = parse_order(PACK, 'needy who="ann\nof\tthe mill" men=5 ways=Lille,Arras,')
    assert order == Needy(who="ann\nof\tthe mill", men=5, ways=("Lille", "Arras"))


# --- mistakes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["There is no order ''"]),
        ("   ", ["There is no order ''"]),
        ("needdy who=a", ["no order 'needdy'", "needy (did you mean that?)"]),
        ("dance", ["no order 'dance'", "one of act, bare, needy, rich"]),
        ("needy who=a men=1 ways=b when=now", ["no part 'when'", "needy who=… men=… ways=…"]),
        ("needy men=1 ways=b", ["who= is missing"]),
        ("needy", ["is missing"]),
        ("needy who=a men=many ways=b", ["men= was not understood: expected a whole number. "]),
        ("needy who=a men=1.5 ways=b", ["men= was not understood"]),
        ("needy who=a men= ways=b", ["'men='", "name=value"]),
        ("needy who=a men=1 ways=[b", ["ways='[b' was not understood"]),
        ("needy who=a men=1 ways=b please", ["'please' was not understood", "name=value"]),
        ("needy please who=a men=1 ways=b", ["'please' was not understood"]),
        ("needy who=ann of the mill men=1 ways=b", ["'of the mill'", "quotes"]),
        ("needy who=a who=b men=1 ways=b", ["who= twice"]),
        ('needy who="a men=1 ways=b', ["no quoted text"]),
        ('needy who="a"men=1 ways=b', ["'men=1'"]),
        ('needy who="a"b men=1 ways=b', ["'b'"]),
        (r'needy who="C:\dir" men=1 ways=b', ["for a backslash"]),
        ("rich text=a men=1 pace=fast", ["pace= was not understood", "fast"]),
        ("rich text=a men=1 part={}", ["part= was not understood"]),
        ("rich text=a men=1 part=x", ["part='x' was not understood"]),
        ("rich text=a men=1 pair=x", ["pair= was not understood"]),
        ("rich text=a men=1 yes=perhaps", ["yes= was not understood"]),
        ("bare\x00", ["no order"]),
    ],
)
def test_every_mistake_has_its_sentence(text: str, words: list[str]) -> None:
    with pytest.raises(Refused) as caught:
        parse_order(PACK, text)
    assert caught.value.code == "E-SYNTAX"
    for word in words:
        assert word in caught.value.text
    assert "othing was ordered" in caught.value.text


def test_an_endless_order_is_refused_unread() -> None:
    with pytest.raises(Refused, match=r"20007 characters long; an order has at most 20000"):
        parse_order(PACK, "bare x=" + "y" * LONGEST)


def understood(read: Callable[[], Order]) -> Order | None:
    """The order, or None where it was refused as not understood; anything else is an error."""
    try:
        return read()
    except Refused as refused:
        if refused.code != "E-SYNTAX" or len(refused.text) > 2000:
            raise
        return None


scribbles = st.text('=", [{:nulltrue0123ab\\\n', max_size=40).map("rich ".__add__)


@given(st.text(max_size=60) | scribbles)
def test_whatever_is_written_it_is_an_order_or_refused_with_a_sentence(text: str) -> None:
    order = understood(lambda: parse_order(PACK, text))
    assert order is None or parse_order(PACK, to_text(order)) == order


@given(
    st.sampled_from(["rich", "needy", "bare", "nonsense"]),
    st.dictionaries(st.sampled_from(["text", "men", "who", "ways", "part", "maybe", "x"]), texts),
)
def test_whatever_is_filled_in_it_is_an_order_or_refused_with_a_sentence(
    word: str, blanks: dict[str, str]
) -> None:
    order = understood(lambda: read_form(PACK, word, blanks))
    assert order is None or read_form(PACK, word, form_of(order)) == order


@given(rich_orders, st.sampled_from(["maybee", "speed", "part", "men2"]))
def test_no_part_is_ever_dropped_in_silence(order: Rich, name: str) -> None:
    """An unknown part is refused in every form; a known one arrives."""
    known = {field.name for field in fields_of(Rich)}
    body = {**msgspec.to_builtins(order), name: "x"}
    if name in known:
        with pytest.raises(msgspec.ValidationError):
            PACK.decode_order(msgspec.json.encode(body))
        return
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        PACK.decode_order(msgspec.json.encode(body))
    with pytest.raises(Refused, match="has no part"):
        parse_order(PACK, f"{to_text(order)} {name}=x")
    with pytest.raises(Refused, match="has no part"):
        read_form(PACK, "rich", {**form_of(order), name: "x"})


# --- usage ---------------------------------------------------------------------------------------


def test_how_an_order_is_written_is_drawn_from_its_type() -> None:
    assert usage(mill.Cart) == "cart [to=mill] [sacks=1]"
    assert usage(ferry.Post) == "post to=… text=…"
    assert usage(Bare) == "bare"
    shown = usage(Rich)
    assert "None" not in shown
    assert "[numbers=" in shown
    assert "[arm=horse]" in shown
    assert "[maybe=…]" in shown


def test_every_blank_is_described_with_its_default() -> None:
    blanks: dict[str, Any] = {field.name: field for field in fields_of(Rich)}
    assert blanks["text"].required
    assert not blanks["maybe"].required
    assert blanks["numbers"].default == (1, 2)
    assert blanks["colours"].default == frozenset()
