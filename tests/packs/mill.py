"""A nastier toy than the ferry: two carters and one mill, who get in each other's way at all times.

Same-instant events with ranks, cancelled trips, recurrences on both axes, questions of all three
kinds, facts that announce facts, sacks that are merged and burnt under pending events, orders by
letter, and a mill that can be jammed so that its handler raises.
"""

# ruff: noqa: ARG002 - answers have the arguments they are asked with

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from world.answers import Leg, Stance, Stead
from world.decision import Choice, Decision, Option, Question
from world.dispatch import Dispatch, OrderAnswered, OrderHandedOver
from world.enclosure import holds
from world.entity import Entity
from world.errors import Refused
from world.fact import Fact
from world.notice import Notice, Record
from world.order import Hand, Order
from world.pack import Chapter, Pack
from world.recurrence import DailyGame, Every, WallRecurrence
from world.state import World
from world.step import Step
from world.timeline import Event

HOUR_MS = 3_600_000
MINUTE_MS = 60_000

mill = Chapter("mill", "The mill, its sacks and its hours")
carting = Chapter("carting", "Carters on the road")
post = Chapter("post", "A boy runs with letters")

TRIP = carting.param("mill.trip_ms", 2 * HOUR_MS, "ms", "M-TRIP-01", "from village to mill")
ROT = mill.param("mill.rot_ms", 3 * HOUR_MS, "ms", "M-SACK-01", "how long a sack keeps")
RUN = post.param("mill.run_ms", 30 * MINUTE_MS, "ms", "M-POST-01", "how long the boy runs")


class Carter(Entity, frozen=True, tag="carter"):
    """Somebody with a cart, at the ``mill``, in the ``village``, or on the road (None)."""

    place: str | None
    sacks: int = 5
    purse: int = 10
    trip: str = ""
    loan: int = 0


class Sack(Entity, frozen=True, tag="sack"):
    """A sack that lies somewhere."""

    place: str
    weight: int
    owner: str


class Mill(Entity, frozen=True, tag="mill"):
    """The mill: what it holds, what it charges, and whether it is jammed."""

    grain: int = 0
    flour: int = 0
    price: int = 3
    jammed: bool = False
    ledger: tuple[str, ...] = ()


class Arrive(Event, frozen=True, tag="arrive"):
    """A carter comes in; arrivals are before everything else of an instant."""

    rank: ClassVar[int] = 100
    to: str


class Grind(Event, frozen=True, tag="grind"):
    """The mill grinds what it has, every hour."""

    rank: ClassVar[int] = 400


class Rot(Event, frozen=True, tag="rot"):
    """A sack goes bad."""


class Spill(Event, frozen=True, tag="spill"):
    """A sack leaks; what becomes of the leak of a burnt sack, nobody has thought of."""


class Eat(Event, frozen=True, tag="eat"):
    """A carter eats, every morning and after whatever comes in then."""

    rank: ClassVar[int] = 600


class Tithe(Event, frozen=True, tag="tithe"):
    """The reckoning at eight in the evening, by the clock on the wall."""

    rank: ClassVar[int] = 700
    closes: int = 0


class Tolled(Event, frozen=True, tag="tolled"):
    """What a carter said to the toll."""


class Priced(Event, frozen=True, tag="priced"):
    """What the referee said to the price."""

    by: int


class Feasted(Event, frozen=True, tag="feasted"):
    """How a carter wants to keep the feast."""


class Arrived(Fact, frozen=True, tag="arrived"):
    """A carter has come in."""

    carter: str
    place: str


class Unloaded(Fact, frozen=True, tag="unloaded"):
    """Sacks have been unloaded at the mill."""

    carter: str
    sacks: int


class Stocked(Fact, frozen=True, tag="stocked"):
    """The mill's stock has changed."""

    grain: int


class Word(Notice, frozen=True, tag="word"):
    """A word to somebody."""

    title: ClassVar[str] = "Word from the {whence}"
    wording: ClassVar[str] = "{text}, says the {whence} at {at:when}."
    whence: str
    text: str
    at: int


class Noted(Record, frozen=True, tag="noted"):
    """A line in somebody's book."""

    text: str


class Cart(Order, frozen=True, tag="cart"):
    """Take sacks to the mill, or come home."""

    summary: ClassVar[str] = "go to the mill or the village"
    rules: ClassVar[tuple[str, ...]] = ("M-TRIP-01",)
    to: Literal["mill", "village"] = "mill"
    sacks: int = 1

    def check(self, view: MillView) -> None:  # type: ignore[override]
        if self.sacks < 0 or self.sacks > view.sacks:
            raise Refused("E-SACKS", f"You have {view.sacks} sacks; nobody set out. Take fewer.")


class Halt(Order, frozen=True, tag="halt"):
    """Turn round and be where one was."""

    summary: ClassVar[str] = "call off the trip"


class Merge(Order, frozen=True, tag="merge"):
    """Tip the lightest sack at the mill into the heaviest."""

    summary: ClassVar[str] = "merge two sacks at the mill"


class Burn(Order, frozen=True, tag="burn"):
    """Burn the heaviest sack at the mill."""

    summary: ClassVar[str] = "burn a sack"


class Jam(Order, frozen=True, tag="jam"):
    """Jam the mill, or free it: a jammed mill raises."""

    summary: ClassVar[str] = "jam or free the mill"
    free: bool = False


class Lend(Order, frozen=True, tag="lend"):
    """Ask the other carter, by letter, to lend money."""

    summary: ClassVar[str] = "have money lent"
    to: str
    coins: int = 1

    def addressee(self, author: str) -> str:
        return self.to


class Bluster(Order, frozen=True, tag="bluster"):
    """Promise everything, then find that it cannot be."""

    summary: ClassVar[str] = "an order that is refused after it has begun"


class MillView(msgspec.Struct, frozen=True):
    """What a carter knows."""

    person: str
    place: str | None
    sacks: int
    purse: int
    price: int
    persons: tuple[str, ...]


mill.declare(Sack, Mill, Word, Noted)
carting.declare(Carter)


# -- the mill -------------------------------------------------------------------------------------


@mill.handles(Grind)
def grind(step: Step, event: Grind) -> None:
    works = step.get(Mill, event.subject)
    if works.jammed:
        step.put(msgspec.structs.replace(works, flour=-1))
        step.tell("gm", Word(whence="mill", text="crack", at=step.now))
        step.after(1, Grind(subject=event.subject), "never")
        raise ValueError("the stones are jammed")
    ground = min(works.grain, step.roll("stones", "1d6").total)
    step.put(msgspec.structs.replace(works, grain=works.grain - ground, flour=works.flour + ground))
    if ground:
        step.happened(Stocked(grain=works.grain - ground))


@mill.on(Unloaded)
def stock(step: Step, fact: Unloaded) -> None:
    works = step.get(Mill, "mill")
    step.put(
        msgspec.structs.replace(
            works,
            grain=works.grain + fact.sacks,
            ledger=(*works.ledger, f"{fact.carter}:{fact.sacks}")[-4:],
        )
    )
    for count in range(fact.sacks):
        sack = Sack(
            id=step.name(f"sack/{count}"),
            place="mill",
            weight=step.roll("weight", "2d6").total,
            owner=fact.carter,
        )
        step.put(sack)
        step.after(step.param(ROT), Rot(subject=sack.id), str(count))
        if step.chance("leaks", 1, 3):
            step.after(step.param(ROT) // 2, Spill(subject=sack.id), str(count))
    step.happened(Stocked(grain=works.grain + fact.sacks))


@mill.on(Stocked)
def haggle(step: Step, fact: Stocked) -> None:
    if step.chance("haggle", 1, 3):
        step.ask(
            Question(
                rule="D-PRICE-01",
                question=f"There are {fact.grain} sacks of grain. Raise the price?",
                who="gm",
                options=(Option(name="keep", text="keep it"), Option(name="raise", text="raise")),
                default="keep",
                then=Priced(subject="mill", by=step.roll("by", "1d2").total),
                mode="at_once",
                about=("mill",),
                limit_ms=40 * MINUTE_MS,
            )
        )


@mill.settles(Priced)
def priced(step: Step, then: Priced, choice: Choice) -> None:
    works = step.get(Mill, then.subject)
    change = then.by if choice.option == "raise" else 0
    step.put(msgspec.structs.replace(works, price=works.price + change))
    step.learn("gm", Noted(text=f"price {choice.option} {choice.amends}"))


@mill.handles(Rot)
def rot(step: Step, event: Rot) -> None:
    sack = step.get(Sack, event.subject)
    step.put(msgspec.structs.replace(sack, weight=sack.weight - 1))
    step.learn(sack.owner, Noted(text=f"a sack of {sack.weight} rots"))
    if sack.weight <= 1:
        step.remove(sack, "rotten through")


@mill.when_gone(Rot)
def nothing_rots(step: Step, event: Rot) -> None:
    step.learn("gm", Noted(text=f"{event.subject} cannot rot, it is gone"))


@mill.handles(Spill)
def spill(step: Step, event: Spill) -> None:
    sack = step.get(Sack, event.subject)
    step.put(msgspec.structs.replace(sack, weight=sack.weight - 1))


@mill.handles(Tithe)
def tithe(step: Step, event: Tithe) -> None:
    works = step.get(Mill, event.subject)
    step.put(msgspec.structs.replace(works, flour=works.flour * 9 // 10))
    step.learn("gm", Noted(text=f"tithe of {works.flour} at {event.closes}"))
    for carter in step.of(Carter):
        step.tell(carter.id, Word(whence="mill", text="tithe", at=step.now))


@mill.obeys(Merge)
def merge(step: Step, order: Merge, hand: Hand) -> None:
    sacks = sorted(step.at_place("mill", Sack), key=lambda sack: (sack.weight, sack.id))
    if len(sacks) < 2:
        raise Refused("E-SACKS", "There are no two sacks at the mill; nothing was merged.")
    small, big = sacks[0], sacks[-1]
    step.put(msgspec.structs.replace(big, weight=big.weight + small.weight))
    step.remove(small, "merged", successor=big.id)
    del hand


@mill.obeys(Burn)
def burn(step: Step, order: Burn, hand: Hand) -> None:
    sacks = sorted(step.at_place("mill", Sack), key=lambda sack: (-sack.weight, sack.id))
    if not sacks:
        raise Refused("E-SACKS", "There is no sack at the mill; nothing was burnt.")
    step.remove(sacks[0], "burnt")
    step.tell(sacks[0].owner, Word(whence="mill", text=f"{hand.author} burns", at=step.now))


@mill.obeys(Jam)
def jam(step: Step, order: Jam, hand: Hand) -> None:
    del hand
    works = step.get(Mill, "mill")
    step.put(msgspec.structs.replace(works, jammed=not order.free))


# -- carting --------------------------------------------------------------------------------------


@carting.obeys(Cart)
def cart(step: Step, order: Cart, hand: Hand) -> None:
    carter = step.get(Carter, hand.receiver)
    if carter.trip:
        step.cancel(carter.trip)
    if order.sacks > carter.sacks:
        raise Refused("E-SACKS", f"There are {carter.sacks} sacks; nobody set out.")
    trip = step.after(step.param(TRIP), Arrive(subject=carter.id, to=order.to))
    step.put(
        msgspec.structs.replace(carter, place=None, trip=trip, sacks=carter.sacks - order.sacks)
    )
    step.tell(carter.id, Word(whence="road", text=f"off with {order.sacks}", at=step.now))


@carting.obeys(Halt)
def halt(step: Step, order: Halt, hand: Hand) -> None:
    carter = step.get(Carter, hand.receiver)
    if not step.cancel(carter.trip):
        raise Refused("E-TRIP", "No trip to call off; nothing was changed.")
    step.put(msgspec.structs.replace(carter, place="village", trip=""))


@carting.obeys(Lend)
def lend(step: Step, order: Lend, hand: Hand) -> None:
    carter = step.get(Carter, hand.receiver)
    if order.coins > carter.purse:
        raise Refused("E-PURSE", "There is not that much in the purse; nothing was lent.")
    step.put(
        msgspec.structs.replace(
            carter, purse=carter.purse - order.coins, loan=carter.loan + order.coins
        )
    )


@carting.obeys(Bluster)
def bluster(step: Step, order: Bluster, hand: Hand) -> None:
    carter = step.get(Carter, hand.receiver)
    step.put(msgspec.structs.replace(carter, purse=1_000_000))
    step.roll("luck", "1d6")
    step.tell(carter.id, Word(whence="tavern", text="rich", at=step.now))
    step.learn(carter.id, Noted(text="rich"))
    step.after(5, Arrive(subject=carter.id, to="tavern"))
    step.cancel(carter.trip)
    step.happened(Arrived(carter=carter.id, place="tavern"))
    raise Refused("E-BLUSTER", "It was all talk; nothing was changed.")


@carting.handles(Arrive)
def arrive(step: Step, event: Arrive) -> None:
    carter = step.get(Carter, event.subject)
    step.put(msgspec.structs.replace(carter, place=event.to, trip=""))
    step.happened(Arrived(carter=carter.id, place=event.to))


@carting.on(Arrived)
def unload(step: Step, fact: Arrived) -> None:
    if fact.place != "mill":
        return
    carter = step.get(Carter, fact.carter)
    works = step.get(Mill, "mill")
    sacks = step.pick("how many", (1, 1, 2, 3))
    step.put(msgspec.structs.replace(carter, purse=carter.purse - works.price))
    step.happened(Unloaded(carter=carter.id, sacks=sacks))
    if step.chance("toll", 1, 2):
        step.ask(
            Question(
                rule="D-TOLL-01",
                question="Pay the toll?",
                who=carter.id,
                options=(Option(name="pay", text="pay"), Option(name="run", text="run")),
                default="pay",
                then=Tolled(subject=carter.id),
                about=(carter.id, "mill"),
                limit_ms=3 * HOUR_MS,
                free_text=True,
            )
        )


@carting.settles(Tolled)
def tolled(step: Step, then: Tolled, choice: Choice) -> None:
    carter = step.get(Carter, then.subject)
    caught = choice.option == "run" and step.chance("caught", 1, 2)
    cost = 5 if caught else 1 if choice.option == "pay" else 0
    step.put(msgspec.structs.replace(carter, purse=carter.purse - cost))
    step.learn(carter.id, Noted(text=f"toll {choice.option} {choice.text} {cost}"))


@carting.handles(Eat)
def eat(step: Step, event: Eat) -> None:
    carter = step.get(Carter, event.subject)
    works = step.get(Mill, "mill")
    bread = min(1, works.flour)
    step.put(msgspec.structs.replace(works, flour=works.flour - bread))
    step.put(msgspec.structs.replace(carter, purse=carter.purse + 1, sacks=carter.sacks + bread))
    step.ask(
        Question(
            rule="D-FEAST-01",
            question="How will you keep the feast at noon?",
            who=carter.id,
            options=(Option(name="dance", text="dance"), Option(name="sleep", text="sleep")),
            default="sleep",
            then=Feasted(subject=carter.id),
            mode="beforehand",
            due=step.now + 6 * HOUR_MS,
        )
    )


@carting.settles(Feasted)
def feasted(step: Step, then: Feasted, choice: Choice) -> None:
    carter = step.get(Carter, then.subject)
    step.put(msgspec.structs.replace(carter, purse=carter.purse - (choice.option == "dance")))


# -- the post -------------------------------------------------------------------------------------


class Run(Event, frozen=True, tag="run"):
    """The boy comes running with an order."""

    letter: msgspec.Raw
    hand: Hand


@post.on(Dispatch)
def send(step: Step, fact: Dispatch) -> None:
    if holds(fact.order):
        hand = Hand(
            author=fact.sender,
            receiver=fact.to,
            number=fact.number,
            written=fact.written,
            by_letter=step.name("letter"),
        )
        step.after(step.param(RUN), Run(subject=fact.to, letter=fact.order, hand=hand))


@post.handles(Run)
def run(step: Step, event: Run) -> None:
    step.happened(OrderHandedOver(order=event.letter, hand=event.hand))


@post.on(OrderAnswered)
def answered(step: Step, fact: OrderAnswered) -> None:
    step.tell(
        fact.hand.author,
        Word(whence="boy", text=f"{fact.summary}: {fact.code or 'done'}", at=step.now),
    )


# -- the pack -------------------------------------------------------------------------------------


class Answers:
    """The mill's answers: two places and a road."""

    def whereabouts(self, world: World, person: str) -> str | None:
        carter = world.find(Carter, person)
        return carter.place if carter else None

    def believed(self, world: World, person: str, of: str) -> str | None:
        return self.whereabouts(world, of)

    def in_place(self, world: World, place: str) -> tuple[str, ...]:
        return tuple(carter.id for carter in world.at(place, Carter))

    def acts_for(self, world: World, person: str) -> Stead:
        return Stead(person)

    def stance(self, world: World, person: str, other: str) -> Stance:
        return "own" if person == other else "neutral"

    def passage(
        self,
        world: World,
        start: str,
        end: str,
        mover: str,
        *,
        person: str,
        believed: bool,
        via: tuple[str, ...] = (),
    ) -> tuple[Leg, ...] | None:
        return () if start == end else (Leg(start, end, 1_000),)

    def persons(self, world: World) -> tuple[str, ...]:
        return tuple(carter.id for carter in world.of(Carter))

    def title(self, world: World, person: str) -> str:
        return person.title()

    def resolve(self, world: World, name: str) -> tuple[str, ...]:
        return tuple(p for p in self.persons(world) if p.startswith(name.lower()))


def view(world: World, person: str) -> MillView:
    """A carter's page."""
    carter = world.find(Carter, person)
    if carter is None:
        return MillView(person, None, 0, 0, 0, Answers().persons(world))
    price = world.get(Mill, "mill").price if carter.place == "mill" else 0
    return MillView(
        person, carter.place, carter.sacks, carter.purse, price, Answers().persons(world)
    )


def found(step: Step) -> None:
    """Two carters in the village; the mill stands empty."""
    step.put(Mill(id="mill"))
    step.every("grind", Every(HOUR_MS), Grind(subject="mill"))
    evening = WallRecurrence((0, 1, 2, 3, 4, 5, 6), 20, 0, "Europe/Berlin")
    step.every("tithe", evening, Tithe(subject="mill"))
    for name in ("abel", "bruno"):
        step.put(Carter(id=name, place="village"))
        step.every("eat", DailyGame(6), Eat(subject=name))


def revise(step: Step, decision: Decision, subject: str) -> Decision | None:
    """A poor carter is no longer asked for toll; others are asked for what they have."""
    if decision.rule != "D-TOLL-01" or subject == "mill":
        return decision
    carter = step.find(Carter, decision.who)
    if carter is None or carter.purse <= 0:
        return None
    return msgspec.structs.replace(
        decision, question=f"Pay the toll of your {carter.purse} coins?", about=(carter.id,)
    )


PACK = Pack(
    name="mill",
    release=1,
    chapters=(carting, mill, post),
    answers=Answers(),
    view=view,
    scene=lambda _scenario: None,
    found=found,
    revise=revise,
    about="Two carters and a mill",
)
