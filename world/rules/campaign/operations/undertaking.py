"""An operation while it runs, and its odds (C-OPS-02, C-OPS-03)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from world.enclosure import NOTHING
from world.entity import Entity
from world.param import Params
from world.rules.campaign.nouns.ability import score_of
from world.rules.campaign.nouns.commander import Ability, Commander
from world.rules.campaign.nouns.odds import throws
from world.rules.campaign.nouns.rounding import steps
from world.rules.campaign.operations import figures
from world.rules.campaign.operations.orders import Sort

#: The abilities that fit an operation of a sort; any other fits by approach (C-OPS-E).
_FITTING: dict[str, tuple[Ability, ...]] = {
    "scouting": ("reconnaissance",),
    "spying": ("tomfoolery", "manoeuvre"),
}
_ALL: tuple[Ability, ...] = (
    "shock",
    "manoeuvre",
    "artillery",
    "reconnaissance",
    "tomfoolery",
)


class Operation(Entity, frozen=True, tag="operation"):
    """Agents who are about something.

    Attributes:
        by: the commander who sent them; ``home`` the hex they go back to.
        sort, plan: what he ordered; ``goal`` the hex they go to, ``target`` the person or the
            stronghold it is about, '' for the hex alone; ``person`` says that it is a person.
        price: what it costs; ``money`` what was given to it.
        wanted: the total to be reached with ``ability``; ``worth`` what the plan adds.
        success, failure: how it ends, in the referee's words; ``noticed`` what those it is about
            notice of a failure, '' for nothing.
        verdict: what the referee has settled without dice.
        open: decisions that are open still; ``done`` whether the work is done, for which they wait.
        chased: how often agents have ridden after somebody.
        outcome: what came of it; ``found`` what the agents have seen.
    """

    by: str
    home: str
    sort: Sort
    goal: str
    target: str
    person: bool
    plan: str
    price: int
    money: int
    wanted: int
    ability: Ability
    worth: int = 0
    success: str = ""
    failure: str = ""
    noticed: str = ""
    verdict: Literal["", "succeeds", "fails"] = ""
    open: tuple[str, ...] = ("D-OPS-01", "D-OPS-02")
    done: bool = False
    chased: int = 0
    outcome: str = ""
    found: msgspec.Raw = NOTHING


def fitting(commander: Commander, sort: Sort, said: Ability | Literal[""]) -> Ability:
    """The ability by which it is gone about: the one said, or the best of those that fit."""
    fit = _FITTING.get(sort, _ALL)
    if said and said in fit:
        return said
    return max(fit, key=lambda each: score_of(commander, each))


def funds_bonus(params: Params, money: int, price: int) -> int:
    """What money beyond the price adds: a point for each further usual price (C-OPS-03/a)."""
    more = steps(params, Fraction(max(0, money - price), max(1, params[figures.COST])))
    return min(more, params[figures.FUNDS_CAP])


def modifier(params: Params, commander: Commander, operation: Operation) -> int:
    """What is added to the dice: the score, the plan and the money."""
    return (
        score_of(commander, operation.ability)
        + operation.worth
        + funds_bonus(params, operation.money, operation.price)
    )


def chance(params: Params, wanted: int, added: int) -> Fraction:
    """The chance that the dice and what is added to them reach a total."""
    found = throws(params[figures.DICE]).items()
    return sum((each for total, each in found if total + added >= wanted), Fraction(0))


def in_words(likely: Fraction) -> str:
    """A chance, times in a hundred."""
    return f"succeeds {round(100 * likely)} times in 100"
