"""An address, as it is compared."""

from __future__ import annotations

import unicodedata


def fold(email: str) -> str:
    """An address as it is compared: what differs in case alone is one address."""
    return unicodedata.normalize("NFKC", email).casefold()
