"""What the commander of a unit knows that conditions are judged by (C-TIME-08).

His own muster, what he has before his eyes, and what has been reported to him lately: nothing else,
so that a list never does what a commander could not have ordered himself at that moment.
"""

from __future__ import annotations

from typing import TypeVar

from world.dates import HOUR_MS
from world.knowledge.picture import picture_of
from world.rules.campaign.nouns.agenda import REPORT_HOURS, When
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.author import known_place
from world.rules.campaign.nouns.belief import believed_stance
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.provisions import daily_need, days_left
from world.rules.campaign.nouns.sight import ArmySeen, FleetSeen
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import captain_of, commander_inside, governor_of
from world.state import World

S = TypeVar("S", ArmySeen, FleetSeen)


def commander_of(world: World, unit: str) -> str:
    """The person or office whose knowledge counts for such a unit; '' for none."""
    moves = world.find(Army, unit) or world.find(Fleet, unit)
    if moves is not None:
        return moves.leader or captain_of(moves.id)
    stronghold = world.find(Stronghold, unit)
    if stronghold is None:
        return ""
    inside = commander_inside(world, stronghold)
    return inside.id if inside is not None else governor_of(stronghold.id)


def holds(world: World, unit: str, when: When, now: int) -> bool:
    """Whether a condition is true now, as its commander knows; weekly halts are told by facts."""
    if when.sort == "previous_done":
        return True
    if when.sort == "date":
        return now >= when.at
    if when.sort == "stock_days_under":
        army = world.find(Army, unit)
        need = daily_need(world, army) if army is not None else 0
        return army is not None and need > 0 and days_left(need, army.supplies) < when.under
    if when.sort == "enemy_sighted":
        return any(is_near(world, unit, seen, when, now) for seen in enemies(world, unit))
    return False


def enemies(world: World, unit: str) -> list[ArmySeen] | list[FleetSeen]:
    """The hostile armies a commander knows of, or for a fleet the hostile fleets."""
    person = commander_of(world, unit)
    if world.find(Fleet, unit) is not None:
        return _hostile(world, person, picture_of(world, FleetSeen, person))
    return _hostile(world, person, picture_of(world, ArmySeen, person))


def _hostile(world: World, person: str, picture: tuple[S, ...]) -> list[S]:
    known = [seen for seen in picture if not seen.gone]
    factions = dict.fromkeys(seen.faction for seen in known)
    enemy = {each for each in factions if believed_stance(world, person, each) == "hostile"}
    return [seen for seen in known if seen.faction in enemy]


def is_near(
    world: World,
    unit: str,
    seen: ArmySeen | FleetSeen,
    when: When,
    now: int,
    here: str | None = None,
) -> bool:
    """Whether a sighting is of an enemy that a condition means; ``here`` is where the unit stands.

    What is no longer in sight counts while the report of it is fresh.
    """
    if not seen.in_sight and (
        when.within < 0 or now - seen.at > world.params[REPORT_HOURS] * HOUR_MS
    ):
        return False
    if when.within < 0:
        return True
    here = here or known_place(world, commander_of(world, unit))
    return here is not None and scene(world).distance(here, seen.where) <= when.within
