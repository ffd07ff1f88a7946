"""What follows from entities: worked out when it is asked for, kept until it may have changed.

While a value is worked out the world notes every id, kind and place that is read, as it does for
whoever follows causes.  The value is dropped as soon as one of them changes, be it by an event, by
the undoing of one, or by loading.  So nobody names by hand what a value depends on, nothing can be
forgotten, and what is kept equals what would be worked out afresh.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeAlias

#: Names a derived value: what it is, and of whom or what.
Key: TypeAlias = tuple[Hashable, ...]


class Kept(NamedTuple):
    """A value, what it was read from, and how it is worked out."""

    value: Any
    reads: frozenset[str]
    make: Callable[[], Any]


class Derived:
    """The values kept for one world."""

    __slots__ = ("_kept", "_rests", "get")

    def __init__(self) -> None:
        self._kept: dict[Key, Kept] = {}
        #: By id, kind or place read, the values that rest on it.
        self._rests: dict[str, set[Key]] = {}
        #: The value of a key, if it is kept.
        self.get = self._kept.get

    def keep(self, key: Key, kept: Kept) -> None:
        """Keep a value until one of what it was read from changes."""
        self._kept[key] = kept
        for read in kept.reads:
            self._rests.setdefault(read, set()).add(key)

    def changed(self, read: str) -> None:
        """Drop whatever rests on an id, kind or place that is not what it was."""
        for key in self._rests.pop(read, ()):
            self._kept.pop(key, None)

    def clear(self) -> None:
        """Drop every value."""
        self._kept.clear()
        self._rests.clear()

    def stale(self) -> list[Key]:
        """Values that are not what would be worked out afresh; none, if all is well."""
        return [key for key, kept in list(self._kept.items()) if kept.make() != kept.value]
