"""Actions that name another kingdom: undermine and attack, trade, ties (K-ACT-03 to K-ACT-08)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.rules.kingdoms.nouns.figures import actions, rating, rolls
from world.rules.kingdoms.nouns.kingdom import Kingdom
from world.rules.kingdoms.nouns.rolls import is_disaster, location_pips, rating_of, throw
from world.rules.kingdoms.nouns.turn import Change, Held, Outcome, Thrown, agreed, turn

if TYPE_CHECKING:
    from world.param import Param
    from world.step import Step

GONE = "Nobody it names is in play any more."
UNWILLING = "Nobody it names has agreed."


def undermine(step: Step, order: Held) -> Outcome:
    """Undermine another's rating: it may fail, and costs nothing then (K-ACT-03)."""
    return _strike(step, order, actions.UNDERMINE)


def attack(step: Step, order: Held) -> Outcome:
    """Attack another's rating: easier, and a disaster falls back on one's own (K-ACT-04)."""
    return _strike(step, order, actions.ATTACK, actions.ATTACK_DISASTER)


def _strike(
    step: Step, order: Held, need: Param[int], disaster: Param[int] | None = None
) -> Outcome:
    target = step.get(Kingdom, order.targets[0])
    if target.state != "in_play" or order.rating is None:
        return Outcome(order=order, result="void", note=GONE)
    kingdom = step.get(Kingdom, order.kingdom)
    thrown = throw(
        step,
        kingdom,
        order.rating,
        "actions",
        order.kind,
        need=step.param(need),
        disaster=None if disaster is None else step.param(disaster),
        location=near(step, order.kind, order.kingdom, kingdom, target),
    )
    by = step.param(actions.STEP)
    if thrown.succeeded:
        down = Change(kingdom=target.id, rating=order.rating, by=-by)
        return Outcome(order=order, rolls=(thrown,), changes=(down,), result="success")
    if is_disaster(step.world.params, thrown):
        back = Change(kingdom=kingdom.id, rating=order.rating, by=-by)
        return Outcome(order=order, rolls=(thrown,), changes=(back,), result="disaster")
    return Outcome(order=order, rolls=(thrown,))


def near(step: Step, kind: str, initiator: str, roller: Kingdom, other: Kingdom) -> int:
    """What the location adds to the roll of one kingdom that deals with another (K-LOC-01).

    Where consent is needed it is asked of the one that *initiator*'s order names (K-RUL-38).
    """
    pips = location_pips(step.world.params, kind, roller, other)
    if pips and step.param(rolls.NEEDS_CONSENT):
        named = other.id if roller.id == initiator else roller.id
        if not agreed(turn(step.world), "location", initiator, named):
            return 0
    return pips


# -- trade ---------------------------------------------------------------------------------------


def trade(step: Step, order: Held) -> Outcome:
    """Trade: who opens it rolls, and so does every partner (K-ACT-05, K-ACT-06)."""
    named = [step.get(Kingdom, target) for target in order.targets]
    partners = [kingdom for kingdom in named if kingdom.state == "in_play"]
    if not partners:
        return Outcome(order=order, result="void", note=GONE)
    if step.param(actions.TRADE_CONSENT):
        now = turn(step.world)
        partners = [p for p in partners if agreed(now, "trade", order.kingdom, p.id)]
        if not partners:
            return Outcome(order=order, result="void", note=UNWILLING)
    opened = _open_trade(step, order, partners)
    found = rating_of(step.world.params, "trade")
    up = step.param(actions.STEP)
    changes = []
    if opened.succeeded:
        changes.append(Change(kingdom=order.kingdom, rating=found, by=up))
    replies: list[Thrown] = []
    if opened.succeeded or step.param(actions.PARTNER_INDEPENDENT):
        replies = [_join_trade(step, order, p) for p in partners if _may_join(step, p)]
    changes += [
        Change(kingdom=reply.kingdom, rating=found, by=up) for reply in replies if reply.succeeded
    ]
    return Outcome(
        order=order,
        rolls=(opened, *replies),
        changes=tuple(changes),
        result="success" if opened.succeeded else "nothing",
    )


def _open_trade(step: Step, order: Held, partners: list[Kingdom]) -> Thrown:
    kingdom = step.get(Kingdom, order.kingdom)
    need = step.param(actions.TRADE)
    each = step.param(actions.PER_PARTNER) * len(partners)
    malus = 0
    if step.param(actions.PER_PARTNER_MODE) == "roll_malus":
        malus = each
    else:
        need += each
    bonuses = [near(step, "trade", order.kingdom, kingdom, partner) for partner in partners]
    once = step.param(rolls.TRADE_MODE) == "once"
    return throw(
        step,
        kingdom,
        rating_of(step.world.params, "trade"),
        "actions",
        "trade",
        need=need,
        location=max(bonuses, key=abs) if once else sum(bonuses),
        partners=malus,
    )


def _join_trade(step: Step, order: Held, partner: Kingdom) -> Thrown:
    return throw(
        step,
        partner,
        rating_of(step.world.params, "trade"),
        "partners",
        f"trade with {partner.id}",
        need=step.param(actions.PARTNER),
        location=near(step, "trade", order.kingdom, partner, step.get(Kingdom, order.kingdom)),
    )


def _may_join(step: Step, partner: Kingdom) -> bool:
    """Whether a partner rolls, who may have in another trade of this turn (K-RUL-23)."""
    if step.param(actions.PARTNER_REPEAT):
        return True
    return not any(
        thrown.kingdom == partner.id and thrown.purpose == "partners"
        for outcome in turn(step.world).outcomes
        for thrown in outcome.rolls
    )


# -- ties ----------------------------------------------------------------------------------------


def ties(step: Step, order: Held) -> Outcome:
    """Strengthen ties: both roll in turn until one succeeds (K-ACT-07, K-ACT-08, K-RUL-21).

    After ``k.ties.max_rolls`` nothing has come of it (:func:`is_endless`).
    """
    other = step.get(Kingdom, order.targets[0])
    if other.state != "in_play":
        return Outcome(order=order, result="void", note=GONE)
    sides = (step.get(Kingdom, order.kingdom), other)
    found = rating_of(step.world.params, "ties")
    need = step.param(actions.TIES)
    thrown: list[Thrown] = []
    for n in range(step.param(actions.TIES_MAX)):
        roller, against = sides[n % 2], sides[1 - n % 2]
        roll = throw(
            step,
            roller,
            found,
            "replies" if n % 2 else "actions",
            "ties",
            need=need,
            location=near(step, "ties", order.kingdom, roller, against),
        )
        thrown.append(roll)
        if roll.succeeded and _ends(step, roller):
            up = Change(kingdom=roller.id, rating=found, by=step.param(actions.STEP))
            result = "nothing" if n % 2 else "success"
            done = Outcome(order=order, rolls=tuple(thrown), changes=(up,))
            return msgspec.structs.replace(done, result=result)
    return Outcome(
        order=order,
        rolls=tuple(thrown),
        note=f"After {len(thrown)} rolls neither side has succeeded; the referee decides.",
    )


def _ends(step: Step, roller: Kingdom) -> bool:
    """Whether a success ends the ties, although it may change nothing (K-RUL-22)."""
    if step.param(actions.STOP_AT_CAP):
        return True
    found = rating_of(step.world.params, "ties")
    return roller.levels.of(found) < step.param(rating.HIGHEST)


def is_endless(outcome: Outcome) -> bool:
    """Whether ties have reached the cap without a success (K-DEC-05)."""
    return outcome.order.kind == "ties" and outcome.result == "nothing" and not outcome.changes
