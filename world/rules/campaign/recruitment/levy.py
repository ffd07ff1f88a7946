"""Levies: called up, held up by sieges, ready, and what comes of calling too often (C-REC)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.errors import Refused
from world.newsworthy import Newsworthy
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.command import governed
from world.rules.campaign.nouns.commander import BELOVED, HONORABLE_REVOLT, Commander, has_trait
from world.rules.campaign.nouns.engagements import PlaceFell, SiegeLifted, SiegeStands
from world.rules.campaign.nouns.faction import name_of
from world.rules.campaign.nouns.facts import ArmyFormed, BrokenOff, RevoltBreaksOut
from world.rules.campaign.nouns.ground import relation, scene
from world.rules.campaign.nouns.land import Land, land_at, within_a_year
from world.rules.campaign.nouns.levy import Levy, area_of, levies_of, yield_of
from world.rules.campaign.nouns.morale import MAX, RESTING
from world.rules.campaign.nouns.muster import note_army
from world.rules.campaign.nouns.provisions import capacity
from world.rules.campaign.nouns.report import report, report_place
from world.rules.campaign.nouns.rising import size_of_revolt
from world.rules.campaign.nouns.rounding import stores
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.sizes import CAVALRY_MAX, INFANTRY_MAX
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import whereabouts
from world.rules.campaign.recruitment import figures
from world.rules.campaign.recruitment.notices import LevyHeldUp, LevyOrdered, LevyReady
from world.rules.campaign.recruitment.orders import RaiseOrder, no_leader
from world.step import Step
from world.timeline import Event

chapter = Chapter("recruitment", "Raising armies")
chapter.params += figures.ALL
chapter.declare(LevyOrdered, LevyReady, LevyHeldUp)


class LevyComesTogether(Event, frozen=True, tag="levy_comes_together"):
    """The dawn at which a levy stands under arms."""

    rank: ClassVar[int] = day.RANK_TIMERS


# -- the call -------------------------------------------------------------------------------------


@chapter.obeys(RaiseOrder)
def call_up(step: Step, order: RaiseOrder, hand: Hand) -> None:
    """The men of the area are called up (O-RAISE)."""
    world = step.world
    stronghold = governed(world, hand, order.stronghold)
    if siege_of(world, stronghold.place) is not None:
        raise Refused(
            "E-BESIEGED",
            f"{stronghold.name} is besieged and nobody gets through the lines; no levy was begun.",
        )
    if len(levies_of(world, stronghold.id)) >= step.param(figures.PARALLEL):
        raise Refused(
            "E-ALREADY-RAISING",
            f"{stronghold.name} is raising men already; it goes on with that. Wait until they are"
            " there.",
        )
    area = area_of(world, stronghold.id)
    rally = _rally(step, order, stronghold, area)
    by = hand.author if step.find(Commander, hand.author) is not None else stronghold.holder
    _require_leader(step, order.leader, by)
    comes = yield_of(world, area)
    if not comes.infantry:
        raise Refused(
            "E-REC-NO-MEN",
            f"The area of {stronghold.name} has too few men to raise any; no levy was begun.",
        )
    ripe = step.now + day.months(world.params, step.param(figures.MONTHS))
    half = day.half_of(world, ripe)
    due = ripe if not half.night and half.start == ripe else day.next_dawn(world, ripe)
    levy_id = step.name("levy")
    levy = Levy(
        id=levy_id,
        stronghold=stronghold.id,
        place=rally,
        by=by,
        leader=order.leader,
        infantry=comes.infantry,
        cavalry=comes.cavalry,
        wagons=comes.wagons,
        hexes=area,
        due=due,
        event=step.at(due, LevyComesTogether(subject=levy_id)),
    )
    step.put(levy)
    notice = LevyOrdered(
        place=stronghold.name,
        infantry=levy.infantry,
        cavalry=levy.cavalry,
        wagons=levy.wagons,
        rally=scene(world).called(rally),
        due=due,
    )
    report_place(step, stronghold, notice)


def _rally(step: Step, order: RaiseOrder, stronghold: Stronghold, area: tuple[str, ...]) -> str:
    """The hex in which they come together.

    Raises:
        Refused: E-RALLY.
    """
    rally = scene(step.world).place(order.rally) if order.rally else stronghold.place
    where = step.param(figures.RALLY_AREA)
    allowed = rally in area if where == "control_area" else rally == stronghold.place
    if not allowed:
        raise Refused(
            "E-RALLY",
            f"{scene(step.world).called(rally)} is not where the men of {stronghold.name} can"
            " rally; no levy was begun. Name a hex that the place controls.",
        )
    return rally


def _require_leader(step: Step, leader: str, by: str) -> None:
    """Refuse a leader who is of another side, or leads an army already.

    Raises:
        Refused: E-NO-LEADER.
    """
    if not leader:
        return
    named, own = step.find(Commander, leader), step.find(Commander, by)
    if named is None or own is None or named.faction != own.faction or named.army:
        raise no_leader(leader)


# -- sieges ---------------------------------------------------------------------------------------


@chapter.on(SiegeStands)
def siege_stands(step: Step, fact: SiegeStands) -> None:
    """Nobody comes through siege lines: the levy stands still (C-REC-06/b)."""
    effect = step.param(figures.SIEGE_EFFECT)
    for levy in levies_of(step.world, fact.stronghold):
        if effect == "goes_on" or levy.halted >= 0:
            continue
        step.cancel(levy.event)
        if effect == "lost":
            _lose(step, levy, "is lost: the place is besieged")
            continue
        step.put(msgspec.structs.replace(levy, halted=max(0, levy.due - step.now), event=""))
        _tell(step, levy, "stands still while the place is besieged")


@chapter.on(SiegeLifted)
def siege_lifted(step: Step, fact: SiegeLifted) -> None:
    """What was left of the month runs on."""
    for levy in levies_of(step.world, fact.stronghold):
        if levy.halted < 0:
            continue
        ripe = step.now + levy.halted
        half = day.half_of(step.world, ripe)
        on_time = not half.night and half.start == ripe
        due = ripe if on_time else day.next_dawn(step.world, ripe)
        event = step.at(due, LevyComesTogether(subject=levy.id), levy.id)
        step.put(msgspec.structs.replace(levy, halted=-1, due=due, event=event))
        _tell(step, levy, "goes on")


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """A levy is lost with the place, and counts as never raised (C-REC-06/b)."""
    for levy in levies_of(step.world, fact.stronghold):
        step.cancel(levy.event)
        step.remove(levy, "the place has fallen")


@chapter.on(BrokenOff)
def broken_off(step: Step, fact: BrokenOff) -> None:
    """A levy is broken off by order, and counts as never raised (O-CANCEL)."""
    if fact.what == "levy":
        for levy in levies_of(step.world, fact.whose):
            step.cancel(levy.event)
            _lose(step, levy, "was broken off by order")


def _lose(step: Step, levy: Levy, what: str) -> None:
    step.remove(levy, what)
    _tell(step, levy, what)


def _tell(step: Step, levy: Levy, what: str) -> None:
    stronghold = step.get(Stronghold, levy.stronghold)
    report_place(step, stronghold, LevyHeldUp(place=stronghold.name, what=what), levy.id)


# -- under arms -----------------------------------------------------------------------------------


@chapter.handles(LevyComesTogether)
def comes_together(step: Step, event: LevyComesTogether) -> None:
    """The levy stands under arms, with resting morale and full bags (C-REC-07)."""
    levy = step.find(Levy, event.subject)
    if levy is None or levy.event != step.id:
        return
    step.remove(levy, "it stands under arms")
    stronghold = step.get(Stronghold, levy.stronghold)
    leader = _leader(step, levy)
    resting = step.param(RESTING)
    if leader is not None and has_trait(step.world, leader.id, "beloved"):
        resting = min(resting + step.param(BELOVED), step.param(MAX))
    nth = stronghold.levies + 1
    army = Army(
        id=step.name("army"),
        name=f"Levy of {stronghold.name}" if nth == 1 else f"Levy {nth} of {stronghold.name}",
        faction=stronghold.faction,
        owner=levy.by,
        leader=leader.id if leader is not None else "",
        place=levy.place,
        detachments=detachments_of(step, levy, stronghold, nth),
        morale=resting,
        resting=resting,
    )
    room = capacity(step.world, army) * step.param(figures.INITIAL_SUPPLY)
    army = msgspec.structs.replace(army, supplies=stores(step.world.params, room))
    step.put(army)
    step.put(msgspec.structs.replace(stronghold, levies=nth))
    if leader is not None:
        step.put(msgspec.structs.replace(leader, army=army.id, place=None))
    note_army(step, army)
    step.happened(ArmyFormed(army=army.id, place=army.place), army.id)
    _announce(step, army, leader)
    _too_soon(step, levy, stronghold)


@chapter.when_gone(LevyComesTogether)
def nobody_comes(step: Step, event: LevyComesTogether) -> None:
    """A levy that was lost comes together no more."""


def _leader(step: Step, levy: Levy) -> Commander | None:
    """Who is to lead them, if he is there and free; else a captain does."""
    named = step.find(Commander, levy.leader) if levy.leader else None
    if named is None or named.army or named.place != levy.place:
        return None
    return named


def detachments_of(
    step: Step, levy: Levy, stronghold: Stronghold, nth: int
) -> tuple[Detachment, ...]:
    """Foot and horse cut as evenly as the usual sizes allow, the wagons shared out (C-REC-07)."""
    foot = cut(levy.infantry, step.param(INFANTRY_MAX))
    horse = cut(levy.cavalry, step.param(CAVALRY_MAX))
    wagons = share(levy.wagons, len(foot) + len(horse))
    tail = f" of {stronghold.name}" + (f" (levy {nth})" if nth > 1 else "")
    found = [
        Detachment(name=f"Foot {n}{tail}", kind="infantry", soldiers=men)
        for n, men in enumerate(foot, start=1)
    ] + [
        Detachment(name=f"Horse {n}{tail}", kind="cavalry", soldiers=men)
        for n, men in enumerate(horse, start=1)
    ]
    return tuple(
        msgspec.structs.replace(each, wagons=some) for each, some in zip(found, wagons, strict=True)
    )


def cut(men: int, most: int) -> list[int]:
    """So many men in as few units as hold at most *most* each, as even as they go."""
    return share(men, -(-men // most)) if men else []


def share(count: int, parts: int) -> list[int]:
    """A number in so many parts, the first ones larger by one where it does not go evenly."""
    each, rest = divmod(count, parts) if parts else (0, 0)
    return [each + (n < rest) for n in range(parts)]


def _announce(step: Step, army: Army, leader: Commander | None) -> None:
    place = scene(step.world).called(army.place)
    notice = LevyReady(
        army=army.name,
        rally=place,
        leader=leader.name if leader is not None else "a captain",
        infantry=army.count("infantry"),
        cavalry=army.count("cavalry"),
        wagons=army.wagons,
        supplies=army.supplies,
    )
    report(step, army, notice)
    if leader is not None and leader.id != army.owner:
        # Its owner hears of it as he would from a captain.
        report(step, msgspec.structs.replace(army, leader=""), notice, "owner")
    side = name_of(step.world, army.faction)
    here = {each for each in (army.owner, army.leader) if each}
    news = Newsworthy(
        event="levy",
        place=army.place,
        wording=f"{side} has raised {{}} men at {place}.",
        figures=(army.soldiers,),
        knows=tuple(sorted(each for each in here if whereabouts(step.world, each) == army.place)),
        about=army.id,
    )
    step.happened(news, army.id)


# -- too soon -------------------------------------------------------------------------------------


def _too_soon(step: Step, levy: Levy, stronghold: Stronghold) -> None:
    """A second levy within the year may bring a revolt (C-REC-08, C-REC-09)."""
    lands = [land_at(step.world, label, step.now) for label in levy.hexes]
    earlier = {
        instant
        for land in lands
        for instant in land.levied
        if within_a_year(step.world, instant, step.now)
    }
    for land in lands:
        kept = tuple(i for i in land.levied if within_a_year(step.world, i, step.now))
        changed: Land = msgspec.structs.replace(land, levied=(*kept, step.now))
        step.put(changed)
    if not earlier:
        return
    k = step.param(figures.REVOLT)
    if step.param(figures.REVOLT_STACKS):
        k *= len(earlier)
    if relation(step.world, stronghold.place, stronghold.faction, step.now).newly_conquered:
        k *= step.param(figures.REVOLT_CONQUERED)
    if has_trait(step.world, levy.by, "honorable"):
        k += step.param(HONORABLE_REVOLT)
    if not step.chance(f"revolt for the levy of {stronghold.id}", k, 6):
        return
    fact = RevoltBreaksOut(
        cause="the levy",
        faction=stronghold.faction,
        by=levy.by,
        hexes=levy.hexes,
        men=_size(step),
        leader="military",
    )
    step.happened(fact, levy.id)


def _size(step: Step) -> int:
    """From so many to so many men, by the die for revolts or by one of its own (C-REC-09/a)."""
    least, most = step.param(figures.REVOLT_MIN), step.param(figures.REVOLT_MAX)
    if step.param(figures.REVOLT_DIE) == "as_revolt":
        return min(max(size_of_revolt(step, "the levy"), least), most)
    span = max(1, most - least + 1)
    return least - 1 + step.roll("size of the revolt for the levy", f"1d{span}").total
