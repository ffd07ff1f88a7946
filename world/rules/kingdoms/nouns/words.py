"""Orders and rolls in words, the same in notices, on pages and in reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.rules.kingdoms.nouns.kingdom import name_of
from world.rules.kingdoms.nouns.offer import Offer
from world.rules.kingdoms.nouns.ratings import signed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from world.rules.kingdoms.nouns.turn import Held, Thrown
    from world.state import World


def listed(names: Sequence[str]) -> str:
    """Names with commas, and "and" before the last."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def order_words(world: World, order: Held) -> str:
    """An order as people read it: ``attack the military of Avalon``."""
    names = {target: name_of(world, target) for target in order.targets}
    offer = world.find(Offer, order.offer) if order.offer else None
    return order_text(order, names, {} if offer is None else {offer.id: offer.card.title})


def order_text(order: Held, names: Mapping[str, str], cards: Mapping[str, str]) -> str:
    """The same, from names of kingdoms and titles of opportunities by their ids."""
    targets = listed([names[target] for target in order.targets])
    if order.kind in {"undermine", "attack"}:
        return f"{order.kind} the {order.rating} of {targets}"
    if order.kind in {"work", "expand"}:
        return f"{'work on' if order.kind == 'work' else 'expand'} its {order.rating}"
    if order.kind == "pursue":
        return f"pursue “{cards.get(order.offer, order.offer)}”"
    return {
        "trade": f"trade with {targets}",
        "ties": f"strengthen ties with {targets}",
        "seek": "seek new resources",
        "festival": "host festivals",
        "draft": "draft peasants",
        "pass": "pass",
    }[order.kind]


def roll_words(thrown: Thrown) -> str:
    """A roll with every term: ``6d6 2 5 3 6 1 4 = 21, general +1: 22 against 25``."""
    terms = [
        f"{name} {signed(pips)}"
        for name, pips in (
            ("general", thrown.general),
            ("trait", thrown.trait),
            ("location", thrown.location),
            ("omen", thrown.omen),
            ("partners", thrown.partners),
            ("limit", thrown.capped),
        )
        if pips
    ]
    faces = " ".join(map(str, thrown.faces))
    added = "".join(f", {term}" for term in terms)
    against = f"{thrown.need} or more"
    if thrown.disaster is not None:
        against += f", disaster at {thrown.disaster} or less"
    return (
        f"{len(thrown.faces)}d{thrown.sides} ({faces}) {thrown.natural}{added}: {thrown.total}"
        f" (needs {against})"
    )
