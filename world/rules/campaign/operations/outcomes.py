"""What comes of an operation: what agents learn, whom they win over, who notices (C-OPS-E)."""

from __future__ import annotations

import msgspec

from world.knowledge.picture import Source
from world.newsworthy import Newsworthy
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import PlaceFell
from world.rules.campaign.nouns.faction import friendly, name_of
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.provisions import chest_of, daily_need, days_left
from world.rules.campaign.nouns.report import account_of_place, report, report_place
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.sight import Account, army_seen, fleet_seen, place_seen
from world.rules.campaign.nouns.stronghold import Stronghold, quartered, soldiers_inside
from world.rules.campaign.nouns.treasury import held_loot
from world.rules.campaign.nouns.where import army_led_by, army_of_office, commander_inside
from world.rules.campaign.operations.notices import OperationNoticed, PlaceWonOver
from world.rules.campaign.operations.undertaking import Operation
from world.step import Step

_BY = Source("report", "your agents")


class Outcome(msgspec.Struct, frozen=True):
    """How an operation ended, in words, and what the agents have seen (an account), if anything."""

    succeeded: bool
    words: str
    account: msgspec.Raw | None = None


def succeeded(step: Step, operation: Operation) -> Outcome:
    """It has worked: by its sort, unless the referee has said how."""
    site = step.find(Stronghold, operation.target) if operation.target else None
    if operation.sort == "scouting":
        found = _scouted(step, operation)
    elif operation.sort == "spying" and operation.person:
        found = _among_his_people(step, operation)
    elif operation.sort == "spying" and site is not None:
        found = _within_the_walls(step, operation, site)
    elif operation.sort == "envoys" and site is not None:
        found = _won_over(step, operation, site)
    else:
        found = Outcome(succeeded=True, words="They have done what they were sent to do.")
    if operation.success and found.succeeded:
        found = msgspec.structs.replace(found, words=operation.success)
    return found


def failed(step: Step, operation: Operation) -> Outcome:
    """It has not; those it was about notice what the referee has said they do (M-OPS-02)."""
    if operation.noticed:
        _noticed(step, operation)
    words = operation.failure or "They have come back with nothing."
    return Outcome(succeeded=False, words=words)


# -- what is learnt -------------------------------------------------------------------------------


def _account(account: Account) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(account, order="deterministic"))


def _scouted(step: Step, operation: Operation) -> Outcome:
    """Whoever and whatever is in the hex (C-OPS-E1)."""
    world, by, now = step.world, operation.by, step.now
    armies = [a for a in step.at_place(operation.goal, Army) if a.leader != by and not a.inside]
    fleets = [f for f in step.at_place(operation.goal, Fleet) if f.leader != by]
    sites = step.at_place(operation.goal, Stronghold)
    said = [f"{army.name}, {army.soldiers} soldiers and {army.cannon} guns" for army in armies]
    said += [f"{fleet.name}, {len(fleet.present)} ships" for fleet in fleets]
    there = f" There is {'; '.join(said)}." if said else " There is nobody."
    account = Account(
        armies=tuple(army_seen(world, army, by, now, _BY) for army in armies),
        fleets=tuple(fleet_seen(world, fleet, by, now, _BY) for fleet in fleets),
        places=tuple(place_seen(world, site, by, now, _BY) for site in sites),
    )
    return Outcome(
        succeeded=True, words=f"They have seen all of it.{there}", account=_account(account)
    )


def _among_his_people(step: Step, operation: Operation) -> Outcome:
    """What somebody in a commander's retinue hears of his army (C-OPS-E2)."""
    world = step.world
    sought = world.pack.answers.title(world, operation.target)
    army = army_led_by(world, operation.target) or army_of_office(world, operation.target)
    if army is None:
        person = step.find(Commander, operation.target)
        purse = person.purse if person is not None else 0
        words = f"{sought} leads no army. He has {purse} doubloons."
        return Outcome(succeeded=True, words=words)
    days = days_left(daily_need(world, army), army.supplies)
    march = ""
    if army.march is not None:
        march = f" It marches to {scene(world).called(army.march.goal)}."
    words = (
        f"{sought} leads {army.name}, {army.soldiers} soldiers and {army.cannon} guns, of morale"
        f" {army.morale}. It has supplies for {days} days and {chest_of(world, army)} doubloons."
        f"{march}"
    )
    seen = army_seen(world, army, operation.by, step.now, _BY)
    return Outcome(succeeded=True, words=words, account=_account(Account(armies=(seen,))))


def _within_the_walls(step: Step, operation: Operation, site: Stronghold) -> Outcome:
    """What there is in a stronghold, its own wealth included (C-LOOT-01)."""
    world = step.world
    words = (
        f"{site.name} has {soldiers_inside(world, site)} soldiers, {site.stores} supplies in store"
        f" and {site.chest} doubloons; its own wealth is {held_loot(step, site.id)} doubloons. It"
        f" would hold out for {max(0, site.threshold)} weeks or so, and its walls are worth"
        f" {site.defence}."
    )
    seen = place_seen(world, step.get(Stronghold, site.id), operation.by, step.now, _BY)
    return Outcome(succeeded=True, words=words, account=_account(Account(places=(seen,))))


# -- who is won over ------------------------------------------------------------------------------


def _won_over(step: Step, operation: Operation, site: Stronghold) -> Outcome:
    """A stronghold opens to the faction of whoever sent envoys, if nobody inside forbids it."""
    world = step.world
    commander = step.find(Commander, operation.by)
    if commander is None:
        return Outcome(succeeded=False, words="There is nobody left to open to.")
    faction = commander.faction
    if friendly(world, faction, site.faction):
        words = f"{site.name} is on your side already."
        return Outcome(succeeded=True, words=words)
    inside = commander_inside(world, site)
    held = [army for army in quartered(world, site) if not friendly(world, faction, army.faction)]
    against = held or site.left or (inside is not None and inside.faction != faction)
    siege = siege_of(world, site.place)
    shut_in = siege is not None and not friendly(world, faction, siege.faction)
    if against or shut_in:
        why = "it is shut in" if shut_in else "the troops in it will not have it"
        return Outcome(succeeded=False, words=f"{site.name} would be yours, but {why}.")
    _goes_over(step, site, commander)
    return Outcome(succeeded=True, words=f"{site.name} has opened its gates to you.")


def _goes_over(step: Step, site: Stronghold, commander: Commander) -> None:
    """The garrison changes its banner; its old holder and everybody else hear of it in time."""
    world = step.world
    step.put(
        msgspec.structs.replace(
            site,
            holder=commander.id,
            faction=commander.faction,
            gates_open=False,
            taken=step.now,
        )
    )
    faction = name_of(world, commander.faction)
    notice = PlaceWonOver(place=site.name, by=commander.name, faction=faction)
    if site.holder:
        report_place(step, site, notice, "won over")
    fell = PlaceFell(
        stronghold=site.id,
        old_holder=site.holder,
        old_faction=site.faction,
        victor=commander.id,
    )
    step.happened(fell, site.id)
    news = Newsworthy(
        event="fall",
        place=site.place,
        wording=f"{site.name} has gone over to {commander.name} of {faction}.",
        about=site.id,
        enclosed=account_of_place(step, site.id),
    )
    step.happened(news, site.id)


# -- who notices ----------------------------------------------------------------------------------


def _noticed(step: Step, operation: Operation) -> None:
    """Those an operation was about are told what they notice: a person, a garrison, an army."""
    place = scene(step.world).called(operation.goal)
    notice = OperationNoticed(place=place, what=operation.noticed)
    site = step.find(Stronghold, operation.target) if operation.target else None
    captained = army_of_office(step.world, operation.target)
    if captained is not None:
        report(step, captained, notice, operation.id)
    elif operation.person and step.find(Commander, operation.target) is not None:
        step.tell(operation.target, notice, operation.id)
    elif site is not None:
        report_place(step, site, notice, operation.id)
    else:
        by = step.find(Commander, operation.by)
        for army in step.at_place(operation.goal, Army):
            if by is None or not friendly(step.world, by.faction, army.faction):
                report(step, army, notice, operation.id)
