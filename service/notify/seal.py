"""Seals: what stands in an address or a link shows that this server made it.

A seal is a keyed hash of what it is for and of what it seals, in letters and figures that survive
programs which change the case of addresses.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

#: Letters of a seal: 80 bits.
LENGTH = 16


def seal(key: bytes, purpose: str, *sealed: str) -> str:
    """The seal of some words for a purpose: :data:`LENGTH` characters of a-z and 2-7."""
    said = b"".join(
        len(one).to_bytes(4, "big") + one for one in (word.encode() for word in (purpose, *sealed))
    )
    digest = hmac.new(key, said, hashlib.sha256).digest()
    return base64.b32encode(digest[:10]).decode().lower()


def holds(key: bytes, claimed: str, purpose: str, *sealed: str) -> bool:
    """Whether a seal, in whatever case, is that of the words; takes the same time for any."""
    expected = seal(key, purpose, *sealed).encode()
    return hmac.compare_digest(claimed.lower().encode(errors="surrogatepass"), expected)
