"""Names as they are compared, whoever wrote them."""

from __future__ import annotations

import functools
import re
import unicodedata

_WORDS = re.compile(r"[^\W_]+")


# A map has a thousand places, and every name that is written is held against all of them.
@functools.lru_cache(maxsize=16_384)
def folded(name: str) -> str:
    """A name as it is compared: small letters without accents, words parted by one blank."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(c for c in plain if not unicodedata.combining(c))
    return " ".join(_WORDS.findall(bare))
