"""Catalogues: what is said in English, in other languages, as their translators wrote it.

A catalogue is read from its source (``locale/<language>/LC_MESSAGES/galloper.po``) when somebody
reads in that language for the first time.  What it does not have is said in English; English has
no catalogue and lacks nothing.
"""

from __future__ import annotations

import functools
import gettext
import importlib.resources
import re
from collections.abc import Callable
from typing import Final

import msgspec
from babel import Locale
from babel.messages.pofile import read_po

from world.errors import BadInput

ENGLISH: Final = "en"
#: The languages people may choose, by their codes, each under its own name.
LANGUAGES: Final = {ENGLISH: "English", "de": "Deutsch", "fr": "Français"}
#: Whose dates and times a language's are written as, where the language alone does not say.
_LOCALES: Final = {ENGLISH: "en_GB"}
#: Characters of a text that is looked for among phrases: with two things that vary in one, looking
#: takes time by the square of it.
_LONGEST_PHRASE: Final = 4_000
#: Names of languages that are read in one header at most.
_MOST: Final = 20


class Tongue(msgspec.Struct, frozen=True):
    """A language: what is said in it, and how its dates are written.

    Attributes:
        code: the language's code.
        words: English texts with their translations.
        form: which of a word's forms goes with a number.
        locale: names of days and months, and the order in dates.
    """

    code: str
    words: dict[str, str]
    form: Callable[[int], int]
    locale: Locale

    def phrase(self, english: str) -> str:
        """A text in this language; in English where nobody has translated it."""
        return self.words.get(english, english)

    def like(self, text: str, phrases: tuple[str, ...], varied: Callable[[str], str] = str) -> str:
        """A text that was made of one of these phrases, ``{}`` standing for what varies.

        What varies is put in as *varied* says it.
        """
        if len(text) > _LONGEST_PHRASE:
            return text
        for phrase in phrases:
            found = _pattern(phrase).fullmatch(text)
            if found is not None:
                said, *rest = self.phrase(phrase).split("{}")
                return said + "".join(
                    varied(part) + after for part, after in zip(found.groups(), rest, strict=True)
                )
        return text


@functools.lru_cache(maxsize=1_000)
def _pattern(phrase: str) -> re.Pattern[str]:
    return re.compile("(.*)".join(map(re.escape, phrase.split("{}"))), re.DOTALL)


def english(text: str) -> str:
    """The text as it is: marks what is translated where it is used."""
    return text


def tongue(language: str) -> Tongue:
    """The language of that code; English where there is none."""
    return _read(language if language in LANGUAGES else ENGLISH)


@functools.cache
def _read(language: str) -> Tongue:
    locale = Locale.parse(_LOCALES.get(language, language))
    words: dict[str, str] = {}
    expression = "n != 1"
    if language != ENGLISH:
        source = importlib.resources.files("service.language").joinpath(
            "locale", language, "LC_MESSAGES", "galloper.po"
        )
        with source.open("rb") as file:
            found = read_po(file, locale=language)
        expression = found.plural_expr
        words = {
            message.id: message.string
            for message in found
            if isinstance(message.id, str)
            and isinstance(message.string, str)
            and message.id
            and message.string
            and not message.fuzzy
        }
    return Tongue(language, words, gettext.c2py(expression), locale)


def known_language(language: str) -> str:
    """The language, if it may be chosen; "" is whatever the campaign is played in.

    Raises:
        BadInput: listing those there are.
    """
    if language and language not in LANGUAGES:
        raise BadInput(
            f"There is no catalogue for the language {language[:40]!r}; nothing was changed. Choose"
            f" among {', '.join(LANGUAGES)}."
        )
    return language


_WANTED: Final = re.compile(
    r"\s*([A-Za-z]{1,8})(?:-[A-Za-z0-9-]{1,40})?\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?))?\s*"
)


def wanted_language(header: str) -> str:
    """The language of ours that an Accept-Language header likes best; "" where it likes none."""
    liked: list[tuple[float, str]] = []
    for one in header[:1_000].split(",")[:_MOST]:
        match = _WANTED.fullmatch(one)
        if match is not None and match[1].lower() in LANGUAGES:
            liked.append((float(match[2] or 1), match[1].lower()))
    best = max(liked, key=lambda one: one[0], default=(0.0, ""))
    return best[1] if best[0] > 0 else ""
