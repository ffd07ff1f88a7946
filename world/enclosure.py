"""A piece of JSON carried unopened in a struct: an attached order, what a pack puts into a letter.

It is ``msgspec.Raw``, and :data:`NOTHING` where there is none.  A union with None would be written
but could not be read back: the decoder takes any JSON for Raw, and so cannot tell the two apart.
"""

from __future__ import annotations

from typing import Final

import msgspec

#: An empty enclosure.
NOTHING: Final = msgspec.Raw(b"null")


def holds(enclosure: msgspec.Raw) -> bool:
    """Whether anything is enclosed."""
    return bytes(enclosure) != b"null"
