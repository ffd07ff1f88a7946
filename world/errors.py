"""The one tree of errors; each message is written for the person who must act on it."""

from __future__ import annotations


class GalloperError(Exception):
    """Something went wrong that a person can act on.

    The message says what happened, what was left unchanged, and what to do next.  Anything that is
    not a ``GalloperError`` is a fault of the program, never of the person using it.
    """


class Refused(GalloperError):  # noqa: N818 - "refused" is the word players read
    """An order, letter or answer was not accepted; nothing changed.

    ``code`` is the stable refusal code of the rules (``E-NO-PATH``), ``text`` the sentence shown.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{text} ({code})" if code else text)
        self.code = code
        self.text = text


class BadScenario(GalloperError):  # noqa: N818
    """A scenario file has mistakes; the message lists every one with file, line and remedy."""


class BadInput(GalloperError):  # noqa: N818
    """What a person wrote could not be understood at all (encoding, size, control characters)."""


class Fault(GalloperError):  # noqa: N818
    """A rule pack broke its contract (same label twice, unknown id, mutable field)."""
