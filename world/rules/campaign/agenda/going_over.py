"""A list gone over: what has come true is obeyed, then whoever's turn it is (C-TIME-08)."""

from __future__ import annotations

import msgspec

from world.errors import Refused
from world.kernel.hearing import obey
from world.order import Hand, Order
from world.ordertext import parse_order
from world.rules.campaign.agenda.events import GoOver
from world.rules.campaign.agenda.keeping import (
    Unit,
    over,
    strike,
    tell,
    tell_if_there,
    unit_of,
    word_of,
)
from world.rules.campaign.agenda.knowing import holds
from world.rules.campaign.agenda.notices import ListedDropped, ListedStarts
from world.rules.campaign.agenda.words import until_of
from world.rules.campaign.nouns.agenda import Agenda, Listed, words_of
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.battle import engaged
from world.rules.campaign.nouns.encounter import at_grips
from world.rules.campaign.nouns.fleet import Fleet, Voyage
from world.rules.campaign.nouns.marching import March
from world.rules.campaign.nouns.obeying import order_of
from world.rules.campaign.nouns.where import captain_of, governor_of
from world.step import Step

#: Refusals that mean the unit is at something else, which a standing order takes the place of.
_AT_SOMETHING_ELSE = frozenset({"E-BUSY"})


def is_busy(unit: Unit) -> bool:
    """Whether what it was ordered to do is not over yet; a stronghold does many things at once."""
    if isinstance(unit, Army):
        return (
            unit.march is not None
            or bool(unit.works)
            or unit.rest is not None
            or bool(unit.engines.job)
        )
    if isinstance(unit, Fleet):
        mending = any(ship.mending for ship in unit.present)
        return unit.voyage is not None or bool(unit.loading) or mending
    return False


def can_obey(step: Step, unit: Unit) -> bool:
    """Whether a unit could obey at all; before the enemy, or in flight, its list waits."""
    if isinstance(unit, Army):
        return unit.disorder is None and not engaged(step.world, unit.place, unit.id)
    if isinstance(unit, Fleet):
        return unit.disorder is None and not at_grips(step.world, unit)
    return True


def go_over(step: Step, agenda_id: str) -> None:
    """Obey what has come true, then what has its turn, until something takes its time."""
    agenda = step.find(Agenda, agenda_id)
    if agenda is None:
        return
    # Every round strikes an order out, or ends it.
    for n in range(2 * len(agenda.items) + 3):
        agenda = step.find(Agenda, agenda_id)
        unit = unit_of(step, agenda.unit) if agenda is not None else None
        if agenda is None or unit is None:
            return
        if agenda.held != (not can_obey(step, unit)):
            agenda = msgspec.structs.replace(agenda, held=not agenda.held)
            step.put(agenda)
        if agenda.held:
            return
        with step.within(f"list/{n}"):
            if not _one_more(step, agenda, unit, str(n)):
                return


def _one_more(step: Step, agenda: Agenda, unit: Unit, label: str) -> bool:
    """One round; whether there may be another."""
    due = next((item for item in agenda.items if item.standing and item.due), None)
    if due is not None:
        _standing(step, agenda, unit, due, label)
        return True
    if is_busy(unit):
        return False
    if agenda.running:
        step.put(msgspec.structs.replace(agenda, running=""))
        return True
    if agenda.again:
        step.put(msgspec.structs.replace(agenda, again=""))
        _try(step, agenda.id, unit, agenda.again, ", which was interrupted", label)
        return True
    if not agenda.turns:
        if agenda.done:
            strike(step, agenda, "it is done")
            over(step, unit, "all of it is done", label)
        return False
    return _turn(step, agenda, unit, agenda.turns[0], label)


def _turn(step: Step, agenda: Agenda, unit: Unit, head: Listed, label: str) -> bool:
    """The first of those that wait for their turn, if its condition holds."""
    if not head.due and not holds(step.world, unit.id, head.when, step.now):
        if head.when.sort == "date" and head.event not in step.world.timeline.entries:
            event = step.at(head.when.at, GoOver(subject=agenda.id), "date")
            step.put(with_item(agenda, head, msgspec.structs.replace(head, event=event)))
        return False
    step.put(with_item(agenda, head, None))
    _try(step, agenda.id, unit, head.order, _because(step, head), label)
    return True


def _because(step: Step, item: Listed) -> str:
    words = words_of(item.when, item.standing, step.world.calendar)
    return f" ({words})" if words else ""


def with_item(agenda: Agenda, old: Listed, new: Listed | None) -> Agenda:
    """The list with one of its orders changed, or struck out."""
    items = list(agenda.items)
    n = next(n for n, item in enumerate(items) if item is old)
    items[n : n + 1] = [] if new is None else [new]
    return msgspec.structs.replace(agenda, items=tuple(items))


# -- obeying -------------------------------------------------------------------------------------


def _try(step: Step, agenda_id: str, unit: Unit, text: str, why: str, label: str) -> None:
    """Carry out an order whose turn it is; one that is refused drops out."""
    agenda = step.get(Agenda, agenda_id)
    try:
        order = parse_order(step.world.pack, text)
        _obey(step, agenda, unit, order)
    except Refused as refused:
        _dropped(step, unit, text, refused, "It drops out of the list.", label)
        return
    _begun(step, agenda_id, unit, text, why, label)


def _begun(step: Step, agenda_id: str, unit: Unit, text: str, why: str, label: str) -> None:
    """Tell that an order has been begun with, and remember it while it takes its time."""
    agenda = step.find(Agenda, agenda_id)
    after = unit_of(step, unit.id)
    busy = after is not None and is_busy(after)
    if agenda is not None:
        step.put(msgspec.structs.replace(agenda, running=text if busy else ""))
    if after is not None:
        until = until_of(step.world, after, step.now) if isinstance(after, Army | Fleet) else ""
        notice = ListedStarts(unit=unit.name, order=text, why=why, until=until)
        tell_if_there(step, after, notice, label)


def _dropped(step: Step, unit: Unit, text: str, refused: Refused, then: str, label: str) -> None:
    notice = ListedDropped(
        unit=unit.name, order=text, reason=refused.text, code=refused.code, then=then
    )
    current = unit_of(step, unit.id)
    if current is not None:
        tell(step, current, notice, f"dropped/{label}")


def hand_of(agenda: Agenda, unit: Unit) -> Hand:
    """As whose order, and by whose hand, an order of a list is obeyed."""
    if isinstance(unit, Army | Fleet):
        receiver = unit.leader if unit.leader == agenda.author else captain_of(unit.id)
    else:
        receiver = governor_of(unit.id)
    return Hand(
        author=agenda.author,
        receiver=receiver,
        number=agenda.number,
        written=agenda.written,
        received=agenda.received,
        in_advance=True,
    )


def _obey(step: Step, agenda: Agenda, unit: Unit, order: Order) -> None:
    """Let an order take hold, whole or not at all.

    Raises:
        Refused: the truth forbids it.
    """
    hand = hand_of(agenda, unit)
    own = order.addressee(agenda.author) == agenda.author
    if own and hand.receiver != agenda.author:
        raise Refused(
            "E-NOT-PRESENT",
            "Its writer is not there to do that himself; nothing of it was done. Write it when you"
            " are.",
        )
    with step.whole():
        obey(step, order, hand)


def _standing(step: Step, agenda: Agenda, unit: Unit, item: Listed, label: str) -> None:
    """A standing order takes the place of whatever the unit does."""
    spent = None if item.standing == "once" else msgspec.structs.replace(item, due=False)
    agenda = with_item(agenda, item, spent)
    step.put(agenda)
    before = _under_way(unit)
    try:
        order = parse_order(step.world.pack, item.order)
        _take_the_place(step, agenda, unit, order)
    except Refused as refused:
        then = "It drops out of the list." if spent is None else "It still stands."
        _dropped(step, unit, item.order, refused, then, label)
        return
    agenda = step.get(Agenda, agenda.id)
    if item.goes_on:
        after = unit_of(step, unit.id)
        again = agenda.running or _again(unit, before)
        now = _under_way(after)
        if again and (now is None or before is None or _goal(now) != _goal(before)):
            step.put(msgspec.structs.replace(agenda, running="", again=agenda.again or again))
    else:
        left = tuple(each for each in agenda.items if each.standing)
        had_turns = bool(agenda.turns or agenda.again)
        step.put(msgspec.structs.replace(agenda, items=left, running="", again=""))
        if had_turns:
            over(step, unit, f"“{item.order}” has taken its place", label)
    _begun(step, agenda.id, unit, item.order, _because(step, item), label)


def _take_the_place(step: Step, agenda: Agenda, unit: Unit, order: Order) -> None:
    """Obey an order, if need be in place of a march or a day's work that is under way.

    Raises:
        Refused: the truth forbids it either way.
    """
    try:
        _obey(step, agenda, unit, order)
    except Refused as refused:
        if refused.code not in _AT_SOMETHING_ELSE or not is_busy(unit):
            raise
        with step.whole(), step.within("instead"):
            word = "halt" if isinstance(unit, Army) else "heave_to"
            halt = order_of(step.world, word, {word_of(unit): unit.id})
            obey(step, halt, hand_of(agenda, unit))
            _obey(step, agenda, unit, order)


def _under_way(unit: Unit | None) -> March | Voyage | None:
    if isinstance(unit, Army):
        return unit.march
    return unit.voyage if isinstance(unit, Fleet) else None


def _goal(way: March | Voyage) -> str:
    return way.goal if isinstance(way, March) else way.path[-1]


def _again(unit: Unit, way: March | Voyage | None) -> str:
    """The order that sends a unit on where it was going."""
    if way is None:
        return ""
    if isinstance(way, Voyage):
        return f"sail to={_goal(way)} fleet={unit.id}"
    parts = [f"march to={way.goal}"]
    parts += [f"pace={way.day}"] if way.day != "normal" else []
    parts += [f"night={way.night}"] if way.night != "none" else []
    return " ".join([*parts, f"army={unit.id}"])
