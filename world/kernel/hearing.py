"""What people say comes into force: orders, answers and changes of the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.answers import in_company
from world.clock import Clock, utc
from world.clockface import union
from world.dispatch import Dispatch, OrderAnswered, OrderHandedOver, OrderObeyed, OrderTookHold
from world.entity import kind_of
from world.errors import Fault, Refused
from world.kernel.correcting import correct
from world.kernel.deciding import answer
from world.kernel.figures import FASTEST, MAX_PAUSE_DAYS
from world.kernel.nouns import CLOCK_ID, REFEREE, ClockChanged, HoldEnds, SaidInVain
from world.kernel.recurring import set_again
from world.order import Hand, require_sound, to_text
from world.said import (
    AnswerDecision,
    Correct,
    GiveOrder,
    HoldClock,
    Input,
    Outage,
    ResumeClock,
    Saying,
    SetRate,
)
from world.timeline import ANSWERING, Entry

if TYPE_CHECKING:
    from world.order import Order
    from world.param import Params
    from world.step import Step

_DAY_US = 86_400_000_000


def hear(step: Step, said: Input, *, checked: bool = True) -> None:
    """Carry out what was said; what cannot be is told to its author and changes nothing.

    ``checked`` says that intake has held an order against what its author knows.
    """
    body = said.body
    try:
        with step.whole():
            if isinstance(body, GiveOrder):
                order = step.world.pack.decode_order(body.order)
                if not checked:
                    pack = step.world.pack
                    require_sound(order, pack, pack.view(step.world, said.person))
                give(step, said, order)
            elif isinstance(body, AnswerDecision):
                answer(step, said.person, body)
            elif isinstance(body, Correct):
                correct(step, said, body)
            else:
                change_clock(step, said)
    except Refused as refusal:
        step.tell(
            said.person,
            SaidInVain(what=words_of(step, said), reason=refusal.text, code=refusal.code),
        )


def words_of(step: Step, said: Input) -> str:
    """What somebody said, as they are reminded of it."""
    body = said.body
    if isinstance(body, GiveOrder):
        try:
            return f"Your order “{to_text(step.world.pack.decode_order(body.order))}”"
        except msgspec.ValidationError:  # of a release that knew other orders
            return "Your order"
    if isinstance(body, AnswerDecision):
        return f"Your answer “{body.option}”"
    if isinstance(body, Correct):
        return f"Your correction of {body.entity}"
    return "Your change of the clock"


def give(step: Step, said: Input, order: Order) -> None:
    """An order is given: obeyed on the spot, or sent to whoever is to carry it out (C-MSG-07).

    Raises:
        Refused: the truth forbids it there and then; E-UNKNOWN-ADDRESSEE where nobody could be
            written to; E-NOT-PRESENT in a game whose pack has no chapter that carries words.
    """
    world = step.world
    author = said.person
    receiver = order.addressee(author)
    hand = Hand(
        author=author,
        receiver=receiver,
        number=said.n,
        written=step.now,
        received=said.received,
    )
    if author in {receiver, REFEREE} or in_company(world, author, receiver):
        obey(step, order, hand)
        if receiver != author:
            step.happened(OrderObeyed(order=kind_of(type(order)), hand=hand))
        return
    if Dispatch not in world.pack.reactions:
        raise Refused(
            "E-NOT-PRESENT",
            "Whoever is to carry that out is not with you, and nobody carries orders in this game;"
            " nothing was sent. Give it where he is.",
        )
    answers = world.pack.answers
    if answers.believed(world, author, receiver) is None and receiver not in answers.persons(world):
        # Somebody whose end the author has not heard of is still written to: a refusal would tell.
        raise Refused(
            "E-UNKNOWN-ADDRESSEE",
            f"Nobody called {receiver!r} can be written to; nothing was sent. Name somebody of your"
            " page.",
        )
    step.write(
        Dispatch(
            sender=author,
            to=receiver,
            text=to_text(order),
            order=msgspec.Raw(msgspec.json.encode(order, order="deterministic")),
            number=said.n,
            written=step.now,
        )
    )


def obey(step: Step, order: Order, hand: Hand) -> None:
    """Let an order take hold.

    Raises:
        Refused: the truth forbids it.
    """
    obeyer = step.world.pack.obeyers.get(type(order))
    if obeyer is None:
        raise Fault(f"the pack declares {type(order).__name__} but nothing obeys it")
    obeyer(step, order, hand)
    taken = msgspec.Raw(msgspec.json.encode(order, order="deterministic"))
    step.happened(OrderTookHold(order=taken, hand=hand), kind_of(type(order)))


def handed_over(step: Step, fact: OrderHandedOver) -> None:
    """An order that came by letter takes hold now; its answer rides back."""
    order = step.world.pack.decode_order(fact.order)
    try:
        with step.whole():
            obey(step, order, fact.hand)
    except Refused as refusal:
        step.happened(
            OrderAnswered(
                hand=fact.hand, summary=to_text(order), code=refusal.code, reason=refusal.text
            ),
            label=fact.hand.by_letter or "",
        )
        return
    step.happened(
        OrderAnswered(hand=fact.hand, summary=to_text(order)), label=fact.hand.by_letter or ""
    )


def change_clock(step: Step, said: Input) -> None:
    """Pause, resume, re-rate, or take note of an outage.

    Raises:
        Refused: by the clock, with what to do.
    """
    clock = step.get(Clock, CLOCK_ID)
    wall = max(said.received, step.world.face.wall(step.now) or 0)
    changed = changed_clock(clock, said.body, wall, said.person, step.world.params)
    step.put(changed)
    set_again(step, wall)
    _announce_ends(step, clock, changed, wall)
    body = said.body
    if isinstance(body, HoldClock):
        start = wall if body.start is None else body.start
        ends = next(end for begin, end in _standing(changed) if begin <= start < end)
        what = "paused" if body.start is None else f"will pause at {utc(start)}"
        detail = f"Reason: {body.reason}. It resumes by itself at {utc(ends)}."
    elif isinstance(body, ResumeClock):
        what, detail = "resumed", "Game time runs again."
    elif isinstance(body, SetRate):
        what = f"set to {body.numerator}:{body.denominator}"
        detail = "Every expected time moves with it; time limits of people do not."
    else:
        what, detail = "was unattended", "The service was away; time limits were extended."
    announce_clock(step, what, said.person, detail)


def changed_clock(clock: Clock, body: Saying, wall: int, by: str, params: Params) -> Clock:
    """The clock as a saying would change it at a wall instant (µs); also how intake checks it.

    Raises:
        Refused: by the clock, with what to do; E-CLOCK-RATE for a rate beyond the fastest.
        Fault: the saying is none about the clock.
    """
    if isinstance(body, HoldClock):
        longest = params[MAX_PAUSE_DAYS] * _DAY_US
        if body.start is None:
            return clock.pause(wall, body.until, body.reason, by, max_pause=longest)
        return clock.schedule_hold(
            body.start, body.until, body.reason, by, now=wall, max_pause=longest
        )
    if isinstance(body, ResumeClock):
        return clock.resume(wall)
    if isinstance(body, SetRate):
        require_pace(body.numerator, body.denominator, params, "The rate was left as it was")
        return clock.rerate(wall, body.numerator, body.denominator)
    if isinstance(body, Outage):
        # Whatever was played before the service went away stays as it was.
        start = max(body.start, wall)
        if start >= body.end:
            return clock
        return (clock.freeze if body.policy == "freeze" else clock.outage)(start, body.end)
    raise Fault(f"{type(body).__name__} does not change the clock")


def require_pace(numerator: int, denominator: int, params: Params, left: str) -> None:
    """Refuse a rate beyond the fastest, saying what was left as it was.

    Raises:
        Refused: E-CLOCK-RATE.
    """
    if numerator > params[FASTEST] * max(denominator, 1):
        raise Refused(
            "E-CLOCK-RATE",
            f"A running clock goes at {params[FASTEST]}:1 at most, and time that has run cannot"
            f" be called back. {left}; {numerator}:{denominator} may be a slip of the pen.",
        )


def _standing(clock: Clock) -> list[tuple[int, int]]:
    """The stretches of wall time in which game time stands."""
    return union(hold for hold in clock.holds if hold.stops_game)


def _ends(clock: Clock, wall: int) -> set[int]:
    """Wall instants to come at which a pause ends by itself and game time runs again."""
    pauses = {hold.end for hold in clock.holds if hold.kind == "pause" and hold.end > wall}
    return pauses & {end for _, end in _standing(clock)}


def _announce_ends(step: Step, before: Clock, after: Clock, wall: int) -> None:
    """Have the end of every pause announced once, whatever changes about the clock meanwhile."""
    world = step.world
    ends = _ends(after, wall)
    for end in sorted(_ends(before, wall) | ends):
        name = world.secret.name(f"hold_ends/{end}")
        # Answering time runs at 1:1 whatever the rate: told a millisecond after time runs again.
        due = after.answering(end) + 1
        pending = world.timeline.entries.get(name)
        if pending is not None and not (end in ends and pending.due == due):
            step.cancel(name)
            pending = None
        if pending is None and end in ends:
            event = HoldEnds(subject=CLOCK_ID, until=end)
            step.start(Entry(name, ANSWERING, due, HoldEnds.rank, event))


def hold_ends(step: Step, event: HoldEnds) -> None:
    """A pause has run its time; one ended by hand was announced then."""
    announce_clock(step, "resumed", "itself", f"The pause has run its time ({utc(event.until)}).")


def announce_clock(step: Step, what: str, by: str, detail: str) -> None:
    """Tell everybody, the referee first."""
    world = step.world
    for person in dict.fromkeys((REFEREE, *world.pack.answers.persons(world))):
        step.tell(person, ClockChanged(what=what, by=by, detail=detail))
