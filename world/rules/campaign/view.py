"""The page of one person, drawn from what he knows."""

from __future__ import annotations

from world.decision import Decision
from world.knowledge.picture import picture_of, seen_by
from world.rules.campaign.nouns.army import Army, column_length, noncombatants
from world.rules.campaign.nouns.belief import believed_holder, believed_stance
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import Faction
from world.rules.campaign.nouns.ground import Scene, scene
from world.rules.campaign.nouns.meeting import meeting_of
from world.rules.campaign.nouns.siege import siege_by
from world.rules.campaign.nouns.sight import ArmySeen, PlaceSeen
from world.rules.campaign.nouns.sky import weather_at
from world.rules.campaign.nouns.stretch import expected_arrival
from world.rules.campaign.nouns.stronghold import Stronghold, soldiers_inside
from world.rules.campaign.nouns.view import (
    CampaignView,
    FactionView,
    KnownStronghold,
    MarchView,
    OpenDecision,
    OwnArmy,
    SeenArmy,
)
from world.rules.campaign.nouns.where import (
    captain_of,
    commander_inside,
    faction_of,
    governor_of,
    in_company,
    whereabouts,
)
from world.state import World


def view(world: World, person: str) -> CampaignView:
    """Everything a person may see (the only way out of the world for a player)."""
    ground = scene(world)
    faction = faction_of(world, person)
    place = _known_place(world, person)
    commander = world.find(Commander, person)
    side = world.find(Faction, faction)
    head = side is None or not side.head or side.head == person
    tile = ground.atlas.tile(ground.hex(place)) if place is not None else None
    return CampaignView(
        person=person,
        now=world.now,
        date=world.calendar.format(world.now),
        faction=faction,
        head=head,
        place=place,
        purse=commander.purse if commander is not None else None,
        tower=tile is not None and tile.tower,
        weather=weather_at(world, place).condition if place is not None else "",
        armies=tuple(_own(world, army, person) for army in _armies_of(world, person)),
        seen=tuple(
            _seen(s, world.now) for s in picture_of(world, ArmySeen, person) if not _mine(world, s)
        ),
        strongholds=tuple(_stronghold(world, ground, s, person) for s in world.of(Stronghold)),
        factions=_factions(world, person),
        decisions=tuple(_decision(d) for d in world.of(Decision) if _open_for(d, person)),
        correspondents=_correspondents(world, person),
        present=_present(world, person),
        places=ground.places,
    )


def _known_place(world: World, person: str) -> str | None:
    """Where a person knows himself to be: one who lost his way in the dark knows it at dawn."""
    commander = world.find(Commander, person)
    army = world.find(Army, commander.army) if commander is not None and commander.army else None
    if army is not None and army.march is not None and army.march.astray:
        return army.march.astray
    return whereabouts(world, person)


def _armies_of(world: World, person: str) -> tuple[Army, ...]:
    return tuple(army for army in world.of(Army) if person in (army.owner, army.leader))


def _mine(world: World, seen: ArmySeen) -> bool:
    army = world.find(Army, seen.subject)
    return (
        army is not None
        and army.id == seen.subject
        and seen.observer
        in (
            army.owner,
            army.leader,
        )
    )


def _own(world: World, army: Army, person: str) -> OwnArmy:
    here = whereabouts(world, person)
    if army.leader != person and army.place != here:
        return _absent(world, army, person)
    march = army.march
    place = march.astray if march is not None and march.astray else army.place
    siege = siege_by(world, army.id)
    meeting = meeting_of(world, army.place, army.id)
    return OwnArmy(
        id=army.id,
        name=army.name,
        leader=army.leader,
        exact=True,
        as_of=world.now,
        place=place,
        detachments=army.detachments,
        soldiers=army.soldiers,
        noncombatants=noncombatants(world, army),
        wagons=army.wagons,
        cannon=army.cannon,
        supplies=army.supplies,
        morale=army.morale,
        resting=army.resting,
        column_metres=int(column_length(world, army) * 1000),
        inside=army.inside,
        besieging=siege.stronghold if siege is not None else "",
        meeting=meeting is not None and meeting.state == "pending",
        engines_ready=army.engines.ready,
        engines_packed=army.engines.packed,
        engine_work=army.engines.job,
        march=_march(world, army),
    )


def _march(world: World, army: Army) -> MarchView | None:
    march = army.march
    if march is None:
        return None
    # What the dark hides from the commander his page hides, too: until dawn it shows no way.
    way = () if march.astray else march.path[march.at :]
    return MarchView(
        to=march.goal,
        way=way,
        pace=march.day,
        night=march.night,
        halted=march.halted,
        arrives=None if march.astray else expected_arrival(world, army, world.now),
    )


def _absent(world: World, army: Army, person: str) -> OwnArmy:
    """A captain's army elsewhere: as its owner last heard of it."""
    seen = seen_by(world, ArmySeen, person, army.id)
    known = scene(world).setup.armies.get(army.id)
    soldiers = sum(d.soldiers for d in known.detachments) if known is not None else 0
    place = scene(world).place(known.at) if known is not None else ""
    if seen is not None:
        soldiers = seen.infantry + seen.cavalry + seen.artillerists
        place = seen.where
    return OwnArmy(
        id=army.id,
        name=army.name,
        leader=army.leader,
        exact=False,
        as_of=seen.at if seen is not None else 0,
        place=place,
        detachments=(),
        soldiers=soldiers,
        wagons=seen.wagons if seen is not None else 0,
        cannon=seen.guns if seen is not None else 0,
    )


def _seen(seen: ArmySeen, now: int) -> SeenArmy:
    return SeenArmy(
        id=seen.subject,
        name=seen.name,
        faction=seen.faction,
        leader=seen.leader,
        place=seen.where,
        at=now if seen.in_sight else seen.at,
        source=seen.source.words,
        infantry=seen.infantry,
        cavalry=seen.cavalry,
        artillerists=seen.artillerists,
        wagons=seen.wagons,
        guns=seen.guns,
        activity=seen.activity,
        heading=seen.heading,
    )


def _stronghold(
    world: World, ground: Scene, stronghold: Stronghold, person: str
) -> KnownStronghold:
    site = ground.atlas.stronghold_by_id[stronghold.id]
    faction, besieger = believed_holder(world, person, stronghold.id, believed=True)
    seen = seen_by(world, PlaceSeen, person, stronghold.id)
    inside = commander_inside(world, stronghold)
    here = whereabouts(world, person) == stronghold.place
    own = (inside is not None and inside.id == person) or (here and stronghold.holder == person)
    return KnownStronghold(
        id=stronghold.id,
        name=stronghold.name,
        sort=stronghold.sort,
        place=stronghold.place,
        population=site.population,
        faction=faction,
        holder=seen.holder if seen is not None else _first_holder(ground, stronghold.id),
        besieged_by=besieger,
        at=seen.at if seen is not None else 0,
        source=seen.source.words if seen is not None else "known from the beginning",
        own=own,
        soldiers=soldiers_inside(world, stronghold) if own else None,
        threshold=stronghold.threshold if own else None,
        defence=stronghold.defence if own else None,
        gates_open=stronghold.gates_open if own else False,
    )


def _first_holder(ground: Scene, stronghold: str) -> str:
    section = ground.setup.strongholds.get(stronghold)
    return str(section.holder) if section is not None else ""


def _factions(world: World, person: str) -> tuple[FactionView, ...]:
    return tuple(
        FactionView(side.id, side.name, believed_stance(world, person, side.id))
        for side in world.of(Faction)
    )


def _open_for(decision: Decision, person: str) -> bool:
    return decision.state == "open" and decision.who == person


def _decision(decision: Decision) -> OpenDecision:
    return OpenDecision(
        id=decision.id,
        rule=decision.rule,
        question=decision.question,
        options=tuple((option.name, option.text) for option in decision.options),
        default=decision.default,
        limit=decision.limit,
        revision=decision.revision,
        free_text=decision.free_text,
    )


def _correspondents(world: World, person: str) -> dict[str, str]:
    """Everybody in the game, the captains of one's own side, and the governor of every place."""
    known = {c.id: c.name for c in world.of(Commander) if c.id != person}
    for army in world.of(Army):
        if person in (army.owner, army.leader) and not army.leader:
            known[captain_of(army.id)] = f"the captain of {army.name}"
    for stronghold in world.of(Stronghold):
        known[governor_of(stronghold.id)] = f"the governor of {stronghold.name}"
    return known


def _present(world: World, person: str) -> dict[str, str]:
    here = whereabouts(world, person)
    if here is None:
        return {}
    known = {c.id: c.name for c in world.of(Commander) if c.id != person}
    for army in world.at(here, Army):
        if not army.leader and army.owner == person:
            known[captain_of(army.id)] = f"the captain of {army.name}"
    for stronghold in world.at(here, Stronghold):
        known[governor_of(stronghold.id)] = f"the governor of {stronghold.name}"
    return {id: name for id, name in known.items() if in_company(world, person, id)}
