"""Lists of orders: how they are given, and what makes them be gone over (C-TIME-07, C-TIME-08)."""

from __future__ import annotations

import msgspec

from world.dispatch import OrderTookHold
from world.entity import kind_of
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand, Order
from world.pack import Chapter
from world.rules.campaign.agenda.events import GoOver
from world.rules.campaign.agenda.going_over import go_over
from world.rules.campaign.agenda.keeping import (
    Unit,
    look_soon,
    over,
    strike,
    unit_of,
    word_of,
)
from world.rules.campaign.agenda.knowing import holds
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
from world.rules.campaign.nouns.engagements import PlaceFell
from world.rules.campaign.nouns.facts import (
    ArmiesJoined,
    ArmyGone,
    LeaderChanged,
)
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.helm import fleet_commanded
from world.rules.campaign.nouns.sea_facts import (
    FleetGone,
    FleetLeaderChanged,
)
from world.rules.campaign.nouns.where import (
    CAPTAIN,
    GOVERNOR,
    army_led_by,
    army_of_office,
    fleet_led_by,
    fleet_of_office,
)
from world.step import Step

#: Orders that name a fleet and move somebody else than it.
_OF_PASSENGERS = frozenset({"board"})

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
    world = step.world
    at_sea = fleet_of_office(world, hand.receiver) is not None
    leads_none = not order.army and army_led_by(world, hand.author) is None
    if order.fleet or at_sea or (leads_none and fleet_led_by(world, hand.author) is not None):
        return fleet_commanded(world, hand, order.fleet, "sail")
    return commanded(world, hand, order.army, "queue")


def _listed(step: Step, unit: Unit, line: Line, order: QueueOrder) -> Listed:
    """A line as it stands in the list; a standing order whose condition holds is due already."""
    word = word_of(unit)
    require_condition(line, step.param(CONDITIONS), word)
    said = read_order(step.world.pack, line, word, str(getattr(order, word)))
    if word in said.__struct_fields__:
        said = msgspec.structs.replace(said, **{word: unit.id})
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
    unit = _unit_of(step, order, hand)
    if unit is None:
        return
    word = kind_of(type(order))
    _tell_what_has_begun(step, unit, word, hand)
    agenda = agenda_of(step.world, unit.id)
    if agenda is None or word == "queue" or word in step.param(KEPT_BY):
        return
    left = tuple(item for item in agenda.items if item.standing)
    if len(left) < len(agenda.items) or agenda.again:
        over(step, unit, "a fresh order has taken its place", word)
    if left:
        emptied = msgspec.structs.replace(agenda, items=left, running="", again="")
        step.put(emptied)
        look_soon(step, emptied)
    else:
        strike(step, agenda, "a fresh order was given")


def _unit_of(step: Step, order: Order, hand: Hand) -> Army | Fleet | None:
    """The army or fleet that a fresh order is for, an army before the fleet it goes aboard of."""
    fields = order.__struct_fields__
    if "army" in fields and not (isinstance(order, QueueOrder) and order.fleet):
        if hand.receiver.startswith(CAPTAIN):
            return army_of_office(step.world, hand.receiver)
        named = str(getattr(order, "army", ""))
        return step.find(Army, named) if named else army_led_by(step.world, hand.author)
    if "fleet" not in fields or kind_of(type(order)) in _OF_PASSENGERS:
        return None
    if hand.receiver.startswith(CAPTAIN):
        return fleet_of_office(step.world, hand.receiver)
    named = str(getattr(order, "fleet", ""))
    return step.find(Fleet, named) if named else fleet_led_by(step.world, hand.author)


def _tell_what_has_begun(step: Step, unit: Army | Fleet, word: str, hand: Hand) -> None:
    begins = word in ("march", "sail") or word.endswith("_engines")
    what = what_of(step.world, unit) if begins else ""
    if what and hand.by_letter is None and hand.author != REFEREE:
        until = until_of(step.world, unit, step.now)
        step.tell(hand.author, OrderAccepted(unit=unit.name, what=what, until=until), unit.id)


# -- gone over ------------------------------------------------------------------------------------


@chapter.handles(GoOver)
def gone_over(step: Step, event: GoOver) -> None:
    """A list is gone over."""
    go_over(step, event.subject)


@chapter.when_gone(GoOver)
def struck_out(step: Step, event: GoOver) -> None:
    """A list that was struck out is gone over no more."""


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


@chapter.on(FleetGone)
def fleet_gone(step: Step, fact: FleetGone) -> None:
    """A fleet that is no more has no list; one that has joined another obeys the other's."""
    agenda = agenda_of(step.world, fact.fleet)
    if agenda is None:
        return
    strike(step, agenda, "the fleet is no more")
    into = step.find(Fleet, fact.fleet)
    if into is not None:
        place = scene(step.world).called(fact.place)
        why = f"the fleet it was for has joined another in {place}"
        over(step, into, why, fact.fleet)


@chapter.on(FleetLeaderChanged)
def fleet_leader_changed(step: Step, fact: FleetLeaderChanged) -> None:
    """Whoever has nothing to say to a fleet any more has no list for it either."""
    agenda = agenda_of(step.world, fact.fleet)
    fleet = step.find(Fleet, fact.fleet)
    if agenda is None or fleet is None or agenda.author in (fleet.owner, fleet.leader, REFEREE):
        return
    strike(step, agenda, "another commands it now")


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """The old holder's list for a place that has fallen is void."""
    agenda = agenda_of(step.world, fact.stronghold)
    if agenda is not None and unit_of(step, fact.stronghold) is not None:
        strike(step, agenda, "the place has fallen")
