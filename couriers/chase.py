"""Finding the addressee: what a rider meets at the end of his way, and how he goes on."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from couriers import figures

if TYPE_CHECKING:
    from collections.abc import Collection

    from world.param import Params
    from world.state import World

#: The largest denominator a chance is rolled with.
_SIDES = 999_999


class Here(msgspec.Struct, frozen=True):
    """Whoever opens the letters is in this place."""

    reader: str


class Held(msgspec.Struct, frozen=True):
    """The person sought is held captive here (C-PRIS-01)."""

    captor: str


class Elsewhere(msgspec.Struct, frozen=True):
    """People here know where the person sought has gone (C-MSG-04/a)."""

    place: str


class Nowhere(msgspec.Struct, frozen=True):
    """Nobody can say where the person sought is: at sea, or riding alone."""


class Nobody(msgspec.Struct, frozen=True):
    """The person sought is dead or gone, and nobody acts in their stead."""


Meeting = Here | Held | Elsewhere | Nowhere | Nobody


def meet(world: World, sought: str, place: str) -> Meeting:
    """What a rider who looks for a person finds in a place (C-MSG-04).

    A letter to somebody dead or captive goes to whoever leads in their stead; where a captive is
    held it falls to the captor.
    """
    answers = world.pack.answers
    stead = answers.acts_for(world, sought)
    if stead.captor is not None and place in {
        answers.whereabouts(world, sought),
        answers.whereabouts(world, stead.captor),
    }:
        return Held(stead.captor)
    if stead.person is None:
        return Nobody()
    where = answers.whereabouts(world, stead.person)
    if where is None:
        return Nowhere()
    return Here(stead.person) if where == place else Elsewhere(where)


def safety(params: Params, countries: Collection[str]) -> Fraction:
    """The chance to ride safely through these kinds of country (C-MSG-02, C-MSG-03)."""
    chances = {
        "friendly": params[figures.SAFE_FRIENDLY],
        "hostile": params[figures.SAFE_HOSTILE],
    }
    found = [chances[country] for country in sorted(countries)]
    if not found:
        return Fraction(1)
    if params[figures.MIXED_SAFETY] == "worst_once":
        return min(found)
    product = Fraction(1)
    for chance in found:
        product *= chance
    return product


def difference(params: Params, before: Collection[str], after: Collection[str]) -> Fraction:
    """The chance to come safely through what a way has in addition to country rolled for already.

    Whoever has come through at ``before`` and comes through this, too, has come through at
    ``after``: the risk is rolled once, and again only by how much the way has become worse.
    """
    rolled = safety(params, before)
    if rolled <= 0:
        return Fraction(1)
    chance = safety(params, {*before, *after}) / rolled
    return min(chance, Fraction(1)).limit_denominator(_SIDES)
