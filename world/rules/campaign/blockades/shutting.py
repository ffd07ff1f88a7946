"""How a blockade begins, what it does to a place, and how it ends (C-BLK-01)."""

from __future__ import annotations

import msgspec

from world.dates import HOUR_MS
from world.decision import Choice, Decision, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.newsworthy import Newsworthy
from world.order import Hand
from world.pack import Chapter
from world.recurrence import Every
from world.rules.campaign.blockades import figures
from world.rules.campaign.blockades.events import BlockadePlanned, LandRoads, LandRoadsJudged
from world.rules.campaign.blockades.notices import BlockadeBegins, BlockadeEnds
from world.rules.campaign.blockades.orders import (
    BlockadeOrder,
    LiftBlockadeOrder,
    friendly_place,
    no_line_ship,
    not_blockading,
    not_coastal,
    not_present,
)
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.blockade import can_blockade
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.engagements import PlaceYields, SiegeStands, StrongholdResupplied
from world.rules.campaign.nouns.faction import friendly, name_of
from world.rules.campaign.nouns.facts import HostileAct
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.helm import fleet_commanded, require_free_hands
from world.rules.campaign.nouns.report import account_of_place, report_fleet, report_place
from world.rules.campaign.nouns.sea_facts import (
    BlockadeLeft,
    FleetBeaten,
    FleetGone,
    FleetSetSail,
    ShipsChanged,
)
from world.rules.campaign.nouns.seafaring import figure
from world.rules.campaign.nouns.siege import EMPTY_FALLS, Siege, siege_by, siege_of
from world.rules.campaign.nouns.stronghold import Stronghold, soldiers_inside
from world.rules.campaign.nouns.walls import full_threshold, period_ms
from world.rules.campaign.nouns.waters import coastal_site
from world.rules.campaign.nouns.where import commander_inside
from world.step import Step

chapter = Chapter("blockades", "How blockades begin and end")
chapter.declare(BlockadeBegins, BlockadeEnds)

_BLOCKADER = (
    Option(name="hold", text="hold the line and starve them out"),
    Option(name="press", text="press the blockade, as I write"),
)
_DEFENDER = (
    Option(name="hold", text="hold the place"),
    Option(name="harass", text="hold it, and harass the blockade, as I write"),
)


@chapter.obeys(BlockadeOrder)
def blockade(step: Step, order: BlockadeOrder, hand: Hand) -> None:
    """A fleet shuts a place in from the sea, or joins a siege of its friends (O-BLOCKADE)."""
    world = step.world
    fleet = fleet_commanded(world, hand, order.fleet, "blockade")
    require_free_hands(world, fleet)
    stronghold = _off(step, fleet, order.stronghold)
    if fleet.voyage is not None:
        raise Refused(
            "E-BUSY", f"{fleet.name} is under sail and sails on. Let it heave to off the place."
        )
    if not can_blockade(world, fleet):
        raise no_line_ship(fleet.name)
    running = siege_of(world, stronghold.place)
    if running is not None and fleet.id in running.fleets:
        raise Refused("E-BUSY", f"{fleet.name} blockades {stronghold.name} already; it goes on.")
    if running is not None and not friendly(world, fleet.faction, running.faction):
        raise Refused(
            "E-BUSY",
            f"{stronghold.name} is besieged by {name_of(world, running.faction)}, no friend of"
            f" {fleet.name}; nothing was begun.",
        )
    by = fleet.leader or fleet.owner
    act = HostileAct(by=by, faction=fleet.faction, against=stronghold.faction)
    step.happened(act, stronghold.id)
    if soldiers_inside(world, stronghold) == 0 and step.param(EMPTY_FALLS):
        landed = _landed(step, fleet)
        if landed is not None:
            fact = PlaceYields(
                stronghold=stronghold.id, victor=by, army=landed.id, terms=False, weeks=0
            )
            step.happened(fact, stronghold.id)
            return
    if running is not None:
        step.put(msgspec.structs.replace(running, fleets=(*running.fleets, fleet.id)))
        if running.state == "running":
            _tell_begun(step, running.id, fleet)
        return
    _open(step, fleet, stronghold, order.plan)


def _off(step: Step, fleet: Fleet, named: str) -> Stronghold:
    """The stronghold that a fleet wants to blockade, if it lies off it.

    Raises:
        Refused: E-NOT-PRESENT, E-NOT-COASTAL or E-FRIENDLY.
    """
    said = named.strip().casefold()
    stronghold = next(
        (s for s in step.of(Stronghold) if said in (s.id.casefold(), s.name.casefold())), None
    )
    if stronghold is not None and not coastal_site(step.world, stronghold):
        raise not_coastal(stronghold.name)
    if stronghold is None or stronghold.place != fleet.place:
        raise not_present(fleet.name, named)
    if friendly(step.world, fleet.faction, stronghold.faction):
        raise friendly_place(stronghold.name)
    return stronghold


def _landed(step: Step, fleet: Fleet) -> Army | None:
    """An army of the fleet's side that stands before the place."""
    here = [a for a in step.at_place(fleet.place, Army) if not a.inside and a.soldiers]
    return next((a for a in here if friendly(step.world, fleet.faction, a.faction)), None)


def _open(step: Step, fleet: Fleet, stronghold: Stronghold, plan: str) -> None:
    """Ask whoever commands on either side for his plan, unless he has given it (D-SIEGE-01)."""
    siege_id = step.name(f"blockade/{stronghold.id}")
    siege = Siege(
        id=siege_id,
        stronghold=stronghold.id,
        place=stronghold.place,
        faction=fleet.faction,
        armies=(),
        fleets=(fleet.id,),
        since=step.now,
        plan=plan,
    )
    step.put(siege)
    asked = []
    leader = leader_of(step.world, fleet.leader)
    if leader is not None and not plan:
        question = f"{fleet.name} is to blockade {stronghold.name}. What is your plan?"
        who = REFEREE if leader.npc else leader.id
        asked.append(_ask(step, siege_id, "besieger", question, who, _BLOCKADER))
    inside = commander_inside(step.world, stronghold)
    if inside is not None and not inside.npc:
        question = f"{fleet.name} comes to blockade {stronghold.name}. What is your plan?"
        asked.append(_ask(step, siege_id, "defender", question, inside.id, _DEFENDER))
    step.put(msgspec.structs.replace(step.get(Siege, siege_id), asked=tuple(asked)))
    _begin_if_planned(step, siege_id)


def _ask(
    step: Step, siege: str, side: str, question: str, who: str, options: tuple[Option, ...]
) -> str:
    return ask(
        step,
        "D-SIEGE-01",
        question,
        who=who,
        options=options,
        default="hold",
        then=BlockadePlanned(subject=siege, side=side),
        about=(siege,),
        free_text=True,
        label=side,
    )


@chapter.settles(BlockadePlanned)
def planned(step: Step, then: BlockadePlanned, choice: Choice) -> None:
    """A plan is made; when both are, the blockade begins."""
    siege = step.find(Siege, then.subject)
    if siege is None:
        return
    words = choice.text or choice.option
    field = "plan" if then.side == "besieger" else "answer"
    step.put(msgspec.structs.replace(siege, **{field: words}))
    _begin_if_planned(step, siege.id)


def _begin_if_planned(step: Step, siege_id: str) -> None:
    siege = step.get(Siege, siege_id)
    decisions = [step.find(Decision, each) for each in siege.asked]
    if siege.state != "opening" or any(d is not None and d.state == "open" for d in decisions):
        return
    stronghold = step.get(Stronghold, siege.stronghold)
    step.cancel(stronghold.mends)
    step.put(
        msgspec.structs.replace(
            stronghold, threshold=full_threshold(step.world, stronghold), mends=""
        )
    )
    step.put(msgspec.structs.replace(siege, state="running", since=step.now))
    for fleet_id in siege.fleets:
        _tell_begun(step, siege_id, step.get(Fleet, fleet_id))
    step.happened(SiegeStands(siege=siege.id, stronghold=stronghold.id), siege.id)
    first = step.get(Fleet, siege.fleets[0])
    news = Newsworthy(
        event="siege",
        place=stronghold.place,
        wording=f"{first.name} is blockading {stronghold.name} with {{}} ships.",
        figures=(len(first.present),),
        knows=(first.leader,) if first.leader else (),
        about=stronghold.id,
        enclosed=account_of_place(step, stronghold.id),
    )
    step.happened(news, siege.id)


def _tell_begun(step: Step, siege_id: str, fleet: Fleet) -> None:
    siege = step.get(Siege, siege_id)
    stronghold = step.get(Stronghold, siege.stronghold)
    notice = BlockadeBegins(
        place=stronghold.name,
        sort=stronghold.sort,
        fleet=fleet.name,
        ships=len(fleet.present),
        first=siege.since + (siege.weeks + 1) * period_ms(step.world),
    )
    report_fleet(step, fleet, notice, siege_id)
    report_place(step, stronghold, notice, f"{siege_id}/{fleet.id}")


# -- food by land ---------------------------------------------------------------------------------


@chapter.on(SiegeStands)
def siege_stands(step: Step, fact: SiegeStands) -> None:
    """From its first hour on, every week of a mere blockade has its question (D-BLK-01)."""
    siege = step.get(Siege, fact.siege)
    if siege.fleets:
        when = Every(period_ms(step.world), siege.since + HOUR_MS)
        step.every("land roads", when, LandRoads(subject=siege.id))


@chapter.handles(LandRoads)
def land_roads(step: Step, event: LandRoads) -> None:
    """A blockade alone leaves the land side open: the referee says whether food comes in."""
    siege = step.find(Siege, event.subject)
    if siege is None:
        return
    if not siege.by_sea_alone:
        return
    stronghold = step.get(Stronghold, siege.stronghold)
    ask(
        step,
        "D-BLK-01",
        f"{stronghold.name} is blockaded, and no army lies before it. Does food come in by land"
        " this week?",
        who=REFEREE,
        options=(
            Option(name="yes", text="enough for the week"),
            Option(name="no", text="none that counts"),
        ),
        default="yes" if step.param(figures.LAND_RESUPPLY) else "no",
        then=LandRoadsJudged(subject=siege.id),
        about=(siege.id,),
        label=f"{siege.id}/{siege.weeks}",
    )


@chapter.when_gone(LandRoads)
def no_roads(step: Step, event: LandRoads) -> None:
    """A siege that is over has no more weeks."""
    step.stop("land roads", event.subject)


@chapter.settles(LandRoadsJudged)
def land_roads_judged(step: Step, then: LandRoadsJudged, choice: Choice) -> None:
    """What comes in counts as a week's food; a word taken back takes it back (C-SIEGE-03)."""
    siege = step.find(Siege, then.subject)
    if siege is None:
        return
    days = figure(step.world, "siege.resupply_days", default=7)
    change = 0
    if choice.option == "yes" and choice.amends != "yes":
        change = days
    elif choice.option == "no" and choice.amends == "yes":
        change = -min(days, siege.resupplied)
    if change:
        fact = StrongholdResupplied(stronghold=siege.stronghold, days=change)
        step.happened(fact, f"land/{siege.id}")


# -- the end of it --------------------------------------------------------------------------------


@chapter.obeys(LiftBlockadeOrder)
def lift_blockade(step: Step, order: LiftBlockadeOrder, hand: Hand) -> None:
    """A commander gives a blockade up (O-LIFT); his friends may go on with it."""
    fleet = fleet_commanded(step.world, hand, order.fleet, "lift")
    if siege_by(step.world, fleet.id) is None:
        raise not_blockading(fleet.name)
    leave(step, fleet.id, "it was given up")


def leave(step: Step, fleet_id: str, why: str) -> None:
    """A fleet takes no part in a blockade any more; the chapter on sieges lifts what is left."""
    siege = siege_by(step.world, fleet_id)
    if siege is None or fleet_id not in siege.fleets:
        return
    fleet = step.find(Fleet, fleet_id)
    left = tuple(each for each in siege.fleets if each != fleet_id)
    step.put(msgspec.structs.replace(siege, fleets=left))
    stronghold = step.get(Stronghold, siege.stronghold)
    if fleet is not None:
        notice = BlockadeEnds(fleet=fleet.name, place=stronghold.name, why=why)
        report_fleet(step, fleet, notice, siege.id)
        report_place(step, stronghold, notice, f"{siege.id}/{fleet_id}")
    if not left and not siege.armies:
        fact = BlockadeLeft(siege=siege.id, why=f"the blockade is over: {why}")
        step.happened(fact, siege.id)


@chapter.on(FleetSetSail)
def set_sail(step: Step, fact: FleetSetSail) -> None:
    """Who sails away lifts his blockade."""
    leave(step, fact.fleet, "the fleet has sailed")


@chapter.on(FleetGone)
def fleet_gone(step: Step, fact: FleetGone) -> None:
    """So does a fleet that is no more."""
    for siege in step.of(Siege):
        if fact.fleet in siege.fleets:
            left = tuple(each for each in siege.fleets if each != fact.fleet)
            step.put(msgspec.structs.replace(siege, fleets=left))
            if not left and not siege.armies:
                why = "the blockading fleet is no more"
                step.happened(BlockadeLeft(siege=siege.id, why=why), siege.id)


@chapter.on(FleetBeaten)
def beaten(step: Step, fact: FleetBeaten) -> None:
    """So does one that has lost a battle at sea."""
    if fact.retreats:
        leave(step, fact.fleet, "it was beaten at sea")


@chapter.on(ShipsChanged)
def ships_changed(step: Step, fact: ShipsChanged) -> None:
    """And one that has lost its ships of the line."""
    fleet = step.find(Fleet, fact.fleet)
    if fleet is not None and not can_blockade(step.world, fleet):
        leave(step, fleet.id, "it has no ship of the line left")
