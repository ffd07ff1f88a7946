"""Room in the holds of a fleet, and which ship carries what (C-FLEET-03, C-SHIP-08/a).

An army aboard fills the ships of its berth in turn, detachment by detachment in the order of its
roster and its stores last; so it is always known what goes down with a ship.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

import msgspec

from world.pack import Chapter
from world.param import Params
from world.rules.campaign.nouns.army import Army, Detachment, noncombatants
from world.rules.campaign.nouns.fleet import Fleet, aboard_of, berth_of, embarked
from world.rules.campaign.nouns.magic import BOOKS, leaders_books
from world.rules.campaign.nouns.ship import Ship, rate_of
from world.state import World

chapter = Chapter("holds", "Room in the holds of ships")

SOLDIER = chapter.param(
    "cargo.soldier", 100, "supplies", "C-FLEET-03", "room for a soldier on foot with his gear"
)
FOLLOWER = chapter.param("cargo.nc", 100, "supplies", "C-FLEET-03", "room for a follower")
CAVALRY = chapter.param(
    "cargo.cavalry", 1000, "supplies", "C-FLEET-03", "room for a rider with his mount"
)
WAGON = chapter.param("cargo.wagon", 5000, "supplies", "C-FLEET-03", "room for a wagon")
CANNON = chapter.param("cargo.cannon", 5000, "supplies", "C-FLEET-03", "room for a gun")
STORES_COUNT = chapter.param(
    "cargo.stores_count",
    True,
    "bool",
    "C-FLEET-03",
    "whether the supplies that an army brings take room of their own",
)
TROOPS_EAT = chapter.param(
    "ship.troops_eat", True, "bool", "C-SHIP-03", "whether troops aboard eat from the cargo"
)


class Lot(msgspec.Struct, frozen=True):
    """A part of an army that one ship carries.

    ``share`` is how much of the detachment, or of the stores where ``detachment`` is '', she has.
    """

    army: str
    detachment: str
    share: Fraction


class Stowage(msgspec.Struct, frozen=True):
    """What the ships of a fleet carry: each her lots, and the room that is left in each."""

    lots: dict[str, tuple[Lot, ...]]
    room: dict[str, Fraction]

    @property
    def free(self) -> int:
        """Room left in all of them together, in whole supplies."""
        return int(sum(self.room.values(), start=Fraction(0)))


def _bodies(params: Params, detachment: Detachment) -> int:
    soldier = params[CAVALRY if detachment.kind == "cavalry" else SOLDIER]
    guns = detachment.six + detachment.eighteen
    books = len(detachment.books) * params[BOOKS]
    wheels = detachment.wagons * params[WAGON] + guns * params[CANNON]
    return detachment.soldiers * soldier + wheels + books


def weights(world: World, army: Army) -> tuple[tuple[str, Fraction], ...]:
    """The room that each detachment of an army takes with its followers, and its stores last ('').

    Stragglers are not there and take none (C-MOR-08).
    """
    params = world.params
    present = army.present
    followers = Fraction(noncombatants(world, army) * params[FOLLOWER])
    men = sum(d.soldiers for d in present)
    found = []
    for n, detachment in enumerate(present):
        share = Fraction(detachment.soldiers, men) if men else Fraction(n == 0)
        found.append((detachment.name, _bodies(params, detachment) + followers * share))
    stores = army.supplies if params[STORES_COUNT] else 0
    return (*found, ("", Fraction(stores + leaders_books(world, army))))


def weight(world: World, army: Army) -> int:
    """The room that a whole army takes in the hold (C-FLEET-03)."""
    return ceil(sum((each for _, each in weights(world, army)), start=Fraction(0)))


def stowage(world: World, fleet: Fleet) -> Stowage:
    """Which ship carries what."""
    ships = fleet.present
    room = {
        ship.name: Fraction(max(0, rate_of(world, ship).capacity - ship.cargo)) for ship in ships
    }
    lots: dict[str, list[Lot]] = {ship.name: [] for ship in ships}
    for army in embarked(world, fleet):
        names = [name for name in berth_of(world, fleet, army) if name in room] or list(room)
        _stow(world, army, names, room, lots)
    return Stowage({name: tuple(each) for name, each in lots.items()}, room)


def _stow(
    world: World,
    army: Army,
    names: list[str],
    room: dict[str, Fraction],
    lots: dict[str, list[Lot]],
) -> None:
    if not names:
        return
    at = 0
    for detachment, whole in weights(world, army):
        left = whole
        while True:
            last = at == len(names) - 1
            # What fits nowhere stands on the deck of the last.
            took = left if last else min(left, room[names[at]])
            share = took / whole if whole else Fraction(1)
            if share:
                lots[names[at]].append(Lot(army.id, detachment, share))
            room[names[at]] = max(Fraction(0), room[names[at]] - took)
            left -= took
            if left <= 0:
                break
            at += 1


def fits(world: World, fleet: Fleet, army: Army, ships: tuple[str, ...]) -> bool:
    """Whether there is room for a whole army, in some of the ships or in all of them."""
    room = stowage(world, fleet).room
    names = ships or tuple(room)
    return sum((room.get(name, Fraction(0)) for name in names), start=Fraction(0)) >= weight(
        world, army
    )


def filled(
    world: World, fleet: Fleet, supplies: int, ships: tuple[str, ...]
) -> tuple[Ship, ...] | None:
    """The ships with so many supplies more in their holds, in order; None where they do not fit."""
    room = stowage(world, fleet).room
    names = [name for name in (ships or tuple(room)) if name in room]
    more: dict[str, int] = {}
    for name in names:
        took = min(supplies, int(room[name]))
        more[name] = took
        supplies -= took
    if supplies > 0:
        return None
    return tuple(
        msgspec.structs.replace(ship, cargo=ship.cargo + more.get(ship.name, 0))
        for ship in fleet.ships
    )


def emptied(fleet: Fleet, supplies: int) -> tuple[Ship, ...]:
    """The ships with so many supplies less in their holds, the last of the roster first."""
    found = []
    for ship in reversed(fleet.ships):
        took = 0 if ship.away else min(supplies, ship.cargo)
        supplies -= took
        found.append(msgspec.structs.replace(ship, cargo=ship.cargo - took))
    return tuple(reversed(found))


def eats_nothing_aboard(world: World, army: Army) -> bool:
    """Whether an army needs no food because it is aboard (C-SHIP-03/a)."""
    return not world.params[TROOPS_EAT] and aboard_of(world, army) is not None
