"""Words as people send them: what may be carried, and what is turned away before it is."""

from __future__ import annotations

import unicodedata

from world.errors import Refused

#: Characters a letter may have, a telegram, and something said aloud.
LONGEST_LETTER = 15_000
LONGEST_TELEGRAM = 1_000
LONGEST_SPEECH = 5_000

#: Line ends and tabulators are part of a letter; every other control character is not.
_LAYOUT = frozenset("\n\t")


def fit_to_carry(text: str, longest: int, what: str = "letter") -> str:
    """The text as it will be carried: line ends made alike, blanks at both ends cut off.

    Raises:
        Refused: E-SYNTAX, for a text that is empty, too long, or holds what cannot be read.
    """
    if len(text) > longest:
        raise Refused(
            "E-SYNTAX",
            f"Your {what} is {len(text):,} characters long and a {what} holds at most {longest:,};"
            " nothing was sent. Shorten it, or send it in several.",
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n").strip()
    if not text:
        raise Refused("E-SYNTAX", f"Your {what} is empty; nothing was sent. Write something.")
    for position, character in enumerate(text):
        if unicodedata.category(character) in {"Cc", "Cs"} and character not in _LAYOUT:
            raise Refused(
                "E-SYNTAX",
                f"Character {position + 1} of your {what} is a control character"
                f" (U+{ord(character):04X}), which nobody can read; nothing was sent. Take it out.",
            )
    return text
