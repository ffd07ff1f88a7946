"""Orders as types: forms, text, checks and documentation are drawn from one definition."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.packs import ferry, mill
from tests.packs.lab import Act, LabView, Poke, lab
from tests.packs.play import HOUR, MINUTE, begin, order
from world.errors import Fault, Refused
from world.fact import Fact
from world.notice import Notice
from world.order import Hand, Order, fields_of
from world.pack import Chapter
from world.step import Step
from world.timeline import Event


def test_the_blanks_of_a_form_are_the_fields_of_its_type_in_their_order() -> None:
    to, text = fields_of(ferry.Post)
    assert (to.name, to.hint, to.required, to.default) == ("to", str, True, None)
    assert text.name == "text"
    assert [(f.name, f.required, f.default) for f in fields_of(mill.Cart)] == [
        ("to", False, "mill"),
        ("sacks", False, 1),
    ]
    assert fields_of(mill.Halt) == ()


def test_an_order_is_carried_out_by_its_author_unless_it_says_otherwise() -> None:
    assert mill.Cart().addressee("abel") == "abel"
    assert mill.Lend(to="bruno").addressee("abel") == "bruno"


def test_a_check_sees_the_authors_page_and_nothing_of_the_world() -> None:
    view = mill.MillView("abel", "village", 2, 0, 0, ("abel",))
    mill.Cart(sacks=2).check(view)
    with pytest.raises(Refused, match="You have 2 sacks; nobody set out"):
        mill.Cart(sacks=3).check(view)
    Act(name="x").check(LabView("ann"))  # an order without a check of its own has none to fail


def test_what_an_author_could_know_and_what_is_true_are_asked_at_their_own_times() -> None:
    play = begin(mill.PACK)
    view = mill.view(play.world, "abel")
    mill.Cart(sacks=5).check(view)  # true when it was said
    said = [
        play.says("abel", order(mill.Cart(sacks=5)), MINUTE),
        play.says("abel", order(mill.Cart(sacks=1)), 2 * MINUTE),
    ]
    play.run(HOUR, said)
    (told,) = play.told("abel", "said_in_vain")
    assert "There are 0 sacks" in told["reason"]


def test_orders_are_numbered_by_their_writers_count() -> None:
    hands: list[Hand] = []

    def act(_step: Step, hand: Hand) -> None:
        hands.append(hand)

    play = begin(lab(act=act))
    play.run(HOUR, [play.says("ann", order(Act(name="act")), n * MINUTE) for n in range(1, 4)])
    assert [hand.number for hand in hands] == [1, 2, 3]
    assert {hand.receiver for hand in hands} == {"ann"}
    assert {hand.by_letter for hand in hands} == {None}


# --- composing a pack ----------------------------------------------------------------------------


def _nothing(_step: Any, _what: Any) -> None:
    pass


def _obey(_step: Any, _order: Any, _hand: Any) -> None:
    pass


def test_one_word_is_one_order() -> None:
    class Again(Order, frozen=True, tag="act"):
        pass

    chapter = Chapter("again", "the same word")
    chapter.obeys(Again)(_obey)
    with pytest.raises(Fault, match="'act' is declared twice"):
        lab(chapter)


@pytest.mark.parametrize("register", ["handles", "settles"])
def test_one_tag_is_one_event(register: str) -> None:
    class Again(Event, frozen=True, tag="poke"):
        pass

    chapter = Chapter("again", "the same tag")
    getattr(chapter, register)(Again)(_nothing)
    with pytest.raises(Fault, match="'poke' is declared twice"):
        lab(chapter)


def test_one_event_has_one_handler() -> None:
    chapter = Chapter("again", "the same event")
    chapter.handles(Poke)(_nothing)
    with pytest.raises(Fault, match="declared twice"):
        lab(chapter)
    with pytest.raises(Fault, match="declared twice"):
        chapter.handles(Poke)(lambda _step, _event: None)


def test_one_name_is_one_figure() -> None:
    one, other = Chapter("one", "x"), Chapter("other", "x")
    one.param("speed", 1, "km/h", "X-1")
    other.param("speed", 2, "km/h", "X-1")
    with pytest.raises(Fault, match="'speed' is declared twice"):
        lab(one, other)


def test_a_chapter_declares_what_is_kept_and_nothing_else() -> None:
    with pytest.raises(Fault, match="Poke is neither an entity, a notice nor a record"):
        Chapter("x", "x").declare(Poke)


@pytest.mark.parametrize(
    ("title", "wording"),
    [
        ("A {thing}", ""),
        ("", "{text} for {whom}"),
        ("", "{text:{width}}"),
        ("{}", ""),
        ("{0}", ""),
        ("{text", ""),
        ("{text!r}", ""),
        ("{text.upper}", ""),
        ("{text:>10}", ""),
        ("{text:when}", ""),
        ("{text:phrase}", ""),
        ("{men:name}", ""),
        ("{men:count}", ""),
        ("{men:count|man}", ""),
        ("{men:when|later}", ""),
        ("{limit}", ""),
        ("{limit:when}", ""),
        ("{often:count|day|days}", ""),
        ("{away}", ""),
        ("{several}", ""),
    ],
)
def test_a_notice_that_could_not_be_said_composes_no_pack(title: str, wording: str) -> None:
    """What it does not carry, what may be nothing, and ways of saying that nobody knows."""
    with pytest.raises(Fault, match="Sample"):
        lab(_telling(title, wording))


def test_every_way_of_saying_composes_a_pack() -> None:
    said = "{text} {text:name} {men} {men:when} {men:count|man|men} {limit:limit} {several:names}"
    assert "Sample" in lab(_telling(said, "{more}")).notices


def _telling(title: str, wording: str) -> Chapter:
    held: list[Any] = [
        ("text", str),
        ("men", int),
        ("limit", int | None),
        ("several", tuple[str, ...]),
        ("often", int, 3),
        ("away", str | None, None),
        ("more", str, ""),
    ]
    chapter = Chapter("sample", "a notice")
    chapter.declare(
        msgspec.defstruct(
            "Sample",
            held,
            bases=(Notice,),
            frozen=True,
            kw_only=True,
            namespace={"title": title, "wording": wording},
        )
    )
    return chapter


def _writes(order_: list[str], name: str) -> Any:
    return lambda _step, _fact: order_.append(name)


def test_reactions_run_in_the_order_of_chapters() -> None:
    class Heard(Fact, frozen=True, tag="heard_of"):
        pass

    order_: list[str] = []
    chapters = []
    for name in ("third", "first", "second"):
        chapter = Chapter(name, name)
        chapter.on(Heard)(_writes(order_, name))
        chapters.append(chapter)
    play = begin(lab(*chapters, act=lambda step, _: step.happened(Heard())))
    play.run(HOUR, [play.says("ann", order(Act(name="act")), MINUTE)])
    assert order_ == ["third", "first", "second"]
