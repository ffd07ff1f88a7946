"""What people are told of those who go over (M-MOR-03, M-MOR-04)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class WentOver(Notice, frozen=True, tag="went_over"):
    """Detachments have left one's army (M-MOR-03)."""

    title: ClassVar[str] = "{detachments} have left {army}"
    wording: ClassVar[str] = "{detachments}, {men} men, have left {army} and {what}."
    army: str
    detachments: str
    men: int
    what: str


class CannotLeave(Notice, frozen=True, tag="cannot_leave"):
    """Who wants to leave has to stay, since there is only water about."""

    title: ClassVar[str] = "{detachments} cannot leave {army}"
    wording: ClassVar[str] = (
        "{detachments} would leave {army} and cannot, aboard ship as it is; they stay."
    )
    army: str
    detachments: str


class StrangersArrive(Notice, frozen=True, tag="strangers_arrive"):
    """Detachments of another army have come over to one's own (M-MOR-04)."""

    title: ClassVar[str] = "{men} men have come over to {army}"
    wording: ClassVar[str] = "{detachments}, {men} men in all, have come over to {army}.{paid}"
    army: str
    detachments: str
    men: int
    paid: str = ""


class OfferNoted(Notice, frozen=True, tag="offer_noted"):
    """What one has offered to those who walk, and whether it can count (C-MOR-07)."""

    title: ClassVar[str] = "Your offer to {army}"
    wording: ClassVar[str] = "You have offered {army} {doubloons} doubloons. {what}"
    army: str
    doubloons: int
    what: str


class NewMaster(Notice, frozen=True, tag="new_master"):
    """Mutineers have a leader with a player, or a master (D-MOR-01)."""

    title: ClassVar[str] = "{army} is yours"
    wording: ClassVar[str] = "{army}, {men} men at {place}, has chosen to follow you."
    army: str
    men: int
    place: str
