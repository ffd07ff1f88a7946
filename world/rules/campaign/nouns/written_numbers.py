"""Numbers that people write in their answers and orders, where no field of a type holds them."""

from __future__ import annotations

#: Digits of what is read as a number; Python itself refuses a few thousand with a ValueError, and
#: an answer that raised one would stop its campaign.
MOST_DIGITS = 12


def whole(text: str) -> int | None:
    """The whole number that a text is; None if it is none, or longer than any that is meant."""
    said = text.strip()
    return int(said) if len(said) <= MOST_DIGITS and said.isdecimal() else None
