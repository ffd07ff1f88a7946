"""What somebody who writes or speaks knows of where he is and whom he can reach."""

from __future__ import annotations

import msgspec

from world.knowledge.picture import picture_of, seen_by
from world.rules.campaign.nouns.afloat import own_captains
from world.rules.campaign.nouns.almanac import entry_of
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.company import company_of, is_believed_own
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.muster import mustered
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import (
    captain_of,
    governor_of,
    hailed,
    in_company,
    is_governor,
    whereabouts,
)
from world.state import World


class AuthorPage(msgspec.Struct, frozen=True):
    """The part of a person's page that letters, telegrams and talk are written from."""

    person: str
    place: str | None
    tower: bool
    purse: int | None
    correspondents: dict[str, str]
    present: dict[str, str]
    places: dict[str, str]


def author_page(world: World, person: str) -> AuthorPage:
    """What a person writes from; the same as his whole page has under these names."""
    ground = scene(world)
    place = known_place(world, person)
    commander = world.find(Commander, person)
    return AuthorPage(
        person=person,
        place=place,
        tower=place is not None and ground.atlas.tile(ground.hex(place)).tower,
        purse=commander.purse if commander is not None else None,
        correspondents=correspondents(world, person),
        present=present(world, person),
        places=ground.places,
    )


def known_place(world: World, person: str) -> str | None:
    """Where a person knows himself to be: on a march by night, where he was at dusk.

    Who takes a wrong road and who takes the right one see the same until dawn (C-NIGHT-03).
    """
    commander = world.find(Commander, person)
    rides = (commander.army or commander.with_army) if commander is not None else ""
    army = world.find(Army, rides) if rides else None
    if army is not None and army.march is not None and army.march.dusk:
        return army.march.dusk
    return whereabouts(world, person)


def correspondents(world: World, person: str) -> dict[str, str]:
    """Everybody in the game, the captains of one's own armies, and the governor of every place.

    Who has taken up arms since it began is known to whoever has seen or heard of his army, by the
    name he had then; and the dead stay among them, since who has not heard of it would write to
    them.
    """
    known = dict(world.derived(("known to all",), lambda: _known_to_all(world)))
    known.pop(person, None)
    known |= _come_since(world, person)
    captive = bool((himself := world.find(Commander, person)) and himself.captor)
    for army in world.of(Army):
        mine = person in (army.owner, army.leader) and not captive
        if mine and has_heard_of(world, person, army) and not _led_by(world, person, army):
            known[captain_of(army.id)] = f"the captain of {army.name}"
    for key, section in mustered(world).items():
        if section.owner == person and not section.commander and is_lost(world, person, key):
            known[captain_of(key)] = f"the captain of {section.name}"
    known |= own_captains(world, person)
    return dict(sorted(known.items()))


def _come_since(world: World, person: str) -> dict[str, str]:
    """Those who have come since the beginning, as a person has last seen or heard of them.

    Whoever is with him has told him what he is called now.
    """
    begun = scene(world).setup.commanders
    found: dict[str, ArmySeen] = {}
    for seen in picture_of(world, ArmySeen, person):
        before = found.get(seen.leader)
        if seen.leader in ("", person) or seen.leader in begun:
            continue
        if before is None or (before.at, before.heard) < (seen.at, seen.heard):
            found[seen.leader] = seen
    return {
        other: seen.leader_name
        if seen.leader_name and not in_company(world, person, other)
        else world.pack.answers.title(world, other)
        for other, seen in found.items()
    }


def called(world: World, person: str, other: str) -> str:
    """What a person calls another, as the list of those he can write to has it."""
    if other in scene(world).setup.commanders:
        return world.pack.answers.title(world, other)
    return _come_since(world, person).get(other) or world.pack.answers.title(world, other)


def _known_to_all(world: World) -> dict[str, str]:
    """The commanders of the beginning, and the governor of every place."""
    known = {}
    for person, section in scene(world).setup.commanders.items():
        entry = entry_of(world, person)
        known[person] = entry.name if entry is not None else section.name
    for stronghold in world.of(Stronghold):
        known[governor_of(stronghold.id)] = f"the governor of {stronghold.name}"
    return dict(sorted(known.items()))


def has_heard_of(world: World, person: str, army: Army) -> bool:
    """Whether a person knows that an army of his exists: of one raised far away he must be told.

    That a company of mercenaries is his he must be told, too.
    """
    if company_of(world, army.id) is not None:
        return is_believed_own(world, person, army.id)
    if army.id in scene(world).setup.armies or person == army.leader:
        return True
    return (
        whereabouts(world, person) == army.place
        or seen_by(world, ArmySeen, person, army.id) is not None
    )


def _led_by(world: World, person: str, army: Army) -> str:
    """The commander who leads an army as far as a person knows; '' for a captain."""
    if whereabouts(world, person) == army.place:
        return army.leader
    seen = seen_by(world, ArmySeen, person, army.id)
    return army.leader if seen is None else seen.leader


def is_lost(world: World, person: str, army: str) -> bool:
    """Whether an army of the person's is no more, and no word of it has reached him."""
    if not world.buried(army):
        return False
    seen = seen_by(world, ArmySeen, person, army)
    return seen is not None and not seen.gone


def present(world: World, person: str) -> dict[str, str]:
    """Those in the same place, to whom he can talk."""
    here = whereabouts(world, person)
    if here is None:
        return {}
    known = {c.id: c.name for c in world.of(Commander) if c.id != person}
    for army in world.at(here, Army):
        if not army.leader and army.owner == person:
            known[captain_of(army.id)] = f"the captain of {army.name}"
    for fleet in world.at(here, Fleet):
        if not fleet.leader and fleet.owner == person:
            known[captain_of(fleet.id)] = f"the captain of {fleet.name}"
    for stronghold in world.at(here, Stronghold):
        known[governor_of(stronghold.id)] = f"the governor of {stronghold.name}"
    across = _across_the_lines(world, person, here)
    return {id: name for id, name in known.items() if id in across or in_company(world, person, id)}


def _across_the_lines(world: World, person: str, here: str) -> set[str]:
    """Whom a person may hail by parley, of those he has seen there; a governor is no secret."""
    parley = world.pack.params.get("talk.parley")
    across = hailed(world, person) if parley is not None and world.params[parley] else ()
    if not across:
        return set()
    seen = {each.leader for each in picture_of(world, ArmySeen, person) if each.where == here}
    return {one for one in across if one in seen or is_governor(one)}
