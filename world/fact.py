"""Facts: what has just happened, announced by one chapter and heard by others in the same step."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Fact(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="kind"):
    """Something that has come true (a place fallen, an enemy sighted, a letter handed over).

    A chapter announces a fact with ``step.happened``; every reaction declared for its type runs at
    once, in the pack's order of chapters.  A chapter never calls another.
    """

    version: ClassVar[int] = 1


class Begun(Fact, frozen=True, tag="begun"):
    """The campaign has been founded; chapters may start what recurs."""


class Reopened(Fact, frozen=True, tag="reopened"):
    """A later release has opened the campaign; chapters may add what it was founded without.

    It is announced once for each raised version of a stored struct, whatever was upgraded.
    """


class Moved(Fact, frozen=True, tag="moved"):
    """A person who can be written to is in another place than before.

    A pack that moves persons announces it, so that news meets each at the first instant at which
    its front and their way cross.
    """

    person: str
    place: str
