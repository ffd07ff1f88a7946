"""Names and texts as people write them: asked back, never guessed; refused whole, with a remedy."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from couriers.address import person_named, suggestions
from couriers.letter import Letter
from couriers.talk import Talk
from couriers.telegram import SendTelegram
from couriers.words import LONGEST_LETTER, fit_to_carry
from couriers.writing import WriteLetter
from tests.couriers.game import Game, road
from tests.packs import table
from world.errors import Refused
from world.naming import folded
from world.order import parts_of, to_text
from world.ordertext import parse_order
from world.pack import Pack
from world.state import World

PEOPLE: list[dict[str, Any]] = [
    {"id": "wellington", "name": "The Duke of Wellington", "place": "brussels"},
    {"id": "ney", "name": "Marshal Ney", "place": "frasnes"},
    {"id": "gerard", "name": "General Gérard", "place": "fleurus"},
    {"id": "girard", "name": "General Girard", "place": "fleurus"},
    {"id": "captain:ii-corps", "name": "captain of II Corps", "place": "frasnes"},
    {"id": "smith-1", "name": "Colonel Smith", "place": "brussels"},
    {"id": "smith-2", "name": "Colonel Smith", "place": "brussels"},
]
ROADS = [road("brussels", "frasnes", 30), road("frasnes", "fleurus", 15)]


def view() -> table.TableView:
    game = Game(ROADS, PEOPLE)
    found = table.view(game.world, "wellington")
    assert isinstance(found, table.TableView)
    return found


def refused(order: Any, code: str) -> str:
    with pytest.raises(Refused) as caught:
        order.check(view())
    assert caught.value.code == code
    assert "nothing was" in caught.value.text
    return caught.value.text


# -- names ----------------------------------------------------------------------------------------


@pytest.mark.rule("C-MSG-01")
@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ney", "ney"),
        ("Marshal Ney", "ney"),
        ("  marshal   NEY ", "ney"),
        ("General Gerard", "gerard"),
        ("captain of II Corps", "captain:ii-corps"),
        ("Captain: II Corps", "captain:ii-corps"),
        ("smith-2", "smith-2"),
        ("Wellington", "wellington"),
    ],
)
def test_a_name_in_full_is_understood_without_its_accents_and_capitals(
    written: str, meant: str
) -> None:
    assert person_named(view(), written) == meant


@pytest.mark.rule("C-MSG-01")
@pytest.mark.parametrize(
    ("written", "suggested"),
    [
        ("Marshal Nay", "Marshal Ney"),
        ("Duke", "The Duke of Wellington"),
        ("wellingtn", "The Duke of Wellington"),
        ("II Corps", "captain of II Corps"),
        ("General Gerrard", "General Gérard"),
    ],
)
def test_a_name_misspelt_or_in_part_is_asked_back_and_never_guessed(
    written: str, suggested: str
) -> None:
    text = refused(WriteLetter(to=written, text="x"), "E-UNKNOWN-ADDRESSEE")
    assert suggested in text


@pytest.mark.rule("C-MSG-01")
def test_a_name_of_two_is_asked_back_with_both() -> None:
    text = refused(WriteLetter(to="Colonel Smith", text="x"), "E-UNKNOWN-ADDRESSEE")
    assert "smith-1" in text
    assert "smith-2" in text


@pytest.mark.rule("C-MSG-01")
def test_suggestions_come_from_what_the_author_knows_alone() -> None:
    known = view()
    hidden = msgspec.structs.replace(
        known, correspondents={"wellington": "The Duke of Wellington", "ney": "Marshal Ney"}
    )
    with pytest.raises(Refused) as caught:
        WriteLetter(to="General Gerard", text="x").check(hidden)
    assert "rard" not in caught.value.text.replace("General Gerard", "")


@pytest.mark.rule("C-MSG-01")
def test_nothing_is_sent_to_a_name_that_is_refused() -> None:
    game = Game(ROADS, PEOPLE)
    game.say("wellington", WriteLetter(to="Marshal Nay", text="x"))
    assert game.all(Letter) == ()
    assert game.told("wellington", "said_in_vain")[0]["code"] == "E-UNKNOWN-ADDRESSEE"


def test_a_letter_to_oneself_is_refused() -> None:
    refused(WriteLetter(to="wellington", text="x"), "E-UNKNOWN-ADDRESSEE")


@pytest.mark.parametrize("field", ["towards", "ways"])
def test_a_place_misspelt_is_asked_back(field: str) -> None:
    value: Any = "Fluerus" if field == "towards" else ("Fluerus",)
    text = refused(WriteLetter(to="ney", text="x", **{field: value}), "E-NO-PATH")
    assert "Fleurus" in text


def test_a_way_may_lead_through_several_places() -> None:
    order = WriteLetter(to="ney", text="x", ways=("Fleurus/Frasnes", "Brussels"))
    assert order.understood(view()).ways == ("fleurus/frasnes", "brussels")


@pytest.mark.parametrize("copies", [0, -1, 51, 10**6])
def test_an_absurd_number_of_copies_is_refused(copies: int) -> None:
    refused(WriteLetter(to="ney", text="x", copies=copies), "E-SYNTAX")


def test_copies_and_ways_must_agree() -> None:
    refused(WriteLetter(to="ney", text="x", copies=3, ways=("fleurus",)), "E-SYNTAX")


@given(st.text(max_size=300))
def test_no_name_whatever_breaks_the_asking_back(written: str) -> None:
    known = table.TableView(
        person="wellington",
        correspondents={one["id"]: one["name"] for one in PEOPLE},
        places={},
        present={},
        place="brussels",
        tower=False,
        purse=None,
    )
    try:
        found, refusal = person_named(known, written), None
    except Refused as error:
        found, refusal = "", error
    if refusal is None:
        assert found in known.correspondents
    else:
        assert refusal.code == "E-UNKNOWN-ADDRESSEE"
        assert refusal.text.isprintable()
    assert len(suggestions(folded(written), known.correspondents)) <= 5


# -- texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x" * 10_000_000, "10,000,000 characters long"),
        ("x" * (LONGEST_LETTER + 1), "at most 15,000"),
        ("", "is empty"),
        (" \n\t ", "is empty"),
        ("a\x00b", "U+0000"),
        ("a\x1b[31mb", "U+001B"),
        ("a\x7fb", "U+007F"),
        ("a\u0085b", "U+0085"),
    ],
)
def test_a_text_that_cannot_be_carried_is_refused_in_a_clear_sentence(
    text: str, words: str
) -> None:
    sentence = refused(WriteLetter(to="ney", text=text), "E-SYNTAX")
    assert words in sentence
    assert len(sentence) < 300
    assert sentence.isprintable()


def test_half_a_surrogate_is_refused() -> None:
    with pytest.raises(Refused, match="U\\+D800"):
        fit_to_carry("a\ud800b", 100)


def test_line_ends_are_made_alike_and_the_words_are_kept() -> None:
    assert fit_to_carry("  Mon cher,\r\n\tà vous.\r\r ", 100) == "Mon cher,\n\tà vous."


def test_the_longest_letter_fits_the_text_form() -> None:
    order = WriteLetter(to="ney", text="x" * LONGEST_LETTER)
    assert parse_order(table.PACK, to_text(order)) == order


@pytest.mark.parametrize(
    "order",
    [
        WriteLetter(to="Marshal Ney", text='He said "no",\nthen yes.', ways=("a/b", "c")),
        WriteLetter(to="ney", text="x", towards="fleurus", copies=3),
        SendTelegram(text="FORT VELLA HAS FALLEN", priority="urgent", to="fleurus"),
        Talk(text="Good morning", to=("ney", "Colonel Smith")),
    ],
)
def test_every_order_that_sends_words_is_the_same_in_text(order: Any) -> None:
    assert parts_of(to_text(order))[0] == order.__struct_config__.tag
    assert parse_order(table.PACK, to_text(order)) == order


def test_a_talk_and_a_telegram_are_held_to_their_own_lengths() -> None:
    refused(Talk(text="x" * 5_001), "E-SYNTAX")
    refused(SendTelegram(text="x" * 1_001), "E-SYNTAX")


def test_a_pack_may_draw_just_what_an_order_that_sends_words_looks_at() -> None:
    class Short(table.Answers):
        def author_view(self, world: World, person: str) -> table.TableView:
            found = table.view(world, person)
            assert isinstance(found, table.TableView)
            return msgspec.structs.replace(found, correspondents={"gerard": "General Gérard"})

    pack = Pack(
        name="table",
        release=1,
        chapters=table.PACK.chapters[1:],
        answers=Short(),
        view=table.view,
        scene=table.scene,
        found=table.found,
    )
    game = Game(ROADS, PEOPLE, pack=pack)
    game.say("wellington", WriteLetter(to="ney", text="x"))
    game.say("wellington", WriteLetter(to="General Gerard", text="x"))
    assert [letter.to for letter in game.all(Letter)] == ["gerard"]
