"""Revolts: how many rise, where, and who hears of it (C-REV)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.dates import DAY_MS
from world.decision import Choice, Option
from world.dispatch import Dispatch
from world.fact import Moved
from world.kernel.nouns import REFEREE
from world.knowledge.picture import Source, sighting_id
from world.newsworthy import Newsworthy
from world.notice import Notice
from world.pack import Chapter
from world.param import Param
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import EntersWalls, PlaceYields
from world.rules.campaign.nouns.faction import Declared, Faction, declared_id, name_of
from world.rules.campaign.nouns.facts import (
    ArmyEntered,
    ArmyFormed,
    ArmyGone,
    RevoltBreaksOut,
    Sighted,
)
from world.rules.campaign.nouns.ground import controller, scene
from world.rules.campaign.nouns.land import settlement
from world.rules.campaign.nouns.morale import RESTING
from world.rules.campaign.nouns.provisions import daily_need
from world.rules.campaign.nouns.rising import Rising, rising_of, size_of_revolt
from world.rules.campaign.nouns.sight import Account, StanceSeen, army_seen, stance_subject
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import captain_of, governor_of, whereabouts
from world.step import Step
from world.timeline import Event

chapter = Chapter("revolts", "Revolts: how many rise, where, and who hears of it")

DELAY_DAYS = chapter.param(
    "revolt.delay_days", 0, "days", "C-REV-02", "between the throw and the rising"
)
SUPPLY_DAYS = chapter.param(
    "revolt.supply_days", 15, "days", "C-REV-02", "for which rebels bring food"
)
HOSTILE_TO = chapter.param(
    "revolt.hostile_to",
    "provoker",
    "mode",
    "C-REV-02",
    "with whom rebels are at war",
    choices=("provoker", "everybody"),
)
NOTIFY: Param[tuple[str, ...]] = chapter.param(
    "revolt.notify",
    ("scouts", "holder", "news"),
    "list",
    "C-REV-03",
    "who hears of a revolt, besides those before whose eyes the rebels stand",
)
REBELS_PLACE = chapter.param(
    "ransom.rebels_place",
    "outside_walls",
    "place",
    "C-RAN-02",
    "where those stand who rise after a ransom",
    choices=("outside_walls", "inside"),
)
#: Hexes put before the referee at most; the likeliest first.
_CHOICES = 12
_NOBODY = "nobody"


class Revolt(Notice, frozen=True, tag="revolt"):
    """People have risen (M-REV-01)."""

    title: ClassVar[str] = "Revolt at {place}"
    wording: ClassVar[str] = (
        "Some {men} men under {leader} have risen against {against} at {place}, for {cause}."
    )
    place: str
    men: int
    leader: str
    against: str
    cause: str


chapter.declare(Revolt)


class RebelsGather(Event, frozen=True, tag="rebels_gather"):
    """The dusk at which a revolt breaks out."""

    rank: ClassVar[int] = day.RANK_DUSK_WORK
    rule: str = "D-REV-01"


class RebelsPlaced(Event, frozen=True, tag="rebels_placed"):
    """Where rebels rise is settled (D-REV-01, D-RAN-01)."""

    rule: str = "D-REV-01"


@chapter.on(RevoltBreaksOut)
def breaks_out(step: Step, fact: RevoltBreaksOut) -> None:
    """The die says how many; they rise at the dusk of that day, or some days later (C-REV-02)."""
    men = fact.men or size_of_revolt(step, fact.cause)
    army = step.name("rebels")
    step.put(
        Rising(
            id=f"rising:{army}",
            army=army,
            faction=step.name("rebels' faction"),
            leader=step.name("rebels' leader"),
            against=fact.faction,
            cause=fact.cause,
            men=men,
            hexes=fact.hexes,
            sort=fact.leader,
        )
    )
    half = day.half_of(step.world, step.now)
    at_dusk = half.night and half.start == step.now
    dusk = step.now if at_dusk else day.next_dusk(step.world, step.now)
    dusk += step.param(DELAY_DAYS) * DAY_MS
    gather = RebelsGather(subject=f"rising:{army}", rule=fact.rule)
    if dusk > step.now:
        step.at(dusk, gather)
    else:
        rebels_gather(step, gather)


@chapter.handles(RebelsGather)
def rebels_gather(step: Step, event: RebelsGather) -> None:
    """The referee may say where; by default where most people live and no army stands."""
    rising = step.get(Rising, event.subject)
    if event.rule == "D-RAN-01":
        _ask_inside(step, rising)
        return
    ground = scene(step.world)
    likely = sorted(rising.hexes, key=lambda at: _likelihood(step, at))[:_CHOICES]
    ask(
        step,
        "D-REV-01",
        f"Some {rising.men} men rise against {name_of(step.world, rising.against)} for"
        f" {rising.cause}. Where? Write who leads them and what they want, if you like.",
        who=REFEREE,
        options=(
            *(Option(name=at, text=f"at {ground.called(at)}") for at in likely),
            Option(name=_NOBODY, text="nobody rises after all"),
        ),
        default=likely[0],
        then=RebelsPlaced(subject=rising.id),
        about=(rising.id,),
        free_text=True,
        label=rising.id,
    )


def _likelihood(step: Step, at: str) -> tuple[bool, int, str]:
    return bool(step.at_place(at, Army)), -settlement(step.world, at), at


def _ask_inside(step: Step, rising: Rising) -> None:
    """Who rises after a ransom stands outside the walls, or holds the place (D-RAN-01)."""
    place = scene(step.world).called(rising.hexes[0])
    ask(
        step,
        "D-RAN-01",
        f"Some {rising.men} men rise at {place} after the ransom. Where do they stand?",
        who=REFEREE,
        options=(
            Option(name="outside_walls", text="outside the walls"),
            Option(name="inside", text="inside, and they hold the place"),
        ),
        default=step.param(REBELS_PLACE),
        then=RebelsPlaced(subject=rising.id, rule="D-RAN-01"),
        about=(rising.id,),
        label=rising.id,
    )


@chapter.settles(RebelsPlaced)
def rebels_placed(step: Step, then: RebelsPlaced, choice: Choice) -> None:
    """They stand where they rise; amended, they have moved, or have gone home."""
    rising = step.get(Rising, then.subject)
    if choice.text:
        rising = msgspec.structs.replace(rising, aim=choice.text)
        step.put(rising)
    if then.rule == "D-RAN-01":
        if rising.place is None:
            _rise(step, rising, rising.hexes[0])
        if choice.option == "inside":
            _hold(step, rising)
        return
    if rising.place is None:
        if choice.option != _NOBODY:
            _rise(step, rising, choice.option)
        return
    army = step.find(Army, rising.army)
    if army is None:
        return
    if choice.option == _NOBODY:
        _disperse(step, army)
    elif army.place == rising.place and choice.option != army.place:
        _move(step, rising, army, choice.option)


def _rise(step: Step, rising: Rising, at: str) -> None:
    """Rebels have neither horse nor guns nor wagons, and what food they can carry (C-REV-02/a)."""
    name = scene(step.world).called(at).rpartition(" (")[0] or at
    step.put(Faction(id=rising.faction, name=f"The rebels of {name}", head=rising.leader))
    step.put(
        Commander(
            id=rising.leader,
            name=f"the {rising.sort} leader of the rebels of {name}",
            faction=rising.faction,
            army=rising.army,
            npc=True,
        )
    )
    for enemy in _enemies(step, rising):
        one, other = sorted((enemy, rising.faction))
        step.put(
            Declared(
                id=declared_id(one, other), one=one, other=other, one_says="war", other_says="war"
            )
        )
    resting = step.param(RESTING)
    army = Army(
        id=rising.army,
        name=f"Rebels of {name}",
        faction=rising.faction,
        owner=rising.leader,
        leader=rising.leader,
        place=at,
        detachments=(Detachment(name="Rebels", kind="infantry", soldiers=rising.men),),
        morale=resting,
        resting=resting,
    )
    food = daily_need(step.world, army) * step.param(SUPPLY_DAYS)
    step.put(msgspec.structs.replace(army, supplies=food))
    risen = msgspec.structs.replace(rising, place=at)
    step.put(risen)
    _spread(step, risen)
    step.happened(ArmyFormed(army=army.id, place=at), army.id)


def _enemies(step: Step, rising: Rising) -> list[str]:
    if step.param(HOSTILE_TO) == "provoker":
        return [rising.against]
    sides = {side.id for side in step.of(Faction)} | {c.faction for c in step.of(Commander)}
    return sorted(sides - {rising.faction})


def _move(step: Step, rising: Rising, army: Army, to: str) -> None:
    origin = army.place
    step.put(msgspec.structs.replace(army, place=to))
    step.put(msgspec.structs.replace(rising, place=to))
    for person in (army.leader, captain_of(army.id)):
        step.happened(Moved(person=person, place=to), person)
    night = day.half_of(step.world, step.now).night
    entered = ArmyEntered(army=army.id, place=to, came_from=origin, night=night)
    step.happened(entered, army.id)


def _disperse(step: Step, army: Army) -> None:
    step.remove(army, "the rebels went home")
    gone = ArmyGone(army=army.id, place=army.place, faction=army.faction, leader=army.leader)
    step.happened(gone, army.id)


def _hold(step: Step, rising: Rising) -> None:
    """The townspeople take their own town; whoever is quartered there marches out (D-RAN-01)."""
    army = step.find(Army, rising.army)
    stronghold = next(iter(step.at_place(rising.hexes[0], Stronghold)), None)
    if army is None or stronghold is None or army.place != stronghold.place:
        return
    yields = PlaceYields(
        stronghold=stronghold.id, victor=rising.leader, army=army.id, terms=True, weeks=0
    )
    step.happened(yields, stronghold.id)
    if step.get(Stronghold, stronghold.id).holder == rising.leader:
        step.happened(EntersWalls(army=army.id, stronghold=stronghold.id), army.id)


# -- who hears of it ------------------------------------------------------------------------------


def _spread(step: Step, rising: Rising) -> None:
    """The holder of the country by courier from its stronghold, the rest by news (C-REV-03)."""
    world = step.world
    army = step.get(Army, rising.army)
    place = scene(world).called(army.place)
    notice = Revolt(
        place=place,
        men=rising.men,
        leader=world.pack.answers.title(world, rising.leader),
        against=name_of(world, rising.against),
        cause=rising.cause,
    )
    told: tuple[str, ...] = ()
    stronghold = controller(world, army.place)
    if stronghold is not None and stronghold.holder and "holder" in step.param(NOTIFY):
        told = _tell_holder(step, stronghold, rising, notice)
    if "news" in step.param(NOTIFY):
        news = Newsworthy(
            event="revolt",
            place=army.place,
            wording=f"{{}} men have risen against {notice.against} at {place}.",
            figures=(rising.men,),
            knows=told,
            about=army.id,
            enclosed=_enclosed(step, rising),
        )
        step.happened(news, army.id)


def _tell_holder(
    step: Step, stronghold: Stronghold, rising: Rising, notice: Revolt
) -> tuple[str, ...]:
    holder = stronghold.holder
    if whereabouts(step.world, holder) == stronghold.place:
        step.tell(holder, notice, rising.id)
        _know(step, rising, holder)
        return (holder,)
    step.write(
        Dispatch(
            sender=governor_of(stronghold.id),
            to=holder,
            text=f"Some {notice.men} men under {notice.leader} have risen against"
            f" {notice.against} at {notice.place}, for {notice.cause}.",
            written=step.now,
            enclosed=_enclosed(step, rising),
            receipt=False,
            label=f"revolt/{rising.id}",
        )
    )
    return ()


def _stances(step: Step, rising: Rising, observer: str) -> tuple[StanceSeen, ...]:
    found = []
    for enemy in _enemies(step, rising):
        subject = stance_subject(enemy, rising.faction)
        found.append(
            StanceSeen(
                id=sighting_id(observer, subject),
                observer=observer,
                subject=subject,
                where="",
                at=step.now,
                heard=step.now,
                source=Source("known"),
                stance="hostile",
            )
        )
    return tuple(found)


def _enclosed(step: Step, rising: Rising) -> msgspec.Raw:
    army = step.get(Army, rising.army)
    seen = army_seen(step.world, army, captain_of(army.id), step.now, Source("eyes"))
    account = Account(armies=(seen,), stances=_stances(step, rising, ""))
    return msgspec.Raw(msgspec.json.encode(account, order="deterministic"))


def _know(step: Step, rising: Rising, person: str) -> None:
    army = step.get(Army, rising.army)
    step.put(army_seen(step.world, army, person, step.now, Source("report", "the governor")))
    for stance in _stances(step, rising, person):
        step.put(stance)


@chapter.on(Sighted)
def sighted(step: Step, fact: Sighted) -> None:
    """Who sees rebels in arms against his side can tell what they are."""
    rising = rising_of(step.world, fact.enemy)
    if rising is not None and step.find(Commander, fact.observer) is not None:
        for stance in _stances(step, rising, fact.observer):
            step.put(stance)
