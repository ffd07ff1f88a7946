"""When a list of orders is gone over."""

from __future__ import annotations

from typing import ClassVar

from world.timeline import Event


class GoOver(Event, frozen=True, tag="go_over"):
    """A list is gone over: its ``subject`` is the list, after all else that falls on an instant.

    It comes before what people say at that instant.
    """

    rank: ClassVar[int] = 720
