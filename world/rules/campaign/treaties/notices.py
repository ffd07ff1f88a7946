"""What the parties to a treaty are told."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class TreatySigned(Notice, frozen=True, tag="treaty_signed"):
    """Somebody has signed a treaty, or will not (C-TALK-02)."""

    title: ClassVar[str] = "{name} {what}"
    wording: ClassVar[str] = "{name} {what}: “{text}”"
    name: str
    what: str
    text: str


class TreatyConcluded(Notice, frozen=True, tag="treaty_concluded"):
    """A party knows that all have signed (C-TALK-02)."""

    title: ClassVar[str] = "A treaty between {parties}"
    wording: ClassVar[str] = (
        "{parties} have all signed: “{text}” It is as strong as their word; nothing else enforces"
        " it."
    )
    parties: str
    text: str
