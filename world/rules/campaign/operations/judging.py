"""What the referee settles of an operation beforehand (D-OPS-01, D-OPS-02)."""

from __future__ import annotations

import typing

import msgspec

from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import parts_of
from world.pack import Chapter
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Ability, Commander
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.written_numbers import whole
from world.rules.campaign.operations import figures
from world.rules.campaign.operations.events import OddsJudged, PlanWeighed
from world.rules.campaign.operations.figures import Grade, target_of
from world.rules.campaign.operations.notices import OperationCosts
from world.rules.campaign.operations.rolling import roll_if_ready
from world.rules.campaign.operations.undertaking import (
    Operation,
    chance,
    funds_bonus,
    in_words,
    modifier,
)
from world.step import Step

chapter = Chapter("judging operations", "What the referee settles of operations")
chapter.declare(OperationCosts)

_GRADES: tuple[Grade, ...] = ("high", "medium", "low")
_NUMBERS = ("target", "price")
_WORDS = ("success", "failure", "noticed")


def ask_odds(step: Step, operation_id: str) -> None:
    """Ask for outcomes, target number, ability and price, with what is suggested (D-OPS-01)."""
    operation = step.get(Operation, operation_id)
    commander = step.get(Commander, operation.by)
    params = step.world.params
    added = modifier(params, commander, operation)

    def odds(wanted: int) -> str:
        return in_words(chance(params, wanted, added))

    options = [
        Option(
            name="suggested",
            text=f"{operation.wanted} with {operation.ability}, for {operation.price} doubloons",
            odds=odds(operation.wanted),
        )
    ]
    options += [
        Option(
            name=f"{grade}_likelihood",
            text=f"{target_of(params, grade)} with {operation.ability}",
            odds=odds(target_of(params, grade)),
        )
        for grade in _GRADES
    ]
    options.append(Option(name="succeeds", text="it succeeds, without dice"))
    options.append(Option(name="fails", text="it fails, without dice"))
    ask(
        step,
        "D-OPS-01",
        f"{_described(step, operation)} What is wanted, with which ability, at what price, and what"
        ' comes of it? You may write target=7 ability=shock price=3000 success="…" failure="…"'
        ' noticed="…", each or none of them.',
        who=REFEREE,
        options=tuple(options),
        default="suggested",
        then=OddsJudged(subject=operation.id),
        about=(operation.id,),
        free_text=True,
        label=operation.id,
    )


def _described(step: Step, operation: Operation) -> str:
    title = step.world.pack.answers.title
    goal = scene(step.world).called(operation.goal)
    about = f" about {title(step.world, operation.target)}" if operation.person else ""
    plan = f" Plan: {operation.plan}" if operation.plan else ""
    return (
        f"{title(step.world, operation.by)} sends agents to {goal}{about} ({operation.sort}), with"
        f" {operation.money} doubloons.{plan}"
    )


@chapter.settles(OddsJudged)
def odds_judged(step: Step, then: OddsJudged, choice: Choice) -> None:
    """Odds, price and outcomes are as the referee says (D-OPS-01).

    Raises:
        Refused: E-SYNTAX, where what he wrote cannot be read.
    """
    operation = step.find(Operation, then.subject)
    if operation is None or operation.outcome:
        return
    likelihood = choice.option.removesuffix("_likelihood")
    if likelihood in _GRADES:
        wanted = target_of(step.world.params, likelihood)
        operation = msgspec.structs.replace(operation, wanted=wanted)
    elif choice.option in ("succeeds", "fails"):
        operation = msgspec.structs.replace(operation, verdict=choice.option)
    operation = _written(operation, choice.text)
    left = tuple(rule for rule in operation.open if rule != "D-OPS-01")
    step.put(msgspec.structs.replace(operation, open=left))
    _paid_in_full(step, operation.id)
    roll_if_ready(step, operation.id)


def _written(operation: Operation, text: str) -> Operation:
    """An operation with what the referee wrote of it; words without a name are its success."""
    if not text.strip():
        return operation
    if "=" not in text:
        return msgspec.structs.replace(operation, success=text.strip())
    try:
        _, parts = parts_of(f"odds {text}")
    except ValueError as problem:
        raise _unread(str(problem)) from problem
    changes: dict[str, object] = {}
    for name, value in parts.items():
        number = whole(value) if name in _NUMBERS else None
        if number is not None:
            changes["wanted" if name == "target" else name] = number
        elif name in _WORDS or (name == "ability" and value in typing.get_args(Ability)):
            changes[name] = str(value)
        else:
            raise _unread(f"{name}={value}")
    return msgspec.structs.replace(operation, **changes)


def _unread(what: str) -> Refused:
    return Refused(
        "E-SYNTAX",
        f"“{what[:60]}” cannot be read; nothing was settled. Write for instance: target=7"
        ' ability=shock price=3000 success="The gates are opened.".',
    )


def _paid_in_full(step: Step, operation_id: str) -> None:
    """What it costs beyond what was given is paid, too, or it comes to nothing (C-OPS-02)."""
    operation = step.get(Operation, operation_id)
    more = operation.price - operation.money
    commander = step.find(Commander, operation.by)
    if more <= 0 or commander is None:
        return
    if commander.purse >= more:
        step.put(msgspec.structs.replace(commander, purse=commander.purse - more))
        step.put(msgspec.structs.replace(operation, money=operation.price))
        _tell_cost(step, operation, f"costs {more} doubloons more")
        return
    step.put(msgspec.structs.replace(commander, purse=commander.purse + operation.money))
    failure = "Nothing was undertaken: its price could not be paid, and the money is returned."
    step.put(
        msgspec.structs.replace(
            operation, money=0, verdict="fails", failure=failure, noticed="", open=()
        )
    )
    what = f"would cost {operation.price} doubloons, which you have not; the money is returned"
    _tell_cost(step, operation, what)


def _tell_cost(step: Step, operation: Operation, what: str) -> None:
    notice = OperationCosts(goal=scene(step.world).called(operation.goal), what=what)
    step.tell(operation.by, notice, operation.id)


# -- the plan -------------------------------------------------------------------------------------


def ask_worth(step: Step, operation_id: str) -> None:
    """Ask what the plan is worth; money counts by rule (D-OPS-02)."""
    operation = step.get(Operation, operation_id)
    commander = step.get(Commander, operation.by)
    params = step.world.params
    low, high = params[figures.PLAN_MIN], params[figures.PLAN_MAX]
    added = modifier(params, commander, operation)
    funds = funds_bonus(params, operation.money, operation.price)
    ask(
        step,
        "D-OPS-02",
        f"{_described(step, operation)} Its money adds {funds}. What is the plan worth?",
        who=REFEREE,
        options=tuple(
            Option(
                name=_signed(worth),
                text=f"{_signed(worth)} to the dice",
                odds=in_words(chance(params, operation.wanted, added + worth)),
            )
            for worth in range(low, max(low, high) + 1)
        ),
        default=_signed(min(max(0, low), max(low, high))),
        then=PlanWeighed(subject=operation.id),
        about=(operation.id,),
        label=operation.id,
    )


def _signed(worth: int) -> str:
    return f"{worth:+d}" if worth else "0"


@chapter.settles(PlanWeighed)
def plan_weighed(step: Step, then: PlanWeighed, choice: Choice) -> None:
    """The plan is worth so much (D-OPS-02)."""
    operation = step.find(Operation, then.subject)
    if operation is None or operation.outcome:
        return
    left = tuple(rule for rule in operation.open if rule != "D-OPS-02")
    worth = int(choice.option)
    step.put(msgspec.structs.replace(operation, worth=worth, open=left))
    roll_if_ready(step, operation.id)
