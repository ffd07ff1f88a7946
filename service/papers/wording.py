"""Words that papers say alike everywhere."""

from __future__ import annotations


def long_ago(ms: int) -> str:
    """How long ago something was, roughly: "3 h ago", "2 days ago"."""
    hours = ms // 3_600_000
    if hours < 1:
        return "just now"
    if hours < 48:
        return f"{hours} h ago"
    return f"{hours // 24} days ago"
