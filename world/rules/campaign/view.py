"""The page of one person, drawn from what he knows."""

from __future__ import annotations

import msgspec

from world.decision import Decision
from world.kernel.nouns import REFEREE
from world.knowledge.picture import picture_of, seen_by
from world.rules.campaign.nouns.afloat import own_fleets, seen_fleets
from world.rules.campaign.nouns.agenda import CONDITIONS, QUEUE_MAX
from world.rules.campaign.nouns.army import Army, column_length, noncombatants
from world.rules.campaign.nouns.author import author_page, has_heard_of, is_lost
from world.rules.campaign.nouns.belief import believed_holder
from world.rules.campaign.nouns.collection import collection_of
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.company import (
    believed_employed,
    company_of,
    is_believed_own,
    offered,
)
from world.rules.campaign.nouns.faction import Faction
from world.rules.campaign.nouns.faction_page import known_factions
from world.rules.campaign.nouns.forecast import forecast
from world.rules.campaign.nouns.ground import Scene, scene
from world.rules.campaign.nouns.holding import captives_of
from world.rules.campaign.nouns.land import forage_radius, in_reach, torch_radius
from world.rules.campaign.nouns.leavings import lying_at
from world.rules.campaign.nouns.levy import levies_of
from world.rules.campaign.nouns.listed_orders import list_running, listed_orders
from world.rules.campaign.nouns.magic import Mage, mages, studies_of
from world.rules.campaign.nouns.meeting import meeting_of
from world.rules.campaign.nouns.muster import muster_of, mustered
from world.rules.campaign.nouns.person_page import known_persons, own_person
from world.rules.campaign.nouns.played import shown_scenes
from world.rules.campaign.nouns.provisions import capacity, chest_of, daily_need
from world.rules.campaign.nouns.raid import Raid, harry_reach, raids_of
from world.rules.campaign.nouns.rates import rates
from world.rules.campaign.nouns.siege import siege_by
from world.rules.campaign.nouns.sight import ArmySeen, PlaceSeen
from world.rules.campaign.nouns.sky import weather_at
from world.rules.campaign.nouns.stretch import expected_arrival
from world.rules.campaign.nouns.stronghold import Stronghold, soldiers_inside
from world.rules.campaign.nouns.treaty import treaties_of
from world.rules.campaign.nouns.view import (
    CampaignView,
    CaptiveView,
    KnownStronghold,
    Lying,
    MageView,
    MarchView,
    OpenDecision,
    OwnArmy,
    RaidView,
    RestView,
    SeenArmy,
    Undertaking,
    WorkView,
)
from world.rules.campaign.nouns.waters import shore_of
from world.rules.campaign.nouns.where import (
    commander_inside,
    faction_of,
    governor_of,
    in_company,
    whereabouts,
)
from world.rules.campaign.nouns.wound import challenges_to
from world.state import World


def view(world: World, person: str) -> CampaignView:
    """Everything a person may see (the only way out of the world for a player)."""
    faction = faction_of(world, person)
    author = author_page(world, person)
    place = author.place
    side = world.find(Faction, faction)
    head = side is None or not side.head or side.head == person
    himself = leader_of(world, person)
    captor = himself.captor if himself is not None else ""
    return CampaignView(
        person=person,
        faction=faction,
        head=head,
        place=place,
        purse=author.purse,
        tower=author.tower,
        weather=weather_at(world, place).condition if place is not None else "",
        armies=() if captor else _armies(world, person),
        seen=tuple(_seen(s) for s in picture_of(world, ArmySeen, person) if not _hidden(world, s)),
        strongholds=tuple(_stronghold(world, s, person) for s in world.of(Stronghold)),
        factions=known_factions(world, person),
        decisions=tuple(_decision(d) for d in world.of(Decision) if _open_for(d, person)),
        captives=tuple(CaptiveView(c.id, c.name, c.may_write) for c in captives_of(world, person)),
        captor=world.pack.answers.title(world, captor) if captor else "",
        challenges={
            each.by: world.pack.answers.title(world, each.by)
            for each in challenges_to(world, person)
        },
        correspondents=author.correspondents,
        present=author.present,
        places=author.places,
        list_max=world.params[QUEUE_MAX],
        list_conditions=world.params[CONDITIONS],
        fleets=own_fleets(world, person),
        seen_fleets=seen_fleets(world, person),
        shore=shore_of(world, place) if place is not None else "",
        ship_classes={key: rate.name for key, rate in rates(world).items()},
        companies=offered(world),
        himself=own_person(world, person),
        commanders=known_persons(world, author.correspondents),
        treaties=treaties_of(world, person),
        scenes=shown_scenes(world, person),
        forecast=forecast(world, person),
    )


def _armies(world: World, person: str) -> tuple[OwnArmy, ...]:
    """His armies: those he is with as they are, others as he last heard, dead ones included.

    The referee sees every army as it is.
    """
    found = {
        army.id: _own(world, army, person)
        for army in world.of(Army)
        if person == REFEREE
        or (person in (army.owner, army.leader) and has_heard_of(world, person, army))
    }
    for key, section in mustered(world).items():
        if key not in found and section.owner == person and is_lost(world, person, key):
            seen = seen_by(world, ArmySeen, person, key)
            if seen is not None and section.commander != person:
                found[key] = _believed(key, section.name, section.commander, seen)
    for each in believed_employed(world, person):
        seen = seen_by(world, ArmySeen, person, each.army)
        if each.army not in found and seen is not None:
            found[each.army] = _believed(each.army, each.name, seen.leader, seen)
    return tuple(found[key] for key in sorted(found))


def _mine(world: World, seen: ArmySeen) -> bool:
    """Whether what he knows of an army is shown among his own."""
    if company_of(world, seen.subject) is not None:
        return is_believed_own(world, seen.observer, seen.subject)
    army = world.find(Army, seen.subject)
    if army is not None and army.id == seen.subject:
        return seen.observer in (army.owner, army.leader)
    section = muster_of(world, seen.subject)
    return section is not None and seen.observer in (section.owner, section.commander)


def _hidden(world: World, seen: ArmySeen) -> bool:
    """Whether what he knows of an army is not shown among others': it is his, or is no more."""
    return seen.gone or _mine(world, seen)


def _chest(world: World, army: Army, person: str) -> int:
    """Its money; what its commander has in his own purse is nobody else's to count (C-MON-01)."""
    if person in (army.leader, REFEREE) or leader_of(world, army.leader) is None:
        return chest_of(world, army)
    return 0


def _own(world: World, army: Army, person: str) -> OwnArmy:
    here = whereabouts(world, person)
    if person not in (army.leader, REFEREE) and army.place != here:
        return _absent(world, army, person)
    march = army.march
    place = march.dusk if march is not None and march.dusk else army.place
    siege = siege_by(world, army.id)
    meeting = meeting_of(world, army.place, army.id)
    return OwnArmy(
        id=army.id,
        name=army.name,
        leader=army.leader,
        exact=True,
        as_of=None,
        place=place,
        detachments=army.detachments,
        soldiers=army.soldiers,
        noncombatants=noncombatants(world, army),
        wagons=army.wagons,
        cannon=army.cannon,
        supplies=army.supplies,
        daily_need=daily_need(world, army),
        capacity=capacity(world, army),
        hungry_days=army.hungry,
        chest=_chest(world, army, person),
        purses=army.purses,
        morale=army.morale,
        resting=army.resting,
        column_metres=int(column_length(world, army) * 1000),
        inside=army.inside,
        besieging=siege.stronghold if siege is not None else "",
        meeting=meeting is not None and meeting.state == "pending",
        out_of_control=army.disorder is not None,
        standing_plan=army.plan.stand if army.plan is not None else "",
        engines_ready=army.engines.ready,
        engines_packed=army.engines.packed,
        engine_work=army.engines.job,
        march=_march(world, army),
        works=tuple(WorkView(w.kind, w.hexes, w.begins, w.under_way) for w in army.works),
        rest=_rest(army),
        forage_reach=in_reach(world, place, forage_radius(world, army)),
        torch_reach=in_reach(world, place, torch_radius(world, army)),
        harry_reach=harry_reach(world, army, place),
        raids=tuple(_raid(r) for r in raids_of(world, army.id)),
        mages=tuple(_mage(world, army, each) for each in mages(world, army)),
        lying=Lying(*lying_at(world, place).amounts),
        formation=army.formation,
        listed=listed_orders(world, army.id),
        list_running=list_running(world, army.id),
    )


def _mage(world: World, army: Army, mage: Mage) -> MageView:
    learns, due = "", None
    for study in studies_of(world, army.id):
        if study.mage == mage.detachment:
            learns, due = study.spell, study.due if study.due >= 0 else None
    return MageView(mage.name, mage.books, mage.spells, learns, due)


def _raid(raid: Raid) -> RaidView:
    return RaidView(raid.detachment, raid.target, raid.aim, raid.begins, raid.out)


def _rest(army: Army) -> RestView | None:
    rest = army.rest
    return None if rest is None else RestView(rest.weeks, rest.begins, rest.done)


def _march(world: World, army: Army) -> MarchView | None:
    march = army.march
    if march is None:
        return None
    # What the dark hides from the commander his page hides, too: until dawn it shows no way, be it
    # the right one or a wrong one.
    way = () if march.dusk else march.path[march.at :]
    return MarchView(
        to=march.goal,
        way=way,
        pace=march.day,
        night=march.night,
        halted=march.halted,
        arrives=None if march.dusk else expected_arrival(world, army, world.now),
    )


def _absent(world: World, army: Army, person: str) -> OwnArmy:
    """An army of his elsewhere: as he last heard of it, from the beginning on."""
    seen = seen_by(world, ArmySeen, person, army.id)
    if seen is not None:
        return _believed(army.id, army.name, seen.leader, seen)
    known = muster_of(world, army.id)
    return OwnArmy(
        id=army.id,
        name=army.name,
        leader=known.commander if known is not None else "",
        exact=False,
        as_of=0,
        place="",
        detachments=(),
        soldiers=0,
    )


def _believed(army: str, name: str, leader: str, seen: ArmySeen) -> OwnArmy:
    return OwnArmy(
        id=army,
        name=name,
        leader=leader,
        exact=False,
        as_of=None if seen.in_sight else seen.at,
        place=seen.where,
        detachments=(),
        soldiers=seen.infantry + seen.cavalry + seen.artillerists,
        wagons=seen.wagons,
        cannon=seen.guns,
    )


def _seen(seen: ArmySeen) -> SeenArmy:
    return SeenArmy(
        id=seen.subject,
        name=seen.name,
        faction=seen.faction,
        leader=seen.leader,
        place=seen.where,
        at=None if seen.in_sight else seen.at,
        source=seen.source.words,
        infantry=seen.infantry,
        cavalry=seen.cavalry,
        artillerists=seen.artillerists,
        wagons=seen.wagons,
        guns=seen.guns,
        activity=seen.activity,
        heading=seen.heading,
        uniforms=seen.uniforms,
    )


def _stronghold(world: World, stronghold: Stronghold, person: str) -> KnownStronghold:
    known = world.derived(
        ("known place", person, stronghold.id),
        lambda: _known(world, world.get(Stronghold, stronghold.id), person),
    )
    inside = commander_inside(world, stronghold)
    own = (inside is not None and inside.id == person) or (
        stronghold.holder == person and in_company(world, person, governor_of(stronghold.id))
    )
    if not own:
        return known
    return msgspec.structs.replace(
        known,
        own=True,
        soldiers=soldiers_inside(world, stronghold),
        threshold=stronghold.threshold,
        defence=stronghold.defence,
        gates_open=stronghold.gates_open,
        stores=stronghold.stores,
        chest=stronghold.chest,
        loot=stronghold.loot,
        undertakings=_undertakings(world, stronghold),
        listed=listed_orders(world, stronghold.id),
    )


def _known(world: World, stronghold: Stronghold, person: str) -> KnownStronghold:
    """A stronghold as a person knows it who is not in it."""
    ground = scene(world)
    site = ground.atlas.stronghold_by_id[stronghold.id]
    faction, besieger = believed_holder(world, person, stronghold.id, believed=True)
    seen = seen_by(world, PlaceSeen, person, stronghold.id)
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
    )


def _undertakings(world: World, stronghold: Stronghold) -> tuple[Undertaking, ...]:
    """What a stronghold is about, as its holder sees who is there."""
    found = []
    for levy in levies_of(world, stronghold.id):
        words = f"{levy.infantry} foot, {levy.cavalry} horse and {levy.wagons} wagons"
        due = levy.due if levy.halted < 0 else None
        found.append(Undertaking("levy", f"{words} for {levy.place}", due))
    collection = collection_of(world, stronghold.id)
    if collection is not None:
        found.append(Undertaking("tax", "taxes are collected", collection.due))
    return tuple(found)


def _first_holder(ground: Scene, stronghold: str) -> str:
    section = ground.setup.strongholds.get(stronghold)
    return str(section.holder) if section is not None else ""


def _open_for(decision: Decision, person: str) -> bool:
    return decision.state == "open" and decision.who == person


def _decision(decision: Decision) -> OpenDecision:
    return OpenDecision(
        id=decision.id,
        rule=decision.rule,
        question=decision.question,
        options=tuple(
            (o.name, f"{o.text} ({o.odds})" if o.odds else o.text) for o in decision.options
        ),
        default=decision.default,
        limit=decision.limit,
        revision=decision.revision,
        free_text=decision.free_text,
    )
