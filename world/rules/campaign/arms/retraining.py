"""Detachments turned into special kinds by the skilled soldiers of a fortress (C-SPEC-02)."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar, Literal

import msgspec

from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.arms.notices import Retraining
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.chests import add_money, require_funds
from world.rules.campaign.nouns.command import addressee, commanded
from world.rules.campaign.nouns.engagements import PlaceFell
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.facts import ArmySetOut, BrokenOff, StrengthChanged
from world.rules.campaign.nouns.provisions import chest_of
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.rounding import stores
from world.rules.campaign.nouns.stronghold import stronghold_at
from world.rules.campaign.nouns.training import Training, trainings_of
from world.rules.campaign.nouns.view import campaign_view
from world.step import Step
from world.timeline import Event

chapter = Chapter("retraining", "Detachments turned into special kinds")

WEEKS = chapter.param("retrain.weeks", "1d6", "weeks", "C-SPEC-02", "that a retraining takes")
MIN_COST = chapter.param(
    "retrain.min_cost", 10, "doubloons a head", "C-SPEC-02", "that a retraining costs at least"
)
REFUND = chapter.param(
    "retrain.refund",
    Fraction(0),
    "fraction",
    "C-SPEC-02",
    "of the money that is given back when a retraining is broken off",
)
chapter.declare(Retraining)

_BECOMES = {"skirmishers": "infantry", "grenadiers": "infantry", "lancers": "cavalry"}
#: What the referee may ask beyond the least, in percent of it.
_PRICES = {"minimum": 100, "half_more": 150, "double": 200, "fivefold": 500}


class TrainingDone(Event, frozen=True, tag="training_done"):
    """A detachment is what it was to become."""

    rank: ClassVar[int] = day.RANK_TIMERS


class PriceJudged(Event, frozen=True, tag="price_judged"):
    """The price of a retraining is settled (D-SPEC-01); ``subject`` is the training."""

    least: int


class RetrainOrder(Order, frozen=True, tag="retrain"):
    """Have a detachment turned into a special kind at the fortress in whose hex the army stands.

    Attributes:
        detachment: by its name; it is out of action until it is ready.
        kind: skirmishers or grenadiers of infantry, lancers of cavalry.
    """

    summary: ClassVar[str] = "have a detachment turned into a special kind at a fortress"
    rules: ClassVar[tuple[str, ...]] = ("C-SPEC-02",)
    detachment: str
    kind: Literal["skirmishers", "grenadiers", "lancers"]
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, a place that is no fortress, and what cannot become that."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        if not own.exact:
            return
        forts = {site.place for site in known.strongholds if site.sort == "fortress"}
        if own.place not in forts:
            raise _no_fortress(own.name)
        _require_kind(own.name, own.detachments, self.detachment, self.kind)


def _no_fortress(name: str) -> Refused:
    return Refused(
        "E-NOT-FORTRESS",
        f"{name} stands at no fortress that would take it in; nothing was begun. March to one.",
    )


def _require_kind(
    name: str, detachments: tuple[Detachment, ...], wanted: str, kind: str
) -> Detachment:
    present = [d for d in detachments if not d.away and d.special != "wizard"]
    found = next((d for d in present if d.name == wanted), None)
    if found is None or found.kind != _BECOMES[kind] or found.special == kind:
        fit = [d.name for d in present if d.kind == _BECOMES[kind] and d.special != kind]
        raise Refused(
            "E-KIND",
            f"{wanted[:60]!r} of {name} cannot become {kind}; nothing was begun. These could:"
            f" {', '.join(fit) or 'none'}.",
        )
    if len(present) < 2:
        raise Refused(
            "E-KIND",
            f"{wanted} is all that {name} has, and an army cannot go to school whole; nothing was"
            " begun.",
        )
    return found


@chapter.obeys(RetrainOrder)
def retrain(step: Step, order: RetrainOrder, hand: Hand) -> None:
    """The detachment goes to school; the die says for how long (O-RETRAIN)."""
    army = commanded(step.world, hand, order.army, "retrain")
    fortress = stronghold_at(step.world, army.place)
    if (
        fortress is None
        or fortress.sort != "fortress"
        or hostile(step.world, army.faction, fortress.faction)
    ):
        raise _no_fortress(army.name)
    found = _require_kind(army.name, army.detachments, order.detachment, order.kind)
    price = found.soldiers * step.param(MIN_COST)
    require_funds(army.name, chest_of(step.world, army), price)
    add_money(step, army, -price)
    army = step.get(Army, army.id)
    _set(step, army, found.name, away=True)
    weeks = step.roll(f"weeks to retrain {found.name} of {army.id}", step.param(WEEKS)).total
    due = step.now + day.weeks(step.world.params, weeks)
    name = step.name("training")
    step.put(
        Training(
            id=name,
            army=army.id,
            detachment=found.name,
            becomes=order.kind,
            stronghold=fortress.id,
            paid=price,
            due=due,
            event=step.at(due, TrainingDone(subject=name)),
        )
    )
    what = f"is turned into {order.kind} in {fortress.name}, which takes {weeks} weeks"
    _tell(step, army.id, found.name, what)
    step.happened(StrengthChanged(army=army.id, why="a detachment goes to school"), army.id)
    options = tuple(
        Option(name=option, text=f"{price * percent // 100} doubloons")
        for option, percent in _PRICES.items()
    )
    ask(
        step,
        "D-SPEC-01",
        f"{found.name} of {army.name} is turned into {order.kind} in {fortress.name}. What does"
        " that cost?",
        who=REFEREE,
        options=options,
        default="minimum",
        then=PriceJudged(subject=name, least=price),
        about=(name,),
    )


@chapter.settles(PriceJudged)
def price_judged(step: Step, then: PriceJudged, choice: Choice) -> None:
    """What it costs beyond the least is paid too; who cannot pay gets all of it back."""
    training = step.find(Training, then.subject)
    more = then.least * (_PRICES[choice.option] - 100) // 100
    army = step.find(Army, training.army) if training is not None else None
    if training is None or army is None or more <= 0:
        return
    if chest_of(step.world, army) < more:
        _break_off(step, training, "is not retrained: the price cannot be paid", refund=Fraction(1))
        return
    add_money(step, army, -more)
    step.put(msgspec.structs.replace(training, paid=training.paid + more))
    _tell(step, army.id, training.detachment, f"costs {more} doubloons more to retrain")


@chapter.handles(TrainingDone)
def training_done(step: Step, event: TrainingDone) -> None:
    """The detachment is back, and what it was to become (M-SPEC-01)."""
    training = step.find(Training, event.subject)
    if training is None or training.event != step.id:
        return
    step.remove(training, "it is ready")
    army = step.find(Army, training.army)
    if army is None:
        return
    _set(step, army, training.detachment, away=False, special=training.becomes)
    _tell(step, army.id, training.detachment, f"has been turned into {training.becomes}")
    step.happened(StrengthChanged(army=army.id, why="a detachment is retrained"), army.id)


@chapter.when_gone(TrainingDone)
def nobody_trained(step: Step, event: TrainingDone) -> None:
    """A retraining that was broken off brings nothing."""


# -- what breaks it off ---------------------------------------------------------------------------


@chapter.on(ArmySetOut)
def army_set_out(step: Step, fact: ArmySetOut) -> None:
    """Who leaves early loses time and money (C-SPEC-02/a)."""
    for training in trainings_of(step.world, fact.army):
        _break_off(step, training, "is not retrained: the army has left", step.param(REFUND))


@chapter.on(PlaceFell)
def place_fell(step: Step, fact: PlaceFell) -> None:
    """A fortress that falls trains nobody any longer."""
    for training in step.of(Training):
        if training.stronghold == fact.stronghold:
            what = "is not retrained: the fortress has fallen"
            _break_off(step, training, what, step.param(REFUND))


@chapter.on(BrokenOff)
def broken_off(step: Step, fact: BrokenOff) -> None:
    """A retraining is broken off by order (O-CANCEL)."""
    if fact.what == "retraining":
        for training in trainings_of(step.world, fact.whose):
            what = "is not retrained: it was broken off by order"
            _break_off(step, training, what, step.param(REFUND))


def _break_off(step: Step, training: Training, what: str, refund: Fraction) -> None:
    step.cancel(training.event)
    step.remove(training, what)
    army = step.find(Army, training.army)
    if army is None:
        return
    _set(step, army, training.detachment, away=False)
    back = stores(step.world.params, training.paid * refund)
    add_money(step, army, back)
    _tell(step, army.id, training.detachment, what)
    step.happened(StrengthChanged(army=army.id, why="a retraining broken off"), training.id)


def _set(step: Step, army: Army, name: str, **changes: object) -> None:
    changed = tuple(
        msgspec.structs.replace(d, **changes) if d.name == name else d for d in army.detachments
    )
    step.put(msgspec.structs.replace(army, detachments=changed))


def _tell(step: Step, army_id: str, detachment: str, what: str) -> None:
    army = step.get(Army, army_id)
    report(step, army, Retraining(army=army.name, detachment=detachment, what=what), detachment)
