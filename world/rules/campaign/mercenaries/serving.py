"""How a company enters somebody's service and leaves it, and who is told (C-MERC-02, C-MERC-03)."""

from __future__ import annotations

import msgspec

from world.dispatch import Dispatch
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.order import Hand
from world.recurrence import DailyGame
from world.rules.campaign.mercenaries.events import Wages
from world.rules.campaign.mercenaries.notices import CompanyGone, CompanyHired, PayReturned
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.battle import engaged
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.company import (
    Company,
    Employment,
    company_id,
    daily_pay,
    employment_id,
)
from world.rules.campaign.nouns.engagements import ArmyLeftWalls
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.facts import LooksOtherwise, SideChanged
from world.rules.campaign.nouns.fleet import aboard_of
from world.rules.campaign.nouns.obeying import have_obeyed
from world.rules.campaign.nouns.report import account_of, in_words
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import captain_of, whereabouts
from world.step import Step


def is_bound(step: Step, army: Army) -> bool:
    """Whether a company cannot change masters now: it stands in a meeting, is shut in, or at sea.

    Nor can one that is in flight, or of which some are away to harry the enemy.
    """
    world = step.world
    return (
        engaged(world, army.place, army.id)
        or army.disorder is not None
        or aboard_of(world, army) is not None
        or bool(army.harrying)
        or bool(army.inside and siege_of(world, army.place) is not None)
    )


def bound(army: Army) -> Refused:
    """The refusal of whatever would have a company change masters where it cannot."""
    return Refused(
        "E-MEETING",
        f"{army.name} cannot leave where it stands now; it serves on. Try again when it is free to"
        " go.",
    )


def serve(step: Step, army_id: str, employer: Commander, owed: int = 0) -> None:
    """A company is its employer's from now on, and is paid every dusk."""
    army = step.get(Army, army_id)
    company = step.get(Company, company_id(army_id))
    master_at = whereabouts(step.world, employer.id) or ""
    changed = msgspec.structs.replace(company, employer=employer.id, former="", master_at=master_at)
    step.put(changed)
    id_ = employment_id(employer.id, army.id)
    before = step.find(Employment, id_)
    step.put(
        Employment(
            id=id_,
            person=employer.id,
            army=army.id,
            name=army.name,
            known=before is not None and before.known,
            owed=owed,
            sent=before.sent if before is not None else 0,
        )
    )
    hour, minute = day.time_of(step.param(day.DUSK)) or (18, 0)
    step.every("wages", DailyGame(hour, minute), Wages(subject=id_))
    _side(step, army, employer.faction, employer.id)


def terms(step: Step, army_id: str, goes: str = "") -> CompanyHired:
    """What a company costs whom, as both are told."""
    army, company = step.get(Army, army_id), step.get(Company, company_id(army_id))
    return CompanyHired(
        company=army.name,
        employer=step.world.pack.answers.title(step.world, company.employer),
        terms=company.rates.words,
        daily=daily_pay(army, company.rates),
        goes=goes,
    )


def release(step: Step, army_id: str, why: str) -> None:
    """A company is its own master again, and stays where it is."""
    army = step.get(Army, army_id)
    company = step.get(Company, company_id(army_id))
    employer = company.employer
    step.put(msgspec.structs.replace(company, employer="", former=employer, rates=company.asks))
    known = step.find(Employment, employment_id(employer, army.id))
    if known is not None:
        step.put(msgspec.structs.replace(known, over=step.now))
    title = step.world.pack.answers.title(step.world, employer)
    gone = CompanyGone(company=army.name, employer=title, why=why)
    # Written while it still knows him for its master, and the letter says that it no longer is.
    _side(step, army, company.home, company.commander)
    inform(step, army.id, employer, gone)
    if known is not None and whereabouts(step.world, employer) == army.place:
        forget(step, step.get(Employment, known.id))


def forget(step: Step, known: Employment) -> None:
    """An employer knows that a company serves him no longer: what he sent after it comes back."""
    commander = step.find(Commander, known.person)
    if commander is not None and known.sent:
        step.put(msgspec.structs.replace(commander, purse=commander.purse + known.sent))
        step.tell(commander.id, PayReturned(company=known.name, sum=known.sent), known.army)
    step.stop("wages", known.id)
    step.remove(known, "he knows that it serves him no longer")


def _side(step: Step, army: Army, faction: str, owner: str) -> None:
    """An army and its commander are on another side: what it did for the old one ends."""
    was = army.faction
    company = step.get(Company, company_id(army.id))
    for person in dict.fromkeys((army.leader, company.commander)):
        commander = step.find(Commander, person) if person else None
        if commander is not None and commander.faction == was:
            step.put(msgspec.structs.replace(commander, faction=faction))
    step.put(msgspec.structs.replace(step.get(Army, army.id), faction=faction, owner=owner))
    if was == faction:
        return
    stand(step, army.id)
    step.happened(SideChanged(army=army.id, was=was, now=faction), f"{army.id}/{faction}")
    _leave_walls(step, army.id)
    step.happened(LooksOtherwise(army=army.id), f"{army.id}/{faction}")


def stand(step: Step, army_id: str) -> None:
    """Whatever it was about on its last master's behalf it breaks off."""
    army = step.get(Army, army_id)
    if army.march is None and not army.works and army.rest is None:
        return
    hand = _own_hand(step, army)
    try:
        with step.within("company/halt"):
            have_obeyed(step, "halt", hand, army=army.id)
    except Refused:
        return


def _leave_walls(step: Step, army_id: str) -> None:
    """Strangers are not kept within the walls."""
    army = step.get(Army, army_id)
    place = step.find(Stronghold, army.inside) if army.inside else None
    if place is None or friendly(step.world, army.faction, place.faction):
        return
    step.put(msgspec.structs.replace(army, inside=""))
    step.happened(ArmyLeftWalls(army=army.id, stronghold=place.id), army.id)


def march_to(step: Step, army_id: str, place: str) -> bool:
    """Let a company march; False where it cannot."""
    army = step.get(Army, army_id)
    hand = _own_hand(step, army)
    try:
        with step.within("company/march"):
            have_obeyed(step, "march", hand, army=army.id, to=place)
    except Refused:
        return False
    return True


def _own_hand(step: Step, army: Army) -> Hand:
    author = army.leader or army.owner
    receiver = army.leader or captain_of(army.id)
    return Hand(author=author, receiver=receiver, number=0, written=step.now, in_advance=True)


def inform(step: Step, army_id: str, employer: str, notice: Notice) -> None:
    """Tell the company's commander, and the employer: on the spot if he is there, else by rider."""
    army, company = step.get(Army, army_id), step.get(Company, company_id(army_id))
    label = f"{army.id}/{type(notice).__name__}"
    if army.leader and army.leader != employer:
        step.tell(army.leader, notice, f"{label}/{army.leader}")
    step.tell(REFEREE, notice, f"{label}/{REFEREE}")
    if not employer or step.find(Commander, employer) is None:
        return
    if whereabouts(step.world, employer) == army.place:
        step.tell(employer, notice, f"{label}/{employer}")
        return
    step.write(
        Dispatch(
            sender=captain_of(army.id),
            to=employer,
            text=in_words(step, notice),
            written=step.now,
            start=army.place,
            towards=company.master_at or None,
            enclosed=account_of(step, army),
            receipt=False,
            label=label,
        )
    )
