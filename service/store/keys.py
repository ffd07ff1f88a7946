"""Idempotency keys: chosen by whoever says something, so that it is kept once."""

from __future__ import annotations

from world.errors import GalloperError


class KeyReused(GalloperError):  # noqa: N818
    """An idempotency key came a second time with other words; nothing was written."""
