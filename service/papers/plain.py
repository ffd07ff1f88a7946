"""Text as other programs take it: nothing that breaks a file or turns its reader's lines round."""

from __future__ import annotations

import re

# What XML 1.0 does not hold and no calendar shows: control characters but for tabs and line ends,
# halves of surrogate pairs, and two that are no characters.  Beside them what turns the text that
# comes *after* it round (embeddings, overrides, isolates); letters written from right to left need
# none of it.
_NOTHING = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u202a-\u202e\u2066-\u2069]"
)


def plain(text: str, most: int) -> str:
    """The text in at most so many characters; what was left out at its end is an ellipsis."""
    # Cut first: somebody may have written a million characters.
    kept = _NOTHING.sub("", text[: 2 * most].replace("\r\n", "\n").replace("\r", "\n"))
    if len(kept) <= most and len(text) <= 2 * most:
        return kept
    return kept[: most - 1].rstrip() + "…"


def line(text: str, most: int) -> str:
    """The same on one line."""
    return " ".join(plain(text, most).split())
