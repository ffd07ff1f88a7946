"""One opportunity appears each turn, before it takes orders (K-OPP-01, K-DEC-02, K-RUL-41).

The referee picks a card of the deck or writes one, and says for whom; left alone, the campaign's
dice draw both.  What is offered stays on the table for the turn it appears in (K-RUL-26).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.decision import Choice, Option, Question
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.rules.kingdoms.nouns.audience import public
from world.rules.kingdoms.nouns.dates import turn_words
from world.rules.kingdoms.nouns.deck import OWN, RANDOM, deck, effects_text, is_weak
from world.rules.kingdoms.nouns.facts import TurnComing
from world.rules.kingdoms.nouns.figures import opportunities as figures
from world.rules.kingdoms.nouns.figures import turns
from world.rules.kingdoms.nouns.game import GAME_ID, free, hold
from world.rules.kingdoms.nouns.kingdom import Kingdom, in_play, name_of
from world.rules.kingdoms.nouns.offer import Card, Offer
from world.rules.kingdoms.nouns.refusals import kingdom_named
from world.rules.kingdoms.nouns.words import listed
from world.rules.kingdoms.opportunities.notices import (
    OpportunityOffered,
    OpportunityYours,
    WeakCard,
)
from world.step import Step
from world.timeline import Event

if TYPE_CHECKING:
    from collections.abc import Iterable


class CardChosen(Event, frozen=True, tag="card_chosen"):
    """The card of a turn and its recipients are settled (K-DEC-02)."""

    number: int
    nth: int


class WrittenCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the referee's own, as the answer carries it: for whom, and what is on it."""

    card: Card
    recipients: tuple[str, ...]


def turn_coming(step: Step, fact: TurnComing) -> None:
    """Cards are settled before the turn takes orders (K-OPP-01, K-RUL-41)."""
    for nth in range(1, step.param(figures.PER_TURN) + 1):
        hold(step, _reason(nth))
        _ask(step, fact.number, nth)


def _reason(nth: int) -> str:
    return f"card/{nth}"


def _ask(step: Step, number: int, nth: int) -> None:
    options = [
        Option(name=RANDOM, text="a card of the deck and who gets it, drawn by dice"),
        *(Option(name=name, text=_in_short(step, card)) for name, card in deck(step.world).items()),
        Option(name=OWN, text="a card of your own; write it with the order card"),
    ]
    least, most = step.param(figures.RECIPIENTS_MIN), step.param(figures.RECIPIENTS_MAX)
    step.ask(
        Question(
            rule="K-DEC-02",
            question=(
                "Which opportunity appears, and for whom? With a card of the deck you may name"
                f" {least} to {most} kingdoms in words of your own, parted by commas; without,"
                " dice say who."
            ),
            who=REFEREE,
            options=tuple(options),
            default=RANDOM,
            then=CardChosen(subject=GAME_ID, number=number, nth=nth),
            about=(GAME_ID,),
            limit_ms=step.param(turns.TIMEOUT_H) * 3_600_000,
            free_text=True,
        ),
        f"{number}/{nth}",
    )


def _in_short(step: Step, card: Card) -> str:
    """A card in a line; a weak one is called so before it is picked (K-RUL-42)."""
    gain = effects_text(card.gain, card.other_gain)
    loss = effects_text(card.loss, card.other_loss)
    weak = step.param(figures.WEAK_CARD_WARNING) and is_weak(step.world.params, card)
    return f"“{card.title}”: {gain}, or {loss}{' (never better than work)' if weak else ''}"


# -- settled -------------------------------------------------------------------------------------


def card_chosen(step: Step, then: CardChosen, choice: Choice) -> None:
    """What was picked, written or drawn is offered, and the turn may open (K-DEC-02).

    Raises:
        Refused: E-CARD where the answer names no recipients it may; the question stays open.
    """
    if choice.option == RANDOM:
        _draw(step, then, choice)
    elif choice.option == OWN:
        _written(step, then, choice)
    else:
        card = deck(step.world)[choice.option]
        recipients = recipients_named(step, choice.text) or _drawn_recipients(step)
        _warn(step, card)
        _offer(step, then, [(card, recipients)])
    free(step, _reason(then.nth))


def _draw(step: Step, then: CardChosen, choice: Choice) -> None:
    """Dice draw a card, each as likely, and who gets it, each as likely."""
    cards = list(deck(step.world).values())
    recipients = recipients_named(step, choice.text) or _drawn_recipients(step)
    if not cards or not recipients:
        return
    if step.param(figures.SHARED_CARD):
        _offer(step, then, [(step.pick("K-DEC-02 card", cards), recipients)])
    else:
        each = [(step.pick("K-DEC-02 card", cards), (kingdom,)) for kingdom in recipients]
        _offer(step, then, each)


def _drawn_recipients(step: Step) -> tuple[str, ...]:
    left = [kingdom.id for kingdom in in_play(step.world)]
    found: list[str] = []
    while left and len(found) < step.param(figures.RECIPIENTS_MIN):
        kingdom = step.pick("K-DEC-02 recipient", left)
        left.remove(kingdom)
        found.append(kingdom)
    return tuple(sorted(found))


def _written(step: Step, then: CardChosen, choice: Choice) -> None:
    try:
        written = msgspec.json.decode(choice.text, type=WrittenCard)
    except msgspec.DecodeError:
        raise Refused(
            "E-CARD",
            "A card of your own is written with an order, such as: card title=… gain=economy+2"
            " loss=culture-1 to=…; nothing was settled. Give that order in place of this answer.",
        ) from None
    require_count(step, written.recipients)
    _warn(step, written.card)
    _offer(step, then, [(written.card, written.recipients)])


def recipients_named(step: Step, text: str) -> tuple[str, ...]:
    """The kingdoms a text names, parted by commas; none where it is empty.

    Raises:
        Refused: E-TARGET for a name nobody has; E-CARD for too few or too many.
    """
    names = [name for name in text.split(",") if name.strip()]
    known = {kingdom.id: kingdom.name for kingdom in in_play(step.world)}
    found = tuple(sorted({kingdom_named(name, known) for name in names}))
    if found:
        require_count(step, found)
    return found


def require_count(step: Step, recipients: tuple[str, ...]) -> None:
    """Refuse too few or too many recipients (K-OPP-01, K-RUL-24).

    Raises:
        Refused: E-CARD.
    """
    least, most = step.param(figures.RECIPIENTS_MIN), step.param(figures.RECIPIENTS_MAX)
    if not least <= len(recipients) <= most:
        raise Refused(
            "E-CARD",
            f"A card is offered to {least} to {most} kingdoms, and you name {len(recipients)};"
            " nothing was settled. Name others.",
        )


def _warn(step: Step, card: Card) -> None:
    if step.param(figures.WEAK_CARD_WARNING) and is_weak(step.world.params, card):
        step.tell(REFEREE, WeakCard(card=card.title))


# -- on the table --------------------------------------------------------------------------------


def _offer(step: Step, then: CardChosen, cards: Iterable[tuple[Card, tuple[str, ...]]]) -> None:
    """Lay cards on the table: one for all its recipients, or one each (K-RUL-40)."""
    shared = step.param(figures.SHARED_CARD)
    laid: list[tuple[Card, tuple[str, ...]]] = []
    for card, recipients in cards:
        laid += [(card, recipients)] if shared else [(card, (each,)) for each in recipients]
    for place, (card, recipients) in enumerate(laid, 1):
        suffix = "" if (then.nth, place) == (1, 1) else f"-{chr(96 + then.nth)}{place}"
        offer = Offer(
            id=f"offer-{then.number}{suffix}",
            card=card,
            recipients=recipients,
            first=then.number,
            last=then.number + max(step.param(figures.LIFETIME), 1) - 1,
        )
        step.put(offer)
        _tell(step, offer)


def _tell(step: Step, offer: Offer) -> None:
    """Everybody reads the card; whoever may pursue it is told how (K-NOT-04)."""
    card = offer.card
    rulers = {step.get(Kingdom, kingdom).ruler for kingdom in offer.recipients}
    for person in public(step.world):
        kind = OpportunityYours if person in rulers else OpportunityOffered
        notice = kind(
            offer=offer.id,
            card=card.title,
            text=card.text,
            recipients=listed([name_of(step.world, kingdom) for kingdom in offer.recipients]),
            gain=effects_text(card.gain, card.other_gain),
            loss=effects_text(card.loss, card.other_loss),
            lapses=turn_words(step.world.params, offer.last),
        )
        step.tell(person, notice, offer.id)
