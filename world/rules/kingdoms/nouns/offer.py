"""An opportunity that has been offered (K-OPP)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.entity import Entity
from world.rules.kingdoms.nouns.ratings import Rating

if TYPE_CHECKING:
    from world.state import World


class Effect(msgspec.Struct, frozen=True, gc=False):
    """A rating goes up or down by so many levels, for whoever pursues the opportunity."""

    rating: Rating
    by: int


class Card(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is written on an opportunity (K-OPP-02).

    Attributes:
        title, text: as people read them.
        gain, loss: on success and on failure.
        other_gain, other_loss: what is no level of a rating, in words (K-DEC-08).
        rating: the rating it is rolled with, where the card names one (K-RUL-25).
    """

    title: str
    text: str = ""
    gain: tuple[Effect, ...] = ()
    loss: tuple[Effect, ...] = ()
    other_gain: str = ""
    other_loss: str = ""
    rating: Rating | None = None


class Offer(Entity, frozen=True, tag="offer"):
    """A card that lies on the table for some kingdoms.

    Attributes:
        id: what a player writes to pursue it, ``offer-3`` for the one of turn 3.
        card: what is written on it.
        recipients: the kingdoms that may pursue it.
        first, last: numbers of the turns in which it may be pursued (K-RUL-26).
        done: kingdoms that have pursued it already; nobody does twice.
    """

    card: Card
    recipients: tuple[str, ...]
    first: int
    last: int
    done: tuple[str, ...] = ()


def offers_to(world: World, kingdom: str, number: int) -> tuple[Offer, ...]:
    """What a kingdom may pursue in a turn, in id order."""
    return tuple(
        offer
        for offer in world.of(Offer)
        if kingdom in offer.recipients
        and kingdom not in offer.done
        and offer.first <= number <= offer.last
    )
