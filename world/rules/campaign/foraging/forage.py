"""Foraging: a day spent stripping the land (C-FOR)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.errors import Refused
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.foraging import works
from world.rules.campaign.foraging.anger import chance_of_revolt, provoke
from world.rules.campaign.foraging.events import ForageEnds
from world.rules.campaign.foraging.notices import Foraged
from world.rules.campaign.foraging.orders import ForageOrder, require_reach
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.command import commanded
from world.rules.campaign.nouns.commander import has_trait
from world.rules.campaign.nouns.ground import relation, scene
from world.rules.campaign.nouns.land import (
    forage_radius,
    in_reach,
    is_bare,
    land_at,
    settlement,
    within_a_year,
)
from world.rules.campaign.nouns.provisions import free_room
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.rounding import stores
from world.state import World
from world.step import Step

chapter = Chapter("foraging", "Foraging: what the land yields, and whom that angers")

YIELD = chapter.param(
    "forage.yield_per_settlement",
    1000,
    "supplies per point",
    "C-FOR-02",
    "what a hex gives for each point of its settlement score",
)
STOP_WHEN_FULL = chapter.param(
    "forage.stop_when_full",
    True,
    "bool",
    "C-FOR-02",
    "whether an army that can carry no more leaves the rest of the land alone",
)
REVOLT = chapter.param(
    "forage.revolt_in6", 2, "in 6", "C-FOR-05", "that foraging again within a year brings a revolt"
)
REVOLT_UNFRIENDLY = chapter.param(
    "forage.revolt_unfriendly_in6", 3, "in 6", "C-FOR-05", "the same in unfriendly country"
)
REVOLT_SCOPE = chapter.param(
    "forage.revolt_scope",
    "per_order",
    "mode",
    "C-FOR-05",
    "whether one throw decides for a day's foraging, or one for each hex",
    choices=("per_order", "per_hex"),
)
RAIDER = chapter.param(
    "trait.raider.forage", 10, "%", "C-TRAIT-13", "more that a Raider's foragers bring"
)
chapter.declare(Foraged)


@chapter.obeys(ForageOrder)
def forage(step: Step, order: ForageOrder, hand: Hand) -> None:
    """The army is to forage from the next dawn on (O-FORAGE)."""
    army = commanded(step.world, hand, order.army, "forage")
    works.require_free(step, army, "forage")
    hexes = tuple(dict.fromkeys(scene(step.world).place(text) for text in order.hexes))
    reach = in_reach(step.world, army.place, forage_radius(step.world, army))
    require_reach(army.name, hexes, reach)
    _require_fields(step, army, hexes, reach)
    works.plan(step, army, "forage", hexes)


def _require_fields(step: Step, army: Army, hexes: tuple[str, ...], reach: tuple[str, ...]) -> None:
    """Refuse named hexes that are burnt or bare, and a reach in which all are.

    Raises:
        Refused: E-FOR-TORCHED, E-FOR-EXHAUSTED.
    """
    lands = [land_at(step.world, label, step.now) for label in hexes or reach]
    burnt = [land.place for land in lands if land.torched]
    bare = [land.place for land in lands if is_bare(step.world, land)]
    if not hexes and len({*burnt, *bare}) < len(lands):
        return  # something is left in reach
    if burnt and (hexes or len(burnt) == len(lands)):
        raise Refused(
            "E-FOR-TORCHED",
            f"The land is burnt at {', '.join(burnt)} and gives nothing until next spring;"
            f" {army.name} was ordered nothing. Choose other hexes.",
        )
    if bare:
        raise Refused(
            "E-FOR-EXHAUSTED",
            f"The land is bare at {', '.join(bare)} and gives nothing until next spring;"
            f" {army.name} was ordered nothing. Choose other hexes.",
        )


def in_order(world: World, army: Army, reach: tuple[str, ...]) -> tuple[str, ...]:
    """Hexes in the order in which they are worked: the nearest first, the richest among equals."""
    ground = scene(world)
    return tuple(
        sorted(
            reach,
            key=lambda at: (ground.distance(army.place, at), -settlement(world, at), at),
        )
    )


@chapter.handles(ForageEnds)
def forage_ends(step: Step, event: ForageEnds) -> None:
    """The foragers are back with what they found, up to what the army can carry (C-FOR-02)."""
    done = works.finished(step, event)
    if done is None:
        return
    army, work = done
    world = step.world
    reach = in_reach(world, army.place, forage_radius(world, army))
    hexes = tuple(at for at in work.hexes if at in reach) or in_order(world, army, reach)
    yields: list[str] = []
    bare: list[str] = []
    repeated: list[str] = []
    total = 0
    room = free_room(world, army)
    for label in hexes:
        if total >= room and step.param(STOP_WHEN_FULL):
            break
        land = land_at(world, label, step.now)
        if land.torched or is_bare(world, land):
            bare.append(label)
            continue
        found = min(_yield(step, army, label), room - total)
        total += found
        yields.append(f"{label}: {found}")
        if within_a_year(world, land.last, step.now):
            repeated.append(label)
        step.put(msgspec.structs.replace(land, foraged=land.foraged + 1, last=step.now))
    army = msgspec.structs.replace(army, supplies=army.supplies + total)
    step.put(army)
    risen = _anger(step, army, repeated)
    notice = Foraged(
        army=army.name,
        total=total,
        yields=", ".join(yields) or "nothing was found",
        stock=army.supplies,
        bare=f" Nothing is left at {', '.join(bare)}." if bare else "",
        revolt=" The people rise against it." if risen else "",
    )
    report(step, army, notice)


def _yield(step: Step, army: Army, label: str) -> int:
    found = Fraction(settlement(step.world, label) * step.param(YIELD))
    if has_trait(step.world, army.leader, "raider"):
        found *= 1 + Fraction(step.param(RAIDER), 100)
    return stores(step.world.params, found)


def _anger(step: Step, army: Army, repeated: list[str]) -> bool:
    """Whether foraging again within the year brings a revolt (C-FOR-05)."""
    chances = []
    for label in repeated:
        unfriendly = relation(step.world, label, army.faction, step.now).unfriendly
        k = step.param(REVOLT_UNFRIENDLY if unfriendly else REVOLT)
        chances.append((label, chance_of_revolt(step.world, army, k)))
    per_hex = step.param(REVOLT_SCOPE) == "per_hex"
    return provoke(step, army, "foraging", chances, per_hex=per_hex)
