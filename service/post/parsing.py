"""Mails from bytes to parts, by the standard library within bounds.

The library reads a header's parameters in a time that grows with the square of its length, and
parts within parts by recursion: a mail that is made for it would keep everybody waiting.
"""

from __future__ import annotations

import email
from email.policy import Compat32
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from email.message import Message

#: Characters of a header that are kept.
LONGEST_HEADER = 2_000
#: Parts that may hold others, within one another or beside one another.
MOST_NESTS = 20

_NESTS = (b"multipart/", b"message/")


class _Bounded(Compat32):
    """As the library's default, with headers cut to a length."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:LONGEST_HEADER]


_BOUNDED = _Bounded()


def is_involved(raw: bytes) -> bool:
    """Whether a mail has more parts that may hold others than are followed into."""
    lowered = raw.lower()
    return sum(lowered.count(kind) for kind in _NESTS) > MOST_NESTS


def parsed(raw: bytes) -> Message:
    """A mail and its parts."""
    return email.message_from_bytes(raw, policy=_BOUNDED)
