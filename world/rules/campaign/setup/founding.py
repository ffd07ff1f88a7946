"""The entities a campaign begins with."""

from __future__ import annotations

import msgspec

from world.dates import DAY_MS, HOUR_MS
from world.knowledge.picture import Source
from world.rules.campaign.nouns.army import Army, Detachment, Engines
from world.rules.campaign.nouns.commander import BELOVED, Commander, Scores, Trait, has_trait
from world.rules.campaign.nouns.company import COMPANIES
from world.rules.campaign.nouns.engagements import SiegeStands
from world.rules.campaign.nouns.faction import Declared, Faction, declared_id, friendly
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import Scene, scene
from world.rules.campaign.nouns.kin import commander_age, sheet_traits
from world.rules.campaign.nouns.magic import spell_named
from world.rules.campaign.nouns.morale import MAX, RESTING
from world.rules.campaign.nouns.provisions import free_room
from world.rules.campaign.nouns.ratio import ratio
from world.rules.campaign.nouns.roster import opening_purse
from world.rules.campaign.nouns.siege import Siege
from world.rules.campaign.nouns.sight import ArmySeen, FleetSeen, army_seen, fleet_seen
from world.rules.campaign.nouns.sky import Weather, regions, weather_id
from world.rules.campaign.nouns.stronghold import Standing, Stronghold, usual_garrison
from world.rules.campaign.nouns.walls import (
    WEEK_DEFAULT,
    full_defence,
    full_threshold,
    period_ms,
)
from world.rules.campaign.setup.fleets import found_fleets
from world.rules.campaign.setup.sections import (
    ArmySection,
    CommanderSection,
    DetachmentSection,
    Setup,
    StrongholdSection,
)
from world.step import Step

__all__ = ["found"]


def found(step: Step) -> None:
    """Set up the campaign of the scene within its first step."""
    ground = scene(step.world)
    setup: Setup = ground.setup
    for key, faction in setup.factions.items():
        step.put(
            Faction(
                id=key,
                name=faction.name,
                head=faction.head,
                rules=faction.rules,
                uniform=faction.uniform,
                hat=faction.hat,
            )
        )
    _stances(step, setup)
    for region in regions(step.world):
        step.put(Weather(id=weather_id(region), region=region, condition=setup.weather))
    _commanders(step, ground, setup)
    for key, army in setup.armies.items():
        _army(step, ground, setup, key, army)
    found_fleets(step, ground, setup, lambda person: _side(setup, person))
    for site in ground.atlas.strongholds:
        _stronghold(step, ground, site.id, setup.strongholds.get(site.id, StrongholdSection()))
    _sieges(step, setup)
    _knowledge(step, ground, setup)


def _side(setup: Setup, person: str) -> str:
    """A commander's faction; himself where he has none (C-TALK-04)."""
    commander = setup.commanders.get(person)
    return (commander.faction or person) if commander is not None else ""


def _stances(step: Step, setup: Setup) -> None:
    for stance in setup.stances:
        one, other = sorted(stance.between)
        step.put(
            Declared(
                id=declared_id(one, other),
                one=one,
                other=other,
                one_says=stance.stance,
                other_says=stance.stance,
            )
        )


def _commanders(step: Step, ground: Scene, setup: Setup) -> None:
    led = {army.commander: key for key, army in setup.armies.items() if army.commander}
    for key, commander in setup.commanders.items():
        army = led.get(key, "")
        age, traits = _years(step, key, commander)
        step.put(
            Commander(
                id=key,
                name=commander.name,
                faction=_side(setup, key),
                traits=traits,
                army=army,
                place=ground.place(commander.at) if commander.at and not army else None,
                npc=commander.npc,
                temperament=commander.temperament,
                books=tuple(dict.fromkeys(map(spell_named, commander.books))),
                spells=tuple(dict.fromkeys(map(spell_named, commander.spells))),
                purse=opening_purse(step.world.params, commander),
                faith=commander.faith,
                age=age,
                gender=commander.gender,
                offered=commander.offered,
                scores=Scores(
                    commander.abilities.shock,
                    commander.abilities.manoeuvre,
                    commander.abilities.artillery,
                    commander.abilities.reconnaissance,
                    commander.abilities.tomfoolery,
                ),
            )
        )


def _years(step: Step, key: str, section: CommanderSection) -> tuple[int, tuple[Trait, ...]]:
    """How old a commander is, and what his years have made of him (C-CMD-01, C-CMD-05/a).

    An age that the scenario does not say is rolled, and says nothing of his traits; who is to take
    a place that is offered has none yet.
    """
    if section.age:
        return section.age, sheet_traits(step, key, section.age, section.traits)
    if section.offered:
        return 0, section.traits
    return commander_age(step, f"age of {key}"), section.traits


def _detachment(section: DetachmentSection) -> Detachment:
    return Detachment(
        name=section.name,
        kind=section.kind,
        soldiers=section.soldiers,
        special=section.special,
        wagons=section.wagons,
        six=section.six_pounders,
        eighteen=section.eighteen_pounders,
        uniform=section.uniform,
        hat=section.hat,
        sort=section.sort,
        books=tuple(dict.fromkeys(map(spell_named, section.books))),
        spells=tuple(dict.fromkeys(map(spell_named, section.spells))),
    )


def _army(step: Step, ground: Scene, setup: Setup, key: str, section: ArmySection) -> None:
    owner = section.owner or section.commander
    resting = section.resting
    if resting is None:
        resting = step.param(RESTING)
        if has_trait(step.world, section.commander, "beloved"):
            resting = min(resting + step.param(BELOVED), step.param(MAX))
    place = ground.place(section.at)
    site = ground.atlas.stronghold_by_hex.get(ground.hex(place)) if section.inside else None
    army = Army(
        id=key,
        name=section.name,
        faction=section.faction or _side(setup, owner),
        owner=owner,
        leader=section.commander,
        place=place,
        detachments=tuple(_detachment(d) for d in section.detachments),
        morale=resting if section.morale is None else section.morale,
        resting=resting,
        extra_nc=ratio(section.extra_followers),
        inside=site.id if site is not None else "",
        engines=Engines(ready=section.engines.ready, packed=section.engines.packed),
        chest=section.chest,
    )
    stock = free_room(step.world, army) if section.supplies is None else section.supplies
    step.put(msgspec.structs.replace(army, supplies=stock))


def _stronghold(step: Step, ground: Scene, key: str, section: StrongholdSection) -> None:
    site = ground.atlas.stronghold_by_id[key]
    setup: Setup = ground.setup
    # What a neutral place has is the referee's to say; unsaid it is what a player's has (D-STR-01).
    standing = usual_garrison(step.world, site.kind)
    if section.garrison is not None:
        standing = Standing(section.garrison.infantry, section.garrison.cavalry)
    stronghold = Stronghold(
        id=key,
        name=site.name,
        sort=site.kind,
        place=ground.atlas.label(site.hex),
        holder=section.holder,
        faction=section.faction or _side(setup, section.holder),
        standing=standing,
        defence=section.defence
        if section.defence is not None
        else full_defence(step.world, site.kind),
        stores=section.stores,
        chest=section.chest,
        loot=section.loot,
    )
    # Put first: who leads the defence, and so how long it will hold, is read from the world.
    step.put(stronghold)
    threshold = section.threshold
    if threshold is None:
        threshold = full_threshold(step.world, stronghold)
    step.put(msgspec.structs.replace(stronghold, threshold=threshold))


def _sieges(step: Step, setup: Setup) -> None:
    for section in setup.sieges:
        stronghold = step.get(Stronghold, section.stronghold)
        first = step.get(Army, section.armies[0])
        weeks = (section.day - 1) * DAY_MS // period_ms(step.world)
        if setup.strongholds.get(stronghold.id, StrongholdSection()).threshold is None:
            worn = stronghold.threshold + weeks * step.param(WEEK_DEFAULT)
            step.put(msgspec.structs.replace(stronghold, threshold=worn))
        siege = Siege(
            id=step.name(f"siege/{stronghold.id}"),
            stronghold=stronghold.id,
            place=stronghold.place,
            faction=first.faction,
            armies=section.armies,
            state="running",
            since=-(section.day - 1) * DAY_MS,
            weeks=weeks,
            plan=section.plan,
        )
        step.put(siege)
        step.happened(SiegeStands(siege=siege.id, stronghold=stronghold.id), siege.id)


def _knowledge(step: Step, ground: Scene, setup: Setup) -> None:
    """Everybody knows where friends stand; of others what the scenario says they have heard.

    Companies of mercenaries make no secret of where they are to be hired.
    """
    world = step.world
    known = Source("known")
    on_offer = setup.companies if step.param(COMPANIES) == "scenario" else {}
    for commander in step.of(Commander):
        for army in step.of(Army):
            if army.leader == commander.id:
                continue
            if army.id in on_offer or friendly(world, commander.faction, army.faction):
                step.put(army_seen(world, army, commander.id, step.now, known))
        for fleet in step.of(Fleet):
            if fleet.leader != commander.id and friendly(world, commander.faction, fleet.faction):
                step.put(fleet_seen(world, fleet, commander.id, step.now, known))
    for section in setup.sightings:
        source = Source("report", section.source)
        at = step.now - section.hours_ago * HOUR_MS
        seen: ArmySeen | FleetSeen
        if section.fleet:
            seen = fleet_seen(world, step.get(Fleet, section.fleet), section.who, at, source)
        else:
            seen = army_seen(world, step.get(Army, section.army), section.who, at, source)
        if section.at:
            seen = msgspec.structs.replace(seen, where=ground.place(section.at))
        step.put(seen)
