"""Names of ships: each has her own within her fleet (C-SHIP-03)."""

from __future__ import annotations

from collections.abc import Iterable

from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ship import Ship, changed


def own_name(taken: Iterable[str], name: str) -> str:
    """A name that is not taken: the one wanted, else the same with a number."""
    known = {each.casefold() for each in taken}
    found, count = name, 2
    while found.casefold() in known:
        found, count = f"{name} ({count})", count + 1
    return found


def renamed(into: Fleet, ships: Iterable[Ship]) -> tuple[tuple[Ship, ...], dict[str, str]]:
    """Ships as they come into a fleet, with names of their own there; and these by the old ones."""
    taken = [ship.name for ship in into.ships]
    found, names = [], {}
    for ship in ships:
        names[ship.name] = own_name(taken, ship.name)
        taken.append(names[ship.name])
        found.append(changed(ship, name=names[ship.name]))
    return tuple(found), names
