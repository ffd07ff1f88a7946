"""Rolls: six dice, more or fewer by traits, and everything that is added (K-ROL, K-LOC, K-RAT-04).

Always the traits of the kingdom that rolls, for the rating the roll is made with (K-RUL-07).
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Literal

from world.errors import BadScenario
from world.rules.kingdoms.nouns.figures import creation, rolls
from world.rules.kingdoms.nouns.figures.limits import limit
from world.rules.kingdoms.nouns.game import game
from world.rules.kingdoms.nouns.ratings import RATINGS, Rating
from world.rules.kingdoms.nouns.turn import Thrown

if TYPE_CHECKING:
    from world.param import Params
    from world.rules.kingdoms.nouns.kingdom import Kingdom
    from world.step import Step

Purpose = Literal["actions", "partners", "replies", "opportunities"]


def rating_of(params: Params, kind: str) -> Rating:
    """The rating of an action that names none (K-RUL-07)."""
    return rating_map(params[rolls.RATING_MAP])[kind]


@functools.lru_cache(maxsize=64)
def rating_map(entries: tuple[str, ...]) -> dict[str, Rating]:
    """Ratings by action; those the entries do not name are as usual.

    Raises:
        BadScenario: an entry names no action that could have another rating, or no rating.
    """
    usual = rolls.RATING_MAP.default
    found = dict(rating_map(usual)) if entries != usual else {}
    for entry in entries:
        kind, _, name = entry.partition("=")
        rating = next((each for each in RATINGS if each == name), None)
        if rating is None or (entries != usual and kind not in found):
            raise BadScenario(
                f"k.roll.rating_map: found {entry!r}, expected action=rating, such as trade=economy"
            )
        found[kind] = rating
    return found


def dice_of(params: Params, kingdom: Kingdom, rating: Rating | None) -> int:
    """How many dice a kingdom rolls with a rating (K-ROL-01, K-TRT-03, K-TRT-08); one at least."""
    dice = params[rolls.DICE]
    for trait in kingdom.traits:
        if trait.rating == rating and trait.kind == "advanced":
            dice += params[creation.ADVANCED_DICE]
        elif trait.rating == rating and trait.kind == "obsolete":
            dice += params[creation.OBSOLETE_DICE]
    return max(dice, 1)


def trait_pips(params: Params, kingdom: Kingdom, rating: Rating | None) -> int:
    """What traits add to a roll with a rating (K-TRT-04, K-TRT-07)."""
    pips = 0
    for trait in kingdom.traits:
        if trait.rating == rating and trait.kind == "robust":
            pips += params[creation.ROBUST_MOD]
        elif trait.rating == rating and trait.kind == "fragile":
            pips += params[creation.FRAGILE_MOD]
    return pips


def general_pips(params: Params, kingdom: Kingdom) -> int:
    """What the three levels add to every roll (K-RAT-04)."""
    return params[rolls.GENERAL] * kingdom.levels.total


def omen_pips(params: Params, kingdom: Kingdom, purpose: Purpose, number: int) -> int:
    """What omens add in the turn of that number (K-EVT-04, K-EVT-05, K-RUL-32)."""
    if not kingdom.omens or purpose not in params[rolls.OMEN_APPLIES_TO]:
        return 0
    return sum(omen.pips for omen in kingdom.omens if omen.first <= number <= omen.last)


def location_pips(params: Params, kind: str, kingdom: Kingdom, other: Kingdom) -> int:
    """What is added where two kingdoms of one location deal with each other (K-LOC-01)."""
    if kingdom.place != other.place or kind not in params[rolls.APPLIES_TO]:
        return 0
    return params[rolls.LOCATION_BONUS]


def throw(
    step: Step,
    kingdom: Kingdom,
    rating: Rating | None,
    purpose: Purpose,
    reason: str,
    *,
    need: int,
    disaster: int | None = None,
    location: int = 0,
    partners: int = 0,
) -> Thrown:
    """A kingdom rolls (K-ROL-01, K-ROL-02).

    *reason* is how the journal calls the draw; the same reason again in a step draws anew.
    """
    params = step.world.params
    dice, sides = dice_of(params, kingdom, rating), params[rolls.SIDES]
    general, trait = general_pips(params, kingdom), trait_pips(params, kingdom, rating)
    omen = omen_pips(params, kingdom, purpose, game(step.world).number)
    added = general + trait + location + omen
    most = limit(rolls.MOD_CAP, params[rolls.MOD_CAP])
    held = added if most is None else max(-most, min(added, most))
    return Thrown(
        kingdom=kingdom.id,
        purpose=purpose,
        rating=rating,
        sides=sides,
        faces=step.roll(reason, f"{dice}d{sides}").faces,
        general=general,
        trait=trait,
        location=location,
        omen=omen,
        partners=partners,
        capped=held - added,
        need=need,
        disaster=disaster,
    )


def is_disaster(params: Params, thrown: Thrown) -> bool:
    """Whether a roll is so low that it turns bad (K-RUL-08)."""
    if thrown.disaster is None:
        return False
    shown = thrown.total if params[rolls.DISASTER_ON_MODIFIED] else thrown.natural
    return shown <= thrown.disaster
