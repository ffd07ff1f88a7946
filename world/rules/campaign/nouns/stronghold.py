"""Strongholds: fortresses, cities and fortified towns, and who is in them (C-STR)."""

from __future__ import annotations

import msgspec

from world.entity import Entity
from world.map.atlas import StrongholdKind
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.ratio import ZERO, Ratio
from world.state import World

chapter = Chapter("strongholds", "Strongholds, their garrisons and the land they control")

TOWN_INFANTRY = chapter.param(
    "stronghold.town.garrison_infantry", 250, "infantry", "C-STR-02", "standing garrison of a town"
)
CITY_INFANTRY = chapter.param(
    "stronghold.city.garrison_infantry", 500, "infantry", "C-STR-02", "standing garrison of a city"
)
FORTRESS_INFANTRY = chapter.param(
    "stronghold.fortress.garrison_infantry", 250, "infantry", "C-STR-02", "of a fortress"
)
FORTRESS_CAVALRY = chapter.param(
    "stronghold.fortress.garrison_cavalry", 50, "cavalry", "C-STR-02", "of a fortress"
)
REFILL_DAYS = chapter.param(
    "garrison.refill_days", 30, "days", "C-STR-02", "until a lost standing garrison is whole again"
)
FED_BY_STRONGHOLD = chapter.param(
    "garrison.fed_by_stronghold",
    True,
    "bool",
    "C-STR-02",
    "whether the place feeds its standing garrison, or the first army quartered there",
)
NEEDS_CONSENT = chapter.param(
    "garrison.needs_consent",
    True,
    "bool",
    "C-STR-05",
    "whether only a friendly holder takes troops in",
)


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A standing garrison, over and above any army or detachment placed there (C-STR-02)."""

    infantry: int = 0
    cavalry: int = 0

    @property
    def soldiers(self) -> int:
        """All of them."""
        return self.infantry + self.cavalry


class Counters(msgspec.Struct, frozen=True, gc=False):
    """What detachments left in a place have brought along with them (C-STR-05/b, C-ARMY-04/a)."""

    morale: int = 9
    resting: int = 9
    extra_nc: Ratio = ZERO
    forced_days: int = 0
    forced_last: int = -1


class Stronghold(Entity, frozen=True, tag="stronghold"):
    """A stronghold as it stands now; what never changes of it is on the map (C-STR-01).

    Attributes:
        sort: town, city or fortress.
        place: label of its hex.
        holder: the person who holds it, to whom its governor reports; '' for nobody.
        faction: the side it belongs to; '' for none.
        standing: its standing garrison now; ``refill`` the event that makes it whole again.
        left: detachments dropped off as a garrison under a captain (C-STR-05).
        threshold: the garrison's will to hold; ``defence`` the worth of its walls.
        gates_open: whether somebody let the besiegers in.
        taken: game instant (ms) at which the holder's side took it; None if it held it always.
        mends: the event that gives the walls their next point back.
        stores: supplies laid up in the place; ``left_supplies`` those that the detachments dropped
            off brought along, and ``left_hungry`` their days without food in a row (C-STR-05/b);
            ``left_counters`` are their morale and forced marches, None where nobody was left.
        chest: doubloons that lie in the place (C-TAX-02).
        levies: how many levies it has raised, from which the next takes its name.
        taxed: game instants (ms) of the collections of the last half-year.
        loot: the wealth sitting in it; None until it is known (C-LOOT-01).
    """

    name: str
    sort: StrongholdKind
    place: str
    holder: str = ""
    faction: str = ""
    standing: Standing = Standing()
    left: tuple[Detachment, ...] = ()
    threshold: int = 0
    defence: int = 0
    gates_open: bool = False
    taken: int | None = None
    refill: str = ""
    mends: str = ""
    stores: int = 0
    left_supplies: int = 0
    left_hungry: int = 0
    left_counters: Counters | None = None
    chest: int = 0
    levies: int = 0
    taxed: tuple[int, ...] = ()
    loot: int | None = None


chapter.declare(Stronghold)


def usual_garrison(world: World, kind: StrongholdKind) -> Standing:
    """The standing garrison of a player's stronghold of a kind (C-STR-02)."""
    params = world.params
    if kind == "town":
        return Standing(params[TOWN_INFANTRY])
    if kind == "city":
        return Standing(params[CITY_INFANTRY])
    return Standing(params[FORTRESS_INFANTRY], params[FORTRESS_CAVALRY])


def quartered(world: World, stronghold: Stronghold) -> tuple[Army, ...]:
    """Armies inside a stronghold, in id order; those that laid down their arms do not count."""
    here = world.at(stronghold.place, Army)
    return tuple(
        army
        for army in here
        if army.inside == stronghold.id
        and (army.disorder is None or army.disorder.kind != "disarmed")
    )


def soldiers_inside(world: World, stronghold: Stronghold) -> int:
    """Everybody inside who can fight: standing garrison, detachments left, armies quartered."""
    left = sum(d.soldiers for d in stronghold.left)
    armies = sum(army.soldiers for army in quartered(world, stronghold))
    return stronghold.standing.soldiers + left + armies


def stronghold_at(world: World, place: str) -> Stronghold | None:
    """The stronghold in a hex, if there is one."""
    here = world.at(place, Stronghold)
    return here[0] if here else None
