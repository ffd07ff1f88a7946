"""What people are told of opportunities (K-NOT-04, K-NOT-10, K-RUL-42)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class OpportunityOffered(Notice, frozen=True, tag="opportunity_offered"):
    """An opportunity lies on the table for others (K-NOT-04)."""

    title: ClassVar[str] = "An opportunity: {card}"
    wording: ClassVar[str] = (
        "{card}\n\n{text}\n\nOffered to: {recipients}.\nOn success: {gain}. On failure: {loss}. It"
        " lapses at the end of {lapses}."
    )
    offer: str
    card: str
    text: str
    recipients: str
    gain: str
    loss: str
    lapses: str


class OpportunityYours(Notice, frozen=True, tag="opportunity_yours"):
    """An opportunity lies on the table for the person's own kingdom (K-NOT-04)."""

    title: ClassVar[str] = "An opportunity for you: {card}"
    wording: ClassVar[str] = (
        "{card}\n\n{text}\n\nOffered to: {recipients}.\nOn success: {gain}. On failure: {loss}. It"
        " lapses at the end of {lapses}.\n\nTo take it in place of your action: pursue"
        " opportunity={offer}. Turning it down costs nothing."
    )
    offer: str
    card: str
    text: str
    recipients: str
    gain: str
    loss: str
    lapses: str


class OpportunityResolved(Notice, frozen=True, tag="opportunity_resolved"):
    """A kingdom has pursued an opportunity (K-NOT-10)."""

    title: ClassVar[str] = "{name} pursues “{card}”: {what}"
    wording: ClassVar[str] = "{name} has pursued “{card}” with a total of {total}. {outcome}"
    offer: str
    name: str
    card: str
    total: int
    what: str
    outcome: str


class OpportunityLapsed(Notice, frozen=True, tag="opportunity_lapsed"):
    """An opportunity is over, and somebody has not taken it (K-NOT-10, K-OPP-04)."""

    title: ClassVar[str] = "“{card}” has passed"
    wording: ClassVar[str] = "“{card}” has passed. {names} let it go, which costs nothing."
    offer: str
    card: str
    names: str


class WeakCard(Notice, frozen=True, tag="weak_card"):
    """The referee has picked a card that is never better than work (K-RUL-42)."""

    title: ClassVar[str] = "“{card}” is never worth taking"
    wording: ClassVar[str] = (
        "“{card}” raises one rating by one level. Working on that rating needs no higher total and"
        " risks nothing, so nobody has a reason to pursue the card. It stands as you picked it."
    )
    card: str


class EffectGranted(Notice, frozen=True, tag="effect_granted"):
    """The referee has said what an opportunity brings besides levels (K-DEC-08)."""

    title: ClassVar[str] = "“{card}”: what {name} has of it"
    wording: ClassVar[str] = "From “{card}” {name} has: {effect}, until the end of {until}."
    name: str
    card: str
    effect: str
    until: str


#: All of them, for the chapter to declare.
NOTICES = (
    OpportunityOffered,
    OpportunityYours,
    OpportunityResolved,
    OpportunityLapsed,
    WeakCard,
    EffectGranted,
)
