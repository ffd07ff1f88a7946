"""ETags: hashes of the very bytes that are sent."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aiohttp import web


def tag_of(body: bytes) -> str:
    """The ETag of an answer's bytes."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def has(request: web.Request, tag: str) -> bool:
    """Whether whoever asks has these bytes already."""
    wanted = request.headers.get("If-None-Match", "")
    return tag in [one.strip() for one in wanted.split(",")]
