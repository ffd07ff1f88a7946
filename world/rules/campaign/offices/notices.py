"""What the referee is told of those nobody plays."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class OfficeMail(Notice, frozen=True, tag="office_mail"):
    """A letter has come for somebody nobody plays."""

    title: ClassVar[str] = "{sender} writes to {name}"
    wording: ClassVar[str] = (
        "{sender} writes to {name}:\n\n{text}\n\nAnswer as him:"
        " speak_for who={who} say=\"letter to={sender_id} text='…'\""
    )
    who: str
    name: str
    sender: str
    sender_id: str
    text: str


class InHand(Notice, frozen=True, tag="in_hand"):
    """The referee has taken somebody over, or handed him back."""

    title: ClassVar[str] = "{name} is {what}"
    wording: ClassVar[str] = "{name} is {what}."
    name: str
    what: str
