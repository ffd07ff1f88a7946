"""The cards that opportunities are drawn from (K-OPP-06, K-DEC-02), and how cards are written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

from world.errors import Refused
from world.rules.kingdoms.nouns.figures import actions, opportunities
from world.rules.kingdoms.nouns.offer import Card, Effect
from world.rules.kingdoms.nouns.ratings import Rating, signed
from world.rules.kingdoms.nouns.refusals import folded, rating_named

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from world.param import Params
    from world.state import World

#: Stands in ``k.opp.deck`` for every card that the scenario writes.
OF_SCENARIO: Final = "scenario"
#: Answers to the question for a card that name none of the deck (K-DEC-02).
RANDOM: Final = "random"
OWN: Final = "own"
RESERVED: Final = (OF_SCENARIO, RANDOM, OWN)
#: Levels that one line of a card may give or take; the ladder has five steps.
_MOST: Final = 9
#: A card is read by everybody in one glance.
LONGEST_TITLE: Final = 80
LONGEST_TEXT: Final = 2_000

GRAND_FESTIVAL: Final = Card(
    title="Grand Festival!",
    text=(
        "A great anniversary of the kingdom draws near, and its people call for a feast at the"
        " crown's expense. A splendid one will be talked of for years; a poor one will only have"
        " emptied the coffers."
    ),
    gain=(Effect("culture", 1),),
    loss=(Effect("economy", -1),),
)
#: Cards that come with the rules.
BUILT_IN: Final[dict[str, Card]] = {"grand_festival": GRAND_FESTIVAL}

_EFFECT = re.compile(r"([a-z]+)\s*([+-])\s*([0-9]{1,2})")


class CardSection(msgspec.Struct, frozen=True):
    """A card of a scenario's own.

    Attributes:
        title, text: as people read them.
        gain, loss: what happens on success and on failure, each written ``economy +1``.
        other_gain, other_loss: in words, what is no level of a rating (K-DEC-08).
        rating: the rating it is rolled with, where that does not follow from the gain.
    """

    title: str
    text: str = ""
    gain: tuple[str, ...] = ()
    loss: tuple[str, ...] = ()
    other_gain: str = ""
    other_loss: str = ""
    rating: str = ""
    line: int = 0


def card_of(section: CardSection) -> Card:
    """The card somebody has written.

    Raises:
        Refused: E-CARD, E-RATING; saying what is missing or not understood.
    """
    title = " ".join(section.title.split())
    if not title or len(title) > LONGEST_TITLE or len(section.text) > LONGEST_TEXT:
        raise Refused(
            "E-CARD",
            f"A card has a title of 1 to {LONGEST_TITLE} letters and a text of at most"
            f" {LONGEST_TEXT}; nothing was offered. Write it shorter.",
        )
    gain, loss = _effects(section.gain), _effects(section.loss)
    if not gain and not section.other_gain.strip():
        raise Refused(
            "E-CARD",
            f"Nothing is to be gained from {title!r}; nothing was offered. Give it a gain, such as"
            " gain=economy+1, or one in words: other_gain=…",
        )
    return Card(
        title=title,
        text=section.text.strip(),
        gain=gain,
        loss=loss,
        other_gain=" ".join(section.other_gain.split()),
        other_loss=" ".join(section.other_loss.split()),
        rating=rating_named(section.rating) if section.rating else None,
    )


def _effects(written: Iterable[str]) -> tuple[Effect, ...]:
    return tuple(effect_named(text) for text in written)


def effect_named(written: str) -> Effect:
    """What a text such as ``economy+1`` or ``Culture -1`` does.

    Raises:
        Refused: E-CARD, E-RATING.
    """
    found = _EFFECT.fullmatch(folded(written))
    if found is None or not 1 <= int(found[3]) <= _MOST:
        raise Refused(
            "E-CARD",
            f"{written[:40]!r} is no change of a rating; nothing was offered. Write the rating and"
            f" the levels, such as economy+1 or culture-2; at most {_MOST}.",
        )
    return Effect(rating_named(found[1]), int(found[2] + found[3]))


def deck(world: World) -> dict[str, Card]:
    """The cards that may be drawn, by id (``k.opp.deck``)."""
    return drawn_from(world.params, world.scene.cards)


def drawn_from(params: Params, cards: Mapping[str, Card]) -> dict[str, Card]:
    """The cards that may be drawn, where a scenario writes *cards* of its own."""
    found: dict[str, Card] = {}
    for name in params[opportunities.DECK]:
        if name == OF_SCENARIO:
            found.update(cards)
        else:
            found[name] = cards[name] if name in cards else BUILT_IN[name]
    return found


def unknown_cards(params: Params, cards: Collection[str]) -> tuple[str, ...]:
    """Entries of ``k.opp.deck`` that are no card."""
    known = {OF_SCENARIO, *cards, *BUILT_IN}
    return tuple(name for name in params[opportunities.DECK] if name not in known)


def rating_of_card(params: Params, card: Card) -> Rating | None:
    """The rating a card is rolled with; None where no trait applies (K-RUL-25)."""
    if card.rating is not None and params[opportunities.RATING_RULE] == "card":
        return card.rating
    raised = [effect.rating for effect in card.gain if effect.by > 0]
    if not raised or card.rating in raised:
        return card.rating
    return raised[0]


def is_weak(params: Params, card: Card) -> bool:
    """Whether a card is never better than work on the rating it raises (K-RUL-42)."""
    if card.other_gain or [effect.by for effect in card.gain] != [1]:
        return False
    return params[opportunities.SUCCESS] >= params[actions.WORK]


def effects_text(effects: Iterable[Effect], other: str = "") -> str:
    """What a card does, as people read it: ``Culture +1, Economy -1``."""
    parts = [f"{effect.rating.capitalize()} {signed(effect.by)}" for effect in effects]
    return ", ".join([*parts, other] if other else parts) or "nothing"


def written_effects(effects: Iterable[Effect]) -> tuple[str, ...]:
    """Effects as they are written in an order or a scenario."""
    return tuple(f"{effect.rating}{signed(effect.by)}" for effect in effects)
