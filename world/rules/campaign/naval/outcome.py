"""What a naval battle does to each fleet (C-NAV-R, C-NAV-03, C-NAV-04, C-NAV-10).

The Fleet Damage of a side is dealt out once: where several fleets face it, it falls on them in
proportion to their hulls, so that of two fleets alone each takes its share of the other's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

import msgspec

from world.param import Params
from world.rules.campaign.naval import figures
from world.rules.campaign.naval.reckoning import Squadron, trait
from world.rules.campaign.nouns.commander import (
    GUARDIAN_CAPTURE,
    GUARDIAN_CASUALTIES,
    STUBBORN_DRAW,
    VANQUISHER_ANY_WIN,
    VANQUISHER_CAPTURE,
    VANQUISHER_CASUALTIES,
)
from world.rules.campaign.nouns.encounter import SeaBattle
from world.rules.campaign.nouns.fleet import Fleet, cannon, fleet_damage
from world.rules.campaign.nouns.rounding import adjusted_percentage
from world.rules.campaign.nouns.seafaring import figure
from world.state import World


class Row(msgspec.Struct, frozen=True):
    """A row of the table: percentages of crews and of Fleet Damage, morale, capture in 6."""

    victor_crew: int
    victor_fd: int
    loser_crew: int
    loser_fd: int
    victor_morale: int = 0
    loser_morale: int = 0
    capture: int = 0


def row_of(params: Params, difference: int) -> Row:
    """The row of a difference of totals, which is never negative (C-NAV-R)."""
    if difference == 0:
        crew, fd = params[figures.R0_CREW], params[figures.R0_FD]
        return Row(crew, fd, crew, fd)
    if difference == 1:
        crew, fd = params[figures.R1_CREW], params[figures.R1_FD]
        return Row(crew, fd, crew, fd, 0, params[figures.R1_LOSER])
    if difference <= 3:
        return Row(
            params[figures.R2_VICTOR_CREW],
            params[figures.R2_VICTOR_FD],
            params[figures.R2_LOSER_CREW],
            params[figures.R2_LOSER_FD],
            params[figures.R2_VICTOR],
            params[figures.R2_LOSER],
        )
    if difference <= 5:
        return Row(
            params[figures.R4_VICTOR_CREW],
            params[figures.R4_VICTOR_FD],
            params[figures.R4_LOSER_CREW],
            params[figures.R4_LOSER_FD],
            params[figures.R4_VICTOR],
            params[figures.R4_LOSER],
            params[figures.R4_CAPTURE],
        )
    return Row(
        params[figures.R6_VICTOR_CREW],
        params[figures.R6_VICTOR_FD],
        params[figures.R6_LOSER_CREW],
        params[figures.R6_LOSER_FD],
        params[figures.R6_VICTOR],
        params[figures.R6_LOSER],
        params[figures.R6_CAPTURE],
    )


class Fate(msgspec.Struct, frozen=True):
    """What a naval battle does to one fleet.

    Attributes:
        unit: whose roll it shares; ``total`` that roll, ``against`` the enemy's best.
        won: whether its side did; None after a draw.
        percentage: of its hands that are lost; ``hits`` on its hulls.
        morale: the change.
        beaten: whether it lost against the enemy's best itself, and so is tested.
        retreats: whether it first goes back.
        capture: chance in 6 that its commander is taken by ``captor``; None for no roll.
    """

    fleet: Fleet
    unit: Squadron
    total: int
    against: int
    won: bool | None
    percentage: Fraction
    hits: int
    morale: int
    beaten: bool
    retreats: bool
    capture: int | None
    captor: Squadron

    @property
    def difference(self) -> int:
        """By how much it won or lost."""
        return abs(self.total - self.against)


def winner_of(units: Sequence[Squadron], totals: Mapping[str, int]) -> int | None:
    """The side of the best single total; None where the best are equal (C-MULTI-03)."""
    best = [max(totals[unit.fleet.id] for unit in units if unit.side == side) for side in (0, 1)]
    return None if best[0] == best[1] else int(best[1] > best[0])


def fates_of(
    world: World, battle: SeaBattle, units: Sequence[Squadron], totals: Mapping[str, int]
) -> tuple[Fate, ...]:
    """What becomes of every fleet, in id order."""
    winner = winner_of(units, totals)
    top = {
        side: min(
            (unit for unit in units if unit.side == side),
            key=lambda unit: (-totals[unit.fleet.id], unit.fleet.id),
        )
        for side in (0, 1)
    }
    margin = abs(totals[top[0].fleet.id] - totals[top[1].fleet.id])
    back = figure(world, "multi.winner_side_first_retreat", default=False)
    found: list[Fate] = []
    for unit in units:
        enemy = top[1 - unit.side]
        own, theirs = totals[unit.fleet.id], totals[enemy.fleet.id]
        won = None if winner is None else winner == unit.side
        beaten = won is not None and own < theirs
        row = row_of(world.params, abs(own - theirs))
        capture = _capture(world, row, unit, enemy) if beaten and unit.led else None
        drawn_back = won is None and _draws_back(world, battle, unit.side)
        found.extend(
            Fate(
                fleet=fleet,
                unit=unit,
                total=own,
                against=theirs,
                won=won,
                percentage=_percentage(world, row, unit, enemy, lost=own < theirs),
                hits=_hits(world, units, fleet, unit.side, row, lost=own < theirs),
                morale=_morale(world, battle, fleet, unit.side, row, won=won, margin=margin),
                beaten=beaten,
                retreats=drawn_back or (beaten and (not won or back)),
                capture=capture if fleet is unit.fleet else None,
                captor=enemy,
            )
            for fleet in unit.shares
        )
    return tuple(sorted(found, key=lambda fate: fate.fleet.id))


def _draws_back(world: World, battle: SeaBattle, side: int) -> bool:
    """Whether the attackers go back after a drawn battle (C-BAT-03)."""
    if figure(world, "battle.draw_retreat", default="none") != "attacker":
        return False
    return battle.sides[side].attacks and not battle.sides[1 - side].attacks


def _percentage(world: World, row: Row, unit: Squadron, enemy: Squadron, *, lost: bool) -> Fraction:
    """Hands lost, under Guardian and Vanquisher (C-NAV-04)."""
    params = world.params
    points = []
    if trait(world, unit.fleet, "guardian"):
        points.append(params[GUARDIAN_CASUALTIES])
    if trait(world, enemy.fleet, "vanquisher"):
        points.append(params[VANQUISHER_CASUALTIES])
    base = row.loser_crew if lost else row.victor_crew
    return min(Fraction(100), adjusted_percentage(params, base, points))


def _hits(
    world: World, units: Sequence[Squadron], fleet: Fleet, side: int, row: Row, *, lost: bool
) -> int:
    """Hits on a fleet's hulls (C-NAV-03)."""
    share = Fraction(row.loser_fd if lost else row.victor_fd, 100)
    if world.params[figures.FD_OF] == "own_hull":
        return rounded(world.params, share * fleet.hull)
    guns = sum(cannon(world, f) for unit in units if unit.side != side for f in unit.shares)
    hulls = sum(f.hull for unit in units if unit.side == side for f in unit.shares)
    part = Fraction(fleet.hull, hulls) if hulls else Fraction(0)
    return rounded(world.params, share * part * fleet_damage(world, guns))


def rounded(params: Params, hits: Fraction) -> int:
    """Whole hits (C-NAV-03)."""
    mode = params[figures.HITS_ROUND]
    if mode == "half_up":
        return floor(hits + Fraction(1, 2))
    return floor(hits) if mode == "down" else ceil(hits)


def _morale(
    world: World,
    battle: SeaBattle,
    fleet: Fleet,
    side: int,
    row: Row,
    *,
    won: bool | None,
    margin: int,
) -> int:
    """Winners change by the best totals of both sides, losers by their own (C-MULTI-04, -05)."""
    params = world.params
    stubborn = trait(world, fleet, "stubborn")
    if won is None:
        attacks = battle.sides[side].attacks and not battle.sides[1 - side].attacks
        spared = stubborn and params[STUBBORN_DRAW]
        return params[figures.R0_ATTACKER] if attacks and not spared else 0
    if won:
        return row_of(params, margin).victor_morale
    return 0 if stubborn else row.loser_morale


def _capture(world: World, row: Row, unit: Squadron, enemy: Squadron) -> int | None:
    """Chance in 6 that a beaten commander is taken; None where nothing is rolled (C-BAT-05)."""
    params = world.params
    chance = row.capture
    vanquisher = trait(world, enemy.fleet, "vanquisher")
    if not chance and not (vanquisher and params[VANQUISHER_ANY_WIN]):
        return None
    if vanquisher:
        chance += params[VANQUISHER_CAPTURE]
    if trait(world, unit.fleet, "guardian"):
        chance += params[GUARDIAN_CAPTURE]
    return chance
