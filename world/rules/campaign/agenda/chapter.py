"""Lists of orders: how they are given, and what makes them be gone over (C-TIME-07, C-TIME-08)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from world.dispatch import OrderTookHold
from world.entity import kind_of
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand, Order
from world.pack import Chapter
from world.rules.campaign.agenda.events import GoOver
from world.rules.campaign.agenda.going_over import go_over
from world.rules.campaign.agenda.keeping import Unit, look_soon, over, strike, unit_of
from world.rules.campaign.agenda.knowing import commander_of, enemies, holds, is_near
from world.rules.campaign.agenda.notices import (
    ListedDropped,
    ListedStarts,
    ListOver,
    OrderAccepted,
)
from world.rules.campaign.agenda.orders import (
    QueueOrder,
    lines_of,
    require_condition,
    require_numbers,
    require_room,
)
from world.rules.campaign.agenda.reading import Line, canonical, read_order
from world.rules.campaign.agenda.words import until_of, what_of
from world.rules.campaign.nouns.agenda import (
    CONDITIONS,
    KEPT_BY,
    QUEUE_MAX,
    Agenda,
    Listed,
    agenda_of,
)
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.command import commanded, governed
from world.rules.campaign.nouns.engagements import BattleFought, MeetingOver, PlaceFell
from world.rules.campaign.nouns.facts import (
    ArmiesJoined,
    ArmyEntered,
    ArmyGone,
    ArmyStood,
    AtLeisure,
    EnemyPlaced,
    LeaderChanged,
    StockStands,
    WeekSpentMarching,
)
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.nouns.where import CAPTAIN, GOVERNOR, army_led_by, army_of_office
from world.step import Step

chapter = Chapter("agendas", "Orders given in advance, and standing orders")
chapter.declare(OrderAccepted, ListedStarts, ListedDropped, ListOver)


# -- giving a list --------------------------------------------------------------------------------


@chapter.obeys(QueueOrder)
def queue(step: Step, order: QueueOrder, hand: Hand) -> None:
    """A list takes the place of the one there was, or is added to it (O-QUEUE)."""
    lines = lines_of(order)
    unit = _commanded(step, order, hand)
    old = agenda_of(step.world, unit.id)
    items = old.items if old is not None else ()
    require_numbers(order.drop, len(items))
    if order.drop or order.keep:
        items = tuple(item for n, item in enumerate(items, 1) if str(n) not in order.drop)
    else:
        items = ()
    require_room(len(items) + len(lines), step.param(QUEUE_MAX))
    fresh = tuple(_listed(step, unit, line, order) for line in lines)
    if old is not None:
        strike(step, old, "another list was given")
    if not (items or fresh):
        if old is None:
            raise Refused("E-QUEUE", f"{unit.name} has no list of orders; it goes on as it does.")
        over(step, unit, "it was struck out", "struck")
        return
    kept = old if old is not None and (order.keep or order.drop) else None
    agenda = Agenda(
        id=f"agenda:{unit.id}",
        unit=unit.id,
        author=hand.author if kept is None or lines else kept.author,
        number=hand.number,
        written=hand.written,
        received=hand.received,
        items=tuple(msgspec.structs.replace(item, event="") for item in (*items, *fresh)),
        running=kept.running if kept is not None else "",
        again=kept.again if kept is not None else "",
    )
    step.put(agenda)
    look_soon(step, agenda)


def _commanded(step: Step, order: QueueOrder, hand: Hand) -> Unit:
    """The unit of a list; a captain understands any list, and of its orders the plain ones."""
    if order.stronghold or hand.receiver.startswith(GOVERNOR):
        return governed(step.world, hand, order.stronghold)
    return commanded(step.world, hand, order.army, "march")


def _listed(step: Step, unit: Unit, line: Line, order: QueueOrder) -> Listed:
    """A line as it stands in the list; a standing order whose condition holds is due already."""
    require_condition(line, step.param(CONDITIONS), order.stronghold)
    names = ("army", order.army) if isinstance(unit, Army) else ("stronghold", order.stronghold)
    said = read_order(step.world.pack, line, *names)
    if names[0] in said.__struct_fields__:
        said = msgspec.structs.replace(said, **{names[0]: unit.id})
    at = 0
    if line.sort == "date":
        try:
            at = step.world.calendar.parse(line.date)
        except Refused as refused:
            raise Refused("E-QUEUE", refused.text) from None
    listed = msgspec.structs.replace(line, order=canonical(said)).listed(at)
    if listed.standing and not listed.due:
        due = holds(step.world, unit.id, listed.when, step.now)
        return msgspec.structs.replace(listed, due=due)
    return listed


# -- a fresh order --------------------------------------------------------------------------------


@chapter.on(OrderTookHold)
def order_took_hold(step: Step, fact: OrderTookHold) -> None:
    """A fresh order empties the list of what waits its turn; what has begun is told (M-ORD-01)."""
    hand = fact.hand
    if hand.in_advance:
        return
    order = step.world.pack.decode_order(fact.order)
    army = _army_of(step, order, hand)
    if army is None:
        return
    word = kind_of(type(order))
    _tell_what_has_begun(step, army, word, hand)
    agenda = agenda_of(step.world, army.id)
    if agenda is None or word == "queue" or word in step.param(KEPT_BY):
        return
    left = tuple(item for item in agenda.items if item.standing)
    if len(left) < len(agenda.items) or agenda.again:
        over(step, army, "a fresh order has taken its place", word)
    if left:
        emptied = msgspec.structs.replace(agenda, items=left, running="", again="")
        step.put(emptied)
        look_soon(step, emptied)
    else:
        strike(step, agenda, "a fresh order was given")


def _army_of(step: Step, order: Order, hand: Hand) -> Army | None:
    if "army" not in order.__struct_fields__:
        return None
    if hand.receiver.startswith(CAPTAIN):
        return army_of_office(step.world, hand.receiver)
    named = str(getattr(order, "army", ""))
    return step.find(Army, named) if named else army_led_by(step.world, hand.author)


def _tell_what_has_begun(step: Step, army: Army, word: str, hand: Hand) -> None:
    begins = word == "march" or word.endswith("_engines")
    what = what_of(step.world, army) if begins else ""
    if what and hand.by_letter is None and hand.author != REFEREE:
        until = until_of(step.world, army, step.now)
        step.tell(hand.author, OrderAccepted(unit=army.name, what=what, until=until), army.id)


# -- what makes a list be gone over ---------------------------------------------------------------


@chapter.handles(GoOver)
def gone_over(step: Step, event: GoOver) -> None:
    """A list is gone over."""
    go_over(step, event.subject)


@chapter.when_gone(GoOver)
def struck_out(step: Step, event: GoOver) -> None:
    """A list that was struck out is gone over no more."""


def _look(step: Step, unit: str) -> None:
    agenda = agenda_of(step.world, unit)
    if agenda is not None:
        look_soon(step, agenda)


@chapter.on(ArmyStood)
def army_stood(step: Step, fact: ArmyStood) -> None:
    """A march is over."""
    _look(step, fact.army)


@chapter.on(AtLeisure)
def at_leisure(step: Step, fact: AtLeisure) -> None:
    """A day's work, a rest, a job or a flight is over."""
    _look(step, fact.army)


@chapter.on(MeetingOver)
def meeting_over(step: Step, _: MeetingOver) -> None:
    """Whoever could not obey before the enemy may be able to now."""
    _look_at_the_held(step)


@chapter.on(BattleFought)
def battle_fought(step: Step, _: BattleFought) -> None:
    """So may whoever has fought."""
    _look_at_the_held(step)


def _look_at_the_held(step: Step) -> None:
    for agenda in step.of(Agenda):
        if agenda.held:
            look_soon(step, agenda)


@chapter.on(StockStands)
def stock_stands(step: Step, fact: StockStands) -> None:
    """The evening's muster tells how long the food will last."""
    _comes_true(step, fact.army, "stock_days_under", lambda item: fact.days < item.when.under)


@chapter.on(WeekSpentMarching)
def week_spent(step: Step, fact: WeekSpentMarching) -> None:
    """The army halts, since its week's marching is done."""
    _comes_true(step, fact.army, "weekly_halt", lambda _: True)


@chapter.on(EnemyPlaced)
def enemy_placed(step: Step, fact: EnemyPlaced) -> None:
    """A commander learns where an enemy stands: it counts where that one was not near before."""
    for agenda in step.of(Agenda):
        if commander_of(step.world, agenda.unit) != fact.observer:
            continue
        for seen in enemies(step.world, agenda.unit):
            if seen.subject == fact.enemy:
                before = msgspec.structs.replace(seen, where=fact.was) if fact.was else None
                comes = partial(_comes_near, step, agenda.unit, seen, before)
                _comes_true(step, agenda.unit, "enemy_sighted", comes)


def _comes_near(
    step: Step, unit: str, seen: ArmySeen, before: ArmySeen | None, item: Listed
) -> bool:
    """Whether an enemy is where an order means, and was not before."""
    if before is not None and is_near(step.world, unit, before, item.when, step.now):
        return False
    return is_near(step.world, unit, seen, item.when, step.now)


@chapter.on(ArmyEntered)
def army_entered(step: Step, fact: ArmyEntered) -> None:
    """An army that moves may come near an enemy that stands."""
    if agenda_of(step.world, fact.army) is not None:
        for seen in enemies(step.world, fact.army):
            comes = partial(_comes_to, step, fact, seen)
            _comes_true(step, fact.army, "enemy_sighted", comes)


def _comes_to(step: Step, fact: ArmyEntered, seen: ArmySeen, item: Listed) -> bool:
    """Whether an army has come near an enemy that it was not near before."""
    world, when, now = step.world, item.when, step.now
    if when.within < 0 or is_near(world, fact.army, seen, when, now, fact.came_from):
        return False
    return is_near(world, fact.army, seen, when, now)


def _comes_true(step: Step, unit: str, sort: str, now: Callable[[Listed], bool]) -> None:
    """Orders that wait for that are due, and so is whoever's turn it is."""
    agenda = agenda_of(step.world, unit)
    if agenda is None:
        return
    head = agenda.turns[:1]
    items = tuple(
        msgspec.structs.replace(item, due=True)
        if item.when.sort == sort
        and (item.standing or item in head)
        and item.order != agenda.running
        and now(item)
        else item
        for item in agenda.items
    )
    if items != agenda.items:
        changed = msgspec.structs.replace(agenda, items=items)
        step.put(changed)
        look_soon(step, changed)


# -- what ends a list -----------------------------------------------------------------------------


@chapter.on(ArmyGone)
def army_gone(step: Step, fact: ArmyGone) -> None:
    """An army that is no more has no list."""
    agenda = agenda_of(step.world, fact.army)
    if agenda is not None:
        strike(step, agenda, "the army is no more")


@chapter.on(ArmiesJoined)
def armies_joined(step: Step, fact: ArmiesJoined) -> None:
    """An army that has become part of another obeys the other's list."""
    agenda = agenda_of(step.world, fact.army)
    if agenda is None:
        return
    strike(step, agenda, "the army joined another")
    into = step.get(Army, fact.into)
    place = scene(step.world).called(fact.place)
    over(step, into, f"the army it was for has joined another in {place}", fact.army)


@chapter.on(LeaderChanged)
def leader_changed(step: Step, fact: LeaderChanged) -> None:
    """Whoever has nothing to say to an army any more has no list for it either."""
    agenda = agenda_of(step.world, fact.army)
    army = step.find(Army, fact.army)
    if agenda is None or army is None or agenda.author in (army.owner, army.leader, REFEREE):
        return
    strike(step, agenda, "another commands it now")


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """The old holder's list for a place that has fallen is void."""
    agenda = agenda_of(step.world, fact.stronghold)
    if agenda is not None and unit_of(step, fact.stronghold) is not None:
        strike(step, agenda, "the place has fallen")
