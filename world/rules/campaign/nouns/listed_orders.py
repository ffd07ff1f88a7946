"""Orders given in advance, as a page shows the list of a unit one is with."""

from __future__ import annotations

import msgspec

from world.rules.campaign.nouns.agenda import agenda_of, words_of
from world.state import World


class ListedOrder(msgspec.Struct, frozen=True):
    """An order given in advance: its number in the list, the order, what it waits for in words.

    ``standing`` says that it does not wait for its turn, ``goes_on`` that the list then goes on.
    """

    n: int
    order: str
    when: str
    standing: bool
    goes_on: bool


def listed_orders(world: World, unit: str) -> tuple[ListedOrder, ...]:
    """The orders given in advance to a unit, in the order they were written."""
    agenda = agenda_of(world, unit)
    if agenda is None:
        return ()
    return tuple(
        ListedOrder(
            n,
            item.order,
            words_of(item.when, item.standing, world.calendar),
            bool(item.standing),
            item.goes_on,
        )
        for n, item in enumerate(agenda.items, 1)
    )


def list_running(world: World, unit: str) -> str:
    """The order of its list that a unit is carrying out; '' for none."""
    agenda = agenda_of(world, unit)
    return agenda.running if agenda is not None else ""
