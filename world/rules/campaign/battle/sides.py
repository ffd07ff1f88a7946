"""The two sides of a battle (C-MULTI-01)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from world.errors import Refused
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.battle import Side
from world.rules.campaign.nouns.faction import friendly, hostile
from world.rules.campaign.nouns.strength import strength
from world.state import World

Sides = tuple[tuple[Side, Side], tuple[str, ...]]


def sides_of(world: World, armies: Sequence[Army], attackers: Collection[str]) -> Sides:
    """The sides by factions and alliances, that of the strongest attacker first; who stands aside.

    A third party joins the side it is not at war with, if it is at war with the other.
    """
    by_size = sorted(armies, key=lambda a: (-strength(world.params, a), a.id))
    one = next(
        a
        for a in by_size
        if a.id in attackers and any(hostile(world, a.faction, b.faction) for b in armies)
    )
    other = next(a for a in by_size if hostile(world, one.faction, a.faction))
    first: list[str] = []
    second: list[str] = []
    aside: list[str] = []
    for army in armies:
        side = _side(world, army, one, other)
        (first if side == 0 else second if side == 1 else aside).append(army.id)
    return (_side_of(first, attackers), _side_of(second, attackers)), tuple(sorted(aside))


def _side_of(armies: list[str], attackers: Collection[str]) -> Side:
    return Side(tuple(sorted(armies)), any(army in attackers for army in armies))


def _side(world: World, army: Army, one: Army, other: Army) -> int | None:
    if friendly(world, army.faction, one.faction):
        return 0
    if friendly(world, army.faction, other.faction):
        return 1
    against_one = hostile(world, army.faction, one.faction)
    against_other = hostile(world, army.faction, other.faction)
    if against_one == against_other:
        return None
    return 1 if against_one else 0


def sides_written(text: str, armies: Sequence[Army], attackers: Collection[str]) -> Sides:
    """The sides as the referee writes them: ``First Army, Third Army against Second Army``.

    Armies go by id or name; whoever is not named stands aside.

    Raises:
        Refused: E-SYNTAX, saying what could not be read.
    """
    halves = text.split(" against ")
    if len(halves) != 2:
        raise _unreadable(f"“{text[:60]}”")
    known = {key.casefold(): a.id for a in armies for key in (a.id, a.name)}
    found: list[list[str]] = []
    for half in halves:
        names = [name.strip() for name in half.split(",") if name.strip()]
        unknown = [name for name in names if name.casefold() not in known]
        if unknown or not names:
            raise _unreadable(f"“{unknown[0][:60] if unknown else half[:60]}”")
        found.append([known[name.casefold()] for name in names])
    if set(found[0]) & set(found[1]):
        raise _unreadable("an army on both sides")
    named = {*found[0], *found[1]}
    aside = tuple(sorted(army.id for army in armies if army.id not in named))
    one, other = _side_of(found[0], attackers), _side_of(found[1], attackers)
    if other.attacks and not one.attacks:
        one, other = other, one
    return (one, other), aside


def _unreadable(what: str) -> Refused:
    return Refused(
        "E-SYNTAX",
        f"{what} cannot be read as two sides; they stay as they were. Write: one army, another"
        " against a third.",
    )
