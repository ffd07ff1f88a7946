"""Men lost in battle, spread over the detachments of an army (C-BAT-04)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.pack import Chapter
from world.param import Params
from world.rules.campaign.nouns.army import Army, Detachment, noncombatants
from world.rules.campaign.nouns.ratio import ZERO, ratio
from world.rules.campaign.nouns.rounding import people
from world.state import World

chapter = Chapter("losses", "How losses are spread over an army")

SPREAD = chapter.param(
    "casualty.spread",
    "proportional",
    "mode",
    "C-BAT-04",
    "over all detachments alike, or upon the first of the roster until it is no more",
    choices=("proportional", "in_order"),
)
NC_MODEL = chapter.param(
    "army.nc_model",
    "derived",
    "mode",
    "C-ARMY-03",
    "followers shrink with the soldiers, or are heads: those of men who fall or run stay",
    choices=("derived", "headcount"),
)


def losses_of(params: Params, army: Army, percentage: Fraction) -> dict[str, int]:
    """By detachment, how many men a percentage of losses costs those that are present.

    Each detachment is rounded for itself; nobody loses more than he has.
    """
    share = percentage / 100
    if params[SPREAD] == "proportional":
        return {
            d.name: min(d.soldiers, people(params, d.soldiers * share))
            for d in army.present
            if d.soldiers
        }
    left = min(army.soldiers, people(params, army.soldiers * share))
    found = {}
    for detachment in army.present:
        found[detachment.name] = min(left, detachment.soldiers)
        left -= found[detachment.name]
    return found


def thinned(world: World, army: Army, losses: dict[str, int]) -> Army:
    """The army without its losses; guns and wagons stay with those who are left (C-BAT-04/a).

    A detachment of which nobody is left is no more.  Where nobody at all is left the army has no
    detachments, and is no army.  Followers who are counted by the head stay with those who are left
    (C-ARMY-03/a).
    """
    left = _without(army, losses)
    if world.params[NC_MODEL] == "derived" or not left.soldiers:
        return left
    usual = noncombatants(world, msgspec.structs.replace(left, extra_nc=ZERO))
    more = max(0, noncombatants(world, army) - usual)
    return msgspec.structs.replace(left, extra_nc=ratio(Fraction(100 * more, left.soldiers)))


def _without(army: Army, losses: dict[str, int]) -> Army:
    left: list[Detachment] = []
    orphaned = [0, 0, 0]
    for detachment in army.detachments:
        lost = 0 if detachment.away else losses.get(detachment.name, 0)
        soldiers = detachment.soldiers - lost
        if soldiers > 0 or (detachment.soldiers == 0 and not lost):
            left.append(msgspec.structs.replace(detachment, soldiers=soldiers))
            continue
        wheels = (detachment.wagons, detachment.six, detachment.eighteen)
        orphaned = [a + b for a, b in zip(orphaned, wheels, strict=True)]
    if left and any(orphaned):
        left = list(with_wheels(tuple(left), *orphaned))
    return msgspec.structs.replace(army, detachments=tuple(left))


def with_wheels(
    detachments: tuple[Detachment, ...], wagons: int, six: int, eighteen: int
) -> tuple[Detachment, ...]:
    """The detachments with more wagons and guns: guns go to gunners if there are any."""
    here = [n for n, d in enumerate(detachments) if not d.away] or list(range(len(detachments)))
    gunners = [n for n in here if detachments[n].kind == "artillery"]
    carts, guns = here[0], (gunners or here)[0]
    found = list(detachments)
    found[carts] = msgspec.structs.replace(found[carts], wagons=found[carts].wagons + wagons)
    found[guns] = msgspec.structs.replace(
        found[guns], six=found[guns].six + six, eighteen=found[guns].eighteen + eighteen
    )
    return tuple(found)


def without_wheels(army: Army) -> Army:
    """The army with its wagons and guns left behind, those of stragglers excepted."""
    bare = tuple(
        d if d.away else msgspec.structs.replace(d, wagons=0, six=0, eighteen=0)
        for d in army.detachments
    )
    return msgspec.structs.replace(army, detachments=bare)


def without_guns(army: Army, six: int, eighteen: int) -> Army:
    """The army without so many guns, the last of its roster."""
    found: list[Detachment] = []
    for detachment in reversed(army.detachments):
        if detachment.away:
            found.append(detachment)
            continue
        light, heavy = min(six, detachment.six), min(eighteen, detachment.eighteen)
        six, eighteen = six - light, eighteen - heavy
        found.append(
            msgspec.structs.replace(
                detachment, six=detachment.six - light, eighteen=detachment.eighteen - heavy
            )
        )
    return msgspec.structs.replace(army, detachments=tuple(reversed(found)))
