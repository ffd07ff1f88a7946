"""The kingdoms rules put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.pack import Chapter, Pack
from world.rules.kingdoms import consent, leaving
from world.rules.kingdoms.actions import chapter as actions
from world.rules.kingdoms.answers import KingdomsAnswers
from world.rules.kingdoms.nouns import post
from world.rules.kingdoms.opportunities import chapter as opportunities
from world.rules.kingdoms.orders import chapter as orders
from world.rules.kingdoms.review import chapter as review
from world.rules.kingdoms.setup import chapter as setup
from world.rules.kingdoms.setup.founding import found
from world.rules.kingdoms.setup.scene import scene_of
from world.rules.kingdoms.turns import chapter as turns
from world.rules.kingdoms.turns import missing
from world.rules.kingdoms.view import view
from world.rules.kingdoms.year import chapter as year

if TYPE_CHECKING:
    from collections.abc import Callable

    from world.decision import Decision
    from world.step import Step

#: Raised whenever a stored struct changes shape.
RELEASE = 1

#: In the order in which they react to a fact.  Turns come last: when they go on, every other
#: chapter has said what it has to say of the turn that is coming or the year that is over.
CHAPTERS: tuple[Chapter, ...] = (
    setup.chapter,
    orders.chapter,
    consent.chapter,
    leaving.chapter,
    actions.chapter,
    opportunities.chapter,
    year.chapter,
    post.chapter,
    review.chapter,
    turns.chapter,
)

#: What becomes of an open question when something it is about changes, by its rule.
REVISE: dict[str, Callable[[Step, Decision, str], Decision | None]] = {
    setup.APPROVE: setup.revise_approval,
    missing.MISSING: missing.revise_missing,
    consent.TRADE: consent.revise_consent,
    consent.LOCATION: consent.revise_consent,
    leaving.LEFT: leaving.revise_left,
}

answers = KingdomsAnswers()
scene = scene_of

__all__ = ["CHAPTERS", "RELEASE", "answers", "found", "pack", "revise", "scene", "view"]


def revise(step: Step, decision: Decision, subject: str) -> Decision | None:
    """The question as it is to be put now, or None where there is none any more."""
    reviser = REVISE.get(decision.rule)
    return decision if reviser is None else reviser(step, decision, subject)


def pack(*more: Chapter) -> Pack:
    """The pack of these rules, with further chapters (couriers) after its own."""
    return Pack(
        name="kingdoms",
        release=RELEASE,
        chapters=(*CHAPTERS, *more),
        answers=answers,
        view=view,
        scene=scene,
        found=found,
        revise=revise,
        about="Kingdoms with three ratings, season by season: a game for four to six in a forum",
    )
