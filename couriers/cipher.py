"""Whether a text looks like cipher: the watch turns away what is not in clear text (C-SEM-01).

No dictionary is asked, so that any language passes.  What is flagged: mostly figures, groups of
one length as ciphers have them, words longer than any, and Latin letters without the vowels or with
runs of consonants that no language has.
"""

from __future__ import annotations

import unicodedata

_VOWELS = frozenset("aeiouy")
_LATIN = frozenset("abcdefghijklmnopqrstuvwxyz")


def looks_like_cipher(text: str) -> str | None:
    """Why a text looks like cipher, or None if it reads as clear text."""
    words = _words(text)
    if not words:
        return "it has no words"
    letters = sum(len(word) for word in words)
    figures = sum(character.isdigit() for word in words for character in word)
    if letters >= 8 and figures * 2 > letters:
        return "it is mostly figures"
    if any(sum(not c.isdigit() for c in word) > 30 for word in words):
        return "it has a word of more than 30 letters"
    if len(words) >= 8 and len({len(word) for word in words}) == 1 and len(words[0]) >= 3:
        return f"it is written in groups of {len(words[0])}"
    return _unsayable(words)


def _words(text: str) -> list[str]:
    bare = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(c if c.isalnum() else " " for c in bare if not unicodedata.combining(c))
    return kept.split()


def _unsayable(words: list[str]) -> str | None:
    latin = [word for word in words if word.isalpha() and _LATIN.issuperset(word)]
    letters = "".join(latin)
    if len(letters) < 20:
        return None
    share = sum(letter in _VOWELS for letter in letters) * 100 // len(letters)
    if not 25 <= share <= 65:
        return f"{share} in 100 of its letters are vowels"
    for word in latin:
        run = 0
        for letter in word:
            run = 0 if letter in _VOWELS else run + 1
            if run > 6:
                return f"nobody can say “{word}”"
    return None
