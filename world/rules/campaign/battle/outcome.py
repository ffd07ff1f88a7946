"""What the totals of a battle mean for every army in it (C-BAT-R, C-MULTI-04, C-MULTI-05)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from world.param import Params
from world.rules.campaign.battle import figures
from world.rules.campaign.battle.reckoning import Unit
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.battle import Battle
from world.rules.campaign.nouns.commander import (
    GUARDIAN_CAPTURE,
    GUARDIAN_CASUALTIES,
    STUBBORN_DRAW,
    VANQUISHER_ANY_WIN,
    VANQUISHER_CAPTURE,
    VANQUISHER_CASUALTIES,
    has_trait,
)
from world.rules.campaign.nouns.rounding import adjusted_percentage
from world.state import World


class Row(msgspec.Struct, frozen=True):
    """A row of the table of results: percentages of losses, changes of morale, capture in 6."""

    victor_casualties: int
    loser_casualties: int
    victor_morale: int = 0
    loser_morale: int = 0
    capture: int = 0


def row_of(params: Params, difference: int) -> Row:
    """The row of a difference of totals, which is never negative (C-BAT-R)."""
    if difference == 0:
        both = params[figures.R0_CASUALTIES]
        return Row(both, both)
    if difference == 1:
        both = params[figures.R1_CASUALTIES]
        return Row(both, both, 0, params[figures.R1_LOSER])
    if difference <= 3:
        return Row(
            params[figures.R2_VICTOR_CASUALTIES],
            params[figures.R2_LOSER_CASUALTIES],
            params[figures.R2_VICTOR],
            params[figures.R2_LOSER],
        )
    if difference <= 5:
        return Row(
            params[figures.R4_VICTOR_CASUALTIES],
            params[figures.R4_LOSER_CASUALTIES],
            params[figures.R4_VICTOR],
            params[figures.R4_LOSER],
            params[figures.R4_CAPTURE],
        )
    return Row(
        params[figures.R6_VICTOR_CASUALTIES],
        params[figures.R6_LOSER_CASUALTIES],
        params[figures.R6_VICTOR],
        params[figures.R6_LOSER],
        params[figures.R6_CAPTURE],
    )


class Fate(msgspec.Struct, frozen=True):
    """What a battle does to one army.

    Attributes:
        unit: whose roll it shares; ``total`` that roll, ``against`` the enemy's best.
        won: whether its side did; None after a draw.
        percentage: of its soldiers that are lost.
        morale: the change.
        beaten: whether it lost against the enemy's best itself, and so is tested.
        retreats: whether it takes the first step back.
        capture: chance in 6 that its commander is taken, by ``captor``; None for no roll.
    """

    army: Army
    unit: Unit
    total: int
    against: int
    won: bool | None
    percentage: Fraction
    morale: int
    beaten: bool
    retreats: bool
    capture: int | None
    captor: Unit

    @property
    def difference(self) -> int:
        """By how much it won or lost."""
        return abs(self.total - self.against)


def winner_of(units: Sequence[Unit], totals: Mapping[str, int]) -> int | None:
    """The side of the best single total; None where the best are equal (C-MULTI-03)."""
    best = [max(totals[unit.army.id] for unit in units if unit.side == side) for side in (0, 1)]
    return None if best[0] == best[1] else int(best[1] > best[0])


def fates_of(
    world: World, battle: Battle, units: Sequence[Unit], totals: Mapping[str, int]
) -> tuple[Fate, ...]:
    """What becomes of every army, in id order."""
    winner = winner_of(units, totals)
    top = {
        side: min(
            (unit for unit in units if unit.side == side),
            key=lambda unit: (-totals[unit.army.id], unit.army.id),
        )
        for side in (0, 1)
    }
    margin = abs(totals[top[0].army.id] - totals[top[1].army.id])
    found: list[Fate] = []
    for unit in units:
        enemy = top[1 - unit.side]
        own, theirs = totals[unit.army.id], totals[enemy.army.id]
        won = None if winner is None else winner == unit.side
        beaten = won is not None and own < theirs
        row = row_of(world.params, abs(own - theirs))
        percentage = _percentage(world, battle, row, unit, enemy, lost=own < theirs, won=won)
        capture = _capture(world, row, unit, enemy) if beaten and unit.led else None
        found.extend(
            Fate(
                army=army,
                unit=unit,
                total=own,
                against=theirs,
                won=won,
                percentage=percentage,
                morale=_morale(world, battle, army, unit.side, row, won=won, margin=margin),
                beaten=beaten,
                retreats=beaten and (not won or world.params[figures.WINNER_RETREATS]),
                capture=capture if army is unit.army else None,
                captor=enemy,
            )
            for army in unit.shares
        )
    return tuple(sorted(found, key=lambda fate: fate.army.id))


def _percentage(
    world: World, battle: Battle, row: Row, unit: Unit, enemy: Unit, *, lost: bool, won: bool | None
) -> Fraction:
    params = world.params
    points = []
    if has_trait(world, unit.army.leader, "guardian"):
        points.append(params[GUARDIAN_CASUALTIES])
    if has_trait(world, enemy.army.leader, "vanquisher"):
        points.append(params[VANQUISHER_CASUALTIES])
    if battle.sort == "assault" and won is False:
        points.append(params[figures.LOSER_EXTRA])
    base = row.loser_casualties if lost else row.victor_casualties
    return min(Fraction(100), adjusted_percentage(params, base, points))


def _morale(
    world: World, battle: Battle, army: Army, side: int, row: Row, *, won: bool | None, margin: int
) -> int:
    """Winners change by the best totals of both sides, losers by their own (C-MULTI-04, -05)."""
    params = world.params
    stubborn = has_trait(world, army.leader, "stubborn")
    if won is None:
        # A draw has attackers only where one side attacks and the other does not.
        attacks = battle.sides[side].attacks and not battle.sides[1 - side].attacks
        spared = stubborn and params[STUBBORN_DRAW]
        return params[figures.R0_ATTACKER] if attacks and not spared else 0
    if won:
        return row_of(params, margin).victor_morale
    return 0 if stubborn else row.loser_morale


def _capture(world: World, row: Row, unit: Unit, enemy: Unit) -> int | None:
    """Chance in 6 that a beaten commander is taken; None where nothing is rolled (C-BAT-05)."""
    params = world.params
    chance = row.capture
    vanquisher = has_trait(world, enemy.army.leader, "vanquisher")
    if not chance and not (vanquisher and params[VANQUISHER_ANY_WIN]):
        return None
    if vanquisher:
        chance += params[VANQUISHER_CAPTURE]
    if has_trait(world, unit.army.leader, "guardian"):
        chance += params[GUARDIAN_CAPTURE]
    return chance
