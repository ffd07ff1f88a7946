"""Single combat: two throws against two ages, and what comes of them (C-DUEL)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Option
from world.fact import Moved
from world.kernel.nouns import REFEREE
from world.newsworthy import Newsworthy
from world.notice import Notice
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.duels import figures
from world.rules.campaign.duels.notices import CalledOut, DuelCorrected, Duelled
from world.rules.campaign.duels.orders import (
    DuelAcceptOrder,
    DuelOrder,
    found,
    in_bed,
    no_challenge,
    not_present,
)
from world.rules.campaign.duels.wounds import ask_wound, died_of_it, in_words
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.author import present
from world.rules.campaign.nouns.command import require_free
from world.rules.campaign.nouns.commander import Commander, has_trait
from world.rules.campaign.nouns.engagements import CommanderDies
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.kin import commander_age
from world.rules.campaign.nouns.where import whereabouts
from world.rules.campaign.nouns.wound import Challenge, Duel, bedridden, challenges_to
from world.step import Step
from world.timeline import Event

chapter = Chapter("duels", "Duels between commanders")
chapter.declare(CalledOut, Duelled, DuelCorrected)


class WinnerJudged(Event, frozen=True, tag="winner_judged"):
    """Who has more experience of two equals is settled (D-DUEL-02)."""


@chapter.obeys(DuelOrder)
def challenge(step: Step, order: DuelOrder, hand: Hand) -> None:
    """Somebody calls another out (O-DUEL)."""
    world = step.world
    require_free(world, hand.author)
    mine, his = step.find(Commander, hand.author), _opponent(step, hand.author, order.opponent)
    if mine is None:
        raise not_present(hand.author)
    _require_on_their_feet(step, mine, his)
    step.put(Challenge(id=f"challenge:{mine.id}:{his.id}", by=mine.id, to=his.id))
    place = scene(world).called(whereabouts(world, mine.id) or "")
    notice = CalledOut(by=mine.name, to=his.name, place=place)
    step.tell(REFEREE if his.npc else his.id, notice, his.id)
    step.tell(mine.id, notice, mine.id)


def _opponent(step: Step, person: str, named: str) -> Commander:
    his = found(present(step.world, person), named)
    commander = step.find(Commander, his) if his is not None else None
    if commander is None or commander.captor:
        raise not_present(named)
    return commander


def _require_on_their_feet(step: Step, *people: Commander) -> None:
    for each in people:
        if bedridden(step.world, each.id):
            raise in_bed(each.name)


@chapter.obeys(DuelAcceptOrder)
def accept(step: Step, order: DuelAcceptOrder, hand: Hand) -> None:
    """The duel is fought at once (O-DUEL-ACCEPT)."""
    world = step.world
    require_free(world, hand.author)
    title = world.pack.answers.title
    waiting = {each.by: title(world, each.by) for each in challenges_to(world, hand.author)}
    by = found(waiting, order.challenge)
    mine = step.find(Commander, hand.author)
    if by is None or mine is None:
        raise no_challenge(order.challenge)
    his = _opponent(step, mine.id, by)
    _require_on_their_feet(step, his, mine)
    step.remove(step.get(Challenge, f"challenge:{by}:{mine.id}"), "it was accepted")
    _fight(step, his, mine)


@chapter.on(Moved)
def moved(step: Step, fact: Moved) -> None:
    """Who leaves takes his challenge along, and the other's lapses."""
    for each in step.of(Challenge):
        parted = whereabouts(step.world, each.by) != whereabouts(step.world, each.to)
        if parted and fact.person in (each.by, each.to):
            step.remove(each, "they have parted")


# -- the duel -------------------------------------------------------------------------------------


def _fight(step: Step, one: Commander, other: Commander) -> None:
    """Each throws against his own age; who fails is hurt, whether he wins or not."""
    throws, wins = [], []
    for each in (one, other):
        throw = step.roll(f"the throw of {each.id} in a duel", step.param(figures.DIE)).total
        throws.append(throw)
        wins.append(_succeeds(step, each, throw))
    place = whereabouts(step.world, one.id) or ""
    duel = Duel(
        id=step.name("duel"),
        where=place,
        one=one.id,
        other=other.id,
        throws=(throws[0], throws[1]),
        failed=tuple(each.id for each, won in zip((one, other), wins, strict=True) if not won),
        winner="",
    )
    if wins[0] != wins[1]:
        step.put(msgspec.structs.replace(duel, winner=(one if wins[0] else other).id))
    else:
        _between_equals(step, duel, one, other)
    for person in duel.failed:
        ask_wound(step, duel.id, person)
    _announce(step, step.get(Duel, duel.id), one, other)
    for each in (one, other):
        if died_of_it(step.get(Duel, duel.id), each.id):
            step.happened(CommanderDies(person=each.id, why="he fell in a duel"), each.id)


def _succeeds(step: Step, commander: Commander, throw: int) -> bool:
    """Whether a throw is over the thrower's age (C-DUEL-01/a, C-TRAIT-06)."""
    if not commander.age:
        age = commander_age(step, f"age of {commander.id}")
        commander = msgspec.structs.replace(step.get(Commander, commander.id), age=age)
        step.put(commander)
    on_throw = step.param(figures.BONUS_ON) == "d100"
    if on_throw and has_trait(step.world, commander.id, "duelist"):
        throw += step.param(figures.BONUS)
    return throw > commander.age or (step.param(figures.EQUAL) and throw == commander.age)


def _between_equals(step: Step, duel: Duel, one: Commander, other: Commander) -> None:
    """A Duelist wins; else experience, which the referee may judge otherwise (C-DUEL-02)."""
    one, other = step.get(Commander, one.id), step.get(Commander, other.id)
    duelists = [each for each in (one, other) if "duelist" in each.traits]
    if len(duelists) == 1:
        step.put(msgspec.structs.replace(duel, winner=duelists[0].id))
        return
    more = _more_experienced(step, one, other)
    step.put(msgspec.structs.replace(duel, winner=more.id))
    ask(
        step,
        "D-DUEL-02",
        f"{one.name} and {other.name} have fought, and neither was better. Who has more"
        " experience, and wins?",
        who=REFEREE,
        options=tuple(Option(name=each.id, text=each.name) for each in (one, other)),
        default=more.id,
        then=WinnerJudged(subject=duel.id),
        about=(duel.id,),
        label=duel.id,
    )


def _more_experienced(step: Step, one: Commander, other: Commander) -> Commander:
    """More traits, then greater age, then a coin, or as the rules have it (C-DUEL-02/a)."""
    for what in step.param(figures.EXPERIENCE):
        if what == "traits" and len(one.traits) != len(other.traits):
            return one if len(one.traits) > len(other.traits) else other
        if what == "age" and one.age != other.age:
            return one if one.age > other.age else other
        if what == "coin":
            break
    return step.pick("the coin of a duel", [one, other])


@chapter.settles(WinnerJudged)
def winner_judged(step: Step, then: WinnerJudged, choice: Choice) -> None:
    """The referee may have it that the other won; those who were there hear of it."""
    duel = step.find(Duel, then.subject)
    if duel is None or choice.amends is None or choice.option == duel.winner:
        return
    step.put(msgspec.structs.replace(duel, winner=choice.option))
    title = step.world.pack.answers.title(step.world, choice.option)
    notice = DuelCorrected(place=scene(step.world).called(duel.where), what=f"{title} has won it")
    tell_there(step, duel, notice)


def tell_there(step: Step, duel: Duel, notice: Notice) -> tuple[str, ...]:
    """Tell both and whoever is where they fought; returns who they are."""
    told = [
        each.id
        for each in step.of(Commander)
        if not each.npc or each.id in (duel.one, duel.other)
        if each.id in (duel.one, duel.other) or whereabouts(step.world, each.id) == duel.where
    ]
    for person in told:
        step.tell(person, notice, f"{duel.id}/{person}")
    step.tell(REFEREE, notice, duel.id)
    return tuple(told)


def _announce(step: Step, duel: Duel, one: Commander, other: Commander) -> None:
    """Throws, winner and wounds to those who are there; the outcome to everybody by news."""
    winner = one if duel.winner == one.id else other
    loser = other if winner is one else one
    place = scene(step.world).called(duel.where)
    throws = ", ".join(
        f"{each.name} threw {throw} against {step.get(Commander, each.id).age} years"
        for each, throw in zip((one, other), duel.throws, strict=True)
    )
    wounds = "".join(f" {in_words(step, wound)}." for wound in duel.wounds)
    notice = Duelled(
        one=one.name,
        other=other.name,
        winner=winner.name,
        place=place,
        throws=throws,
        how=f"{winner.name} has won",
        wounds=wounds,
    )
    knows = tell_there(step, duel, notice)
    news = Newsworthy(
        event="duel",
        place=duel.where,
        wording=f"{winner.name} has beaten {loser.name} in a duel at {place}.",
        knows=knows,
        about=duel.id,
    )
    step.happened(news, duel.id)
