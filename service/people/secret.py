"""Secrets that stand for somebody: of sessions, tokens and links.

A secret is shown once, to whom it belongs; what is kept is its SHA-256.  It is 256 random bits, so
that a plain hash is enough: there is nothing to guess, and nothing to slow down.
"""

from __future__ import annotations

import hashlib
import secrets

#: What a secret begins with: whoever finds one in a file knows what it is, and scanners do.
PREFIX = "glp_"


def new_secret() -> str:
    """A new secret: ``glp_`` and 43 characters that stand in an address as they are."""
    return PREFIX + secrets.token_urlsafe(32)


def new_id() -> str:
    """A name for an account, session or invitation; no secret."""
    return secrets.token_hex(8)


def digest(secret: str) -> bytes:
    """What is kept of a secret (32 bytes)."""
    return hashlib.sha256(secret.encode(errors="surrogatepass")).digest()
