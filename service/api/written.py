"""What comes with a request is text: no control characters, which no database row can hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Control characters and halves of pairs, but for those of which prose is made.
_IN_PROSE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_IN_NAMES = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def require_names(values: Iterable[str]) -> None:
    """Refuse names, as parts of a path are, with control characters, line breaks included.

    Raises:
        BadInput: saying which.
    """
    _require(_IN_NAMES, values, "address")


def require_prose(values: Iterable[str]) -> None:
    """Refuse prose with control characters other than line breaks and tabs.

    Raises:
        BadInput: saying which.
    """
    _require(_IN_PROSE, values, "text")


def require_json(body: bytes) -> None:
    """Refuse JSON with a string that holds NUL, which is written as an escape there.

    What is no JSON is refused by whoever reads it.

    Raises:
        BadInput: saying so.
    """
    if b"\\u0000" in body:
        _require_within(msgspec.json.decode(body))


def _require_within(value: Any) -> None:
    if isinstance(value, str):
        if "\0" in value:
            raise _refused("text", "\0")
    elif isinstance(value, dict):
        for name, part in value.items():
            _require_within(name)
            _require_within(part)
    elif isinstance(value, list):
        for part in value:
            _require_within(part)


def _require(pattern: re.Pattern[str], values: Iterable[str], what: str) -> None:
    for value in values:
        if found := pattern.search(value):
            raise _refused(what, found.group())


def _refused(what: str, character: str) -> BadInput:
    return BadInput(
        f"The {what} holds the control character U+{ord(character):04X}; nothing was changed."
        " Remove it and send again."
    )
