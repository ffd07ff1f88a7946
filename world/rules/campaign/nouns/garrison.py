"""The garrison of a stronghold as a force that fights (C-STR-02, C-STR-05, C-ASLT-01)."""

from __future__ import annotations

import msgspec

from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.morale import RESTING
from world.rules.campaign.nouns.stronghold import Standing, Stronghold
from world.state import World

_FOOT, _HORSE = "the standing foot", "the standing horse"


def garrison_force(world: World, stronghold: Stronghold) -> Army:
    """Those who guard a place, no army of theirs, in the shape of one, under the place's own id.

    It is reckoned with and never kept; :func:`after_battle` enters what it lost.
    """
    standing = stronghold.standing
    detachments = list(stronghold.left)
    if standing.infantry:
        detachments.append(Detachment(_FOOT, "infantry", standing.infantry))
    if standing.cavalry:
        detachments.append(Detachment(_HORSE, "cavalry", standing.cavalry))
    morale = world.params[RESTING]
    return Army(
        id=stronghold.id,
        name=f"the garrison of {stronghold.name}",
        faction=stronghold.faction,
        owner=stronghold.holder,
        leader="",
        place=stronghold.place,
        detachments=tuple(detachments),
        morale=morale,
        resting=morale,
        inside=stronghold.id,
    )


def after_battle(stronghold: Stronghold, force: Army) -> Stronghold:
    """The place with what is left of those who guard it."""
    by_name = {detachment.name: detachment for detachment in force.detachments}

    def men(name: str) -> int:
        return by_name[name].soldiers if name in by_name else 0

    left = tuple(by_name[d.name] for d in stronghold.left if d.name in by_name)
    return msgspec.structs.replace(
        stronghold, standing=Standing(men(_FOOT), men(_HORSE)), left=left
    )
