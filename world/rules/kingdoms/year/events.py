"""The new year's events, and the omens among them (K-EVT-01 to K-EVT-05)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from world.rules.kingdoms.nouns.audience import tell_public
from world.rules.kingdoms.nouns.dates import turn_words
from world.rules.kingdoms.nouns.figures import year as figures
from world.rules.kingdoms.nouns.forum.year import Befallen
from world.rules.kingdoms.nouns.game import game
from world.rules.kingdoms.nouns.kingdom import Kingdom, Omen
from world.rules.kingdoms.nouns.levels import change_levels
from world.rules.kingdoms.nouns.ratings import Rating, level_text, signed
from world.rules.kingdoms.nouns.turn import Change
from world.rules.kingdoms.year.notices import EventBefalls

if TYPE_CHECKING:
    from world.param import Param
    from world.step import Step


class Misfortune(msgspec.Struct, frozen=True):
    """An event that costs a rating; ``story`` is how it is told."""

    name: str
    rating: Rating
    story: str


class Portent(msgspec.Struct, frozen=True):
    """An event that touches every roll of a year."""

    name: str
    pips: Param[int]
    story: str


EVENTS: Final[dict[str, Misfortune | Portent]] = {
    "scandal": Misfortune(
        "Scandal",
        "culture",
        "A disgrace comes to light, and no class of the people is left out of it.",
    ),
    "coup": Misfortune(
        "Coup",
        "military",
        "Rebels rise against those who are still loyal, and the army bleeds from within.",
    ),
    "flooding": Misfortune(
        "Flooding",
        "economy",
        "The rivers leave their beds and take villages and workshops with them.",
    ),
    "good_omen": Portent(
        "Good Omen",
        figures.OMEN_GOOD,
        "The stargazers see a lucky year written in the sky.",
    ),
    "bad_omen": Portent(
        "Bad Omen",
        figures.OMEN_BAD,
        "A baleful star hangs over the realm, and the stargazers are afraid.",
    ),
}


def befall(step: Step, name: str, kingdom_id: str, label: str) -> Befallen:
    """Let an event take effect on a kingdom now, and tell everybody (K-NOT-12)."""
    event = EVENTS[name]
    kingdom = step.get(Kingdom, kingdom_id)
    if isinstance(event, Misfortune):
        effect = _lose(step, event, kingdom, label)
    else:
        effect = _portend(step, event, kingdom)
    notice = EventBefalls(event=event.name, name=kingdom.name, story=event.story, effect=effect)
    tell_public(step, notice, label)
    return Befallen(kingdom.id, event.name, event.story, effect)


def _lose(step: Step, event: Misfortune, kingdom: Kingdom, label: str) -> str:
    """A rating falls by ``k.event.step`` (K-EVT-01 to K-EVT-03)."""
    rating = event.rating
    change = Change(kingdom=kingdom.id, rating=rating, by=-step.param(figures.EVENT_STEP))
    before = level_text(step.world.params, rating, kingdom.levels.of(rating))
    change_levels(step, [change], "event", label)
    after = level_text(step.world.params, rating, step.get(Kingdom, kingdom.id).levels.of(rating))
    return f"{before} stays as low as it is" if before == after else f"from {before} to {after}"


def _portend(step: Step, event: Portent, kingdom: Kingdom) -> str:
    """All its rolls are touched for ``k.omen.turns`` turns (K-EVT-04, K-EVT-05)."""
    pips, now = step.param(event.pips), game(step.world).number
    last = now + step.param(figures.OMEN_TURNS)
    kingdom = step.get(Kingdom, kingdom.id)
    omens = (*kingdom.omens, Omen(pips, now + 1, last, event.name))
    step.put(msgspec.structs.replace(kingdom, omens=omens))
    return f"{signed(pips)} on all its rolls to the end of {turn_words(step.world.params, last)}"
