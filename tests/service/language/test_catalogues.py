"""Catalogues: in step with what is told, whole where they speak, and English where they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from service.language.catalogue import ENGLISH, LANGUAGES, known_language, tongue, wanted_language
from service.language.texts import TEMPLATE, gather, in_step, source, written
from world.errors import BadInput
from world.template import forms, parts

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
#: Texts that every catalogue has at least.
LEAST = 60


@pytest.fixture(scope="module")
def gathered() -> Catalog:
    return gather()


def test_catalogues_are_in_step_with_the_texts(gathered: Catalog) -> None:
    """If this fails: make texts, and commit what it wrote."""
    assert TEMPLATE.read_bytes() == written(gathered)
    for language in OTHERS:
        assert source(language).read_bytes() == written(in_step(language, gathered)), language


def _said(template: str) -> list[tuple[str, str]]:
    return sorted(
        (part.field, part.manner.partition("|")[0])
        for part in parts(template)
        if part.field is not None
    )


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_says_the_same_fields_in_the_same_way(language: str) -> None:
    with source(language).open("rb") as file:
        found = read_po(file, locale=language)
    translated = 0
    for message in found:
        if not message.id or not message.string:
            continue
        translated += 1
        assert isinstance(message.id, str)
        assert isinstance(message.string, str)
        assert message.id.count("{}") == message.string.count("{}"), message.id
        # A space or line end that glues a phrase to what stands before it is glue in any language.
        for end in (0, -1):
            assert message.id[end].isspace() == message.string[end].isspace(), message.id
        if "{}" in message.id:
            continue
        # Everything that is told, at least once; a language may need to say a name twice.
        assert set(_said(message.id)) == set(_said(message.string)), message.id
        for part in parts(message.string):
            if part.manner.startswith("count|"):
                # French has a form of its own for whole millions, which nobody counts here.
                assert 2 <= len(forms(part.manner)) <= found.num_plurals, message.id
    assert translated >= LEAST


def test_what_nobody_translated_is_said_in_english() -> None:
    for language in LANGUAGES:
        assert tongue(language).phrase("Nobody translates this.") == "Nobody translates this."
    assert tongue("tlh") is tongue(ENGLISH)
    assert tongue("") is tongue(ENGLISH)
    assert tongue(ENGLISH).words == {}


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de", "de"),
        ("fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5", "fr"),
        ("tlh, de-AT;q=0.5, en;q=0.4", "de"),
        ("de;q=0.2, en", "en"),
        ("DE", "de"),
        ("de;q=0", ""),
        ("it, es", ""),
        ("*", ""),
        ("", ""),
        ("de;q=nan, fr;q=9", ""),
    ],
)
def test_a_browser_is_answered_in_what_it_likes_best(header: str, language: str) -> None:
    assert wanted_language(header) == language


@given(st.text(max_size=200))
def test_any_header_is_read(header: str) -> None:
    assert wanted_language(header) in {*LANGUAGES, ""}


def test_a_language_without_a_catalogue_cannot_be_chosen() -> None:
    assert [known_language(one) for one in ("", *LANGUAGES)] == ["", *LANGUAGES]
    for wrong in ("tlh", "DE", "../../etc", "x" * 10_000):
        with pytest.raises(BadInput, match="no catalogue"):
            known_language(wrong)


def test_a_phrase_is_translated_around_what_varies_in_it() -> None:
    german = tongue("de")
    phrases = ("Your order", "Your order “{}”", "{} men and {} guns")
    assert german.like("Your order", phrases) == "Ihr Befehl"
    assert german.like("Your order “march {} \n”", phrases) == "Ihr Befehl „march {} \n“"
    assert german.like("300 men and 12 guns", phrases) == "300 Mann und 12 Geschütze"
    assert german.like("Something else", phrases) == "Something else"
    assert tongue(ENGLISH).like("Your order “x”", phrases) == "Your order “x”"
