"""Seats, kingdoms, their approval, and the start (K-SET, K-TRT, K-RAT-01, K-RAT-02, K-DEC-01)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Decision, Option, Question
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.kingdoms.nouns.audience import tell_public
from world.rules.kingdoms.nouns.charter import Charter, charter_of
from world.rules.kingdoms.nouns.deadline import HOUR_MS
from world.rules.kingdoms.nouns.facts import GameStarted, KingdomApproved
from world.rules.kingdoms.nouns.figures import creation, turns
from world.rules.kingdoms.nouns.figures import rating as ratings
from world.rules.kingdoms.nouns.kingdom import Kingdom, Trait, in_play, kingdom_id
from world.rules.kingdoms.nouns.ratings import RATINGS, Levels, level_text
from world.rules.kingdoms.nouns.seat import Seat, seat_id
from world.rules.kingdoms.setup.notices import (
    GameBegun,
    Invited,
    KingdomEntered,
    KingdomReturned,
    KingdomSubmitted,
)
from world.rules.kingdoms.setup.orders import CreateKingdom, Invite, StartGame
from world.step import Step
from world.timeline import Event

chapter = Chapter("setup", "Seats, kingdoms, their approval, and the start")
chapter.params += creation.ALL
chapter.declare(
    Seat, Kingdom, Invited, KingdomSubmitted, KingdomReturned, KingdomEntered, GameBegun
)

APPROVE = "K-DEC-01"


class Approval(Event, frozen=True, tag="approval"):
    """The referee has said whether a kingdom may join."""


@chapter.obeys(Invite)
def invite(step: Step, order: Invite, hand: Hand) -> None:
    """Somebody has a seat from now on.

    Raises:
        Refused: as the order's check.
    """
    order.check(step.world.pack.view(step.world, hand.author))
    seat = step.find(Seat, seat_id(order.player))
    if seat is not None and not seat.left:
        return
    step.put(Seat(id=seat_id(order.player), person=order.player))
    locations = step.param(creation.LOCATIONS)
    points = step.param(creation.START_POINTS)
    step.tell(order.player, Invited(places=", ".join(locations), points=points))


@chapter.obeys(CreateKingdom)
def create(step: Step, order: CreateKingdom, hand: Hand) -> None:
    """A kingdom is submitted, or takes the place of the one its player had submitted (K-ORD-01).

    Raises:
        Refused: as the order's check.
    """
    charter = charter_of(step.world, hand.author)
    charter.require_seat()
    kingdom = Kingdom(
        id=kingdom_id(hand.author),
        name=charter.require_name(order.name),
        ruler=hand.author,
        place=charter.require_place(order.location),
        traits=charter.require_traits(order.traits),
    )
    kingdom = msgspec.structs.replace(kingdom, levels=starting_levels(step, kingdom.traits))
    step.put(kingdom)
    notice = KingdomSubmitted(
        name=kingdom.name,
        record=record_of(step, kingdom, charter),
        spent=charter.spent(kingdom.traits),
    )
    for person in (hand.author, REFEREE):
        step.tell(person, notice)
    if charter.own != "submitted":
        step.ask(_approval(step, kingdom), kingdom.id)


def _approval(step: Step, kingdom: Kingdom) -> Question:
    return Question(
        rule=APPROVE,
        question=_asked(step, kingdom),
        who=REFEREE,
        options=(
            Option(name="approve", text="it joins the game"),
            Option(name="return", text="its player is to make another; say why"),
        ),
        default="approve",
        then=Approval(subject=kingdom.id),
        about=(kingdom.id,),
        limit_ms=step.param(turns.TIMEOUT_H) * HOUR_MS,
        free_text=True,
    )


def _asked(step: Step, kingdom: Kingdom) -> str:
    record = record_of(step, kingdom, charter_of(step.world, kingdom.ruler))
    return f"May this kingdom join the game? {record}"


def revise_approval(step: Step, decision: Decision, subject: str) -> Decision | None:
    """A kingdom sent again is another question; one that is none any more is not asked about."""
    kingdom = step.get(Kingdom, subject)
    if kingdom.state != "submitted":
        return None
    asked = _asked(step, kingdom)
    if asked == decision.question:
        return decision
    return msgspec.structs.replace(decision, question=asked)


@chapter.settles(Approval)
def approval(step: Step, then: Approval, choice: Choice) -> None:
    """The referee has answered, or has let it pass (K-DEC-01)."""
    kingdom = step.get(Kingdom, then.subject)
    if kingdom.state != "submitted":
        return
    if choice.option == "approve":
        enter(step, kingdom)
    else:
        give_back(step, kingdom, choice.text.strip() or "The referee gave no reason.")


def enter(step: Step, kingdom: Kingdom) -> None:
    """A kingdom is in play from now on; everybody is told (K-NOT-01)."""
    kingdom = msgspec.structs.replace(kingdom, state="in_play")
    step.put(kingdom)
    charter = charter_of(step.world, kingdom.ruler)
    tell_public(
        step,
        KingdomEntered(
            name=kingdom.name,
            record=record_of(step, kingdom, charter),
            spent=charter.spent(kingdom.traits),
        ),
        kingdom.id,
    )
    step.happened(KingdomApproved(kingdom=kingdom.id), kingdom.id)


def give_back(step: Step, kingdom: Kingdom, reason: str) -> None:
    """A kingdom is returned to its player, who may make another."""
    step.put(msgspec.structs.replace(kingdom, state="returned"))
    reason = reason if reason[-1] in ".!?…" else f"{reason}."
    step.tell(kingdom.ruler, KingdomReturned(name=kingdom.name, reason=reason))


@chapter.obeys(StartGame)
def start(step: Step, order: StartGame, hand: Hand) -> None:
    """The game begins with the kingdoms that have been approved (K-SET-01).

    Raises:
        Refused: as the order's check.
    """
    order.check(step.world.pack.view(step.world, hand.author))
    begin(step)


def begin(step: Step) -> None:
    """The game begins; kingdoms that still wait for the referee's word are returned."""
    for kingdom in step.of(Kingdom):
        if kingdom.state == "submitted":
            give_back(step, kingdom, "The game has begun without it.")
    kingdoms = in_play(step.world)
    records = [
        record_of(step, kingdom, charter_of(step.world, kingdom.ruler)) for kingdom in kingdoms
    ]
    tell_public(step, GameBegun(kingdoms="\n".join(records)))
    step.happened(GameStarted())


def starting_levels(step: Step, traits: tuple[Trait, ...]) -> Levels:
    """The levels a kingdom begins with (K-RAT-01, K-RAT-02)."""
    usual = step.param(ratings.START)
    levels = Levels(usual, usual, usual)
    for trait in traits:
        if trait.kind == "accelerated":
            levels = levels.with_level(trait.rating, step.param(creation.ACCELERATED_START))
        elif trait.kind == "lagging":
            levels = levels.with_level(trait.rating, step.param(creation.LAGGING_START))
    return levels


def record_of(step: Step, kingdom: Kingdom, charter: Charter) -> str:
    """A kingdom's record in a line: name, ruler, place, traits, levels, points."""
    params = step.world.params
    traits = ", ".join(map(str, kingdom.traits)) or "no traits"
    levels = ", ".join(level_text(params, rating, kingdom.levels.of(rating)) for rating in RATINGS)
    return (
        f"{kingdom.name}, ruled by {kingdom.ruler}, in the {kingdom.place}: {traits}"
        f" ({charter.spent(kingdom.traits)} of {charter.points} points); {levels}."
    )
