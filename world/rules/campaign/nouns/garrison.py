"""The garrison of a stronghold as a force that fights (C-STR-02, C-STR-05, C-ASLT-01)."""

from __future__ import annotations

import msgspec

from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.morale import RESTING
from world.rules.campaign.nouns.ratio import ratio
from world.rules.campaign.nouns.stronghold import Counters, Standing, Stronghold
from world.rules.campaign.nouns.weighing import weighted
from world.state import World

_FOOT, _HORSE = "the standing foot", "the standing horse"


def garrison_force(world: World, stronghold: Stronghold) -> Army:
    """Those who guard a place, no army of theirs, in the shape of one, under the place's own id.

    The standing garrison has the morale of fresh troops (C-STR-02/a), those left there keep what
    they came with (C-STR-05/b); together they are as an army that was joined of both (C-ARMY-05).
    It is reckoned with and never kept; :func:`after_battle` enters what it lost.
    """
    standing = stronghold.standing
    detachments = list(stronghold.left)
    if standing.infantry:
        detachments.append(Detachment(_FOOT, "infantry", standing.infantry))
    if standing.cavalry:
        detachments.append(Detachment(_HORSE, "cavalry", standing.cavalry))
    params = world.params
    fresh = Counters(morale=params[RESTING], resting=params[RESTING])
    brought = counters_of(world, stronghold) if stronghold.left else fresh
    weights = [standing.soldiers, sum(d.soldiers for d in stronghold.left)]
    extra = weighted(params, (fresh.extra_nc.value, brought.extra_nc.value), weights)
    return Army(
        id=stronghold.id,
        name=f"the garrison of {stronghold.name}",
        faction=stronghold.faction,
        owner=stronghold.holder,
        leader="",
        place=stronghold.place,
        detachments=tuple(detachments),
        morale=weighted(params, (fresh.morale, brought.morale), weights),
        resting=max(fresh.resting, brought.resting) if standing.soldiers else brought.resting,
        extra_nc=ratio(extra),
        forced_days=brought.forced_days,
        forced_last=brought.forced_last,
        inside=stronghold.id,
    )


def counters_of(world: World, stronghold: Stronghold) -> Counters:
    """What those left in a place came with; as fresh troops where nothing is written down."""
    resting = world.params[RESTING]
    return stronghold.left_counters or Counters(morale=resting, resting=resting)


def after_battle(stronghold: Stronghold, force: Army) -> Stronghold:
    """The place with what is left of those who guard it."""
    by_name = {detachment.name: detachment for detachment in force.detachments}

    def men(name: str) -> int:
        return by_name[name].soldiers if name in by_name else 0

    left = tuple(by_name[d.name] for d in stronghold.left if d.name in by_name)
    return msgspec.structs.replace(
        stronghold,
        standing=Standing(men(_FOOT), men(_HORSE)),
        left=left,
        left_counters=stronghold.left_counters if left else None,
        left_hungry=stronghold.left_hungry if left else 0,
    )
