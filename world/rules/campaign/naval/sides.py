"""The two sides of a naval battle (C-NAV-10, C-MULTI-01)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from world.errors import Refused
from world.rules.campaign.nouns.encounter import Line
from world.rules.campaign.nouns.faction import friendly, hostile
from world.rules.campaign.nouns.fleet import Fleet, cannon
from world.state import World

Sides = tuple[tuple[Line, Line], tuple[str, ...]]


def sides_of(world: World, fleets: Sequence[Fleet], attackers: Collection[str]) -> Sides:
    """The sides by factions and alliances, that of the strongest attacker first; who stands aside.

    A third party joins the side it is not at war with, if it is at war with the other.
    """
    by_guns = sorted(fleets, key=lambda f: (-cannon(world, f), f.id))
    one = next(
        f
        for f in by_guns
        if f.id in attackers and any(hostile(world, f.faction, g.faction) for g in fleets)
    )
    other = next(f for f in by_guns if hostile(world, one.faction, f.faction))
    found: tuple[list[str], list[str], list[str]] = ([], [], [])
    for fleet in fleets:
        found[_side(world, fleet, one, other)].append(fleet.id)
    lines = (_line(found[0], attackers), _line(found[1], attackers))
    return lines, tuple(sorted(found[2]))


def _line(fleets: list[str], attackers: Collection[str]) -> Line:
    return Line(tuple(sorted(fleets)), any(fleet in attackers for fleet in fleets))


def _side(world: World, fleet: Fleet, one: Fleet, other: Fleet) -> int:
    if friendly(world, fleet.faction, one.faction):
        return 0
    if friendly(world, fleet.faction, other.faction):
        return 1
    against_one = hostile(world, fleet.faction, one.faction)
    against_other = hostile(world, fleet.faction, other.faction)
    if against_one == against_other:
        return 2
    return 1 if against_one else 0


def sides_written(text: str, fleets: Sequence[Fleet], attackers: Collection[str]) -> Sides:
    """The sides as the referee writes them: one fleet, another against a third.

    Fleets go by id or name; whoever is not named stands aside.

    Raises:
        Refused: E-SYNTAX, saying what could not be read.
    """
    halves = text.split(" against ")
    if len(halves) != 2:
        raise _unreadable(f"“{text[:60]}”")
    known = {key.casefold(): f.id for f in fleets for key in (f.id, f.name)}
    found: list[list[str]] = []
    for half in halves:
        names = [name.strip() for name in half.split(",") if name.strip()]
        unknown = [name for name in names if name.casefold() not in known]
        if unknown or not names:
            raise _unreadable(f"“{unknown[0][:60] if unknown else half[:60]}”")
        found.append([known[name.casefold()] for name in names])
    if set(found[0]) & set(found[1]):
        raise _unreadable("a fleet on both sides")
    named = {*found[0], *found[1]}
    aside = tuple(sorted(fleet.id for fleet in fleets if fleet.id not in named))
    one, other = _line(found[0], attackers), _line(found[1], attackers)
    if other.attacks and not one.attacks:
        one, other = other, one
    return (one, other), aside


def _unreadable(what: str) -> Refused:
    return Refused(
        "E-SYNTAX",
        f"{what} cannot be read as two sides; they stay as they were. Write: one fleet, another"
        " against a third.",
    )
