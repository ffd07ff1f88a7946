"""Orders that stand within other orders: how their values are quoted."""

from __future__ import annotations

import re

from world.blank import quote

_SINGLE = re.compile(r"(?<==)'([^']*)'")


def double_quoted(text: str) -> str:
    """An order's text with values in single quotes put into double ones.

    What holds the order stands in double quotes itself, and nobody likes to write backslashes.
    """
    return _SINGLE.sub(lambda found: quote(found[1]), text)
