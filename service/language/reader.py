"""Whoever reads: in which language, by which clock, and when."""

from __future__ import annotations

from typing import Final

import msgspec

from service.language.catalogue import ENGLISH, Tongue, tongue


class Reader(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody is told things.

    Attributes:
        language: code of the language.
        zone: IANA zone of the reader's clock.
        real: real instants stand beside those of the game that are still to come.
        now: wall µs at which it is read, where that is known: instants are then also said as seen
            from it ("in 5 hours").  What is kept and read later, such as a mail, has none.
    """

    language: str = ENGLISH
    zone: str = "UTC"
    real: bool = False
    now: int | None = None

    @property
    def tongue(self) -> Tongue:
        """The language."""
        return tongue(self.language)


#: Whoever is not known: reads English, by Greenwich, the game's own dates.
ANYBODY: Final = Reader()
