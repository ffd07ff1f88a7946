"""A semaphore line at work: its queue, its hours, and how signs run from tower to tower (C-SEM-02).

A line carries one message at a time, by priority and then in the order of handing in.  A message is
signalled at its first tower in ``symbols x semaphore.symbol_ms`` and stands complete at each next
tower ``semaphore.hop_ms`` later, in both directions at once; where lines meet it is signalled anew.
Work that night or a hazy day breaks off goes on when the towers can be seen again.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from couriers import figures, offers, towers
from couriers.hours import Windows, always, by_day, by_sun
from couriers.telegram import (
    Telegram,
    TelegramRead,
    TelegramSeen,
    TelegramStopped,
    TelegramUntold,
)
from couriers.towers import SemaphoreLine, Stretch
from couriers.wire import (
    DayOfLine,
    LineOpens,
    Signal,
    SignalGoesOn,
    SignalledBack,
    TowerCalled,
    Wire,
)
from world.fact import Begun
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.recurrence import DailyGame
from world.state import World
from world.step import Step

chapter = Chapter("lines", "Semaphore lines: queue, daylight, haze, silent towers")
chapter.params += [
    figures.SIGHT_HEXES,
    figures.SYMBOL_MS,
    figures.HOP_MS,
    figures.DAYLIGHT,
    figures.LATITUDE,
    figures.BEFORE_SUNRISE,
    figures.AFTER_SUNSET,
    figures.CLEAR_DAYS,
    figures.HELD,
    figures.BROKEN,
    figures.RETRY_H,
    figures.KEEP_DAYS,
]

_HOUR = 3_600_000
_DAY = 86_400_000
chapter.declare(Wire, Signal, TelegramSeen, TelegramRead, TelegramStopped, TelegramUntold, Telegram)


# -- hours ---------------------------------------------------------------------------------------


def wire_id(world: World, line: str) -> str:
    """The id under which a line's work is kept."""
    return world.secret.name(f"wire/{line}")


def windows_of(world: World) -> Windows:
    """When towers can be seen, haze apart."""
    params = world.params
    if params[figures.DAYLIGHT] == "sun":
        return by_sun(
            world.calendar,
            params[figures.LATITUDE],
            params[figures.BEFORE_SUNRISE],
            params[figures.AFTER_SUNSET],
        )
    return always if params[figures.CLEAR_DAYS] >= 1 else by_day(world.calendar, 0, 24)


@chapter.on(Begun)
def lines_begin(step: Step, fact: Begun) -> None:
    """Every line gets its watch; where days may be hazy, each is rolled for as it breaks."""
    del fact
    world = step.world
    hazy = step.param(figures.CLEAR_DAYS) < 1
    for line in towers.lines(world):
        named = wire_id(world, line)
        step.put(Wire(id=named, line=line, clear=_rolls_clear(step, line)))
        if hazy:
            step.every("semaphore_day", DailyGame(0, 0), DayOfLine(subject=named))


@chapter.handles(DayOfLine)
def day_breaks(step: Step, event: DayOfLine) -> None:
    """A day is clear or hazy from midnight to midnight."""
    wire = step.get(Wire, event.subject)
    step.put(msgspec.structs.replace(wire, clear=_rolls_clear(step, wire.line)))


def _rolls_clear(step: Step, line: str) -> bool:
    chance = step.param(figures.CLEAR_DAYS)
    return chance >= 1 or step.chance(
        f"semaphore.clear_days {line}", chance.numerator, chance.denominator
    )


def _can_be_seen(step: Step, wire: Wire) -> tuple[bool, int, int]:
    """Whether the line works now, until when if it does, and when it may next if it does not."""
    windows = windows_of(step.world)
    opens, closes = windows(step.now)
    if opens > step.now:
        return False, 0, opens
    return wire.clear, closes, windows(closes).opens


# -- the queue -----------------------------------------------------------------------------------


def enter(step: Step, telegram: Telegram, stretch: Stretch, then: tuple[Stretch, ...] = ()) -> None:
    """A message comes to a line, and waits for its turn.

    A stretch of one tower is for the whole line.
    """
    line = towers.lines(step.world)[stretch.line]
    whole = stretch.start == stretch.end
    low, high = (0, len(line.towers) - 1) if whole else sorted((stretch.start, stretch.end))
    signal = Signal(
        id=step.name(f"signal/{telegram.id}/{stretch.line}/{stretch.start}/{low}-{high}"),
        telegram=telegram.id,
        line=stretch.line,
        entry=stretch.start,
        low=low,
        high=high,
        then=then,
        rank=0 if telegram.priority == "urgent" else 1,
        came=step.now,
    )
    step.put(
        msgspec.structs.replace(
            telegram,
            # What was stopped on one line stays so, whatever goes on along another.
            state="stopped" if telegram.state == "stopped" else "sending",
            parts=telegram.parts + 1,
            lines=tuple(sorted({*telegram.lines, stretch.line})),
        )
    )
    if towers.fault(step.world, line, stretch.start, telegram.sender) is not None:
        silence(step, signal, stretch.start)
        return
    step.put(signal)
    queue(step, signal)


def queue(step: Step, signal: Signal) -> None:
    """Let a signal wait for its turn on its line."""
    wire = step.get(Wire, wire_id(step.world, signal.line))
    waiting = [step.get(Signal, other) for other in wire.waiting]
    waiting.append(signal)
    waiting.sort(key=lambda other: (other.rank, other.came, other.id))
    step.put(msgspec.structs.replace(wire, waiting=tuple(other.id for other in waiting)))
    serve(step, signal.line)


def serve(step: Step, line: str) -> None:
    """While the line is free and can be seen, let its next signal begin; else when it can be."""
    pace = towers.lines(step.world)[line].symbol_ms
    pace = step.param(figures.SYMBOL_MS) if pace is None else pace
    while True:
        wire = step.get(Wire, wire_id(step.world, line))
        if wire.busy is not None or not wire.waiting:
            return
        seen, _, again = _can_be_seen(step, wire)
        if not seen:
            if wire.opening not in step.world.timeline.entries:
                opening = step.at(again, LineOpens(subject=wire.id))
                step.put(msgspec.structs.replace(wire, opening=opening))
            return
        first, rest = wire.waiting[0], wire.waiting[1:]
        step.put(msgspec.structs.replace(wire, busy=first, waiting=rest))
        signal = step.get(Signal, first)
        symbols = step.get(Telegram, signal.telegram).symbols
        work(step, msgspec.structs.replace(signal, work=symbols * pace))


@chapter.handles(LineOpens)
def opens(step: Step, event: LineOpens) -> None:
    """The towers can be seen: whoever waits longest with the highest priority begins."""
    serve(step, step.get(Wire, event.subject).line)


# -- signs running -------------------------------------------------------------------------------


def work(step: Step, signal: Signal) -> None:
    """Go on with a signal: as long as the towers can be seen, then in the morning; keeps it."""
    while signal.work == 0:
        following = stand(step, signal)
        if following is None:
            return
        signal = following
    seen, closes, again = _can_be_seen(step, step.get(Wire, wire_id(step.world, signal.line)))
    if seen:
        ready = step.now + signal.work
        left = max(ready - closes, 0)
        signal = msgspec.structs.replace(signal, work=left)
        again = again if left else ready
    step.put(signal)
    step.at(again, SignalGoesOn(subject=signal.id))


@chapter.handles(SignalGoesOn)
def goes_on(step: Step, event: SignalGoesOn) -> None:
    """Its work is done up to the next tower, or goes on after the night."""
    signal = step.get(Signal, event.subject)
    work(step, signal)
    serve(step, signal.line)


def stand(step: Step, signal: Signal) -> Signal | None:
    """The message stands complete one hop farther on; the signal as it goes on, or None if done."""
    line = towers.lines(step.world)[signal.line]
    hops = signal.hops + 1
    signal = msgspec.structs.replace(signal, hops=hops)
    for n in sorted({signal.entry - hops, signal.entry + hops}):
        if signal.low <= n <= signal.high:
            read(step, signal, line, n)
    for way in (-1, 1):
        n = signal.entry + way * (hops + 1)
        if signal.low <= n <= signal.high:
            signal = call(step, signal, line, n, way)
    if signal.entry - hops - 1 < signal.low and signal.entry + hops + 1 > signal.high:
        finish(step, signal)
        return None
    pace = step.param(figures.HOP_MS) if line.hop_ms is None else line.hop_ms
    return msgspec.structs.replace(signal, work=pace)


def read(step: Step, signal: Signal, line: SemaphoreLine, n: int) -> None:
    """Everybody in sight of a tower reads the message there; where lines meet it goes on."""
    world = step.world
    tower = line.towers[n]
    telegram = step.get(Telegram, signal.telegram)
    fresh = [
        person
        for person in towers.in_sight(world, tower.place)
        if person != telegram.sender and person not in telegram.readers
    ]
    readers = (*telegram.readers, *fresh)
    telegram = msgspec.structs.replace(telegram, readers=readers)
    step.put(telegram)
    name = world.pack.answers.title(world, telegram.sender)
    for person in fresh:
        notice = TelegramSeen(
            telegram=telegram.id,
            station=tower.name,
            sender=telegram.sender,
            name=name,
            text=telegram.text,
        )
        step.tell(person, notice, telegram.id)
        record = TelegramRead(
            telegram=telegram.id,
            station=tower.name,
            place=tower.place,
            sender=telegram.sender,
            text=telegram.text,
        )
        step.learn(person, record)
    if telegram.to is None:
        known = towers.lines(world)
        for other, m in towers.at_place(known, tower.place):
            telegram = step.get(Telegram, telegram.id)
            if other not in telegram.lines:
                enter(step, telegram, Stretch(other, m, m))
    elif signal.then and n != signal.entry and n in {signal.low, signal.high}:
        enter(step, telegram, signal.then[0], signal.then[1:])


def finish(step: Step, signal: Signal) -> None:
    """The signal has reached all it can: the line is free for the next."""
    step.remove(signal, "signalled")
    wire = step.get(Wire, wire_id(step.world, signal.line))
    step.put(msgspec.structs.replace(wire, busy=None))
    part_ends(step, signal.telegram, "sent")


def part_ends(step: Step, telegram_id: str, state: Literal["sent", "stopped"]) -> None:
    """One part of a message is at its end; the last one ends the message."""
    telegram = step.get(Telegram, telegram_id)
    parts = telegram.parts - 1
    stopped = "stopped" in {state, telegram.state}
    if parts == 0 or stopped:
        telegram = msgspec.structs.replace(telegram, state="stopped" if stopped else "sent")
    step.put(msgspec.structs.replace(telegram, parts=parts))


# -- silent towers -------------------------------------------------------------------------------


def call(step: Step, signal: Signal, line: SemaphoreLine, n: int, way: int) -> Signal:
    """Call the next tower on one side; if it is silent, that side waits or is stopped."""
    telegram = step.get(Telegram, signal.telegram)
    if towers.fault(step.world, line, n, telegram.sender) is None:
        return signal
    last = n - way
    low, high = (last, signal.high) if way > 0 else (signal.low, last)
    rest = Signal(
        id=step.name(f"signal/{telegram.id}/{signal.line}/{last}/{low}-{high}/silent"),
        telegram=signal.telegram,
        line=signal.line,
        entry=last,
        low=low,
        high=high,
        then=signal.then,
        rank=signal.rank,
        came=signal.came,
    )
    step.put(msgspec.structs.replace(telegram, parts=telegram.parts + 1))
    silence(step, rest, n)
    if way > 0:
        return msgspec.structs.replace(signal, high=last)
    return msgspec.structs.replace(signal, low=last)


def silence(step: Step, signal: Signal, calls: int) -> None:
    """A tower does not answer: what is for it and beyond waits, or is stopped; keeps the signal."""
    if step.param(figures.BROKEN) == "stop":
        _stop(step, signal)
        return
    until = step.now + step.param(figures.KEEP_DAYS) * _DAY
    signal = msgspec.structs.replace(signal, calls=calls, until=signal.until or until)
    step.put(signal)
    step.after(step.param(figures.RETRY_H) * _HOUR, TowerCalled(subject=signal.id))


def _stop(step: Step, signal: Signal) -> None:
    """What is for a silent tower and beyond goes no farther; that is signalled back."""
    tower = towers.lines(step.world)[signal.line].towers[signal.entry]
    telegram = step.get(Telegram, signal.telegram)
    part_ends(step, telegram.id, "stopped")
    event = SignalledBack(subject=telegram.id, station=tower.name)
    back = _way_back(step, tower.place, telegram.origin)
    step.after(back, event, f"{signal.line}/{signal.entry}")


def _way_back(step: Step, start: str, origin: str) -> int:
    """Ms that a sign takes from one tower to another, over every line between."""
    known = towers.lines(step.world)
    pace = step.param(figures.HOP_MS)
    back = 0
    for part in towers.route(known, start, origin) or ():
        own = known[part.line].hop_ms
        back += abs(part.end - part.start) * (pace if own is None else own)
    return back


@chapter.handles(TowerCalled)
def tower_called(step: Step, event: TowerCalled) -> None:
    """It answers, and the message takes its turn again; or it is called later; or given up.

    That it was given up is signalled back, as where messages are stopped at once.
    """
    signal = step.get(Signal, event.subject)
    line = towers.lines(step.world)[signal.line]
    telegram = step.get(Telegram, signal.telegram)
    calls = signal.entry if signal.calls is None else signal.calls
    if towers.fault(step.world, line, calls, telegram.sender) is None:
        signal = msgspec.structs.replace(signal, calls=None, hops=-1)
        step.put(signal)
        queue(step, signal)
    elif step.now >= (signal.until or 0):
        step.remove(signal, "given up")
        _stop(step, signal)
    else:
        step.after(step.param(figures.RETRY_H) * _HOUR, TowerCalled(subject=signal.id))


@chapter.handles(SignalledBack)
def signalled_back(step: Step, event: SignalledBack) -> None:
    """The sender learns of it if he still has the tower in sight; else the referee does."""
    world = step.world
    telegram = step.get(Telegram, event.subject)
    if telegram.sender in towers.in_sight(world, telegram.origin):
        notice = TelegramStopped(telegram=telegram.id, station=event.station, text=telegram.text)
        step.tell(telegram.sender, notice, event.station)
        return
    untold = TelegramUntold(
        telegram=telegram.id,
        station=event.station,
        name=world.pack.answers.title(world, telegram.sender),
        origin=offers.place_name(world, telegram.origin),
        text=telegram.text,
    )
    step.tell(REFEREE, untold, event.station)
